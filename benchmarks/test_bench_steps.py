"""Single steps: the child of a state, what is legal in it, why a card is not, passing, and scoring."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
import workloads
from pytest_benchmark.fixture import BenchmarkFixture

import hearts
from hearts import Deal, PassCards, PlayCard

POSITIONS = workloads.deal_positions(52)
CHILDREN = sum(len(cards) for _, cards in POSITIONS)


def fresh() -> tuple[tuple[list[Deal]], dict[str, object]]:
    """The positions as new objects, so that nothing about them has been asked for yet."""
    return ([pickle.loads(pickle.dumps(deal)) for deal, _ in POSITIONS],), {}


@pytest.mark.benchmark(group="children of 52 positions")
def test_children(benchmark: BenchmarkFixture) -> None:
    """The child state for each legal card of each position."""
    assert benchmark(workloads.deal_children, POSITIONS) == CHILDREN


@pytest.mark.benchmark(group="children of 52 positions")
def test_children_by_actions(benchmark: BenchmarkFixture) -> None:
    """The same by actions that are there already."""
    moves = [(deal, [PlayCard(deal.to_act[0], card) for card in cards]) for deal, cards in POSITIONS]
    made = benchmark(lambda: sum(len([deal.apply(action) for action in actions]) for deal, actions in moves))
    assert made == CHILDREN


@pytest.mark.openspiel
@pytest.mark.benchmark(group="children of 52 positions")
def test_children_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same in OpenSpiel."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert benchmark(workloads.spiel_children, workloads.spiel_positions(52)) == CHILDREN


@pytest.mark.benchmark(group="children of 52 positions, listed")
def test_children_listed(benchmark: BenchmarkFixture) -> None:
    """The child states, and what is legal in each."""
    assert benchmark(workloads.deal_children_listed, POSITIONS) == CHILDREN


@pytest.mark.openspiel
@pytest.mark.benchmark(group="children of 52 positions, listed")
def test_children_listed_of_openspiel(benchmark: BenchmarkFixture) -> None:
    """The same in OpenSpiel."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert benchmark(workloads.spiel_children_listed, workloads.spiel_positions(52)) == CHILDREN


@pytest.mark.benchmark(group="what is legal in 52 positions")
def test_legal_cards(benchmark: BenchmarkFixture) -> None:
    """The list of legal cards of positions that have not been asked before."""
    measure: Callable[..., int] = benchmark.pedantic
    assert measure(lambda deals: sum(len(deal.legal_cards()) for deal in deals), setup=fresh, rounds=200) == CHILDREN


@pytest.mark.benchmark(group="what is legal in 52 positions")
def test_legal_actions(benchmark: BenchmarkFixture) -> None:
    """The list of legal actions of positions that have not been asked before."""
    measure: Callable[..., int] = benchmark.pedantic
    assert measure(lambda deals: sum(len(deal.legal_actions()) for deal in deals), setup=fresh, rounds=200) == CHILDREN


@pytest.mark.benchmark(group="what is legal in 52 positions")
def test_why_not(benchmark: BenchmarkFixture) -> None:
    """Why each card of each hand on turn is refused, or that it is not."""
    held = [(deal, tuple(deal.hands[deal.to_act[0]])) for deal, _ in POSITIONS]
    legal = benchmark(lambda: sum(deal.why_not(card) is None for deal, cards in held for card in cards))
    assert legal == CHILDREN


@pytest.mark.benchmark(group="setting up")
def test_new_deal(benchmark: BenchmarkFixture) -> None:
    """A deal set up from hands."""
    hands = hearts.deal_hands(workloads.VARIANT, workloads.SEED)
    assert benchmark(hearts.new_deal, workloads.VARIANT, hands, pass_offset=1).players == 4


@pytest.mark.benchmark(group="setting up")
def test_passing(benchmark: BenchmarkFixture) -> None:
    """The four passes of a deal."""
    hands = hearts.deal_hands(workloads.VARIANT, workloads.SEED)
    start = hearts.new_deal(workloads.VARIANT, hands, pass_offset=1)
    passes = [PassCards(seat, hand[:3]) for seat, hand in enumerate(hands)]

    def run() -> Deal:
        deal = start
        for action in passes:
            deal = deal.apply(action)
        return deal

    assert benchmark(run).phase is hearts.Phase.PLAYING


@pytest.mark.benchmark(group="scoring")
@pytest.mark.parametrize("name", ["standard", "omnibus", "spot", "mixed-moon"])
def test_score_deal(benchmark: BenchmarkFixture, name: str) -> None:
    """The score of piles, checked as given from outside."""
    variant = hearts.load_variant(name)
    piles = hearts.deal_hands(variant, workloads.SEED)
    score = benchmark(hearts.score_deal, variant, piles)
    assert score.scores == score.points
