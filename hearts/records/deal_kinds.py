"""The kinds of deals that a variant has, with no moon, or a moon or sun of a seat or team, and what seats score in each."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from hearts.engine import kernel
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = [
    "NOBODY",
    "DealKind",
    "Group",
    "RowSums",
    "can_score",
    "kinds_of",
    "lowest_score",
    "row_sums",
    "trick_numbers",
]

NOBODY: Final = -1


@attrs.frozen
class Group:
    """Cards between which there is no difference.

    Attributes:
        mask: The cards.
        worth: What each counts for the seat that takes it, in this kind of deal.
        in_moon: Are they part of the moon set?
    """

    mask: int
    worth: int
    in_moon: bool


@attrs.frozen
class DealKind:
    """One kind of deal: with no moon, or with a moon or sun of a seat or team, scored one way.

    Attributes:
        kind: NO_MOON, MOON or SUN.
        seat: The seat that made it, of a team the lowest; -1 where nobody did.
        joint: Did its whole team make it?
        style: OLD or NEW.
        groups: The cards that matter, those worth most first.
        ground: What each seat scores beside its cards and tricks.
        step: What each trick counts.
        void: What taking no trick counts.
        takers: May a seat take cards of the moon set?
        units: The seats or teams that must share the moon set between them, by seat.
        split: Must they share it?
        least: How many seats take a trick at least.
        sums: What the scores can add up to.
    """

    kind: int
    seat: int
    joint: bool
    style: int
    groups: tuple[Group, ...]
    ground: tuple[int, ...]
    step: int
    void: int
    takers: tuple[bool, ...]
    units: tuple[int, ...]
    split: bool
    least: int
    sums: frozenset[int]


def trick_numbers(rules: Rules) -> range:
    """How many tricks a deal can have: as many as the largest hand has cards (R2.4)."""
    return range(rules.hand_size, rules.hand_size + rules.pass_count - rules.pass_at_least + 1)


@lru_cache(maxsize=64)
def kinds_of(variant: Variant, players: int) -> tuple[DealKind, ...]:
    """Every kind of deal, in the order of explanations; the first is that with no moon."""
    rules = resolve(variant, players)
    team_of = rules.team_of
    cases = [_kind(rules, kernel.NO_MOON, NOBODY)]
    if rules.moon_set:
        makers = [(seat, False) for seat in range(players)]
        if rules.together:
            firsts = [seat for seat in range(players) if team_of.index(team_of[seat]) == seat]
            makers += [(seat, True) for seat in firsts if team_of.count(team_of[seat]) > 1]
        styles = (kernel.OLD, kernel.NEW)
        cases += [_kind(rules, kernel.MOON, seat, style, joint=joint) for seat, joint in makers for style in styles]
    if rules.sun_value:
        cases += [_kind(rules, kernel.SUN, seat) for seat in range(players)]
    return tuple(cases)


def _kind(rules: Rules, kind: int, seat: int, style: int = kernel.OLD, *, joint: bool = False) -> DealKind:
    """A kind of deal; what everything counts in it is asked of the kernel."""
    players, team_of = rules.players, rules.team_of

    def counted(card: int, tricks: int) -> tuple[int, ...]:
        return kernel.score(rules, (card,) * players, (tricks,) * players, kind, seat, joint, style)

    one = counted(0, 1)
    step = counted(0, 2)[0] - one[0]
    ground = tuple(score - step for score in one)
    void = counted(0, 0)[0] - ground[0]
    alike: dict[tuple[int, bool], int] = {}
    for mask in rules.value_masks:
        key = counted(mask & -mask, 1)[0] - one[0], bool(mask & rules.moon_set)
        alike[key] = alike.get(key, 0) | mask
    groups = sorted((Group(mask, *key) for key, mask in alike.items() if any(key)), key=lambda group: -abs(group.worth))
    takers = tuple(seat in (NOBODY, other) or (joint and team_of[other] == team_of[seat]) for other in range(players))
    split = bool(rules.moon_set) and (kind == kernel.NO_MOON or joint)
    least = 2 if kind != kernel.SUN and (split or rules.sun_value) else 1
    worth = sum(ground) + sum(group.worth * group.mask.bit_count() for group in groups)
    sums = [
        worth + step * tricks + void * (players - live)
        for tricks in trick_numbers(rules)
        for live in range(least, 2 if kind == kernel.SUN else min(players, tricks) + 1)
    ]
    return DealKind(
        kind=kind,
        seat=seat,
        joint=joint,
        style=style,
        groups=tuple(groups),
        ground=ground,
        step=step,
        void=void,
        takers=takers,
        units=team_of if rules.together and not joint else tuple(range(players)),
        split=split,
        least=least,
        sums=frozenset(sums),
    )


_KINDS: Final = {
    (kernel.NO_MOON, False): "",
    (kernel.MOON, False): "moon by one seat",
    (kernel.MOON, True): "moon by partners",
    (kernel.SUN, False): "sun",
}


@attrs.frozen
class RowSums:
    """What the scores of a deal of one kind can add up to.

    Attributes:
        kind: ``""``, or which kind of moon or sun it is: ``moon by one seat``, ``moon by partners``, ``sun``.
        sums: The sums, in ascending order.
    """

    kind: str
    sums: tuple[int, ...]


@lru_cache(maxsize=64)
def row_sums(variant: Variant, players: int) -> tuple[RowSums, ...]:
    """What the scores of a deal can add up to, for each kind of deal that the variant has.

    Example:
        >>> from hearts.variant.variant import Variant
        >>> [(sums.kind, sums.sums) for sums in row_sums(Variant(), 4)]
        [('', (26,)), ('moon by one seat', (78,))]
    """
    rules = resolve(variant, players)
    fixed = {MoonStyle.OLD: kernel.OLD, MoonStyle.NEW: kernel.NEW}.get(variant.moon.style)
    sums: dict[str, set[int]] = {}
    for case in kinds_of(variant, players):
        partnered = rules.team_of.count(rules.team_of[case.seat]) > 1
        style = kernel.NEW if rules.moon_by_seat_is_new and partnered and not case.joint else fixed
        if case.kind != kernel.MOON or style in (None, case.style):
            sums.setdefault(_KINDS[case.kind, case.joint], set()).update(case.sums)
    return tuple(RowSums(kind, tuple(sorted(found))) for kind, found in sums.items() if found)


@lru_cache(maxsize=64)
def lowest_score(variant: Variant, players: int) -> int:
    """A number that no score of a deal is below."""
    rules = resolve(variant, players)
    lows = []
    for case in kinds_of(variant, players):
        bonuses = sum(min(group.worth, 0) * group.mask.bit_count() for group in case.groups)
        lows.append(min(case.ground) + bonuses + min(case.void, 0) + min(case.step, 0) * trick_numbers(rules)[-1])
    return min(lows)


@lru_cache(maxsize=20_000)
def can_score(variant: Variant, players: int, seat: int, score: int) -> bool:
    """May a seat score this in some deal? False only where it cannot: the sizes of piles are not looked at."""
    rules = resolve(variant, players)
    return any(_may_come_to(case, trick_numbers(rules), seat, score) for case in kinds_of(variant, players))


def _may_come_to(case: DealKind, numbers: range, seat: int, score: int) -> bool:
    beside = score - case.ground[seat]
    all_mine = case.seat == seat and not case.joint
    if not all_mine and beside == case.void:
        return True
    if case.kind == kernel.SUN:
        worth = sum(group.worth * group.mask.bit_count() for group in case.groups)
        return all_mine and any(beside == worth + case.step * tricks for tricks in numbers)
    mine = [group for group in case.groups if case.takers[seat] or not group.in_moon]
    free = tuple((group.worth, group.mask.bit_count()) for group in mine if not (all_mine and group.in_moon))
    fixed = sum(group.worth * group.mask.bit_count() for group in mine if all_mine and group.in_moon)
    sums, low = _subset_sums(free)
    rests = (beside - fixed - case.step * tricks - low for tricks in range(1, numbers[-1] + 1))
    return any(rest >= 0 and sums >> rest & 1 for rest in rests)


@lru_cache(maxsize=256)
def _subset_sums(counted: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Each sum that some of so many cards of each value have, as a bit counted from the lowest; and the lowest."""
    sums, low = 1, 0
    for value, count in counted:
        low += min(value, 0) * count
        for _ in range(count):
            sums |= sums << abs(value)
    return sums, low
