"""The door from a state to what a seat may know of it. The room of knowledge lies above this one: the package hangs it in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hearts.engine.deal import Deal
    from hearts.engine.game import Game
    from hearts.knowledge.view import View, ViewOptions

__all__ = ["Door", "hang", "open_door"]


class Door(Protocol):
    """What makes the view of a state for a seat, or for an onlooker where the seat is None."""

    def __call__(self, state: Deal | Game, seat: int | None, options: ViewOptions | None) -> View:
        """Make the view."""
        ...


_doors: list[Door] = []


def hang(door: Door) -> None:
    """Let states be viewed through a door; `import hearts` does so."""
    _doors[:] = [door]


def open_door(state: Deal | Game, seat: int | None, options: ViewOptions | None) -> View:
    """The view of a state for a seat, or for an onlooker where the seat is None."""
    (door,) = _doors
    return door(state, seat, options)
