"""The code that generates parts of the documentation, loaded from its files as MkDocs loads it."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from docs_pages import DOCS

if TYPE_CHECKING:
    from types import ModuleType


def _load(name: str) -> ModuleType:
    sys.path.insert(0, str(DOCS / "hooks"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(DOCS / "hooks"))


generate = _load("generate")
variant_pages = _load("docs_variants")
examples = _load("griffe_examples")
