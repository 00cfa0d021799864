"""Tables arranged for the tests of the numbered rules: whole hands around a few cards, small packs, deals that score as asked.

Nothing here knows what is legal or what a deal is worth: the library is asked, and an arrangement that it refuses fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import hearts
from hearts import Card, CardSet, Deal, Game, Phase, Suit, Variant

PACK: Final = CardSet(str(card) for suit in Suit for card in suit.cards)
HEARTS: Final = Suit.HEARTS.cards
MOON: Final = HEARTS | "QS"
STANDARD: Final = hearts.load_variant("standard")

SEAT_0_LEADS: Final[Mapping[str, str]] = {"leader": "eldest", "card": "any"}
"""The opening under which seat 0 leads what it likes, unless a test names another dealer."""


def complete(*hands: str, void: Mapping[int, str] | None = None, pack: CardSet = PACK) -> list[CardSet]:
    """Whole hands that contain the cards given for each seat, filled up with what is left of the pack, lowest cards first.

    Args:
        hands: Some of the cards of each seat.
        void: For a seat, the letters of suits of which it gets no further card. Such seats are filled first.
        pack: The cards that are dealt.
    """
    void = void or {}
    whole = [CardSet(hand) for hand in hands]
    size, odd = divmod(len(pack), len(hands))
    assert not odd, "the pack does not divide"
    left = [card for card in pack if not any(card in hand for hand in whole)]
    for seat in sorted(range(len(hands)), key=lambda seat: seat not in void):
        room = size - len(whole[seat])
        taken = [card for card in left if card.suit.letter not in void.get(seat, "")][:room]
        assert len(taken) == room >= 0, f"seat {seat} cannot be given {size} cards"
        whole[seat] |= taken
        left = [card for card in left if card not in taken]
    return whole


def suits(first: int = 0) -> list[CardSet]:
    """Hands of a whole suit each: the clubs, which take every trick, for one seat, and the others clockwise."""
    return [Suit((seat - first) % 4).cards for seat in range(4)]


def small_pack(variant: str | Variant, hands: Sequence[str], **changes: Mapping[str, Any]) -> Variant:
    """The variant with a pack of just these cards, and no passing, moon or stated order of opening unless changes say so.

    In such a pack a seat can hold exactly the two or three cards that a case is about.
    """
    variant = hearts.load_variant(variant) if isinstance(variant, str) else variant
    cards = CardSet(" ".join(hands))
    count = len(hands)
    table = {"players": [count], "default_players": count, "removed": str(PACK - cards)}
    plain = {"passing": {"count": 0}, "moon": {"style": "none"}, "opening": SEAT_0_LEADS}
    if not any(card in cards for card, _ in variant.values.cards):
        plain["end"] = {"deals": 1, "tie": "shared"}  # with no card that scores, no other game would end
    return variant.evolve(table=table, **(plain | changes))


def position(*hands: str, plays: str = "", variant: str | Variant = STANDARD, **changes: Mapping[str, Any]) -> Deal:
    """A deal of a pack that holds just the cards of these hands, after some plays; seat 0 leads first unless changes differ."""
    return hearts.new_deal(small_pack(variant, hands, **changes), hands, plays=plays)


def aces(*values: int, **changes: Mapping[str, Any]) -> Variant:
    """A game of sixteen cards whose deals score what a test asks for.

    Everyone holds a card of each suit; the suits are led one after another and the aces take the four tricks, each worth the
    value given for it: clubs, diamonds, hearts, spades. There is no moon unless changes ask for one.
    """
    ace_values = {f"A{suit.letter}": value for suit, value in zip(Suit, values, strict=True)}
    small = STANDARD.evolve(
        table={"players": [4], "removed": str(PACK - [card for card in PACK if card.rank in "234A"])},
        passing={"count": 0},
        opening={"leader": "AC"},
        first_trick={"barred": ""},
        hearts={"lead": "any-time"},
        values={"hearts": 0, "QS": 0} | ace_values,
        moon={"style": "none"},
    )
    return small.evolve(**changes)


def ace_hands(takers: Sequence[int]) -> list[CardSet]:
    """The hands of an `aces` deal in which these seats take the ace of clubs, diamonds, hearts and spades."""
    hands = [CardSet() for _ in range(4)]
    for suit, taker in zip(Suit, takers, strict=True):
        others = [seat for seat in range(4) if seat != taker]
        for seat, rank in zip([taker, *others], "A234", strict=True):
            hands[seat] |= [Card(rank + suit.letter)]
    return hands


def play_aces(game: Game) -> Game:
    """The game with the play of its `aces` deal done: up to the end of the deal, or to the choice of a moon."""
    for suit in Suit:
        for _ in range(4):
            game = game.play(game.legal_cards().of_suit(suit)[0])
    return game


def ace_game(variant: Variant, *deals: Sequence[int]) -> Game:
    """A game of `aces` after some deals, for each the seats that take the four aces."""
    game = hearts.new_game(variant, seed=0, hands=ace_hands(deals[0]))
    for number, takers in enumerate(deals):
        game = play_aces(game if number == 0 else game.next_deal(ace_hands(takers)))
    return game


def scored(*scores: int, **changes: Mapping[str, Any]) -> Game:
    """A game after one deal in which the seats score these numbers."""
    return ace_game(aces(*scores, **changes), range(4))


def play_first(game: Game) -> Game:
    """The game with its deal played to the end, each seat doing the first thing that is legal."""
    while game.phase not in (Phase.DEAL_OVER, Phase.GAME_OVER):
        game = game.apply(game.legal_actions()[0])
    return game


def in_turn(hands: Sequence[str]) -> str:
    """Plays that go round the table from seat 0: the first card of each hand, then the second of each, and so on."""
    return " ".join(card for trick in zip(*(hand.split() for hand in hands), strict=True) for card in trick)
