"""R7: what cards and tricks count."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from arrange import HEARTS, MOON, PACK, STANDARD, aces, scored, suits

import hearts
from hearts import CardSet, Variant, VariantError

PIPS = {f"{rank}H": pips for pips, rank in enumerate("23456789TJQKA", start=2)}


def values_of(variant: Variant) -> dict[str, int]:
    """The cards of a variant that count, by name."""
    return {str(card): value for card, value in variant.values.cards if value}


@pytest.mark.parametrize(("queen", "total"), [(25, 129), (50, 154)])
def test_e12_spot_hearts(queen: int, total: int) -> None:
    """Pip hearts add up to 104, 129 with QS 25 and 154 with QS 50; the moon's value is set apart from the sum."""
    variant = hearts.load_variant("spot").evolve(values={"QS": queen})
    points = hearts.score_deal(variant, ["QS 2H", "AH KH", str(HEARTS - "2H AH KH"), ""]).points
    assert points == (queen + 2, 27, 75, 0)
    assert sum(points) == total
    assert hearts.score_deal(variant, ["", str(MOON), "", ""]).scores == (total, 0, total, total)
    stated = variant.evolve(moon={"value": 150})
    assert hearts.score_deal(stated, ["", str(MOON), "", ""]).scores == (150, 0, 150, 150)

    bonus = variant.evolve(values={"JD": -40})
    piles = ["TH AH QS JD", str(HEARTS - "TH AH"), "", ""]
    assert hearts.score_deal(bonus, piles).points[0] == 24 + queen - 40
    assert queen != 50 or hearts.score_deal(bonus, piles).points[0] == 34


def test_e13_stated_total_is_checked() -> None:
    """The total comes from the card values: QS 50, AS 40, TS 20, hearts by pips and 10 each for JH to AH make 204."""
    values = {"QS": 50, "AS": 40, "TS": 20, "hearts": "pips", "JH": 10, "QH": 10, "KH": 10, "AH": 10}
    variant = STANDARD.evolve(table={"players": [4]}, values=values | {"total": 204})
    taken = ["", str(PACK), "", ""]
    assert hearts.score_deal(variant.evolve(moon={"style": "none"}), taken, tricks_won=(0, 13, 0, 0)).points == (
        0,
        204,
        0,
        0,
    )
    with pytest.raises(VariantError) as caught:
        STANDARD.evolve(table={"players": [4]}, values=values | {"total": 200})
    (fault,) = caught.value.faults
    assert (fault.path, fault.expected) == ("values.total", "204")


def test_e20_jack_of_diamonds_without_the_option() -> None:
    """Under standard rules JD and 3H count 1, and a deal adds up to 26, or to 78 after an old moon."""
    score = hearts.score_deal("standard", ["QS", str(HEARTS - "3H"), "JD 3H", ""])
    assert score.scores[2] == 1
    assert sum(score.scores) == 26
    assert sum(hearts.score_deal("standard", [str(MOON), "", "JD", ""]).scores) == 78


def test_e23_tricks_may_count() -> None:
    """With 10 for each trick, hearts minus their pips and QS -26 a deal adds up to 0; the highest total can be set to win."""
    variant = STANDARD.evolve(
        values={card: -pips for card, pips in PIPS.items()} | {"QS": -26, "tricks": 10},
        moon={"style": "none"},
        end={"winner": "highest", "target": "none", "deals": 1},
    )
    taken = ["QS 5H", str(HEARTS - "5H"), "", ""]
    score = hearts.score_deal(variant, taken, tricks_won=(4, 4, 3, 2))
    assert score.scores[0] == 40 - 31 == 9
    assert score.scores == (9, 40 - 99, 30, 20)
    assert sum(score.scores) == 0

    game = hearts.new_game(variant, seed=0, hands=suits())
    while not game.is_over:
        game = game.apply(game.legal_actions()[0])
    assert sum(game.totals) == 0
    assert game.winners == tuple(seat for seat, total in enumerate(game.totals) if total == max(game.totals))


def test_e24_black_maria() -> None:
    """The pack of three holds 43 points on 16 cards: the hearts and QS alone are no moon; all 16 are, where it is on."""
    taken = [str(MOON), "KS", "AS"]
    assert hearts.score_deal("black-maria", taken).scores == (26, 10, 7)
    for value, charge in (("penalties", 43), (26, 26)):
        variant = hearts.load_variant("black-maria").evolve(moon={"style": "old", "value": value})
        assert hearts.score_deal(variant, taken).scores == (26, 10, 7)
        everything = hearts.score_deal(variant, [str(MOON | "KS AS"), "", ""])
        assert everything.scores == (0, charge, charge)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, dict.fromkeys(map(str, HEARTS), 1) | {"QS": 13}),
        ({"hearts": "pips"}, PIPS | {"QS": 13}),
        ({"hearts": 0}, {"QS": 13}),
        ({"hearts": 0, "QS": 0, "QH": 7}, {"QH": 7}),
        ({"hearts": 2, "AH": 5, "2H": 0}, dict.fromkeys(map(str, HEARTS - "2H AH"), 2) | {"AH": 5, "QS": 13}),
        ({"hearts": 0, "clubs": 1, "QS": -3, "2C": 2}, {f"{r}C": 1 for r in "3456789TJQKA"} | {"2C": 2, "QS": -3}),
    ],
)
def test_r7_1_values_of_cards(values: Mapping[str, int | str], expected: Mapping[str, int]) -> None:
    """values.cards: a suit counts a number for each card, or the pips; a card that is named counts its own; others nothing."""
    variant = STANDARD.evolve(values=values, moon={"style": "none"})
    assert values_of(variant) == dict(expected)
    for card, value in expected.items():
        others = " ".join(other for other in expected if other != card)
        assert hearts.score_deal(variant, [card, others, "", ""]).points == (
            value,
            sum(expected.values()) - value,
            0,
            0,
        )


def test_r7_1_value_of_a_trick() -> None:
    """values.tricks counts for each trick taken, whatever fell in it, and in a deal with a moon too."""
    variant = STANDARD.evolve(values={"tricks": -2})
    assert hearts.score_deal(variant, ["QS", str(HEARTS), "", ""], tricks_won=(1, 5, 7, 0)).scores == (11, 3, -14, 0)
    for bonus in ("outside", "absorbed", "on-top"):
        score = hearts.score_deal(
            variant.evolve(moon={"bonus": bonus}), [str(MOON), "", "", ""], tricks_won=(6, 5, 2, 0)
        )
        assert score.scores == (-12, 16, 22, 26)


def test_r7_1_total_may_be_stated() -> None:
    """values.total is checked against the pack of each number of players; a wrong one is a fault that names the right one."""
    with pytest.raises(VariantError) as caught:
        STANDARD.evolve(values={"AS": 3, "total": {"3": 29, "4": 29, "5": 30, "6": 29}})
    (fault,) = caught.value.faults
    assert (fault.path, fault.expected) == ("values.total.5", "29")
    variant = STANDARD.evolve(values={"AS": 3, "total": 29})
    assert sum(hearts.score_deal(variant, hearts.deal_hands(variant, 7)).points) == 29


def test_r7_2_card_counts_for_who_took_the_trick() -> None:
    """Points go with the trick, not with the card's player: the deal's count so far follows the piles."""
    deal = hearts.new_deal("standard", suits(), plays="2C AD 2H AS")
    assert deal.taken == (CardSet("2C AD 2H AS"), CardSet(), CardSet(), CardSet())
    assert deal.points == (1, 0, 0, 0)
    assert deal.play("3C").points == (1, 0, 0, 0)


@pytest.mark.parametrize("name", ["standard", "omnibus", "spot", "black-maria", "original", "court-cards"])
def test_r7_3_points_add_up_to_the_total(name: str) -> None:
    """The points of a deal's cards add up to the variant's total, however they are shared out."""
    variant = hearts.load_variant(name)
    total = sum(values_of(variant).values())
    assert (
        total
        == {"standard": 26, "omnibus": 16, "spot": 129, "black-maria": 43, "original": 13, "court-cards": 46}[name]
    )
    for seed in range(10):
        hands = hearts.deal_hands(variant, seed)
        assert sum(hearts.score_deal(variant, hands).points) == total


def test_r7_values_of_a_whole_deal() -> None:
    """A deal that is played scores what its piles score."""
    game = scored(4, 0, -3, 9)
    assert game.deal.scores == game.totals == (4, 0, -3, 9)
    again = hearts.score_deal(aces(4, 0, -3, 9), game.deal.taken)
    assert (again.scores, again.points) == (game.deal.scores, game.deal.points)
