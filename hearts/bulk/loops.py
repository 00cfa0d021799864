"""The play of a deal from row to row, as it is compiled: dealing, passing, playing and scoring, in the kernel's own words."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from hearts.bulk import policies
from hearts.bulk.board import (
    BROKEN_IN,
    CARDS,
    CHOOSING,
    DEALER,
    DEALS_BEFORE,
    HANDS,
    HEARTS,
    JOINT,
    KIND,
    LEADER,
    LED,
    NOT_CHOSEN,
    OFFSET,
    OPENER,
    OVER,
    PASSES,
    PASSING,
    PHASE,
    PLACE,
    PLAYED,
    PLAYING,
    SCORES,
    SEATS,
    SHOOTER,
    STYLE,
    TAKEN,
    TOTALS,
    TRICKS,
    TRICKS_DONE,
    TURN,
)
from hearts.bulk.leaves import below, nth_bit
from hearts.engine import kernel

__all__ = [
    "choose_card",
    "end_row",
    "finish",
    "legal_of",
    "move_cards",
    "new_scratch",
    "open_row",
    "pass_all",
    "play_card",
    "score_row",
    "settle",
    "start_row",
]


@numba.njit(forceinline=True)
def start_row(rules: Any, b: Any, players: int, state: Any) -> None:
    """Deal: each hand is drawn card by card from what is left of the pack."""
    order = np.empty(64, np.int64)
    left = 0
    pack = rules.pack
    while pack:
        bit = pack & -pack
        order[left] = bit
        left += 1
        pack ^= bit
    for seat in range(players):
        hand = 0
        for _ in range(rules.hand_size):
            state, place = below(state, left)
            left -= 1
            hand |= order[place]
            order[place] = order[left]
        b[HANDS + seat] = hand
        b[TAKEN + seat] = 0
        b[TRICKS + seat] = 0
        b[PASSES + seat] = NOT_CHOSEN
    for at in (PLACE, PLAYED, LED, TRICKS_DONE, BROKEN_IN, KIND, JOINT, STYLE):
        b[at] = 0
    b[SHOOTER] = -1
    b[OPENER] = -1
    b[TURN] = -1
    b[PHASE] = PASSING


@numba.njit(forceinline=True)
def combinations(count: int, chosen: int) -> int:
    """How many ways there are to choose so many of some cards."""
    ways = 1
    for step in range(chosen):
        ways = ways * (count - step) // (step + 1)
    return ways


@numba.njit(forceinline=True)
def draw_cards(cards: int, count: int, state: Any) -> Any:
    """So many cards of a mask, each choice equally likely."""
    drawn = 0
    for _ in range(count):
        state, place = below(state, cards.bit_count())
        bit = nth_bit(cards, place)
        cards ^= bit
        drawn |= bit
    return state, drawn


@numba.njit(forceinline=True)
def random_pass(rules: Any, hand: int, state: Any) -> Any:
    """One of the legal passes of a hand, each equally likely (R2.4)."""
    free = hand & ~rules.pass_locked
    some = free.bit_count()
    if some < rules.pass_at_least:
        state, drawn = draw_cards(hand & rules.pass_locked, rules.pass_at_least - some, state)
        return state, free | drawn
    count = rules.pass_at_least
    most = min(rules.pass_count, some)
    if count < most:
        ways = 0
        for size in range(count, most + 1):
            ways += combinations(some, size)
        state, place = below(state, ways)
        while place >= combinations(some, count):
            place -= combinations(some, count)
            count += 1
    return draw_cards(free, count, state)


@numba.njit(forceinline=True)
def pass_all(rules: Any, b: Any, players: int, danger: Any, policy: int, state: Any) -> Any:
    """Every seat that has yet to passes, and play begins."""
    hands = b[HANDS : HANDS + players]
    passes = b[PASSES : PASSES + players]
    offset = b[OFFSET]
    if offset and rules.pass_count:
        for seat in range(players):
            if passes[seat] == NOT_CHOSEN:
                if policy == policies.RANDOM:
                    state, cards = random_pass(rules, hands[seat], state)
                else:
                    cards = policies.duck_pass(rules, danger, hands[seat])
                passes[seat] = cards
        move_cards(b, players)
    open_row(rules, b, players)
    return state


@numba.njit(forceinline=True)
def move_cards(b: Any, players: int) -> None:
    """All cards that are passed move at once (R2.1)."""
    hands, passes = b[HANDS : HANDS + players], b[PASSES : PASSES + players]
    moved = np.empty(8, np.int64)
    for seat in range(players):
        moved[seat] = kernel.hand_after(hands, passes, b[OFFSET], seat)
    for seat in range(players):
        hands[seat] = moved[seat]


@numba.njit(forceinline=True)
def open_row(rules: Any, b: Any, players: int) -> None:
    """The first leader is on turn (R3.1)."""
    leader = kernel.opening_seat(rules, b[HANDS : HANDS + players], b[DEALER])
    b[LEADER] = leader
    b[TURN] = leader
    b[OPENER] = leader
    b[PHASE] = PLAYING


@numba.njit
def legal_of(rules: Any, b: Any) -> int:
    """The mask of the legal cards of the seat on turn."""
    seat, place = b[TURN], b[PLACE]
    lead = -1
    got = 0
    for index in range(place):
        got |= 1 << b[CARDS + index]
    if place:
        lead = b[CARDS]
    broken = kernel.are_broken(rules, b[PLAYED] | got, b[LED])
    return kernel.legal_mask(rules, b[HANDS + seat], lead, b[TRICKS_DONE] == 0, broken)


@numba.njit
def play_card(rules: Any, b: Any, players: int, bit: int) -> None:
    """Play a card of the seat on turn, take the trick where it is the last, and find out who is on turn then.

    A seat that has run out, as where hands differ in size, is passed over (R2.4).
    """
    hands, seat, place = b[HANDS : HANDS + players], b[TURN], b[PLACE]
    hands[seat] ^= bit
    b[CARDS + place] = (bit - 1).bit_count()
    b[SEATS + place] = seat
    if place == 0:
        b[LED] |= bit
    place += 1
    b[PLACE] = place
    got = 0
    for index in range(place):
        got |= 1 << b[CARDS + index]
    if b[BROKEN_IN] == 0 and kernel.are_broken(rules, b[PLAYED] | got, b[LED]):
        b[BROKEN_IN] = b[TRICKS_DONE] + 1
    for step in range(1, players):
        other = (seat + step) % players
        waits = hands[other] != 0
        for index in range(place):
            if b[SEATS + index] == other:
                waits = False
        if waits:
            b[TURN] = other
            return
    winner = b[SEATS + kernel.take_trick(rules, b[CARDS : CARDS + place])]
    b[TAKEN + winner] |= got
    b[TRICKS + winner] += 1
    b[PLAYED] |= got
    b[TRICKS_DONE] += 1
    b[PLACE] = 0
    b[TURN] = -1
    for other in range(players):
        if hands[other]:
            b[TURN] = b[LEADER] = kernel.next_holder(hands, winner)


@numba.njit
def choose_card(rules: Any, b: Any, players: int, danger: Any, policy: int, state: Any) -> Any:
    """A card of the seat on turn, as a policy chooses it."""
    legal, place = legal_of(rules, b), b[PLACE]
    if policy == policies.RANDOM:
        state, nth = below(state, legal.bit_count())
        return state, nth_bit(legal, nth)
    lead, best = -1, -1
    if place:
        lead = b[CARDS]
        best = b[CARDS + kernel.take_trick(rules, b[CARDS : CARDS + place])]
    waiting = 0
    for other in range(players):
        waiting += b[HANDS + other] != 0
    for index in range(place):
        waiting -= b[HANDS + b[SEATS + index]] != 0
    return state, policies.duck_card(rules, danger, legal, lead, best, waiting == 1)


@numba.njit(forceinline=True)
def whole_tricks(rules: Any, b: Any, players: int, danger: Any, policy: int, state: Any, scratch: Any) -> Any:
    """Play whole tricks to the last card, with a card of each seat to each: the same as `play_card` card by card, and quicker.

    What is used with every card is in arrays of its own, so that a compiler sees that they do not overlap.
    """
    hands, taken, tricks, cards = scratch
    played, led, leader, broken_in = b[PLAYED], b[LED], b[TURN], b[BROKEN_IN]
    for seat in range(players):
        hands[seat] = b[HANDS + seat]
        taken[seat] = b[TAKEN + seat]
        tricks[seat] = b[TRICKS + seat]
    for done in range(b[TRICKS_DONE], rules.hand_size):
        seat, got, lead, best = leader, 0, -1, -1
        for place in range(players):
            hand = hands[seat]
            if place == 0:
                legal = kernel.legal_mask(rules, hand, -1, done == 0, kernel.are_broken(rules, played, led))
            else:
                legal = hand & rules.suit_of[lead]  # who can follow must (R5.1): most often it ends here
                if legal == 0:
                    broken = kernel.are_broken(rules, played | got, led)
                    legal = kernel.legal_mask(rules, hand, lead, done == 0, broken)
            if policy == policies.RANDOM:
                state, nth = below(state, legal.bit_count())
                bit = nth_bit(legal, nth)
            else:
                bit = policies.duck_card(rules, danger, legal, lead, best, place == players - 1)
            hands[seat] = hand ^ bit
            got |= bit
            card = (bit - 1).bit_count()
            cards[place] = card
            if place == 0:
                lead = card
                led |= bit
            if policy != policies.RANDOM and (place == 0 or rules.higher[best] >> card & 1):
                best = card
            seat += 1
            if seat == players:
                seat = 0
        leader += kernel.take_trick(rules, cards)
        if leader >= players:
            leader -= players
        taken[leader] |= got
        tricks[leader] += 1
        played |= got
        if broken_in == 0 and kernel.are_broken(rules, played, led):
            broken_in = done + 1
    for seat in range(players):
        b[HANDS + seat] = 0
        b[TAKEN + seat] = taken[seat]
        b[TRICKS + seat] = tricks[seat]
    b[PLAYED] = played
    b[LED] = led
    b[BROKEN_IN] = broken_in
    b[TRICKS_DONE] = rules.hand_size
    b[TURN] = -1
    return state


@numba.njit(forceinline=True)
def finish(rules: Any, b: Any, players: int, danger: Any, policy: int, state: Any, scratch: Any) -> Any:
    """Play from wherever the row stands to the last card."""
    uneven = rules.pass_at_least < rules.pass_count
    while b[TURN] >= 0 and (uneven or b[PLACE]):
        state, bit = choose_card(rules, b, players, danger, policy, state)
        play_card(rules, b, players, bit)
    if b[TURN] >= 0:
        state = whole_tricks(rules, b, players, danger, policy, state, scratch)
    return state


@numba.njit(forceinline=True)
def new_scratch(players: int) -> Any:
    """Arrays for what `whole_tricks` works on."""
    return (
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
    )


@numba.njit(forceinline=True)
def end_row(rules: Any, b: Any, players: int) -> None:
    """With all cards played: who made a moon, and whether it is to choose."""
    taken, tricks = b[TAKEN : TAKEN + players], b[TRICKS : TRICKS + players]
    kind, shooter, joint = kernel.find_shooter(rules, taken, tricks)
    b[KIND] = kind
    b[SHOOTER] = shooter
    b[JOINT] = joint
    b[STYLE] = kernel.OLD
    if kind == kernel.MOON:
        totals, hearts = b[TOTALS : TOTALS + players], b[HEARTS : HEARTS + players]
        b[STYLE] = kernel.moon_style(rules, totals, hearts, b[DEALS_BEFORE], taken, tricks, shooter, joint)
    b[PHASE] = CHOOSING if b[STYLE] == kernel.CHOICE else OVER
    b[TURN] = shooter if b[PHASE] == CHOOSING else -1


@numba.njit(forceinline=True)
def settle(rules: Any, b: Any, players: int, policy: int, state: Any) -> None:
    """Choose how a moon is scored, where that is to be chosen, and score the deal."""
    if b[PHASE] == CHOOSING:
        style = 0
        if policy == policies.RANDOM:
            state, style = below(state, 2)
        b[STYLE] = style
        b[PHASE] = OVER
        b[TURN] = -1
    score_row(rules, b, players)


@numba.njit(forceinline=True)
def score_row(rules: Any, b: Any, players: int) -> None:
    """The scores of a deal that is over."""
    taken, tricks = b[TAKEN : TAKEN + players], b[TRICKS : TRICKS + players]
    for seat in range(players):
        b[SCORES + seat] = kernel.seat_score(rules, taken, tricks, b[KIND], b[SHOOTER], b[JOINT] != 0, b[STYLE], seat)
