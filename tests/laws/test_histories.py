"""Laws of histories: undo takes back what was done, redo does it again, and no line is ever lost."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from law_tools import PLAYS
from record_tools import act, histories, play_on

import hearts
from hearts.errors import SetupError
from hearts.records.history import Back, History, Step
from hearts.records.replay import NextDeal

Path = tuple[Step, ...]


def do(history: History, step: Step) -> History:
    """The history after a step of any kind."""
    return history.next_deal(step.hands) if isinstance(step, NextDeal) else history.apply(step)


def a_step(game: hearts.Game, rng: Random) -> Step | None:
    """A step that is legal, or None where the game is over."""
    if game.to_act:
        return act(game, rng)
    return None if game.is_over else NextDeal()


class Follower:
    """What was done to a history, kept apart from it: the steps that lead to where it stands, and all that ever did."""

    def __init__(self, game: hearts.Game) -> None:
        self.history = History(game)
        self.done: Path = ()
        self.games: dict[Path, hearts.Game] = {(): game}

    def do(self, step: Step) -> None:
        """Do a step, which leads to the same game whenever it is done there."""
        self.history = do(self.history, step)
        self.done = (*self.done, step)
        assert self.games.setdefault(self.done, self.history.game) == self.history.game

    def move(self, history: History, done: Path) -> None:
        """Go elsewhere in the history."""
        self.history, self.done = history, done

    def act(self, rng: Random) -> None:
        """Do anything that a history can do."""
        now = self.history
        steps = now.steps[now.line]
        match rng.choice(("step", "step", "step", "again", "undo", "undo", "redo", "goto", "switch")):
            case "step":
                step = a_step(now.game, rng)
                if step is not None:
                    self.do(step)
            case "again":
                for step in now.ahead[:1]:
                    self.do(step)
                    assert self.history == now.redo()
            case "undo":
                back = now.undo(rng.choice(list(Back)))
                assert back.place < now.place or back.place == now.place == 0
                self.move(back, self.done[: back.place])
            case "redo":
                count = rng.randint(0, 3)
                self.move(now.redo(count), self.done + now.ahead[:count])
            case "goto":
                place = rng.randint(0, len(steps))
                self.move(now.goto(place), steps[:place])
            case "switch":
                line = rng.randrange(len(now.lines))
                self.move(now.switch(line), now.steps[line])

    def check(self) -> None:
        """The history stands where what was done leads to, and nothing that was ever done is lost."""
        now = self.history
        assert now.done == self.done
        assert now.game == self.games[self.done]
        for path in self.games:
            assert any(steps[: len(path)] == path for steps in now.steps)
        for number, (states, steps) in enumerate(zip(now.lines, now.steps, strict=True)):
            assert len(states) == len(steps) + 1
            for other in (*now.steps[:number], *now.steps[number + 1 :]):
                assert other[: len(steps)] != steps


@given(histories(max_deals=2), PLAYS)
def test_a_history_stands_where_its_steps_lead(history: History, number: int) -> None:
    """Whatever is done, undone, redone or switched to, from wherever a history begins, it stands where the steps that it tells
    lead, it keeps all that was ever done, and no line of it is the beginning of another.
    """
    rng = Random(number)
    follower = Follower(rng.choice(history.lines[0]))
    for _ in range(50):
        follower.act(rng)
        follower.check()
    now = follower.history
    for index, (step, state, after) in enumerate(
        zip(now.done, now.lines[now.line], now.lines[now.line][1:], strict=False)
    ):
        assert do(History(state), step).game == after
        assert [*now][index] == (state, step)
    trimmed = now.trim()
    assert (trimmed.game, trimmed.done, trimmed.ahead, trimmed.line) == (now.game, now.done, (), 0)
    assert len(trimmed.lines) == 1
    assert trimmed.trim() == trimmed


@given(histories(), PLAYS)
def test_undo_takes_back_a_step(history: History, number: int) -> None:
    """After any step, undo gives the game as it was, and redo, or the same step again, the history as it was."""
    rng = Random(number)
    step = a_step(history.game, rng)
    if step is None:
        return
    after = do(history, step)
    assert after.undo().game == history.game
    assert after.undo().done == history.done
    assert after.undo().ahead == (step,)
    assert after.undo().redo() == do(after.undo(), step) == after
    other = next((twin for twin in (a_step(history.game, rng) for _ in range(9)) if twin != step), None)
    if other is not None:
        branched = do(after.undo(), other)
        assert (branched.line, branched.steps) == (1, (after.steps[0], (*history.done, other)))
        assert branched.undo().game == history.game
        assert do(branched.undo(), step) == branched.switch(0)
        for one, twin in zip(*(states[: history.place + 1] for states in branched.lines), strict=True):
            assert one is twin


def passes_in(steps: Path) -> int:
    """How many of some steps are passes."""
    return sum(isinstance(step, hearts.PassCards) for step in steps)


def check_undo(at: History, back: History, kind: Back) -> None:
    """An undo went back as far as its kind says."""
    undone = at.done[back.place :]
    plays = [step for step in undone if isinstance(step, hearts.PlayCard)]
    game, deal = at.game, back.game.deal
    same_deal = not any(isinstance(step, NextDeal) for step in undone)
    match kind:
        case Back.STEP:
            assert len(undone) == 1
        case Back.CARD:
            assert len(plays) == 1
            assert undone[0] is plays[0]
        case Back.TRICK:
            assert undone[0] is plays[0]
            assert deal.trick is not None
            assert deal.trick.cards == ()
            assert len(plays) <= at.game.players
            is_open = game.deal.trick is not None and game.deal.trick.cards != ()
            if same_deal:
                assert len(deal.tricks) == len(game.deal.tricks) - (not is_open)
        case Back.PASSING:
            assert back.game.phase is hearts.Phase.PASSING
            assert set(deal.passes) == {None}
            assert isinstance(undone[0], hearts.PassCards)
            last = max(index for index, step in enumerate(undone) if isinstance(step, hearts.PassCards))
            assert not any(isinstance(step, NextDeal) for step in undone[:last])
        case Back.DEAL:
            assert isinstance(at.done[back.place - 1], NextDeal) or back.place == 0
            assert not any(isinstance(step, NextDeal) for step in undone[:-1])
            if not same_deal:
                assert isinstance(undone[-1], NextDeal)


@given(histories(), PLAYS)
def test_undo_goes_back_to_before_a_card_a_trick_a_passing_or_a_deal(history: History, number: int) -> None:
    """From any place each kind of undo goes back to just before what it names, or to the beginning where there is no such
    thing; and redo leads on to where it was.
    """
    rng = Random(number)
    for place in {0, history.place, *(rng.randint(0, history.place) for _ in range(6))}:
        at = history.goto(place)
        plays = any(isinstance(step, hearts.PlayCard) for step in at.done)
        there_is = {
            Back.STEP: place > 0,
            Back.CARD: plays,
            Back.TRICK: plays,
            Back.PASSING: passes_in(at.done) > 0,
            Back.DEAL: place > 0,
        }
        for kind in Back:
            back = at.undo(kind)
            assert back == at.undo(kind.value)
            assert back.lines is at.lines
            assert back.redo(place - back.place) == at
            if there_is[kind]:
                check_undo(at, back, kind)
            else:
                assert back.place == 0


@given(histories(max_deals=2), PLAYS)
def test_undo_is_the_inverse_of_playing_a_trick_a_passing_and_a_deal(history: History, number: int) -> None:
    """However far a trick, a passing or a deal is played on from its beginning, one undo leads back to there."""
    rng = Random(number)
    now = play_on(history, rng)
    if not now.game.is_over:
        now = now.next_deal()
    begun = {Back.DEAL: now}
    if now.game.phase is hearts.Phase.PASSING:
        begun[Back.PASSING] = now
    while now.game.to_act:
        step, trick = act(now.game, rng), now.game.deal.trick
        if trick is not None and not trick.cards:
            begun[Back.TRICK] = now
        before, now = now, now.apply(step)
        assert now.undo("step") == redoable(before, now)
        if isinstance(step, hearts.PlayCard):
            assert now.undo("card") == redoable(before, now)
        for kind, start in begun.items():
            assert now.undo(kind) == redoable(start, now)


def redoable(history: History, later: History) -> History:
    """A history in the lines of a later one."""
    return later.goto(history.place)


@given(histories(), PLAYS)
def test_histories_are_values(history: History, number: int) -> None:
    """A copy, a deep copy and a pickle of a history, wherever it stands, are equal to it, hash alike and go on alike; and
    nothing changes it.
    """
    rng = Random(number)
    for there in (history, history.goto(rng.randint(0, history.place)).trim()):
        before = hash(there), repr(there), there.game
        for twin in (copy.copy(there), copy.deepcopy(there), pickle.loads(pickle.dumps(there))):
            assert twin == there
            assert hash(twin) == hash(there)
            assert (twin.game, twin.done, twin.ahead) == (there.game, there.done, there.ahead)
            step = a_step(there.game, Random(number))
            if step is not None:
                assert do(twin, step) == do(there, step)
        assert (hash(there), repr(there), there.game) == before
    if history.place:
        assert history.undo() != history
        assert len({history, history.undo(), history.undo().redo()}) == 2


@given(histories(), PLAYS)
def test_the_record_is_of_the_current_line_up_to_the_current_place(history: History, number: int) -> None:
    """What was undone, and what other lines hold, is not in the record."""
    rng = Random(number)
    back = history.goto(rng.randint(0, history.place))
    assert back.record() == back.trim().record()
    step = a_step(back.game, rng)
    if step is not None:
        on = do(back, step)
        assert on.record() == do(back.trim(), step).record()
        assert on.record().resume() == on.game
        assert on.switch(0).record() == history.record() or on.line == 0


@given(histories(), PLAYS)
def test_a_history_that_begins_later_records_its_first_deal_only(history: History, number: int) -> None:
    """A history that begins within deal 1, or at its end, records the whole game; one that begins later cannot, and says so."""
    game = Random(number).choice(history.lines[0])
    later = History(game)
    if len(game.deals) > game.deal.is_over:
        with pytest.raises(SetupError, match=f"it begins with deal {game.deal_number}"):
            later.record()
        return
    for _ in range(3):
        step = a_step(later.game, Random(number))
        if step is None:
            break
        later = do(later, step)
    assert later.record().resume() == later.game
