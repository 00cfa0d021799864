"""What runs come to: sums that add up the same whatever way they are cut, and the means that follow from them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import isclose, sqrt
from statistics import fmean, pstdev

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.bulk import DealsResult, GamesResult, Mean, SeatGames, SeatPoints
from hearts.bulk.results import MOST_ENDLESS, Counts, add_counts

SUMS = st.integers(0, 1 << 40)


def counted(numbers: list[int]) -> Counts:
    """How often each number is among some."""
    return tuple(sorted(Counter(numbers).items()))


TABLES = st.lists(st.integers(-40, 40), max_size=20).map(counted)

SEAT_POINTS = st.builds(SeatPoints, points=TABLES, tricks=TABLES, moons=SUMS, suns=SUMS, opened=SUMS)
SEAT_GAMES = st.builds(SeatGames, points=SUMS, totals=SUMS, places=TABLES, wins=SUMS, moons=SUMS, suns=SUMS)
DEALS = st.builds(
    DealsResult,
    variant=st.just("standard"),
    players=st.just(4),
    policy=st.just("random"),
    seed=st.just(7),
    deals=SUMS,
    seats=st.tuples(*[SEAT_POINTS] * 4),
    moons=SUMS,
    suns=SUMS,
    broken=TABLES,
)
GAMES = st.builds(
    GamesResult,
    variant=st.just("standard"),
    players=st.just(4),
    policy=st.just("random"),
    seed=st.just(7),
    games=SUMS,
    endless=st.lists(st.integers(0, 1000), max_size=MOST_ENDLESS, unique=True).map(sorted).map(tuple),
    deals=SUMS,
    lengths=TABLES,
    ties=SUMS,
    seats=st.tuples(*[SEAT_GAMES] * 4),
)


@given(st.lists(st.lists(st.integers(-9, 9)), max_size=5))
def test_tables_are_put_together(parts: list[list[int]]) -> None:
    """The tables of parts put together are the table of the whole: sorted pairs of a number and how often it came up."""
    whole = add_counts(counted(part) for part in parts)
    assert whole == counted([number for part in parts for number in part])
    assert all(low[0] < high[0] for low, high in pairwise(whole))


@given(st.lists(st.integers(-1000, 1000), min_size=1))
def test_means(numbers: list[int]) -> None:
    """A mean and a deviation are those of the numbers themselves, and the margin shrinks with the root of how many they are."""
    made = Mean.of(counted(numbers))
    assert isclose(made.mean, fmean(numbers), abs_tol=1e-9)
    assert isclose(made.deviation, pstdev(numbers), abs_tol=1e-6)
    assert isclose(made.margin, 1.959963984540054 * made.deviation / sqrt(len(numbers)))


def test_mean_of_nothing() -> None:
    """The mean of no numbers is 0, and nothing is divided by it."""
    assert Mean.of(()) == Mean(0.0, 0.0, 0.0)


def test_means_of_many_large_numbers() -> None:
    """The deviation of many large numbers that are nearly the same is right: they are summed up as whole numbers."""
    made = Mean.of(((10**9, 10**12), (10**9 + 1, 10**12)))
    assert made.mean == 10**9 + 0.5
    assert made.deviation == 0.5
    assert isclose(made.margin, 1.959963984540054 * 0.5 / sqrt(2 * 10**12))


def test_the_margin_holds_what_it_should() -> None:
    """Of the means of many samples, about 95 in 100 lie within their margins of the true one."""
    samples = [[(seed * 7919 + step * step * 104_729) % 1009 % 10 for step in range(1, 101)] for seed in range(1, 1000)]
    true = fmean(number for sample in samples for number in sample)
    within = sum(abs(made.mean - true) <= made.margin for made in map(Mean.of, map(counted, samples)))
    assert 0.9 < within / len(samples) <= 1


def test_mean_of_a_seat() -> None:
    """A seat's mean is that of its points."""
    seat = SeatPoints(points=((0, 3), (26, 1)), tricks=(), moons=0, suns=0, opened=0)
    assert seat.mean.mean == 6.5


@given(DEALS, DEALS, DEALS)
def test_deals_add_up_in_any_order(one: DealsResult, two: DealsResult, three: DealsResult) -> None:
    """Parts of a run of deals add up to the same in any order and however they are put together."""
    assert one.plus(two) == two.plus(one)
    assert one.plus(two).plus(three) == one.plus(two.plus(three))
    assert one.plus(two).deals == one.deals + two.deals
    assert one.plus(two).seats[3].tricks == add_counts((one.seats[3].tricks, two.seats[3].tricks))


@given(GAMES, GAMES, GAMES)
def test_games_add_up_in_any_order(one: GamesResult, two: GamesResult, three: GamesResult) -> None:
    """Parts of a run of games add up to the same in any order and however they are put together."""
    assert one.plus(two) == two.plus(one)
    assert one.plus(two).plus(three) == one.plus(two.plus(three))
    assert one.plus(two).endless == tuple(sorted(one.endless + two.endless))[:MOST_ENDLESS]
    assert one.plus(two).seats[0].places == add_counts((one.seats[0].places, two.seats[0].places))


@given(DEALS)
def test_arrays_are_no_part_of_what_results_are_equal_by(result: DealsResult) -> None:
    """Two results are equal by their sums, whether the deals were kept or not; put together, none are kept."""
    kept = attrs.evolve(result, arrays={"scores": []})
    assert kept == result
    assert "arrays" not in repr(kept)
    assert kept.plus(result).arrays is None


def test_results_of_other_numbers_of_players() -> None:
    """Parts of runs for other numbers of players do not add up."""
    seat = SeatGames(points=0, totals=0, places=(), wins=0, moons=0, suns=0)
    one = GamesResult(
        variant="standard",
        players=3,
        policy="random",
        seed=1,
        games=0,
        endless=(),
        deals=0,
        lengths=(),
        ties=0,
        seats=(seat,) * 3,
    )
    with pytest.raises(ValueError, match="zip"):
        one.plus(attrs.evolve(one, seats=(seat,) * 4))
