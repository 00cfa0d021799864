"""What a history looks like as plain data, and how it is made from it: the game that it begins with, and all steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from hearts.cards import CardSet
from hearts.engine.actions import ChooseMoon, PassCards, PlayCard
from hearts.engine.game import Game
from hearts.errors import Fault, HeartsError, RecordError, SetupError
from hearts.records.history import History, Step, history_of
from hearts.records.plain import Inline, Total, as_fault
from hearts.records.recorded import RecordedPass, split_seat
from hearts.records.replay import NextDeal
from hearts.records.shapes import GameShape, pack_game, unpack_game

__all__ = ["MOST_STEPS", "HistoryShape", "StepText", "pack_history", "unpack_history"]

_CARD: Final = "[2-9TJQKA][CDHS]"
_CARDS: Final = f"{_CARD}(?: {_CARD})*"


@attrs.frozen
class StepText(Inline):
    """A step of a history as text: ``0> AH QS KS``, ``3: 2C``, ``1= new``, or ``next`` with the hands that were given."""

    step: Step

    pattern = f"^(?:[0-7]>(?: {_CARD})*|[0-7]: {_CARD}|[0-7]= (?:old|new)|next(?: {_CARDS}(?: \\| {_CARDS})*)?)$"
    wanted = '"0> AH QS KS", "3: 2C", "1= new" or "next"'

    def as_text(self) -> str:
        """The step as text."""
        match self.step:
            case PassCards(seat, cards):
                return RecordedPass(seat, cards).as_text()
            case PlayCard(seat, card):
                return f"{seat}: {card}"
            case ChooseMoon(seat, style):
                return f"{seat}= {style}"
        return "next" if self.step.hands is None else f"next {' | '.join(map(str, self.step.hands))}"

    @classmethod
    def of_text(cls, text: str) -> StepText:
        """The step that a text stands for.

        Raises:
            HeartsError: Something in it is not a card, or the like.
            ValueError: It has another form.
        """
        if text == "next":
            return cls(NextDeal())
        if text.startswith("next "):
            return cls(NextDeal(tuple(map(CardSet, text.removeprefix("next ").split("|")))))
        match text[1:2]:
            case ">":
                return cls(RecordedPass.of_text(text).action)
            case ":":
                seat, card = split_seat(text, ":")
                return cls(PlayCard(seat, card.strip()))
            case "=":
                seat, style = split_seat(text, "=")
                return cls(ChooseMoon(seat, style.strip()))
        raise ValueError


@attrs.frozen(kw_only=True)
class LineShape:
    """A line of a history.

    Attributes:
        of: The earlier line, from 0, with which it has its beginning in common; null where it has none.
        after: How many steps of that line it begins with.
        steps: Its own steps after these.
    """

    of: Total | None = None
    after: Total = 0
    steps: tuple[StepText, ...]


@attrs.frozen(kw_only=True)
class HistoryShape:
    """A game with all its states from where the history begins, and a place in it.

    Attributes:
        start: The game that the history begins with.
        lines: The lines of the game; at least one.
        line: The current line, from 0.
        place: How many steps of the current line have been done.
    """

    start: GameShape
    lines: tuple[LineShape, ...]
    line: Total
    place: Total


MOST_STEPS: Final = 200_000
"""How many steps the lines of a history may have together: a line that begins with those of another has these as well."""

MOST_DEALS: Final = 2_000
"""How many deals its game may have: each state of a history holds the results of all deals before it."""


class _Seen:
    """A step that some line has after the same beginning, as a node of a tree."""

    __slots__ = ("line", "next")

    def __init__(self, line: int) -> None:
        """Remember the first line that has it."""
        self.line = line
        self.next: dict[Step, _Seen] = {}


def pack_history(history: History) -> HistoryShape:
    """The shape of a history.

    Raises:
        RecordError: It has too many steps.
    """
    _check_size(sum(map(len, history.steps)))
    for line in history.steps:
        _check_deals(history.start, line)
    root = _Seen(0)
    lines: list[LineShape] = []
    for number, steps in enumerate(history.steps):
        after, seen = 0, root
        while after < len(steps) and steps[after] in seen.next:
            seen = seen.next[steps[after]]
            after += 1
        of = seen.line if after else None
        lines.append(LineShape(of=of, after=after, steps=tuple(map(StepText, steps[after:]))))
        for step in steps[after:]:
            seen.next[step] = seen = _Seen(number)
    start = pack_game(history.start)
    return HistoryShape(start=start, lines=tuple(lines), line=history.line, place=history.place)


def _check_size(count: int) -> None:
    if count > MOST_STEPS:
        problem = f"they have {count:,} steps in all"
        raise RecordError("history", [Fault("lines", problem, f"at most {MOST_STEPS:,}: see History.trim")])


def _check_deals(start: Game, steps: Iterable[Step]) -> None:
    count = start.deal_number + sum(isinstance(step, NextDeal) for step in steps)
    if count > MOST_DEALS:
        raise RecordError("history", [Fault("lines", f"its game has {count:,} deals", f"at most {MOST_DEALS:,}")])


def unpack_history(shape: HistoryShape) -> History:
    """The history of a shape.

    Raises:
        RecordError: Something was done that could not be, or it has too many steps.
        SetupError: There is no such line or place.
    """
    try:
        start = unpack_game(shape.start)
    except SetupError as error:
        raise RecordError("history", [as_fault(error, "start", "start.")]) from None
    except RecordError as error:
        raise RecordError("history", [attrs.evolve(each, path=f"start.{each.path}") for each in error.faults]) from None
    lines: list[tuple[Game, ...]] = []
    steps: list[tuple[Step, ...]] = []
    count = 0
    for number, line in enumerate(shape.lines):
        count += line.after + len(line.steps)
        _check_size(count)
        states: tuple[Game, ...] = (start,)
        done: tuple[Step, ...] = ()
        if line.of is not None:
            if not 0 <= line.of < number or not 0 < line.after <= len(steps[line.of]):
                problem = f"it is after step {line.after} of line {line.of}"
                raise RecordError("history", [Fault(f"lines.{number}", problem, "a step of an earlier line")])
            states, done = lines[line.of][: line.after + 1], steps[line.of][: line.after]
        elif line.after:
            raise RecordError("history", [Fault(f"lines.{number}.of", "it is missing", "the line that it is after")])
        done = (*done, *(text.step for text in line.steps))
        _check_deals(start, done)
        lines.append(_go_on(states, line.steps, f"lines.{number}.steps"))
        steps.append(done)
    if not lines:
        raise RecordError("history", [Fault("lines", "there are none", "at least one")])
    return history_of(tuple(lines), tuple(steps), shape.line, shape.place)


def _go_on(states: tuple[Game, ...], steps: Iterable[StepText], path: str) -> tuple[Game, ...]:
    """The states of a line, after those that it has from another."""
    made = list(states)
    for index, text in enumerate(steps):
        try:
            step, game = text.step, made[-1]
            made.append(game.next_deal(step.hands) if isinstance(step, NextDeal) else game.apply(step))
        except HeartsError as error:
            raise RecordError("history", [Fault(f"{path}.{index}", str(error), "a step that is legal there")]) from None
    return tuple(made)
