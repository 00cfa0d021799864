"""Every world of a view, found by trying all deals there are: slow and obvious, for small packs; and positions to try it on."""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

import hearts
from hearts import CardSet, Phase
from hearts.testing import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ALL = CardSet(range(52))

Hands = tuple[CardSet, ...]


# ---- every world -----------------------------------------------------------------------------------------------------


def of_deal(view: hearts.View) -> hearts.View:
    """A view without what only a game knows: earlier deals, and whether it has ended."""
    phase = Phase.DEAL_OVER if view.phase is Phase.GAME_OVER else view.phase
    return attrs.evolve(view, deals=(), winners=(), phase=phase)


def plays_of(state: hearts.Deal | hearts.View) -> list[hearts.Card]:
    """The cards played, in order."""
    return [card for trick in (*state.tricks, state.trick) if trick is not None for card in trick.cards]


def shares(cards: CardSet, sizes: Sequence[int]) -> Iterator[Hands]:
    """Every way to share cards out in hands of some sizes."""
    if not sizes:
        yield ()
        return
    for hand in map(CardSet, combinations(cards, sizes[0])):
        for rest in shares(cards - hand, sizes[1:]):
            yield (hand, *rest)


def all_shares(view: hearts.View) -> Iterator[Hands]:
    """Every way in which the cards that a view does not show can lie in hands of the right sizes, its own hand included."""
    own = view.hand or CardSet()
    out = view.variant.pack(view.players) - CardSet(plays_of(view)) - own
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
    for hands in shares(out, sizes):
        yield tuple(own if seat == view.seat else hand for seat, hand in enumerate(hands))


def passes_to(view: hearts.View, hands: Hands) -> Iterator[tuple[CardSet | None, ...]]:
    """All passes, legal or not, from hands as dealt, or to hands as they began; those that a view shows are as shown."""
    options: list[list[CardSet | None]] = []
    for seat, chosen in enumerate(view.chosen):
        passing = view.phase is Phase.PASSING
        source = hands[seat if passing else (seat + view.pass_offset) % view.players]
        known = view.passed if seat == view.seat else view.received if seat == view.giver else None
        if not chosen or known is not None:
            options.append([known])
        else:
            rules = view.rules()
            sizes = range(rules.pass_at_least, rules.pass_count + 1)
            options.append([CardSet(cards) for size in sizes for cards in combinations(source, size)])
    return product(*options)


def worlds_with(view: hearts.View, held: Hands) -> Iterator[hearts.Deal]:
    """Every deal that gives the view in which seats hold these cards now."""
    played = [CardSet()] * view.players
    for trick in (*view.tricks, view.trick):
        for seat, card in zip(trick.seats, trick.cards, strict=True) if trick is not None else ():
            played[seat] |= (card,)
    began = tuple(hand | cards for hand, cards in zip(held, played, strict=True))
    for passes in passes_to(view, began):
        dealt = list(began)
        if view.chosen and view.phase is not Phase.PASSING:
            moved = [cards or CardSet() for cards in passes]
            dealt = [hand - moved[seat - view.pass_offset] | moved[seat] for seat, hand in enumerate(began)]
        try:
            world = hearts.new_deal(
                view.variant,
                dealt,
                pass_offset=view.pass_offset,
                dealer=view.dealer,
                passes=passes if view.chosen else None,
                plays=plays_of(view),
                totals=view.totals,
                deal_number=view.deal_number,
                hearts_taken=view.hearts_taken,
            )
        except hearts.SetupError:
            continue
        if of_deal(world.view(view.seat, options=view.options)) == of_deal(view):
            yield world


def every_holding(view: hearts.View) -> list[Hands]:
    """Every way in which the cards can lie now, of which some deal gives the view."""
    return [held for held in all_shares(view) if next(worlds_with(view, held), None) is not None]


def trouble(view: hearts.View) -> int:
    """About how many deals have to be tried for `every_holding`."""
    own = len(view.hand or ())
    out = sum(view.hand_sizes) - own
    tries = 1
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            tries *= comb(out, size)
            out -= size
    most = view.rules().hand_size
    hidden = sum(view.chosen) - (view.passed is not None) - (view.received is not None)
    return int(tries * (1 + 2 ** max(0, most - 1)) ** max(0, hidden))


# ---- positions -------------------------------------------------------------------------------------------------------


def small_variant(pack: str | CardSet, players: int, **sections: Any) -> hearts.Variant:  # noqa: ANN401 - as evolve
    """A variant of a small pack: any card is led by the eldest hand, nothing is barred, no cards are passed."""
    table = {"players": [players], "default_players": players, "removed": str(ALL - pack)}
    end = {"deals": 1, "tie": "shared"}  # the pack may hold no card that scores
    return hearts.load_variant("original-1887").evolve(table=table, **({"end": end} | sections))


def small_deal(number: int) -> hearts.Deal:
    """A deal of a small pack under any rules of play and of passing, at some point of it; all follows from a number."""
    rng = Random(number)
    players, size = rng.choice(((3, 2), (3, 3), (3, 3), (3, 4), (4, 2), (4, 3)))
    suits = rng.choice(("CDHS", "DHS", "HS", "CH"))
    pack = CardSet(rng.sample([f"{rank}{suit}" for rank in "AKQJT98" for suit in suits], players * size))

    def some(most: int) -> str:
        return str(CardSet(rng.sample(pack, rng.randint(0, most))))

    count = rng.choice((0, 1, 1, 2))
    eldest = rng.random() < 0.4
    variant = small_variant(
        pack,
        players,
        passing={
            "count": count,
            "at_least": rng.choice(("count", rng.randint(0, count))),
            "cycle": ["left"],
            "locked": some(len(pack)) if rng.random() < 0.5 else "",
            "change": rng.random() < 0.3,
        },
        opening={
            "leader": "eldest" if eldest else str(rng.choice(pack)),
            "card": "any" if eldest else rng.choice(("any", "same-suit", "same-suit", "that-card")),
        },
        first_trick={"barred": some(len(pack))},
        hearts={
            "lead": rng.choice(("when-broken", "when-broken", "any-time")),
            "broken_by": " ".join({*some(2).split(), str(rng.choice(pack))}),
            "with_queen": rng.choice(("lead-queen", "either")),
        },
        queen={
            "card": str(rng.choice(pack)),
            "lead": rng.choice(("any-time", "when-broken")),
            "discard": rng.choice(("free", "first-chance", "when-broken")),
        },
    )
    cards = sorted(pack, key=lambda card: card * rng.choice((0, 1)) + rng.random() * 20)
    deal = hearts.new_deal(
        variant,
        [cards[first : first + size] for first in range(0, len(cards), size)],
        pass_offset=rng.randrange(players) if count else 0,
        dealer=rng.randrange(players),
    )
    states = list(walk(deal, rng.randrange(1 << 30)))
    return states[int(rng.random() ** 1.3 * len(states))]


def small_views(number: int, limit: int) -> Iterator[tuple[hearts.Deal, hearts.View]]:
    """The views of a small deal, of each seat and of an onlooker, that are little enough trouble; with the deal."""
    deal = small_deal(number)
    for seat in (None, *range(deal.players)):
        view = deal.view(seat)
        if deal.to_act and deal.phase is not Phase.CHOOSING_MOON and trouble(view) <= limit:
            yield deal, view
