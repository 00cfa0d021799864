"""What happens when an action is done, for apps to show and to animate, and what each seat may see of it.

Events are worked out from a state and an action, so play that nobody watches pays nothing for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import attrs

from hearts.cards import Card, CardSet
from hearts.engine import kernel
from hearts.engine.actions import Action, PassCards, Phase, PlayCard
from hearts.engine.deal import Deal, score_of, start_deal
from hearts.engine.ending import find_winners
from hearts.engine.game import Game, deal_of
from hearts.engine.scoring import MoonKind
from hearts.language import message
from hearts.variant.sections import MoonStyle

if TYPE_CHECKING:
    from hearts.knowledge.view import ViewOptions

__all__ = ["Event", "EventKind", "events"]


class EventKind(StrEnum):
    """What kind of event it is. Each kind knows the number of its rule, and the fields that its events fill.

    Attributes:
        rule: The number of the rule that the event follows from, such as ``R6.1``.
        fields: The fields of `Event` that are filled.
        shown: Those of them that every seat and every onlooker may see; the seat that the event is about sees all. Where
            none are shown, the others do not learn that it happened.
    """

    rule: str
    fields: tuple[str, ...]
    shown: tuple[str, ...]

    DEALT = "dealt", "R1.2", "seat cards count", "seat count"
    TO_PASS = "to-pass", "R2.1", "seat other"
    PASS_CHOSEN = "pass-chosen", "R2.1", "seat other cards", "seat other"
    PASS_CHANGED = "pass-changed", "R2.1", "seat other cards", ""
    CARDS_RECEIVED = "cards-received", "R2.1", "seat other cards", "seat other"
    TURN = "turn", "R5.2", "seat"
    CARD_PLAYED = "card-played", "R5.1", "seat card"
    HEARTS_BROKEN = "hearts-broken", "R6.1", "seat card"
    QUEEN_TAKEN = "queen-taken", "R7.2", "seat other card"
    TRICK_TAKEN = "trick-taken", "R5.2", "seat cards points"
    MOON_MADE = "moon-made", "R8.1", "seat seats style"
    SUN_MADE = "sun-made", "R8.5", "seat seats"
    MOON_CHOICE = "moon-choice", "R8.2", "seat"
    MOON_CHOSEN = "moon-chosen", "R8.2", "seat style"
    DEAL_SCORED = "deal-scored", "R9.1", "scores totals"
    EXACT_SCORE = "exact-score", "R9.3", "seat before after"
    FLOOR = "floor", "R9.4", "seat before after"
    TIE_PLAYED_ON = "tie-played-on", "R9.6", "seats"
    GAME_OVER = "game-over", "R9.2", "seats totals"

    def __new__(cls, code: str, rule: str = "", fields: str = "", shown: str | None = None) -> EventKind:
        """Hold the code, which stays the same for ever, the rule's number and the names of the fields."""
        kind = str.__new__(cls, code)
        kind._value_ = code
        kind.rule = rule
        kind.fields = tuple(fields.split())
        kind.shown = kind.fields if shown is None else tuple(shown.split())
        return kind


@attrs.frozen(repr=False)
class Event:
    """One thing that happened. Which fields are filled goes by the kind; what is hidden, or not of the kind, is None.

    Attributes:
        kind: What happened.
        seat: The seat that did it, or that it is about: whose turn it is, who takes a trick, who is given cards.
        other: The other seat that has a part in it: who is passed to, who gave the cards, who played the queen.
        seats: All seats that it is about: who made a moon, who is tied, who has won.
        card: The card that was played, that broke hearts, or the queen.
        cards: The cards of a hand, of a pass, or of a trick.
        count: How many cards were dealt.
        points: What a trick counts (R7).
        style: How a moon is scored; None while that is still to be chosen.
        before: The total that a rule changes.
        after: The total that it becomes.
        scores: What each seat scores in the deal.
        totals: The totals: after a deal is scored those with its scores added, before R9.3 and R9.4 change any; when the
            game is over the final ones.

    Example:
        >>> event = Event(EventKind.PASS_CHOSEN, 2, 3, cards=CardSet("QS KS AH"))
        >>> print(event)
        Seat 2 has chosen its cards to pass to seat 3: AH QS KS.
        >>> print(event.seen_by(3))
        Seat 2 has chosen its cards to pass.
        >>> event.seen_by(3)
        <Event pass-chosen: seat=2, other=3>
    """

    kind: EventKind
    seat: int | None = None
    other: int | None = None
    seats: tuple[int, ...] | None = None
    card: Card | None = None
    cards: CardSet | None = None
    count: int | None = None
    points: int | None = None
    style: MoonStyle | None = None
    before: int | None = None
    after: int | None = None
    scores: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None

    @property
    def is_hidden(self) -> bool:
        """Are its cards, or what they count, hidden from whoever sees it so?"""
        return any(getattr(self, name) is None for name in ("cards", "points") if name in self.kind.fields)

    def seen_by(self, seat: int | None, *, options: ViewOptions | None = None) -> Event | None:
        """What a seat may see of it.

        Args:
            seat: The seat; None for an onlooker.
            options: What the house lets its players see, as for views; where it hides the points that are taken, a trick does
                not say what it counts.

        Returns:
            The event itself where it may see all of it; the event with nothing but the fields that everybody may see; or
            None where it may not know that it happened.
        """
        if options is not None and options.hide_points and self.points is not None:
            return attrs.evolve(self, points=None)
        kind = self.kind
        if kind.shown == kind.fields or (seat is not None and seat == self.seat):
            return self
        if not kind.shown:
            return None
        shown: dict[str, Any] = {name: getattr(self, name) for name in kind.shown}
        return Event(kind, **shown)

    @property
    def text(self) -> str:
        """The event as an English sentence."""
        return self.say()

    def say(self, language: str = "en") -> str:
        """The event as a sentence in a language, with no more in it than the event shows.

        Raises:
            UnknownLanguageError: There are no messages in that language.

        Example:
            >>> Event(EventKind.TRICK_TAKEN, 1, cards=CardSet("2H 9D TD AD"), points=1).say()
            'Seat 1 takes the trick: 9D TD AD 2H, 1 point.'
        """
        values = ((name, getattr(self, name)) for name in self.kind.fields)
        said = {name: _say_field(name, value, language) for name, value in values if value is not None}
        return message(f"event.{self._key()}", language, **said)

    def _key(self) -> str:
        """The key of the message."""
        name = self.kind.name
        if self.is_hidden:
            return f"{name}_HIDDEN"
        if self.kind is EventKind.QUEEN_TAKEN and self.seat == self.other:
            return f"{name}_OWN"
        if self.kind is EventKind.MOON_CHOSEN:
            return f"{name}_{'NEW' if self.style is MoonStyle.NEW else 'OLD'}"
        return name

    def __str__(self) -> str:
        """The English sentence."""
        return self.text

    def __repr__(self) -> str:
        """The kind, and the fields that are filled."""
        values = ((name, getattr(self, name)) for name in self.kind.fields)
        filled = ", ".join(f"{name}={value!s}" for name, value in values if value is not None)
        return f"<Event {self.kind}: {filled}>"


def _say_field(name: str, value: Any, language: str) -> object:  # noqa: ANN401 - whatever the field holds
    """A field in words."""
    match name:
        case "cards":
            return str(value) or message("event.NO_CARDS", language)
        case "count":
            return message(f"rules.CARDS_{'ONE' if value == 1 else 'MANY'}", language, number=value)
        case "points":
            return message(f"rules.POINTS_{'ONE' if value == 1 else 'MANY'}", language, number=value)
        case "seats":
            *first, last = map(str, value)
            listed = message("rules.LIST_AND", language, first=_list(first, language), last=last) if first else last
            return message(f"rules.TEAM_{'MANY' if first else 'ONE'}", language, seats=listed)
        case "scores" | "totals":
            return _list(value, language)
    return value


def _list(items: Iterable[object], language: str) -> str:
    return message("rules.LIST_GAP", language).join(map(str, items))


def events(state: Deal | Game, action: Action | None = None) -> tuple[Event, ...]:
    """What happens when an action is done in a state, in order; without an action, what happened when its deal was dealt.

    The last card of a trick is played, hearts are broken, the queen is taken, the trick is taken; then the next seat is on
    turn, or the deal ends: a moon or sun is made, its shooter is asked to choose or the deal is scored, and in a game the tie
    is played on or the game is over (R9.1). A deal of its own has no game to end.

    Args:
        state: A deal or game as it was before the action.
        action: An action that is legal in it. Where None, the events are those of the beginning of the state's deal, wherever
            it stands: ask for them after `new_game`, `new_deal` and `Game.next_deal`.

    Returns:
        The events, with all that happened in them: show a seat what `Event.seen_by` gives.

    Raises:
        IllegalAction: The action is refused, as by `apply`; holds the `Refusal`.
        SetupError: It is not an action.

    Example:
        >>> import hearts
        >>> game = hearts.new_game("original", seed=7)
        >>> for event in events(game)[-1:] + events(game, hearts.PlayCard(3, "2C")):
        ...     print(event)
        It is seat 3's turn.
        Seat 3 plays 2C.
        It is seat 0's turn.
    """
    deal = deal_of(state)
    if action is None:
        return tuple(_dealt(start_deal(deal._table.setup)))
    later = state.apply(action)
    if isinstance(action, PassCards):
        return tuple(_passed(deal, deal_of(later), action))
    if isinstance(action, PlayCard):
        return tuple(_played(deal, later, action))
    return (Event(EventKind.MOON_CHOSEN, action.seat, style=action.style), *_scored(later))


def _dealt(deal: Deal) -> Iterator[Event]:
    """The cards are dealt, and are to be passed (R2.1), or somebody is to lead (R2.3)."""
    for seat, hand in enumerate(deal.dealt):
        yield Event(EventKind.DEALT, seat, cards=hand, count=len(hand))
    if deal.turn is not None:
        yield Event(EventKind.TURN, deal.turn)
        return
    for seat in deal.to_act:
        yield Event(EventKind.TO_PASS, seat, (seat + deal.pass_offset) % deal.players)


def _passed(before: Deal, after: Deal, action: PassCards) -> Iterator[Event]:
    """A seat chooses, for the first time or anew; once the last one has, all cards move at once (R2.1)."""
    offset, players, seat = before.pass_offset, before.players, action.seat
    kind = EventKind.PASS_CHOSEN if before.passes[seat] is None else EventKind.PASS_CHANGED
    yield Event(kind, seat, (seat + offset) % players, cards=action.cards)
    if after.turn is None:
        return
    for receiver in range(players):
        giver = (receiver - offset) % players
        yield Event(EventKind.CARDS_RECEIVED, receiver, giver, cards=after.passes[giver])
    yield Event(EventKind.TURN, after.turn)


def _played(before: Deal, later: Deal | Game, action: PlayCard) -> Iterator[Event]:
    """A card is played, and with the last one of a trick the trick is taken; then it is the next seat's turn, or the end."""
    after = deal_of(later)
    yield Event(EventKind.CARD_PLAYED, action.seat, card=action.card)
    if after.hearts_broken and not before.hearts_broken:
        yield Event(EventKind.HEARTS_BROKEN, action.seat, card=action.card)
    open_trick = after.trick
    if open_trick is None or not open_trick.cards:
        yield from _taken(after)
    if after.phase is Phase.PLAYING:
        yield Event(EventKind.TURN, after.turn)
    else:
        yield from _ended(later)


def _taken(deal: Deal) -> Iterator[Event]:
    """The last trick of those finished is taken, perhaps with the queen."""
    trick, queen, rules = deal.tricks[-1], deal.variant.queen.card, deal._table.rules
    cards = CardSet(trick.cards)
    if queen in cards:
        yield Event(EventKind.QUEEN_TAKEN, trick.winner, trick.seats[trick.cards.index(queen)], card=queen)
    yield Event(EventKind.TRICK_TAKEN, trick.winner, cards=cards, points=kernel.points(rules, cards.mask, 1))


def _ended(later: Deal | Game) -> Iterator[Event]:
    """All cards have been played: a moon or sun may have been made, and its shooter may have to choose (R8)."""
    deal = deal_of(later)
    moon = deal.moon
    if moon is not None and moon.kind is MoonKind.SUN:
        yield Event(EventKind.SUN_MADE, moon.seat, seats=moon.seats)
    elif moon is not None:
        yield Event(EventKind.MOON_MADE, moon.seat, seats=moon.seats, style=moon.style)
    if deal.is_over:
        yield from _scored(later)
    else:
        yield Event(EventKind.MOON_CHOICE, deal.turn)


def _scored(later: Deal | Game) -> Iterator[Event]:
    """The deal is scored, totals change, and a game may end, in the order of R9.1."""
    deal = deal_of(later)
    scores, rules = score_of(deal).scores, deal._table.rules
    totals = [total + score for total, score in zip(deal.standing.totals, scores, strict=True)]
    yield Event(EventKind.DEAL_SCORED, scores=scores, totals=tuple(totals))
    for seat, total in enumerate(totals):
        totals[seat] = kernel.exact_total(rules, total)
        if totals[seat] != total:
            yield Event(EventKind.EXACT_SCORE, seat, before=total, after=totals[seat])
    for seat, total in enumerate(totals):
        if total < rules.floor:
            yield Event(EventKind.FLOOR, seat, before=total, after=rules.floor)
    if isinstance(later, Game):
        if later.winners:
            yield Event(EventKind.GAME_OVER, seats=later.winners, totals=later.totals)
        elif tied := _tied(later):
            yield Event(EventKind.TIE_PLAYED_ON, seats=tied)


def _tied(game: Game) -> tuple[int, ...]:
    """The seats whose tie is all that keeps a game from its end (R9.6): those that would win it together; or none."""
    if game.placings.count(1) < 2:
        return ()
    deal = game.deal
    shared = attrs.evolve(deal._table.rules, tie_played_on=False)
    standing = attrs.evolve(deal.standing, totals=game.totals, deals=len(game.deals))
    return find_winners(shared, standing)
