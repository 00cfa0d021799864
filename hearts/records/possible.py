"""Which deals can give a row of scores? The question that a log leaves open which holds the scores alone (R7, R8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul, sub
from typing import Final, TypeAlias

import attrs

from hearts.cards import CardSet, bits, of_mask
from hearts.engine import kernel
from hearts.engine.ending import Standing
from hearts.engine.scoring import DealScore, Moon, Piles, moon_of, points_of, score_piles
from hearts.engine.setup import FAR
from hearts.engine.shuffle import check_deal_number
from hearts.errors import SetupError, is_whole, shown
from hearts.records.deal_kinds import NOBODY, DealKind, kinds_of, trick_numbers
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle, Tie
from hearts.variant.variant import Variant

__all__ = ["LIMIT", "Budget", "Explained", "Explanation", "explain_row", "explain_within"]

LIMIT: Final = 200_000
"""How many steps the search for one row takes at most. Rows of the shipped variants need a few hundred as a rule, and of all
that were tried none needed 80,000.
"""

_SEVERAL: Final = -2
"""In place of the one unit that holds all cards of the moon set so far: there are several."""


@attrs.frozen
class Explanation:
    """One way in which a deal can give a row of scores, with piles that do.

    Attributes:
        moon: The moon or sun that was made, with its style; None where none was.
        taken: What each seat may have taken, by seat: one of many ways, as a rule.
        tricks_won: How many tricks each seat took then.
    """

    moon: Moon | None
    taken: tuple[CardSet, ...]
    tricks_won: tuple[int, ...]


@attrs.frozen
class Explained:
    """All ways in which a deal can give a row of scores.

    Attributes:
        explanations: The ways: with no moon first, then moons by seat, by team, and suns. None at all where the row cannot be.
        is_complete: Was all looked at? Where not, the limit was reached, and a row with no explanation may still be possible.
        instead: Where there is no explanation: what deals come to by the rules that seem to be meant, such as a moon that was
            not scored as one.
    """

    explanations: tuple[Explanation, ...]
    is_complete: bool
    instead: tuple[DealScore, ...] = ()

    @property
    def is_possible(self) -> bool:
        """Can the row be, as far as was looked at?"""
        return bool(self.explanations) or not self.is_complete


def explain_row(
    variant: VariantLike, scores: Sequence[int], *, totals: Sequence[int] | None = None, deal_number: int = 1
) -> Explained:
    """How can a deal give these scores? With every kind of moon and sun that fits.

    What is asked is whether cards and tricks can be shared out so, not whether legal play can lead there. The answer is exact
    but in two points, where it may take for possible what is not. Where seats may pass fewer cards than they receive, tricks
    can have fewer cards than players, and the number of tricks is bounded only. Where `end.tie` is ``fewest-hearts`` and a
    tie decides how a moon is scored, the hearts of the game are not known, and either way is accepted.

    Args:
        variant: A variant, its name, or the path of its file.
        scores: What each seat scored in the deal, by seat; their number is the number of players.
        totals: The totals before the deal, which some moon styles look at; zeros where None.
        deal_number: The number of the deal in its game, from 1.

    Raises:
        SetupError: The numbers do not fit the variant's players, or one is not a whole number.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> [str(way.moon and way.moon.seats) for way in explain_row("standard", (0, 26, 26, 26)).explanations]
        ['(0,)']
        >>> explain_row("standard", (12, 12, 2, 0)).is_possible
        False
    """
    variant = as_variant(variant)
    row = _whole("scores", scores)
    players = variant.player_count(len(row))
    before = (0,) * players if totals is None else _whole("totals", totals)
    if len(before) != players:
        raise SetupError("totals", f"there are {len(before)}: expected {players}, one for each seat")
    return explain_within(variant, row, before, check_deal_number(deal_number) - 1, Budget(LIMIT))


def _whole(where: str, numbers: Sequence[int]) -> tuple[int, ...]:
    if isinstance(numbers, str) or not isinstance(numbers, Sequence):
        raise SetupError(where, f"it is {shown(numbers)}: expected a list with one number for each seat")
    for seat, number in enumerate(numbers):
        if not is_whole(number) or abs(number) > FAR:
            raise SetupError(f"{where}[{seat}]", f"it is {shown(number)}: expected a whole number from {-FAR} to {FAR}")
    return tuple(numbers)


@attrs.define
class Budget:
    """How many steps may still be taken; several searches can share one."""

    left: int

    def allows(self, steps: int) -> bool:
        """Take so many steps; may they be taken?"""
        self.left -= steps
        return self.left >= 0

    def spend(self, steps: int = 1) -> None:
        """Take so many steps, or give up."""
        self.left -= steps
        if self.left < 0:
            raise _SpentError


class _SpentError(Exception):
    """The limit on work is reached; never leaves this module."""


def explain_within(
    variant: Variant, scores: tuple[int, ...], totals: tuple[int, ...], deals: int, budget: Budget
) -> Explained:
    """`explain_row` of what is known to be good, within a budget that other rows may share.

    Args:
        variant: The variant.
        scores: The row.
        totals: The totals before the deal.
        deals: How many deals have been played before.
        budget: How many steps may be taken.
    """
    rules = resolve(variant, len(scores))
    before = Standing(totals, deals, (0,) * len(scores))
    cases = kinds_of(variant, len(scores))
    found: list[Explanation] = []
    instead: list[DealScore] = []
    try:
        for case in cases:
            _look_at(variant, rules, case, scores, before, budget, found, instead)
        if not found and cases[0].least > 1:
            moonless = attrs.evolve(cases[0], split=False, least=1, sums=frozenset([sum(scores)]))
            _look_at(variant, rules, moonless, scores, before, budget, found, instead)
    except _SpentError:
        return Explained(tuple(found), is_complete=False)
    return Explained(tuple(found), is_complete=True, instead=() if found else tuple(dict.fromkeys(instead)))


def _look_at(
    variant: Variant,
    rules: Rules,
    case: DealKind,
    scores: tuple[int, ...],
    before: Standing,
    budget: Budget,
    found: list[Explanation],
    instead: list[DealScore],
) -> None:
    """Look for piles of one kind of deal, and ask the rules what they come to."""
    piles = _find_piles(rules, case, scores, budget)
    if piles is None:
        return
    came_to = [
        DealScore(points_of(rules, piles), score_piles(rules, piles, moon), moon)
        for moon in _moons(variant, rules, before, piles)
    ]
    right = [score for score in came_to if score.scores == scores]
    found += [Explanation(score.moon, tuple(map(of_mask, piles.taken)), piles.tricks) for score in right]
    if not right:
        instead += came_to


def _moons(variant: Variant, rules: Rules, before: Standing, piles: Piles) -> tuple[Moon | None, ...]:
    """Every moon or sun that piles can be scored as: of each style that the rules, or the shooter, can give it.

    How a game stands, and with it the style, can depend on hearts taken before, which are not known: so the shooter's team is
    given fewer of them than the others, and more.
    """
    standings = [before]
    if variant.end.tie is Tie.FEWEST_HEARTS:
        _, shooter, _ = kernel.find_shooter(rules, piles.taken, piles.tricks)
        others = tuple(FAR * (team != rules.team_of[shooter]) for team in rules.team_of)
        standings = [attrs.evolve(before, hearts=others), attrs.evolve(before, hearts=tuple(FAR - n for n in others))]
    chosen = (MoonStyle.OLD, MoonStyle.NEW)
    made = (moon_of(rules, standing, piles, style) for standing in standings for style in chosen)
    return tuple(dict.fromkeys(made))


# ---- the search ----------------------------------------------------------------------------------------------------------


def _find_piles(rules: Rules, case: DealKind, scores: tuple[int, ...], budget: Budget) -> Piles | None:
    """Piles of a kind of deal that give the scores, or None where there are none."""
    budget.spend()
    if sum(scores) not in case.sums:
        return None
    for tricks in trick_numbers(rules):
        if case.kind == kernel.SUN:
            mine = range(rules.players)
            piles = Piles(
                tuple(rules.pack * (seat == case.seat) for seat in mine),
                tuple(tricks * (seat == case.seat) for seat in mine),
            )
            if kernel.score(rules, *piles, case.kind, case.seat, case.joint, case.style) == scores:
                return piles
        else:
            found = _Search(rules, case, scores, budget).find(tricks)
            if found is not None:
                return found
    return None


_Counts: TypeAlias = tuple[int, ...]
"""How many cards of each group."""

_Chain: TypeAlias = tuple[int, "_Chain"] | None
"""The same for the first groups, the last of them first: quick to add to."""


def _unchained(chain: _Chain) -> _Counts:
    counts = []
    while chain:
        count, chain = chain
        counts.append(count)
    return tuple(reversed(counts))


class _Search:
    """A search for piles, seat by seat; what has led nowhere once is not tried again.

    Where tricks count nothing each seat is given as few as its cards need, and what is left of them goes to any seat that has
    one: that leaves most room to the seats that follow.
    """

    def __init__(self, rules: Rules, case: DealKind, scores: tuple[int, ...], budget: Budget) -> None:
        """Take the question; seats with little freedom come first."""
        self._rules, self._case, self._budget = rules, case, budget
        self._beside = [score - ground for score, ground in zip(scores, case.ground, strict=True)]
        self._order = sorted(range(rules.players), key=lambda seat: abs(self._beside[seat]))
        self._last_taker = max(place for place, seat in enumerate(self._order) if case.takers[seat])
        self._failed: set[tuple[object, ...]] = set()

    def find(self, tricks: int) -> Piles | None:
        """The piles of a deal of so many tricks."""
        left = tuple(group.mask.bit_count() for group in self._case.groups)
        found = self._share(0, left, tricks, NOBODY, 0)
        return None if found is None else self._piles(found, tricks)

    def _share(
        self, place: int, left: _Counts, tricks: int, holder: int, live: int
    ) -> dict[int, tuple[_Counts, int]] | None:
        """Share out what is left of cards and tricks among the seats from a place on.

        Args:
            place: Where in the order.
            left: The cards left.
            tricks: The tricks left.
            holder: The unit that holds all cards of the moon set so far, or NOBODY, or _SEVERAL.
            live: How many seats have a trick, 2 for more.
        """
        case = self._case
        if place == len(self._order):
            done = live >= case.least and not (tricks and case.step) and (holder == _SEVERAL or not case.split)
            return {} if done else None
        self._budget.spend(len(left))
        state = (place, left, tricks, holder, live)
        if state in self._failed or not self._adds_up(place, left, tricks):
            return None
        seat = self._order[place]
        for cards, count in self._choices(place, left, tricks):
            rest = tuple(map(sub, left, cards))
            holds = any(number and group.in_moon for number, group in zip(cards, case.groups, strict=True))
            unit = case.units[seat] if holds else holder
            found = self._share(
                place + 1,
                rest,
                tricks - count,
                unit if holder in (NOBODY, unit) else _SEVERAL,
                min(2, live + (count > 0)),
            )
            if found is not None:
                return {**found, seat: (cards, count)}
        self._failed.add(state)
        return None

    def _adds_up(self, place: int, left: _Counts, tricks: int) -> bool:
        """Is there room for the cards left, and do they come to what the seats left have to score?"""
        case = self._case
        if sum(left) > tricks * self._rules.players:
            return False
        wanted = sum(self._beside[seat] for seat in self._order[place:]) - case.step * tricks
        wanted -= sum(map(mul, left, [group.worth for group in case.groups]))
        if not case.void:
            return not wanted
        return not wanted % case.void and 0 <= wanted // case.void <= len(self._order) - place

    def _choices(self, place: int, left: _Counts, tricks: int) -> Iterator[tuple[_Counts, int]]:
        """What the seat at a place may take: cards, and how many tricks."""
        case, players = self._case, self._rules.players
        seat = self._order[place]
        beside = self._beside[seat]
        last = place + 1 == len(self._order)
        bounds = []
        for number, group in zip(left, case.groups, strict=True):
            most = number if case.takers[seat] or not group.in_moon else 0
            least = most if last or (group.in_moon and place == self._last_taker) else 0
            bounds.append((least, most, group.worth))
        if beside == case.void and not any(least for least, _, _ in bounds):
            yield (0,) * len(left), 0
        if case.step:
            for count in range(1, tricks + 1):
                for cards in self._cards(bounds, beside - case.step * count, count * players):
                    yield cards, count
        elif tricks:
            for cards in self._cards(bounds, beside, tricks * players):
                yield cards, max(1, -(-sum(cards) // players))

    def _cards(self, bounds: list[tuple[int, int, int]], worth: int, room: int) -> Iterator[_Counts]:
        """All ways to take cards within bounds that are worth so much and fit into so much room."""
        low, high = [0], [0]
        for least, most, value in reversed(bounds):
            ends = least * value, most * value
            low.append(low[-1] + min(ends))
            high.append(high[-1] + max(ends))
        low.reverse()
        high.reverse()
        stack: list[tuple[int, int, int, _Chain]] = [(0, worth, room, None)]
        while stack:
            self._budget.spend()
            at, wanted, space, chain = stack.pop()
            if at == len(bounds):
                yield _unchained(chain)
                continue
            least, most, value = bounds[at]
            for count in range(least, min(most, space) + 1):
                rest = wanted - count * value
                if low[at + 1] <= rest <= high[at + 1]:
                    stack.append((at + 1, rest, space - count, (count, chain)))

    def _piles(self, shares: dict[int, tuple[_Counts, int]], tricks: int) -> Piles:
        """Whole piles: each seat's share, the tricks that are left over, and cards that do not matter."""
        players = self._rules.players
        taken, won = [0] * players, [0] * players
        pools = [list(bits(group.mask)) for group in self._case.groups]
        rest = list(bits(self._rules.pack & ~sum(group.mask for group in self._case.groups)))
        for seat in range(players):
            cards, won[seat] = shares[seat]
            for pool, number in zip(pools, cards, strict=True):
                taken[seat] |= sum(1 << pool.pop() for _ in range(number))
        won[next(seat for seat in range(players) if won[seat])] += tricks - sum(won)
        for in_each in (1, players):  # no trick stays empty where there are too few cards for whole ones
            for seat in range(players):
                room = won[seat] * in_each - taken[seat].bit_count()
                while rest and room > 0:
                    taken[seat] |= 1 << rest.pop()
                    room -= 1
        return Piles(tuple(taken), tuple(won))
