"""What the documentation takes from the code while the site is built: a page for each variant, and the tables of other pages.

MkDocs calls the three functions `on_config`, `on_files` and `on_page_markdown`. All others are pure: they give Markdown text.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from docs_markup import (
    code,
    is_card,
    markdown_table,
    reason_anchor,
    rule_link,
    setting_anchor,
    setting_link,
    toml_lines,
)
from docs_variants import comparison_table, variant_files, variant_page, variants_table
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import hearts
from hearts.cards import Card, CardSet
from hearts.engine.events import EventKind
from hearts.language.messages import table as messages
from hearts.refusal import Reason
from hearts.variant.counted import ByCount, Text
from hearts.variant.reading import SUIT_WORDS, section_fields
from hearts.variant.schema import json_schema
from hearts.variant.sections import HEADINGS, SECTIONS
from hearts.variant.variant import Variant

API: Final = Path(__file__).resolve().parents[1] / "api"


# ---- the settings ----------------------------------------------------------------------------------------------------------


def takes(kind: Any, low: int | None = None, high: int | None = None) -> str:  # noqa: ANN401 - the type of a setting
    """What a setting of a type takes, in words."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return ", or ".join(takes(part, low, high) for part in inner)
    if origin is Literal:
        return ", ".join(code(f'"{word}"') for word in inner)
    if origin is tuple:
        return f"a list, each {takes(inner[0], low, high)}"
    if origin is ByCount:
        return f"{takes(inner[0], low, high)}; by player count"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ", ".join(code(f'"{word}"') for word in kind)
    if kind is int:
        return f"a whole number from {low} to {high}"
    return _TAKES[kind]


_TAKES: Final[dict[type, str]] = {
    bool: "`true`, `false`",
    str: "text",
    Card: "a card",
    CardSet: "cards",
    Text: "text, or a table by language",
}


def _setting_rows(section: str, kind: type, defaults: Mapping[str, str]) -> Iterator[tuple[str, str, str, str, str]]:
    for key, field in section_fields(kind).items():
        low, high = field.metadata["low"], field.metadata["high"]
        name = f"`{key}`{{#{setting_anchor(section, key)}}}"
        rule, sense = rule_link(field.metadata["rule"]), field.metadata["sense"]
        if key == "exact":
            words = f"a table of totals, each from {low} to {high}"
        elif (section, key) == ("values", "cards"):
            bounds = takes(int, low, high)
            suits = ", ".join(map(code, SUIT_WORDS))
            sense_of_suit = "What each card of the suit counts; `pips` is its rank, 2 to 14."
            given = ", ".join(f"`{word} = {defaults[word]}`" for word in SUIT_WORDS if word in defaults)
            yield f"{suits}{{#{setting_anchor(section, key)}}}", rule, sense_of_suit, f'{bounds}, or `"pips"`', given
            given = ", ".join(f"`{card} = {value}`" for card, value in defaults.items() if is_card(card))
            yield "a card, such as `QS`", rule, "What the card counts, whatever its suit does.", bounds, given
            continue
        else:
            words = takes(field.type, low, high)
        yield name, rule, sense, words, code(defaults[key])


def headings_table() -> str:
    """The table of what a file says of itself, before its sections."""
    properties = json_schema()["properties"]
    kinds: dict[str, object] = {"extends": str} | HEADINGS
    rows = ((code(key), properties[key]["description"], takes(kind)) for key, kind in kinds.items())
    return markdown_table(["Key", "What it says", "Takes"], rows)


def settings_tables() -> str:
    """The reference of all settings: a heading and a table for each section."""
    parts = []
    defaults = toml_lines(Variant())
    for section, kind in SECTIONS.items():
        what = inspect.cleandoc(kind.__doc__ or "").partition("\n")[0]
        rows = _setting_rows(section, kind, defaults[section])
        parts.append(f"### `[{section}]` {{#section-{section}}}\n\n{what}\n")
        parts.append(markdown_table(["Setting", "Rule", "What it says", "Takes", "Where nothing is said"], rows))
    return "\n".join(parts)


def settings_of(number: str) -> list[tuple[str, str]]:
    """The settings, as section and key, that a rule's number names."""
    return [
        (section, key)
        for section, kind in SECTIONS.items()
        for key, field in section_fields(kind).items()
        if field.metadata["rule"] == number
    ]


# ---- the rules and the refusals --------------------------------------------------------------------------------------------


def rule_box(number: str) -> str:
    """The line below a rule: what sets it, and the reasons for refusing that it gives."""
    settings = ", ".join(setting_link(*setting) for setting in settings_of(number))
    reasons = ", ".join(
        f"[`{reason.name}`](refusals.md#{reason_anchor(reason)})" for reason in Reason if reason.rule == number
    )
    parts = [f"Set by {settings}." if settings else "", f"Refusals: {reasons}." if reasons else ""]
    said = " ".join(filter(None, parts))
    return f"{said}\n{{ .rule }}\n" if said else ""


NOTHING: Final = "nothing"
LEGAL: Final = "the cards that the seat may play"
PASSABLE: Final = "the cards that may be among those passed"
FREE: Final = "the cards of the hand that are not locked"

INSTEAD: Final[dict[Reason, str]] = {
    Reason.GAME_OVER: NOTHING,
    Reason.DEAL_OVER: NOTHING,
    Reason.DEAL_NOT_OVER: NOTHING,
    Reason.NO_SUCH_SEAT: NOTHING,
    Reason.PASS_NOT_NOW: NOTHING,
    Reason.PLAY_NOT_NOW: NOTHING,
    Reason.CHOICE_NOT_NOW: NOTHING,
    Reason.CHOICE_PENDING: NOTHING,
    Reason.NOT_ON_TURN: NOTHING,
    Reason.NOT_THE_SHOOTER: NOTHING,
    Reason.ALREADY_PASSED: NOTHING,
    Reason.NOT_HELD: f"{LEGAL}; while cards are passed, {PASSABLE}",
    Reason.WRONG_COUNT: PASSABLE,
    Reason.LOCKED: FREE,
    Reason.OPENING_CARD: LEGAL,
    Reason.MUST_FOLLOW: LEGAL,
    Reason.BARRED_IN_FIRST_TRICK: LEGAL,
    Reason.QUEEN_FIRST_CHANCE: LEGAL,
    Reason.QUEEN_BEFORE_HEARTS: LEGAL,
    Reason.HEARTS_NOT_BROKEN: LEGAL,
    Reason.QUEEN_MUST_LEAD: LEGAL,
    Reason.QUEEN_LEAD_LOCKED: LEGAL,
}
"""What a refusal's `instead` holds, by reason. A test provokes each reason and compares."""


def refusals_table() -> str:
    """The table of all reasons: name, code, rule, message, and what would do instead."""
    texts = messages("en")
    rows = (
        (
            f"`{reason.name}`{{#{reason_anchor(reason)}}} {code(reason.code)}",
            rule_link(reason.rule),
            re.sub(r"\{(\w+)\}", r"*\1*", texts[f"refusal.{reason.name}"]),
            INSTEAD[reason],
        )
        for reason in Reason
    )
    return markdown_table(["Reason and its code", "Rule", "English message", "`instead` holds"], rows)


# ---- the events ------------------------------------------------------------------------------------------------------------


def _event_messages(kind: EventKind) -> str:
    """The English messages of a kind of event, each on a line of its own."""
    texts = messages("en")
    keys = [key for key in texts if re.fullmatch(rf"event\.{kind.name}(_(HIDDEN|OWN|OLD|NEW))?", key)]
    return "<br>".join(re.sub(r"\{(\w+)\}", r"*\1*", texts[key]) for key in keys)


def events_table() -> str:
    """The table of all kinds of events: name, code, rule, messages, and fields."""
    rows = (
        (
            f"`{kind.name}`{{#{kind}}} {code(str(kind))}",
            rule_link(kind.rule),
            _event_messages(kind),
            ", ".join(code(name) if name in kind.shown else f"**{code(name)}**" for name in kind.fields),
        )
        for kind in EventKind
    )
    return markdown_table(["Kind and its code", "Rule", "English messages", "Fields"], rows)


# ---- the API ---------------------------------------------------------------------------------------------------------------


def api_pages() -> dict[str, str]:
    """The page of docs/api that documents each name of `hearts`, by name."""
    found = {}
    for page in sorted(API.glob("*.md")):
        for name in re.findall(r"^::: hearts\.(\w+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            found[name] = page.name
    return found


def api_table() -> str:
    """The table of all that `import hearts` gives, with the first line of each docstring."""
    pages = api_pages()
    rows = []
    for name in hearts.__all__:
        if name not in pages:
            msg = f"hearts.{name} is on no page of docs/api"
            raise PluginError(msg)
        thing = getattr(hearts, name)
        said = inspect.getdoc(thing) if inspect.isclass(thing) or inspect.isroutine(thing) else _UNIONS[name]
        rows.append((f"[`{name}`]({pages[name]}#hearts.{name})", (said or "").partition("\n")[0].replace("``", "`")))
    return markdown_table(["Name", "What it is"], rows)


_UNIONS: Final = {"Action": "Any of `PassCards`, `PlayCard` and `ChooseMoon`."}
"""What the names stand for that are no class or function, and so have no docstring."""


# ---- what MkDocs calls -----------------------------------------------------------------------------------------------------

GENERATED: Final[dict[str, Callable[..., str]]] = {
    "api": api_table,
    "comparison": comparison_table,
    "events": events_table,
    "headings": headings_table,
    "refusals": refusals_table,
    "rule": rule_box,
    "settings": settings_tables,
    "variants": variants_table,
}
"""What stands for ``<!-- generated: name -->`` in a page; a word after the name is handed on."""

_PLACEHOLDER: Final = re.compile(r"<!-- generated: (\S+)(?: (\S+))? -->")


def filled(markdown: str) -> str:
    """A page with its placeholders filled in."""

    def fill(found: re.Match[str]) -> str:
        if found[1] not in GENERATED:
            msg = f"nothing generates {found[0]!r}: expected one of {', '.join(GENERATED)}"
            raise PluginError(msg)
        return GENERATED[found[1]](*filter(None, [found[2]]))

    return _PLACEHOLDER.sub(fill, markdown)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put a page for each variant into the navigation, after the others under Variants."""
    for entry in config.nav or []:
        if "Variants" in entry:
            entry["Variants"] += [f"variants/{name}.md" for name in variant_files()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the variants."""
    for name, path in variant_files().items():
        files.append(File.generated(config, f"variants/{name}.md", content=variant_page(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - MkDocs names them
    """Fill in the placeholders of a page."""
    return filled(markdown)
