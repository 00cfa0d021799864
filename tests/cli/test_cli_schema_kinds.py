"""`hearts schema` prints the schema of each kind of saved data, and lists their names."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from running import good, run
from saved_games import played, recorded

import hearts
from hearts.records import FORMATS, data_schema
from hearts.variant.schema import json_schema


def test_list() -> None:
    """The names are listed, one on each line."""
    assert good("schema", "--list").splitlines() == list(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_each_kind(name: str) -> None:
    """The schema of a kind is the one that the library makes."""
    assert json.loads(good("schema", name)) == data_schema(name)


def test_without_a_name() -> None:
    """Without a name it is still the schema of a variant's file."""
    assert json.loads(good("schema")) == json_schema()


@pytest.mark.parametrize("value", [recorded(), played("short", 7, 60), played("short", 7, 60).game])
def test_what_is_saved_fits(value: hearts.Record | hearts.History | hearts.Game) -> None:
    """What the library saves is what the schema of its kind says."""
    data = hearts.to_data(value)
    Draft202012Validator(json.loads(good("schema", data["format"]))).validate(json.loads(hearts.dumps(value)))


def test_an_unknown_kind() -> None:
    """A name that there is not is an error that lists the names."""
    result = run("schema", "hearts.gam/1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: format: 1 fault\n  format: it is 'hearts.gam/1'; expected one of hearts.")
    assert all(name in result.stderr for name in FORMATS)


@pytest.mark.parametrize("args", [("hearts.game/1", "--list"), ("hearts.game/1", "hearts.deal/1"), ("--what",)])
def test_usage(args: tuple[str, ...]) -> None:
    """A name and --list at once, or two names, are wrong usage: exit code 2."""
    result = run("schema", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts schema" in result.stderr
