"""A whole game: deals, running totals, the end, the winners; an immutable value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import attrs

from hearts.cards import CardLike, CardSet, CardsLike
from hearts.engine.actions import Action, Phase
from hearts.engine.deal import Deal, DealSetup, piles_and_score, start_deal
from hearts.engine.door import open_door
from hearts.engine.ending import Standing, add_scores, find_winners, rank_seats
from hearts.engine.refuse import in_game
from hearts.engine.scoring import Moon
from hearts.engine.setup import check_hands, seat_in
from hearts.engine.shuffle import check_seed, deal_masks, fresh_seed
from hearts.errors import IllegalAction, SetupError, shown
from hearts.refusal import Reason, Refusal
from hearts.variant.catalogue import DEFAULT, VariantLike, as_variant
from hearts.variant.rules import Rules, resolve
from hearts.variant.variant import Variant

if TYPE_CHECKING:
    from hearts.knowledge.view import View, ViewOptions

__all__ = ["DealResult", "Game", "deal_of", "game_after", "game_at", "new_game"]

T = TypeVar("T")


@attrs.frozen
class DealResult:
    """What a finished deal of a game came to.

    Attributes:
        number: The number of the deal, from 1.
        dealer: The dealer's seat.
        pass_offset: How many seats to the left cards were passed; 0 where none were.
        points: What each seat's cards and tricks counted, with no moon and no bonus.
        scores: What each seat scored, moon and bonuses included.
        moon: The moon or sun that was made, or None.
        totals: The totals after the deal, the exact-score rule and the floor applied.
        hearts_taken: How many hearts each seat took in this deal.
    """

    number: int
    dealer: int
    pass_offset: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    moon: Moon | None
    totals: tuple[int, ...]
    hearts_taken: tuple[int, ...]


@attrs.define(eq=False, repr=False)
class _GameFields:
    """The fields of a game, filled as a plain object and then made into a `Game`, which is frozen (see `Deal`)."""

    variant: Variant
    """The variant that is played."""
    players: int
    """The number of players."""
    seed: int
    """The seed that deals come from. It gives away every hand: keep it from players."""
    first_dealer: int
    """The dealer of deal 1; the deal moves one seat to the left each time (R1.3)."""
    deals: tuple[DealResult, ...]
    """What the finished deals came to, in order."""
    deal: Deal
    """The deal that is played, or that has just been finished."""
    winners: tuple[int, ...]
    """The seats that have won; empty while the game goes on (R9.5, R9.6)."""


@attrs.frozen(init=False, repr=False)
class Game(_GameFields):
    """A game from the first deal to its winners. A value: `apply` and `next_deal` give a new one.

    Make one with `hearts.new_game`.

    Attributes:
        variant: The variant that is played.
        players: The number of players.
        seed: The seed that deals come from. It gives away every hand: keep it from players.
        first_dealer: The dealer of deal 1; the deal moves one seat to the left each time (R1.3).
        deals: What the finished deals came to, in order; the current one included once it is over.
        deal: The deal that is played, or that has just been finished.
        winners: The seats that have won; empty while the game goes on (R9.5, R9.6).

    Example:
        >>> import hearts
        >>> game = hearts.new_game("short", seed=7)
        >>> game.phase, game.to_act, game.deal_number
        (<Phase.PASSING: 'passing'>, (0, 1, 2, 3), 1)
    """

    @property
    def deal_number(self) -> int:
        """The number of the current deal, from 1."""
        return len(self.deals) + (not self.deal.is_over)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat after the finished deals."""
        return self._standing().totals

    @property
    def is_over(self) -> bool:
        """Has the game ended (R9.2)?"""
        return bool(self.winners)

    @property
    def placings(self) -> tuple[int, ...]:
        """The place of each seat by the totals so far, 1 for the best; equal seats, and partners, share a place."""
        return rank_seats(self._rules(), self._standing())

    @property
    def phase(self) -> Phase:
        """PASSING, PLAYING, CHOOSING_MOON, DEAL_OVER or GAME_OVER."""
        return Phase.GAME_OVER if self.winners else self.deal.phase

    @property
    def turn(self) -> int | None:
        """The seat on turn, or None while cards are passed and when the deal is over."""
        return self.deal.turn

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act: the one on turn, or all that have yet to choose a pass; empty when the deal is over."""
        return self.deal.to_act

    def view(self, seat: int | None = None, *, options: ViewOptions | None = None) -> View:
        """What a seat may see of the game, and no more: never the seed, others' cards, or what others passed.

        Args:
            seat: The seat; None for an onlooker.
            options: What the house lets its players see.

        Raises:
            SetupError: There is no such seat, or the options are none.
        """
        return open_door(self, seat, options)

    def legal_cards(self, seat: int | None = None) -> CardSet:
        """The cards that a seat may play now, or that may be among those it passes: see `Deal.legal_cards`.

        Raises:
            SetupError: There is no such seat.
        """
        return self.deal.legal_cards(seat)

    def legal_actions(self) -> Sequence[Action]:
        """Every action that is legal now, of all seats that may act, in a fixed order: see `Deal.legal_actions`."""
        return self.deal.legal_actions()

    def why_not(self, action: Action | CardLike, seat: int | None = None) -> Refusal | None:
        """Why an action, or a card, is refused now; None where it is legal: see `Deal.why_not`.

        Raises:
            CardError: It is neither an action nor a card.
            SetupError: There is no such seat.
        """
        refusal = self.deal.why_not(action, seat)
        return None if refusal is None else self._told(refusal)

    def apply(self, action: Action) -> Game:
        """The game after an action; this one stays as it is.

        Raises:
            IllegalAction: The action is refused; holds the `Refusal`.
            SetupError: It is not an action.
        """
        return self._after(self._done(self.deal.apply, action))

    def play(self, card: CardLike) -> Game:
        """The game after the seat on turn plays a card: short for `apply` with a `PlayCard`.

        Raises:
            CardError: It is not a card.
            IllegalAction: The card is refused; holds the `Refusal`.
        """
        return self._after(self._done(self.deal.play, card))

    def next_deal(self, hands: Sequence[CardsLike] | None = None) -> Game:
        """The game with its next deal begun, once the current one is over (R9.1, R2.5).

        Args:
            hands: The hands by seat, as at a real table; from the seed where None.

        Raises:
            IllegalAction: The deal is not over yet, or the game is; holds the `Refusal`.
            SetupError: The hands are not the pack in equal parts.
        """
        if self.winners or not self.deal.is_over:
            reason = Reason.GAME_OVER if self.winners else Reason.DEAL_NOT_OVER
            raise IllegalAction(Refusal(reason, self.to_act[0] if self.to_act else 0))
        before = self._standing()
        return game_at(self.variant, self.players, self.seed, self.first_dealer, self.deals, hands, before)

    def _done(self, do: Callable[[T], Deal], what: T) -> Deal:
        """The deal with something done; where that is refused, in the words of a game."""
        try:
            return do(what)
        except IllegalAction as error:
            raise IllegalAction(self._told(error.refusal)) from None

    def _told(self, refusal: Refusal) -> Refusal:
        return in_game(refusal, over=self.is_over)

    def _after(self, deal: Deal) -> Game:
        """The game with its deal gone on."""
        if not deal.is_over:
            return _make(self.variant, self.players, self.seed, self.first_dealer, self.deals, deal, ())
        before, rules = deal.standing, self._rules()
        piles, score = piles_and_score(deal)
        result = DealResult(
            number=before.deals + 1,
            dealer=deal.dealer,
            pass_offset=deal.pass_offset,
            points=score.points,
            scores=score.scores,
            moon=score.moon,
            totals=add_scores(rules, before.totals, score.scores),
            hearts_taken=piles.hearts(rules),
        )
        deals = (*self.deals, result)
        winners = find_winners(rules, before.after(result.totals, result.hearts_taken))
        return _make(self.variant, self.players, self.seed, self.first_dealer, deals, deal, winners)

    def _rules(self) -> Rules:
        return resolve(self.variant, self.players)

    def _standing(self) -> Standing:
        before = self.deal.standing
        return before.after(self.deals[-1].totals, self.deals[-1].hearts_taken) if self.deal.is_over else before

    def __repr__(self) -> str:
        """Where the game stands, in brief; the seed and the hands stay hidden."""
        return f"<Game of {self.variant.name}, deal {self.deal_number}, {self.phase}, totals {list(self.totals)}>"


def game_after(game: Game, deal: Deal) -> Game:
    """A game whose current deal has gone on to a later state of it, unchecked."""
    return game._after(deal)


def game_at(
    variant: Variant,
    players: int,
    seed: int,
    first_dealer: int,
    deals: tuple[DealResult, ...],
    hands: Sequence[CardsLike] | None,
    standing: Standing | None = None,
) -> Game:
    """A game with some deals finished, which are known to be good, and the next begun (R1.3, R2.2, R2.5).

    How the game stands then is worked out from the deals, where it is not given.

    Raises:
        SetupError: The hands are not the pack in equal parts.
    """
    rules, number = resolve(variant, players), len(deals)
    setup = DealSetup(
        variant=variant,
        rules=rules,
        dealer=(first_dealer + number) % players,
        pass_offset=rules.offsets[number % len(rules.offsets)],
        dealt=deal_masks(variant, players, seed, number + 1) if hands is None else check_hands(rules, hands),
        standing=_standing(deals, players) if standing is None else standing,
    )
    return _make(variant, players, seed, first_dealer, deals, start_deal(setup), ())


def deal_of(state: Deal | Game) -> Deal:
    """The deal that is played in a game; of a lone deal, itself.

    Raises:
        SetupError: It is neither.
    """
    if isinstance(state, Game):
        return state.deal
    if not isinstance(state, Deal):
        raise SetupError("state", f"it is {shown(state)}: expected a Game or a Deal")
    return state


def _standing(deals: tuple[DealResult, ...], players: int) -> Standing:
    standing = Standing.start(players)
    for result in deals:
        standing = standing.after(result.totals, result.hearts_taken)
    return standing


def _make(
    variant: Variant,
    players: int,
    seed: int,
    first_dealer: int,
    deals: tuple[DealResult, ...],
    deal: Deal,
    winners: tuple[int, ...],
) -> Game:
    """A game of fields that are known to be good."""
    game = _GameFields(variant, players, seed, first_dealer, deals, deal, winners)
    game.__class__ = Game
    return game  # type: ignore[return-value]  # it is one now


def new_game(
    variant: VariantLike = DEFAULT,
    *,
    players: int | None = None,
    seed: int | None = None,
    hands: Sequence[CardsLike] | None = None,
    first_dealer: int | None = None,
) -> Game:
    """Begin a game: deal 1 is dealt, and cards are to be passed or played.

    Args:
        variant: A variant, its name, or the path of its file.
        players: The number of players; the variant's default where None.
        seed: A whole number from 0 to 2**256 - 1 that all deals come from; a secret one where None.
        hands: The hands of deal 1 by seat, as at a real table; from the seed where None.
        first_dealer: The dealer of deal 1; the last seat where None, so that seat 0 is the eldest hand (R1.3).

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: The number of players, the hands or the dealer is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> new_game("black-maria", seed=1).players
        3
    """
    variant = as_variant(variant)
    players = variant.player_count(players)
    seed = fresh_seed() if seed is None else check_seed(seed)
    first = players - 1 if first_dealer is None else seat_in("first_dealer", first_dealer, players)
    return game_at(variant, players, seed, first, (), hands)
