"""What a seat, or an onlooker, may see of a game: the only door from a state to a player.

A view is built by naming what may be seen, so what is new in a state stays hidden until someone adds it here. It never holds
the seed, the cards of others, or what others passed.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hearts.cards import Card, CardLike, CardSet
from hearts.engine.actions import Action, ChooseMoon, PassCards, Phase, PlayCard, pass_choices, plays_of
from hearts.engine.deal import Deal
from hearts.engine.game import DealResult, Game
from hearts.engine.refuse import Facts, in_game, refuse
from hearts.engine.scoring import Moon
from hearts.engine.table import Trick
from hearts.errors import SetupError, is_whole, shown
from hearts.refusal import Refusal
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = ["View", "ViewOptions", "check_view", "view_of"]


def _flag(_: object, field: attrs.Attribute[bool], value: object) -> None:
    if not isinstance(value, bool):  # "false" would be taken for true
        raise SetupError(field.name, f"it is {shown(value)}: expected True or False")


@attrs.frozen(kw_only=True)
class ViewOptions:
    """What a house lets its players see; by default all that has been seen at the table.

    Attributes:
        hide_points: The points taken so far are not shown until the deal is over.
        last_trick_only: Only the last finished trick can be looked at again.
        open_finished: When a deal is over, its hands are shown to all.

    Raises:
        SetupError: One of them is neither True nor False.
    """

    hide_points: bool = attrs.field(default=False, validator=_flag)
    last_trick_only: bool = attrs.field(default=False, validator=_flag)
    open_finished: bool = attrs.field(default=False, validator=_flag)


@attrs.frozen(kw_only=True)
class View:
    """What a seat, or an onlooker, may see of a game or deal. A value: equal knowledge gives equal views.

    Get one with `Game.view` or `Deal.view`.

    Attributes:
        variant: The variant that is played.
        players: The number of players.
        seat: The seat whose view it is; None for an onlooker.
        options: What the house lets its players see.
        deal_number: The number of the deal, from 1.
        dealer: The dealer's seat.
        pass_offset: How many seats to the left cards are passed, 0 to players - 1; 0 where none are.
        phase: Where the game stands.
        to_act: The seats that must act.
        turn: The seat on turn, or None.
        chosen: Which seats have chosen their pass; empty where none are passed.
        hand: The seat's own cards; None for an onlooker.
        dealt: The seat's own hand as dealt; None for an onlooker.
        passed: The cards that the seat has chosen to pass; None where it has not, or is an onlooker.
        received: The cards that were passed to the seat; None where none have been yet, or for an onlooker.
        hand_sizes: How many cards each seat holds.
        tricks_played: How many tricks are finished.
        tricks: The finished tricks, in order; only the last where the house wants that.
        trick: The open trick, or None while no card can be played.
        points: What each seat's cards and tricks count so far; None where the house hides it.
        hearts_broken: Are hearts broken?
        moon: The moon or sun that was made, once all cards have been played.
        scores: What each seat scored, once the deal is over.
        totals: The totals of the game, this deal included once it is over.
        hearts_taken: How many hearts each seat had taken in the game before this deal.
        deals: What the finished deals of the game came to; empty for a lone deal.
        winners: The seats that have won the game; empty while it goes on, and for a lone deal.
        opened: The hands as dealt of all seats, where the house opens finished deals and this one is over.

    Example:
        >>> import hearts
        >>> view = hearts.new_game("standard", seed=7).view(2)
        >>> view.hand == view.dealt, view.receiver, view.hand_sizes
        (True, 3, (13, 13, 13, 13))
    """

    variant: Variant = attrs.field(repr=lambda variant: repr(variant.name))
    players: int
    seat: int | None
    options: ViewOptions
    deal_number: int
    dealer: int
    pass_offset: int
    phase: Phase
    to_act: tuple[int, ...]
    turn: int | None
    chosen: tuple[bool, ...]
    hand: CardSet | None
    dealt: CardSet | None
    passed: CardSet | None
    received: CardSet | None
    hand_sizes: tuple[int, ...]
    tricks_played: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    points: tuple[int, ...] | None
    hearts_broken: bool
    moon: Moon | None
    scores: tuple[int, ...] | None
    totals: tuple[int, ...]
    hearts_taken: tuple[int, ...]
    deals: tuple[DealResult, ...]
    winners: tuple[int, ...]
    opened: tuple[CardSet, ...] | None

    @property
    def receiver(self) -> int | None:
        """The seat that this seat's cards are passed to; None where none are, and for an onlooker."""
        return None if self.seat is None or not self.pass_offset else (self.seat + self.pass_offset) % self.players

    @property
    def giver(self) -> int | None:
        """The seat whose cards are passed to this seat; None where none are, and for an onlooker."""
        return None if self.seat is None or not self.pass_offset else (self.seat - self.pass_offset) % self.players

    @property
    def new_cards(self) -> CardSet:
        """The cards that were passed to the seat, until the first card is played: apps show them as new."""
        fresh = (
            self.phase is Phase.PLAYING and not self.tricks_played and self.trick is not None and not self.trick.cards
        )
        return self.received if fresh and self.received is not None else CardSet()

    @property
    def choosing(self) -> int | None:
        """The seat that is to choose how its moon is scored, or None."""
        return self.turn if self.phase is Phase.CHOOSING_MOON else None

    def legal_cards(self) -> CardSet:
        """The cards that the seat may play now, or that may be among those it passes; empty for an onlooker."""
        hand = self.hand or CardSet()
        return CardSet(card for card in hand if self.why_not(card) is None)

    def refusals(self) -> tuple[tuple[Card, Refusal], ...]:
        """The other cards of the seat's hand, each with why it is refused now; none for an onlooker."""
        asked = ((card, self.why_not(card)) for card in self.hand or ())
        return tuple((card, refusal) for card, refusal in asked if refusal is not None)

    def legal_actions(self) -> Sequence[Action]:
        """Every action of this seat that is legal now, in the order of `Deal.legal_actions`; none for an onlooker."""
        if self.seat is None or self.hand is None:
            return ()
        if self._facts().may_pass(self.seat):
            dealt = tuple(self.hand.mask if seat == self.seat else 0 for seat in range(self.players))
            return pass_choices(self.rules(), dealt, (self.seat,))
        if self.choosing == self.seat:
            return ChooseMoon(self.seat, MoonStyle.OLD), ChooseMoon(self.seat, MoonStyle.NEW)
        return plays_of(self.seat, self.legal_cards().mask)

    def why_not(self, action: Action | CardLike) -> Refusal | None:
        """Why an action of this seat, or a card of its hand, is refused now; None where it is legal.

        Args:
            action: An action of the seat, or a card that it would play (or pass, while cards are passed).

        Raises:
            CardError: It is neither an action nor a card.
            SetupError: It is another seat's action, of which this view cannot tell, or the view is an onlooker's.
        """
        if self.seat is None or self.hand is None:
            raise SetupError("seat", "an onlooker has nothing to do: expected the view of a seat")
        seat = action.seat if isinstance(action, PassCards | PlayCard | ChooseMoon) else self.seat
        if seat != self.seat:
            raise SetupError("seat", f"it is {seat}: expected {self.seat}, the seat whose view it is")
        refusal = refuse(self._facts(), self.hand.mask, action, seat)
        return None if refusal is None else in_game(refusal, over=bool(self.winners))

    def rules(self) -> Rules:
        """What the variant comes to for the players."""
        return resolve(self.variant, self.players)

    def _facts(self) -> Facts:
        return Facts(
            rules=self.rules(),
            phase=Phase.DEAL_OVER if self.phase is Phase.GAME_OVER else self.phase,
            turn=-1 if self.turn is None else self.turn,
            lead=int(self.trick.cards[0]) if self.trick is not None and self.trick.cards else -1,
            first=not self.tricks_played,
            broken=self.hearts_broken,
            chosen=self.chosen,
        )


def check_view(view: object) -> View:
    """The view itself.

    Raises:
        SetupError: It is none: most likely a game or deal was given, which knows too much.
    """
    if not isinstance(view, View):
        raise SetupError("view", f"it is {shown(view)}: expected a View, as game.view(seat) gives it")
    return view


def view_of(state: Deal | Game, seat: int | None, options: ViewOptions | None) -> View:
    """The view of a state for a seat, or for an onlooker where the seat is None.

    Raises:
        SetupError: There is no such seat, or the options are none.
    """
    deal, game = (state.deal, state) if isinstance(state, Game) else (state, None)
    if seat is not None and (not is_whole(seat) or not 0 <= seat < deal.players):
        raise SetupError("seat", f"it is {shown(seat)}: expected 0 to {deal.players - 1}, or None for an onlooker")
    options = ViewOptions() if options is None else options
    if not isinstance(options, ViewOptions):
        raise SetupError("options", f"it is {shown(options)}: expected a ViewOptions, or None")
    passes, before = deal.passes, deal.standing
    exchanged = bool(passes) and None not in passes
    tricks, scores = deal.tricks, deal.scores
    giver = None if seat is None else (seat - deal.pass_offset) % deal.players
    return View(
        variant=deal.variant,
        players=deal.players,
        seat=seat,
        options=options,
        deal_number=before.deals + 1,
        dealer=deal.dealer,
        pass_offset=deal.pass_offset,
        phase=state.phase,
        to_act=deal.to_act,
        turn=deal.turn,
        chosen=tuple(cards is not None for cards in passes),
        hand=None if seat is None else deal.hands[seat],
        dealt=None if seat is None else deal.dealt[seat],
        passed=passes[seat] if seat is not None and passes else None,
        received=passes[giver] if giver is not None and exchanged else None,
        hand_sizes=tuple(map(len, deal.hands)),
        tricks_played=len(tricks),
        tricks=tricks[-1:] if options.last_trick_only else tricks,
        trick=deal.trick,
        points=None if options.hide_points and not deal.is_over else deal.points,
        hearts_broken=deal.hearts_broken,
        moon=deal.moon,
        scores=scores,
        totals=before.totals if scores is None else deal.totals_after(),
        hearts_taken=before.hearts,
        deals=game.deals if game is not None else (),
        winners=game.winners if game is not None else (),
        opened=deal.dealt if options.open_finished and deal.is_over else None,
    )
