"""The command line as a process: its entry points, terminals, closed pipes, Ctrl-C, and a missing extra."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from running import PYTHON, environment, joined, on_terminal, process, run

import hearts
from hearts import cli

if TYPE_CHECKING:
    from pathlib import Path

needs_terminal = pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

WITHOUT = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == BLOCKED or name == BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
from hearts.cli import main
sys.exit(main())
"""


def without(module: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a command where a module cannot be imported."""
    return process("-c", f"BLOCKED = {module!r}{WITHOUT}", *args, command=[sys.executable])


def test_python_m_hearts() -> None:
    """`python -m hearts` is the command line."""
    done = process("simulate", "openspiel", "--games", "2", "--seed", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 2


def test_entry_point(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`hearts.cli.main`, which the installed command calls, runs the arguments of the process."""
    monkeypatch.setattr(sys, "argv", ["hearts", "show", "nothing-like-it"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 1
    assert capsys.readouterr().err.startswith("error: no variant is named 'nothing-like-it'")


@pytest.mark.parametrize("args", [("--help",), ("-h",), ("simulate", "--help"), ("check", "-h")])
def test_help(args: tuple[str, ...]) -> None:
    """Help can be had of everything."""
    result = run(*args)
    assert result.exit_code == 0
    assert "Usage: hearts" in result.stdout


def test_help_names_the_commands() -> None:
    """The help names every command; no command at all is answered with it."""
    for args in ((), ("--help",)):
        for command in ("variants", "show", "check", "schema", "simulate"):
            assert command in run(*args).output


def test_unknown_command() -> None:
    """An unknown command is wrong usage: exit code 2."""
    assert process("shuffle").returncode == 2


@pytest.mark.parametrize("module", ["typer", "rich"])
@pytest.mark.parametrize("args", [("variants",), ("--help",)])
def test_without_the_extra(module: str, args: tuple[str, ...]) -> None:
    """Without typer or rich any command says which extra to install, with no traceback, and fails."""
    done = without(module, *args)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (f'error: this needs {module}, which is not installed: pip install "hearts-rules[cli]"\n')


def test_another_missing_module() -> None:
    """A module that is missing for another reason is not blamed on the extra."""
    done = without("hearts.variant.words", "variants")
    assert done.returncode == 1
    assert "hearts-rules[cli]" not in done.stderr
    assert "hearts.variant.words" in done.stderr


@needs_terminal
@pytest.mark.parametrize(
    "args", [("variants",), ("show", "spot"), ("simulate", "short", "--games", "3", "--seed", "1")]
)
def test_colours(args: tuple[str, ...]) -> None:
    """Colours are for terminals: there are none where the output goes elsewhere, nor where NO_COLOR asks for none."""
    code, on_screen = on_terminal(*args)
    assert code == 0
    assert COLOUR.search(on_screen)
    code, plain = on_terminal(*args, NO_COLOR="1")
    assert code == 0
    assert not COLOUR.search(plain)
    piped = process(*args).stdout
    assert "\x1b" not in piped
    assert joined(piped) in joined(COLOUR.sub("", on_screen))


@needs_terminal
def test_errors_on_a_terminal_are_wrapped() -> None:
    """On a terminal an error is broken between words."""
    code, written = on_terminal("show", "omnibs", NO_COLOR="1")
    assert code == 1
    assert len(written.splitlines()) == 2
    assert "`hearts variants` lists the names" in joined(written)


@needs_terminal
def test_faults_on_a_terminal_are_wrapped(tmp_path: Path) -> None:
    """On a terminal a long fault is broken between words and stays below its file's name."""
    file = tmp_path / "f.toml"
    file.write_text('[passing]\ncycle = ["lefty", "righty"]\n', encoding="utf-8")
    code, written = on_terminal("check", file, width=60, NO_COLOR="1")
    assert code == 1
    lines = written.replace(str(file), "f.toml").splitlines()
    assert lines[0] == "f.toml: 2 faults"
    assert all(line.startswith("  ") and len(line) <= 60 for line in lines[1:])
    assert len(lines) > 3


@needs_terminal
def test_ctrl_c() -> None:
    """On a terminal a bar shows the games played; Ctrl-C ends them with a report on what was finished, and exit code 130."""
    sent: list[bool] = []

    def watch(written: str, running: subprocess.Popen[bytes]) -> None:
        if not sent and re.search(r"\b[1-9]\d*/1000000\b", COLOUR.sub("", written)):
            running.send_signal(signal.SIGINT)
            sent.append(True)

    code, written = on_terminal("simulate", "openspiel", "--games", "1000000", "--seed", "1", watch=watch)
    assert sent
    assert code == 130
    report = COLOUR.sub("", written).partition("OpenSpiel Hearts (openspiel)")[2]
    assert re.search(r"[1-9]\d* of 1000000 games of seed 1, 4 players", report)
    assert "Interrupted" in report
    assert "points/deal" in report
    assert "Traceback" not in written


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that are closed early are told otherwise there")
@pytest.mark.parametrize("args", [("variants",), ("variants", "--json"), ("schema",), ("show", "spot", "--toml")])
def test_closed_pipe(args: tuple[str, ...]) -> None:
    """Where whoever reads the output has gone, the process ends without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*PYTHON, *args], stdout=writing, stderr=subprocess.PIPE, env=environment(), timeout=120, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")  # noqa: PTH110 - a device
@pytest.mark.parametrize("command", ["variants", "schema"])
def test_full_disk(command: str) -> None:
    """Output that cannot be written is an error without a traceback."""
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [*PYTHON, command], stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=120, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"error: the output cannot be written: No space left on device\n"


def test_output_that_lacks_letters() -> None:
    """Where the output has no Chinese letters people see ? for them; JSON and TOML are in UTF-8 all the same."""
    done = process("variants", "--lang", "zh", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "black-maria      ???" in done.stdout
    titles = {
        each["name"]: each["title"]
        for each in json.loads(process("variants", "--json", PYTHONIOENCODING="ascii").stdout)
    }
    assert titles["black-maria"]["zh"] == "黑玛丽"
    toml = process("show", "black-maria", "--toml", PYTHONIOENCODING="ascii").stdout
    assert toml == hearts.load_variant("black-maria").to_toml()
