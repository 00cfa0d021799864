"""A score sheet to be printed: deal by deal, with running totals, in columns of fixed width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, TypeAlias

from hearts.engine.game import DealResult, Game
from hearts.engine.scoring import MoonKind
from hearts.errors import SetupError, shown
from hearts.language import message
from hearts.records.deal_text import pass_word

__all__ = ["score_sheet"]

_LONGEST: Final = 40
"""How long a name may be."""

_MOON: Final = "*"
_SUN: Final = "!"
_CHANGED: Final = "~"
_GAP: Final = " | "

_Cell: TypeAlias = tuple[str, str]


def score_sheet(
    results: Game | Sequence[DealResult], *, names: Sequence[str] | None = None, language: str = "en"
) -> str:
    """The score sheet of a game, for output in which every character is as wide as every other, Chinese ones twice as wide.

    Under each seat stand what it scored in the deal and its total after it. A moon is marked with ``*`` and a sun with ``!``
    behind the score of whoever made it, and with ``~`` a total that the exact-score rule or the floor has changed.

    Args:
        results: The game, or the results of its deals from the first on, which do not tell who has won.
        names: What to call the seats, by seat: text of 1 to 40 printable characters; ``Seat 0`` and so on where None.
        language: One of `hearts.language.languages`.

    Returns:
        The lines, with no line break after the last one.

    Raises:
        SetupError: The results or the names are something else.
        UnknownLanguageError: There are no messages in that language.

    Example:
        >>> import hearts
        >>> print(score_sheet(hearts.new_game("standard", seed=7), names=["Ann", "Ben", "Cho", "Dee"]))
        Deal  Pass | Ann | Ben | Cho | Dee
        ----------------------------------
        Total      |   0 |   0 |   0 |   0
        The game is not over.
    """
    deals = results.deals if isinstance(results, Game) else _checked(results)
    players = results.players if isinstance(results, Game) else len(deals[0].scores)
    called = [_say("SEAT", language, seat=seat) for seat in range(players)] if names is None else _names(names, players)
    before = [(0,) * players, *(result.totals for result in deals)]
    rows = [_cells(result, totals) for result, totals in zip(deals, before, strict=False)]
    lines = _table(deals, rows, before[-1], called, language)
    lines += _legend(deals, rows, language)
    if isinstance(results, Game):
        lines += _outcome(results, called, language)
    return "\n".join(lines)


def _say(key: str, language: str, **fields: object) -> str:
    return message(f"sheet.{key}", language, **fields)


def _checked(results: object) -> tuple[DealResult, ...]:
    """Results of the deals of one game, from the first on."""
    if not isinstance(results, Sequence) or not results:
        raise SetupError("results", f"it is {shown(results)}: expected a Game, or the results of its deals")
    for index, result in enumerate(results):
        if not isinstance(result, DealResult):
            raise SetupError(f"results[{index}]", f"it is {shown(result)}: expected a DealResult")
        if result.number != index + 1:
            raise SetupError(f"results[{index}]", f"it is of deal {result.number}: expected deal {index + 1}")
        if not len(result.scores) == len(result.totals) == len(results[0].scores):
            raise SetupError(f"results[{index}]", "it has another number of seats: expected that of the first deal")
    return tuple(results)


def _names(names: object, players: int) -> list[str]:
    """The names of the seats, one for each."""
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != players:
        raise SetupError("names", f"they are {shown(names)}: expected a list of {players}, one for each seat")
    for seat, name in enumerate(names):
        good = isinstance(name, str) and len(name) <= _LONGEST and name.strip() and name.isprintable()
        if not good:
            raise SetupError(
                f"names[{seat}]", f"it is {shown(name)}: expected text of 1 to {_LONGEST} printable characters"
            )
    return list(names)


# ---- the table ---------------------------------------------------------------------------------------------------------


def _cells(result: DealResult, before: tuple[int, ...]) -> list[_Cell]:
    """What is said of each seat in a deal: its score with a mark or a blank behind it, and its total."""
    moon = result.moon
    makers = () if moon is None else moon.seats
    sign = _SUN if moon is not None and moon.kind is MoonKind.SUN else _MOON
    cells = []
    for seat, (score, total) in enumerate(zip(result.scores, result.totals, strict=True)):
        changed = total != before[seat] + score
        cells.append((f"{score}{sign if seat in makers else ' '}", f"{_CHANGED if changed else ''}{total}"))
    return cells


def _table(
    deals: Sequence[DealResult],
    rows: Sequence[Sequence[_Cell]],
    totals: Sequence[int],
    names: Sequence[str],
    language: str,
) -> list[str]:
    """The lines of the table."""
    wide_score = max((len(score) for row in rows for score, _ in row), default=0)
    wide_total = max((len(total) for row in rows for _, total in row), default=0)
    cells = [[f"{score:>{wide_score}} {total:>{wide_total}}" for score, total in row] for row in rows]
    last = [*map(str, totals)]
    wide = [max(map(_width, column)) for column in zip(names, last, *cells, strict=True)]

    head, total_head = (_say("DEAL", language), _say("PASS", language)), _say("TOTAL", language)
    heads = [(str(result.number), _direction(result.pass_offset, len(names), language)) for result in deals]
    wide_number = max(_width(number) for number, _ in [head, *heads])
    in_front = [f"{_right(number, wide_number)}  {word}" for number, word in [head, *heads]]
    wide_front = max(map(_width, [*in_front, total_head]))

    lines = [
        _GAP.join([_left(front, wide_front), *map(_right, row, wide)]).rstrip()
        for front, row in zip([*in_front, total_head], [names, *cells, last], strict=True)
    ]
    rule = "-" * (wide_front + sum(len(_GAP) + width for width in wide))
    return [lines[0], rule, *lines[1:-1], *([rule] if deals else []), lines[-1]]


def _legend(deals: Sequence[DealResult], rows: Sequence[Sequence[_Cell]], language: str) -> list[str]:
    """What the columns and the signs mean that are in the table."""
    kinds = {result.moon.kind for result in deals if result.moon is not None}
    there = [
        (bool(deals), "COLUMNS", ""),
        (MoonKind.MOON in kinds, "MOON", _MOON),
        (MoonKind.SUN in kinds, "SUN", _SUN),
        (any(total.startswith(_CHANGED) for row in rows for _, total in row), "CHANGED", _CHANGED),
    ]
    return [_say(key, language, sign=sign) for is_there, key, sign in there if is_there]


def _direction(offset: int, players: int, language: str) -> str:
    """A direction of passing in words."""
    word = pass_word(offset, players)
    if word is not None:
        return message(f"rules.TO_{word.upper()}", language)
    if offset < players - offset:
        return message("rules.TO_SEATS_LEFT", language, seats=offset)
    return message("rules.TO_SEATS_RIGHT", language, seats=players - offset)


def _width(text: str) -> int:
    """How many columns a text takes up: two for a wide character, none for one that is put upon another."""
    return sum(
        0 if unicodedata.category(sign) in ("Mn", "Me") else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def _left(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _right(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text


# ---- how it ends -------------------------------------------------------------------------------------------------------


def _outcome(game: Game, names: Sequence[str], language: str) -> list[str]:
    """What partners have together, and who has won: a seat, partners, or several of either who share the win."""
    teams = [sorted(team) for team in game.variant.partners.teams if len(team) > 1]
    lines = []
    if teams:
        sums = [f"{_team(team, names)} {sum(game.totals[seat] for seat in team)}" for team in teams]
        lines.append(_say("TOGETHER", language, totals=message("rules.LIST_GAP", language).join(sums)))
    if not game.winners:
        return [*lines, _say("NOT_OVER", language)]
    partners = {seat: team for team in teams for seat in team}
    won = sorted({tuple(partners.get(seat, (seat,))) for seat in game.winners})
    if len(won) > 1:
        return [*lines, _say("WON_SHARED", language, names=_listed([_team(team, names) for team in won], language))]
    key = "WON" if len(won[0]) == 1 else "WON_TEAM"
    return [*lines, _say(key, language, names=_listed([names[seat] for seat in won[0]], language))]


def _team(seats: Sequence[int], names: Sequence[str]) -> str:
    return "/".join(names[seat] for seat in seats)


def _listed(items: Sequence[str], language: str) -> str:
    *first, last = items
    if not first:
        return last
    gap = message("rules.LIST_GAP", language)
    return message("rules.LIST_AND", language, first=gap.join(first), last=last)
