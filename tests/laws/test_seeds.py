"""Laws of deals from seeds: deal k of a seed depends on the seed, on k and on the pack, and on nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from law_tools import PLAYS

import hearts
from hearts.testing import player_counts, variants, walk

SEEDS = st.integers(0, (1 << 256) - 1)


@given(st.data(), SEEDS, st.tuples(PLAYS, PLAYS))
def test_the_deals_of_a_seed_do_not_depend_on_the_play(
    data: st.DataObject, seed: int, numbers: tuple[int, int]
) -> None:
    """Deal k of a seed is `deal_hands` of the variant, the seed and k, however the deals before it were played, whoever dealt,
    and whatever hands were given for one of them.
    """
    variant = data.draw(variants())
    players = data.draw(player_counts(variant))
    dealers = data.draw(st.tuples(*[st.integers(0, players - 1)] * 2))
    foreign = hearts.deal_hands(variant, seed ^ 1, players=players)
    for number, dealer in zip(numbers, dealers, strict=True):
        game = hearts.new_game(variant, players=players, seed=seed, first_dealer=dealer)
        while game.deal_number < 4:
            *_, game = walk(game, number)
            if game.is_over:
                break
            given_hands = foreign if game.deal_number == 1 + number % 2 else None
            game = game.next_deal(given_hands)
            expected = hearts.deal_hands(variant, seed, game.deal_number, players=players)
            assert game.deal.dealt == (given_hands or expected)


@given(st.data(), SEEDS, st.integers(1, 1_000))
def test_hands_are_the_pack_in_equal_parts(data: st.DataObject, seed: int, deal_number: int) -> None:
    """The hands of every deal of every seed are the pack, each card once, in equal parts (R1.2)."""
    variant = data.draw(variants())
    players = data.draw(player_counts(variant))
    dealt = hearts.deal_hands(variant, seed, deal_number, players=players)
    assert {len(hand) for hand in dealt} == {len(variant.pack(players)) // players}
    assert sorted(card for hand in dealt for card in hand) == [*variant.pack(players)]


@given(st.data(), SEEDS, st.integers(1, 1_000))
def test_hands_depend_on_the_pack_alone(data: st.DataObject, seed: int, deal_number: int) -> None:
    """Two variants that play with the same pack and as many players have the same deals, whatever their other rules."""
    variant = data.draw(variants())
    players = data.draw(player_counts(variant))
    plain = hearts.Variant().evolve(
        table={
            "players": [players],
            "default_players": players,
            "removed": str(hearts.CardSet(range(52)) - variant.pack(players)),
        },
        passing={"count": 0, "cycle": ["hold"]},
        opening={"leader": "eldest", "card": "any"},
        hearts={"lead": "any-time"},
        values={"tricks": 1},
        moon={"style": "none"},
    )
    assert hearts.deal_hands(plain, seed, deal_number) == hearts.deal_hands(variant, seed, deal_number, players=players)


@given(st.lists(SEEDS, min_size=2, max_size=5, unique=True), st.integers(1, 1_000))
def test_seeds_and_deals_differ(seeds: list[int], deal_number: int) -> None:
    """Other seeds, and other deals of one seed, have other hands."""
    dealt = [hearts.deal_hands("standard", seed, number) for seed in seeds for number in (deal_number, deal_number + 1)]
    assert len({*dealt}) == len(dealt)
