"""Reading variants strictly: every fault at once, each with its path and what would be right."""

from __future__ import annotations

import tomllib
from typing import Any

import attrs
import pytest
from hypothesis import given

import hearts
from hearts import Variant, testing
from hearts.variant.counted import ByCount, Text
from hearts.variant.sections import End, Moon, Passing, Table, Values


def faults(data: Any) -> dict[str, tuple[str, str]]:  # noqa: ANN401 - wrong data of any kind
    """The faults of plain data: (problem, expected) by path, the first where a path has several."""
    with pytest.raises(hearts.VariantError) as caught:
        Variant.from_data(data)
    return {fault.path: (fault.problem, fault.expected) for fault in reversed(caught.value.faults)}


FAULTY: list[tuple[dict[str, Any], str, str]] = [
    # unknown keys
    ({"passng": {}}, "passng", '"passing"'),
    ({"passing": {"cout": 3}}, "passing.cout", '"count"'),
    ({"values": {"QX": 3}}, "values.QX", "a card"),
    ({"zzz": 1}, "zzz", "one of"),
    ({"extends": "spot"}, "extends", "load_variant for a file"),
    ({"passing": {"count": {4: 3, "4": 2}}}, "passing.count.4", "a player count"),
    ({"end": {"exact": {100: 50, "100": 0}}}, "end.exact.100", "a whole number"),
    ({"values": {"QS": hearts.Card("QS")}}, "values.QS", "a whole number"),
    ({"values": {"QS": 10**5000}}, "values.QS", "at most nine digits"),
    # wrong types: nothing is coerced
    ({"passing": {"count": "4"}}, "passing.count", "a whole number"),
    ({"passing": {"count": 4.0}}, "passing.count", "a whole number"),
    ({"passing": {"count": True}}, "passing.count", "a whole number"),
    ({"passing": {"count": {"4": "x"}}}, "passing.count.4", "a whole number"),
    ({"passing": {"count": {"04": 3}}}, "passing.count.04", "a player count"),
    ({"passing": {"change": 1}}, "passing.change", "true or false"),
    ({"passing": {"cycle": "left"}}, "passing.cycle", "a list"),
    ({"passing": {"cycle": ["left", "up"]}}, "passing.cycle.1", "a whole number, or one of"),
    ({"passing": {"locked": 3}}, "passing.locked", "cards as text"),
    ({"passing": 3}, "passing", "a table"),
    ({"opening": {"leader": "ZZ"}}, "opening.leader", "a card"),
    ({"opening": {"card": "some"}}, "opening.card", '"that-card"'),
    ({"queen": {"card": 50}}, "queen.card", "a card"),
    ({"moon": {"style": 1}}, "moon.style", '"mixed"'),
    ({"moon": {"value": "lots"}}, "moon.value", '"penalties"'),
    ({"title": 3}, "title", "text"),
    ({"title": {"en": 3}}, "title.en", "text"),
    ({"sources": "one"}, "sources", "a list"),
    ({"name": 3}, "name", "text"),
    ({"name": ""}, "name", "a short name"),
    ({"end": {"exact": 100}}, "end.exact", "a table"),
    ({"end": {"exact": {"x": 1}}}, "end.exact.x", "a whole number"),
    ({"end": {"exact": {"0100": 1}}}, "end.exact.0100", "a whole number"),
    ({"end": {"exact": {"100": "x"}}}, "end.exact.100", "a whole number"),
    ({"values": 3}, "values", "a table"),
    ({"values": {"QS": "13"}}, "values.QS", "a whole number"),
    ({"values": {"hearts": "many"}}, "values.hearts", '"pips"'),
    ({"values": {"QS": 13, "qs": 12}}, "values.qs", "each card once"),
    # cards
    ({"first_trick": {"barred": "hearts QH"}}, "first_trick.barred", "each card once"),
    ({"first_trick": {"barred": "harts"}}, "first_trick.barred", "suits such as"),
    # ranges
    ({"table": {"players": [2, 4]}}, "table.players.0", "3 to 8"),
    ({"passing": {"count": -1}}, "passing.count", "0 to 26"),
    ({"passing": {"count": {"4": 27}}}, "passing.count.4", "0 to 26"),
    ({"values": {"QS": 10**6}}, "values.QS", "-10000 to 10000"),
    ({"moon": {"value": 0}}, "moon.value", "1 to 10000"),
    ({"end": {"exact": {"100": 10**6}}}, "end.exact.0.1", "-10000 to 10000"),
    # sense
    ({"table": {"players": []}}, "table.players", "at least one"),
    ({"table": {"players": [4, 4]}}, "table.players", "each player count once"),
    ({"table": {"players": [3], "removed": "2C"}}, "table.default_players", "one of table.players: 3"),
    ({"table": {"players": [4, 5]}}, "table.removed.5", "a pack of 50 cards"),
    ({"table": {"removed": "clubs diamonds hearts spades"}}, "table.removed.4", "a pack of"),
    ({"table": {"players": [4, 6], "removed": {"6": "2C 2D 2H 2S"}}, "passing": {"count": {"4": 3}}}, "passing.count", "each"),
    ({"passing": {"count": 14}}, "passing.count", "at most 13"),
    ({"passing": {"at_least": 4}}, "passing.at_least", "at most 3"),
    ({"passing": {"cycle": []}}, "passing.cycle", "at least one direction"),
    ({"passing": {"cycle": [4]}}, "passing.cycle.0", '"hold"'),
    ({"table": {"players": [4, 5], "removed": {"5": "2C 2D"}}}, "passing.cycle.2", "an even player count"),
    ({"opening": {"leader": "eldest"}}, "opening.card", '"any"'),
    ({"table": {"removed": "clubs 2D 2H 2S"}}, "opening.leader", "eldest"),
    ({"opening": {"leader": "2C"}, "table": {"removed": "2C 2D 2H 2S"}}, "opening.leader", "a card of the pack"),
    ({"hearts": {"broken_by": ""}}, "hearts.broken_by", "any-time"),
    ({"queen": {"lead": "when-broken", "card": "2S"}, "table": {"removed": "2C 2D 2H 2S"}}, "queen.card", "a card of the pack"),
    ({"values": {"total": 27}}, "values.total", "26"),
    ({"values": {"total": {"4": 27}}}, "values.total.4", "26"),
    ({"values": {"hearts": -1, "QS": 0}}, "moon.style", '"none"'),
    ({"values": {"hearts": -1, "QS": 0}, "moon": {"bonus": "absorbed"}}, "moon.value", "at least 1"),
    ({"values": {"hearts": 0, "QS": 0}, "moon": {"style": "none"}}, "values", "a card or trick with a value"),
    ({"values": {"hearts": -1, "QS": 0}, "moon": {"style": "none"}}, "end.target", "a penalty card"),
    ({"end": {"target": "none"}}, "end.target", "end.deals as a number"),
    (
        {"table": {"removed": "QS 2C 2D 2H"}, "values": {"hearts": 0}, "moon": {"style": "none"}, "opening": {"leader": "3C"}},
        "values",
        "a card or trick with a value",
    ),
    ({"end": {"floor": 100}}, "end.floor", "below end.target"),
    ({"partners": {"teams": [[0, 2], [1]]}}, "partners.teams", "seats 0 to 3 once"),
    ({"partners": {"teams": [[0, 1, 2, 3]]}}, "partners.teams", "two or more teams"),
    ({"partners": {"teams": [[0, 1], [2, 3], []]}}, "partners.teams", "two or more teams"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path", "expected"), FAULTY, ids=[f"{path}:{n}" for n, (_, path, _) in enumerate(FAULTY)]
)
def test_a_fault_has_its_path_and_what_would_be_right(data: dict[str, Any], path: str, expected: str) -> None:
    """Each kind of fault is reported at its place with the right form."""
    found = faults(data)
    assert path in found
    assert expected in found[path][1]


def test_all_faults_come_at_once() -> None:
    """Faults of form, of range and of sense in one file are reported together, and none twice."""
    found = faults(
        {
            "passing": {"count": "3", "cycle": [], "cout": 1},
            "moon": {"style": "odd", "value": 0},
            "end": {"target": "none"},
            "partners": {"teams": [[0, 1]]},
            "title": 4,
        }
    )
    assert set(found) == {
        "passing.count",
        "passing.cycle",
        "passing.cout",
        "moon.style",
        "moon.value",
        "end.target",
        "partners.teams",
        "title",
    }


def test_what_is_no_table_at_all() -> None:
    """Data that is not a table is one fault."""
    assert "variant" in faults([1])


def test_tables_of_python_may_have_numbers_and_cards_as_keys() -> None:
    """Plain data made in Python may use numbers for player counts and totals, and cards for values."""
    given = {"passing": {"count": {4: 2}}, "end": {"exact": {100: 50}}, "values": {hearts.Card("QS"): 5}}
    variant = Variant.from_data(given)
    assert (variant.passing.count.of(4), variant.end.exact) == (2, ((100, 50),))
    assert dict(variant.values.cards)[hearts.Card("QS")] == 5


def test_long_values_are_cut_in_messages() -> None:
    """A value of great length is shown by its beginning."""
    problem, _ = faults({"moon": {"style": "x" * 500}})["moon.style"]
    assert len(problem) < 100


@given(testing.variants())
def test_data_and_toml_read_back_equal(variant: Variant) -> None:
    """A variant written as data, or as TOML, reads back equal, name and headings included."""
    assert Variant.from_data(variant.to_data()) == variant
    assert Variant.from_data(tomllib.loads(variant.to_toml())) == variant


@given(testing.variants(), testing.variants())
def test_evolve_by_sections_makes_the_other_variant(one: Variant, other: Variant) -> None:
    """Replacing every section of a variant, as objects or as data, gives the other variant."""
    objects = dict(other.sections())
    headings = {key: value for key, value in other.to_data().items() if key not in objects}
    assert one.evolve(**objects, **headings) == other


def test_toml_keeps_any_text() -> None:
    """Titles with quotes, line ends, control signs and other scripts survive the TOML file."""
    variant = Variant(title=Text.of({"en": 'a "b" \\ \n\t\x00\x7f', "zh": "红心大战 ♥"}), sources=("x\u2028y",))
    assert Variant.from_data(tomllib.loads(variant.to_toml())) == variant


def test_a_stated_total_is_not_inherited() -> None:
    """A total is checked where it is stated, and no longer meant once values change."""
    stated = Variant().evolve(values={"total": 26})
    assert stated.values.total == ByCount(26)
    assert stated.evolve(values={"QS": 0}).values.total == "unstated"
    assert stated.evolve(end={"target": 50}).values.total == ByCount(26)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Variant(passing=Passing(count=3)),  # type: ignore[arg-type]  # the point of the test
        lambda: Variant(passing=3),  # type: ignore[arg-type]
        lambda: Variant(values=Values(cards="QS")),  # type: ignore[arg-type]
        lambda: Variant(end=End(target="100")),  # type: ignore[arg-type]
        lambda: Variant(moon=Moon(style="old")),  # type: ignore[arg-type]
        lambda: Variant(name=3),  # type: ignore[arg-type]
        lambda: Variant(table=Table(players=(4, 9))),
        lambda: attrs.evolve(Variant(), end=End(target=0)),
        lambda: Variant().evolve(nothing={}),
    ],
)
def test_a_variant_is_checked_however_it_is_made(make: Any) -> None:  # noqa: ANN401 - functions of no argument
    """Wrong settings are refused in sections that code builds, in evolve and in attrs.evolve, as in files."""
    with pytest.raises(hearts.VariantError):
        make()


def test_by_count_and_text() -> None:
    """A value by player count is the entry of the count; a text falls back to English, then to nothing."""
    by_count = ByCount.of_table({3: 4, 5: 2})
    assert (by_count.of(3), by_count.find(4)) == (4, None)
    with pytest.raises(hearts.SetupError, match="expected one of 3, 5"):
        by_count.of(4)
    assert (str(Text.of("Hi")), Text.of({"zh": "x"}).say(), Text.of("").texts) == ("Hi", "", ())


def test_player_counts() -> None:
    """A number of players that a variant is not for is a SetupError that lists those it is for."""
    variant = hearts.load_variant("partnership")
    assert variant.player_count() == 4
    assert len(variant.pack()) == 52
    for wrong in (3, True, "4", 4.5):
        with pytest.raises(hearts.SetupError, match="expected one of 4"):
            variant.player_count(wrong)  # type: ignore[arg-type]  # the point of the test
