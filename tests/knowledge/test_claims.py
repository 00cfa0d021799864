"""Claims, against brute force, and the end of a deal before its last card."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from small_deals import ALL, claim_stands, endings, holdings, plays_of, small_deals

import hearts
from hearts.knowledge import claims as claims_module
from hearts.knowledge import decided as decided_module
from hearts.testing import deals, games, views, walk

CLAIMS: tuple[Literal["all", "none"], ...] = ("all", "none")
SEEDS = st.integers(0, (1 << 32) - 1)
STANDARD = hearts.load_variant("standard")
FREE = {
    "opening": {"leader": "eldest", "card": "any"},
    "first_trick": {"barred": ""},
    "hearts": {"lead": "any-time"},
    "end": {"deals": 1, "tie": "shared"},  # the pack may hold no card that scores
}

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large])


def lone(*hands: str, plays: str = "", **changes: object) -> hearts.Deal:
    """A deal of just these hands; seat 0 leads what it likes, and nothing is passed or barred unless changes say so."""
    count = len(hands)
    table = {"players": [count], "default_players": count, "removed": str(ALL - " ".join(hands))}
    sections = {"table": table, "passing": {"count": 0}, "moon": {"style": "none"}, **FREE, **changes}
    return hearts.new_deal(STANDARD.evolve(**sections), hands, plays=plays)


# ---- the cases of the seeds -------------------------------------------------------------------------------------------------


def test_g1_a_claim_that_is_not_sound_is_refused() -> None:
    """With 5S 7H against QH the rest cannot be claimed, and a claim changes nothing (G1)."""
    deal = lone("5S 7H", "QH 3D", "8C 4C", "9D 2D")
    assert not hearts.can_claim(deal.view(0))
    with pytest.raises(hearts.SetupError, match="claim: seat 0 cannot be sure of all tricks"):
        hearts.claim(deal)
    assert deal == lone("5S 7H", "QH 3D", "8C 4C", "9D 2D")


def test_g3_nobody_claims_while_cards_are_passed() -> None:
    """While cards are passed nobody can claim, whatever the hands (G3)."""
    game = hearts.new_game("standard", hands=[suit.cards for suit in hearts.Suit])
    assert not hearts.can_claim(game.view(0))
    with pytest.raises(hearts.IllegalAction) as raised:
        hearts.claim(game)
    assert raised.value.refusal.reason is hearts.Reason.PLAY_NOT_NOW


def test_g3_nobody_claims_when_the_deal_is_over() -> None:
    """When the deal is over, or waits for its moon to be chosen for, nobody can claim (G3)."""
    choosing = hearts.claim(lone("AH", "KH", "QH", moon={"style": "choice"}))
    for state, reason in (
        (hearts.claim(lone("AC", "KC", "QC")), hearts.Reason.DEAL_OVER),
        (choosing, hearts.Reason.CHOICE_PENDING),
    ):
        assert not any(hearts.can_claim(state.view(seat)) for seat in range(3))
        for seat in (0, 1, None):
            with pytest.raises(hearts.IllegalAction) as raised:
                hearts.claim(state, seat)
            assert raised.value.refusal.reason is reason


def test_g3_a_seat_that_is_not_on_turn_cannot_claim() -> None:
    """A seat that is not on turn cannot claim, in the middle of a trick or elsewhere; nor can one that is not there (G3)."""
    deal = lone("2C 3C", "AC KC", "QC JC", plays="2C")
    assert [hearts.can_claim(deal.view(seat)) for seat in (0, 1, 2, None)] == [False, True, False, False]
    for seat, reason in (
        (0, hearts.Reason.NOT_ON_TURN),
        (2, hearts.Reason.NOT_ON_TURN),
        (7, hearts.Reason.NO_SUCH_SEAT),
    ):
        with pytest.raises(hearts.IllegalAction) as raised:
            hearts.claim(deal, seat)
        assert raised.value.refusal.reason is reason
    with pytest.raises(hearts.SetupError, match="seat: it is True"):
        hearts.claim(deal, True)  # noqa: FBT003 - it is not a seat
    assert hearts.claim(deal, 1) == hearts.claim(deal)


def test_g3_before_the_last_trick_a_claim_is_allowed() -> None:
    """With one card each the leader may claim where nobody may have a higher one (G3)."""
    assert hearts.can_claim(lone("AC", "KC", "QS", "2H").view(0))
    assert hearts.claim(lone("AC", "KC", "QS", "2H")).scores == (14, 0, 0, 0)


def test_g4_a_sound_claim_and_its_points() -> None:
    """AS KS AD take the rest, QS and 6H with it (G4)."""
    deal = lone("AS KS AD", "QS 3D 2C", "JS 5D 4C", "9S 8D 6H")
    assert hearts.can_claim(deal.view(0))
    assert hearts.claim(deal).scores == (14, 0, 0, 0)


def test_g4_a_claimed_queen_completes_the_moon() -> None:
    """The queen that falls to a claim completes a moon: 26 for each other seat (G4)."""
    hearts_taken = ["AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H TH"]
    deal = lone(
        "AS AC AH KH QH JH",
        "QS 2C 2H 5H 8H 9C",
        "3D 4D 3H 6H 9H TC",
        "5D 6D 4H 7H TH JC",
        plays=" ".join([*hearts_taken, "JH 9C TC JC"]),
        moon={"style": "old"},
    )
    assert hearts.can_claim(deal.view(0))
    over = hearts.claim(deal)
    assert over.scores == (0, 26, 26, 26)
    assert over.moon is not None
    assert hearts.is_decided(deal)  # whichever ace is led first


def test_g4_a_low_card_is_not_sure_while_a_higher_one_is_out() -> None:
    """AS 2D cannot be claimed against an outstanding 3D (G4)."""
    assert not hearts.can_claim(lone("AS 2D", "3D 4C", "5C 6C", "7C 8C").view(0))


# ---- what the seat knows, and what the rules ask ----------------------------------------------------------------------------


def test_length_counts_by_the_worst_split() -> None:
    """AKQ7 of a suit takes all against three others in the suit, and AKQ2 against four of which one seat may hold all."""
    assert hearts.can_claim(lone("AS KS QS 7S 6S", "JS TS 9S 2C 3C", "4C 5C 6C 7C 8C").view(0))
    assert not hearts.can_claim(lone("AS KS QS 7S 6S", "JS TS 9S 8S 3C", "4C 5C 6C 7C 8C").view(0))


def test_a_void_that_was_shown_counts() -> None:
    """A suit that nobody who is left to play can hold makes any card of it a winner in the middle of a trick."""
    hands = ["9S 2S AH KH QH JH", "AC 3S 2C 3C 4C 5C", "TS 6C 7C 8C 9C TC"]
    deal = lone(*hands, plays="2S 3S TS 6C")
    assert deal.turn == 0
    assert not hearts.can_claim(deal.view(0))
    others = lone("TC 9S KS AS", "9D 8D 7D 6D", "TS 5D 4D 3D", plays="AS 9D TS KS 8D 5D TC 7D 4D")
    assert hearts.can_claim(others.view(0))


def test_the_cards_that_a_seat_passed_are_where_it_passed_them() -> None:
    """Of the cards that a seat passed it knows who holds them: here AC is not with the seat that is still to play."""
    hands = ["AC AS", "KC 2C", "QC 3S"]
    sections = {"table": {"players": [3], "default_players": 3, "removed": str(ALL - " ".join(hands))}, **FREE}
    variant = STANDARD.evolve(**sections, moon={"style": "none"}, passing={"count": 1})
    passes = ["AC", "KC", "3S"]
    deal = hearts.new_deal(variant, hands, pass_offset=2, passes=passes, dealer=1, plays="QC")
    assert [str(hand) for hand in deal.hands] == ["KC AS", "2C 3S", "AC"]
    assert hearts.can_claim(deal.view(0))
    dealt = hearts.new_deal(variant, ["KC AS", "2C 3S", "QC AC"], dealer=1, plays="QC")
    assert not hearts.can_claim(dealt.view(0))


def test_hearts_that_are_not_broken_are_led_last() -> None:
    """A hand of winners may need to be led in an order that the rules allow: hearts last where they are not broken (R6.2)."""
    deal = lone("AH KH AC KC 2C", "QC 2H 2D 3D 4D", "JC TC 3H 6D 7D", hearts={"lead": "when-broken"})
    assert not hearts.can_claim(deal.view(0))
    deal = lone("AH KH AC KC QC", "4C 2H 2D 3D 4D", "JC 3H 5D 6D 7D", hearts={"lead": "when-broken"})
    assert hearts.can_claim(deal.view(0))
    assert hearts.claim(deal).tricks[0].cards[0].suit is hearts.Suit.CLUBS


@pytest.mark.parametrize("hands", [["KS JS", "QS 2D", "6D 7D"], ["KS JS 2C 3C 4C", "QS 2D 3D 4D 5D", "6D 7D 8D 9D TD"]])
def test_a_queen_that_cannot_be_led_yet_can_cost_a_claim(hands: list[str]) -> None:
    """KS draws the bare QS, and JS is high then; but not where the king is locked until hearts are broken (R6.4)."""
    assert hearts.can_claim(lone(*hands).view(0))
    assert not hearts.can_claim(lone(*hands, queen={"card": "KS", "lead": "when-broken"}).view(0))


def test_a_seat_that_can_always_play_under_avoids_all() -> None:
    """A hand that is below all others can avoid every trick, and one with a bare ace, or on lead with a bare suit, cannot."""
    low, rest = "2C 3C 2D 2S 3S", ["4C 5C 3D 4D 4S", "6C 7C 5D 6D 5S", "8C 9C 7D 8D 6S"]
    assert hearts.can_claim(lone(low, *rest).view(0), "none")
    assert not hearts.can_claim(lone(low, *rest).view(0))
    assert not hearts.can_claim(lone("2C 3C 2D 2S AS", *rest).view(0), "none")
    assert not hearts.can_claim(lone("2C 3C 2D 2H 3H", *rest).view(1), "none")
    follows = lone("9C 3D 4D 4S 8C", "2C 6C 2D 2S 3S", "6D 7C 5D 5S 7S", plays="9C")
    assert hearts.can_claim(follows.view(1), "none")
    assert not hearts.can_claim(lone("5C 3D 4D 4S 8C", "9C TC 2D 2S 3S", "6D 7C 5D 5S 7S", plays="5C").view(1), "none")


@pytest.mark.parametrize(("discard", "can"), [("free", True), ("first-chance", False), ("when-broken", False)])
def test_a_queen_that_must_be_kept_or_thrown_away_can_cost_a_claim(discard: str, can: bool) -> None:
    """2S QS can play under 4S and AS; but not if QS must be kept while 2S is thrown away, or 2S be kept for 3S (R5.3)."""
    deal = lone(
        "2S 9S 2C 2D 3D", "3S AS 4C 4D 5D", "6C 7C 6D 7D 8C",
        queen={"card": "9S", "discard": discard},
    )  # fmt: skip
    assert hearts.can_claim(deal.view(0), "none") is can


def test_only_claims_of_all_or_none_are_judged() -> None:
    """A claim is of all tricks or of none; anything else is an error that says so."""
    deal = lone("AC", "KC", "QC")
    with pytest.raises(hearts.SetupError, match="what: it is 'most': expected 'all' or 'none'"):
        hearts.can_claim(deal.view(0), "most")  # type: ignore[arg-type]  # it is wrong


def test_a_claim_that_takes_too_long_to_judge_counts_as_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more positions would have to be looked at than is reasonable, the answer is no."""
    hands = ["2C KC 3D", "3C AC 4D", "4C 2D QC"]
    assert hearts.can_claim(lone("4C 3D 8D", "3C 5C 4D", "2C 6C 9D", plays="4C 5C").view(2)) is False
    monkeypatch.setattr(claims_module, "LIMIT", 0)
    monkeypatch.setattr(decided_module, "LIMIT", 0)
    assert not hearts.can_claim(lone(*hands).view(0), "none")
    assert not hearts.is_decided(lone(*hands, values={"hearts": 0, "QS": 0, "QC": 5}))


# ---- against brute force ----------------------------------------------------------------------------------------------------


def knows_all(deal: hearts.Deal) -> bool:
    """Does a view describe all that plays prove? It does unless a heart or the queen was led first where either may be."""
    either = deal.variant.hearts.with_queen == "either"
    lead = plays_of(deal)[:1]
    return not (either and lead and (lead[0].suit is hearts.Suit.HEARTS or lead[0] == deal.variant.queen.card))


def check(deal: hearts.Deal) -> None:
    """Claims of the seat on turn stand exactly when there is a way to play that makes them good in all holdings."""
    seat = deal.turn
    assert seat is not None
    worlds = [*holdings(deal, seat)]
    assert deal in worlds
    assume(len(worlds) * max(map(len, deal.hands)) ** deal.players < 30_000)
    for what in CLAIMS:
        stands = claim_stands(worlds, seat, takes=what == "all")
        claimed = hearts.can_claim(deal.view(seat), what)
        assert stands or not claimed
        assert claimed or not stands or not knows_all(deal)


@slow
@given(small_deals(3, 4) | small_deals(4, 3) | small_deals(4, 2) | small_deals(3, 3))
def test_small_claims_are_as_brute_force_says(deal: hearts.Deal) -> None:
    """With at most 4 cards a seat, a claim is allowed exactly when some way to play makes it good against all holdings."""
    check(deal)


@slow
@given(small_deals(3, 6) | small_deals(3, 5))
def test_small_claims_after_some_tricks_are_as_brute_force_says(deal: hearts.Deal) -> None:
    """The same where tricks have been played and have shown what seats do not hold."""
    assume(max(map(len, deal.hands)) <= 4)
    check(deal)


@slow
@given(small_deals(3, 2, passing=True))
def test_small_claims_after_passing_are_as_brute_force_says(deal: hearts.Deal) -> None:
    """The same where cards have been passed, and hands have come to differ in size (R2.4)."""
    check(deal)


@slow
@given(small_deals(3, 6) | small_deals(4, 5) | small_deals(3, 5, plain=True) | small_deals(5, 4, plain=True))
def test_larger_claims_of_all_tricks_by_counting_are_exact(deal: hearts.Deal) -> None:
    """Where no rule makes defenders throw a card away, counting alone says as much as all plays do."""
    queen = deal.variant.queen
    assume(deal.tricks and (queen.lead, queen.discard) == ("any-time", "free"))
    view, seat = deal.view(deal.turn), deal.turn
    assert seat is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claims_module, "SMALL", 0)
        counted = hearts.can_claim(view)
        patch.setattr(claims_module, "SMALL", 6)
        patch.setattr(claims_module._Claim, "sure", lambda *_: None)
        assert counted is hearts.can_claim(view)


@slow
@given(small_deals(3, 4) | small_deals(4, 4))
def test_seeing_less_allows_no_more_claims(deal: hearts.Deal) -> None:
    """Where the house shows the last trick only, no claim is allowed that would not be with all of them in sight."""
    seat = deal.turn
    less = deal.view(seat, options=hearts.ViewOptions(last_trick_only=True))
    for what in CLAIMS:
        if hearts.can_claim(less, what):
            assert hearts.can_claim(deal.view(seat), what)


def play_claim(deal: hearts.Deal, seat: int, rng: Random, *, takes: bool) -> hearts.Deal:
    """The deal played out by a claimer who plays as its claim was judged, against defenders who play anything."""
    while deal.phase is hearts.Phase.PLAYING and (takes or deal.hands[seat]):
        if deal.turn == seat:
            card = claims_module._card_for(deal.view(seat), takes=takes)  # how it plays is not public
            assert card is not None, "a claim once allowed stays so"
        else:
            card = rng.choice(deal.legal_cards())
        deal = deal.play(card)
    return deal


def rearranged(deal: hearts.Deal, seat: int, rng: Random) -> hearts.Deal:
    """A deal that looks the same to a seat, with the others' cards dealt anew if that is soon found."""
    others = [other for other in range(deal.players) if other != seat]
    out = [card for other in others for card in deal.hands[other]]
    for _ in range(5):
        rng.shuffle(out)
        hands, left = [*deal.dealt], out
        for other in others:
            size = len(deal.hands[other])
            hands[other] = hands[other] - deal.hands[other] | left[:size]
            left = left[size:]
        try:
            new = hearts.new_deal(
                deal.variant, hands, dealer=deal.dealer, plays=plays_of(deal), totals=deal.standing.totals
            )
        except hearts.SetupError:
            continue
        return new
    return deal


@slow
@given(small_deals(4, 10) | small_deals(3, 9) | small_deals(5, 8), SEEDS)
def test_larger_claims_stand_against_any_holding_and_defence(deal: hearts.Deal, seed: int) -> None:
    """However the others' cards are dealt anew and played, a claim that was allowed is made good."""
    rng, seat = Random(seed), deal.turn
    assert seat is not None
    for takes in (True, False):
        if not hearts.can_claim(deal.view(seat), "all" if takes else "none"):
            continue
        for _ in range(4):
            over = play_claim(rearranged(deal, seat, rng), seat, rng, takes=takes)
            for trick in over.tricks[len(deal.tricks) :]:
                assert (trick.winner == seat) is takes


@given(views())
def test_any_view_can_be_asked(view: hearts.View) -> None:
    """Every view of any game answers, whoever is on turn; only the seat on turn may claim."""
    for what in CLAIMS:
        claimed = hearts.can_claim(view, what)
        assert not claimed or (view.seat is not None and view.seat == view.turn)


# ---- playing a claim out ----------------------------------------------------------------------------------------------------


@slow
@given(small_deals(4, 6) | small_deals(3, 8), SEEDS)
def test_a_claim_comes_to_what_play_comes_to(deal: hearts.Deal, seed: int) -> None:
    """A claim played out by the library and by hand agree in every field of the result, whatever the others throw away."""
    seat = deal.turn
    assert seat is not None
    if not hearts.can_claim(deal.view(seat)):
        with pytest.raises(hearts.SetupError):
            hearts.claim(deal)
        return
    claimed = hearts.claim(deal, seat)
    by_hand = play_claim(deal, seat, Random(seed), takes=True)
    for name in ("phase", "turn", "hands", "taken", "tricks_won", "points", "moon", "scores", "score", "hearts_broken"):
        assert getattr(claimed, name) == getattr(by_hand, name), name
    assert claimed.totals_after() == by_hand.totals_after()
    assert claimed.tricks[: len(deal.tricks)] == deal.tricks


@pytest.mark.parametrize("variant", ["standard", "openspiel", "omnibus", "choice-moon", "spot"])
def test_a_claim_in_a_game_ends_its_deal(variant: str) -> None:
    """A game whose deal is claimed has the totals, results and winners that play gives it."""
    rules = hearts.load_variant(variant).evolve(passing={"count": 0})
    game = hearts.new_game(rules, hands=[suit.cards for suit in hearts.Suit], seed=1)
    assert hearts.can_claim(game.view(0))
    claimed = hearts.claim(game)
    if claimed.phase is hearts.Phase.CHOOSING_MOON:
        claimed = claimed.apply(hearts.ChooseMoon(0, "new"))
    by_hand = game
    while not by_hand.deal.is_over:
        by_hand = by_hand.apply(by_hand.legal_actions()[-1])
    assert (claimed.totals, claimed.winners, claimed.deals) == (by_hand.totals, by_hand.winners, by_hand.deals)
    if claimed.winners:
        with pytest.raises(hearts.IllegalAction) as raised:
            hearts.claim(claimed)
        assert raised.value.refusal.reason is hearts.Reason.GAME_OVER


# ---- is it decided? ---------------------------------------------------------------------------------------------------------


@slow
@given(small_deals(3, 4) | small_deals(4, 3) | small_deals(4, 2))
def test_small_deals_are_decided_exactly_when_all_endings_score_the_same(deal: hearts.Deal) -> None:
    """With at most 4 cards a seat, a deal is decided exactly when each way to play it out comes to the same scores."""
    scores = set()
    for ending_scores in endings(deal):
        scores.add(ending_scores)
        if len(scores) > 1:
            break
    assert hearts.is_decided(deal) is (len(scores) == 1)


@given(deals() | games() | small_deals(4, 10), SEEDS)
def test_what_is_decided_stays_so(state: hearts.Deal | hearts.Game, seed: int) -> None:
    """From a deal that is decided all play leads to one score, and every deal on the way is decided."""
    if not hearts.is_decided(state):
        return
    ends = set()
    for number in range(4):
        *path, end = walk(state, seed + number)
        assert all(map(hearts.is_decided, path[-3:]))
        ends.add((end.deal if isinstance(end, hearts.Game) else end).scores)
    assert len(ends) == 1


def test_a_seat_that_takes_all_by_any_play_decides_a_deal() -> None:
    """Three aces take QS in whatever order they are led; where KS may be thrown away or kept, nothing is decided."""
    assert hearts.is_decided(lone("AC AD AS", "2C 2D QS", "3C 3D 3S", "4C 4D 4S"))
    assert not hearts.is_decided(lone("AC JS", "2C QS", "3D KS", "4C 4D"))


def late(**changes: object) -> hearts.Deal:
    """A deal with a trick played, which seat 0 took with the queen and three hearts in it, and six more to come."""
    hands = ["AS 2C 3C 4C 5C 6C", "QS 7C 8C 9C TC JC", "KH QC KC AC 2D 3D", "AH 4D 5D 6D 7D 8D"]
    return lone(*hands, plays="AS QS KH AH", **changes)


@pytest.mark.parametrize(
    ("changes", "decided"),
    [
        ({}, True),
        ({"values": {"JC": -10}}, False),
        ({"values": {"tricks": 1}}, False),
        ({"sun": {"value": 26}}, False),
        ({"no_tricks": {"bonus": -5}}, False),
        ({"moon": {"style": "old"}}, True),
        ({"moon": {"style": "new"}}, True),
        ({"moon": {"style": "choice"}}, False),
        ({"moon": {"style": "mixed"}}, True),
        ({"moon": {"style": "old"}, "no_tricks": {"bonus": -5}}, True),
        ({"moon": {"style": "old"}, "no_tricks": {"bonus": -5, "with_moon": True}}, False),
    ],
)
def test_what_keeps_a_deal_open(changes: dict[str, object], decided: bool) -> None:
    """A bonus card still out, what tricks count, a sun, the bonus for no trick, a moon to be chosen for: each keeps a deal
    open, and only where it can still change something (R7.1, R8).
    """
    assert hearts.is_decided(late(**changes)) is decided


def test_hearts_that_count_nothing_can_decide_how_a_moon_is_scored() -> None:
    """Where ties go by fewest hearts, hearts without a value can still decide how an auto moon is scored (R8.2, R9.6)."""
    hands = ["AS 2C 3C 4C 5C 6C", "QS 7C 8C 9C TC JC", "KH QC KC AC 2D 3D", "AH 4D 5D 6D 7D 2H"]
    end = {"tie": "fewest-hearts"}
    values = {"hearts": 0, "QS": 13, "KH": 1, "AH": 1}
    for style, decided in (("auto", False), ("old", True)):
        deal = lone(*hands, plays="AS QS KH AH", moon={"style": style}, end=end, values=values)
        assert hearts.is_decided(deal) is decided


def test_a_moon_to_be_chosen_for_is_open_until_it_is() -> None:
    """While a shooter chooses, the deal is open; afterwards it is decided (R8.2)."""
    deal = hearts.claim(lone("AH", "KH", "QH", moon={"style": "choice"}))
    assert not hearts.is_decided(deal)
    assert hearts.is_decided(deal.apply(hearts.ChooseMoon(0, "new")))
