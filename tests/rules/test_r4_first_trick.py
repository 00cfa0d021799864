"""R4: the first trick."""

from __future__ import annotations

import random

import pytest
from arrange import HEARTS, MOON, PACK, SEAT_0_LEADS, STANDARD, complete, position

import hearts
from hearts import Card, CardSet, Deal, Reason

POINTS_ALLOWED = STANDARD.evolve(first_trick={"barred": ""})


def after_2c(hand: str, *more: str, variant: str | hearts.Variant = STANDARD) -> Deal:
    """A deal in which seat 0 led 2C and seat 1, which holds these cards and no other club, is to play."""
    return hearts.new_deal(variant, complete("2C", hand, *more, *[""] * (2 - len(more)), void={1: "C"}), plays="2C")


def test_a1_points_barred_in_trick_one() -> None:
    """A hand without the led suit may not throw hearts or QS on trick 1, unless the variant allows points there."""
    cards = CardSet("QS AS 4H 9D KD")
    barred, free = after_2c(str(cards)), after_2c(str(cards), variant=POINTS_ALLOWED)
    assert barred.legal_cards() & cards == CardSet("AS 9D KD")
    assert barred.legal_cards() == barred.hands[1] - MOON
    assert free.legal_cards() == free.hands[1] >= cards
    refusal = barred.why_not("QS")
    assert refusal is not None
    assert (refusal.reason, refusal.rule, refusal.instead) == (
        Reason.BARRED_IN_FIRST_TRICK,
        "R4.1",
        barred.legal_cards(),
    )


def test_a1_property_trick_one_is_worth_nothing() -> None:
    """With the bar, trick 1 has a point card in it only from a seat that held nothing but point cards."""
    rng = random.Random(41)
    exceptions = 0
    for _ in range(300):
        # fair deals hardly ever leave a seat without another card: the less they are shuffled, the longer the suits
        spread = rng.random() * 52
        _, order = zip(*sorted((card + rng.random() * spread, card) for card in PACK), strict=True)
        hands = [CardSet(order[first : first + 13]) for first in rng.sample(range(0, 52, 13), 4)]
        deal = hearts.new_deal("standard", hands)
        while not deal.tricks:
            legal = deal.legal_cards()
            deal = deal.play(legal[int(rng.random() * len(legal))])
        trick = deal.tricks[0]
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            assert card not in MOON or hands[seat] <= MOON
            exceptions += card in MOON
    assert exceptions > 10


def test_a2_hand_of_points_only() -> None:
    """A hand of twelve hearts and QS may play any of them to trick 1, and a heart played there breaks hearts."""
    hand = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"
    deal = after_2c(hand)
    assert deal.legal_cards() == CardSet(hand)
    assert not deal.hearts_broken
    assert deal.play("7H").hearts_broken


def test_a3_hearts_are_barred_with_the_queen() -> None:
    """The bar takes the hearts with the queen; JD is free unless the variant names it."""
    deal = hearts.new_deal("standard", complete("2C", "KC", "3H JH QS TS 6D", "", void={2: "C"}), plays="2C KC")
    assert deal.legal_cards() & "3H JH QS TS 6D" == CardSet("TS 6D")
    assert deal.legal_cards() == deal.hands[2] - MOON
    for name, free in (("jack-of-diamonds", True), ("omnibus", False), ("standard", True)):
        assert (Card("JD") in after_2c("JD 4S", variant=name).legal_cards()) == free


def test_b2_hand_of_all_hearts() -> None:
    """A seat that was dealt all thirteen hearts may play any of them to trick 1."""
    deal = after_2c(str(HEARTS))
    assert deal.legal_cards() == HEARTS
    assert len(HEARTS) == 13


@pytest.mark.parametrize(
    ("barred", "legal"),
    [
        ("hearts QS", "3S KS JD 4D"),
        ("hearts", "3S KS JD 4D QS"),
        ("QS", "3S KS JD 4D 2H AH"),
        ("hearts QS JD", "3S KS 4D"),
        ("QS KS", "3S JD 4D 2H AH"),
        ("spades AH", "JD 4D 2H"),
        ("", "QS 3S KS JD 4D 2H AH"),
    ],
)
def test_r4_1_any_set_of_cards_may_be_barred(barred: str, legal: str) -> None:
    """first_trick.barred is a set of cards: just those are barred from trick 1."""
    cards = CardSet("QS 3S KS JD 4D 2H AH")
    deal = after_2c(str(cards), variant=STANDARD.evolve(first_trick={"barred": barred}))
    assert deal.legal_cards() & cards == CardSet(legal)


def test_r4_2_bar_binds_the_lead() -> None:
    """Where any card may open, a barred card may not, though hearts need no breaking."""
    hands, free = ("QS 4H 9D", "2C 3C 4C", "2D 3D 4D", "2S 3S 4S"), {"lead": "any-time"}
    assert position(*hands, opening=SEAT_0_LEADS, hearts=free).legal_cards() == CardSet("9D")
    deal = position(*hands, opening=SEAT_0_LEADS, hearts=free, first_trick={"barred": "9D"})
    assert deal.legal_cards() == CardSet("QS 4H")


def test_r4_2_bar_never_stops_from_following() -> None:
    """A barred card follows suit in trick 1: it must, where no other card of the suit is held."""
    deal = position("KS 4C", "QS 9D", "3S AS", "2D 2H", plays="KS", first_trick={"barred": "QS AS"})
    assert deal.legal_cards() == CardSet("QS")
    assert deal.play("QS").legal_cards() == CardSet("3S AS")


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("QS 4H 5H", "QS 4H 5H"), ("QS 4H 5D", "5D"), ("4H 5H 6H", "4H 5H 6H"), ("QS 4H 9C", "9C")],
)
def test_r4_3_barred_cards_only(hand: str, legal: str) -> None:
    """A seat that has only barred cards to choose from may play any of them; a single other card is the one to play."""
    deal = position("AC 2D 3D", hand, "2S 3S 4S", "5S 6S 7S", plays="AC")
    assert deal.legal_cards() == CardSet(legal)


def test_r4_3_barred_cards_only_on_lead() -> None:
    """The same holds for the opening lead; whether hearts may be led is then asked of what is left (R6.2)."""
    hands = ("QS 4H 5H", "2D 3D 4D", "2S 3S 4S", "2C 3C 4C")
    assert position(*hands).legal_cards() == CardSet("QS")
    assert position(*hands, hearts={"lead": "any-time"}).legal_cards() == CardSet("QS 4H 5H")


def test_r4_4_bar_ends_with_trick_one() -> None:
    """From trick 2 on hearts and QS may be discarded, by everyone, whoever won trick 1."""
    hands = ("AC KC 2D", "QS 4H 9D", "2H 3S 4S", "3H 5S 6S")
    deal = position(*hands, plays="AC 9D 3S 5S KC")
    assert deal.legal_cards() == CardSet("QS 4H")
    assert deal.play("QS").legal_cards() == CardSet("2H 4S")
    assert deal.play("4H").play("4S").legal_cards() == CardSet("3H 6S")
