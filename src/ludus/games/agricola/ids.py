"""Numbers that state, rules, view, face and bot share: sides, unit types, markers, phases, limits.

Their values are part of what records and words refer to: they never change.
"""

from __future__ import annotations

from typing import Final

NONE: Final = -1
"""No side, no place, no counter, no fleet: there is nothing."""
HIDDEN: Final = -9
"""Stands for something that is there but that the viewer may not know."""

ROMAN: Final = 0
CALEDONIAN: Final = 1

# Terrain of a hex.
OPEN: Final = 0
WILDERNESS: Final = 1
SEA: Final = 2
HIBERNIA: Final = 3

# Types of units.
SUPREME: Final = 0
LEADER: Final = 1
LEGATE: Final = 2
PRAEFECTUS: Final = 3
LEGIONARY: Final = 4
PRAETORIAN: Final = 5
SINGULARES: Final = 6
AUXILIARY: Final = 7
EQUITATA: Final = 8
CAVALRY: Final = 9
EXPLORATORES: Final = 10
IMPEDIMENTA: Final = 11
FLEET: Final = 12
PRAESIDIUM: Final = 13
ATECOTTI: Final = 14
GAESATAE: Final = 15
CHARIOTS: Final = 16
WARBAND: Final = 17
TRIBESMEN: Final = 18
OPPIDUM_UNIT: Final = 19

TYPE_NAMES: Final = (
    "supreme",
    "leader",
    "legate",
    "praefectus",
    "legionary",
    "praetorian",
    "singulares",
    "auxiliary",
    "equitata",
    "cavalry",
    "exploratores",
    "impedimenta",
    "fleet",
    "praesidium",
    "atecotti",
    "gaesatae",
    "chariots",
    "warband",
    "tribesmen",
    "oppidum",
)
LEADERS: Final = (SUPREME, LEADER, LEGATE, PRAEFECTUS)
GUARDS: Final = (PRAETORIAN, SINGULARES)

# Types of Tribal Center counters.
AMBUSH: Final = 0
OPPIDUM: Final = 1
MINES: Final = 2
WASTES: Final = 3
MONOLITHS: Final = 4
COUNTER_TYPES: Final = 5
COUNTER_NAMES: Final = ("ambush", "oppidum", "mines", "wastes", "monoliths")

# Stratagem markers of each side by their place in the row.
CIRCUMNAVIGATION: Final = 0
IMPERIUM: Final = 1
OFFICIUM: Final = 2
SIEGE_ATTACK: Final = 3
UNITE: Final = 0
FURY: Final = 1
DRUIDS: Final = 2
NOVAE_GENTES: Final = 3
SPEECH: Final = 4
TREACHERY: Final = 5
TRIBUTE: Final = 6
MARKERS: Final = 7
ALL_MARKERS: Final = (1 << MARKERS) - 1

# What a side can choose to be asked about: each of its markers, and interrupting the enemy's turn.
INTERRUPT: Final = MARKERS
ASK_ALL: Final = (1 << (MARKERS + 1)) - 1
OUT_OF_TURN: Final = ((TREACHERY, INTERRUPT), (FURY, TREACHERY, INTERRUPT))
"""By side, what it is asked about in the enemy's turn."""

# Limits.
LONGEST_MOVE: Final = 6
CAPACITY: Final = 3
"""Land units that a fleet carries."""
DIE_FACES: Final = 6
DICE: Final = 3
"""Dice that chance rolls in one go at most."""
MOST_REROLLS: Final = 64
MOST_BID: Final = 9
FIRST_EVENT: Final = 2
"""The roll of the first row in the table of events."""
UNITS_DRAWN: Final = 11
"""Caledonian units picked at random to begin with, besides Calgacus."""

# Why the game ended.
RUNNING: Final = 0
BY_CENTERS: Final = 1
"""Sudden death: the Romans hold every Tribal Center."""
BY_FORTRESSES: Final = 2
"""Sudden death: the Caledonians hold three fortresses."""
BY_TURNS: Final = 3

# Phases: what the topmost frame is about. First those that chance answers.
DEAL: Final = 0
DRAW: Final = 1
PICK: Final = 2
ROLL: Final = 3
ATTRITION: Final = 4
FIRE: Final = 5
# Questions to a player.
BID: Final = 6
DEPLOY: Final = 7
PLACE: Final = 8
TAKE: Final = 9
GIVE: Final = 10
EMPEROR: Final = 11
FREE_RECRUIT: Final = 12
WITHDRAW: Final = 13
UNREST: Final = 14
GO_HOME: Final = 15
ALLIES: Final = 16
AP_MENU: Final = 17
RECRUIT_MENU: Final = 18
MARCH_MENU: Final = 19
SUPPLY_MENU: Final = 20
RALLY_MENU: Final = 21
MARCH: Final = 22
FORM: Final = 23
SAIL: Final = 24
LAND: Final = 25
CONCENTRATE: Final = 26
BUILD: Final = 27
TRIBUTE_WINDOW: Final = 28
BESIEGE: Final = 29
BREAK_SIEGE: Final = 30
WINTER: Final = 31
CANCEL: Final = 32
DRUIDS_WINDOW: Final = 33
SIEGE_WINDOW: Final = 34
RESERVE: Final = 35
DECLARE: Final = 36
STAND: Final = 37
FURY_WINDOW: Final = 38
MOVE_UP: Final = 39
HITS: Final = 40
EMBARK: Final = 41
RETREAT_LAND: Final = 42
RETREAT_SEA: Final = 43
SPOT: Final = 44
FLEE: Final = 45
# Phases without a choice.
GAME: Final = 46
PLAYER_TURN: Final = 47
ARRIVE: Final = 48
BATTLE: Final = 49
PLAYED: Final = 50
SETUP: Final = 51
OMENS: Final = 52
PHASE_COUNT: Final = 53

# What a ROLL frame is for, in its `step`.
FOR_EVENT: Final = 0
FOR_OMENS: Final = 1
FOR_EMPEROR: Final = 2
FOR_REVOLT: Final = 3
FOR_GERMANY: Final = 4
FOR_WEATHER: Final = 5
FOR_TRIBES: Final = 6
FOR_RAIDS: Final = 7
FOR_POINTS: Final = 8
FOR_MONOLITH: Final = 9
FOR_SWORD: Final = 10
FOR_SAILING: Final = 11
FOR_THULE: Final = 12
FOR_AMBUSH: Final = 13
FOR_IMPERIUM: Final = 14
FOR_IMPERIUM_POINTS: Final = 15
FOR_UNITE: Final = 16
FOR_UNITE_UNITS: Final = 17
FOR_ROMAN_TRIBUTE: Final = 18
FOR_TRIBUTE_UNITS: Final = 19
FOR_ADVANTAGE: Final = 20
FOR_WON: Final = 21
FOR_LOST: Final = 22

# What a March is paid by, in the `flags` of its frame.
PAID: Final = 0
BY_SUPREME: Final = 1
BY_SCOUTS: Final = 2
BY_OFFICIUM: Final = 3
BY_CIRCUMNAVIGATION: Final = 4

# The other flags of a MARCH frame, above the payment.
PAYMENT: Final = 7
"""The bits of the payment."""
OFF_ROAD: Final = 8
"""A step did not follow a road."""
WILD: Final = 16
"""A wilderness hex was entered: in ordinary movement only auxiliaries go on."""

# What has been done in a March phase, in the flags of its menu frame.
FREE_USED: Final = 1
SCOUTED: Final = 2
MARCHED: Final = 4
TRIBUTE_ASKED: Final = 8

# Which rule a PLACE frame goes by, in its `step`.
AT_SET_UP: Final = 0
BY_TABLE: Final = 1
ON_A_CENTER: Final = 2
AS_ALLY: Final = 3

# What a SPOT frame is choosing a place for, in its `step`.
FOR_NOVAE: Final = 0
FOR_OFFICIUM: Final = 1
FOR_CIRCUMNAVIGATION: Final = 2

# What is declared for Battlefield Advantage, as bits of the action `declare`.
WITH_POINT: Final = 1
WITH_SPEECH: Final = 2
