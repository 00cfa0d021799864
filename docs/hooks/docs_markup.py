"""Pieces of Markdown for the generated parts of the documentation: tables, links, anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hearts.refusal import Reason
from hearts.variant.reading import SUIT_WORDS
from hearts.variant.variant import Variant


def cell(text: object) -> str:
    """A text as a cell of a table: on one line, its pipes escaped."""
    return " ".join(str(text).split()).replace("|", "\\|")


def markdown_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *([cell(item) for item in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def code(text: object) -> str:
    """A text as inline code."""
    return f"`{text}`"


def rule_anchor(number: str) -> str:
    """The anchor of a rule on the page of the rules: ``r6-2`` for R6.2."""
    return number.lower().replace(".", "-")


def rule_link(number: str, up: str = "") -> str:
    """A link to a rule, from a page that lies `up` from the top folder."""
    return f"[{number}]({up}rules.md#{rule_anchor(number)})"


def setting_anchor(section: str, key: str) -> str:
    """The anchor of a setting in the reference: ``hearts-lead`` for hearts.lead."""
    return f"{section}-{key}"


def setting_link(section: str, key: str, up: str = "") -> str:
    """A link to a setting in the reference."""
    return f"[`{section}.{key}`]({up}house-variants.md#{setting_anchor(section, key)})"


def reason_anchor(reason: Reason) -> str:
    """The anchor of a reason on the page of the refusals: its code, ``hearts-not-broken``."""
    return reason.code


def linked(text: str) -> str:
    """A text with its web addresses made into links."""
    return re.sub(r"https?://[^\s,;)]+[^\s,;).]", lambda found: f"<{found[0]}>", text)


def chinese(text: str) -> str:
    """A Chinese text, marked as such for readers and screen readers."""
    return f'<span lang="zh">{text}</span>' if text else ""


def toml_lines(variant: Variant) -> dict[str, dict[str, str]]:
    """Each setting of a variant as TOML, by section and key."""
    lines: dict[str, dict[str, str]] = {}
    section = ""
    for line in variant.to_toml().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif section and line:
            key, value = line.rpartition("  # ")[0].split(" = ", 1)
            lines.setdefault(section, {})[key] = value
    return lines


def is_card(key: str) -> bool:
    """Is a key of `[values]` a card, and no suit or setting?"""
    return key not in SUIT_WORDS and key not in ("tricks", "total")
