"""Against OpenSpiel's hearts: the same deals, the legal set at every turn, the points at the end.

Every combination of OpenSpiel's eight parameters is played. Two things of OpenSpiel are its own, and are met here, narrowly:

- Its returns are 26 minus the points of a seat, so that more is better.
- It finds a moon by the points of each trick, not by the cards: a trick whose points are 0, or -10 (JD at -10 and no more),
  is passed over. Points can cancel, so as a rule that is wrong (R8.1). That it gives the right answer for its own values is
  proved below, trick by trick, and so no deal is left out of the comparison.

And a fault: without `pass_cards` its chance node still offers four directions, of which only the first, no pass, is legal.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

import hearts
from hearts import Card, CardSet, Deal, PassCards, Phase, Variant

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed (open_spiel has no wheel for every platform)"
)

pytestmark = pytest.mark.openspiel

DEALS: Final = 20_000 if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else 300
SHARES: Final = 8
"""The deals are shared out over this many tests, so that they can run side by side."""

BASE: Final = hearts.load_variant("openspiel")
"""What OpenSpiel plays by default."""

SETTINGS: Final[dict[tuple[str, bool], dict[str, dict[str, Any]]]] = {
    ("pass_cards", False): {"passing": {"count": 0}},
    ("no_pts_on_first_trick", False): {"first_trick": {"barred": ""}},
    ("can_lead_any_club", True): {"opening": {"card": "same-suit"}},
    ("jd_bonus", True): {"values": {"JD": -10}},
    ("avoid_all_tricks_bonus", True): {"no_tricks": {"bonus": -5}},
    ("must_break_hearts", False): {"hearts": {"lead": "any-time"}},
    ("qs_breaks_hearts", False): {"hearts": {"broken_by": "hearts"}},
    ("can_lead_hearts_instead_of_qs", True): {"hearts": {"with_queen": "either"}},
}
"""What each parameter changes when it is not at its default."""

DEFAULTS: Final = {name: not value for name, value in SETTINGS}
COMBINATIONS: Final = [dict(zip(DEFAULTS, values, strict=True)) for values in product([False, True], repeat=8)]


@cache
def variant_of(*parameters: tuple[str, bool]) -> Variant:
    """The variant that OpenSpiel plays with these parameters."""
    variant = BASE
    for parameter in parameters:
        variant = variant.evolve(**SETTINGS.get(parameter, {}))
    return variant


@cache
def game_of(*parameters: tuple[str, bool]) -> Any:  # noqa: ANN401 - OpenSpiel comes without types
    """OpenSpiel's game with these parameters."""
    return pyspiel.load_game("hearts", dict(parameters))


def spiel_number(card: Card) -> int:
    """OpenSpiel's number of a card: by rank first, the suits in the order C D H S."""
    return card % 13 * 4 + card // 13


HEARTS: Final = hearts.Suit.HEARTS.cards
QUEEN: Final = Card("QS")
MOON: Final = HEARTS | [QUEEN]
FROM_SPIEL: Final = {spiel_number(Card(number)): Card(number) for number in range(52)}


def cards_of(actions: Iterable[int]) -> CardSet:
    """The cards that OpenSpiel's actions stand for."""
    return CardSet(FROM_SPIEL[action] for action in actions)


def fair_hands(rng: random.Random) -> list[CardSet]:
    """Four hands of a pack that is well shuffled."""
    pack = rng.sample(range(52), 52)
    return [CardSet(pack[seat * 13 : seat * 13 + 13]) for seat in range(4)]


def lopsided_hands(rng: random.Random) -> list[CardSet]:
    """Four hands of long suits and strong seats, as bad shuffling gives them: moons, hands of hearts, seats without a trick."""
    spread = rng.random() * 30
    by_rank = rng.random() < 0.4
    _, pack = zip(
        *sorted(((card % 13 * 4 if by_rank else card) + rng.random() * spread, card) for card in range(52)), strict=True
    )
    return [CardSet(pack[first : first + 13]) for first in rng.sample(range(0, 52, 13), 4)]


def hands_of_hearts(rng: random.Random) -> list[CardSet]:
    """Four hands of which one is AC, hearts and perhaps QS: it takes a first club trick, and then has to lead from the rest."""
    hearts_in = rng.sample(HEARTS, 12)
    if rng.random() < 0.6:
        hearts_in[0] = QUEEN
    hand = CardSet([*hearts_in, Card("AC")])
    others = rng.sample([card for card in FROM_SPIEL.values() if card not in hand], 39)
    hands = [hand, *(CardSet(others[first : first + 13]) for first in range(0, 39, 13))]
    return rng.sample(hands, 4)


def compare(parameters: dict[str, bool], hands: list[CardSet], rng: random.Random, *, hold: bool = False) -> Deal:
    """Play a random deal on both sides, comparing them at every step.

    Args:
        parameters: OpenSpiel's.
        hands: The hands as dealt.
        rng: What the passes and plays are drawn from, and the direction of the pass.
        hold: Is this a deal without passing, whatever is drawn?
    """
    items = tuple(parameters.items())
    state = game_of(*items).new_initial_state()
    offset = 0 if hold else rng.choice(state.legal_actions())
    assert parameters["pass_cards"] or offset == 0
    state.apply_action(offset)
    for card, seat in product(range(13), range(4)):
        state.apply_action(spiel_number(hands[seat][card]))
    deal = hearts.new_deal(variant_of(*items), hands, pass_offset=offset)
    assert (deal.phase is Phase.PASSING) == bool(offset)

    while deal.phase is Phase.PASSING:
        seat = deal.to_act[0]
        chosen: list[Card] = []
        for _ in range(3):  # OpenSpiel passes card by card, seat by seat
            assert state.current_player() == seat
            assert cards_of(state.legal_actions()) == deal.legal_cards(seat) - chosen
            chosen.append(FROM_SPIEL[rng.choice(state.legal_actions())])
            state.apply_action(spiel_number(chosen[-1]))
        deal = deal.apply(PassCards(seat, chosen))

    while not deal.is_over:
        assert not state.is_terminal()
        assert state.current_player() == deal.turn
        legal = deal.legal_cards()
        assert cards_of(state.legal_actions()) == legal, f"{parameters} {deal!r} {deal.trick}"
        card = legal[int(rng.random() * len(legal))]
        state.apply_action(spiel_number(card))
        deal = deal.play(card)
    assert state.is_terminal()
    assert [26 - value for value in state.returns()] == list(deal.scores or ()), f"{parameters} {deal.tricks}"
    return deal


def test_the_parameters_are_all_known() -> None:
    """OpenSpiel's hearts has the eight parameters that are mapped here, with the defaults that the variant openspiel has."""
    assert pyspiel.load_game("hearts").get_type().parameter_specification == DEFAULTS
    assert variant_of(*DEFAULTS.items()) == BASE
    assert len({variant_of(*parameters.items()) for parameters in COMBINATIONS}) == 256


@pytest.mark.parametrize("share", range(SHARES))
def test_fair_deals(share: int) -> None:
    """In random deals under every combination of parameters both sides offer the same cards at every turn, and score alike."""
    for number in range(share, DEALS, SHARES):
        rng = random.Random(number)
        compare(COMBINATIONS[number % len(COMBINATIONS)], fair_hands(rng), rng)


@pytest.mark.parametrize("share", range(SHARES))
def test_lopsided_deals(share: int) -> None:
    """The same holds for deals of long suits and strong hands, in which moons are shot and the rarer rules have their say."""
    moons = without_tricks = points_in_trick_one = 0
    for number in range(share, DEALS, SHARES):
        rng = random.Random(-1 - number)
        deal = compare(COMBINATIONS[number % len(COMBINATIONS)], lopsided_hands(rng), rng)
        moons += deal.moon is not None
        without_tricks += 0 in deal.tricks_won
        points_in_trick_one += any(card in MOON for card in deal.tricks[0].cards)
    assert min(moons, without_tricks, points_in_trick_one) > 0, (moons, without_tricks, points_in_trick_one)


@pytest.mark.parametrize("share", range(SHARES))
def test_deals_with_a_hand_of_hearts(share: int) -> None:
    """The same holds where a seat has to lead from hearts alone, or from hearts and QS, before hearts are broken."""
    met = {True: 0, False: 0}
    for number in range(share, DEALS, SHARES):
        rng = random.Random(f"hearts {number}")
        hands = hands_of_hearts(rng)
        deal = compare(COMBINATIONS[number % len(COMBINATIONS)], hands, rng, hold=True)
        hand = hands[deal.tricks[1].leader] - "AC"
        if hand <= MOON and not MOON & deal.tricks[0].cards:
            met[QUEEN in hand] += 1
    assert min(met.values()) > 0


def test_moon_by_points_of_tricks_is_moon_by_cards() -> None:
    """With OpenSpiel's values a trick is passed over in its search for a moon just if no penalty card is in it.

    A trick is, for this, its hearts, perhaps QS and perhaps JD: all such tricks of four cards are gone through. One of 0 points
    with a penalty card in it, or of -10, would make OpenSpiel's moon differ from ours.
    """
    for hearts_in, queen, jack in product(range(5), range(2), range(2)):
        if hearts_in + queen + jack > 4:
            continue
        for jack_value in (0, -10):
            points = hearts_in + 13 * queen + jack_value * jack
            passed_over = points in (0, -10)
            assert passed_over == (hearts_in + queen == 0)


def test_chance_node_without_passing() -> None:
    """Without `pass_cards` the first chance node weighs four directions and allows one, the one that is played here."""
    state = pyspiel.load_game("hearts", {"pass_cards": False}).new_initial_state()
    assert state.legal_actions() == [0]
    assert len(state.chance_outcomes()) == 4
