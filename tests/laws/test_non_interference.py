"""The law of views: two games that agree on all that a seat may know look the same to that seat, to the last answer.

Pairs of such games are made from one: a deal is played, and then cards that are hidden from a seat, and hidden passes, are
moved among the other seats as long as all that the seat has seen stays as it was, which is tried by playing the deal again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Final, TypeAlias

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from law_tools import PLAYS, SHOOTING, State, deal_of, shooters

import hearts
from hearts import CardSet, ChooseMoon, PassCards, Phase, PlayCard, ViewOptions
from hearts.testing import any_actions, deals, hands, player_counts, variants, walk
from hearts.testing.play import choose

Hands: TypeAlias = tuple[CardSet, ...]
Passes: TypeAlias = dict[int, CardSet]
Start: TypeAlias = Callable[[Sequence[CardSet], int], State]
"""A state at the beginning of its deal, of these hands and, where it is a game's, of this seed."""

OPTIONS: Final = [
    ViewOptions(hide_points=points, last_trick_only=last, open_finished=opened)
    for points, last, opened in product((False, True), repeat=3)
]
TRIES: Final = 16
"""How often hidden cards are moved to make a pair."""


# ---- making pairs ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Course:
    """A deal as it went: its states, and the actions between them."""

    states: tuple[State, ...]
    actions: tuple[hearts.Action, ...]

    @property
    def last(self) -> hearts.Deal:
        """The deal at the end of it."""
        return deal_of(self.states[-1])


@attrs.frozen
class Pair:
    """Two courses that agree, step by step, on all that a seat, or an onlooker, may know."""

    seat: int | None
    one: Course
    other: Course

    @property
    def is_real(self) -> bool:
        """Do they differ, in hands or in passes?"""
        return (self.one.last.dealt, self.one.last.passes) != (self.other.last.dealt, self.other.last.passes)

    @property
    def kind(self) -> str:
        """How far they go."""
        deal = self.one.last
        if deal.is_over or deal.phase is Phase.CHOOSING_MOON:
            return "over"
        if deal.phase is Phase.PASSING:
            return "passing"
        return "early" if 2 * sum(map(len, deal.hands)) > len(deal.variant.pack(deal.players)) else "late"


def seen(state: State, seat: int | None) -> tuple[object, ...]:
    """What a seat has seen at the table itself, told without a view: what was done, who is to act, and its own cards."""
    deal = deal_of(state)
    public = (state.phase, state.to_act, deal.tricks, deal.trick, [*map(len, deal.hands)])
    if seat is None:
        return public
    giver = (seat - deal.pass_offset) % deal.players
    passed = None not in deal.passes and deal.passes[giver : giver + 1]
    return (*public, deal.dealt[seat], deal.hands[seat], deal.passes[seat : seat + 1], passed)


def course(state: State, steps: int, rng: Random, *, shooting: bool) -> Course:
    """The course of a deal from its beginning, for some steps at most."""
    high = shooters(state, shooting=shooting)
    states, actions = [state], list[hearts.Action]()
    while state.to_act and len(actions) < steps:
        actions.append(choose(state, rng, high))
        state = state.apply(actions[-1])
        states.append(state)
    return Course(tuple(states), tuple(actions))


def another_pass(state: State, seat: int, rng: Random) -> PassCards:
    """Any legal pass of a seat."""
    actions = state.legal_actions()
    while True:
        action = actions[rng.randrange(len(actions))]
        if isinstance(action, PassCards) and action.seat == seat:
            return action


def again(start: State, old: Course, seat: int | None, passes: Passes, rng: Random) -> Course | None:
    """The same course from other hands, with other passes of others; None where the seat would see that it is another.

    Args:
        start: The deal with the other hands.
        old: The course to follow.
        seat: The seat.
        passes: What other seats pass in the end; of those that are not named, and before they change their minds, anything.
        rng: Where random passes come from.
    """
    state, states, actions = start, [start], list[hearts.Action]()
    final = {action.seat: step for step, action in enumerate(old.actions) if isinstance(action, PassCards)}
    for step, action in enumerate(old.actions):
        if seen(state, seat) != seen(old.states[step], seat):
            return None
        done = action
        if isinstance(action, PassCards) and action.seat != seat:
            named = passes.get(action.seat) if step == final[action.seat] else None
            done = another_pass(state, action.seat, rng) if named is None else PassCards(action.seat, named)
        if state.why_not(done) is not None:
            return None
        actions.append(done)
        state = state.apply(done)
        states.append(state)
    same = seen(state, seat) == seen(old.states[-1], seat)
    return Course(tuple(states), tuple(actions)) if same else None


def shuffled(old: Course, seat: int | None, rng: Random) -> Hands:
    """The hands as dealt, with all that is hidden from a seat dealt again: for a course in which no card has moved yet."""
    dealt = list(old.last.dealt)
    others = [other for other in range(len(dealt)) if other != seat]
    pool = [card for other in others for card in dealt[other]]
    rng.shuffle(pool)
    size = len(dealt[0])
    for place, other in enumerate(others):
        dealt[other] = CardSet(pool[place * size : place * size + size])
    return tuple(dealt)


def moved(old: Course, seat: int | None, rng: Random) -> tuple[Hands, Passes] | None:
    """The hands as dealt, and the passes, with some cards that are still hidden from a seat in each other's place; None where
    there are none.
    """
    deal = old.last
    players, offset = deal.players, deal.pass_offset
    hidden = list(deal.hands)
    passes = {giver: cards for giver, cards in enumerate(deal.passes) if cards is not None}
    known = set() if seat is None else {seat, (seat - offset) % players}
    if passes and seat is not None:
        hidden[(seat + offset) % players] -= passes[seat]  # the seat knows where these are
    holders = [other for other in range(players) if other != seat and hidden[other]]
    if len(holders) < 2 and not passes:
        return None
    held = list(next(deal_of(state).hands for state in old.states if deal_of(state).phase is not Phase.PASSING))
    for _ in range(rng.randrange(3) if passes else 1) if len(holders) > 1 else ():
        left, right = rng.sample(holders, 2)
        mine, yours = CardSet([rng.choice(hidden[left])]), CardSet([rng.choice(hidden[right])])
        for other, gone, come in ((left, mine, yours), (right, yours, mine)):
            hidden[other] = hidden[other] - gone | come
            held[other] = held[other] - gone | come
    for giver in passes.keys() - known:
        receiver = (giver + offset) % players
        kept = [card for card in passes[giver] if card in held[receiver] and rng.random() < 0.7]
        rest = [*held[receiver] - kept]
        passes[giver] = CardSet(kept + rng.sample(rest, len(passes[giver]) - len(kept)))
    if not passes:
        return tuple(held), {}
    dealt = [held[giver] - passes[(giver - offset) % players] | passes[giver] for giver in range(players)]
    return tuple(dealt), passes


def twin(start: Start, seed: int, old: Course, seat: int | None, rng: Random) -> Course:
    """Another course that looks the same to a seat: the same one, where none other is found."""
    found = again(start(old.last.dealt, seed), old, seat, {}, rng) if old.last.phase is Phase.PASSING else None
    found = found or Course(tuple(copied(start, seed, old)), old.actions)
    for _ in range(TRIES):
        if old.last.phase is Phase.PASSING:
            new = again(start(shuffled(found, seat, rng), seed), old, seat, {}, rng)
        else:
            change = moved(found, seat, rng)
            if change is None:
                break
            new = again(start(change[0], seed), old, seat, change[1], rng)
        found = new or found
    return found


def copied(start: Start, seed: int, old: Course) -> list[State]:
    """The states of a course, played again with another seed."""
    states = [start(old.last.dealt, seed)]
    for action in old.actions:
        states.append(states[-1].apply(action))
    return states


def _starts_of_deals(draw: st.DrawFn) -> tuple[Start, Hands]:
    """The beginning of a lone deal, in any place of a game."""
    deal = draw(deals())
    before = deal.standing

    def start(dealt: Sequence[CardSet], seed: int) -> hearts.Deal:  # noqa: ARG001 - a lone deal has no seed
        return hearts.new_deal(
            deal.variant,
            dealt,
            pass_offset=deal.pass_offset,
            dealer=deal.dealer,
            totals=before.totals,
            deal_number=before.deals + 1,
            hearts_taken=before.hearts,
        )

    return start, deal.dealt


def _starts_of_games(draw: st.DrawFn) -> tuple[Start, Hands]:
    """The beginning of the first or the second deal of a game."""
    variant = draw(variants())
    players = draw(player_counts(variant))
    number, second, before = draw(PLAYS), draw(st.booleans()), draw(hands(variant, players))

    def start(dealt: Sequence[CardSet], seed: int) -> hearts.Game:
        if second:
            first = hearts.new_game(variant, players=players, seed=seed, hands=before)
            *_, first = walk(first, number)
            if not first.is_over:
                return first.next_deal(dealt)
        return hearts.new_game(variant, players=players, seed=seed, hands=dealt)

    return start, draw(hands(variant, players))


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Pairs of courses that agree on all that a seat, or an onlooker, may know: some steps of a deal, to any point of it."""
    start, dealt = draw(st.sampled_from((_starts_of_deals, _starts_of_games)))(draw)
    first = start(dealt, 1)
    whole = sum(map(len, dealt)) + len(dealt) + 1
    parts = st.sampled_from([whole * part // 8 for part in (2, 4, 5, 6, 7, 8, 8, 8)])
    steps = draw(st.integers(0, len(dealt)) | parts | parts | st.integers(0, whole))
    one = course(first, steps, Random(draw(PLAYS)), shooting=draw(SHOOTING))
    seat = draw(st.sampled_from((*range(first.players), None)))
    return Pair(seat, one, twin(start, 2, one, seat, Random(draw(PLAYS))))


# ---- the law ---------------------------------------------------------------------------------------------------------------


def fields(view: hearts.View) -> dict[str, object]:
    """The fields of a view by name."""
    return attrs.asdict(view, recurse=False)


@given(pairs())
def test_a_view_goes_by_what_its_seat_may_know(pair: Pair) -> None:
    """Two games that agree on all that a seat may know give equal views to that seat at every step, under all options; but that
    the hands that a house opens after a deal are those of that deal.
    """
    for one, other in zip(pair.one.states, pair.other.states, strict=True):
        for options in OPTIONS:
            view, twin_view = (state.view(pair.seat, options=options) for state in (one, other))
            if options.open_finished and deal_of(one).is_over:
                assert view.opened == deal_of(one).dealt
                assert fields(view) | {"opened": deal_of(other).dealt} == fields(twin_view)
            else:
                assert view == twin_view
                assert hash(view) == hash(twin_view)
                assert repr(view) == repr(twin_view)


@given(pairs(), st.data())
def test_answers_go_by_what_the_seat_may_know(pair: Pair, data: st.DataObject) -> None:
    """Two games that agree on all that a seat may know give that seat equal legal cards, legal actions and refusals at every
    step, whether the view is asked or the state.
    """
    seat = pair.seat
    asked = [attrs.evolve(data.draw(any_actions(pair.one.states[-1])), seat=seat or 0) for _ in range(3)]
    for one, other in zip(pair.one.states, pair.other.states, strict=True):
        view, twin_view = one.view(seat), other.view(seat)
        assert view.legal_cards() == twin_view.legal_cards()
        assert view.refusals() == twin_view.refusals()
        assert [*view.legal_actions()[:50]] == [*twin_view.legal_actions()[:50]]
        assert len(view.legal_actions()) == len(twin_view.legal_actions())
        if seat is None:
            continue
        assert one.legal_cards(seat) == other.legal_cards(seat)
        for action in (*asked, PassCards(seat, ""), ChooseMoon(seat, "old"), PlayCard(seat, "QS")):
            told = [witness.why_not(action) for witness in (view, twin_view, one, other)]
            assert told == told[:1] * 4


@given(pairs())
def test_events_go_by_what_the_seat_may_know(pair: Pair) -> None:
    """Two games that agree on all that a seat may know show that seat equal events, from the deal on, under all options."""
    courses = (pair.one, pair.other)
    told = [
        [hearts.events(course.states[0])]
        + [hearts.events(state, action) for state, action in zip(course.states, course.actions, strict=False)]
        for course in courses
    ]
    for step, other_step in zip(*told, strict=True):
        for options in OPTIONS:
            shown = [
                [seen for event in happened if (seen := event.seen_by(pair.seat, options=options)) is not None]
                for happened in (step, other_step)
            ]
            assert shown[0] == shown[1]
            assert list(map(str, shown[0])) == list(map(str, shown[1]))


@given(pairs())
def test_a_view_shows_all_that_its_seat_may_know(pair: Pair) -> None:
    """Where two games differ in what another seat was dealt, has passed or has received, their views differ to that seat."""
    one, other = pair.one.states[-1], pair.other.states[-1]
    for seat in range(one.players):
        assert (one.view(seat) == other.view(seat)) == (seen(one, seat) == seen(other, seat))


@cache
def sample(examples: int) -> list[Pair]:
    """A fixed sample of pairs."""
    drawn: list[Pair] = []

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        phases=[Stage.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(pairs())
    def collect(pair: Pair) -> None:
        drawn.append(pair)

    collect()
    return drawn


def test_the_law_is_not_empty() -> None:
    """Of a fixed sample most pairs really differ: those that end while cards are passed, early or late in play, and, in what
    was passed, with the deal; for seats and for onlookers; of lone deals and of games. While cards are held, most differ in
    who holds them.
    """
    drawn = sample(200)
    real = [pair for pair in drawn if pair.is_real]
    every, differing = (Counter(pair.kind for pair in those) for those in (drawn, real))
    for kind in ("passing", "early", "late"):
        assert differing[kind] > 0.7 * every[kind] > 2
    assert differing["over"] > 2
    held = [pair for pair in real if pair.kind != "over"]
    assert sum(pair.one.last.hands != pair.other.last.hands for pair in held) > 0.7 * len(held)
    assert {pair.seat for pair in real} >= {None, 0, 1, 2, 3}
    assert {type(pair.one.states[0]) for pair in real} == {hearts.Deal, hearts.Game}
    assert {pair.one.last.standing.deals > 0 for pair in real} == {True, False}


@pytest.mark.parametrize("leak", ["dealt", "hand", "passed", "received"])
def test_the_law_finds_a_leak(leak: str) -> None:
    """If views showed another seat's hand, or what others passed, pairs would look different."""
    found = 0
    for pair in sample(40):
        views = [path.states[-1].view(0 if pair.seat == 1 else 1) for path in (pair.one, pair.other)]
        found += getattr(views[0], leak) != getattr(views[1], leak)
    assert found
