"""Reading: variants from their files, cards from text, and the import of the package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

import hearts


@pytest.mark.benchmark(group="variants")
@pytest.mark.parametrize("name", ["standard", "black-maria"])
def test_load_whole_file(benchmark: BenchmarkFixture, name: str, tmp_path: Path) -> None:
    """A variant read from a file that states all its settings."""
    path = tmp_path / "whole.toml"
    path.write_text(hearts.load_variant(name).to_toml(), encoding="utf-8")
    assert benchmark(hearts.load_variant, path) == hearts.load_variant(name)


@pytest.mark.benchmark(group="variants")
def test_load_house_file(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """A variant read from a file that says only what differs from a shipped one."""
    path = tmp_path / "house.toml"
    path.write_text('extends = "omnibus"\n[end]\ntarget = 50\n', encoding="utf-8")
    assert benchmark(hearts.load_variant, path).end.target == 50


@pytest.mark.benchmark(group="variants")
def test_load_variant_again(benchmark: BenchmarkFixture) -> None:
    """A shipped variant by its name, once it has been read."""
    assert benchmark(hearts.load_variant, "omnibus").name == "omnibus"


@pytest.mark.benchmark(group="variants")
def test_evolve(benchmark: BenchmarkFixture) -> None:
    """A house variant made from another."""
    variant = hearts.load_variant("standard")
    assert benchmark(variant.evolve, end={"target": 50}).end.target == 50


@pytest.mark.benchmark(group="cards")
def test_cards_from_text(benchmark: BenchmarkFixture) -> None:
    """A hand read from text."""
    text = "2C KC 3D TD 2H 5H QH KH 2S 3S QS KS AS"
    assert str(benchmark(hearts.CardSet, text)) == text


@pytest.mark.benchmark(group="cards")
def test_cards_to_text(benchmark: BenchmarkFixture) -> None:
    """A hand written as text."""
    text = "2C KC 3D TD 2H 5H QH KH 2S 3S QS KS AS"
    assert benchmark(str, hearts.CardSet(text)) == text


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("modules", ["hearts", "attrs, cattrs"])
def test_import(benchmark: BenchmarkFixture, modules: str) -> None:
    """A fresh interpreter that imports the package, or what it stands on; the time told includes the interpreter's start."""
    measure: Callable[..., float] = benchmark.pedantic
    assert measure(workloads.import_seconds, args=(modules,), rounds=7, warmup_rounds=1) > 0
