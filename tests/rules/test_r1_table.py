"""R1: the table and the pack."""

from __future__ import annotations

import random

import pytest
from arrange import PACK, STANDARD, ace_game, aces, suits

import hearts
from hearts import Card, CardError, CardSet, Phase, SetupError, Suit, VariantError

SEVEN = {"players": [4, 7], "default_players": 7, "removed": {"7": "2C 2D 2S"}}
SEVEN_CYCLE = {"cycle": {"4": ["left"], "7": ["left"]}}


def test_r1_1_players_are_those_of_the_variant() -> None:
    """table.players says how many may play: those numbers are dealt, and any other is an error that names them."""
    variant = STANDARD.evolve(table=SEVEN, passing=SEVEN_CYCLE)
    for players in (4, 7):
        assert len(hearts.new_game(variant, players=players, seed=1).deal.hands) == players
    with pytest.raises(SetupError, match="4, 7"):
        hearts.new_game(variant, players=5, seed=1)


def test_r1_1_default_number_of_players() -> None:
    """table.default_players sit down where nobody says how many."""
    assert hearts.new_game(STANDARD.evolve(table=SEVEN, passing=SEVEN_CYCLE), seed=1).players == 7
    assert hearts.new_game("black-maria", seed=1).players == 3


def test_r1_2_removed_cards_are_in_no_hand() -> None:
    """table.removed is the pack's loss by player count: a removed card is dealt to nobody and can be in no hand."""
    variant = STANDARD.evolve(table=SEVEN, passing=SEVEN_CYCLE)
    hands = hearts.deal_hands(variant, 5, players=7)
    assert [len(hand) for hand in hands] == [7] * 7
    assert CardSet(card for hand in hands for card in hand) == PACK - "2C 2D 2S"
    low = hands[0][0]
    with pytest.raises(SetupError, match="2C is not in the pack"):
        hearts.new_deal(variant, [hands[0] - [low] | "2C", *hands[1:]])
    assert variant.pack(4) == PACK


def test_r1_2_pack_must_divide_by_the_players() -> None:
    """A pack that its players cannot share evenly is a fault of table.removed."""
    with pytest.raises(VariantError) as caught:
        STANDARD.evolve(table={"players": [7], "default_players": 7, "removed": "2C 2D"}, passing=SEVEN_CYCLE)
    assert [fault.path for fault in caught.value.faults] == ["table.removed.7"]


def test_r1_3_deal_moves_to_the_left() -> None:
    """The last seat deals first unless the caller says otherwise, and then each time the seat to the dealer's left."""
    variant = aces(1, 1, 1, 1)
    rounds = [range(4)] * 5
    assert [result.dealer for result in ace_game(variant, *rounds).deals] == [3, 0, 1, 2, 3]
    game = hearts.new_game("short", players=5, seed=1, first_dealer=2)
    assert (hearts.new_game("short", players=5, seed=1).deal.dealer, game.deal.dealer) == (4, 2)


@pytest.mark.parametrize("text", ["", "Q", "1S", "QX", "QSS"])
def test_c11_malformed_card_text(text: str) -> None:
    """Text that is no card is a named error wherever a card is taken; TS and 10S are one card, in letters of either case."""
    deal = hearts.new_deal("standard", suits())
    for read in (Card, deal.play, deal.why_not, lambda card: card in deal.hands[0]):
        with pytest.raises(CardError, match="expected a rank"):
            read(text)
    assert Card("TS") == Card("10S") == Card("ts") == Card("10s")
    assert Card("qs") == Card("QS")


def test_h5_returned_values_are_snapshots() -> None:
    """What a state gives out cannot change it, and shows for ever what it showed when it was asked for."""
    deal = hearts.new_deal("standard", suits())
    hand, legal, listed = deal.hands[0], deal.legal_cards(), list(deal.hands[0])
    listed.clear()
    for attribute in ("mask", "_mask"):
        with pytest.raises(AttributeError):
            setattr(hand, attribute, 0)
    assert deal.legal_cards() == legal == CardSet("2C")
    after = deal.play("2C")
    assert hand == deal.hands[0] == Suit.CLUBS.cards
    assert after.hands[0] == hand - "2C"


def test_h10_the_pack_stays_whole() -> None:
    """At any point of a game, hands, open trick and piles are the pack, each card once, and points are those of the piles."""
    variant = hearts.load_variant("omnibus").evolve(end={"target": 40})
    rng = random.Random(10)
    for players in variant.table.players:
        game = hearts.new_game(variant, players=players, seed=players)
        values = dict(variant.values.cards)
        while not game.is_over:
            deal = game.deal
            cards = [card for held in (*deal.hands, *deal.taken) for card in held]
            cards += deal.trick.cards if deal.trick else ()
            assert len(cards) == len(set(cards))
            assert CardSet(cards) == variant.pack(players)
            assert deal.points == tuple(sum(values.get(card, 0) for card in pile) for pile in deal.taken)
            if game.phase is Phase.DEAL_OVER:
                game = game.next_deal()
            else:
                actions = game.legal_actions()
                game = game.apply(actions[int(rng.random() * len(actions))])
