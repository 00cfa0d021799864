"""What a seat can do: pass cards, play a card, choose how its moon is scored; and the list of what it may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias, overload

import attrs

from hearts.cards import Card, CardLike, CardSet, CardsLike, of_mask
from hearts.errors import SetupError, is_whole, shown
from hearts.variant.rules import Rules
from hearts.variant.sections import MoonStyle

__all__ = ["Action", "ActionList", "ChooseMoon", "PassCards", "Phase", "PlayCard", "pass_choices", "plays_of"]


class Phase(StrEnum):
    """Where a deal or game stands."""

    PASSING = "passing"
    PLAYING = "playing"
    CHOOSING_MOON = "choosing-moon"
    DEAL_OVER = "deal-over"
    GAME_OVER = "game-over"


_FAR: Final = 1_000
"""No seat's number is beyond this; whether a smaller one is a seat, each state says."""


def _seat(seat: int) -> int:
    if not is_whole(seat) or not -_FAR <= seat <= _FAR:
        raise SetupError("seat", f"it is {shown(seat)}: expected the number of a seat, from 0")
    return seat


def _style(style: MoonStyle | str) -> MoonStyle:
    if style not in (MoonStyle.OLD, MoonStyle.NEW):
        raise SetupError("style", f"it is {shown(style)}: expected 'old' or 'new'")
    return MoonStyle(style)


@attrs.frozen(init=False)
class PassCards:
    """A seat chooses the cards that it passes (R2.1).

    Args:
        seat: The seat, from 0.
        cards: The cards, in any form.

    Raises:
        CardError: Something is not a card, or a card is named twice.
        SetupError: The seat is not a whole number.

    Example:
        >>> PassCards(0, "QS KS AH")
        PassCards(seat=0, cards=CardSet('AH QS KS'))
    """

    seat: int
    cards: CardSet

    def __init__(self, seat: int, cards: CardsLike) -> None:
        """Check the seat and read the cards."""
        self.__attrs_init__(_seat(seat), cards if type(cards) is CardSet else CardSet(cards))


@attrs.frozen(init=False)
class PlayCard:
    """A seat plays a card to the open trick (R5).

    Args:
        seat: The seat, from 0.
        card: The card, in any form.

    Raises:
        CardError: It is not a card.
        SetupError: The seat is not a whole number.

    Example:
        >>> PlayCard(2, "2c")
        PlayCard(seat=2, card=Card('2C'))
    """

    seat: int
    card: Card

    def __init__(self, seat: int, card: CardLike) -> None:
        """Check the seat and read the card."""
        self.__attrs_init__(_seat(seat), Card(card))


@attrs.frozen(init=False)
class ChooseMoon:
    """The shooter of a moon chooses how it is scored (R8.2).

    Args:
        seat: The seat, from 0.
        style: ``old`` (each other seat is charged) or ``new`` (the shooter's score goes down).

    Raises:
        SetupError: The seat is not a whole number, or the style is neither of the two.

    Example:
        >>> ChooseMoon(1, "new").style
        <MoonStyle.NEW: 'new'>
    """

    seat: int
    style: MoonStyle

    def __init__(self, seat: int, style: MoonStyle | str) -> None:
        """Check the seat and the style."""
        self.__attrs_init__(_seat(seat), _style(style))


Action: TypeAlias = PassCards | PlayCard | ChooseMoon


@cache
def _plays(seat: int) -> tuple[PlayCard, ...]:
    """The plays of every card by a seat, made once and shared."""
    return tuple(PlayCard(seat, card) for card in range(52))


def plays_of(seat: int, mask: int) -> tuple[PlayCard, ...]:
    """The plays of a mask's cards by a seat, in ascending order of cards."""
    return tuple(map(_plays(seat).__getitem__, of_mask(mask)))


class _Group(NamedTuple):
    """A run of legal passes of one seat: all of some cards, and so many of some others."""

    seat: int
    fixed: tuple[Card, ...]
    cards: tuple[Card, ...]
    chosen: int
    size: int


class ActionList(Sequence[Action]):
    """The legal passes of a state, in a fixed order: iterates, counts, indexes and answers ``in``, and lists them lazily.

    The order is by seat, then fewer cards before more, then ascending cards. Two lists are equal where they hold the same.
    """

    __slots__ = ("_groups",)

    def __init__(self, groups: Iterable[_Group]) -> None:
        """Hold the runs of passes."""
        self._groups = tuple(groups)

    def __iter__(self) -> Iterator[Action]:
        """Iterate over the actions."""
        for group in self._groups:
            for chosen in combinations(group.cards, group.chosen):
                yield PassCards(group.seat, group.fixed + chosen)

    def __len__(self) -> int:
        """The number of actions."""
        return sum([group.size for group in self._groups])

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        """The action at a place, found without listing those before it."""
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = index + len(self) if index < 0 else index
        if place >= 0:
            for group in self._groups:
                if place < group.size:
                    chosen = _combination(group.cards, group.chosen, place)
                    return PassCards(group.seat, group.fixed + chosen)
                place -= group.size
        msg = f"{index} is out of range: there are {len(self)} legal actions"
        raise IndexError(msg)

    def __contains__(self, action: object) -> bool:
        """True for an action that is legal."""
        if not isinstance(action, PassCards):
            return False
        cards = set(action.cards)
        return any(
            action.seat == seat
            and len(cards) == len(fixed) + count
            and cards.issuperset(fixed)
            and cards <= {*fixed, *free}
            for seat, fixed, free, count, _ in self._groups
        )

    def __eq__(self, other: object) -> bool:
        """True for a list of the same actions."""
        return self._groups == other._groups if isinstance(other, ActionList) else NotImplemented

    def __hash__(self) -> int:
        """Equal lists hash alike."""
        return hash(self._groups)

    def __repr__(self) -> str:
        """How many actions there are, and of whom."""
        seats = ", ".join(str(seat) for seat in dict.fromkeys(group.seat for group in self._groups))
        return f"<{len(self)} passes of seats {seats}>"


def _combination(cards: tuple[Card, ...], count: int, place: int) -> tuple[Card, ...]:
    """The combination at a place of `itertools.combinations`."""
    out: list[Card] = []
    start = 0
    while len(out) < count:
        behind = comb(len(cards) - start - 1, count - len(out) - 1)
        if place < behind:
            out.append(cards[start])
        else:
            place -= behind
        start += 1
    return tuple(out)


def pass_choices(rules: Rules, hands: tuple[int, ...], seats: tuple[int, ...]) -> ActionList:
    """The passes that some seats may choose (R2.4)."""
    return ActionList(group for seat in seats for group in _groups(rules, hands[seat], seat))


def _groups(rules: Rules, hand: int, seat: int) -> Iterator[_Group]:
    free = tuple(of_mask(hand & ~rules.pass_locked))
    short = rules.pass_at_least - len(free)
    if short > 0:  # locked cards make up the number, as far as they are needed
        locked = tuple(of_mask(hand & rules.pass_locked))
        yield _Group(seat, free, locked, short, comb(len(locked), short))
        return
    for count in range(rules.pass_at_least, min(rules.pass_count, len(free)) + 1):
        yield _Group(seat, (), free, count, comb(len(free), count))
