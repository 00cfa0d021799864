"""The table of a hand-kept score log, read from text: names, numbers of deals, and a whole number for each seat and deal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from typing import Final, TypeAlias

import attrs

from hearts.errors import Fault, RecordError, shown

__all__ = ["MOST_CELL", "MOST_FAULTS", "MOST_ROWS", "MOST_TEXT", "Fits", "ScoreTable", "TableRow", "read_table"]

MOST_TEXT: Final = 1_000_000
"""How many characters a text may have."""

MOST_ROWS: Final = 10_000
"""How many rows there may be, those of names and totals among them."""

MOST_CELL: Final = 200
"""How many characters a cell may have."""

MOST_FAULTS: Final = 100
"""How many faults are told at once."""

_MOST_COLUMNS: Final = 9
"""Eight seats and the number of the deal."""

_MOST_LINE: Final = 4_000
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_LARGE: Final = re.compile(r"[+\u2212-]?[0-9]{10,}")
_CELL: Final = r' *(?:"((?:[^"]|"")*)"|((?:[^"D][^D]*)?)) *(D|$)'
"""A cell and what ends it; D stands for what parts the columns."""

_QUOTED: Final = re.compile(r'"[^"]*"')
_END_OF_LINE: Final = re.compile(r"\r\n|\r|\n")
_COMMENT: Final = re.compile(r"#(?![,;\t])")
_RULES: Final = frozenset("-=+:| \t")
"""The signs of a line that is only drawn."""

_UNPRINTABLE: Final = ("Cc", "Cs", "Zl", "Zp")
"""Categories of characters that may not be in a name: it is printed as it stands."""

_DEAL_WORDS: Final = (
    *("", "#", "deal", "deals", "hand", "hands", "round", "rounds", "no", "no.", "nr", "nr.", "number", "№"),
    *("局", "局数", "局數", "副", "轮", "輪", "轮次", "輪次", "场", "場", "序号", "序號", "编号", "編號"),
)
"""What stands above the numbers of the deals."""

_TOTAL_WORDS: Final = ("total", "totals", "sum", "sums", "合计", "合計", "总计", "總計", "总分", "總分")


@attrs.frozen
class TableRow:
    """A row of numbers.

    Attributes:
        line: The number of its line, from 1.
        label: The number of the deal, or None where there is none.
        numbers: A number for each seat.
    """

    line: int
    label: int | None
    numbers: tuple[int, ...]


@attrs.frozen
class ScoreTable:
    """A table of numbers by deal and seat.

    Attributes:
        names: The name of each seat; ``seat 0`` and so on where the table has none.
        rows: The rows, in order.
        totals: The row of totals at the end, or None.
    """

    names: tuple[str, ...]
    rows: tuple[TableRow, ...]
    totals: TableRow | None


Fits: TypeAlias = Callable[[list[tuple[int, ...]]], int]
"""How many of some rows of numbers can be: it tells which of two ways to read a table is meant."""


def read_table(text: str, counts: Collection[int], likeliest: int, fits: Fits, source: str) -> ScoreTable:
    """Read a table.

    Args:
        text: The text, in any of the forms: comma, semicolon, tab, bars, or blanks between the columns.
        counts: The numbers of players there may be.
        likeliest: The one to take where it is open.
        fits: How many of some rows can be.
        source: What to call the text in an error.

    Raises:
        RecordError: The text is no such table; holds up to 100 faults, each with its line and column.
    """
    return _Reader(counts, likeliest, fits, source).read(text)


@attrs.frozen
class _Line:
    number: int
    cells: list[str]

    @property
    def is_numbered(self) -> bool:
        """Of names: does the number of the deal stand before them?"""
        return self.cells[0].casefold() in _DEAL_WORDS

    @property
    def is_totals(self) -> bool:
        return self.cells[0].casefold().rstrip(":： ") in _TOTAL_WORDS


class _Reader:
    """One reading: it collects the faults."""

    def __init__(self, counts: Collection[int], likeliest: int, fits: Fits, source: str) -> None:
        """Take what is asked for."""
        self._counts, self._likeliest, self._fits, self._source = counts, likeliest, fits, source
        self._faults: list[Fault] = []
        self._delimiter = ""
        self._remark: tuple[int, str] | None = None

    def _fault(self, path: str, problem: str, expected: str) -> None:
        self._faults.append(Fault(path, problem, expected))
        if len(self._faults) == MOST_FAULTS:
            self._give_up()

    def _give_up(self) -> None:
        if self._faults:
            raise RecordError(self._source, self._faults)

    def read(self, text: str) -> ScoreTable:
        """Read the text."""
        if not isinstance(text, str):
            self._fault("text", f"it is {shown(text)}", "text")
        elif len(text) > MOST_TEXT:
            self._fault("text", f"it has {len(text)} characters", f"at most {MOST_TEXT}")
        self._give_up()
        lines = list(self._lines(text.removeprefix("\ufeff")))
        self._give_up()
        header = lines.pop(0) if lines and not any(map(_is_numeric, lines[0].cells)) else None
        deals = [line for line in lines if not line.is_totals]
        header = header or self._remarked(deals)
        if not header and not deals:
            self._fault("text", "it has no rows", "a row for each deal, with a number for each seat")
        self._give_up()
        if header and deals and self._is_bare(header, deals[0]):
            header = _Line(header.number, ["", *header.cells])  # nothing stands above the numbers of the deals
        first = header or deals[0]
        width = len(first.cells)
        numbered = header.is_numbered if header else self._is_numbered(deals, width)
        if width - numbered not in self._counts:
            counts = ", ".join(map(str, sorted(self._counts)))
            self._fault(
                f"line {first.number}",
                f"it has {_columns(width)}",
                f"one for each player ({counts}), and perhaps one for the number of the deal"
                + (", under a word such as 'deal'" if header else ""),
            )
            self._give_up()
        names = self._names(header, numbered=numbered, players=width - numbered)
        rows = [self._row(line, width, first.number, labelled=numbered) for line in deals]
        totals = [
            self._row(line, width - numbered + 1, first.number, labelled=True) for line in lines if line.is_totals
        ]
        for line in lines[:-1]:
            if line.is_totals:
                self._fault(f"line {line.number}", "it is a row of totals", "no row after it")
        self._give_up()
        return ScoreTable(names, tuple(rows), totals[0] if totals else None)

    # ---- lines and cells -----------------------------------------------------------------------------------------------

    def _lines(self, text: str) -> Iterator[_Line]:
        """The lines that hold something, split into cells."""
        delimiter = ""
        count = 0
        is_first = True
        for number, line in enumerate(_END_OF_LINE.split(text), 1):
            stripped = line.strip()
            if is_first and _COMMENT.match(stripped):
                self._remark = number, stripped.removeprefix("#").strip()
            is_first = is_first and not stripped
            if not stripped or _COMMENT.match(stripped) or _is_drawn(stripped):
                continue
            if count == MOST_ROWS:
                self._fault(f"line {number}", f"it is a row after {count} others", f"at most {MOST_ROWS} rows")
                return
            delimiter = self._delimiter = delimiter or _delimiter(stripped)
            cells = self._cells(line if delimiter == "\t" else stripped, delimiter, number)
            if any(cells):
                count += 1
                yield _Line(number, cells)

    def _cells(self, line: str, delimiter: str, number: int) -> list[str]:
        """The cells of a line, without empty ones at its end; none where it has a fault."""
        where = f"line {number}"
        if len(line) > _MOST_LINE:
            self._fault(where, f"it has {len(line)} characters", f"at most {_MOST_LINE}")
            return []
        if delimiter == "|":
            line = line.removeprefix("|").removesuffix("|")
        elif delimiter == " ":
            line = " ".join(line.split())
        cells = _split(line, delimiter)
        if cells is None:
            self._fault(where, "a quote is out of place", "quotes in pairs, around whole cells")
            return []
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > _MOST_COLUMNS:
            self._fault(where, f"it has {_columns(len(cells))}", f"at most {_MOST_COLUMNS}")
            return []
        for column, cell in enumerate(cells, 1):
            if len(cell) > MOST_CELL:
                self._fault(f"{where}, column {column}", f"it has {len(cell)} characters", f"at most {MOST_CELL}")
                return []
        return cells

    # ---- what stands in them -------------------------------------------------------------------------------------------

    def _is_bare(self, header: _Line, first: _Line) -> bool:
        """Are these names alone, where rows have the number of the deal too?"""
        players = len(header.cells)
        return not header.is_numbered and players in self._counts and len(first.cells) == players + 1

    def _remarked(self, deals: list[_Line]) -> _Line | None:
        """The names, where they stand behind a # that begins the text, as above the numbers of the deals."""
        if not self._remark or not deals or len(self._remark[1]) > _MOST_LINE:
            return None
        number, line = self._remark
        words = _split(" ".join(line.split()) if self._delimiter == " " else line, self._delimiter) or [""]
        names = words[not words[0] :]  # the # may have a column of its own
        width = len(deals[0].cells)
        if len(names) + 1 != width or len(names) not in self._counts or len({*names}) < len(names):
            return None
        if any(not name or len(name) > MOST_CELL or _is_numeric(name) or not _is_printable(name) for name in names):
            return None
        runs = all(_whole(line.cells[0]) == place for place, line in enumerate(deals, 1))
        return _Line(number, ["#", *names]) if runs or self._is_numbered(deals, width) else None

    def _is_numbered(self, deals: list[_Line], width: int) -> bool:
        """Does the first column hold the numbers of the deals, where nothing stands above it?"""
        if width - 1 not in self._counts or width not in self._counts:
            return width - 1 in self._counts
        rows = [tuple(number for number in map(_whole, line.cells) if number is not None) for line in deals]
        first = [row[0] for row in rows if row]
        runs = first == [*range(1, len(rows) + 1)]
        if not runs and not (len(rows) > 1 and len(first) == len(rows) and _rises(first)):
            return False
        # it may be one seat's scores all the same: the reading that fits more rows is meant, but one row alone says little
        usual = width == self._likeliest
        with_numbers, without = self._fits([row[1:] for row in rows]), self._fits(rows)
        if with_numbers == without:
            return runs and (width - 1 == self._likeliest or (len(rows) > 1 and not usual))
        return with_numbers > without and (len(rows) > 1 or not usual)

    def _names(self, header: _Line | None, *, numbered: bool, players: int) -> tuple[str, ...]:
        if header is None:
            return tuple(f"seat {seat}" for seat in range(players))
        names = header.cells[numbered:]
        for column, name in enumerate(names, 1 + numbered):
            where = f"line {header.number}, column {column}"
            if not name:
                self._fault(where, "it is empty", "a name")
            elif not _is_printable(name):
                self._fault(where, f"the name {shown(name)} cannot be printed", "letters, marks and blanks")
            elif name in names[: column - 1 - numbered]:
                self._fault(where, f"the name {shown(name)} is there twice", "a name for each player")
        return tuple(names)

    def _row(self, line: _Line, width: int, first: int, *, labelled: bool) -> TableRow:
        """A row of so many cells, the first of which may be a label: the number of the deal, or a word for totals."""
        where = f"line {line.number}"
        cells = line.cells
        if len(cells) != width:
            self._fault(where, f"it has {_columns(len(cells))}", f"{width}, as line {first} asks for")
        numbers = []
        for column, cell in enumerate(cells, 1):
            number = _whole(cell)
            if number is None and not (column == 1 and line.is_totals):
                shape = "at most 9 digits" if _LARGE.fullmatch(cell) else "a whole number in the digits 0 to 9"
                self._fault(f"{where}, column {column}", f"it is {shown(cell)}" if cell else "it is empty", shape)
            numbers.append(number or 0)
        return TableRow(line.number, numbers[0] if labelled else None, tuple(numbers[labelled:]))


def _rises(numbers: list[int]) -> bool:
    """May these be numbers of deals, some of which are missing, or there twice?"""
    return numbers[0] >= 0 and numbers == sorted(numbers) and numbers[-1] - numbers[0] <= 2 * len(numbers)


def _is_printable(name: str) -> bool:
    return not any(unicodedata.category(letter) in _UNPRINTABLE for letter in name)


def _is_drawn(line: str) -> bool:
    """Is a line only drawn, as below the names of a table?"""
    return _RULES.issuperset(line) and any(sign in line for sign in ("--", "==", "|"))


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def _delimiter(line: str) -> str:
    """What parts the columns, going by one line."""
    bare = _QUOTED.sub("", line)
    return next((sign for sign in "|\t;," if sign in bare), " ")


def _split(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line, without quotes; None where a quote is not closed, or is closed within a cell."""
    pattern = re.compile(_CELL.replace("D", re.escape(delimiter)))
    cells = []
    place = 0
    while found := pattern.match(line, place):
        quoted, plain, more = found.groups()
        cells.append((plain if quoted is None else quoted.replace('""', '"')).strip())
        if not more:
            return cells
        place = found.end()
    return None


def _whole(cell: str) -> int | None:
    """The whole number of a cell, or None; the sign may be the minus of typesetters."""
    cell = cell.replace("\u2212", "-")
    return int(cell) if _NUMBER.fullmatch(cell) else None


def _is_numeric(cell: str) -> bool:
    """Is a cell meant for a number, in whatever script or form, rather than for a name?"""
    return any(map(str.isnumeric, cell)) and not any(map(str.isalpha, cell))
