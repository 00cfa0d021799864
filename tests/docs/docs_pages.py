"""The pages of the documentation and the blocks of code in them: finding them, and running them in order."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import textwrap
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SITE = sorted(DOCS.rglob("*.md"))
"""The pages of the site that are written by hand."""

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *SITE]
"""The same, and the files beside the code that hold code too."""

FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
TITLE = re.compile(r'title="([^"]+)"')


def page_id(path: Path) -> str:
    """The name of a page in the names of tests."""
    return path.relative_to(ROOT).as_posix()


@attrs.frozen
class Block:
    """One fenced block of a page.

    Attributes:
        language: The first word after the fence, such as ``python``.
        title: What the fence gives as the title: the name of a file.
        text: What is inside, without the fence's indent.
        line: The number of the fence's line.
        follows: Does it follow another block with only blank lines between?
    """

    language: str
    title: str | None
    text: str
    line: int
    follows: bool

    @property
    def is_doctest(self) -> bool:
        """Is it a dialogue with the interpreter?"""
        return self.text.lstrip().startswith(">>>")


def blocks_of(markdown: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    lines = markdown.splitlines()
    at, ended = 0, -1
    while at < len(lines):
        opening = FENCE.match(lines[at])
        if opening is None:
            at += 1
            continue
        closing = opening["indent"] + opening["fence"]
        end = next((place for place in range(at + 1, len(lines)) if lines[place].rstrip() == closing), None)
        if end is None:
            msg = f"the fence of line {at + 1} is never closed"
            raise ValueError(msg)
        language, _, info = opening["info"].strip().partition(" ")
        title = TITLE.search(info)
        yield Block(
            language=language,
            title=title[1] if title else None,
            text=textwrap.dedent("\n".join(lines[at + 1 : end])) + "\n",
            line=at + 1,
            follows=ended >= 0 and not "".join(lines[ended + 1 : at]).strip(),
        )
        at, ended = end + 1, end


@attrs.define
class PageRun:
    """A page whose blocks are run, one after the other, in the working directory and in one namespace.

    A block of TOML with a title is written to a file of that name, for the blocks after it. A block of text right after one
    of Python is what that one prints. Lines of a console that begin with ``$`` are commands, and the lines after one are
    what it prints, unless there are none. Of commands those of ``hearts`` are run.
    """

    path: Path
    namespace: dict[str, Any] = attrs.field(factory=lambda: {"__name__": "page"})
    printed: str | None = None

    def run(self) -> int:
        """Run the page, and say how many blocks there were to run or compare."""
        return sum(self.run_block(block) for block in blocks_of(self.path.read_text(encoding="utf-8")))

    def run_block(self, block: Block) -> bool:
        """Run a block, or compare it with what the one before printed; False where there is nothing to do with it."""
        where = f"{page_id(self.path)}:{block.line}"
        printed, self.printed = self.printed, None
        match block.language:
            case "python" | "pycon" if block.is_doctest:
                self._run_doctest(block, where)
            case "python":
                self._run_python(block)
            case "text" if block.follows and printed is not None:
                assert printed == block.text, f"{where}: printed\n{printed}"
            case "toml" if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
            case "console":
                self._run_console(block, where)
            case "bash":
                ran = [run_command(command) for line in block.text.splitlines() for command in hearts_commands(line)]
                return bool(ran)
            case _:
                return False
        return True

    def _run_python(self, block: Block) -> None:
        # the blank lines make the line numbers of a traceback those of the page
        code = compile("\n" * block.line + block.text, str(self.path), "exec")
        out = io.StringIO()
        with redirect_stdout(out):
            exec(code, self.namespace)
        self.printed = out.getvalue()

    def _run_doctest(self, block: Block, where: str) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, self.namespace, where, str(self.path), block.line)
        out = io.StringIO()
        outcome = doctest.DocTestRunner(verbose=False).run(test, out=out.write, clear_globs=False)
        assert not outcome.failed, out.getvalue()
        self.namespace |= test.globs

    def _run_console(self, block: Block, where: str) -> None:
        for command, wanted in dialogue(block.text):
            got = "".join(run_command(part) for part in hearts_commands(command))
            assert not wanted or got == wanted, f"{where}: {command} printed\n{got}"


def dialogue(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            command, printed = found.pop()
            found.append((command, f"{printed}{line}\n"))
    return found


def hearts_commands(line: str) -> list[list[str]]:
    """The commands of `hearts` in a line of the shell, each as its words; a path before the name does not matter."""
    parts = (shlex.split(part, comments=True) for part in line.split("&&"))
    return [words for words in parts if words and Path(words[0]).name == "hearts"]


def run_command(words: list[str]) -> str:
    """Run a `hearts` command in the working directory, and give what it prints, also to a file that it is sent to."""
    target = None
    if ">" in words:
        words, (_, target) = words[: words.index(">")], words[words.index(">") :]
    ran = subprocess.run(
        [sys.executable, "-m", "hearts", *words[1:]],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=os.environ | {"NO_COLOR": "1", "PYTHONUTF8": "1"},
        timeout=120,
    )
    assert ran.returncode in (0, 1), ran.stderr
    assert not ran.stderr, ran.stderr
    if target is not None:
        Path(target).write_text(ran.stdout, encoding="utf-8")
    return ran.stdout
