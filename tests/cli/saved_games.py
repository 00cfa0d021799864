"""Games to be saved, played at random from a seed, and records of them with something wrong."""

from __future__ import annotations

from functools import cache
from random import Random

import attrs

import hearts
from hearts.records import RecordedDeal


@cache
def played(variant: str = "short", seed: int = 7, steps: int | None = None) -> hearts.History:
    """A game played at random, to its end or for so many steps."""
    history, draw = hearts.History(hearts.new_game(variant, seed=seed)), Random(seed)
    while not history.game.is_over and (steps is None or history.place < steps):
        game = history.game
        if game.phase is hearts.Phase.DEAL_OVER:
            history = history.next_deal()
        else:
            history = history.apply(draw.choice(game.legal_actions()))
    return history


@cache
def recorded(variant: str = "short", seed: int = 7, steps: int | None = None) -> hearts.Record:
    """The record of such a game."""
    return played(variant, seed, steps).record()


def with_deal(record: hearts.Record, number: int, deal: RecordedDeal) -> hearts.Record:
    """A record with another deal in place of one."""
    return attrs.evolve(record, deals=(*record.deals[: number - 1], deal, *record.deals[number:]))


def with_wrong_card() -> hearts.Record:
    """A record in which the leader of trick 4 of deal 2 plays a card that another seat holds."""
    record = recorded()
    deal = record.deals[1]
    tricks = list(deal.tricks)
    tricks[3] = attrs.evolve(tricks[3], cards=tricks[3].cards[::-1])
    return with_deal(record, 2, attrs.evolve(deal, tricks=tuple(tricks)))


def with_wrong_totals() -> hearts.Record:
    """A record in which the totals after deal 1 are wrong."""
    record = recorded()
    return with_deal(record, 1, attrs.evolve(record.deals[0], totals=(1, 2, 3, 20)))


def with_wrong_hands() -> hearts.Record:
    """A record whose first deal has hands that no pack gives."""
    record = recorded()
    return with_deal(record, 1, attrs.evolve(record.deals[0], hands=(hearts.CardSet("2C"),) * 4))
