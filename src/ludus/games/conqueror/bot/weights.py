"""What things are worth to a bot, in points of which a fort is about ten."""

from __future__ import annotations

from typing import Final

SCALE: Final = 22.0
"""How many points of lead make a win about three times as likely as a loss."""
FORT_WORTH: Final = (0.0, 9.0, 20.0, 33.0, 49.0, 76.0)
"""By forts held; more than five are worth a little each, as a surplus protects."""
SURPLUS: Final = 8.0
COUNTDOWN: Final = 30.0
"""Five noted forts that are still held: only the others' turns stand before victory."""
LAND: Final = 1.6
SEA: Final = 0.5
FOOD: Final = 2.4
CURRENCY: Final = 2.2
INFANTRY_WORTH: Final = 1.9
CAVALRY_WORTH: Final = 3.7
COIN: Final = 0.75
RICH: Final = 14
"""Coins beyond this help little."""
HERO_WORTH: Final = 2.7
"""Per point of a hero's strength."""
RISK: Final = 0.30
"""How likely a rival is to strike where it can."""
REACH: Final = 0.16
"""What a target within reach is worth, against having it."""
STILL_TO_DO: Final = 0.96
"""What can still be done this turn is worth nearly as much as if it were done."""
WARNING: Final = 0.05
"""How likely it is that a player who was warned runs out of time all the same."""
