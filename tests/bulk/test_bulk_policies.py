"""How seats choose in bulk: the policy `duck` keeps to the rules, does what it is told to, and fares better than chance."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.bulk import Policy, Stream, play_deal
from hearts.bulk.policies import as_policy, danger_of, duck_card, duck_pass, least_of, most_of
from hearts.bulk.reference import _random_pass, _trick, deal_hands, play_on
from hearts.bulk.streams import CHOICES, DEALS
from hearts.cards import of_mask
from hearts.engine.kernel import can_pass
from hearts.testing import deals, player_counts, variants
from hearts.variant.rules import Rules, resolve

STANDARD = hearts.load_variant("standard")
RULES = resolve(STANDARD, 4)
SEEDS = st.integers(0, (1 << 256) - 1)


def mask(cards: str) -> int:
    """The mask of some cards."""
    return hearts.CardSet(cards).mask


def ducked(legal: str, trick: str = "", *, best: str = "", last: bool = False, rules: Rules = RULES) -> str:
    """The card that `duck` plays of some, to a trick with a card led and one that takes it so far."""
    led = trick.split()
    lead = int(hearts.Card(led[0])) if led else -1
    taking = int(hearts.Card(best or led[0])) if led else -1
    return str(of_mask(duck_card(rules, danger_of(rules), mask(legal), lead, taking, last)))


def test_policies_by_name() -> None:
    """A policy is given by itself or by its name, and each has a number inside compiled code."""
    assert [*Policy] == ["random", "duck"]
    assert [as_policy(policy) for policy in (Policy.DUCK, "duck", "random")] == [
        Policy.DUCK,
        Policy.DUCK,
        Policy.RANDOM,
    ]
    assert [policy.number for policy in Policy] == [0, 1]


@pytest.mark.parametrize("policy", ["Duck", "", 1, None, ["duck"], True])
def test_no_policy(policy: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """What is no policy is refused, and the error names those there are."""
    with pytest.raises(hearts.SetupError, match=r"policy: it is .*: expected one of random, duck"):
        as_policy(policy)
    with pytest.raises(hearts.SetupError, match="policy"):
        play_deal("standard", 0, seed=1, policy=policy)


# ---- what is dangerous ---------------------------------------------------------------------------------------------------


def test_danger_in_the_standard_game() -> None:
    """The queen of spades is the most dangerous card; then those that take her; then hearts, the high ones before the low."""
    danger = danger_of(RULES)
    order = [str(hearts.Card(card)) for card in sorted(range(52), key=danger.__getitem__, reverse=True)]
    assert order[:3] == ["QS", "AS", "KS"]
    assert order[3:16] == [f"{rank}H" for rank in "AKQJT98765432"]
    assert danger[int(hearts.Card("2C"))] < danger[int(hearts.Card("AC"))] < danger[int(hearts.Card("2H"))]


def test_danger_of_bonus_cards() -> None:
    """A card that is worth having is the least dangerous of all."""
    danger = danger_of(resolve(hearts.load_variant("omnibus"), 4))
    assert min(range(52), key=danger.__getitem__) == hearts.Card("JD")


def test_danger_where_the_highest_wins() -> None:
    """Where the highest total wins, what counts is what is wanted, and low cards are the dangerous ones."""
    variant = STANDARD.evolve(end={"winner": "highest"})
    danger = danger_of(resolve(variant, 4))
    assert min(range(52), key=danger.__getitem__) == hearts.Card("QS")
    assert danger[int(hearts.Card("AC"))] < danger[int(hearts.Card("2C"))]


def test_danger_where_no_card_is_dear() -> None:
    """Where hearts count one each and nothing more, no card is feared for what it takes."""
    danger = danger_of(resolve(hearts.load_variant("original"), 4))
    assert danger[int(hearts.Card("AS"))] == danger[int(hearts.Card("AC"))]


@given(st.lists(st.integers(-99, 99), min_size=52, max_size=52), st.integers(1, (1 << 52) - 1))
def test_most_and_least(danger: list[int], cards: int) -> None:
    """Of equally dangerous cards the highest is the most, and the lowest the least dangerous one."""
    held = [card for card in range(52) if cards >> card & 1]
    assert most_of(danger, cards) == 1 << max(held, key=lambda card: (danger[card], card))
    assert least_of(danger, cards) == 1 << min(held, key=lambda card: (danger[card], card))


# ---- what it plays -------------------------------------------------------------------------------------------------------


def test_it_leads_low() -> None:
    """It leads the least dangerous card, and no bonus card while it has another."""
    assert ducked("5C KD 2H QS") == "5C"
    assert ducked("JD QS", rules=resolve(hearts.load_variant("omnibus"), 4)) == "QS"
    assert ducked("JD", rules=resolve(hearts.load_variant("omnibus"), 4)) == "JD"


def test_it_ducks() -> None:
    """Where it can stay under the card that takes the trick, it does so with the highest that does."""
    assert ducked("2C 9C JC AC", "TC 3C QC", best="QC") == "JC"


def test_it_takes_cheaply() -> None:
    """Where it must take a trick it plays low, for somebody may go higher; as the last, the highest that costs nothing."""
    assert ducked("JC AC", "TC") == "JC"
    assert ducked("JC AC", "TC 2C 3C", best="TC", last=True) == "AC"
    assert ducked("QS AS", "JS 2S 3S", best="JS", last=True) == "AS"
    assert ducked("5H KH", "2H 3H 4H", best="4H", last=True) == "5H"


def test_it_throws_off_what_costs_most() -> None:
    """Where it cannot follow, the most dangerous card goes."""
    assert ducked("AD 2H AH QS", "TC") == "QS"
    assert ducked("AD 2H AH", "TC") == "AH"
    assert ducked("AD 2H KS", "TC") == "KS"


def test_it_takes_what_it_can_where_the_highest_wins() -> None:
    """Where the highest total wins it plays over the others if it can, with the card that is least worth keeping."""
    rules = resolve(STANDARD.evolve(end={"winner": "highest"}), 4)
    assert ducked("2C JC AC", "TC", rules=rules) == "JC"
    assert ducked("2C 9C", "TC", rules=rules) == "2C"


def test_it_passes_what_is_dangerous() -> None:
    """It passes its three most dangerous cards."""
    cards = duck_pass(RULES, danger_of(RULES), mask("2C 3C 4C 5D 6D 7D 8H 9H TH JS QS KS AS"))
    assert of_mask(cards) == hearts.CardSet("QS KS AS")


@given(variants(), SEEDS, st.data())
def test_passes_are_legal(variant: hearts.Variant, seed: int, data: st.DataObject) -> None:
    """What `duck` passes of a hand is legal, and it passes as many cards as it may; so is what is passed at random (R2.4)."""
    players = data.draw(player_counts(variant))
    rules = resolve(variant, players)
    if not rules.pass_count:
        return
    for hand in deal_hands(rules, Stream(seed, DEALS, 0)):
        passed = duck_pass(rules, danger_of(rules), hand)
        assert can_pass(rules, hand, passed)
        most = min(rules.pass_count, max(rules.pass_at_least, (hand & ~rules.pass_locked).bit_count()))
        assert passed.bit_count() == most
        assert can_pass(rules, hand, _random_pass(rules, hand, Stream(seed, CHOICES, 0)))


@given(deals(), st.sampled_from(Policy), SEEDS)
def test_deals_are_played_to_their_ends(deal: hearts.Deal, policy: Policy, seed: int) -> None:
    """From anywhere in a deal each policy plays on legally to its end; what was done before stays."""
    over = play_on(deal, policy, Stream(seed, CHOICES, 0))
    assert over.is_over
    assert over.tricks[: len(deal.tricks)] == deal.tricks
    assert (over.dealt, over.dealer, over.pass_offset) == (deal.dealt, deal.dealer, deal.pass_offset)


# ---- how it fares --------------------------------------------------------------------------------------------------------


def points_of_duck(variant: hearts.Variant, number: int, ducking: int) -> tuple[int, float]:
    """The points of a deal of the one seat that plays by `duck`, and the mean of the others, which play at random."""
    rules = resolve(variant, 4)
    danger, stream = danger_of(rules), Stream(1, CHOICES, number)
    hands = [of_mask(hand) for hand in deal_hands(rules, Stream(1, DEALS, number))]
    deal = hearts.new_deal(variant, hands, pass_offset=rules.offsets[number % len(rules.offsets)])
    for seat in deal.to_act if deal.phase is hearts.Phase.PASSING else ():
        hand = deal.hands[seat].mask
        passed = duck_pass(rules, danger, hand) if seat == ducking else _random_pass(rules, hand, stream)
        deal = deal.apply(hearts.PassCards(seat, of_mask(passed)))
    while deal.phase is hearts.Phase.PLAYING:
        legal = deal.legal_cards()
        card = legal[stream.below(len(legal))]
        if deal.turn == ducking:
            (card,) = of_mask(duck_card(rules, danger, legal.mask, *_trick(deal, rules)))
        deal = deal.play(card)
    scores = deal.scores or ()
    return scores[ducking], (sum(scores) - scores[ducking]) / 3


@pytest.mark.parametrize("name", ["standard", "original", "omnibus"])
def test_duck_fares_better_than_chance(name: str) -> None:
    """At a table of three who play at random, whoever plays by `duck` takes less than half of what each of them takes."""
    variant = hearts.load_variant(name)
    points = [points_of_duck(variant, number, ducking=number // 4 % 4) for number in range(320)]
    mine, theirs = (sum(column) / len(points) for column in zip(*points, strict=True))
    assert mine < theirs / 2


def test_duck_takes_more_where_the_highest_wins() -> None:
    """Where the highest total wins, it takes clearly more than each of the others."""
    variant = STANDARD.evolve(end={"winner": "highest"})
    points = [points_of_duck(variant, number, ducking=number // 4 % 4) for number in range(320)]
    mine, theirs = (sum(column) / len(points) for column in zip(*points, strict=True))
    assert mine > theirs * 1.3
