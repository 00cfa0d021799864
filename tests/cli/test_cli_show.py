"""`hearts show` tells a variant's rules in words, and how they differ from the standard game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from running import columns, good, joined, run

import hearts
from hearts.variant.words import Rule, differences, rules_in_words

if TYPE_CHECKING:
    from pathlib import Path

NAMES = hearts.variant_names()
STANDARD = hearts.load_variant("standard")


@pytest.mark.parametrize("name", NAMES)
def test_rules_and_differences(name: str) -> None:
    """Every rule of the variant in words is told, then those that differ from the standard game, all within 80 columns."""
    variant, output = hearts.load_variant(name), good("show", name)
    rules, _, differing = joined(output).partition("What differs from standard")
    for rule in rules_in_words(variant):
        assert rule.number in rules
        assert joined(rule.text) in rules
    for rule in differences(variant, STANDARD):
        assert rule.number in differing
        assert joined(rule.text) in differing
    for text in (*variant.notes, *variant.sources):
        assert joined(text) in joined(output)
    assert max(map(columns, output.splitlines())) <= 80


def test_only_what_differs() -> None:
    """The short game differs from the standard one in its target alone."""
    differing = joined(good("show", "short")).partition("What differs from standard")[2]
    assert differing.startswith(" R9.2 The game ends when a total reaches 50. Sources")


def test_the_standard_game() -> None:
    """The standard game is not compared with itself."""
    assert "differs" not in good("show", "standard")


def test_a_file(tmp_path: Path) -> None:
    """A file is shown as a name is; brackets in its title are no markup; where its rules are the standard ones it says so."""
    file = tmp_path / "ours.toml"
    file.write_text('extends = "standard"\ntitle = "Our [bold]own[/bold] game"\n', encoding="utf-8")
    output = good("show", file)
    assert output.startswith("Our [bold]own[/bold] game (ours)\n")
    assert "Nothing: its rules are those of standard." in output


def test_no_title(tmp_path: Path) -> None:
    """A variant without a title goes by its name."""
    file = tmp_path / "plain.toml"
    file.write_text("[end]\ntarget = 30\n", encoding="utf-8")
    assert good("show", file).startswith("plain\n\nRules\n")


def test_number_of_players() -> None:
    """With a number of players, rules and differences are told for that number only."""
    output = joined(good("show", "black-maria", "--players", "3"))
    rules, _, differing = output.partition("What differs from standard")
    assert "Rules with 3 players" in rules
    assert "There are 3 players." in rules
    assert "With 3 players:" not in output
    assert "With 4 players:" not in output
    assert "R1.2 The pack is the 52 cards less 2C: 17 cards for each seat." in differing
    assert "R1.1" not in differing


def test_players_that_standard_lacks(tmp_path: Path) -> None:
    """A game for seven can be shown too, though the standard game is not for seven."""
    file = tmp_path / "seven.toml"
    file.write_text(
        '[table]\nplayers = [7]\ndefault_players = 7\nremoved = "2C 2D 2S"\n[passing]\ncycle = ["left"]\n',
        encoding="utf-8",
    )
    output = joined(good("show", file, "--players", "7"))
    assert "There are 7 players." in output.partition("What differs from standard")[2]


@pytest.mark.parametrize("extra", [(), ("--toml",), ("--json",)])
def test_wrong_number_of_players(extra: tuple[str, ...]) -> None:
    """A number of players that the variant is not for is an error that names those it is for."""
    result = run("show", "partnership", "--players", "3", *extra)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: players: partnership is not for 3 players: expected one of 4\n"


@pytest.mark.parametrize("name", NAMES)
def test_toml(name: str, tmp_path: Path) -> None:
    """The TOML that is printed reads back equal."""
    file = tmp_path / "copy.toml"
    file.write_text(good("show", name, "--toml"), encoding="utf-8")
    assert hearts.load_variant(file) == hearts.load_variant(name)


def test_json() -> None:
    """The JSON holds titles, rules, differences and the whole variant, which reads back equal."""
    shown: dict[str, Any] = json.loads(good("show", "omnibus", "--json"))
    omnibus = hearts.load_variant("omnibus")
    assert shown["name"] == "omnibus"
    assert shown["title"] == dict(omnibus.title.texts)
    assert (shown["players"], shown["language"]) == (None, "en")
    assert [Rule(**rule) for rule in shown["rules"]] == list(rules_in_words(omnibus))
    assert shown["differences"]["from"] == "standard"
    assert [Rule(**rule) for rule in shown["differences"]["rules"]] == list(differences(omnibus, STANDARD))
    assert hearts.Variant.from_data(shown["variant"]) == omnibus


def test_json_for_players() -> None:
    """With a number of players the JSON holds the rules for that number."""
    shown = json.loads(good("show", "spot", "--json", "--players", "5"))
    assert shown["players"] == 5
    assert shown["rules"][0] == {"number": "R1.1", "text": "There are 5 players."}
    assert json.loads(good("show", "standard", "--json"))["differences"] == {"from": "standard", "rules": []}


@pytest.mark.parametrize("name", NAMES)
def test_in_chinese(name: str) -> None:
    """In Chinese the title, the summary, the heads, the rules and the differences are Chinese, all within 80 columns."""
    variant, output = hearts.load_variant(name), good("show", name, "--lang", "zh")
    assert output.startswith(f"{variant.title.say('zh')} ({name})\n")
    assert max(map(columns, output.splitlines())) <= 80
    told, _, sources = unbroken(output).partition("来源")
    rules, _, differing = told.partition("与standard的不同")
    assert unbroken(variant.summary.say("zh")) in rules
    for rule in rules_in_words(variant, language="zh"):
        assert rule.number in rules
        assert unbroken(rule.text) in rules
    for rule in differences(variant, STANDARD, language="zh"):
        assert unbroken(rule.text) in differing
    assert all(unbroken(source) in sources for source in variant.sources)


def unbroken(text: str) -> str:
    """A text without any blanks: a Chinese line may break between any two characters."""
    return "".join(text.split())


def test_heads_in_chinese(tmp_path: Path) -> None:
    """The heads name the number of players and the standard game, and where nothing differs that is said in Chinese too."""
    output = good("show", "black-maria", "--lang", "zh", "--players", "3")
    assert [line for line in output.splitlines() if line and not line.startswith(" ")][2:] == [
        "3 人的规则",
        "与 standard 的不同",
        "注释",
        "来源",
    ]
    file = tmp_path / "ours.toml"
    file.write_text('extends = "standard"\n', encoding="utf-8")
    assert "没有不同：规则与 standard 一样。" in good("show", file, "--lang", "zh")


def test_json_in_chinese() -> None:
    """The JSON names the language that the rules are told in."""
    shown = json.loads(good("show", "short", "--lang", "zh", "--json"))
    assert shown["language"] == "zh"
    assert [Rule(**rule) for rule in shown["rules"]] == list(
        rules_in_words(hearts.load_variant("short"), language="zh")
    )
    assert shown["differences"]["rules"] == [{"number": "R9.2", "text": "有总分达到 50 分，整局结束。"}]


def test_unknown_language() -> None:
    """A language without a file of messages is wrong usage, and those that there are get named."""
    result = run("show", "short", "--lang", "xx", width=120)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'xx' is not one of 'en', 'zh'" in result.stderr


def test_unknown_name() -> None:
    """A name that no variant has is an error that names the nearest."""
    result = run("show", "omnibs")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "error: no variant is named 'omnibs': did you mean omnibus? `hearts variants` lists"
    )


def test_faulty_file(tmp_path: Path) -> None:
    """A faulty file is an error that holds every fault."""
    file = tmp_path / "faulty.toml"
    file.write_text("[end]\ntarget = 4.9\n[passing]\ncount = true\n", encoding="utf-8")
    result = run("show", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {file}: 2 faults\n")
    assert "  end.target: it is 4.9;" in result.stderr
    assert "  passing.count: it is true;" in result.stderr


@pytest.mark.parametrize("args", [(), ("short", "spot"), ("short", "--toml", "--json"), ("short", "--players", "x")])
def test_usage(args: tuple[str, ...]) -> None:
    """No variant, two of them, two forms at once, or players that are no number: wrong usage, exit code 2."""
    result = run("show", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts show" in result.stderr


def test_a_title_forges_no_lines(tmp_path: Path) -> None:
    """A line break in a title is a blank where the title stands within a line, in a report on games too."""
    file = tmp_path / "ours.toml"
    file.write_text('extends = "openspiel"\n[title]\nen = "Ours\\nShared wins: none\\u001b[1m"\n', encoding="utf-8")
    for output in (good("show", file), good("simulate", file, "--games", "1", "--seed", "7")):
        assert output.splitlines()[0] == "Ours Shared wins: none?[1m (ours)"
