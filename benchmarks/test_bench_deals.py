"""Whole random deals, ours and OpenSpiel's, and the seeded deals that ours begin with."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

import hearts


@pytest.mark.benchmark(group="whole deal")
@pytest.mark.parametrize("play", [workloads.cards_deal, workloads.actions_deal], ids=["cards", "actions"])
def test_whole_deal(benchmark: BenchmarkFixture, play: Callable[[random.Random, int], object]) -> None:
    """A random deal from its seed to its scores, asking for what is legal at each turn."""
    rng, numbers = random.Random(workloads.SEED), count(1)
    scores = benchmark(lambda: play(rng, next(numbers)))
    assert isinstance(scores, tuple)
    assert sum(scores) in (26, 78)


@pytest.mark.openspiel
@pytest.mark.benchmark(group="whole deal")
def test_whole_deal_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same in OpenSpiel, from Python."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    rng, game = random.Random(workloads.SEED), workloads.spiel_game()
    returns = benchmark(workloads.spiel_deal, rng, game)
    assert sum(26 - value for value in returns) in (26, 78)


@pytest.mark.benchmark(group="whole game")
@pytest.mark.parametrize("name", ["standard", "omnibus", "black-maria"])
def test_whole_game(benchmark: BenchmarkFixture, name: str) -> None:
    """A random game to its winners."""
    variant = hearts.load_variant(name)

    def play() -> hearts.Game:
        rng = random.Random(workloads.SEED)
        game = hearts.new_game(variant, seed=workloads.SEED)
        while not game.is_over:
            actions = game.legal_actions()
            game = game.apply(actions[int(rng.random() * len(actions))]) if actions else game.next_deal()
        return game

    assert benchmark(play).winners


@pytest.mark.benchmark(group="dealing")
@pytest.mark.parametrize(("name", "players"), [("standard", 4), ("black-maria", 3), ("standard", 6)])
def test_dealing(benchmark: BenchmarkFixture, name: str, players: int) -> None:
    """The hands of a deal of a seed."""
    variant, numbers = hearts.load_variant(name), count(1)
    hands = benchmark(lambda: hearts.deal_hands(variant, workloads.SEED, next(numbers), players=players))
    assert len(hands) == players
