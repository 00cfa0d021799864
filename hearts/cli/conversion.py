"""Files of saved values from one form to another. Nothing is printed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final

import hearts
from hearts.cli.retelling import as_saved, moments
from hearts.cli.streams import suffix_of
from hearts.records.deal_text import read_deal, write_deal
from hearts.records.files import iter_lines, write_atomically
from hearts.records.layout import DEAL_TEXT
from hearts.records.notation import write_pbn
from hearts.records.replay import NextDeal
from hearts.records.store import read_lines, write_lines
from hearts.records.text import MOST_BYTES

__all__ = ["Form", "form_of", "read_values", "text_of", "without_seed", "write_values"]


class Form(StrEnum):
    """What a file holds, as the end of its name tells."""

    VALUE = ".json"
    LINES = ".jsonl"
    TEXT = ".txt"
    PBN = ".pbn"


def form_of(path: Path) -> Form | None:
    """The form of a file; None where its name ends in nothing known."""
    ending = suffix_of(path)
    return Form(ending) if ending in list(Form) else None


# ---- reading -----------------------------------------------------------------------------------------------------------


def read_values(path: Path, form: Form) -> Iterator[tuple[str, Any]]:
    """The values of a file, one after the other, each with a word on where it is from.

    Args:
        path: The file.
        form: Its form, but not PBN, which has hands and no rules to play them by.

    Raises:
        RecordError: The file cannot be read, or something in it is wrong.
    """
    if form is Form.LINES:
        yield from ((f"{path}, value {number}", value) for number, value in enumerate(read_lines(path), 1))
    elif form is Form.VALUE:
        yield str(path), hearts.load(path)
    else:
        yield from ((f"{path}, deal {number}", deal) for number, deal in enumerate(_read_deals(path), 1))


def text_of(content: bytes, source: str, first: int = 1) -> str:
    """The text of a file, or of a part of one.

    Args:
        content: The bytes.
        source: The file.
        first: The number of the first line.

    Raises:
        RecordError: It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + first
        raise _error(source, f"line {line}", "it is not UTF-8", "text in UTF-8") from None


def _read_deals(path: Path) -> Iterator[hearts.Deal]:
    """The deals of blocks of text, each of which begins with the name of the form."""
    numbers: list[int] = []
    lines: list[str] = []
    size = 0
    for number, content in iter_lines(path):
        if isinstance(content, hearts.RecordError):
            raise content
        line = text_of(content, str(path), number)
        if line.partition("#")[0].strip() == DEAL_TEXT and _says_something(lines):
            yield _read_block(lines, numbers, str(path))
            numbers, lines, size = [], [], 0
        numbers.append(number)
        lines.append(line)
        size += len(content)
        if size > MOST_BYTES:
            raise _error(
                str(path), f"line {number}", f"the deal has more than {MOST_BYTES:,} bytes", "one deal a block"
            )
    if _says_something(lines):
        yield _read_block(lines, numbers, str(path))


def _says_something(lines: Iterable[str]) -> bool:
    """Is there more than comments?"""
    return any(line.partition("#")[0].strip() for line in lines)


def _read_block(lines: list[str], numbers: list[int], source: str) -> hearts.Deal:
    """The deal of a block whose lines have these numbers in their file."""
    try:
        return read_deal("\n".join(lines))
    except hearts.NotationError as error:
        where = f"line {numbers[error.line - 1]}, column {error.column}"
        raise _error(source, where, error.problem, error.expected) from None


# ---- on the way --------------------------------------------------------------------------------------------------------


def without_seed(value: Any, source: str) -> Any:  # noqa: ANN401 - any value that can be saved
    """A value without a seed: a record without its own.

    Raises:
        RecordError: It is a game or a history, which cannot be without.
    """
    if isinstance(value, hearts.Game | hearts.History):
        kind = type(value).__name__.lower()
        raise _error(source, "seed", f"a {kind} cannot be without its seed", "a record, as History.record makes one")
    return value.without_seed() if isinstance(value, hearts.Record) else value


# ---- writing -----------------------------------------------------------------------------------------------------------


def write_values(values: Iterable[tuple[str, Any]], path: Path, form: Form) -> int:
    """Write a file, in little memory however much there is: it appears when all has been written.

    Args:
        values: The values, each with a word on where it is from.
        path: The file.
        form: Its form.

    Returns:
        How many values have been written; of text and PBN, how many deals.

    Raises:
        RecordError: A value does not go into that form, or the file cannot be written.
    """
    if form is Form.LINES:
        return write_lines((value for _, value in values), path)
    if form is Form.VALUE:
        found = list(islice(values, 2))
        if len(found) != 1:
            problem = "there is more than one value" if found else "there is no value"
            raise _error(str(path), "file", problem, "a single one; a name that ends in .jsonl takes any number")
        hearts.save(found[0][1], path)
        return 1
    count = 0

    def blocks() -> Iterator[bytes]:
        nonlocal count
        deals = ((source, deal) for source, value in values for deal in _deals_of(value, source))
        for source, deal in deals:
            count += 1
            block = _block(deal, source) if form is Form.TEXT else _tags(deal, count, source)
            yield (block if count == 1 else f"\n{block}").encode("utf-8")

    write_atomically(path, blocks())
    return count


def _deals_of(value: object, source: str) -> Iterator[hearts.Deal]:
    """The deals of a value, as far as it holds their cards; each as it stands at its end."""
    if isinstance(value, hearts.Deal):
        yield value
        return
    last: hearts.Game | None = None
    for moment in moments(as_saved(value, source, or_a_deal=True)):
        if moment.fault is not None:
            raise hearts.RecordError(source, [moment.fault.as_fault()])
        if isinstance(moment.step, NextDeal) and last is not None:
            yield last.deal
        last = moment.after
    yield last.deal  # type: ignore[union-attr]  # each game has a first deal


def _block(deal: hearts.Deal, source: str) -> str:
    """A deal as text, if the text says all of it."""
    text = write_deal(deal)
    try:
        same = read_deal(text) == deal
    except hearts.HeartsError:
        same = False
    if same:
        return text
    problem = f"text only names the variant, and no variant that is shipped as {deal.variant.name!r} has these rules"
    raise _error(source, "variant", problem, "a form of JSON, which holds all rules of a variant")


_SEATS: Final = "NESW"


def _tags(deal: hearts.Deal, number: int, source: str) -> str:
    """The hands of a deal as PBN."""
    if deal.players != len(_SEATS):
        raise _error(source, "players", f"the deal is for {deal.players}", "4, as PBN is for four seats")
    hands = write_pbn(deal.dealt, deal.dealer)
    return f'[Board "{number}"]\n[Dealer "{_SEATS[deal.dealer]}"]\n[Deal "{hands}"]\n'


def _error(source: str, path: str, problem: str, expected: str) -> hearts.RecordError:
    return hearts.RecordError(source, [hearts.Fault(path, problem, expected)])
