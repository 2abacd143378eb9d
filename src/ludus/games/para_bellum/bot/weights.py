"""What things are worth in points while there are turns left to use them."""

from __future__ import annotations

from typing import Final

RED_PIP: Final = 0.30
RED_DIE: Final = 0.55
"""A red die also steadies the army in Morale tests."""
NEW_RED: Final = 1.6
NEW_GRAY: Final = 3.5
BLUE_PIP: Final = 0.32
COIN: Final = 0.45
ACTION: Final = 0.3
ARMY_CARD: Final = 0.5
"""A card to be drawn."""
ARMY_HAND: Final[tuple[float, ...]] = (0.0, 1.3, 2.1, 2.7, 3.1, 3.4, 3.6, 3.7)
"""By army cards in hand: the first ones are placements, the others a choice."""
COMMAND_CARD: Final = 0.8
"""A card to be taken from the line, whichever it will be."""
BANNER: Final = 0.45
PERMANENT: Final = 1.9
OPEN_SEAM: Final = 1.7
"""A joint of a row that is not a Legion yet."""
PLACEMENT: Final = 2.2
"""Another army card placed."""
REROLL: Final = 1.3
"""A gray die of one's choice rolled again."""
CONTROL: Final = 0.8
"""The share of a change of dice that counts: some dice are at 6 or at 1 already."""
