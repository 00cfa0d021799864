"""The rules of play on plain ints: who may play what, who takes a trick, what the piles are worth.

Cards are numbers, sets of cards are bit masks of at most 62 bits, hands and piles are tuples of masks by seat. Functions here
are pure, and they are written so that they can be compiled as they stand: no objects, no exceptions, no global state. Those of
`FOR_PYTHON` put together a tuple, which is what cannot be compiled; compiled code asks seat by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts.variant.rules import DISCARD_FIRST, DISCARD_LATE, MOON_AUTO, MOON_CHOICE, MOON_NEW, MOON_OLD, Rules

__all__ = [
    "CHOICE",
    "FOR_PYTHON",
    "MOON",
    "NEW",
    "NO_MOON",
    "OLD",
    "RUNGS",
    "SUN",
    "are_broken",
    "can_pass",
    "exact_total",
    "find_shooter",
    "find_winners",
    "hand_after",
    "is_ahead",
    "is_end",
    "ladder",
    "leads_team",
    "legal_mask",
    "moon_style",
    "next_holder",
    "opening_seat",
    "pass_cards",
    "passable",
    "place_of",
    "points",
    "score",
    "seat_score",
    "settle_total",
    "take_trick",
    "team_sum",
    "with_item",
]

NO_MOON: Final = 0
MOON: Final = 1
SUN: Final = 2

OLD: Final = MOON_OLD
NEW: Final = MOON_NEW
CHOICE: Final = MOON_CHOICE

FOR_PYTHON: Final = ("pass_cards", "score", "with_item")

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


def take_trick(rules: Rules, cards: Sequence[int]) -> int:
    """The place in the trick, counted from the card led, of the card that takes it (R5.2)."""
    higher = rules.higher
    best = 0
    above = higher[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        # compiled, this form needs no jump that a processor could guess wrongly
        beats = above >> card & 1
        best = place if beats else best
        above = higher[card] if beats else above
    return best


def next_holder(hands: Sequence[int], seat: int) -> int:
    """The seat itself or the next to its left that holds a card; somebody must."""
    while not hands[seat]:
        seat = (seat + 1) % len(hands)
    return seat


def opening_seat(rules: Rules, hands: Sequence[int], dealer: int) -> int:
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


def hand_after(hands: Sequence[int], passes: Sequence[int], offset: int, seat: int) -> int:
    """The hand of a seat after all cards have moved at once, `offset` seats to the left (R2.1)."""
    return hands[seat] & ~passes[seat] | passes[(seat - offset) % len(hands)]


def pass_cards(hands: Sequence[int], passes: Sequence[int], offset: int) -> tuple[int, ...]:
    """The hands after all cards have moved at once, `offset` seats to the left (R2.1)."""
    return tuple([hand_after(hands, passes, offset, seat) for seat in range(len(hands))])


def points(rules: Rules, taken: int, tricks: int) -> int:
    """What a pile of cards and its number of tricks count, with no moon and no bonus (R7)."""
    total = rules.trick_points * tricks
    for index in range(len(rules.value_masks)):
        total += rules.value_points[index] * (taken & rules.value_masks[index]).bit_count()
    return total


def find_shooter(rules: Rules, taken: Sequence[int], tricks: Sequence[int]) -> tuple[int, int, bool]:
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


def seat_score(
    rules: Rules,
    taken: Sequence[int],
    tricks: Sequence[int],
    kind: int,
    shooter: int,
    joint: bool,  # noqa: FBT001 - as above
    style: int,
    seat: int,
) -> int:
    """The points of a deal of one seat, moon and bonuses included (R7, R8, R10.2).

    Args:
        rules: The rules in force.
        taken: The masks of the cards that each seat took.
        tricks: How many tricks each seat took.
        kind: NO_MOON, MOON or SUN.
        shooter: The seat that made it, or -1.
        joint: Did its whole team make it?
        style: OLD or NEW; a sun is always charged to the others.
        seat: The seat.
    """
    if kind == NO_MOON:
        worth = points(rules, taken[seat], tricks[seat])
    else:
        worth = rules.trick_points * tricks[seat]
        if rules.bonus_in_moon:
            worth = points(rules, taken[seat] & rules.bonuses, tricks[seat])
        charge = rules.sun_value if kind == SUN else rules.moon_value
        partner = seat != shooter and rules.team_of[seat] == rules.team_of[shooter]
        if kind == MOON and style == NEW:
            if seat == shooter:
                worth -= charge
        elif seat != shooter and not (partner and (joint or not rules.partner_charged)):
            worth += charge
    if tricks[seat] == 0 and (kind == NO_MOON or rules.no_tricks_with_moon):
        worth += rules.no_tricks
    return worth


def score(
    rules: Rules,
    taken: Sequence[int],
    tricks: Sequence[int],
    kind: int,
    shooter: int,
    joint: bool,  # noqa: FBT001 - as above
    style: int,
) -> tuple[int, ...]:
    """The points of a deal by seat: see `seat_score`."""
    return tuple([seat_score(rules, taken, tricks, kind, shooter, joint, style, seat) for seat in range(len(taken))])


def moon_style(
    rules: Rules,
    totals: Sequence[int],
    hearts: Sequence[int],
    deals: int,
    taken: Sequence[int],
    tricks: Sequence[int],
    shooter: int,
    joint: bool,  # noqa: FBT001 - as above
) -> int:
    """OLD or NEW where the rules say how a moon is scored, CHOICE where the shooter is to choose (R8.2, R10.2).

    Args:
        rules: The rules in force.
        totals: The totals before the deal, by seat.
        hearts: How many hearts each seat has taken in the game before the deal.
        deals: How many deals have been played before it.
        taken: The masks of the cards that each seat took.
        tricks: How many tricks each seat took.
        shooter: The seat that made the moon; of a team that made it together, the lowest.
        joint: Did its whole team make it?
    """
    seats = len(taken)
    if rules.moon_by_seat_is_new and not joint:
        for seat in range(seats):
            if seat != shooter and rules.team_of[seat] == rules.team_of[shooter]:
                return NEW
    if rules.moon_style <= CHOICE:
        return rules.moon_style
    after = [
        settle_total(rules, totals[seat] + seat_score(rules, taken, tricks, MOON, shooter, joint, OLD, seat))
        for seat in range(seats)
    ]
    had = [hearts[seat] + (taken[seat] & rules.hearts).bit_count() for seat in range(seats)]
    winners = find_winners(rules, after, had, deals + 1)
    if winners == 0 or winners >> shooter & 1:
        return OLD
    return NEW if rules.moon_style == MOON_AUTO else CHOICE


def exact_total(rules: Rules, total: int) -> int:
    """What the exact-score rule makes of a total (R9.3)."""
    for index in range(len(rules.exact_from)):
        if total == rules.exact_from[index]:
            return rules.exact_to[index]
    return total


def settle_total(rules: Rules, total: int) -> int:
    """A total after a deal: the exact-score rule, then the floor (R9.3, R9.4)."""
    return max(exact_total(rules, total), rules.floor)


def team_sum(rules: Rules, numbers: Sequence[int], seat: int) -> int:
    """The sum of some numbers over the seats of a seat's team; without teams, the seat's own."""
    total = 0
    for other in range(len(numbers)):
        if rules.team_of[other] == rules.team_of[seat]:
            total += numbers[other]
    return total


def is_end(rules: Rules, totals: Sequence[int], deals: int) -> bool:
    """Does the end test say that the game is over, ties aside (R9.2, R10.1)?"""
    if deals >= rules.end_deals:
        return True
    for seat in range(len(totals)):
        if (team_sum(rules, totals, seat) if rules.end_by_team else totals[seat]) >= rules.end_total:
            return True
    return False


def is_ahead(rules: Rules, totals: Sequence[int], hearts: Sequence[int], seat: int, other: int) -> bool:
    """Is a seat's team placed before another's (R9.5, R9.6, R10.1)?"""
    sign = -1 if rules.highest_wins else 1
    mine, theirs = sign * team_sum(rules, totals, seat), sign * team_sum(rules, totals, other)
    if mine != theirs or not rules.tie_by_hearts:
        return mine < theirs
    for third in range(len(totals)):  # hearts decide a tie for the first place only
        if sign * team_sum(rules, totals, third) < mine:
            return False
    return team_sum(rules, hearts, seat) < team_sum(rules, hearts, other)


def place_of(rules: Rules, totals: Sequence[int], hearts: Sequence[int], seat: int) -> int:
    """The place of a seat's team, 1 for the best; equal teams share a place (R9.5, R9.6, R10.1).

    Args:
        rules: The rules in force.
        totals: The totals, by seat.
        hearts: How many hearts each seat has taken in the game.
        seat: The seat.
    """
    place = 1
    for other in range(len(totals)):
        if leads_team(rules, other) and is_ahead(rules, totals, hearts, other, seat):
            place += 1
    return place


def leads_team(rules: Rules, seat: int) -> bool:
    """Is a seat the lowest of its team?"""
    lowest = seat
    for other in range(seat):
        if rules.team_of[other] == rules.team_of[seat]:
            lowest = other
    return lowest == seat


def find_winners(rules: Rules, totals: Sequence[int], hearts: Sequence[int], deals: int) -> int:
    """The seats that have won, a bit for each, or 0 while the game goes on (R9.2, R9.5, R9.6, R10.1)."""
    if not is_end(rules, totals, deals):
        return 0
    winners = teams = 0
    for seat in range(len(totals)):
        if place_of(rules, totals, hearts, seat) == 1:
            winners |= 1 << seat
            teams += leads_team(rules, seat)
    return 0 if rules.tie_played_on and teams > 1 else winners
