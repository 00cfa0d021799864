"""`hearts check` says of files whether they are variants that can be played; `hearts schema` says what their form is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from running import good, run

from hearts.variant.catalogue import shipped_folder
from hearts.variant.schema import json_schema

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str) -> Path:
    """A file with a text."""
    path.write_text(text, encoding="utf-8")
    return path


def test_shipped_variants() -> None:
    """Every shipped variant is ok, and each gets a line of its own."""
    files = sorted(shipped_folder().glob("*.toml"))
    assert good("check", *files).splitlines() == [f"{file}: ok ({file.stem})" for file in files]


def test_every_fault(tmp_path: Path) -> None:
    """Every fault of a file is told with its path and what would be right, each on a line of its own; the exit code is 1."""
    text = '[passing]\ncount = 14\ncycle = ["lefty"]\n[moon]\nstile = "old"\n[end]\ntarget = 4.9\n'
    file = write(tmp_path / "house.toml", text)
    result = run("check", file)
    assert (result.exit_code, result.stderr) == (1, "")
    first, *faults = result.stdout.splitlines()
    assert first == f"{file}: 4 faults"
    assert sorted(line.split(":")[0] for line in faults) == [
        "  end.target",
        "  moon.stile",
        "  passing.count",
        "  passing.cycle.0",
    ]
    assert all("; expected " in line for line in faults)


def test_several_files(tmp_path: Path) -> None:
    """All files are checked, in the order given, whichever are faulty; one that is makes the exit code 1."""
    good_one, bad = write(tmp_path / "a.toml", ""), write(tmp_path / "b.toml", "[moon]\nvalue = 0\n")
    result = run("check", bad, good_one, bad)
    assert result.exit_code == 1
    lines = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert lines == [f"{bad}: 1 fault", f"{good_one}: ok (a)", f"{bad}: 1 fault"]


def test_not_a_variant(tmp_path: Path) -> None:
    """What is not there, not a file, or not TOML is a fault as well."""
    missing, broken = tmp_path / "none.toml", write(tmp_path / "broken.toml", "= 3")
    result = run("check", missing, tmp_path, broken)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0:6:2] == [f"{missing}: 1 fault", f"{tmp_path}: 1 fault", f"{broken}: 1 fault"]
    assert lines[1] == "  file: it cannot be read: No such file or directory; expected a readable file"
    assert lines[5].startswith("  file: it is not TOML: ")


def test_a_name_is_no_file() -> None:
    """A check is of files: the name of a shipped variant is not looked up."""
    result = run("check", "standard")
    assert result.exit_code == 1
    assert result.stdout.startswith("standard: 1 fault\n  file: it cannot be read")


def test_a_faulty_base(tmp_path: Path) -> None:
    """A file that extends a faulty one is not ok: the faults are told with the file that holds them."""
    base = write(tmp_path / "base.toml", "[moon]\nvalue = []\n")
    file = write(tmp_path / "house.toml", 'extends = "base.toml"\n')
    result = run("check", file)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [f"{file}: it extends {base}, which is faulty", f"{base}: 1 fault"]
    assert result.stdout.splitlines()[2].startswith("  moon.value: it is ")


def test_usage() -> None:
    """A check of nothing is wrong usage, exit code 2."""
    result = run("check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts check" in result.stderr


def test_schema() -> None:
    """The schema that is printed is the one that the library makes."""
    assert json.loads(good("schema")) == json_schema()
