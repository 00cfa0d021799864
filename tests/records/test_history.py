"""The time line of a game: undo, redo, places, branches, and the record of the current line."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from recordings import MOON, PASSING, SORTED, SPLIT, TINY, chosen, finished, passing, played, tiny, waiting

import hearts
from hearts import CardSet, ChooseMoon, IllegalAction, PassCards, Phase, PlayCard
from hearts.errors import CardError, HeartsError, SetupError
from hearts.records.history import Back, History, history_of
from hearts.records.replay import NextDeal

HUGE = 10**5000


def test_a_history_begins_with_a_game() -> None:
    """A history begins with its game, with nothing done and nothing ahead; and with nothing but a game."""
    game = hearts.new_game(TINY, seed=7)
    history = History(game)
    assert history.game is history.start is game
    assert (history.done, history.ahead, history.line, history.place) == ((), (), 0, 0)
    assert (history.lines, history.steps) == (((game,),), ((),))
    for other in (game.deal, "tiny", None, history, game.view(0)):
        with pytest.raises(SetupError) as caught:
            History(other)  # type: ignore[arg-type]
        assert caught.value.where == "game"


def test_steps_are_what_was_done() -> None:
    """Each step is kept as the action that it was, however it was given, and the next deal with the hands that were given."""
    history = chosen().next_deal(["2c 2h", "3C,3H", "4C 4H"]).play("3c")
    assert history.done == (
        *(PlayCard(seat, card) for seat, card in zip((0, 1, 2, 2, 0, 1), MOON.split(), strict=True)),
        ChooseMoon(2, "old"),
        NextDeal(tuple(map(CardSet, SORTED))),
        PlayCard(1, "3C"),
    )
    assert chosen().next_deal().done[-1] == NextDeal(None)
    assert history.apply(PlayCard(2, "4C")) == history.play("4C")
    assert [step for _, step in history] == [*history.done]
    assert [state for state, _ in history] == [*history.lines[0][:-1]]


def test_what_is_refused_leaves_the_history() -> None:
    """An illegal step is refused as the game refuses it, and the history stays as it is."""
    history = played(tiny(), "2C 3C")
    before = (history, hash(history), repr(history))
    acts: list[tuple[type[HeartsError], Any]] = [
        (IllegalAction, lambda: history.play("4H")),
        (IllegalAction, lambda: history.apply(PlayCard(1, "3H"))),
        (IllegalAction, lambda: history.apply(PassCards(0, "2H"))),
        (IllegalAction, history.next_deal),
        (IllegalAction, lambda: finished().next_deal()),
        (IllegalAction, lambda: finished().play("2C")),
        (CardError, lambda: history.play("XX")),
        (SetupError, lambda: history.apply("4C")),  # type: ignore[arg-type]
        (SetupError, lambda: history.apply(NextDeal())),  # type: ignore[arg-type]
        (SetupError, lambda: chosen().next_deal(["2C"])),
    ]
    for error, act in acts:
        with pytest.raises(error):
            act()
    assert (history, hash(history), repr(history)) == before


TRAIL = played(passing().play("2H"), "3H 4H 3C 4C 2C")
"""Three passes, then two tricks: seat 2 takes the first with the four of hearts."""


def test_the_trail() -> None:
    """The history that the next tests go about in is a deal with all cards passed and played."""
    assert TRAIL.game.deal.passes == tuple(map(CardSet, ("2C", "3C", "4C")))
    assert [trick.leader for trick in TRAIL.game.deal.tricks] == [0, 2]
    assert TRAIL.place == 9


@pytest.mark.parametrize(
    ("back", "places"),
    [
        ("step", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8)),
        ("card", (0, 0, 0, 0, 3, 4, 5, 6, 7, 8)),
        ("trick", (0, 0, 0, 0, 3, 3, 3, 6, 6, 6)),
        ("passing", (0,) * 10),
        ("deal", (0,) * 10),
    ],
)
def test_how_far_undo_goes_in_a_deal(back: str, places: tuple[int, ...]) -> None:
    """From each place of a deal: one step, to before the last card, to before a trick's first card, to before the first pass,
    to the beginning; at the beginning it stays there.
    """
    assert tuple(TRAIL.goto(place).undo(back).place for place in range(10)) == places
    assert tuple(TRAIL.goto(place).undo(Back(back)).place for place in range(10)) == places


def test_how_far_undo_goes_over_deals() -> None:
    """An undo of a card, trick or passing goes back into an earlier deal where the current one has none, and that of a deal
    goes from the beginning of one to the beginning of the one before.
    """
    one = chosen()
    two = one.next_deal(SORTED)
    assert two.undo() == two.undo("deal").goto(one.place)
    assert two.undo().game == one.game
    assert two.undo("card").game == played(tiny(), "2C 3C 4C 4H 2H").game
    assert two.undo("trick").game == played(tiny(), "2C 3C 4C").game
    assert (two.undo("deal").place, two.play("3C").undo("deal").place) == (0, two.place)
    assert two.play("3C").undo("deal").undo("deal").place == 0
    third = played(two, "3C 4C 2C 4H 2H 3H").undo("deal")
    assert third.game == two.game


def test_undo_of_a_passing_goes_back_over_a_deal_that_holds() -> None:
    """Where no cards are passed in the current deal, the last passing is that of the deal before."""
    history = played(passing(), "2H 3H 4H 3C 4C 2C")
    later = history.apply(ChooseMoon(2, "new")).next_deal(SORTED)
    assert later.game.phase is Phase.PLAYING
    assert later.play(later.game.legal_cards()[0]).undo("passing").place == 0


def test_undo_of_a_passing_with_changes_of_mind() -> None:
    """A seat that changes its mind has passed but once: undo goes to before the first pass of all."""
    start = History(hearts.new_game(PASSING.evolve(passing={"change": True}), seed=7, hands=SORTED))
    history = start.apply(PassCards(0, "2C")).apply(PassCards(0, "2H")).apply(PassCards(1, "3C"))
    assert history.undo("passing").place == 0
    assert [str(recorded.as_text()) for recorded in history.record().deals[0].passes] == ["0> 2C", "0> 2H", "1> 3C"]
    assert History.of_record(history.record()) == history


def test_a_history_that_begins_within_a_passing_goes_back_to_where_it_begins() -> None:
    """What was done before the history began is not known to it, so undo ends at its beginning."""
    history = History(passing().undo().undo().game).apply(PassCards(1, "3C")).apply(PassCards(2, "4C"))
    for back in ("passing", "deal", "card", "trick"):
        assert history.undo(back).place == 0
    assert [recorded.as_text() for recorded in history.record().deals[0].passes] == ["0> 2C", "1> 3C", "2> 4C"]
    assert history.play("2H").record() == passing().play("2H").record()


def test_redo_goes_forward_as_far_as_there_is_anything() -> None:
    """Redo goes so many steps on, none at all for 0, and to the end where there are fewer."""
    start = TRAIL.goto(0)
    assert [start.redo(count).place for count in (0, 1, 3, 9, 10, HUGE)] == [0, 1, 3, 9, 9, 9]
    assert start.redo().place == 1
    assert start.redo(9) == TRAIL
    assert start.ahead == TRAIL.done


@pytest.mark.parametrize(
    ("where", "act"),
    [
        ("back", lambda history, value: history.undo(value)),
        ("count", lambda history, value: history.redo(value)),
        ("place", lambda history, value: history.goto(value)),
        ("line", lambda history, value: history.switch(value)),
    ],
)
@pytest.mark.parametrize("value", [True, "2", "nothing", 1.0, -1, None, HUGE, [0], ()], ids=range(9))
def test_what_says_nowhere_is_refused(where: str, act: Any, value: object) -> None:  # noqa: ANN401 - one of four functions
    """A kind, count, place or line that is none is refused, and says what would be one."""
    if where == "count" and value == HUGE:
        return
    with pytest.raises(SetupError) as caught:
        act(TRAIL, value)
    assert caught.value.where == where
    assert "expected" in str(caught.value)


def test_places_and_lines_are_those_that_there_are() -> None:
    """Any place from the beginning to the end of the line can be gone to, and no other."""
    assert [TRAIL.goto(place).place for place in range(10)] == [*range(10)]
    for outside in (-1, 10):
        with pytest.raises(SetupError, match="expected 0 to 9"):
            TRAIL.goto(outside)
    with pytest.raises(SetupError, match="expected 0 to 0"):
        TRAIL.switch(1)


def test_lines_branch_and_are_kept() -> None:
    """Another step after an undo starts a line of its own, and the old one is kept, with all that is ahead in it."""
    main = played(tiny(*SPLIT), "2C 4C 3H")
    branch = main.goto(0).play("3C")
    assert (branch.line, branch.place, len(branch.lines)) == (1, 1, 2)
    assert branch.steps == (main.steps[0], (PlayCard(0, "3C"),))
    assert branch.switch(0).game == main.game
    assert branch.switch(0).switch(1) == branch
    other = branch.switch(0).goto(2).play("4H")
    assert (other.line, other.steps[2]) == (2, (*main.done[:2], PlayCard(2, "4H")))
    assert other.lines[2][2] is other.lines[0][2], "what lines have in common they share"
    assert other.switch(1).game == branch.game
    assert repr(other).startswith("<History at 3 of 3 steps on line 2 of 3: <Game of tiny")
    assert repr(main).startswith("<History at 3 of 3 steps: <Game of tiny")


def test_a_step_that_is_ahead_is_redone() -> None:
    """A step equal to the one that is ahead, in this line or another, goes on in that line: there are no lines twice."""
    main = played(tiny(*SPLIT), "2C 4C 3H")
    assert main.undo().play("3H") == main
    assert main.goto(0).apply(PlayCard(0, "2C")) == main.goto(1)
    branch = main.goto(0).play("3C").play("4C")
    assert branch.undo().undo().play("2C") == branch.switch(0).goto(1)
    assert branch.goto(0).play("3C").ahead == (PlayCard(1, "4C"),)
    assert branch.switch(0).goto(0).play("3C") == branch.goto(1)
    both = branch.switch(0).goto(1).play("4C")
    assert (both.line, both.place) == (0, 2), "of two lines that the step is ahead in, the current one"


def test_a_step_common_to_two_lines_stays_in_the_current_one() -> None:
    """Where lines share a step, doing it again stays on the line that it is ahead in."""
    main = played(tiny(*SPLIT), "2C 4C 3H")
    branch = main.goto(2).play("4H")
    assert branch.line == 1
    again = branch.goto(0).play("2C").play("4C")
    assert (again.line, again.place) == (1, 2)
    assert again.play("4H") == branch
    assert again.play("3H") == branch.switch(0)


def test_a_step_after_another_way_to_the_same_state_stays_in_its_line() -> None:
    """Seats that choose their passes in another order come to the same state by another line, and go on in that one."""
    one = passing().goto(0).switch(0)
    other = one.goto(0).apply(PassCards(1, "3C")).apply(PassCards(0, "2C"))
    assert other.game == one.goto(2).game
    on = other.apply(PassCards(2, "4C"))
    assert (on.line, on.place, on.game) == (1, 3, one.game)
    assert [step.seat for step in on.done if isinstance(step, PassCards)] == [1, 0, 2]
    assert on.record() != one.record()


def test_a_line_goes_on_at_its_end() -> None:
    """At the end of a line a step makes it longer, and the other lines are left alone."""
    branch = played(tiny(*SPLIT), "2C 4C 3H").goto(0).play("3C")
    longer = branch.play("4C")
    assert longer.lines[0] is branch.lines[0]
    assert (len(longer.lines), longer.line, longer.place) == (2, 1, 2)
    longest = branch.switch(0).play("2H")
    assert longest.steps == ((*branch.steps[0], PlayCard(1, "2H")), branch.steps[1])


def test_another_deal_is_another_line() -> None:
    """The next deal with other hands is another step than that from the seed."""
    seeded = chosen().next_deal()
    given = seeded.undo().next_deal(SORTED)
    assert (given.line, len(given.lines)) == (1, 2)
    assert given.undo().next_deal(SORTED) == given
    assert given.undo().next_deal() == given.switch(0)
    assert given.undo().next_deal(SPLIT).line == 2


def test_trimming_keeps_what_was_done() -> None:
    """Trimming drops the other lines and what is ahead, and nothing else."""
    history = played(tiny(*SPLIT), "2C 4C 3H").goto(0).play("3C").switch(0).goto(2)
    trimmed = history.trim()
    assert trimmed == played(tiny(*SPLIT), "2C 4C")
    assert (trimmed.line, trimmed.ahead, trimmed.place) == (0, (), 2)


def test_a_history_of_lines_stands_where_it_is_told() -> None:
    """A history is made of lines that are known to be good, at any place of any of them."""
    branch = played(tiny(*SPLIT), "2C 4C 3H").goto(0).play("3C")
    assert history_of(branch.lines, branch.steps, 1, 1) == branch
    assert history_of(branch.lines, branch.steps, 0, 2) == branch.switch(0).goto(2)
    for line, place in ((2, 0), (-1, 0), (1, 2), (0, -1)):
        with pytest.raises(SetupError):
            history_of(branch.lines, branch.steps, line, place)


def test_a_history_cannot_be_changed() -> None:
    """No attribute of a history can be set, deleted or added."""
    for name in ("lines", "steps", "line", "place", "game", "done", "something_new"):
        with pytest.raises(AttributeError):
            setattr(TRAIL, name, 0)
        with pytest.raises(AttributeError):
            delattr(TRAIL, name)


def test_the_record_is_of_the_current_line() -> None:
    """The record tells the current line up to the current place, and nothing of other lines or of what is ahead."""
    branch = played(tiny(*SPLIT), "2C 4C 3H").goto(0).play("3C")
    assert branch.record() == played(tiny(*SPLIT), "3C").record()
    assert branch.switch(0).goto(1).record() == played(tiny(*SPLIT), "2C").record()
    assert TRAIL.goto(2).record() == passing().goto(2).record()
    assert finished().goto(7).record() == chosen().record()
    assert finished().goto(0).record() == tiny().record()


def test_the_record_tells_hands_only_where_the_seed_does_not() -> None:
    """Hands that are those of the seed are not written out, whether they came from it or were given."""
    dealt = hearts.deal_hands(TINY, seed=7)
    for history in (History(hearts.new_game(TINY, seed=7)), tiny(*map(str, dealt))):
        assert history.record().deals[0].hands is None
    assert tiny().record().deals[0].hands == tuple(map(CardSet, SORTED))


def test_tags_are_put_in_the_record() -> None:
    """What else there is to say goes into the record as it is given; what is no text for texts is refused."""
    history = tiny()
    assert history.record({"b": "2", "a": "1"}).tags == (("a", "1"), ("b", "2"))
    assert history.record().tags == history.record(None).tags == history.record({}).tags == ()
    for tags in (5, {"a": 1}, {1: "a"}, "ab", [("a", "b")], [], 0):
        with pytest.raises(SetupError) as caught:
            history.record(tags)  # type: ignore[arg-type]
        assert caught.value.where == "tags"


def test_a_record_needs_the_first_deal() -> None:
    """A history that begins in a later deal cannot tell the whole game, and says so; one that begins within deal 1 can."""
    later = History(finished().game)
    with pytest.raises(SetupError, match="it begins with deal 2: expected one that begins with deal 1"):
        later.record()
    with pytest.raises(SetupError, match="it begins with deal 2"):
        History(chosen().next_deal().game).record()
    over = History(chosen().game)
    assert over.record() == chosen().record()
    assert over.next_deal(SORTED).record() == chosen().next_deal(SORTED).record()
    assert History(waiting().game).apply(ChooseMoon(2, "new")).record() == chosen("new").record()


def test_a_history_is_made_of_a_record() -> None:
    """The history of a record has all of its steps, and stands at its end; of what is no record there is none."""
    for history in (tiny(), passing(), TRAIL, waiting(), chosen("new"), finished()):
        assert History.of_record(history.record()) == history
    for other in ("record", None, tiny(), tiny().game, attrs.asdict(tiny().record(), recurse=False)):
        with pytest.raises(SetupError) as caught:
            History.of_record(other)  # type: ignore[arg-type]
        assert caught.value.where == "record"
