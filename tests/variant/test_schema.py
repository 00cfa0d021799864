"""The JSON Schema of a variant's file and the reader agree on what is well formed."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hearts.cards import RANKS
from hearts.errors import VariantError
from hearts.variant.catalogue import shipped_folder
from hearts.variant.check import ALL_CARDS
from hearts.variant.reading import read_section, section_fields, write_section
from hearts.variant.schema import json_schema
from hearts.variant.sections import HEADINGS, SECTIONS
from hearts.variant.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

    import attrs

VALIDATOR = Draft202012Validator(json_schema())
SETTINGS = [
    (section, name, field)
    for section, kind in SECTIONS.items()
    for name, field in section_fields(kind).items()
    if (section, name) != ("values", "cards")
]


def accepted(data: object) -> bool:
    """Does the schema accept the data?"""
    return VALIDATOR.is_valid(data)


def readable(data: object) -> bool:
    """Does a variant come of the data?"""
    try:
        Variant.from_data(data)  # type: ignore[arg-type]  # whatever it is, that is what is tried
    except VariantError:
        return False
    return True


def test_it_is_a_schema_of_the_2020_12_draft() -> None:
    """The schema is valid by the meta-schema of the draft that it names."""
    assert json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(json_schema())


def test_each_call_gives_a_schema_of_its_own() -> None:
    """What a caller does to one schema does not reach the next."""
    json_schema()["properties"]["title"]["anyOf"].clear()
    json_schema()["properties"]["values"]["properties"]["QS"].clear()
    assert json_schema() == VALIDATOR.schema


def test_every_heading_and_section_is_a_key() -> None:
    """The schema's keys are `extends`, the headings and the sections, each with a description."""
    properties = json_schema()["properties"]
    assert list(properties) == ["extends", *HEADINGS, *SECTIONS]
    assert all(shape["description"] for shape in properties.values())


@pytest.mark.parametrize(("section", "name", "field"), SETTINGS, ids=[f"{s}.{n}" for s, n, _ in SETTINGS])
def test_a_setting_is_described_by_its_field(section: str, name: str, field: attrs.Attribute[Any]) -> None:
    """Each setting's description is its sense with its rule's number, and its default is as it would be written."""
    shape = json_schema()["properties"][section]["properties"][name]
    assert shape["description"] == f"{field.metadata['sense']} ({field.metadata['rule']})"
    assert shape["default"] == write_section(SECTIONS[section]())[name]


def test_values_have_a_key_for_each_suit_and_card() -> None:
    """[values] names the four suits, the 52 cards, tricks and total; the cards that count by default say so."""
    properties = json_schema()["properties"]["values"]["properties"]
    words = ["clubs", "diamonds", "hearts", "spades"]
    assert list(properties) == [*words, *map(str, ALL_CARDS), "tricks", "total"]
    defaults = {key: shape["default"] for key, shape in properties.items() if "default" in shape}
    assert defaults == {"hearts": 1, "QS": 13, "tricks": 0, "total": "unstated"}
    assert properties["QS"]["description"] == "What QS counts, whatever its suit does. (R7.1)"


def test_tables_are_closed() -> None:
    """No table takes a key that is not named, but for the languages of a text."""

    def tables(shape: object) -> list[dict[str, Any]]:
        if isinstance(shape, list):
            return [table for item in shape for table in tables(item)]
        if not isinstance(shape, dict):
            return []
        own = [shape] if shape.get("type") == "object" else []
        return own + [table for item in shape.values() for table in tables(item)]

    found = tables(json_schema())
    languages = [table for table in found if table["additionalProperties"] == {"type": "string"}]
    assert len(languages) == 2
    assert all(table["additionalProperties"] is False for table in found if table not in languages)


@pytest.mark.parametrize("path", sorted(shipped_folder().glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_variants_are_accepted(path: Path) -> None:
    """The schema accepts every file of a shipped variant."""
    assert [error.message for error in VALIDATOR.iter_errors(tomllib.loads(path.read_text("utf-8")))] == []


def test_what_a_variant_writes_is_accepted() -> None:
    """The schema accepts the data of a variant, by-count tables, teams and all."""
    many = Variant().evolve(
        title={"en": "Many", "zh": "多"},
        table={"players": [3, 4, 6], "removed": {"3": "2D", "6": "2C 2D 2H 2S"}},
        passing={"count": {"3": 4, "4": 3, "6": 2}, "at_least": {"3": 1, "4": 0, "6": 2}, "cycle": [1, "hold"]},
        values={"hearts": "pips", "JD": -10, "total": {"3": 107, "4": 107, "6": 105}},
        end={"exact": {"100": 50, "-7": 0}, "floor": -20},
    )
    teams = Variant().evolve(partners={"teams": [[0, 2], [1, 3]]})
    for variant in (Variant(), many, teams):
        assert accepted(variant.to_data())
        assert accepted(tomllib.loads(variant.to_toml()))


WELL_FORMED: list[dict[str, Any]] = [
    {},
    {"name": "x", "title": "X", "summary": {"fr": "les cœurs"}, "sources": ["a"], "notes": []},
    {"table": {"removed": {}}},
    {"table": {"players": [3, 8], "default_players": 8, "removed": {"3": "2C", "8": "2c, ♠Q 10H ♥9"}}},
    {"passing": {"count": 0}},
    {"passing": {"count": {"4": 13}, "at_least": 13}},
    {"passing": {"cycle": ["left", -7, 7], "locked": "Hearts qs", "change": True}},
    {"opening": {"leader": "eldest", "card": "any"}},
    {"opening": {"leader": " 2s "}},
    {"opening": {"leader": "♧3"}},
    {"values": {"10S": 5, "♠k": 10, "aS": -7, "clubs": -10_000, "hearts": "pips"}},
    {"values": {"QS": 0, "tricks": 10_000, "total": 13}},
    {"moon": {"value": 1}},
    {"moon": {"value": 10_000}},
    {"end": {"exact": {"10000": -10_000, "-10000": 10_000, "0": 1, "-1": 0, "9999": 5}}},
    {"end": {"target": "none", "deals": 1}},
    {"partners": {"teams": [[0, 2], [1, 3]]}},
]


@pytest.mark.parametrize("data", WELL_FORMED, ids=str)
def test_well_formed_data_is_accepted_and_reads(data: dict[str, Any]) -> None:
    """The schema accepts what the sections read without a fault: every documented form, up to the ends of its range."""
    assert accepted(data)
    for section in data.keys() & SECTIONS.keys():
        assert read_section(SECTIONS[section], data[section], section)[1] == []


MALFORMED: list[Any] = [
    None,
    [],
    "standard",
    {"tabel": {}},
    {"name": ""},
    {"name": 4},
    {"title": ["X"]},
    {"title": {"en": 4}},
    {"summary": None},
    {"sources": "seed 000"},
    {"notes": [4]},
    {"table": []},
    {"table": {"player": [4]}},
    {"table": {"players": 4}},
    {"table": {"players": []}},
    {"table": {"players": [4, 4]}},
    {"table": {"players": [2, 4]}},
    {"table": {"players": [4, 9]}},
    {"table": {"players": ["4"]}},
    {"table": {"players": [True]}},
    {"table": {"default_players": 4.9}},
    {"table": {"removed": ["2C"]}},
    {"table": {"removed": "2C 1D"}},
    {"table": {"removed": "2C;2D"}},
    {"table": {"removed": {"2": "2C"}}},
    {"table": {"removed": {"3": 2}}},
    {"table": {"removed": {"default": "2C"}}},
    {"passing": {"count": "3"}},
    {"passing": {"count": True}},
    {"passing": {"count": -1}},
    {"passing": {"count": 27}},
    {"passing": {"count": {}}},
    {"passing": {"count": {"4": "count"}}},
    {"passing": {"count": {"4": 27}}},
    {"passing": {"at_least": "all"}},
    {"passing": {"at_least": {"4": "count"}}},
    {"passing": {"cycle": "left"}},
    {"passing": {"cycle": ["Left"]}},
    {"passing": {"cycle": ["none"]}},
    {"passing": {"cycle": [1.5]}},
    {"passing": {"cycle": [8]}},
    {"passing": {"cycle": {"4": "left"}}},
    {"passing": {"cycle": {"9": ["left"]}}},
    {"passing": {"locked": "heart"}},
    {"passing": {"locked": 0}},
    {"passing": {"change": 1}},
    {"passing": {"change": "yes"}},
    {"opening": {"leader": "lowest club"}},
    {"opening": {"leader": "2S 3S"}},
    {"opening": {"leader": "spades"}},
    {"opening": {"leader": 39}},
    {"opening": {"card": "2S"}},
    {"first_trick": {"barred": ["hearts"]}},
    {"first_trick": {"barred": "heartsQS"}},
    {"hearts": {"lead": "never"}},
    {"hearts": {"lead": True}},
    {"hearts": {"broken_by": None}},
    {"hearts": {"with_queen": "EITHER"}},
    {"queen": {"card": ""}},
    {"queen": {"card": "eldest"}},
    {"queen": {"discard": ""}},
    {"values": {"Hearts": 1}},
    {"values": {"hearts": "pip"}},
    {"values": {"hearts": 1.5}},
    {"values": {"QS": "pips"}},
    {"values": {"QS": 10_001}},
    {"values": {"spades": -10_001}},
    {"values": {"1S": 1}},
    {"values": {"QS KS": 1}},
    {"values": {"tricks": "1"}},
    {"values": {"total": "none"}},
    {"values": {"cards": []}},
    {"moon": {"style": "sun"}},
    {"moon": {"style": None}},
    {"moon": {"value": 0}},
    {"moon": {"value": "26"}},
    {"moon": {"bonus": "inside"}},
    {"sun": {"value": -1}},
    {"sun": {"value": "none"}},
    {"no_tricks": {"bonus": "off"}},
    {"no_tricks": {"with_moon": "false"}},
    {"end": {"target": 0}},
    {"end": {"target": "None"}},
    {"end": {"target_test": "over"}},
    {"end": {"deals": 10_001}},
    {"end": {"exact": [100, 50]}},
    {"end": {"exact": {"hundred": 50}}},
    {"end": {"exact": {"100": "50"}}},
    {"end": {"exact": {"10001": 0}}},
    {"end": {"exact": {"-20000": 0}}},
    {"end": {"exact": {"100": 10_001}}},
    {"end": {"exact": {"1.5": 0}}},
    {"end": {"floor": False}},
    {"end": {"winner": "most"}},
    {"end": {"tie": "again"}},
    {"partners": {"teams": [0, 2]}},
    {"partners": {"teams": [["0", "2"], [1, 3]]}},
    {"partners": {"teams": [[0, 2], [1, 8]]}},
    {"partners": {"end_test": "teams"}},
    {"partners": {"moon": "old"}},
    {"partners": {"together": 0}},
]


@pytest.mark.parametrize("data", MALFORMED, ids=str)
def test_malformed_data_is_refused_by_both(data: object) -> None:
    """The schema and the reader both refuse keys, types, ranges, words and cards that are wrong."""
    assert not accepted(data)
    assert not readable(data)


@pytest.mark.parametrize(("extends", "good"), [("standard", True), ("../my house.toml", True), ("", False), (4, False)])
def test_extends_is_some_text(extends: object, good: bool) -> None:
    """`extends` may be any text but an empty one."""
    assert accepted({"extends": extends}) is good


# What files hold, right and nearly right: cards in and out of their documented forms, words, numbers, lists and tables.
ranks = st.sampled_from([*RANKS, *RANKS[8:].lower(), "10", "1", "0", "X"])
suits = st.sampled_from([*"CDHScdhs♣♦♥♠♧♢♡♤", "x"])
cards = st.tuples(ranks, suits).flatmap(st.permutations).map("".join)
suit_words = st.sampled_from(["hearts", "Spades", "CLUBS", "diamonds", "heart", "jokers"])
gaps = st.sampled_from([" ", ",", ", ", "  ", "\t", "\n", "\u3000", "", ";"])
card_texts = st.lists(st.one_of(cards, suit_words, gaps), max_size=6).map("".join)
terms = st.sampled_from(["none", "count", "penalties", "unstated", "pips", "left", "any", "any-time", "old", "shared"])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-20_000, 20_000),
    st.floats().filter(lambda number: not number.is_integer()),
    terms,
    card_texts,
    st.text("QSqs10 ,", max_size=4),
)
keys = st.sampled_from(["2", "3", "4", "8", "9", "100", "-7", "en", "QS", "x"])
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)


def of_schema(shape: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What the schema of a setting accepts, or nearly so where it is text."""
    match shape:
        case {"anyOf": forms}:
            return st.one_of([of_schema(form) for form in forms])
        case {"enum": some}:
            return st.sampled_from(some)
        case {"type": "integer"}:
            return st.integers(shape.get("minimum"), shape.get("maximum"))
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "array", "items": items}:
            return st.lists(of_schema(items), max_size=4)
        case {"type": "object", "patternProperties": patterns}:
            [item] = patterns.values()
            return st.dictionaries(keys, of_schema(item), max_size=4)
        case {"type": "object", "properties": properties}:
            optional = {key: of_schema(item) for key, item in properties.items()}
            return st.fixed_dictionaries({}, optional=optional)
        case {"type": "string"}:
            return cards | card_texts
    raise AssertionError(shape)


def without_ranges(shape: object) -> object:
    """The schema less the keywords that ask for a range or a length: what reading alone can tell."""
    if isinstance(shape, list):
        return [without_ranges(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    dropped = {"minimum", "maximum", "minItems", "uniqueItems", "minProperties"}
    return {key: without_ranges(item) for key, item in shape.items() if key not in dropped}


SHAPES = json_schema()["properties"]
RIGHT = {(section, name): of_schema(SHAPES[section]["properties"][name]) for section, name, _ in SETTINGS}
FORMS = {
    section: Draft202012Validator(cast("dict[str, Any]", without_ranges(shape)))
    for section, shape in SHAPES.items()
    if section in SECTIONS
}


def reads(section: str, data: dict[str, Any]) -> bool | None:
    """Does a section read without a fault? None where cards are named twice, which no schema can tell."""
    _, faults = read_section(SECTIONS[section], data, section)
    twice = [fault for fault in faults if "named twice" in fault.problem or "a value already" in fault.problem]
    return not faults if len(twice) < len(faults) or not faults else None


@pytest.mark.parametrize(("section", "name"), RIGHT)
@given(st.data())
def test_schema_and_reader_agree_on_settings(section: str, name: str, data: st.DataObject) -> None:
    """Ranges aside, the schema of a section accepts a setting exactly where the reader finds no fault in it."""
    value = data.draw(RIGHT[section, name] | anything)
    assert reads(section, {name: value}) in (FORMS[section].is_valid({name: value}), None)


@given(st.dictionaries(st.one_of(cards, suit_words, terms), scalars, max_size=3))
def test_schema_and_reader_agree_on_values(values: dict[str, Any]) -> None:
    """Ranges aside, the schema of [values] accepts keys and numbers exactly where the reader finds no fault."""
    assert reads("values", values) in (FORMS["values"].is_valid(values), None)


@given(st.one_of(cards, card_texts))
def test_schema_and_reader_agree_on_cards(text: str) -> None:
    """The schema accepts text for a card, or for a set of cards, exactly where it reads as that."""
    assert reads("queen", {"card": text}) is FORMS["queen"].is_valid({"card": text})
    assert reads("first_trick", {"barred": text}) in (FORMS["first_trick"].is_valid({"barred": text}), None)
