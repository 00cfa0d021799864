"""Deals from seeds: the frozen vectors of the scheme hearts-deal-1, its fairness, and what it depends on.

The vectors were worked out by the short program on docs/seeds.md, which shares no code with the library. They never change.
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import shake_256
from pathlib import Path
from typing import Any

import pytest
from shuffle_vectors import VECTORS

import hearts
from hearts.engine import shuffle

SEEDS_PAGE = Path(__file__).resolve().parents[2] / "docs" / "seeds.md"

PLAYERS = (3, 4, 5, 6)
SEEDS = (0, 1, 2026, 2**256 - 1)
DEALS = (1, 2, 100)
PASSED_OVER = 24_125_917
"""A seed for whose deal 1, with the whole pack, the third word is passed over."""

Key = tuple[int, int, int]


def vectors() -> dict[Key, list[str]]:
    """The hands by number of players, seed and deal number."""
    found: dict[Key, list[str]] = {}
    hands: list[str] = []
    for line in VECTORS.splitlines():
        heading = re.fullmatch(r"(\d) players, seed (\S+), deal (\d+)", line)
        if heading:
            seed = 2**256 - 1 if heading[2] == "2**256-1" else int(heading[2])
            hands = found[int(heading[1]), seed, int(heading[3])] = []
        else:
            hands.append(line)
    return found


def page() -> dict[str, Any]:
    """What the program on the page of seeds defines."""
    blocks = re.findall(r"^```python\n(.*?)^```", SEEDS_PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (program,) = (block for block in blocks if "def deal(" in block)
    defined: dict[str, Any] = {"hands": hearts.deal_hands("standard", 2026)}
    exec(compile(program, str(SEEDS_PAGE), "exec"), defined)
    return defined


def hands_of(key: Key) -> list[str]:
    """The hands that the library deals."""
    players, seed, number = key
    return [str(hand) for hand in hearts.deal_hands("standard", seed, number, players=players)]


def test_the_vectors_are_all_there() -> None:
    """There is a vector for each of the players, seeds and deals, and for the deal with a word passed over."""
    keys = {(players, seed, number) for players in PLAYERS for seed in SEEDS for number in DEALS}
    assert vectors().keys() == keys | {(4, PASSED_OVER, 1)}


@pytest.mark.parametrize("key", vectors(), ids=str)
def test_a_deal_is_as_it_ever_was(key: Key) -> None:
    """The library deals what the vector says."""
    assert hands_of(key) == vectors()[key]


def test_the_program_on_the_page_deals_the_same() -> None:
    """The program on the page of seeds, which takes nothing from the library, gives every vector too."""
    program = page()
    removed = {3: ("2D",), 4: (), 5: ("2C", "2D"), 6: ("2C", "3C", "2D", "2S")}
    for (players, seed, number), hands in vectors().items():
        pack = program["pack_without"](*removed[players])
        assert [" ".join(hand) for hand in program["deal"](seed, number, pack, players)] == hands


def test_a_word_is_passed_over() -> None:
    """In deal 1 of the seed 24125917 the third word is not below the limit for 50 cards, and all others are below theirs."""
    text = f"hearts-deal-1|{PASSED_OVER}|1|{hearts.load_variant('standard').pack(4)}"
    stream = shake_256(text.encode("ascii")).digest(4 * 52)
    words = [int.from_bytes(stream[at : at + 4], "little") for at in range(0, len(stream), 4)]
    assert words[2] >= 2**32 - 2**32 % 50
    assert max(words[:2] + words[3:]) < 2**32 - 64


def test_words_never_run_out() -> None:
    """Where many words are passed over, more of the stream is taken, each word of it once and in order."""
    size, wanted = 2**31 + 1, 200
    stream = shake_256(b"any text").digest(4 * 1000)
    words = [int.from_bytes(stream[at : at + 4], "little") for at in range(0, len(stream), 4)]
    kept = [word for word in words if word < size]
    assert words.index(kept[wanted - 1]) > 300  # the words that are squeezed at first have run out more than once
    assert list(shuffle._even_words("any text", (size,) * wanted)) == kept[:wanted]


def test_the_short_way_is_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at each word for being passed over gives the same deals as knowing beforehand that none is."""
    keys = [(players, seed, 1) for players in PLAYERS for seed in range(50)]
    short = [hands_of(key) for key in keys]
    monkeypatch.setattr(shuffle, "_SAFE", 0)
    assert [hands_of(key) for key in keys] == short


def test_cards_are_dealt_evenly() -> None:
    """Over 4,000 deals, each card comes to each seat as often as chance has it: the chi-square sum of the counts, 153 on
    average with a standard deviation of 17.5, is within four deviations.
    """
    deals = 4_000
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(deals):
        for seat, hand in enumerate(hearts.deal_hands("standard", seed)):
            counts.update((seat, int(card)) for card in hand)
    expected = deals / 4
    assert len(counts) == 4 * 52
    total = sum((count - expected) ** 2 / expected for count in counts.values())
    assert 153 - 70 < total < 153 + 70


def test_cards_are_dealt_independently() -> None:
    """Over 4,000 deals of one seed, two cards lie in one hand 12 times in 51, within four standard deviations: cards that are
    neighbours in the pack, its first and last, and the two that no rule parts.
    """
    deals = 4_000
    chance = 12 / 51
    spread = 4 * (deals * chance * (1 - chance)) ** 0.5
    hands = [hearts.deal_hands("standard", 7, number) for number in range(1, deals + 1)]
    for one, other in (("2C", "3C"), ("2C", "AS"), ("KS", "AS"), ("AC", "2D"), ("QS", "JD")):
        together = sum(hand >= f"{one} {other}" for deal in hands for hand in deal)
        assert abs(together - deals * chance) < spread, (one, other)


def test_only_seed_deal_and_pack_matter() -> None:
    """Two variants with the same pack have the same deals; another seed, deal or pack has others."""
    first = hearts.deal_hands("standard", 5)
    assert hearts.deal_hands("reverse", 5) == first
    assert hearts.deal_hands("standard", 6) != first
    assert hearts.deal_hands("standard", 5, 2) != first
    five = hearts.deal_hands("standard", 5, players=5)
    assert {card for hand in five for card in hand} == set(hearts.load_variant("standard").pack(5))


@pytest.mark.parametrize("name", ["standard", "black-maria", "court-cards"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_is_dealt_from_its_seed(name: str, players: int) -> None:
    """Deal k of a game is deal k of its seed, whatever was played before and though other deals were given."""
    variant = hearts.load_variant(name).evolve(end={"target": 10_000})
    game = hearts.new_game(variant, players=players, seed=11)
    for number in (1, 2, 3, 4):
        dealt = hearts.deal_hands(variant, 11, number, players=players)
        if number == 3:
            dealt = dealt[1:] + dealt[:1]
            game = game.next_deal(dealt)
        elif number > 1:
            game = game.next_deal()
        assert game.deal.dealt == dealt
        while game.phase is not hearts.Phase.DEAL_OVER:
            game = game.apply(game.legal_actions()[-1])


@pytest.mark.parametrize("seed", [-1, 2**256, 1.0, "1", None, True])
def test_a_seed_is_a_whole_number_in_range(seed: object) -> None:
    """What is no whole number from 0 to 2**256 - 1 is refused as a seed, and the error says what would be right."""
    with pytest.raises(hearts.SeedError, match=r"expected a whole number from 0 to 2\*\*256 - 1"):
        hearts.deal_hands("standard", seed)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("number", [0, -1, 1.0, "1", None, True])
def test_a_deal_number_is_a_whole_number_from_1(number: object) -> None:
    """What is no whole number from 1 is refused as the number of a deal."""
    with pytest.raises(hearts.SetupError, match=r"deal_number: .* expected a whole number from 1"):
        hearts.deal_hands("standard", 1, number)  # type: ignore[arg-type]  # on purpose


def test_no_seed_is_a_secret_one() -> None:
    """Games that are given no seed have different ones, of at most 128 bits."""
    seeds = {hearts.new_game().seed for _ in range(20)}
    assert len(seeds) == 20
    assert max(seeds) < 2**128
