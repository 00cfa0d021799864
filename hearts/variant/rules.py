"""A variant resolved for a number of players: the masks, small tuples and flags that the engine's kernel works with."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from hearts.cards import Card, CardSet, Suit
from hearts.variant.sections import (
    Discard,
    EndTest,
    Lead,
    MoonBonus,
    MoonStyle,
    OpeningCard,
    PartnerMoon,
    TargetTest,
    Tie,
    Winner,
    WithQueen,
)
from hearts.variant.variant import Variant

__all__ = [
    "DISCARD_FIRST",
    "DISCARD_FREE",
    "DISCARD_LATE",
    "MOON_AUTO",
    "MOON_CHOICE",
    "MOON_MIXED",
    "MOON_NEW",
    "MOON_OLD",
    "NEVER",
    "Rules",
    "resolve",
]

DISCARD_FREE: Final = 0
DISCARD_FIRST: Final = 1
DISCARD_LATE: Final = 2

MOON_OLD: Final = 0
MOON_NEW: Final = 1
MOON_CHOICE: Final = 2
MOON_MIXED: Final = 3
MOON_AUTO: Final = 4

NEVER: Final = 1 << 60
"""In place of a total or a number of deals that nothing reaches."""

_STYLES: Final = {
    MoonStyle.NONE: MOON_OLD,
    MoonStyle.OLD: MOON_OLD,
    MoonStyle.NEW: MOON_NEW,
    MoonStyle.CHOICE: MOON_CHOICE,
    MoonStyle.MIXED: MOON_MIXED,
    MoonStyle.AUTO: MOON_AUTO,
}

_DISCARDS: Final = {
    Discard.FREE: DISCARD_FREE,
    Discard.FIRST_CHANCE: DISCARD_FIRST,
    Discard.WHEN_BROKEN: DISCARD_LATE,
}


@attrs.frozen(repr=False)
class Rules:
    """What a variant comes to for a number of players, as plain ints and tuples of ints.

    Cards are numbers, sets of cards are masks, yes and no are bools. The kernel assumes no more about the pack than is said
    here: which cards are in it, which suit each belongs to, and how they rank when that suit is led.
    """

    players: int
    pack: int
    """The mask of the pack in play (R1.2)."""
    hand_size: int
    suit_of: tuple[int, ...]
    """The mask of the suit of each card, by card."""
    higher: tuple[int, ...]
    """The mask of the cards of the same suit that rank above each card, by card: what takes a trick from it (R5.2)."""
    pass_count: int
    pass_at_least: int
    pass_locked: int
    pass_change: bool
    offsets: tuple[int, ...]
    """How many seats to the left cards go, by deal, over and over; 0 where none are passed (R2.2)."""
    opening_card: int
    """The card whose holder leads first, or -1 for the eldest hand (R3.1)."""
    opening: int
    """The mask of the cards that may be led first (R3.2)."""
    barred: int
    hearts: int
    hearts_locked: bool
    """May hearts not be led until they are broken (R6.2)?"""
    breakers: int
    either: bool
    """May a hand of hearts and queen only lead a heart (R6.3)?"""
    queen: int
    queen_locked: bool
    """May the queen not be led until hearts are broken (R6.4)?"""
    queen_discard: int
    """One of DISCARD_FREE, DISCARD_FIRST, DISCARD_LATE (R5.3)."""
    value_masks: tuple[int, ...]
    """The masks of the cards of each value that there is, except 0."""
    value_points: tuple[int, ...]
    """The values of `value_masks`."""
    trick_points: int
    penalties: int
    """The mask of the cards with a value above 0."""
    bonuses: int
    """The mask of the cards with a value below 0."""
    total: int
    """The sum of all cards' values (R7.1)."""
    moon_set: int
    """The mask of the cards that make a moon, or 0 where there is no moon (R8.1)."""
    moon_value: int
    bonus_in_moon: bool
    """Do bonus cards still score when a moon or sun is made (R8.4)?"""
    sun_value: int
    no_tricks: int
    no_tricks_with_moon: bool
    team_of: tuple[int, ...]
    """The team of each seat; where there are no teams, each seat is its own."""
    partner_charged: bool
    moon_by_seat_is_new: bool
    """Is a single partner's moon always scored the new way (R10.2)?"""
    together: bool
    moon_style: int
    """One of MOON_OLD, MOON_NEW, MOON_CHOICE, MOON_MIXED, MOON_AUTO (R8.2)."""
    end_total: int
    """The lowest total that ends the game, or NEVER (R9.2)."""
    end_deals: int
    """After how many deals it ends, or NEVER (R9.2)."""
    end_by_team: bool
    """Does the end test look at the totals of teams (R10.1)?"""
    exact_from: tuple[int, ...]
    """The totals of exactly one number that become another (R9.3)."""
    exact_to: tuple[int, ...]
    floor: int
    """The number below which no total can fall, or -NEVER (R9.4)."""
    highest_wins: bool
    tie_played_on: bool
    """Does a tie for the first place keep the game going (R9.6)?"""
    tie_by_hearts: bool
    """Does the seat with the fewest hearts win a tie (R9.6)?"""


def _offset(direction: int | str, players: int) -> int:
    words = {"left": 1, "right": -1, "across": players // 2, "hold": 0}
    return (words[direction] if isinstance(direction, str) else direction) % players


def _opening(variant: Variant, pack: CardSet) -> tuple[int, int]:
    """The card whose holder leads first (-1 for the eldest hand), and the mask of what may be led."""
    leader = variant.opening.leader
    if leader == "eldest":
        return -1, pack.mask
    card = leader if isinstance(leader, Card) else pack.of_suit(Suit.CLUBS)[0]
    allowed = {
        OpeningCard.THAT_CARD: 1 << card,
        OpeningCard.SAME_SUIT: pack.mask & card.suit.mask,
        OpeningCard.ANY: pack.mask,
    }
    return int(card), allowed[variant.opening.card]


@lru_cache(maxsize=512)
def resolve(variant: Variant, players: int) -> Rules:
    """What a variant comes to for a number of players.

    Args:
        variant: Any variant.
        players: One of its player counts.

    Returns:
        The rules as the kernel takes them; the same object for equal arguments while it is remembered.

    Raises:
        SetupError: The variant is not for that number of players.

    Example:
        >>> rules = resolve(Variant(), 4)
        >>> rules.hand_size, rules.offsets, rules.total, rules.moon_value
        (13, (1, 3, 2, 0), 26, 26)
    """
    pack = variant.pack(players)
    passing, hearts, queen = variant.passing, variant.hearts, variant.queen
    moon, end, partners = variant.moon, variant.end, variant.partners
    count = passing.count.of(players)
    at_least = count if passing.at_least == "count" else passing.at_least.of(players)
    opening_card, opening = _opening(variant, pack)
    by_value: dict[int, int] = {}
    for card, value in variant.values.cards:
        if card in pack:
            by_value[value] = by_value.get(value, 0) | 1 << card
    penalties = sum(mask for value, mask in by_value.items() if value > 0)
    bonuses = sum(mask for value, mask in by_value.items() if value < 0)
    penalty_sum = sum(value * mask.bit_count() for value, mask in by_value.items() if value > 0)
    moon_set = penalties if moon.bonus is MoonBonus.OUTSIDE else penalties | bonuses
    team_of = {seat: team for team, seats in enumerate(partners.teams) for seat in seats}
    return Rules(
        players=players,
        pack=pack.mask,
        hand_size=len(pack) // players,
        suit_of=tuple(card.suit.mask for suit in Suit for card in suit.cards),
        higher=tuple(card.suit.mask >> (card + 1) << (card + 1) for suit in Suit for card in suit.cards),
        pass_count=count,
        pass_at_least=at_least,
        pass_locked=passing.locked.mask & pack.mask,
        pass_change=passing.change,
        offsets=tuple(_offset(direction, players) if count else 0 for direction in passing.cycle.of(players)),
        opening_card=opening_card,
        opening=opening,
        barred=variant.first_trick.barred.mask & pack.mask,
        hearts=Suit.HEARTS.mask & pack.mask,
        hearts_locked=hearts.lead is Lead.WHEN_BROKEN,
        breakers=hearts.broken_by.mask & pack.mask,
        either=hearts.with_queen is WithQueen.EITHER,
        queen=1 << queen.card & pack.mask,
        queen_locked=queen.lead is Lead.WHEN_BROKEN,
        queen_discard=_DISCARDS[queen.discard],
        value_masks=tuple(by_value.values()),
        value_points=tuple(by_value),
        trick_points=variant.values.tricks,
        penalties=penalties,
        bonuses=bonuses,
        total=sum(value * mask.bit_count() for value, mask in by_value.items()),
        moon_set=0 if moon.style is MoonStyle.NONE else moon_set,
        moon_value=penalty_sum if moon.value == "penalties" else int(moon.value),
        bonus_in_moon=moon.bonus is not MoonBonus.ABSORBED,
        sun_value=variant.sun.value,
        no_tricks=variant.no_tricks.bonus,
        no_tricks_with_moon=variant.no_tricks.with_moon,
        team_of=tuple(team_of.get(seat, seat) for seat in range(players)),
        partner_charged=partners.moon is PartnerMoon.CHARGED,
        moon_by_seat_is_new=partners.moon is PartnerMoon.NEW and bool(partners.teams),
        together=partners.together,
        moon_style=_STYLES[moon.style],
        end_total=NEVER if end.target == "none" else end.target + (end.target_test is not TargetTest.REACHED),
        end_deals=NEVER if end.deals == "none" else end.deals,
        end_by_team=partners.end_test is EndTest.TEAM,
        exact_from=tuple(total for total, _ in end.exact),
        exact_to=tuple(becomes for _, becomes in end.exact),
        floor=-NEVER if end.floor == "none" else end.floor,
        highest_wins=end.winner is Winner.HIGHEST,
        tie_played_on=end.tie is Tie.CONTINUE,
        tie_by_hearts=end.tie is Tie.FEWEST_HEARTS,
    )
