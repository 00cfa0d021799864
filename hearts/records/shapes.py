"""What actions, deals and games look like as plain data, and how they are made from it; and what events must be.

Only what cannot be worked out is written: cards, choices, and the results of deals that a game no longer holds. All else
follows by playing again, so that what is read back is sound.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import attrs

from hearts.cards import Card, CardSet
from hearts.engine.actions import Action, ChooseMoon, PassCards, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.events import Event, EventKind
from hearts.engine.game import DealResult, Game, game_after, game_at
from hearts.engine.setup import new_deal, seat_in
from hearts.errors import Fault, RecordError, SetupError
from hearts.records.plain import Players, Range, Seat, Seed, Total, as_fault
from hearts.records.record import MOST_DEALS
from hearts.records.recorded import RecordedDeal, RecordedPass, RecordedTrick
from hearts.records.replay import play_again
from hearts.records.results import check_results
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = [
    "ActionShape",
    "DealShape",
    "GameShape",
    "check_event",
    "pack_action",
    "pack_deal",
    "pack_game",
    "unpack_action",
    "unpack_deal",
    "unpack_game",
]


AnySeat: TypeAlias = Annotated[int, Range(-1000, 1000)]
"""An action may name a seat that no table has: the state that it is tried on says so."""


class ActionKind(StrEnum):
    """What kind of action it is."""

    PASS = "pass"
    PLAY = "play"
    MOON = "moon"


@attrs.frozen(kw_only=True)
class ActionShape:
    """What a seat does: of the last three, it has the one of its kind.

    Attributes:
        action: What kind of action it is.
        seat: The seat, from 0.
        cards: The cards that are passed.
        card: The card that is played.
        style: How the shooter's moon is scored.
    """

    action: ActionKind
    seat: AnySeat
    cards: CardSet | None = None
    card: Card | None = None
    style: MoonStyle | None = None


def pack_action(action: Action) -> ActionShape:
    """The shape of an action."""
    match action:
        case PassCards():
            return ActionShape(action=ActionKind.PASS, seat=action.seat, cards=action.cards)
        case PlayCard():
            return ActionShape(action=ActionKind.PLAY, seat=action.seat, card=action.card)
    return ActionShape(action=ActionKind.MOON, seat=action.seat, style=action.style)


def unpack_action(shape: ActionShape) -> Action:
    """The action of a shape.

    Raises:
        RecordError: It has not what its kind has.
    """
    wanted = {ActionKind.PASS: "cards", ActionKind.PLAY: "card", ActionKind.MOON: "style"}[shape.action]
    faults = []
    for name in ("cards", "card", "style"):
        if (getattr(shape, name) is not None) != (name == wanted):
            problem = "it is missing" if name == wanted else "it has no place here"
            faults.append(
                Fault(name, problem, f"{wanted}, and neither of the others, where the action is {shape.action}")
            )
    if faults:
        raise RecordError("action", faults)
    if shape.cards is not None:
        return PassCards(shape.seat, shape.cards)
    if shape.card is not None:
        return PlayCard(shape.seat, shape.card)
    return ChooseMoon(shape.seat, shape.style or "")


@attrs.frozen(kw_only=True)
class DealShape:
    """A deal by itself: what it began with, and what was done.

    Attributes:
        variant: The variant in full.
        dealer: The dealer's seat.
        pass_offset: How many seats to the left cards are passed; 0 where none are.
        deal_number: The number of the deal in its game, from 1.
        totals: The totals before the deal, by seat.
        hearts_taken: How many hearts each seat has taken in the game before.
        hands: The hands as dealt, by seat.
        passes: The passes that have been chosen, by seat.
        tricks: The tricks, in order; the last may be open.
        moon: How the shooter chose to score its moon.
    """

    variant: Variant
    dealer: Seat
    pass_offset: Seat
    deal_number: Total
    totals: tuple[Total, ...]
    hearts_taken: tuple[Total, ...]
    hands: tuple[CardSet, ...]
    passes: tuple[RecordedPass, ...]
    tricks: tuple[RecordedTrick, ...]
    moon: MoonStyle | None = None


def pack_deal(deal: Deal) -> DealShape:
    """The shape of a deal."""
    before, recorded = deal.standing, RecordedDeal.of_deal(deal)
    return DealShape(
        variant=deal.variant,
        dealer=deal.dealer,
        pass_offset=deal.pass_offset,
        deal_number=before.deals + 1,
        totals=before.totals,
        hearts_taken=before.hearts,
        hands=deal.dealt,
        passes=recorded.passes,
        tricks=recorded.tricks,
        moon=recorded.moon,
    )


def unpack_deal(shape: DealShape) -> Deal:
    """The deal of a shape.

    Raises:
        RecordError: Something was done that could not be.
        SetupError: It cannot be set up.
    """
    try:
        shape.variant.player_count(len(shape.hands))
    except SetupError as error:
        raise RecordError("deal", [attrs.evolve(as_fault(error, "hands"), path="hands")]) from None
    deal = new_deal(
        shape.variant,
        shape.hands,
        pass_offset=shape.pass_offset,
        dealer=shape.dealer,
        totals=shape.totals,
        deal_number=shape.deal_number,
        hearts_taken=shape.hearts_taken,
    )
    recorded = RecordedDeal(passes=shape.passes, tricks=shape.tricks, moon=shape.moon)
    return play_again(deal, shape.deal_number, recorded)


@attrs.frozen(kw_only=True)
class PlayShape:
    """The current deal of a game, as far as it was played.

    Attributes:
        hands: The hands as dealt, by seat.
        passes: The passes that have been chosen, by seat.
        tricks: The tricks, in order; the last may be open.
        moon: How the shooter chose to score its moon.
    """

    hands: tuple[CardSet, ...]
    passes: tuple[RecordedPass, ...]
    tricks: tuple[RecordedTrick, ...]
    moon: MoonStyle | None = None


@attrs.frozen(kw_only=True)
class GameShape:
    """A game: what its earlier deals came to, and the current one as it was played.

    Attributes:
        variant: The variant in full.
        players: The number of players.
        first_dealer: The dealer of deal 1.
        seed: The seed that deals come from, as text. It gives away every hand.
        deals: What the deals before the current one came to, in order.
        deal: The current deal.
    """

    variant: Variant
    players: Players
    first_dealer: Seat
    seed: Seed
    deals: tuple[DealResult, ...]
    deal: PlayShape


def pack_game(game: Game) -> GameShape:
    """The shape of a game."""
    deal, recorded = game.deal, RecordedDeal.of_deal(game.deal)
    played = PlayShape(hands=deal.dealt, passes=recorded.passes, tricks=recorded.tricks, moon=recorded.moon)
    return GameShape(
        variant=game.variant,
        players=game.players,
        first_dealer=game.first_dealer,
        seed=game.seed,
        deals=game.deals[: len(game.deals) - deal.is_over],
        deal=played,
    )


def unpack_game(shape: GameShape) -> Game:
    """The game of a shape.

    Raises:
        RecordError: Something was done that could not be, or its earlier deals do not hold together.
        SetupError: It is not for its players.
    """
    variant, players = shape.variant, shape.variant.player_count(shape.players)
    first = seat_in("first_dealer", shape.first_dealer, players)
    if len(shape.deals) > MOST_DEALS:
        raise RecordError("game", [Fault("deals", f"there are {len(shape.deals)}", f"at most {MOST_DEALS}")])
    faults = check_results(variant, players, first, shape.deals, may_be_over=False)
    if faults:
        raise RecordError("game", faults)
    try:
        game = game_at(variant, players, shape.seed, first, shape.deals, shape.deal.hands)
    except SetupError as error:
        raise RecordError("game", [as_fault(error, "deal", "deal.")]) from None
    recorded = RecordedDeal(passes=shape.deal.passes, tricks=shape.deal.tricks, moon=shape.deal.moon)
    return game_after(game, play_again(game.deal, len(shape.deals) + 1, recorded))


def check_event(event: Event) -> Event:
    """The event itself.

    Raises:
        RecordError: It has fields that are not of its kind, or lacks some that are, or they do not fit.
    """
    faults = []
    for name in attrs.fields_dict(Event):
        value, has = getattr(event, name), name == "kind" or name in event.kind.fields
        if value is not None and not has:
            faults.append(Fault(name, f"an event of the kind {event.kind} has no such field", "it left out"))
        elif value is None and has and not _may_be_hidden(event.kind, name):
            faults.append(Fault(name, f"it is missing from an event of the kind {event.kind}", "that key"))
        elif value == ():
            faults.append(Fault(name, "there are none", "one for each seat that it is about"))
    for name, seats in (("seat", (event.seat,)), ("other", (event.other,)), ("seats", event.seats or ())):
        if not all(seat is None or 0 <= seat <= 7 for seat in seats):
            faults.append(Fault(name, f"it is {' '.join(map(str, seats))}", "seats from 0 to 7"))
    if event.count is not None and (event.count < 0 or (event.cards is not None and event.count != len(event.cards))):
        faults.append(Fault("count", f"it is {event.count}", "as many as there are cards"))
    if faults:
        raise RecordError("event", faults)
    return event


def _may_be_hidden(kind: EventKind, name: str) -> bool:
    """Is there an event of a kind that lacks one of its fields: hidden from who sees it, or still to be chosen?"""
    if name == "cards":
        return bool(kind.shown) and name not in kind.shown
    return (kind, name) in ((EventKind.TRICK_TAKEN, "points"), (EventKind.MOON_MADE, "style"))
