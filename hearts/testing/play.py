"""Dealing and playing by numbers: what the strategies draw is a few numbers, and a whole deal follows from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from random import Random
from typing import TypeVar

from hearts.cards import Card, CardSet
from hearts.engine.actions import Action, Phase, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.game import Game

__all__ = ["Clump", "choose", "share_out", "walk"]

State = TypeVar("State", bound=Deal | Game)


class Clump(StrEnum):
    """What kind of cards come together in one hand when a pack is shared out unevenly."""

    SUITS = "suits"
    RANKS = "ranks"
    VALUES = "values"


def share_out(
    pack: CardSet, players: int, number: int, *, clump: Clump, strength: int, values: Mapping[Card, int]
) -> tuple[CardSet, ...]:
    """Hands of a pack that follow from a number.

    Args:
        pack: The cards, which divide by the players.
        players: The number of players.
        number: What the order of the cards follows from.
        clump: What kind of cards come together.
        strength: How much they do: 0 for not at all, as in a fair deal; 50 for hands that are all but sorted.
        values: What the cards count.

    Returns:
        The hands by seat.
    """
    rng = Random(number)
    keys = {
        Clump.SUITS: lambda card: (card.suit, card.pips),
        Clump.RANKS: lambda card: (card.pips, card.suit),
        Clump.VALUES: lambda card: (values.get(card, 0), card),
    }
    in_order = sorted(pack, key=keys[clump])
    places = {card: strength * place / len(in_order) + rng.random() for place, card in enumerate(in_order)}
    order = sorted(in_order, key=places.__getitem__)
    size = len(order) // players
    dealt = [CardSet(order[first : first + size]) for first in range(0, len(order), size)]
    turn = rng.randrange(players)
    return tuple(dealt[turn:] + dealt[:turn])


def choose(state: Deal | Game, rng: Random, shooters: Collection[int] = ()) -> Action:
    """A legal action of a state in which someone is to act.

    Args:
        state: The deal or game.
        rng: Where random choices come from.
        shooters: Seats that play high, while the others play low and give them points, so that they often make a moon or a
            sun; none for cards at random.
    """
    if state.phase is Phase.PASSING:
        # of a seat that has yet to choose, so that passing comes to an end where choices may be changed too
        actions = state.legal_actions()
        action = actions[rng.randrange(len(actions))]
        while action.seat not in state.to_act and rng.random() < 0.5:
            action = actions[rng.randrange(len(actions))]
        return action
    cards = state.legal_cards()
    if not cards:
        return rng.choice(state.legal_actions())
    seat = state.to_act[0]
    deal = state.deal if isinstance(state, Game) else state
    if not shooters:
        return PlayCard(seat, cards[rng.randrange(len(cards))])
    if seat in shooters:
        return PlayCard(seat, max(cards, key=lambda card: card.pips))
    trick = deal.trick
    if trick is not None and trick.cards and trick.cards[0].suit is not cards[0].suit:
        values = dict(state.variant.values.cards)
        return PlayCard(seat, max(cards, key=lambda card: values.get(card, 0)))
    return PlayCard(seat, min(cards, key=lambda card: card.pips))


def walk(state: State, number: int, *, shooters: Collection[int] = ()) -> Iterator[State]:
    """Every state from one to the end of its deal, under legal play that follows from a number.

    Args:
        state: A deal, or a game; of a game its current deal is played on.
        number: What the play follows from: the same number, the same play.
        shooters: Seats that play for a moon or a sun, and are let; none for cards at random.

    Yields:
        The state itself, then the state after each action; the last one's deal is over.

    Example:
        >>> import hearts
        >>> deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
        >>> [sum(map(len, state.hands)) for state in walk(deal, 1)] == list(range(52, -1, -1))
        True
    """
    rng = Random(number)
    yield state
    while state.to_act:
        state = state.apply(choose(state, rng, shooters))  # type: ignore[assignment]  # of the same class
        yield state
