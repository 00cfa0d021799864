"""The JSON Schemas of saved data: they take all that is written, and none of what is of another form."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any, Final

import pytest
from fuzz import GOLDEN, change_data, read_or_refuse
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import hearts
from hearts.errors import RecordError
from hearts.records.codec import FORMATS, from_data, to_data
from hearts.records.history import History
from hearts.records.schema import data_schema
from hearts.testing import games

SCHEMAS: Final = {name: Draft202012Validator(data_schema(name)) for name in FORMATS}
GAME: Final = hearts.new_game("omnibus", seed=7)


@pytest.mark.parametrize("name", FORMATS)
def test_each_kind_has_a_schema(name: str) -> None:
    """Each kind of data has a schema of draft 2020-12, which names the kind and its version, is new at each call, and is plain
    JSON.
    """
    schema = data_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == name
    assert schema["properties"]["format"]["const"] == name
    assert schema["required"][0] == "format"
    assert schema["additionalProperties"] is False
    assert json.loads(json.dumps(schema)) == schema
    schema["properties"].clear()
    assert data_schema(name)["properties"]


@pytest.mark.parametrize("name", ["hearts.game/2", "", "game", None, 7, ["hearts.game/1"]])
def test_there_is_no_other_schema(name: Any) -> None:  # noqa: ANN401 - what is no name
    """A kind that is not there is refused, and the error names those that are."""
    with pytest.raises(RecordError, match=r"expected one of hearts\.variant/1, hearts\.action/1"):
        data_schema(name)


def parts_of(schema: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any part of a schema
    """All schemas of objects within a schema."""
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    found = [part for each in inner for part in parts_of(each)]
    return [schema, *found] if isinstance(schema, dict) and schema.get("type") == "object" else found


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_name_every_key(name: str) -> None:
    """Each table names its keys and takes no other, but for tags and texts in languages; each required key is one of them."""
    for table in parts_of(data_schema(name)):
        if table.get("additionalProperties") is False:
            assert set(table.get("required", ())) <= table["properties"].keys()
        else:
            assert table["additionalProperties"]["type"] == "string"


@pytest.mark.parametrize(
    ("name", "described"),
    [
        ("hearts.action/1", {"format", "action", "seat", "cards", "card", "style"}),
        ("hearts.deal/1", {"dealer", "pass_offset", "totals", "hands", "tricks"}),
        ("hearts.game/1", {"players", "first_dealer", "seed", "deals", "deal"}),
        ("hearts.record/1", {"players", "seed", "scheme", "deals", "winners", "tags"}),
        ("hearts.history/1", {"start", "lines", "line", "place"}),
        ("hearts.view/1", {"seat", "hand", "tricks_played", "opened"}),
        ("hearts.event/1", {"kind", "seat", "points", "totals"}),
    ],
)
def test_keys_are_described(name: str, described: set[str]) -> None:
    """What a key means is told in words, without the marks of the docstrings."""
    properties = data_schema(name)["properties"]
    for key in described:
        assert len(properties[key]["description"]) > 5
        assert "`" not in properties[key]["description"]


def test_types_become_schemas() -> None:
    """Whole numbers have their range, words and cards their pattern, seeds are text, null is told where it may be."""
    game, view = data_schema("hearts.game/1"), data_schema("hearts.view/1")
    properties, parts = game["properties"], game["$defs"]
    assert (properties["players"]["minimum"], properties["players"]["maximum"]) == (3, 8)
    assert (properties["seed"]["type"], properties["seed"]["pattern"]) == ("string", "^(?:0|[1-9][0-9]{0,77})$")
    assert properties["deal"]["$ref"] == "#/$defs/PlayShape"
    assert parts["PlayShape"]["required"] == ["hands", "passes", "tricks"]
    assert parts["PlayShape"]["properties"]["moon"]["anyOf"] == [
        {"type": "string", "enum": ["old", "new"]},
        {"type": "null"},
    ]
    assert parts["PlayShape"]["properties"]["moon"]["default"] is None
    assert view["properties"]["phase"]["enum"] == ["passing", "playing", "choosing-moon", "deal-over", "game-over"]
    assert view["properties"]["chosen"]["items"] == {"type": "boolean"}
    assert view["properties"]["totals"]["items"] == {"type": "integer", "minimum": -(10**15), "maximum": 10**15}
    assert view["$defs"]["ViewOptions"]["properties"]["hide_points"]["default"] is False
    assert data_schema("hearts.record/1")["properties"]["tags"]["default"] == {}
    assert re.fullmatch(view["$defs"]["Trick"]["properties"]["cards"]["items"]["pattern"], "QS")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.hearts.json")), ids=lambda path: path.stem)
def test_what_is_kept_has_the_form_of_its_schema(path: Any) -> None:  # noqa: ANN401 - a path
    """Each of the files that are kept has the form that its schema tells."""
    data = json.loads(path.read_text(encoding="utf-8"))
    SCHEMAS[data["format"]].validate(data)


@given(games(), st.integers(0, 2**32))
def test_what_schema_and_reader_say_agrees(game: hearts.Game, number: int) -> None:
    """What is accepted, and written again, has the form of the schema; what has not the form is refused: cards in other forms
    and settings of variants in other forms apart, which the reader takes too.
    """
    rng = Random(number)
    history = History(game)
    values: list[Any] = [game, game.deal, history, game.view(0), rng.choice(hearts.events(game))]
    for value in values:
        plain = to_data(value)
        name = plain.pop("format")
        for _ in range(6):
            changed = change_data(plain, rng, texts=False) | {"format": name}
            read = read_or_refuse(lambda data=changed: from_data(data))  # type: ignore[misc]  # a default for a lambda
            if read is not None:
                assert SCHEMAS[name].is_valid(to_data(read))
                if changed.get("variant") == plain.get("variant"):
                    assert SCHEMAS[name].is_valid(changed)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("hearts.game/1", {"players": 9}),
        ("hearts.game/1", {"players": 4.5}),
        ("hearts.game/1", {"seed": 7}),
        ("hearts.game/1", {"seed": "07"}),
        ("hearts.game/1", {"deals": {}}),
        ("hearts.game/1", {"more": 1}),
        ("hearts.game/1", {"variant": {}}),
        ("hearts.game/1", {"variant": GAME.variant.to_data() | {"extends": "standard"}}),
        ("hearts.view/1", {"phase": "over"}),
        ("hearts.view/1", {"hand": "QS  KS"}),
        ("hearts.view/1", {"hearts_broken": 1}),
        ("hearts.view/1", {"turn": True}),
        ("hearts.history/1", {"lines": [{"steps": ["3; 2C"]}]}),
        ("hearts.history/1", {"lines": [{"steps": ["3: 2C 3C"]}]}),
        ("hearts.record/1", {"tags": {"place": 1}}),
        ("hearts.record/1", {"tags": {"place": "x" * 1001}}),
    ],
)
def test_schemas_refuse_what_is_of_another_form(name: str, change: dict[str, Any]) -> None:
    """What is of a wrong type, out of range, unknown, or text of another form has not the form of the schema."""
    values: list[Any] = [GAME, GAME.view(0), History(GAME), History(GAME).record()]
    data = next(data for data in map(to_data, values) if data["format"] == name)
    assert SCHEMAS[name].is_valid(data)
    assert not SCHEMAS[name].is_valid(data | change)


def test_schemas_ask_for_all_that_must_be_there() -> None:
    """Data that lacks what the reader needs has not the form of the schema either."""
    values: list[Any] = [GAME, GAME.deal, GAME.view(0), History(GAME), History(GAME).record(), GAME.variant]
    for value in values:
        data = to_data(value)
        for key in data:
            lacking = {name: part for name, part in data.items() if name != key}
            accepted = read_or_refuse(lambda data=lacking: from_data(data)) is not None  # type: ignore[misc]  # as above
            assert SCHEMAS[data["format"]].is_valid(lacking) == accepted or key in ("seed", "scheme")
