"""Fair deals: a commitment fixes a seed and hides it, and a record is checked against it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.errors import SeedError, SetupError
from hearts.records.fair import COMMIT_SCHEME, Verification, commit, verify
from hearts.records.history import History
from hearts.records.record import Record
from hearts.records.store import dumps, loads
from hearts.testing import games

VECTORS: Final = {
    0: "1340ca566d96048aab8fd62c08e82e1e8788143d4fc8dca24b8b66b61c44d729",
    1: "e4b53d727fd56e27353a590cbbcb78e179f120a3890ed848c8042e9a1d3348c5",
    2026: "c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f",
    2**128 - 1: "ab1e5b25a8f0d70f82f4365ed0fb2d0601c2be59c25147aba06c632d0e1cf1be",
    2**256 - 1: "cd64a4d1acd18ce70de824b21d3a6e3592cdd95c0bda0e61587eb53c28bb0080",
}
"""What the scheme gives for ever: the digits of the commitment, by seed."""

NO_SEED: Final = "The record has no seed, so nothing can be checked: ask for the record with its seed."
OTHER_SEED: Final = "The seed of the record is not the one that was committed to."


@cache
def played(seed: int = 7, deals: int = 2) -> Record:
    """The record of a standard game of some deals, each seat doing the first thing that is legal."""
    history = History(hearts.new_game("standard", seed=seed))
    for number in range(deals):
        history = history.next_deal() if number else history
        while history.game.to_act:
            history = history.apply(history.game.legal_actions()[0])
    return history.record()


def with_deal(record: Record, number: int, **changes: Any) -> Record:  # noqa: ANN401 - whatever the fields hold
    """A record with one of its deals changed."""
    deals = [*record.deals]
    deals[number] = attrs.evolve(deals[number], **changes)
    return attrs.evolve(record, deals=tuple(deals))


# ---- commitments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", VECTORS)
def test_the_scheme_never_changes(seed: int) -> None:
    """The commitment to a seed is the name of the scheme and the SHA-256 hash of that name and the seed in decimal."""
    assert COMMIT_SCHEME == "hearts-commit-1"
    assert commit(seed) == f"hearts-commit-1:{VECTORS[seed]}"
    assert sha256(f"hearts-commit-1|{seed}".encode("ascii")).hexdigest() == VECTORS[seed]


@given(st.integers(0, 2**256 - 1), st.integers(0, 2**256 - 1))
def test_seeds_that_differ_have_commitments_that_differ(one: int, other: int) -> None:
    """Equal seeds have equal commitments, and others have others; the seed is not in it."""
    assert (commit(one) == commit(other)) == (one == other)
    assert one < 10**6 or str(one) not in commit(one)


@pytest.mark.parametrize("seed", [-1, 2**256, True, "7", 7.0, None])
def test_only_seeds_are_committed_to(seed: Any) -> None:  # noqa: ANN401 - what is no seed
    """What is no seed has no commitment."""
    with pytest.raises(SeedError):
        commit(seed)


# ---- records -----------------------------------------------------------------------------------------------------------


@given(games(max_deals=2))
def test_a_record_keeps_the_commitment_to_its_seed(game: hearts.Game) -> None:
    """A record whose deals all come from its seed keeps the commitment to it, saved and loaded as well; and no other one. Where
    hands were given, it says of which deal.
    """
    if len(game.deals) > game.deal.is_over:
        return  # its history begins later
    record = History(game).record()
    found = verify(loads(dumps(record)), commit(game.seed))
    given_hands = game.deal.dealt != hearts.deal_hands(game.variant, game.seed, players=game.players)
    assert found.holds == bool(found) == (not given_hands)
    assert str(found) == (
        "The hands of deal 1 were given by hand, and do not come from the seed."
        if given_hands
        else "The record keeps the commitment."
    )
    other = verify(record, commit((game.seed + 1) % 2**256))
    assert not other.holds
    assert OTHER_SEED in other.problems


def test_a_whole_game_keeps_its_commitment() -> None:
    """A record of several deals, finished or not, holds; blanks around the commitment and large letters do not matter."""
    for deals in (1, 2, 3):
        assert verify(played(deals=deals), commit(7)) == Verification(())
    assert verify(played(), f"  {commit(7).upper()}\n").holds
    assert not verify(played(8), commit(7)).holds


def test_another_seed_is_found() -> None:
    """A record with another seed than was committed to does not hold, though it replays without a fault."""
    found = verify(played(8), commit(7))
    assert found.problems == (OTHER_SEED,)
    assert not found
    assert str(found) == OTHER_SEED


def test_a_record_that_shows_another_seed_is_found_out_by_its_hands() -> None:
    """The hands of another seed under the seed that was committed to do not hold: each such deal is named, in whatever way they
    are told.
    """
    true, other = played(7), played(8)
    told = attrs.evolve(
        true, deals=other.deals
    )  # it says that these hands come from seed 7, where the plays are not legal
    found = verify(told, commit(7))
    assert len(found.problems) == 1
    assert found.problems[0].startswith("The record is not right: deal 1, ")
    shown = attrs.evolve(other.without_seed(), seed=true.seed, scheme=true.scheme)
    assert verify(shown, commit(7)).problems == (
        "The hands of deal 1 were given by hand, and do not come from the seed.",
        "The hands of deal 2 were given by hand, and do not come from the seed.",
    )
    one = with_deal(true, 1, hands=other.hands_of(2))
    assert (
        verify(one, commit(7)).problems[0] == "The hands of deal 2 were given by hand, and do not come from the seed."
    )


def test_hands_that_are_those_of_the_seed_may_be_told() -> None:
    """Hands that are given and are those of the seed all the same are no fault."""
    record = played()
    assert verify(with_deal(record, 0, hands=record.hands_of(1)), commit(7)).holds


def test_a_record_without_its_seed_cannot_be_checked() -> None:
    """Without the seed nothing is checked but the play, and that is said."""
    assert verify(played().without_seed(), commit(7)).problems == (NO_SEED,)


@pytest.mark.parametrize("number", [0, 1])
def test_a_result_that_was_tampered_with_is_found(number: int) -> None:
    """Scores, totals, plays and passes that are not those that follow do not hold, and the place is told."""
    record = played()
    deal = record.deals[number]
    changes: list[dict[str, Any]] = [
        {"scores": (0, 0, 0, 0)},
        {"totals": (0, 0, 0, 0)},
        {"tricks": deal.tricks[:-1]},
        {"tricks": deal.tricks[::-1]},
        {"passes": deal.passes[1:]},
    ]
    for change in changes:
        found = verify(with_deal(record, number, **change), commit(7))
        assert len(found.problems) == 1
        assert found.problems[0].startswith(f"The record is not right: deal {number + 1}")
        assert found.problems[0].endswith(".")


def test_every_problem_is_told() -> None:
    """All that speaks against a record is told, each on a line of its own."""
    record = with_deal(played(8), 0, hands=played(7).hands_of(1))
    found = verify(record, commit(9))
    assert len(found.problems) == 3
    assert str(found).splitlines() == list(found.problems)


@pytest.mark.parametrize(
    "commitment",
    [
        "",
        "c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f",
        "hearts-commit-1",
        "hearts-commit-1:",
        "hearts-commit-1:c4643531",
        "hearts-commit-2:c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f",
        "hearts-commit-1:c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7g",
        "hearts-commit-1:c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f0",
        "hearts-commit-1 :c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f",
        "hearts-commit-1:" + "²" * 64,
        "hearts-commit-1:" + "x" * 10**6,
        None,
        7,
        b"hearts-commit-1:c4643531b2332c15f897f986621bc94ff8de12a68e7fc905c4b33e8f12b6ac7f",
    ],
    ids=range(14),
)
def test_what_is_no_commitment_is_refused(commitment: Any) -> None:  # noqa: ANN401 - what is no commitment
    """A commitment of another form is refused, and the error says what one looks like: it is no promise that was broken."""
    with pytest.raises(SetupError, match="expected hearts-commit-1:, then 64 hexadecimal digits") as caught:
        verify(played(), commitment)
    assert caught.value.where == "commitment"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("record", [None, "record", hearts.new_game("standard", seed=7)])
def test_only_records_are_checked(record: Any) -> None:  # noqa: ANN401 - what is no record
    """What is no record is refused."""
    with pytest.raises(SetupError, match="expected a Record"):
        verify(record, commit(7))
