"""What the commands show to people, as things that rich can print at any width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

import hearts
from hearts.bulk import Policy
from hearts.cli.comparison import Comparison, Estimate, VariantReport
from hearts.cli.output import harmless, plural
from hearts.cli.simulation import Report, Stop
from hearts.language import message
from hearts.variant.words import Rule

__all__ = ["report_on_games", "rules_of_variant", "table_of_comparison", "table_of_variants", "totals_of"]

_HEAD: Final = "bold"
_NAME: Final = "bold cyan"
_ASIDE: Final = "dim"
_INDENT: Final = 2


# ---- hearts variants ---------------------------------------------------------------------------------------------------


def totals_of(variant: hearts.Variant) -> dict[int, int]:
    """What all cards together count (R7.1), by number of players."""
    values = variant.values.cards
    return {
        players: sum(value for card, value in values if card in variant.pack(players))
        for players in variant.table.players
    }


_COLUMNS: Final = ("name", "title", "players", "total", "moon", "target", "tie")
_RIGHT: Final = ("total", "target")
_FLEXIBLE: Final = ("tie", "title")
"""The columns that give way where the line is too narrow, the first one first: to the width of their longest word."""


def table_of_variants(variants: Sequence[hearts.Variant], language: str, width: int) -> RenderableType:
    """A line of figures for each variant, and its summary below, so that it is as readable in 80 columns as in 200."""
    rows = [_figures(variant, language) for variant in variants]
    widths = {column: max(cell_len(text) for text in (column, *(row[column] for row in rows))) for column in _COLUMNS}
    gap = 2
    if sum(widths.values()) + gap * (len(_COLUMNS) - 1) > width:
        gap = 1
    excess = sum(widths.values()) + gap * (len(_COLUMNS) - 1) - width
    for column in _FLEXIBLE:
        words = [word for text in (column, *(row[column] for row in rows)) for word in text.split()]
        least = min(widths[column], max(map(cell_len, words)))
        cut = min(widths[column] - least, max(excess, 0))
        widths[column] -= cut
        excess -= cut

    def line(cells: Iterable[RenderableType]) -> Table:
        columns = [
            Column(width=widths[column], justify="right" if column in _RIGHT else "left", overflow="fold")
            for column in _COLUMNS
        ]
        grid = Table.grid(*columns, padding=(0, gap, 0, 0), pad_edge=False)
        grid.add_row(*cells)
        return grid

    parts: list[RenderableType] = [line(Text(column, style=_HEAD) for column in _COLUMNS)]
    for variant, row in zip(variants, rows, strict=True):
        parts.append(line(Text(row[column], style=_NAME if column == "name" else "") for column in _COLUMNS))
        summary = variant.summary.say(language)
        if summary:
            parts.append(Padding(Text(summary, style=_ASIDE, overflow="fold"), (0, 0, 0, _INDENT), expand=False))
    return Group(*parts)


def _figures(variant: hearts.Variant, language: str) -> dict[str, str]:
    end = variant.end
    target = "" if end.target == "none" else f"{'>' if end.target_test == 'exceeded' else ''}{end.target}"
    deals = "" if end.deals == "none" else plural(end.deals, "deal")
    return {
        "name": harmless(variant.name),
        "title": harmless(variant.title.say(language)),
        "players": _span(variant.table.players),
        "total": _span(totals_of(variant).values()),
        "moon": variant.moon.style.value,
        "target": ", ".join(filter(None, (target, deals))),
        "tie": end.tie.value.replace("-", " "),
    }


def _span(numbers: Iterable[int]) -> str:
    """Numbers in short: 4, 3-6, or 3, 5."""
    ordered = sorted(set(numbers))
    if len(ordered) > 1 and ordered[0] >= 0 and ordered == [*range(ordered[0], ordered[-1] + 1)]:
        return f"{ordered[0]}-{ordered[-1]}"
    return ", ".join(map(str, ordered))


# ---- hearts show -------------------------------------------------------------------------------------------------------


def rules_of_variant(
    variant: hearts.Variant,
    *,
    language: str,
    players: int | None,
    rules: Iterable[Rule],
    differences: Iterable[Rule] | None,
    reference: str,
) -> RenderableType:
    """A variant on a page: its title, rules in words, how they differ, notes and sources.

    Args:
        variant: The variant.
        language: The language of everything but notes and sources, which are told as they stand.
        players: The number of players that the rules are told for, or None for all.
        rules: Its rules in words.
        differences: The rules that differ from those of the reference; None for the reference itself.
        reference: The name of the variant that it is compared with.
    """
    title, name = harmless(variant.title.say(language)), harmless(variant.name)
    heading = Text(title or name, style=_HEAD)
    if title:
        heading.append(f" ({name})", style="not bold default")
    parts: list[RenderableType] = [heading]
    if variant.summary.say(language):
        parts.append(Text(variant.summary.say(language), overflow="fold"))

    def say(key: str) -> str:
        return message(f"cli.{key}", language, players=players, reference=reference)

    parts += _section(say("RULES" if players is None else "RULES_WITH_PLAYERS"), _rules(rules))
    if differences is not None:
        told = list(differences)
        parts += _section(say("DIFFERENCES"), _rules(told) if told else Text(say("DIFFERENCES_NONE")))
    for key, texts in (("NOTES", variant.notes), ("SOURCES", variant.sources)):
        if texts:
            parts += _section(say(key), _bullets(texts))
    return Group(*parts)


def _section(head: str, body: RenderableType) -> Iterator[RenderableType]:
    yield Text()
    yield Text(head, style=_HEAD)
    yield Padding(body, (0, 0, 0, _INDENT), expand=False)


def _rules(rules: Iterable[Rule]) -> Table:
    """Rules beside their numbers; a number is not told again for its second sentence."""
    grid = Table.grid(Column(no_wrap=True, style=_NAME), Column(overflow="fold"), padding=(0, 2, 0, 0), pad_edge=False)
    last = ""
    for rule in rules:
        grid.add_row(Text("" if rule.number == last else rule.number), Text(rule.text))
        last = rule.number
    return grid


def _bullets(texts: Iterable[str]) -> Table:
    grid = Table.grid(Column(no_wrap=True), Column(overflow="fold"), padding=(0, 1, 0, 0), pad_edge=False)
    for text in texts:
        grid.add_row(Text("-"), Text(text))
    return grid


# ---- hearts simulate ---------------------------------------------------------------------------------------------------


_INTERRUPTED: Final = "Interrupted: this is what was played to its end until then."


def _playing(policy: str) -> str:
    """A policy in words."""
    return "random legal play" if policy == Policy.RANDOM else f"policy {policy}"


def _table(columns: Iterable[Column]) -> Table:
    return Table(*columns, box=None, header_style=_HEAD, padding=(0, 2, 0, 0), pad_edge=False)


def report_on_games(report: Report, title: str) -> RenderableType:
    """What a simulation came to: a table by seat, and sentences on the rest."""
    games = plural(report.games, "game")
    if report.stopped:
        games = f"{report.games} of {plural(report.games_asked, 'game')}"
    name = f" ({report.variant})" if title != report.variant else ""
    heading = Text(harmless(title), style=_HEAD).append(harmless(name), "not bold")
    under = f"{games} of seed {report.seed}, {plural(report.players, 'player')}, {_playing(report.policy)}"
    parts: list[RenderableType] = [heading, Text(under)]
    if report.stopped is Stop.INTERRUPTED:
        parts.append(Text(_INTERRUPTED))
    if not report.seats:
        return Group(*parts, Text("No game was played to its end, so there is nothing to count."))
    heads = ("seat", "points/deal", "final total", "wins", "", "moons", "suns")
    table = _table(Column(Text(head), justify="right") for head in heads)
    for seat in report.seats:
        table.add_row(
            str(seat.seat),
            f"{seat.points_per_deal:.2f}",
            f"{seat.final_total:.2f}",
            str(seat.wins),
            f"{seat.win_rate:.1%}",
            str(seat.moons),
            str(seat.suns),
        )
    parts += [Text(), table, Text()]
    length = f"Game length: {report.mean_length:.2f} deals on average"
    parts.append(Text(f"{length}, from {report.shortest} to {report.longest}; {plural(report.deals, 'deal')} in all."))
    if report.shared_wins:
        verb = "was" if report.shared_wins == 1 else "were"
        shared = f"{plural(report.shared_wins, 'game')} {verb} won by more than one seat"
        parts.append(Text(f"Shared wins: {shared}; each of them has it among its wins."))
    return Group(*parts)


def table_of_comparison(comparison: Comparison) -> RenderableType:
    """What the games of several variants came to: a line for each, and sentences on what its numbers are."""
    rows, asked = comparison.variants, comparison.games_asked
    heading = Text(f"{plural(len(rows), 'variant')} compared", style=_HEAD)
    under = f"{plural(asked, 'game')} each of seed {comparison.seed}, {plural(comparison.players, 'player')}"
    parts: list[RenderableType] = [heading, Text(f"{under}, {_playing(comparison.policy)}")]
    if comparison.stopped is Stop.INTERRUPTED:
        parts.append(Text(_INTERRUPTED))
    heads = ("games", "deals", "points", "moons", "shared")
    table = _table((Column(Text("variant")), *(Column(Text(head), justify="right") for head in heads)))
    for row in rows:
        table.add_row(Text(row.variant, style=_NAME), *_compared(row, asked))
    parts += [Text(), table, Text()]
    parts.append(
        Text(
            "deals: in a game. points: of a seat in a deal. moons: in 100 deals. shared: games won by more than one seat."
            " In brackets: between these bounds the true number lies, 95 times in 100."
        )
    )
    for row in rows:
        if row.endless:
            verb = "was" if row.endless == 1 else "were"
            count = plural(row.endless, "game")
            limit = plural(comparison.max_deals, "deal")
            parts.append(Text(f"{row.variant}: {count} {verb} not over after {limit}, and left out."))
        if row.moons is None:
            parts.append(Text(f"{row.variant}: moons are not counted, for a whole team may make one together."))
    return Group(*parts)


def _compared(row: VariantReport, asked: int) -> Iterator[str]:
    """The numbers of a variant, with a dash for each that is not known."""
    yield str(row.games) if row.games == asked else f"{row.games}/{asked}"
    yield _estimate(row.game_length)
    yield "-" if row.points_per_deal is None else f"{row.points_per_deal:.2f}"
    yield _estimate(row.moons_per_100_deals)
    yield "-" if row.shared_win_rate is None else f"{row.shared_win_rate.value:.1%}"


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    bounds = "" if estimate.low is None else f" ({estimate.low:.2f}-{estimate.high:.2f})"
    return f"{estimate.value:.2f}{bounds}"
