"""Files: read with a bound, written so that a crash loses nothing that was reported saved.

A whole file is replaced by `write_atomically`: whenever the process dies, the file holds either all of the old content or all
of the new. A file of lines, such as a log of finished games, grows by `append_line` and is read by `iter_lines`. One file is
either replaced or appended to; replacing it does not wait for those who append. A name that ends in ``.gz`` is a file
compressed with gzip, for all but `append_line`.
"""

from __future__ import annotations

import errno
import json
import os
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import IO, TYPE_CHECKING, Final, TypeAlias, cast

from hearts.errors import Fault, RecordError, shown
from hearts.records.text import MOST_BYTES, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import FileIO

__all__ = ["PathLike", "append_line", "iter_lines", "read_bytes", "write_atomically"]

PathLike: TypeAlias = str | os.PathLike[str]
"""What is taken where a path is wanted."""

_SUFFIX: Final = ".gz"
_BLOCK: Final = 64 * 1024

_LONGEST_SKIPPED: Final = 1 << 30
"""How much of a line that is too long is skipped, in bytes."""

_NO_FOLDER_SYNC: Final = {errno.EACCES, errno.EBADF, errno.EINVAL, errno.ENOTSUP}
"""What platforms and file systems answer that cannot make a folder durable."""


def read_bytes(path: PathLike, source: str | None = None) -> bytes:
    """Read a whole file, but never more than `MOST_BYTES`.

    Args:
        path: The file; one that ends in ``.gz`` is unpacked.
        source: What the error calls the file, where not by its path.

    Raises:
        RecordError: The file cannot be read, or is too large.
    """
    place = _place(path)
    named = _named(place) if source is None else source
    with _reading(named), _opened(place) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _refusal(named, f"it has more than {MOST_BYTES:,} bytes", f"at most {MOST_BYTES:,}")
    return content


def iter_lines(path: PathLike) -> Iterator[tuple[int, bytes | RecordError]]:
    r"""Read a file line by line, in little memory however large it is.

    A line that is refused comes as the error instead of its bytes, and the next line follows: raise it to stop there, or keep
    it and go on. A last line without a newline, such as a crash leaves, comes as it is.

    Args:
        path: The file; one that ends in ``.gz`` is unpacked. Lines end in ``\n`` or ``\r\n``.

    Yields:
        The number of the line, from 1, and the line without its end; or the error, for a line of more than `MOST_BYTES`.
        Blank lines are counted and left out.

    Raises:
        RecordError: The file cannot be read, or from here on it cannot.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     write_atomically(f"{folder}/games.jsonl", [b'{"deal": 1}\n', b"\n", b'{"deal": 2}\n'])
        ...     list(iter_lines(f"{folder}/games.jsonl"))
        [(1, b'{"deal": 1}'), (3, b'{"deal": 2}')]
    """
    place = _place(path)
    number = 0
    with _reading(_named(place)), _opened(place) as file:
        # two more, for the end of the line
        while piece := file.readline(MOST_BYTES + 2):
            number += 1
            line = piece.removesuffix(b"\n").removesuffix(b"\r")
            if len(line) > MOST_BYTES:
                skipped = 0
                while piece and not piece.endswith(b"\n"):
                    piece = file.readline(_BLOCK)
                    skipped += len(piece)
                    if skipped > _LONGEST_SKIPPED:  # such as a device that never ends
                        raise _refusal(_named(place), f"line {number} does not end", "a file of lines of JSON")
                source = f"{_named(place)}, line {number}"
                yield (
                    number,
                    _refusal(source, f"it has more than {MOST_BYTES:,} bytes", f"at most {MOST_BYTES:,}", "line"),
                )
            elif line.strip(b" \t\r"):
                yield number, line


def write_atomically(path: PathLike, chunks: Iterable[bytes]) -> None:
    r"""Write a file so that, whatever happens, it holds all of the old content or all of the new.

    The new content is written beside the file, under a name such as ``.games.jsonl.1f3a9c0d5e7b2a46.saving``, made durable,
    and put in its place. Where writing fails, or `chunks` raises, the old file is as it was and the new one is removed; a
    process that is killed may leave it behind. When this returns, the content is saved.

    Args:
        path: The file, new or not: an old one keeps its permissions, and a symbolic link goes on leading to it. For one that
            ends in ``.gz`` the content is compressed; the same chunks give the same bytes.
        chunks: The content, in parts.

    Raises:
        RecordError: The file cannot be written. What `chunks` raises comes through as it is.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     write_atomically(f"{folder}/game.json", [b"{}", b"\n"])
        ...     read_bytes(f"{folder}/game.json")
        b'{}\n'
    """
    place = _place(path)
    with _writing(place):
        # not Path.resolve, for which a ring of links is a RuntimeError
        target = Path(os.path.realpath(place))
        permissions = _permissions(place, target)
        # cut, for a long name with what is added would be too long
        beside = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}.saving")
    try:
        _write(beside, place, permissions, _packed(chunks) if _is_packed(place) else chunks)
        with _writing(place):
            beside.replace(target)
            _make_durable(target.parent)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _write(beside: Path, place: Path, permissions: int | None, chunks: Iterable[bytes]) -> None:
    """Write a new file and make it durable; only what goes wrong with the file is told as that, not what `chunks` raises."""
    with _writing(place):
        file = beside.open("xb")
    try:
        if permissions is not None:
            with _writing(place):
                beside.chmod(permissions)
        for chunk in chunks:
            with _writing(place):
                file.write(chunk)
        with _writing(place):
            file.flush()
            os.fsync(file.fileno())
    finally:
        # once it is durable closing cannot fail any more; before that, what failed is told already
        with suppress(OSError):
            file.close()


def append_line(path: PathLike, line: bytes) -> None:
    r"""Add one line to a file; when this returns, it is saved.

    Where the platform can lock files, processes and threads that append to one file wait for each other.

    A crash may leave a torn line at the end, one that was never reported as saved. The next call cuts it off. A last line that
    lacks nothing but its newline is given one.

    Args:
        path: The file; where there is none, it is made.
        line: One JSON object on one line, without its end. As it ends in its closing brace, no part of it is JSON: that is
            what tells a torn line from a whole one.

    Raises:
        RecordError: It is not such a line, or the file cannot be written, or it does not end like a file of lines of JSON:
            nothing is added.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     append_line(f"{folder}/log.jsonl", b'{"deal": 1}')
        ...     append_line(f"{folder}/log.jsonl", b'{"deal": 2}')
        ...     read_bytes(f"{folder}/log.jsonl")
        b'{"deal": 1}\n{"deal": 2}\n'
    """
    place = _place(path)
    if not isinstance(line, bytes) or not line.startswith(b"{") or b"\n" in line:
        raise _refusal("line", f"it is {shown(line)}", "one JSON object on one line, as bytes", "line")
    parse(line, "line")
    if _is_packed(place):
        raise _refusal(_named(place), "lines cannot be added to a compressed file", f"a file without {_SUFFIX}")
    with _writing(place), place.open("a+b", buffering=0) as file:
        _lock(file)
        start = _mend(file, place)
        end = file.seek(0, os.SEEK_END)
        try:
            _write_all(file, start + line + b"\n")
            os.fsync(file.fileno())
            if end == 0:
                _make_durable(Path(os.path.realpath(place)).parent)
        except BaseException:
            with suppress(OSError):
                file.truncate(end)
            raise


def _mend(file: FileIO, place: Path) -> bytes:
    """Cut a torn last line off a file; returns what a new line must begin with."""
    if not S_ISREG(os.fstat(file.fileno()).st_mode):
        raise _refusal(_named(place), "it is not a file", "the path of a file of lines of JSON")
    end = file.seek(0, os.SEEK_END)
    if not end:
        return b""
    file.seek(max(0, end - MOST_BYTES - 1))
    body, _, tail = file.read().rpartition(b"\n")
    if not tail:
        last = body.rstrip().rpartition(b"\n")[2].strip()
        if last and not (last.startswith(b"{") and last.endswith(b"}")):
            raise _refusal(_named(place), f"its last line is {shown(last)}", "a file of lines of JSON objects")
        return b""
    if not tail.strip(b" \t\r"):
        return b"\n"
    if len(tail) > MOST_BYTES:
        raise _refusal(_named(place), f"its last line has more than {MOST_BYTES:,} bytes", "a file of lines of JSON")
    if _is_json(tail):
        return b"\n"
    # after a loss of power some file systems show nulls for what was never written
    if not tail.startswith(b"{") and tail.strip(b"\0"):
        raise _refusal(_named(place), f"its last line is {shown(tail)}", "a file of lines of JSON")
    file.truncate(end - len(tail))
    return b""


def _is_json(line: bytes) -> bool:
    """Is a line whole JSON, whether or not it is what `parse` reads? If in doubt it is, for what is not is cut off."""
    try:
        json.loads(line.decode(), parse_int=str, parse_float=str)
    except ValueError:
        return False
    except RecursionError:
        pass
    return True


def _write_all(file: FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def _lock(file: FileIO) -> None:
    """Wait until no other process holds the file; it is free again when it is closed."""
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - not there on Windows

        fcntl.flock(file, fcntl.LOCK_EX)


def _place(path: object) -> Path:
    try:
        return Path(cast("PathLike", path))
    except TypeError as error:
        raise _refusal("file", f"its path is {shown(path)}", "a path, as text") from error


def _named(place: Path) -> str:
    """The path for a message; of a name that is not UTF-8 with escapes, so that it can be shown anywhere."""
    return str(place).encode("utf-8", "backslashreplace").decode()


def _is_packed(place: Path) -> bool:
    return place.suffix.lower() == _SUFFIX


def _opened(place: Path) -> IO[bytes]:
    if not _is_packed(place):
        return place.open("rb")
    import gzip  # noqa: PLC0415 - slow to import, and few files are compressed

    return cast("IO[bytes]", gzip.open(place, "rb"))


def _packed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The content in the format of gzip, without a name or a time in it."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS + 16)
    for chunk in chunks:
        yield packer.compress(chunk)
    yield packer.flush()


def _permissions(place: Path, target: Path) -> int | None:
    """The permissions of the file that is replaced, if there is one."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not S_ISREG(mode):
        raise _refusal(
            _named(place), "it cannot be written: there is something that is not a file", "the path of a file"
        )
    return S_IMODE(mode)


def _make_durable(folder: Path) -> None:
    """See to it that the names in a folder are kept too, where the platform can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def _refusal(source: str, problem: str, expected: str, path: str = "file") -> RecordError:
    return RecordError(source, [Fault(path, problem, expected)])


@contextmanager
def _reading(source: str) -> Iterator[None]:
    """Tell what goes wrong while a file is read."""
    try:
        yield
    except (OSError, ValueError, EOFError, zlib.error) as error:
        # a ValueError for a path that holds a null, the last two for what is no gzip
        problem = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise _refusal(source, problem, "a readable file") from error


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Tell what goes wrong while a file is written."""
    try:
        yield
    except RecordError:
        # told already; it is a ValueError too
        raise
    except (OSError, ValueError) as error:
        problem = f"it cannot be written: {getattr(error, 'strerror', None) or error}"
        raise _refusal(_named(place), problem, "a file that can be written") from error
