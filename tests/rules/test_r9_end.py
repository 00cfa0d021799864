"""R9: totals, the end of the game, its winners, and ties."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from arrange import STANDARD, ace_game, ace_hands, aces, in_turn, play_aces, play_first, scored, suits

import hearts
from hearts import Card, CardSet, IllegalAction, PassCards, Phase, PlayCard, Reason, Suit

CLUBS, DIAMONDS, HEARTS, SPADES = (str(suit.cards) for suit in Suit)
QUEEN = Card("QS")


@pytest.mark.parametrize(
    ("totals", "shared", "continued"),
    [
        ((100, 50, 80, 50), (1, 3), ()),
        ((100, 100, 110, 60), (3,), (3,)),
        ((40, 40, 70, 90), (), ()),
    ],
)
def test_f1_tie_for_the_lowest_total(totals: Sequence[int], shared: Sequence[int], continued: Sequence[int]) -> None:
    """With someone at 100, those tied for the lowest total share, or play on; ties elsewhere, or before 100, are none."""
    for tie, winners in (("shared", shared), ("continue", continued)):
        game = scored(*totals, end={"tie": tie})
        assert game.totals == totals
        assert game.winners == winners
        assert game.is_over == bool(winners)
        if not winners:
            assert game.phase is Phase.DEAL_OVER
            assert game.next_deal().deal_number == 2


def test_f2_equal_totals_in_the_middle_are_no_tie() -> None:
    """At 106, 45, 45 and 20 the game is over and seat 3 alone has won."""
    for tie in ("continue", "shared", "fewest-hearts"):
        game = scored(106, 45, 45, 20, end={"tie": tie})
        assert game.is_over
        assert game.winners == (3,)
        assert game.placings == (4, 2, 2, 1)


def test_f6_no_end_inside_a_deal() -> None:
    """At 98 a seat takes QS in trick 3, and all fourteen in the end: the moon comes first, and the game goes on at 98."""
    variant = STANDARD.evolve(passing={"count": 0})
    game = play_first(hearts.new_game(variant, seed=0, hands=suits(1)))
    for shooter in (2, 3):
        game = play_first(game.next_deal(suits(shooter)))
    assert game.totals == (78, 52, 52, 52)
    # now seat 0 takes seven tricks with its clubs, QS and seven hearts in them, and then loses the lead to seat 1
    seat_0, seat_1 = "8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D", "2C 3C 4C 5C 6C 7C 8D 9D TD JD QD KD AD"
    game = game.next_deal([seat_0, seat_1, HEARTS, SPADES])
    while game.phase is Phase.PLAYING:
        legal = game.legal_cards()
        game = game.play("QS" if game.turn == 3 and QUEEN in legal else legal[0])
    assert game.deals[3].scores == (20, 6, 0, 0)
    assert game.totals == (98, 58, 52, 52)

    game = game.next_deal(suits())
    spades = "2S 3S QS 4S 5S 6S 7S 8S 9S TS JS KS AS"
    plays = in_turn([CLUBS, DIAMONDS, HEARTS, spades]).split()
    for number, card in enumerate(plays):
        assert game.phase is Phase.PLAYING
        assert game.totals == (98, 58, 52, 52)
        assert (game.deal.points[0] >= 13) == (number >= 12)
        game = game.play(card)
    assert game.totals == (98, 84, 78, 78)
    assert game.phase is Phase.DEAL_OVER
    assert not game.is_over


@pytest.mark.parametrize("last", range(4))
def test_f7_game_is_over_whoever_plays_the_last_card(last: int) -> None:
    """Once the last card of the deciding deal is played, by whichever seat, the game is over and takes no more actions."""
    leader = (last + 1) % 4
    takers = [0, 1, leader, leader]  # who takes the third trick leads the fourth, and the seat to its right ends it
    game = hearts.new_game(aces(100, 1, 2, 3, end={"tie": "shared"}), seed=0, hands=ace_hands(takers))
    turns = []
    while not game.is_over:
        assert game.phase is Phase.PLAYING
        turns.append(game.turn)
        game = game.play(game.legal_cards().of_suit(Suit(len(game.deal.tricks)))[0])
    assert turns[-1] == last
    assert game.phase is Phase.GAME_OVER
    assert game.to_act == ()
    assert game.legal_actions() == ()
    for action in (PlayCard(0, "AC"), PassCards(0, "AC"), hearts.ChooseMoon(0, "old")):
        with pytest.raises(IllegalAction) as caught:
            game.apply(action)
        assert (caught.value.refusal.reason, caught.value.refusal.rule) == (Reason.GAME_OVER, "R9.2")
    with pytest.raises(IllegalAction):
        game.next_deal()


def test_f8_new_deal_counts_from_nothing() -> None:
    """The first play of deal 2 changes nobody's points, and the changes over a deal add up to its score."""
    game = scored(13, 0, 0, 0)
    assert game.totals == (13, 0, 0, 0)
    game = game.next_deal(ace_hands([1, 1, 1, 1]))
    totals = [game.totals]
    changes = []
    while not game.deal.is_over:
        before = game.deal.points
        game = game.play(game.legal_cards().of_suit(Suit(len(game.deal.tricks)))[0])
        changes.append(tuple(now - then for now, then in zip(game.deal.points, before, strict=True)))
        totals.append(game.totals)
    assert changes[0] == (0, 0, 0, 0)
    assert tuple(map(sum, zip(*changes, strict=True))) == game.deal.scores == (0, 13, 0, 0)
    assert set(totals[:-1]) == {(13, 0, 0, 0)}
    assert totals[-1] == (13, 13, 0, 0)


def test_f9_nothing_is_carried_into_the_next_game() -> None:
    """A second game of the same process begins at totals of 0, with deal 1, a left pass, a whole pack, and hearts unbroken."""
    first = hearts.new_game("short", seed=9)
    while not first.is_over:
        first = first.next_deal() if first.phase is Phase.DEAL_OVER else first.apply(first.legal_actions()[0])
    assert any(first.totals)
    assert first.deal.hearts_broken
    second = hearts.new_game("short", seed=10)
    assert (second.totals, second.deal_number, second.deals) == ((0, 0, 0, 0), 1, ())
    assert second.deal.pass_offset == 1
    assert second.deal.dealer == 3
    assert CardSet(card for hand in second.deal.hands for card in hand) == CardSet.from_mask((1 << 52) - 1)
    assert second.deal.taken == (CardSet(),) * 4
    assert not second.deal.hearts_broken
    assert hearts.new_game("short", seed=9).totals == (0, 0, 0, 0)


def test_h9_next_deal_needs_its_own_action() -> None:
    """After the last card the finished deal can be looked at, tricks and scores and all; the next begins when asked for."""
    game = ace_game(aces(1, 2, 3, 4, end={"target": 100}), range(4), range(4), range(4))
    assert game.phase is Phase.DEAL_OVER
    assert game.deal_number == 3
    assert game.to_act == ()
    assert len(game.deal.tricks) == 4
    assert game.deal.trick is None
    assert game.deal.scores == game.deals[-1].scores == (1, 2, 3, 4)
    with pytest.raises(IllegalAction) as caught:
        game.play("AC")
    assert (caught.value.refusal.reason, caught.value.refusal.rule) == (Reason.DEAL_OVER, "R9.1")
    following = game.next_deal()
    assert following.deal_number == 4
    assert following.phase is Phase.PLAYING
    assert game.deal_number == 3
    with pytest.raises(IllegalAction) as caught:
        following.next_deal()
    assert caught.value.refusal.reason is Reason.DEAL_NOT_OVER


def test_r9_1_exact_rule_then_floor_then_end() -> None:
    """After a deal, in this order: scores are added, an exact total becomes another, the floor holds, the end is tested."""
    end = {"exact": {"100": -20, "-30": 100}, "floor": 0}
    assert scored(100, 1, 2, 3, end=end).totals == (0, 1, 2, 3)
    over = scored(-30, 1, 2, 3, end=end)
    assert over.totals == (100, 1, 2, 3)
    assert over.winners == (1,)


@pytest.mark.parametrize(("target", "over"), [(100, False), (90, True), (89, True), (91, False)])
def test_r9_2_target(target: int, over: bool) -> None:
    """end.target ends the game once any total has reached it, after a whole deal."""
    assert scored(90, 50, 10, 20, end={"target": target}).is_over == over


@pytest.mark.parametrize(
    ("test", "total", "over"),
    [("reached", 99, False), ("reached", 100, True), ("exceeded", 100, False), ("exceeded", 101, True)],
)
def test_r9_2_target_reached_or_exceeded(test: str, total: int, over: bool) -> None:
    """end.target_test: a total of exactly the target ends the game, or only one above it."""
    assert scored(total, 50, 10, 20, end={"target_test": test}).is_over == over


@pytest.mark.parametrize("deals", [1, 2, 5])
def test_r9_2_number_of_deals(deals: int) -> None:
    """end.deals ends the game after that many deals, and without a target nothing else does."""
    variant = aces(500, 1, 2, 3, end={"target": "none", "deals": deals})
    game = ace_game(variant, *[range(4)] * deals)
    assert game.winners == (1,)
    assert len(game.deals) == deals
    if deals > 1:
        assert not ace_game(variant, *[range(4)] * (deals - 1)).is_over


@pytest.mark.parametrize(("target", "number"), [(100, 3), (40, 1), (60, 2)])
def test_r9_2_target_or_deals(target: int, number: int) -> None:
    """With both a target and a number of deals, whichever comes first ends the game."""
    variant = aces(40, 1, 2, 3, end={"target": target, "deals": 3})
    for played in range(1, number + 1):
        assert ace_game(variant, *[range(4)] * played).is_over == (played == number)


def test_r9_3_exact_totals() -> None:
    """end.exact: a total of exactly one number becomes another, before the end is tested; any other stays."""
    for becomes in (50, 0):
        game = scored(100, 30, 40, 99, end={"exact": {"100": becomes}})
        assert game.totals == (becomes, 30, 40, 99)
        assert not game.is_over
        assert scored(101, 30, 40, 99, end={"exact": {"100": becomes}}).winners == (1,)
    # it is the total that is looked at, not the score of a deal
    variant = aces(50, 1, 2, 3, end={"exact": {"100": 0, "6": 66}})
    assert ace_game(variant, range(4), range(4)).totals == (0, 2, 4, 66)


@pytest.mark.parametrize(("floor", "totals"), [("none", (-30, 1, -2, 3)), (0, (0, 1, 0, 3)), (-10, (-10, 1, -2, 3))])
def test_r9_4_floor(floor: int | str, totals: Sequence[int]) -> None:
    """end.floor: totals may be negative, or cannot fall below a number; the deal's own scores stay as they are."""
    game = scored(-30, 1, -2, 3, end={"floor": floor})
    assert game.totals == totals
    assert game.deals[0].scores == (-30, 1, -2, 3)


def test_r9_4_floor_holds_after_each_deal() -> None:
    """A total that the floor held starts the next deal from there."""
    variant = aces(-30, 20, 0, 5, end={"floor": 0})
    assert ace_game(variant, range(4), [1, 0, 2, 3]).totals == (20, 0, 0, 10)


@pytest.mark.parametrize(("winner", "seat", "placings"), [("lowest", 2, (4, 3, 1, 2)), ("highest", 0, (1, 2, 4, 3))])
def test_r9_5_lowest_or_highest_wins(winner: str, seat: int, placings: Sequence[int]) -> None:
    """end.winner: the lowest total wins, or in a reverse game the highest."""
    game = scored(120, 50, 10, 20, end={"winner": winner})
    assert game.winners == (seat,)
    assert game.placings == placings


def test_r9_6_play_on_until_the_winner_is_alone() -> None:
    """end.tie = "continue": deals are added while the winning place is tied, and each is judged afresh."""
    variant = aces(100, 10, 10, 50)
    tied = ace_game(variant, range(4))
    assert tied.totals == (100, 10, 10, 50)
    assert not tied.is_over
    still = play_aces(tied.next_deal(ace_hands([0, 1, 2, 3])))
    assert still.totals == (200, 20, 20, 100)
    assert not still.is_over
    done = play_aces(still.next_deal(ace_hands([0, 1, 3, 2])))
    assert done.totals == (300, 30, 70, 110)
    assert done.winners == (1,)
    assert len(done.deals) == 3


def test_r9_6_totals_may_fall_below_the_target_again() -> None:
    """A tie whose extra deal takes every total below the target again leaves a game that goes on as normal."""
    variant = aces(100, -10, -10, 5)
    game = ace_game(variant, range(4))
    assert game.totals == (100, -10, -10, 5)
    assert not game.is_over
    game = play_aces(game.next_deal(ace_hands([1, 0, 3, 2])))
    assert game.totals == (90, 90, -5, -5)
    assert not game.is_over
    # seat 3 is alone in front, and still nobody is at 100
    game = play_aces(game.next_deal(ace_hands([2, 0, 3, 1])))
    assert game.totals == (80, 95, 95, -15)
    assert not game.is_over


def test_r9_6_fixed_number_of_deals_goes_on_too() -> None:
    """A tie after the last of a fixed number of deals adds deals under "continue", and is shared under "shared"."""
    end = {"target": "none", "deals": 1}
    game = ace_game(aces(7, 1, 1, 5, end=end), range(4))
    assert not game.is_over
    assert play_aces(game.next_deal(ace_hands([0, 3, 2, 1]))).winners == (2,)
    assert ace_game(aces(7, 1, 1, 5, end=end | {"tie": "shared"}), range(4)).winners == (1, 2)


def test_r9_6_fewest_hearts() -> None:
    """end.tie = "fewest-hearts": of those tied, who took fewest hearts over the whole game wins; still tied, they share."""
    end = {"tie": "fewest-hearts"}
    # the heart trick went to seat 2
    assert scored(100, 10, 10, 20, end=end).winners == (1,)
    # to seat 3, who is not tied
    assert ace_game(aces(100, 10, 20, 10, end=end), [0, 1, 3, 2]).winners == (1, 2)
    # seat 1 took the heart trick of deal 1, and seat 2 that of deal 2
    variant = aces(60, 10, 10, 20, end=end)
    assert ace_game(variant, [0, 2, 1, 3], [0, 1, 2, 3]).winners == (1, 2)
    assert ace_game(variant, [0, 2, 1, 3], [0, 2, 1, 3]).winners == (2,)


def test_r9_6_tie_in_a_reverse_game() -> None:
    """Where the highest wins, it is the highest that can tie."""
    assert scored(120, 120, 10, 10, end={"winner": "highest", "tie": "shared"}).winners == (0, 1)
    assert not scored(120, 120, 10, 10, end={"winner": "highest"}).is_over
    assert scored(120, 110, 10, 10, end={"winner": "highest"}).winners == (0,)
