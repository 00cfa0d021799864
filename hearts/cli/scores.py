"""The scores of games, from a log kept by hand or a saved game, as text and as plain data. Nothing is printed here."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
from rich.cells import cell_len

import hearts
from hearts.cli.retelling import Played, fault_for
from hearts.cli.streams import suffix_of
from hearts.language import message
from hearts.records.files import read_bytes
from hearts.records.score_log import RowCheck, ScoreLog
from hearts.records.text import MOST_BYTES
from hearts.variant.sections import Tie

__all__ = ["data_of_game", "data_of_log", "log_in_words", "read_content"]

_STDIN = "-"


def read_content(file: str) -> tuple[bytes, bool]:
    """What is in a file, or comes from stdin; and is it a saved game, rather than a log?

    Raises:
        RecordError: It cannot be read, or is too large.
    """
    if file != _STDIN:
        path = Path(file)
        return read_bytes(path), suffix_of(path) == ".json"
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        fault = hearts.Fault("stdin", f"it has more than {MOST_BYTES:,} bytes", f"at most {MOST_BYTES:,}")
        raise hearts.RecordError(file, [fault])
    return content, content.removeprefix(BOM_UTF8).lstrip().startswith(b"{")


# ---- as text -----------------------------------------------------------------------------------------------------------


def log_in_words(log: ScoreLog, language: str) -> Iterator[str]:
    """A log as lines of text: the scores and totals by deal, the places, and who has won."""
    wide_score = max((len(str(score)) for row in log.rows for score in row.scores), default=0)
    wide_total = max((len(str(total)) for row in log.rows for total in row.totals), default=0)

    def cells(row: RowCheck) -> list[str]:
        pairs = zip(row.scores, row.totals, strict=True)
        return [str(row.deal), *(f"{score:>{wide_score}} {total:>{wide_total}}" for score, total in pairs)]

    yield from _aligned(
        [
            [message("sheet.DEAL", language), *log.names],
            *map(cells, log.rows),
            [message("sheet.TOTAL", language), *map(str, log.totals)],
            ["#", *map(str, log.placings)],
        ]
    )
    yield ""
    yield from _ending(log, language)
    yield from log.notes


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with their columns flush to the right; a Chinese character is as wide as two others."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(" " * (width - cell_len(cell)) + cell for cell, width in zip(row, widths, strict=True))


def _ending(log: ScoreLog, language: str) -> Iterator[str]:
    """Who has won, or is tied for the first place; nothing where only hearts tell, of which there is a note."""
    if log.tied:
        yield message("event.TIE_PLAYED_ON", language, seats=_listed(log, log.tied, language))
    elif not log.winners:
        yield message("sheet.NOT_OVER", language)
    else:
        together = any(set(log.winners) <= set(team) for team in log.variant.partners.teams)
        key = "WON" if len(log.winners) == 1 else "WON_TEAM" if together else "WON_SHARED"
        if key != "WON_SHARED" or log.variant.end.tie is not Tie.FEWEST_HEARTS:
            yield message(f"sheet.{key}", language, names=_listed(log, log.winners, language))


def _listed(log: ScoreLog, seats: Sequence[int], language: str) -> str:
    *first, last = (log.names[seat] for seat in seats)
    if not first:
        return last
    return message("rules.LIST_AND", language, first=message("rules.LIST_GAP", language).join(first), last=last)


# ---- as plain data -----------------------------------------------------------------------------------------------------


def data_of_log(log: ScoreLog) -> dict[str, Any]:
    """A log as plain data."""
    return {
        "variant": log.variant.name,
        "players": log.players,
        "names": log.names,
        "running": log.is_running,
        "deals": [
            {
                "deal": row.deal,
                "line": row.line,
                "scores": row.scores,
                "totals": row.totals,
                "moons": [way.moon and attrs.asdict(way.moon) for way in row.explanations],
                "checked": row.is_checked,
                "problem": row.problem,
            }
            for row in log.rows
        ],
        "totals": log.totals,
        "places": log.placings,
        "winners": log.winners,
        "tied": log.tied,
        "problems": log.problems,
        "notes": log.notes,
    }


def data_of_game(played: Played) -> dict[str, Any]:
    """What a saved game came to, as plain data with the same keys as a log, as far as it has them."""
    game = played.game
    results = () if game is None else game.deals
    return {
        "variant": played.variant.name,
        "players": played.players,
        "deals": [
            {
                "deal": result.number,
                "scores": result.scores,
                "totals": result.totals,
                "moons": [result.moon and attrs.asdict(result.moon)],
            }
            for result in results
        ],
        "totals": (0,) * played.players if game is None else game.totals,
        "places": (1,) * played.players if game is None else game.placings,
        "winners": () if game is None else game.winners,
        "problems": [] if played.fault is None else [fault_for(played.fault, None, "en")],
    }
