"""A deal as a row of whole numbers: what is where."""

from __future__ import annotations

from typing import Final

(
    PHASE,
    TURN,
    LEADER,
    PLACE,
    PLAYED,
    LED,
    DEALER,
    OFFSET,
    TRICKS_DONE,
    DEALS_BEFORE,
    KIND,
    SHOOTER,
    JOINT,
    STYLE,
    BROKEN_IN,
    OPENER,
) = range(16)
"""Where a row holds what: the first are single numbers."""

HANDS, PASSES, TAKEN, TRICKS, CARDS, SEATS, TOTALS, HEARTS, SCORES = range(16, 16 + 9 * 8, 8)
"""From where on a row holds a number for each seat, or each card of the open trick."""

WIDTH: Final = 16 + 9 * 8

PASSING, PLAYING, CHOOSING, OVER = range(4)
"""The phases of a row."""

NOT_CHOSEN: Final = -1
