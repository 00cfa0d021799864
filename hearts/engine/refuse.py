"""Why an action is refused: the reasons, found from the same ladder that says what is legal."""

from __future__ import annotations

from hearts.cards import of_mask
from hearts.engine import kernel
from hearts.engine.actions import Phase
from hearts.refusal import Reason, Refusal
from hearts.variant.rules import Rules

__all__ = ["refuse_card", "refuse_pass", "refuse_passing", "refuse_playing", "refuse_seat"]

_CARDS = of_mask


def refuse_seat(rules: Rules, seat: int) -> Refusal | None:
    """Why a seat cannot act at all: there is none of that number (R1.1)."""
    if 0 <= seat < rules.players:
        return None
    return Refusal(Reason.NO_SUCH_SEAT, seat, details=(("last", rules.players - 1),))


def refuse_playing(phase: Phase, seat: int, turn: int) -> Refusal | None:
    """Why a seat cannot play any card now, or None where it is on turn."""
    match phase:
        case Phase.PASSING:
            return Refusal(Reason.PLAY_NOT_NOW, seat)
        case Phase.CHOOSING_MOON:
            return Refusal(Reason.CHOICE_PENDING, seat, details=(("turn", turn),))
        case Phase.PLAYING if seat == turn:
            return None
        case Phase.PLAYING:
            return Refusal(Reason.NOT_ON_TURN, seat, details=(("turn", turn),))
    return Refusal(Reason.DEAL_OVER, seat)


def refuse_card(rules: Rules, hand: int, lead: int, first: bool, broken: bool, seat: int, card: int) -> Refusal | None:  # noqa: FBT001
    """Why a seat on turn may not play a card, or None where it may.

    Args:
        rules: The rules in force.
        hand: The mask of the cards that the seat holds.
        lead: The card led to the open trick, or -1 where the seat is to lead.
        first: Is this the first trick of the deal?
        broken: Are hearts broken?
        seat: The seat.
        card: The card's number.
    """
    this = 1 << card
    if not hand & this:
        return Refusal(Reason.NOT_HELD, seat, _CARDS(this), _CARDS(kernel.legal_mask(rules, hand, lead, first, broken)))
    rungs = kernel.ladder(rules, hand, lead, first, broken)
    for rung, mask in zip(kernel.RUNGS, rungs, strict=True):
        if not mask & this:
            reason = _reason(rules, rung, hand, this)
            queen = (("queen", str(_CARDS(rules.queen))),)
            return Refusal(reason, seat, _CARDS(this), _CARDS(rungs[-1]), queen)
    return None


def _reason(rules: Rules, rung: str, hand: int, card: int) -> Reason:
    match rung:
        case "opening":
            return Reason.OPENING_CARD
        case "follow":
            return Reason.MUST_FOLLOW
        case "bar":
            return Reason.BARRED_IN_FIRST_TRICK
        case "discard":
            return Reason.QUEEN_BEFORE_HEARTS if card & rules.queen else Reason.QUEEN_FIRST_CHANCE
        case "hearts" if not hand & ~(rules.hearts | rules.queen):
            return Reason.QUEEN_MUST_LEAD
        case "hearts":
            return Reason.HEARTS_NOT_BROKEN
    return Reason.QUEEN_LEAD_LOCKED


def refuse_passing(phase: Phase, seat: int, turn: int) -> Refusal:
    """Why a seat that may not choose a pass now is refused.

    Args:
        phase: Where the deal stands.
        seat: The seat.
        turn: The seat on turn, where there is one.
    """
    match phase:
        case Phase.PASSING:
            return Refusal(Reason.ALREADY_PASSED, seat)
        case Phase.CHOOSING_MOON:
            return Refusal(Reason.CHOICE_PENDING, seat, details=(("turn", turn),))
        case Phase.PLAYING:
            return Refusal(Reason.PASS_NOT_NOW, seat)
    return Refusal(Reason.DEAL_OVER, seat)


def refuse_pass(rules: Rules, hand: int, seat: int, cards: int) -> Refusal | None:
    """Why a seat that may choose may not pass these cards together (R2.4), or None where it may."""
    if kernel.can_pass(rules, hand, cards):
        return None
    may = kernel.passable(rules, hand)
    missing = cards & ~hand
    if missing:
        return Refusal(Reason.NOT_HELD, seat, _CARDS(missing), _CARDS(may))
    count = cards.bit_count()
    fewest, most = rules.pass_at_least, rules.pass_count
    if not fewest <= count <= most:
        wanted = str(most) if fewest == most else f"{fewest} - {most}"
        return Refusal(Reason.WRONG_COUNT, seat, _CARDS(cards), _CARDS(may), (("chosen", count), ("wanted", wanted)))
    return Refusal(Reason.LOCKED, seat, _CARDS(cards & rules.pass_locked), _CARDS(hand & ~rules.pass_locked))
