"""Numbers with a name that state, rules, view and face share."""

from __future__ import annotations

from typing import Final

NONE: Final = -1

# Dice and boats.
EAGLE: Final = 1
"""The die face that is not a number; it stands where a I would be."""
NUMBERS: Final = (2, 3, 4, 5, 6)
"""The faces that are numbers; also the numbers of the five boats."""
FACES: Final = (EAGLE, *NUMBERS)
PAIRS: Final = tuple((a, b) for a in FACES for b in FACES if a <= b)
"""What two dice can show, the order of the dice left aside."""
PAIR_ODDS: Final = tuple(1 if a == b else 2 for a, b in PAIRS)

# Limits.
MAX_SEATS: Final = 5
BOATS: Final = 5
WARRIORS: Final = 5
"""How many each player has."""
LAST_FORTS: Final = 6
"""The game ends when so many fort tokens, or fewer, are left."""

# What a road holds, besides a player's warrior.
FREE: Final = -1
LEGION: Final = -2

STANDARD: Final = -1
"""The legion's place in the sea."""

# Who has a fort token or the victory point token under it, besides a player's number.
ON_BOARD: Final = -1
GONE: Final = -2
NO_TOKEN: Final = -3

# Why the game ended.
RUNNING: Final = 0
BY_FORTS: Final = 1
BY_PASSES: Final = 2
REASONS: Final = ("", "forts", "passes")

# Phases.
START: Final = 0
START_DICE: Final = 1
OPENING: Final = 2
OPENING_DIE: Final = 3
OPENING_PLACE: Final = 4
DUMMY: Final = 5
DUMMY_DIE: Final = 6
DUMMY_PLACE: Final = 7
TURN: Final = 8
DICE: Final = 9
ACT: Final = 10
LAND: Final = 11
BOARD: Final = 12
LIFT: Final = 13
DONE: Final = 14
PHASE_COUNT: Final = 15
ROLLING: Final = (START_DICE, OPENING_DIE, DUMMY_DIE, DICE)
"""The phases in which chance chooses; in the others it is the seat of the frame."""
