"""What hidden seats may have passed, given the hands that play began with (R2).

A seat's pass lies within the hand of the seat that received it. Where no card is locked, that is all: whatever the hands are,
some passes lead to them. Locked cards (R2.4) are passed only by a hand that lacks others, so they can rule hands out. What
counts is how many locked cards are in each hand and in each pass: a seat that passes any has passed all of its other cards, so
that those that it holds now are those that it received, and it has passed the fewest that it may.

Seats that pass to one another form rings, and are looked at in that order; the rest follows from one pass in each ring.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb, gcd, prod
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from hearts.engine.actions import pass_choices
from hearts.engine.table import NOT_CHOSEN
from hearts.variant.rules import Rules

if TYPE_CHECKING:
    from hearts.knowledge.view import View

__all__ = ["DONE", "Exchange", "State", "choose_passes"]

State: TypeAlias = frozenset[tuple[int, int, int]]
"""In which ways a ring can have gone, as far as it has been looked at. Each is the way in which the number of cards goes round,
how many locked cards the ring's last seat passed to its first, and how many the last seat looked at passed on."""

DONE: Final[State] = frozenset()
"""Between two rings, and where nothing restricts the hands, there is nothing to remember."""


class _Ring(NamedTuple):
    """Seats each of which passes to the next, and the last of them to the first.

    Attributes:
        seats: The seats.
        ways: The ways in which the number of cards can go round: how many each seat passed, in their order.
    """

    seats: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]


class _Pass(NamedTuple):
    """A hidden pass, as far as it is settled.

    Attributes:
        giver: Who passed.
        receiver: To whom.
        locked: How many locked cards.
        others: How many others.
        ways: The places of its cards in the hand that it went to, in every way; empty where that is for later.
    """

    giver: int
    receiver: int
    locked: int
    others: int
    ways: tuple[tuple[int, ...], ...]


class _Paths(NamedTuple):
    """The ways in which the passes of a ring can be settled, with the running sum of how many passes each stands for."""

    sums: list[int]
    passes: list[list[_Pass]]


class Exchange:
    """The passes of a deal whose play has begun, as far as a view knows them.

    Attributes:
        known: The masks of the passes that are known, by seat.
        order: The seats, ring by ring.
        restricts: Can hands be such that no passes lead to them?
        is_possible: Can seats have passed so many cards that hands came to be as large as they are?
    """

    def __init__(self, view: View, rules: Rules, sizes: Sequence[int], played: Sequence[int]) -> None:
        """Take the view and its rules, how many cards each seat held when play began, and which it has played."""
        self._rules = rules
        self._sizes = sizes
        self.known = _known_passes(view, played)
        # with no more locked cards than every seat keeps, all of them can have been kept, and all that was passed be others
        self.restricts = rules.pass_locked.bit_count() > rules.hand_size - rules.pass_count
        self._rings = [self._ring(first, view.pass_offset) for first in range(gcd(view.players, view.pass_offset))]
        self.is_possible = all(ring.ways for ring in self._rings)
        self.order = tuple([seat for ring in self._rings for seat in ring.seats])
        self._places = [(ring, at) for ring in self._rings for at in range(len(ring.seats))]
        self._steps: dict[tuple[int, State, int], State | None] = {}
        self._paths: dict[tuple[int, ...], _Paths] = {}
        self._passes = [self.known.get(seat, 0) for seat in range(rules.players)]
        none = [0] * rules.players
        self._free_paths = [
            self._weighed(ring, [(way, (0,) * len(way)) for way in ring.ways], none) for ring in self._rings
        ]

    def _ring(self, first: int, offset: int) -> _Ring:
        rules, players = self._rules, self._rules.players
        seats = tuple([(first + step * offset) % players for step in range(players // gcd(players, offset))])
        # a seat began with as many more cards than it was dealt as it received more than it gave
        more = list(accumulate([self._sizes[seat] - rules.hand_size for seat in seats]))
        ways = [tuple([given - extra for extra in more]) for given in range(rules.pass_at_least, rules.pass_count + 1)]
        return _Ring(seats, tuple([way for way in ways if self._fits(seats, way)]))

    def _fits(self, seats: tuple[int, ...], way: tuple[int, ...]) -> bool:
        """Can each seat have passed so many cards?"""
        fewest, most, known = self._rules.pass_at_least, self._rules.pass_count, self.known
        return all(
            known[seat].bit_count() == count if seat in known else fewest <= count <= most
            for seat, count in zip(seats, way, strict=True)
        )

    # ---- which hands can have come about -------------------------------------------------------------------------------

    def step(self, place: int, state: State, locked: int) -> State | None:
        """In which ways the ring can have gone once one more seat is looked at; None where it cannot have.

        Args:
            place: The seat's place in `order`.
            state: In which ways it can have gone so far.
            locked: How many locked cards the seat held when play began.
        """
        key = place, state, locked
        if key not in self._steps:
            ring, at = self._places[place]
            before = state if at else self._starts(ring)
            reached = [
                (way, first, out) for way, first, now in before for out in self._passed_on(ring, way, at, now, locked)
            ]
            if at == len(ring.seats) - 1:
                self._steps[key] = DONE if any(first == out for _, first, out in reached) else None
            else:
                self._steps[key] = frozenset(reached) or None
        return self._steps[key]

    def _starts(self, ring: _Ring) -> State:
        """How many locked cards the last seat can have passed to the first."""
        given = [(index, locked) for index, way in enumerate(ring.ways) for locked in range(way[-1] + 1)]
        return frozenset([(index, locked, locked) for index, locked in given])

    def _passed_on(self, ring: _Ring, way: int, at: int, received: int, locked: int) -> list[int]:
        """How many locked cards a seat can have passed on, if it received so many, and then held so many."""
        seat, counts, rules = ring.seats[at], ring.ways[way], self._rules
        plain = self._sizes[seat] - locked
        if received > locked or counts[at - 1] - received > plain:
            return []
        able = [0]
        if counts[at] == rules.pass_at_least and plain == counts[at - 1] - received:
            able = list(range(counts[at] + 1))
        if seat in self.known:
            return [count for count in able if count == (self.known[seat] & rules.pass_locked).bit_count()]
        return able

    # ---- choosing passes -----------------------------------------------------------------------------------------------

    def choose(self, rng: Random, sure: Sequence[list[int]], drawn: Sequence[list[int]]) -> tuple[int, ...]:
        """Passes that lead to hands, by seat; any that do are equally likely.

        Args:
            rng: Where random choices come from.
            sure: The bits of cards that each seat held when play began.
            drawn: The bits of the others.
        """
        passes = self._passes.copy()
        if self._rules.pass_locked:
            self._choose_locked(rng, passes, sure, drawn)
            return tuple(passes)
        random = rng.random
        for paths in self._free_paths:
            path = bisect_right(paths.sums, rng.randrange(paths.sums[-1])) if len(paths.sums) > 1 else 0
            for giver, receiver, _, others, ways in paths.passes[path]:
                hand = sure[receiver] + drawn[receiver]
                if ways:
                    passes[giver] = sum(map(hand.__getitem__, ways[int(random() * len(ways))]))
                else:
                    passes[giver] = sum(rng.sample(hand, others))
        return tuple(passes)

    def _choose_locked(
        self, rng: Random, passes: list[int], sure: Sequence[list[int]], drawn: Sequence[list[int]]
    ) -> None:
        """Choose passes where some cards are locked."""
        locked = self._rules.pass_locked
        for paths in self._locked_paths(sure, drawn):
            path = bisect_right(paths.sums, rng.randrange(paths.sums[-1]))
            for giver, receiver, some, others, _ in paths.passes[path]:
                hand = sure[receiver] + drawn[receiver]
                passes[giver] = _pick(rng, [card for card in hand if card & locked], some)
                passes[giver] += _pick(rng, [card for card in hand if not card & locked], others)

    def _locked_paths(self, sure: Sequence[list[int]], drawn: Sequence[list[int]]) -> Iterator[_Paths]:
        locked = self._rules.pass_locked
        for number, ring in enumerate(self._rings):
            held = [sum([1 for card in sure[seat] + drawn[seat] if card & locked]) for seat in ring.seats]
            key = (number, *held)
            if key not in self._paths:
                self._paths[key] = self._weighed(ring, self._settle(ring, held), held)
            yield self._paths[key]

    def _weighed(
        self, ring: _Ring, settled: Iterable[tuple[tuple[int, ...], tuple[int, ...]]], held: list[int]
    ) -> _Paths:
        """Ways in which passes can be settled, each with the number of passes that it stands for.

        Args:
            ring: The ring.
            settled: For each way, how many cards each of its seats passed, and how many of them locked ones.
            held: How many locked cards each of its seats held when play began.
        """
        weights: list[int] = []
        passes: list[list[_Pass]] = []
        for counts, some in settled:
            path = [
                self._pass(seat, ring.seats[(at + 1) % len(counts)], some[at], counts[at] - some[at])
                for at, seat in enumerate(ring.seats)
                if seat not in self.known
            ]
            passes.append(path)
            weights.append(prod([self._count(each, ring, held) for each in path]))
        return _Paths(list(accumulate(weights)), passes)

    def _pass(self, giver: int, receiver: int, locked: int, others: int) -> _Pass:
        ways = () if self._rules.pass_locked else _ways(self._sizes[receiver], others)
        return _Pass(giver, receiver, locked, others, ways)

    def _count(self, each: _Pass, ring: _Ring, held: list[int]) -> int:
        """How many passes a hidden pass can be."""
        locked = held[ring.seats.index(each.receiver)]
        return comb(locked, each.locked) * comb(self._sizes[each.receiver] - locked, each.others)

    def _settle(self, ring: _Ring, held: list[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """How many cards each seat of a ring can have passed, and how many of them locked ones."""
        for way, first, _ in sorted(self._starts(ring)):
            paths: list[tuple[int, ...]] = [(first,)]
            for at, locked in enumerate(held):
                paths = [(*path, out) for path in paths for out in self._passed_on(ring, way, at, path[-1], locked)]
            for path in paths:
                if path[-1] == first:
                    yield ring.ways[way], path[1:]


def _known_passes(view: View, played: Sequence[int]) -> dict[int, int]:
    if view.opened is not None:  # a card that a seat passed is one that it did not come to play
        return {seat: dealt.mask & ~played[seat] for seat, dealt in enumerate(view.opened)}
    ends = (view.seat, view.passed), (view.giver, view.received)
    return {seat: cards.mask for seat, cards in ends if seat is not None and cards is not None}


MANY: Final = 2_000
"""Where there are more ways than this to pick cards, they are not listed."""


@lru_cache
def _ways(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """The ways to pick so many of so many; none where they are too many to list."""
    return tuple(combinations(range(size), count)) if comb(size, count) <= MANY else ()


def _pick(rng: Random, cards: list[int], count: int) -> int:
    """The mask of so many of some cards, each choice equally likely."""
    return sum(rng.sample(cards, count))


def choose_passes(view: View, rules: Rules, rng: Random, hands: Sequence[int]) -> tuple[int, ...]:
    """Passes of the seats that have chosen one while others have yet to; any that are legal are equally likely.

    Args:
        view: The view, in which cards are still to be passed.
        rules: Its rules.
        rng: Where random choices come from.
        hands: The masks of the hands as dealt.
    """
    passes = [NOT_CHOSEN] * view.players
    for seat, chosen in enumerate(view.chosen):
        if seat == view.seat and view.passed is not None:
            passes[seat] = view.passed.mask
        elif chosen:
            choices = pass_choices(rules, tuple(hands), (seat,))
            passes[seat] = choices[rng.randrange(len(choices))].cards.mask  # type: ignore[union-attr]  # a PassCards
    return tuple(passes)
