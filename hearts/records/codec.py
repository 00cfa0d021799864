"""Values as plain data, and back: variants, actions, deals, games, records, histories, views and events.

Each kind of data has a name with a version, such as ``hearts.game/1``, which is the first thing in it. Data of a version never
changes its sense: a new form gets a new name, and the old one stays readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from hearts.engine.actions import Action, ChooseMoon, PassCards, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.events import Event
from hearts.engine.game import Game
from hearts.errors import Fault, HeartsError, RecordError, shown
from hearts.knowledge.view import View
from hearts.records import shapes
from hearts.records.history import History
from hearts.records.history_shape import HistoryShape, pack_history, unpack_history
from hearts.records.plain import as_fault, plain, read_as
from hearts.records.record import Record
from hearts.records.view_check import check_view_data
from hearts.variant.reading import nearest
from hearts.variant.variant import Variant

__all__ = ["FORMATS", "Form", "Value", "from_data", "to_data"]

Value: TypeAlias = Variant | Action | Deal | Game | Record | History | View | Event
"""What can be written as plain data."""


@attrs.frozen
class Form:
    """One kind of data.

    Attributes:
        name: Its name and version.
        kinds: The classes of the values that it stands for.
        shape: The class whose fields say what the data looks like; the variant's own schema where it is `Variant`.
        pack: What makes a value into one of that class.
        unpack: What makes the value of that class into the value again, and finds the faults that only the whole shows.
    """

    name: str
    kinds: tuple[type, ...]
    shape: Any
    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]


def _same(value: Any) -> Any:  # noqa: ANN401 - whatever it is
    return value


FORMATS: Final[dict[str, Form]] = {
    form.name: form
    for form in (
        Form("hearts.variant/1", (Variant,), Variant, _same, _same),
        Form(
            "hearts.action/1",
            (PassCards, PlayCard, ChooseMoon),
            shapes.ActionShape,
            shapes.pack_action,
            shapes.unpack_action,
        ),
        Form("hearts.deal/1", (Deal,), shapes.DealShape, shapes.pack_deal, shapes.unpack_deal),
        Form("hearts.game/1", (Game,), shapes.GameShape, shapes.pack_game, shapes.unpack_game),
        Form("hearts.record/1", (Record,), Record, _same, _same),
        Form("hearts.history/1", (History,), HistoryShape, pack_history, unpack_history),
        Form("hearts.view/1", (View,), View, _same, check_view_data),
        Form("hearts.event/1", (Event,), Event, _same, shapes.check_event),
    )
}
"""Every kind of data by its name."""

_BY_CLASS: Final = {kind: form for form in FORMATS.values() for kind in form.kinds}


def to_data(value: Value) -> dict[str, Any]:
    """A value as plain data, ready for JSON: tables with text as keys, lists, text, whole numbers, true, false, null.

    Equal values give equal data, in the same order.

    Args:
        value: A variant, action, deal, game, record, history, view or event.

    Returns:
        A new dict; its first key is ``format``, the name and version of the data. `from_data` reads it back equal.

    Raises:
        RecordError: It is none of these, or too large to be read again.

    Example:
        >>> import hearts
        >>> to_data(hearts.PlayCard(2, "QS"))
        {'format': 'hearts.action/1', 'action': 'play', 'seat': 2, 'card': 'QS'}
    """
    form = _BY_CLASS.get(type(value))
    if form is None:
        problem = f"it is {shown(value)}"
        raise RecordError(
            "value", [Fault("value", problem, "a variant, action, deal, game, record, history, view or event")]
        )
    data: dict[str, Any] = plain(form.pack(value))
    return {"format": form.name} | data


def from_data(data: Mapping[str, Any], *, source: str = "data") -> Any:  # noqa: ANN401 - of what kind, the data says
    """The value of plain data, read strictly: nothing unknown, nothing missing, nothing coerced, and nothing that cannot be.

    Args:
        data: What `to_data` gave.
        source: What to call the data in an error.

    Raises:
        RecordError: Something in it is wrong; holds every fault that can be told, with its path and what would be right.

    Example:
        >>> from_data({"format": "hearts.action/1", "action": "play", "seat": 2, "card": "QS"})
        PlayCard(seat=2, card=Card('QS'))
    """
    if not isinstance(data, Mapping):
        raise RecordError(source, [Fault("data", f"it is {shown(data)}", "a table with the key format")])
    name = data.get("format")
    form = FORMATS.get(name) if isinstance(name, str) else None
    if form is None:
        known = nearest(name, FORMATS) if isinstance(name, str) else ()
        problem = "it is missing" if "format" not in data else f"it is {shown(name)}, which this version does not know"
        raise RecordError(source, [Fault("format", problem, "one of " + ", ".join(known or FORMATS))])
    body = {key: value for key, value in data.items() if key != "format"}
    try:
        return form.unpack(read_as(body, form.shape, source))
    except RecordError as error:
        raise RecordError(source, error.faults) from None
    except HeartsError as error:
        raise RecordError(source, [as_fault(error, "data")]) from None
