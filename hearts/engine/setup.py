"""Setting up a deal, or scoring piles, from what a caller gives: everything is checked here, at the border."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from hearts.cards import CardLike, CardSet, CardsLike, as_mask, of_mask
from hearts.engine.actions import PassCards, Phase
from hearts.engine.deal import Deal, DealSetup, start_deal
from hearts.engine.ending import Standing
from hearts.engine.scoring import DealScore, MoonKind, Piles, moon_of, points_of, score_piles
from hearts.engine.shuffle import check_deal_number
from hearts.errors import CardError, IllegalAction, SetupError, is_whole, shown
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle, Tie
from hearts.variant.variant import Variant

__all__ = ["check_hands", "new_deal", "score_deal", "seat_in"]

FAR: Final = 10**9
"""No total, and no number of hearts or tricks, is beyond this."""


def new_deal(
    variant: VariantLike,
    hands: Sequence[CardsLike],
    *,
    pass_offset: int = 0,
    dealer: int | None = None,
    passes: Sequence[CardsLike | None] | None = None,
    plays: str | Iterable[CardLike] = (),
    totals: Sequence[int] | None = None,
    deal_number: int = 1,
    hearts_taken: Sequence[int] | None = None,
) -> Deal:
    """Set up one deal from hands, and from what has been passed and played so far.

    Args:
        variant: A variant, its name, or the path of its file.
        hands: The hands as dealt, by seat; their number is the number of players.
        pass_offset: How many seats to the left cards are passed (-1 to the right); 0 where none are (R2.3).
        dealer: The dealer's seat (R1.3); the last seat where None.
        passes: What each seat passes, by seat, None for one that has yet to choose; needs a pass_offset. Where it is None
            itself, nobody has chosen.
        plays: The cards played so far, in order; each must be legal.
        totals: The totals before the deal, which some moon styles look at; zeros where None.
        deal_number: The number of the deal in its game, from 1.
        hearts_taken: How many hearts each seat has taken in the game before; zeros where None.

    Raises:
        CardError: Something is not a card, or a card is named twice within a hand.
        SetupError: The hands are not the pack in equal parts, or something else does not fit; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> hands = ["2C 3C", "4C 5C", "6C 7C", "8C 9C"]
        >>> new_deal("standard", hands)
        Traceback (most recent call last):
        ...
        hearts.errors.SetupError: hands[0]: it has 2 cards: expected 13
    """
    variant = as_variant(variant)
    players = variant.player_count(len(_sequence("hands", hands)))
    rules = resolve(variant, players)
    before = _standing(players, totals, deal_number, hearts_taken)
    setup = DealSetup(
        variant=variant,
        rules=rules,
        dealer=players - 1 if dealer is None else seat_in("dealer", dealer, players),
        pass_offset=_offset(rules, pass_offset),
        dealt=check_hands(rules, hands),
        standing=before,
    )
    return _played(_passed(start_deal(setup), passes), plays)


def _sequence(where: str, values: object) -> Sequence[object]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise SetupError(where, f"it is {shown(values)}: expected a list with one entry for each seat")
    return values


def seat_in(where: str, seat: object, players: int) -> int:
    """The seat itself.

    Raises:
        SetupError: It is not the number of a seat.
    """
    if not is_whole(seat) or not 0 <= seat < players:
        raise SetupError(where, f"it is {shown(seat)}: expected a seat from 0 to {players - 1}")
    return seat


def _numbers(where: str, numbers: Sequence[int] | None, players: int, low: int = -FAR) -> tuple[int, ...]:
    if numbers is None:
        return (0,) * players
    if len(_sequence(where, numbers)) != players:
        raise SetupError(where, f"there are {len(numbers)}: expected {players}, one for each seat")
    for seat, number in enumerate(numbers):
        if not is_whole(number) or not low <= number <= FAR:
            what = f"a whole number from {low} to {FAR}"
            raise SetupError(f"{where}[{seat}]", f"it is {shown(number)}: expected {what}")
    return tuple(numbers)


def _standing(
    players: int, totals: Sequence[int] | None, deal_number: int, hearts_taken: Sequence[int] | None
) -> Standing:
    """How the game stood before a deal that is given alone."""
    hearts = _numbers("hearts_taken", hearts_taken, players, 0)
    return Standing(_numbers("totals", totals, players), check_deal_number(deal_number) - 1, hearts)


def _offset(rules: Rules, offset: object) -> int:
    players = rules.players
    if not is_whole(offset) or not -players < offset < players:
        raise SetupError("pass_offset", f"it is {shown(offset)}: expected {1 - players} to {players - 1}")
    if offset and not rules.pass_count:
        raise SetupError("pass_offset", f"it is {offset}, but no cards are passed in this variant: expected 0")
    return offset % players


def _masks(where: str, sets: Sequence[CardsLike], players: int) -> tuple[int, ...]:
    """The masks of card sets by seat, which share no card."""
    if len(_sequence(where, sets)) != players:
        raise SetupError(where, f"there are {len(sets)}: expected {players}, one for each seat")
    masks: list[int] = []
    seen = 0
    for seat, cards in enumerate(sets):
        try:
            mask = as_mask(cards)
        except CardError as error:
            raise SetupError(f"{where}[{seat}]", str(error)) from error
        if mask & seen:
            other = next(index for index, earlier in enumerate(masks) if mask & earlier)
            shared = of_mask(mask & masks[other])
            raise SetupError(f"{where}[{seat}]", f"it shares {shared} with {where}[{other}]: expected each card once")
        masks.append(mask)
        seen |= mask
    return tuple(masks)


def check_hands(rules: Rules, hands: Sequence[CardsLike]) -> tuple[int, ...]:
    """The masks of hands that are the pack in equal parts.

    Raises:
        SetupError: They are not.
    """
    masks = _masks("hands", hands, rules.players)
    for seat, mask in enumerate(masks):
        if mask & ~rules.pack:
            foreign = of_mask(mask & ~rules.pack)
            raise SetupError(f"hands[{seat}]", f"{foreign} is not in the pack for {rules.players} players")
        if mask.bit_count() != rules.hand_size:
            raise SetupError(f"hands[{seat}]", f"it has {mask.bit_count()} cards: expected {rules.hand_size}")
    return masks


def _passed(deal: Deal, passes: Sequence[CardsLike | None] | None) -> Deal:
    if passes is None:
        return deal
    if deal.phase is not Phase.PASSING:
        raise SetupError("passes", "no cards are passed in this deal: expected none, or a pass_offset")
    _sequence("passes", passes)
    masks = _masks("passes", ["" if cards is None else cards for cards in passes], deal.players)
    for seat, cards in enumerate(passes):
        if cards is None:
            continue
        try:
            deal = deal.apply(PassCards(seat, of_mask(masks[seat])))
        except IllegalAction as error:
            raise SetupError(f"passes[{seat}]", str(error)) from error
    return deal


def _played(deal: Deal, plays: str | Iterable[CardLike]) -> Deal:
    if isinstance(plays, str):
        plays = plays.replace(",", " ").split()
    if not isinstance(plays, Iterable) or isinstance(plays, bytes | bytearray | CardSet | Set | Mapping):
        raise SetupError("plays", f"it is {shown(plays)}: expected the cards in the order of play, as text or a list")
    for index, card in enumerate(plays):
        try:
            deal = deal.play(card)
        except (CardError, IllegalAction) as error:
            raise SetupError(f"plays[{index}]", str(error)) from error
    return deal


def score_deal(
    variant: VariantLike,
    taken: Sequence[CardsLike],
    *,
    tricks_won: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
    moon: MoonStyle | str | None = None,
    deal_number: int = 1,
    hearts_taken: Sequence[int] | None = None,
) -> DealScore:
    """Score the piles of a deal without any play (R7, R8).

    Args:
        variant: A variant, its name, or the path of its file.
        taken: The cards that each seat took, by seat. Cards that count nothing may be left out, all others must be there.
        tricks_won: How many tricks each seat took; worked out from whole piles where None.
        totals: The totals before the deal, which some moon styles look at; zeros where None.
        moon: ``old`` or ``new``, where a moon was made and its shooter has to choose.
        deal_number: The number of the deal in its game, from 1.
        hearts_taken: How many hearts each seat has taken in the game before; zeros where None.

    Returns:
        The points, scores and moon of the deal.

    Raises:
        SetupError: The piles do not fit the variant, or a number or choice is missing or out of place; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> score_deal("standard", ["QS", "2H 3H 4H", "5H 6H 7H 8H 9H", "TH JH QH KH AH"]).scores
        (13, 3, 5, 5)
    """
    variant = as_variant(variant)
    players = variant.player_count(len(_sequence("taken", taken)))
    rules = resolve(variant, players)
    before = _standing(players, totals, deal_number, hearts_taken)
    masks = _masks("taken", taken, players)
    piles = Piles(masks, _tricks(variant, rules, masks, tricks_won))
    found = moon_of(rules, before, piles, None)
    pending = found is not None and found.kind is MoonKind.MOON and found.style is None
    if pending and moon is not None:
        if moon not in (MoonStyle.OLD, MoonStyle.NEW):
            raise SetupError("moon", f"it is {shown(moon)}: expected 'old' or 'new'")
        found = moon_of(rules, before, piles, MoonStyle(moon))
    elif pending:
        raise SetupError(
            "moon", f"seat {found.seat if found else 0} shot the moon and is to choose: expected 'old' or 'new'"
        )
    elif moon is not None and (found is None or found.style != moon):
        raise SetupError("moon", f"it is {shown(moon)}, but there is nothing to choose in this deal: expected None")
    return DealScore(points_of(rules, piles), score_piles(rules, piles, found), found)


def _tricks(
    variant: Variant, rules: Rules, taken: tuple[int, ...], tricks_won: Sequence[int] | None
) -> tuple[int, ...]:
    """The numbers of tricks by seat, given or worked out, with the piles checked against the pack."""
    players = rules.players
    whole = 0
    for mask in taken:
        whole |= mask
    if whole & ~rules.pack:
        raise SetupError("taken", f"{of_mask(whole & ~rules.pack)} is not in the pack for {players} players")
    counting = rules.penalties | rules.bonuses
    if variant.end.tie is Tie.FEWEST_HEARTS:
        counting |= rules.hearts
    if counting & ~whole:
        raise SetupError("taken", f"{of_mask(counting & ~whole)} is in no pile: expected every card that counts")
    if tricks_won is not None:
        tricks = _numbers("tricks_won", tricks_won, players, 0)
        for seat, (mask, count) in enumerate(zip(taken, tricks, strict=True)):
            if (mask and not count) or mask.bit_count() > count * players:
                raise SetupError(
                    f"tricks_won[{seat}]", f"it is {count}, which does not fit {mask.bit_count()} cards taken"
                )
        most = rules.hand_size + rules.pass_count - rules.pass_at_least  # the largest hand there can be
        if not rules.hand_size <= sum(tricks) <= most:
            wanted = str(most) if most == rules.hand_size else f"{rules.hand_size} to {most}"
            raise SetupError("tricks_won", f"they are {sum(tricks)} in all: expected {wanted}")
        return tricks
    sizes = [mask.bit_count() for mask in taken]
    even = rules.pass_at_least == rules.pass_count  # else tricks may have fewer cards than players
    if even and whole == rules.pack and not any(size % players for size in sizes):
        return tuple(size // players for size in sizes)
    if rules.sun_value or rules.no_tricks or rules.trick_points:
        raise SetupError("tricks_won", "tricks count in this variant: expected their numbers, or piles of whole tricks")
    return tuple(-(-size // players) for size in sizes)
