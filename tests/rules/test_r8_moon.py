"""R8: the moon, the sun and the bonuses."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence

import pytest
from arrange import HEARTS, MOON, STANDARD, ace_game, ace_hands, aces, play_aces

import hearts
from hearts import Card, ChooseMoon, IllegalAction, MoonKind, MoonStyle, Phase, Reason, SetupError, Variant

ALL_TO_SEAT_1 = ["", str(MOON), "", ""]
JACK = STANDARD.evolve(values={"JD": -10})


def aces_with_moon(*values: int, style: str = "old", **changes: dict[str, object]) -> Variant:
    """The small game, with a moon of 26 for whoever takes all aces that count."""
    return aces(*values, **({"moon": {"style": style, "value": 26}} | changes))


def test_e1_moon_is_no_sum_of_points() -> None:
    """Sixteen points, of QS and three hearts, are no moon."""
    piles = ["", str(HEARTS - "2H 3H 4H 5H"), "QS 5H 4H 3H", "2H"]
    score = hearts.score_deal("standard", piles)
    assert score.scores == (0, 9, 16, 1)
    assert score.moon is None


def test_e3_bonus_card_may_be_needed_for_the_moon() -> None:
    """Where the moon needs JD, all else is no moon; all fifteen cards are one, of whatever value is stated."""
    assert hearts.score_deal("omnibus", [str(MOON), "", "JD", ""]).scores == (26, 0, -10, 0)
    variant = hearts.load_variant("omnibus").evolve(moon={"value": 36})
    assert hearts.score_deal(variant, [str(MOON | "JD"), "", "", ""]).scores == (0, 36, 36, 36)
    assert hearts.score_deal("jack-of-diamonds", [str(MOON), "", "JD", ""]).scores == (0, 26, 16, 26)


def test_e4_moon_charges_every_other_seat() -> None:
    """Seat 1 shoots at totals of 10, 20, 30 and 40: all the others get 26, and the next deal begins with no points."""
    variant = aces_with_moon(10, 20, 30, 40)
    game = ace_game(variant, range(4), [1, 1, 1, 1])
    assert game.deals[0].totals == (10, 20, 30, 40)
    assert game.totals == (36, 20, 56, 66)
    assert game.next_deal().deal.points == (0, 0, 0, 0)


def test_e5_moon_belongs_to_its_deal() -> None:
    """A moon in deal 1 is told of once: not before its last card, and not in deal 2, whose counters begin at nothing."""
    variant = aces_with_moon(1, 1, 1, 1, end={"target": 1000})
    game = hearts.new_game(variant, seed=0, hands=ace_hands([0, 0, 0, 0]))
    told = []
    while not game.deal.is_over:
        told.append(game.deal.moon)
        game = game.play(game.legal_cards().of_suit(hearts.Suit(len(game.deal.tricks)))[0])
    assert set(told) == {None}
    assert game.deal.moon == hearts.Moon(MoonKind.MOON, 0, (0,), MoonStyle.OLD)
    game = game.next_deal(ace_hands([0, 1, 0, 1]))
    assert game.deal.points == game.deal.tricks_won == (0, 0, 0, 0)
    assert game.deal.moon is None
    game = play_aces(game)
    assert [result.moon is not None for result in game.deals] == [True, False]
    assert game.deals[1].scores == (2, 2, 0, 0)


def test_e6_moon_takes_all_fourteen() -> None:
    """Twenty-five points are not a moon; all fourteen cards charge the other three 26 each."""
    assert hearts.score_deal("standard", [str(MOON - "AH"), "", "", "AH"]).scores == (25, 0, 0, 1)
    assert hearts.score_deal("standard", [str(MOON), "", "", ""]).scores == (0, 26, 26, 26)


@pytest.mark.parametrize("shooter", range(4))
def test_e7_shooter_chooses_once(shooter: int) -> None:
    """The shooter alone may act, and adds 26 to each other seat or takes 26 off its own total: once, whichever seat it is."""
    variant = aces_with_moon(10, 10, 10, 40, style="choice")
    first = [seat for seat in range(4) if seat != shooter] + [shooter]
    game = ace_game(variant, first, [shooter] * 4)
    assert game.deals[0].totals == tuple(40 if seat == shooter else 10 for seat in range(4))
    assert (game.phase, game.to_act, game.turn) == (Phase.CHOOSING_MOON, (shooter,), shooter)
    assert tuple(game.legal_actions()) == (ChooseMoon(shooter, "old"), ChooseMoon(shooter, "new"))
    other = game.why_not(ChooseMoon((shooter + 1) % 4, "old"))
    assert other is not None
    assert (other.reason, other.rule) == (Reason.NOT_THE_SHOOTER, "R8.2")
    passing = game.why_not(hearts.PassCards(shooter, "2C 3C 4C"))
    assert passing is not None
    assert (passing.reason, dict(passing.details)) == (Reason.CHOICE_PENDING, {"turn": shooter})
    for style, own, others in (("old", 40, 36), ("new", 14, 10)):
        after = game.apply(ChooseMoon(shooter, style))
        assert after.totals == tuple(own if seat == shooter else others for seat in range(4))
        with pytest.raises(IllegalAction):
            after.apply(ChooseMoon(shooter, style))


def test_e9_choice_can_be_saved_and_undone() -> None:
    """A state that waits for the choice loads as one; the one before the last card has its old totals, and asks again."""
    variant = aces_with_moon(10, 10, 10, 40, style="choice")
    before = hearts.new_game(variant, seed=0, hands=ace_hands([2, 2, 2, 2]))
    while len(before.deal.tricks) < 3 or len(before.deal.trick.cards if before.deal.trick else ()) < 3:
        suit = hearts.Suit(len(before.deal.tricks))
        before = before.play(before.legal_cards().of_suit(suit)[0])
    (last,) = before.legal_cards()
    waiting = before.play(last)
    for loaded in (pickle.loads(pickle.dumps(waiting)), copy.deepcopy(waiting)):
        assert loaded == waiting
        assert loaded.phase is Phase.CHOOSING_MOON
        assert loaded.to_act == (2,)
    assert waiting.totals == before.totals == (0, 0, 0, 0)
    assert waiting.deals == ()
    assert before.phase is Phase.PLAYING
    assert before.play(last) == waiting


@pytest.mark.parametrize(
    ("sun", "tricks", "scores"),
    [(39, (13, 0, 0, 0), (0, 39, 39, 39)), (52, (13, 0, 0, 0), (0, 52, 52, 52)), (0, (13, 0, 0, 0), (0, 26, 26, 26))]
    + [(sun, (12, 0, 1, 0), (0, 26, 26, 26)) for sun in (39, 52, 0)],
)
def test_e11_sun_takes_all_thirteen_tricks(sun: int, tricks: Sequence[int], scores: Sequence[int]) -> None:
    """All thirteen tricks are a sun of 39 or 52, or a moon where there is no sun; with twelve and all points it is a moon."""
    score = hearts.score_deal(STANDARD.evolve(sun={"value": sun}), [str(MOON), "", "", ""], tricks_won=tricks)
    assert score.scores == scores
    assert score.moon is not None
    assert score.moon.kind is (MoonKind.SUN if sun and tricks[0] == 13 else MoonKind.MOON)


def test_e18_no_tricks_is_not_no_points() -> None:
    """The bonus goes to the seat without a trick, not to one without points; with a moon it is void, or kept where so set."""
    variant = STANDARD.evolve(no_tricks={"bonus": -5})
    assert hearts.score_deal(variant, ["2H", str(MOON - "2H"), "", ""], tricks_won=(1, 10, 2, 0)).scores == (
        1,
        25,
        0,
        -5,
    )
    for kept, last in ((False, 26), (True, 21)):
        variant = variant.evolve(no_tricks={"with_moon": kept})
        assert hearts.score_deal(variant, ALL_TO_SEAT_1, tricks_won=(1, 10, 2, 0)).scores == (26, 0, 26, last)


def test_r8_1_points_that_cancel_are_still_a_moon_set() -> None:
    """A moon is decided by cards: TH at 10 and JD at -10 sum to nothing, and still TH has to be taken."""
    variant = STANDARD.evolve(values={"hearts": 0, "QS": 0, "TH": 10, "AH": 10, "JD": -10})
    assert hearts.score_deal(variant, ["TH JD", "", "AH", ""]).scores == (0, 0, 10, 0)
    assert hearts.score_deal(variant, ["TH JD AH", "", "", ""]).scores == (-10, 20, 20, 20)


@pytest.mark.parametrize("name", ["original", "black-maria", "court-cards", "spot"])
def test_r8_1_moon_set_is_the_penalty_cards(name: str) -> None:
    """All cards with a value above 0, and no others, make a moon; one of them elsewhere, and there is none."""
    variant = hearts.load_variant(name).evolve(moon={"style": "old"})
    cards = hearts.CardSet(card for card, value in variant.values.cards if value > 0)
    hearts_elsewhere = str(HEARTS - cards)
    players = variant.table.default_players
    total = sum(value for _, value in variant.values.cards)
    whole = hearts.score_deal(variant, [str(cards), hearts_elsewhere, *[""] * (players - 2)])
    assert whole.scores == (0, *[total] * (players - 1))
    for card in cards:
        split = hearts.score_deal(variant, [str(cards - [card]), f"{card} {hearts_elsewhere}", *[""] * (players - 2)])
        assert split.moon is None
        assert split.scores == split.points


@pytest.mark.parametrize(
    ("style", "scores"), [("none", (0, 26, 0, 0)), ("old", (26, 0, 26, 26)), ("new", (0, -26, 0, 0))]
)
def test_r8_2_moon_styles_without_a_choice(style: str, scores: Sequence[int]) -> None:
    """moon.style none: the points stand; old: the others are charged; new: the shooter's score goes down."""
    score = hearts.score_deal(STANDARD.evolve(moon={"style": style}), ALL_TO_SEAT_1)
    assert score.scores == scores
    assert score.points == (0, 26, 0, 0)
    assert (score.moon is None) == (style == "none")


def test_r8_2_choice() -> None:
    """moon.style choice: old or new as the shooter says, and a score cannot be told before."""
    assert hearts.score_deal("choice-moon", ALL_TO_SEAT_1, moon="old").scores == (26, 0, 26, 26)
    assert hearts.score_deal("choice-moon", ALL_TO_SEAT_1, moon="new").scores == (0, -26, 0, 0)
    with pytest.raises(SetupError, match="seat 1 shot the moon"):
        hearts.score_deal("choice-moon", ALL_TO_SEAT_1)


@pytest.mark.parametrize(
    ("totals", "asked"),
    [
        ((0, 0, 0, 0), False),  # nobody comes to 100
        ((80, 50, 0, 50), True),  # seat 0 comes to 106 and seat 2 would win with 26
        ((80, 20, 0, 50), False),  # seat 1 would win with 20
        ((80, 26, 0, 50), False),  # seats 1 and 2 would tie at 26, and play on
        ((73, 99, 0, 0), False),  # 99 is the highest
        ((74, 99, 0, 10), True),
    ],
)
def test_r8_2_mixed_and_auto(totals: Sequence[int], asked: bool) -> None:
    """moon.style mixed: old, and only where that would lose the shooter the game a choice; auto: new then, without asking."""
    mixed, auto = (STANDARD.evolve(moon={"style": style}) for style in ("mixed", "auto"))
    if asked:
        with pytest.raises(SetupError, match="is to choose"):
            hearts.score_deal(mixed, ALL_TO_SEAT_1, totals=totals)
        for style, scores in (("old", (26, 0, 26, 26)), ("new", (0, -26, 0, 0))):
            assert hearts.score_deal(mixed, ALL_TO_SEAT_1, totals=totals, moon=style).scores == scores
    else:
        assert hearts.score_deal(mixed, ALL_TO_SEAT_1, totals=totals).scores == (26, 0, 26, 26)
    assert hearts.score_deal(auto, ALL_TO_SEAT_1, totals=totals).scores == (
        (0, -26, 0, 0) if asked else (26, 0, 26, 26)
    )


def test_r8_2_mixed_where_tied_winners_share() -> None:
    """Where ties are shared, an old moon that leaves the shooter among the winners is no loss, and there is no choice."""
    variant = STANDARD.evolve(moon={"style": "mixed"}, end={"tie": "shared"})
    assert hearts.score_deal(variant, ALL_TO_SEAT_1, totals=(80, 26, 0, 50)).scores == (26, 0, 26, 26)
    with pytest.raises(SetupError, match="is to choose"):
        hearts.score_deal(variant, ALL_TO_SEAT_1, totals=(80, 27, 0, 50))


def test_r8_2_mixed_in_a_game() -> None:
    """In a game the choice is asked of the shooter after the last trick, by the totals before the deal."""
    variant = aces_with_moon(80, 50, 0, 40, style="mixed")
    game = ace_game(variant, range(4), [1, 1, 1, 1])
    assert game.deals[0].totals == (80, 50, 0, 40)
    assert (game.phase, game.to_act) == (Phase.CHOOSING_MOON, (1,))
    assert game.apply(ChooseMoon(1, "old")).winners == (2,)
    new = game.apply(ChooseMoon(1, MoonStyle.NEW))
    assert new.totals == (80, 24, 0, 40)
    assert not new.is_over
    auto = ace_game(aces_with_moon(80, 50, 0, 40, style="auto"), range(4), [1, 1, 1, 1])
    assert auto.totals == (80, 24, 0, 40)
    assert auto.phase is Phase.DEAL_OVER


@pytest.mark.parametrize(("value", "worth"), [("penalties", 26), (1, 1), (36, 36), (150, 150)])
def test_r8_3_value_of_a_moon(value: int | str, worth: int) -> None:
    """moon.value: the sum of the penalty cards in the pack, which a bonus card does not lower, or a stated number."""
    for variant in (STANDARD, JACK):
        for style, scores in (("old", (worth, 0, worth, worth)), ("new", (0, -worth, 0, 0))):
            house = variant.evolve(moon={"value": value, "style": style, "bonus": "absorbed"})
            assert hearts.score_deal(house, ["", str(MOON | "JD"), "", ""]).scores == scores


def test_r8_3_value_by_the_pack_in_play() -> None:
    """Where a penalty card is out of the pack, a moon is worth that much less."""
    variant = hearts.load_variant("black-maria").evolve(moon={"style": "old"})
    everything = str(hearts.CardSet(card for card, value in variant.values.cards if value > 0) - "2H")
    assert hearts.score_deal(variant, [everything, *[""] * 5]).scores == (0, 42, 42, 42, 42, 42)


@pytest.mark.parametrize(
    ("bonus", "with_jack", "without_jack"),
    [
        ("outside", (26, -10, 26, 26), (26, 0, 16, 26)),
        ("absorbed", (26, 0, 26, 26), (0, 26, -10, 0)),
        ("on-top", (26, -10, 26, 26), (0, 26, -10, 0)),
    ],
)
def test_r8_4_bonus_card_and_moon(bonus: str, with_jack: Sequence[int], without_jack: Sequence[int]) -> None:
    """moon.bonus: outside the moon set the card scores for its taker; inside it is needed, and absorbed or scored on top."""
    variant = JACK.evolve(moon={"bonus": bonus})
    assert hearts.score_deal(variant, ["", str(MOON | "JD"), "", ""]).scores == with_jack
    assert hearts.score_deal(variant, ["", str(MOON), "JD", ""]).scores == without_jack
    new = variant.evolve(moon={"style": "new"})
    assert hearts.score_deal(new, ["", str(MOON | "JD"), "", ""]).scores == (0, with_jack[1] - 26, 0, 0)


@pytest.mark.parametrize(
    ("bonus", "scores"), [("outside", (29, 39, 39, 39)), ("absorbed", (39,) * 4), ("on-top", (29,))]
)
def test_r8_5_bonus_card_and_sun(bonus: str, scores: Sequence[int]) -> None:
    """sun.value: a sun scores bonus cards as a moon does, charges its own value, and is not also a moon."""
    variant = JACK.evolve(sun={"value": 39}, moon={"bonus": bonus})
    score = hearts.score_deal(variant, [str(MOON | "JD"), "", "", ""], tricks_won=(13, 0, 0, 0))
    assert score.scores == (scores[0] - 39, 39, 39, 39)
    assert score.moon is not None
    assert (score.moon.kind, score.moon.style) == (MoonKind.SUN, None)


def test_r8_5_sun_needs_no_moon() -> None:
    """A sun is made by tricks: it counts where there is no moon, asks for no choice, and no total stops it."""
    for style in ("none", "choice", "mixed", "auto", "new"):
        variant = STANDARD.evolve(sun={"value": 52}, moon={"style": style})
        score = hearts.score_deal(variant, ALL_TO_SEAT_1, tricks_won=(0, 13, 0, 0), totals=(99, 99, 0, 0))
        assert score.scores == (52, 0, 52, 52)


@pytest.mark.parametrize("bonus", [-5, -1, 3])
def test_r8_6_bonus_for_no_trick(bonus: int) -> None:
    """no_tricks.bonus goes to every seat that took no trick, and 0 is no such bonus."""
    for worth in (bonus, 0):
        variant = STANDARD.evolve(no_tricks={"bonus": worth})
        score = hearts.score_deal(variant, ["QS", str(HEARTS), "", ""], tricks_won=(1, 12, 0, 0))
        assert score.scores == (13, 13, worth, worth)
        assert score.points == (13, 13, 0, 0)


@pytest.mark.parametrize("kept", [False, True])
def test_r8_6_bonus_for_no_trick_beside_a_moon_or_sun(kept: bool) -> None:
    """no_tricks.with_moon keeps the bonus in a deal with a moon or a sun; else such a deal has none."""
    worth = -5 if kept else 0
    rules = {"bonus": -5, "with_moon": kept}
    moon = STANDARD.evolve(no_tricks=rules, moon={"style": "new"})
    sun = STANDARD.evolve(no_tricks=rules, sun={"value": 39})
    assert hearts.score_deal(moon, ALL_TO_SEAT_1, tricks_won=(0, 9, 4, 0)).scores == (worth, -26, 0, worth)
    assert hearts.score_deal(sun, ALL_TO_SEAT_1, tricks_won=(0, 13, 0, 0)).scores == (
        39 + worth,
        0,
        39 + worth,
        39 + worth,
    )


def test_r8_choice_stays_with_the_taken_cards() -> None:
    """Nothing is left to play while a choice is awaited: no card is legal, and the piles are whole."""
    game = ace_game(aces_with_moon(1, 1, 1, 1, style="choice"), [3, 3, 3, 3])
    assert not game.legal_cards()
    assert len(game.deal.taken[3]) == 16
    refusal = game.why_not(Card("AC"))
    assert refusal is not None
    assert refusal.reason is Reason.CHOICE_PENDING
    assert game.deal.scores is None
    assert game.deal.moon == hearts.Moon(MoonKind.MOON, 3, (3,), None)
