"""Strategies for actions, legal or not, and for the refusals of those that are not."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import attrs
from hypothesis import strategies as st

from hearts.cards import CardSet
from hearts.engine.actions import Action, ChooseMoon, PassCards, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.game import Game
from hearts.refusal import Refusal
from hearts.testing.cards import card_sets, cards
from hearts.testing.states import deals, games
from hearts.variant.sections import MoonStyle

__all__ = ["actions", "any_actions", "choices", "passes", "plays", "refusals"]

State: TypeAlias = Deal | Game

_NO_SEAT = 99
_STYLES = (MoonStyle.OLD, MoonStyle.NEW)


def actions(state: State) -> st.SearchStrategy[Action]:
    """The actions that are legal in a state; they shrink to the first of `legal_actions`.

    Args:
        state: A deal or a game. Where nobody is to act there is nothing to draw.

    Example:
        >>> import hearts
        >>> from hypothesis import find
        >>> deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
        >>> find(actions(deal), lambda action: True).card
        Card('2C')
    """
    legal = state.legal_actions()
    return st.integers(0, len(legal) - 1).map(legal.__getitem__) if legal else st.nothing()


def plays(seats: st.SearchStrategy[int] | None = None) -> st.SearchStrategy[PlayCard]:
    """Plays of any card, by the seats given or any."""
    return st.builds(PlayCard, _seats() if seats is None else seats, cards())


def passes(seats: st.SearchStrategy[int] | None = None) -> st.SearchStrategy[PassCards]:
    """Passes of any cards, by the seats given or any."""
    return st.builds(PassCards, _seats() if seats is None else seats, card_sets())


def choices(seats: st.SearchStrategy[int] | None = None) -> st.SearchStrategy[ChooseMoon]:
    """Choices of either style, by the seats given or any."""
    return st.builds(ChooseMoon, _seats() if seats is None else seats, st.sampled_from(_STYLES))


def _seats() -> st.SearchStrategy[int]:
    return st.integers(0, 7)


def any_actions(state: State | None = None) -> st.SearchStrategy[Action]:
    """Actions of every kind, legal or not: of seats on turn or not or not there, with cards held or not.

    Args:
        state: The deal or game that they are for: they are then nearer to what is legal in it, and often legal. Where None,
            they are not made for any.

    Example:
        >>> from hypothesis import find
        >>> find(any_actions(), lambda action: action.seat > 2)
        PlayCard(seat=3, card=Card('2C'))
    """
    if state is None:
        return plays() | passes() | choices()
    deal = state.deal if isinstance(state, Game) else state
    seats = st.integers(0, deal.players - 1) | st.sampled_from((-1, deal.players, _NO_SEAT))
    near: list[st.SearchStrategy[Action]] = [
        *(st.builds(PlayCard, st.just(seat), cards(hand)) for seat, hand in enumerate(deal.hands) if hand),
        *(st.builds(PassCards, st.just(seat), _near_pass(state, seat, hand)) for seat, hand in enumerate(deal.hands)),
    ]
    return actions(state) | st.one_of(near) | plays(seats) | passes(seats) | choices(seats)


def _near_pass(state: State, seat: int, hand: CardSet) -> st.SearchStrategy[CardSet]:
    """Cards of a hand, mostly about as many as are passed."""
    if not hand:
        return st.just(hand)
    most = state.variant.passing.count.of(state.players)
    held = cards(hand)
    sizes = st.sampled_from([size for size in (most, most - 1, most + 1, 0) if 0 <= size <= len(hand)])
    exact = sizes.flatmap(lambda size: st.frozensets(held, min_size=size, max_size=size)).map(CardSet)
    may = state.legal_cards(seat)
    good = st.just(may[: min(most, len(may))]).map(CardSet)
    return good | exact | card_sets(hand)


def refusals(state: State | None = None) -> st.SearchStrategy[Refusal]:
    """Refusals that the rules really give.

    Args:
        state: The deal or game whose they are; of any where None.

    Example:
        >>> import hearts
        >>> from hypothesis import find
        >>> deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
        >>> find(refusals(deal), lambda refusal: refusal.rule == "R3.2").reason
        <Reason.OPENING_CARD: ('opening-card', 'R3.2')>
    """
    if state is None:
        return (deals() | games()).flatmap(refusals)
    return any_actions(state).map(partial(_refusal, state))


def _refusal(state: State, action: Action) -> Refusal:
    """Why an action is refused, or, where it is legal, why it is of a seat that is not there."""
    refusal = state.why_not(action) or state.why_not(attrs.evolve(action, seat=_NO_SEAT))
    if refusal is None:  # pragma: no cover - there is no such seat
        raise AssertionError
    return refusal
