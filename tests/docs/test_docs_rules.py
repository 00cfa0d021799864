"""The pages of the rules and the refusals tell of every rule number and every reason that the code knows, and truly."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from docs_hooks import generate
from docs_pages import DOCS, PAGES, ROOT

import hearts
from hearts.engine import kernel
from hearts.language.messages import table as messages
from hearts.refusal import Reason
from hearts.variant.catalogue import shipped_folder
from hearts.variant.reading import section_fields
from hearts.variant.sections import SECTIONS

RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\bR(?:10|[1-9])(?:\.\d+)?\b")

CHAPTERS = {1: 4, 2: 5, 3: 2, 4: 4, 5: 3, 6: 4, 7: 3, 8: 6, 9: 6, 10: 2}
"""How many rules each chapter of the numbered rules has."""


def anchor(number: str) -> str:
    """What a number is as an anchor."""
    return number.lower().replace(".", "-")


ANCHORS = {f"r{chapter}" for chapter in CHAPTERS} | {
    f"r{chapter}-{rule}" for chapter, count in CHAPTERS.items() for rule in range(1, count + 1)
}
SECTION = re.compile(r"^### (?P<number>R\d+\.\d+) [^\n]+\n(?P<text>.*?)(?=^##)", re.MULTILINE | re.DOTALL)
SECTIONS_OF_RULES = {found["number"]: found for found in SECTION.finditer(RULES)}


def test_every_rule_has_its_place() -> None:
    """The page of the rules has a heading with an anchor for every chapter and every rule, in order, and no others."""
    headings = re.findall(r"^##+ R(\d+(?:\.\d+)?) .+ \{#([\w-]+)\}$", RULES, re.MULTILINE)
    assert [f"r{number}".replace(".", "-") for number, _ in headings] == [place for _, place in headings]
    assert {place for _, place in headings} == ANCHORS
    numbers = [tuple(map(int, number.split("."))) for number, _ in headings]
    assert numbers == sorted(numbers)


def cited() -> list[tuple[str, str]]:
    """Each file of the library, the variants, the messages and the pages that cites rules, with a number that it cites."""
    files = [
        *sorted((ROOT / "hearts").rglob("*.py")),
        *sorted((ROOT / "hearts").rglob("*.toml")),
        *sorted(shipped_folder().glob("*.toml")),
        *PAGES,
    ]
    return [
        (file.name, number)
        for file in files
        for number in sorted(set(NUMBER.findall(file.read_text(encoding="utf-8"))))
    ]


def test_every_rule_that_is_cited_is_there() -> None:
    """Every rule number in the code, the messages, the variants and the pages leads to a rule on the page of the rules."""
    citations = cited()
    assert len({number for _, number in citations}) > 30
    assert [(file, number) for file, number in citations if anchor(number) not in ANCHORS] == []


def test_every_rule_names_its_settings_and_refusals() -> None:
    """Below each rule that a setting or a refusal names stands the line that links to them, and below no other; every setting
    and every reason is linked from its rule.
    """
    settings = {
        (section, key): field.metadata["rule"]
        for section, kind in SECTIONS.items()
        for key, field in section_fields(kind).items()
    }
    named = {*settings.values(), *(reason.rule for reason in Reason)}
    for number, section in SECTIONS_OF_RULES.items():
        marks = re.findall(r"^<!-- generated: rule (\S+) -->$", section["text"], re.MULTILINE)
        assert marks == ([number] if number in named else []), number
        line = generate.rule_box(number)
        for (name, key), rule in settings.items():
            assert (f"[`{name}.{key}`](house-variants.md#{name}-{key})" in line) == (rule == number), (
                number,
                name,
                key,
            )
        for reason in Reason:
            assert (f"[`{reason.name}`](refusals.md#{reason.code})" in line) == (reason.rule == number), (
                number,
                reason,
            )
    assert named <= SECTIONS_OF_RULES.keys()


def test_the_kitty_is_not_covered() -> None:
    """The page says that R1.4 is not covered, which is so: no setting and no refusal names it."""
    assert SECTIONS_OF_RULES["R1.4"]["text"].strip().startswith("Not covered.")
    assert generate.rule_box("R1.4") == ""


def test_words_of_settings_are_on_the_page() -> None:
    """Every style of a moon, every way of a bonus card, of a tie and of a partner's moon is told under its rule."""
    for number, (section, key) in {
        "R8.2": ("moon", "style"),
        "R8.4": ("moon", "bonus"),
        "R9.6": ("end", "tie"),
        "R10.2": ("partners", "moon"),
    }.items():
        kind: Any = section_fields(SECTIONS[section])[key].type
        words = [word.value for word in kind]
        assert re.findall(r"^`([\w-]+)`$", SECTIONS_OF_RULES[number]["text"], re.MULTILINE) == words


def test_the_ladder_is_that_of_the_kernel() -> None:
    """The rungs on the page are those of the kernel, in its order, under the numbers that its refusals have."""
    rungs = re.findall(r"^\| (\d) \| \[(R[\d.]+)\]", RULES, re.MULTILINE)
    assert [int(rung) for rung, _ in rungs] == list(range(1, len(kernel.RUNGS) + 1))
    by_rung = {
        "opening": Reason.OPENING_CARD,
        "follow": Reason.MUST_FOLLOW,
        "bar": Reason.BARRED_IN_FIRST_TRICK,
        "discard": Reason.QUEEN_BEFORE_HEARTS,
        "hearts": Reason.HEARTS_NOT_BROKEN,
        "queen": Reason.QUEEN_LEAD_LOCKED,
    }
    assert [rule for _, rule in rungs] == [by_rung[rung].rule for rung in kernel.RUNGS]


# ---- refusals --------------------------------------------------------------------------------------------------------------


def test_the_table_of_refusals_is_whole() -> None:
    """Each reason has a row with its name, code, rule, message and anchor, in the order of the reasons."""
    rows = generate.refusals_table().splitlines()[2:]
    for row, reason in zip(rows, Reason, strict=True):
        name, rule, text, _ = (part.strip() for part in row.strip("| ").split(" | "))
        assert name == f"`{reason.name}`{{#{reason.code}}} `{reason.code}`"
        assert rule == f"[{reason.rule}](rules.md#{anchor(reason.rule)})"
        assert re.sub(r"\*(\w+)\*", r"{\1}", text) == messages("en")[f"refusal.{reason.name}"]


State = hearts.Deal | hearts.Game

SUITS = [str(suit.cards) for suit in hearts.Suit]
MIXED = [
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
    "3D QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    "AC 4D 5D 6D 7D 8D 9D TD JD QD KD AD KH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS AH",
]
QUEEN = [  # seat 0 wins trick 1 and then holds diamonds, the queen and a heart
    "AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QS 2H",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC QD",
    "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH KD",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS AD",
]
HEARTS_AND_QUEEN = [  # seat 0 wins trick 1 and then holds hearts and the queen only
    "AC QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
    "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD KH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS AH",
]


def played_out(state: State) -> State:
    """A deal or game in which every seat holds one suit, with all cards played: seat 0 takes every trick."""
    for place in range(13):
        for suit in hearts.Suit:
            state = state.play(suit.cards[place])
    return state


def asked() -> list[tuple[State, hearts.Action | str, int | None]]:
    """States, each with an action or a card that is refused there, and whose it is."""
    standard = hearts.load_variant("standard")
    free = standard.evolve(first_trick={"barred": ""})
    first_chance = hearts.new_deal(free.evolve(queen={"discard": "first-chance"}), MIXED, plays="2C")
    late = hearts.new_deal(free.evolve(queen={"discard": "when-broken"}), MIXED, plays="2C")
    queen_locked = standard.evolve(queen={"lead": "when-broken"})
    locked = hearts.new_deal(standard.evolve(passing={"locked": "QS"}), MIXED, pass_offset=1)
    one_deal = standard.evolve(passing={"count": 0}, end={"target": 26})
    passing = hearts.new_deal("standard", MIXED, pass_offset=1)
    passed = passing.apply(hearts.PassCards(0, "2C 3C 4C"))
    playing = hearts.new_deal("standard", MIXED, plays="2C")
    over = played_out(hearts.new_deal("standard", SUITS))
    choosing = played_out(hearts.new_deal("choice-moon", SUITS))
    return [
        (played_out(hearts.new_game(one_deal, hands=SUITS)), "2C", None),
        (over, "2C", None),
        (over, hearts.PassCards(0, "2C 3C 4C"), None),
        (over, hearts.ChooseMoon(0, "old"), None),
        (playing, hearts.PlayCard(4, "2C"), None),
        (playing, hearts.PassCards(0, "3C 4C 5C"), None),
        (passing, hearts.PlayCard(0, "2C"), None),
        (playing, hearts.ChooseMoon(0, "old"), None),
        (choosing, "2C", None),
        (choosing, hearts.PassCards(0, "2C 3C 4C"), None),
        (choosing, hearts.ChooseMoon(1, "old"), None),
        (playing, "AS", 3),
        (passed, hearts.PassCards(0, "2C 3C 4C"), None),
        (passed, "2C", 0),
        (playing, "AS", None),
        (passing, "AS", 0),
        (passing, hearts.PassCards(0, "2C 3C AS"), None),
        (passing, hearts.PassCards(0, "2C 3C"), None),
        (locked, hearts.PassCards(1, "QS 2H 3H"), None),
        (locked, "QS", 1),
        (hearts.new_deal("standard", MIXED), "3C", None),
        (playing.play("3D"), "KH", None),
        (playing, "QS", None),
        (first_chance, "3D", None),
        (late, "QS", None),
        (hearts.new_deal("standard", QUEEN, plays="2C KD 2S AC"), "2H", None),
        (hearts.new_deal("standard", HEARTS_AND_QUEEN, plays="2C 3D 2S AC"), "2H", None),
        (hearts.new_deal(queen_locked, QUEEN, plays="2C KD 2S AC"), "QS", None),
    ]


@cache
def provoked() -> dict[Reason, list[tuple[State, hearts.Refusal]]]:
    """Refusals of every reason, each with the state that gave it."""
    found: dict[Reason, list[tuple[State, hearts.Refusal]]] = {}
    for state, action, seat in asked():
        refusal = state.why_not(action, seat)
        assert refusal is not None, (state, action)
        found.setdefault(refusal.reason, []).append((state, refusal))
    game = hearts.new_game("standard", seed=1)
    with pytest.raises(hearts.IllegalAction) as raised:
        game.next_deal()
    found[raised.value.refusal.reason] = [(game, raised.value.refusal)]
    return found


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_what_would_do_instead_is_told(reason: Reason) -> None:
    """For each reason there is a refusal, and its `instead` holds what the table of refusals says."""
    assert provoked()[reason]
    for state, refusal in provoked()[reason]:
        deal = state.deal if isinstance(state, hearts.Game) else state
        passing = deal.phase is hearts.Phase.PASSING
        told = generate.INSTEAD[reason]
        held = {
            generate.NOTHING: hearts.CardSet(),
            generate.LEGAL: deal.legal_cards(refusal.seat) if refusal.seat < deal.players else None,
            generate.PASSABLE: deal.legal_cards(refusal.seat) if refusal.seat < deal.players else None,
            generate.FREE: deal.hands[min(refusal.seat, 3)] - deal.variant.passing.locked,
        }
        if reason is Reason.NOT_HELD:
            assert told == f"{generate.LEGAL}; while cards are passed, {generate.PASSABLE}"
            told = generate.PASSABLE if passing else generate.LEGAL
        assert passing == (told in (generate.PASSABLE, generate.FREE)) or told == generate.NOTHING
        assert refusal.instead == held[told]
