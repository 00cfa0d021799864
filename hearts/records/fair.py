"""Fair deals: commit to a seed before a game, reveal it afterwards, and let anybody check. See docs/fair-deals.md.

Scheme ``hearts-commit-1``: the SHA-256 hash, in hexadecimal, of the ASCII text ``hearts-commit-1|SEED``, with the seed in
decimal.
"""

from __future__ import annotations

from typing import Final

import attrs

from hearts.engine.shuffle import check_seed
from hearts.errors import SetupError, shown
from hearts.records.record import Record

__all__ = ["COMMIT_SCHEME", "Verification", "commit", "verify"]

COMMIT_SCHEME: Final = "hearts-commit-1"
"""The name of the scheme, with which a commitment begins."""

_DIGITS: Final = 64


def commit(seed: int) -> str:
    """The commitment to a seed, to be shown to the players before the game: it fixes the seed, and hides it.

    It hides only a seed that nobody can guess, as `new_game` draws it where none is given.

    Args:
        seed: A whole number from 0 to 2**256 - 1.

    Returns:
        The name of the scheme, a colon, and 64 hexadecimal digits.

    Raises:
        SeedError: The seed is not a whole number in range.

    Example:
        >>> commit(2026)
        'hearts-commit-1:c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f'
    """
    from hashlib import sha256  # noqa: PLC0415 - slow to import, and few games need it

    text = f"{COMMIT_SCHEME}|{check_seed(seed)}"
    return f"{COMMIT_SCHEME}:{sha256(text.encode('ascii')).hexdigest()}"


@attrs.frozen
class Verification:
    """Whether a record keeps what a commitment promised; true where it does.

    Attributes:
        problems: What speaks against it, each as a sentence; none where it holds.
    """

    problems: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Does the record keep the promise?"""
        return not self.problems

    def __bool__(self) -> bool:
        """As `holds`."""
        return self.holds

    def __str__(self) -> str:
        """That it holds, or every problem on a line of its own."""
        return "\n".join(self.problems) or "The record keeps the commitment."


def verify(record: Record, commitment: str) -> Verification:
    """Check a record against the commitment to its seed.

    It holds where the seed is the one that was committed to, every deal's hands come from it, and the record replays without a
    fault.

    Args:
        record: The record, with its seed.
        commitment: What `commit` gave before the game.

    Raises:
        SetupError: The record is none, or the commitment has not the form of one.

    Example:
        >>> import hearts
        >>> game = hearts.new_game("standard")
        >>> promise = hearts.commit(game.seed)  # shown before the game
        >>> record = hearts.History(game).record()
        >>> bool(verify(record, promise)), bool(verify(record, hearts.commit(1)))
        (True, False)
    """
    if not isinstance(record, Record):
        raise SetupError("record", f"it is {shown(record)}: expected a Record")
    _check_form(commitment)
    problems = []
    if record.seed is None:
        problems.append("The record has no seed, so nothing can be checked: ask for the record with its seed.")
    elif commit(record.seed) != commitment.strip().lower():
        problems.append("The seed of the record is not the one that was committed to.")
    problems += [
        f"The hands of deal {number} were given by hand, and do not come from the seed."
        for number, deal in enumerate(record.deals, 1)
        if record.seed is not None and deal.hands not in (None, record.dealt_by_seed(number))
    ]
    fault = record.replay().fault
    if fault is not None:
        problems.append(f"The record is not right: {fault}.")
    return Verification(tuple(problems))


def _check_form(commitment: object) -> None:
    if isinstance(commitment, str):
        scheme, _, digits = commitment.strip().lower().partition(":")
        if scheme == COMMIT_SCHEME and len(digits) == _DIGITS and set(digits) <= set("0123456789abcdef"):
            return
    wanted = f"{COMMIT_SCHEME}:, then {_DIGITS} hexadecimal digits"
    raise SetupError("commitment", f"it is {shown(commitment)}: expected {wanted}")
