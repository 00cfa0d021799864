"""The commands for games that are saved: replay, verify, score, convert."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import hearts
from hearts.cli.conversion import Form, form_of, read_values, text_of, without_seed, write_values
from hearts.cli.options import AsJson, InLanguage
from hearts.cli.output import (
    FAILURE,
    INTERRUPTED,
    plural,
    print_data,
    print_faults,
    print_item,
    print_line,
    reports_errors,
    say_error,
)
from hearts.cli.retelling import (
    Played,
    Saved,
    as_saved,
    events_of,
    fault_for,
    heading_of,
    in_one_line,
    moments,
    outcome_of,
    record_of,
    unreadable_for,
    where_it_stands,
)
from hearts.cli.scores import data_of_game, data_of_log, log_in_words, read_content
from hearts.cli.streams import has_lines, streamed
from hearts.engine.setup import seat_in
from hearts.language import message
from hearts.records.fair import verify as verify_record
from hearts.records.replay import NextDeal
from hearts.records.score_log import ScoreLog, read_score_log
from hearts.records.sheet import score_sheet
from hearts.variant.catalogue import DEFAULT

__all__ = ["convert", "replay", "score", "verify"]

GameFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A record, history or game (.json), or many with one on each line (.jsonl), also as .gz."
    ),
]


# ---- hearts replay -----------------------------------------------------------------------------------------------------


@reports_errors
def replay(
    file: GameFile,
    *,
    events: Annotated[bool, typer.Option("--events", help="Tell everything that happened, deal by deal.")] = False,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="With --events: tell only what this seat may see.")
    ] = None,
    referee: Annotated[
        bool,
        typer.Option("--referee", help="Go on after what is wrong, and tell all of it; score the tricks as they fell."),
    ] = False,
    language: InLanguage = "en",
) -> None:
    """Play saved games again, with every check, and tell what they came to.

    The first thing that is wrong is told with its place and what would be right, and the exit code is 1. Of a file with many
    games, each gets a line; Ctrl-C stops, and tells how many were played until then.
    """
    if events and referee:
        raise typer.BadParameter("choose one of --events and --referee")
    if seat is not None and not events:
        raise typer.BadParameter("--seat goes with --events")
    if has_lines(file):
        if events or referee:
            raise typer.BadParameter("--events and --referee are for a file with one game")
        good = _replay_lines(file, language)
    else:
        saved = _load_for(file, seat)
        good = _judge(saved, file, language) if referee else _replay(saved, language, events=events, seat=seat)
    if not good:
        raise typer.Exit(FAILURE)


def _load_for(file: Path, seat: int | None) -> Saved:
    """The saved game of a file; of what is wrong with it a seat is told no more than it may know."""
    try:
        return as_saved(hearts.load(file), str(file))
    except hearts.RecordError as error:
        told = None if seat is None else unreadable_for(error)
        if told is None:
            raise
        say_error(told)
        raise typer.Exit(FAILURE) from error


def _replay(saved: Saved, language: str, *, events: bool, seat: int | None) -> bool:
    """Tell what a game comes to, and perhaps all that happened; is all right?"""
    played = outcome_of(saved)
    if seat is not None:
        seat_in("seat", seat, played.players)
    print_line(Text(heading_of(played.variant, language), style="bold"))
    print_line(Text(message("rules.PLAYERS", language, players=played.players)))
    if events:
        _tell_events(saved, seat, language)
    if played.game is not None:
        print_line(Text())
        _print_sheet(played.game, language)
        for sentence in where_it_stands(played.game, language):
            print_line(Text(f"{message('sheet.DEAL', language)} {played.game.deal_number} | {sentence}"))
    if played.fault is not None:
        print_line(Text())
        print_line(Text(fault_for(played.fault, seat, language), style="red"))
    return played.fault is None


def _print_sheet(game: hearts.Game, language: str) -> None:
    for line in score_sheet(game, language=language).splitlines():
        print_line(Text(line))


def _tell_events(saved: Saved, seat: int | None, language: str) -> None:
    for moment in moments(saved):
        if isinstance(moment.step, NextDeal) and moment.after is not None:
            print_line(Text())
            print_line(Text(f"{message('sheet.DEAL', language)} {moment.after.deal_number}", style="bold"))
        for event in events_of(moment, seat):
            print_item(Text(event.say(language)))


def _judge(saved: Saved, file: Path, language: str) -> bool:
    """Print a referee's report; is nothing irregular?"""
    record = record_of(saved, str(file))
    report = record.referee()
    print_line(Text(heading_of(record.variant, language), style="bold"))
    for found in report.irregularities:
        print_line(Text(found.say(language), style="red"))
    for line in str(report).splitlines()[len(report.irregularities) :]:
        print_line(Text(line))
    return report.is_clean


def _replay_lines(file: Path, language: str) -> bool:
    """Tell what each of many games comes to, a line for each; are all right?"""
    count = faulty = 0
    stopped = False
    try:
        with streamed(file) as stream:
            for number, value in stream:
                good, line = _line_of(value, str(file), language)
                print_line(Text(f"{number} | ").append(line, style="" if good else "red"), stream.out)
                count += 1
                faulty += not good
    except KeyboardInterrupt:
        stopped = True
    print_line(Text(f"{plural(count, 'game')} replayed, {faulty} of them faulty."))
    if stopped:
        print_line(Text("Interrupted: these are all that were replayed until then."))
        raise typer.Exit(INTERRUPTED)
    return not faulty


def _line_of(value: object, source: str, language: str) -> tuple[bool, str]:
    """Is a game of many right, and what does it come to, or what is wrong?"""
    try:
        played = _played(value, source)
    except hearts.RecordError as error:
        return False, "; ".join(map(str, error.faults))
    if played.fault is not None:
        return False, fault_for(played.fault, None, language)
    return True, in_one_line(played.game, language)  # type: ignore[arg-type]  # only a fault leaves no game


def _played(value: object, source: str) -> Played:
    """What a game of many comes to.

    Raises:
        RecordError: The line holds none, or one that cannot be read.
    """
    if isinstance(value, hearts.RecordError):
        raise value
    return outcome_of(as_saved(value, source))


# ---- hearts verify -----------------------------------------------------------------------------------------------------


@reports_errors
def verify(
    file: GameFile,
    *,
    commitment: Annotated[
        str | None, typer.Option("--commitment", help="What was shown before the game, to be checked too.")
    ] = None,
) -> None:
    """Check saved games: print ok, or every problem. The exit code is 1 if anything is wrong.

    A game is played again with every check; with a commitment, its seed and hands have to keep it.
    """
    if has_lines(file):
        good = _verify_lines(file, commitment)
    else:
        try:
            problems = _problems(hearts.load(file), str(file), commitment)
        except hearts.RecordError as error:
            print_faults(file, error.faults)
            raise typer.Exit(FAILURE) from error
        good = not problems
        if good:
            more = ", and keeps the commitment" if commitment is not None else ""
            print_line(Text(f"{file}: ").append("ok", style="green").append(more))
        else:
            print_line(Text(f"{file}: ").append(plural(len(problems), "problem"), style="red"))
            for problem in problems:
                print_item(Text(problem))
    if not good:
        raise typer.Exit(FAILURE)


def _problems(value: object, source: str, commitment: str | None) -> tuple[str, ...]:
    """What is wrong with a saved game.

    Raises:
        RecordError: It is no saved game, or could not be read.
        SetupError: The commitment has not the form of one.
    """
    if isinstance(value, hearts.RecordError):
        raise value
    saved = as_saved(value, source)
    if commitment is not None:
        return verify_record(record_of(saved, source), commitment).problems
    fault = outcome_of(saved).fault
    return () if fault is None else (fault_for(fault, None, "en"),)


def _verify_lines(file: Path, commitment: str | None) -> bool:
    """Check many games: a line for each that is faulty, and a sum; are all right?"""
    count = faulty = 0
    stopped = False
    try:
        with streamed(file) as stream:
            for number, value in stream:
                try:
                    problems = _problems(value, str(file), commitment)
                except hearts.RecordError as error:
                    problems = tuple(map(str, error.faults))
                for problem in problems:
                    print_line(Text(f"line {number}: ", style="red").append(problem, "default"), stream.out)
                count += 1
                faulty += bool(problems)
    except KeyboardInterrupt:
        stopped = True
    if stopped:
        print_line(Text(f"{file}: stopped after {plural(count, 'game')}, {faulty} of them faulty"))
        raise typer.Exit(INTERRUPTED)
    result = Text(f"{file}: ")
    if faulty:
        result.append(f"{faulty} of {plural(count, 'game')} faulty", style="red")
    else:
        result.append("ok", style="green").append(f" ({plural(count, 'game')})")
    print_line(result)
    return not faulty


# ---- hearts score ------------------------------------------------------------------------------------------------------


@reports_errors
def score(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A log of scores, or a saved game (.json); - reads from stdin.")
    ],
    *,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant", help=f"Of a log: the variant that was played; {DEFAULT} if left out.", show_default=False
        ),
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Of a log: the number of players.")] = None,
    running: Annotated[
        bool, typer.Option("--running", help="Of a log: the rows are running totals, not points by deal.")
    ] = False,
    as_json: AsJson = False,
    language: InLanguage = "en",
) -> None:
    """Score a log that was kept by hand, or print the score sheet of a saved game.

    Each row of a log is checked against the rules. What cannot be is told with its line, and the exit code is 1.
    """
    if has_lines(Path(file)):
        raise typer.BadParameter("a file with many games has no score sheet: `hearts replay` tells what each came to")
    content, is_saved = read_content(file)
    if is_saved:
        if variant is not None or players is not None or running:
            raise typer.BadParameter("--variant, --players and --running are for a log: a saved game says them itself")
        good = _score_game(outcome_of(as_saved(hearts.loads(content, source=file), file)), language, as_json=as_json)
    else:
        text = text_of(content, file)
        log = read_score_log(text, variant or DEFAULT, players=players, running=running, source=file)
        good = _score_log(log, language, as_json=as_json)
    if not good:
        raise typer.Exit(FAILURE)


def _score_log(log: ScoreLog, language: str, *, as_json: bool) -> bool:
    """Print what a log comes to; is all right?"""
    if as_json:
        print_data(data_of_log(log))
    else:
        print_line(Text(heading_of(log.variant, language), style="bold"))
        for line in log_in_words(log, language):
            print_line(Text(line))
        for problem in log.problems:
            print_line(Text(problem, style="red"))
    return not log.problems


def _score_game(played: Played, language: str, *, as_json: bool) -> bool:
    """Print the score sheet of a saved game; is all right?"""
    if as_json:
        print_data(data_of_game(played))
    else:
        print_line(Text(heading_of(played.variant, language), style="bold"))
        if played.game is not None:
            _print_sheet(played.game, language)
        if played.fault is not None:
            print_line(Text(fault_for(played.fault, None, language), style="red"))
    return played.fault is None


# ---- hearts convert ----------------------------------------------------------------------------------------------------


@reports_errors
def convert(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="What to convert: .json, .jsonl or .txt, also as .gz.")
    ],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="What to write: .json, .jsonl, .txt or .pbn, also as .gz.")
    ],
    *,
    hide_seed: Annotated[
        bool, typer.Option("--without-seed", help="Write records with the hands of their deals in place of the seed.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Convert saved values from one form to another, by what the names of the files end in.

    A .json file holds one value, and a .jsonl file one on each line. A .txt file holds deals as text, without the rest of
    their games, and a .pbn file no more than their hands. Nothing is written unless all can be.
    """
    forms = [_form_of(file) for file in files]
    if Form.PBN in forms:
        raise typer.BadParameter("a .pbn file can only be written: it has hands, and no rules to play them by")
    form = _form_of(out)
    if not force and out.exists():
        fault = hearts.Fault("file", "it is there already", "another name, or --force")
        raise hearts.RecordError(str(out), [fault])
    values: Iterator[tuple[str, Any]] = chain.from_iterable(map(read_values, files, forms))
    if hide_seed and form in (Form.VALUE, Form.LINES):
        values = ((source, without_seed(value, source)) for source, value in values)
    try:
        count = write_values(values, out, form)
    except KeyboardInterrupt:
        say_error("interrupted: nothing was written")
        raise typer.Exit(INTERRUPTED) from None
    print_line(Text(f"{out}: {plural(count, 'value' if form in (Form.VALUE, Form.LINES) else 'deal')}"))


def _form_of(file: Path) -> Form:
    form = form_of(file)
    if form is None:
        raise typer.BadParameter(f"the name {str(file)!r} ends in none of {', '.join(Form)}, with or without .gz")
    return form
