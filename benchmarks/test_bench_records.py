"""Recorded games: replaying, writing and reading."""

from __future__ import annotations

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

import hearts

RECORDS = workloads.recordings(50)
TEXTS = [hearts.dumps(record) for record in RECORDS]


@pytest.mark.benchmark(group="50 recorded deals")
def test_replays(benchmark: BenchmarkFixture) -> None:
    """Replayed, with every check."""
    assert benchmark(workloads.record_replays, RECORDS) == 50


@pytest.mark.openspiel
@pytest.mark.benchmark(group="50 recorded deals")
def test_replays_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same actions applied in OpenSpiel, unchecked."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert benchmark(workloads.spiel_replays, workloads.spiel_recordings(RECORDS)) == 50


@pytest.mark.openspiel
@pytest.mark.benchmark(group="50 recorded deals")
def test_checked_replays_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same actions applied in OpenSpiel, checked by it."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert benchmark(workloads.spiel_checked_replays, workloads.spiel_recordings(RECORDS)) == 50


@pytest.mark.benchmark(group="50 recorded deals as text")
def test_writing(benchmark: BenchmarkFixture) -> None:
    """Written as JSON."""
    assert benchmark(lambda: [hearts.dumps(record) for record in RECORDS]) == TEXTS


@pytest.mark.benchmark(group="50 recorded deals as text")
def test_reading(benchmark: BenchmarkFixture) -> None:
    """Read from JSON."""
    assert benchmark(lambda: [hearts.loads(text) for text in TEXTS]) == RECORDS
