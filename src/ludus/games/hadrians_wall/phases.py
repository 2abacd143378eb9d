"""The phases of a Year, as frames and views number them."""

from __future__ import annotations

from typing import Final

YEAR_CARD: Final = 0
DEAL: Final = 1
LAY: Final = 2
NEUTRAL: Final = 3
ROADS: Final = 4
ACTIONS: Final = 5
GOOD: Final = 6
BATTLE: Final = 7
ATTACK: Final = 8
DEFENCE: Final = 9
