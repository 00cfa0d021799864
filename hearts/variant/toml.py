"""The text of a variant's TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from hearts.variant.sections import SECTIONS, Values

__all__ = ["write_toml"]

_BARE: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

_ESCAPES: Final = {code: f"\\u{code:04x}" for code in (*range(32), 127)} | {ord('"'): '\\"', ord("\\"): "\\\\"}


def write_toml(data: Mapping[str, Any]) -> str:
    """The plain data of a variant as TOML, each setting with the number of its rule."""
    lines = [f"{key} = {_value(value)}" for key, value in data.items() if key not in SECTIONS]
    for name, kind in SECTIONS.items():
        lines += ["", f"[{name}]"]
        rules = {field.name: field.metadata["rule"] for field in attrs.fields(kind)}
        if kind is Values:
            rules |= dict.fromkeys(data[name], "R7.1")
        lines += [f"{_key(key)} = {_value(value)}  # {rules[key]}" for key, value in data[name].items()]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if key and set(key) <= _BARE else _string(key)


def _string(text: str) -> str:
    return '"' + text.translate(_ESCAPES) + '"'


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }" if value else "{ }"
        )
    return str(value)
