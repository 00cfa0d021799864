"""`hearts replay` plays saved games again, and tells what they came to, or what is wrong with them."""

from __future__ import annotations

import gzip
import os
import re
import signal
from typing import TYPE_CHECKING

import attrs
import pytest
from running import good, joined, on_terminal, process, run
from saved_games import played, recorded, with_deal, with_wrong_card, with_wrong_hands, with_wrong_totals

import hearts
from hearts.cli import streams
from hearts.cli.retelling import Saved
from hearts.records import NextDeal, write_lines
from hearts.records.files import iter_lines
from hearts.records.sheet import score_sheet

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

needs_terminal = pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")

COLOUR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

WRONG_CARD = "deal 2, trick 4, seat 2, card KC"
WITHHELD = "the reason may show cards of others, and is told without --seat"
NOT_HELD = f"{WRONG_CARD}: R5.1 Seat 2 does not hold KC. -> "


def saved(value: Saved, folder: Path) -> Path:
    """A file with a value."""
    file = folder / "it.hearts.json"
    hearts.save(value, file)
    return file


def told(history: hearts.History, seat: int | None, language: str = "en") -> list[str]:
    """All that happened in a game, worked out from its states."""
    events = list(hearts.events(history.start))
    states = [*(state for state, _ in history), history.game]
    for (state, step), after in zip(history, states[1:], strict=True):
        events += hearts.events(after) if isinstance(step, NextDeal) else hearts.events(state, step)
    seen = [event if seat is None else event.seen_by(seat) for event in events]
    return [event.say(language) for event in seen if event is not None]


# ---- one game ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["record", "history", "game"])
def test_a_finished_game(kind: str, tmp_path: Path) -> None:
    """Of a record, a history or a game the variant, the players, and the deals with totals and winner are told."""
    history = played()
    forms: dict[str, Saved] = {"record": history.record(), "history": history, "game": history.game}
    assert good("replay", saved(forms[kind], tmp_path)) == (
        f"Short Hearts (short)\nThere are 4 players.\n\n{score_sheet(history.game)}\n"
    )


def test_in_chinese(tmp_path: Path) -> None:
    """With a language all of that is told in it."""
    file = saved(recorded(), tmp_path)
    assert good("replay", file, "--lang", "zh") == (
        f"红心大战（50 分短局） (short)\n由 4 人玩。\n\n{score_sheet(played().game, language='zh')}\n"
    )


@pytest.mark.parametrize(
    ("steps", "english", "chinese"),
    [
        (0, "Deal 1 | Seat 0 is to choose the cards that it passes to seat 1.", "副次 1 | 座位 0 号要选择传给座位 1 号的牌。"),
        (3, "Deal 1 | Seat {} is to choose the cards that it passes to seat {}.", "副次 1 | 座位 {} 号要选择传给"),
        (4, "Deal 1 | It is seat {}'s turn.", "副次 1 | 轮到座位 {} 号出牌。"),
        (56, "Deal 1 | The deal is over: all cards have been played.", "副次 1 | 这一副已经打完：所有的牌都出完了。"),
        (57, "Deal 2 | Seat 3 is to choose the cards that it passes to seat 2.", "副次 2 | 座位 3 号要选择传给座位 2 号的牌。"),
    ],
)  # fmt: skip
def test_where_a_game_stands(steps: int, english: str, chinese: str, tmp_path: Path) -> None:
    """Of a game that goes on it is told that it does, and what is to be done next."""
    game = played("short", 7, steps).game
    file = saved(recorded("short", 7, steps), tmp_path)
    seats = (game.to_act[-1], (game.to_act[-1] + game.deal.pass_offset) % 4) if game.to_act else ()
    output = good("replay", file)
    assert "The game is not over." in output
    assert english.format(*seats) in output.splitlines()
    assert output.count(" | Seat ") - 4 == len(game.to_act) * (game.phase is hearts.Phase.PASSING)
    assert f"\n{chinese.format(*seats)}" in good("replay", file, "--lang", "zh")


def test_a_moon_to_be_chosen_for(tmp_path: Path) -> None:
    """Where the shooter has still to choose how its moon is scored, that is told."""
    suits = [suit.cards for suit in hearts.Suit]
    free = {"passing": {"cycle": ["hold"]}, "first_trick": {"barred": ""}, "hearts": {"lead": "any-time"}}
    variant = hearts.load_variant("standard").evolve(moon={"style": "choice"}, **free)
    game = hearts.new_game(variant, seed=1, hands=suits)
    while game.phase is hearts.Phase.PLAYING:
        game = game.play(game.legal_cards()[0])
    assert game.phase is hearts.Phase.CHOOSING_MOON
    output = good("replay", saved(game, tmp_path))
    assert output.splitlines()[-1] == f"Deal 1 | Seat {game.turn} is to choose how its moon is scored."
    chosen = game.apply(hearts.ChooseMoon(game.turn or 0, "new"))
    output = good("replay", saved(chosen, tmp_path), "--events")
    assert f"  Seat {game.turn} has chosen that its own score goes down for its moon.\n" in output


def test_a_variant_of_anybody(tmp_path: Path) -> None:
    """The title of a variant that comes with the game is text: brackets are no markup, and what cannot be printed is a ?."""
    variant = hearts.load_variant("short").evolve(title={"en": "[bold]Ours\x1b[2J[/bold]"}, name="ours")
    file = saved(hearts.new_game(variant, seed=1), tmp_path)
    assert good("replay", file).startswith("[bold]Ours?[2J[/bold] (ours)\n")
    nameless = hearts.new_game(variant.evolve(title={}), seed=1)
    assert good("replay", saved(nameless, tmp_path)).startswith("ours\n")


FORGED = "x\n2 | Short Hearts (short) | ok\r\nThe game is over.\t!"


def test_names_forge_no_lines(tmp_path: Path) -> None:
    """A line break in the name or title of a saved variant makes no lines of output."""
    variant = hearts.load_variant("short").evolve(title={"en": FORGED}, name=FORGED)
    game = hearts.new_game(variant, seed=1)
    file = saved(game, tmp_path)
    plain = good("replay", saved(hearts.new_game("short", seed=1), tmp_path))
    saved(game, tmp_path)
    for output in (good("replay", file), good("score", file) + "\n\n"):
        assert output.startswith("x 2 | Short Hearts (short) | ok")
        assert "\n2 |" not in output
        assert "\nThe game is over" not in output
    assert len(good("replay", file).splitlines()) == len(plain.splitlines())
    write_lines([game], tmp_path / "it.jsonl")
    assert len(good("replay", tmp_path / "it.jsonl").splitlines()) == 2
    alone = hearts.dumps(game).replace('"players":4,"first', '"players":7,"first')
    assert alone != hearts.dumps(game)
    file.write_text(alone, encoding="utf-8")
    assert len(run("replay", file).stderr.splitlines()) == 2
    assert len(run("verify", file).stdout.splitlines()) == 2


# ---- what happened -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["record", "history"])
def test_events(kind: str, language: str, tmp_path: Path) -> None:
    """With --events everything that happened is told, deal by deal, each on a line of its own, and then the outcome."""
    history = played()
    file = saved(history.record() if kind == "record" else history, tmp_path)
    output = good("replay", file, "--events", "--lang", language)
    lines = output.splitlines()
    assert [line[2:] for line in lines if line.startswith("  ") and "|" not in line] == told(history, None, language)
    head = {"en": "Deal", "zh": "副次"}[language]
    heads = [line for line in lines if re.fullmatch(rf"{head} \d+", line)]
    assert heads == [f"{head} {number}" for number in range(1, len(history.game.deals) + 1)]
    assert output.endswith(f"\n\n{score_sheet(history.game, language=language)}\n")


@pytest.mark.parametrize("seat", [0, 3])
def test_what_a_seat_may_see(seat: int, tmp_path: Path) -> None:
    """With --seat only what that seat may see is told: nothing of what others were dealt and passed."""
    history = played("standard", 5, 70)
    lines = good("replay", saved(history.record(), tmp_path), "--events", "--seat", str(seat)).splitlines()
    seen = [line[2:] for line in lines if line.startswith("  ") and "|" not in line]
    assert seen == told(history, seat)
    hidden = {*told(history, None)} - {*told(history, seat)}
    assert hidden
    assert not hidden & {*seen}


def test_events_of_a_game(tmp_path: Path) -> None:
    """A game holds the cards of its current deal alone, so what happened is told from there on, passes in order of seats."""
    history = played("standard", 5, 70)
    output = good("replay", saved(history.game, tmp_path), "--events")
    assert "\nDeal 1\n" not in output
    whole = good("replay", saved(history.record(), tmp_path), "--events")
    mine, all_of_it = (text.partition("\nDeal 2\n")[2].splitlines() for text in (output, whole))
    assert sorted(mine) == sorted(all_of_it)
    assert [line for line in mine if "has chosen" not in line] == [
        line for line in all_of_it if "has chosen" not in line
    ]
    assert re.findall(r"Seat (\d) has chosen", output) == ["0", "1", "2", "3"]


def test_events_of_a_history_from_the_middle(tmp_path: Path) -> None:
    """A history that begins in the middle of a deal is told from the beginning of that deal."""
    middle = hearts.History(played("standard", 5, 70).game)
    history = middle.play(middle.game.legal_cards()[0])
    output = good("replay", saved(history, tmp_path), "--events")
    assert output == good("replay", saved(history.game, tmp_path), "--events")
    assert f"Seat {middle.game.turn} plays {middle.game.legal_cards()[0]}." in output


def test_no_such_seat(tmp_path: Path) -> None:
    """A seat that the game does not have is an error that says which there are."""
    result = run("replay", saved(recorded(), tmp_path), "--events", "--seat", "4")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: seat: it is 4: expected a seat from 0 to 3\n"


# ---- what is wrong -----------------------------------------------------------------------------------------------------


def test_a_wrong_card(tmp_path: Path) -> None:
    """A card that is refused is told with its place, the rule, the reason and the cards that would do; the exit code is 1."""
    record = with_wrong_card()
    replayed = record.replay()
    assert replayed.game is not None
    result = run("replay", saved(record, tmp_path))
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines()[-1] == f"{NOT_HELD}{replayed.game.legal_cards()}"
    assert score_sheet(replayed.game) in result.stdout
    result = run("replay", saved(record, tmp_path), "--lang", "zh")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == (
        f"{WRONG_CARD}: R5.1 座位 2 号手里没有 KC。 -> {replayed.game.legal_cards()}"
    )


def test_a_refusal_that_names_the_cards(tmp_path: Path) -> None:
    """Where the reason itself names the cards that would do, they are not told twice."""
    game = hearts.new_game("original", seed=7)
    record = hearts.History(game.play("2C")).record()
    seat = game.to_act[0]
    wrong = game.deal.dealt[seat][-1]
    text = hearts.dumps(record).replace(f'"{seat}: 2C"', f'"{seat}: {wrong}"')
    assert text != hearts.dumps(record)
    file = tmp_path / "it.json"
    file.write_text(text, encoding="utf-8")
    result = run("replay", file)
    assert result.exit_code == 1
    assert result.stdout.endswith(
        f"\ndeal 1, trick 1, seat {seat}, card {wrong}: R3.2 {wrong} cannot be led: the first lead of the deal is 2C.\n"
    )


def test_wrong_totals(tmp_path: Path) -> None:
    """A result that is wrong is told with what it is and what would be right."""
    result = run("replay", saved(with_wrong_totals(), tmp_path))
    assert result.exit_code == 1
    right = " ".join(map(str, played().game.deals[0].totals))
    assert result.stdout.splitlines()[-1] == f"deal 1: the totals are 1 2 3 20; expected {right}"


def test_wrong_hands(tmp_path: Path) -> None:
    """Where not even the first deal can be dealt, there is nothing but that to tell."""
    result = run("replay", saved(with_wrong_hands(), tmp_path), "--events")
    assert result.exit_code == 1
    heading, players, blank, fault = result.stdout.splitlines()
    assert (heading, players, blank) == ("Short Hearts (short)", "There are 4 players.", "")
    assert fault.startswith("deal 1: hands")


def test_events_up_to_what_is_wrong(tmp_path: Path) -> None:
    """Of a record with something wrong, all that happened before is told, and then what is wrong."""
    result = run("replay", saved(with_wrong_card(), tmp_path), "--events")
    assert result.exit_code == 1
    lines = [line[2:] for line in result.stdout.splitlines() if line.startswith("  ") and "|" not in line]
    assert lines == told(played(), None)[: len(lines)]
    assert result.stdout.splitlines()[-1].startswith(NOT_HELD)


def test_a_seat_is_not_told_what_others_hold(tmp_path: Path) -> None:
    """Why the card of another seat is refused shows what that one holds, so a seat is told the place alone."""
    file = saved(with_wrong_card(), tmp_path)
    result = run("replay", file, "--events", "--seat", "2")
    assert result.exit_code == 1
    assert f"{NOT_HELD}" in result.stdout
    result = run("replay", file, "--events", "--seat", "1")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == f"deal 2, trick 4, seat 2: {WITHHELD}"


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_seat_is_not_told_of_hands(seat: int, tmp_path: Path) -> None:
    """Faults of hands, which are nobody's own, are told by their place alone too."""
    record = recorded().without_seed()
    first, _, *rest = record.deals[0].hands or ()
    file = saved(with_deal(record, 1, attrs.evolve(record.deals[0], hands=(first, first, *rest))), tmp_path)
    assert run("replay", file, "--events").stdout.splitlines()[-1].startswith("deal 1: hands")
    result = run("replay", file, "--events", "--seat", str(seat))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:] == ["", f"deal 1: {WITHHELD}"]


@pytest.mark.parametrize("kind", ["game", "history"])
def test_a_seat_is_not_told_what_is_wrong_in_a_file(kind: str, tmp_path: Path) -> None:
    """Of a file that cannot be read for its cards a seat is told how many faults it has, and what is wrong with the file."""
    history = played("original", 7, 3)
    file = saved(history if kind == "history" else history.game, tmp_path)
    assert history.game.deal.trick is not None
    first, second, *_ = history.game.deal.trick.cards
    before = f"{first} " if kind == "game" else ": "
    text = file.read_text(encoding="utf-8")
    assert f"{before}{second}" in text
    file.write_text(text.replace(f"{before}{second}", f"{before}{first}"), encoding="utf-8")
    assert f" does not hold {first}" in run("replay", file, "--events").stderr
    result = run("replay", file, "--events", "--seat", "0")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: {file}: 1 fault; {WITHHELD}\n"
    for content in (None, '{"format": "hearts.game/9"}'):
        if content is None:
            file.unlink()
        else:
            file.write_text(content, encoding="utf-8")
        result = run("replay", file, "--events", "--seat", "0")
        assert (result.exit_code, result.stderr) == (1, run("replay", file).stderr)


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("none.json", None, "file: it cannot be read: No such file or directory; expected a readable file"),
        ("a.json", "", "text: it is empty; expected one value as JSON text"),
        ("a.json", "{", "text: it is not JSON at line 1"),
        ("a.json", '{"format": "hearts.game/9"}', "format: it is 'hearts.game/9', which this version does not know"),
        ("a.json", '{"format": "hearts.record/1"}', "variant: it is missing; expected that key"),
        ("a.json", '{"format":"hearts.action/1","action":"play","seat":2,"card":"QS"}', "format: it is hearts.action/1;"),
        ("a.json.gz", "{}", "file: it cannot be read: "),
    ],
)  # fmt: skip
def test_what_is_no_game(name: str, content: str | None, fault: str, tmp_path: Path) -> None:
    """What cannot be read, or is something else, is an error with every fault, and what would be right."""
    file = tmp_path / name
    if content is not None:
        file.write_text(content, encoding="utf-8")
    result = run("replay", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {file}: ")
    assert f"\n  {fault}" in result.stderr


# ---- the referee -------------------------------------------------------------------------------------------------------


def test_referee(tmp_path: Path) -> None:
    """With --referee the report of the lenient mode is printed: all that is irregular, and what it comes to as it fell."""
    record = with_wrong_card()
    result = run("replay", saved(record, tmp_path), "--referee")
    report = record.referee()
    assert len(report.irregularities) > 1
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == f"Short Hearts (short)\n{report}\n"
    chinese = run("replay", saved(record, tmp_path), "--referee", "--lang", "zh").stdout.splitlines()
    assert chinese[1 : 1 + len(report.irregularities)] == [found.say("zh") for found in report.irregularities]
    assert chinese[1 + len(report.irregularities) :] == str(report).splitlines()[len(report.irregularities) :]


def test_nothing_irregular(tmp_path: Path) -> None:
    """Where nothing is irregular that is said, of a history too."""
    output = good("replay", saved(played(), tmp_path), "--referee")
    assert output.splitlines()[1] == "nothing irregular"
    assert output.splitlines()[-1] == f"winners: {' '.join(map(str, played().game.winners))}"


def test_referee_of_half_a_game(tmp_path: Path) -> None:
    """A referee needs the cards of all deals, which a game has only in its first."""
    assert "nothing irregular" in good("replay", saved(played("short", 7, 9).game, tmp_path), "--referee")
    result = run("replay", saved(played("short", 7, 70).game, tmp_path), "--referee")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "expected a record, or a history that begins with deal 1" in result.stderr


# ---- many games --------------------------------------------------------------------------------------------------------


def many(folder: Path, name: str = "games.jsonl") -> Path:
    """A file with games, two of them with something wrong, and lines that are none."""
    values: list[Saved] = [
        recorded(),
        played("omnibus", 3),
        with_wrong_card(),
        played("standard", 5, 70).game,
        with_wrong_totals(),
    ]
    file = folder / name
    write_lines(values, file)
    with file.open("a", encoding="utf-8") as more:
        more.write('\n{"format": 3}\n{"format":"hearts.action/1","action":"play","seat":2,"card":"QS"}\n')
    return file


def test_a_line_for_each_game(tmp_path: Path) -> None:
    """Each game gets a line, with its number in the file, variant, deals, totals and winners, or what is wrong; then a sum."""
    result = run("replay", many(tmp_path))
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    first, second, open_game = played().game, played("omnibus", 3).game, played("standard", 5, 70).game
    assert lines[0] == (
        f"1 | Short Hearts (short) | {len(first.deals)} deals | The game is over, and is won by seat {first.winners[0]}."
        f" The totals are {', '.join(map(str, first.totals))}."
    )
    assert lines[1].startswith(f"2 | Omnibus Hearts (omnibus) | {len(second.deals)} deals | The game is over")
    assert lines[2].startswith(f"3 | {NOT_HELD}")
    totals = ", ".join(map(str, open_game.totals))
    assert lines[3] == f"4 | Standard Hearts (standard) | 1 deal | The game is not over. | Total {totals}"
    assert lines[4].startswith("5 | deal 1: the totals are 1 2 3 20; expected ")
    assert lines[5].startswith("7 | format: it is 3, which this version does not know; expected one of ")
    assert lines[6].startswith("8 | format: it is hearts.action/1; expected ")
    assert lines[7:] == ["7 games replayed, 4 of them faulty."]


def test_many_in_chinese(tmp_path: Path) -> None:
    """The lines are in the language that is asked for."""
    lines = run("replay", many(tmp_path), "--lang", "zh").stdout.splitlines()
    game, open_game = played().game, played("standard", 5, 70).game
    totals = "、".join(map(str, game.totals))
    assert lines[0] == (
        f"1 | 红心大战（50 分短局） (short) | {len(game.deals)} 副牌"
        f" | 整局结束，赢家是座位 {game.winners[0]} 号。总分：{totals}。"
    )
    assert lines[2].startswith(f"3 | {WRONG_CARD}: R5.1 座位 2 号手里没有 KC。")
    totals = "、".join(map(str, open_game.totals))
    assert lines[3] == f"4 | 红心大战 (standard) | 1 副牌 | 整局还没有结束。 | 总分 {totals}"


def test_many_that_are_right(tmp_path: Path) -> None:
    """Where all games are right the exit code is 0; a compressed file will do, and one without any games."""
    write_lines([recorded(), played()], tmp_path / "games.jsonl.gz")
    assert good("replay", tmp_path / "games.jsonl.gz").splitlines()[-1] == "2 games replayed, 0 of them faulty."
    write_lines([], tmp_path / "none.JSONL")
    assert good("replay", tmp_path / "none.JSONL") == "0 games replayed, 0 of them faulty.\n"


def test_lines_that_cannot_be_read(tmp_path: Path) -> None:
    """A file of lines that is not there, or that is no gzip, is an error."""
    (tmp_path / "broken.jsonl.gz").write_text("{}", encoding="utf-8")
    for name in ("none.jsonl", "broken.jsonl.gz"):
        result = run("replay", tmp_path / name)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"error: {tmp_path / name}: 1 fault\n  file: it cannot be read: ")


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    """A line that is refused before it is read is faulty, and the next one follows."""
    file = tmp_path / "games.jsonl"
    file.write_text("x" * (8 * 1024 * 1024 + 1) + "\n" + hearts.dumps(recorded()) + "\n", encoding="utf-8")
    result = run("replay", file)
    assert result.exit_code == 1
    first, second, last = result.stdout.splitlines()
    assert first.startswith("1 | line: it has more than 8,388,608 bytes; expected at most ")
    assert second.startswith("2 | Short Hearts (short) | ")
    assert last == "2 games replayed, 1 of them faulty."


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops, tells how many games were replayed until then, and ends with exit code 130."""
    write_lines([recorded()] * 3, tmp_path / "games.jsonl")

    def interrupted(path: Path) -> Iterator[tuple[int, bytes | hearts.RecordError]]:
        for number, line in iter_lines(path):
            if number == 3:
                raise KeyboardInterrupt
            yield number, line

    monkeypatch.setattr(streams, "iter_lines", interrupted)
    result = run("replay", tmp_path / "games.jsonl")
    assert (result.exit_code, result.stderr) == (130, "")
    assert result.stdout.splitlines()[2:] == [
        "2 games replayed, 0 of them faulty.",
        "Interrupted: these are all that were replayed until then.",
    ]


@needs_terminal
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_ctrl_c_on_a_terminal(name: str, tmp_path: Path) -> None:
    """On a terminal a bar shows how far the file has been read; Ctrl-C ends with what was replayed, and exit code 130."""
    file = tmp_path / name
    lines = f"{hearts.dumps(recorded())}\n".encode() * 3000
    file.write_bytes(gzip.compress(lines) if name.endswith(".gz") else lines)
    sent: list[bool] = []

    def watch(written: str, running: subprocess.Popen[bytes]) -> None:
        if not sent and re.search(r"\b[1-9][\d.]*/(\?|[\d.]+) [kM]?B", COLOUR.sub("", written)):
            running.send_signal(signal.SIGINT)
            sent.append(True)

    code, written = on_terminal("replay", file, width=120, watch=watch)
    assert sent
    assert code == 130
    report = joined(COLOUR.sub("", written))
    assert re.search(r"\b[1-9]\d* games? replayed, 0 of them faulty\. Interrupted: these are all that", report)
    assert "1 | Short Hearts (short) | " in report
    assert "Traceback" not in report


@needs_terminal
def test_one_game_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal events are broken between words and stay indented, and the score sheet is not broken."""
    file = saved(played("standard", 5, 70).record(), tmp_path)
    code, written = on_terminal("replay", file, "--events", width=60, NO_COLOR="1")
    assert code == 0
    events, _, sheet = COLOUR.sub("", written).replace("\r", "").rpartition("\n\n")
    assert max(map(len, events.splitlines())) <= 60
    assert sheet.startswith(score_sheet(played("standard", 5, 70).game).partition("\n")[0])
    for line in told(played("standard", 5, 70), None):
        assert line in joined(events)


def test_a_pipe(tmp_path: Path) -> None:
    """Where the output goes to a pipe there is no bar and no colour, and each game is one line, however long."""
    done = process("replay", many(tmp_path), COLUMNS="40")
    assert (done.returncode, done.stderr) == (1, "")
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 8


# ---- usage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "FILE"),
        (("a.json", "b.json"), "b.json"),
        (("a.json", "--seat", "1"), "--seat goes with --events"),
        (("a.json", "--events", "--seat", "-1"), "--seat"),
        (("a.json", "--events", "--seat", "x"), "--seat"),
        (("a.json", "--events", "--referee"), "choose one of --events and --referee"),
        (("a.jsonl", "--events"), "are for a file with one game"),
        (("a.jsonl.gz", "--referee"), "are for a file with one game"),
        (("a.json", "--lang", "xx"), "'xx' is not one of 'en', 'zh'"),
    ],
)
def test_usage(args: tuple[str, ...], message: str) -> None:
    """Options that do not fit the file or each other are wrong usage: exit code 2, with what is wrong."""
    result = run("replay", *args, width=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts replay" in result.stderr
    assert message in result.stderr


def test_help() -> None:
    """The help names the new commands, and each has its own."""
    for command in ("replay", "verify", "score", "convert"):
        assert command in good("--help")
        assert f"Usage: hearts {command}" in good(command, "--help")
