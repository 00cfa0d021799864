"""The known cases that are about what players see: each a fault that real implementations had, named by its id.

Where a case is about the rules too, that part of it is tested in tests/rules, and the part here is called `view`.
"""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

import hearts
from hearts import CardSet, PassCards, Phase, Reason, Suit, ViewOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

QUICK: Final = hearts.load_variant("standard").evolve(
    table={"players": [4], "removed": " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "56789TJQK")},
    end={"target": 1000},
)
"""A pack of sixteen: four tricks a deal, for games of many deals."""

SUITS: Final = tuple(suit.cards for suit in Suit)
"""Hands of a whole suit each."""

LEFT: Final = tuple(CardSet(cards[:3]) for cards in SUITS)
"""What each passes to its left: its three lowest."""


def finish(game: hearts.Game) -> hearts.Game:
    """The game with its deal played to the end, each seat doing the first thing that is legal."""
    while game.to_act:
        game = game.apply(game.legal_actions()[0])
    return game


def deal_number(number: int) -> hearts.Game:
    """A game at the beginning of one of its deals."""
    game = hearts.new_game(QUICK, seed=6)
    while game.deal_number < number:
        game = finish(game).next_deal()
    return game


def shown(view: hearts.View) -> dict[str, Any]:
    """The fields of a view by name, without the variant."""
    return {name: value for name, value in attrs.asdict(view, recurse=False).items() if name != "variant"}


def cards_in(values: Iterable[object]) -> CardSet:
    """The cards in values and in what they hold."""
    found: set[hearts.Card] = set()
    for value in values:
        if isinstance(value, hearts.Card):
            found.add(value)
        elif isinstance(value, hearts.Trick):
            found.update(value.cards)
        elif isinstance(value, tuple):
            found.update(cards_in(value))
    return CardSet(found)


def test_d6_view_shows_no_pass_on_a_hold_deal() -> None:
    """In deal 4 of the standard cycle views show no passing: nobody chooses, receives or gives, and no card is new."""
    game = deal_number(4)
    for seat in range(4):
        view = game.view(seat)
        assert (view.deal_number, view.phase, view.pass_offset, view.chosen) == (4, Phase.PLAYING, 0, ())
        assert (view.passed, view.received, view.receiver, view.giver) == (None, None, None, None)
        assert view.new_cards == CardSet()
        assert view.hand == view.dealt
        assert view.to_act == (view.turn,)
        refusal = view.why_not(PassCards(seat, view.dealt[:3] if view.dealt else ""))
        assert refusal is not None
        assert (refusal.reason, refusal.rule) == (Reason.PASS_NOT_NOW, "R2.3")
    onlooker = game.view()
    assert (onlooker.phase, onlooker.pass_offset, onlooker.chosen) == (Phase.PLAYING, 0, ())


def test_d9_passes_of_others_stay_hidden() -> None:
    """A seat sees the three cards that it sent to its left and the three that came from its right, and no card of what others
    passed; an onlooker sees no pass at all.
    """
    deal = hearts.new_deal("standard", SUITS, pass_offset=1, passes=LEFT)
    view = deal.view(0)
    assert (view.passed, view.receiver) == (LEFT[0], 1)
    assert (view.received, view.giver) == (LEFT[3], 3)
    assert cards_in(shown(view).values()) == SUITS[0] | LEFT[3]
    assert not cards_in(shown(view).values()) & (LEFT[1] | LEFT[2])
    onlooker = deal.view()
    assert (onlooker.passed, onlooker.received, onlooker.receiver, onlooker.giver) == (None,) * 4
    assert cards_in(shown(onlooker).values()) == CardSet()
    other = hearts.new_deal("standard", SUITS, pass_offset=1, passes=[LEFT[0], "KD AD QD", "KH AH QH", LEFT[3]])
    assert other != deal
    assert other.view(0) == view
    assert other.view() == onlooker


def test_d10_view_shows_no_card_on_its_way() -> None:
    """A card that is passed to a seat is not in its view until the last seat has chosen; then all is there at once, and what
    was chosen is final.
    """
    hands = [Suit.CLUBS.cards, Suit.DIAMONDS.cards, Suit.SPADES.cards, Suit.HEARTS.cards]
    deal = hearts.new_deal("standard", hands, pass_offset=1, passes=[hands[0][:3], hands[1][:3], "QS 2S 3S", None])
    view = deal.view(3)
    assert view.chosen == (True, True, True, False)
    assert view.to_act == (3,)
    assert view.hand == view.dealt == hands[3]
    assert view.received is None
    assert "QS" not in cards_in(shown(view).values())
    refusal = view.why_not(PassCards(3, "QS 2H 3H"))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (Reason.NOT_HELD, CardSet("QS"))
    assert deal.view(2).passed == CardSet("QS 2S 3S")
    assert [deal.view(seat).hand_sizes for seat in range(4)] == [(13,) * 4] * 4

    after = deal.apply(PassCards(3, "2H 3H 4H"))
    assert after.view(3).received == after.view(3).new_cards == CardSet("QS 2S 3S")
    assert after.view(3).hand == hands[3] - "2H 3H 4H" | "QS 2S 3S"
    assert view.hand == hands[3]  # the view of before is of before
    again = after.view(2).why_not(PassCards(2, "4S 5S 6S"))
    assert again is not None
    assert again.reason is Reason.PASS_NOT_NOW


def test_f8_view_of_a_new_deal_counts_from_nothing() -> None:
    """The first views of deal 2 show no points, no tricks and no scores of deal 1, but its result and the totals."""
    over = finish(hearts.new_game(QUICK, seed=8))
    assert any(over.view(0).points or ())
    game = over.next_deal()
    while game.phase is Phase.PASSING:
        game = game.apply(game.legal_actions()[0])
    before, after = game.view(0), game.play(game.legal_cards()[0]).view(0)
    for view in (before, after):
        assert view.points == (0, 0, 0, 0)
        assert (view.tricks, view.tricks_played, view.scores, view.moon) == ((), 0, None, None)
        assert view.totals == view.deals[-1].totals == over.view(0).totals


def test_f9_view_carries_nothing_into_the_next_game() -> None:
    """The views of a second game of the same process begin with nothing of the first."""
    first = finish(hearts.new_game(QUICK, seed=9))
    view = hearts.new_game(QUICK, seed=9).view(1)
    assert view != first.view(1)
    assert (view.totals, view.deals, view.deal_number, view.hearts_taken) == ((0,) * 4, (), 1, (0,) * 4)
    assert (view.tricks, view.winners, view.hearts_broken, view.opened) == ((), (), False, None)
    assert view.receiver == 2


def test_h5_view_is_a_snapshot() -> None:
    """What a view gives out cannot change it or its state, and shows for ever what it showed when it was asked for."""
    deal = hearts.new_deal("standard", SUITS)
    view = deal.view(0)
    told = repr(view)
    listed, refused = list(view.hand or ()), list(view.refusals())
    listed.clear()
    refused.clear()
    with pytest.raises(AttributeError):
        view.hand = CardSet()  # type: ignore[misc]  # that is what is tested
    after = deal.play("2C")
    assert after.view(0).hand == SUITS[0] - "2C"
    assert repr(view) == told
    assert view == deal.view(0)
    assert view.legal_cards() == deal.legal_cards() == CardSet("2C")
    assert len(view.refusals()) == 12


def test_h9_view_shows_the_end_of_a_deal() -> None:
    """After the last card of deal 3 all can look at its last trick, its scores and its cards taken; deal 4, which holds, comes
    only when it is asked for.
    """
    game = finish(deal_number(3))
    for seat in (None, 0, 1, 2, 3):
        view = game.view(seat)
        assert (view.deal_number, view.phase, view.to_act, view.trick) == (3, Phase.DEAL_OVER, (), None)
        assert len(view.tricks) == view.tricks_played == 4
        assert view.scores == view.deals[-1].scores == game.deal.scores
        assert view.hand_sizes == (0,) * 4
        following = game.next_deal().view(seat)
        assert (following.deal_number, following.phase, following.scores) == (4, Phase.PLAYING, None)


def test_i3_onlookers_see_no_hands() -> None:
    """In the middle of a deal an onlooker sees the open trick, the tricks, totals and sizes of hands; no hand, no pass and no
    seed, and hands only when the deal is over and the house says so.
    """
    game = hearts.new_game("standard", seed=0xC0FFEE << 200)
    while [*map(len, game.deal.hands)].count(7) != 2:
        game = game.apply(game.legal_actions()[0])
    opened = ViewOptions(open_finished=True)
    for options in (None, opened):
        view = game.view(options=options)
        assert view.trick == game.deal.trick
        assert view.tricks == game.deal.tricks
        assert (view.totals, view.tricks_played) == ((0,) * 4, 5)
        assert sorted(view.hand_sizes) == [7, 7, 8, 8]
        assert (view.hand, view.dealt, view.passed, view.received, view.opened) == (None,) * 5
        assert cards_in(shown(view).values()) == cards_in((game.deal.tricks, game.deal.trick))
        assert not hasattr(view, "seed")
        assert b"\xee\xff\xc0" not in pickle.dumps(view)
    over = finish(game)
    assert over.view().opened is None
    assert over.view(options=opened).opened == over.deal.dealt
