"""What rules do to the game: the games of several variants side by side, with how sure that is. Nothing is printed here."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

import attrs

from hearts import bulk
from hearts.cli.simulation import Run, Stop

__all__ = ["Comparison", "Estimate", "VariantReport", "compare", "proportion"]

_SIGMAS: Final = 1.959963984540054
"""How many standard errors to each side hold 95 in 100."""


@attrs.frozen
class Estimate:
    """A number, and between which bounds the true one lies, 95 times in 100.

    Attributes:
        value: The number, as the games gave it.
        low: The lower bound; None where too few games were played to say.
        high: The upper bound, or None.
    """

    value: float
    low: float | None
    high: float | None

    def times(self, factor: float) -> Estimate:
        """The same in other units."""
        low = None if self.low is None else self.low * factor
        return Estimate(self.value * factor, low, None if self.high is None else self.high * factor)


def proportion(some: int, of: int) -> Estimate:
    """A part of a whole, from 0 to 1, with the bounds of Wilson.

    Example:
        >>> share = proportion(5, 50)
        >>> share.value, round(share.low, 3), round(share.high, 3)
        (0.1, 0.043, 0.214)
    """
    share, squared = some / of, _SIGMAS * _SIGMAS
    middle = (share + squared / (2 * of)) / (1 + squared / of)
    margin = _SIGMAS * sqrt(share * (1 - share) / of + squared / (4 * of * of)) / (1 + squared / of)
    return Estimate(share, 0.0 if some == 0 else middle - margin, 1.0 if some == of else middle + margin)


@attrs.frozen(kw_only=True)
class VariantReport:
    """What the games of one of several variants came to. What counts games has None where none was played to its end.

    Attributes:
        variant: The name of the variant.
        games: How many games were played to their end; only these count in what follows.
        endless: How many had not ended at the limit of deals.
        deals: How many deals the games took together.
        game_length: How many deals a game takes.
        points_per_deal: What a seat scores in a deal on average, moons and bonuses included.
        moons: In how many deals a moon was made. None where a team may make one together: such a moon is counted for each of
            its seats.
        moons_per_100_deals: The same for 100 deals.
        shared_wins: How many games were won by more than one seat.
        shared_win_rate: The same as a part of the games, from 0 to 1.
    """

    variant: str
    games: int
    endless: int
    deals: int
    game_length: Estimate | None
    points_per_deal: float | None
    moons: int | None
    moons_per_100_deals: Estimate | None
    shared_wins: int
    shared_win_rate: Estimate | None


@attrs.frozen(kw_only=True)
class Comparison:
    """What the same number of games of the same seed came to under several variants.

    Attributes:
        players: The number of players.
        policy: The policy of every seat.
        seed: The seed.
        games_asked: How many games of each variant were to be played.
        max_deals: How many deals a game might take.
        stopped: Why not all were played, or None.
        variants: What they came to, by variant.
    """

    players: int
    policy: str
    seed: int
    games_asked: int
    max_deals: int
    stopped: Stop | None
    variants: tuple[VariantReport, ...]

    def to_data(self) -> dict[str, Any]:
        """The comparison as plain data, with the name of the scheme that it can be played again by."""
        return {"scheme": bulk.SCHEME} | attrs.asdict(self)


def compare(runs: Sequence[Run], *, stopped: Stop | None = None) -> Comparison:
    """What the runs of several variants came to, side by side; at least one, and alike but for the variant."""
    its = runs[0].setup
    return Comparison(
        players=its.players,
        policy=its.policy.value,
        seed=its.seed,
        games_asked=its.games,
        max_deals=its.max_deals,
        stopped=stopped,
        variants=tuple(map(_report_on, runs)),
    )


def _report_on(run: Run) -> VariantReport:
    result = run.result
    games, deals = result.games, result.deals
    moons = None if run.setup.variant.partners.together else sum(seat.moons for seat in result.seats)
    return VariantReport(
        variant=result.variant,
        games=games,
        endless=run.played - games,
        deals=deals,
        game_length=_length(result) if games else None,
        points_per_deal=sum(seat.points for seat in result.seats) / (deals * result.players) if games else None,
        moons=moons,
        moons_per_100_deals=None if moons is None or not deals else proportion(moons, deals).times(100),
        shared_wins=result.ties,
        shared_win_rate=proportion(result.ties, games) if games else None,
    )


def _length(result: bulk.GamesResult) -> Estimate:
    """How many deals a game takes."""
    made = bulk.Mean.of(result.lengths)
    if result.games < 2:
        return Estimate(made.mean, None, None)
    return Estimate(made.mean, made.mean - made.margin, made.mean + made.margin)
