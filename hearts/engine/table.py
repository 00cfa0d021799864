"""What a deal is played from: what it began with, its finished tricks, and what follows from them."""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from hearts.cards import Card
from hearts.engine import kernel
from hearts.engine.ending import Standing
from hearts.engine.scoring import Moon, Piles, moon_of
from hearts.variant.rules import DISCARD_LATE, Rules
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = ["NOT_CHOSEN", "DealSetup", "Done", "Table", "Trick", "are_broken", "legal_mask", "moon_made", "piles_of"]

NOT_CHOSEN: Final = -1
"""In place of the cards of a seat that has yet to choose what it passes."""

Done: TypeAlias = tuple[tuple[int, tuple[int, ...], int, int], ...]
"""Finished tricks, each its leader, its cards in the order of play, its winner, and the mask of what was left to play."""


@attrs.frozen
class Trick:
    """A trick: who led, the cards in the order of play, and who took it.

    Attributes:
        leader: The seat that led.
        cards: The cards, the one led first.
        seats: The seats that played them, in the same order.
        winner: The seat that took it, or None while it is open.
    """

    leader: int
    cards: tuple[Card, ...]
    seats: tuple[int, ...]
    winner: int | None = None


@attrs.define(unsafe_hash=True)
class DealSetup:
    """What stays the same throughout a deal. Never changed; not frozen, since that makes it three times as slow to make.

    Attributes:
        variant: The variant.
        rules: What it comes to for the players.
        dealer: The dealer's seat (R1.3).
        pass_offset: How many seats to the left cards are passed; 0 where none are.
        dealt: The masks of the hands as dealt, by seat.
        standing: How the game stood before the deal.
    """

    variant: Variant
    rules: Rules = attrs.field(eq=False, repr=False)
    dealer: int
    pass_offset: int
    dealt: tuple[int, ...]
    standing: Standing


@attrs.define(unsafe_hash=True)
class Table:
    """What stays the same while cards are played; during the passing, and for a choice, a new one is made. Never changed.

    Attributes:
        setup: What the deal began with.
        passes: The masks that each seat has chosen to pass, NOT_CHOSEN where it has yet to; empty where none are passed.
        hands: The masks of the hands when play begins, by seat; as dealt until all have passed.
        chosen: How the shooter has chosen to score its moon.
        rules: The rules of the setup, close at hand since every play asks for them.
        players: The number of players.
        uneven: Can hands come to differ in size, since seats pass fewer cards than they receive (R2.4)?
    """

    setup: DealSetup
    passes: tuple[int, ...]
    hands: tuple[int, ...]
    chosen: MoonStyle | None = None
    rules: Rules = attrs.field(init=False, eq=False, repr=False)
    players: int = attrs.field(init=False, eq=False, repr=False)
    uneven: bool = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Work out what every play asks for."""
        self.rules = rules = self.setup.rules
        self.players = rules.players
        self.uneven = bool(self.passes) and rules.pass_at_least < rules.pass_count


def are_broken(rules: Rules, left: int, done: Done, lead: int) -> bool:
    """Are hearts broken, with these cards still held, these tricks played and this card led to the open trick (R6.1)?"""
    led = 0
    if rules.hearts & ~rules.breakers:
        led = 0 if lead < 0 else 1 << lead
        for _, cards, _, _ in done:
            led |= 1 << cards[0]
    return kernel.are_broken(rules, rules.pack & ~left, led)


def legal_mask(rules: Rules, hand: int, left: int, done: Done, lead: int) -> int:
    """The mask of the cards of a hand that may be played, with these cards still held and this card led."""
    broken = (lead < 0 or rules.queen_discard == DISCARD_LATE) and are_broken(rules, left, done, lead)
    return kernel.ladder(rules, hand, lead, not done, broken)[5]


def piles_of(rules: Rules, done: Done) -> Piles:
    """What each seat has taken in some tricks."""
    taken, tricks = [0] * rules.players, [0] * rules.players
    before = rules.pack
    for _, _, winner, left in done:
        tricks[winner] += 1
        taken[winner] |= before ^ left
        before = left
    return Piles(tuple(taken), tuple(tricks))


def moon_made(table: Table, piles: Piles) -> Moon | None:
    """The moon or sun of a deal with all cards played."""
    setup = table.setup
    return moon_of(table.rules, setup.standing, piles, table.chosen)
