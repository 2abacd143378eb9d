"""Parts of a sheet to go to, and the part where a page opens."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from ludus.core.models import Section
from ludus.core.text import Words
from ludus.games.hadrians_wall.drawing import DrawnSheet, Rect


class Part(NamedTuple):
    """A named part of a sheet: the areas between two heights."""

    key: str
    icon: str
    top: float
    bottom: float


PARTS: Final[dict[str, tuple[Part, ...]]] = {
    "left": (
        Part("cohorts", "cohort", 42, 142),
        Part("frontier", "wall", 142, 572),
        Part("buildings", "hotel", 572, 808),
        Part("landmarks", "archway", 808, 896),
        Part("attributes", "renown", 896, 1216),
    ),
    "right": (
        Part("traders", "trader", 42, 271),
        Part("performers", "performer", 271, 505),
        Part("priests", "priest", 505, 773),
        Part("apparitores", "apparitor", 773, 991),
        Part("patricians", "patrician", 991, 1214),
    ),
}
NARROW: Final = 452
"""How wide a part is at most, so that a phone shows it at a size that can be read."""
EDGE: Final = 12
ROWS: Final = ("cohorts", "frontier", "attributes")
"""Parts made of rows, whose icons stay at the left edge: their names may be out of sight."""
ROW_HEAD: Final = 46
FIRST_BOX: Final = 158
"""How wide the strip with these icons is, and where the boxes begin."""
RIGHTMOST: Final = 1100 - NARROW
SIGHT: Final = 0.38
"""How high the part of a sheet is that every desk shows at its full width, by that width."""


class Camera:
    """Where to look on one sheet."""

    def __init__(self, drawn: DrawnSheet, words: Words) -> None:
        self._parts = PARTS[drawn.key]
        self._titles = [words.text(f"section.{part.key}") for part in self._parts]
        self._view_box = drawn.view_box
        self._at = {box.id: box.at for area in drawn.area for box in area.boxes}

    def sections(self, offered: Collection[str], edge: bool = True) -> tuple[Section, ...]:
        """The parts with what can be chosen in them; each box is narrow, and shows that.

        `edge` says whether the icons of rows stay in sight, so that their names need not.
        """
        found: list[Section] = []
        for part, title in zip(self._parts, self._titles, strict=True):
            boxes = self._inside(part, offered)
            left = FIRST_BOX - ROW_HEAD if edge and part.key in ROWS else EDGE
            frame = (_left(boxes, left), part.top, NARROW, part.bottom - part.top)
            found.append(Section(part.key, title, frame, part.icon, len(boxes)))
        return tuple(found)

    def focus(self, offered: Collection[str]) -> Rect:
        """The whole width, as high as a desk shows it, around what can be chosen."""
        x, top, width, height = self._view_box
        counts = [len(self._inside(part, offered)) for part in self._parts]
        best = self._parts[counts.index(max(counts))]
        high = min(height, width * SIGHT)
        start = min(max(best.top - EDGE, top), top + height - high)
        return (x, start, width, high)

    def _inside(self, part: Part, offered: Collection[str]) -> list[Rect]:
        places = [self._at[place] for place in offered if place in self._at]
        return [at for at in places if part.top <= at[1] < part.bottom]


def _left(boxes: Sequence[Rect], least: float) -> float:
    """The left edge of a narrow frame that holds as many of the boxes as it can."""
    gap = EDGE if least == EDGE else EDGE + ROW_HEAD
    starts = [least, *sorted(min(box[0] - gap, RIGHTMOST) for box in boxes)]

    def held(start: float) -> int:
        return sum(start + gap <= x + EDGE and x + w <= start + NARROW for x, _, w, _ in boxes)

    return max(starts, key=held)
