"""Notation: cards, hands, passes and tricks as short text that a person can read, type and paste.

Reading is strict, and a fault is told with its place in the text. What is written has one form, and reads back equal. A whole
deal is in `hearts.records.deal_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from hearts.cards import Card, CardLike, CardSet, CardsLike
from hearts.engine.actions import PassCards
from hearts.engine.table import Trick
from hearts.errors import NotationError, SetupError, is_whole, shown
from hearts.records.places import (
    LABEL,
    NONE,
    SUIT_ORDER,
    Span,
    check_text,
    find_cards,
    find_held,
    find_plays,
    join,
    seat_at,
    set_at,
    spans,
    stripped,
)

__all__ = [
    "read_cards",
    "read_hands",
    "read_pass",
    "read_trick",
    "write_cards",
    "write_hands",
    "write_holding",
    "write_pass",
    "write_pbn",
    "write_trick",
]

_PLAYERS: Final = (3, 8)
"""The fewest and the most players that there can be (R1.1)."""

_DIRECTIONS: Final = "NESW"
_PBN: Final = re.compile(r'\s*(?:(\[\s*Deal\s*")\s*)?([NESW])\s*:')


# ---- cards -------------------------------------------------------------------------------------------------------------


def read_cards(text: str) -> CardSet:
    """Read a set of cards.

    Args:
        text: Cards parted by blanks or commas, such as ``QS KS AH``; a holding, such as ``AKQ.JT9.876.5432``, which has the
            ranks of spades, hearts, diamonds and clubs, with nothing or ``-`` for a suit that is not there; or nothing, or
            ``-``, for no cards.

    Raises:
        NotationError: It is something else, or a card is named twice.
        SetupError: It is not text.

    Example:
        >>> read_cards("QS, ks 10H")
        CardSet('TH QS KS')
        >>> read_cards("KQ.T..-") == read_cards("TH QS KS")
        True
        >>> read_cards("QS KS QS")
        Traceback (most recent call last):
        ...
        hearts.errors.NotationError: line 1, column 7: QS is named twice; expected each card once
    """
    check_text(text)
    return set_at(text, find_cards(text, (0, len(text))), set())


def write_cards(cards: CardsLike) -> str:
    """A set of cards as text, in ascending order; reads back equal through `read_cards`.

    Args:
        cards: The cards, in any form.

    Raises:
        CardError: Something is not a card, or a card is named twice.

    Example:
        >>> write_cards("♠Q 10h ks")
        'TH QS KS'
    """
    return str(CardSet(cards))


def write_holding(cards: CardsLike) -> str:
    """A set of cards as a holding, the form that bridge players and PBN files use: by suit, the highest first.

    Args:
        cards: The cards, in any form.

    Raises:
        CardError: Something is not a card, or a card is named twice.

    Example:
        >>> write_holding("2C AC 10H QS KS")
        'KQ.T..A2'
    """
    hand = CardSet(cards)
    return ".".join("".join(card.rank for card in reversed(hand.of_suit(suit))) for suit in SUIT_ORDER)


# ---- hands -------------------------------------------------------------------------------------------------------------


def _count(players: object) -> int:
    low, high = _PLAYERS
    if not is_whole(players) or not low <= players <= high:
        raise SetupError("players", f"it is {shown(players)}: expected {low} to {high}")
    return players


def read_hands(text: str, players: int | None = None) -> tuple[CardSet, ...]:
    """Read the hands of all seats.

    Args:
        text: The hands by seat, parted by ``|`` or each on a line of its own, with or without the seat in front, as in
            ``0: QS KS``. A hand is whatever `read_cards` takes. Or four holdings as in PBN, ``N:AKQ.JT9.876.5432 ...``, from
            the seat of the letter on, clockwise; N, E, S and W are the seats 0 to 3. The whole tag, ``[Deal "N:..."]``, will
            do too.
        players: How many hands there must be; 3 to 8 where None.

    Raises:
        NotationError: It is something else, the number of hands is another, or a card is named twice.
        SetupError: It is not text, or the number of players is not one of 3 to 8.

    Example:
        >>> read_hands("QS KS | 2C 3C | AH 10H")
        (CardSet('QS KS'), CardSet('2C 3C'), CardSet('TH AH'))
        >>> read_hands("E:A... K... Q... J...")
        (CardSet('JS'), CardSet('AS'), CardSet('KS'), CardSet('QS'))
    """
    check_text(text)
    low, high = _PLAYERS if players is None else (_count(players),) * 2
    found = _PBN.match(text)
    seen: set[Card] = set()
    if found is None:
        parts = list(_parts(text))
        _check_count(text, parts, low, high)
        return tuple([set_at(text, find_cards(text, part), seen) for part in _behind_seats(text, parts)])
    if players not in (None, 4):
        raise NotationError(text, found.start(2), "a deal as in PBN has four hands", f"{players} hands, parted by '|'")
    parts = list(_pbn_parts(text, found))
    _check_count(text, parts, 4, 4)
    first = _DIRECTIONS.index(found[2])
    hands = [set_at(text, find_held(text, part), seen) for part in parts]
    return tuple([hands[(seat - first) % 4] for seat in range(4)])


def _parts(text: str) -> Iterator[Span]:
    """The parts of hands that are parted by bars or by line breaks, but not by both."""
    lines = [line for line in spans(text, "\n", (0, len(text))) if line[0] < line[1]]
    if "|" not in text:
        return iter(lines)
    if len(lines) > 1:
        raise NotationError(text, lines[1][0], "there are both '|' and line breaks between hands", "one of the two")
    return spans(text, "|", (0, len(text)))


def _pbn_parts(text: str, found: re.Match[str]) -> Iterator[Span]:
    """The parts of the hands of a deal as in PBN, of which the beginning has been found."""
    end = len(text.rstrip())
    if found[1]:
        inside = text[:end].removesuffix("]").rstrip()
        if not text.endswith("]", 0, end) or not inside.endswith('"') or len(inside) <= found.end():
            raise NotationError(text, end, "the tag has no end", "'\"]'")
        end = len(inside) - 1
    for part in re.compile(r"\S+").finditer(text, found.end(), end):
        yield part.span()


def _check_count(text: str, parts: Sequence[Span], low: int, high: int) -> None:
    """See that there are as many hands as there must be."""
    if not low <= len(parts) <= high:
        at = parts[high][0] if len(parts) > high else len(text)
        wanted = str(high) if low == high else f"{low} to {high}"
        raise NotationError(text, at, f"the number of hands is {len(parts)}", f"{wanted} hands, one for each seat")


def _behind_seats(text: str, parts: Sequence[Span]) -> Iterator[Span]:
    """The parts of hands without the seats in front of them, which must be in order."""
    for seat, part in enumerate(parts):
        found = LABEL.match(text, *part)
        if found is not None and found[1] + found[2] != f"{seat}:":
            raise NotationError(
                text, part[0], f"{shown(found[0])} is in front of the hand of seat {seat}", f"'{seat}:' or nothing"
            )
        yield part if found is None else (found.end(), part[1])


def _hands(hands: Sequence[CardsLike], low: int, high: int) -> list[CardSet]:
    if isinstance(hands, str) or not isinstance(hands, Sequence) or not low <= len(hands) <= high:
        wanted = str(high) if low == high else f"{low} to {high}"
        raise SetupError("hands", f"they are {shown(hands)}: expected {wanted} sets of cards, one for each seat")
    sets = [CardSet(hand) for hand in hands]
    if len({card for hand in sets for card in hand}) < sum(map(len, sets)):
        raise SetupError("hands", "two of them share a card: expected each card once")
    return sets


def write_hands(hands: Sequence[CardsLike]) -> str:
    """Hands as one line, by seat; reads back equal through `read_hands`.

    Args:
        hands: The hands by seat, 3 to 8 of them, in any form.

    Raises:
        CardError: Something is not a card, or a card is named twice.
        SetupError: The number of hands is another, or a card is in two of them.

    Example:
        >>> write_hands(["KS QS", "", "AH 10H"])
        'QS KS | - | TH AH'
    """
    return " | ".join(str(hand) or NONE for hand in _hands(hands, *_PLAYERS))


def write_pbn(hands: Sequence[CardsLike], first: int = 0) -> str:
    """Four hands as in the tag Deal of PBN; reads back equal through `read_hands`.

    Args:
        hands: The hands by seat, of the seats N, E, S and W.
        first: The seat whose hand is written first.

    Raises:
        CardError: Something is not a card, or a card is named twice.
        SetupError: There are not four hands, a card is in two of them, or there is no such seat.

    Example:
        >>> write_pbn(["AS KH", "QS", "2C JC", "TD"], first=2)
        'S:...J2 ..T. A.K.. Q...'
    """
    sets = _hands(hands, 4, 4)
    if not is_whole(first) or not 0 <= first < 4:
        raise SetupError("first", f"it is {shown(first)}: expected a seat from 0 to 3")
    holdings = [write_holding(hand) for hand in sets[first:] + sets[:first]]
    return f"{_DIRECTIONS[first]}:{' '.join(holdings)}"


# ---- passes and tricks -------------------------------------------------------------------------------------------------


def _seat(where: str, seat: object) -> int:
    if not is_whole(seat) or not 0 <= seat < _PLAYERS[1]:
        raise SetupError(where, f"it is {shown(seat)}: expected a seat from 0 to {_PLAYERS[1] - 1}")
    return seat


def read_pass(text: str) -> PassCards:
    """Read a pass.

    Args:
        text: The seat that passes, ``>``, and the cards, as in ``0> AH QS KS``.

    Raises:
        NotationError: It is something else, or a card is named twice.
        SetupError: It is not text.

    Example:
        >>> read_pass("0> QS KS AH")
        PassCards(seat=0, cards=CardSet('AH QS KS'))
    """
    check_text(text)
    _, seat, behind = seat_at(text, stripped(text, 0, len(text)), ">", _PLAYERS[1])
    return PassCards(seat, set_at(text, find_cards(text, behind), set()))


def write_pass(action: PassCards) -> str:
    """A pass as text; reads back equal through `read_pass`.

    Raises:
        SetupError: It is not a pass, or its seat is not one of 0 to 7.

    Example:
        >>> write_pass(PassCards(0, "QS KS AH"))
        '0> AH QS KS'
    """
    if not isinstance(action, PassCards):
        raise SetupError("action", f"it is {shown(action)}: expected a PassCards")
    return join(_seat("seat", action.seat), ">", action.cards)


def read_trick(text: str, players: int) -> Trick:
    """Read a trick, whoever may have taken it.

    Args:
        text: The seat that led, ``:``, and the cards in the order of play, as in ``3: 2C 5C KC AC``; fewer where it is open.
        players: The number of players: the cards are those of the leader and of the seats to its left, in turn.

    Raises:
        NotationError: It is something else, there are more cards than players, or a card is named twice.
        SetupError: It is not text, or the number of players is not one of 3 to 8.

    Example:
        >>> read_trick("3: 2C 5C KC", 4)
        Trick(leader=3, cards=(Card('2C'), Card('5C'), Card('KC')), seats=(3, 0, 1), winner=None)
    """
    check_text(text)
    _count(players)
    _, leader, behind = seat_at(text, stripped(text, 0, len(text)), ":", players)
    cards: list[Card] = []
    for at, card in find_plays(text, behind):
        if card in cards:
            raise NotationError(text, at, f"{card} is named twice", "each card once")
        if len(cards) == players:
            raise NotationError(text, at, "the trick has too many cards", f"at most {players}, one from each seat")
        cards.append(card)
    return Trick(leader, tuple(cards), tuple([(leader + step) % players for step in range(len(cards))]))


def write_trick(trick: Trick | int, cards: str | Iterable[CardLike] = ()) -> str:
    """A trick as text; who took it is left out. Reads back through `read_trick`.

    Args:
        trick: The trick, or the seat that led.
        cards: Where the seat is given, the cards in the order of play.

    Raises:
        CardError: Something is not a card, or a card is named twice.
        SetupError: The seat is not one of 0 to 7.

    Example:
        >>> write_trick(Trick(3, (Card("2C"), Card("AC")), (3, 0)))
        '3: 2C AC'
        >>> write_trick(3, "2C AC")
        '3: 2C AC'
    """
    leader, played = (trick.leader, trick.cards) if isinstance(trick, Trick) else (trick, cards)
    words = played.replace(",", " ").split() if isinstance(played, str) else played
    if not isinstance(words, Iterable):
        raise SetupError("cards", f"it is {shown(cards)}: expected the cards in the order of play")
    in_order = [Card(card) for card in words]
    CardSet(in_order)
    return join(_seat("leader", leader), ":", in_order)
