"""The shipped variants, against the table of the rules.

What is expected is written here by hand, never read from the files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs
import pytest

from hearts.cards import Card, CardSet, Suit
from hearts.variant.catalogue import load_variant, shipped_folder, variant_names
from hearts.variant.counted import ByCount
from hearts.variant.reading import read_section, write_section
from hearts.variant.rules import resolve
from hearts.variant.sections import HEADINGS, SECTIONS, Values
from hearts.variant.variant import Variant

SEED = {
    0: "seed 000: rules page of CardGames.io (Chinese edition)",
    1: "seed 001: guide of a Chinese online Hearts table",
    2: "seed 002: Chinese rules article on classic Hearts",
    3: "seed 003: history, rules and strategy page of a Chinese card site",
    4: "seed 004: Chinese compilation of several Hearts texts",
}
PAGAT = "https://www.pagat.com/reverse/hearts.html"
BICYCLE = "https://bicyclecards.com/how-to-play/hearts/"


def counting(hearts: Iterable[int] = (), **cards: int) -> tuple[tuple[Card, int], ...]:
    """The cards that count: the hearts from 2 to A, then others by name."""
    values = dict(zip(Suit.HEARTS.cards, hearts, strict=False))
    values |= {Card(name): value for name, value in cards.items()}
    return tuple(sorted(values.items()))


def cards_by_count(**removed: str) -> ByCount[CardSet]:
    """Cards by player count, written p3="2D"; a count that is not named has none."""
    table = {int(key.removeprefix("p")): CardSet(cards) for key, cards in removed.items()}
    return ByCount.of_table(table, CardSet())


HEARTS: Final = Suit.HEARTS.cards
HEARTS_AND_QUEEN: Final = HEARTS | "QS"
CYCLES: Final = {
    3: ("left", "right", "hold"),
    4: ("left", "right", "across", "hold"),
    5: (1, -1, 2, -2, "hold"),
    6: (1, -1, 2, -2, 3, "hold"),
}

STANDARD: Final[dict[str, object]] = {
    "table.default_players": 4,
    "table.removed": cards_by_count(p3="2D", p5="2C 2D", p6="2C 2D 2S 3C"),
    "passing.count": ByCount(3),
    "passing.at_least": "count",
    "passing.cycle": ByCount.of_table(CYCLES),
    "passing.locked": CardSet(),
    "passing.change": False,
    "opening.leader": "lowest-club",
    "opening.card": "that-card",
    "first_trick.barred": HEARTS_AND_QUEEN,
    "hearts.lead": "when-broken",
    "hearts.broken_by": HEARTS,
    "hearts.with_queen": "lead-queen",
    "queen.card": Card("QS"),
    "queen.lead": "any-time",
    "queen.discard": "free",
    "values.cards": counting([1] * 13, QS=13),
    "values.tricks": 0,
    "moon.style": "old",
    "moon.value": "penalties",
    "moon.bonus": "outside",
    "sun.value": 0,
    "no_tricks.bonus": 0,
    "no_tricks.with_moon": False,
    "end.target": 100,
    "end.target_test": "reached",
    "end.deals": "none",
    "end.exact": (),
    "end.floor": "none",
    "end.winner": "lowest",
    "end.tie": "continue",
    "partners.teams": (),
    "partners.end_test": "seat",
    "partners.moon": "spared",
    "partners.together": False,
}
"""Every setting of the standard game but the player counts and the totals, which `TOTALS` has."""

ORIGINAL: Final[dict[str, object]] = {
    "passing.count": ByCount(0),
    "first_trick.barred": HEARTS,
    "values.cards": counting([1] * 13),
    "moon.style": "none",
}

DIFFERENCES: Final[dict[str, dict[str, object]]] = {
    "standard": {},
    "classic": {"end.tie": "shared"},
    "new-moon": {"moon.style": "new"},
    "mixed-moon": {"moon.style": "mixed"},
    "choice-moon": {"moon.style": "choice"},
    "short": {"end.target": 50},
    "microsoft": {"end.tie": "shared"},
    "omnibus": {
        "values.cards": counting([1] * 13, QS=13, JD=-10),
        "first_trick.barred": HEARTS_AND_QUEEN | "JD",
        "moon.bonus": "absorbed",
    },
    "jack-of-diamonds": {"values.cards": counting([1] * 13, QS=13, JD=-10)},
    "spot": {"values.cards": counting(range(2, 15), QS=25), "end.target": 500},
    "black-maria": {
        "table.default_players": 3,
        "table.removed": cards_by_count(p3="2C", p5="2C 2D", p6="2C 2D 2H 2S"),
        "passing.cycle": ByCount(("right",)),
        "opening.leader": "eldest",
        "opening.card": "any",
        "first_trick.barred": CardSet(),
        "hearts.lead": "any-time",
        "values.cards": counting([1] * 13, QS=13, KS=10, AS=7),
        "moon.style": "none",
    },
    "original": ORIGINAL,
    "original-1887": ORIGINAL
    | {
        "opening.leader": "eldest",
        "opening.card": "any",
        "first_trick.barred": CardSet(),
        "hearts.lead": "any-time",
    },
    "partnership": {"partners.teams": ((0, 2), (1, 3))},
    "reverse": {"moon.style": "none", "end.winner": "highest", "end.target_test": "exceeded"},
    "reverse-moon": {"moon.style": "new", "end.winner": "highest", "end.target_test": "exceeded"},
    "bicycle": {"hearts.broken_by": HEARTS_AND_QUEEN, "end.tie": "shared"},
    "openspiel": {
        "hearts.broken_by": HEARTS_AND_QUEEN,
        "end.target": "none",
        "end.deals": 1,
        "end.tie": "shared",
    },
    "court-cards": {
        "passing.at_least": ByCount(0),
        "passing.cycle": ByCount(("left",)),
        "opening.leader": Card("2S"),
        "values.cards": counting(QS=13, QH=12, JS=11, JH=10),
        "end.tie": "fewest-hearts",
    },
}
"""What each variant sets otherwise than the standard game."""

TOTALS: Final[dict[str, dict[int, int]]] = {
    "standard": dict.fromkeys((3, 4, 5, 6), 26),
    "classic": dict.fromkeys((3, 4, 5, 6), 26),
    "new-moon": dict.fromkeys((3, 4, 5, 6), 26),
    "mixed-moon": dict.fromkeys((3, 4, 5, 6), 26),
    "choice-moon": dict.fromkeys((3, 4, 5, 6), 26),
    "short": dict.fromkeys((3, 4, 5, 6), 26),
    "microsoft": {4: 26},
    "omnibus": dict.fromkeys((3, 4, 5, 6), 16),
    "jack-of-diamonds": dict.fromkeys((3, 4, 5, 6), 16),
    "spot": dict.fromkeys((3, 4, 5, 6), 129),
    "black-maria": {3: 43, 4: 43, 5: 43, 6: 42},  # six play without 2H
    "original": dict.fromkeys((3, 4, 5, 6), 13),
    "original-1887": dict.fromkeys((3, 4, 5, 6), 13),
    "partnership": {4: 26},
    "reverse": dict.fromkeys((3, 4, 5, 6), 26),
    "reverse-moon": dict.fromkeys((3, 4, 5, 6), 26),
    "bicycle": dict.fromkeys((3, 4, 5, 6), 26),
    "openspiel": {4: 26},
    "court-cards": dict.fromkeys((3, 4, 5), 46),
}
"""The player counts of each variant, and what the pack counts for each."""

SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "standard": (SEED[0], SEED[3]),
    "classic": (SEED[2],),
    "new-moon": (SEED[0], SEED[2], SEED[4]),
    "mixed-moon": (SEED[0], SEED[2], SEED[4]),
    "choice-moon": (SEED[0], SEED[2], SEED[4]),
    "short": (SEED[1],),
    "microsoft": (SEED[4],),
    "omnibus": (SEED[4], BICYCLE),
    "jack-of-diamonds": (PAGAT, "OpenSpiel", SEED[1]),
    "spot": (SEED[0], SEED[4], PAGAT),
    "black-maria": (SEED[0], PAGAT),
    "original": (SEED[0],),
    "original-1887": ("Foster's Complete Hoyle",),
    "partnership": (SEED[0], PAGAT),
    "reverse": (SEED[0],),
    "reverse-moon": (SEED[0],),
    "bicycle": (BICYCLE,),
    "openspiel": ("OpenSpiel",),
    "court-cards": (SEED[4],),
}
"""What each source of a variant says, in order."""

NAMES: Final = sorted(DIFFERENCES)
EXTENDS: Final = dict.fromkeys(NAMES, "standard") | {
    "original-1887": "original",
    "reverse-moon": "reverse",
}
LOWEST_CLUB: Final = {3: "2C", 4: "2C", 5: "3C", 6: "4C"}
ELDEST: Final = ("black-maria", "original-1887")


def raw(name: str) -> dict[str, Any]:
    """What a shipped file says, as plain TOML."""
    return tomllib.loads((shipped_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def settings(variant: Variant) -> Iterator[tuple[str, object]]:
    """Each setting of a variant but the player counts and the total, by path."""
    for name, section in variant.sections():
        for field in attrs.fields(type(section)):
            path = f"{name}.{field.name}"
            if path not in {"table.players", "values.total"}:
                yield path, getattr(section, field.name)


def named_settings(name: str) -> list[tuple[str, str, object]]:
    """Each setting that a file names: section, key, and what it says."""
    data = raw(name)
    return [(part, key, data[part][key]) for part in SECTIONS if part in data for key in data[part]]


def test_the_shipped_files_are_those_of_the_table() -> None:
    """The folder holds one file for each variant of the table and no other, and all their names
    are known.
    """
    assert sorted(path.stem for path in shipped_folder().glob("*.toml")) == NAMES
    assert set(NAMES) <= set(variant_names())
    assert len(NAMES) == 19


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_as_the_table_says(name: str) -> None:
    """A variant differs from the standard game in what its row of the table gives, and in nothing
    else.
    """
    found = dict(settings(load_variant(name)))
    assert found == STANDARD | DIFFERENCES[name]


@pytest.mark.parametrize("name", NAMES)
def test_player_counts_and_totals(name: str) -> None:
    """For each player count the values of the cards in the pack add up to the total of the table,
    and that total is stated (R7.1).
    """
    variant = load_variant(name)
    assert variant.name == name
    assert variant.table.players == tuple(TOTALS[name])
    assert isinstance(variant.values.total, ByCount)
    for players, total in TOTALS[name].items():
        pack = variant.pack(players)
        assert sum(value for card, value in variant.values.cards if card in pack) == total
        assert resolve(variant, players).total == total
        assert variant.values.total.of(players) == total


@pytest.mark.parametrize("name", NAMES)
def test_hand_sizes(name: str) -> None:
    """The packs deal out evenly: 17 cards each for 3 players, 13 for 4, 10 for 5, 8 for 6 (R1)."""
    variant = load_variant(name)
    for players in variant.table.players:
        size = {3: 17, 4: 13, 5: 10, 6: 8}[players]
        assert len(variant.pack(players)) == size * players
        assert resolve(variant, players).hand_size == size


@pytest.mark.parametrize("name", NAMES)
def test_opening_leads(name: str) -> None:
    """The lowest club left opens (2C, 2C, 3C, 4C for 3 to 6 players), or 2S among court cards, or
    the eldest hand leads any card (R3).
    """
    variant = load_variant(name)
    for players in variant.table.players:
        rules = resolve(variant, players)
        if name in ELDEST:
            assert rules.opening_card == -1
            assert rules.opening == rules.pack
        else:
            card = Card("2S" if name == "court-cards" else LOWEST_CLUB[players])
            assert rules.opening_card == card
            assert rules.opening == CardSet([card]).mask


@pytest.mark.parametrize("name", NAMES)
def test_offsets_of_the_passes(name: str) -> None:
    """The family passes left, right, (across or the farther seats,) hold; Black Maria right, court
    cards left, original not at all (R2.2).
    """
    family = {3: (1, 2, 0), 4: (1, 3, 2, 0), 5: (1, 4, 2, 3, 0), 6: (1, 5, 2, 4, 3, 0)}
    variant = load_variant(name)
    for players in variant.table.players:
        offsets = resolve(variant, players).offsets
        if name == "black-maria":
            assert offsets == (players - 1,)
        elif name == "court-cards":
            assert offsets == (1,)
        elif name in {"original", "original-1887"}:
            assert set(offsets) == {0}
        else:
            assert offsets == family[players]


def test_packs_of_the_family() -> None:
    """3 play without 2D, 5 without 2C 2D, 6 without 2C 2D 2S 3C; Black Maria is without 2C,
    without 2C 2D, without the four twos.
    """
    full = CardSet.from_mask((1 << 52) - 1)
    family = {3: "2D", 4: "", 5: "2C 2D", 6: "2C 2D 2S 3C"}
    maria = {3: "2C", 4: "", 5: "2C 2D", 6: "2C 2D 2H 2S"}
    for name in NAMES:
        variant = load_variant(name)
        for players in variant.table.players:
            removed = (maria if name == "black-maria" else family)[players]
            assert full - variant.pack(players) == CardSet(removed)


@pytest.mark.parametrize(
    ("name", "moon_set", "value"),
    [
        ("standard", HEARTS_AND_QUEEN, 26),
        ("jack-of-diamonds", HEARTS_AND_QUEEN, 26),
        ("omnibus", HEARTS_AND_QUEEN | "JD", 26),
        ("spot", HEARTS_AND_QUEEN, 129),
        ("reverse-moon", HEARTS_AND_QUEEN, 26),
        ("court-cards", CardSet("JH QH JS QS"), 46),
        ("black-maria", CardSet(), 43),
        ("original", CardSet(), 13),
        ("original-1887", CardSet(), 13),
        ("reverse", CardSet(), 26),
    ],
)
def test_moon_sets(name: str, moon_set: CardSet, value: int) -> None:
    """The moon is the penalty cards, with JD among them in Omnibus alone; Black Maria, original
    and reverse Hearts have none (R8.1).
    """
    rules = resolve(load_variant(name), load_variant(name).table.default_players)
    assert rules.moon_set == moon_set.mask
    assert rules.moon_value == value


def test_bonus_in_the_moon() -> None:
    """In a moon JD is absorbed in Omnibus, and still scores in jack-of-diamonds (R8.4)."""
    assert not resolve(load_variant("omnibus"), 4).bonus_in_moon
    assert resolve(load_variant("jack-of-diamonds"), 4).bonus_in_moon


def test_standard_is_the_default_game() -> None:
    """For 4 players the file of the standard game says what the classes have as defaults:
    headings, counts and total aside.
    """
    standard, default = load_variant("standard"), Variant()
    assert resolve(standard, 4) == resolve(default, 4)
    assert standard.pack(4) == default.pack(4)
    assert standard.passing.cycle.of(4) == default.passing.cycle.of(4)
    alike = attrs.evolve(
        standard,
        **{heading: getattr(default, heading) for heading in HEADINGS},
        table=attrs.evolve(standard.table, players=(4,), removed=default.table.removed),
        passing=attrs.evolve(standard.passing, cycle=default.passing.cycle),
        values=attrs.evolve(standard.values, total="unstated"),
    )
    assert alike == default


def test_standard_writes_out_every_setting() -> None:
    """The file of the standard game extends none, and names every section and setting there is, so
    that it serves as a reference.
    """
    data = raw("standard")
    assert "extends" not in data
    assert [key for key in data if key in SECTIONS] == list(SECTIONS)
    for name, kind in SECTIONS.items():
        fields = {field.name for field in attrs.fields(kind)}
        if kind is Values:
            fields = fields - {"cards"} | {"hearts", "QS"}
        assert set(data[name]) == fields


def test_standard_cites_each_rule_of_its_settings() -> None:
    """In the file of the standard game each setting carries the number of the rule that it sets."""
    lines = (shipped_folder() / "standard.toml").read_text(encoding="utf-8").splitlines()
    section = ""
    cited = {}
    for line in lines:
        code, _, comment = line.partition("#")
        if code.startswith("["):
            section = code.strip().strip("[]")
            cited[section] = comment.strip()
        elif "=" in code and section:
            cited[f"{section}.{code.partition('=')[0].strip()}"] = comment.strip()
    for name, kind in SECTIONS.items():
        for field in attrs.fields(kind):
            path = "values.QS" if field.name == "cards" else f"{name}.{field.name}"
            assert cited[path] == field.metadata["rule"], path
    assert cited["values.hearts"] == "R7.1"


@pytest.mark.parametrize("name", NAMES)
def test_headings(name: str) -> None:
    """Each file has a title and a summary of its own, of one line, in English and Chinese, and
    cites the sources of its row.
    """
    variant = load_variant(name)
    for text in (variant.title, variant.summary):
        assert [language for language, _ in text.texts] == ["en", "zh"]
        assert all(words.strip() == words and words and "\n" not in words for _, words in text.texts)
        assert text.say("en").isascii()
        assert not text.say("zh").isascii()
    assert len(variant.sources) == len(SOURCES[name]) >= 1
    for said, expected in zip(variant.sources, SOURCES[name], strict=True):
        assert expected in said


def test_titles_are_told_apart() -> None:
    """No two variants have the same title in either language."""
    for language in ("en", "zh"):
        assert len({load_variant(name).title.say(language) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("court-cards", ("stock", "cannot be played", "left out", "passed over")),
        ("microsoft", ("silent on ties",)),
        ("omnibus", ("jack-of-diamonds", "trick 1", "absorbed")),
        ("jack-of-diamonds", ("omnibus", "trick 1")),
        ("black-maria", ("42",)),
        ("openspiel", ("by lot",)),
        ("reverse", ("exactly 100",)),
    ],
)
def test_notes(name: str, words: tuple[str, ...]) -> None:
    """Where a source asks for what cannot be played, is silent, or is read in one of two ways, the
    variant's notes say so.
    """
    notes = " ".join(load_variant(name).notes)
    for word in words:
        assert word in notes


@pytest.mark.parametrize("name", [name for name in NAMES if name != "standard"])
def test_a_file_holds_only_what_differs(name: str) -> None:
    """Every setting that a file names differs from the variant that it extends, the stated total
    excepted.
    """
    assert raw(name)["extends"] == EXTENDS[name]
    base = load_variant(EXTENDS[name])
    for part, key, value in named_settings(name):
        if (part, key) == ("values", "total"):
            continue
        before = getattr(base, part)
        plain = write_section(before) if part == "values" else {}
        read, faults = read_section(SECTIONS[part], plain | {key: value}, part)
        assert faults == []
        changed = read["cards"] != before.cards if part == "values" else read[key] != getattr(before, key)
        assert changed, f"{part}.{key} is as in {base.name}"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "standard"])
def test_a_file_restates_its_total_only_where_it_must(name: str) -> None:
    """A file states a total where it changes the values or the table, which drops the total of the
    variant that it extends; else none.
    """
    parts = {part for part, key, _ in named_settings(name) if key != "total"}
    states = ("values", "total") in {(part, key) for part, key, _ in named_settings(name)}
    assert states == bool(parts & {"values", "table"})
