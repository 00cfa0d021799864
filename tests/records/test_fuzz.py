"""What is nearly right, given to everything that reads: a little in each run, and for longer in the nightly run."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Final

import pytest
from fuzz import TARGETS, change_data, drive, main, seeds

HERE: Final = Path(__file__).parent
SECONDS: Final = 60


@pytest.mark.parametrize("target", TARGETS)
def test_readers_raise_only_their_own_errors(target: str) -> None:
    """Texts that are right and texts with changes in them give what can be used, or an error of the library."""
    for example in seeds(target):
        TARGETS[target](example)
    drive(target, 100)


@pytest.mark.parametrize("target", TARGETS)
def test_targets_are_given_what_is_right(target: str) -> None:
    """Each target begins with examples that are read."""
    assert seeds(target)


def test_a_change_leaves_the_data_that_it_is_made_to() -> None:
    """A change is made to a copy."""
    data = {"a": [1, 2, {"b": "QS"}], "c": None}
    rng = Random(1)
    changed = [change_data(data, rng) for _ in range(50)]
    assert data == {"a": [1, 2, {"b": "QS"}], "c": None}
    assert sum(each != data for each in changed) > 25


def test_an_unknown_target_is_refused() -> None:
    """The script names its targets."""
    for arguments in ([], ["no such target"]):
        with pytest.raises(SystemExit, match="expected one of loads, from_data, read_cards"):
            main(arguments)


@pytest.mark.nightly
@pytest.mark.parametrize("target", TARGETS)
def test_readers_are_fuzzed(target: str, tmp_path: Path) -> None:
    """Inputs that atheris finds, or where it is not installed inputs with random changes, raise only errors of the library."""
    if find_spec("atheris") is None:
        arguments = ["--plain", str(10**9), str(SECONDS)]
    else:
        corpus = tmp_path / "corpus"
        corpus.mkdir()
        for number, example in enumerate(seeds(target)):
            (corpus / str(number)).write_bytes(example)
        limits = ["-timeout=20", "-rss_limit_mb=4096", "-max_len=20000", f"-artifact_prefix={tmp_path}/"]
        arguments = [str(corpus), f"-max_total_time={SECONDS}", *limits]
    command = [sys.executable, str(HERE / "fuzz.py"), target, *arguments]
    run = subprocess.run(
        command, capture_output=True, check=False, cwd=tmp_path, text=True, errors="replace", timeout=900
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-8000:]
