"""Cards, suits and sets of cards, and their strict reading from text.

A card is a whole number from 0 to 51, ``suit * 13 + rank``, with the suits in the order C D H S and the ranks from 2 to A
(R1.2). A set of cards is a bit mask over those numbers. Inside the library both are plain ints; what people see are the
friendly objects of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias

from hearts.errors import CardError, is_whole, shown

__all__ = ["RANKS", "SUITS", "Card", "CardLike", "CardSet", "CardsLike", "Suit", "as_mask", "bits", "of_mask"]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
_DECK: Final = 52
_SUIT_BITS: Final = (1 << 13) - 1

_SUIT_SYMBOLS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_WANTED: Final = "a rank (2-9, T or 10, J, Q, K, A) and a suit (C, D, H, S), such as QS, 10S or ♠Q"


class Suit(IntEnum):
    """One of the four suits, in the order in which cards are numbered (R1.2).

    Example:
        >>> Suit.HEARTS.letter, Suit.HEARTS.cards[-1]
        ('H', Card('AH'))
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in text: C, D, H or S."""
        return SUITS[self]

    @property
    def symbol(self) -> str:
        """The suit's sign: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]

    @property
    def mask(self) -> int:
        """The bit mask of the suit's thirteen cards."""
        return _SUIT_BITS << (13 * self)

    @property
    def cards(self) -> CardSet:
        """The suit's thirteen cards."""
        return CardSet.from_mask(self.mask)


class Card(int):
    """One card: an int from 0 to 51 (suit * 13 + rank) that prints as ``QS`` (R1.2).

    It is made from text of one card or from its number. In text the rank comes first or the suit does, ``T`` and ``10`` are the
    same rank, letters may be small, and a suit may be its sign: ``QS``, ``qs``, ``10S``, ``♠Q``, ``Q♠``.

    Raises:
        CardError: The text is not one card, or the number is not in 0..51.

    Example:
        >>> Card("10s"), str(Card("♠Q")), int(Card("2C"))
        (Card('TS'), 'QS', 0)
    """

    __slots__ = ()

    def __new__(cls, value: CardLike) -> Card:
        """Return the one object that stands for the card."""
        if type(value) is Card:
            return value
        if isinstance(value, str):
            return _ALL[_parse(value)]
        if not is_whole(value):
            msg = f"{shown(value)} is not a card: expected text or a number from 0 to 51"
            raise CardError(msg, text=shown(value))
        if not 0 <= value < _DECK:
            msg = f"{shown(value)} is not the number of a card: expected 0 to 51"
            raise CardError(msg, text=shown(value))
        return _ALL[value]

    if TYPE_CHECKING:
        # so that strict type checkers let people ask for cards by text, as in `"QS" in hand`
        def __eq__(self, other: object) -> bool: ...
        def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        """Pickle as the number, so that reading gives back the shared object."""
        return Card, (int(self),)

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return _SUIT_OF[self // 13]

    @property
    def rank(self) -> str:
        """The card's rank as one of ``23456789TJQKA``."""
        return RANKS[self % 13]

    @property
    def pips(self) -> int:
        """The rank as a number: 2 to 10, J 11, Q 12, K 13, A 14."""
        return self % 13 + 2

    @property
    def symbol(self) -> str:
        """The card with its suit's sign, such as ``Q♠``."""
        return self.rank + self.suit.symbol

    def __str__(self) -> str:
        """The card as rank and suit letter."""
        return RANKS[self % 13] + SUITS[self // 13]

    def __repr__(self) -> str:
        """An expression that gives the card."""
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        """Format as text (``f"{card:>3}"``), or as a number where the spec asks for one (``f"{card:d}"``)."""
        return int.__format__(self, spec) if spec[-1:] in "bdoxXn" and spec else format(str(self), spec)


CardLike: TypeAlias = str | int
"""What is taken where a card is wanted: a `Card`, its text, or its number."""

_SUIT_OF: Final = tuple(Suit)
_ALL: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(_DECK))


def _read(text: str) -> int | None:
    """The number of the card that a cleaned text names, or None."""
    text = text.replace("\ufe0f", "")  # which keyboards put behind a sign to make a picture of it
    if any(sign not in _SUIT_SYMBOLS and not sign.isascii() for sign in text):
        return None  # upper() would make a Q or an S of other scripts' letters
    letters = "".join(_SUIT_SYMBOLS.get(sign, sign) for sign in text.upper()).replace("10", "T")
    if len(letters) != 2:
        return None
    for rank, suit in (tuple(letters), tuple(letters[::-1])):
        if rank in RANKS and suit in SUITS:
            return SUITS.index(suit) * 13 + RANKS.index(rank)
    return None


_READ: Final[dict[str, int]] = {str(card): int(card) for card in _ALL}


def _parse(text: str) -> int:
    number = _READ.get(text)
    if number is None:
        number = _read(text.strip())
    if number is None:
        msg = f"{shown(text)} is not a card: expected {_WANTED}"
        raise CardError(msg, text=text)
    return number


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_SUIT_BITS << shift for shift in (0, 13, 26, 39))
_FULL: Final = (1 << _DECK) - 1


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class CardSet(tuple[Card, ...]):
    """An immutable set of cards in ascending order: iterates, counts, indexes, and answers ``in`` for text too.

    The operators ``| & - ^`` and ``<= < >= >`` work as on sets, and take text as the other side. Inside, it is a tuple of the
    cards: to list the legal cards, and to pick one, is what is done most, and nothing else does it as fast.

    It is made from text of cards parted by blanks or commas (``"QS KS AH"``), a CardSet, or an iterable of cards in any form.

    Raises:
        CardError: Something in it is not a card, or a card is named twice.

    Example:
        >>> hand = CardSet("QS 2C KS")
        >>> len(hand), "KS" in hand, str(hand), hand[0]
        (3, True, '2C QS KS', Card('2C'))
    """

    __slots__ = ()

    def __new__(cls, cards: CardsLike = ()) -> CardSet:
        """Read the cards."""
        return of_mask(as_mask(cards))

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """The set whose cards are the bits of a mask (bit ``suit * 13 + rank``).

        Args:
            mask: A whole number of at most 52 bits.

        Raises:
            CardError: A bit lies outside the 52 cards.

        Example:
            >>> CardSet.from_mask(0b101)
            CardSet('2C 4C')
        """
        if not is_whole(mask) or not 0 <= mask <= _FULL:
            msg = f"{shown(mask)} is not a mask of cards: expected a whole number of at most 52 bits"
            raise CardError(msg, text=shown(mask))
        return of_mask(mask)

    @property
    def mask(self) -> int:
        """The cards as a bit mask: bit ``suit * 13 + rank`` for each card."""
        return sum(map(_BIT_OF, self))

    def of_suit(self, suit: Suit) -> CardSet:
        """The cards of one suit.

        Raises:
            CardError: It is not a `Suit`.
        """
        if not isinstance(suit, Suit):
            msg = f"{shown(suit)} is not a suit: expected one of hearts.Suit"
            raise CardError(msg, text=shown(suit))
        return of_mask(self.mask & suit.mask)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Pickle as the mask."""
        return CardSet.from_mask, (self.mask,)

    def __contains__(self, card: object) -> bool:
        """True where the card, given in any form, is in the set; text that is no card is an error."""
        return tuple.__contains__(self, _parse(card) if isinstance(card, str) else card)

    def count(self, card: object) -> int:
        """1 where the card, given in any form, is in the set, and else 0."""
        return int(card in self)

    def index(self, card: CardLike, *bounds: SupportsIndex) -> int:
        """The place of a card, given in any form; a ValueError where it is not in the set."""
        return tuple.index(self, Card(card), *bounds)

    def __eq__(self, other: object) -> bool:
        """True for a set of the same cards."""
        if isinstance(other, CardSet):
            return tuple.__eq__(self, other)
        return False if isinstance(other, tuple) else NotImplemented

    def __ne__(self, other: object) -> bool:
        """True for a set of other cards, and for a plain tuple."""
        return not self == other

    __hash__ = tuple.__hash__

    def __or__(self, other: CardsLike) -> CardSet:
        """The cards in either."""
        return of_mask(self.mask | as_mask(other))

    def __and__(self, other: CardsLike) -> CardSet:
        """The cards in both."""
        return of_mask(self.mask & as_mask(other))

    def __sub__(self, other: CardsLike) -> CardSet:
        """The cards of this set that are not in the other."""
        return of_mask(self.mask & ~as_mask(other))

    def __xor__(self, other: CardsLike) -> CardSet:
        """The cards in one of the two only."""
        return of_mask(self.mask ^ as_mask(other))

    def __le__(self, other: CardsLike) -> bool:
        """True where every card is in the other set."""
        return not self.mask & ~as_mask(other)

    def __lt__(self, other: CardsLike) -> bool:
        """True where every card is in the other set, which has more."""
        return self <= other and self.mask != as_mask(other)

    def __ge__(self, other: CardsLike) -> bool:
        """True where every card of the other set is here."""
        return not as_mask(other) & ~self.mask

    def __gt__(self, other: CardsLike) -> bool:
        """True where every card of the other set is here, and more."""
        return self >= other and self.mask != as_mask(other)

    def __str__(self) -> str:
        """The cards as text, parted by blanks."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        """An expression that gives the set."""
        return f"CardSet('{self}')"


CardsLike: TypeAlias = str | Iterable[CardLike]
"""What is taken where cards are wanted: a `CardSet`, text such as ``"QS KS AH"``, or an iterable of cards in any form."""

_BIT_OF: Final = tuple(1 << card for card in range(_DECK)).__getitem__

_new: Final = tuple.__new__


class _Sets(dict[int, CardSet]):
    """The sets that lie within one suit, made once for each that is met: about half of all sets of legal cards.

    At most 8,192 a suit exist. A set of several suits is put together from them.
    """

    def __missing__(self, mask: int) -> CardSet:
        cards = _new(CardSet, map(_ALL.__getitem__, bits(mask)))
        self[mask] = cards
        return cards


_SETS: Final = _Sets()


def of_mask(mask: int) -> CardSet:
    """The set of a mask that is known to be good: `CardSet.from_mask` without its checks, for use inside the library."""
    if mask in _SETS:
        return _SETS[mask]
    return _new(CardSet, _SETS[mask & _CLUBS] + _SETS[mask & _DIAMONDS] + _SETS[mask & _HEARTS] + _SETS[mask & _SPADES])


def as_mask(cards: CardsLike) -> int:
    """The bit mask of cards given in any form.

    Args:
        cards: Text of cards parted by blanks or commas, a CardSet, or an iterable of cards.

    Raises:
        CardError: Something in it is not a card, or a card is named twice.

    Example:
        >>> as_mask("2C 4C")
        5
    """
    if type(cards) is CardSet:
        return cards.mask
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    elif not isinstance(cards, Iterable) or isinstance(cards, bytes | bytearray | Mapping):
        msg = f"{shown(cards)} is not a set of cards: expected text such as 'QS KS AH' or several cards"
        raise CardError(msg, text=shown(cards))
    mask = 0
    for card in cards:
        number = card if type(card) is Card else Card(card)
        if mask >> number & 1:
            msg = f"{number} is named twice: expected each card once"
            raise CardError(msg, text=str(number))
        mask |= 1 << number
    return mask
