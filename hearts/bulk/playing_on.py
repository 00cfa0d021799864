"""Finishing many given positions many times, for search bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hearts.bulk.compiled import compiled
from hearts.bulk.leaves import plain_rules
from hearts.bulk.policies import Policy, as_policy, danger_of
from hearts.bulk.reference import check_count
from hearts.bulk.rows import rows_of
from hearts.bulk.streams import CHOICES, base_of
from hearts.engine.deal import Deal
from hearts.engine.game import Game, deal_of
from hearts.engine.shuffle import check_seed
from hearts.errors import SetupError, shown
from hearts.variant.rules import resolve

__all__ = ["playouts"]


def playouts(states: Sequence[Deal | Game], n: int, *, policy: Policy | str = Policy.RANDOM, seed: int) -> Any:
    """Play each of some positions to the end of its deal, many times.

    Args:
        states: Deals or games of one variant and number of players, each wherever it stands: of a view, the worlds that
            `sample_worlds` draws.
        n: How many times each is played.
        policy: How every seat chooses: ``random`` or ``duck``.
        seed: A whole number from 0 to 2**256 - 1. Run j of position i depends on it, on i and j and on the position only.

    Returns:
        What each seat scores, moons and bonuses included: a numpy array of 32-bit whole numbers, by position, run and seat.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: The states are none, or are not all of one variant and number of players; or n or the policy is wrong.

    Example:
        >>> import hearts
        >>> worlds = hearts.sample_worlds(hearts.new_game("standard", seed=7).view(0), 10, seed=1)
        >>> playouts(worlds, 100, seed=2).shape
        (10, 100, 4)
    """
    if isinstance(states, str) or not isinstance(states, Sequence) or not states:
        raise SetupError("states", f"it is {shown(states)}: expected a list of deals or games, at least one")
    deals = [deal_of(state) for state in states]
    variant, players = deals[0].variant, deals[0].players
    for index, deal in enumerate(deals):
        if deal.variant != variant or deal.players != players:
            problem = f"it is of {deal.variant.name} for {deal.players}, the first of {variant.name} for {players}"
            raise SetupError(f"states[{index}]", f"{problem}: expected the same variant and number of players")
    check_count("n", n, 1 << 30)
    number, base = as_policy(policy).number, np.uint64(base_of(check_seed(seed), CHOICES))
    rules = resolve(variant, players)
    plain, danger = plain_rules(rules), np.array(danger_of(rules), dtype=np.int64)
    scores = np.zeros((len(deals), n, players), np.int32)
    compiled(number, players, plain).playouts(plain, danger, base, 0, rows_of(deals), scores)
    return scores
