"""What the library says to people: one file of messages for each language, chosen by an argument and never by the surroundings.

To add a language, add a file ``xx.toml`` beside ``en.toml`` with the same keys and the same fields in braces.
"""

from hearts.language.messages import languages, message

__all__ = ["languages", "message"]
