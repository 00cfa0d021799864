"""Counting and drawing holdings exactly: who holds which of the hidden cards, under limits on each hand.

Cards that the same seats may hold are alike, and make up a *kind*. A holding is drawn by saying how many cards of each kind
each seat takes, seat by seat; which ones is then a matter of shuffling the kinds. How many holdings follow from each such
choice is worked out once, in whole numbers, on a graph whose nodes are what can be left to share out. So a draw is a walk
through the graph, nothing drawn is ever thrown away, and every holding is equally likely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, islice
from math import comb, prod
from operator import sub
from random import Random
from typing import Final, NamedTuple, TypeAlias

from hearts.cards import bits
from hearts.knowledge.exchange import DONE, Exchange, State

__all__ = ["Chance", "Limits", "Plan", "chance_of"]


class Limits(NamedTuple):
    """Hidden hands, and what is known of them.

    Attributes:
        cards: The mask of the hidden cards.
        sizes: How many of them each seat holds.
        within: The mask of those that each seat may hold.
        needs: A mask of which each seat holds at least one card; 0 where nothing is asked.
        begun: The mask of the other cards that each seat held when play began.
        locked: The mask of the cards that cannot be passed, hand permitting, where that restricts the hands; else 0.
        exchange: What is known of the passes, where they restrict the hands; else None.
    """

    cards: int
    sizes: tuple[int, ...]
    within: tuple[int, ...]
    needs: tuple[int, ...]
    begun: tuple[int, ...]
    locked: int = 0
    exchange: Exchange | None = None


Taken: TypeAlias = tuple[int, ...]
"""How many cards of each kind a seat takes, or how many are left."""


_Share: TypeAlias = tuple[int, slice, list[slice]]
"""A seat, and the places of the cards that it takes: those of one kind, and of others."""

FEW: Final = 30
"""Where there are no more paths than this, they are listed before drawing."""


Chance: TypeAlias = Callable[[object], float]
"""A random number for each thing that is asked about: to sort by it is to shuffle."""


def chance_of(rng: Random) -> Chance:
    """Numbers drawn from a source, one after another, with no Python between."""
    return partial(next, iter(rng.random, None))


class _Node:
    """What is left to share out among the seats that have yet to take cards.

    Attributes:
        total: How many holdings there are.
        moves: What the next seat may take, in how many ways, and what is left then.
        sums: The running sum of the holdings of the moves.
    """

    __slots__ = ("moves", "sums", "total")

    total: int

    def __init__(self, moves: list[tuple[Taken, int, _Node]], total: int = 0) -> None:
        """Add up the moves."""
        self.moves = moves
        self.sums = list(accumulate([ways * child.total for _, ways, child in moves]))
        self.total = self.sums[-1] if moves else total


_END: Final = _Node([], 1)
_NONE: Final = _Node([])


class Plan:
    """All holdings of hidden hands.

    Attributes:
        total: How many there are.
        sure: The masks of the cards that each seat held when play began in all of them, as far as that is clear at once.
        sure_bits: The same, as the bits of the cards.
        is_even: Are all hidden cards alike, so that each seat takes so many and there is nothing else to choose?
    """

    def __init__(self, limits: Limits) -> None:
        """Sort the cards into kinds and count."""
        self._limits = limits
        self._sizes = list(limits.sizes)
        self._fixed = [0] * len(limits.sizes)
        cells = self._place_sure_cards(_cells(limits))
        self._asking = {seat for seat, need in enumerate(limits.needs) if need and not need & self._fixed[seat]}
        kinds = [(seats, part) for seats, mask in cells.items() for part in self._parts(mask)]
        self._kinds = tuple([mask for _, mask in kinds])
        self.sure = tuple([has | more for has, more in zip(limits.begun, self._fixed, strict=True)])
        self.sure_bits = list(map(_singles, self.sure))
        self._order = self._seats_in_order([seats for seats, _ in kinds])
        self._takes = self._shares([seats for seats, _ in kinds])
        self._nodes: dict[tuple[int, Taken, State], _Node] = {}
        able = min(self._sizes) >= 0 and 0 not in cells
        sizes = [mask.bit_count() for mask in self._kinds]
        self._root = self._node(0, tuple(sizes), DONE) if able else _NONE
        self.total = self._root.total
        self.is_even = len(sizes) <= 1
        # for drawing: the bits of the cards by kind; what seats take of them on each path, if these are few
        self._piles = list(map(_singles, self._kinds))
        self._starts = list(accumulate(sizes, initial=0))
        self._nothing: list[list[int]] = [[] for _ in limits.sizes]
        self._paths: list[list[_Share]] = []
        self._sums: list[int] = []

    def _place_sure_cards(self, cells: dict[int, int]) -> dict[int, int]:
        """Give cards that one seat alone may hold to it, until there are none; what is left, by who may hold it."""
        while sure := [seats for seats in cells if seats.bit_count() == 1]:
            for seats in sure:
                seat, mask = seats.bit_length() - 1, cells.pop(seats)
                self._fixed[seat] |= mask
                self._sizes[seat] -= mask.bit_count()
            full = sum([1 << seat for seat, size in enumerate(self._sizes) if not size])
            merged: dict[int, int] = {}
            for seats, mask in cells.items():
                merged[seats & ~full] = merged.get(seats & ~full, 0) | mask
            cells = merged
        return cells

    def _parts(self, mask: int) -> list[int]:
        """Cards that the same seats may hold, by what else tells them apart."""
        parts = [mask]
        for by in (*[self._limits.needs[seat] for seat in self._asking], self._limits.locked):
            parts = [part for whole in parts for part in (whole & by, whole & ~by) if part]
        return parts

    def _seats_in_order(self, kinds: list[int]) -> tuple[int, ...]:
        """The seats in the order in which they take cards: those first that have the least choice."""
        if self._limits.exchange is not None:
            return self._limits.exchange.order
        taking = [seat for seat, size in enumerate(self._sizes) if size or seat in self._asking]
        return tuple(sorted(taking, key=lambda seat: sum([seats >> seat & 1 for seats in kinds])))

    def _shares(self, kinds: list[int]) -> list[list[tuple[bool, bool]]]:
        """For each seat in order and each kind: may the seat take of it, and is it the last that may?"""
        later, shares = 0, []
        for seat in reversed(self._order):
            shares.append([(bool(seats >> seat & 1), not seats & later) for seats in kinds])
            later |= 1 << seat
        return shares[::-1]

    # ---- counting ------------------------------------------------------------------------------------------------------

    def _node(self, place: int, left: Taken, state: State) -> _Node:
        if place == len(self._order):
            return _END
        key = place, left, state
        if key not in self._nodes:
            moves = []
            for taken in self._choices(place, left):
                after = self._after(place, taken, state)
                child = _NONE if after is None else self._node(place + 1, tuple(map(sub, left, taken)), after)
                if child.total:
                    moves.append((taken, prod(map(comb, left, taken)), child))
            self._nodes[key] = _Node(moves)
        return self._nodes[key]

    def _choices(self, place: int, left: Taken) -> Iterable[Taken]:
        """How many of the cards that are left of each kind a seat may take."""
        seat, takes = self._order[place], self._takes[place]
        later = sum([count for count, (may, _) in zip(left, takes, strict=True) if may])
        choices: list[tuple[Taken, int]] = [((), self._sizes[seat])]
        for count, (may, last) in zip(left, takes, strict=True):
            most, fewest = (count, count if last else 0) if may else (0, 0)
            later -= most
            choices = [
                ((*taken, number), spare - number)
                for taken, spare in choices
                for number in range(max(fewest, spare - later), min(most, spare) + 1)
            ]
        found = [taken for taken, _ in choices]
        if seat in self._asking:
            need = self._limits.needs[seat]
            return [taken for taken in found if self._number_within(need, taken)]
        return found

    def _number_within(self, mask: int, taken: Taken) -> int:
        """How many of the cards that are taken lie within a mask that no kind lies across."""
        return sum([count for count, kind in zip(taken, self._kinds, strict=True) if kind & mask])

    def _after(self, place: int, taken: Taken, state: State) -> State | None:
        """What is to be remembered of the passes once a seat has taken cards; None where no passes can lead to that."""
        exchange, locked = self._limits.exchange, self._limits.locked
        if exchange is None:
            return state
        seat = self._order[place]
        sure = (self._limits.begun[seat] | self._fixed[seat]) & locked
        return exchange.step(place, state, sure.bit_count() + self._number_within(locked, taken))

    # ---- what is asked of it -------------------------------------------------------------------------------------------

    def possible(self) -> list[int]:
        """The masks of the hidden cards that each seat has in some holding; there must be one."""
        masks = self._fixed.copy()
        nodes = {self._root}
        for seat in self._order:
            moves = [move for node in nodes for move in node.moves]
            for kind, mask in enumerate(self._kinds):
                if any(taken[kind] for taken, _, _ in moves):
                    masks[seat] |= mask
            nodes = {child for _, _, child in moves}
        return masks

    def draw(self, number: int, chance: Chance) -> list[list[int]]:
        """The bits of the hidden cards, but for those of `sure`, that each seat has in some holding.

        Args:
            number: A number below `total`, each equally likely, which says how many cards of each kind each seat takes.
            chance: What says which.
        """
        drawn = self._nothing.copy()
        cards: list[int] = []
        for pile in self._piles:
            cards += sorted(pile, key=chance)
        for seat, first, others in self._shares_at(number):
            drawn[seat] = cards[first]
            for part in others:
                drawn[seat] += cards[part]
        return drawn

    def _shares_at(self, number: int) -> list[_Share]:
        """What the seats take on the path that a number leads to."""
        if not self._sums:
            paths = list(islice(self._walks(self._root), FEW + 1))
            if len(paths) > FEW:
                paths = [(self.total, [])]
            self._sums = list(accumulate([ways for ways, _ in paths]))
            self._paths = [self._shares_of(path) for _, path in paths]
        if self._paths[0] or not self._kinds:
            return self._paths[bisect_right(self._sums, number)]
        path, node = [], self._root
        while node.moves:
            at = bisect_right(node.sums, number)
            if at:
                number -= node.sums[at - 1]
            taken, ways, node = node.moves[at]
            number //= ways
            path.append(taken)
        return self._shares_of(path)

    def _walks(self, node: _Node) -> Iterator[tuple[int, list[Taken]]]:
        """Each path from a node to the end, and the number of holdings that it stands for."""
        if not node.moves:
            yield 1, []
        for taken, ways, child in node.moves:
            for more, path in self._walks(child):
                yield ways * more, [taken, *path]

    def _shares_of(self, path: list[Taken]) -> list[_Share]:
        """What the seats take on a path, the cards in order of kinds."""
        shares, next_of = [], self._starts.copy()
        for seat, taken in zip(self._order, path, strict=False):
            parts = []
            for kind, count in enumerate(taken):
                if count:
                    parts.append(slice(next_of[kind], next_of[kind] + count))
                    next_of[kind] += count
            if parts:
                shares.append((seat, parts[0], parts[1:]))
        return shares


def _cells(limits: Limits) -> dict[int, int]:
    """The hidden cards by the mask of the seats that may hold them."""
    cells = {0: limits.cards} if limits.cards else {}
    for seat, (size, within) in enumerate(zip(limits.sizes, limits.within, strict=True)):
        if size:
            parts = [
                part
                for seats, mask in cells.items()
                for part in ((seats | 1 << seat, mask & within), (seats, mask & ~within))
            ]
            cells = {seats: mask for seats, mask in parts if mask}
    return cells


def _singles(mask: int) -> list[int]:
    """The bits of a mask, each as a mask of its own."""
    return [1 << card for card in bits(mask)]
