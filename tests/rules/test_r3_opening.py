"""R3: the opening lead."""

from __future__ import annotations

import pytest
from arrange import SEAT_0_LEADS, STANDARD, complete, position, suits

import hearts
from hearts import CardSet, IllegalAction, PassCards, Phase, PlayCard, Reason


def test_a5_only_the_opening_leader_owes_the_low_club() -> None:
    """Only the holder of 2C may open, and with 2C; where another seat opened, following suit outranks any duty to 2C."""
    deal = hearts.new_deal("standard", complete("3C", "", "2C", ""))
    assert deal.turn == 2
    assert deal.legal_cards() == CardSet("2C")
    for seat in (0, 1, 3):
        refusal = deal.why_not(deal.hands[seat][0], seat)
        assert refusal is not None
        assert refusal.reason is Reason.NOT_ON_TURN
        with pytest.raises(IllegalAction):
            deal.apply(PlayCard(seat, deal.hands[seat][0]))

    deal = position("7D 8C 2H", "2C 4D KS", "5D 3C 3H", "6D 4C 4H", plays="7D", opening=SEAT_0_LEADS)
    assert deal.legal_cards() == CardSet("4D")


def test_a6_opening_leader_of_a_hold_deal() -> None:
    """Without a pass the holder of 2C is on turn at once, with that card; no pass is accepted."""
    for variant in ("standard", STANDARD.evolve(passing={"count": 0})):
        deal = hearts.new_deal(variant, complete("", "", "", "2C"), pass_offset=0)
        assert (deal.phase, deal.turn, deal.to_act) == (Phase.PLAYING, 3, (3,))
        assert deal.legal_cards() == CardSet("2C")
        refusal = deal.why_not(PassCards(3, deal.hands[3][:3]))
        assert refusal is not None
        assert refusal.reason is Reason.PASS_NOT_NOW


def test_a7_passed_low_club_opens_where_it_went() -> None:
    """The leader comes from the hands after passing: seat 1, to whom 2C was passed, leads it."""
    hands = complete("2C KS AH", "", "", "")
    passes = [CardSet("2C KS AH"), *(hand[:3] for hand in hands[1:])]
    deal = hearts.new_deal("standard", hands, pass_offset=1, passes=passes)
    assert deal.turn == 1
    assert deal.legal_cards() == CardSet("2C")


@pytest.mark.parametrize(("card", "legal"), [("that-card", "2C"), ("same-suit", "2C 9C KC")])
def test_a10_holder_of_the_low_club_leads_it_or_any_club(card: str, legal: str) -> None:
    """The holder of 2C, 9C and KC leads 2C, or any of the three where the variant lets any club open."""
    variant = STANDARD.evolve(opening={"card": card})
    deal = hearts.new_deal(variant, complete("2C 9C KC 4D", "", "", "", void={0: "C"}))
    assert deal.turn == 0
    assert deal.legal_cards() == CardSet(legal)


@pytest.mark.parametrize(("players", "lowest"), [(3, "2C"), (4, "2C"), (5, "3C"), (6, "4C")])
def test_r3_1_holder_of_the_lowest_club_in_the_pack(players: int, lowest: str) -> None:
    """opening.leader = "lowest-club" is the holder of the lowest club that the pack still has, whoever deals."""
    pack = STANDARD.pack(players)
    hands = complete(*[""] * (players - 1), lowest, pack=pack)
    for dealer in range(players):
        deal = hearts.new_deal("standard", hands, dealer=dealer)
        assert deal.turn == players - 1
        assert deal.legal_cards() == CardSet(lowest)


@pytest.mark.parametrize("dealer", range(4))
def test_r3_1_eldest_hand(dealer: int) -> None:
    """opening.leader = "eldest" is the seat to the dealer's left; it may lead any card that trick 1 does not bar."""
    variant = STANDARD.evolve(opening=SEAT_0_LEADS, first_trick={"barred": ""}, hearts={"lead": "any-time"})
    deal = hearts.new_deal(variant, suits(), dealer=dealer)
    assert deal.turn == (dealer + 1) % 4
    assert deal.legal_cards() == deal.hands[(dealer + 1) % 4]


def test_r3_1_eldest_hand_without_cards() -> None:
    """Where uneven passing left the eldest hand without a card, the next seat that has one opens (R2.4)."""
    variant = STANDARD.evolve(opening=SEAT_0_LEADS, passing={"count": 13, "at_least": 0}, table={"players": [4]})
    deal = hearts.new_deal(variant, suits(), pass_offset=1, passes=[suits()[0], "", "", ""])
    assert deal.turn == 1
    assert len(deal.hands[1]) == 26


def test_r3_1_holder_of_a_named_card() -> None:
    """opening.leader may be a card of any suit: its holder after passing leads."""
    variant = STANDARD.evolve(opening={"leader": "7D"})
    hands = complete("", "7D", "", "")
    assert hearts.new_deal(variant, hands).turn == 1
    passes = [hands[0][:3], CardSet("7D") | hands[1][:2], hands[2][:3], hands[3][:3]]
    deal = hearts.new_deal(variant, hands, pass_offset=-1, passes=passes)
    assert deal.turn == 0
    assert deal.legal_cards() == CardSet("7D")


@pytest.mark.parametrize(("card", "legal"), [("that-card", "2S"), ("same-suit", "2S 5S KS"), ("any", "2S 5S KS 4D 9C")])
def test_r3_2_what_is_led(card: str, legal: str) -> None:
    """opening.card: the card itself, any card of its suit, or any card at all, in so far as trick 1 does not bar it."""
    hands = ("2S 5S KS QS 4D 9C 3H", *("2C 3C 4C 5C 6C 7C 8C", "2D 3D 5D 6D 7D 8D 9D", "2H 4H 5H 6H 7H 8H 9H"))
    deal = position(*hands, opening={"leader": "2S", "card": card})
    assert deal.legal_cards() == CardSet(legal)
    refusal = deal.why_not("QS")
    assert refusal is not None
    assert refusal.reason is (Reason.OPENING_CARD if card == "that-card" else Reason.BARRED_IN_FIRST_TRICK)


def test_r3_2_opening_card_outranks_the_bar() -> None:
    """A card that has to be led opens trick 1 even where the bar names it (R4.1)."""
    variant = STANDARD.evolve(first_trick={"barred": "hearts QS 2C"})
    assert hearts.new_deal(variant, complete("2C", "", "", "")).legal_cards() == CardSet("2C")
