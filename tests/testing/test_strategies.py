"""The strategies that are shipped: what they draw is valid, covers every setting, and is known to Hypothesis by its type."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from enum import StrEnum
from importlib.metadata import entry_points
from typing import Any, get_args

import attrs
import pytest
from hypothesis import HealthCheck, Phase, event, find, given, settings
from hypothesis import strategies as st

import hearts
from hearts.testing import (
    actions,
    any_actions,
    card_sets,
    cards,
    deals,
    games,
    hands,
    player_counts,
    refusals,
    variants,
    views,
    walk,
)
from hearts.testing.plugin import register
from hearts.variant.catalogue import shipped_folder
from hearts.variant.counted import ByCount
from hearts.variant.reading import section_fields
from hearts.variant.sections import SECTIONS

KINDS = [
    hearts.Card,
    hearts.CardSet,
    hearts.Variant,
    hearts.Deal,
    hearts.Game,
    hearts.View,
    hearts.ViewOptions,
    hearts.PassCards,
    hearts.PlayCard,
    hearts.ChooseMoon,
    hearts.Refusal,
]


def sample_of(strategy: st.SearchStrategy[Any], examples: int) -> list[Any]:
    """A fixed sample of what a strategy draws."""
    drawn: list[Any] = []

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(strategy)
    def collect(value: Any) -> None:  # noqa: ANN401 - whatever is drawn
        drawn.append(value)

    collect()
    return drawn


def words_of(kind: Any) -> set[object]:  # noqa: ANN401 - the type of a setting
    """The words, and true and false, that a setting of a type may have."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {*kind}
    if kind is bool:
        return {True, False}
    return {word for part in get_args(kind) for word in get_args(part) if isinstance(word, str)}


def test_every_setting_is_drawn() -> None:
    """A fixed sample of variants holds every word that a setting may have, and for every setting more than one value."""
    met: dict[tuple[str, str], Counter[object]] = {}
    for variant in sample_of(variants(shipped=False), 400):
        for name, section in variant.sections():
            for field in attrs.fields(type(section)):
                met.setdefault((name, field.name), Counter())[getattr(section, field.name)] += 1
    for name, kind in SECTIONS.items():
        for field in section_fields(kind).values():
            values = met[name, field.name]
            assert words_of(field.type) <= values.keys(), f"{name}.{field.name}"
            assert len(values) > 1, f"{name}.{field.name}"
            if "ByCount" in str(field.type):
                tables = [value for value in values if isinstance(value, ByCount) and len(value.table) > 1]
                assert tables, f"{name}.{field.name} by player count"


def test_every_kind_of_table_is_drawn() -> None:
    """A fixed sample of variants holds every player count, whole packs and small ones, uneven passes, locked cards, teams,
    values above 0, below 0 and of tricks, offsets in seats, and most variants that are shipped.
    """
    drawn = sample_of(deals(), 600)
    variants_drawn = [deal.variant for deal in drawn]
    assert {deal.players for deal in drawn} == {3, 4, 5, 6, 7, 8}
    sizes = {len(deal.dealt[0]) for deal in drawn}
    assert min(sizes) == 1
    assert max(sizes) == 17
    shipped = {path.stem for path in shipped_folder().glob("*.toml")}
    assert len(shipped & {variant.name for variant in variants_drawn}) > len(shipped) // 2
    assert any(variant.passing.at_least != "count" for variant in variants_drawn)
    assert any(variant.passing.locked for variant in variants_drawn)
    assert any(
        len(team) != len(variant.partners.teams[0]) for variant in variants_drawn for team in variant.partners.teams
    )
    assert any(value < 0 for variant in variants_drawn for _, value in variant.values.cards)
    assert any(variant.values.tricks for variant in variants_drawn)
    assert any(variant.values.total != "unstated" for variant in variants_drawn)
    assert any(
        isinstance(direction, int) for deal in drawn for direction in deal.variant.passing.cycle.of(deal.players)
    )


def test_every_phase_is_drawn() -> None:
    """Fixed samples of deals and games hold every phase, and moons and suns, with no deal past the most that there may be."""
    found = sample_of(deals("choice-moon"), 250)
    assert {deal.phase for deal in found} == {*hearts.Phase} - {hearts.Phase.GAME_OVER}
    played = sample_of(games(max_deals=2), 250)
    assert {game.phase for game in played} >= {*hearts.Phase} - {hearts.Phase.CHOOSING_MOON}
    assert {game.deal_number for game in played} == {1, 2}
    over = sample_of(deals(over=True), 300)
    assert all(deal.is_over for deal in over)
    assert {deal.moon.kind for deal in over if deal.moon} == {*hearts.MoonKind}


@given(st.sampled_from((3, 4, 5, 6, 7, 8)), st.data())
def test_variants_for_a_player_count_allow_it(players: int, data: st.DataObject) -> None:
    """Variants drawn for a number of players allow it, and so do the deals and games drawn for it."""
    assert players in data.draw(variants(players)).table.players
    assert data.draw(deals(players=players)).players == players
    assert data.draw(games(players=players)).players == players


@pytest.mark.parametrize("players", [0, 2, 9])
def test_nobody_plays_with_a_wrong_number(players: int) -> None:
    """A player count outside 3 to 8 is refused when the strategy is made, as is one that the variant does not allow (R1.1)."""
    with pytest.raises(hearts.SetupError):
        variants(players)
    for strategy in (hands, deals, games, views):
        with pytest.raises(hearts.SetupError):
            strategy("standard", players)


@given(st.data())
def test_strategies_keep_to_the_variant(data: st.DataObject) -> None:
    """Hands are the pack of the variant in equal parts; deals and games are of the variant that was asked for."""
    variant = data.draw(variants())
    players = data.draw(player_counts(variant))
    dealt = data.draw(hands(variant, players))
    assert len(dealt) == players
    assert sorted(card for hand in dealt for card in hand) == [*variant.pack(players)]
    assert len({*map(len, dealt)}) == 1
    assert data.draw(deals(variant)).variant == data.draw(games(variant, players)).variant == variant


@given(st.data())
def test_actions_are_legal_and_any_actions_are_of_every_kind(data: st.DataObject) -> None:
    """What `actions` draws is legal; what `any_actions` draws is legal or not; what `refusals` draws the state gives."""
    state = data.draw(deals() | games())
    if state.to_act:
        assert state.why_not(data.draw(actions(state))) is None
    else:
        assert actions(state).is_empty
    action = data.draw(any_actions(state))
    event("legal" if state.why_not(action) is None else "not legal")
    assert isinstance(data.draw(refusals(state)), hearts.Refusal)


def test_every_kind_of_view_is_drawn() -> None:
    """Fixed samples of views hold every phase, seats on turn and not, onlookers, every option, and later deals of games."""
    drawn = sample_of(views("choice-moon"), 250) + sample_of(views(), 250)
    assert {view.phase for view in drawn} == {*hearts.Phase}
    assert {view.seat for view in drawn} >= {None, *range(6)}
    assert {view.seat in view.to_act for view in drawn} == {True, False}
    for field in attrs.fields(hearts.ViewOptions):
        assert {getattr(view.options, field.name) for view in drawn} == {True, False}
    assert any(view.deals for view in drawn)
    for strategy in (views("standard", 3), views(players=3)):
        assert {view.players for view in sample_of(strategy, 20)} == {3}


@given(st.data())
def test_cards_are_drawn_from_those_given(data: st.DataObject) -> None:
    """Cards and sets of cards are of the cards given, in any form; of no cards there is only the empty set."""
    pool = data.draw(card_sets())
    assert data.draw(card_sets(pool)) <= pool
    if pool:
        assert data.draw(cards(str(pool))) in pool
    else:
        assert data.draw(card_sets("")) == hearts.CardSet()


@given(deals() | games(), st.integers(0, 99))
def test_a_walk_ends_with_its_deal(state: hearts.Deal | hearts.Game, number: int) -> None:
    """A walk starts with the state itself and ends where nobody is to act, and the same number gives the same walk."""
    path = list(walk(state, number))
    assert path[0] == state
    assert not path[-1].to_act
    assert all(step.to_act for step in path[:-1])
    assert list(walk(state, number)) == path


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_hypothesis_knows_the_types(kind: type) -> None:
    """`st.from_type` draws the library's types, once the plugin is registered, and twice does no harm."""
    register()
    register()
    assert all(isinstance(value, kind) for value in sample_of(st.from_type(kind), 5))


def test_what_fails_shrinks_to_something_simple() -> None:
    """A variant, deal or game of a kind shrinks: to the standard game where that will do, and to few deals and plays."""
    assert find(variants(), lambda _: True).name == "standard"
    assert find(deals("standard"), lambda deal: bool(deal.tricks)).dealer == 0
    assert find(games("standard"), lambda game: bool(game.deals)).deal_number == 1


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter."""
    return subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)


def test_without_hypothesis_the_extra_is_named() -> None:
    """Importing `hearts.testing` without hypothesis raises MissingExtraError, which names the extra `testing`; `import hearts`
    does not need it.
    """
    code = "import sys; sys.modules['hypothesis'] = None; import hearts; print('hearts'); import hearts.testing"
    done = run(code)
    assert done.stdout == "hearts\n"
    assert done.returncode == 1
    assert "MissingExtraError" in done.stderr.splitlines()[-1]
    assert "hearts-rules[testing]" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "first", ["hearts", "hearts.testing", "hypothesis", "hearts.testing.variants", "hearts.testing.plugin"]
)
def test_any_of_the_modules_may_be_imported_first(first: str) -> None:
    """Whichever of the library, its strategies and Hypothesis is imported first, all of them can be used."""
    lines = [
        f"import {first}",
        "import hearts, hearts.testing, hearts.testing.plugin",
        "hearts.testing.plugin.register()",
        "from hypothesis import find, strategies as st",
        "print(find(st.from_type(hearts.Card), lambda card: True))",
    ]
    done = run("\n".join(lines))
    assert (done.stdout, done.stderr) == ("2C\n", "")


def test_hypothesis_finds_the_plugin_by_itself() -> None:
    """Where the package is installed, Hypothesis knows its types unasked: `import hypothesis` registers them."""
    if not entry_points(group="hypothesis", name="hearts"):
        pytest.skip("the package is on the path, but not installed: there is no entry point")
    done = run(
        "from hypothesis import find, strategies as st; import hearts; print(find(st.from_type(hearts.Card), bool))"
    )
    assert (done.stdout, done.stderr) == ("3C\n", "")
