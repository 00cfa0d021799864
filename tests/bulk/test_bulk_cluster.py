"""A run on a cluster of dask.distributed, with worker processes: the same result, though a worker is killed in its middle."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("distributed", reason="dask.distributed is not installed: it comes with the extra cluster")

import distributed

from hearts.bulk import simulate, simulate_games

if TYPE_CHECKING:
    from collections.abc import Iterator

DEALS = 1_200_000
DASK: Any = distributed


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a cluster of two worker processes on this machine, with a thread each."""
    cluster = DASK.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    with cluster, DASK.Client(cluster) as connected:
        yield connected


def test_a_cluster(client: Any) -> None:  # noqa: ANN401 - dask has no types
    """Deals and games on a cluster come to what they come to here."""
    executor = client.get_executor()
    assert simulate("standard", 5000, seed=7, executor=executor, chunk=500) == simulate("standard", 5000, seed=7)
    games: dict[str, Any] = {"variant": "standard", "games": 50, "seed": 7}
    assert simulate_games(**games, executor=executor, chunk=10) == simulate_games(**games)
    kept = simulate("standard", 50, seed=7, executor=executor, chunk=7, keep=True).arrays
    here = simulate("standard", 50, seed=7, keep=True).arrays
    assert kept is not None
    assert here is not None
    assert all((kept[name] == here[name]).all() for name in here)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this platform kills otherwise")
def test_a_worker_is_killed(client: Any) -> None:  # noqa: ANN401 - dask has no types
    """A worker process that is killed in the middle of a run changes nothing: its chunks are played by the others."""
    before = {*client.run(os.getpid).values()}
    assert len(before) == 2
    assert os.getpid() not in before
    killed: list[int] = []

    def kill(done: int, count: int) -> None:
        if 0 < done < count and not killed:
            killed.append(min(before))
            os.kill(killed[0], signal.SIGKILL)

    result = simulate("standard", DEALS, seed=7, executor=client.get_executor(), chunk=20_000, progress=kill)
    assert killed
    assert result == simulate("standard", DEALS, seed=7, workers=2)
    client.wait_for_workers(2, timeout=60)
    after = {*client.run(os.getpid).values()}
    assert len(after) == 2
    assert killed[0] not in after
