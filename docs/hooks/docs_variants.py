"""The pages of the shipped variants and the tables that compare them, all of it from their files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from docs_markup import chinese, code, is_card, linked, markdown_table, rule_link, toml_lines

import hearts
from hearts.cards import Card, Suit
from hearts.variant.reading import SUIT_WORDS
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonBonus, MoonStyle
from hearts.variant.variant import Variant
from hearts.variant.words import Rule, differences, rules_in_words

VARIANTS: Final = Path(__file__).resolve().parents[2] / "variants"
STANDARD: Final = "standard"


def variant_files() -> dict[str, Path]:
    """The files of the shipped variants by name, the standard game first."""
    paths = sorted(VARIANTS.glob("*.toml"), key=lambda path: (path.stem != STANDARD, path.stem))
    return {path.stem: path for path in paths}


def _players(variant: Variant) -> str:
    """The player counts, the default in parentheses where there is a choice."""
    counts = sorted(variant.table.players)
    if len(counts) == 1:
        return str(counts[0])
    whole = counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 2
    listed = f"{counts[0]} to {counts[-1]}" if whole else ", ".join(map(str, counts))
    return f"{listed} ({variant.table.default_players})"


def _passes(rules: Rules) -> str:
    """The passes of a game, deal by deal."""
    if not any(rules.offsets):
        return "none"
    half = {} if rules.players % 2 else {rules.players // 2: "across"}
    words = {0: "hold", 1: "left", rules.players - 1: "right"} | half
    sides = ((f"{offset} left", f"{rules.players - offset} right") for offset in rules.offsets)
    steps = [
        words.get(offset, left if offset < rules.players / 2 else right)
        for offset, (left, right) in zip(rules.offsets, sides, strict=True)
    ]
    fewest = "" if rules.pass_at_least == rules.pass_count else f"{rules.pass_at_least} to "
    return f"{fewest}{rules.pass_count}: {', '.join(steps)}"


def _first_lead(variant: Variant, rules: Rules) -> str:
    if rules.opening_card < 0:
        return "eldest hand, any card"
    card = Card(rules.opening_card)
    what = {"that-card": "that card", "same-suit": "its suit", "any": "any card"}[variant.opening.card]
    return f"holder of `{card}`, {what}"


def _moon(variant: Variant, rules: Rules) -> str:
    if variant.moon.style is MoonStyle.NONE:
        return "none"
    bonus = f", bonus {variant.moon.bonus}" if rules.bonuses and variant.moon.bonus is not MoonBonus.OUTSIDE else ""
    return f"{variant.moon.style}, {rules.moon_value}{bonus}"


def _cards(variant: Variant, section: str, key: str) -> str:
    text = variant.to_data()[section][key]
    return code(text) if text else "none"


def _hearts_led(variant: Variant) -> str:
    if variant.hearts.lead == "any-time":
        return "any time"
    return f"broken by {_cards(variant, 'hearts', 'broken_by')}"


def _values(variant: Variant) -> str:
    settings = variant.to_data()["values"]
    cards = {key: value for key, value in settings.items() if (key in SUIT_WORDS or is_card(key)) and value}
    if settings["tricks"]:
        cards["each trick"] = settings["tricks"]
    return ", ".join(f"{key} {value}" for key, value in cards.items()) or "none"


def _end(variant: Variant) -> str:
    end = variant.end
    target = "" if end.target == "none" else f"{end.target} {end.target_test}"
    deals = "" if end.deals == "none" else ("1 deal" if end.deals == 1 else f"{end.deals} deals")
    return " or ".join(filter(None, (target, deals)))


_Column = Callable[[Variant, Rules], str]

COLUMNS: Final[dict[str, tuple[_Column, tuple[str, ...]]]] = {
    "Players": (lambda variant, _: _players(variant), ("table.players", "table.default_players", "table.removed")),
    "Passes": (lambda _, rules: _passes(rules), ("passing.count", "passing.at_least", "passing.cycle")),
    "First lead": (_first_lead, ("opening.leader", "opening.card")),
    "Barred from trick 1": (lambda variant, _: _cards(variant, "first_trick", "barred"), ("first_trick.barred",)),
    "Hearts led": (lambda variant, _: _hearts_led(variant), ("hearts.lead", "hearts.broken_by")),
    "Values": (lambda variant, _: _values(variant), ("values",)),
    "Total": (lambda _, rules: str(rules.total), ("values.total",)),
    "Moon": (_moon, ("moon.style", "moon.value", "moon.bonus")),
    "End": (lambda variant, _: _end(variant), ("end.target", "end.target_test", "end.deals")),
    "Winner": (lambda variant, _: str(variant.end.winner), ("end.winner",)),
    "Tie": (lambda variant, _: str(variant.end.tie), ("end.tie",)),
}
"""The columns of the comparison: what fills a cell, and the settings that it tells of. Others stand in the column Also."""


def _also(variant: Variant) -> str:
    """The settings that differ from the defaults and have no column of their own."""
    told = {path for _, paths in COLUMNS.values() for path in paths}
    defaults = toml_lines(Variant())
    return ", ".join(
        code(f"{section}.{key} = {value}")
        for section, settings in toml_lines(variant).items()
        if section not in told
        for key, value in settings.items()
        if f"{section}.{key}" not in told and value != defaults[section][key]
    )


def variants_table() -> str:
    """The table of all shipped variants: their names, titles and summaries."""
    variants = [hearts.load_variant(path) for path in variant_files().values()]
    rows = (
        (f"[`{variant.name}`]({variant.name}.md)", variant.title, chinese(variant.title.say("zh")), variant.summary)
        for variant in variants
    )
    return markdown_table(["Name", "English", "Chinese", "What it is"], rows)


def comparison_row(variant: Variant) -> list[str]:
    """What a variant says to each column of the comparison, for its default number of players."""
    rules = resolve(variant, variant.table.default_players)
    return [*(fill(variant, rules) for fill, _ in COLUMNS.values()), _also(variant)]


def comparison_table() -> str:
    """The rules of all shipped variants side by side: those of the standard game, then for each what is not the same."""
    variants = [hearts.load_variant(path) for path in variant_files().values()]
    standard = comparison_row(variants[0])
    rows = []
    for variant in variants:
        cells = comparison_row(variant)
        if variant is not variants[0]:
            cells = ["" if own == usual else own for own, usual in zip(cells, standard, strict=True)]
        rows.append([f"[`{variant.name}`]({variant.name}.md)", *cells])
    return markdown_table(["Variant", *COLUMNS, "Also"], rows)


def _said(rules: Iterable[Rule]) -> str:
    return markdown_table(["Rule", "What it says"], ((rule_link(rule.number, "../"), rule.text) for rule in rules))


def values_table(variant: Variant) -> str:
    """The table of what cards and tricks count."""
    settings = variant.to_data()["values"]
    worth = dict(variant.values.cards)
    rows: list[tuple[str, object]] = []
    for suit in Suit:
        word = suit.name.lower()
        if settings.get(word) == "pips":
            rows.append((f"each of the {word}", "its rank: 2 to 10, J 11, Q 12, K 13, A 14"))
            continue
        groups: dict[int, list[Card]] = {}
        for card in suit.cards:
            groups.setdefault(worth.get(card, 0), []).append(card)
        rows += [
            (f"each of the {word}" if len(cards) == len(suit.cards) else ", ".join(map(code, cards)), value)
            for value, cards in groups.items()
            if value
        ]
    if variant.values.tricks:
        rows.append(("each trick", variant.values.tricks))
    return markdown_table(["Cards", "Each counts"], rows)


def players_table(variant: Variant) -> str:
    """The table of packs, first leads and passes by number of players."""
    rows = []
    for players in sorted(variant.table.players):
        rules = resolve(variant, players)
        removed = variant.table.removed.of(players)
        rows.append(
            (
                players,
                code(removed) if removed else "none",
                rules.hand_size,
                _first_lead(variant, rules),
                _passes(rules),
                rules.total,
                rules.moon_value if rules.moon_set else "no moon",
            )
        )
    head = ["Players", "Taken out", "Cards each", "First lead", "Passes, deal by deal", "Total", "Moon is worth"]
    return markdown_table(head, rows)


def variant_page(path: Path) -> str:
    """The page of a shipped variant, all of it from its file."""
    variant = hearts.load_variant(path)
    text = path.read_text(encoding="utf-8")
    base = tomllib.loads(text).get("extends")
    parts = [
        f"# {variant.title}",
        f"**{chinese(variant.title.say('zh'))}**",
        f"{variant.summary}\n\n{chinese(variant.summary.say('zh'))}",
        f'Play it: `hearts.new_game("{variant.name}")`. Build on it: `extends = "{variant.name}"`.',
    ]
    if base is None:
        parts.append("## The file\n\nThis variant extends no other: its file names every setting there is.")
    else:
        other = hearts.load_variant(base)
        parts += [
            f"## What differs from [{other.title}]({base}.md)",
            _said(differences(variant, other)) or "Nothing in play.",
            "Its whole file:",
        ]
    parts.append(f'```toml title="variants/{path.name}"\n{text}```')
    parts += [
        "## The rules in words",
        _said(rules_in_words(variant)),
        "## What cards count",
        values_table(variant),
        "## By number of players",
        players_table(variant),
    ]
    for title, lines in (("Sources", variant.sources), ("Notes", variant.notes)):
        if lines:
            parts += [f"## {title}", "\n".join(f"- {linked(line)}" for line in lines)]
    return "\n\n".join(parts) + "\n"
