"""What reads text or data from anywhere, fed with what is nearly right: only errors of the library may come of it.

    python tests/records/fuzz.py TARGET [arguments of libFuzzer]

runs one target under atheris, which looks for inputs that reach new code; ``-max_total_time=60`` ends it after a minute.
Without atheris, which has wheels for Linux only, ``--plain INPUTS SECONDS`` in place of the arguments drives the target by
random changes.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from runpy import run_path
from typing import TYPE_CHECKING, Any, Final

import hearts
from hearts.errors import HeartsError, RecordError
from hearts.records.codec import from_data
from hearts.records.deal_text import read_deal, write_deal
from hearts.records.history import Back
from hearts.records.history_shape import StepText
from hearts.records.notation import read_cards, read_hands, read_pass, read_trick, write_hands, write_pbn
from hearts.records.plain import Inline
from hearts.records.recorded import RecordedPass, RecordedTrick
from hearts.records.score_log import read_score_log
from hearts.records.store import dumps, loads
from hearts.testing.play import walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from hearts.records.codec import Value

GOLDEN: Final = Path(__file__).parent / "golden"

VALUES: Final[tuple[object, ...]] = (
    None,
    True,
    0,
    1,
    -1,
    3,
    4,
    7,
    8,
    52,
    10**9,
    10**18,
    "",
    "4",
    "QS",
    "2C 3C",
    "old",
    "next",
    4.0,
    [],
    {},
    [0],
)
"""What a part of the data is replaced by."""

CHARACTERS: Final = "\0 \n0123456789TJQKACDHS:>=|-.,\"'[]{}\\²♠\ud800é"


# ---- changes -----------------------------------------------------------------------------------------------------------


def change_data(data: Any, rng: Random, *, texts: bool = True) -> Any:  # noqa: ANN401 - any plain data
    """A copy of plain data with one change: a part replaced, left out, doubled, put elsewhere, or perhaps a text changed."""
    data = _copied(data)
    holder, key = _part(data, rng)
    value = holder[key]
    match rng.randrange(6):
        case 0:
            holder[key] = rng.choice(VALUES)
        case 1:
            del holder[key]
        case 2:
            other, place = _part(data, rng)
            if isinstance(other, list):
                other.insert(rng.randrange(len(other) + 1), _copied(value))
            else:
                other[place if rng.random() < 0.5 else f"{place}x"] = _copied(value)
        case 3:
            other, place = _part(data, rng)
            holder[key], other[place] = _copied(other[place]), _copied(value)
        case _ if isinstance(value, str) and texts:
            holder[key] = change_text(value, rng)
        case _ if type(value) is int:
            holder[key] = value + rng.choice((-13, -1, 1, 26))
    return data


def _copied(data: Any) -> Any:  # noqa: ANN401 - any plain data
    return json.loads(json.dumps(data))


def _part(data: Any, rng: Random) -> tuple[Any, Any]:  # noqa: ANN401 - any plain data
    """A part of plain data, as what holds it and the key or place there: any, each level and each key alike."""
    keys = list(data) if isinstance(data, dict) else range(len(data))
    key = rng.choice(keys)
    inner = data[key]
    if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
        return _part(inner, rng)
    return data, key


def change_text(text: str, rng: Random) -> str:
    """A text with one change: characters replaced, left out, put in, or words that change places."""
    words = text.split(" ")
    place = rng.randrange(len(text) + 1)
    match rng.randrange(4):
        case 0:
            return text[:place] + rng.choice(CHARACTERS) + text[place + 1 :]
        case 1:
            return text[:place] + text[place + rng.randrange(1, 4) :]
        case 2:
            return text[:place] + rng.choice(CHARACTERS) * rng.randrange(1, 3) + text[place:]
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


# ---- what is read is used ----------------------------------------------------------------------------------------------


def use(value: Value) -> None:
    """Ask a value that has been read for all that it can tell: it answers, or raises an error of the library.

    It is written, and reads back equal.
    """
    assert loads(dumps(value)) == value
    match value:
        case hearts.Game() | hearts.Deal():
            use_state(value)
        case hearts.View():
            use_view(value)
        case hearts.Event():
            assert value.say("en")
            assert value.say("zh")
            _ = [value.seen_by(seat) for seat in (None, *range(8))]
        case hearts.Record():
            _use_record(value)
        case hearts.History():
            for back in Back:
                use_state(value.undo(back).game)
            _ = [value.switch(line).redo(99) for line in range(len(value.lines))]
            _tried(value.record)
        case hearts.Variant():
            assert hearts.Variant.from_data(value.to_data()) == value
        case _:
            _tried(hearts.new_game("standard", seed=7).apply, value)


def _tried(ask: Callable[..., object], *args: object) -> object:
    """The answer, or None where the library says that there is none."""
    try:
        return ask(*args)
    except HeartsError as error:
        str(error).encode(errors="backslashreplace")
        return None


def use_state(state: hearts.Game | hearts.Deal) -> None:
    """Ask a deal or game for all that it can tell, and play it on."""
    for action in islice(state.legal_actions(), 3):
        assert state.why_not(action) is None
        hearts.events(state, action)
        state.apply(action)
    for seat in range(state.players):
        state.legal_cards(seat)
        state.why_not("QS", seat)
    for viewer in (None, state.players - 1):
        assert dumps(state.view(viewer))
    if isinstance(state, hearts.Game):
        *_, last = walk(state, 1)
        _tried(last.next_deal)  # of a game that is over there is none


def use_view(view: hearts.View) -> None:
    """Ask a view for all that it can tell."""
    view.legal_cards()
    for _, refusal in view.refusals():
        assert refusal.text
    for action in islice(view.legal_actions(), 3):
        assert view.why_not(action) is None
    for card in ("QS", "2C"):
        _tried(view.why_not, card)
    _ = view.new_cards, view.choosing, view.receiver, view.giver
    known = _tried(hearts.infer, view)
    count = _tried(hearts.count_worlds, view)
    worlds = _tried(hearts.sample_worlds, view, 2, 1)
    assert (known is None) == (count is None) == (worlds is None)
    for world in worlds if isinstance(worlds, tuple) else ():
        seen = world.view(view.seat, options=view.options)
        assert (seen.hand, seen.tricks, seen.trick, seen.to_act) == (view.hand, view.tricks, view.trick, view.to_act)
    _tried(hearts.can_claim, view)
    _tried(hearts.can_claim, view, "none")


def _use_record(record: hearts.Record) -> None:
    fault = record.replay().fault
    if fault is not None:
        assert fault.say("en")
        assert fault.say("zh")
    moments = list(islice(record.moments(), 2_000))
    assert (moments[-1].fault is None) == (fault is None) or len(moments) == 2_000
    assert (_tried(record.resume) is None) == (fault is not None)
    _tried(record.referee)
    _tried(record.without_seed)
    _tried(record.hands_of, len(record.deals))
    _tried(hearts.History.of_record, record)
    _tried(hearts.verify, record, hearts.commit(7))


# ---- targets -----------------------------------------------------------------------------------------------------------


def _read(read: Callable[[], Any]) -> None:
    value = read_or_refuse(read)
    if value is not None:
        use(value)


def read_or_refuse(read: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever has been read
    """What has been read, or None where it is refused: with faults that say where they are, and can be shown."""
    try:
        return read()
    except RecordError as error:
        refused = error
    assert 1 <= len(refused.faults) <= 40
    assert all(fault.path and fault.problem and fault.expected for fault in refused.faults)
    str(refused).encode()
    return None


def _loads(data: bytes) -> None:
    _read(lambda: loads(data))


def _from_data(data: bytes) -> None:
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return
    _read(lambda: from_data(plain))


def _text(read: Callable[[str], object]) -> Callable[[bytes], None]:
    """A target for a reader of text."""

    def target(data: bytes) -> None:
        _tried(read, data.decode("utf-8", errors="surrogateescape"))

    return target


def _inline(kind: type[Inline]) -> Callable[[bytes], None]:
    """A target for a kind of short text: what is read is written in one form, and read back equal."""

    def read(text: str) -> None:
        try:
            value = kind.of_text(text)
        except ValueError:
            return
        assert kind.of_text(value.as_text()) == value

    return _text(read)


def _deal(text: str) -> None:
    deal = read_deal(text)
    use_state(deal)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "loads": _loads,
    "from_data": _from_data,
    "read_cards": _text(read_cards),
    "read_hands": _text(read_hands),
    "read_pass": _text(read_pass),
    "read_trick": _text(lambda text: read_trick(text, 4)),
    "read_deal": _text(_deal),
    "read_score_log": _text(lambda text: read_score_log(text, "standard")),
    "recorded_trick": _inline(RecordedTrick),
    "recorded_pass": _inline(RecordedPass),
    "step": _inline(StepText),
}
"""The readers, each with what is done with a text."""


def seeds(target: str) -> list[bytes]:
    """Inputs of a target that are right, to begin with."""
    if target in ("loads", "from_data"):
        return [path.read_bytes() for path in sorted(GOLDEN.glob("*.hearts.json"))]
    examples = {
        "read_cards": ["QS KS AH", "AKQ.JT9.876.5432", "10s, ♠Q", "-"],
        "read_hands": [
            "AKQ.JT9.876.5432 - - -",
            "\n".join(map(str, hearts.deal_hands("standard", seed=7))),
            write_pbn(hearts.deal_hands("standard", seed=7)),
            write_hands(hearts.deal_hands("black-maria", seed=7)),
        ],
        "read_deal": _deal_texts(),
        "read_score_log": [
            "Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\n5,5,5,10",
            "# Sunday\ndeal; Ann; Bob; Cid\n1; 13; 3; 10\n2; 26; 0; 26\ntotal; 39; 3; 36\n",
            "| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 20 |\n",
            "1 2 3 20\n−26 0 0 0\n",
        ],
        "read_pass": ["0> AH QS KS"],
        "read_trick": ["3: 2C 5C KC AC"],
        "recorded_trick": ["3: 2C 5C KC AC"],
        "recorded_pass": ["0> AH QS KS"],
        "step": ["0> AH QS KS", "3: 2C", "1= new", "next", "next 2C 3C | 4C 5C"],
    }
    return [text.encode() for text in examples[target]]


def _deal_texts() -> list[str]:
    game = hearts.new_game("omnibus", seed=7)
    return [write_deal(state.deal) for state in islice(walk(game, 1), 0, None, 13)]


def drive(target: str, inputs: int, seconds: float = 600, number: int = 0) -> int:
    """Run a target with random changes.

    Args:
        target: Its name.
        inputs: How many inputs it is given at most.
        seconds: For how long at most.
        number: What the inputs follow from.

    Returns:
        How many inputs it was given.
    """
    rng, run, examples = Random(number), TARGETS[target], seeds(target)
    end, count = time.monotonic() + seconds, 0
    while count < inputs and time.monotonic() < end:
        data = rng.choice(examples)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 5))):
            data = _changed(data, rng)
        try:
            run(data)
        except BaseException:
            sys.stderr.write(f"{target}: {data!r}\n")
            raise
        count += 1
    return count


def _changed(data: bytes, rng: Random) -> bytes:
    """An input with one change: in the data where it is JSON, and else in the text."""
    if data[:1] == b"{" and rng.random() < 0.8:
        try:
            plain = json.loads(data)
        except ValueError:
            pass
        else:
            return json.dumps(change_data(plain, rng)).encode() if plain else b"{}"
    return change_text(data.decode("utf-8", "replace"), rng).encode("utf-8", "surrogatepass")


def main(arguments: list[str]) -> None:
    """Run a target.

    Args:
        arguments: Its name, and then the arguments of libFuzzer, or ``--plain``, a number of inputs and of seconds.
    """
    if not arguments or arguments[0] not in TARGETS:
        sys.exit(f"expected one of {', '.join(TARGETS)}")
    target, rest = arguments[0], arguments[1:]
    if rest[:1] == ["--plain"]:
        sys.stdout.write(f"{drive(target, int(rest[1]), float(rest[2]))} inputs\n")
        return
    atheris = import_module("atheris")
    for name in [name for name in sys.modules if name.partition(".")[0] == "hearts"]:
        del sys.modules[name]
    with atheris.instrument_imports(include=["hearts"]):  # all of it is imported anew, and watched
        targets = run_path(__file__)["TARGETS"]
    atheris.Setup([sys.argv[0], *rest], targets[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
