"""Languages: each says all that English says, in its own letters, and is chosen by an argument and by nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

import hearts
from hearts import CardSet, Reason, Refusal
from hearts.language import languages, message, messages
from hearts.variant.catalogue import shipped_folder
from hearts.variant.words import differences, rules_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(hearts.__file__).parents[1]
STANDARD = hearts.Variant()
SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.toml"))
KEYS = sorted(messages.table("en"))
OTHERS = [language for language in languages() if language != "en"]

NO_GAP = {"rules.SENTENCE_GAP"}
"""The messages that may be empty: Chinese puts nothing between two sentences."""

HAN = r"[\u4e00-\u9fff]"


def fields(text: str) -> set[str]:
    """The fields that a message names."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def literal(text: str) -> str:
    """A message without its fields."""
    return "".join(plain for plain, *_ in Formatter().parse(text))


def test_english_and_chinese_are_there() -> None:
    """There are messages in English and in Simplified Chinese."""
    assert {"en", "zh"} <= {*languages()}


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing(language: str) -> None:
    """Each language has the messages that English has, in the same order, and no others."""
    assert list(messages.table(language)) == list(messages.table("en"))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", KEYS)
def test_messages_name_the_same_fields(language: str, key: str) -> None:
    """A message names in each language the fields that it names in English, by plain names, and it is not empty."""
    text = messages.table(language)[key]
    assert fields(text) == fields(messages.table("en")[key])
    assert all(field.isidentifier() for field in fields(text))
    assert all(not spec and not conversion for _, _, spec, conversion in Formatter().parse(text))
    assert text or key in NO_GAP


@pytest.mark.parametrize("key", KEYS)
def test_chinese_is_chinese(key: str) -> None:
    """Where English has words the Chinese message has Chinese characters, and of Latin letters only those of the ranks."""
    chinese = literal(messages.table("zh")[key])
    if re.search("[a-z]", literal(messages.table("en")[key])):
        assert re.search(HAN, chinese) or key in {"rules.LIST_AND", "rules.LIST_OR"}
    assert {*re.findall("[A-Za-z]", chinese)} <= ({*"JQKA"} if key == "rules.VALUE_PIPS" else set())


HOUSES: list[dict[str, dict[str, Any]]] = [
    {"values": {"JD": -10, "hearts": "pips", "tricks": 1}, "moon": {"bonus": "on-top", "style": "auto"}},
    {"values": {"JD": -10, "TD": -5}, "sun": {"value": 52}, "no_tricks": {"bonus": -5}},
    {"passing": {"locked": "hearts QS", "at_least": 1, "change": True, "cycle": ["hold", "left", 2]}},
    {
        "hearts": {"broken_by": "QS", "with_queen": "either"},
        "queen": {"lead": "when-broken", "discard": "first-chance"},
    },
    {"end": {"exact": {"100": 50, "50": 0}, "floor": -20, "deals": 4}, "table": {"removed": "diamonds 2C 3C 4C"}},
    {"partners": {"teams": [[0, 2], [1], [3]], "moon": "charged", "together": True}, "moon": {"style": "mixed"}},
]
"""Rules that no shipped variant has."""


def told_in_chinese() -> Iterator[str]:
    """Sentences with all fields filled in: the rules of many variants, and a refusal for each reason."""
    for variant in [*map(hearts.load_variant, SHIPPED), *(STANDARD.evolve(**house) for house in HOUSES)]:
        for rules in (
            rules_in_words(variant, language="zh"),
            differences(variant, STANDARD, language="zh"),
            differences(STANDARD, variant, language="zh"),
        ):
            yield from (rule.text for rule in rules)
    details = (("chosen", 2), ("last", 3), ("queen", "QS"), ("turn", 1), ("wanted", "1 - 3"))
    for reason in Reason:
        yield Refusal(reason, 0, CardSet("TH AS"), CardSet("5C 6C"), details).say("zh")


def test_chinese_sentences_are_set_as_chinese() -> None:
    """A Chinese sentence has full-width marks, ends with one, and has one blank between characters and codes or numbers."""
    for text in {*told_in_chinese()}:
        assert re.fullmatch(r"[^{}]*。", text), text
        assert not re.search(r"[!-,./:-@\[-`a-z{-~]", text), text
        assert not re.search(rf"{HAN}[-0-9A-Z]|[0-9A-Z]{HAN}", text), text
        assert not re.search(rf"(?<={HAN}) (?={HAN})|  | (?=[、，。：；（）])|(?<=[、，。：；（）]) ", text), text
        assert not re.search(r"[、，：；（][、，。：；）]|。。", text), text


def test_a_rule_in_chinese() -> None:
    """The terms are those that Chinese players know, and cards stay as their codes."""
    omnibus = [rule.text for rule in rules_in_words(hearts.load_variant("omnibus"), players=4, language="zh")]
    assert "第一墩不能领出或垫出这些牌：JD、红心、QS；手里没有别的牌可出时除外。" in omnibus
    assert "手里有领出的花色就必须跟牌；缺门时可以垫牌。" in omnibus
    assert "收齐全部罚分牌（分值大于 0 的牌），连同赠分牌（JD），即为射月（全收）。" in omnibus


def test_a_refusal_in_chinese() -> None:
    """A refusal says itself in the language that it is asked for, and `text` stays English."""
    refusal = Refusal(Reason.HEARTS_NOT_BROKEN, 0, CardSet("TH"), CardSet("5C 6C"))
    assert refusal.say("zh") == "红心未破，不能领出 TH：可以领出 5C 6C。"
    assert refusal.text == refusal.say("en") == "TH cannot be led: hearts are not broken yet. Expected 5C 6C."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of message files in place of the library's own, with English in it."""
    shutil.copy(Path(messages.__file__).with_name("en.toml"), tmp_path)
    monkeypatch.setattr(messages, "_FOLDER", tmp_path)
    for cached in (messages.languages, messages.table):
        cached.cache_clear()
    yield tmp_path
    for cached in (messages.languages, messages.table):
        cached.cache_clear()


def test_adding_a_language_is_adding_a_file(folder: Path) -> None:
    """A file of messages beside the others is all that a language needs, for refusals and for rules."""
    english = (folder / "en.toml").read_text(encoding="utf-8")
    shouted = re.sub(r'= "(.*)"$', lambda found: f'= "¡{found[1]}"', english, flags=re.MULTILINE)
    (folder / "xx.toml").write_text(shouted, encoding="utf-8")
    assert languages() == ("en", "xx")
    assert message("refusal.GAME_OVER", "xx") == "¡The game is over."
    assert Refusal(Reason.NOT_HELD, 2, CardSet("QS")).say("xx") == "¡Seat 2 does not hold QS."
    assert [rule.text.startswith("¡") for rule in rules_in_words(STANDARD, language="xx")] == [True] * 21
    assert message("refusal.GAME_OVER") == "The game is over."


SAID = """
import json, locale
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    pass  # this machine lacks it
import hearts
from hearts.variant.words import rules_in_words

spot = hearts.load_variant("spot")
refusal = hearts.Refusal(hearts.Reason.NOT_HELD, 0, hearts.CardSet("AH"))
print(json.dumps([
    refusal.text, str(refusal), refusal.say("zh"), str(spot.title),
    *map(str, rules_in_words(spot)), *map(str, rules_in_words(spot, language="zh")),
]))
"""


def said_under(**surroundings: str) -> list[str]:
    """What the library says in a process of its own, by default and in Chinese."""
    ambient = ("LANG", "LANGUAGE", "PYTHONUTF8", "PYTHONCOERCECLOCALE")
    env = {key: value for key, value in os.environ.items() if key not in ambient and not key.startswith("LC_")}
    done = subprocess.run(
        [sys.executable, "-c", SAID],
        capture_output=True,
        check=True,
        encoding="ascii",
        env=env | {"PYTHONPATH": str(ROOT)} | surroundings,
        timeout=120,
    )
    said: list[str] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize(
    "surroundings",
    [
        {"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_CN.UTF-8", "LANGUAGE": "zh"},
        {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=str,
)
def test_the_surroundings_choose_nothing(surroundings: dict[str, str]) -> None:
    """Whatever the locale and its variables are, English is said where no language is given, and Chinese where it is."""
    said = said_under(**surroundings)
    assert said == said_under()
    assert "Spot Hearts" in said
    assert "R9.5: The lowest total wins." in said
    assert "R9.5: 总分最低的人获胜。" in said
