"""Finding and reading variants: the files that are shipped, those of other packages, and a user's own."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from hearts.errors import Fault, UnknownVariantError, VariantError, shown
from hearts.variant.reading import nearest
from hearts.variant.variant import Variant

__all__ = [
    "DEFAULT",
    "ENTRY_POINTS",
    "VariantLike",
    "as_variant",
    "load_variant",
    "read_file",
    "shipped_folder",
    "variant_names",
]

DEFAULT: Final = "standard"
"""The variant where none is named, and the one that others are compared with."""

ENTRY_POINTS: Final = "hearts.variants"
"""The entry-point group in which other packages offer variants: each a `Variant`, or the path of a TOML file."""

_SUFFIX: Final = ".toml"

VariantLike: TypeAlias = Variant | str | os.PathLike[str]
"""What is taken where a variant is wanted: a `Variant`, its name, or the path of its file."""


@cache
def shipped_folder() -> Path:
    """The folder that holds the shipped variants: inside an installed package, beside it in a checkout."""
    inside = Path(__file__).parent / "shipped"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "variants"


@cache
def _shipped() -> dict[str, Path]:
    return {path.stem: path for path in sorted(shipped_folder().glob(f"*{_SUFFIX}"))}


def _offered() -> dict[str, Any]:
    """The entry points of other packages, by name; a shipped name is never taken over."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and not always needed

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS) if entry.name not in _shipped()}


def variant_names() -> tuple[str, ...]:
    """The names that `load_variant` knows, sorted: the shipped variants and those that other packages offer.

    Example:
        >>> "black-maria" in variant_names()
        True
    """
    return tuple(sorted(_shipped().keys() | _offered().keys()))


def load_variant(name_or_path: str | os.PathLike[str]) -> Variant:
    """Read a variant by its name, or from a TOML file.

    Args:
        name_or_path: A name of `variant_names`, or the path of a file, which ends in ``.toml``.

    Raises:
        UnknownVariantError: No variant has the name; holds the nearest names.
        VariantError: The file cannot be read or is faulty; holds every fault with its path and what would be right.

    Example:
        >>> load_variant("black-maria").values.total.of(3)
        43
    """
    if isinstance(name_or_path, str) and not name_or_path.lower().endswith(_SUFFIX):
        return _named(name_or_path)
    if not isinstance(name_or_path, str | os.PathLike):
        raise UnknownVariantError(shown(name_or_path))
    return read_file(Path(name_or_path))


def as_variant(variant: VariantLike) -> Variant:
    """The variant itself, or the one that a name or path stands for.

    Raises:
        UnknownVariantError: No variant has the name.
        VariantError: The file cannot be read or is faulty.
    """
    return variant if isinstance(variant, Variant) else load_variant(variant)


@cache
def _named(name: str) -> Variant:
    if name in _shipped():
        return read_file(_shipped()[name])
    offered = _offered()
    if name not in offered:
        raise UnknownVariantError(name, nearest(name.lower(), variant_names()))
    try:
        found = offered[name].load()
    except Exception as error:
        problem = f"the entry point {offered[name].value!r} cannot be loaded: {error}"
        raise VariantError(name, [Fault("entry point", problem, "a Variant or the path of a TOML file")]) from error
    if isinstance(found, Variant):
        return found
    if isinstance(found, str | os.PathLike):
        return read_file(Path(found))
    fault = Fault("entry point", f"{offered[name].value!r} is {shown(found)}", "a Variant or the path of a TOML file")
    raise VariantError(name, [fault])


def read_file(path: Path, _below: tuple[Path, ...] = ()) -> Variant:
    """Read a variant from a TOML file, laid over the one that it extends (the defaults where it extends none).

    Raises:
        VariantError: The file cannot be read or is faulty; holds every fault.
        UnknownVariantError: It extends a name that no variant has.
    """
    import tomllib  # noqa: PLC0415 - as above: a server that is given its variants as data never needs it

    source = str(path)
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:  # the latter for a path that holds a null
        problem = f"it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise VariantError(source, [Fault("file", problem, "a readable file")]) from error
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except ValueError as error:
        # both tomllib.TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise VariantError(source, [Fault("file", f"it is not TOML: {error}", "a TOML file in UTF-8")]) from error
    except RecursionError as error:
        raise VariantError(source, [Fault("file", "it is nested too deep to read", "tables of settings")]) from error
    extends = data.pop("extends", None)
    data.setdefault("name", path.stem)
    if extends is None:
        return Variant.from_data(data, source=source)
    try:
        base = _base(extends, path, (*_below, path.resolve()))
    except _BadBase as error:
        faults = [Fault("extends", *error.args)]
        try:
            Variant.from_data(data, source=source)
        except VariantError as more:
            faults += more.faults
        raise VariantError(source, faults) from error
    own: dict[str, Any] = {"title": {}, "summary": {}, "sources": [], "notes": []}
    return Variant.merged(base.to_data() | own, data, source)


class _BadBase(Exception):  # noqa: N818 - never leaves this module
    """What a file extends is no variant: the problem, and what would be right."""


def _base(extends: object, path: Path, below: tuple[Path, ...]) -> Variant:
    """The variant that a file extends: a name, or a path from the file's own folder."""
    if not isinstance(extends, str):
        raise _BadBase(f"it is {shown(extends)}", "the name of a variant, or the path of a TOML file")
    if not extends.lower().endswith(_SUFFIX):
        try:
            return _named(extends)
        except UnknownVariantError as error:
            raise _BadBase(f"no variant is named {shown(extends)}", _guess(error.nearest)) from error
    other = path.parent / extends
    if other.resolve() in below:
        chain = " -> ".join(file.name for file in (*below, other))
        raise _BadBase(f"the files extend each other in a ring: {chain}", "a file that does not lead back here")
    if not other.is_file():
        raise _BadBase(f"there is no file {str(other)!r}", "the path of a TOML file, from this file's folder")
    return read_file(other, below)


def _guess(names: tuple[str, ...]) -> str:
    return "one of " + ", ".join(f'"{name}"' for name in names or variant_names())
