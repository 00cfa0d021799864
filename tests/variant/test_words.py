"""A variant read back in words tells every setting that matters, and nothing else."""

from __future__ import annotations

import re
from itertools import combinations
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

from hearts.errors import SetupError, UnknownLanguageError
from hearts.language.messages import table
from hearts.variant import words
from hearts.variant.catalogue import load_variant, shipped_folder
from hearts.variant.reading import section_fields
from hearts.variant.sections import SECTIONS, MoonStyle
from hearts.variant.variant import Variant
from hearts.variant.words import Rule, differences, rules_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD = Variant()
SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.toml"))

Changes = dict[str, dict[str, Any]]
THREE_OR_FOUR: Changes = {
    "table": {"players": [3, 4], "removed": {"3": "2D"}},
    "passing": {"cycle": ["left", "right", "hold"]},
}
JACK: Changes = {"values": {"JD": -10}}
TEAMS: Changes = {"partners": {"teams": [[0, 2], [1, 3]]}}
SUN_ONLY: Changes = {"moon": {"style": "none"}, "sun": {"value": 52}}
FREE_HEARTS: Changes = {"hearts": {"lead": "any-time"}, "queen": {"lead": "when-broken"}}

# For each setting: what else a variant says so that the setting matters, and values of it that all make another game.
CASES: list[tuple[str, Changes, list[Any]]] = [
    ("table.players", THREE_OR_FOUR, [[4], [3, 4]]),
    ("table.default_players", THREE_OR_FOUR, [3, 4]),
    ("table.removed", {}, ["", "2C 3C 4C 5C", "2D 3D 4D 5D", "diamonds 2C 3C 4C"]),
    ("table.removed", THREE_OR_FOUR, [{"3": "2D"}, {"3": "2C"}, {"3": "2D", "4": "2C 2D 2H 2S"}]),
    ("passing.count", {}, [0, 1, 3]),
    ("passing.count", THREE_OR_FOUR, [3, {"3": 4, "4": 3}, {"3": 3, "4": 0}]),
    ("passing.at_least", {}, ["count", 0, 1, 2]),
    ("passing.at_least", THREE_OR_FOUR, ["count", 2, {"3": 3, "4": 2}, {"3": 2, "4": 3}]),
    ("passing.cycle", {}, [["left"], ["right"], ["across"], ["hold"], ["left", "hold"], ["left", "across", 3, "hold"]]),
    ("passing.cycle", THREE_OR_FOUR, [["left"], {"3": ["left"], "4": ["right"]}, {"3": ["right"], "4": ["left"]}]),
    ("passing.locked", {}, ["", "QS", "hearts QS", "AH KH"]),
    ("passing.change", {}, [False, True]),
    ("opening.leader", {"opening": {"card": "any"}}, ["lowest-club", "eldest", "2S", "3C"]),
    ("opening.card", {}, ["that-card", "same-suit", "any"]),
    ("first_trick.barred", {}, ["", "hearts", "hearts QS", "QS", "clubs", "spades"]),
    ("hearts.lead", {}, ["when-broken", "any-time"]),
    ("hearts.broken_by", {}, ["hearts", "hearts QS", "QS", "QS AH", "clubs", "diamonds", "spades"]),
    ("hearts.broken_by", FREE_HEARTS, ["", "hearts", "QS"]),
    ("hearts.with_queen", {}, ["lead-queen", "either"]),
    ("queen.card", {}, ["QS", "QC"]),
    ("queen.card", FREE_HEARTS, ["QS", "QH"]),
    ("queen.card", {"queen": {"discard": "first-chance"}}, ["QS", "QH"]),
    ("queen.lead", {}, ["any-time", "when-broken"]),
    ("queen.discard", {}, ["free", "first-chance", "when-broken"]),
    ("values.cards", {}, [{}, {"QS": 12}, {"JD": -10}, {"hearts": "pips"}, {"QH": 13}, {"spades": 1}]),
    ("values.cards", {}, [{"clubs": 1}, {"diamonds": 1}, {"diamonds": 1, "2D": 0}, {"spades": 1, "QS": 0}, {"QS": 0}]),
    ("values.tricks", {}, [0, 1, 2, -1]),
    ("values.tricks", {"moon": {"style": "none"}, "values": {"hearts": 0, "QS": 0}}, [1, 2]),
    ("moon.style", {}, ["none", "old", "new", "choice", "mixed", "auto"]),
    ("moon.value", {}, ["penalties", 13, 52]),
    ("moon.bonus", JACK, ["outside", "absorbed", "on-top"]),
    ("moon.bonus", JACK | SUN_ONLY, ["outside", "absorbed", "on-top"]),
    ("sun.value", {}, [0, 39, 52]),
    ("sun.value", SUN_ONLY, [0, 39, 52]),
    ("no_tricks.bonus", {}, [0, -5, 1]),
    ("no_tricks.bonus", {"moon": {"style": "none"}}, [0, -5, 1]),
    ("no_tricks.with_moon", {"no_tricks": {"bonus": -5}}, [False, True]),
    ("end.target", {}, [50, 100]),
    ("end.target", {"end": {"deals": 4}}, [50, 100, "none"]),
    ("end.target_test", {}, ["reached", "exceeded"]),
    ("end.target_test", {"end": {"deals": 4}}, ["reached", "exceeded"]),
    ("end.deals", {}, ["none", 1, 4]),
    ("end.exact", {}, [{}, {"100": 50}, {"100": 0}, {"100": 50, "50": 0}]),
    ("end.floor", {}, ["none", 0, -20]),
    ("end.winner", {}, ["lowest", "highest"]),
    ("end.tie", {}, ["continue", "shared", "fewest-hearts"]),
    ("partners.teams", {}, [[], [[0, 2], [1, 3]], [[0, 1], [2, 3]], [[0], [1, 2, 3]]]),
    ("partners.end_test", TEAMS, ["seat", "team"]),
    ("partners.moon", TEAMS, ["spared", "charged", "new"]),
    ("partners.moon", TEAMS | SUN_ONLY, ["spared", "charged"]),
    *(
        ("partners.together", TEAMS | {"moon": {"style": style}}, [False, True])
        for style in ["old", "new", "choice", "mixed", "auto"]
    ),
    ("moon.style", {"partners": {"teams": [[0, 2], [1, 3]], "together": True, "moon": "new"}}, list(MoonStyle)),
]


def evolved(path: str, given: Changes, value: object) -> Variant:
    """The standard game with what is given, and one setting on top of that."""
    section, name = path.split(".")
    own = value if path == "values.cards" and isinstance(value, dict) else {name: value}
    return STANDARD.evolve(**given | {section: given.get(section, {}) | own})


def pairs() -> Iterator[Any]:
    """Every two variants of a case: they differ in one setting."""
    for path, given, values in CASES:
        for one, two in combinations(values, 2):
            yield pytest.param(evolved(path, given, one), evolved(path, given, two), id=f"{path} {one} {two}")


def said(variant: Variant, number: str, *, players: int | None = None) -> list[str]:
    """What the rules with a number say."""
    return [rule.text for rule in rules_in_words(variant, players=players) if rule.number == number]


def test_the_cases_cover_every_setting() -> None:
    """Each field of each section has a case below, but the stated total, which is checked and changes nothing."""
    settings = {f"{section}.{name}" for section, kind in SECTIONS.items() for name in section_fields(kind)}
    assert {path for path, _, _ in CASES} == settings - {"values.total"}


@pytest.mark.parametrize(("one", "two"), list(pairs()))
def test_no_setting_is_silent(one: Variant, two: Variant) -> None:
    """Two variants that differ in one setting that matters differ in words, and each has something to say to the other."""
    assert rules_in_words(one) != rules_in_words(two)
    assert differences(one, two)
    assert differences(two, one)
    assert not differences(one, one)


SAME: list[tuple[Changes, str, Any, Any]] = [
    ({}, "values.total", "unstated", 26),
    ({"passing": {"count": 0}}, "passing.cycle", ["left"], ["right"]),
    ({"passing": {"count": 0}}, "passing.locked", "", "QS"),
    ({"passing": {"count": 0}}, "passing.change", False, True),
    ({"passing": {"cycle": ["hold"]}}, "passing.count", 3, 4),
    ({"passing": {"cycle": ["hold"]}}, "passing.at_least", "count", 1),
    ({}, "passing.at_least", "count", 3),
    ({}, "passing.cycle", ["left", "right", "across", "hold"], [1, -1, 2, "hold"]),
    ({}, "passing.cycle", ["left", "right"], [-3, 3]),
    ({"hearts": {"lead": "any-time"}}, "hearts.broken_by", "hearts", "QS"),
    ({"hearts": {"lead": "any-time"}}, "hearts.with_queen", "lead-queen", "either"),
    ({"queen": {"card": "QH"}}, "hearts.with_queen", "lead-queen", "either"),
    ({"hearts": {"lead": "any-time"}}, "queen.card", "QS", "QD"),
    ({"moon": {"style": "none"}}, "moon.value", "penalties", 30),
    ({}, "moon.value", "penalties", 26),
    ({}, "moon.bonus", "outside", "absorbed"),
    (JACK | {"moon": {"style": "none"}}, "moon.bonus", "outside", "absorbed"),
    ({}, "no_tricks.with_moon", False, True),
    ({"moon": {"style": "none"}, "no_tricks": {"bonus": -5}}, "no_tricks.with_moon", False, True),
    ({"end": {"target": "none", "deals": 4}}, "end.target_test", "reached", "exceeded"),
    ({}, "partners.end_test", "seat", "team"),
    ({}, "partners.moon", "spared", "new"),
    ({}, "partners.together", False, True),
    (TEAMS | {"moon": {"style": "none"}}, "partners.moon", "spared", "charged"),
    (TEAMS | {"moon": {"style": "none"}}, "partners.together", False, True),
    (TEAMS | {"moon": {"style": "new"}}, "partners.moon", "spared", "new"),
    (TEAMS | {"end": {"target": "none", "deals": 4}}, "partners.end_test", "seat", "team"),
]


@pytest.mark.parametrize(("given", "path", "one", "two"), SAME, ids=str)
def test_what_changes_nothing_is_not_told(given: Changes, path: str, one: object, two: object) -> None:
    """A setting that cannot make a difference beside the others, or the same rule set another way, makes none in words."""
    first, second = evolved(path, given, one), evolved(path, given, two)
    assert first != second
    assert rules_in_words(first) == rules_in_words(second)
    assert differences(first, second) == differences(second, first) == ()


def test_the_standard_game_in_words() -> None:
    """The standard game reads as its rules do, and says nothing of rules that it does not have."""
    assert [str(rule) for rule in rules_in_words(STANDARD)] == [
        "R1.1: There are 4 players.",
        "R1.2: The pack is all 52 cards: 13 cards for each seat.",
        "R1.3: The deal moves one seat to the left each time.",
        "R2.1: Each seat passes 3 cards: left, right, across, then none, over and over.",
        "R3.1: The holder of the lowest club, 2C, leads to the first trick.",
        "R3.2: The first lead must be the very card whose holder leads.",
        "R4.1: In the first trick hearts and QS may not be led or discarded unless the hand has nothing else to play.",
        "R5.1: A seat that holds the led suit must follow it; one that does not may discard.",
        "R5.2: The highest card of the led suit takes the trick, and its winner leads to the next.",
        "R6.1: Hearts are broken once a heart has been played.",
        "R6.2: Hearts may not be led before they are broken, unless the hand has nothing else.",
        "R6.3: From a hand of hearts and QS only, QS must be led while hearts are not broken.",
        "R7.1: What cards count: each heart 1, QS 13.",
        "R7.1: All cards together count 26.",
        "R7.2: A card counts for the seat that takes the trick it fell in.",
        "R8.1: A seat that takes every penalty card (one that counts above 0) shoots the moon.",
        "R8.2: The shooter of a moon scores 0 and each other seat 26.",
        "R9.1: After each deal the points are added to the totals.",
        "R9.2: The game ends when a total reaches 100.",
        "R9.5: The lowest total wins.",
        "R9.6: A tie for first place is played off: further deals follow until the game ends without one.",
    ]


def test_numbers_of_players_are_told_apart_where_they_differ() -> None:
    """Where no number of players is given, those with the same rule share a sentence and the others have their own."""
    variant = evolved("passing.cycle", THREE_OR_FOUR, {"3": ["right"], "4": ["across", "hold"]})
    assert said(variant, "R1.1") == ["There are 3 or 4 players, 4 unless agreed otherwise."]
    assert said(variant, "R1.2") == [
        (
            "With 3 players: The pack is the 52 cards less 2D: 17 cards for each seat. "
            "With 4 players: The pack is all 52 cards: 13 cards for each seat."
        )
    ]
    assert said(variant, "R2.1") == [
        (
            "With 3 players: Each seat passes 3 cards: always right. "
            "With 4 players: Each seat passes 3 cards: across, then none, over and over."
        )
    ]
    assert said(variant, "R3.1") == ["The holder of the lowest club, 2C, leads to the first trick."]


def test_a_rule_of_some_numbers_of_players_names_them() -> None:
    """A rule that not every number of players has says for which it holds."""
    variant = evolved("passing.at_least", THREE_OR_FOUR, {"3": 3, "4": 1})
    assert said(variant, "R2.4") == ["With 4 players: A seat may pass fewer, but at least 1 card."]
    variant = evolved("table.removed", THREE_OR_FOUR | JACK, {"3": "JD"})
    assert said(variant, "R8.1") == [
        (
            "With 3 players: A seat that takes every penalty card (one that counts above 0) shoots the moon. "
            "With 4 players: A seat that takes every penalty card (one that counts above 0) shoots the moon,"
            " with or without JD."
        )
    ]
    assert said(variant, "R8.4") == [
        "With 4 players: In a deal with a moon, the bonus for JD still goes to whoever takes it."
    ]
    variant = evolved("table.removed", THREE_OR_FOUR, {"3": "QS"})
    assert said(variant, "R6.3") == [
        "With 4 players: From a hand of hearts and QS only, QS must be led while hearts are not broken."
    ]


def test_one_number_of_players_has_its_rules_alone() -> None:
    """Where a number of players is given, the rules are those for that number."""
    variant = STANDARD.evolve(
        table={"players": [4, 5], "removed": {"5": "2C 2D"}},
        passing={"cycle": {"4": ["left"], "5": [1, -1, 2, -2, "hold"]}},
    )
    assert said(variant, "R1.1", players=5) == ["There are 5 players."]
    assert said(variant, "R1.2", players=5) == ["The pack is the 52 cards less 2C and 2D: 10 cards for each seat."]
    assert said(variant, "R2.1", players=5) == [
        "Each seat passes 3 cards: left, right, 2 seats to the left, 2 seats to the right, then none, over and over."
    ]
    assert said(variant, "R3.1", players=5) == ["The holder of the lowest club, 3C, leads to the first trick."]


def test_a_number_of_players_that_is_not_allowed_is_an_error() -> None:
    """Rules are told only for the numbers of players that the variant allows."""
    with pytest.raises(SetupError, match="not for 3 players"):
        rules_in_words(STANDARD, players=3)


def test_a_language_that_is_not_there_is_an_error() -> None:
    """Rules and differences are told only in the languages that have a message file."""
    with pytest.raises(UnknownLanguageError):
        rules_in_words(STANDARD, language="xx")
    with pytest.raises(UnknownLanguageError):
        differences(STANDARD, STANDARD, language="xx")


SENTENCES: list[tuple[Changes, str, list[str]]] = [
    ({"passing": {"cycle": ["hold"]}}, "R2.1", ["No cards are passed."]),
    (
        {"passing": {"change": True, "count": 1}},
        "R2.1",
        [
            "Each seat passes 1 card: left, right, across, then none, over and over.",
            "A seat may choose its cards again until the last seat has chosen.",
        ],
    ),
    (
        {"passing": {"at_least": 0, "locked": "hearts QS"}},
        "R2.4",
        ["A seat may pass fewer, or none.", "A seat may pass hearts and QS only as far as it lacks other cards."],
    ),
    (
        {"hearts": {"broken_by": "hearts QS"}},
        "R6.1",
        ["Hearts are broken once a heart or QS has been played."],
    ),
    (
        {"hearts": {"broken_by": "QS"}},
        "R6.1",
        ["Hearts are broken once QS has been played, or a heart has been led."],
    ),
    (
        {"values": {"hearts": "pips", "clubs": 2, "AC": 0, "JD": -10}},
        "R7.1",
        [
            (
                "What cards count: each club 2, AC 0 instead, JD -10,"
                " each heart its rank (2 to 10, J 11, Q 12, K 13, A 14), QS 13."
            ),
            "All cards together count 131.",
        ],
    ),
    (
        {"values": {"tricks": 1}, "sun": {"value": 52}},
        "R7.1",
        [
            "What cards count: each heart 1, QS 13.",
            "All cards together count 26.",
            "Each trick counts 1 point for the seat that takes it, in a deal with a moon or sun too.",
        ],
    ),
    (
        {"moon": {"style": "choice"}},
        "R8.2",
        [
            (
                "The shooter of a moon chooses: either it scores 0 and each other seat 26,"
                " or it scores -26 and each other seat 0."
            )
        ],
    ),
    (
        {"no_tricks": {"bonus": -5}},
        "R8.6",
        ["A seat that takes no trick scores -5 points for that, but not in a deal with a moon."],
    ),
    ({"end": {"deals": 1}}, "R9.2", ["The game ends when a total reaches 100, or else after 1 deal."]),
    (
        {"end": {"exact": {"100": 50, "50": 0}}},
        "R9.3",
        ["A total of exactly 50 becomes 0. A total of exactly 100 becomes 50."],
    ),
    (
        {"partners": {"teams": [[2, 0], [3, 1]], "end_test": "team"}},
        "R10.1",
        [
            (
                "Partners play together: seats 0 and 2 against seats 1 and 3."
                " When the game ends, their totals are added up, and the sums decide."
            ),
            "The end of the game goes by the sums of partners' totals.",
        ],
    ),
    (
        {"partners": {"teams": [[0, 2], [1, 3]], "together": True}},
        "R10.2",
        [
            "The shooter's partner is spared: it scores 0 too.",
            (
                "Partners who take all the cards of a moon between them shoot it together:"
                " they score 0 and each other seat 26."
            ),
        ],
    ),
    (
        {"partners": {"teams": [[0, 3], [1], [2]], "moon": "charged"}, "end": {"target": "none", "deals": 4}},
        "R10.1",
        [
            (
                "Partners play together: seats 0 and 3 against seat 1 against seat 2."
                " When the game ends, their totals are added up, and the sums decide."
            )
        ],
    ),
    (
        {"partners": {"teams": [[0, 2], [1, 3]], "moon": "charged"}},
        "R10.2",
        ["The shooter's partner is charged like the others.", "Only one seat alone can shoot the moon."],
    ),
    (
        {"partners": {"teams": [[0, 2], [1, 3]], "moon": "new"}},
        "R8.2",
        ["The shooter of a moon scores -26 and each other seat 0."],
    ),
]


@pytest.mark.parametrize(("given", "number", "texts"), SENTENCES, ids=str)
def test_sentences(given: Changes, number: str, texts: list[str]) -> None:
    """Each rule that is set reads as a plain sentence."""
    assert said(STANDARD.evolve(**given), number) == texts


def told(variant: Variant) -> Iterator[tuple[Rule, ...]]:
    """The rules of a variant for all numbers of players and for each, and what sets it apart from the standard game."""
    yield rules_in_words(variant)
    for players in variant.table.players:
        yield rules_in_words(variant, players=players)
    yield differences(variant, STANDARD)
    yield differences(STANDARD, variant)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_variants_in_words(name: str) -> None:
    """The rules of a shipped variant are whole sentences in the order of their numbers, none of them said twice."""
    for rules in told(load_variant(name)):
        numbers = [tuple(map(int, rule.number[1:].split("."))) for rule in rules]
        assert numbers == sorted(numbers)
        assert len(set(rules)) == len(rules)
        assert all(re.fullmatch(r"[A-Z2-9][^{}]*\.", rule.text) for rule in rules)


def test_differences_are_told_over_the_numbers_of_players_that_both_allow() -> None:
    """A variant for more players differs from one for fewer in saying so, and in no rule that they share."""
    wide = STANDARD.evolve(**THREE_OR_FOUR)
    narrow = wide.evolve(table={"players": [4]})
    assert list(map(str, differences(wide, narrow))) == ["R1.1: There are 3 or 4 players, 4 unless agreed otherwise."]
    assert list(map(str, differences(narrow, wide))) == ["R1.1: There are 4 players."]


def test_differences_of_variants_for_other_numbers_of_players_are_told_over_their_own() -> None:
    """Variants that allow no common number of players are compared as they are."""
    three = STANDARD.evolve(**THREE_OR_FOUR).evolve(table={"players": [3], "default_players": 3})
    assert "R1.2: The pack is the 52 cards less 2D: 17 cards for each seat." in map(str, differences(three, STANDARD))


def test_a_rule_that_only_the_other_has_is_told_as_none() -> None:
    """Where only the other variant has a rule, the differences say that this one has none."""
    house = STANDARD.evolve(sun={"value": 52}, no_tricks={"bonus": -5}, end={"exact": {"100": 50}, "floor": 0})
    assert list(map(str, differences(STANDARD, house))) == [
        "R8.5: Taking every trick is nothing special.",
        "R8.6: Taking no trick is nothing special.",
        "R9.3: A total stays as it is, whatever number it comes to.",
        "R9.4: A total may fall to any number, below 0 too.",
    ]


def named(text: str) -> list[str]:
    """The fields that a message names."""
    return [field for _, field, _, _ in Formatter().parse(text) if field]


def test_all_that_is_said_comes_from_the_message_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences are made of messages, numbers and cards only, in the language asked for, and no message is idle."""
    messages = {key: text for key, text in table("en").items() if key.startswith("rules.")}
    used = set()

    def message(key: str, language: str, **fields: object) -> str:
        assert language == "zz"
        used.add(key)
        return "。" + "".join(str(fields[field]) for field in named(messages[key])) + "。"

    monkeypatch.setattr(words, "message", message)
    variants = [evolved(path, given, value) for path, given, values in CASES for value in values]
    for variant in [*variants, *map(load_variant, SHIPPED)]:
        rules = rules_in_words(variant, language="zz") + differences(variant, STANDARD, language="zz")
        for rule in rules:
            assert set(re.sub(r"[2-9TJQKA][CDHS]|-?\d+", "", rule.text)) == {"。"}
    assert used == messages.keys()
