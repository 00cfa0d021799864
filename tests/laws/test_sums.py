"""Laws of points: those of a deal add up to what the variant says that they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from law_tools import PLAYS, SHOOTING, STATES, State, deal_of, shooters, value_of, worth

import hearts
from hearts.testing import deals, walk

if TYPE_CHECKING:
    from collections.abc import Sequence


def spared(deal: hearts.Deal, moon: hearts.Moon) -> set[int]:
    """The seats that an old moon or a sun does not charge: those that made it, and their partners unless those are charged
    (R10.2).
    """
    partners = deal.variant.partners
    if partners.moon == "charged":
        return {*moon.seats}
    return {*moon.seats, *(seat for team in partners.teams if moon.seat in team for seat in team)}


def moon_value(deal: hearts.Deal) -> int:
    """What a moon is worth (R8.3)."""
    value, pack = deal.variant.moon.value, deal.variant.pack(deal.players)
    return sum(max(0, value_of(deal.variant, card)) for card in pack) if value == "penalties" else value


def stated_sum(deal: hearts.Deal) -> int:
    """What the scores of a finished deal add up to, by the variant's settings and what was made (R7.3, R8)."""
    variant, moon = deal.variant, deal.moon
    pack = variant.pack(deal.players)
    total = variant.values.tricks * len(deal.tricks)
    if moon is None or variant.no_tricks.with_moon:
        total += variant.no_tricks.bonus * deal.tricks_won.count(0)
    if moon is None:
        return total + worth(variant, pack)
    if variant.moon.bonus != "absorbed":
        total += sum(min(0, value_of(variant, card)) for card in pack)
    charged = deal.players - len(spared(deal, moon))
    if moon.kind is hearts.MoonKind.SUN:
        return total + variant.sun.value * charged
    return total - moon_value(deal) if moon.style == "new" else total + moon_value(deal) * charged


def made(deal: hearts.Deal) -> str:
    """What was made in a finished deal, in a word or two."""
    moon = deal.moon
    if moon is None:
        return "no moon"
    return f"{moon.kind} {moon.style or ''} {'joint' if len(moon.seats) > 1 else ''}".strip()


@given(STATES, PLAYS, SHOOTING)
def test_points_so_far_are_those_of_the_cards_taken(start: State, number: int, shooting: bool) -> None:
    """At every state a seat's points are what its cards and tricks count, with no moon and no bonus (R7.2)."""
    for state in walk(start, number, shooters=shooters(start, shooting=shooting)):
        deal = deal_of(state)
        tricks = deal.variant.values.tricks
        for seat in range(deal.players):
            assert deal.points[seat] == worth(deal.variant, deal.taken[seat]) + tricks * deal.tricks_won[seat]


@given(deals(over=True))
def test_points_add_up_to_the_total(deal: hearts.Deal) -> None:
    """The points of a finished deal, moon and bonuses left out, add up to the sum of the pack, which is the total where the
    variant states one, and what the tricks count (R7.1, R7.3).
    """
    variant = deal.variant
    total = worth(variant, variant.pack(deal.players))
    if variant.values.total != "unstated":
        assert variant.values.total.of(deal.players) == total
    assert sum(deal.points) == total + variant.values.tricks * len(deal.tricks)


@given(deals(over=True))
def test_scores_add_up_to_the_stated_sum(deal: hearts.Deal) -> None:
    """The scores of a finished deal add up to what the settings say: the total; or with a moon or sun what it charges or
    takes off; bonus cards, tricks and the bonus for taking none each where they still count (R7.3, R8, R10.2).
    """
    assert deal.scores is not None
    event(made(deal))
    assert sum(deal.scores) == stated_sum(deal)
    if deal.moon is None and not deal.variant.no_tricks.bonus:
        assert deal.scores == deal.points


@given(deals(over=True))
def test_a_moon_is_made_of_cards_and_a_sun_of_tricks(deal: hearts.Deal) -> None:
    """Who made a moon took every card of the moon set, and who made a sun every trick; where there is no moon nobody did
    either (R8.1, R8.5).
    """
    variant, moon = deal.variant, deal.moon
    values = {card: value_of(variant, card) for card in variant.pack(deal.players)}
    wanted = {card for card, value in values.items() if value > 0 or (value < 0 and variant.moon.bonus != "outside")}
    has_all = [seat for seat in range(deal.players) if wanted and wanted <= set(deal.taken[seat])]
    sweeper = [seat for seat in range(deal.players) if variant.sun.value and deal.tricks_won[seat] == len(deal.tricks)]
    if variant.moon.style == "none":
        has_all = []
    if sweeper:
        assert moon == hearts.Moon(hearts.MoonKind.SUN, sweeper[0], (sweeper[0],), None)
    elif has_all:
        assert moon is not None
        assert (moon.kind, moon.seats) == (hearts.MoonKind.MOON, (has_all[0],))
        assert moon.style in ("old", "new")
    elif moon is not None:
        assert variant.partners.together
        assert moon.seats in [tuple(sorted(team)) for team in variant.partners.teams]
        assert wanted <= {card for seat in moon.seats for card in deal.taken[seat]}
        assert moon.seat == moon.seats[0]


@given(deals(over=True), st.booleans())
def test_piles_are_scored_as_their_deal(deal: hearts.Deal, whole: bool) -> None:
    """`score_deal` gives a finished deal's piles what the deal gave them; piles may leave out cards that count nothing
    (R7, R8).
    """
    variant = deal.variant
    piles: Sequence[hearts.CardSet] = deal.taken
    if not whole:
        hearts_count = variant.end.tie == "fewest-hearts"
        piles = [
            hearts.CardSet(
                card for card in pile if value_of(variant, card) or (hearts_count and card.suit is hearts.Suit.HEARTS)
            )
            for pile in piles
        ]
    options = {"tricks_won": deal.tricks_won, **standing_of(deal)}
    scored = score_with_choice(variant, piles, deal.moon, options)
    assert scored == deal.score


@given(deals(over=True))
def test_tricks_are_counted_from_whole_piles(deal: hearts.Deal) -> None:
    """Where all seats pass alike, whole piles say how many tricks each seat took; where they do not, `score_deal` asks for the
    tricks if they matter, and does without them if they do not (R2.4, R8.5, R8.6).
    """
    variant, passing = deal.variant, deal.variant.passing
    even = passing.at_least == "count" or passing.at_least.of(deal.players) == passing.count.of(deal.players)
    matter = bool(variant.values.tricks or variant.sun.value or variant.no_tricks.bonus)
    if even or not matter:
        scored = score_with_choice(variant, deal.taken, deal.moon, standing_of(deal))
        assert (scored.points, scored.scores, scored.moon) == (deal.points, deal.scores, deal.moon)
    else:
        with pytest.raises(hearts.SetupError, match="tricks_won"):
            hearts.score_deal(variant, deal.taken, **standing_of(deal))  # type: ignore[arg-type]  # made of what it takes


def standing_of(deal: hearts.Deal) -> dict[str, object]:
    """How the game stood before the deal, as `score_deal` takes it."""
    standing = deal._table.setup.standing  # what a deal was told of its game is not public
    return {"totals": standing.totals, "deal_number": standing.deals + 1, "hearts_taken": standing.hearts}


def score_with_choice(
    variant: hearts.Variant,
    piles: Sequence[hearts.CardSet],
    moon: hearts.Moon | None,
    options: dict[str, object],
) -> hearts.DealScore:
    """Score piles; where the shooter is to choose, it chooses what it chose."""
    try:
        return hearts.score_deal(variant, piles, **options)  # type: ignore[arg-type]  # made of what it takes
    except hearts.SetupError:
        assert moon is not None
        return hearts.score_deal(variant, piles, moon=moon.style, **options)  # type: ignore[arg-type]  # as above


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize(
    ("variant", "taken", "total"),
    [
        ("standard", ["QS", HEARTS, "", ""], 26),
        ("standard", [f"{HEARTS} QS", "", "", ""], 78),
        ("new-moon", [f"{HEARTS} QS", "", "", ""], -26),
        ("jack-of-diamonds", ["QS", HEARTS, "JD", ""], 16),
        ("jack-of-diamonds", [f"{HEARTS} QS", "", "JD", ""], 68),
        ("omnibus", [f"{HEARTS} QS JD", "", "", ""], 78),
        ("omnibus", [f"{HEARTS} QS", "JD", "", ""], 16),
        ("spot", ["QS", HEARTS, "", ""], 129),
        ("spot", [f"{HEARTS} QS", "", "", ""], 387),
        ("black-maria", ["QS KS", HEARTS, "AS"], 43),
        ("partnership", [f"{HEARTS} QS", "", "", ""], 52),
        ("reverse", [f"{HEARTS} QS", "", "", ""], 26),
        ("reverse-moon", [f"{HEARTS} QS", "", "", ""], -26),
        ("court-cards", ["QS QH", "JS JH", "2H 3H 4H 5H 6H 7H 8H 9H TH KH AH", ""], 46),
    ],
)
def test_the_sums_of_the_shipped_variants(variant: str, taken: list[str], total: int) -> None:
    """A deal comes to 26 in the standard game, to 78 after an old moon, to 16 where JD is -10, and so on (R7.3, R8.2)."""
    assert sum(hearts.score_deal(variant, taken).scores) == total
