"""What a play proves of the hand that it came from, found by asking the kernel's ladder about hands that are imagined.

Each rung of the ladder (R3.2, R5.1, R4.1, R5.3, R6.2, R6.4) keeps some cards before others and is waived where it would leave
none. So the rungs put the cards of a hand in an order, and those that stand highest are legal: a card is legal in a hand when
no other card of it stands higher, which is to say when it is legal beside each of them alone. What a play proves is therefore
that the hand lies *within* a set: that of the cards beside which the card played is legal.

One rung looks at the hand as a whole: where a hand of hearts and the queen only may lead either (R6.3), the lock on hearts is
off for such hands. So there are two orders, one for hands within those cards and one for all others, and where they say
different things the lead proves one of two things that exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import attrs

from hearts.cards import bits
from hearts.engine import kernel
from hearts.variant.rules import Rules, resolve
from hearts.variant.variant import Variant

if TYPE_CHECKING:
    from hearts.knowledge.view import View

__all__ = ["Play", "Proof", "Proofs", "plays_of_view", "proofs_for", "prove"]


class Proof(NamedTuple):
    """What is proved of a hand.

    Attributes:
        within: The mask of the cards that may be in it.
        needs: A mask of which it holds at least one card; 0 where nothing is asked.
    """

    within: int
    needs: int = 0


class Proofs:
    """What plays prove under some rules, each kind of play worked out once."""

    def __init__(self, rules: Rules) -> None:
        """Know nothing yet."""
        self._rules = rules
        self._strict = attrs.evolve(rules, either=False)
        self._known: dict[tuple[int, int, bool, bool], tuple[Proof, ...]] = {}
        self.nothing: tuple[Proof, ...] = (Proof(rules.pack),)
        """What is proved of a hand before it has played."""

    def of(self, card: int, lead: int, first: bool, broken: bool) -> tuple[Proof, ...]:  # noqa: FBT001 - as the ladder
        """What a play proves of the hand that it came from, the card itself included.

        Args:
            card: The card played.
            lead: The card led to the trick, or -1 where it is this one.
            first: Is it the first trick of the deal?
            broken: Were hearts broken before the play?

        Returns:
            Proofs of which exactly one holds.
        """
        if lead >= 0:
            suit = self._rules.suit_of[lead]
            lead = (suit & -suit).bit_length() - 1  # whichever card of the suit was led
        key = (card, lead, first, broken)
        if key not in self._known:
            self._known[key] = self._work_out(*key)
        return self._known[key]

    def _work_out(self, card: int, lead: int, first: bool, broken: bool) -> tuple[Proof, ...]:  # noqa: FBT001
        pack, few = self._rules.pack, self._rules.hearts | self._rules.queen
        others = _beside(self._strict, card, lead, first, broken)
        if not self._rules.either or not few >> card & 1:
            return (Proof(others),)
        inside = _beside(self._rules, card, lead, first, broken) & few
        if inside == others & few:
            return (Proof(others),)
        if not others & ~few:
            return (Proof(inside),)
        return Proof(inside), Proof(others, pack & ~few)


def _beside(rules: Rules, card: int, lead: int, first: bool, broken: bool) -> int:  # noqa: FBT001 - as the ladder
    """The mask of the cards beside which, in a hand of the two, a card is legal."""
    this = 1 << card
    return sum(
        1 << other
        for other in bits(rules.pack)
        if kernel.legal_mask(rules, this | 1 << other, lead, first, broken) & this
    )


@lru_cache(maxsize=64)
def proofs_for(variant: Variant, players: int) -> Proofs:
    """What plays prove in a variant: shared, so that it is worked out once."""
    return Proofs(resolve(variant, players))


class Play(NamedTuple):
    """A card played, and what of it bears on what was legal.

    Attributes:
        seat: Who played it.
        card: The card.
        lead: The card led to the trick, or -1 where it is this one.
        first: Was it in the first trick?
        broken: Were hearts broken before?
    """

    seat: int
    card: int
    lead: int
    first: bool
    broken: bool


def plays_of_view(view: View, rules: Rules) -> Iterator[Play]:
    """The plays of the deal that a view shows, in order; all of its tricks must be there."""
    played = led = 0
    for number, trick in enumerate((*view.tricks, view.trick)):
        lead = -1
        for seat, card in zip(trick.seats, trick.cards, strict=True) if trick is not None else ():
            yield Play(seat, card, lead, not number, kernel.are_broken(rules, played, led))
            played |= 1 << card
            if lead < 0:
                lead = card
                led |= 1 << card


def prove(view: View, rules: Rules, played: tuple[int, ...]) -> tuple[tuple[Proof, ...], ...]:
    """What the plays that a view shows prove of the cards that each seat holds now.

    Args:
        view: The view; all of its tricks must be there.
        rules: Its rules.
        played: The mask of the cards that each seat has played.

    Returns:
        By seat, proofs of which exactly one holds. Of the seat's own hand nothing is asked.
    """
    book = proofs_for(view.variant, view.players)
    held = list(played)  # of what each seat held, the cards that it has since played
    found = [book.nothing] * view.players
    for play in plays_of_view(view, rules):
        seat = play.seat
        proofs = book.of(*play[1:])
        if proofs != book.nothing and seat != view.seat:
            found[seat] = tuple(_joined(found[seat], proofs, held[seat]))
        held[seat] ^= 1 << play.card
    return tuple(found)


def _joined(before: tuple[Proof, ...], proofs: tuple[Proof, ...], held: int) -> Iterator[Proof]:
    """What is proved by two plays of a seat, of which the second came from a hand that held these cards, known by now.

    A lead to the first trick is the only play that can ask for a card, so there is never more than one such need.
    """
    for old in before:
        for new in proofs:
            if not held & ~new.within:
                yield Proof(old.within & new.within, old.needs or (0 if held & new.needs else new.needs))
