"""What the compiled loops stand on: the kernel made known to numba, rules as a record, and streams of random numbers."""

from __future__ import annotations

import inspect
from typing import Any, Final

import attrs
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload_method, register_jitable

from hearts.bulk import policies, streams
from hearts.engine import kernel
from hearts.variant.rules import NEVER, Rules

__all__ = ["TARGET", "begin_stream", "below", "nth_bit", "plain_rules"]

# ---- the two leaves that need a second body ------------------------------------------------------------------------------


@intrinsic
def _ctpop(_: Any, number: Any) -> Any:
    """The number of bits that are set."""
    return types.int64(number), lambda _context, builder, _signature, args: builder.ctpop(args[0])


@overload_method(types.Integer, "bit_count")
def _bit_count(number):  # type: ignore[no-untyped-def]  # numba compares its signature with that of the body, annotations too
    return lambda number: _ctpop(np.int64(number))


@intrinsic
def _deposit(_: Any, bits: Any, mask: Any) -> Any:
    """The bits spread over the places of a mask, by an instruction of x86."""

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(
            cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word] * 2), name), args
        )

    return types.int64(types.int64, types.int64), build


TARGET: Final[tuple[str, str, str]] = cpu_target.target_context.codegen().magic_tuple()
"""What is compiled for: the platform, the processor and its features. Not always this machine: numba can be told another."""


def _has_deposit() -> bool:
    """Is there the instruction, and is it quick? On AMD's processors before Zen 3 it is slow."""
    _, processor, features = TARGET
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2", "bdver4")


def _nth_by_steps(mask: int, place: int) -> int:
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask


def _nth_by_deposit(mask: int, place: int) -> int:
    return _deposit(np.int64(1) << place, mask)


nth_bit = numba.njit(forceinline=True)(_nth_by_deposit if _has_deposit() else _nth_by_steps)
"""The bit at a place among those of a mask, counted from the lowest."""

_KERNEL: Final = tuple(
    name for name in kernel.__all__ if inspect.isfunction(getattr(kernel, name)) and name not in kernel.FOR_PYTHON
)
_HOT: Final = ("are_broken", "ladder", "legal_mask", "take_trick")
"""What is asked for with every card, and is put in place there."""

for _name in _KERNEL:
    register_jitable(forceinline=_name in _HOT)(getattr(kernel, _name))
for _function in (policies.most_of, policies.least_of, policies.duck_card, policies.duck_pass):
    register_jitable(_function)

# ---- rules -----------------------------------------------------------------------------------------------------------------

_FIELDS: Final = tuple(field.name for field in attrs.fields(Rules) if field.name != "offsets")
"""What compiled code reads. The offsets, of any number, are handed to it by themselves."""

_SEATS: Final = 8
_FILLED: Final = ("value_masks", "value_points", "exact_from", "exact_to")
"""The rows of no fixed length: they are filled up to 4, 16, 64 and so on."""


def plain_rules(rules: Rules) -> Any:
    """The rules as compiled code takes them: a record in memory, which is passed by its place.

    The kernel reads its fields by the same names. Its rows are filled up to a few lengths, with what changes nothing, so that
    few kinds of records have to be compiled for.
    """
    columns: list[Any] = []
    values: list[Any] = []
    for name in _FIELDS:
        value = getattr(rules, name)
        if isinstance(value, tuple):
            length = _SEATS if name == "team_of" else len(value)
            if name in _FILLED:
                length = 4 ** max(1, ((length - 1).bit_length() + 1) // 2)
            filling = NEVER + 1 if name == "exact_from" else 0
            value = tuple(map(int, value)) + (filling,) * (length - len(value))
            columns.append((name, np.int64, (length,)))
        else:
            columns.append((name, np.bool_ if isinstance(value, bool) else np.int64))
        values.append(value)
    return np.array([tuple(values)], dtype=np.dtype(columns, align=True))[0]


# ---- random numbers: the streams of hearts.bulk.streams, in 64 bits without a sign -------------------------------------------

_GAMMA = np.uint64(streams.GAMMA)


@numba.njit(forceinline=True)
def _mix(number: Any) -> Any:
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@numba.njit(forceinline=True)
def begin_stream(base: Any, number: Any, deal: Any) -> Any:
    """The state in which a stream begins."""
    return _mix(_mix(base ^ _mix(np.uint64(number) * _GAMMA)) ^ _mix(np.uint64(deal)))


@numba.njit(forceinline=True)
def below(state: Any, count: Any) -> Any:
    """The next state of a stream, and a number below a count."""
    many = np.uint64(count)
    low = np.uint64(0xFFFFFFFF)
    state = state + _GAMMA
    product = (_mix(state) >> np.uint64(32)) * many
    if product & low < many:  # seldom: here a word may have to be passed over
        while product & low < (np.uint64(1 << 32) - many) % many:
            state = state + _GAMMA
            product = (_mix(state) >> np.uint64(32)) * many
    return state, np.int64(product >> np.uint64(32))
