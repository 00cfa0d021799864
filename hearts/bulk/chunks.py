"""One chunk of a run: a job that can be sent to another process or machine, and what it comes to."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np

from hearts.bulk.compiled import FACTS, compiled, count_values
from hearts.bulk.leaves import plain_rules
from hearts.bulk.policies import Policy, danger_of
from hearts.bulk.results import MOST_ENDLESS, Counts, DealsResult, GamesResult, SeatGames, SeatPoints
from hearts.bulk.streams import CHOICES, DEALS, base_of
from hearts.engine import kernel
from hearts.variant.rules import Rules, resolve
from hearts.variant.variant import Variant

__all__ = ["Job", "run_chunk"]


@attrs.frozen(kw_only=True)
class Job:
    """A run of deals, or of games, of which `run_chunk` plays a part.

    Attributes:
        variant: The variant.
        players: The number of players.
        policy: The policy of every seat.
        seed: The seed.
        most: How many deals a game may take; 0 where deals are played one by one.
        keep: Are the deals or games wanted one by one?
    """

    variant: Variant
    players: int
    policy: Policy
    seed: int
    most: int = 0
    keep: bool = False


def run_chunk(job: Job, first: int, count: int) -> DealsResult | GamesResult:
    """Play some deals or games of a run.

    Args:
        job: The run.
        first: The number of the first of them, from 0.
        count: How many.
    """
    rules = resolve(job.variant, job.players)
    return _games(job, rules, first, count) if job.most else _deals(job, rules, first, count)


def _common(job: Job, rules: Rules) -> tuple[Any, ...]:
    """What every compiled function is given."""
    return (
        plain_rules(rules),
        np.array(rules.offsets, dtype=np.int64),
        np.array(danger_of(rules), dtype=np.int64),
        np.uint64(base_of(job.seed, DEALS)),
        np.uint64(base_of(job.seed, CHOICES)),
    )


def _deals(job: Job, rules: Rules, first: int, count: int) -> DealsResult:
    players = job.players
    scores = np.zeros((count, players), np.int32)
    tricks = np.zeros((count, players), np.int8)
    facts = np.zeros((count, len(FACTS)), np.int8)
    common = _common(job, rules)
    compiled(job.policy.number, players, common[0]).deals(*common, first, scores, tricks, facts)
    fact = {name: facts[:, column] for column, name in enumerate(FACTS)}
    # moons are few: what they came to is looked up for these alone
    made = facts[fact["kind"] != kernel.NO_MOON]
    points, taken, told = _columns(scores), _columns(tricks), dict(zip(FACTS, _columns(facts), strict=True))
    kinds, openers = _table_of(told["kind"]), _table_of(told["opener"])
    seats = tuple(
        SeatPoints(
            points=points[seat],
            tricks=taken[seat],
            moons=_made(made, kernel.MOON, rules, seat),
            suns=_made(made, kernel.SUN, rules, seat),
            opened=openers.get(seat, 0),
        )
        for seat in range(players)
    )
    return DealsResult(
        variant=job.variant.name,
        players=players,
        policy=job.policy.value,
        seed=job.seed,
        deals=count,
        seats=seats,
        moons=kinds.get(kernel.MOON, 0),
        suns=kinds.get(kernel.SUN, 0),
        broken=told["broken_in"],
        arrays={"scores": scores, "tricks": tricks, **fact} if job.keep else None,
    )


def _table_of(counts: Counts) -> dict[int, int]:
    return {row[0]: row[1] for row in counts}


def _made(made: Any, kind: int, rules: Rules, seat: int) -> int:
    """How many moons, or suns, a seat had a part in."""
    mates = [other for other in range(rules.players) if rules.team_of[other] == rules.team_of[seat]]
    fact = {name: made[:, column] for column, name in enumerate(FACTS)}
    alone = (fact["shooter"] == seat) & (fact["joint"] == 0)
    together = np.isin(fact["shooter"], mates) & (fact["joint"] == 1)
    return int(np.count_nonzero((fact["kind"] == kind) & (alone | together)))


def _games(job: Job, rules: Rules, first: int, count: int) -> GamesResult:
    players = job.players
    points, totals = np.zeros((count, players), np.int64), np.zeros((count, players), np.int64)
    made, ends = np.zeros((count, 2 * players), np.int64), np.zeros((count, 2), np.int64)
    places = np.zeros((count, players), np.int64)
    common = _common(job, rules)
    run = compiled(job.policy.number, players, common[0]).games
    run(*common, first, job.most, points, totals, places, made, ends)
    over = ends[:, 1] != 0
    wins = ends[over, 1]
    seats = tuple(
        SeatGames(
            points=int(points[over, seat].sum()),
            totals=int(totals[over, seat].sum()),
            places=_counts(places[over, seat]),
            wins=int(np.count_nonzero(wins >> seat & 1)),
            moons=int(made[over, seat].sum()),
            suns=int(made[over, players + seat].sum()),
        )
        for seat in range(players)
    )
    shared = [mask for mask in range(1 << players) if mask.bit_count() > 1]
    return GamesResult(
        variant=job.variant.name,
        players=players,
        policy=job.policy.value,
        seed=job.seed,
        games=int(np.count_nonzero(over)),
        endless=tuple(int(number) + first for number in np.flatnonzero(~over)[:MOST_ENDLESS]),
        deals=int(ends[over, 0].sum()),
        lengths=_counts(ends[over, 0]),
        ties=int(np.count_nonzero(np.isin(wins, shared))),
        seats=seats,
        arrays={"points": points, "totals": totals, "places": places, "deals": ends[:, 0], "winners": ends[:, 1]}
        if job.keep
        else None,
    )


_NARROW: Final = 1 << 16


def _columns(table: Any) -> list[Counts]:
    """How often each number is in each column of a table with at least one row."""
    low, high = int(table.min()), int(table.max())
    if high - low >= _NARROW:
        return [_counts(table[:, column]) for column in range(table.shape[1])]
    often = np.zeros((table.shape[1], high - low + 1), np.int64)
    count_values(table, low, often)
    return [tuple((number + low, times) for number, times in enumerate(row) if times) for row in often.tolist()]


def _counts(column: Any) -> Counts:
    """How often each number is in a column."""
    numbers, often = np.unique(column, return_counts=True)
    return tuple(zip(numbers.tolist(), often.tolist(), strict=True))
