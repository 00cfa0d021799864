"""Playing a record again, with every step and every result checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import attrs

from hearts.cards import Card, CardSet
from hearts.engine.actions import Action, ChooseMoon, Phase, PlayCard
from hearts.engine.deal import Deal, play_cards
from hearts.engine.game import Game, deal_of, game_after, game_at
from hearts.engine.shuffle import fresh_seed
from hearts.errors import Fault, IllegalAction, RecordError, SetupError
from hearts.records.recorded import RecordedDeal
from hearts.records.wording import in_a_row, parted, whereabouts
from hearts.refusal import Reason, Refusal

if TYPE_CHECKING:
    from hearts.records.record import Record

__all__ = ["Moment", "NextDeal", "Replay", "ReplayFault", "play_again", "replay", "retrace"]


@attrs.frozen
class NextDeal:
    """The step from a finished deal to the next one.

    Attributes:
        hands: The hands that were given, by seat; None where they come from the game's seed.
    """

    hands: tuple[CardSet, ...] | None = None


@attrs.frozen
class ReplayFault:
    """The first thing in a record that is not right.

    Attributes:
        deal: The number of the deal, from 1.
        problem: What is wrong.
        expected: What would be right.
        trick: The number of the trick, from 1; None outside of tricks.
        seat: The seat that acted; None where it is nobody's.
        card: The card that was played; None where it is about none.
        refusal: Why the rules refuse it; None where it is no action that is wrong, but a result or the form.

    Example:
        >>> print(ReplayFault(2, "the totals are 3 23", "10 16"))
        deal 2: the totals are 3 23; expected 10 16
    """

    deal: int
    problem: str
    expected: str
    trick: int | None = None
    seat: int | None = None
    card: Card | None = None
    refusal: Refusal | None = None

    @property
    def where(self) -> str:
        """Where it is, as far as that is known: deal, trick, seat and card."""
        return whereabouts(deal=self.deal, trick=self.trick, seat=self.seat, card=self.card)

    def as_fault(self) -> Fault:
        """The same as a `Fault`, its place as the path."""
        return Fault(self.where, self.problem, self.expected)

    def say(self, language: str = "en") -> str:
        """The place, in a language why the rules refuse the action, and what would do; other faults are told in English.

        Raises:
            UnknownLanguageError: There are no messages in that language.
        """
        if self.refusal is None:
            return str(self)
        said = f"{self.where}: {self.refusal.rule} {self.refusal.say(language)}"
        instead = str(self.refusal.instead)
        return said if not instead or instead in said else f"{said} -> {instead}"

    def __str__(self) -> str:
        """The place, and what is wrong there."""
        return self.say() if self.refusal is not None else str(self.as_fault())


@attrs.frozen
class Replay:
    """What a record comes to when it is played again.

    Attributes:
        game: The game as far as the record is right; None where not even the first deal can be dealt.
        fault: What is wrong in the record, or None.
    """

    game: Game | None
    fault: ReplayFault | None


@attrs.frozen
class Moment:
    """One step of a game that is played again.

    Attributes:
        before: The game before the step; None before the first deal.
        step: The action, or `NextDeal` for each deal, the first included; None where the fault is no step's.
        after: The game after it; None where the step is refused.
        fault: What is wrong with the step, or with the result; None where nothing is.
    """

    before: Game | None
    step: Action | NextDeal | None
    after: Game | None
    fault: ReplayFault | None = None


State = TypeVar("State", bound=Deal | Game)


class _Step(NamedTuple, Generic[State]):
    """A step of play: what was done, the state after it, None where it is refused, and then the fault."""

    action: Action | None
    after: State | None
    fault: ReplayFault | None


def replay(record: Record) -> Replay:
    """Play a record again: quickly where all is right, and where something is not, step by step to find out what."""
    game: Game | None = None
    seed = fresh_seed() if record.seed is None else record.seed
    for number, recorded in enumerate(record.deals, 1):
        begun, fault = _begin(record, seed, game, number, recorded)
        if begun is None:
            return Replay(game, fault)
        deal = _play_quickly(begun.deal, recorded)
        if deal is not None:
            game = game_after(begun, deal)
        else:
            game = begun
            for step in _play(begun, number, recorded):
                game, fault = step.after or game, step.fault
        fault = fault or _check_result(game, number, recorded)
        if fault is not None:
            return Replay(game, fault)
    return Replay(game, _check_winners(record, game))


def retrace(record: Record) -> Iterator[Moment]:
    """Play a record again step by step; the last moment holds the fault where there is one."""
    game: Game | None = None
    seed = fresh_seed() if record.seed is None else record.seed
    for number, recorded in enumerate(record.deals, 1):
        before = game
        game, fault = _begin(record, seed, game, number, recorded)
        yield Moment(before, NextDeal(recorded.hands), game, fault)
        if game is None:
            return
        for step in _play(game, number, recorded):
            yield Moment(game, step.action, step.after, step.fault)
            if step.after is None:
                return
            game = step.after
        fault = _check_result(game, number, recorded)
        if fault is not None:
            yield Moment(game, None, game, fault)
            return
    fault = _check_winners(record, game)
    if fault is not None:
        yield Moment(game, None, game, fault)


def _begin(
    record: Record, seed: int, game: Game | None, number: int, recorded: RecordedDeal
) -> tuple[Game | None, ReplayFault | None]:
    """The game with a deal begun, or what is wrong with its beginning."""
    if game is not None and (game.winners or not game.deal.is_over):
        reason = Reason.GAME_OVER if game.winners else Reason.DEAL_NOT_OVER
        refusal = Refusal(reason, game.to_act[0] if game.to_act else 0)
        problem = f"the record has {len(record.deals)} deals: {refusal.text.removesuffix('.')}"
        return None, ReplayFault(number, problem, f"{number - 1} of them", refusal=refusal)
    if record.seed is None and recorded.hands is None:
        return None, ReplayFault(number, "it has no hands, and the record has no seed", "one of the two")
    try:
        if game is not None:
            return game.next_deal(recorded.hands), None
        begun = game_at(record.variant, record.players, seed, record.first_dealer, (), recorded.hands)
    except SetupError as error:
        return None, ReplayFault(number, str(error), "the pack in equal parts")
    return begun, None


def _play_quickly(deal: Deal, recorded: RecordedDeal) -> Deal | None:
    """The deal played as it is recorded; None where anything is wrong."""
    try:
        for chosen in recorded.passes:
            deal = deal.apply(chosen.action)
        cards = [card for trick in recorded.tricks for card in trick.cards]
        deal, count = play_cards(deal, cards)
        if recorded.moon is not None:
            deal = deal.apply(ChooseMoon(deal._turn, recorded.moon))
    except (IllegalAction, SetupError):
        return None
    played = [(leader, trick) for leader, trick, _, _ in deal._done]
    if deal._trick:
        played.append((deal._leader, deal._trick))
    if count != len(cards) or played != [(trick.leader, trick.cards) for trick in recorded.tricks]:
        return None
    return deal


def _play(state: State, number: int, recorded: RecordedDeal) -> Iterator[_Step[State]]:
    """Play a deal step by step as it is recorded; the last step holds the fault, where there is one."""
    for chosen in recorded.passes:
        step = _do(state, number, None, chosen.action)
        yield step
        if step.after is None:
            return
        state = step.after
    for index, trick in enumerate(recorded.tricks, 1):
        begun = deal_of(state).trick
        if begun is not None and begun.cards:
            problem = f"trick {index - 1} has {len(begun.cards)} cards, and another one follows"
            yield _Step(None, None, ReplayFault(number, problem, "a card of each seat that holds any", index - 1))
            return
        for place, card in enumerate(trick.cards):
            begun = deal_of(state).trick
            if place and (begun is None or not begun.cards):
                problem = f"trick {index} has {len(trick.cards)} cards"
                yield _Step(None, None, ReplayFault(number, problem, str(place), index, card=card))
                return
            seat = trick.leader if not place or state.turn is None else state.turn
            step = _do(state, number, index, PlayCard(seat, card))
            yield step
            if step.after is None:
                return
            state = step.after
    if recorded.moon is not None:
        yield _do(state, number, None, ChooseMoon(state.turn or 0, recorded.moon))


def _do(state: State, number: int, trick: int | None, action: Action) -> _Step[State]:
    """An action done, or refused."""
    try:
        return _Step(action, state.apply(action), None)  # type: ignore[arg-type]  # of the same class
    except IllegalAction as error:
        refusal = error.refusal
        card = action.card if isinstance(action, PlayCard) else None
        problem, expected = parted(str(refusal), _instead(refusal))
        return _Step(action, None, ReplayFault(number, problem, expected, trick, action.seat, card, refusal))


def _instead(refusal: Refusal) -> str:
    """What would be right in place of a refused action."""
    turn = dict(refusal.details).get("turn")
    return str(refusal.instead) or ("no such action" if turn is None else f"seat {turn}")


def play_again(deal: Deal, number: int, recorded: RecordedDeal) -> Deal:
    """A deal played as it is recorded.

    Args:
        deal: The deal as it begins.
        number: Its number in the game, for errors.
        recorded: What was done.

    Raises:
        RecordError: Something in it is refused, or has not the form; says what, where.
    """
    played = _play_quickly(deal, recorded)
    if played is not None:
        return played
    faults = [step.fault.as_fault() for step in _play(deal, number, recorded) if step.fault is not None]
    raise RecordError("deal", faults)


def _check_result(game: Game, number: int, recorded: RecordedDeal) -> ReplayFault | None:
    """What is wrong with the result of a deal."""
    if game.phase is Phase.CHOOSING_MOON and (recorded.scores, recorded.totals) != (None, None):
        problem = f"{Reason.CHOICE_PENDING.rule}: seat {game.turn} made a moon, and how it is scored is not recorded"
        return ReplayFault(number, problem, "the moon, old or new", seat=game.turn)
    result = game.deals[-1] if game.deal.is_over else None
    for name in ("scores", "totals"):
        said, is_so = getattr(recorded, name), None if result is None else getattr(result, name)
        if said != is_so:
            return ReplayFault(number, f"the {name} are {in_a_row(said)}", in_a_row(is_so))
    return None


def _check_winners(record: Record, game: Game | None) -> ReplayFault | None:
    """What is wrong with the winners."""
    winners = () if game is None else game.winners
    if record.winners == winners:
        return None
    return ReplayFault(len(record.deals), f"the winners are {in_a_row(record.winners)}", in_a_row(winners))
