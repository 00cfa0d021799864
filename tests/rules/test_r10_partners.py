"""R10: partners."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from arrange import HEARTS, MOON, ace_game, aces, scored

import hearts
from hearts import ChooseMoon, Moon, MoonKind, MoonStyle, Phase, SetupError, Variant

PAIRS = [[0, 2], [1, 3]]
ALL_TO_SEAT_2 = ["", "", str(MOON), ""]
SPLIT_BY_TEAM_0 = ["QS", "", str(HEARTS), ""]


def partnership(**partners: object) -> Variant:
    """Partnership Hearts with some of its settings changed."""
    return hearts.load_variant("partnership").evolve(partners=partners)


def test_r10_1_team_totals_are_compared() -> None:
    """partners.teams: each seat scores on its own, and in the end the lower sum wins, though the lowest seat be elsewhere."""
    game = scored(100, 60, 0, 50, partners={"teams": PAIRS})
    assert game.winners == (0, 2)
    assert game.totals == (100, 60, 0, 50)
    assert game.placings == (1, 2, 1, 2)
    assert scored(100, 60, 20, 50, partners={"teams": PAIRS}).winners == (1, 3)
    assert scored(100, 60, 20, 50, partners={"teams": [[0, 1], [2, 3]]}).winners == (2, 3)
    assert scored(100, 60, 20, 50).winners == (2,)


def test_r10_1_tied_teams() -> None:
    """Equal sums of two teams are a tie as of two seats: played on, shared, or decided by the teams' hearts."""
    totals, partners = (100, 60, 10, 50), {"teams": PAIRS}
    assert not scored(*totals, partners=partners).is_over
    assert scored(*totals, partners=partners, end={"tie": "shared"}).winners == (0, 1, 2, 3)
    assert scored(*totals, partners=partners, end={"tie": "fewest-hearts"}).winners == (1, 3)


@pytest.mark.parametrize(
    ("totals", "by_seat", "by_team"),
    [
        ((60, 10, 50, 20), (), (1, 3)),
        ((100, 40, -10, 30), (1, 3), ()),
        ((100, 40, 0, 30), (1, 3), (1, 3)),
        ((40, 10, 50, 20), (), ()),
    ],
)
def test_r10_1_end_test(totals: Sequence[int], by_seat: Sequence[int], by_team: Sequence[int]) -> None:
    """partners.end_test: the target is met by any seat's own total, or by the sum of a team."""
    for test, winners in (("seat", by_seat), ("team", by_team)):
        assert scored(*totals, partners={"teams": PAIRS, "end_test": test}).winners == winners


@pytest.mark.parametrize(
    ("partner", "scores"),
    [("spared", (0, 26, 0, 26)), ("charged", (26, 26, 0, 26)), ("new", (0, 0, -26, 0))],
)
def test_r10_2_partner_of_the_shooter(partner: str, scores: Sequence[int]) -> None:
    """partners.moon: the shooter's partner is spared, charged like the others, or the moon is scored the new way."""
    score = hearts.score_deal(partnership(moon=partner), ALL_TO_SEAT_2)
    assert score.scores == scores
    style = MoonStyle.NEW if partner == "new" else MoonStyle.OLD
    assert score.moon == Moon(MoonKind.MOON, 2, (2,), style)


@pytest.mark.parametrize("style", ["old", "choice", "mixed", "auto"])
def test_r10_2_new_scoring_leaves_no_choice(style: str) -> None:
    """Where a partner's moon is scored the new way, nobody is asked, whatever the style of other moons."""
    variant = partnership(moon="new").evolve(moon={"style": style})
    assert hearts.score_deal(variant, ALL_TO_SEAT_2, totals=(0, 90, 99, 90)).scores == (0, 0, -26, 0)


@pytest.mark.parametrize(
    ("partner", "scores"),
    [("spared", (0, 39, 0, 39)), ("charged", (39, 39, 0, 39)), ("new", (0, 39, 0, 39))],
)
def test_r10_2_partner_and_sun(partner: str, scores: Sequence[int]) -> None:
    """A sun charges the shooter's partner where a moon would, and is never scored the new way."""
    variant = partnership(moon=partner).evolve(sun={"value": 39})
    assert hearts.score_deal(variant, ALL_TO_SEAT_2, tricks_won=(0, 0, 13, 0)).scores == scores


@pytest.mark.parametrize(("style", "scores"), [("old", (0, 26, 0, 26)), ("new", (-26, 0, 0, 0))])
@pytest.mark.parametrize("partner", ["spared", "charged", "new"])
def test_r10_2_team_shoots_together(style: str, scores: Sequence[int], partner: str) -> None:
    """partners.together: two partners that hold the moon set between them shoot it, scored by the style of the moon."""
    apart = partnership(moon=partner).evolve(moon={"style": style})
    assert hearts.score_deal(apart, SPLIT_BY_TEAM_0).scores == (13, 0, 13, 0)
    together = apart.evolve(partners={"together": True})
    score = hearts.score_deal(together, SPLIT_BY_TEAM_0)
    assert score.scores == scores
    assert score.moon == Moon(MoonKind.MOON, 0, (0, 2), MoonStyle(style))
    # across the teams it is no moon
    assert hearts.score_deal(together, ["QS", str(HEARTS), "", ""]).scores == (13, 13, 0, 0)


def test_r10_2_single_shooter_comes_before_the_team() -> None:
    """Who holds the whole moon set alone has shot it alone, though its team may shoot together."""
    score = hearts.score_deal(partnership(together=True, moon="charged"), ALL_TO_SEAT_2)
    assert score.scores == (26, 26, 0, 26)
    assert score.moon == Moon(MoonKind.MOON, 2, (2,), MoonStyle.OLD)


def test_r10_2_team_that_shot_together_chooses_by_its_lowest_seat() -> None:
    """The choice over a moon of two partners is for the lower seat; mixed asks only where old would lose that seat the game."""
    partners = {"teams": PAIRS, "together": True}
    variant = aces(30, 40, 30, 10, partners=partners, moon={"style": "choice", "value": 26})
    game = ace_game(variant, [1, 3, 1, 3])
    assert (game.phase, game.to_act) == (Phase.CHOOSING_MOON, (1,))
    assert game.apply(ChooseMoon(1, "old")).totals == (26, 0, 26, 0)
    assert game.apply(ChooseMoon(1, "new")).totals == (0, -26, 0, 0)

    mixed = partnership(together=True).evolve(moon={"style": "mixed"})
    assert hearts.score_deal(mixed, SPLIT_BY_TEAM_0, totals=(40, 90, 40, 90)).scores == (0, 26, 0, 26)
    with pytest.raises(SetupError, match="seat 0 shot the moon and is to choose"):
        hearts.score_deal(mixed, SPLIT_BY_TEAM_0, totals=(90, 80, 90, 0))
