"""What saved games come to, and what happened in them, step by step. Nothing is printed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs

import hearts
from hearts.cli.output import plural
from hearts.engine.game import game_at
from hearts.language import message
from hearts.records.codec import to_data
from hearts.records.recorded import RecordedDeal
from hearts.records.replay import Moment, NextDeal, ReplayFault

__all__ = [
    "Played",
    "Saved",
    "as_saved",
    "events_of",
    "fault_for",
    "heading_of",
    "in_one_line",
    "moments",
    "outcome_of",
    "record_of",
    "unreadable_for",
    "where_it_stands",
]

Saved: TypeAlias = hearts.Record | hearts.History | hearts.Game
"""What is saved of a game."""


def as_saved(value: object, source: str, *, or_a_deal: bool = False) -> Saved:
    """The value, if it is a game in one of the forms in which games are saved.

    Args:
        value: A value that was read.
        source: The file that it is from.
        or_a_deal: Would a deal do too, as the error says then?

    Raises:
        RecordError: It is something else.
    """
    if isinstance(value, Saved):
        return value
    name = to_data(value)["format"]  # type: ignore[arg-type]  # it was read, so it can be written
    wanted = ["hearts.record/1", "hearts.history/1", "hearts.game/1", *["hearts.deal/1"] * or_a_deal]
    fault = hearts.Fault("format", f"it is {name}", f"a {', '.join(wanted[:-1])} or {wanted[-1]}")
    raise hearts.RecordError(source, [fault])


@attrs.frozen
class Played:
    """What a saved game comes to.

    Attributes:
        variant: The variant.
        players: The number of players.
        game: The game as far as it is right; None where not even the first deal can be dealt.
        fault: What is wrong, or None.
    """

    variant: hearts.Variant
    players: int
    game: hearts.Game | None
    fault: ReplayFault | None = None


def outcome_of(saved: Saved) -> Played:
    """Play a saved game again, with every check; games and histories have been checked while they were read."""
    if isinstance(saved, hearts.Record):
        replayed = saved.replay()
        return Played(saved.variant, saved.players, replayed.game, replayed.fault)
    game = saved if isinstance(saved, hearts.Game) else saved.game
    return Played(game.variant, game.players, game)


def record_of(saved: Saved, source: str) -> hearts.Record:
    """The record of a saved game.

    Args:
        saved: The saved game.
        source: The file that it is from.

    Raises:
        RecordError: The cards of its earlier deals are not in it.
    """
    if isinstance(saved, hearts.Record):
        return saved
    try:
        return (hearts.History(saved) if isinstance(saved, hearts.Game) else saved).record()
    except hearts.SetupError as error:
        expected = "a record, or a history that begins with deal 1"
        raise hearts.RecordError(source, [hearts.Fault("deals", str(error), expected)]) from None


# ---- step by step ------------------------------------------------------------------------------------------------------


def moments(saved: Saved) -> Iterator[Moment]:
    """A saved game step by step, from the first deal whose cards it holds."""
    if isinstance(saved, hearts.Record):
        yield from saved.moments()
        return
    yield from _of_current_deal(saved if isinstance(saved, hearts.Game) else saved.start)
    if isinstance(saved, hearts.History):
        states = saved.lines[saved.line]
        for place, step in enumerate(saved.done):
            yield Moment(states[place], step, states[place + 1])


def _of_current_deal(game: hearts.Game) -> Iterator[Moment]:
    """The current deal of a game, which is all that it knows step by step."""
    deal = game.deal
    earlier = game.deals[: deal.standing.deals]
    state = game_at(game.variant, game.players, game.seed, game.first_dealer, earlier, deal.dealt)
    yield Moment(None, NextDeal(deal.dealt), state)
    for action in _actions_of(deal):
        after = state.apply(action)
        yield Moment(state, action, after)
        state = after


def _actions_of(deal: hearts.Deal) -> Iterator[hearts.Action]:
    """What was done in a deal; its passes by seat."""
    recorded = RecordedDeal.of_deal(deal)
    yield from (chosen.action for chosen in recorded.passes)
    for trick in (*deal.tricks, deal.trick):
        if trick is not None:
            yield from map(hearts.PlayCard, trick.seats, trick.cards)
    if recorded.moon is not None and deal.moon is not None:
        yield hearts.ChooseMoon(deal.moon.seat, recorded.moon)


def events_of(moment: Moment, seat: int | None) -> tuple[hearts.Event, ...]:
    """What happened in a step; to a seat, what it may see of that."""
    if moment.after is None or moment.step is None:
        return ()
    if isinstance(moment.step, NextDeal):
        happened = hearts.events(moment.after)
    else:
        happened = hearts.events(moment.before or moment.after, moment.step)
    if seat is None:
        return happened
    return tuple(seen for event in happened if (seen := event.seen_by(seat)) is not None)


# ---- in words ----------------------------------------------------------------------------------------------------------


def heading_of(variant: hearts.Variant, language: str) -> str:
    """The title and name of a variant."""
    title = variant.title.say(language)
    return f"{title} ({variant.name})" if title else variant.name


def in_one_line(game: hearts.Game, language: str) -> str:
    """Variant, deals, totals and winners of a game; parted by bars, which suit every language."""
    number = len(game.deals)
    deals = message(f"rules.DEALS_{'ONE' if number == 1 else 'MANY'}", language, number=number)
    return " | ".join((heading_of(game.variant, language), deals, *_standing(game, language)))


def _standing(game: hearts.Game, language: str) -> tuple[str, ...]:
    if game.is_over:
        over = hearts.Event(hearts.EventKind.GAME_OVER, seats=game.winners, totals=game.totals)
        return (over.say(language),)
    totals = message("rules.LIST_GAP", language).join(map(str, game.totals))
    return message("sheet.NOT_OVER", language), f"{message('sheet.TOTAL', language)} {totals}"


def where_it_stands(game: hearts.Game, language: str) -> tuple[str, ...]:
    """What is to be done next in a game that goes on, as sentences; none where it is over."""
    deal = game.deal
    match game.phase:
        case hearts.Phase.GAME_OVER:
            return ()
        case hearts.Phase.DEAL_OVER:
            return (message("refusal.DEAL_OVER", language),)
        case hearts.Phase.PASSING:
            kind = hearts.EventKind.TO_PASS
        case hearts.Phase.PLAYING:
            kind = hearts.EventKind.TURN
        case _:
            kind = hearts.EventKind.MOON_CHOICE
    to_come = (hearts.Event(kind, seat, _receiver(deal, seat, kind)) for seat in game.to_act)
    return tuple(event.say(language) for event in to_come)


def _receiver(deal: hearts.Deal, seat: int, kind: hearts.EventKind) -> int | None:
    return (seat + deal.pass_offset) % deal.players if kind is hearts.EventKind.TO_PASS else None


_WITHHELD: Final = "the reason may show cards of others, and is told without --seat"


def fault_for(fault: ReplayFault, seat: int | None, language: str) -> str:
    """A fault in words: where it is, why, and what would be right.

    Args:
        fault: The fault.
        seat: Who is told; None for somebody who may know all. Of what is not its own, a seat is told the place only, for all
            else may show what others hold.
        language: The language, for what the rules refuse.
    """
    if seat is not None and fault.seat != seat:
        return f"{attrs.evolve(fault, card=None).where}: {_WITHHELD}"
    return fault.say(language)


_OF_THE_FILE: Final = frozenset(["file", "format"])
"""The paths of faults of a file that tell nothing of what is in a game."""


def unreadable_for(error: hearts.RecordError) -> str | None:
    """What a seat is told of a file with faults, which may show cards of others: how many there are.

    Args:
        error: The error.

    Returns:
        A line, or None where the error is about the file as a whole and may be told in full.
    """
    if _OF_THE_FILE.issuperset(fault.path for fault in error.faults):
        return None
    return f"{error.source}: {plural(len(error.faults), 'fault')}; {_WITHHELD}"
