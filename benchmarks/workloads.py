"""The work that the benchmarks measure, on our side and on OpenSpiel's: the same loops, from Python, through public APIs."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, TypeAlias

import hearts
from hearts import Card, Deal, PassCards, Phase, Record, View, bulk

try:
    import pyspiel
except ImportError:  # no wheel for this platform
    pyspiel = None

VARIANT: Final = hearts.load_variant("openspiel")
"""What OpenSpiel's hearts plays with its default parameters."""

SEED: Final = 2026

SpielState: TypeAlias = Any
"""A state of OpenSpiel, which comes without types."""


def spiel_game() -> Any:  # noqa: ANN401 - as above
    """OpenSpiel's hearts with its default parameters.

    Raises:
        ImportError: open_spiel is not installed.
    """
    if pyspiel is None:
        msg = "OpenSpiel is not installed: pip install open_spiel"
        raise ImportError(msg)
    return pyspiel.load_game("hearts")


# ---- whole deals -------------------------------------------------------------------------------------------------------


def cards_deal(rng: random.Random, number: int) -> Sequence[int] | None:
    """A whole random deal of ours, by cards: dealt, passed, played from the list of legal cards at each turn, and scored."""
    deal = hearts.new_deal(VARIANT, hearts.deal_hands(VARIANT, SEED, number), pass_offset=number % 4)
    while deal.phase is Phase.PASSING:
        for seat in deal.to_act:
            cards = deal.legal_cards(seat)
            deal = deal.apply(PassCards(seat, rng.sample(cards, 3)))
    draw = rng.random
    while not deal.is_over:
        cards = deal.legal_cards()
        deal = deal.play(cards[int(draw() * len(cards))])
    return deal.scores


def actions_deal(rng: random.Random, number: int) -> Sequence[int] | None:
    """A whole random deal of ours, by actions: the list of legal actions at each turn, and one of them applied."""
    deal = hearts.new_deal(VARIANT, hearts.deal_hands(VARIANT, SEED, number), pass_offset=number % 4)
    draw = rng.random
    while not deal.is_over:
        actions = deal.legal_actions()
        deal = deal.apply(actions[int(draw() * len(actions))])
    return deal.scores


def spiel_deal(rng: random.Random, game: Any) -> Sequence[float]:  # noqa: ANN401 - as above
    """A whole random deal of OpenSpiel: dealing, passing and playing are actions from the list of legal ones."""
    state = game.new_initial_state()
    draw = rng.random
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])
    returns: Sequence[float] = state.returns()
    return returns


# ---- steps of a tree search --------------------------------------------------------------------------------------------


def deal_positions(count: int) -> list[tuple[Deal, tuple[Card, ...]]]:
    """Positions of ours from random play, evenly over the 52 plays of a deal, each with its legal cards."""
    rng = random.Random(SEED)
    positions = []
    for number in range(count):
        hands = hearts.deal_hands(VARIANT, SEED, number + 1)
        deal = hearts.new_deal(VARIANT, hands)
        for _ in range(number % 52):
            cards = deal.legal_cards()
            deal = deal.play(cards[int(rng.random() * len(cards))])
        positions.append((deal, tuple(deal.legal_cards())))
    return positions


def spiel_positions(count: int) -> list[tuple[SpielState, list[int]]]:
    """The same of OpenSpiel: the same deals and plays, and each position with its legal actions."""
    game = spiel_game()
    positions = []
    for deal, _ in deal_positions(count):
        state = game.new_initial_state()
        state.apply_action(0)
        for card in range(13):
            for hand in deal.dealt:
                state.apply_action(spiel_number(hand[card]))
        played = [card for trick in (*deal.tricks, deal.trick) if trick for card in trick.cards]
        for card in played:
            state.apply_action(spiel_number(card))
        positions.append((state, state.legal_actions()))
    return positions


def spiel_number(card: Card) -> int:
    """OpenSpiel's number of a card."""
    return card % 13 * 4 + card // 13


def deal_children(positions: Sequence[tuple[Deal, tuple[Card, ...]]]) -> int:
    """Make the child state for each legal card of each position of ours, and count them."""
    count = 0
    for deal, cards in positions:
        play = deal.play
        for card in cards:
            play(card)
        count += len(cards)
    return count


def spiel_children(positions: Sequence[tuple[SpielState, list[int]]]) -> int:
    """Make the child state for each legal action of each position of OpenSpiel, and count them."""
    count = 0
    for state, actions in positions:
        child = state.child
        for action in actions:
            child(action)
        count += len(actions)
    return count


def deal_children_listed(positions: Sequence[tuple[Deal, tuple[Card, ...]]]) -> int:
    """The same as `deal_children`, and list what is legal in each child."""
    count = 0
    for deal, cards in positions:
        play = deal.play
        for card in cards:
            list(play(card).legal_cards())
        count += len(cards)
    return count


def spiel_children_listed(positions: Sequence[tuple[SpielState, list[int]]]) -> int:
    """The same as `spiel_children`, and list what is legal in each child."""
    count = 0
    for state, actions in positions:
        child = state.child
        for action in actions:
            child(action).legal_actions()
        count += len(actions)
    return count


# ---- importing ---------------------------------------------------------------------------------------------------------


def import_seconds(modules: str) -> float:
    """How long importing some modules takes in a fresh interpreter, without the start of the interpreter itself."""
    code = f"from time import perf_counter as now\nstart = now()\nimport {modules}\nprint(now() - start)"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(out.stdout)


# ---- what a seat knows -------------------------------------------------------------------------------------------------

WORLDS: Final = 100
"""How many worlds are drawn from each view."""


def trick_positions(trick: int, count: int) -> list[Deal]:
    """Deals of ours with three cards passed to the left, at the first lead of a trick, from 1, reached by random play."""
    rng = random.Random(SEED)
    positions = []
    for number in range(1, count + 1):
        deal = hearts.new_deal(VARIANT, hearts.deal_hands(VARIANT, SEED, number), pass_offset=1)
        for seat in range(4):
            deal = deal.apply(PassCards(seat, rng.sample(deal.legal_cards(seat), 3)))
        while len(deal.tricks) < trick - 1:
            cards = deal.legal_cards()
            deal = deal.play(cards[int(rng.random() * len(cards))])
        positions.append(deal)
    return positions


def spiel_trick_positions(trick: int, count: int) -> list[SpielState]:
    """The same of OpenSpiel: the same deals, passes and plays."""
    game = spiel_game()
    positions = []
    for deal in trick_positions(trick, count):
        state = game.new_initial_state()
        state.apply_action(1)
        for card in range(13):
            for hand in deal.dealt:
                state.apply_action(spiel_number(hand[card]))
        for cards in deal.passes:
            for number in sorted(spiel_number(card) for card in cards or ()):
                state.apply_action(number)
        for played in deal.tricks:
            for card in played.cards:
                state.apply_action(spiel_number(card))
        assert sorted(state.legal_actions()) == sorted(map(spiel_number, deal.legal_cards()))
        positions.append(state)
    return positions


def turn_views(positions: Sequence[Deal]) -> list[View]:
    """The view of the seat on turn in each position of ours."""
    return [deal.view(deal.turn) for deal in positions]


def deal_worlds(views: Sequence[View]) -> int:
    """Draw worlds from each view, and count them."""
    for number, view in enumerate(views):
        hearts.sample_worlds(view, WORLDS, seed=number)
    return len(views) * WORLDS


def spiel_worlds(positions: Sequence[SpielState]) -> int:
    """Draw states from what the player on turn knows in each position of OpenSpiel, and count them."""
    draw = random.Random(SEED).random
    for state in positions:
        player = state.current_player()
        for _ in range(WORLDS):
            state.resample_from_infostate(player, draw)
    return len(positions) * WORLDS


def deal_views(positions: Sequence[Deal]) -> int:
    """Make the view of every seat in each position of ours, and count them."""
    for deal in positions:
        for seat in range(4):
            deal.view(seat)
    return 4 * len(positions)


def spiel_views(positions: Sequence[SpielState]) -> int:
    """Tell, as numbers, what every player knows in each position of OpenSpiel, which has no views as objects, and count."""
    for state in positions:
        for player in range(4):
            state.information_state_tensor(player)
    return 4 * len(positions)


def deal_inferences(views: Sequence[View]) -> int:
    """Infer who may hold what from each view, and count."""
    for view in views:
        hearts.infer(view)
    return len(views)


# ---- recorded games ----------------------------------------------------------------------------------------------------


def recordings(count: int) -> list[Record]:
    """Records of one random deal each, passing included, with their seeds."""
    rng = random.Random(SEED)
    records = []
    for number in range(count):
        history = hearts.History(hearts.new_game(VARIANT, seed=number))
        while history.game.to_act:
            actions = history.game.legal_actions()
            history = history.apply(actions[int(rng.random() * len(actions))])
        records.append(history.record())
    return records


def spiel_recordings(records: Sequence[Record]) -> list[list[int]]:
    """The same deals as lists of OpenSpiel's actions: the direction, the cards dealt, passed and played."""
    lists = []
    for record in records:
        game = record.resume()
        (recorded,) = record.deals
        actions = [game.deal.pass_offset]
        actions += [spiel_number(hand[card]) for card in range(13) for hand in game.deal.dealt]
        for chosen in sorted(recorded.passes, key=lambda each: each.seat):
            actions += [spiel_number(card) for card in chosen.cards]
        actions += [spiel_number(card) for trick in recorded.tricks for card in trick.cards]
        lists.append(actions)
    return lists


def record_replays(records: Sequence[Record]) -> int:
    """Replay records of ours, every step and the result checked, and count them."""
    for record in records:
        assert record.replay().fault is None
    return len(records)


def spiel_replays(lists: Sequence[Sequence[int]]) -> int:
    """Apply lists of OpenSpiel's actions, unchecked, and count them."""
    game = spiel_game()
    for actions in lists:
        state = game.new_initial_state()
        for action in actions:
            state.apply_action(action)
        assert state.is_terminal()
    return len(lists)


def spiel_checked_replays(lists: Sequence[Sequence[int]]) -> int:
    """Apply lists of OpenSpiel's actions, each found legal first by OpenSpiel's own check, and count them."""
    game = spiel_game()
    for actions in lists:
        state = game.new_initial_state()
        for action in actions:
            state.apply_action_with_legality_check(action)
        assert state.is_terminal()
    return len(lists)


# ---- in bulk -------------------------------------------------------------------------------------------------------------

PLAYOUTS: Final = 100
"""How many times each position is played to its end."""

TRICK: Final = 6
"""At the first lead of which trick those positions stand."""


def bulk_deals(count: int, policy: str = "random", workers: int = 1) -> int:
    """Play deals of ours in bulk, passing included, and count them."""
    return bulk.simulate(VARIANT, count, policy=policy, seed=SEED, workers=workers).deals


def plain_deals(count: int, policy: str) -> int:
    """The same deals, card by card, in plain Python."""
    for number in range(count):
        bulk.play_deal(VARIANT, number, seed=SEED, policy=policy)
    return count


def bulk_playouts(positions: Sequence[Deal]) -> int:
    """Play each position of ours to its end many times at random, and count."""
    return int(bulk.playouts(positions, PLAYOUTS, seed=SEED)[..., 0].size)


def lockstep_cards(count: int) -> tuple[int, float]:
    """Play deals of ours in lockstep, of what is legal always the lowest card; count the cards, and time their play alone."""
    table = bulk.Lockstep(VARIANT, count, seed=SEED)
    left = table.hands
    for _ in range(3):
        left &= left - 1
    table.pass_cards(table.hands ^ left)  # the three lowest cards
    start = perf_counter()
    while not table.over.all():
        table.play(table.lowest(table.legal()))
    return 52 * count, perf_counter() - start


def spiel_bots() -> list[SpielState]:
    """A bot of OpenSpiel for each seat that plays at random, in C++."""
    return [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(4)]


def spiel_native_deals(count: int) -> int:
    """Play deals of OpenSpiel with its own random bots, all in C++, and count them."""
    game, bots = spiel_game(), spiel_bots()
    for number in range(count):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return count


def spiel_native_playouts(positions: Sequence[SpielState], times: int) -> int:
    """Play each position of OpenSpiel to its end with its own random bots, all in C++, and count."""
    bots = spiel_bots()
    for state in positions:
        for number in range(times):
            pyspiel.evaluate_bots(state.clone(), bots, number)
    return len(positions) * times


def spiel_cards(positions: Sequence[SpielState]) -> tuple[int, float]:
    """Play deals of OpenSpiel from their first lead, of what is legal always the first card; count the cards, and time that."""
    states = [state.clone() for state in positions]
    start = perf_counter()
    for state in states:
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
    return 52 * len(states), perf_counter() - start
