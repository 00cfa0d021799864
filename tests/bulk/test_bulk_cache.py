"""What was compiled before is used again, and never after an edit of what it was compiled from."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hearts
from hearts.variant.rules import NEVER, resolve

pytest.importorskip("numba")

from hearts.bulk import compiled as module
from hearts.bulk.compiled import compiled, steps
from hearts.bulk.leaves import plain_rules

IN_LOCKSTEP = """
import json, sys
from hearts.bulk import Lockstep
exec(sys.argv[1])
table = Lockstep("standard", 40, players=3, seed=7)
found = table.legal().tolist()
functions = [table._steps.begin, table._steps.legal]
"""

IN_A_RUN = """
import json, sys
from hearts.bulk import simulate
from hearts.bulk.compiled import compiled
from hearts.bulk.leaves import plain_rules
from hearts.variant.catalogue import load_variant
from hearts.variant.rules import resolve
exec(sys.argv[1])
found = repr(simulate("original", 40, players=3, seed=7))
rules = plain_rules(resolve(load_variant("original"), 3))
functions = [compiled(0, 3, rules).deals]
"""

TOLD = """
hits, misses = (sum(sum(getattr(each.stats, name).values()) for each in functions) for name in ("cache_hits", "cache_misses"))
print(json.dumps({"found": found, "hits": hits, "misses": misses}))
"""

EDIT = """
from pathlib import Path
import hearts.engine.kernel as kernel
path = Path(kernel.__file__)
text = path.read_text(encoding="utf-8")
for old, new in (
    ("return ladder(rules, hand, lead, first, broken)[5]", "return hand"),
    ("beats = above >> card & 1", "beats = 0"),
):
    assert text.count(old) == 1
    text = text.replace(old, new + "  # any card may be played, and whoever leads takes the trick")
path.write_text(text, encoding="utf-8")
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with a copy of the package, for which nothing has been compiled yet."""
    source = Path(hearts.__file__).parent
    shutil.copytree(source, tmp_path / "hearts", ignore=shutil.ignore_patterns("__pycache__"))
    if (source.parent / "variants").is_dir():
        shutil.copytree(source.parent / "variants", tmp_path / "variants")
    return tmp_path


def told(package: Path, code: str, first: str = "") -> dict[str, Any]:
    """What code tells that a new process runs with a copy of the package, once it has done something else first."""
    environment = {**os.environ, "PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(package / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code + TOLD, first],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=package,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize(
    "code", [IN_LOCKSTEP, pytest.param(IN_A_RUN, marks=pytest.mark.nightly)], ids=["steps", "runs"]
)
def test_an_edit_of_the_kernel(code: str, package: Path) -> None:
    """A second process compiles nothing; after an edit of the kernel it is compiled anew, even where it was edited while
    a process had it in memory and compiled the old one after that.
    """
    new = told(package, code)
    assert new["hits"] == 0
    assert new["misses"] > 0
    again = told(package, code)
    assert again["found"] == new["found"]
    assert again["misses"] == 0
    assert again["hits"] == new["misses"]
    meanwhile = told(package, code, EDIT)
    assert meanwhile["found"] == new["found"]
    edited = told(package, code)
    assert edited["found"] != new["found"]
    assert edited["hits"] == 0


def test_the_hash_is_the_same_in_every_process() -> None:
    """What is compiled has the same hash in every process, or nothing would ever be found again."""
    code = "from hearts.bulk.compiled import _source; print(_source())"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.strip() == module._source()


def test_the_hash_covers_functions_and_constants() -> None:
    """Functions, what is nested in them, and plain constants are part of the hash, by what they do and not where they stand."""
    one, two, three = (
        "\n".join(module._words(compile(text, "module", "exec")))
        for text in (
            "def f(x):\n    return [y in {1, 2} for y in x]",
            "\n\ndef f(x):\n    return [y in {2, 1} for y in x]",
            "def f(x):\n    return [y in {1, 3} for y in x]",
        )
    )
    assert one == two != three
    text = "".join(module._imported(sys.modules["hearts.engine.kernel"]))
    assert "take_trick" in text
    assert "DISCARD_LATE=2" in text
    assert "FOR_PYTHON=(" in text
    assert "whole_tricks" in "".join(module._imported(sys.modules["hearts.bulk.loops"]))


def test_each_has_files_of_its_own() -> None:
    """Whatever differs in policy, players or kind of rules is kept in other files; the same is compiled once."""
    rules = [plain_rules(resolve(hearts.load_variant(name), 4)) for name in ("standard", "spot", "omnibus")]
    runs: list[Any] = [
        compiled(policy, players, each).deals for policy in (0, 1) for players in (3, 4) for each in rules
    ]
    lockstep: list[Any] = [steps(players, each).play for players in (3, 4) for each in rules]
    for functions, many in ((runs, 8), (lockstep, 4)):
        assert len({function.py_func.__qualname__ for function in functions}) == many
        assert len({id(function) for function in functions}) == many
        assert functions[0] is functions[2]  # omnibus and standard are of one kind


@pytest.mark.parametrize(("exact", "length"), [(0, 4), (4, 4), (5, 16), (16, 16), (17, 64), (64, 64), (65, 256)])
def test_rules_are_of_few_kinds(exact: int, length: int) -> None:
    """Rules as compiled code takes them are the rules, with rows filled up to 4, 16, 64 ... by what no total ever is."""
    variant = hearts.load_variant("spot").evolve(end={"exact": {str(total): total + 1 for total in range(exact)}})
    rules = resolve(variant, 3)
    plain = plain_rules(rules)
    assert plain["exact_from"].tolist() == [*rules.exact_from] + [NEVER + 1] * (length - exact)
    assert len(plain["exact_to"]) == length
    assert plain["value_masks"].tolist() == [*rules.value_masks] + [0] * (16 - len(rules.value_masks))
    assert (plain["players"], plain["pack"], plain["moon_set"]) == (3, rules.pack, rules.moon_set)
    assert plain["higher"].tolist() == [*rules.higher]
    assert plain["team_of"].tolist()[:3] == [*rules.team_of]


def test_another_processor() -> None:
    """Where numba is told to compile for a plain processor, no instruction is used that it may lack."""
    environment = {**os.environ, "NUMBA_CPU_NAME": "generic"}
    code = "from hearts.bulk.leaves import nth_bit; print(nth_bit(0b1011000, 2), nth_bit(1 << 51, 0) == 1 << 51)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.split() == ["64", "True"], done.stderr
