"""Names on the maps: none lies over food, currency or another name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from ludus.games.conqueror.drawing import Sheet, load_sheets
from ludus.games.conqueror.face.plates import LETTER
from ludus.games.conqueror.face.printed import icon_spots
from ludus.games.conqueror.tests.scene import CONTENTS, PACK

SHEETS = load_sheets(PACK, CONTENTS.boards)
ABOVE, BELOW = 10, 11
"""From the middle of a name to its edges."""
ICON = 11
"""Half an icon."""
SLACK = 2
"""Letters are only about so wide."""
Box = tuple[float, float, float, float]


def names(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    for region in sheet.regions:
        x, y = region.label
        half = LETTER * len(region.id) * (0.88 if region.id.endswith(" Sea") else 1)
        yield region.id, (x - half, y - ABOVE, x + half, y + BELOW)


def meet(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > SLACK and min(one[3], other[3]) - max(one[1], other[1]) > SLACK


def others(sheet: Sheet) -> Iterator[tuple[str, Box]]:
    for region in sheet.regions:
        for kind, x, y in icon_spots(region):
            yield f"{kind} of {region.id}", (x - ICON, y - ICON, x + ICON, y + ICON)


@pytest.mark.parametrize("key", SHEETS)
def test_a_name_covers_nothing(key: str) -> None:
    sheet = SHEETS[key]
    found = {
        f"{name} over {what}"
        for name, box in names(sheet)
        for what, other in others(sheet)
        if meet(box, other)
    }
    found |= {
        f"{one} over {other}"
        for (one, box), (other, second) in combinations(names(sheet), 2)
        if meet(box, second)
    }
    assert found == set()
