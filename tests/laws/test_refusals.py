"""Laws of refusals: the same from `why_not` and `apply`, true, by a rule that there is, and harmless."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from law_tools import DECK, STATES, State, deal_of, passing_deals

import hearts
from hearts import Reason
from hearts.language import languages
from hearts.testing import any_actions, refusals

RULES = {"R1": 4, "R2": 5, "R3": 2, "R4": 4, "R5": 3, "R6": 4, "R7": 3, "R8": 6, "R9": 6, "R10": 2}
"""The numbered rules: how many each chapter has."""

NUMBERED = {f"{chapter}.{number}" for chapter, last in RULES.items() for number in range(1, last + 1)}

HEARTS = hearts.Suit.HEARTS.cards


def whole_hand(deal: hearts.Deal) -> hearts.CardSet:
    """The hand of the seat on turn; of seat 0 where nobody is."""
    return deal.hands[deal.turn or 0]


def leads(deal: hearts.Deal) -> bool:
    """Is the seat on turn to lead?"""
    return deal.trick is not None and not deal.trick.cards


def is_true(deal: hearts.Deal, refusal: hearts.Refusal) -> bool:  # noqa: PLR0912 - one arm for each reason
    """Does a refusal's reason hold in the deal?"""
    seat, phase, variant = refusal.seat, deal.phase, deal.variant
    hand = deal.hands[seat] if 0 <= seat < deal.players else hearts.CardSet()
    queen = hearts.CardSet([variant.queen.card])
    card_held = refusal.cards <= hand
    match refusal.reason:
        case Reason.NO_SUCH_SEAT:
            return not 0 <= seat < deal.players
        case Reason.GAME_OVER | Reason.DEAL_OVER:
            return phase is hearts.Phase.DEAL_OVER
        case Reason.PASS_NOT_NOW:
            return phase is hearts.Phase.PLAYING
        case Reason.PLAY_NOT_NOW:
            return phase is hearts.Phase.PASSING
        case Reason.CHOICE_NOT_NOW:
            return phase in (hearts.Phase.PASSING, hearts.Phase.PLAYING)
        case Reason.CHOICE_PENDING:
            return phase is hearts.Phase.CHOOSING_MOON
        case Reason.NOT_THE_SHOOTER:
            return phase is hearts.Phase.CHOOSING_MOON and seat not in deal.to_act
        case Reason.NOT_ON_TURN:
            return phase is hearts.Phase.PLAYING and seat not in deal.to_act
        case Reason.ALREADY_PASSED:
            return phase is hearts.Phase.PASSING and seat not in deal.to_act and not variant.passing.change
        case Reason.NOT_HELD:
            return bool(refusal.cards) and not refusal.cards & hand
        case Reason.WRONG_COUNT:
            most = variant.passing.count.of(deal.players)
            fewest = most if variant.passing.at_least == "count" else variant.passing.at_least.of(deal.players)
            return card_held and not fewest <= len(refusal.cards) <= most
        case Reason.LOCKED:
            return bool(refusal.cards) and card_held and refusal.cards <= variant.passing.locked
        case Reason.OPENING_CARD:
            return card_held and leads(deal) and not deal.tricks
        case Reason.MUST_FOLLOW:
            return card_held and not leads(deal) and all(card.suit is not led_suit(deal) for card in refusal.cards)
        case Reason.BARRED_IN_FIRST_TRICK:
            return card_held and not deal.tricks and refusal.cards <= variant.first_trick.barred
        case Reason.QUEEN_FIRST_CHANCE:
            return not leads(deal) and refusal.cards != queen and queen <= hand
        case Reason.QUEEN_BEFORE_HEARTS:
            return not leads(deal) and refusal.cards == queen and not deal.hearts_broken
        case Reason.HEARTS_NOT_BROKEN:
            return leads(deal) and refusal.cards <= HEARTS and not deal.hearts_broken
        case Reason.QUEEN_MUST_LEAD:
            return leads(deal) and refusal.cards <= HEARTS and hand <= HEARTS | queen and not deal.hearts_broken
        case Reason.QUEEN_LEAD_LOCKED:
            return leads(deal) and refusal.cards == queen and not deal.hearts_broken
    return False


def led_suit(deal: hearts.Deal) -> hearts.Suit | None:
    """The suit of the card led to the open trick, where there is one."""
    return deal.trick.cards[0].suit if deal.trick and deal.trick.cards else None


def all_refusals(state: State) -> list[hearts.Refusal]:
    """The refusals of every card for every seat, and of both choices."""
    found = [state.why_not(card, seat) for seat in range(state.players) for card in DECK]
    found += [state.why_not(hearts.PlayCard(seat, card)) for seat in (-1, state.players) for card in DECK[:2]]
    found += [state.why_not(hearts.ChooseMoon(seat, "old")) for seat in range(-1, state.players + 1)]
    return [refusal for refusal in found if refusal is not None]


@given(st.data())
def test_a_refused_action_raises_its_refusal_and_changes_nothing(data: st.DataObject) -> None:
    """`apply` of an action that `why_not` refuses raises IllegalAction holding an equal Refusal, and the state stays equal to
    a copy made before, with the same hash and the same text.
    """
    state = data.draw(STATES)
    for _ in range(5):
        action = data.draw(any_actions(state))
        refusal = state.why_not(action)
        before, text = deepcopy(state), repr(state)
        if refusal is None:
            state.apply(action)
        else:
            with pytest.raises(hearts.IllegalAction) as caught:
                state.apply(action)
            assert caught.value.refusal == refusal
            assert str(caught.value) == refusal.text
            assert refusal.seat == action.seat
        assert (state, hash(state), repr(state)) == (before, hash(before), text)


@given(STATES | passing_deals())
def test_every_card_that_is_refused_is_refused_for_a_true_reason(state: State) -> None:
    """The reason of a refusal holds in the state: who says that hearts are not broken, or that cards are barred, is right."""
    for refusal in all_refusals(state):
        assert is_true(deal_of(state), refusal), refusal


@given(st.data())
def test_every_action_that_is_refused_is_refused_for_a_true_reason(data: st.DataObject) -> None:
    """The reason of the refusal of any action, passes among them, holds in the state."""
    state = data.draw(STATES | passing_deals())
    for _ in range(5):
        refusal = state.why_not(data.draw(any_actions(state)))
        assert refusal is None or is_true(deal_of(state), refusal), refusal


@given(st.data())
def test_what_a_refusal_offers_instead_is_legal(data: st.DataObject) -> None:
    """The cards that a refusal says would do are legal for its seat; and while cards are played, it names all of them
    wherever another card of the seat on turn would do.
    """
    state = data.draw(STATES | passing_deals())
    actions = [data.draw(any_actions(state)) for _ in range(5)]
    told = [refusal for action in actions if (refusal := state.why_not(action))]
    for refusal in (*all_refusals(state), *told):
        if refusal.instead:
            assert refusal.instead <= state.legal_cards(refusal.seat)
        if state.phase is hearts.Phase.PLAYING and refusal.seat in state.to_act and refusal.cards:
            assert refusal.instead == state.legal_cards()


@given(passing_deals(), st.data())
def test_what_a_refused_pass_offers_instead_may_be_passed(deal: hearts.Deal, data: st.DataObject) -> None:
    """The cards that the refusal of a pass says would do are all that the seat may pass; where it was refused for locked
    cards, those that are not locked (R2.4).
    """
    seat = data.draw(st.sampled_from(deal.to_act))
    hand, most = deal.hands[seat], deal.variant.passing.count.of(deal.players)
    for size in (most, most, most, max(0, most - 1), min(len(hand), most + 1)):
        cards = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=size, max_size=size))
        refusal = deal.why_not(hearts.PassCards(seat, cards))
        if refusal is not None and refusal.reason is Reason.LOCKED:
            assert refusal.cards == hearts.CardSet(cards) & deal.variant.passing.locked != hearts.CardSet()
            assert refusal.instead == hand - deal.variant.passing.locked
        elif refusal is not None:
            assert refusal.reason is Reason.WRONG_COUNT
            assert refusal.instead == deal.legal_cards(seat)


@given(st.data())
def test_a_refusal_names_the_cards_that_are_wrong(data: st.DataObject) -> None:
    """The refusal of a card on turn names that card alone; the refusal of a pass names cards of that pass."""
    state = data.draw(STATES | passing_deals())
    for refusal in (state.why_not(card) for card in DECK):
        assert refusal is None or len(refusal.cards) <= 1
    for _ in range(5):
        action = data.draw(any_actions(state))
        refusal = state.why_not(action)
        if refusal is not None and isinstance(action, hearts.PassCards):
            assert refusal.cards <= action.cards
        elif refusal is not None and isinstance(action, hearts.PlayCard):
            assert refusal.cards <= hearts.CardSet([action.card])


@given(refusals())
@example(hearts.Refusal(Reason.GAME_OVER, 0))
@example(hearts.Refusal(Reason.DEAL_NOT_OVER, 0))
def test_a_refusal_says_itself_in_every_language_by_a_rule_that_there_is(refusal: hearts.Refusal) -> None:
    """A refusal's rule is one of the numbered rules, and it has a sentence in every language, with no field left open."""
    assert refusal.rule in NUMBERED
    assert refusal.rule == refusal.reason.rule
    for language in languages():
        text = refusal.say(language)
        assert text
        assert "{" not in text
        assert all(str(card) in text for card in refusal.cards) or refusal.reason is Reason.WRONG_COUNT
    assert str(refusal) == f"{refusal.rule}: {refusal.text}"


def test_every_reason_has_a_code_of_its_own_and_a_numbered_rule() -> None:
    """Each reason's code is unlike every other's, and its rule is one of the numbered rules."""
    assert {reason.rule for reason in Reason} <= NUMBERED
    assert len({reason.code for reason in Reason}) == len(Reason)


def test_the_queen_must_lead_only_from_hearts_and_the_queen() -> None:
    """Where the bar of trick 1 leaves only the queen to lead, a heart is refused since hearts are not broken (R6.2): only a
    hand of hearts and the queen is refused by R6.3.
    """
    variant = hearts.Variant.from_data(
        {
            "table": {
                "removed": "clubs 2D 3D 4D 5D 6D 7D 8D 9D TD JD 2H 3H 4H 5H 6H 7H 8H 9H TH 2S 3S 4S 5S 6S 7S 8S 9S"
            },
            "passing": {"count": 0},
            "opening": {"leader": "eldest", "card": "any"},
            "first_trick": {"barred": "diamonds"},
        }
    )
    others = ["JH QH KD", "KH TS JS", "KS AS AD"]
    barred = hearts.new_deal(variant, ["QD AH QS", *others])
    alone = hearts.new_deal(variant, ["JH AH QS", "QD QH KD", *others[1:]])
    assert barred.legal_cards() == alone.legal_cards() == hearts.CardSet("QS")
    for deal, reason in ((barred, Reason.HEARTS_NOT_BROKEN), (alone, Reason.QUEEN_MUST_LEAD)):
        refusal = deal.why_not("AH")
        assert refusal is not None
        assert refusal.reason is reason
