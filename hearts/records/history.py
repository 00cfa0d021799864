"""The time line of a game: undo, redo and branches, as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias, TypeVar

import attrs

from hearts.cards import CardLike, CardsLike
from hearts.engine.actions import Action, PassCards, PlayCard
from hearts.engine.game import Game
from hearts.engine.shuffle import SCHEME, deal_hands
from hearts.errors import RecordError, SetupError, is_whole, shown
from hearts.records.record import Record
from hearts.records.recorded import RecordedDeal, RecordedPass
from hearts.records.replay import NextDeal

__all__ = ["Back", "History", "Step", "history_of"]

T = TypeVar("T")

Step: TypeAlias = Action | NextDeal
"""What leads from one state of a game to the next."""


class Back(StrEnum):
    """How far `History.undo` goes back: to before the last step, or the last card, trick, passing or deal."""

    STEP = "step"
    CARD = "card"
    TRICK = "trick"
    PASSING = "passing"
    DEAL = "deal"


@attrs.frozen(init=False, repr=False)
class History:
    """A game with all its states from where the history begins, and a place in it. A value: each step gives a new one.

    A step that is done after an undo, and that is another one than before, starts a new line; the old one is kept.

    Args:
        game: The game that the history begins with.

    Attributes:
        lines: The lines of the game, each with all of its states; the lines share what they have in common.
        steps: The steps between the states of each line.
        line: The index of the current line.
        place: How many steps of the current line have been done.

    Raises:
        SetupError: It is not a game.

    Example:
        >>> import hearts
        >>> history = History(hearts.new_game("original", seed=7)).play("2C")
        >>> history.undo().game == hearts.new_game("original", seed=7), history.undo().redo() == history
        (True, True)
    """

    lines: tuple[tuple[Game, ...], ...]
    steps: tuple[tuple[Step, ...], ...]
    line: int
    place: int

    def __init__(self, game: Game) -> None:
        """Begin with a game."""
        if not isinstance(game, Game):
            raise SetupError("game", f"it is {shown(game)}: expected a Game")
        self.__attrs_init__(((game,),), ((),), 0, 0)

    @classmethod
    def of_record(cls, record: Record) -> History:
        """The history of a recorded game, at its end.

        Raises:
            RecordError: Something in the record is wrong; says what, where.
            SetupError: It is not a record.
        """
        if not isinstance(record, Record):
            raise SetupError("record", f"it is {shown(record)}: expected a Record")
        states: list[Game] = []
        steps: list[Step] = []
        for moment in record.moments():
            if moment.fault is not None or moment.after is None:
                raise RecordError("record", [moment.fault.as_fault()] if moment.fault else [])
            if moment.before is not None and moment.step is not None:
                steps.append(moment.step)
            states.append(moment.after)
        return _made((tuple(states),), (tuple(steps),), 0, len(steps))

    # ---- where it stands -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game at the current place."""
        return self.lines[self.line][self.place]

    @property
    def start(self) -> Game:
        """The game that the history begins with."""
        return self.lines[0][0]

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps that lead to the current place."""
        return self.steps[self.line][: self.place]

    @property
    def ahead(self) -> tuple[Step, ...]:
        """The steps of the current line that can be redone."""
        return self.steps[self.line][self.place :]

    # ---- forward -------------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> History:
        """The history after an action.

        Raises:
            IllegalAction: The action is refused; holds the `Refusal`.
            SetupError: It is not an action.
        """
        return self._with(action, self.game.apply(action))

    def play(self, card: CardLike) -> History:
        """The history after the seat on turn plays a card.

        Raises:
            CardError: It is not a card.
            IllegalAction: The card is refused; holds the `Refusal`.
        """
        after, turn = self.game.play(card), self.game.turn
        return self._with(PlayCard(turn if turn is not None else 0, card), after)

    def next_deal(self, hands: Sequence[CardsLike] | None = None) -> History:
        """The history with the next deal begun; hands as `Game.next_deal` takes them.

        Raises:
            IllegalAction: The deal is not over yet, or the game is; holds the `Refusal`.
            SetupError: The hands are not the pack in equal parts.
        """
        after = self.game.next_deal(hands)
        return self._with(NextDeal(None if hands is None else after.deal.dealt), after)

    def _with(self, step: Step, after: Game) -> History:
        line, place = self.line, self.place
        for other, steps in enumerate(self.steps):
            # on in this line, or in another that has come the same way so far
            if (
                steps[place : place + 1] == (step,)
                and steps[:place] == self.done
                and self.lines[other][place + 1] == after
            ):
                return _made(self.lines, self.steps, line if self.ahead[:1] == (step,) else other, place + 1)
        states, steps = (*self.lines[line][: place + 1], after), (*self.done, step)
        if self.ahead:
            return _made((*self.lines, states), (*self.steps, steps), len(self.lines), place + 1)
        return _made(_with_item(self.lines, line, states), _with_item(self.steps, line, steps), line, place + 1)

    def redo(self, count: int = 1) -> History:
        """The history so many steps of the current line forward, or at its end where it has fewer left.

        Raises:
            SetupError: The count is not a whole number from 0.
        """
        return self._at(min(self.place + _count(count), len(self.steps[self.line])))

    # ---- back ----------------------------------------------------------------------------------------------------------

    def undo(self, back: Back | str = Back.STEP) -> History:
        """The history as it was before the last step, or the last card, trick, passing or deal; else at its beginning.

        Args:
            back: ``step``: before the last step of any kind. ``card``: before the last card. ``trick``: before the first
                card of the open trick, or where none is open, of the last one. ``passing``: before the last deal's first
                pass. ``deal``: the beginning of the current deal; from there, of the one before.

        Raises:
            SetupError: It is none of these.
        """
        if back not in list(Back):
            raise SetupError("back", f"it is {shown(back)}: expected one of {', '.join(Back)}")
        states, steps = self.lines[self.line], self.steps[self.line]
        for place in range(self.place - 1, -1, -1):
            if _is_before(Back(back), states, steps, place):
                return self._at(place)
        return self._at(0)

    def goto(self, place: int) -> History:
        """The history at a place of the current line: so many steps from where it begins.

        Raises:
            SetupError: The line has no such place.
        """
        last = len(self.steps[self.line])
        if not is_whole(place) or not 0 <= place <= last:
            raise SetupError("place", f"it is {shown(place)}: expected 0 to {last}")
        return self._at(place)

    # ---- lines ---------------------------------------------------------------------------------------------------------

    def switch(self, line: int) -> History:
        """The history on another line, at its end.

        Raises:
            SetupError: There is no such line.
        """
        if not is_whole(line) or not 0 <= line < len(self.lines):
            raise SetupError("line", f"it is {shown(line)}: expected 0 to {len(self.lines) - 1}")
        return _made(self.lines, self.steps, line, len(self.steps[line]))

    def trim(self) -> History:
        """The history without its other lines, and without what can be redone."""
        return _made((self.lines[self.line][: self.place + 1],), (self.done,), 0, self.place)

    def _at(self, place: int) -> History:
        return _made(self.lines, self.steps, self.line, place)

    # ---- the record ----------------------------------------------------------------------------------------------------

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """The record of the game up to the current place.

        Args:
            tags: What else there is to say, as text for text, such as the names of the players or a date.

        Raises:
            SetupError: The history begins after the first deal, so that some of the game is not known; or the tags are not
                texts for texts.
        """
        first = self.start
        if len(first.deals) > first.deal.is_over:
            raise SetupError(
                "history", f"it begins with deal {first.deal_number}: expected one that begins with deal 1"
            )
        states = self.lines[self.line]
        deals: list[RecordedDeal] = []
        passes = list(RecordedDeal.of_deal(first.deal).passes)
        for state, step in zip(states, (*self.done, None), strict=False):
            if isinstance(step, PassCards):
                passes.append(RecordedPass(step.seat, step.cards))
            elif step is None or isinstance(step, NextDeal):
                deals.append(_recorded(state, tuple(passes)))
                passes = []
        game = self.game
        return Record(
            variant=game.variant,
            players=game.players,
            first_dealer=game.first_dealer,
            seed=game.seed,
            scheme=SCHEME,
            deals=tuple(deals),
            winners=game.winners,
            tags=() if tags is None else tags,
        )

    def __iter__(self) -> Iterator[tuple[Game, Step]]:
        """The states before the steps done so far, each with its step."""
        return zip(self.lines[self.line], self.done, strict=False)

    def __repr__(self) -> str:
        """Where it stands, in brief."""
        lines = "" if len(self.lines) == 1 else f" on line {self.line} of {len(self.lines)}"
        return f"<History at {self.place} of {len(self.steps[self.line])} steps{lines}: {self.game!r}>"


def _made(lines: tuple[tuple[Game, ...], ...], steps: tuple[tuple[Step, ...], ...], line: int, place: int) -> History:
    history = object.__new__(History)
    history.__attrs_init__(lines, steps, line, place)
    return history


def history_of(
    lines: tuple[tuple[Game, ...], ...], steps: tuple[tuple[Step, ...], ...], line: int, place: int
) -> History:
    """The history of lines that are known to be good, at a place.

    Raises:
        SetupError: There is no such line or place.
    """
    return _made(lines, steps, 0, 0).switch(line).goto(place)


def _with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _count(count: int) -> int:
    if not is_whole(count) or count < 0:
        raise SetupError("count", f"it is {shown(count)}: expected a whole number from 0")
    return count


def _is_before(back: Back, states: tuple[Game, ...], steps: tuple[Step, ...], place: int) -> bool:
    """Is this the place that an undo goes back to, seen from later on?"""
    deal, step = states[place].deal, steps[place]
    match back:
        case Back.STEP:
            return True
        case Back.CARD:
            return isinstance(step, PlayCard)
        case Back.TRICK:
            return isinstance(step, PlayCard) and deal.trick is not None and not deal.trick.cards
        case Back.PASSING:
            return isinstance(step, PassCards) and all(cards is None for cards in deal.passes)
    return place > 0 and isinstance(steps[place - 1], NextDeal)


def _recorded(game: Game, passes: tuple[RecordedPass, ...]) -> RecordedDeal:
    """What is recorded of a game's current deal: its hands only where they are not those of the seed."""
    deal = game.deal
    from_seed = deal_hands(game.variant, game.seed, deal.standing.deals + 1, players=game.players)
    recorded = RecordedDeal.of_deal(deal)
    return attrs.evolve(recorded, hands=None if deal.dealt == from_seed else deal.dealt, passes=passes)
