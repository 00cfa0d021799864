"""hearts agrees with the oracle, a slow and independent account of the rules, about random variants to the last point."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from agreement import Happened, end_deal, imagine, play_game, score_piles
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from oracle import bonus_cards, card_value, full_pack, pack, pack_total, penalty_cards

import hearts
from hearts.testing import card_sets, hands, player_counts, variants
from hearts.testing.cards import ALL_CARDS, sample
from hearts.testing.play import Clump, share_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NUMBERS = st.integers(0, (1 << 32) - 1)


@attrs.frozen
class Table:
    """A variant with a number of players."""

    variant: hearts.Variant
    players: int


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any variant, with any number of players that it allows; often one with teams, or with rules for what seldom happens."""
    variant = draw(variants())
    players = draw(player_counts(variant))
    changes: dict[str, dict[str, Any]] = {}
    if draw(st.booleans()):
        number = draw(st.integers(2, players - 1))
        changes["table"] = {"players": [players], "default_players": players}
        changes["partners"] = {
            "teams": [[*range(first, players, number)] for first in range(number)],
            "together": draw(st.booleans()),
            "moon": draw(st.sampled_from(("spared", "charged", "new"))),
        }
    if draw(st.booleans()):
        changes["end"] = {"tie": draw(st.sampled_from(("continue", "shared", "fewest-hearts")))}
    if draw(st.booleans()):
        size = min(len(variant.pack(count)) // count for count in variant.table.players)
        changes["passing"] = {"count": min(size, 5), "at_least": 0}
    if all(variant.queen.card in variant.pack(count) for count in variant.table.players) and draw(st.booleans()):
        changes["queen"] = {"discard": draw(st.sampled_from(("first-chance", "when-broken")))}
    if draw(st.booleans()):
        changes["sun"] = {"value": 52}
    if variant.moon.style != "none" and draw(st.booleans()):
        changes["moon"] = {"style": draw(st.sampled_from(("auto", "mixed", "choice", "auto")))}
    return Table(variant.evolve(**changes), players)


@attrs.frozen
class Piles:
    """What each seat took in a deal, and how the game stood before it."""

    table: Table
    taken: Sequence[hearts.CardSet]
    tricks_won: Sequence[int]
    before: tuple[list[int], int, list[int]]


@st.composite
def piles(draw: st.DrawFn) -> Piles:
    """Piles of whole tricks, often such that a seat or a team took all that counts, or all but little, or everything."""
    table = draw(tables())
    variant, players, rng = table.variant, table.players, Random(draw(NUMBERS))
    values = dict(variant.values.cards)
    order = [*variant.pack(players)]
    rng.shuffle(order)
    if draw(st.booleans()):
        order.sort(key=lambda card: card in values)
    tricks = [order[first : first + players] for first in range(0, len(order), players)]
    seats = draw(st.sampled_from([*variant.partners.teams, *((seat,) for seat in range(players))]))
    counting, plain = draw(st.sampled_from((0.0, 0.5, 0.9, 1.0, 1.0))), draw(st.sampled_from((0.0, 0.5, 1.0)))
    taken: list[list[hearts.Card]] = [[] for _ in range(players)]
    for trick in tricks:
        theirs = rng.random() < (counting if any(card in values for card in trick) else plain)
        taken[rng.choice(seats) if theirs else rng.randrange(players)] += trick
    return Piles(
        table, [hearts.CardSet(pile) for pile in taken], [len(pile) // players for pile in taken], draw(befores(table))
    )


def befores(table: Table) -> st.SearchStrategy[tuple[list[int], int, list[int]]]:
    """How a game may stand before a deal: totals, often alike or close to the end; the deal's number; the hearts taken."""
    end = table.variant.end
    target = 100 if end.target == "none" else end.target
    total = st.sampled_from((0, target - 1, target - 26, target // 2)) | st.integers(-30, target + 5)
    number = st.integers(1, 5) if end.deals == "none" else st.sampled_from((1, end.deals, end.deals + 1))
    few = st.integers(0, 3)
    return st.tuples(
        st.lists(total, min_size=table.players, max_size=table.players),
        number,
        st.lists(few, min_size=table.players, max_size=table.players),
    )


@attrs.frozen
class Ending:
    """A deal's scores, to be added to how the game stood."""

    table: Table
    scores: list[int]
    before: tuple[list[int], int, list[int]]


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    """Scores, often such that totals come to where the exact-score rule, the floor or a tie bears on them."""
    table = draw(tables())
    before, end = draw(befores(table)), table.variant.end
    wanted = [total for total, _ in end.exact] + [100 if end.target == "none" else end.target]
    wanted += [] if end.floor == "none" else [end.floor - 1]
    scores = [
        draw(st.sampled_from(wanted)) - total if draw(st.booleans()) else draw(st.sampled_from((0, 1, 26, -26, 13)))
        for total in before[0]
    ]
    return Ending(table, scores, before)


@attrs.frozen
class Begun:
    """A game that has just begun, and how it is to be played."""

    game: hearts.Game
    number: int
    shooters: Sequence[int]


@st.composite
def begun(draw: st.DrawFn) -> Begun:
    """Games from a seed, or with hands that make moons likely, and a seat or team to play for them."""
    table = draw(tables())
    variant, players = table.variant, table.players
    shooters: Sequence[int] = ()
    given_hands = draw(st.none() | hands(variant, players))
    if draw(st.booleans()):
        strong = draw(st.sampled_from((4, 50)))
        pack_in_play = variant.pack(players)
        given_hands = share_out(pack_in_play, players, draw(NUMBERS), clump=Clump.RANKS, strength=strong, values={})
        strongest = max(range(players), key=lambda seat: sum(card.pips for card in given_hands[seat]))
        team = next((team for team in variant.partners.teams if strongest in team), (strongest,))
        shooters = draw(st.sampled_from(((strongest,), team)))
    game = hearts.new_game(
        variant,
        players=players,
        seed=draw(NUMBERS),
        hands=given_hands,
        first_dealer=draw(st.integers(0, players - 1)),
    )
    return Begun(game, draw(NUMBERS), shooters)


@st.composite
def uneven(draw: st.DrawFn) -> Begun:
    """Games with hands so small, and passes of any size, that seats often hold no card when they would lead."""
    players, size = draw(st.integers(3, 8)), draw(st.integers(1, 3))
    cards = sample(ALL_CARDS, 52 - size * players, draw(NUMBERS))
    leader = draw(st.sampled_from(("eldest", "eldest", str((ALL_CARDS - cards)[0]))))
    data = {
        "table": {"players": [players], "default_players": players, "removed": str(cards)},
        "passing": {"count": size, "at_least": 0, "cycle": [1, -1]},
        "opening": {"leader": leader, "card": "any"},
        "hearts": {"lead": "any-time"},
        "values": {"tricks": 1},
        "moon": {"style": "none"},
        "end": {"deals": 3, "target": "none"},
    }
    return Begun(hearts.new_game(hearts.Variant.from_data(data), seed=draw(NUMBERS)), draw(NUMBERS), ())


def agree_on_a_game(case: Begun) -> Happened:
    """Play the first deals of a game with both."""
    return play_game(case.game, case.number, case.shooters, max_deals=3)


def agree_on_piles(case: Piles) -> Happened:
    """Score piles with both."""
    return score_piles(case.table.variant, case.taken, case.tricks_won, case.before)


def agree_on_an_ending(case: Ending) -> Happened:
    """End a deal with both."""
    totals, deal_number, hearts_taken = case.before
    return end_deal(case.table.variant, case.scores, totals, deal_number, hearts_taken)


@given(begun())
def test_games_agree(case: Begun) -> None:
    """Dealers, directions, legal passes, legal cards at every turn, tricks, piles, points, moons, choices, scores, totals, the
    end and the winners are the oracle's, deal after deal (R1.3, R2 to R10).
    """
    for happening in sorted(agree_on_a_game(case)):
        event(happening)


@given(uneven())
def test_uneven_games_agree(case: Begun) -> None:
    """As for other games, where seats pass so many or so few cards that some hold none when they would lead (R2.4, R3.1)."""
    agree_on_a_game(case)


@pytest.mark.nightly
@settings(max_examples=300)
@given(begun())
def test_long_games_agree(case: Begun) -> None:
    """As for short games, up to 30 deals."""
    play_game(case.game, case.number, case.shooters, max_deals=30)


@given(piles())
def test_piles_agree(case: Piles) -> None:
    """Points, moons, suns, choices, scores and what becomes of the totals are the oracle's for piles of every kind, above all
    those in which a seat or a team took all that counts (R7 to R10).
    """
    for happening in sorted(agree_on_piles(case)):
        event(happening)


@given(endings())
def test_endings_agree(case: Ending) -> None:
    """Totals, the end of the game and the winners are the oracle's, where the exact-score rule, the floor or a tie bears on
    them too (R9, R10.1).
    """
    for happening in sorted(agree_on_an_ending(case)):
        event(happening)


@given(tables(), st.data())
def test_imagined_positions_agree(table: Table, data: st.DataObject) -> None:
    """What is legal is the oracle's for any hand in any position, whether or not play could lead to it (R3 to R6)."""
    variant, players = table.variant, table.players
    whole = variant.pack(players)
    queen = whole & (variant.queen.card,)
    odd = whole & (hearts.Suit.HEARTS.cards | queen | variant.first_trick.barred | variant.hearts.broken_by)
    for _ in range(5):
        hand = data.draw(
            card_sets(
                data.draw(st.sampled_from((whole, odd or whole, whole & hearts.Suit.HEARTS.cards | queen or whole)))
            )
        )
        if not hand:
            hand = hearts.CardSet([data.draw(st.sampled_from(tuple(whole)))])
        lead = data.draw(st.none() | st.sampled_from(tuple(whole - hand))) if whole - hand else None
        others = whole - hand - (() if lead is None else (lead,))
        played = data.draw(card_sets(others)) if data.draw(st.booleans()) else hearts.CardSet()
        opening = opening_of(variant, players)
        if opening is None or opening in hand or lead is not None or played:
            imagine(variant, players, hand, lead, played)


def opening_of(variant: hearts.Variant, players: int) -> hearts.Card | None:
    """The card whose holder leads first; None where the eldest hand does (R3.1)."""
    leader = variant.opening.leader
    if leader == "eldest":
        return None
    return variant.pack(players).of_suit(hearts.Suit.CLUBS)[0] if leader == "lowest-club" else leader


@given(tables())
def test_packs_and_values_agree(table: Table) -> None:
    """The pack, each card's value, the total, and which cards are penalty and bonus cards are the oracle's (R1.2, R7.1)."""
    variant, players = table.variant, table.players
    data = variant.to_data()
    values = dict(variant.values.cards)
    cards = variant.pack(players)
    assert [str(card) for card in cards] == pack(data, players)
    assert [values.get(hearts.Card(card), 0) for card in full_pack()] == [
        card_value(data, card) for card in full_pack()
    ]
    assert sum(values.get(card, 0) for card in cards) == pack_total(data, players)
    assert [str(card) for card in cards if values.get(card, 0) > 0] == penalty_cards(data, players)
    assert [str(card) for card in cards if values.get(card, 0) < 0] == bonus_cards(data, players)


IN_GAMES = {
    "a locked card is passed",
    "hands of unequal size",
    "hearts are led unbroken",
    "moon",
    "sun",
    "a choice is pending",
    "no tricks",
    "a tie is shared",
    "the lowest total wins",
    "the highest total wins",
    "refused by opening-card",
    "refused by must-follow",
    "refused by barred-in-first-trick",
    "refused by queen-first-chance",
    "refused by queen-before-hearts",
    "refused by hearts-not-broken",
    "refused by queen-lead-locked",
}
IN_UNEVEN_GAMES = {"hands of unequal size", "a winner has no card left", "the eldest hand has no card"}
IN_PILES = {
    "moon",
    "sun",
    "joint moon",
    "a choice is pending",
    "moon by old is old",
    "moon by new is new",
    "moon by choice is old",
    "moon by choice is new",
    "moon by mixed is old",
    "moon by mixed is new",
    "moon by auto is old",
    "moon by auto is new",
    *(f"{kind} with bonus cards {bonus}" for kind in ("moon", "sun") for bonus in ("outside", "absorbed", "on-top")),
    *(f"{kind} with a partner {moon}" for kind in ("moon", "sun") for moon in ("spared", "charged", "new")),
    "no tricks",
    "no tricks in a deal with a moon or sun, kept",
    "no tricks in a deal with a moon or sun, void",
}
IN_ENDINGS = {
    "exact rule",
    "floor",
    "a total below 0",
    "a tie is continued",
    "a tie is shared",
    "a tie is broken by fewest hearts",
    "still tied by hearts",
    "the lowest total wins",
    "the highest total wins",
    "a game of partners ends by seat",
    "a game of partners ends by team",
}


@pytest.mark.parametrize(
    ("cases", "agree", "wanted", "examples"),
    [
        (begun(), agree_on_a_game, IN_GAMES, 500),
        (uneven(), agree_on_a_game, IN_UNEVEN_GAMES, 150),
        (piles(), agree_on_piles, IN_PILES, 1_200),
        (endings(), agree_on_an_ending, IN_ENDINGS, 800),
    ],
    ids=["games", "uneven games", "piles", "endings"],
)
def test_the_rare_branches_are_compared(
    cases: st.SearchStrategy[Any], agree: Callable[[Any], Happened], wanted: Happened, examples: int
) -> None:
    """A fixed sample of what these tests compare holds moons, suns, joint moons, pending choices, the exact rule, the floor,
    ties continued, shared and broken by hearts, and every other rare branch.
    """
    happened: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(cases)
    def sample(case: Any) -> None:  # noqa: ANN401 - of the kind that `agree` takes
        happened.update(agree(case))

    sample()
    assert wanted - happened.keys() == set()
