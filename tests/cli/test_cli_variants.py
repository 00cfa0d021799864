"""`hearts variants` lists every variant, for people and for programs."""

from __future__ import annotations

import json
import re

import pytest
from running import columns, good, joined, run

import hearts

NAMES = hearts.variant_names()


def lines_of(output: str) -> dict[str, str]:
    """The line of each variant, by its name."""
    return {line.split()[0]: line for line in output.splitlines() if not line.startswith(" ")}


def test_all_are_listed() -> None:
    """Each variant has a line of its own, in the order of names, below the heads of the columns."""
    assert list(lines_of(good("variants"))) == ["name", *NAMES]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("black-maria", ["black-maria", "Black Maria", "3-6", "42-43", "none", "100", "continue"]),
        ("court-cards", ["court-cards", "Court Cards", "3-5", "46", "old", "100", "fewest hearts"]),
        ("openspiel", ["openspiel", "OpenSpiel Hearts", "4", "26", "old", "1 deal", "shared"]),
        ("reverse-moon", ["reverse-moon", "Reverse Hearts with a Moon", "3-6", "26", "new", ">100", "continue"]),
        ("spot", ["spot", "Spot Hearts", "3-6", "129", "old", "500", "continue"]),
    ],
)
def test_figures(name: str, cells: list[str]) -> None:
    """A variant's line gives its name, title, players, total, moon, target and tie, as its rules have them."""
    line = lines_of(good("variants", width=120))[name]
    assert re.split(r"\s{2,}", line.strip()) == cells


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_summaries(width: int, language: str) -> None:
    """Below the line of each variant stands its whole summary, in the language asked for."""
    output = joined(good("variants", "--lang", language, width=width))
    for name in NAMES:
        assert hearts.load_variant(name).summary.say(language) in output


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_columns_are_aligned(width: int, language: str) -> None:
    """No line is wider than the terminal, and the players of every variant begin in the same column, Chinese or not."""
    output = good("variants", "--lang", language, width=width)
    assert max(map(columns, output.splitlines())) <= width
    lines = lines_of(output)
    start = lines["name"].index("players")
    for name in NAMES:
        variant = hearts.load_variant(name)
        before, players, _ = lines[name].partition(" 3-" if len(variant.table.players) > 1 else " 4 ")
        assert players
        assert columns(before) + 1 == start
        assert before.rstrip().endswith(variant.title.say(language))


def test_narrow_terminal() -> None:
    """In 40 columns the list is cramped, but no line is wider than that."""
    assert max(map(columns, good("variants", width=40).splitlines())) <= 40


def test_titles_in_chinese() -> None:
    """The titles are told in the language that is asked for."""
    assert "黑玛丽" in lines_of(good("variants", "--lang", "zh"))["black-maria"]
    assert "Black Maria" in lines_of(good("variants", "--lang", "en"))["black-maria"]


def test_json() -> None:
    """The JSON names every variant, and says of each what the table says."""
    listed = json.loads(good("variants", "--json"))
    assert [each["name"] for each in listed] == list(NAMES)
    by_name = {each["name"]: each for each in listed}
    summary = by_name["black-maria"].pop("summary")
    assert summary == dict(hearts.load_variant("black-maria").summary.texts)
    assert by_name["black-maria"] == {
        "name": "black-maria",
        "title": {"en": "Black Maria", "zh": "黑玛丽"},
        "players": [3, 4, 5, 6],
        "default_players": 3,
        "total": {"3": 43, "4": 43, "5": 43, "6": 42},
        "moon": "none",
        "target": 100,
        "target_test": "reached",
        "deals": None,
        "tie": "continue",
    }
    assert (by_name["openspiel"]["target"], by_name["openspiel"]["deals"]) == (None, 1)


def test_a_faulty_variant_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant that cannot be read does not hide the others; its faults are told on stderr, and the exit code is 1."""
    load = hearts.load_variant

    def broken(name: str) -> hearts.Variant:
        if name == "broken":
            raise hearts.VariantError(name, [hearts.Fault("moon.style", "it is 3", "a word")])
        return load(name)

    monkeypatch.setattr(hearts, "variant_names", lambda: ("broken", "short"))
    monkeypatch.setattr(hearts, "load_variant", broken)
    result = run("variants")
    assert result.exit_code == 1
    assert list(lines_of(result.stdout)) == ["name", "short"]
    assert "moon.style: it is 3; expected a word" in result.stderr


def test_unknown_language() -> None:
    """A language that there is not is wrong usage."""
    assert run("variants", "--lang", "xx").exit_code == 2
