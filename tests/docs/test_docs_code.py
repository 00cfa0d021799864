"""Every piece of code in the README, the documentation and the docstrings does what it is said to do."""

from __future__ import annotations

import doctest
import importlib
import io
import pkgutil
import tomllib
from typing import TYPE_CHECKING

import pytest
from docs_pages import PAGES, Block, PageRun, blocks_of, dialogue, hearts_commands, page_id

import hearts
from hearts.variant.catalogue import ENTRY_POINTS

if TYPE_CHECKING:
    from pathlib import Path

MODULES = sorted(
    found.name for found in pkgutil.walk_packages(hearts.__path__, "hearts.") if not found.name.endswith("__main__")
)
LANGUAGES = {"python", "pycon", "text", "toml", "console", "bash"}

TOML = [
    pytest.param(path, block, id=f"{page_id(path)}:{block.line}")
    for path in PAGES
    for block in blocks_of(path.read_text(encoding="utf-8"))
    if block.language == "toml"
]


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_every_block_of_a_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run in their order, in one namespace, and print what the page says that they print."""
    monkeypatch.chdir(tmp_path)
    PageRun(path).run()


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_no_block_is_of_a_kind_that_is_not_run(path: Path) -> None:
    """Every fenced block names one of the languages that these tests know, so none is left out by a slip."""
    for block in blocks_of(path.read_text(encoding="utf-8")):
        assert block.language in LANGUAGES, f"line {block.line}"


def test_the_pages_have_code() -> None:
    """Each page that teaches by code has some: a slip that hides the blocks from these tests does not pass."""
    for name in ("README.md", "docs/index.md", "docs/tutorial.md", "docs/house-variants.md", "docs/seeds.md"):
        (path,) = (page for page in PAGES if page_id(page) == name)
        assert any(block.language == "python" for block in blocks_of(path.read_text(encoding="utf-8"))), name


@pytest.mark.parametrize(("path", "block"), TOML)
def test_toml_in_the_pages_is_right(path: Path, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TOML with the title of a variant's file loads, after the files that stand before it on the page; a piece without a title
    loads when it is laid over the standard game; a file that is called faulty has faults; a pyproject.toml names the
    entry-point group that is read.
    """
    monkeypatch.chdir(tmp_path)
    if block.title == "pyproject.toml":
        assert ENTRY_POINTS in tomllib.loads(block.text)["project"]["entry-points"]
        return
    for other in blocks_of(path.read_text(encoding="utf-8")):
        if other.language == "toml" and other.title and other.line <= block.line:
            (tmp_path / other.title).write_text(other.text, encoding="utf-8")
    if block.title is None:
        base = "" if "extends" in block.text else 'extends = "standard"\n'
        (tmp_path / "piece.toml").write_text(base + block.text, encoding="utf-8")
    if block.title == "faulty.toml":
        with pytest.raises(hearts.VariantError):
            hearts.load_variant("faulty.toml")
    else:
        hearts.load_variant(block.title or "piece.toml")


def test_blocks_are_found() -> None:
    """Blocks are found with their language, title, text and line, an indent is taken off, and one right after another is
    known as such.
    """
    page = '```python\nx = 1\n```\n\n```text\n1\n```\nwords\n\n    ```toml title="a.toml"\n    b = 1\n    ```\n'
    assert list(blocks_of(page)) == [
        Block("python", None, "x = 1\n", 1, follows=False),
        Block("text", None, "1\n", 5, follows=True),
        Block("toml", "a.toml", "b = 1\n", 10, follows=False),
    ]
    with pytest.raises(ValueError, match="line 1 is never closed"):
        list(blocks_of("```python\nx = 1\n"))


def test_output_that_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose block prints something else than the page says fails."""
    monkeypatch.chdir(tmp_path)
    run = PageRun(PAGES[0])
    run.run_block(Block("python", None, "print(1 + 1)\n", 1, follows=False))
    with pytest.raises(AssertionError, match="printed\n2"):
        run.run_block(Block("text", None, "3\n", 5, follows=True))
    with pytest.raises(AssertionError, match="Expected"):
        run.run_block(Block("python", None, ">>> 1 + 1\n3\n", 9, follows=False))


def test_commands_are_found() -> None:
    """Of a line of the shell the commands of `hearts` are taken, wherever it is installed, and of a console its output."""
    assert hearts_commands("python3 -m venv .venv && .venv/bin/hearts show omnibus") == [
        [".venv/bin/hearts", "show", "omnibus"]
    ]
    assert hearts_commands("pip install hearts-rules") == []
    assert dialogue("$ hearts a\nout\nmore\n$ hearts b\n") == [("hearts a", "out\nmore\n"), ("hearts b", "")]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_is_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in the docstrings of a module print what they say; the files that some of them write go elsewhere."""
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder().find(module):
        out = io.StringIO()
        outcome = doctest.DocTestRunner(verbose=False).run(test, out=out.write)
        assert not outcome.failed, out.getvalue()


def test_every_public_name_has_an_example() -> None:
    """Every function of `import hearts`, and every class that users make themselves, has an example in its docstring."""
    made = (hearts.Card, hearts.CardSet, hearts.PassCards, hearts.PlayCard, hearts.ChooseMoon, hearts.Variant)
    functions = [getattr(hearts, name) for name in hearts.__all__ if name.islower()]
    for thing in (*made, *functions):
        assert ">>>" in (thing.__doc__ or ""), thing
