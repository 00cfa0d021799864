"""Playouts: positions anywhere in a deal are played to its end, many times, by themselves and reproducibly."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Card
from hearts.bulk import Policy, Stream
from hearts.bulk.reference import play_on
from hearts.bulk.streams import CHOICES
from hearts.testing import deals, games, walk
from hearts.variant.sections import Values

pytest.importorskip("numba")

import numpy as np

from hearts.bulk import playouts

if TYPE_CHECKING:
    from collections.abc import Sequence

State = hearts.Deal | hearts.Game

SEEDS = st.integers(0, (1 << 256) - 1)
POLICIES = st.sampled_from(Policy)
EARLY_CHOICE = hearts.load_variant("choice-moon").evolve(
    passing={"count": 0}, values={"hearts": 0}, table={"players": [4]}, end={"target": 50}
)
"""Whoever takes the queen of spades has made a moon, and chooses how it is scored."""


def played_on(states: Sequence[State], runs: int, policy: Policy, seed: int) -> list[list[tuple[int, ...] | None]]:
    """The scores of playouts in plain Python."""
    deals = [state.deal if isinstance(state, hearts.Game) else state for state in states]
    return [
        [play_on(deal, policy, Stream(seed, CHOICES, index, run + 1)).scores for run in range(runs)]
        for index, deal in enumerate(deals)
    ]


def plain(scores: Any) -> list[list[tuple[int, ...] | None]]:  # noqa: ANN401 - an array
    """An array of scores as `played_on` gives them."""
    return [[tuple(row) for row in rows] for rows in scores.tolist()]


@pytest.mark.parametrize("name", ["standard", "choice-moon", "partnership", "black-maria"])
@pytest.mark.parametrize("policy", Policy)
def test_from_every_point_of_a_deal(name: str, policy: Policy) -> None:
    """From every state of a deal, before, in and after passing, between cards, and over, the scores are the reference's."""
    game = hearts.new_game(name, players=4, seed=11)
    states = [*walk(game.deal, 5)]
    assert {state.phase for state in states} >= {hearts.Phase.PASSING, hearts.Phase.PLAYING, hearts.Phase.DEAL_OVER}
    assert plain(playouts(states, 2, policy=policy, seed=3)) == played_on(states, 2, policy, 3)


SPECIAL: dict[str, dict[str, Any]] = {
    "hearts are broken by a heart that is led, and free the queen of spades": {
        "hearts": {"broken_by": "KS", "lead": "any-time"},
        "queen": {"lead": "when-broken", "discard": "when-broken"},
    },
    "hands of several sizes": {"passing": {"count": 5, "at_least": 0}},
    "partners who make a moon together, and choose": {
        "values": Values(cards=((Card("QS"), 13), (Card("KS"), 5))),
        "moon": {"style": "choice"},
        "table": {"players": [4]},
        "partners": {"teams": [[0, 2], [1, 3]], "together": True, "moon": "charged"},
    },
    "a moon is scored by the totals, and ties by hearts": {
        "values": Values(cards=((Card("QS"), 13),)),
        "moon": {"style": "auto"},
        "end": {"target": 50, "tie": "fewest-hearts"},
    },
    "a moon is scored by the number of the deal": {
        "values": Values(cards=((Card("QS"), 13),)),
        "moon": {"style": "auto"},
        "end": {"target": 500, "deals": 5},
    },
}


@pytest.mark.parametrize("changes", SPECIAL.values(), ids=SPECIAL)
def test_what_a_position_holds_beside_the_cards(changes: dict[str, Any]) -> None:
    """What was led, how many cards each seat has, who made a moon with whom, and how the game stood, all matter."""
    variant = hearts.load_variant("standard").evolve(**changes)
    states: list[State] = []
    for number in range(24):
        totals = [(49, 36, 36, 49), (36, 36, 36, 36), (49, 49, 36, 36)][number % 3]
        deal = hearts.new_deal(
            variant,
            hearts.deal_hands(variant, seed=number),
            pass_offset=number % 4,
            totals=totals,
            deal_number=number % 5 + 1,
            hearts_taken=(number % 3, 9, number % 7, 4),
        )
        states += [*walk(deal, number)][:: 1 + number % 3]
    scores = plain(playouts(states, 1, seed=3))
    assert scores == played_on(states, 1, Policy.RANDOM, 3)


@given(deals("standard", 4) | games("standard", 4) | deals("choice-moon", 4), POLICIES, SEEDS)
def test_any_position(state: State, policy: Policy, seed: int) -> None:
    """A position is played to the same scores as in plain Python, wherever it is from."""
    assert plain(playouts([state], 3, policy=policy, seed=seed)) == played_on([state], 3, policy, seed)


@given(st.lists(deals(EARLY_CHOICE, 4, over=True) | games(EARLY_CHOICE, 4), min_size=1, max_size=4), POLICIES, SEEDS)
def test_moons_in_all_their_states(states: list[State], policy: Policy, seed: int) -> None:
    """Moons that are to come, that wait to be chosen for, and that are chosen for, are scored as they are in plain Python."""
    assert plain(playouts(states, 3, policy=policy, seed=seed)) == played_on(states, 3, policy, seed)


def test_a_moon_that_waits() -> None:
    """A shooter that is to choose takes either way equally often at random, and the old way by `duck`; a choice made stays."""
    deal = next(
        state for state in walk(hearts.new_game(EARLY_CHOICE, seed=1).deal, 1) if state.trick is None or state.is_over
    )
    waiting = [state for state in walk(deal, 1) if state.phase is hearts.Phase.CHOOSING_MOON]
    (pending,) = waiting
    shooter = pending.to_act[0]
    old, new = (pending.apply(hearts.ChooseMoon(shooter, style)) for style in ("old", "new"))
    often = Counter(tuple(row) for row in playouts([pending], 2000, seed=1)[0].tolist())
    assert often.keys() == {old.scores, new.scores}
    assert abs(often[old.scores or ()] - 1000) < 5 * 500**0.5
    assert plain(playouts([pending], 5, policy="duck", seed=1)) == [[old.scores] * 5]
    assert plain(playouts([old, new], 2, seed=1)) == [[old.scores] * 2, [new.scores] * 2]


def test_worlds_of_a_view() -> None:
    """The worlds that a seat holds possible are played on as they are, and so is the deal itself."""
    state = [*walk(hearts.new_game("standard", seed=4), 2)][20]
    worlds = hearts.sample_worlds(state.view(0), 8, seed=1)
    assert plain(playouts(worlds, 3, seed=2)) == played_on(worlds, 3, Policy.RANDOM, 2)


def test_the_game_before_the_deal_matters() -> None:
    """Where a moon is scored by what helps the shooter, it depends on the totals of the game that a deal belongs to."""
    variant = EARLY_CHOICE.evolve(moon={"style": "auto"})
    game = hearts.new_game(variant, seed=1)
    hands = game.deal.hands
    near = hearts.new_deal(variant, hands, totals=(49, 49, 49, 0), deal_number=5)
    far = hearts.new_deal(variant, hands)
    assert plain(playouts([near, far], 50, seed=9)) == played_on([near, far], 50, Policy.RANDOM, 9)
    ends = [
        [play_on(deal, Policy.RANDOM, Stream(9, CHOICES, index, run)) for run in range(1, 51)]
        for index, deal in enumerate((near, far))
    ]
    styles = [{deal.moon.style for deal in runs if deal.moon is not None} for runs in ends]
    assert styles == [{"old", "new"}, {"old"}]


def test_runs_depend_on_their_place_only() -> None:
    """Run j of position i is the same however many runs and positions there are, and whatever the others are."""
    states = [*walk(hearts.new_game("standard", seed=4).deal, 2)][::7]
    whole = playouts(states, 20, seed=5)
    assert whole.shape == (len(states), 20, 4)
    assert whole.dtype == np.int32
    assert np.array_equal(playouts(states[:3], 6, seed=5), whole[:3, :6])
    assert np.array_equal(playouts([states[0], states[0], states[2]], 20, seed=5)[[0, 2]], whole[[0, 2]])
    assert not np.array_equal(playouts(states, 20, seed=6), whole)
    assert len({tuple(row) for row in whole[0].tolist()}) > 10
    assert np.array_equal(playouts(tuple(states), 20, policy=Policy.RANDOM, seed=5), whole)


GAME = hearts.new_game("standard", seed=1)


@pytest.mark.parametrize("states", [[], (), None, GAME, "games", iter([GAME]), {GAME}])
def test_no_positions(states: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """Something other than a list of positions is refused."""
    with pytest.raises(hearts.SetupError, match="states: "):
        playouts(states, 1, seed=1)


@pytest.mark.parametrize("state", [None, GAME.view(0), "game"])
def test_what_is_no_position(state: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """A list in which something is no deal and no game is refused; so is a view, which does not know the cards."""
    with pytest.raises(hearts.SetupError, match="expected a Game or a Deal"):
        playouts([GAME, state], 1, seed=1)


def test_positions_of_several_kinds() -> None:
    """Positions of several variants or numbers of players are refused, and the error says which it is."""
    for other in (hearts.new_game("omnibus", seed=1), hearts.new_game("standard", players=3, seed=1)):
        with pytest.raises(hearts.SetupError) as caught:
            playouts([GAME, GAME.deal, other], 1, seed=1)
        assert caught.value.where == "states[2]"


@pytest.mark.parametrize(
    ("name", "value"), [("n", 0), ("n", True), ("n", 1.0), ("n", 1 << 31), ("policy", "wild"), ("seed", -1)]
)
def test_wrong_arguments(name: str, value: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """The number of runs, the policy and the seed are checked."""
    given: dict[str, Any] = {"n": 1, "seed": 1, name: value}
    with pytest.raises((hearts.SetupError, hearts.SeedError), match=name):
        playouts([GAME], **given)
