"""Laws of playing many cards at once: it is as playing them one by one, in every state and for every sequence."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_tools import DECK, PLAYS, SHOOTING, passing_deals, shooters

import hearts
from hearts.engine.deal import play_cards
from hearts.testing import deals, hands, player_counts, variants, walk
from hearts.variant.rules import resolve


@st.composite
def uneven_deals(draw: st.DrawFn) -> hearts.Deal:
    """Deals whose hands differ in size, or may: each seat passes any number of cards (R2.4)."""
    variant = draw(variants())
    players = draw(player_counts(variant))
    count = draw(st.integers(1, min(resolve(variant, number).hand_size for number in variant.table.players)))
    variant = variant.evolve(passing={"count": count, "at_least": 0, "locked": ""})
    offset = draw(st.integers(1, players - 1))
    deal = hearts.new_deal(variant, draw(hands(variant, players)), pass_offset=offset)
    rng = Random(draw(PLAYS))
    for seat in range(players):
        deal = deal.apply(hearts.PassCards(seat, rng.sample(deal.hands[seat], rng.randint(0, count))))
    return draw(st.sampled_from(list(walk(deal, draw(PLAYS)))))


DEALS = deals() | deals(over=True) | deals("choice-moon") | passing_deals() | uneven_deals()


def played(deal: hearts.Deal) -> list[hearts.Card]:
    """The cards played in a deal, in order."""
    tricks = [*deal.tricks, *(trick for trick in (deal.trick,) if trick is not None)]
    return list(chain.from_iterable(trick.cards for trick in tricks))


def one_by_one(deal: hearts.Deal, cards: list[hearts.Card]) -> tuple[hearts.Deal, int]:
    """The deal after cards are played one by one, as far as each is legal, and how many were."""
    for count, card in enumerate(cards):
        try:
            deal = deal.play(card)
        except hearts.IllegalAction:
            return deal, count
    return deal, len(cards)


def facts(deal: hearts.Deal) -> tuple[object, ...]:
    """What a deal tells that is not part of its being equal."""
    return deal.legal_cards(), deal.phase, deal.turn, deal.to_act, deal.trick, deal.scores, repr(deal), hash(deal)


def check(deal: hearts.Deal, cards: list[hearts.Card]) -> int:
    """Cards played at once come to the same deal as one by one; how many were legal."""
    before = facts(deal)
    at_once, count = play_cards(deal, iter(cards))
    expected, number = one_by_one(deal, cards)
    assert count == number
    assert at_once == expected
    assert facts(at_once) == facts(expected)
    assert facts(deal) == before
    return count


@given(DEALS, PLAYS, SHOOTING, st.data())
def test_legal_cards_played_at_once(deal: hearts.Deal, number: int, shooting: bool, data: st.DataObject) -> None:
    """Legal cards, up to any point of the deal, come to the same deal at once as one by one, and all of them are counted."""
    path = list(walk(deal, number, shooters=shooters(deal, shooting=shooting)))
    for end in (path[-1], data.draw(st.sampled_from(path))):
        cards = played(end)[len(played(deal)) :] if deal.phase is hearts.Phase.PLAYING else []
        assert check(deal, cards) == len(cards)
        again, _ = play_cards(deal, cards)
        if cards and end.phase is hearts.Phase.PLAYING:
            assert again == end
            for one, other in zip(walk(again, number), walk(end, number), strict=True):
                assert one == other


@given(DEALS, PLAYS, st.data())
def test_cards_are_played_up_to_the_first_that_is_not_legal(
    deal: hearts.Deal, number: int, data: st.DataObject
) -> None:
    """Of cards that stop being legal somewhere, those before are played and counted, and no more."""
    *_, end = walk(deal, number)
    cards = played(end)[len(played(deal)) :]
    at = data.draw(st.integers(0, len(cards)))
    spoilt = [*cards[:at], data.draw(st.sampled_from(DECK)), *cards[at:]]
    assert check(deal, spoilt) >= (at if deal.phase is hearts.Phase.PLAYING else 0)
    check(deal, data.draw(st.permutations(cards))[:5])
    check(deal, Random(number).sample(DECK, 52))


@given(DEALS, PLAYS)
def test_no_cards_change_nothing(deal: hearts.Deal, number: int) -> None:
    """No cards leave a deal as it is, wherever it stands; and where no card can be played none is."""
    assert check(deal, []) == 0
    if deal.phase is not hearts.Phase.PLAYING:
        assert check(deal, Random(number).sample(DECK, 52)) == 0
        assert play_cards(deal, DECK)[0] == deal


@pytest.mark.parametrize("cut", [0, 1, 3, 4, 26, 51])
def test_a_deal_played_in_two_parts(cut: int) -> None:
    """A whole deal played at once in two parts is the deal played in one."""
    start = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
    *_, end = walk(start, 7)
    cards = played(end)
    first, count = play_cards(start, islice(cards, cut))
    assert (count, first.is_over) == (cut, False)
    assert play_cards(first, cards[cut:]) == (end, 52 - cut)
    assert play_cards(start, cards) == (end, 52)
    assert play_cards(end, cards) == (end, 0)
