"""What follows from a view: each rule of play by an example, soundness in any game, completeness in small deals."""

from __future__ import annotations

import attrs
import every_world
import pytest
from every_world import every_holding, small_variant, small_views
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Card, CardSet, Suit, ViewOptions
from hearts.cards import bits
from hearts.engine import kernel
from hearts.knowledge.proofs import proofs_for
from hearts.testing import deals, games, player_counts, variants, walk
from hearts.variant.rules import resolve

NUMBERS = st.integers(0, (1 << 32) - 1)

PACK = "QC KC AC QD KD AD QH KH AH QS KS AS"
"""Three players hold four of these each; the eldest hand leads any card, where nothing else is said."""


def cards_by_seat(text: str) -> tuple[CardSet, ...]:
    """Hands or other sets of cards, parted by bars."""
    return tuple(map(CardSet, text.split("|")))


def after(hands: str, plays: str, **sections: object) -> hearts.Deal:
    """A deal of the pack with some rules of play, in which cards have been played; the last seat deals."""
    return hearts.new_deal(small_variant(PACK, 3, **sections), cards_by_seat(hands), plays=plays)


# ---- what each rule proves -------------------------------------------------------------------------------------------


def test_not_following_shows_a_void() -> None:
    """A seat that does not follow suit holds no card of it (R5.1); nor does one that cannot, as all of it is elsewhere."""
    deal = after("QC KC QD KD|QH KH AH AS|AC AD QS KS", "QC AS AC")
    known = hearts.infer(deal.view(0))
    assert known.voids == ((Suit.HEARTS, Suit.SPADES), (Suit.CLUBS,), (Suit.CLUBS,))
    assert known.may_hold[1] == known.may_hold[2] == CardSet("AD QH KH AH QS KS")
    onlooking = hearts.infer(deal.view())
    assert onlooking.voids == ((), (Suit.CLUBS,), ())
    assert (onlooking.holders("KC"), onlooking.holders("KD"), onlooking.holders("AC")) == ((0, 2), (0, 1, 2), ())
    assert onlooking.out == CardSet(PACK) - "QC AC AS"
    assert onlooking.out_by_suit == cards_by_seat("KC|QD KD AD|QH KH AH|QS KS")
    assert onlooking.must_hold == cards_by_seat("||")


def test_a_barred_card_shows_a_hand_of_barred_cards() -> None:
    """A seat that throws a barred card in trick 1 holds nothing that is not barred (R4.3)."""
    deal = after("QC KC AC KD|QH KH AH AS|QD AD QS KS", "QC QH", first_trick={"barred": "QH KH AH QS KS AS"})
    assert hearts.infer(deal.view(0)).may_hold[1] == CardSet("KH AH QS KS AS")
    assert hearts.infer(deal.view(0)).must_hold[2] == CardSet("QD AD")


def test_a_seat_that_throws_another_card_may_hold_barred_ones() -> None:
    """A seat that throws a card that is not barred in trick 1 shows a void, and nothing else."""
    deal = after("QC KC AC KD|QD KH AH AS|QH AD QS KS", "QC QD", first_trick={"barred": "QH KH AH QS"})
    assert hearts.infer(deal.view(0)).may_hold[1] == CardSet("AD QH KH AH QS KS AS")


@pytest.mark.parametrize(("lead", "may"), [("any-time", "QH AH AS"), ("when-broken", "QH AH")])
def test_a_heart_led_early_shows_a_hand_of_hearts(lead: str, may: str) -> None:
    """A seat that leads a heart before hearts are broken holds only hearts (R6.2), where that is the rule."""
    plays = "AC QC KS AD QD KD KH"
    deal = after("AC AD KH QH|QC KC QD QS|KD AH KS AS", plays, hearts={"lead": lead})
    assert hearts.infer(deal.view(1)).may_hold[0] == CardSet(may)


@pytest.mark.parametrize(("led", "may"), [("KH", "AH QS"), ("QS", "KH AH AS")])
def test_a_heart_or_the_queen_led_from_both(led: str, may: str) -> None:
    """Where hearts and queen only may lead either, a heart led early shows a hand of both, the queen nothing (R6.3)."""
    sections = {"hearts": {"lead": "when-broken", "with_queen": "either"}}
    deal = after("AC AD KH QS|QC KC QD QH|KD AH KS AS", f"AC QC KS AD QD KD {led}", **sections)
    assert hearts.infer(deal.view(1)).may_hold[0] == CardSet(may)


TWO_THINGS = {
    "first_trick": {"barred": "QC KC"},
    "hearts": {"lead": "when-broken", "with_queen": "either"},
}


def test_a_lead_that_proves_one_of_two_things() -> None:
    """A heart led to trick 1 shows a hand of hearts and the queen, or one of hearts and barred cards, and none of all three."""
    deal = after("QH KH QS AH|QC KC AC AS|QD KD AD KS", "QH", **TWO_THINGS)
    view = deal.view(1)
    assert hearts.infer(view).may_hold[0] == CardSet("KH AH QS")
    onlooking = deal.view()
    assert hearts.infer(onlooking).may_hold[0] == CardSet("QC KC KH AH QS")
    held = {hands[0] for hands in every_holding(onlooking)}
    assert held == {*map(CardSet, ("KH AH QS", "QC KC KH", "QC KC AH", "QC KH AH", "KC KH AH"))}
    assert hearts.count_worlds(onlooking) == 5 * 70
    assert hearts.infer(deal.play("AC").play("KS").view()).may_hold[0] == CardSet("QC KC KH AH QS")


def test_the_second_of_two_things_once_it_is_seen() -> None:
    """Such a lead proves the one thing once a barred card of the leader is seen, the other once its queen is."""
    barred = after("QH KH KC QC|QS KS AC AS|QD KD AD AH", "QH AC AH AD KC", **TWO_THINGS)
    assert hearts.infer(barred.view()).must_hold[0] == CardSet("QC KH")
    barred = after("QH KH KC AH|QC QS AC AS|QD KD AD KS", "QH AC KD KC", **TWO_THINGS)
    assert hearts.infer(barred.view()).must_hold[0] == CardSet("KH AH")
    queen = after("QH KH QS AH|QC KC AC AS|QD KD AD KS", "QH AC KD QS", **TWO_THINGS)
    assert hearts.infer(queen.view()).may_hold[0] == CardSet("KH AH")


def test_the_queen_led_early_shows_a_hand_of_her_and_hearts() -> None:
    """A seat that leads a locked queen before hearts are broken has nothing else that it may lead (R6.4)."""
    sections = {"queen": {"lead": "when-broken"}, "hearts": {"lead": "when-broken"}}
    deal = after("QH KH AH QS|KC AC QD KS|QC KD AD AS", "QS", **sections)
    assert hearts.infer(deal.view(1)).must_hold[0] == CardSet("QH KH AH")


@pytest.mark.parametrize(
    ("discard", "hand", "thrown", "may"),
    [
        ("first-chance", "QH KH AH AS", "QH", "QD AD KH AH AS"),
        ("first-chance", "QH KH AH QS", "QS", "QD AD QH KH AH AS"),
        ("when-broken", "QH KH AH QS", "QH", "QD AD KH AH QS AS"),
        ("free", "QH KH AH QS", "QH", "QD AD KH AH QS AS"),
    ],
)
def test_how_the_queen_may_be_thrown(discard: str, hand: str, thrown: str, may: str) -> None:
    """A seat that throws another card at the first chance does not hold the queen; no other discard tells of her (R5.3)."""
    last = CardSet(PACK) - "QC AC KD KS" - hand
    deal = after(f"QC AC KD KS|{hand}|{last}", f"QC {thrown}", queen={"discard": discard})
    assert hearts.infer(deal.view(0)).may_hold[1] == CardSet(may)


def test_the_queen_thrown_too_early_was_the_last_card() -> None:
    """A seat that throws the queen in trick 1, where she waits for hearts to be broken, had no other that it might throw."""
    sections = {"queen": {"discard": "when-broken"}, "first_trick": {"barred": "QH KH AH"}}
    deal = after("QC AC KD KS|QH KH AH QS|KC QD AD AS", "QC QS", **sections)
    assert hearts.infer(deal.view(0)).must_hold[1] == CardSet("QH KH AH")


def test_the_first_leader_holds_the_card_that_leads() -> None:
    """Where a card's holder leads first, the leader holds it until it is played (R3.1), and nobody else does."""
    deal = after("QH KH AH QC|QS KS AS KC|QD KD AD AC", "", opening={"leader": "KC", "card": "any"})
    assert deal.turn == 1
    known = hearts.infer(deal.view(0))
    assert known.must_hold == cards_by_seat("QC QH KH AH|KC|")
    assert "KC" in known.cannot_hold[2]
    known = hearts.infer(deal.play("QS").view(0))
    assert known.must_hold[1] == CardSet("KC")


def test_what_was_passed_is_known_until_it_is_played() -> None:
    """The receiver of this seat's pass holds it until it plays it (R2.1), and what this seat received nobody else holds."""
    variant = small_variant(PACK, 3, passing={"count": 1, "cycle": ["left"]})
    hands = cards_by_seat("QH KH AH QC|QS KS AS KC|QD KD AD AC")
    deal = hearts.new_deal(variant, hands, pass_offset=1)
    assert hearts.infer(deal.view(0)).must_hold == cards_by_seat("QC QH KH AH||")
    for seat, card in enumerate(("AH", "AS", "AD")):
        deal = deal.apply(hearts.PassCards(seat, card))
        assert hearts.infer(deal.view(0)).must_hold == (deal.hands[0], CardSet("AH" if seat == 2 else ""), CardSet())
    assert hearts.infer(deal.view(0)).holders("AD") == (0,)
    deal = deal.play("QH").play("AH").play("AC")
    assert hearts.infer(deal.view(0)).must_hold[1] == CardSet("")
    assert hearts.infer(deal.view(2)).must_hold[0] == CardSet("AD")
    assert hearts.infer(deal.view(0)).holders("AH") == ()


def test_what_a_locked_card_passed_proves() -> None:
    """A seat that passed a locked card had no other (R2.4), so a card of its that is not locked was passed to it."""
    variant = small_variant(PACK, 3, passing={"count": 1, "cycle": ["left"], "locked": "QC KC AC QH KH QS KS AS"})
    hands = cards_by_seat("QD KD AH QC|AD KC QH QS|AC KH KS AS")
    deal = hearts.new_deal(variant, hands, pass_offset=1, passes=["QD", "AD", "AC"])
    view = deal.view(0)
    assert hearts.infer(view).must_hold == cards_by_seat("QC AC KD AH|QD|AD")
    assert hearts.count_worlds(view) == len(every_holding(view)) == 20


def test_not_without_all_tricks() -> None:
    """Where the house shows only the last trick there is no reasoning from a view that lacks others, and it says so."""
    options = ViewOptions(last_trick_only=True)
    states = list(walk(after("QC KC QD KD|AC AH KH AS|AD QH QS KS", ""), 1))
    one, two = states[5], states[6]
    assert hearts.infer(one.view(0, options=options)) == hearts.infer(one.view(0))
    view = two.view(0, options=options)
    for ask in (hearts.infer, hearts.count_worlds, lambda view: hearts.sample_worlds(view, 1, seed=1)):
        with pytest.raises(hearts.SetupError, match=r"view: it holds 1 of 2 tricks \(last_trick_only\)"):
            ask(view)


def test_holders_takes_cards_only() -> None:
    """What is no card has no holders, and says so; a card that is not in the pack has none."""
    known = hearts.infer(after("QC KC QD KD|AC AH KH AS|AD QH QS KS", "").view(0))
    assert known.holders("2C") == ()
    with pytest.raises(hearts.CardError):
        known.holders("1X")


# ---- laws ------------------------------------------------------------------------------------------------------------


@given(variants(), st.data())
def test_a_proof_is_what_the_ladder_says(variant: hearts.Variant, data: st.DataObject) -> None:
    """A card is legal in a hand exactly when one of its proofs holds of the hand; never do two of them."""
    players = data.draw(player_counts(variant))
    rules = resolve(variant, players)
    few = [*bits(rules.hearts | rules.queen), *bits(rules.barred), *bits(rules.opening), *bits(rules.pack)]
    some = st.sets(st.sampled_from([card for card in few if rules.pack >> card & 1]), min_size=1, max_size=6)
    hand = CardSet(data.draw(some)).mask
    lead = data.draw(st.just(-1) | st.sampled_from([*bits(rules.pack)]))
    first, broken = data.draw(st.booleans()), data.draw(st.booleans())
    legal = kernel.legal_mask(rules, hand, lead, first, broken)
    for card in bits(hand):
        proofs = proofs_for(variant, players).of(card, lead, first, broken)
        holding = [proof for proof in proofs if not hand & ~proof.within and (not proof.needs or hand & proof.needs)]
        assert len(holding) == legal >> card & 1


@given(deals() | games(), st.data())
def test_nothing_held_is_called_impossible(state: hearts.Deal | hearts.Game, data: st.DataObject) -> None:
    """At any point, to any seat or onlooker, each seat may hold what it holds, and holds what it must (soundness)."""
    view = state.view(data.draw(st.none() | st.integers(0, state.players - 1)))
    known = hearts.infer(view)
    held = state.deal.hands if isinstance(state, hearts.Game) else state.hands
    everything = CardSet(card for hand in held for card in hand)
    assert known.out == everything - (view.hand or CardSet())
    for seat, hand in enumerate(held):
        assert known.must_hold[seat] <= hand <= known.may_hold[seat]
        assert known.cannot_hold[seat] == everything - known.may_hold[seat]
        assert known.voids[seat] == tuple(suit for suit in Suit if not known.may_hold[seat].of_suit(suit))
        assert seat != view.seat or known.must_hold[seat] == known.may_hold[seat] == hand


def check_complete(number: int) -> None:
    """Compare what follows from the views of a small deal with every world there is."""
    for _, view in small_views(number, 2000):
        every = every_holding(view)
        known = hearts.infer(view)
        assert hearts.count_worlds(view) == len(every)
        for seat in range(view.players):
            cards = [frozenset(hands[seat]) for hands in every]
            assert known.may_hold[seat] == CardSet(frozenset[Card]().union(*cards))
            assert known.must_hold[seat] == CardSet(cards[0].intersection(*cards))


@pytest.mark.parametrize("first", range(0, 80, 10))
def test_complete_and_counted_as_by_brute_force(first: int) -> None:
    """In small deals a seat may hold a card exactly when some deal that gives the view has it there, and must when all do;
    and there are as many holdings as are counted.
    """
    for number in range(first, first + 10):
        check_complete(number)


@given(NUMBERS)
def test_complete_and_counted_under_any_rules(number: int) -> None:
    """The same in small deals of any kind."""
    check_complete(number)


def test_knowledge_is_a_value() -> None:
    """Equal views give equal knowledge, which cannot be changed."""
    view = after("QC KC QD KD|AC AH KH AS|AD QH QS KS", "QC AC AD").view(2)
    assert hearts.infer(view) == hearts.infer(view)
    assert hash(hearts.infer(view)) == hash(hearts.infer(view))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        hearts.infer(view).out = CardSet()  # type: ignore[misc]


def test_every_world_is_tried() -> None:
    """The brute force that is compared with has a deal for every way to share out cards, where nothing is known of them."""
    view = after("QC KC QD KD|AC AH KH AS|AD QH QS KS", "").view(0)
    assert len(every_holding(view)) == len([*every_world.all_shares(view)]) == 70
