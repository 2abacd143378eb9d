"""Lettering in the games' pictures can be read: at least 4.5 to 1, in light and in dark."""

from __future__ import annotations

import pytest
from tests.core.test_svg import contrast

from ludus.core.svg import COMMON_TONES, Tones
from ludus.games.conqueror.face.look import TONES as CONQUEROR
from ludus.games.hadrians_wall.face.look import TONES as HADRIANS_WALL
from ludus.games.para_bellum.face.look import CREAM, INK, PURPLE
from ludus.games.para_bellum.face.look import TONES as PARA_BELLUM

PAIRS: list[tuple[Tones, str, str]] = [
    *((CONQUEROR, "plate-ink", f"plate-{seat}") for seat in range(6)),
    *((CONQUEROR, "decor", ground) for ground in ("waste", "sand", "abyss")),
    (CONQUEROR, "name", "halo"),
    (CONQUEROR, "tide", "tide-halo"),
    (PARA_BELLUM, "field-name", "field"),
    *(
        (HADRIANS_WALL, ink, ground)
        for ink in ("ink", "note", "limit")
        for ground in ("sheet", "card")
    ),
]


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(("tones", "ink", "ground"), PAIRS)
def test_lettering_can_be_read(tones: Tones, ink: str, ground: str, theme: int) -> None:
    all_tones = {**COMMON_TONES, **tones}
    assert contrast(all_tones[ink][theme], all_tones[ground][theme]) >= 4.5


def test_plates_and_tags_of_an_army_can_be_read() -> None:
    assert contrast(INK, CREAM) >= 4.5
    assert contrast(CREAM, PURPLE) >= 4.5
