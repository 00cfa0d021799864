"""Hand-worked examples that show the oracle itself to be right.

Each is a case or a rule worked out on paper; the numbers (A1, R4.1) name the case or the rule.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from oracle import (
    OracleDeal,
    OracleScores,
    after_deal,
    apply_passes,
    card_value,
    deal_scores,
    dealer_of_deal,
    full_pack,
    game_state,
    legal_to_pass,
    pack,
    pack_total,
    pass_offset,
    read_cards,
    trick_winner,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

STANDARD: dict[str, Any] = {
    "table": {
        "players": [3, 4, 5, 6],
        "default_players": 4,
        "removed": {3: "2D", "5": "2C 2D", 6: "2C 2D 2S 3C"},
    },
    "passing": {
        "count": 3,
        "at_least": "count",
        "cycle": {
            3: ["left", "right", "hold"],
            4: ["left", "right", "across", "hold"],
            5: [1, -1, 2, -2, "hold"],
            6: [1, -1, 2, -2, 3, "hold"],
        },
        "locked": "",
        "change": False,
    },
    "opening": {"leader": "lowest-club", "card": "that-card"},
    "first_trick": {"barred": "hearts QS"},
    "hearts": {"lead": "when-broken", "broken_by": "hearts", "with_queen": "lead-queen"},
    "queen": {"card": "QS", "lead": "any-time", "discard": "free"},
    "values": {"hearts": 1, "QS": 13, "tricks": 0},
    "moon": {"style": "old", "value": "penalties", "bonus": "outside"},
    "sun": {"value": 0},
    "no_tricks": {"bonus": 0, "with_moon": False},
    "end": {
        "target": 100,
        "target_test": "reached",
        "deals": "none",
        "exact": {},
        "floor": "none",
        "winner": "lowest",
        "tie": "continue",
    },
    "partners": {"teams": [], "end_test": "seat", "moon": "spared", "together": False},
}

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
MOON = HEARTS + " QS"


def standard(**changes: dict[str, Any]) -> dict[str, Any]:
    """Give the standard game with some fields of some sections changed."""
    variant = deepcopy(STANDARD)
    for section, fields in changes.items():
        if section == "values":
            variant["values"] = {"tricks": 0}
        variant[section].update(fields)
    return variant


def cards(*hands: str) -> list[list[str]]:
    """Read one list of cards per text."""
    return [hand.split() for hand in hands]


def begin(variant: dict[str, Any], *hands: str, dealer: int | None = None) -> OracleDeal:
    """Begin a deal with these hands, which need not be whole ones."""
    seats = len(hands)
    return OracleDeal(variant, seats, cards(*hands), seats - 1 if dealer is None else dealer)


def play(deal: OracleDeal, plays: str) -> OracleDeal:
    """Play these cards in turn."""
    for card in plays.split():
        deal.play(card)
    return deal


def score(
    variant: dict[str, Any],
    *piles: str,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
    deal_number: int = 1,
    choice: str | None = None,
) -> OracleScores:
    """Score a deal by its piles; unless told, every seat has won some tricks."""
    seats = len(piles)
    return deal_scores(
        variant,
        seats,
        cards(*piles),
        tricks or [10] + [1] * (seats - 1),
        totals or [0] * seats,
        deal_number,
        [0] * seats,
        choice,
    )


def state(
    variant: dict[str, Any],
    totals: Sequence[int],
    deal_number: int = 1,
    hearts: Sequence[int] = (0, 0, 0, 0),
) -> tuple[bool, tuple[int, ...]]:
    """Ask whether a game with these totals is over, and who has won."""
    return game_state(variant, len(totals), totals, deal_number, hearts)


ELDEST = {"leader": "eldest", "card": "any"}
NO_BAR = {"barred": ""}
TEAMS = {"teams": [[0, 2], [1, 3]]}
JD_OUTSIDE = standard(values={"hearts": 1, "QS": 13, "JD": -10})
JD_ABSORBED = standard(values=JD_OUTSIDE["values"], moon={"bonus": "absorbed"})


class TestPack:
    """The pack and what its cards are worth."""

    def test_removed_cards(self) -> None:
        """Packs of 51, 52, 50 and 48 cards divide by 3, 4, 5 and 6 players (R1.2)."""
        sizes = {players: len(pack(STANDARD, players)) for players in (3, 4, 5, 6)}
        assert sizes == {3: 51, 4: 52, 5: 50, 6: 48}
        assert set(full_pack()) - set(pack(STANDARD, 6)) == {"2C", "2D", "2S", "3C"}

    def test_card_sets_take_suit_words(self) -> None:
        """A suit word stands for its 13 cards, and 10 is a way to write T."""
        assert set(read_cards("hearts QS")) == set(MOON.split())
        assert read_cards("10s qs") == ["TS", "QS"]

    def test_standard_total(self) -> None:
        """Hearts 1 and QS 13 make 26 (R7.1)."""
        assert pack_total(STANDARD, 4) == 26

    def test_spot_hearts(self) -> None:
        """Pip hearts are 104, with QS 25 129; TH AH QS(50) JD(-40) are 34 (E12)."""
        assert pack_total(standard(values={"hearts": "pips", "QS": 25}), 4) == 129
        spot = standard(values={"hearts": "pips", "QS": 50, "JD": -40})
        assert sum(card_value(spot, card) for card in ["TH", "AH", "QS", "JD"]) == 34

    def test_named_card_outweighs_its_suit(self) -> None:
        """QH 12 and JH 10 beside worthless hearts; the court cards make 46 (R7.1)."""
        assert pack_total(standard(values={"QS": 13, "QH": 12, "JS": 11, "JH": 10}), 4) == 46
        assert pack_total(standard(values={"hearts": 1, "QH": 13}), 4) == 25

    def test_dealers(self) -> None:
        """The dealer of deal 1 is seat n-1, then it moves one seat to the left (R1.3)."""
        assert [dealer_of_deal(4, number) for number in (1, 2, 3, 6)] == [3, 0, 1, 0]


class TestPassing:
    """Directions and lawful passes."""

    def test_standard_cycle(self) -> None:
        """The cycle of four players is L R A H L R A H (D1)."""
        offsets = [pass_offset(STANDARD, 4, number) for number in range(1, 9)]
        assert offsets == [1, 3, 2, 0, 1, 3, 2, 0]

    def test_offsets_of_five(self) -> None:
        """Five players pass +1, -1, +2, -2, hold (R2.2)."""
        assert [pass_offset(STANDARD, 5, number) for number in range(1, 7)] == [1, 4, 2, 3, 0, 1]

    def test_count_of_none(self) -> None:
        """A count of 0 is no passing on any deal (R2.1)."""
        assert pass_offset(standard(passing={"count": 0}), 4, 1) == 0

    def test_across_needs_an_even_table(self) -> None:
        """Nobody sits across at a table of five (R2.2)."""
        with pytest.raises(ValueError, match=r"R2\.2"):
            pass_offset(standard(passing={"cycle": ["across"]}), 5, 1)

    def test_right_pass_arrives(self) -> None:
        """Passing right, 0's cards arrive at 3, 1's at 0, 2's at 1, 3's at 2, at once (D2)."""
        before = cards("2C 3C", "2D 3D", "2H 3H", "2S 3S")
        passes = cards("2C", "2D", "2H", "2S")
        after = apply_passes(before, passes, pass_offset(STANDARD, 4, 2))
        assert after == cards("3C 2D", "3D 2H", "3H 2S", "3S 2C")

    @pytest.mark.parametrize(
        ("chosen", "lawful"),
        [
            ("9D KS 4C", True),
            ("9D 9D KS", False),  # D3
            ("9D KS", False),  # D4
            ("9D KS 4C 5C", False),  # D4
            ("9D KS QS", False),  # D10
        ],
    )
    def test_just_three_of_ones_own(self, chosen: str, lawful: bool) -> None:
        """A pass is exactly three different cards from one's own hand (R2.4)."""
        assert legal_to_pass(STANDARD, 4, ["9D", "KS", "4C", "5C"], chosen.split()) is lawful

    def test_fewer_cards(self) -> None:
        """Up to three may be none at all, but not four (R2.4)."""
        up_to_three = standard(passing={"at_least": 0})
        hand = ["2C", "3C", "4C", "5C"]
        lawful = [legal_to_pass(up_to_three, 4, hand, hand[:count]) for count in range(5)]
        assert lawful == [True, True, True, True, False]

    def test_locked_cards(self) -> None:
        """Locked spades stay, but for as many as the hand lacks others (R2.4)."""
        locked = standard(passing={"locked": "spades"})
        rich, poor = ["2C", "3C", "4C", "QS", "KS"], ["2C", "3C", "QS", "KS"]
        assert legal_to_pass(locked, 4, rich, ["2C", "3C", "4C"])
        assert not legal_to_pass(locked, 4, rich, ["2C", "3C", "QS"])
        assert legal_to_pass(locked, 4, poor, ["2C", "3C", "QS"])
        assert not legal_to_pass(locked, 4, poor, ["2C", "QS", "KS"])


class TestOpening:
    """Who leads to trick 1, and what."""

    def test_holder_of_the_lowest_club(self) -> None:
        """2C is with seat 3: seat 3 is on turn and must play it (A6)."""
        deal = begin(STANDARD, "3C 4D", "5C 6D", "7C 8D", "2C 9C")
        assert (deal.seat_to_play, deal.legal()) == (3, ["2C"])

    def test_lowest_club_left_in_the_pack(self) -> None:
        """With 2C and 3C out, six players open with 4C (R3.1)."""
        deal = begin(STANDARD, "5C", "6C", "4C", "7C", "8C", "9C")
        assert (deal.seat_to_play, deal.legal()) == (2, ["4C"])

    def test_any_club_or_any_card(self) -> None:
        """The holder of 2C may lead any club, or any card, where the variant says so (A10)."""
        hands = ("2C 9C KC 4D", "3C", "4C", "5C")
        clubs = begin(standard(opening={"card": "same-suit"}), *hands)
        assert clubs.legal() == ["2C", "9C", "KC"]
        anything = begin(standard(opening={"card": "any"}), *hands)
        assert anything.legal() == ["2C", "9C", "KC", "4D"]

    def test_named_card(self) -> None:
        """The holder of 2S leads it (R3.1)."""
        deal = begin(standard(opening={"leader": "2S"}), "2C 3C", "2S 3S", "4C", "5C")
        assert (deal.seat_to_play, deal.legal()) == (1, ["2S"])

    def test_eldest_hand(self) -> None:
        """Left of the dealer leads; a follower with 2C must still follow suit (A5 b)."""
        deal = begin(standard(opening=ELDEST), "8D", "9C", "7D 3S", "2C 4D KS", dealer=1)
        assert (deal.seat_to_play, deal.legal()) == (2, ["7D", "3S"])
        assert play(deal, "7D").legal() == ["4D"]

    def test_bar_binds_the_lead_too(self) -> None:
        """A free opening lead may not be a barred card (R4.2)."""
        deal = begin(standard(opening=ELDEST), "4H QS 9D", "2C", "3C", "4C")
        assert deal.legal() == ["9D"]


class TestFollowing:
    """Answers to a lead, in trick 1 and later."""

    def test_points_barred_from_trick_one(self) -> None:
        """Void in clubs with QS AS 4H 9D KD: AS 9D KD, or all without a bar (A1)."""
        hands = ("2C", "QS AS 4H 9D KD", "3C", "4C")
        assert play(begin(STANDARD, *hands), "2C").legal() == ["AS", "9D", "KD"]
        no_bar = play(begin(standard(first_trick=NO_BAR), *hands), "2C")
        assert no_bar.legal() == ["QS", "AS", "4H", "9D", "KD"]

    def test_only_barred_cards(self) -> None:
        """Twelve hearts and QS may all be played, and a heart then breaks hearts (A2)."""
        hand = HEARTS[:-3] + " QS"
        deal = play(begin(STANDARD, "2C", hand, "3C", "4C"), "2C")
        assert deal.legal() == hand.split()
        assert play(deal, "2H").hearts_broken()

    def test_jack_of_diamonds_is_barred_by_name_only(self) -> None:
        """After 2C KC, 3H JH QS TS 6D leaves TS 6D, and JD unless it is barred (A3)."""
        hands = ("2C", "KC", "3H JH QS TS 6D JD", "3C")
        assert play(begin(STANDARD, *hands), "2C KC").legal() == ["TS", "6D", "JD"]
        barred = standard(first_trick={"barred": "hearts QS JD"})
        assert play(begin(barred, *hands), "2C KC").legal() == ["TS", "6D"]

    def test_break_rule_binds_leads_only(self) -> None:
        """Void in clubs after trick 1, a heart may be thrown though unbroken (B4 b)."""
        deal = play(begin(STANDARD, "2C 8S", "3C 7C", "4C 3H 5D", "5C 8C"), "2C 3C 4C 5C 8C 8S")
        assert deal.legal() == ["7C"]
        assert play(deal, "7C").legal() == ["3H", "5D"]

    def test_queen_at_the_first_chance(self) -> None:
        """The queen must be thrown at the first chance, but not in a barred trick 1 (R5.3)."""
        first = standard(queen={"discard": "first-chance"})
        deal = play(begin(first, "2C 3D", "QS AS 4H", "3C 5D", "4C 6D"), "2C")
        assert deal.legal() == ["AS"]
        play(deal, "AS 3C 4C 6D 3D")
        assert deal.legal() == ["QS"]

    def test_queen_not_before_hearts(self) -> None:
        """The queen may not be thrown while hearts are unbroken, unless alone (R5.3)."""
        late = standard(queen={"discard": "when-broken"}, first_trick=NO_BAR)
        assert play(begin(late, "2C", "QS 9D 4H", "3C", "4C"), "2C").legal() == ["9D", "4H"]
        assert play(begin(late, "2C", "QS", "3C", "4C"), "2C").legal() == ["QS"]
        broken = play(begin(late, "2C", "4H", "QS 9D", "4C"), "2C 4H")
        assert broken.legal() == ["QS", "9D"]


class TestLeading:
    """Leads after trick 1: hearts and the queen."""

    def second_lead(self, variant: dict[str, Any], hand: str) -> list[str]:
        """Give what a seat with this hand may lead to trick 2, nothing being broken."""
        hands = ("2C 3D", f"AC {hand}", "3C 4D", "4C 5D")
        return play(begin(variant, *hands), "2C AC 3C 4C").legal()

    def test_unbroken_hearts(self) -> None:
        """Unbroken hearts aren't led, unless the hand is hearts only (B4 a, c; R6.2)."""
        assert self.second_lead(STANDARD, "TH 5C") == ["5C"]
        assert self.second_lead(STANDARD, "3H 5H") == ["3H", "5H"]

    def test_no_break_rule(self) -> None:
        """Without the rule a heart is led at any time (B8)."""
        assert self.second_lead(standard(hearts={"lead": "any-time"}), "4H 9C") == ["4H", "9C"]

    def test_queen_lead(self) -> None:
        """QS may be led while unbroken, unless a variant locks her, hand permitting (B6)."""
        locked = standard(queen={"lead": "when-broken"})
        assert self.second_lead(STANDARD, "QS 6D TH") == ["QS", "6D"]
        assert self.second_lead(locked, "QS 6D TH") == ["6D"]
        assert self.second_lead(locked, "QS TH") == ["QS"]

    def test_hearts_and_queen_only(self) -> None:
        """The queen must be led, or a heart may be instead; if locked then too, it must (R6.3)."""
        either = standard(hearts={"with_queen": "either"})
        both = standard(hearts={"with_queen": "either"}, queen={"lead": "when-broken"})
        assert self.second_lead(STANDARD, "3H QS") == ["QS"]
        assert self.second_lead(either, "3H QS") == ["3H", "QS"]
        assert self.second_lead(either, "3H QS 6D") == ["QS", "6D"]
        assert self.second_lead(both, "3H QS") == ["3H"]

    def test_queen_breaks_hearts_in_some_variants(self) -> None:
        """QS thrown, no heart: 5H 7C may lead 7C, or both where she breaks them (B1)."""
        hands = ("2C 9D", "AC TD 5H 7C", "3C QS", "4C 8D")
        plays = "2C AC 3C 4C TD QS 8D 9D"
        assert play(begin(STANDARD, *hands), plays).legal() == ["7C"]
        bicycle = standard(hearts={"broken_by": "hearts QS"})
        assert play(begin(bicycle, *hands), plays).legal() == ["5H", "7C"]

    def test_queen_alone_breaks_hearts(self) -> None:
        """Hearts thrown but QS unplayed: still unbroken if only she breaks them (B9)."""
        hands = ("2C 9D", "AC TD 2H 9C", "3C 7H", "4C 8D")
        plays = "2C AC 3C 4C TD 7H 8D 9D"
        assert play(begin(STANDARD, *hands), plays).legal() == ["2H", "9C"]
        queen_only = standard(hearts={"broken_by": "QS"})
        assert play(begin(queen_only, *hands), plays).legal() == ["9C"]

    def test_heart_led_breaks(self) -> None:
        """A heart led because nothing else was left breaks hearts, whatever the set (R6.1)."""
        queen_only = standard(hearts={"broken_by": "QS"})
        deal = begin(queen_only, "2C 3D", "AC 3H 5H", "3C 4D", "4C 5D")
        assert not play(deal, "2C AC 3C 4C").hearts_broken()
        assert play(deal, "3H").hearts_broken()


class TestTricks:
    """Who wins, and who plays next."""

    def test_winners(self) -> None:
        """The highest card of the suit led wins; aces are high (C2, C4, C6)."""
        assert trick_winner(0, {0: "9C", 1: "KC", 2: "AC", 3: "2C"}) == 2
        assert trick_winner(2, {2: "4S", 3: "TS", 0: "2S", 1: "KH"}) == 3
        assert trick_winner(0, {0: "3D", 1: "AS", 2: "5D"}) == 2

    def test_winner_takes_and_leads(self) -> None:
        """The trick's cards go to its winner, who is on turn next (C8, R7.2)."""
        deal = play(begin(STANDARD, "2C 5D", "5C 6D", "KC 7D", "3C 8D"), "2C 5C KC 3C")
        assert (deal.seat_to_play, deal.tricks_won) == (2, [0, 0, 1, 0])
        assert deal.taken == [[], [], ["2C", "5C", "KC", "3C"], []]
        assert (deal.tricks[0].leader, deal.tricks[0].winner) == (0, 2)
        assert play(deal, "7D 8D 5D 6D").seat_to_play is None
        assert deal.legal() == []

    def test_illegal_play_is_refused(self) -> None:
        """A card that isn't legal changes nothing (C7)."""
        deal = begin(STANDARD, "2C 5D", "5C 6D", "KC 7D", "3C 8D")
        with pytest.raises(ValueError, match="KC"):
            deal.play("KC")
        assert (deal.seat_to_play, deal.legal(), deal.cards_played()) == (0, ["2C"], [])

    def test_uneven_hands(self) -> None:
        """A seat without cards is passed over, as leader and as follower (R2.4)."""
        deal = begin(STANDARD, "2C", "9C", "4C 5D", "3C 4D")
        play(deal, "2C 9C 4C 3C")
        assert (deal.tricks[0].winner, deal.seat_to_play) == (1, 2)
        assert play(deal, "5D").seat_to_play == 3
        assert play(deal, "4D").seat_to_play is None
        assert deal.tricks[1].cards == {2: "5D", 3: "4D"}

    def test_eldest_without_cards(self) -> None:
        """If the eldest hand is empty, the next seat clockwise leads (R3.1)."""
        assert begin(standard(opening=ELDEST), "", "2D", "3D", "4D").seat_to_play == 1


class TestMoon:
    """Moons, suns and bonuses."""

    def test_decided_by_cards(self) -> None:
        """QS and three hearts are no moon; nor are 25 points (E1, E6)."""
        assert score(STANDARD, "", "6H 7H 8H 9H TH JH QH KH AH", "QS 5H 4H 3H", "2H").scores == (
            0,
            9,
            16,
            1,
        )
        assert score(STANDARD, MOON.replace("AH ", ""), "", "", "AH").scores == (25, 0, 0, 1)
        assert score(STANDARD, MOON, "", "", "").scores == (0, 26, 26, 26)

    def test_old_moon_reaches_all(self) -> None:
        """Totals 10 20 30 40 become 36 20 56 66 when seat 1 shoots (E4)."""
        result = score(STANDARD, "", MOON, "", "")
        assert (result.kind, result.shooters, result.style) == ("moon", (1,), "old")
        assert result.card_points == (0, 26, 0, 0)
        assert result.scores is not None
        assert after_deal(STANDARD, [10, 20, 30, 40], result.scores) == [36, 20, 56, 66]

    def test_new_and_none(self) -> None:
        """New takes 26 off the shooter; none lets the points stand (R8.2)."""
        assert score(standard(moon={"style": "new"}), MOON, "", "", "").scores == (-26, 0, 0, 0)
        none = score(standard(moon={"style": "none"}), MOON, "", "", "")
        assert (none.kind, none.scores) == (None, (26, 0, 0, 0))

    def test_choice(self) -> None:
        """The shooter chooses: 40 10 10 10 becomes 40 36 36 36 or 14 10 10 10 (E7)."""
        choice = standard(moon={"style": "choice"})
        pending = score(choice, MOON, "", "", "")
        assert (pending.needs_choice, pending.chooser, pending.scores) == (True, 0, None)
        for chosen, totals in (("old", [40, 36, 36, 36]), ("new", [14, 10, 10, 10])):
            result = score(choice, MOON, "", "", "", choice=chosen)
            assert not result.needs_choice
            assert result.scores is not None
            assert after_deal(choice, [40, 10, 10, 10], result.scores) == totals

    def test_mixed(self) -> None:
        """Old, unless that ends the game without the shooter winning: then a choice (R8.2)."""
        mixed = standard(moon={"style": "mixed"})
        shot = (MOON, "", "", "")
        assert score(mixed, *shot, totals=[50, 60, 60, 60]).scores == (0, 26, 26, 26)
        assert score(mixed, *shot, totals=[50, 80, 60, 60]).scores == (0, 26, 26, 26)
        assert score(mixed, *shot, totals=[50, 80, 10, 60]).needs_choice
        assert score(mixed, *shot, totals=[50, 80, 10, 60], choice="old").style == "old"
        lone = standard(moon={"style": "auto"})
        assert score(lone, *shot, totals=[50, 80, 10, 60]).scores == (-26, 0, 0, 0)

    def test_mixed_looks_at_ties(self) -> None:
        """Old leaves a tie at 50 between others: only if tied winners share does it end (R9.6)."""
        shot, totals = (MOON, "", "", ""), [60, 80, 24, 24]
        assert score(standard(moon={"style": "mixed"}), *shot, totals=totals).style == "old"
        shared = standard(moon={"style": "mixed"}, end={"tie": "shared"})
        assert score(shared, *shot, totals=totals).needs_choice

    def test_bonus_card_outside_the_moon(self) -> None:
        """JD scores for its taker, who need not be the shooter (R8.4)."""
        assert score(JD_OUTSIDE, MOON, "", "JD", "").scores == (0, 26, 16, 26)
        assert score(JD_OUTSIDE, MOON + " JD", "", "", "").scores == (-10, 26, 26, 26)

    def test_bonus_card_in_the_moon(self) -> None:
        """With JD elsewhere there is no moon; all 15 absorb it, at a stated value 36 (E3)."""
        assert score(JD_ABSORBED, MOON, "", "JD", "").scores == (26, 0, -10, 0)
        assert score(JD_ABSORBED, MOON + " JD", "", "", "").scores == (0, 26, 26, 26)
        stated = standard(values=JD_OUTSIDE["values"], moon={"bonus": "absorbed", "value": 36})
        assert score(stated, MOON + " JD", "", "", "").scores == (0, 36, 36, 36)
        on_top = standard(values=JD_OUTSIDE["values"], moon={"bonus": "on-top"})
        assert score(on_top, MOON + " JD", "", "", "").scores == (-10, 26, 26, 26)

    def test_sun(self) -> None:
        """All 13 tricks cost the others 39 or 52; 12 with all points are a moon (E11)."""
        sun = standard(sun={"value": 52})
        shot = score(sun, MOON, "", "", "", tricks=[13, 0, 0, 0])
        assert (shot.kind, shot.scores) == ("sun", (0, 52, 52, 52))
        moon = score(sun, MOON, "", "", "", tricks=[12, 1, 0, 0])
        assert (moon.kind, moon.scores) == ("moon", (0, 26, 26, 26))
        off = score(STANDARD, MOON, "", "", "", tricks=[13, 0, 0, 0])
        assert (off.kind, off.scores) == ("moon", (0, 26, 26, 26))

    def test_no_tricks(self) -> None:
        """-5 for no trick, not for no points; void in a moon unless kept (E18)."""
        bonus = standard(no_tricks={"bonus": -5})
        piles = ("2H", MOON.replace("2H ", ""), "", "")
        assert score(bonus, *piles, tricks=[1, 10, 2, 0]).scores == (1, 25, 0, -5)
        shot = (MOON, "", "", "")
        assert score(bonus, *shot, tricks=[11, 1, 1, 0]).scores == (0, 26, 26, 26)
        kept = standard(no_tricks={"bonus": -5, "with_moon": True})
        assert score(kept, *shot, tricks=[11, 1, 1, 0]).scores == (0, 26, 26, 21)

    def test_tricks_worth_points(self) -> None:
        """Each trick +10, hearts -pip, QS -26: four tricks with 5H QS are +9 (E23)."""
        values = {"hearts": -1, "2H": -2, "5H": -5, "QS": -26, "tricks": 10}
        zero_sum = standard(values=values, moon={"style": "none"})
        result = score(zero_sum, "5H QS", "2H", "", "", tricks=[4, 3, 3, 3])
        assert result.scores == (9, 28, 30, 30)
        assert (result.card_points[0], result.trick_points[0]) == (-31, 40)

    def test_black_maria(self) -> None:
        """13 hearts and QS are 26 but no moon, the pack holding 43 on 16 cards (E24)."""
        maria = standard(values={"hearts": 1, "QS": 13, "KS": 10, "AS": 7})
        assert pack_total(maria, 3) == 43
        assert score(maria, MOON, "KS", "AS").scores == (26, 10, 7)
        assert score(maria, MOON + " KS AS", "", "").scores == (0, 43, 43)


class TestPartners:
    """Partners: moons and the end of the game."""

    def test_solo_moon(self) -> None:
        """The partner is spared, charged, or new scoring is used (R10.2)."""
        expected = {"spared": (0, 26, 0, 26), "charged": (0, 26, 26, 26), "new": (-26, 0, 0, 0)}
        for rule, scores in expected.items():
            variant = standard(partners={**TEAMS, "moon": rule})
            assert score(variant, MOON, "", "", "").scores == scores

    def test_joint_moon(self) -> None:
        """A team may shoot together where a variant lets it (R10.2)."""
        piles = ("", "QS", "", HEARTS)
        apart = standard(partners=TEAMS)
        assert score(apart, *piles).scores == (0, 13, 0, 13)
        together = score(standard(partners={**TEAMS, "together": True}), *piles)
        assert (together.shooters, together.scores) == ((1, 3), (26, 0, 26, 0))
        new = standard(partners={**TEAMS, "together": True}, moon={"style": "new"})
        assert score(new, *piles).scores == (0, -26, 0, 0)

    def test_end(self) -> None:
        """One seat at 100 ends it, then sums are compared; or a team's sum ends it (R10.1)."""
        seat = standard(partners=TEAMS)
        assert state(seat, [100, 60, 10, 40]) == (True, (1, 3))
        assert state(seat, [100, 70, 10, 60]) == (True, (0, 2))
        assert state(seat, [60, 50, 40, 10]) == (False, ())
        team = standard(partners={**TEAMS, "end_test": "team"})
        assert state(team, [60, 50, 40, 10]) == (True, (1, 3))
        assert state(team, [60, 50, 40, 50]) == (False, ())


class TestEnd:
    """Totals, the end of the game and its winners."""

    def test_ties(self) -> None:
        """Only equal best totals tie; the game goes on, or they share (F1, F2)."""
        shared = standard(end={"tie": "shared"})
        assert state(shared, [100, 50, 80, 50]) == (True, (1, 3))
        assert state(STANDARD, [100, 50, 80, 50]) == (False, ())
        for variant in (shared, STANDARD):
            assert state(variant, [100, 100, 110, 60]) == (True, (3,))
            assert state(variant, [40, 40, 70, 90]) == (False, ())
            assert state(variant, [106, 45, 45, 20]) == (True, (3,))

    def test_fewest_hearts(self) -> None:
        """Of those tied the one with fewest hearts wins; still tied, they share (R9.6)."""
        fewest = standard(end={"tie": "fewest-hearts"})
        assert state(fewest, [100, 50, 80, 50], hearts=[0, 9, 0, 7]) == (True, (3,))
        assert state(fewest, [100, 50, 80, 50], hearts=[0, 7, 0, 7]) == (True, (1, 3))

    def test_exceeded_and_highest(self) -> None:
        """In a reverse game one must pass 100, and the highest wins (R9.2, R9.5)."""
        reverse = standard(end={"target_test": "exceeded", "winner": "highest"})
        assert state(reverse, [100, 20, 30, 40]) == (False, ())
        assert state(reverse, [101, 20, 30, 40]) == (True, (0,))

    def test_number_of_deals(self) -> None:
        """A fixed number of deals ends it, and a tie adds deals (R9.2, R9.6)."""
        four = standard(end={"target": "none", "deals": 4})
        assert state(four, [120, 20, 30, 40], deal_number=3) == (False, ())
        assert state(four, [9, 2, 3, 4], deal_number=4) == (True, (1,))
        assert state(four, [9, 2, 2, 4], deal_number=4) == (False, ())
        assert state(four, [9, 2, 3, 4], deal_number=5) == (True, (1,))

    def test_exact_rule_before_floor(self) -> None:
        """Exactly 100 becomes 50; a floor of 0 comes after (R9.1, R9.3, R9.4)."""
        exact = standard(end={"exact": {"100": 50}})
        assert after_deal(exact, [99, 99, -5, 0], [1, 2, 0, -26]) == [50, 101, -5, -26]
        floored = standard(end={"exact": {"-1": 7}, "floor": 0})
        assert after_deal(floored, [0, 0, 5, 0], [-1, -2, 3, 0]) == [7, 0, 8, 0]

    def test_moon_before_the_end_test(self) -> None:
        """From 98 a seat that takes all 14 cards stays at 98, the others get 26 (F6)."""
        result = score(STANDARD, MOON, "", "", "")
        assert result.scores is not None
        totals = after_deal(STANDARD, [98, 10, 20, 73], result.scores)
        assert totals == [98, 36, 46, 99]
        assert state(STANDARD, totals) == (False, ())


def test_whole_deal_by_hand() -> None:
    """A whole deal of four suits, one a seat: seat 0 leads and wins all 13 tricks (B2, R8.1)."""
    suits = [[card for card in full_pack() if card[1] == suit] for suit in "CHDS"]
    deal = OracleDeal(STANDARD, 4, suits, 3)
    assert play(deal, "2C").legal() == HEARTS.split()
    while deal.seat_to_play is not None:
        deal.play(deal.legal()[0])
    assert deal.tricks_won == [13, 0, 0, 0]
    assert sorted(deal.taken[0]) == sorted(full_pack())
    result = deal_scores(STANDARD, 4, deal.taken, deal.tricks_won, [0] * 4, 1, [0] * 4)
    assert result.scores == (0, 26, 26, 26)
