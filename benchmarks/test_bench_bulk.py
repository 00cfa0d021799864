"""Play in bulk: whole deals and games, playouts, and steps in lockstep. What is compiled is compiled before the clock runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

from hearts import bulk

pytest.importorskip("numba", reason="numba is not installed")

DEALS = 50_000
POSITIONS = workloads.trick_positions(workloads.TRICK, 100)


@pytest.mark.benchmark(group="50,000 deals in bulk")
@pytest.mark.parametrize("policy", ["random", "duck"])
def test_bulk_deals(benchmark: BenchmarkFixture, policy: str) -> None:
    """Whole deals, dealt, passed, played and scored, on one core."""
    workloads.bulk_deals(1, policy)
    assert benchmark(workloads.bulk_deals, DEALS, policy) == DEALS


@pytest.mark.benchmark(group="50,000 deals in bulk, 1,000 at a time")
@pytest.mark.parametrize("workers", [1, 2])
def test_bulk_workers(benchmark: BenchmarkFixture, workers: int) -> None:
    """Chunks that are much smaller than they need be, on one core and on two: what handing them out costs."""
    workloads.bulk_deals(1)
    result = benchmark(bulk.simulate, workloads.VARIANT, DEALS, seed=workloads.SEED, workers=workers, chunk=1000)
    assert result == bulk.simulate(workloads.VARIANT, DEALS, seed=workloads.SEED)


@pytest.mark.benchmark(group="a deal of a bulk run in plain Python")
@pytest.mark.parametrize("policy", ["random", "duck"])
def test_plain_deal(benchmark: BenchmarkFixture, policy: str) -> None:
    """What is simulated, card by card through the states of the engine."""
    assert benchmark(workloads.plain_deals, 1, policy) == 1


@pytest.mark.benchmark(group="1,000 games in bulk")
def test_bulk_games(benchmark: BenchmarkFixture) -> None:
    """Whole games, from the first deal to the winners."""
    bulk.simulate_games("standard", 1, seed=workloads.SEED)
    assert benchmark(bulk.simulate_games, "standard", 1000, seed=workloads.SEED).games == 1000


@pytest.mark.benchmark(group="100 playouts of each of 100 positions")
def test_playouts(benchmark: BenchmarkFixture) -> None:
    """Random playouts in bulk."""
    workloads.bulk_playouts(POSITIONS[:1])
    assert benchmark(workloads.bulk_playouts, POSITIONS) == 100 * workloads.PLAYOUTS


@pytest.mark.openspiel
@pytest.mark.benchmark(group="100 playouts of each of 100 positions")
def test_playouts_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same number of random playouts of the same positions by OpenSpiel, in C++."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    states = workloads.spiel_trick_positions(workloads.TRICK, 100)
    assert benchmark(workloads.spiel_native_playouts, states, workloads.PLAYOUTS) == 100 * workloads.PLAYOUTS


@pytest.mark.benchmark(group="a step of 1,024 deals in lockstep")
def test_lockstep_legal(benchmark: BenchmarkFixture) -> None:
    """The masks of what is legal in each deal."""
    table = bulk.Lockstep("original", 1024, seed=workloads.SEED)
    assert benchmark(table.legal).all()


@pytest.mark.benchmark(group="a step of 1,024 deals in lockstep")
def test_lockstep_play(benchmark: BenchmarkFixture) -> None:
    """A card played in each deal."""

    def setup() -> tuple[tuple[bulk.Lockstep, object], dict[str, object]]:
        table = bulk.Lockstep("original", 1024, seed=workloads.SEED)
        return (table, table.lowest(table.legal())), {}

    setup()[0][0].play(setup()[0][1])
    measure: Callable[..., None] = benchmark.pedantic
    measure(lambda table, cards: table.play(cards), setup=setup, rounds=200)
