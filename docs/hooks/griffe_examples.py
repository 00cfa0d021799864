"""For the API pages: shows the examples of docstrings as code.

The docstrings say `Example:`, as Google's style has it. Griffe, which reads them, knows `Examples:` only and takes the other
for a paragraph of text.
"""

from __future__ import annotations

import re

import griffe

_EXAMPLE = re.compile(r"^(\s*)Example:$", re.MULTILINE)


class ShowExamples(griffe.Extension):
    """Renames the section in each docstring that is read."""

    def on_instance(self, *, obj: griffe.Object, **_: object) -> None:
        """Rename the section in the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(r"\1Examples:", obj.docstring.value)
