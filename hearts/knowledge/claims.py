"""Claims: may a seat lay down its hand, since it takes, or avoids, every trick that is left whatever the others hold and do?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from hearts.cards import bits
from hearts.engine import kernel
from hearts.engine.actions import Phase, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.game import Game, deal_of
from hearts.errors import IllegalAction, SetupError
from hearts.knowledge.proofs import Proofs, proofs_for
from hearts.knowledge.unseen import Unseen, proves, unseen_by
from hearts.knowledge.view import View, check_view
from hearts.refusal import Refusal
from hearts.variant.rules import DISCARD_FREE, Rules

__all__ = ["can_claim", "claim"]

State = TypeVar("State", Deal, Game)

SMALL: Final = 4
"""How many cards a seat may hold at most for all plays to be looked at."""

LIMIT: Final = 50_000
"""How many positions are looked at before a claim counts as not shown."""


def can_claim(view: View, what: Literal["all", "none"] = "all") -> bool:
    """May the seat whose view it is claim every trick that is left, the open one included, or claim to avoid each of them?

    It may when it is on turn, and when there is a way to play by what it sees that takes (or avoids) all of them against every
    holding of the others that the view leaves possible and against every defence, by defenders who see all hands. The rules of
    play bind both sides: what may not be led or discarded now counts as such (R3 to R6).

    The answer True can always be relied on. The answer False means:

    - With at most 4 cards in each hand, that there is no such way to play. All plays are looked at, up to 50,000 positions:
      ample for ``all``, and for ``none`` with three players; with more, a rare ending needs more, and counts as not shown.
    - With more cards, for ``all``, the same, except in trick 1 (R4), where the queen may not be led (R6.4) or discarded (R5.3)
      freely, and where hands differ in size (R2.4): there it may only not have been shown. Otherwise a seat on lead takes all
      if, in each suit, no other seat may hold both a card that beats its n-th highest and n cards of the suit.
    - With more cards, for ``none``, perhaps only that it was not shown. What is looked for is a hand whose n-th lowest card of
      each suit is below the n-th lowest of the unseen ones, so that it can always play below what others lead.

    Three things are left out of what the seat may know, so that they can turn True to False but not the other way: that others
    may not pass locked cards (R2.4); what earlier tricks proved, where the house shows only the last; and, where a hand of
    hearts and the queen may lead either (R6.3), which of two things the first lead of the deal proved.

    Args:
        view: The view of a seat. For one that is not on turn, for an onlooker, and while no card can be played, the answer is
            False.
        what: ``all`` or ``none``.

    Raises:
        SetupError: The claim is neither of them.

    Example:
        >>> import hearts
        >>> hands = ["AS KS AD", "QS 3D 2C", "JS 5D 4C", "9S 8D 6H"]
        >>> removed = str(hearts.CardSet(range(52)) - " ".join(hands))
        >>> changes = {"table": {"players": [4], "removed": removed}, "opening": {"leader": "AS"}}
        >>> small = hearts.load_variant("original-1887").evolve(**changes)
        >>> deal = hearts.new_deal(small, hands)
        >>> can_claim(deal.view(0)), can_claim(deal.view(0), "none"), can_claim(deal.view(1))
        (True, False, False)
    """
    if what not in ("all", "none"):
        raise SetupError("what", f"it is {what!r}: expected 'all' or 'none'")
    return _card_for(check_view(view), takes=what == "all") is not None


def claim(state: State, seat: int | None = None) -> State:
    """The deal played out after the seat on turn has claimed every trick that is left, as `can_claim` allows.

    The claimer plays a way that takes them all and the others play what they must; since all cards left go to the claimer,
    the cards taken, points, scores and totals are those of every such way. A shooter who is to choose how its moon is scored
    (R8.2) still has to.

    Only claims of all tricks can be played out. A seat that avoids all of them (``none``) leaves them to be shared by the
    others, who may go on to play for them; so there such a claim shows that the seat cannot be hurt any more, and ends nothing.
    Whether the deal can be stopped is what `is_decided` tells.

    Args:
        state: A deal, or a game; of a game its current deal is played out.
        seat: The seat that claims; the one on turn where None.

    Raises:
        IllegalAction: The seat is not on turn, or no card can be played now; holds the `Refusal`.
        SetupError: The seat's view does not show that it takes all the tricks, or there is no such seat.

    Example:
        >>> import hearts
        >>> game = hearts.new_game("original", hands=[suit.cards for suit in hearts.Suit])
        >>> claim(game).deal.scores
        (13, 0, 0, 0)
    """
    deal_of(state)
    turn = state.turn
    if state.phase is not Phase.PLAYING or turn is None or seat not in (None, turn) or isinstance(seat, bool):
        asked = turn or 0 if seat is None else seat
        refusal: Refusal = state.why_not(PlayCard(asked, 0))  # type: ignore[assignment]  # there is one
        raise IllegalAction(refusal)
    while state.phase is Phase.PLAYING:
        card = _card_for(state.view(turn), takes=True) if state.turn == turn else state.legal_cards()[0]
        if card is None:
            raise SetupError("claim", f"seat {turn} cannot be sure of all tricks: expected a hand that takes every one")
        state = state.play(card)
    return state


def _card_for(view: View, *, takes: bool) -> int | None:
    """A card with which the claim of a view's seat stands, or None where it was not shown to."""
    seat, trick = view.seat, view.trick
    if seat is None or view.hand is None or seat != view.turn or trick is None:
        return None
    sizes = [size + (other in trick.seats) for other, size in enumerate(view.hand_sizes)]
    place = _Place(
        hand=view.hand.mask,
        held=unseen_by(view, seat),
        cards=tuple(map(int, trick.cards)),
        seats=_order(trick.leader, sizes),
        first=not view.tricks_played,
        broken=view.hearts_broken,
    )
    claims = _Claim(view.rules(), proofs_for(view.variant, view.players), seat, takes=takes)
    sure = claims.sure(place)
    return claims.search(place) if sure is None and max(view.hand_sizes) <= SMALL else sure


def _order(leader: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The seats of a trick in the order of play, by how many cards each holds before it (R2.4)."""
    around = [(leader + step) % len(sizes) for step in range(len(sizes))]
    return tuple([seat for seat in around if sizes[seat]])


class _Place(NamedTuple):
    """Where play stands, as the claimer sees it.

    Attributes:
        hand: The mask of the claimer's hand.
        held: What the others may hold.
        cards: The cards of the open trick, in the order of play.
        seats: The seats of the open trick, in the order of play: those that have played and those that will.
        first: Is it the first trick of the deal?
        broken: Are hearts broken?
    """

    hand: int
    held: Unseen
    cards: tuple[int, ...]
    seats: tuple[int, ...]
    first: bool
    broken: bool

    @property
    def lead(self) -> int:
        """The card led to the open trick, or -1."""
        return self.cards[0] if self.cards else -1

    @property
    def live(self) -> int:
        """The mask of the cards that are not in finished tricks, as far as is known."""
        return self.hand | self.held.pool | sum(1 << card for card in self.cards)


class _Claim:
    """A claim, judged.

    First by what makes it stand in any ending, which is quick; then, in small endings, by looking at all that the claimer can
    do and all that it can come to see. What it sees leaves a set of holdings possible, which `Unseen` describes without
    listing them, so that a way to play that stands against all that it can see stands against all holdings and defences.
    """

    def __init__(self, rules: Rules, book: Proofs, seat: int, *, takes: bool) -> None:
        """Judge the claim of a seat: that it takes all tricks, or that it avoids all of them."""
        self._rules = rules
        self._book = book
        self._seat = seat
        self._takes = takes
        self._known: dict[_Place, bool] = {}

    # ---- what makes it stand in any ending -----------------------------------------------------------------------------

    def sure(self, place: _Place) -> int | None:
        """A card of the claimer, who is on turn, with which the claim stands by counting alone; None where there is none."""
        sizes = [size + (seat in place.seats[: len(place.cards)]) for seat, size in enumerate(place.held.room[:-1])]
        own = place.hand.bit_count()
        if self._takes:
            return None if max(sizes) > own else self._sure_to_take(place)
        even = {own} == {size for seat, size in enumerate(sizes) if seat != self._seat}
        return self._sure_to_avoid(place) if even else None

    def _sure_to_take(self, place: _Place) -> int | None:
        rules = self._rules
        if not place.cards:
            leads = self._leads(place, place.hand, place.broken, 0, ())
            return leads[0] if leads else None
        later = place.seats[len(place.cards) + 1 :]
        for card in bits(self._legal(place) & self._above(place)):
            if not any(place.held.can_hold(seat, rules.higher[card], 1) for seat in later):
                broken = place.broken or kernel.are_broken(rules, 1 << card, 0)
                if self._leads(place, place.hand ^ 1 << card, broken, rules.suit_of[card], later) is not None:
                    return card
        return None

    def _leads(self, place: _Place, hand: int, broken: bool, drawn: int, later: Sequence[int]) -> list[int] | None:  # noqa: FBT001
        """An order in which the cards of a hand can be led so that each takes its trick; None where there is none.

        No other seat can keep a card that beats a lead if it has had to follow as often before as it holds other cards of the
        suit. The more leads went before, the better, so each card that is good enough may be led as soon as it is legal; and
        if others break hearts on the way, no less is legal.

        Args:
            place: Where play stands.
            hand: The mask of the cards, all of which are to be led.
            broken: Are hearts broken before?
            drawn: The mask of the suit of an open trick, which later seats have yet to follow; 0 where there is none.
            later: These seats.
        """
        rules, held = self._rules, place.held
        first = place.first and not place.cards
        leads: list[int] = []
        while hand:
            for card in bits(kernel.legal_mask(rules, hand, -1, first, broken)):
                suit = rules.suit_of[card]
                rounds = sum(1 << led & suit != 0 for led in leads)
                if not any(
                    held.can_hold(seat, rules.higher[card], 1)
                    and held.can_hold(seat, suit, rounds + 1 + (suit == drawn and seat in later))
                    for seat in range(rules.players)
                ):
                    break
            else:
                return None
            leads.append(card)
            hand ^= 1 << card
            first, broken = False, broken or kernel.are_broken(rules, 1 << card, 1 << card)
        return leads

    def _sure_to_avoid(self, place: _Place) -> int | None:
        """A card that surely does not take the open trick, and leaves a hand that can always play under what others lead.

        It can where its n-th lowest card of each suit is below the n-th lowest of the others' cards. That stays so when it
        plays the highest card that is low enough, when it throws away its highest card of a suit, and whatever others play.
        """
        pool = place.held.pool
        for card in bits(self._legal(place)):
            others, fall = pool & self._rules.suit_of[card], 0
            if not place.cards:
                if not others or others & -others < 1 << card or place.held.room[-1]:
                    continue
                fall = 1 << others.bit_length() - 1  # some higher card falls; at worst the highest
            elif self._above(place) >> card & 1:
                continue
            if self._ducks(place.hand ^ 1 << card, pool ^ fall):
                return card
        return None

    def _ducks(self, hand: int, pool: int) -> bool:
        """Can a hand always play under what others lead?"""
        rules = self._rules
        for suit in {rules.suit_of[card] for card in bits(hand)}:
            own, others = [*bits(hand & suit)], [*bits(pool & suit)]
            if rules.queen & hand & suit and rules.queen_discard != DISCARD_FREE:
                others = others[:1] * len(own)  # she may have to be thrown away, or a card below her in her place
            if any(low > high for low, high in zip(own, others, strict=False)):
                return False
        return True

    def _legal(self, place: _Place) -> int:
        return kernel.legal_mask(self._rules, place.hand, place.lead, place.first, place.broken)

    def _above(self, place: _Place) -> int:
        """The mask of the cards that beat all those of the open trick; of all cards where it has none yet."""
        if not place.cards:
            return self._rules.pack
        return self._rules.higher[place.cards[kernel.take_trick(self._rules, place.cards)]]

    # ---- all that can come to pass -------------------------------------------------------------------------------------

    def search(self, place: _Place) -> int | None:
        """A card of the claimer, who is on turn, with which the claim stands; None where there is none, or was none found."""
        marks = self._marks(place)
        cards = self._legal(place)
        if self._takes:
            cards &= self._above(place)
        return next((card for card in self._apart(place, cards, marks) if self._stands(self._own(place, card))), None)

    def _own(self, place: _Place, card: int) -> _Place:
        """The place after a card of the claimer."""
        return self._after(place._replace(hand=place.hand ^ 1 << card), card)

    def _after(self, place: _Place, card: int) -> _Place:
        led = 0 if place.cards else 1 << card
        broken = place.broken or kernel.are_broken(self._rules, 1 << card, led)
        return place._replace(cards=(*place.cards, card), broken=broken)

    def _stands(self, place: _Place) -> bool:
        """Does the claim stand, whoever is on turn?"""
        if len(place.cards) == len(place.seats):
            winner = place.seats[kernel.take_trick(self._rules, place.cards)]
            if (winner == self._seat) is not self._takes:
                return False
            sizes = kernel.with_item(place.held.room[:-1], self._seat, place.hand.bit_count())
            if not place.hand:
                return not self._takes or not any(sizes)
            seats = _order(kernel.next_holder(sizes, winner), sizes)
            place = _Place(place.hand, place.held, (), seats, first=False, broken=place.broken)
        known = self._known.get(place)
        if known is None:
            if len(self._known) >= LIMIT:
                return False
            seat = place.seats[len(place.cards)]
            if seat == self._seat:
                known = self.sure(place) is not None or self.search(place) is not None
            else:
                known = all(map(self._stands, self._replies(place, seat)))
            self._known[place] = known
        return known

    def _replies(self, place: _Place, seat: int) -> Iterator[_Place]:
        """The places after each card that another seat may hold, and may play."""
        held, lead = place.held, place.lead
        cards = [*bits(held.may[seat])]
        if self._takes:  # else it matters which of the others has the higher of two neighbours
            cards = self._apart(place, held.may[seat], (*self._marks(place), *held.may))[::-1]
        for card in cards:
            proved = proves(self._book, card, lead, place.first, place.broken)
            after = held.after(seat, card, proved)
            if after.fits():
                yield self._after(place._replace(held=after), card)

    def _marks(self, place: _Place) -> tuple[int, ...]:
        """The masks of the cards that some rule sets apart from others of their suit."""
        rules = self._rules
        return (rules.queen, rules.breakers, *((rules.barred, rules.opening) if place.first else ()))

    def _apart(self, place: _Place, cards: int, marks: Iterable[int]) -> list[int]:
        """The cards of a set between which there is a difference: of neighbours that are alike in all, the lowest."""
        live, apart = place.live, []
        for card in bits(cards):
            below = live & self._rules.suit_of[card] & (1 << card) - 1
            last = below.bit_length() - 1
            if last < 0 or not cards >> last & 1 or any((mask >> card ^ mask >> last) & 1 for mask in marks):
                apart.append(card)
        return apart
