"""The rules of play on plain ints: who may play what, who takes a trick, what the piles are worth.

Cards are numbers, sets of cards are bit masks of at most 62 bits, hands and piles are tuples of masks by seat. Functions here
are pure, and they are written so that they can be compiled as they stand: no objects, no exceptions, no global state.
"""

from __future__ import annotations

from typing import Final

from hearts.variant.rules import DISCARD_FIRST, DISCARD_LATE, Rules

__all__ = [
    "MOON",
    "NEW",
    "NO_MOON",
    "OLD",
    "RUNGS",
    "SUN",
    "are_broken",
    "can_pass",
    "find_shooter",
    "ladder",
    "legal_mask",
    "next_holder",
    "opening_seat",
    "pass_cards",
    "passable",
    "points",
    "score",
    "take_trick",
    "with_item",
]

NO_MOON: Final = 0
MOON: Final = 1
SUN: Final = 2

OLD: Final = 0
NEW: Final = 1

RUNGS: Final = ("opening", "follow", "bar", "discard", "hearts", "queen")
"""The rungs of the ladder of `ladder`, in order (R3.2, R5.1, R4.1, R5.3, R6.2 with R6.3, R6.4)."""


def with_item(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one of its items replaced."""
    changed = list(items)
    changed[index] = value
    return tuple(changed)


def ladder(
    rules: Rules,
    hand: int,
    lead: int,
    first: bool,  # noqa: FBT001 - kernel functions take plain positions
    broken: bool,  # noqa: FBT001
) -> tuple[int, int, int, int, int, int]:
    """What is left of a hand after each rule in turn; the last mask is what may be played.

    A later rule never takes away all that an earlier one left: it is waived then, so nobody is ever without a legal card
    (R4.3). The rung at which a card drops out is the reason for refusing it.

    Args:
        rules: The rules in force.
        hand: The mask of the cards held; may be imagined.
        lead: The card led to the open trick, or -1 where the seat is to lead.
        first: Is this the first trick of the deal?
        broken: Are hearts broken?

    Returns:
        The masks after the rungs of RUNGS.
    """
    if lead >= 0:
        follow = hand & rules.suit_of[lead]
        if follow:
            return hand, follow, follow, follow, follow, follow
        bar = hand
        if first:
            bar = hand & ~rules.barred or hand
        discard = bar
        if rules.queen_discard == DISCARD_FIRST:
            discard = bar & rules.queen or bar
        elif rules.queen_discard == DISCARD_LATE and not broken:
            discard = bar & ~rules.queen or bar
        return hand, hand, bar, discard, discard, discard
    opening = bar = hand
    if first:
        opening = hand & rules.opening or hand
        bar = opening & ~rules.barred or opening
    hearts = queen = bar
    if not broken:
        if rules.hearts_locked and not (rules.either and not hand & ~(rules.hearts | rules.queen)):
            hearts = bar & ~rules.hearts or bar
        queen = hearts
        if rules.queen_locked:
            queen = hearts & ~rules.queen or hearts
    return opening, opening, bar, bar, hearts, queen


def legal_mask(rules: Rules, hand: int, lead: int, first: bool, broken: bool) -> int:  # noqa: FBT001 - as above
    """The mask of the cards of a hand that may be played: the last rung of the ladder."""
    return ladder(rules, hand, lead, first, broken)[5]


def are_broken(rules: Rules, played: int, led: int) -> bool:
    """Are hearts broken (R6.1)?

    Args:
        rules: The rules in force.
        played: The mask of all cards played in the deal.
        led: The mask of those among them that were led; matters only where a heart is not itself a breaking card.
    """
    return (played & rules.breakers | led & rules.hearts) != 0


def take_trick(rules: Rules, cards: tuple[int, ...]) -> int:
    """The place in the trick, counted from the card led, of the card that takes it (R5.2)."""
    higher = rules.higher
    best = 0
    above = higher[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if above >> card & 1:
            best = place
            above = higher[card]
    return best


def next_holder(hands: tuple[int, ...], seat: int) -> int:
    """The seat itself or the next to its left that holds a card; somebody must."""
    while not hands[seat]:
        seat = (seat + 1) % len(hands)
    return seat


def opening_seat(rules: Rules, hands: tuple[int, ...], dealer: int) -> int:
    """The seat that leads the first trick (R3.1)."""
    if rules.opening_card < 0:
        return next_holder(hands, (dealer + 1) % len(hands))
    seat = 0
    while not hands[seat] >> rules.opening_card & 1:
        seat += 1
    return seat


def can_pass(rules: Rules, hand: int, cards: int) -> bool:
    """May these cards of a hand be passed together (R2.4)?"""
    if cards & ~hand:
        return False
    count = cards.bit_count()
    if count < rules.pass_at_least or count > rules.pass_count:
        return False
    locked = (cards & rules.pass_locked).bit_count()
    return locked == 0 or locked <= rules.pass_at_least - (hand & ~rules.pass_locked).bit_count()


def passable(rules: Rules, hand: int) -> int:
    """The mask of the cards of a hand that are part of some legal pass (R2.4)."""
    free = hand & ~rules.pass_locked
    if free.bit_count() < rules.pass_at_least:
        return hand
    return free if rules.pass_count else 0


def pass_cards(hands: tuple[int, ...], passes: tuple[int, ...], offset: int) -> tuple[int, ...]:
    """The hands after all cards have moved at once, `offset` seats to the left (R2.1)."""
    seats = len(hands)
    return tuple([hands[seat] & ~passes[seat] | passes[(seat - offset) % seats] for seat in range(seats)])


def points(rules: Rules, taken: int, tricks: int) -> int:
    """What a pile of cards and its number of tricks count, with no moon and no bonus (R7)."""
    total = rules.trick_points * tricks
    for index in range(len(rules.value_masks)):
        total += rules.value_points[index] * (taken & rules.value_masks[index]).bit_count()
    return total


def find_shooter(rules: Rules, taken: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[int, int, bool]:
    """Who made a moon or sun (R8.1, R8.5): the kind, the seat, and whether its whole team made it together (R10.2).

    Of a team that shoots together the seat is its lowest; -1 where nobody made one.
    """
    seats = len(taken)
    all_tricks = 0
    for seat in range(seats):
        all_tricks += tricks[seat]
    for seat in range(seats):
        if rules.sun_value and tricks[seat] == all_tricks:
            return SUN, seat, False
    if rules.moon_set:
        for seat in range(seats):
            if taken[seat] & rules.moon_set == rules.moon_set:
                return MOON, seat, False
        if rules.together:
            for seat in range(seats):
                pile = 0
                for other in range(seats):
                    if rules.team_of[other] == rules.team_of[seat]:
                        pile |= taken[other]
                if pile & rules.moon_set == rules.moon_set:
                    return MOON, seat, True
    return NO_MOON, -1, False


def score(
    rules: Rules,
    taken: tuple[int, ...],
    tricks: tuple[int, ...],
    kind: int,
    shooter: int,
    joint: bool,  # noqa: FBT001 - as above
    style: int,
) -> tuple[int, ...]:
    """The points of a deal by seat, moon and bonuses included (R7, R8, R10.2).

    Args:
        rules: The rules in force.
        taken: The masks of the cards that each seat took.
        tricks: How many tricks each seat took.
        kind: NO_MOON, MOON or SUN.
        shooter: The seat that made it, or -1.
        joint: Did its whole team make it?
        style: OLD or NEW; a sun is always charged to the others.
    """
    out = []
    charge = rules.sun_value if kind == SUN else rules.moon_value
    for seat in range(len(taken)):
        if kind == NO_MOON:
            worth = points(rules, taken[seat], tricks[seat])
        else:
            worth = rules.trick_points * tricks[seat]
            if rules.bonus_in_moon:
                worth = points(rules, taken[seat] & rules.bonuses, tricks[seat])
            partner = seat != shooter and rules.team_of[seat] == rules.team_of[shooter]
            if kind == MOON and style == NEW:
                if seat == shooter:
                    worth -= charge
            elif seat != shooter and not (partner and (joint or not rules.partner_charged)):
                worth += charge
        if tricks[seat] == 0 and (kind == NO_MOON or rules.no_tricks_with_moon):
            worth += rules.no_tricks
        out.append(worth)
    return tuple(out)
