"""Small deals of every kind, with the brute force that claims are compared with: all holdings, all plays, nothing clever."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

import hearts
from hearts.testing import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ALL = hearts.CardSet(range(52))


def small_variant(rng: Random, pack: hearts.CardSet, players: int, *, plain: bool = False) -> hearts.Variant:
    """A variant of a small pack; unless it is to be plain, with any setting of the rules of play and of scoring."""
    table = {"players": [players], "default_players": players, "removed": str(ALL - pack)}
    end = {"deals": 1, "tie": "shared"}  # the pack may hold no card that scores
    variant = hearts.load_variant("original-1887").evolve(table=table, end=end)
    if plain:
        return variant

    def some(among: Sequence[hearts.Card], most: int = 3) -> str:
        return " ".join(map(str, rng.sample([*among], min(rng.randint(0, most), len(among)))))

    queen = str(rng.choice(pack))
    eldest = rng.random() < 0.5
    values = {str(card): rng.choice((-10, 1, 1, 5)) for card in rng.sample([*pack], min(len(pack), rng.randint(1, 4)))}
    breakers = {*map(str, pack.of_suit(hearts.Suit.HEARTS)), *some(pack, 1).split()} if rng.random() < 0.7 else set()
    sections = {
        "opening": {
            "leader": "eldest" if eldest else str(rng.choice(pack)),
            "card": "any" if eldest else rng.choice(("any", "same-suit", "that-card")),
        },
        "first_trick": {"barred": some(pack, 6)},
        "hearts": {
            "lead": rng.choice(("when-broken", "when-broken", "any-time")),
            "broken_by": " ".join(sorted(breakers or {str(rng.choice(pack))})),
            "with_queen": rng.choice(("lead-queen", "either")),
        },
        "queen": {
            "card": queen,
            "lead": rng.choice(("any-time", "when-broken")),
            "discard": rng.choice(("free", "free", "first-chance", "when-broken")),
        },
        "values": {"hearts": rng.choice((0, 0, 1)), "QS": 0} | values | {"tricks": rng.choice((0, 0, 0, 0, 1))},
        "sun": {"value": rng.choice((0, 0, 0, 20))},
        "no_tricks": {"bonus": rng.choice((0, 0, 0, -5)), "with_moon": rng.random() < 0.5},
        "end": {
            "target": rng.choice((5, 30)),
            "deals": 5,
            "tie": rng.choice(("continue", "shared", "fewest-hearts")),
            "winner": rng.choice(("lowest", "lowest", "highest")),
        },
    }
    counting = sum(value > 0 for value in values.values())
    if counting:
        style = rng.choice(("none", "old", "old", "new", "choice", "mixed", "auto"))
        sections["moon"] = {"style": style, "bonus": rng.choice(("outside", "absorbed", "on-top"))}
    return variant.evolve(**sections)


@st.composite
def small_deals(draw: st.DrawFn, players: int, size: int, *, plain: bool = False, passing: bool = False) -> hearts.Deal:
    """Deals of hands of at most so many cards at any point of play; their cards are close together."""
    rng = Random(draw(st.integers(0, (1 << 32) - 1)))
    count = players * rng.randint(1, size)
    suits = rng.choice([suits for suits in ("CDHS", "DHS", "HS", "CS", "DH") if 13 * len(suits) >= count])
    deck = [hearts.Card(rank + suit) for rank in "AKQJT98765432" for suit in suits]
    pack = hearts.CardSet(rng.sample(deck[: count + rng.randint(0, 8)], count))
    variant = small_variant(rng, pack, players, plain=plain)
    cards = sorted(pack, key=lambda card: (card.pips if rng.random() < 0.5 else 0) + rng.random() * rng.choice((1, 10)))
    each = len(cards) // players
    hands = [cards[seat * each : (seat + 1) * each] for seat in range(players)]
    rng.shuffle(hands)
    totals = [rng.randint(-10, 29) for _ in range(players)]
    offset = 0
    if passing:
        variant, offset = (
            variant.evolve(passing={"count": 1, "at_least": rng.randint(0, 1)}),
            rng.randint(1, players - 1),
        )
    deal = hearts.new_deal(variant, hands, dealer=rng.randrange(players), totals=totals, pass_offset=offset)
    states = [state for state in walk(deal, rng.randrange(1 << 30)) if state.phase is hearts.Phase.PLAYING]
    return states[rng.randrange(len(states))]


def shares(left: hearts.CardSet, sizes: Sequence[int]) -> Iterator[tuple[hearts.CardSet, ...]]:
    """Every way to share out cards in hands of these sizes."""
    if not sizes:
        yield ()
        return
    for cards in map(hearts.CardSet, combinations(left, sizes[0])):
        for rest in shares(left - cards, sizes[1:]):
            yield (cards, *rest)


def plays_of(deal: hearts.Deal) -> list[hearts.Card]:
    """The cards played, in order."""
    return [card for trick in (*deal.tricks, deal.trick) if trick is not None for card in trick.cards]


def begun(deal: hearts.Deal, seat: int) -> Iterator[tuple[Sequence[hearts.CardSet], Sequence[hearts.CardSet] | None]]:
    """Hands as dealt, and passes, among which are all that agree with what a seat knows of a deal."""
    if deal.passes:
        pack = deal.variant.pack(deal.players)
        for hands in shares(pack - deal.dealt[seat], [len(deal.dealt[0])] * (deal.players - 1)):
            dealt = [*hands[:seat], deal.dealt[seat], *hands[seat:]]
            choices = [[hearts.CardSet([card]) for card in hand] + [hearts.CardSet()] for hand in dealt]
            yield from ((dealt, passes) for passes in product(*choices))
        return
    held = [hearts.CardSet() if other == seat else hand for other, hand in enumerate(deal.hands)]
    out = hearts.CardSet(card for hand in held for card in hand)
    for hands in shares(out, list(map(len, held))):
        yield [whole - old | new for whole, old, new in zip(deal.dealt, held, hands, strict=True)], None


def holdings(deal: hearts.Deal, seat: int) -> Iterator[hearts.Deal]:
    """Every deal that gives a seat the view that this one gives it; what is passed, if anything, is one card or none."""
    view, plays = deal.view(seat), plays_of(deal)
    for hands, passes in begun(deal, seat):
        try:
            world = hearts.new_deal(
                deal.variant,
                hands,
                dealer=deal.dealer,
                pass_offset=deal.pass_offset,
                passes=passes,
                plays=plays,
                totals=deal.standing.totals,
            )
        except hearts.SetupError:
            continue
        if world.view(seat) == view:
            yield world


def claim_stands(worlds: Sequence[hearts.Deal], seat: int, *, takes: bool, tricks: int | None = None) -> bool:
    """Is there a way for a seat to play by what it sees that takes (or avoids) all tricks in all of these deals, which look
    alike to it, whatever the others play?
    """
    seen = worlds[0]
    tricks = len(seen.tricks) if tricks is None else tricks
    if len(seen.tricks) > tricks and (seen.tricks[-1].winner == seat) is not takes:
        return False
    if seen.phase is not hearts.Phase.PLAYING:
        return True
    if seen.turn == seat:
        return any(
            claim_stands([world.play(card) for world in worlds], seat, takes=takes, tricks=len(seen.tricks))
            for card in seen.legal_cards()
        )
    replies = {card for world in worlds for card in world.legal_cards()}
    return all(
        claim_stands(
            [world.play(card) for world in worlds if card in world.legal_cards()],
            seat,
            takes=takes,
            tricks=len(seen.tricks),
        )
        for card in sorted(replies)
    )


def endings(deal: hearts.Deal) -> Iterator[tuple[int, ...] | None]:
    """The scores that each way to play a deal out comes to."""
    if deal.is_over:
        yield deal.scores
    for action in deal.legal_actions():
        yield from endings(deal.apply(action))
