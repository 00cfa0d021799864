"""Events: what happens in what order, what each seat sees of it, and how it is said."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import TYPE_CHECKING, TypeVar

import attrs
import pytest
from hypothesis import event as note
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Card, CardSet, Deal, Event, EventKind, Game, IllegalAction, MoonStyle, Phase, ViewOptions, events
from hearts.language import languages
from hearts.language.messages import table
from hearts.testing import any_actions, deals, games, hands, player_counts, variants
from hearts.testing.play import choose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

State = TypeVar("State", Deal, Game)
K = EventKind

SUITS = [suit.cards for suit in hearts.Suit]
"""Seat 0 has all clubs, and takes every trick."""
MIXED = ["2C 3C 4C 5C 6D 7D 8D 9D TH JH QH KH AH", "6C 7C 8C 9C TD JD QD KD AD 2S 3S 4S 5S",
         "TC JC QC KC AC 2H 3H 4H 5H 6S 7S 8S 9S", "2D 3D 4D 5D 6H 7H 8H 9H TS JS QS KS AS"]  # fmt: skip
HOLD = {"passing": {"cycle": ["hold"]}}
STANDARD = hearts.Variant()
PLAYS = st.integers(0, (1 << 32) - 1)

SAMPLES = [
    Event(K.DEALT, 1, cards=CardSet("2C 3C"), count=2),
    Event(K.TO_PASS, 1, 2),
    Event(K.PASS_CHOSEN, 1, 2, cards=CardSet("QS KS AH")),
    Event(K.PASS_CHANGED, 1, 2, cards=CardSet()),
    Event(K.CARDS_RECEIVED, 1, 0, cards=CardSet("9D")),
    Event(K.TURN, 1),
    Event(K.CARD_PLAYED, 1, card=Card("9D")),
    Event(K.HEARTS_BROKEN, 1, card=Card("9H")),
    Event(K.QUEEN_TAKEN, 1, 3, card=Card("QS")),
    Event(K.QUEEN_TAKEN, 1, 1, card=Card("QS")),
    Event(K.TRICK_TAKEN, 1, cards=CardSet("2C 3C JD 9C"), points=-10),
    Event(K.MOON_MADE, 0, seats=(0, 2)),
    Event(K.SUN_MADE, 1, seats=(1,)),
    Event(K.MOON_CHOICE, 1),
    Event(K.MOON_CHOSEN, 1, style=MoonStyle.OLD),
    Event(K.MOON_CHOSEN, 1, style=MoonStyle.NEW),
    Event(K.DEAL_SCORED, scores=(26, 0, 26, 26), totals=(36, 20, 56, 66)),
    Event(K.EXACT_SCORE, 1, before=100, after=50),
    Event(K.FLOOR, 1, before=-5, after=0),
    Event(K.TIE_PLAYED_ON, seats=(1, 2, 3)),
    Event(K.GAME_OVER, seats=(1,), totals=(100, 40, 50, 60)),
]
"""An event for every sentence."""


def whole(state: State, number: int, shooters: Collection[int] = ()) -> Iterator[tuple[State, hearts.Action, State]]:
    """The rest of a deal, played by a number: each state, an action in it, and the state after."""
    rng = Random(number)
    while state.to_act:
        action = choose(state, rng, shooters)
        later = state.apply(action)
        yield state, action, later
        state = later


def before_the_end(state: State) -> tuple[State, hearts.Action]:
    """The state before the last card of its deal, under play of the lowest card each time, and the play of that card."""
    while True:
        action = state.legal_actions()[0]
        later = state.apply(action)
        if later.phase not in (Phase.PASSING, Phase.PLAYING):
            return state, action
        state = later


def at_the_end(state: State) -> tuple[Event, ...]:
    """What happens after the last trick of a deal is taken, where nobody is to choose."""
    told = events(*before_the_end(state))
    assert [event.kind for event in told[:2]] == [K.CARD_PLAYED, K.TRICK_TAKEN]
    return told[2:]


def game_of(**sections: object) -> Game:
    """A game in which no cards are passed and seat 0 takes every trick of the first deal."""
    return hearts.new_game(STANDARD.evolve(**(HOLD | sections)), seed=1, hands=SUITS)


def kinds(found: tuple[Event, ...]) -> list[EventKind]:
    """The kinds of some events, in order."""
    return [event.kind for event in found]


# ---- each kind -------------------------------------------------------------------------------------------------------------


def test_a_deal_without_passing_begins_with_the_first_lead() -> None:
    """Each seat is dealt its hand, and then the first leader is on turn (R2.3, R3.1); a state further on tells the same of
    its beginning.
    """
    deal = hearts.new_deal("standard", MIXED)
    told = (*(Event(K.DEALT, seat, cards=CardSet(hand), count=13) for seat, hand in enumerate(MIXED)), Event(K.TURN, 0))
    assert events(deal) == told
    assert events(deal.play("2C")) == told


def test_a_deal_with_passing_begins_with_the_choices() -> None:
    """Each seat is dealt its hand, and then each is to choose what it passes, and to whom (R2.1, R2.2): of the second deal to
    the right, whatever has been chosen since.
    """
    game = hearts.new_game(STANDARD.evolve(passing={"cycle": ["left", "right"]}), seed=1)
    for _, _, later in whole(game, 3):
        game = later
    game = game.next_deal(MIXED)
    told = (
        *(Event(K.DEALT, seat, cards=CardSet(hand), count=13) for seat, hand in enumerate(MIXED)),
        *(Event(K.TO_PASS, seat, (seat + 3) % 4) for seat in range(4)),
    )
    assert events(game) == told
    assert events(game.apply(hearts.PassCards(1, "6C 7C 8C"))) == told


def test_cards_move_at_once_after_the_last_choice() -> None:
    """A choice moves nothing until the last one, after which every seat receives what was passed to it, and the holder of the
    lowest club is on turn (R2.1, A7, D10).
    """
    deal = hearts.new_deal("standard", MIXED, pass_offset=1, passes=["2C 3C 4C", None, "9S TC JC", "QS KS AS"])
    action = hearts.PassCards(1, "6C 7C 8C")
    chosen = Event(K.PASS_CHOSEN, 1, 2, cards=CardSet("6C 7C 8C"))
    assert events(hearts.new_deal("standard", MIXED, pass_offset=1), action) == (chosen,)
    assert events(deal, action) == (
        chosen,
        Event(K.CARDS_RECEIVED, 0, 3, cards=CardSet("QS KS AS")),
        Event(K.CARDS_RECEIVED, 1, 0, cards=CardSet("2C 3C 4C")),
        Event(K.CARDS_RECEIVED, 2, 1, cards=CardSet("6C 7C 8C")),
        Event(K.CARDS_RECEIVED, 3, 2, cards=CardSet("9S TC JC")),
        Event(K.TURN, 1),
    )


def test_a_pass_that_is_changed_is_no_one_elses_business() -> None:
    """A seat that may choose again does so unseen: that it has chosen is all that the others know, before and after (R2.1)."""
    variant = STANDARD.evolve(passing={"change": True})
    deal = hearts.new_deal(variant, MIXED, pass_offset=-1, passes=["2C 3C 4C", None, None, None])
    (changed,) = events(deal, hearts.PassCards(0, "TH JH QH"))
    assert changed == Event(K.PASS_CHANGED, 0, 3, cards=CardSet("TH JH QH"))
    assert [changed.seen_by(seat) for seat in (0, 1, 2, 3, None)] == [changed, None, None, None, None]


def test_around_the_last_card_of_a_trick() -> None:
    """The card is played, hearts are broken, the queen is taken, the trick is taken, and then its winner is on turn (H12)."""
    variant = hearts.load_variant("bicycle").evolve(first_trick={"barred": ""})
    deal = hearts.new_deal(variant, MIXED, plays="2C 6C TC")
    assert events(deal, hearts.PlayCard(3, "QS")) == (
        Event(K.CARD_PLAYED, 3, card=Card("QS")),
        Event(K.HEARTS_BROKEN, 3, card=Card("QS")),
        Event(K.QUEEN_TAKEN, 2, 3, card=Card("QS")),
        Event(K.TRICK_TAKEN, 2, cards=CardSet("2C 6C TC QS"), points=13),
        Event(K.TURN, 2),
    )
    assert events(hearts.new_deal(variant, MIXED), hearts.PlayCard(0, "2C")) == (
        Event(K.CARD_PLAYED, 0, card=Card("2C")),
        Event(K.TURN, 1),
    )


def test_hearts_that_only_a_lead_breaks() -> None:
    """Where hearts are not among the breaking cards, a heart that is discarded breaks nothing, and one that is led does, once
    (R6.1).
    """
    variant = STANDARD.evolve(first_trick={"barred": ""}, hearts={"broken_by": "QS", "lead": "any-time"})
    deal = hearts.new_deal(variant, MIXED, plays="2C 6C TC")
    assert K.HEARTS_BROKEN not in kinds(events(deal, hearts.PlayCard(3, "6H")))
    deal = deal.play("6H")
    assert events(deal, hearts.PlayCard(2, "2H"))[:2] == (
        Event(K.CARD_PLAYED, 2, card=Card("2H")),
        Event(K.HEARTS_BROKEN, 2, card=Card("2H")),
    )
    assert K.HEARTS_BROKEN not in kinds(events(deal.play("2H"), hearts.PlayCard(3, "7H")))


def test_the_queen_of_the_variant_is_told() -> None:
    """Whichever card the variant calls its queen is told of when it is taken, also by the seat that played it (R7.2)."""
    variant = STANDARD.evolve(queen={"card": "TC"})
    deal = hearts.new_deal(variant, MIXED, plays="2C 6C TC")
    taken = events(deal, hearts.PlayCard(3, "2D"))[1]
    assert taken == Event(K.QUEEN_TAKEN, 2, 2, card=Card("TC"))
    assert str(taken) == "Seat 2 takes TC, its own card."


def test_a_moon_that_the_rules_score() -> None:
    """With the last trick the moon is made, with its style, and then the deal is scored on top of the totals before; a deal of
    its own has no end of a game (R8.1, R9.1).
    """
    state, action = before_the_end(hearts.new_deal("standard", SUITS, totals=[90, 80, 70, 60]))
    assert events(state, action) == (
        Event(K.CARD_PLAYED, 3, card=Card("AS")),
        Event(K.TRICK_TAKEN, 0, cards=CardSet("AC AD AH AS"), points=1),
        Event(K.MOON_MADE, 0, seats=(0,), style=MoonStyle.OLD),
        Event(K.DEAL_SCORED, scores=(0, 26, 26, 26), totals=(90, 106, 96, 86)),
    )


@pytest.mark.parametrize(("style", "scores"), [("old", (0, 26, 26, 26)), ("new", (-26, 0, 0, 0))])
def test_a_moon_that_its_shooter_is_to_choose_for(style: str, scores: tuple[int, ...]) -> None:
    """The shooter is asked after the last trick, and the deal is scored once it has chosen, with no second moon (R8.2, E7)."""
    state, action = before_the_end(game_of(moon={"style": "choice"}))
    assert events(state, action)[2:] == (
        Event(K.MOON_MADE, 0, seats=(0,), style=None),
        Event(K.MOON_CHOICE, 0),
    )
    assert events(state.apply(action), hearts.ChooseMoon(0, style)) == (
        Event(K.MOON_CHOSEN, 0, style=MoonStyle(style)),
        Event(K.DEAL_SCORED, scores=scores, totals=scores),
    )


def test_a_sun_is_not_a_moon() -> None:
    """A seat that takes every trick makes a sun where there is one, and no moon (R8.5)."""
    assert at_the_end(game_of(sun={"value": 52})) == (
        Event(K.SUN_MADE, 0, seats=(0,)),
        Event(K.DEAL_SCORED, scores=(0, 52, 52, 52), totals=(0, 52, 52, 52)),
    )


def test_a_moon_of_partners_is_one_moon() -> None:
    """A team that shoots the moon together makes one moon, told of both (R10.2)."""
    teams = {"teams": [[0, 2], [1, 3]], "together": True}
    variant = STANDARD.evolve(partners=teams, hearts={"lead": "any-time"})
    dealt = ["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2H KH", "KC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
             "AC 2D 3H 4H 5H 6H 7H 8H 9H TH JH QH AH", str(SUITS[3])]  # fmt: skip
    deal = hearts.new_deal(variant, dealt, plays="2C KC AC 2S AH 3S 2H 3D 3H 4S KH 4D")
    moons = [
        event for state, action, _ in whole(deal, 0) for event in events(state, action) if event.kind is K.MOON_MADE
    ]
    assert moons == [Event(K.MOON_MADE, 0, seats=(0, 2), style=MoonStyle.OLD)]


def test_a_moon_is_told_in_its_deal_and_never_again() -> None:
    """A moon in deal 1 and none in deal 2 are exactly one event, in deal 1 (E5)."""
    game, moons = game_of(), []
    for number in (1, 2):
        found = events(game)
        for state, action, later in whole(game, number):
            found += events(state, action)
            game = later
        moons.append(kinds(found).count(K.MOON_MADE))
        if number == 1:
            game = game.next_deal(MIXED)
    assert moons == [1, 0]


def test_totals_that_rules_change() -> None:
    """Totals that come to an exact number become another, seat by seat, and then those below the floor are raised, for a deal
    of its own too (R9.1, R9.3, R9.4).
    """
    game = game_of(end={"exact": {"26": -3}, "floor": 0}, no_tricks={"bonus": 0})
    told = (
        Event(K.MOON_MADE, 0, seats=(0,), style=MoonStyle.OLD),
        Event(K.DEAL_SCORED, scores=(0, 26, 26, 26), totals=(0, 26, 26, 26)),
        *(Event(K.EXACT_SCORE, seat, before=26, after=-3) for seat in (1, 2, 3)),
        *(Event(K.FLOOR, seat, before=-3, after=0) for seat in (1, 2, 3)),
    )
    assert at_the_end(game) == told
    assert at_the_end(game.deal) == told


def test_a_tie_for_the_winning_place_is_played_on() -> None:
    """Where only a tie for the winning place keeps the game from its end, that is told, with the seats that are tied; equal
    totals elsewhere, or before the end is reached, are no tie (R9.6, F1, F2).
    """
    reverse = {"target": 26, "winner": "highest"}
    assert at_the_end(game_of(end=reverse))[2:] == (Event(K.TIE_PLAYED_ON, seats=(1, 2, 3)),)
    assert at_the_end(game_of(end=reverse | {"target": 27}))[2:] == ()
    assert at_the_end(game_of(end={"target": 27}))[2:] == ()


def test_the_game_is_over() -> None:
    """The end of the game is told with its winners, all of them where a tie is shared, and the totals (R9.2, R9.5, R9.6)."""
    totals = (0, 26, 26, 26)
    assert at_the_end(game_of(end={"target": 26}))[2:] == (Event(K.GAME_OVER, seats=(0,), totals=totals),)
    shared = {"target": 26, "winner": "highest", "tie": "shared"}
    assert at_the_end(game_of(end=shared))[2:] == (Event(K.GAME_OVER, seats=(1, 2, 3), totals=totals),)


def test_partners_in_the_winning_place_are_no_tie() -> None:
    """Partners who are first together are tied with nobody: their game is over, or goes on, without a word of a tie (R10.1)."""
    partners = {"teams": [[0, 2], [1, 3]]}
    assert at_the_end(game_of(partners=partners, end={"target": 27}))[2:] == ()
    (over,) = at_the_end(game_of(partners=partners, end={"target": 26}))[2:]
    assert (over.kind, over.seats) == (K.GAME_OVER, (0, 2))


# ---- what is refused -------------------------------------------------------------------------------------------------------


@given(deals() | games(), st.data())
def test_what_apply_refuses_has_no_events(state: Deal | Game, data: st.DataObject) -> None:
    """An action that `apply` refuses is refused with the same Refusal; one that it takes has an event of the seat that acts, to
    begin with.
    """
    action = data.draw(any_actions(state))
    refusal = state.why_not(action)
    if refusal is None:
        assert events(state, action)[0].seat == action.seat
        return
    with pytest.raises(IllegalAction) as caught:
        events(state, action)
    assert caught.value.refusal == refusal
    with pytest.raises(IllegalAction) as applied:
        state.apply(action)
    assert applied.value.refusal == refusal


def test_what_is_no_action_is_refused() -> None:
    """What is no action is a SetupError, as for `apply`."""
    with pytest.raises(hearts.SetupError, match="expected a PassCards, PlayCard or ChooseMoon"):
        events(hearts.new_deal("standard", MIXED), "2C")  # type: ignore[arg-type]  # that is the point


# ---- laws over games -------------------------------------------------------------------------------------------------------

SCORED = "deal-scored( exact-score)*( floor)*( tie-played-on| game-over)?"
ORDERS = {
    hearts.PassCards: "(pass-chosen|pass-changed)|pass-chosen( cards-received){3,8} turn",
    hearts.PlayCard: "card-played( hearts-broken)?(( queen-taken)? trick-taken)?"
    f"( turn|( moon-made| sun-made)? {SCORED}| moon-made moon-choice)",
    hearts.ChooseMoon: f"moon-chosen {SCORED}",
}
"""The orders in which events come, by what was done."""


LIVELY = STANDARD.evolve(
    moon={"style": "choice"},
    end={"target": 26, "winner": "highest", "exact": {"26": 30, "0": -5}, "floor": 0},
)
"""A variant in which a moon leads to nearly everything that can happen at the end of a deal."""


@st.composite
def fresh_games(draw: st.DrawFn) -> Game:
    """Games whose first deal has just been dealt, from hands of any kind."""
    variant = draw(st.just(LIVELY) | variants())
    players = draw(player_counts(variant))
    own = draw(st.none() | hands(variant, players))
    return hearts.new_game(variant, players=players, seed=draw(st.integers(0, 99)), hands=own)


@st.composite
def games_played(draw: st.DrawFn) -> list[tuple[Game, tuple[tuple[Game, hearts.Action, Game], ...]]]:
    """One to three deals of a game, each its beginning and its steps; in some a seat or a team plays for the moon."""
    game = draw(fresh_games())
    found: list[tuple[Game, tuple[tuple[Game, hearts.Action, Game], ...]]] = []
    for _ in range(draw(st.integers(1, 3))):
        seat = max(range(game.players), key=lambda seat: sum(card.pips for card in game.deal.dealt[seat]))
        team = next((team for team in game.variant.partners.teams if seat in team), (seat,))
        steps = tuple(whole(game, draw(PLAYS), draw(st.sampled_from(((), team)))))
        found.append((game, steps))
        if steps[-1][2].is_over:
            break
        game = steps[-1][2].next_deal()
    return found


@attrs.define
class Table:
    """What is known of a deal to those who see nothing but events, all of them."""

    hands: list[CardSet]
    totals: list[int]
    passes: list[CardSet | None] = attrs.field(init=False)
    turn: int | None = None
    trick: list[Card] = attrs.field(factory=list)
    seats: list[int] = attrs.field(factory=list)
    taken: list[CardSet] = attrs.field(init=False)
    tricks: list[int] = attrs.field(init=False)
    points: list[int] = attrs.field(init=False)
    seen: list[EventKind] = attrs.field(factory=list)
    winners: tuple[int, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Nobody has passed or taken anything yet."""
        players = len(self.hands)
        self.passes, self.taken = [None] * players, [CardSet()] * players
        self.tricks, self.points = [0] * players, [0] * players

    def tell(self, event: Event) -> None:
        """Take in an event."""
        seat, cards = event.seat or 0, event.cards or CardSet()
        self.seen.append(event.kind)
        match event.kind:
            case K.DEALT:
                assert event.count == len(cards)
                self.hands[seat] = cards
            case K.PASS_CHOSEN | K.PASS_CHANGED:
                assert (self.passes[seat] is None) is (event.kind is K.PASS_CHOSEN)
                self.passes[seat] = cards
            case K.CARDS_RECEIVED:
                assert cards == self.passes[event.other or 0]
                self.hands[seat] = self.hands[seat] - (self.passes[seat] or CardSet()) | cards
            case K.TURN | K.MOON_CHOICE:
                self.turn = seat
            case K.CARD_PLAYED:
                assert event.card is not None
                self.hands[seat] -= CardSet([event.card])
                self.trick.append(event.card)
                self.seats.append(seat)
                self.turn = None
            case K.HEARTS_BROKEN:
                assert (event.card, event.seat) == (self.trick[-1], self.seats[-1])
            case K.QUEEN_TAKEN:
                assert event.card is not None
                assert self.seats[self.trick.index(event.card)] == event.other
            case K.TRICK_TAKEN:
                assert cards == CardSet(self.trick)
                self.taken[seat] |= cards
                self.tricks[seat] += 1
                self.points[seat] += event.points or 0
                self.trick, self.seats = [], []
            case K.DEAL_SCORED:
                added = [total + score for total, score in zip(self.totals, event.scores or (), strict=True)]
                assert added == list(event.totals or ())
                self.totals = added
            case K.EXACT_SCORE | K.FLOOR:
                assert (event.before, event.after) != (event.after, event.before)
                assert event.before == self.totals[seat]
                self.totals[seat] = event.after or 0
            case K.GAME_OVER:
                assert list(event.totals or ()) == self.totals
                self.winners = event.seats or ()
            case K.MOON_CHOSEN:
                self.turn = None


def is_tied(game: Game) -> bool:
    """Has a game reached its end but for a tie (R9.2, R9.6, R10.1)?"""
    end, teams = game.variant.end, game.variant.partners.teams or tuple((seat,) for seat in range(game.players))
    sums = [sum(game.totals[seat] for seat in team) for team in teams]
    looked_at = sums if game.variant.partners.end_test == "team" else game.totals
    reached = end.deals != "none" and len(game.deals) >= end.deals
    if end.target != "none":
        reached |= max(looked_at) >= end.target + (end.target_test == "exceeded")
    best = min(sums) if end.winner == "lowest" else max(sums)
    return reached and end.tie == "continue" and sums.count(best) > 1


@given(games_played())
def test_events_tell_all_that_happens(
    played: list[tuple[Game, tuple[tuple[Game, hearts.Action, Game], ...]]],
) -> None:
    """Whoever takes in the events of a deal, in order, knows at every step the hands, the open trick, what each seat has taken
    and what that counts, whose turn it is, that hearts are broken exactly when they are, the totals, ties and winners; a moon
    or sun is told once where there is one, and the queen is taken once where she is in the pack.
    """
    for start, steps in played:
        known = Table([CardSet()] * start.players, list(start.totals))
        for event in events(start):
            known.tell(event)
        assert known.hands == list(start.deal.dealt)
        assert known.turn == start.turn
        for state, action, later in steps:
            told, deal = events(state, action), later.deal
            assert re.fullmatch(ORDERS[type(action)], " ".join(kinds(told)))
            for event in told:
                known.tell(event)
                filled = {name for name in attrs.asdict(event, recurse=False) if getattr(event, name) is not None}
                assert filled - {"kind"} == set(event.kind.fields) - ({"style"} if event.style is None else set())
            assert known.hands == list(deal.hands)
            assert tuple(known.trick) == (deal.trick.cards if deal.trick else ())
            assert (known.taken, known.tricks) == (list(deal.taken), list(deal.tricks_won))
            assert known.points == list(deal.points)
            assert known.turn == deal.turn
            assert (K.HEARTS_BROKEN in known.seen) is deal.hearts_broken
            assert known.totals == list(later.totals)
            assert known.winners == later.winners
        deal = steps[-1][2].deal
        assert known.seen.count(K.HEARTS_BROKEN) <= 1
        assert known.seen.count(K.QUEEN_TAKEN) == (start.variant.queen.card in start.variant.pack(start.players))
        assert known.seen.count(K.MOON_MADE) == (deal.moon is not None and deal.moon.kind == "moon")
        assert known.seen.count(K.SUN_MADE) == (deal.moon is not None and deal.moon.kind == "sun")
        assert (K.TIE_PLAYED_ON in known.seen) is is_tied(steps[-1][2])
        for kind in set(known.seen):
            note(kind)


@given(games_played())
def test_a_deal_of_its_own_tells_the_same_but_for_the_end_of_the_game(
    played: list[tuple[Game, tuple[tuple[Game, hearts.Action, Game], ...]]],
) -> None:
    """The deal of a game has the events of the game, but for ties and winners; its totals come to `totals_after`."""
    for start, steps in played:
        assert events(start.deal) == events(start)
        totals = list(start.totals)
        for state, action, later in steps:
            told = events(state.deal, action)
            assert told == tuple(
                event for event in events(state, action) if event.kind not in (K.TIE_PLAYED_ON, K.GAME_OVER)
            )
            for event in told:
                if event.kind is K.DEAL_SCORED:
                    totals = list(event.totals or ())
                elif event.kind in (K.EXACT_SCORE, K.FLOOR):
                    totals[event.seat or 0] = event.after or 0
            assert tuple(totals) == later.deal.totals_after()


# ---- who sees what ---------------------------------------------------------------------------------------------------------


def test_what_others_see() -> None:
    """Hands, passes and received cards are their seat's own; the rest is for all, and onlookers see what every other seat sees
    (D9, I3).
    """
    for event in SAMPLES:
        assert event.seen_by(event.seat or 0) == event
        others = {event.seen_by(seat) for seat in (None, 2, 3) if seat != event.seat}
        assert len(others) == 1
        (seen,) = others
        if event.kind in (K.DEALT, K.PASS_CHOSEN, K.CARDS_RECEIVED):
            assert seen == attrs.evolve(event, cards=None)
            assert seen.is_hidden
            assert not event.is_hidden
        else:
            assert seen == (None if event.kind is K.PASS_CHANGED else event)


def test_a_house_can_hide_what_tricks_count() -> None:
    """Where a house hides the points that are taken, a trick does not say what it counts, to anybody."""
    options = ViewOptions(hide_points=True)
    for event in SAMPLES:
        seen = event.seen_by(1, options=options)
        assert seen == (attrs.evolve(event, points=None) if event.kind is K.TRICK_TAKEN else event.seen_by(1))
        assert event.seen_by(1, options=ViewOptions()) == event.seen_by(1)


@given(games_played(), st.data())
def test_no_event_shows_a_hidden_card(
    played: list[tuple[Game, tuple[tuple[Game, hearts.Action, Game], ...]]], data: st.DataObject
) -> None:
    """What a seat sees of any event names no cards but those that it was dealt or has received, and those that were played; an
    onlooker's only the latter. To look twice, or to look over another's shoulder, shows no more.
    """
    start, steps = played[0]
    seat = data.draw(st.integers(0, start.players - 1) | st.none())
    other = data.draw(st.integers(0, start.players - 1) | st.none())
    for told, later in [(events(start), start), *((events(*step[:2]), step[2]) for step in steps)]:
        view = later.view(seat)
        may = together(view.dealt, view.received, *(trick.cards for trick in later.deal.tricks))
        may |= CardSet(later.deal.trick.cards if later.deal.trick else ())
        for seen in filter(None, [event.seen_by(seat) for event in told]):
            assert (seen.cards or CardSet()) <= may
            assert seen.card is None or seen.card in may
            assert seen.seen_by(seat) == seen
            again = seen.seen_by(other)
            assert again is None or (again.cards or CardSet()) <= (seen.cards or CardSet())


def seen(state: Deal | Game, seat: int | None, action: hearts.Action | None = None) -> list[Event]:
    """What a seat sees of the events of an action."""
    return [event for event in (told.seen_by(seat) for told in events(state, action)) if event is not None]


def together(*several: Iterable[Card] | None) -> CardSet:
    """All the cards of several sets, where there are any."""
    return CardSet({card for cards in several for card in cards or ()})


def exchanged(cards: CardSet, one: Card, two: Card) -> CardSet:
    """Cards with one for two, and two for one."""
    return CardSet({one: two, two: one}.get(card, card) for card in cards)


def passing(variant: hearts.Variant, players: int) -> hearts.Variant:
    """The variant itself, or where nothing is passed in it, one in which something is."""
    if variant.passing.count.of(players):
        return variant
    return variant.evolve(passing={"count": 1, "at_least": "count"})


@given(variants(), st.data())
def test_what_is_held_does_not_show(variant: hearts.Variant, data: st.DataObject) -> None:
    """Two deals differ in two cards that two other seats hold: while the views of a seat agree, so do its events. They agree up
    to any play of the two cards, and for as long as the same play is legal in both.
    """
    players = data.draw(player_counts(variant))
    dealt = data.draw(hands(variant, players))
    offset = data.draw(st.integers(0, players - 1)) if variant.passing.count.of(players) else 0
    seat = data.draw(st.integers(0, players - 1) | st.none())
    start = hearts.new_deal(variant, dealt, pass_offset=offset)
    steps = list(whole(start, data.draw(PLAYS)))
    state = data.draw(st.sampled_from(steps))[0]
    unknown = [
        (holder, card)
        for holder, hand in enumerate(state.hands)
        for card in hand
        if seat is None or (holder != seat and card not in start.dealt[seat])
    ]
    if len({holder for holder, _ in unknown}) < 2:
        return
    holder, one = data.draw(st.sampled_from(unknown))
    # of the same suit where that can be: the same play is then legal for longer
    rest = sorted((card.suit is not one.suit, card) for other, card in unknown if other != holder)
    two = rest[data.draw(st.integers(0, min(3, len(rest) - 1)))][1]
    first, second = start, hearts.new_deal(variant, [exchanged(hand, one, two) for hand in dealt], pass_offset=offset)
    assert seen(first, seat) == seen(second, seat) or first.view(seat) != second.view(seat)
    agreed = 0
    for _, action, later in steps:
        other = action
        if isinstance(action, hearts.PassCards):
            other = hearts.PassCards(action.seat, exchanged(action.cards, one, two))
        if first.view(seat) != second.view(seat) or second.why_not(other) is not None:
            break
        after = second.apply(other)
        if later.view(seat) != after.view(seat):
            break
        assert seen(first, seat, action) == seen(second, seat, other)
        first, second, agreed = later, after, agreed + 1
    note(f"agreed for {min(agreed // 10, 4) * 10} actions and more")


@given(variants(), st.data())
def test_what_was_passed_does_not_show(variant: hearts.Variant, data: st.DataObject) -> None:
    """Two deals differ only in which of two cards a seat was dealt and which it was passed: nobody but it and who passed it
    sees a difference, from the deal to the last trick (D9).
    """
    players = data.draw(player_counts(variant))
    variant = passing(variant.evolve(passing={"locked": ""}), players)
    dealt = data.draw(hands(variant, players))
    offset = data.draw(st.integers(1, players - 1))
    start = hearts.new_deal(variant, dealt, pass_offset=offset)
    steps = list(whole(start, data.draw(PLAYS)))
    passes = next(later.passes for _, _, later in steps if later.turn is not None)
    giver = data.draw(st.integers(0, players - 1))
    receiver = (giver + offset) % players
    given_, kept = passes[giver] or CardSet(), start.dealt[receiver] - (passes[receiver] or CardSet())
    chosen = [
        action.cards for _, action, _ in steps if isinstance(action, hearts.PassCards) and action.seat == receiver
    ]
    kept -= together(*chosen)
    if not given_ or not kept:
        return
    one, two = data.draw(st.sampled_from(tuple(given_))), data.draw(st.sampled_from(tuple(kept)))
    seat = data.draw(st.sampled_from([None, *(seat for seat in range(players) if seat not in (giver, receiver))]))
    first, second = start, hearts.new_deal(variant, [exchanged(hand, one, two) for hand in dealt], pass_offset=offset)
    assert seen(first, seat) == seen(second, seat)
    for _, action, later in steps:
        other = action
        if isinstance(action, hearts.PassCards):
            other = hearts.PassCards(action.seat, exchanged(action.cards, one, two))
        assert seen(first, seat, action) == seen(second, seat, other)
        first, second = later, second.apply(other)
        assert first.view(seat) == second.view(seat)
    assert first.hands == second.hands
    note("differ")


# ---- values and sentences --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", SAMPLES, ids=repr)
def test_an_event_is_a_value(event: Event) -> None:
    """Events compare, hash, pickle and are frozen; their text form names the fields that are filled."""
    again = pickle.loads(pickle.dumps(event))
    assert (again, hash(again)) == (event, hash(event))
    assert again.kind is event.kind
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        event.seat = 3  # type: ignore[misc]  # that is the point
    assert repr(event).startswith(f"<Event {event.kind}: ")
    assert all(f"{name}=" in repr(event) for name in event.kind.fields if getattr(event, name) is not None)


def test_there_is_a_sample_of_every_kind() -> None:
    """These tests speak of every kind, and each is found by its code, which is text that does not change."""
    assert {event.kind for event in SAMPLES} == set(EventKind)
    assert EventKind("card-played") is K.CARD_PLAYED
    assert str(K.CARD_PLAYED) == "card-played"
    assert repr(Event(K.DEALT, 1, count=13)) == "<Event dealt: seat=1, count=13>"
    assert repr(Event(K.CARD_PLAYED, 1, card=Card("QS"))) == "<Event card-played: seat=1, card=QS>"


def test_the_fields_of_a_kind_are_those_of_events() -> None:
    """Each kind names fields that events have, shows none that it does not fill, and no cards that are held."""
    fields = attrs.fields_dict(Event).keys() - {"kind"}
    for kind in EventKind:
        assert set(kind.shown) <= set(kind.fields) <= fields
        assert ("cards" in kind.shown) is (kind is K.TRICK_TAKEN)
        assert re.fullmatch(r"R\d+\.\d+", kind.rule)


@pytest.mark.parametrize("language", languages())
def test_every_kind_has_its_sentences(language: str) -> None:
    """In each language each kind has its sentence, those with cards or points one for when these are hidden, and there is no
    sentence for anything else.
    """
    wanted = {kind.name for kind in EventKind} - {"MOON_CHOSEN"} | {"MOON_CHOSEN_OLD", "MOON_CHOSEN_NEW"}
    wanted |= {"QUEEN_TAKEN_OWN", "NO_CARDS", "TRICK_TAKEN_HIDDEN"}
    wanted |= {f"{kind.name}_HIDDEN" for kind in EventKind if kind.shown and kind.shown != kind.fields}
    assert {key.removeprefix("event.") for key in table(language) if key.startswith("event.")} == wanted


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("event", SAMPLES, ids=repr)
def test_every_event_can_be_said(event: Event, language: str) -> None:
    """An event is said in each language, with its seats and cards; what is hidden has a sentence without the cards."""
    said = event.say(language)
    for value in (event.seat, event.card, event.before, event.after, *(event.seats or ()), *(event.scores or ())):
        assert value is None or str(value) in said
    assert not event.cards or str(event.cards) in said
    seen = event.seen_by(3, options=ViewOptions(hide_points=True))
    if seen is not None and seen.is_hidden:
        assert seen.say(language) != said
        assert event.kind is K.TRICK_TAKEN or str(event.cards) not in seen.say(language)


def test_sentences_in_english() -> None:
    """The sentences of the samples, as they are said in English."""
    assert [event.text for event in SAMPLES] == [
        "Seat 1 is dealt 2C 3C.",
        "Seat 1 is to choose the cards that it passes to seat 2.",
        "Seat 1 has chosen its cards to pass to seat 2: AH QS KS.",
        "Seat 1 has chosen again its cards to pass to seat 2: none.",
        "Seat 1 receives cards from seat 0: 9D.",
        "It is seat 1's turn.",
        "Seat 1 plays 9D.",
        "Seat 1 breaks hearts with 9H.",
        "Seat 1 takes QS, which seat 3 played.",
        "Seat 1 takes QS, its own card.",
        "Seat 1 takes the trick: 2C 3C 9C JD, -10 points.",
        "The moon is shot by seats 0 and 2.",
        "The sun is shot by seat 1.",
        "Seat 1 is to choose how its moon is scored.",
        "Seat 1 has chosen that others are charged for its moon.",
        "Seat 1 has chosen that its own score goes down for its moon.",
        "The deal is scored, seat by seat: 26, 0, 26, 26. The totals are now 36, 20, 56, 66.",
        "Seat 1's total of exactly 100 becomes 50.",
        "Seat 1's total of -5 is raised to 0.",
        "First place is tied between seats 1, 2 and 3: another deal is played.",
        "The game is over, and is won by seat 1. The totals are 100, 40, 50, 60.",
    ]
    assert [seen.text for event in SAMPLES if (seen := event.seen_by(3)) is not None and seen.is_hidden] == [
        "Seat 1 is dealt 2 cards.",
        "Seat 1 has chosen its cards to pass.",
        "Seat 1 receives the cards of seat 0.",
    ]
