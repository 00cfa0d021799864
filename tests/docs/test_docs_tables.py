"""What the documentation generates from the code is whole, and agrees with it."""

from __future__ import annotations

import importlib
import re
import tomllib
from typing import TYPE_CHECKING, Any

import griffe
import pytest
from docs_hooks import examples, generate, variant_pages
from docs_pages import DOCS, ROOT, SITE
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

import hearts
import hearts.testing
from hearts.variant.catalogue import shipped_folder
from hearts.variant.reading import SUIT_WORDS, section_fields, write_section
from hearts.variant.rules import resolve
from hearts.variant.sections import HEADINGS, SECTIONS
from hearts.variant.words import differences, rules_in_words

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.toml"))
STANDARD = hearts.Variant()

# For each setting a value that differs from the standard game's, with whatever else it needs.
CHANGES: dict[str, dict[str, Any]] = {
    "table.players": {"table": {"players": [4, 6], "removed": {"6": "2C 3C 2D 2S"}}},
    "table.default_players": {
        "table": {"players": [3, 4], "default_players": 3, "removed": {"3": "2D"}},
        "passing": {"cycle": ["left"]},
    },
    "table.removed": {"table": {"removed": {"4": "2C 2D 2H 2S"}}},
    "passing.count": {"passing": {"count": 2}},
    "passing.at_least": {"passing": {"at_least": 1}},
    "passing.cycle": {"passing": {"cycle": ["left", "hold"]}},
    "passing.locked": {"passing": {"locked": "QS"}},
    "passing.change": {"passing": {"change": True}},
    "opening.leader": {"opening": {"leader": "2S"}},
    "opening.card": {"opening": {"card": "same-suit"}},
    "first_trick.barred": {"first_trick": {"barred": "hearts"}},
    "hearts.lead": {"hearts": {"lead": "any-time"}},
    "hearts.broken_by": {"hearts": {"broken_by": "QS"}},
    "hearts.with_queen": {"hearts": {"with_queen": "either"}},
    "queen.card": {"queen": {"card": "KS"}},
    "queen.lead": {"queen": {"lead": "when-broken"}},
    "queen.discard": {"queen": {"discard": "first-chance"}},
    "values.cards": {"values": {"JD": -10}},
    "values.tricks": {"values": {"tricks": 1}},
    "moon.style": {"moon": {"style": "auto"}},
    "moon.value": {"moon": {"value": 30}},
    "moon.bonus": {"moon": {"bonus": "on-top"}, "values": {"JD": -10}},
    "sun.value": {"sun": {"value": 52}},
    "no_tricks.bonus": {"no_tricks": {"bonus": -5}},
    "no_tricks.with_moon": {"no_tricks": {"with_moon": True}},
    "end.target": {"end": {"target": 50}},
    "end.target_test": {"end": {"target_test": "exceeded"}},
    "end.deals": {"end": {"deals": 4}},
    "end.exact": {"end": {"exact": {"100": 50}}},
    "end.floor": {"end": {"floor": 0}},
    "end.winner": {"end": {"winner": "highest"}},
    "end.tie": {"end": {"tie": "shared"}},
    "partners.teams": {"partners": {"teams": [[0, 2], [1, 3]]}},
    "partners.end_test": {"partners": {"end_test": "team"}},
    "partners.moon": {"partners": {"moon": "charged"}},
    "partners.together": {"partners": {"together": True}},
}


def rows_of(table: str) -> list[list[str]]:
    """The rows of a Markdown table, the head first; every row has as many cells as the head."""
    lines = [re.split(r"(?<!\\)\|", line.strip())[1:-1] for line in table.strip().splitlines()]
    assert all(len(line) == len(lines[0]) for line in lines), table
    return [[part.strip() for part in line] for line in (lines[0], *lines[2:])]


def tables_of(markdown: str) -> list[str]:
    """The tables of a page, code left out."""
    plain = re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"(?:^\|.*\n)+", plain, re.MULTILINE)


# ---- pieces ----------------------------------------------------------------------------------------------------------------


def test_cells_stay_in_their_table() -> None:
    """A pipe or a line's end in a text does not break the table that it stands in."""
    assert rows_of(generate.markdown_table(["a", "b"], [("x | y\nz", 1)])) == [["a", "b"], [r"x \| y z", "1"]]


def test_addresses_are_linked() -> None:
    """A web address in a text becomes a link, without the sentence's comma or full stop."""
    assert variant_pages.linked("See https://a.example/b#c, or https://d.example.") == (
        "See <https://a.example/b#c>, or <https://d.example>."
    )


def test_every_table_is_well_formed() -> None:
    """On every page, generated parts and pages included, each table has as many cells in each row as in its head."""
    pages = [generate.filled(page.read_text(encoding="utf-8")) for page in SITE]
    pages += [variant_pages.variant_page(path) for path in variant_pages.variant_files().values()]
    tables = [table for page in pages for table in tables_of(page)]
    assert len(tables) > 80
    for table in tables:
        assert len(rows_of(table)) > 1


# ---- settings --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", SECTIONS)
def test_every_setting_is_in_the_reference(section: str) -> None:
    """The reference has each setting of a section with its anchor, rule, sense and default, and the words or the range that it
    takes; of the cards' values, the suits and the cards.
    """
    text = generate.settings_tables()
    part = text[text.index(f"{{#section-{section}}}") :].split("\n### ")[0]
    (table,) = tables_of(part)
    rows = {row[0]: row[1:] for row in rows_of(table)}
    defaults = write_section(SECTIONS[section]())
    for key, field in section_fields(SECTIONS[section]).items():
        rule, low, high = field.metadata["rule"], field.metadata["low"], field.metadata["high"]
        link = f"[{rule}](rules.md#{rule.lower().replace('.', '-')})"
        if (section, key) == ("values", "cards"):
            suits = ", ".join(f"`{word}`" for word in SUIT_WORDS)
            assert rows[f"{suits}{{#values-cards}}"][0] == link
            assert rows[f"{suits}{{#values-cards}}"][3] == "`hearts = 1`"
            assert rows["a card, such as `QS`"][3] == "`QS = 13`"
            assert f"from {low} to {high}" in rows["a card, such as `QS`"][2]
            continue
        told, sense, takes, default = rows[f"`{key}`{{#{section}-{key}}}"]
        assert (told, sense) == (link, field.metadata["sense"])
        assert low is None or f"from {low} to {high}" in takes
        assert tomllib.loads(f"value = {default.strip('`')}")["value"] == defaults[key]


def test_the_words_of_settings_are_in_the_reference() -> None:
    """The reference names every word that a setting takes."""
    assert generate.takes(section_fields(SECTIONS["moon"])["style"].type) == (
        '`"none"`, `"old"`, `"new"`, `"choice"`, `"mixed"`, `"auto"`'
    )
    assert (
        generate.takes(section_fields(SECTIONS["opening"])["leader"].type) == 'a card, or `"lowest-club"`, `"eldest"`'
    )
    assert generate.takes(section_fields(SECTIONS["passing"])["change"].type) == "`true`, `false`"
    cycle = generate.takes(section_fields(SECTIONS["passing"])["cycle"].type, -7, 7)
    assert cycle == (
        'a list, each a whole number from -7 to 7, or `"left"`, `"right"`, `"across"`, `"hold"`; by player count'
    )


def test_every_heading_is_in_the_reference() -> None:
    """The reference names `extends` and every heading that a file may have."""
    assert [row[0] for row in rows_of(generate.headings_table())[1:]] == [f"`{key}`" for key in ("extends", *HEADINGS)]


# ---- variants --------------------------------------------------------------------------------------------------------------


def test_the_tables_have_every_variant() -> None:
    """Both tables of variants have each shipped variant once, the standard game first."""
    names = ["standard", *(name for name in SHIPPED if name != "standard")]
    for table in (generate.variants_table(), generate.comparison_table()):
        assert [row[0] for row in rows_of(table)[1:]] == [f"[`{name}`]({name}.md)" for name in names]


def test_the_table_of_titles_says_what_the_files_say() -> None:
    """The table of variants has the titles in English and Chinese and the summary of each file."""
    for row in rows_of(generate.variants_table())[1:]:
        variant = hearts.load_variant(row[0].split("`")[1])
        assert row[1:] == [
            variant.title.say("en"),
            f'<span lang="zh">{variant.title.say("zh")}</span>',
            str(variant.summary),
        ]
        assert variant.title.say("zh") != variant.title.say("en")


def test_the_first_row_of_the_comparison_is_the_standard_game() -> None:
    """The comparison tells the standard game in full, and of the others what is not the same."""
    head, standard, *others = rows_of(generate.comparison_table())
    assert dict(zip(head, standard, strict=True)) == {
        "Variant": "[`standard`](standard.md)",
        "Players": "3 to 6 (4)",
        "Passes": "3: left, right, across, hold",
        "First lead": "holder of `2C`, that card",
        "Barred from trick 1": "`hearts QS`",
        "Hearts led": "broken by `hearts`",
        "Values": "hearts 1, QS 13",
        "Total": "26",
        "Moon": "old, 26",
        "End": "100 reached",
        "Winner": "lowest",
        "Tie": "continue",
        "Also": "",
    }
    short = next(row for row in others if "`short`" in row[0])
    assert short == ["[`short`](short.md)", *("50 reached" if column == "End" else "" for column in head[1:])]
    partners = next(row for row in others if "`partnership`" in row[0])
    assert partners[-1] == "`partners.teams = [[0, 2], [1, 3]]`"


def test_there_is_a_change_for_every_setting() -> None:
    """These tests change every setting but the stated total, which changes nothing."""
    settings = {f"{section}.{key}" for section, kind in SECTIONS.items() for key in section_fields(kind)}
    assert CHANGES.keys() == settings - {"values.total"}


@pytest.mark.parametrize("path", CHANGES)
def test_the_comparison_misses_no_setting(path: str) -> None:
    """A variant that differs in a setting, whichever it is, has another row in the comparison."""
    changed = STANDARD.evolve(**CHANGES[path])
    assert changed != STANDARD
    base = STANDARD
    if path == "moon.bonus":  # without a bonus card it says nothing
        base = STANDARD.evolve(values={"JD": -10})
    if path == "table.removed":  # the pack shows in the opening card and the total
        assert variant_pages.comparison_row(changed)[2] == "holder of `3C`, that card"
    assert variant_pages.comparison_row(changed) != variant_pages.comparison_row(base)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variants_page_tells_all_of_it(name: str) -> None:
    """The page of a variant has its titles, summaries, whole file, sources and notes, its rules in words, and what differs from
    the variant that it extends.
    """
    path = variant_pages.variant_files()[name]
    variant = hearts.load_variant(name)
    page = variant_pages.variant_page(path)
    assert page.startswith(f"# {variant.title}\n\n")
    for language in ("en", "zh"):
        assert variant.title.say(language) in page
        assert variant.summary.say(language) in page
    assert f'```toml title="variants/{name}.toml"\n{path.read_text(encoding="utf-8")}```\n' in page
    told, _, rest = page.partition("## The rules in words")
    rules = rest.partition("## What cards count")[0]
    for rule in rules_in_words(variant):
        assert f"| [{rule.number}](../rules.md#{rule.number.lower().replace('.', '-')}) | {rule.text} |" in rules
    base = re.search(r'^extends = "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert (base is None) == (name == "standard")
    if base is not None:
        other = hearts.load_variant(base[1])
        assert f"## What differs from [{other.title}]({base[1]}.md)" in told
        differing = differences(variant, other)
        assert differing
        for rule in differing:
            assert rule.text in told
    for line in (*variant.sources, *variant.notes):
        assert f"- {line}" in page.replace("<http", "http").replace(">", "")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variants_page_tells_each_number_of_players(name: str) -> None:
    """The table by number of players has each number, with the pack, the hand, the opening card, the passes, the total and the
    moon of the resolved rules.
    """
    variant = hearts.load_variant(name)
    rows = rows_of(variant_pages.players_table(variant))[1:]
    assert [int(row[0]) for row in rows] == sorted(variant.table.players)
    for row in rows:
        rules = resolve(variant, int(row[0]))
        removed = hearts.CardSet("" if row[1] == "none" else row[1].strip("`"))
        assert variant.pack(rules.players) == hearts.CardSet.from_mask((1 << 52) - 1) - removed
        assert int(row[2]) * rules.players == len(variant.pack(rules.players))
        opener = re.search(r"`(..)`", row[3])
        assert (int(hearts.Card(opener[1])) if opener else -1) == rules.opening_card
        assert row[4] == "none" if not any(rules.offsets) else row[4].count(",") == len(rules.offsets) - 1
        assert (int(row[5]), row[6]) == (rules.total, str(rules.moon_value) if rules.moon_set else "no moon")


def test_passes_are_told_in_words() -> None:
    """Directions are left, right, across and hold, and seats to the nearer side."""
    standard = hearts.load_variant("standard")
    told = {row[0]: row[4] for row in rows_of(variant_pages.players_table(standard))[1:]}
    assert told == {
        "3": "3: left, right, hold",
        "4": "3: left, right, across, hold",
        "5": "3: left, right, 2 left, 2 right, hold",
        "6": "3: left, right, 2 left, 2 right, across, hold",
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_a_variants_page_tells_what_cards_count(name: str) -> None:
    """The table of values, read back, gives the value of every card."""
    variant = hearts.load_variant(name)
    found: dict[int, int] = {}
    for cards, value in rows_of(variant_pages.values_table(variant))[1:]:
        suit = re.fullmatch(r"each of the (\w+)", cards)
        for card in SUIT_WORDS[suit[1]].cards if suit else hearts.CardSet(cards.replace("`", "")):
            found[card] = card.pips if value.startswith("its rank") else int(value)
    assert found == dict(variant.values.cards)


def test_the_table_of_values_tells_of_tricks() -> None:
    """What each trick counts stands in the table of values, and beside the cards in the comparison."""
    variant = STANDARD.evolve(values={"tricks": 2})
    assert rows_of(variant_pages.values_table(variant))[-1] == ["each trick", "2"]
    assert "hearts 1, QS 13, each trick 2" in variant_pages.comparison_row(variant)


# ---- the API ---------------------------------------------------------------------------------------------------------------


def documented() -> list[str]:
    """Every name that the API pages document."""
    pages = sorted((DOCS / "api").glob("*.md"))
    return [
        name for page in pages for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]


def test_every_public_name_is_in_the_api_once() -> None:
    """Each name of `import hearts` and of `hearts.testing` is documented on one API page, and the overview links to it."""
    names = documented()
    assert len(names) == len(set(names))
    assert {f"hearts.{name}" for name in hearts.__all__} <= set(names)
    assert {name.rpartition(".")[2] for name in names if name.startswith("hearts.testing.")} == set(
        hearts.testing.__all__
    )
    assert len(rows_of(generate.api_table())) == len(hearts.__all__) + 1
    for name in hearts.__all__:
        assert f"#hearts.{name})" in generate.api_table()


@pytest.mark.parametrize("name", documented())
def test_what_the_api_documents_is_there(name: str) -> None:
    """Each name on an API page is a module of the library or something in one."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(module), last)


def test_the_sections_in_the_api_are_all_of_them() -> None:
    """The page of variants lists every section, and every class of words that a setting takes but MoonStyle, which stands
    further up.
    """
    module = importlib.import_module("hearts.variant.sections")
    page = (DOCS / "api" / "variants.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^        - (\w+)$", page, re.MULTILINE))
    classes = {name for name in module.__all__ if isinstance(getattr(module, name), type)}
    assert listed == classes - {"MoonStyle"}


def test_a_name_without_a_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site cannot be built where a name of `import hearts` is on no page."""
    monkeypatch.setattr(generate, "API", tmp_path)
    with pytest.raises(PluginError, match=r"hearts\.Action is on no page"):
        generate.api_table()


def test_examples_are_shown_as_code() -> None:
    """The section `Example:` of a docstring is read as examples, and the word elsewhere is left as it is."""
    for text, outcome in (
        ("A.\n\nExample:\n    >>> 1\n    1", "A.\n\nExamples:\n    >>> 1\n    1"),
        ("An Example: b.", None),
    ):
        function = griffe.Function("f", docstring=griffe.Docstring(text))
        examples.ShowExamples().on_instance(obj=function)
        assert function.docstring is not None
        assert function.docstring.value == (outcome or text)
    examples.ShowExamples().on_instance(obj=griffe.Function("g"))


# ---- MkDocs ----------------------------------------------------------------------------------------------------------------


def config() -> MkDocsConfig:
    """A configuration with the pages of the real one, and no plugins."""
    made = MkDocsConfig(config_file_path=str(ROOT / "mkdocs.yml"))
    nav = [{"Home": "index.md"}, {"Variants": ["variants/index.md"]}]
    made.load_dict({"site_name": "t", "nav": nav, "plugins": [], "docs_dir": str(DOCS), "site_dir": str(ROOT / "site")})
    assert made.validate() == ([], [])
    made.plugins._current_plugin = "docs/hooks/generate.py"  # as MkDocs does around each hook
    return made


def test_variants_are_in_the_navigation() -> None:
    """A page for each shipped variant follows the others under Variants."""
    nav: Any = generate.on_config(config()).nav
    assert nav[0] == {"Home": "index.md"}
    assert nav[1]["Variants"] == [
        "variants/index.md",
        *(f"variants/{name}.md" for name in variant_pages.variant_files()),
    ]


def test_variants_are_among_the_files() -> None:
    """The pages of the variants are added to the site's files, with their text."""
    files = generate.on_files(Files([]), config())
    assert {file.src_uri for file in files} == {f"variants/{name}.md" for name in SHIPPED}
    omnibus = files.get_file_from_path("variants/omnibus.md")
    assert omnibus is not None
    assert omnibus.content_string.startswith("# Omnibus Hearts\n")


def test_placeholders_are_filled() -> None:
    """A placeholder stands for what is generated under its name; one that nothing generates stops the build."""
    page = "a\n\n<!-- generated: headings -->\n\n<!-- generated: rule R9.5 -->\n"
    made = generate.on_page_markdown(page, page=None, config=None, files=None)
    assert made == f"a\n\n{generate.headings_table()}\n\n{generate.rule_box('R9.5')}\n"
    with pytest.raises(PluginError, match="nothing generates"):
        generate.filled("<!-- generated: nonsense -->")


def test_every_generated_part_is_used() -> None:
    """Everything that can be generated stands on some page."""
    used = {name for page in SITE for name in re.findall(r"<!-- generated: (\S+)", page.read_text(encoding="utf-8"))}
    assert used == set(generate.GENERATED)
