"""A hand-kept log of scores, checked against the rules: points by deal, as a family writes them down (R7 to R9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from math import prod
from operator import sub
from typing import Final

import attrs

from hearts.engine.ending import Standing, add_scores, find_winners, rank_seats
from hearts.records.deal_kinds import can_score, lowest_score, row_sums
from hearts.records.possible import LIMIT, Budget, Explained, Explanation, explain_within
from hearts.records.score_table import MOST_ROWS, ScoreTable, TableRow, read_table
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.rules import resolve
from hearts.variant.sections import MoonStyle, Tie
from hearts.variant.variant import Variant

__all__ = ["LOG_LIMIT", "RowCheck", "ScoreLog", "read_score_log"]

LOG_LIMIT: Final = 2_000_000
"""How many steps all rows of a log together take at most; rows after that are not checked."""

_MOST_CANDIDATES: Final = 4_096
"""How many rows of scores, or scores of a seat, that may lead from one total to the next are looked at."""

_STEPS_OF_A_SCORE: Final = 20
"""How many steps of a search take as long as to find out whether a seat can have a score."""

_MOST_LISTED: Final = 4
"""How many sums a sentence lists."""


@attrs.frozen
class RowCheck:
    """A row of a log, and whether it can be.

    Attributes:
        line: The number of its line, from 1.
        deal: The number of the deal, from 1, counted by rows.
        scores: What each seat scored. Of running totals: the first scores found that can be and lead to them; where there are
            none, plain differences.
        totals: The totals after the deal, with the exact-score rule and the floor (R9.3, R9.4).
        explanations: The ways in which a deal can give the scores; empty where it cannot, or that is not known.
        is_checked: Is it known whether the row can be? Not where the limit on work was reached, and not for a row after the
            end of the game.
        problem: What cannot be, in a sentence, or None.
    """

    line: int
    deal: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    explanations: tuple[Explanation, ...]
    is_checked: bool
    problem: str | None


@attrs.frozen
class ScoreLog:
    """A log of scores with what the rules say of it.

    Attributes:
        variant: The variant it was checked against.
        players: The number of players.
        names: The names of the seats; ``seat 0`` and so on where the log has none.
        is_running: Does the log give running totals, rather than points by deal?
        rows: The deals, in order, each with its check.
        totals: The totals at the end; deals after the end of the game do not count.
        winners: The seats that have won; empty while the game goes on (R9.5, R9.6). Where the fewest hearts decide a tie, all
            who are tied, with a note: a log of scores does not tell of hearts.
        tied: The seats that are tied for the winning place, where the game goes on for that alone (R9.6).
        placings: The place of each seat by the totals, 1 for the best; equal seats, and partners, share a place.
        problems: All that cannot be, each with its line.
        notes: What is not known, in sentences.
    """

    variant: Variant
    players: int
    names: tuple[str, ...]
    is_running: bool
    rows: tuple[RowCheck, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]
    placings: tuple[int, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        """Has the game ended (R9.2)?"""
        return bool(self.winners)


def read_score_log(
    text: str,
    variant: VariantLike,
    *,
    players: int | None = None,
    running: bool = False,
    source: str = "score log",
) -> ScoreLog:
    r"""Read a log of scores, and check each row against the variant.

    A row is a deal, with a number for each seat. Columns are parted by commas, semicolons, tabs, bars or blanks. The first row
    may hold names, the first column the numbers of the deals, and the last row the totals, after a word such as ``total``.
    Blank lines and lines that begin with ``#`` are passed over; but a first line of ``#`` and a word for each player, with rows
    that have one column more, holds the names. Where a first column such as 1, 2, 3 can be a seat's scores too, the reading
    that fits more rows is taken; `players` settles it.

    Args:
        text: The log.
        variant: A variant, its name, or the path of its file.
        players: The number of players; told by the columns where None.
        running: Do the rows give running totals, rather than points by deal? A row is right then if some scores that can be
            lead to it.
        source: What to call the log in an error.

    Returns:
        The log, with every row that cannot be as a problem.

    Raises:
        RecordError: The text has no such form; holds each fault with its line and column, up to 100.
        SetupError: The variant is not for that number of players.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> log = read_score_log("Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\n5,5,5,10", "standard")
        >>> log.totals
        (18, 34, 36, 41)
        >>> log.problems
        ('line 4: the scores add up to 25: expected 26, or 78 for a moon by one seat',)
    """
    variant = as_variant(variant)
    counts = variant.table.players if players is None else (variant.player_count(players),)

    def fits(rows: list[tuple[int, ...]]) -> int:
        first = rows[:1] if running else rows  # of running totals the first are scores
        return sum(len(row) in counts and _can_add_up(variant, row) for row in first)

    table = read_table(text, counts, variant.table.default_players, fits, source)
    return _Check(variant, table, running=running).log()


def _can_add_up(variant: Variant, scores: tuple[int, ...]) -> bool:
    return any(sum(scores) in kind.sums for kind in row_sums(variant, len(scores)))


class _Check:
    """The check of a table, row by row."""

    def __init__(self, variant: Variant, table: ScoreTable, *, running: bool) -> None:
        """Begin a game."""
        self._variant, self._table, self._running = variant, table, running
        self._players = len(table.names)
        self._rules = resolve(variant, self._players)
        self._standing = Standing.start(self._players)
        self._left = LOG_LIMIT
        self._leads: dict[tuple[int, int, int], list[int] | None] = {}  # by seat, old total and new one
        self._explained: dict[tuple[int, ...], Explained] = {}
        self._scored: dict[tuple[int, int], bool] = {}  # can a seat have a score?
        # as if all who are tied won: for who is tied, and for a tie that hearts decide, which are not known here
        self._shared = attrs.evolve(self._rules, tie_played_on=False, tie_by_hearts=False)
        self._by_hearts = variant.end.tie is Tie.FEWEST_HEARTS

    def log(self) -> ScoreLog:
        """The log with all that was found."""
        table = self._table
        labels = [0, *(row.label or 0 for row in table.rows)]
        rows = tuple(map(self._row, table.rows, count(1), labels))
        problems = [f"line {row.line}: {row.problem}" for row in rows if row.problem]
        notes = [f"line {row.line}: not checked, since that takes too long" for row in rows if not row.is_checked]
        winners, tied = self._winners(), self._first()
        if self._by_hearts and len({self._rules.team_of[seat] for seat in winners}) > 1:
            names = self._named(winners)
            notes.append(f"{names} are tied: the fewest hearts decide, and a log of scores does not tell who took them")
        return ScoreLog(
            variant=self._variant,
            players=self._players,
            names=table.names,
            is_running=self._running,
            rows=rows,
            totals=self._standing.totals,
            winners=winners,
            tied=() if winners else tied,
            placings=rank_seats(self._shared, self._standing),
            problems=(*problems, *self._totals_problems(table.totals)),
            notes=tuple(notes),
        )

    def _winners(self) -> tuple[int, ...]:
        return self._first() if self._by_hearts else find_winners(self._rules, self._standing)

    def _first(self) -> tuple[int, ...]:
        """All who share the first place, once the game can end."""
        return find_winners(self._shared, self._standing)

    def _named(self, seats: Iterable[int]) -> str:
        *names, last = (self._table.names[seat] for seat in seats)
        return f"{', '.join(names)} and {last}" if names else last

    def _totals_problems(self, stated: TableRow | None) -> Iterator[str]:
        if stated:
            for name, said, total in zip(self._table.names, stated.numbers, self._standing.totals, strict=True):
                if said != total:
                    yield f"line {stated.line}: the total of {name} is {said}: expected {total}"

    # ---- one row ---------------------------------------------------------------------------------------------------------

    def _row(self, row: TableRow, deal: int, last_label: int) -> RowCheck:
        """The check of the next row."""
        before = self._standing
        winners = self._winners()
        problems = []
        if row.label not in (None, last_label + 1):
            problems.append(f"its number is {row.label}: expected {last_label + 1}")
        scores, answer = row.numbers, Explained((), is_complete=True)
        if winners:
            over = f"the game was over after deal {before.deals}, won by {self._named(winners)}: expected no more deals"
            problems.append(over)
            if self._running:
                scores = tuple(map(sub, row.numbers, before.totals))
        else:
            budget = Budget(min(LIMIT, self._left))
            spent = budget.left
            if self._running:
                scores, answer, problem = self._led_to(row.numbers, budget)
                totals = row.numbers
            else:
                answer = self._explain(scores, budget)
                problem = None if answer.is_possible else self._why_not(scores, answer)
                totals = add_scores(self._rules, before.totals, scores)
            self._left -= spent - max(0, budget.left)
            problems += [problem] if problem else []
            self._standing = Standing(totals, before.deals + 1, before.hearts)
        return RowCheck(
            line=row.line,
            deal=deal,
            scores=scores,
            totals=self._standing.totals,
            explanations=answer.explanations,
            is_checked=bool(answer.explanations) or answer.is_complete,
            problem="; ".join(problems) or None,
        )

    def _explain(self, scores: tuple[int, ...], budget: Budget) -> Explained:
        """How scores can be; the same scores are looked at once, unless how the game stands says how a moon is scored."""
        known = self._explained.get(scores)
        if known is not None:
            return known
        answer = explain_within(self._variant, scores, self._standing.totals, self._standing.deals, budget)
        stands_alone = self._variant.moon.style not in (MoonStyle.MIXED, MoonStyle.AUTO)
        if stands_alone and answer.is_complete and len(self._explained) < MOST_ROWS:
            self._explained[scores] = answer
        return answer

    def _why_not(self, scores: tuple[int, ...], answer: Explained) -> str:
        """What is wrong with scores that cannot be, and what would be right."""
        if answer.instead:
            moons = [score.moon for score in answer.instead if score.moon]
            made = " or ".join(dict.fromkeys(f"a {moon.kind} by {self._named(moon.seats)}" for moon in moons))
            right = " or ".join(", ".join(map(str, score.scores)) for score in answer.instead)
            return f"these scores come from {made}, which is not scored so: expected {right}"
        total = sum(scores)
        if not _can_add_up(self._variant, scores):
            kinds = row_sums(self._variant, self._players)
            wanted = ", or ".join(_listed(kind.sums) + (f" for a {kind.kind}" if kind.kind else "") for kind in kinds)
            return f"the scores add up to {total}: expected {wanted}"
        for seat, score in enumerate(scores):
            if not can_score(self._variant, self._players, seat, score):
                return f"{self._table.names[seat]} cannot score {score} in one deal"
        return f"the scores add up to {total}, as they may, but the cards cannot be shared out so"

    # ---- running totals --------------------------------------------------------------------------------------------------

    def _led_to(self, totals: tuple[int, ...], budget: Budget) -> tuple[tuple[int, ...], Explained, str | None]:
        """Scores that lead to running totals, how they can be, and what is wrong where there are none."""
        before = self._standing.totals
        plain = tuple(map(sub, totals, before))
        leads = add_scores(self._rules, before, plain) == totals
        answer = self._explain(plain, budget) if leads else Explained((), is_complete=True)
        if answer.is_possible:
            return plain, answer, None
        candidates = self._candidates(totals, budget)
        if candidates is None:
            return plain, Explained((), is_complete=False), None
        for scores in candidates:
            found = self._explain(scores, budget)
            if found.is_possible:
                return scores, found, None
        if leads:
            return plain, answer, self._why_not(plain, answer)
        listed = ", ".join(map(str, before))
        return plain, answer, f"no scores lead to these totals: expected such as follow from {listed}"

    def _candidates(self, totals: tuple[int, ...], budget: Budget) -> Iterable[tuple[int, ...]] | None:
        """The rows of scores that lead to totals, as far as each seat can have them; None where there are too many."""
        by_seat = []
        for seat, (old, new) in enumerate(zip(self._standing.totals, totals, strict=True)):
            key = seat, old, new
            if key not in self._leads:
                self._leads[key] = self._lead_to(*key, budget)
            leads = self._leads[key]
            if leads is None:
                return None
            by_seat.append(leads)
        return product(*by_seat) if prod(map(len, by_seat)) <= _MOST_CANDIDATES else None

    def _lead_to(self, seat: int, old: int, new: int, budget: Budget) -> list[int] | None:
        """The scores that a seat can have and that lead from one total to the next; None where there are too many."""
        end = self._variant.end
        low = lowest_score(self._variant, self._players)
        below = new - old - low if new == end.floor else 0  # whatever falls below the floor leads to it
        if below > _MOST_CANDIDATES or not budget.allows(1 + len(end.exact) + max(0, below)):
            return None
        steps = [*dict.fromkeys((new - old, *(total - old for total, _ in end.exact), *range(low, low + below)))]
        reached = add_scores(self._rules, (old,) * len(steps), steps)
        leads = [step for step, total in zip(steps, reached, strict=True) if total == new]
        fresh = [step for step in leads if (seat, step) not in self._scored]
        if not budget.allows(_STEPS_OF_A_SCORE * len(fresh)):
            return None
        self._scored |= {(seat, step): can_score(self._variant, self._players, seat, step) for step in fresh}
        return [step for step in leads if self._scored[seat, step]]


def _listed(numbers: Sequence[int]) -> str:
    """Some numbers in words, or where they are many, their bounds."""
    if len(numbers) > _MOST_LISTED:
        return f"one of {len(numbers)} sums from {numbers[0]} to {numbers[-1]}"
    return " or ".join(map(str, numbers))
