"""R2: passing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence

import pytest
from arrange import PACK, STANDARD, ace_game, aces, complete, play_first, suits

import hearts
from hearts import CardError, CardSet, IllegalAction, PassCards, Phase, Reason, Variant, VariantError

QUICK = {"removed": str(PACK - [card for card in PACK if card.rank in "234A"]), "players": [4]}
"""A pack of sixteen: four tricks a deal, for games of many deals."""


def refused(state: hearts.Deal | hearts.Game, action: hearts.Action) -> hearts.Refusal:
    """The refusal of an action, which `why_not` and `apply` agree on."""
    refusal = state.why_not(action)
    assert refusal is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)
    assert caught.value.refusal == refusal
    return refusal


def offsets(variant: Variant, deals: int, players: int | None = None) -> list[int]:
    """The pass offsets of the first deals of a game."""
    game = hearts.new_game(variant, players=players, seed=3)
    found = [game.deal.pass_offset]
    for _ in range(deals - 1):
        game = play_first(game).next_deal()
        found.append(game.deal.pass_offset)
    return found


@pytest.mark.parametrize(
    ("cycle", "expected"),
    [
        (["left", "right", "across", "hold"], [1, 3, 2, 0, 1, 3, 2, 0]),
        (["left", "right", "across"], [1, 3, 2, 1, 3, 2, 1, 3]),
        (["right", "left", "across"], [3, 1, 2, 3, 1, 2, 3, 1]),
    ],
)
def test_d1_directions_follow_the_cycle(cycle: list[str], expected: list[int]) -> None:
    """The directions of deals 1 to 8 are those of the variant's cycle, over and over; a hold only where the cycle has one."""
    quick = STANDARD.evolve(table=QUICK, passing={"cycle": cycle}, end={"target": 1000})
    assert offsets(quick, 8) == expected


@pytest.mark.parametrize("players", range(3, 9))
def test_d2_cards_arrive_at_the_right_seat(players: int) -> None:
    """For every number of players and every direction, seat i's cards and no others arrive at seat (i + offset) mod n."""
    removed = CardSet(PACK[: 52 % players])
    variant = STANDARD.evolve(
        table={"players": [players], "default_players": players, "removed": str(removed)},
        passing={"cycle": ["left"]},
    )
    hands = complete(*[""] * players, pack=PACK - removed)
    passes = [CardSet(hand[:3]) for hand in hands]
    for offset in [*range(1, players), -1]:
        deal = hearts.new_deal(variant, hands, pass_offset=offset, passes=passes)
        for seat in range(players):
            receiver = (seat + offset) % players
            assert deal.hands[receiver] == hands[receiver] - passes[receiver] | passes[seat]
            assert not deal.hands[receiver] & passes[receiver]
    words = {"left": 1, "right": players - 1, "across": players // 2}
    for word, offset in words.items():
        if word != "across" or players % 2 == 0:
            assert offsets(variant.evolve(passing={"cycle": [word]}), 1) == [offset]


def test_d3_same_card_passed_twice() -> None:
    """A pass that names a card twice is refused; hand and pending passes stay, and a right pass is then accepted."""
    deal = hearts.new_deal("standard", complete("9D KS", "", "", ""), pass_offset=1)
    before = copy.copy(deal)
    with pytest.raises(CardError, match="9D is named twice"):
        PassCards(0, "9D 9D KS")
    assert deal == before
    assert deal.passes == (None,) * 4
    assert deal.apply(PassCards(0, "9D KS 2C")).passes[0] == CardSet("2C 9D KS")


def test_d4_wrong_number_of_cards() -> None:
    """A pass of too few or too many cards is refused with the number that is right; the phase ends by that number."""
    deal = hearts.new_deal("standard", suits(), pass_offset=1)
    for cards in ("2C 3C", "2C 3C 4C 5C"):
        refusal = refused(deal, PassCards(0, cards))
        assert (refusal.reason, refusal.rule) == (Reason.WRONG_COUNT, "R2.4")
        assert "3" in refusal.text
    two = hearts.new_deal(STANDARD.evolve(passing={"count": 2}), suits(), pass_offset=1)
    for seat, hand in enumerate(two.hands):
        assert two.phase is Phase.PASSING
        two = two.apply(PassCards(seat, hand[:2]))
    assert two.phase is Phase.PLAYING
    assert "2" in refused(hearts.new_deal(two.variant, suits(), pass_offset=1), PassCards(0, "2C 3C 4C")).text


def test_d6_no_passing_on_a_hold_deal() -> None:
    """In deal 4 of the standard cycle play begins at once: nobody is asked for a pass, none is held, and none is accepted."""
    game = hearts.new_game(STANDARD.evolve(table=QUICK, end={"target": 1000}), seed=6)
    for _ in range(3):
        game = play_first(game).next_deal()
    assert game.deal_number == 4
    assert game.phase is Phase.PLAYING
    assert game.to_act == (game.turn,)
    assert game.deal.passes == ()
    for seat, hand in enumerate(game.deal.hands):
        refusal = refused(game, PassCards(seat, hand[:3]))
        assert (refusal.reason, refusal.rule) == (Reason.PASS_NOT_NOW, "R2.3")


def test_d7_finished_exchange_stays_finished() -> None:
    """A deal saved after the fourth pass loads as it was: passed hands, no further pass, the holder of 2C on turn."""
    hands = complete("2C KS AH", "", "", "3D 8H JS", void={1: "H"})
    deal = hearts.new_deal(
        "standard", hands, pass_offset=1, passes=["2C KS AH", hands[1][:3], hands[2][:3], "3D 8H JS"]
    )
    for loaded in (pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
        assert loaded == deal
        assert loaded.phase is Phase.PLAYING
        assert loaded.hands == deal.hands
        assert loaded.hands[0] >= "3D 8H JS"
        assert loaded.hands[1] >= "2C KS AH"
        assert loaded.turn == 1
        assert loaded.legal_cards() == CardSet("2C")
        assert refused(loaded, PassCards(0, loaded.hands[0][:3])).reason is Reason.PASS_NOT_NOW


def test_d8_direction_starts_afresh_with_each_game() -> None:
    """A new game begins with the first direction wherever the last one stopped; a deal after a tie moves it on (R2.5)."""
    quick = STANDARD.evolve(table=QUICK, end={"target": 1000})
    assert offsets(quick, 6)[-1] == 3
    assert offsets(quick, 1) == [1]

    tied = aces(100, 50, 50, 100, passing={"count": 3, "cycle": ["hold", "left", "right"]})
    game = ace_game(tied, range(4))
    assert game.totals == (100, 50, 50, 100)
    assert not game.is_over
    assert game.deal.pass_offset == 0
    assert game.next_deal().deal.pass_offset == 1


def test_d10_received_cards_come_last() -> None:
    """Until the last seat has chosen, no hand changes and a card on its way cannot be passed on; then all move at once."""
    hands = complete("", "", "QS 3C", "4C 5C 6C")
    deal = hearts.new_deal("standard", hands, pass_offset=1)
    for seat, cards in enumerate((hands[0][:3], hands[1][:3], CardSet("QS") | hands[2][:2])):
        deal = deal.apply(PassCards(seat, cards))
        assert deal.hands == tuple(hands)
        assert deal.phase is Phase.PASSING
    assert deal.to_act == (3,)
    refusal = refused(deal, PassCards(3, "QS 4C 5C"))
    assert (refusal.reason, refusal.cards) == (Reason.NOT_HELD, CardSet("QS"))
    assert refused(deal, PassCards(2, hands[2][:3])).reason is Reason.ALREADY_PASSED
    after = deal.apply(PassCards(3, "4C 5C 6C"))
    assert [len(hand) for hand in after.hands] == [13] * 4
    assert [hand & "QS" for hand in after.hands] == [CardSet(), CardSet(), CardSet(), CardSet("QS")]
    assert deal.hands == tuple(hands)


def test_d14_choosing_cards_changes_no_hand() -> None:
    """Asking what may be passed, and choosing it, leaves the hand at its 13 cards; the same question has the same answer."""
    deal = hearts.new_deal("standard", hearts.deal_hands("standard", 14), pass_offset=1)
    for _ in range(2):
        assert deal.legal_cards(2) == deal.hands[2]
        assert deal.legal_actions()[1000] == deal.legal_actions()[1000]
    chosen = deal.apply(PassCards(2, deal.hands[2][:3]))
    assert len(deal.hands[2]) == len(chosen.hands[2]) == 13


def test_d17_passed_cards_are_gone_and_received_cards_are_there() -> None:
    """After the exchange a hand is what was kept and what came: a card passed away cannot be played, and none got lost."""
    hands = complete("2C KS AH", "", "", "3D 8H JS", void={0: "D", 1: "H"})
    deal = hearts.new_deal(
        "standard", hands, pass_offset=1, passes=["2C KS AH", hands[1][:3], hands[2][-3:], "3D 8H JS"]
    )
    assert deal.hands[0] == hands[0] - "2C KS AH" | "3D 8H JS"
    assert CardSet(card for hand in deal.hands for card in hand) == PACK
    while deal.turn != 0:
        deal = deal.play(deal.legal_cards()[0])
    refusal = refused(deal, hearts.PlayCard(0, "KS"))
    assert (refusal.reason, refusal.rule) == (Reason.NOT_HELD, "R5.1")
    assert refusal.instead == deal.legal_cards()


@pytest.mark.parametrize("count", range(14))
def test_r2_1_number_of_cards(count: int) -> None:
    """passing.count cards go from each seat to the next, from none, where there is no passing phase, to the whole hand."""
    variant = STANDARD.evolve(table={"players": [4]}, passing={"count": count})
    game = hearts.new_game(variant, seed=21)
    dealt = game.deal.hands
    assert game.phase is (Phase.PASSING if count else Phase.PLAYING)
    for seat in game.to_act if count else ():
        game = game.apply(PassCards(seat, dealt[seat][:count]))
    assert [len(now & before) for now, before in zip(game.deal.hands, dealt, strict=True)] == [13 - count] * 4


def test_r2_1_number_of_cards_by_player_count() -> None:
    """passing.count may differ by the number of players."""
    variant = STANDARD.evolve(passing={"count": {"3": 4, "4": 3, "5": 2, "6": 0}})
    for players, count in ((3, 4), (4, 3), (5, 2)):
        game = hearts.new_game(variant, players=players, seed=1)
        assert {len(action.cards) for action in game.legal_actions()[:50] if isinstance(action, PassCards)} == {count}
    assert hearts.new_game(variant, players=6, seed=1).phase is Phase.PLAYING


def test_r2_1_choice_may_be_changed() -> None:
    """With passing.change a seat may choose again while another has yet to choose, and its last choice counts; else never."""
    hands = suits()
    deal = hearts.new_deal(STANDARD.evolve(passing={"change": True}), hands, pass_offset=1)
    for cards in ("2C 3C 4C", "AC KC QC"):
        deal = deal.apply(PassCards(0, cards))
    assert deal.passes[0] == CardSet("AC KC QC")
    assert deal.to_act == (1, 2, 3)
    for seat in (1, 2, 3):
        deal = deal.apply(PassCards(seat, hands[seat][:3]))
    assert deal.hands[1] >= "AC KC QC"
    assert refused(deal, PassCards(0, "2C 3C 4C")).reason is Reason.PASS_NOT_NOW

    fixed = hearts.new_deal("standard", hands, pass_offset=1).apply(PassCards(0, "2C 3C 4C"))
    assert refused(fixed, PassCards(0, "AC KC QC")).reason is Reason.ALREADY_PASSED


@pytest.mark.parametrize(
    ("players", "cycle", "expected"),
    [
        (3, ["left", "right", "hold"], [1, 2, 0, 1]),
        (4, ["left"], [1, 1, 1]),
        (4, ["right"], [3, 3, 3]),
        (4, ["left", "across", "right", "hold"], [1, 2, 3, 0, 1]),
        (5, [1, -1, 2, -2, "hold"], [1, 4, 2, 3, 0, 1]),
        (6, [1, -1, 2, -2, 3, "hold"], [1, 5, 2, 4, 3, 0, 1]),
        (6, ["across"], [3, 3]),
    ],
)
def test_r2_2_any_list_of_directions(players: int, cycle: Sequence[str | int], expected: list[int]) -> None:
    """passing.cycle may be any list of words and offsets, and differ by the number of players."""
    by_count = {str(count): ["left"] for count in (3, 4, 5, 6)} | {str(players): list(cycle)}
    variant = STANDARD.evolve(passing={"cycle": by_count}, end={"target": 1000})
    assert offsets(variant, len(expected), players) == expected


def test_r2_2_across_needs_an_even_table() -> None:
    """Nobody sits across from a seat at a table of three or five: such a cycle is a fault of the variant."""
    with pytest.raises(VariantError) as caught:
        STANDARD.evolve(passing={"cycle": ["left", "across"]})
    assert [fault.path for fault in caught.value.faults] == ["passing.cycle.1"]
    assert [fault.problem[-9:] for fault in caught.value.faults] == ["3 players"]  # it is one slip


def test_r2_3_deal_without_an_offset_has_no_passing() -> None:
    """A deal that is told to hold is in play from its start, under a variant that passes too."""
    deal = hearts.new_deal("standard", suits(), pass_offset=0)
    assert deal.phase is Phase.PLAYING
    assert deal.passes == ()
    assert deal.pass_offset == 0


@pytest.mark.parametrize("fewest", [0, 1, 2, 3, "count"])
def test_r2_4_fewer_cards(fewest: int | str) -> None:
    """passing.at_least is the fewest cards that may be passed; passing.count stays the most."""
    deal = hearts.new_deal(STANDARD.evolve(passing={"at_least": fewest}), suits(), pass_offset=1)
    lowest = 3 if fewest == "count" else int(fewest)
    for number in range(5):
        refusal = deal.why_not(PassCards(0, deal.hands[0][:number]))
        assert (refusal is None) == (lowest <= number <= 3)
        assert refusal is None or refusal.reason is Reason.WRONG_COUNT


def test_r2_4_fewer_cards_leave_uneven_hands() -> None:
    """Where fewer cards may be passed, hands can differ in size: a seat that has run out is passed over, and all is played."""
    variant = STANDARD.evolve(passing={"at_least": 0})
    deal = hearts.new_deal(variant, suits(), pass_offset=1, passes=["", "AD", "2H 3H 4H", "2S"])
    assert [len(hand) for hand in deal.hands] == [14, 12, 11, 15]
    while not deal.is_over:
        deal = deal.play(deal.legal_cards()[0])
    assert [len(trick.cards) for trick in deal.tricks] == [4] * 11 + [3] + [2] * 2 + [1]
    assert CardSet(card for pile in deal.taken for card in pile) == PACK


def test_r2_4_own_cards_only() -> None:
    """Only cards from one's own hand can be passed."""
    deal = hearts.new_deal("standard", suits(), pass_offset=1)
    refusal = refused(deal, PassCards(0, "2C AD AS"))
    assert (refusal.reason, refusal.cards, refusal.instead) == (Reason.NOT_HELD, CardSet("AD AS"), deal.hands[0])
    assert refused(deal, PassCards(7, "2C 3C 4C")).reason is Reason.NO_SUCH_SEAT


def test_r2_4_locked_cards() -> None:
    """passing.locked cards cannot be passed, as far as the hand has enough others."""
    variant = STANDARD.evolve(passing={"locked": "hearts QS"})
    hands = [
        "QS 2C 3C 2H 3H 4H 5H 6H 7H 8H 9H TH JH",
        "4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D",
        "4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S",
        "QH KH AH 4S 5S 6S 7S 8S 9S TS JS KS AS",
    ]
    deal = hearts.new_deal(variant, hands, pass_offset=1)
    # seat 0 has two other cards: one locked card has to go with them, and which is its own affair
    assert deal.why_not(PassCards(0, "2C 3C QS")) is None
    assert deal.why_not(PassCards(0, "2C 3C 9H")) is None
    assert refused(deal, PassCards(0, "2C QS 9H")).reason is Reason.LOCKED
    # seat 3 has others enough
    refusal = refused(deal, PassCards(3, "AH KS AS"))
    assert (refusal.reason, refusal.rule, refusal.cards) == (Reason.LOCKED, "R2.4", CardSet("AH"))
    assert refusal.instead == deal.hands[3] - "QH KH AH"
    assert deal.legal_cards(3) == deal.hands[3] - "QH KH AH"
    assert deal.legal_cards(0) == deal.hands[0]
