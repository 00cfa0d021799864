"""Why an action is refused: the reasons, found from the same ladder that says what is legal.

All that is asked here goes by public facts and by the hand of the seat that would act, so that a deal and what one seat sees
of it give the same answers.
"""

from __future__ import annotations

from typing import NamedTuple

import attrs

from hearts.cards import Card, CardLike, of_mask
from hearts.engine import kernel
from hearts.engine.actions import Action, ChooseMoon, PassCards, Phase, PlayCard
from hearts.refusal import Reason, Refusal
from hearts.variant.rules import Rules

__all__ = ["Facts", "in_game", "may_choose", "refuse", "refuse_card", "refuse_pass"]

_CARDS = of_mask


def may_choose(rules: Rules, *, chosen: bool) -> bool:
    """May a seat choose its pass while cards are passed: is it yet to choose, or may it change its mind (R2.1)?"""
    return rules.pass_change or not chosen


class Facts(NamedTuple):
    """What everybody knows of a deal, as far as it bears on what may be done.

    Attributes:
        rules: The rules in force.
        phase: Where the deal stands.
        turn: The seat on turn, below 0 where nobody is.
        lead: The card led to the open trick, or -1.
        first: Is the first trick of the deal being played?
        broken: Are hearts broken?
        chosen: Which seats have chosen a pass; empty where none are passed.
    """

    rules: Rules
    phase: Phase
    turn: int
    lead: int
    first: bool
    broken: bool
    chosen: tuple[bool, ...]

    def may_pass(self, seat: int) -> bool:
        """May a seat choose its pass now: is it yet to choose, or may it change its mind (R2.1)?"""
        return self.phase is Phase.PASSING and may_choose(self.rules, chosen=self.chosen[seat])


def refuse(facts: Facts, hand: int, action: Action | CardLike, seat: int) -> Refusal | None:
    """Why an action, or a card, is refused; None where it is legal.

    Args:
        facts: What everybody knows.
        hand: The mask of the seat's hand; matters only where the seat may act.
        action: An action of the seat, or a card that it would play (or pass, while cards are passed).
        seat: The seat.

    Raises:
        CardError: It is neither an action nor a card.
    """
    rules = facts.rules
    if not 0 <= seat < rules.players:
        return Refusal(Reason.NO_SUCH_SEAT, seat, details=(("last", rules.players - 1),))
    if isinstance(action, PassCards):
        return _refuse_passing(facts, seat) or refuse_pass(rules, hand, seat, action.cards.mask)
    if isinstance(action, ChooseMoon):
        return _refuse_choice(facts, seat)
    card = action.card if isinstance(action, PlayCard) else Card(action)
    if facts.phase is Phase.PASSING and not isinstance(action, PlayCard):
        return _refuse_passing(facts, seat) or _refuse_among_passed(rules, hand, seat, card)
    return _refuse_playing(facts, seat) or refuse_card(rules, hand, facts.lead, facts.first, facts.broken, seat, card)


def in_game(refusal: Refusal, *, over: bool) -> Refusal:
    """A deal's refusal as its game tells it: of a game that has ended, that it has (R9.2)."""
    return attrs.evolve(refusal, reason=Reason.GAME_OVER) if over and refusal.reason is Reason.DEAL_OVER else refusal


def _refuse_playing(facts: Facts, seat: int) -> Refusal | None:
    """Why a seat cannot play any card now, or None where it is on turn."""
    match facts.phase:
        case Phase.PASSING:
            return Refusal(Reason.PLAY_NOT_NOW, seat)
        case Phase.CHOOSING_MOON:
            return Refusal(Reason.CHOICE_PENDING, seat, details=(("turn", facts.turn),))
        case Phase.PLAYING if seat == facts.turn:
            return None
        case Phase.PLAYING:
            return Refusal(Reason.NOT_ON_TURN, seat, details=(("turn", facts.turn),))
    return Refusal(Reason.DEAL_OVER, seat)


def _refuse_passing(facts: Facts, seat: int) -> Refusal | None:
    """Why a seat cannot choose any pass now, or None where it may."""
    if facts.may_pass(seat):
        return None
    match facts.phase:
        case Phase.PASSING:
            return Refusal(Reason.ALREADY_PASSED, seat)
        case Phase.CHOOSING_MOON:
            return Refusal(Reason.CHOICE_PENDING, seat, details=(("turn", facts.turn),))
        case Phase.PLAYING:
            return Refusal(Reason.PASS_NOT_NOW, seat)
    return Refusal(Reason.DEAL_OVER, seat)


def _refuse_choice(facts: Facts, seat: int) -> Refusal | None:
    """Why a seat cannot choose how a moon is scored, or None where it may (R8.2)."""
    if facts.phase is not Phase.CHOOSING_MOON:
        over = facts.phase is Phase.DEAL_OVER
        return Refusal(Reason.DEAL_OVER if over else Reason.CHOICE_NOT_NOW, seat)
    if seat != facts.turn:
        return Refusal(Reason.NOT_THE_SHOOTER, seat, details=(("turn", facts.turn),))
    return None


def _refuse_among_passed(rules: Rules, hand: int, seat: int, card: int) -> Refusal | None:
    """Why a card cannot be among those that a seat passes (R2.4), or None where it can."""
    may = kernel.passable(rules, hand)
    if may >> card & 1:
        return None
    return Refusal(Reason.LOCKED if hand >> card & 1 else Reason.NOT_HELD, seat, _CARDS(1 << card), _CARDS(may))


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
