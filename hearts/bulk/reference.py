"""Bulk play in plain Python, through the states of the engine: the same seeds, card by card the same deals, only slower.

It needs neither numpy nor numba. Tests hold the compiled play against it, and a deal of a long run can be looked at with it.
"""

from __future__ import annotations

from math import comb
from typing import Final

from hearts.bulk.policies import Policy, as_policy, danger_of, duck_card, duck_pass
from hearts.bulk.streams import CHOICES, DEALS, Stream
from hearts.cards import CardSet, bits, of_mask
from hearts.engine.actions import ChooseMoon, PassCards, Phase
from hearts.engine.deal import Deal
from hearts.engine.game import Game, game_after, new_game
from hearts.engine.kernel import take_trick
from hearts.engine.setup import new_deal
from hearts.engine.shuffle import check_seed
from hearts.errors import SetupError, is_whole, shown
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle

__all__ = ["MOST", "MOST_DEALS", "check_count", "deal_hands", "play_deal", "play_game", "play_on"]

MOST: Final = 1 << 40
"""How many deals or games a run may have."""

MOST_DEALS: Final = 1 << 20
"""How many deals of a game may be asked for."""


def check_count(name: str, number: object, most: int, least: int = 1) -> int:
    """The number itself.

    Raises:
        SetupError: It is not a whole number in range.
    """
    if not is_whole(number) or not least <= number <= most:
        raise SetupError(name, f"it is {shown(number)}: expected a whole number from {least} to {most}")
    return number


def deal_hands(rules: Rules, stream: Stream) -> tuple[int, ...]:
    """The masks of hands: each is drawn card by card from what is left of the pack."""
    left = list(bits(rules.pack))
    hands = []
    for _ in range(rules.players):
        hand = 0
        for _ in range(rules.hand_size):
            place = stream.below(len(left))
            hand |= 1 << left[place]
            left[place] = left[-1]
            left.pop()
        hands.append(hand)
    return tuple(hands)


def _draw_cards(cards: int, count: int, stream: Stream) -> int:
    """So many cards of a mask, each choice equally likely."""
    drawn = 0
    for _ in range(count):
        bit = _nth(cards, stream.below(cards.bit_count()))
        cards ^= bit
        drawn |= bit
    return drawn


def _nth(mask: int, place: int) -> int:
    """The bit at a place among those of a mask, counted from the lowest."""
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask


def _random_pass(rules: Rules, hand: int, stream: Stream) -> int:
    """One of the legal passes of a hand, each equally likely (R2.4)."""
    free = hand & ~rules.pass_locked
    some = free.bit_count()
    if some < rules.pass_at_least:
        return free | _draw_cards(hand & rules.pass_locked, rules.pass_at_least - some, stream)
    count, most = rules.pass_at_least, min(rules.pass_count, some)
    if count < most:
        place = stream.below(sum(comb(some, size) for size in range(count, most + 1)))
        while place >= comb(some, count):
            place -= comb(some, count)
            count += 1
    return _draw_cards(free, count, stream)


def play_on(deal: Deal, policy: Policy, stream: Stream) -> Deal:
    """Play a deal to its end, as a policy chooses.

    Args:
        deal: The deal, wherever it stands.
        policy: The policy of every seat.
        stream: Where random choices come from.
    """
    rules = resolve(deal.variant, deal.players)
    danger = danger_of(rules)
    at_random = policy is Policy.RANDOM
    for seat in deal.to_act if deal.phase is Phase.PASSING else ():
        hand = deal.hands[seat].mask
        cards = _random_pass(rules, hand, stream) if at_random else duck_pass(rules, danger, hand)
        deal = deal.apply(PassCards(seat, of_mask(cards)))
    while deal.phase is Phase.PLAYING:
        legal = deal.legal_cards().mask
        if at_random:
            bit = _nth(legal, stream.below(legal.bit_count()))
        else:
            bit = duck_card(rules, danger, legal, *_trick(deal, rules))
        (card,) = of_mask(bit)
        deal = deal.play(card)
    if deal.phase is Phase.CHOOSING_MOON:
        style = MoonStyle.NEW if at_random and stream.below(2) else MoonStyle.OLD
        deal = deal.apply(ChooseMoon(deal.to_act[0], style))
    return deal


def _trick(deal: Deal, rules: Rules) -> tuple[int, int, bool]:
    """The card led to the open trick and the one that takes it so far, -1 for none; and is the seat on turn the last?"""
    trick = deal.trick
    cards = () if trick is None else trick.cards
    played = () if trick is None else trick.seats
    waiting = sum(1 for seat, hand in enumerate(deal.hands) if hand and seat not in played)
    if not cards:
        return -1, -1, waiting == 1
    return cards[0], cards[take_trick(rules, cards)], waiting == 1


def play_deal(
    variant: VariantLike,
    number: int,
    *,
    seed: int,
    players: int | None = None,
    policy: Policy | str = Policy.RANDOM,
) -> Deal:
    """Deal a number of a bulk run, played to its end: what `simulate` counts, to be looked at.

    Args:
        variant: A variant, its name, or the path of its file.
        number: The number of the deal in the run, from 0.
        seed: The seed of the run.
        players: The number of players; the variant's default where None.
        policy: The policy of every seat.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: Another argument is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> deal = play_deal("standard", 0, seed=7)
        >>> deal.is_over, sum(deal.points)
        (True, 26)
    """
    variant = as_variant(variant)
    players = variant.player_count(players)
    rules = resolve(variant, players)
    check_seed(seed)
    policy, number = as_policy(policy), check_count("number", number, MOST, 0)
    deal = new_deal(
        variant,
        [of_mask(hand) for hand in deal_hands(rules, Stream(seed, DEALS, number))],
        pass_offset=rules.offsets[number % len(rules.offsets)],
        dealer=(players - 1 + number) % players,
    )
    return play_on(deal, policy, Stream(seed, CHOICES, number))


def play_game(
    variant: VariantLike,
    number: int,
    *,
    seed: int,
    players: int | None = None,
    policy: Policy | str = Policy.RANDOM,
    max_deals: int = 1000,
) -> Game:
    """Game a number of a bulk run, played to its end or to a number of deals.

    Args:
        variant: A variant, its name, or the path of its file.
        number: The number of the game in the run, from 0.
        seed: The seed of the run.
        players: The number of players; the variant's default where None.
        policy: The policy of every seat.
        max_deals: How many deals are played at most.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: Another argument is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> play_game("short", 0, seed=7).is_over
        True
    """
    variant = as_variant(variant)
    players = variant.player_count(players)
    rules = resolve(variant, players)
    policy, number = as_policy(policy), check_count("number", number, MOST, 0)
    check_count("max_deals", max_deals, MOST_DEALS)

    def hands(deal: int) -> list[CardSet]:
        return [of_mask(hand) for hand in deal_hands(rules, Stream(seed, DEALS, number, deal))]

    game = new_game(variant, players=players, seed=seed, hands=hands(1))
    while True:
        deal = len(game.deals) + 1
        game = game_after(game, play_on(game.deal, policy, Stream(seed, CHOICES, number, deal)))
        if game.is_over or deal >= max_deals:
            return game
        game = game.next_deal(hands(deal + 1))
