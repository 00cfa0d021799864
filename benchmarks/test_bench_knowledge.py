"""What a seat knows: its view, what follows from it, and worlds drawn from it, at the first lead of tricks 1, 6 and 10."""

from __future__ import annotations

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

import hearts

POSITIONS = {trick: workloads.trick_positions(trick, 10) for trick in (1, 6, 10)}
VIEWS = {trick: workloads.turn_views(positions) for trick, positions in POSITIONS.items()}


@pytest.mark.benchmark(group="views of 10 positions, every seat's")
@pytest.mark.parametrize("trick", POSITIONS)
def test_views(benchmark: BenchmarkFixture, trick: int) -> None:
    """The view of every seat."""
    assert benchmark(workloads.deal_views, POSITIONS[trick]) == 40


@pytest.mark.benchmark(group="inference from 10 views")
@pytest.mark.parametrize("trick", POSITIONS)
def test_inferences(benchmark: BenchmarkFixture, trick: int) -> None:
    """What follows from the view of the seat on turn."""
    assert benchmark(workloads.deal_inferences, VIEWS[trick]) == 10


@pytest.mark.benchmark(group="counting from 10 views")
@pytest.mark.parametrize("trick", POSITIONS)
def test_counts(benchmark: BenchmarkFixture, trick: int) -> None:
    """How many holdings agree with the view of the seat on turn."""
    assert min(benchmark(lambda: [hearts.count_worlds(view) for view in VIEWS[trick]])) >= 1


@pytest.mark.benchmark(group="1,000 worlds of 10 views")
@pytest.mark.parametrize("trick", POSITIONS)
def test_worlds(benchmark: BenchmarkFixture, trick: int) -> None:
    """Worlds drawn from the view of the seat on turn."""
    assert benchmark(workloads.deal_worlds, VIEWS[trick]) == 1_000


@pytest.mark.openspiel
@pytest.mark.benchmark(group="1,000 worlds of 10 views")
@pytest.mark.parametrize("trick", POSITIONS)
def test_worlds_of_openspiel(benchmark: BenchmarkFixture, trick: int) -> None:
    """The same in OpenSpiel, which pays no heed to voids."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert benchmark(workloads.spiel_worlds, workloads.spiel_trick_positions(trick, 10)) == 1_000
