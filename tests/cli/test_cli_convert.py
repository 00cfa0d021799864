"""`hearts convert` writes saved values in other forms, and nothing where they do not go into them."""

from __future__ import annotations

import gc
import gzip
import re
import tracemalloc
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from running import good, run
from saved_games import played, recorded, with_wrong_card

import hearts
from hearts.cli import conversion
from hearts.records import read_lines, write_lines
from hearts.records.deal_text import read_deal, write_deal
from hearts.records.notation import read_hands

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def save(value: Any, file: Path) -> Path:  # noqa: ANN401 - whatever can be saved
    """A file with a value."""
    hearts.save(value, file)
    return file


def deals_of(history: hearts.History) -> list[hearts.Deal]:
    """The deals of a game, each as it stood at its end."""
    deals: dict[int, hearts.Deal] = {}
    for game in (*(state for state, _ in history), history.game):
        deals[game.deal.standing.deals] = game.deal
    return list(deals.values())


# ---- values ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["b.json", "b.hearts.json", "b.json.gz", "b.jsonl", "b.JSONL.gz"])
@pytest.mark.parametrize("kind", ["record", "history", "game", "deal", "variant"])
def test_one_value(kind: str, name: str, tmp_path: Path) -> None:
    """A value of any kind goes into each form of JSON and back, and is the same."""
    history = played("short", 7, 60)
    values = {"record": history.record(), "history": history, "game": history.game, "deal": history.game.deal}
    value = values.get(kind, history.game.variant)
    file, there, back = save(value, tmp_path / "a.json"), tmp_path / name, tmp_path / "c.json"
    assert good("convert", file, there) == f"{there}: 1 value\n"
    assert (list(read_lines(there)) if "jsonl" in name.lower() else [hearts.load(there)]) == [value]
    assert (there.read_bytes()[:2] == b"\x1f\x8b") == name.endswith(".gz")
    good("convert", there, back)
    assert back.read_bytes() == file.read_bytes()


def test_many_files_into_one(tmp_path: Path) -> None:
    """Several files, of one value and of many, go into one file of lines, in the order given."""
    one, two = save(recorded(), tmp_path / "a.json"), save(played(), tmp_path / "b.json.gz")
    write_lines([recorded("short", 8), played("short", 9).game], tmp_path / "c.jsonl")
    out = tmp_path / "games.jsonl"
    assert good("convert", one, tmp_path / "c.jsonl", two, out) == f"{out}: 4 values\n"
    assert list(read_lines(out)) == [recorded(), recorded("short", 8), played("short", 9).game, played()]


@pytest.mark.parametrize(("count", "problem"), [(0, "there is no value"), (2, "there is more than one value")])
def test_one_value_only(count: int, problem: str, tmp_path: Path) -> None:
    """A .json file holds one value, so no value, or two, do not go into it."""
    write_lines([recorded()] * count, tmp_path / "a.jsonl")
    result = run("convert", tmp_path / "a.jsonl", tmp_path / "b.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"error: {tmp_path / 'b.json'}: 1 fault\n"
        f"  file: {problem}; expected a single one; a name that ends in .jsonl takes any number\n"
    )
    assert not (tmp_path / "b.json").exists()


def test_without_seed(tmp_path: Path) -> None:
    """With --without-seed records are written with their hands in place of the seed; what has no seed stays as it is."""
    save(recorded(), tmp_path / "a.json")
    save(played().game.deal, tmp_path / "deal.json")
    out = tmp_path / "b.jsonl"
    good("convert", tmp_path / "a.json", tmp_path / "deal.json", out, "--without-seed")
    assert list(read_lines(out)) == [recorded().without_seed(), played().game.deal]
    assert '"seed"' not in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["game", "history"])
def test_what_cannot_be_without_its_seed(kind: str, tmp_path: Path) -> None:
    """A game or a history cannot be without its seed: it is refused, but as text it goes, which has no seed anyway."""
    file = save(played() if kind == "history" else played().game, tmp_path / "a.json")
    result = run("convert", file, tmp_path / "b.json", "--without-seed")
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"seed: a {kind} cannot be without its seed; expected a record" in result.stderr
    assert not (tmp_path / "b.json").exists()
    good("convert", file, tmp_path / "b.txt", "--without-seed")


# ---- text --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["record", "history"])
def test_deals_as_text(kind: str, tmp_path: Path) -> None:
    """Of a record or a history each deal gets a block of text, parted by blank lines, which reads back the same."""
    history = played("omnibus", 3)
    file = save(history.record() if kind == "record" else history, tmp_path / "a.json")
    out, back, deals = tmp_path / "deals.txt", tmp_path / "deals.jsonl", deals_of(history)
    assert good("convert", file, out) == f"{out}: {len(deals)} deals\n"
    assert [len(deals), *deals] == [len(history.game.deals), *map(read_deal, out.read_text("utf-8").split("\n\n"))]
    assert good("convert", out, back) == f"{back}: {len(deals)} values\n"
    assert list(read_lines(back)) == deals


def test_one_deal_as_text(tmp_path: Path) -> None:
    """A deal by itself, and the current one of a game, go into text and back, compressed too."""
    deal = played("short", 7, 70).game.deal
    for value in (deal, played("short", 7, 70).game):
        save(value, tmp_path / "a.json")
        good("convert", tmp_path / "a.json", tmp_path / "a.txt.gz", "--force")
        assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()).decode() == write_deal(deal)
        good("convert", tmp_path / "a.txt.gz", tmp_path / "b.json", "--force")
        assert hearts.load(tmp_path / "b.json") == deal


def test_text_that_was_typed(tmp_path: Path) -> None:
    """Comments and blank lines, a byte order mark, and the line ends of Windows are passed over."""
    first, second = deals_of(played())[:2]
    text = f"# ours\n\n{write_deal(first)}# more\n\n\n{write_deal(second)}".replace("\n", "\r\n")
    text = text.replace("hearts-deal-text-1", "hearts-deal-text-1  # a deal")
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbf" + text.encode())
    good("convert", tmp_path / "a.txt", tmp_path / "b.jsonl")
    assert list(read_lines(tmp_path / "b.jsonl")) == [first, second]


def test_a_fault_in_text(tmp_path: Path) -> None:
    """A fault in the text is told with its line and column in the whole file."""
    lines = "\n\n".join(map(write_deal, deals_of(played()))).splitlines()
    last = max(number for number, line in enumerate(lines, 1) if line.startswith("tricks:"))
    lines[last] = re.sub(r"\S+$", "XX", lines[last])
    file = tmp_path / "a.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    result = run("convert", file, tmp_path / "b.jsonl")
    assert (result.exit_code, result.stdout) == (1, "")
    column = len(lines[last]) - 1
    assert result.stderr.startswith(f"error: {file}: 1 fault\n  line {last + 1}, column {column}: 'XX' is not a card")
    assert not (tmp_path / "b.jsonl").exists()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"hello\n", "line 1, column 1: the deal begins with 'hello'"),
        (b"hearts-deal-text-1\nvariant: \xff\n", "line 2: it is not UTF-8; expected text in UTF-8"),
        (b"hearts-deal-text-1\nvariant: nothing-like-it\n", "line 2"),
        (b"x" * (8 * 1024 * 1024 + 1), "line: it has more than"),
        (b"hearts-deal-text-1\n" + (b"#" * 999_999 + b"\n") * 9, "line 10: the deal has more than 8,388,608 bytes"),
    ],
    ids=["no deal", "no text", "half a deal", "a long line", "a long deal"],
)
def test_what_is_no_deal(content: bytes, fault: str, tmp_path: Path) -> None:
    """Text that is no deal is an error, with the line and what would be right."""
    file = tmp_path / "a.txt"
    file.write_bytes(content)
    result = run("convert", file, tmp_path / "b.jsonl")
    assert (result.exit_code, result.stdout) == (1, "")
    assert fault in result.stderr
    assert not (tmp_path / "b.jsonl").exists()


def test_text_names_the_variant_only(tmp_path: Path) -> None:
    """Text would not bring back the rules of a house, so a deal by them is refused, also where their name is a shipped one."""
    house = hearts.load_variant("short").evolve(end={"target": 30})
    for number, variant in enumerate((house, house.evolve(name="ours"))):
        write_lines([recorded(), hearts.new_game(variant, seed=1)], tmp_path / "a.jsonl")
        result = run("convert", tmp_path / "a.jsonl", tmp_path / "b.txt")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == (
            f"error: {tmp_path / 'a.jsonl'}, value 2: 1 fault\n  variant: text only names the variant, and no variant that is"
            f" shipped as {['short', 'ours'][number]!r} has these rules; expected a form of JSON, which holds all rules of a"
            " variant\n"
        )
        assert not (tmp_path / "b.txt").exists()


def test_a_record_with_something_wrong(tmp_path: Path) -> None:
    """A record with something wrong goes into JSON as it is, but has no deals to be written as text."""
    file = save(with_wrong_card(), tmp_path / "a.json")
    good("convert", file, tmp_path / "b.jsonl")
    assert list(read_lines(tmp_path / "b.jsonl")) == [with_wrong_card()]
    result = run("convert", file, tmp_path / "b.txt")
    assert result.exit_code == 1
    assert "deal 2, trick 4, seat 2, card KC: R5.1: Seat 2 does not hold KC" in result.stderr
    assert not (tmp_path / "b.txt").exists()


def test_what_has_no_deals(tmp_path: Path) -> None:
    """What is no game has no deals; nothing at all gives an empty file."""
    result = run("convert", save(hearts.PlayCard(2, "QS"), tmp_path / "a.json"), tmp_path / "b.txt")
    assert result.exit_code == 1
    assert (
        "format: it is hearts.action/1; expected a hearts.record/1, hearts.history/1, hearts.game/1 or hearts.deal/1\n"
        in result.stderr
    )
    write_lines([], tmp_path / "none.jsonl")
    assert good("convert", tmp_path / "none.jsonl", tmp_path / "b.txt") == f"{tmp_path / 'b.txt'}: 0 deals\n"
    assert (tmp_path / "b.txt").read_bytes() == b""
    for text in (b"", b"# x\n\n# y"):
        (tmp_path / "b.txt").write_bytes(text)
        out = tmp_path / "c.jsonl"
        assert good("convert", tmp_path / "b.txt", out, "--force") == f"{out}: 0 values\n"


# ---- PBN ---------------------------------------------------------------------------------------------------------------


def test_hands_as_pbn(tmp_path: Path) -> None:
    """Of each deal the hands are written as PBN, from the dealer on, numbered over all files."""
    out = tmp_path / "deals.pbn"
    file = save(recorded(), tmp_path / "a.json")
    deals = deals_of(played())
    assert good("convert", file, file, out) == f"{out}: {2 * len(deals)} deals\n"
    blocks = out.read_text("utf-8").split("\n\n")
    for number, (block, deal) in enumerate(zip(blocks, deals + deals, strict=True), 1):
        board, dealer, hands = block.splitlines()
        assert (board, dealer) == (f'[Board "{number}"]', f'[Dealer "{"NESW"[deal.dealer]}"]')
        assert hands.startswith(f'[Deal "{"NESW"[deal.dealer]}:')
        assert read_hands(hands) == deal.dealt


def test_pbn_is_for_four(tmp_path: Path) -> None:
    """PBN has four seats, so a deal for another number is refused."""
    file = save(hearts.new_game("black-maria", seed=1), tmp_path / "a.json")
    result = run("convert", file, tmp_path / "b.pbn")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "players: the deal is for 3; expected 4, as PBN is for four seats" in result.stderr
    assert not (tmp_path / "b.pbn").exists()


# ---- files -------------------------------------------------------------------------------------------------------------


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that is there stays as it was, unless --force is given; it may be one of those that are read."""
    file, other = save(recorded(), tmp_path / "a.json"), save(played(), tmp_path / "b.json")
    before = file.read_bytes()
    result = run("convert", other, file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: {file}: 1 fault\n  file: it is there already; expected another name, or --force\n"
    assert file.read_bytes() == before
    good("convert", other, file, "--force")
    assert hearts.load(file) == played()
    good("convert", file, file, "--force")
    assert hearts.load(file) == played()


def test_a_faulty_line(tmp_path: Path) -> None:
    """A faulty line is told with its number, and nothing is written: an older file stays."""
    file, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_lines([recorded()], file)
    with file.open("a", encoding="utf-8") as more:
        more.write('{"format": 3}\n')
    out.write_text("old", encoding="utf-8")
    result = run("convert", file, out, "--force")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        f"error: {file}: 1 fault\n  line 2: format: it is 3, which this version does not know"
    )
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(tmp_path.iterdir()) == [file, out]


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """A file that cannot be read, or a place that cannot be written to, is an error."""
    for name in ("a.json", "a.jsonl", "a.txt"):
        result = run("convert", tmp_path / name, tmp_path / "b.jsonl")
        assert result.exit_code == 1
        assert result.stderr.startswith(f"error: {tmp_path / name}: 1 fault\n  file: it cannot be read: ")
    result = run("convert", save(recorded(), tmp_path / "a.json"), tmp_path / "none" / "b.jsonl")
    assert result.exit_code == 1
    assert "file: it cannot be written: No such file or directory" in result.stderr


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves nothing behind, says so, and ends with exit code 130."""
    write_lines([recorded()] * 2, tmp_path / "a.jsonl")

    def interrupted(path: Path) -> Iterator[hearts.Record]:
        yield from read_lines(path)
        raise KeyboardInterrupt

    monkeypatch.setattr(conversion, "read_lines", interrupted)
    result = run("convert", tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "error: interrupted: nothing was written\n"
    assert [file.name for file in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize("name", ["b.jsonl", "b.jsonl.gz", "b.txt", "b.pbn"])
def test_one_value_at_a_time(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lines there are, each value is written and let go before the next one is read."""
    write_lines([recorded()] * 6, tmp_path / "a.jsonl")
    seen: list[weakref.ref[hearts.Record]] = []

    def watched(path: Path) -> Iterator[hearts.Record]:
        for record in read_lines(path):
            gc.collect()
            assert sum(each() is not None for each in seen) <= 1
            seen.append(weakref.ref(record))
            yield record

    monkeypatch.setattr(conversion, "read_lines", watched)
    good("convert", tmp_path / "a.jsonl", tmp_path / name)
    assert len(seen) == 6


def test_memory_stays_small_from_text(tmp_path: Path) -> None:
    """A file of text is read deal by deal as well."""

    def peak(count: int) -> int:
        (tmp_path / "a.txt").write_text(write_deal(played().game.deal) * count, encoding="utf-8")
        tracemalloc.start()
        try:
            good("convert", tmp_path / "a.txt", tmp_path / "b.jsonl", "--force")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(1)
    assert peak(40) < 1.5 * peak(10)


# ---- usage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "FILE"),
        (("a.json",), "OUT"),
        (("a.json", "b.csv"), "the name 'b.csv' ends in none of .json, .jsonl, .txt, .pbn"),
        (("a", "b.json"), "the name 'a' ends in none of"),
        (("a.gz", "b.json"), "the name 'a.gz' ends in none of"),
        (("a.json", "-"), "the name '-' ends in none of"),
        (("a.pbn", "b.json"), "a .pbn file can only be written"),
    ],
)
def test_usage(args: tuple[str, ...], message: str) -> None:
    """Too few files, or names that do not tell a form, are wrong usage: exit code 2."""
    result = run("convert", *args, width=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts convert" in result.stderr
    assert message in result.stderr
