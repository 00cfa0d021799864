"""Laws of the one ladder of rules, asked about imagined hands: any cards of the pack, in any position."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from hearts import Card, CardSet, Reason, Suit, Variant
from hearts.engine import kernel
from hearts.engine.refuse import refuse_card, refuse_pass
from hearts.testing import card_sets, cards, player_counts, variants
from hearts.variant.rules import Rules, resolve

HEARTS = Suit.HEARTS.cards


@attrs.frozen
class Position:
    """A seat on turn: its hand, the card led (-1 where it leads), whether it is trick 1, and whether hearts are broken."""

    variant: Variant
    rules: Rules = attrs.field(repr=False)
    hand: CardSet
    lead: int
    first: bool
    broken: bool

    @property
    def legal(self) -> CardSet:
        """What the kernel says is legal."""
        return CardSet.from_mask(kernel.legal_mask(self.rules, self.hand.mask, self.lead, self.first, self.broken))


@st.composite
def positions(draw: st.DrawFn) -> list[Position]:
    """Several positions of one variant, with hands of at least one card: often of few suits, or of the cards that rules name,
    so that every rung of the ladder is met.
    """
    variant = draw(variants())
    players = draw(player_counts(variant))
    rules, pack = resolve(variant, players), variant.pack(players)
    queen = pack & (variant.queen.card,)
    pools = [pack, pack & (HEARTS | queen | variant.first_trick.barred), pack & (HEARTS | queen)]
    drawn = []
    for _ in range(8):
        pool = draw(st.sampled_from([pool for pool in pools if pool]))
        hand = draw(card_sets(pool)) or CardSet([draw(cards(pool))])
        if draw(st.booleans()):
            hand |= queen
        others = pack - hand
        lead = int(draw(cards(others))) if others and draw(st.booleans()) else -1
        drawn.append(Position(variant, rules, hand, lead, draw(st.booleans()), draw(st.booleans())))
    return drawn


@given(positions())
def test_a_rung_takes_away_some_cards_and_never_all(several: list[Position]) -> None:
    """Each rung of the ladder keeps some of what the rung before it kept, so that a seat with cards has a legal one (R4.3)."""
    for position in several:
        rungs = kernel.ladder(position.rules, position.hand.mask, position.lead, position.first, position.broken)
        kept = position.hand.mask
        assert len(rungs) == len(kernel.RUNGS)
        for mask in rungs:
            assert mask
            assert not mask & ~kept
            kept = mask
        assert position.legal.mask == rungs[-1]


@given(positions())
def test_a_card_is_refused_exactly_where_it_is_not_legal(several: list[Position]) -> None:
    """`refuse_card` finds no reason against a legal card and one against any other, and offers the legal ones instead."""
    for position in several:
        for card in map(Card, range(52)):
            refusal = refuse_card(
                position.rules, position.hand.mask, position.lead, position.first, position.broken, 0, card
            )
            assert (refusal is None) is (card in position.legal)
            if refusal is not None:
                assert refusal.instead == position.legal
                assert refusal.cards == CardSet([card])


def holds(reason: Reason, card: Card, position: Position) -> bool:
    """Is a reason for refusing a card of a hand true of the position?"""
    variant, hand, leads = position.variant, position.hand, position.lead < 0
    queen = CardSet([variant.queen.card])
    match reason:
        case Reason.NOT_HELD:
            return card not in hand
        case Reason.OPENING_CARD:
            return leads and position.first and not position.rules.opening >> card & 1
        case Reason.MUST_FOLLOW:
            led = Card(position.lead).suit
            return not leads and card.suit is not led and bool(hand.of_suit(led))
        case Reason.BARRED_IN_FIRST_TRICK:
            return position.first and card in variant.first_trick.barred
        case Reason.QUEEN_FIRST_CHANCE:
            return not leads and position.legal == queen and card not in queen
        case Reason.QUEEN_BEFORE_HEARTS:
            return not leads and card in queen and not position.broken
        case Reason.HEARTS_NOT_BROKEN:
            return leads and card in HEARTS and not position.broken and not hand <= HEARTS | queen
        case Reason.QUEEN_MUST_LEAD:
            return (
                leads and card in HEARTS and not position.broken and hand <= HEARTS | queen and position.legal == queen
            )
        case Reason.QUEEN_LEAD_LOCKED:
            return leads and card in queen and not position.broken
    return False


@given(positions())
def test_every_reason_is_true(several: list[Position]) -> None:
    """A card is refused for a reason that is true of the hand and the position: R3.2, R4.1, R5.1, R5.3, R6.2, R6.3, R6.4."""
    for position in several:
        for card in map(Card, range(52)):
            refusal = refuse_card(
                position.rules, position.hand.mask, position.lead, position.first, position.broken, 0, card
            )
            assert refusal is None or holds(refusal.reason, card, position), refusal


@given(positions())
def test_what_does_not_bear_on_a_seat_does_not_change_what_it_may_play(several: list[Position]) -> None:
    """A seat that can follow suit may play any card of the suit, whatever is barred or broken (R4.2, R5.1); after trick 1 no
    card is barred (R4.4); and once hearts are broken every card may be led (R6.1, R6.4).
    """
    for position in several:
        if position.lead >= 0:
            following = position.hand.of_suit(Card(position.lead).suit)
            if following:
                assert position.legal == following
        elif position.broken and not position.first:
            assert position.legal == position.hand


@given(positions(), st.data())
def test_a_pass_is_refused_exactly_where_it_is_not_legal(several: list[Position], data: st.DataObject) -> None:
    """`refuse_pass` finds no reason against a legal pass and one against any other; and a card is passable exactly where a
    legal pass of the smallest size that is not empty holds it, or there are none but empty ones (R2.4).
    """
    for position in several:
        rules, hand = position.rules, position.hand
        some = data.draw(card_sets(hand) | card_sets())
        assert (refuse_pass(rules, hand.mask, 0, some.mask) is None) is kernel.can_pass(rules, hand.mask, some.mask)
        free, locked = hand - position.variant.passing.locked, hand & position.variant.passing.locked
        size = max(rules.pass_at_least, min(1, rules.pass_count))
        if size > len(hand):
            continue
        passable = CardSet.from_mask(kernel.passable(rules, hand.mask))
        for card in hand:
            others = [other for other in (*free, *locked) if other != card]
            smallest = CardSet([card, *others[: size - 1]]) if size else CardSet()
            assert (card in passable) is (card in smallest and kernel.can_pass(rules, hand.mask, smallest.mask))
