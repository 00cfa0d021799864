"""Strategies for hands, and for deals and games at any point of play."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hypothesis import strategies as st

from hearts.engine.actions import Phase
from hearts.engine.deal import Deal
from hearts.engine.game import Game, new_game
from hearts.engine.setup import new_deal
from hearts.engine.shuffle import SEED_BITS
from hearts.testing.cards import BOOLEANS, NUMBERS
from hearts.testing.play import Clump, share_out, walk
from hearts.testing.variants import variants
from hearts.variant.catalogue import VariantLike, as_variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hearts.cards import CardSet
    from hearts.variant.variant import Variant

__all__ = ["deals", "games", "hands", "player_counts"]

State = TypeVar("State", bound=Deal | Game)

_STRENGTHS: Final = st.sampled_from((0, 0, 1, 4, 50))
"""How much alike the cards of a hand are: often not at all, as in a fair deal, and sometimes as much as they can be."""

_STRONG: Final = st.sampled_from((2, 4, 50))
_CLUMPS: Final = st.sampled_from(Clump)

_STEERED: Final = st.sampled_from((False, False, True))
"""Does a seat or a team play for a moon, and is let?"""

_SEEDS: Final = st.integers(0, 7) | st.integers(0, (1 << SEED_BITS) - 1)


def player_counts(variant: VariantLike) -> st.SearchStrategy[int]:
    """The player counts of a variant (R1.1).

    Args:
        variant: A variant, its name, or the path of its file.

    Raises:
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hypothesis import find
        >>> find(player_counts("black-maria"), lambda players: players > 3)
        4
    """
    return st.sampled_from(as_variant(variant).table.players)


def hands(variant: VariantLike, players: int | None = None) -> st.SearchStrategy[tuple[CardSet, ...]]:
    """The hands of a deal, by seat: fair ones, and ones in which suits, ranks or values come together.

    So hands of one suit, hands of hearts and the queen only, and hands that take every trick all come up.

    Args:
        variant: A variant, its name, or the path of its file; its pack and values matter.
        players: The number of players; the variant's default where None.

    Raises:
        SetupError: The variant is not for that number of players.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hypothesis import find
        >>> [len(hand) for hand in find(hands("black-maria", 5), lambda hands: "2S" in hands[0])]
        [10, 10, 10, 10, 10]
    """
    variant = as_variant(variant)
    return _hands(variant, variant.player_count(players), steered=False)


def _hands(variant: Variant, players: int, *, steered: bool) -> st.SearchStrategy[tuple[CardSet, ...]]:
    """Hands of a pack; where the play is steered, such that the highest cards come together."""
    return st.builds(
        share_out,
        st.just(variant.pack(players)),
        st.just(players),
        NUMBERS,
        clump=st.just(Clump.RANKS) if steered else _CLUMPS,
        strength=_STRONG if steered else _STRENGTHS,
        values=st.just(dict(variant.values.cards)),
    )


def deals(
    variant: VariantLike | None = None, players: int | None = None, *, over: bool = False
) -> st.SearchStrategy[Deal]:
    """Deals at any point: while cards are passed, at any trick, waiting for a moon to be chosen for, or over.

    Any seat may deal, cards may go any number of seats to the left, and the totals before the deal may be close to the end
    of the game. The play is legal; in some deals one seat plays for a moon, and is let.

    Args:
        variant: A variant, its name, or the path of its file; any variant where None.
        players: The number of players; any that the variant allows where None.
        over: Draw only deals that are over; moons and suns are more frequent then.

    Raises:
        SetupError: The variant is not for that number of players.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hypothesis import find
        >>> find(deals("standard"), lambda deal: len(deal.tricks) == 2).phase
        <Phase.PLAYING: 'playing'>
    """
    return _deals(_known(variant, players), players, over=over)


def games(
    variant: VariantLike | None = None, players: int | None = None, *, max_deals: int = 3
) -> st.SearchStrategy[Game]:
    """Games at any point of any of their first deals, or at their end.

    The deals come from a seed, or are given as at a real table. Many a variant can go on for very long under random play;
    so games are played for a few deals only, and those that end sooner come up at their end.

    Args:
        variant: A variant, its name, or the path of its file; any variant where None.
        players: The number of players; any that the variant allows where None.
        max_deals: How many deals there are at most.

    Raises:
        SetupError: The variant is not for that number of players.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hypothesis import find
        >>> find(games("standard"), lambda game: game.deal_number == 2).totals == (0, 0, 0, 0)
        False
    """
    return _games(_known(variant, players), players, max_deals)


def _known(variant: VariantLike | None, players: int | None) -> Variant | None:
    """The variant that is asked for, if it is for the players."""
    if variant is None:
        return None
    variant = as_variant(variant)
    variant.player_count(players)
    return variant


@st.composite
def _tables(draw: st.DrawFn, variant: Variant | None, players: int | None) -> tuple[Variant, int]:
    if variant is None:
        variant = draw(variants(players))
    return variant, draw(player_counts(variant)) if players is None else players


@st.composite
def _deals(draw: st.DrawFn, variant: Variant | None, players: int | None, *, over: bool) -> Deal:
    variant, players = draw(_tables(variant, players))
    steered = draw(BOOLEANS if over else _STEERED)
    deal = new_deal(
        variant,
        draw(_hands(variant, players, steered=steered)),
        pass_offset=draw(st.integers(0, players - 1)) if variant.passing.count.of(players) else 0,
        dealer=draw(st.integers(0, players - 1)),
        **draw(_standings(variant, players)),
    )
    return _played_out(draw, deal, steered=steered) if over else _played_on(draw, deal, steered=steered)


def _standings(variant: Variant, players: int) -> st.SearchStrategy[dict[str, Any]]:
    """What a deal can be told of the game before it: often nothing, sometimes that the game is close to its end."""
    target, last = variant.end.target, variant.end.deals
    high = 100 if target == "none" else target
    total = st.sampled_from((0, high - 1, high - 10, high // 2)) | st.integers(-100, high - 1)
    return st.just({}) | st.fixed_dictionaries(
        {
            "totals": st.tuples(*[total] * players),
            "deal_number": st.integers(1, 5 if last == "none" else last),
            "hearts_taken": st.tuples(*[st.integers(0, 5)] * players),
        }
    )


@st.composite
def _games(draw: st.DrawFn, variant: Variant | None, players: int | None, max_deals: int) -> Game:
    variant, players = draw(_tables(variant, players))
    steered = draw(_STEERED)
    own = _hands(variant, players, steered=steered)
    given = own if steered else st.none() | own
    game = new_game(
        variant,
        players=players,
        seed=draw(_SEEDS),
        hands=draw(given),
        first_dealer=draw(st.none() | st.integers(0, players - 1)),
    )
    for _ in range(draw(st.integers(0, max_deals - 1))):
        game = _played_out(draw, game, steered=steered)
        if game.is_over:
            return game
        game = game.next_deal(draw(given))
    return _played_on(draw, game, steered=steered)


def _played_on(draw: st.DrawFn, state: State, *, steered: bool) -> State:
    """A state some way on in its deal: one draw for the play, however long it is, and one for how far it goes."""
    cards = sum(map(len, _held(state)))
    whole = cards + (len(state.to_act) if state.phase is Phase.PASSING else 0)
    steps = draw(st.integers(0, whole) | st.sampled_from((whole, whole + 1)))
    path = walk(state, draw(NUMBERS), shooters=_shooters(draw, state, steered=steered))
    return _last(islice(path, steps + 1))


def _played_out(draw: st.DrawFn, state: State, *, steered: bool) -> State:
    """A state at the end of its deal."""
    return _last(walk(state, draw(NUMBERS), shooters=_shooters(draw, state, steered=steered)))


def _last(path: Iterable[State]) -> State:
    return deque(path, maxlen=1)[0]


def _held(state: Deal | Game) -> tuple[CardSet, ...]:
    return state.deal.hands if isinstance(state, Game) else state.hands


def _shooters(draw: st.DrawFn, state: Deal | Game, *, steered: bool) -> tuple[int, ...]:
    """The seat, or the seats of the team, with the highest cards; none where the play is not steered."""
    if not steered:
        return ()
    partners = state.variant.partners
    teams = [*partners.teams] if partners.together or draw(BOOLEANS) else []
    strength = [sum(card.pips for card in hand) for hand in _held(state)]
    alone = [(seat,) for seat in range(state.players)]
    return max(teams or alone, key=lambda seats: sum(strength[seat] for seat in seats))
