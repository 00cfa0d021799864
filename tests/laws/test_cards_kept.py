"""Laws of where the cards are: in hands, in the open trick, or in a pile, and nowhere twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from law_tools import PLAYS, SHOOTING, STATES, State, deal_of, shooters

import hearts
from hearts.testing import deals, walk

if TYPE_CHECKING:
    from collections.abc import Sequence


def holders(deal: hearts.Deal, hands: Sequence[hearts.CardSet], first: int) -> list[int]:
    """The seats that hold cards, clockwise from one of them."""
    around = [(first + step) % deal.players for step in range(deal.players)]
    return [seat for seat in around if hands[seat]]


@given(STATES, PLAYS, SHOOTING)
def test_the_pack_is_whole_at_every_state(start: State, number: int, shooting: bool) -> None:
    """Hands, open trick and piles together are the pack in play, each card once, at every state (R1.2)."""
    pack = list(start.variant.pack(start.players))
    for state in walk(start, number, shooters=shooters(start, shooting=shooting)):
        deal = deal_of(state)
        trick = deal.trick.cards if deal.trick else ()
        assert sorted([*trick, *(card for cards in (*deal.hands, *deal.taken) for card in cards)]) == pack
        assert sorted(card for hand in deal.dealt for card in hand) == pack


@given(STATES, PLAYS, SHOOTING)
def test_piles_are_the_tricks_won(start: State, number: int, shooting: bool) -> None:
    """A seat's pile is the cards of the tricks that it won, and all tricks are won by someone (R7.2)."""
    for state in walk(start, number, shooters=shooters(start, shooting=shooting)):
        deal = deal_of(state)
        for seat in range(deal.players):
            won = [trick for trick in deal.tricks if trick.winner == seat]
            assert list(deal.taken[seat]) == sorted(card for trick in won for card in trick.cards)
            assert deal.tricks_won[seat] == len(won)


@given(deals(), PLAYS)
def test_cards_are_passed_all_at_once(start: hearts.Deal, number: int) -> None:
    """Hands stay as dealt until all seats have chosen; then each gives what it chose to the seat at the offset (R2.1)."""
    for deal in walk(start, number):
        if not deal.pass_offset:
            assert deal.passes == ()
            assert deal.phase is not hearts.Phase.PASSING
        elif deal.phase is hearts.Phase.PASSING:
            assert deal.hands == deal.dealt
            assert deal.to_act == tuple(seat for seat, cards in enumerate(deal.passes) if cards is None)
        else:
            began = list(deal.dealt)
            for seat, cards in enumerate(deal.passes):
                assert cards is not None
                began[seat] -= cards
                began[(seat + deal.pass_offset) % deal.players] |= cards
            played = {card for trick in (*deal.tricks, deal.trick) if trick for card in trick.cards}
            assert [set(hand) - played for hand in began] == [set(hand) for hand in deal.hands]


@given(deals(), PLAYS, SHOOTING)
def test_a_trick_is_one_card_from_each_seat_that_has_one(start: hearts.Deal, number: int, shooting: bool) -> None:
    """Each trick goes clockwise from its leader through all that hold cards; the highest card of the suit led takes it, and
    its winner, or the next that still holds a card, leads the next (R5.1, R5.2).
    """
    *_, deal = walk(start, number, shooters=shooters(start, shooting=shooting))
    hands = [set[hearts.Card]() for _ in range(deal.players)]
    for trick in deal.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            hands[seat].add(card)
    leader = deal.tricks[0].leader
    for trick in deal.tricks:
        sets = [hearts.CardSet(hand) for hand in hands]
        order = holders(deal, sets, leader)
        assert trick.leader == trick.seats[0] == order[0]
        assert list(trick.seats) == holders(deal, sets, order[0])
        led = [card for card in trick.cards if card.suit is trick.cards[0].suit]
        assert trick.winner == trick.seats[trick.cards.index(max(led, key=lambda card: card.pips))]
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            mine = {other for other in hands[seat] if other.suit is trick.cards[0].suit}
            assert card in mine or not mine
            hands[seat].remove(card)
        leader = trick.winner
    assert not any(hands)


@given(STATES, PLAYS)
def test_every_action_moves_a_deal_on(start: State, number: int) -> None:
    """Each play takes one card out of one hand, and a deal has as many plays as its pack has cards."""
    left = [sum(map(len, deal_of(state).hands)) for state in walk(start, number)]
    playing = [
        deal_of(state).phase is not hearts.Phase.PASSING and deal_of(state).phase is not hearts.Phase.DEAL_OVER
        for state in walk(start, number)
    ]
    assert left[-1] == 0
    for before, after, played in zip(left, left[1:], playing, strict=False):
        assert after == before - played or (before == after == 0)
