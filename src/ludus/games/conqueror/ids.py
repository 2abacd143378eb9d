"""The numbers that state, rules, view, face and bot share: phases, kinds, limits and marks."""

from __future__ import annotations

from typing import Final

# Marks that stand where a number would.
NONE: Final = -1
"""No card, territory, seat, faction or winner."""
NOBODY: Final = -1
"""The owner of a territory that is free."""
INDEPENDENT: Final = -2
"""The owner of a territory with an independent army."""
HIDDEN: Final = -9
"""A hero, mission or bid that is there but not for the viewer to know."""

# Who plays.
LEAST_SEATS: Final = 3
MOST_SEATS: Final = 6
MAPS: Final = ("campaign", "grand")
CAMPAIGN_SEATS: Final = 4
"""Up to so many play on the first map, more on the second."""
FACTIONS: Final = ("Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul")
HEROES_EACH: Final = 4
MISSIONS_EACH: Final = 3
"""Cards of each faction in the box; a pack may have others: `Contents.heroes_each`."""
MOST_EACH: Final = 12

# Units.
INFANTRY: Final = 0
CAVALRY: Final = 1
WEIGHT: Final = (1, 2)
"""Strength of a unit by its kind, for casualties always and in battle unless a card says else."""
MOST_UNITS: Final = 64
"""How many units of a kind one action can speak of."""

# Forts.
NO_FORT: Final = 0
FORT: Final = 1
GREAT_FORT: Final = 2
WIN_FORTS: Final = 5

# The die shows 1, 1, 2, 3, 4, 4.
FACES: Final = (1, 2, 3, 4)
FACE_ODDS: Final = (2, 1, 1, 2)

COINS: Final = (5, 2, 1)
"""What coins are worth, the largest first."""
BID_STEP: Final = 50
"""A bid goes by a table up to this number; a longer purse adds it as often as wanted."""

# What a unit of the player in turn may still do. All other units are READY.
READY: Final = 0
"""Move or attack; a won attack on a player brings a second one."""
MARCHED: Final = 1
"""Has moved, and may move once more (Forced March)."""
VICTOR: Final = 2
"""Has won a battle against a player, and may attack once more (outcome.1)."""
VICTOR_EXTRA: Final = 3
"""As VICTOR, with one more action of a hero's gift behind it."""
EXTRA: Final = 4
"""One action is left, a move or an attack: a hero's gift, or a victory's by another reading."""
SPENT: Final = 5
STATUSES: Final = 6

ACTED_STATUSES: Final = 5
"""The statuses other than READY."""
ACTED_ROW: Final = 10
"""Per territory in `State.acted`: two kinds of units, ACTED_STATUSES each."""

GROUP_STATUS: Final = (READY, VICTOR, VICTOR_EXTRA, EXTRA)
"""The statuses that may attack.

A group of attackers is the kind of its units times GROUPS_EACH, plus the place in this row.
"""
GROUPS_EACH: Final = 4
GROUPS: Final = 8

# The sides of a battle.
ATTACK: Final = 0
DEFENCE: Final = 1
PARTS: Final = 4
"""What the strength of a side is made of: units, bonus, hero, die."""
COUNTED: Final = 6
"""What is noted of a side when the dice fall: the parts, infantry, cavalry."""

# The clock of the player in turn.
CLOCK_OFF: Final = 0
PLANNING_TIME: Final = 1
TIME_UP: Final = 2
"""The others may bribe."""
QUIET: Final = 3
"""In the action phase, just after an action: too early for a warning."""
STILL: Final = 4
"""The others may give the warning."""
WARNED: Final = 5

QUIET_TIME: Final = 10_000
"""Milliseconds without an action before a rival may warn [bribe_action.9]."""
CLAIM_TIME: Final = 300
"""Milliseconds after a first bribe in which others count as made at the same time [bribe.8]."""

# Why the game ended.
RUNNING: Final = 0
BY_FORTS: Final = 1
BY_SURVIVAL: Final = 2
BY_ROUNDS: Final = 3
REASONS: Final = ("", "forts", "survival", "rounds")
"""The same in words, by number."""

# Phases: what the topmost frame asks or does.
ORDER: Final = 0
FACTION: Final = 1
MISSION: Final = 2
ROUND: Final = 3
CHRONICLE: Final = 4
BID: Final = 5
BID_ROLL: Final = 6
LOSE: Final = 7
TRIM: Final = 8
TURN: Final = 9
WHICH: Final = 10
JOIN: Final = 11
HERO: Final = 12
DIE: Final = 13
REROLL: Final = 14
CASUALTY: Final = 15
KILL: Final = 16
RETREAT: Final = 17
ADVANCE: Final = 18
CLAIM: Final = 19
CLAIM_ROLL: Final = 20
FIGHT: Final = 21
PHASE_COUNT: Final = 22

INSIDE: Final = frozenset((TRIM, WHICH, JOIN, HERO, REROLL, CASUALTY, KILL, ADVANCE))
"""Questions inside a turn that the player in turn may have to answer: the clock runs there too."""
