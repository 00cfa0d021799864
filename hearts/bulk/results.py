"""What deals and games in bulk come to: sums of whole numbers, so that parts add up to the same whatever way they are cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Annotated, Any, Final, TypeAlias

import attrs

from hearts.records.plain import Range, Seed

__all__ = ["Counts", "DealsResult", "GamesResult", "Mean", "SeatGames", "SeatPoints", "Sum", "add_counts", "counts_of"]

Sum: TypeAlias = Annotated[int, Range(-(10**18) + 1, 10**18 - 1)]

Counts: TypeAlias = tuple[tuple[Sum, ...], ...]
"""How often each number came up: sorted pairs of a number and how often."""

_SIGMAS: Final = 1.959963984540054
"""How many standard errors to each side hold 95 in 100."""


def counts_of(numbers: Iterable[int]) -> Counts:
    """How often each number is among some."""
    return tuple(sorted(Counter(numbers).items()))


def add_counts(parts: Iterable[Counts]) -> Counts:
    """Several tables of how often each number came up, put together."""
    whole: dict[int, int] = {}
    for part in parts:
        for number, often in part:  # each a pair
            whole[number] = whole.get(number, 0) + often
    return tuple(sorted(whole.items()))


@attrs.frozen
class Mean:
    """An average, and how sure it is.

    Attributes:
        mean: The average.
        deviation: The standard deviation of a single value.
        margin: The average lies within this of the true one, 95 times in 100.
    """

    mean: float
    deviation: float
    margin: float

    @classmethod
    def of(cls, counts: Counts) -> Mean:
        """The average of numbers that came up so often; of none, 0."""
        often = sum(times for _, times in counts)
        if not often:
            return cls(0.0, 0.0, 0.0)
        total = sum(number * times for number, times in counts)
        squares = sum(number * number * times for number, times in counts)
        # in whole numbers to the last step, so that it is the same whatever way the sums were made
        variance = (often * squares - total * total) / (often * often)
        deviation = sqrt(variance)
        return cls(total / often, deviation, _SIGMAS * deviation / sqrt(often))


@attrs.frozen
class SeatPoints:
    """What the deals came to for a seat.

    Attributes:
        points: How often it scored what in a deal, moons and bonuses included.
        tricks: How often it took how many tricks.
        moons: How many moons it had a part in.
        suns: How many suns it made.
        opened: How many deals it opened.
    """

    points: Counts
    tricks: Counts
    moons: Sum
    suns: Sum
    opened: Sum

    @property
    def mean(self) -> Mean:
        """The average points of a deal."""
        return Mean.of(self.points)

    def plus(self, other: SeatPoints) -> SeatPoints:
        """Both put together."""
        return SeatPoints(
            add_counts((self.points, other.points)),
            add_counts((self.tricks, other.tricks)),
            self.moons + other.moons,
            self.suns + other.suns,
            self.opened + other.opened,
        )


@attrs.frozen(kw_only=True)
class DealsResult:
    """What a run of deals came to, each deal by itself.

    It depends on the variant, the players, the policy, the seed and the number of deals, and on nothing else.

    Attributes:
        variant: The name of the variant.
        players: The number of players.
        policy: The policy of every seat.
        seed: The seed.
        deals: How many deals were played.
        seats: What they came to, by seat.
        moons: In how many deals a moon was made.
        suns: In how many deals a sun was made.
        broken: How often hearts were broken in which trick, from 1; 0 for never.
        arrays: The deals one by one, where they were asked for: numpy arrays by name, with a row for each deal.
    """

    variant: str
    players: int
    policy: str
    seed: Seed
    deals: Sum
    seats: tuple[SeatPoints, ...]
    moons: Sum
    suns: Sum
    broken: Counts
    arrays: Mapping[str, Any] | None = attrs.field(default=None, eq=False, repr=False)

    def plus(self, other: DealsResult) -> DealsResult:
        """Two parts of one run put together."""
        return attrs.evolve(
            self,
            deals=self.deals + other.deals,
            seats=tuple(mine.plus(theirs) for mine, theirs in zip(self.seats, other.seats, strict=True)),
            moons=self.moons + other.moons,
            suns=self.suns + other.suns,
            broken=add_counts((self.broken, other.broken)),
            arrays=None,
        )


@attrs.frozen
class SeatGames:
    """What the games came to for a seat.

    Attributes:
        points: The sum of its scores over all deals.
        totals: The sum of its final totals.
        places: How often it finished in which place; equal seats share a place.
        wins: How many games it won; a shared win is a win of each seat that shares it.
        moons: How many moons it had a part in.
        suns: How many suns it made.
    """

    points: Sum
    totals: Sum
    places: Counts
    wins: Sum
    moons: Sum
    suns: Sum

    def plus(self, other: SeatGames) -> SeatGames:
        """Both put together."""
        return SeatGames(
            self.points + other.points,
            self.totals + other.totals,
            add_counts((self.places, other.places)),
            self.wins + other.wins,
            self.moons + other.moons,
            self.suns + other.suns,
        )


@attrs.frozen(kw_only=True)
class GamesResult:
    """What a run of whole games came to. It depends on the same as that of deals, and on the limit of deals in a game.

    Attributes:
        variant: The name of the variant.
        players: The number of players.
        policy: The policy of every seat.
        seed: The seed.
        games: How many games were played to their end; only these count.
        endless: The numbers of games, from 0, that had not ended at the limit of deals; at most the first hundred.
        deals: How many deals the games took together.
        lengths: How often a game took how many deals.
        ties: How many games were won by more than one seat.
        seats: What they came to, by seat.
        arrays: The games one by one, where they were asked for: numpy arrays by name, with a row for each game.
    """

    variant: str
    players: int
    policy: str
    seed: Seed
    games: Sum
    endless: tuple[Sum, ...]
    deals: Sum
    lengths: Counts
    ties: Sum
    seats: tuple[SeatGames, ...]
    arrays: Mapping[str, Any] | None = attrs.field(default=None, eq=False, repr=False)

    def plus(self, other: GamesResult) -> GamesResult:
        """Two parts of one run put together."""
        return attrs.evolve(
            self,
            games=self.games + other.games,
            endless=tuple(sorted((*self.endless, *other.endless)))[:MOST_ENDLESS],
            deals=self.deals + other.deals,
            lengths=add_counts((self.lengths, other.lengths)),
            ties=self.ties + other.ties,
            seats=tuple(mine.plus(theirs) for mine, theirs in zip(self.seats, other.seats, strict=True)),
            arrays=None,
        )


MOST_ENDLESS: Final = 100
