"""Deals as rows of numbers, for compiled play to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hearts.bulk import board as c
from hearts.engine import kernel
from hearts.engine.actions import Phase
from hearts.engine.deal import Deal
from hearts.engine.scoring import MoonKind

__all__ = ["rows_of"]

_PHASES = {
    Phase.PASSING: c.PASSING,
    Phase.PLAYING: c.PLAYING,
    Phase.CHOOSING_MOON: c.CHOOSING,
    Phase.DEAL_OVER: c.OVER,
}


def rows_of(deals: Sequence[Deal]) -> Any:
    """The rows of some deals, wherever they stand."""
    rows = np.zeros((len(deals), c.WIDTH), np.int64)
    for row, deal in zip(rows, deals, strict=True):
        _fill(row, deal)
    return rows


def _fill(row: Any, deal: Deal) -> None:
    players, trick, tricks, before = deal.players, deal.trick, deal.tricks, deal.standing
    led = [played.cards[0] for played in tricks]
    row[c.PHASE] = _PHASES[deal.phase]
    row[c.TURN] = -1 if deal.turn is None else deal.turn
    row[c.DEALER], row[c.OFFSET] = deal.dealer, deal.pass_offset
    row[c.TRICKS_DONE], row[c.DEALS_BEFORE] = len(tricks), before.deals
    row[c.PLAYED] = sum(1 << card for played in tricks for card in played.cards)
    row[c.SHOOTER] = row[c.OPENER] = -1
    if tricks or trick is not None:
        row[c.OPENER] = tricks[0].leader if tricks else trick.leader  # type: ignore[union-attr]  # there is one then
    if trick is not None:
        row[c.LEADER], row[c.PLACE] = trick.leader, len(trick.cards)
        row[c.CARDS : c.CARDS + len(trick.cards)] = [int(card) for card in trick.cards]
        row[c.SEATS : c.SEATS + len(trick.cards)] = trick.seats
        led += trick.cards[:1]
    row[c.LED] = sum(1 << card for card in led)
    passes = deal.passes or (None,) * players
    columns = {
        c.HANDS: [hand.mask for hand in deal.hands],
        c.PASSES: [c.NOT_CHOSEN if cards is None else cards.mask for cards in passes],
        c.TAKEN: [cards.mask for cards in deal.taken],
        c.TRICKS: deal.tricks_won,
        c.TOTALS: before.totals,
        c.HEARTS: before.hearts,
    }
    for start, values in columns.items():
        row[start : start + players] = values
    moon = deal.moon
    if moon is not None:
        row[c.KIND] = kernel.SUN if moon.kind is MoonKind.SUN else kernel.MOON
        row[c.SHOOTER], row[c.JOINT] = moon.seat, len(moon.seats) > 1
        styles = {
            None: kernel.CHOICE if deal.phase is Phase.CHOOSING_MOON else kernel.OLD,
            "old": kernel.OLD,
            "new": kernel.NEW,
        }
        row[c.STYLE] = styles[moon.style]
