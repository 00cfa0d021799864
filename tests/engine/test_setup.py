"""Setting up games, deals and scores: what is wrong is said, and where."""

from __future__ import annotations

from typing import Any

import pytest

import hearts
from hearts import CardSet, Phase, SetupError

HANDS = [suit.cards for suit in hearts.Suit]
MIXED = ["2C 3C 4C 5C 6D 7D 8D 9D TH JH QH KH AH", "6C 7C 8C 9C TD JD QD KD AD 2S 3S 4S 5S",
         "TC JC QC KC AC 2H 3H 4H 5H 6S 7S 8S 9S", "2D 3D 4D 5D 6H 7H 8H 9H TS JS QS KS AS"]  # fmt: skip


def refused(where: str, why: str, **given: Any) -> None:  # noqa: ANN401 - arguments of any kind
    """Setting up a deal fails at a place for a reason."""
    hands = given.pop("hands", MIXED)
    with pytest.raises(SetupError) as caught:
        hearts.new_deal(given.pop("variant", "standard"), hands, **given)
    assert caught.value.where == where
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("hands", "where", "why"),
    [
        ("2C 3C", "hands", "expected a list with one entry for each seat"),
        (4, "hands", "expected a list"),
        (HANDS[:2], "players", "not for 2 players: expected one of 3, 4, 5, 6"),
        ([*HANDS[:3], "2S"], "hands[3]", "it has 1 cards: expected 13"),
        ([*HANDS[:3], HANDS[0]], "hands[3]", "it shares 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC with hands[0]"),
        ([*HANDS[:3], "QX"], "hands[3]", "'QX' is not a card"),
        ([*HANDS[:3], "2S 2S"], "hands[3]", "2S is named twice"),
        ([*HANDS[:3], 7], "hands[3]", "is not a set of cards"),
    ],
)
def test_hands_that_are_not_the_pack(hands: Any, where: str, why: str) -> None:  # noqa: ANN401 - wrong hands of any kind
    """Hands must be the pack in equal parts, each card once; what is wrong is named with its seat."""
    refused(where, why, hands=hands)


def test_a_card_that_is_not_in_the_pack() -> None:
    """With three players 2D is out of the pack: a hand that holds it is refused."""
    hands = ["2D " + str(CardSet(HANDS[0])) + " 3D 4D 5D", "6D 7D", "2H"]
    refused("hands[0]", "2D is not in the pack for 3 players", hands=hands)


@pytest.mark.parametrize(
    ("given", "where", "why"),
    [
        ({"dealer": 4}, "dealer", "expected a seat from 0 to 3"),
        ({"dealer": True}, "dealer", "expected a seat from 0 to 3"),
        ({"pass_offset": 4}, "pass_offset", "expected -3 to 3"),
        ({"pass_offset": "left"}, "pass_offset", "expected -3 to 3"),
        ({"pass_offset": 1, "variant": "original"}, "pass_offset", "no cards are passed in this variant"),
        ({"passes": ["2C"] * 4}, "passes", "no cards are passed in this deal"),
        ({"pass_offset": 1, "passes": ["2C 3C 4C"]}, "passes", "there are 1: expected 4"),
        ({"pass_offset": 1, "passes": "2C"}, "passes", "expected a list"),
        ({"pass_offset": 1, "passes": ["2C 3C 4C", "2C 3C 4C", None, None]}, "passes[1]", "it shares 2C 3C 4C with passes[0]"),
        ({"pass_offset": 1, "passes": ["2C 3C", None, None, None]}, "passes[0]", "expected 3"),
        ({"pass_offset": 1, "passes": ["2C 3C AS", None, None, None]}, "passes[0]", "does not hold AS"),
        ({"plays": "2C 3C"}, "plays[1]", "does not hold 3C"),
        ({"plays": ["2C", "QX"]}, "plays[1]", "is not a card"),
        ({"totals": [1, 2]}, "totals", "there are 2: expected 4"),
        ({"totals": [1, 2, 3, "4"]}, "totals[3]", "expected a whole number"),
        ({"totals": 7}, "totals", "expected a list"),
        ({"hearts_taken": [0, 0, 0, True]}, "hearts_taken[3]", "expected a whole number"),
        ({"deal_number": 0}, "deal_number", "expected a whole number from 1"),
        ({"deal_number": True}, "deal_number", "expected a whole number from 1"),
    ],
)  # fmt: skip
def test_other_arguments_of_a_deal(given: dict[str, Any], where: str, why: str) -> None:
    """Each argument that does not fit is named, with what would be right."""
    refused(where, why, **given)


def test_a_deal_in_the_middle_of_passing_or_play() -> None:
    """A deal can be set up with some seats' passes chosen, with all of them, and with cards played."""
    some = hearts.new_deal("standard", MIXED, pass_offset=-1, passes=["2C 3C 4C", None, "TC JC QC", None])
    assert (some.phase, some.to_act) == (Phase.PASSING, (1, 3))
    assert some.passes == (CardSet("2C 3C 4C"), None, CardSet("TC JC QC"), None)
    passes = ["2C 3C 4C", "6C 7C 8C", "TC JC QC", "2D 3D 4D"]
    played = hearts.new_deal("standard", MIXED, pass_offset=-1, passes=passes, plays="2C, 5C")
    assert played.turn == 1
    assert [str(card) for card in played.trick.cards] == ["2C", "5C"] if played.trick else False
    assert "6D" in played.hands[0]


@pytest.mark.parametrize("seed", ["7", 7.0, True, -1, 1 << 256, b"7"])
def test_seeds_of_the_wrong_kind(seed: Any) -> None:  # noqa: ANN401 - wrong seeds of any kind
    """A seed is a whole number from 0 to 2**256 - 1; anything else is a SeedError."""
    with pytest.raises(hearts.SeedError, match=r"expected a whole number from 0 to 2\*\*256 - 1"):
        hearts.new_game(seed=seed)
    with pytest.raises(hearts.SeedError):
        hearts.deal_hands("standard", seed)


def test_games_that_cannot_begin() -> None:
    """A wrong number of players, wrong hands or a wrong dealer is a SetupError; an unknown variant names the nearest."""
    with pytest.raises(SetupError, match="expected one of 4"):
        hearts.new_game("partnership", players=3)
    with pytest.raises(SetupError, match=r"hands\[3\]"):
        hearts.new_game(hands=[*HANDS[:3], ""])
    with pytest.raises(SetupError, match="hands: there are 3: expected 4"):
        hearts.new_game(hands=HANDS[:3])
    with pytest.raises(SetupError, match="first_dealer"):
        hearts.new_game(first_dealer=4)
    with pytest.raises(hearts.UnknownVariantError, match="standard"):
        hearts.new_game("standrad")


def test_a_game_without_a_seed_has_a_secret_one() -> None:
    """Without a seed two games are dealt differently, and each can be dealt again from its seed."""
    one, other = hearts.new_game(), hearts.new_game()
    assert one.seed != other.seed
    assert hearts.new_game(seed=one.seed) == one


def test_actions_that_cannot_be() -> None:
    """A seat that is no number, a style that is neither, and what is no action are SetupErrors."""
    for seat in ("0", True, 1.0, None):
        with pytest.raises(SetupError, match="seat"):
            hearts.PlayCard(seat, "2C")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(SetupError, match="expected 'old' or 'new'"):
        hearts.ChooseMoon(0, "mixed")
    deal = hearts.new_deal("standard", HANDS)
    with pytest.raises(SetupError, match="expected a PassCards, PlayCard or ChooseMoon"):
        deal.apply("2C")  # type: ignore[arg-type]  # the point of the test
    for wrong in (4, -1, True, "0"):
        with pytest.raises(SetupError, match="expected 0 to 3"):
            deal.legal_cards(wrong)  # type: ignore[arg-type]  # the point of the test


def test_the_next_deal_is_for_finished_deals() -> None:
    """The next deal is refused while one is played, and takes given hands, which are checked."""
    game = hearts.new_game("original", seed=1)
    with pytest.raises(hearts.IllegalAction) as caught:
        game.next_deal()
    assert caught.value.refusal.reason is hearts.Reason.DEAL_NOT_OVER
    while not game.deal.is_over:
        game = game.apply(game.legal_actions()[0])
    with pytest.raises(SetupError, match="hands"):
        game.next_deal(HANDS[:3])
    assert game.next_deal(HANDS).deal.hands == tuple(HANDS)
    assert game.next_deal().deal.hands == hearts.deal_hands("original", 1, 2)


def scored(why: str, taken: Any, variant: hearts.Variant | str = "standard", **given: Any) -> None:  # noqa: ANN401
    """Scoring piles fails for a reason."""
    with pytest.raises(SetupError, match=why):
        hearts.score_deal(variant, taken, **given)


SHOT = ["QS " + str(hearts.Suit.HEARTS.cards), "", "", ""]


def test_piles_that_cannot_be_scored() -> None:
    """Piles must hold every card that counts, once, and numbers of tricks that fit."""
    scored("QS is in no pile", [hearts.Suit.HEARTS.cards, "", "", ""])
    scored(r"taken\[1\]: it shares 2H", [SHOT[0], "2H", "", ""])
    scored("2D is not in the pack for 3 players", [SHOT[0], "2D", ""])
    scored("taken: it is 'QS'", "QS")
    scored(r"tricks_won\[1\]: it is -1: expected a whole number from 0", SHOT, tricks_won=[14, -1, 0, 0])
    scored(r"tricks_won\[0\]: it is 0", SHOT, tricks_won=[0, 13, 0, 0])
    scored(r"tricks_won\[0\]: it is 3, which does not fit 14", SHOT, tricks_won=[3, 10, 0, 0])
    scored("there are 2: expected 4", SHOT, tricks_won=[1, 2])
    sunny = hearts.load_variant("standard").evolve(sun={"value": 52})
    scored("expected their numbers, or piles of whole tricks", SHOT, sunny)
    scored("4H 5H 6H 7H 8H 9H TH is in no pile", ["QS 2H", "JS QH", "JH 3H", "KH AH"], "court-cards")
    nothing = hearts.Variant().evolve(values={"hearts": 0, "QS": 0, "tricks": 1}, moon={"style": "none"})
    scored("they are 0 in all: expected 13", ["", "", "", ""], nothing, tricks_won=[0, 0, 0, 0])


def test_numbers_of_tricks_add_up_to_a_deal() -> None:
    """The numbers of tricks must be those of one deal: as many as a hand has cards, or, after uneven passes, as the largest."""
    piles = ["QS 2H 3H 4H", "5H 6H 7H 8H", "9H TH JH QH", "KH AH"]
    scored("they are 4 in all: expected 13", piles, tricks_won=[1, 1, 1, 1])
    scored("they are 14 in all: expected 13", SHOT, tricks_won=[14, 0, 0, 0])
    scored("expected a whole number from 0", SHOT, tricks_won=[10**400] * 4)
    loose = hearts.load_variant("standard").evolve(passing={"at_least": 1})
    assert hearts.score_deal(loose, piles, tricks_won=[12, 1, 1, 1]).scores == (16, 4, 4, 2)
    scored("they are 16 in all: expected 13 to 15", piles, loose, tricks_won=[13, 1, 1, 1])


def test_likely_slips_are_ours() -> None:
    """What people get wrong most easily is an error of ours that says what would be right."""
    deal = hearts.new_deal("standard", HANDS)
    for plays in (None, 0, {"2C"}, CardSet("2C"), b"\x00", {"2C": 1}):
        with pytest.raises(SetupError, match="expected the cards in the order of play"):
            hearts.new_deal("standard", HANDS, plays=plays)  # type: ignore[arg-type]  # the point of the test
    for players in (4.0, hearts.Card("6C"), 10**5000):
        with pytest.raises(SetupError, match="expected one of 3, 4, 5, 6"):
            hearts.new_game(players=players)  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(SetupError, match="expected the number of a seat"):
        hearts.PlayCard(hearts.Card("2C"), 0)
    with pytest.raises(SetupError, match="expected the number of a seat"):
        hearts.PlayCard(10**5000, "2C")
    with pytest.raises(hearts.CardError):
        deal.play(hearts.Suit.CLUBS)
    with pytest.raises(SetupError, match="the action is seat 0's"):
        deal.why_not(hearts.PlayCard(0, "2C"), seat=1)
    with pytest.raises(SetupError, match="expected 0 to 3"):
        deal.legal_cards(hearts.Card("2C"))
    with pytest.raises(hearts.SeedError):
        hearts.new_game(seed=hearts.Card("QS"))


def test_seats_that_must_pass_are_listed_first() -> None:
    """Where a choice may be changed, taking the first of the legal actions gets on all the same."""
    deal = hearts.new_deal(hearts.Variant().evolve(passing={"change": True}), HANDS, pass_offset=1)
    for seat in range(4):
        assert deal.to_act[0] == seat
        assert len(deal.legal_actions()) == 4 * 286
        deal = deal.apply(deal.legal_actions()[0])
    assert deal.phase is Phase.PLAYING


def test_a_choice_of_moon_where_there_is_one() -> None:
    """A moon to be chosen needs the choice; a choice where there is none is refused, and one that agrees is taken."""
    scored("seat 0 shot the moon and is to choose", SHOT, "choice-moon")
    scored("it is 'odd'", SHOT, "choice-moon", moon="odd")
    scored("nothing to choose", SHOT, "standard", moon="new")
    scored("nothing to choose", ["QS", hearts.Suit.HEARTS.cards, "", ""], "standard", moon="old")
    assert hearts.score_deal("choice-moon", SHOT, moon="new").scores == (-26, 0, 0, 0)
    assert hearts.score_deal("choice-moon", SHOT, moon="old").scores == (0, 26, 26, 26)
    assert hearts.score_deal("standard", SHOT, moon="old").scores == (0, 26, 26, 26)


def test_whole_piles_give_their_tricks() -> None:
    """From whole piles the numbers of tricks are worked out, unless tricks may have fewer cards than there are players."""
    sunny = hearts.load_variant("standard").evolve(sun={"value": 52}, moon={"style": "none"})
    whole = " ".join(str(hand) for hand in HANDS)
    assert hearts.score_deal(sunny, ["", "", whole, ""]).scores == (52, 52, 0, 52)
    scored("expected their numbers", ["", "", whole, ""], sunny.evolve(passing={"at_least": 0}))


def test_states_show_where_they_stand() -> None:
    """The repr of a deal shows the hands; that of a game shows neither hands nor seed."""
    game = hearts.new_game("standard", seed=123456789)
    assert "2C" in repr(game.deal)
    assert repr(game) == "<Game of standard, deal 1, passing, totals [0, 0, 0, 0]>"
    assert repr(game.legal_actions()) == "<1144 passes of seats 0, 1, 2, 3>"
