"""Compiled play in bulk and plain-Python play of the same seeds are equal, over the shipped variants and random ones.

Code is compiled for each policy, number of players and kind of rules, which takes seconds each: every run is held to the kind
that most variants are of, and the run while developing to four players. The nightly run has no such bounds.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.bulk import Policy, Stream, play_deal, play_game
from hearts.bulk.reference import play_on
from hearts.bulk.streams import CHOICES
from hearts.testing import deals, games, variants
from hearts.variant.rules import resolve
from hearts.variant.sections import Values

pytest.importorskip("numba")

from hearts.bulk import playouts, simulate, simulate_games
from hearts.engine import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
NIGHTLY = PROFILE == "nightly"
PLAYERS = {"dev": (4,), "nightly": (3, 4, 5, 6, 7, 8)}.get(PROFILE, (3, 4))

SEEDS = st.integers(0, 7) | st.integers(0, (1 << 256) - 1)
POLICIES = st.sampled_from(Policy)
DEALS = 7
"""More than any cycle of passing is long, mostly."""

MOST = 12
"""How many deals a game is played for at most: many a random variant goes on for very long."""


def is_common(variant: hearts.Variant, players: int) -> bool:
    """Are the rules of the kind that is compiled for in every run?"""
    rules = resolve(variant, players)
    return len(rules.value_masks) <= 4 and len(rules.exact_from) <= 4


@st.composite
def tables(draw: st.DrawFn) -> tuple[hearts.Variant, int]:
    """Any variant and number of players, often with teams, uneven passing, suns, and a moon in every deal or every second."""
    players = draw(st.sampled_from(PLAYERS))
    variant = draw(variants(players).filter(lambda variant: NIGHTLY or is_common(variant, players)))
    changes: dict[str, Any] = {}
    if draw(st.booleans()):
        number = draw(st.integers(2, players - 1))
        changes["table"] = {"players": [players], "default_players": players}
        changes["partners"] = {
            "teams": [[*range(first, players, number)] for first in range(number)],
            "together": draw(st.booleans()),
            "moon": draw(st.sampled_from(("spared", "charged", "new"))),
        }
    if draw(st.booleans()):
        size = min(len(variant.pack(count)) // count for count in variant.table.players)
        changes["passing"] = {"count": min(size, draw(st.integers(1, 5))), "at_least": 0}
    if draw(st.booleans()):
        common = hearts.CardSet.from_mask((1 << 52) - 1)
        for count in variant.table.players:
            common &= variant.pack(count)
        which = draw(st.sets(st.sampled_from([*common]), min_size=1, max_size=2))
        changes["values"] = Values(cards=tuple((card, draw(st.integers(1, 20))) for card in sorted(which)))
        changes["moon"] = {"style": draw(st.sampled_from(("old", "new", "choice", "mixed", "auto")))}
    if draw(st.booleans()):
        changes["sun"] = {"value": 52}
    return variant.evolve(**changes), players


def broken_in(deal: hearts.Deal) -> int:
    """The number of the trick in which hearts were broken, from 1, or 0 where they never were (R6.1)."""
    for number, trick in enumerate(deal.tricks, 1):
        if trick.cards[0].suit is hearts.Suit.HEARTS or any(c in deal.variant.hearts.broken_by for c in trick.cards):
            return number
    return 0


def facts_of(deal: hearts.Deal) -> dict[str, Any]:
    """What bulk play tells of a single deal, read from the deal itself."""
    moon = deal.moon
    kinds = {None: kernel.NO_MOON, hearts.MoonKind.MOON: kernel.MOON, hearts.MoonKind.SUN: kernel.SUN}
    return {
        "scores": list(deal.scores or ()),
        "tricks": list(deal.tricks_won),
        "kind": kinds[None if moon is None else moon.kind],
        "shooter": -1 if moon is None else moon.seat,
        "joint": int(moon is not None and len(moon.seats) > 1),
        "style": kernel.NEW if moon is not None and moon.style is hearts.MoonStyle.NEW else kernel.OLD,
        "opener": deal.tricks[0].leader,
        "broken_in": broken_in(deal),
    }


def compare_deals(variant: hearts.Variant, players: int, policy: Policy, seed: int) -> list[hearts.Deal]:
    """Play some deals with both, and compare all that is told of each; gives the deals."""
    arrays = simulate(variant, DEALS, players=players, policy=policy, seed=seed, keep=True).arrays
    assert arrays is not None
    played = [play_deal(variant, number, players=players, policy=policy, seed=seed) for number in range(DEALS)]
    for number, deal in enumerate(played):
        assert {name: array[number].tolist() for name, array in arrays.items()} == facts_of(deal)
    return played


def compare_games(
    variant: hearts.Variant, players: int, policy: Policy, seed: int, count: int = 2
) -> list[hearts.Game]:
    """Play some games with both, and compare all that is told of each; gives the games."""
    how: Any = {"players": players, "policy": policy, "seed": seed, "max_deals": MOST}
    result = simulate_games(variant, count, keep=True, **how)
    played = [play_game(variant, number, **how) for number in range(count)]
    assert result.arrays is not None
    for number, game in enumerate(played):
        assert {name: array[number].tolist() for name, array in result.arrays.items()} == {
            "points": [sum(deal.scores[seat] for deal in game.deals) for seat in range(players)],
            "totals": [*game.totals],
            "places": [*game.placings],
            "deals": len(game.deals),
            "winners": sum(1 << seat for seat in game.winners),
        }
    ended = [game for game in played if game.is_over]
    assert result.endless == tuple(number for number, game in enumerate(played) if not game.is_over)
    assert (result.games, result.deals) == (len(ended), sum(len(game.deals) for game in ended))
    for seat, sums in enumerate(result.seats):
        moons = [
            deal.moon for game in ended for deal in game.deals if deal.moon is not None and seat in deal.moon.seats
        ]
        assert sums.moons == sum(moon.kind is hearts.MoonKind.MOON for moon in moons)
        assert sums.suns == sum(moon.kind is hearts.MoonKind.SUN for moon in moons)
        assert sums.wins == sum(seat in game.winners for game in ended)
    return played


def compare_playouts(states: Sequence[hearts.Deal | hearts.Game], policy: Policy, seed: int, runs: int = 3) -> None:
    """Play positions to the end of their deals with both, and compare the scores."""
    scores = playouts(states, runs, policy=policy, seed=seed)
    for index, state in enumerate(states):
        deal = state.deal if isinstance(state, hearts.Game) else state
        for run in range(runs):
            played = play_on(deal, policy, Stream(seed, CHOICES, index, run + 1))
            assert tuple(scores[index, run].tolist()) == played.scores


@given(tables(), POLICIES, SEEDS)
def test_deals_of_random_variants(table: tuple[hearts.Variant, int], policy: Policy, seed: int) -> None:
    """The deals of a run are the same, compiled and in plain Python: scores, tricks, moons, who opened, when hearts broke."""
    compare_deals(*table, policy, seed)


@given(tables(), POLICIES, SEEDS)
def test_games_of_random_variants(table: tuple[hearts.Variant, int], policy: Policy, seed: int) -> None:
    """The games of a run are the same, compiled and in plain Python: points, totals, places, length, winners, moons."""
    compare_games(*table, policy, seed)


@given(tables(), POLICIES, SEEDS, st.data())
def test_playouts_of_random_positions(
    table: tuple[hearts.Variant, int], policy: Policy, seed: int, data: st.DataObject
) -> None:
    """Positions anywhere in a deal are played to the same scores, compiled and in plain Python."""
    states = data.draw(st.lists(deals(*table) | games(*table), min_size=1, max_size=3))
    compare_playouts(states, policy, seed)


def shipped() -> list[Any]:
    """Every shipped variant with every number of players; those of a kind of their own wait for the nightly run."""
    params = []
    for name in hearts.variant_names():
        variant = hearts.load_variant(name)
        for players in variant.table.players:
            marks = () if is_common(variant, players) else pytest.mark.nightly
            params.append(pytest.param(name, players, id=f"{name}-{players}", marks=marks))
    return params


@pytest.mark.parametrize(("name", "players"), shipped())
def test_shipped_variants(name: str, players: int) -> None:
    """The deals, games and playouts of a shipped variant are the same, compiled and in plain Python, for both policies."""
    if players not in PLAYERS:
        pytest.skip("it takes long to compile for this many players: set HYPOTHESIS_PROFILE=nightly")
    variant = hearts.load_variant(name)
    for policy in Policy:
        deals = compare_deals(variant, players, policy, seed=5)
        compare_games(variant, players, policy, seed=5)
        begun = hearts.new_game(variant, players=players, seed=5)
        compare_playouts([begun, begun.deal, deals[0]], policy, seed=5)


def test_a_variant_of_many_values() -> None:
    """The rules are of more kinds than the usual one, and deals are the same there too."""
    variant = hearts.load_variant("spot")
    assert not is_common(variant, 4)
    compare_deals(variant, 4, Policy.DUCK, seed=5)


@pytest.mark.parametrize("style", ["old", "new", "choice", "mixed", "auto"])
@pytest.mark.parametrize("partners", ["spared", "charged", "new", None])
@pytest.mark.parametrize("bonus", ["absorbed", "outside", "on-top"])
def test_moons(style: str, partners: str | None, bonus: str) -> None:
    """Moons of every style, of one and of partners together, are scored the same; here one is made in nearly every deal."""
    teams: dict[str, Any] = {"teams": [[0, 2], [1, 3]], "together": True, "moon": partners} if partners else {}
    variant = hearts.load_variant("standard").evolve(
        values=Values(cards=((hearts.Card("JD"), -7), (hearts.Card("QS"), 13), (hearts.Card("KS"), 5))),
        moon={"style": style, "bonus": bonus},
        table={"players": [4]},
        partners=teams,
        end={"target": 40, "deals": 4, "tie": "fewest-hearts"},
    )
    made = set()
    for policy in Policy:
        for deal in compare_deals(variant, 4, policy, seed=3):
            made |= {0 if deal.moon is None else len(deal.moon.seats)}
        compare_games(variant, 4, policy, seed=3)
    assert made & {1, 2}


@pytest.mark.parametrize("tie", ["continue", "shared", "fewest-hearts"])
@pytest.mark.parametrize("winner", ["lowest", "highest"])
@pytest.mark.parametrize("partners", [False, True])
def test_ties(tie: str, winner: str, partners: bool) -> None:
    """Ties are broken, shared or played on the same; totals are often equal where nothing but the queen of spades counts."""
    variant = hearts.load_variant("standard").evolve(
        values=Values(cards=((hearts.Card("QS"), 13),)),
        moon={"style": "none"},
        table={"players": [4]},
        partners={"teams": [[0, 2], [1, 3]]} if partners else {},
        end={"target": "none", "deals": 2, "tie": tie, "winner": winner},
    )
    games = compare_games(variant, 4, Policy.RANDOM, seed=3, count=40)
    best = max if winner == "highest" else min
    sums = [
        [game.totals[0] + game.totals[2], game.totals[1] + game.totals[3]] if partners else game.totals
        for game in games
    ]
    assert any([*each].count(best(each)) > 1 for each in sums) or tie == "continue"
    assert len({len(game.deals) for game in games}) > 1 or tie != "continue"
