"""What is compiled and called from Python: whole deals, whole games, playouts, and steps.

It is made anew for each policy and number of players, so that loops over seats are unrolled, and holds a hash of all that goes
into it: numba's own cache would go on serving an old kernel after an edit. Each has files of its own in that cache: where two
processes write to the same ones at once, numba can mix up what they hold.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, ModuleType
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from hearts.bulk.board import (
    BROKEN_IN,
    CHOOSING,
    DEALER,
    DEALS_BEFORE,
    HANDS,
    HEARTS,
    JOINT,
    KIND,
    OFFSET,
    OPENER,
    OVER,
    PASSES,
    PASSING,
    PHASE,
    PLAYING,
    SCORES,
    SHOOTER,
    STYLE,
    TAKEN,
    TOTALS,
    TRICKS,
    TURN,
    WIDTH,
)
from hearts.bulk.leaves import TARGET, begin_stream
from hearts.bulk.loops import (
    end_row,
    finish,
    legal_of,
    move_cards,
    new_scratch,
    open_row,
    pass_all,
    play_card,
    score_row,
    settle,
    start_row,
)
from hearts.engine import kernel

__all__ = ["FACTS", "Compiled", "Steps", "compiled", "count_values", "steps"]

FACTS: Final = ("kind", "shooter", "style", "broken_in", "opener", "joint")
"""What is kept of each deal: one column for each of these numbers of a row."""

_FACTS: Final = (KIND, SHOOTER, STYLE, BROKEN_IN, OPENER, JOINT)


class Compiled(NamedTuple):
    """What is compiled for a policy and a number of players. Each is compiled when it is first called."""

    deals: Callable[..., None]
    games: Callable[..., None]
    playouts: Callable[..., None]


class Steps(NamedTuple):
    """What is compiled for play in lockstep."""

    begin: Callable[..., None]
    legal: Callable[..., None]
    play: Callable[..., None]
    pass_cards: Callable[..., None]
    choose: Callable[..., None]


_PARTS: Final = (
    "engine.kernel",
    "variant.rules",
    *(f"bulk.{part}" for part in ("board", "leaves", "loops", "policies")),
)


@cache
def _source() -> str:
    """A hash of all that is compiled, and of what it is compiled for.

    Of its source; and of what was imported, for the source may have been edited since.
    """
    whole = hashlib.sha256("".join(TARGET).encode())
    for module in (*(sys.modules[f"hearts.{part}"] for part in _PARTS), sys.modules[__name__]):
        whole.update("".join((inspect.getsource(module), *_imported(module))).encode())
    return whole.hexdigest()


def _imported(module: ModuleType) -> Iterator[str]:
    """The functions and plain constants of a module, as text."""
    for name, value in sorted(vars(module).items()):
        function = inspect.unwrap(value) if callable(value) else None
        if inspect.isfunction(function):
            yield from _words(function.__code__)
        elif isinstance(value, int | tuple | np.integer) and not name.startswith("__"):
            yield f"{name}={value!r}"


def _words(code: CodeType) -> Iterator[str]:
    """What a function does, as text."""
    yield f"{code.co_name}{code.co_code.hex()}{code.co_names}{code.co_varnames}{code.co_freevars}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _words(constant)
        else:
            yield repr(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)


def compiled(policy: int, players: int, rules: Any) -> Compiled:
    """What plays deals and games: read from numba's cache if it is there.

    Args:
        policy: The number of a policy.
        players: The number of players.
        rules: What `plain_rules` gives; only what kind of record it is matters.
    """
    return _build(policy, players, _kind(rules), _source())


def steps(players: int, rules: Any) -> Steps:
    """What plays many deals in lockstep, for a number of players and a kind of rules."""
    return _build_steps(players, _kind(rules), _source())


def _kind(rules: Any) -> str:
    """What tells a record of rules from others to the compiler: the lengths that differ."""
    return f"{len(rules['value_masks'])}_{len(rules['exact_from'])}"


def _jit(*key: object) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What compiles a function, and keeps it in files that have the key in their names."""

    def compile_it(function: Callable[..., None]) -> Callable[..., None]:
        function.__qualname__ = "_".join((function.__name__, *map(str, key)))
        # with numpy's model a division by 0, which there is none of here, is not looked for each time
        jitted: Callable[..., None] = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
        return jitted

    return compile_it


def count_values(table: Any, low: int, often: Any) -> None:
    """Count how often each number, from the lowest, is in each column of a table."""
    _build_counter(table.dtype.name, _source())(np.ascontiguousarray(table), low, often)


# The functions below hold nothing but plain constants, by which numba finds them in its cache again. The hash is one.


@cache
def _build_counter(kind: str, source: str) -> Callable[..., None]:
    @_jit(kind, source[:16])
    def count(table: Any, low: Any, often: Any) -> None:
        _ = source
        for row in range(table.shape[0]):
            for column in range(table.shape[1]):
                often[column, table[row, column] - low] += 1

    return count


@cache
def _build(policy: int, players: int, kind: str, source: str) -> Compiled:
    jit = _jit(policy, players, kind, source[:16])

    @jit
    def deals(
        r: Any, offsets: Any, danger: Any, base: Any, choices: Any, first: Any, scores: Any, tricks: Any, facts: Any
    ) -> None:
        """Play whole deals, each by itself: deal `first` and those after it."""
        _ = source
        b = np.zeros(WIDTH, np.int64)
        scratch = new_scratch(players)
        for index in range(len(scores)):
            number = first + index
            start_row(r, b, players, begin_stream(base, number, 0))
            b[OFFSET] = offsets[number % len(offsets)]
            b[DEALER] = (players - 1 + number) % players
            state = pass_all(r, b, players, danger, policy, begin_stream(choices, number, 0))
            state = finish(r, b, players, danger, policy, state, scratch)
            end_row(r, b, players)
            settle(r, b, players, policy, state)
            for seat in range(players):
                scores[index, seat] = b[SCORES + seat]
                tricks[index, seat] = b[TRICKS + seat]
            for column in range(len(_FACTS)):
                facts[index, column] = b[_FACTS[column]]

    @jit
    def games(
        r: Any,
        offsets: Any,
        danger: Any,
        base: Any,
        choices: Any,
        first: Any,
        most: Any,
        points: Any,
        totals: Any,
        places: Any,
        made: Any,
        ends: Any,
    ) -> None:
        """Play whole games: game `first` and those after it."""
        _ = source
        b = np.zeros(WIDTH, np.int64)
        scratch = new_scratch(players)
        for index in range(len(points)):
            number = first + index
            for seat in range(players):
                b[TOTALS + seat] = 0
                b[HEARTS + seat] = 0
            winners = 0
            played = 0
            while winners == 0 and played < most:
                played += 1
                b[DEALS_BEFORE] = played - 1
                start_row(r, b, players, begin_stream(base, number, played))
                b[OFFSET] = offsets[(played - 1) % len(offsets)]
                b[DEALER] = (players - 2 + played) % players
                state = pass_all(r, b, players, danger, policy, begin_stream(choices, number, played))
                state = finish(r, b, players, danger, policy, state, scratch)
                end_row(r, b, players)
                settle(r, b, players, policy, state)
                for seat in range(players):
                    points[index, seat] += b[SCORES + seat]
                    b[TOTALS + seat] = kernel.settle_total(r, b[TOTALS + seat] + b[SCORES + seat])
                    b[HEARTS + seat] += (b[TAKEN + seat] & r.hearts).bit_count()
                    shot = seat == b[SHOOTER]
                    if b[JOINT] and r.team_of[seat] == r.team_of[b[SHOOTER]]:
                        shot = True
                    if shot and b[KIND] == kernel.MOON:
                        made[index, seat] += 1
                    if shot and b[KIND] == kernel.SUN:
                        made[index, players + seat] += 1
                winners = kernel.find_winners(r, b[TOTALS : TOTALS + players], b[HEARTS : HEARTS + players], played)
            for seat in range(players):
                totals[index, seat] = b[TOTALS + seat]
                places[index, seat] = kernel.place_of(
                    r, b[TOTALS : TOTALS + players], b[HEARTS : HEARTS + players], seat
                )
            ends[index, 0] = played
            ends[index, 1] = winners

    @jit
    def playouts(r: Any, danger: Any, choices: Any, first: Any, rows: Any, scores: Any) -> None:
        """Play each of some rows to its end, many times; the first of which has a number."""
        _ = source
        b = np.zeros(WIDTH, np.int64)
        scratch = new_scratch(players)
        for index in range(len(rows)):
            for run in range(scores.shape[1]):
                for column in range(WIDTH):
                    b[column] = rows[index, column]
                state = begin_stream(choices, first + index, run + 1)
                if b[PHASE] == PASSING:
                    state = pass_all(r, b, players, danger, policy, state)
                if b[PHASE] == PLAYING:
                    state = finish(r, b, players, danger, policy, state, scratch)
                    end_row(r, b, players)
                settle(r, b, players, policy, state)
                for seat in range(players):
                    scores[index, run, seat] = b[SCORES + seat]

    return Compiled(deals, games, playouts)


@cache
def _build_steps(players: int, kind: str, source: str) -> Steps:
    jit = _jit(players, kind, source[:16])

    @jit
    def begin(r: Any, offsets: Any, base: Any, first: Any, rows: Any, which: Any) -> None:
        """Deal the rows that are asked for: row i is deal `first[i]`."""
        _ = source
        for index in range(len(rows)):
            if not which[index]:
                continue
            b, number = rows[index], first[index]
            start_row(r, b, players, begin_stream(base, number, 0))
            b[OFFSET] = offsets[number % len(offsets)]
            b[DEALER] = (players - 1 + number) % players
            if b[OFFSET] == 0 or r.pass_count == 0:
                open_row(r, b, players)

    @jit
    def legal(r: Any, rows: Any, out: Any) -> None:
        """The masks of the legal cards of the seats on turn; 0 where no card is to be played."""
        _ = source
        for index in range(len(rows)):
            out[index] = legal_of(r, rows[index]) if rows[index, PHASE] == PLAYING else 0

    @jit
    def play(r: Any, rows: Any, cards: Any) -> None:
        """Play a card in each row, known to be legal; none where the card is below 0."""
        _ = source
        for index in range(len(rows)):
            if cards[index] >= 0:
                b = rows[index]
                play_card(r, b, players, 1 << cards[index])
                if b[TURN] < 0:
                    end_row(r, b, players)
                    if b[PHASE] == OVER:
                        score_row(r, b, players)

    @jit
    def pass_cards(r: Any, rows: Any, passes: Any, bad: Any) -> None:
        """Choose what all seats pass where cards are passed; `bad` is set to a seat whose pass is not legal, and else -1."""
        _ = source
        for index in range(len(rows)):
            b = rows[index]
            bad[index] = -1
            if b[PHASE] != PASSING:
                continue
            for seat in range(players):
                if not kernel.can_pass(r, b[HANDS + seat], passes[index, seat]) and bad[index] < 0:
                    bad[index] = seat
            if bad[index] < 0:
                for seat in range(players):
                    b[PASSES + seat] = passes[index, seat]
                move_cards(b, players)
                open_row(r, b, players)

    @jit
    def choose(r: Any, rows: Any, styles: Any) -> None:
        """Choose how the moons are scored, in the rows that wait for it; none where the style is below 0."""
        _ = source
        for index in range(len(rows)):
            b = rows[index]
            if b[PHASE] == CHOOSING and styles[index] >= 0:
                b[STYLE] = styles[index]
                b[PHASE] = OVER
                b[TURN] = -1
                score_row(r, b, players)

    return Steps(begin, legal, play, pass_cards, choose)
