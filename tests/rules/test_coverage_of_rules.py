"""What the tests of this directory cover: the known cases, by their ids, and the settings of a variant, by their rules."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from hearts.variant.sections import SECTIONS

CASES: Final = """
    A1 A2 A3 A5 A6 A7 A10
    B1 B2 B4 B5 B6 B8 B9 B10
    C1 C2 C4 C6 C7 C8 C9 C11
    D1 D2 D3 D4 D6 D7 D8 D9 D10 D14 D17
    E1 E3 E4 E5 E6 E7 E9 E11 E12 E13 E18 E20 E23 E24
    F1 F2 F6 F7 F8 F9
    H1 H2 H5 H7 H9 H10
    I3
""".split()
"""The cases of the project's list that the rules of play, the views and saved games decide, each a fault that real
implementations had or a point on which sources disagree.

Not here, of the same sections, are A12, C12, D16, E16, E25, F10, F11, F13 and F14 (two packs, jokers, charged cards, cutting
for the deal, statistics and the like), which other parts are to cover.
"""

HERE: Final = Path(__file__).parent


def read_tests(*paths: Path) -> dict[str, str]:
    """The tests of some files by name, with their docstrings."""
    found: dict[str, str] = {}
    for path in paths:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert node.name not in found, f"two tests are named {node.name}"
                found[node.name] = ast.get_docstring(node) or ""
    return found


TESTS: Final = read_tests(*sorted(HERE.glob("test_r*.py")))
CASE_TESTS: Final = read_tests(*sorted([*HERE.glob("test_r*.py"), *HERE.parent.glob("*/test_*_cases.py")]))


def test_each_case_is_tested_once() -> None:
    """Each case of the list is tested by one test named for it (and perhaps others, for its property, for what views show
    of it, and for saved games), and no other is.
    """
    named = Counter(
        match[1].upper()
        for name in CASE_TESTS
        if (match := re.match(r"test_([a-i]\d+)_(?!property_|view_|saved_)", name)) is not None
    )
    assert named == Counter(CASES)


def settings() -> list[Any]:
    """Every setting of every section with the number of its rule."""
    return [
        pytest.param(f"{section}.{field.name}", field.metadata["rule"], id=f"{section}.{field.name}")
        for section, kind in SECTIONS.items()
        for field in attrs.fields(kind)
    ]


@pytest.mark.parametrize(("setting", "rule"), settings())
def test_each_setting_is_tested_by_its_rule(setting: str, rule: str) -> None:
    """Each setting is named in the docstring of a test that is named for the rule that it sets."""
    prefix = f"test_{rule.lower().replace('.', '_')}_"
    assert any(name.startswith(prefix) and setting in docstring for name, docstring in TESTS.items())


def test_each_test_says_what_is_true() -> None:
    """Each test has a docstring that states a truth."""
    assert [name for name, docstring in CASE_TESTS.items() if not docstring.rstrip().endswith(".")] == []
