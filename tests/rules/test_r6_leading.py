"""R6: breaking hearts, and leading them and the queen."""

from __future__ import annotations

import pytest
from arrange import HEARTS, STANDARD, complete, position, small_pack

import hearts
from hearts import Card, CardSet, Phase, Reason

QUEEN_ON_A_DIAMOND = ("TC JC QC 9D 5H 7C", "2D 3D 4D 5D 6H 8H", "2S 3S 4S QS 5S 6S", "7S 8S 9S 7D TS JS")
QUEEN_ON_A_DIAMOND_PLAYS = "TC 2D 2S 7S JC 3D 3S 8S QC 4D 4S 9S 9D 5D QS 7D"


@pytest.mark.parametrize(("broken_by", "legal"), [("hearts", "7C"), ("hearts QS", "5H 7C")])
def test_b1_queen_may_break_hearts(broken_by: str, legal: str) -> None:
    """QS thrown on 9D in trick 4, no heart played: the next leader may lead a heart where the variant has QS break them."""
    deal = position(*QUEEN_ON_A_DIAMOND, plays=QUEEN_ON_A_DIAMOND_PLAYS, hearts={"broken_by": broken_by})
    assert len(deal.tricks) == 4
    assert deal.hands[0] == CardSet("5H 7C")
    assert deal.legal_cards() == CardSet(legal)
    assert deal.hearts_broken == ("QS" in broken_by)


def test_b4_break_rule_binds_leads_only() -> None:
    """A hand of hearts leads them unbroken; a void hand discards them unbroken; a hand with another card leads that."""
    others = ("2D 3D 4D", "2S 3S 4S", "5S 6S 7S")
    assert position("AC 3H 5H", *others, plays="AC 2D 2S 5S").legal_cards() == CardSet("3H 5H")
    deal = position("AC 8C 2C", "3H 5D 9D", *others[1:], plays="AC 9D 2S 5S 8C")
    assert not deal.hearts_broken
    assert deal.legal_cards() == CardSet("3H 5D")
    assert position("AC TH 5C", *others, plays="AC 2D 2S 5S").legal_cards() == CardSet("5C")


def test_b5_broken_hearts_are_seen_and_forgotten() -> None:
    """A heart discarded as the fourth card of trick 5 opens hearts for the lead to trick 6; the next deal begins unbroken."""
    hands = ("AC KC QC JC TC 3H 8S", "2D 3D 4D 5D 6D 7D 8D", "9D TD JD QD KD AD 2S", "3S 4S 5S 6S 4H 5H 6H")
    plays = "TC 2D 9D 3S JC 3D TD 4S QC 4D JD 5S KC 5D QD 6S AC 6D KD 4H"
    variant = small_pack("standard", hands, opening={"leader": "TC"})
    game = hearts.new_game(variant, hands=hands, seed=0)
    for card in plays.split():
        game = game.play(card)
    assert len(game.deal.tricks) == 5
    assert game.deal.hearts_broken
    assert game.legal_cards() == CardSet("3H 8S")

    while game.phase is Phase.PLAYING:
        game = game.play(game.legal_cards()[0])
    game = game.next_deal(hands)
    assert game.deal.pass_offset == 0
    assert not game.deal.hearts_broken
    for card in plays.split()[:4]:
        game = game.play(card)
    assert len(game.deal.tricks) == 1
    assert game.deal.hands[0] >= "3H 8S"
    assert game.legal_cards() & "3H 8S" == CardSet("8S")


@pytest.mark.parametrize(("lead", "legal"), [("any-time", "QS 6D"), ("when-broken", "6D")])
def test_b6_queen_is_not_a_heart(lead: str, legal: str) -> None:
    """Unbroken hearts do not bind the lead of QS, unless the variant locks her too."""
    hands = ("AC QS 6D TH", "2D 3D 4D 5D", "2S 3S 4S 5S", "6S 7S 8S 9S")
    deal = position(*hands, plays="AC 2D 2S 6S", queen={"lead": lead})
    assert deal.legal_cards() == CardSet(legal)


@pytest.mark.parametrize("broken_by", ["hearts", "hearts QS", "QS"])
def test_b8_no_break_rule(broken_by: str) -> None:
    """Where hearts may be led at any time, one may be led to trick 2; and no rule of breaking ever stops a discard of one."""
    hands = ("AC 4H 9C", "2D 3H QS", "2S 3S 4S", "6S 7S 8S")
    rules = {"broken_by": broken_by}
    free = position(*hands, plays="AC 2D 2S 6S", hearts={"lead": "any-time"} | rules)
    assert free.legal_cards() == CardSet("4H 9C")
    for lead in ("any-time", "when-broken"):
        deal = position(*hands, plays="AC 2D 2S 6S 9C", hearts={"lead": lead} | rules)
        assert deal.legal_cards() == CardSet("3H QS")


@pytest.mark.parametrize(("broken_by", "legal"), [("hearts", "2H 9C"), ("hearts QS", "2H 9C"), ("QS", "9C")])
def test_b9_queen_alone_may_break_hearts(broken_by: str, legal: str) -> None:
    """A heart discarded in trick 2 opens hearts, unless the variant has them wait for QS."""
    hands = ("TC JC 2H 9C", "2D 3D 4D 5D", "2S 3H 4S QS", "7S 8S 9S TS")
    deal = position(*hands, plays="TC 2D 2S 7S JC 3D 3H 8S", hearts={"broken_by": broken_by})
    assert deal.legal_cards() == CardSet(legal)


def test_b10_one_legal_card() -> None:
    """The leader of trick 13 whose last card is QS has that one legal card, and the list of actions is that one play."""
    clubs, spades = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS"
    deal = hearts.new_deal("standard", complete(f"{clubs} QS", "", str(HEARTS), f"2C {spades}"))
    while len(deal.tricks) < 12:
        deal = deal.play(deal.legal_cards()[0])
    assert deal.turn == 0
    assert deal.legal_cards() == CardSet("QS")
    assert tuple(deal.legal_actions()) == (hearts.PlayCard(0, "QS"),)


@pytest.mark.parametrize(
    ("broken_by", "thrown", "broken"),
    [
        ("hearts", "3H", True),
        ("hearts", "QS", False),
        ("hearts QS", "QS", True),
        ("QS", "3H", False),
        ("QS", "QS", True),
        ("2H KS", "3H", False),
        ("3H KS", "3H", True),
    ],
)
def test_r6_1_cards_that_break_hearts(broken_by: str, thrown: str, broken: bool) -> None:
    """hearts.broken_by is a set of cards: hearts are broken from the moment that one of them is played, and not before."""
    hands = ("AC 9C 5H", "2D 3H QS", "2S 3S 4S", "6S 7S KS")
    deal = position(*hands, plays="AC 2D 2S 6S 9C", hearts={"broken_by": broken_by})
    assert not deal.hearts_broken
    deal = deal.play(thrown)
    assert deal.hearts_broken == broken
    deal = deal.play("3S").play("7S")
    assert deal.legal_cards() == CardSet("5H")
    assert deal.hearts_broken == broken


@pytest.mark.parametrize("broken_by", ["hearts", "QS", "2H"])
def test_r6_1_heart_that_had_to_be_led(broken_by: str) -> None:
    """A heart that is led because nothing else was left breaks hearts, even where no heart is in the breaking set."""
    hands = ("AC 5H 9H", "2D 3D QS", "2S 3S 2H", "6S 7S 4H")
    deal = position(*hands, plays="AC 2D 2S 6S", hearts={"broken_by": broken_by})
    assert deal.legal_cards() == CardSet("5H 9H")
    assert not deal.hearts_broken
    assert deal.play("5H").hearts_broken
    assert deal.play("5H").play("3D").play("2H").play("4H").hearts_broken


@pytest.mark.parametrize(("lead", "legal"), [("when-broken", "8S"), ("any-time", "3H 8S")])
def test_r6_2_when_hearts_may_be_led(lead: str, legal: str) -> None:
    """hearts.lead: unbroken hearts cannot be led by a hand that has another card, or any heart may be at any time."""
    deal = position("AC 3H 8S", "2D 3D 4D", "9D TD 2S", "3S 4S 4H", plays="AC 2D 9D 3S", hearts={"lead": lead})
    assert deal.legal_cards() == CardSet(legal)
    refusal = deal.why_not("3H")
    assert (refusal is None) == (lead == "any-time")
    if refusal is not None:
        assert (refusal.reason, refusal.rule, refusal.instead) == (Reason.HEARTS_NOT_BROKEN, "R6.2", CardSet("8S"))


@pytest.mark.parametrize(("with_queen", "legal"), [("lead-queen", "QS"), ("either", "QS 3H 8H")])
def test_r6_3_hand_of_hearts_and_queen(with_queen: str, legal: str) -> None:
    """hearts.with_queen: a hand of hearts and the queen leads the queen, or any of them, while hearts are not broken."""
    others = ("2D 3D 4D 5D", "9D TD 2S 3S", "6S 7S 4H 8S")
    deal = position("AC QS 3H 8H", *others, plays="AC 2D 9D 6S", hearts={"with_queen": with_queen})
    assert deal.legal_cards() == CardSet(legal)
    refusal = deal.why_not("3H")
    assert (refusal is None) == (with_queen == "either")
    assert refusal is None or (refusal.reason, refusal.rule) == (Reason.QUEEN_MUST_LEAD, "R6.3")


@pytest.mark.parametrize("with_queen", ["lead-queen", "either"])
def test_r6_3_is_for_no_other_hand(with_queen: str) -> None:
    """One more card of another kind, and the hearts wait as usual; no queen, and they are led as usual."""
    others = ("2D 3D 4D 5D", "9D TD 2S 3S", "6S 7S 4H 8S")
    for hand, legal in (("AC QS 3H 5C", "QS 5C"), ("AC 3H 8H 9H", "3H 8H 9H"), ("AC QS KS 3H", "QS KS")):
        deal = position(hand, *others, plays="AC 2D 9D 6S", hearts={"with_queen": with_queen})
        assert deal.legal_cards() == CardSet(legal)


@pytest.mark.parametrize(("lead", "legal"), [("any-time", "QS KS 6D"), ("when-broken", "KS 6D")])
def test_r6_4_when_the_queen_may_be_led(lead: str, legal: str) -> None:
    """queen.lead: at any time, or once hearts are broken; then she is free like any card."""
    hands = ("AC QS KS 6D TC", "2D 3D 4D 5D 7D", "2S 3S 4S 5S 2H", "6S 7S 8S 9S 3H")
    deal = position(*hands, plays="AC 2D 2S 6S", queen={"lead": lead})
    assert deal.legal_cards() - "TC" == CardSet(legal)
    refusal = deal.why_not("QS")
    assert (refusal is None) == (lead == "any-time")
    assert refusal is None or (refusal.reason, refusal.rule) == (Reason.QUEEN_LEAD_LOCKED, "R6.4")
    for card in "TC 3D 2H 7S".split():
        deal = deal.play(card)
    assert deal.hearts_broken
    assert Card("QS") in deal.legal_cards()


def test_r6_4_waived_for_lack_of_another_card() -> None:
    """A locked queen is led where nothing but her and unbroken hearts is left, or she alone (R6.3, R4.3)."""
    others = ("2D 3D 4D", "9D TD 2S", "6S 7S 4H")
    deal = position("AC QS 3H", *others, plays="AC 2D 9D 6S", queen={"lead": "when-broken"})
    assert deal.legal_cards() == CardSet("QS")
    either = STANDARD.evolve(queen={"lead": "when-broken"}, hearts={"with_queen": "either"})
    assert position("AC QS 3H", *others, plays="AC 2D 9D 6S", variant=either).legal_cards() == CardSet("3H")


def test_r6_rules_bind_the_opening_lead_too() -> None:
    """Where any card may open and none is barred, unbroken hearts wait in trick 1 as later, and a locked queen with them."""
    hands = ("QS 3H 6D", "2D 3D 4D", "9D TD 2S", "6S 7S 4H")
    free = STANDARD.evolve(first_trick={"barred": ""})
    assert position(*hands, variant=free).legal_cards() == CardSet("QS 6D")
    assert position(*hands, variant=free, queen={"lead": "when-broken"}).legal_cards() == CardSet("6D")
    assert position(*hands, variant=free, hearts={"lead": "any-time"}).legal_cards() == CardSet("QS 3H 6D")
