"""Laws of what is legal: the legal list, `why_not` and `apply` are one fact, told three times."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from law_tools import DECK, PLAYS, SHOOTING, STATES, State, deal_of, passing_deals, shooters

import hearts
from hearts.testing import any_actions, games, walk


def succeeds(state: State, action: hearts.Action) -> bool:
    """Does the state take the action?"""
    try:
        state.apply(action)
    except hearts.IllegalAction:
        return False
    return True


def fewest_and_most(state: State) -> tuple[int, int]:
    """How few and how many cards a seat may pass (R2.4)."""
    passing = state.variant.passing
    most = passing.count.of(state.players)
    return most if passing.at_least == "count" else passing.at_least.of(state.players), most


def smallest_pass(state: State, seat: int) -> hearts.PassCards:
    """A pass of as few cards as may be, locked ones only where the hand lacks others (R2.4)."""
    hand, locked = deal_of(state).hands[seat], state.variant.passing.locked
    return hearts.PassCards(seat, [*(hand - locked), *(hand & locked)][: fewest_and_most(state)[0]])


@given(STATES, PLAYS, SHOOTING)
def test_whoever_is_to_act_has_a_legal_action(start: State, number: int, shooting: bool) -> None:
    """Each seat of `to_act` has a legal action at every state, and where nobody is to act the deal is over (R4.3)."""
    for state in walk(start, number, shooters=shooters(start, shooting=shooting)):
        actions = state.legal_actions()
        if state.phase is hearts.Phase.PLAYING:
            assert state.to_act == (state.turn,)
            assert state.legal_cards()
            assert [action.card for action in actions if isinstance(action, hearts.PlayCard)] == [*state.legal_cards()]
        elif state.phase is hearts.Phase.PASSING:
            assert state.turn is None
            assert all(smallest_pass(state, seat) in actions for seat in state.to_act)
        elif state.phase is hearts.Phase.CHOOSING_MOON:
            assert [action.seat for action in actions] == [*state.to_act, *state.to_act]
        else:
            assert not actions
            assert state.to_act == ()
        assert bool(actions) is bool(state.to_act)


@given(STATES)
def test_a_card_is_legal_in_all_three_ways_or_in_none(state: State) -> None:
    """For every seat and all 52 cards, while cards are not passed: in `legal_cards`, `why_not` None, and `apply` succeeding
    are the same.
    """
    assume(state.phase is not hearts.Phase.PASSING)
    listed = set(state.legal_actions())
    for seat in range(state.players):
        legal = state.legal_cards(seat)
        for card in DECK:
            action = hearts.PlayCard(seat, card)
            told = [card in legal, state.why_not(card, seat) is None, state.why_not(action) is None, action in listed]
            assert told == [succeeds(state, action)] * 4, f"{action}: {told}"


@given(STATES)
def test_no_card_is_played_while_cards_are_passed_and_none_passed_while_they_are_played(state: State) -> None:
    """While cards are passed no card can be played, and at no other time can any be passed (R2.1, R2.3)."""
    for seat in range(state.players):
        for card in DECK[:: 1 + seat]:
            if state.phase is hearts.Phase.PASSING:
                assert not succeeds(state, hearts.PlayCard(seat, card))
            else:
                assert not succeeds(state, hearts.PassCards(seat, [card]))
        if state.phase is not hearts.Phase.PASSING:
            assert not succeeds(state, hearts.PassCards(seat, ()))


@given(st.data())
def test_any_action_is_legal_in_all_three_ways_or_in_none(data: st.DataObject) -> None:
    """For actions of every kind, of seats that are there or not: in `legal_actions`, `why_not` None, and `apply` succeeding
    are the same.
    """
    state = data.draw(STATES)
    for _ in range(5):
        action = data.draw(any_actions(state))
        told = [action in state.legal_actions(), state.why_not(action) is None]
        assert told == [succeeds(state, action)] * 2, f"{action}: {told}"


def all_passes(hand: hearts.CardSet, fewest: int, most: int) -> list[hearts.CardSet] | None:
    """Every set of a hand's cards of a fitting size; None where there are too many to look at."""
    sizes = range(fewest, most + 1)
    if sum(comb(len(hand), size) for size in sizes) > 3_000:
        return None
    return [hearts.CardSet(cards) for size in sizes for cards in combinations(hand, size)]


@given(passing_deals(), st.data())
def test_a_seat_may_pass_the_cards_that_are_part_of_a_legal_pass(deal: hearts.Deal, data: st.DataObject) -> None:
    """While cards are passed, the legal passes of a seat are those of its own cards, of a size that fits, with no more locked
    ones than it needs; `legal_cards` and `why_not` of a card say whether one of them holds it (R2.4).
    """
    seat = data.draw(st.integers(0, deal.players - 1))
    passing, hand = deal.variant.passing, deal.hands[seat]
    fewest, most = fewest_and_most(deal)
    needed = max(0, fewest - len(hand - passing.locked))
    turn = seat in deal.to_act or passing.change
    passes = all_passes(hand, fewest, most)
    some = st.lists(st.sampled_from(tuple(hand)), unique=True, min_size=fewest, max_size=most).map(hearts.CardSet)
    for cards in passes or [data.draw(some) for _ in range(5)]:
        action = hearts.PassCards(seat, cards)
        expected = turn and len(cards & passing.locked) <= needed
        assert (deal.why_not(action) is None) is succeeds(deal, action) is expected
        assert (action in deal.legal_actions()) is expected
    if passes is not None:
        good = [cards for cards in passes if turn and len(cards & passing.locked) <= needed]
        listed = [action for action in deal.legal_actions() if action.seat == seat]
        assert len(listed) == len(good)
        assert {*listed} == {hearts.PassCards(seat, cards) for cards in good}
        part = {card for cards in good for card in cards}
        assert set(deal.legal_cards(seat)) == part
        assert {card for card in DECK if deal.why_not(card, seat) is None} == part


@given(STATES)
def test_a_moon_is_chosen_for_by_its_shooter_and_only_then(state: State) -> None:
    """A choice of either style is legal for the shooter while it is pending, and for nobody else ever (R8.2)."""
    for seat in range(-1, state.players + 1):
        for style in ("old", "new"):
            action = hearts.ChooseMoon(seat, style)
            legal = state.phase is hearts.Phase.CHOOSING_MOON and seat == state.turn
            assert (state.why_not(action) is None) is succeeds(state, action) is legal
            assert (action in state.legal_actions()) is legal


@given(games())
def test_a_game_asks_its_deal(game: hearts.Game) -> None:
    """A game says of whose turn it is, and of what is legal, what its deal says."""
    deal = game.deal
    assert (game.turn, game.to_act, list(game.legal_actions())[:50]) == (
        deal.turn,
        deal.to_act,
        list(deal.legal_actions())[:50],
    )
    assert all(game.legal_cards(seat) == deal.legal_cards(seat) for seat in range(game.players))
    assert game.legal_cards() == deal.legal_cards()
    assert game.phase is (hearts.Phase.GAME_OVER if game.is_over else deal.phase)


@given(STATES)
def test_playing_a_card_is_applying_its_play(state: State) -> None:
    """`play(card)` and `apply` of the play of the seat on turn give the same state, or refuse alike."""
    seat = state.to_act[0] if state.to_act else 0
    for card in DECK:
        action = hearts.PlayCard(seat, card)
        refusal = state.why_not(action)
        if refusal is None:
            assert state.play(card) == state.play(str(card)) == state.apply(action)
        else:
            with pytest.raises(hearts.IllegalAction) as caught:
                state.play(card)
            assert caught.value.refusal == refusal


@given(STATES)
def test_the_seat_that_is_not_named_is_the_first_to_act(state: State) -> None:
    """Where no seat is named, `legal_cards` and `why_not` are about the first of `to_act`, or seat 0 where nobody acts."""
    seat = state.to_act[0] if state.to_act else 0
    assert state.legal_cards() == state.legal_cards(seat)
    assert [state.why_not(card) for card in DECK] == [state.why_not(card, seat) for card in DECK]
