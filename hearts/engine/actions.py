"""What a seat can do: pass cards, play a card, choose how its moon is scored; and the list of what it may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias, overload

import attrs

from hearts.cards import Card, CardSet, of_mask
from hearts.engine import kernel
from hearts.errors import SetupError
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


def _seat(seat: int) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise SetupError("seat", f"it is {seat!r}: expected the number of a seat, from 0")
    return seat


def _style(style: MoonStyle | str) -> MoonStyle:
    if style not in (MoonStyle.OLD, MoonStyle.NEW):
        raise SetupError("style", f"it is {style!r}: expected 'old' or 'new'")
    return MoonStyle(style)


def _cards(cards: object) -> CardSet:
    return cards if type(cards) is CardSet else CardSet(cards)  # type: ignore[arg-type]  # checked there, for whatever comes


@attrs.frozen
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

    seat: int = attrs.field(converter=_seat)
    cards: CardSet = attrs.field(converter=_cards)


@attrs.frozen
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

    seat: int = attrs.field(converter=_seat)
    card: Card = attrs.field(converter=Card)


@attrs.frozen
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

    seat: int = attrs.field(converter=_seat)
    style: MoonStyle = attrs.field(converter=_style)


Action: TypeAlias = PassCards | PlayCard | ChooseMoon


@cache
def _plays(seat: int) -> tuple[PlayCard, ...]:
    """The plays of every card by a seat, made once and shared."""
    return tuple(PlayCard(seat, card) for card in range(52))


def plays_of(seat: int, mask: int) -> tuple[PlayCard, ...]:
    """The plays of a mask's cards by a seat, in ascending order of cards."""
    return tuple(map(_plays(seat).__getitem__, of_mask(mask)))


class ActionList(Sequence[Action]):
    """The legal actions of a state, in a fixed order: iterates, counts, indexes and answers ``in``, and lists passes lazily.

    The order is by seat, then fewer cards before more, then ascending cards.
    """

    __slots__ = ("_passes",)

    def __init__(self, passes: tuple[tuple[Rules, int, int], ...]) -> None:
        """Hold the rules, seat and hand of each seat that may choose a pass."""
        self._passes = passes

    def _groups(self) -> Iterator[tuple[int, tuple[Card, ...], tuple[Card, ...], int, int]]:
        """Seat, cards that are all passed, cards to choose from, how many of those: each group a run of legal passes."""
        for rules, seat, hand in self._passes:
            free = hand & ~rules.pass_locked
            short = rules.pass_at_least - free.bit_count()
            if short > 0:
                locked = of_mask(hand & rules.pass_locked)
                yield seat, tuple(of_mask(free)), tuple(locked), short, comb(len(locked), short)
                continue
            cards = tuple(of_mask(free))
            for count in range(rules.pass_at_least, min(rules.pass_count, len(cards)) + 1):
                yield seat, (), cards, count, comb(len(cards), count)

    def __iter__(self) -> Iterator[Action]:
        """Iterate over the actions."""
        for seat, fixed, cards, count, _ in self._groups():
            for chosen in combinations(cards, count):
                yield PassCards(seat, fixed + chosen)

    def __len__(self) -> int:
        """The number of actions."""
        return sum(size for *_, size in self._groups())

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
            for seat, fixed, cards, count, size in self._groups():
                if place < size:
                    return PassCards(seat, fixed + _combination(cards, count, place))
                place -= size
        msg = f"{index} is out of range: there are {len(self)} legal actions"
        raise IndexError(msg)

    def __contains__(self, action: object) -> bool:
        """True for an action that is legal."""
        return isinstance(action, PassCards) and any(
            seat == action.seat and kernel.can_pass(rules, hand, action.cards.mask)
            for rules, seat, hand in self._passes
        )

    def __eq__(self, other: object) -> bool:
        """True for a list of the same actions."""
        return self._passes == other._passes if isinstance(other, ActionList) else NotImplemented

    def __hash__(self) -> int:
        """Equal lists hash alike."""
        return hash(self._passes)

    def __repr__(self) -> str:
        """How many actions there are, and of whom."""
        return f"<{len(self)} passes of seats {', '.join(str(seat) for _, seat, _ in self._passes)}>"


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
    """The passes that some seats may choose."""
    return ActionList(tuple((rules, seat, hands[seat]) for seat in seats))
