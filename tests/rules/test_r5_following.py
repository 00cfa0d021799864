"""R5: following suit, and who takes the trick."""

from __future__ import annotations

import pytest
from arrange import PACK, STANDARD, complete, position, suits

import hearts
from hearts import Card, CardSet, Deal, IllegalAction, PlayCard, Reason

FREE = STANDARD.evolve(
    passing={"count": 0},
    opening={"leader": "eldest", "card": "any"},
    first_trick={"barred": ""},
    hearts={"lead": "any-time"},
)
"""The eldest hand leads any card, and nothing else gets in the way of following suit."""


def led_by(leader: int, hands: list[CardSet], plays: str) -> Deal:
    """A whole deal in which a seat leads first, after some plays."""
    return hearts.new_deal(FREE, hands, dealer=(leader - 1) % len(hands), plays=plays)


def test_c1_void_hand_discards() -> None:
    """A hand without the led suit may play any card, and a play of it succeeds."""
    deal = position("5D 2D", "KS 2C", "3D 4D", "6D 7D", plays="5D", variant=FREE)
    assert deal.legal_cards() == CardSet("KS 2C")
    assert deal.play("KS").trick == hearts.Trick(0, (Card("5D"), Card("KS")), (0, 1))


def test_c2_ace_is_high() -> None:
    """AC takes the trick of 9C, KC, AC and 2C."""
    deal = led_by(0, complete("9C", "KC", "AC", "2C"), "9C KC AC 2C")
    assert deal.tricks[0].winner == 2
    assert deal.turn == 2


def test_c4_winner_is_a_seat_not_a_place_in_the_trick() -> None:
    """Led by seat 2, the trick 4S TS 2S KH belongs to seat 3, who leads the next."""
    hands = complete("2S", "KH", "4S", "TS", void={1: "S"})
    deal = led_by(2, hands, "4S TS 2S KH")
    assert deal.tricks[0].winner == 3
    assert deal.turn == 3
    assert deal.tricks[0].seats == (2, 3, 0, 1)
    assert deal.tricks_won == (0, 0, 0, 1)
    assert deal.taken[3] == CardSet("4S TS 2S KH")


def test_c6_only_the_led_suit_takes() -> None:
    """An ace of another suit is a discard: of 3D, AS and 5D the best is 5D."""
    hands = complete("3D", "AS", "5D", "2D", void={1: "D"})
    assert led_by(0, hands, "3D AS 5D 2D").tricks[0].winner == 2


def test_c7_card_of_another_seat() -> None:
    """A card that another seat holds is refused alike as text, as a card and as an action, and the state stays as it was."""
    deal = hearts.new_deal("standard", complete("2C", "3C", "KH", ""), plays="2C")
    before = hash(deal)
    refusal = deal.why_not("KH")
    assert refusal is not None
    assert (refusal.reason, refusal.rule, refusal.seat) == (Reason.NOT_HELD, "R5.1", 1)
    for card in ("KH", "kh", Card("KH"), int(Card("KH"))):
        for play in (deal.play, lambda card: deal.apply(PlayCard(1, card))):
            with pytest.raises(IllegalAction) as caught:
                play(card)
            assert caught.value.refusal == refusal
    assert hash(deal) == before
    assert deal.turn == 1
    assert len(deal.hands[1]) == 13


def test_c7_property_legal_cards_are_those_that_play() -> None:
    """At every turn of a deal a card is in the legal list just where why_not is None, and just there a play of it succeeds."""
    deal = hearts.new_deal("standard", hearts.deal_hands("standard", 57))
    while not deal.is_over:
        legal = deal.legal_cards()
        for card in PACK:
            refusal = deal.why_not(card)
            assert (card in legal) == (refusal is None)
            if refusal is None:
                assert card not in deal.play(card).hands[deal.to_act[0]]
                continue
            with pytest.raises(IllegalAction) as caught:
                deal.play(card)
            assert caught.value.refusal == refusal
        deal = deal.play(legal[-1])


def test_c8_next_on_turn_is_part_of_the_trick() -> None:
    """After the fourth card its winner is on turn: seat 2 with KS, not the seat after the last to play."""
    deal = led_by(0, complete("2S", "5S", "KS", "3S"), "2S 5S KS")
    assert deal.turn == 3
    assert deal.play("3S").turn == 2
    assert deal.play("3S").to_act == (2,)


def test_c9_second_card_in_one_trick() -> None:
    """A seat that plays twice in a trick is refused the second time, and just one of its cards is gone."""
    deal = led_by(0, complete("5D 6D", "", "", ""), "5D")
    for card in ("6D", "5D"):
        with pytest.raises(IllegalAction) as caught:
            deal.apply(PlayCard(0, card))
        assert (caught.value.refusal.reason, caught.value.refusal.seat) == (Reason.NOT_ON_TURN, 0)
    assert len(deal.hands[0]) == 12
    assert Card("6D") in deal.hands[0]


def test_r5_1_led_suit_is_followed() -> None:
    """A seat that holds the led suit may play any card of it and no other; the refusal names those."""
    deal = position("8S 2D", "3S KS", "2C 4S", "3C 5C", plays="8S", variant=FREE)
    assert deal.legal_cards() == CardSet("3S KS")
    deal = deal.play("KS")
    refusal = deal.why_not("2C")
    assert refusal is not None
    assert (refusal.reason, refusal.rule, refusal.instead) == (Reason.MUST_FOLLOW, "R5.1", CardSet("4S"))


@pytest.mark.parametrize("players", range(3, 9))
def test_r5_2_highest_of_the_led_suit_takes_and_leads(players: int) -> None:
    """At a table of any size the highest card of the led suit takes the trick, wherever it falls, and its winner leads next."""
    spades = "2S 3S 4S 5S 6S 7S 8S AS".split()[-players:]
    others = "2D 3D 4D 5D 6D 7D 8D AD".split()[-players:]
    for winner in range(players):
        ranked = [*spades[:winner], spades[-1], *spades[winner:-1]]
        hands = [f"{spade} {other}" for spade, other in zip(ranked, others, strict=True)]
        variant = FREE.evolve(passing={"cycle": ["left"]})
        deal = position(*hands, plays=" ".join(ranked), variant=variant)
        assert deal.tricks[0].winner == deal.turn == winner
        assert deal.taken[winner] == CardSet(spades)
        assert sum(deal.tricks_won) == 1


@pytest.mark.parametrize(
    ("discard", "unbroken", "broken"),
    [("free", "QS 4S 5H", "QS 4S 5H"), ("first-chance", "QS", "QS"), ("when-broken", "4S 5H", "QS 4S 5H")],
)
def test_r5_3_when_the_queen_is_discarded(discard: str, unbroken: str, broken: str) -> None:
    """queen.discard: the queen may be thrown freely, must be at the first chance, or may not be before hearts are broken."""
    hands = ("AC KC 2C 5C", "3C QS 4S 5H", "2D 3D 4D 5D", "2S 3S 4H 6S")
    variant = FREE.evolve(queen={"discard": discard})
    for thrown, legal in (("3S", unbroken), ("4H", broken)):
        deal = position(*hands, plays=f"AC 3C 2D {thrown} KC", variant=variant)
        assert deal.legal_cards() == CardSet(legal)
        refusals = {deal.why_not(card) for card in deal.hands[1] - deal.legal_cards()}
        reasons = {"first-chance": Reason.QUEEN_FIRST_CHANCE, "when-broken": Reason.QUEEN_BEFORE_HEARTS}
        assert all(refusal and refusal.reason is reasons[discard] and refusal.rule == "R5.3" for refusal in refusals)


def test_r5_3_who_follows_is_not_bound() -> None:
    """The rule binds discards alone: a queen follows her own suit, and need not where the hand has another of it."""
    for discard in ("first-chance", "when-broken"):
        variant = FREE.evolve(queen={"discard": discard})
        deal = position("AS 2C", "QS 4H", "QH 4S", "3S 5S", plays="AS", variant=variant)
        assert deal.legal_cards() == CardSet("QS")
        deal = position("AS 2C", "QS 4S", "QH 4H", "3S 5S", plays="AS", variant=variant)
        assert deal.legal_cards() == CardSet("QS 4S")


def test_r5_3_waived_for_lack_of_another_card() -> None:
    """A queen that waits for hearts is thrown all the same where the seat has nothing else."""
    variant = FREE.evolve(queen={"discard": "when-broken"})
    deal = position("AC KC", "QS 4S", "2D 3D", "5S 4H", plays="AC 4S 2D 5S KC", variant=variant)
    assert deal.legal_cards() == CardSet("QS")
    assert not deal.hearts_broken


def test_r5_3_bar_of_trick_one_comes_first() -> None:
    """In trick 1 a barred queen is not thrown, though it be the first chance (R4.1); in trick 2 she must be."""
    variant = FREE.evolve(queen={"discard": "first-chance"}, first_trick={"barred": "hearts QS"})
    deal = position("AC KC", "QS 4S", "2D 3D", "5S 4H", plays="AC", variant=variant)
    assert deal.legal_cards() == CardSet("4S")
    assert deal.play("4S").play("2D").play("5S").play("KC").legal_cards() == CardSet("QS")


def test_r5_3_queen_is_the_card_that_the_variant_names() -> None:
    """queen.card may be any card: the rules of the queen then bind that one, and QS is a card like others."""
    variant = FREE.evolve(
        queen={"card": "JS", "discard": "first-chance", "lead": "when-broken"}, hearts={"lead": "when-broken"}
    )
    deal = position("AC KC", "QS JS", "2D 3D", "5S 4H", plays="AC", variant=variant)
    assert deal.legal_cards() == CardSet("JS")
    assert position("QS JS", "AC KC", "2D 3D", "5S 4H", variant=variant).legal_cards() == CardSet("QS")


def test_r5_whole_deal_by_suits() -> None:
    """Where each seat was dealt a suit, the one that leads takes every trick, since nobody can follow."""
    for first in range(4):
        deal = hearts.new_deal("standard", suits(first))
        while not deal.is_over:
            deal = deal.play(deal.legal_cards()[0])
        assert deal.tricks_won == tuple(13 if seat == first else 0 for seat in range(4))
