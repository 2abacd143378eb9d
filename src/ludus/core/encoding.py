"""Positions as numbers, for nets that judge many at once.

`encode.py` in a game's folder has an encoding. A position is packed into a row of whole numbers, as
one seat knows it; features are made from many rows in one step. Rows are small to keep and send,
and features are made only where a net looks at them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from ludus.core.protocol import Decision, Outcome, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


S_contra = TypeVar("S_contra", contravariant=True)


class Encoding(Protocol[S_contra]):
    """How a game's positions become numbers. Every row begins with its viewer's seat."""

    @property
    def kind(self) -> Literal["wins", "points"]:
        """What a net says of a position.

        wins: each seat's chance to win, the viewer's first, then round the table.
        points: what the viewer will end with, or how far ahead (see `points`).
        """
        ...

    @property
    def width(self) -> int:
        """How many features a row has."""
        ...

    @property
    def outputs(self) -> int:
        """How many numbers a net gives: the most seats, or one."""
        ...

    def pack(self, state: S_contra, viewer: Seat) -> tuple[int, ...]:
        """The position as `viewer` knows it; nothing that is hidden from it may matter."""
        ...

    def features(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """One row of features for each row, about between -1 and 1."""
        ...

    def seats(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many seats there are at each row's table."""
        ...

    def base(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """What the hand-made evaluation gives, in as many columns as a net has outputs. A net adds
        its corrections to it: to points, or to what chances are made from (log-odds)."""
        ...

    def points(self, outcome: Outcome, seat: Seat) -> float:
        """How a seat ended, in the points that a net of that kind foretells."""
        ...

    def chance(self, value: float, state: S_contra, seat: Seat) -> float:
        """What a net said of a position for a seat, as a chance to win between 0 and 1."""
        ...

    def goes_on(self, decision: Decision) -> bool:
        """Whether a question belongs to the choice before it, so that a position in between says
        little: then bots look on to where the seat's turn pauses or ends."""
        ...

    def seen(self, view: object) -> object:
        """What of a view the rows tell. Where this is equal rows are equal, else they differ."""
        ...


AnyEncoding: TypeAlias = Encoding[Any]
"""For code that handles all games."""
