"""One player's two sheets and board as a list of small numbers: which place holds what.

A sheet is a plain `list[int]` of length WIDTH, so that it is copied in one step; the names below
say what stands where. Everything in it lies open on the table. Icons are numbered like the place
they raise: a Servant icon is SERVANT, a hammer is PRODUCTION, a sword is GUARD.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Sheet: TypeAlias = list[int]

# The player board: what can be spent.
SOLDIER: Final = 0
BUILDER: Final = 1
SERVANT: Final = 2
CIVILIAN: Final = 3
RESOURCE: Final = 4
WORKERS: Final = 4
STOCK: Final = 5

# Tracks: how many boxes are filled.
RENOWN: Final = 5
PIETY: Final = 6
VALOUR: Final = 7
DISCIPLINE: Final = 8
COHORT: Final = 9
"""Left; Centre and Right follow. As an icon: one box of a cohort of choice."""
MINING: Final = 12
GUARD: Final = 13
CIPPI: Final = 14
WALL: Final = 15
FORT: Final = 16
PRODUCTION: Final = 17
TRADERS: Final = 18
PERFORMERS: Final = 19
PRIESTS: Final = 20
APPARITORES: Final = 21
PATRICIANS: Final = 22
TEMPLE: Final = 23
"""Boxes filled in the three Temples, which are filled one after the other."""

# Favours: those of Temples, then Diplomats by cohort (which row serves it; Favours left).
FAVOUR: Final = 24
DIPLOMAT: Final = 25
MEDIATION: Final = 28

BUILT: Final = 31
"""The buildings that stand, as a mask."""
STRENGTH: Final = 32
"""Red, then Blue: strength boxes circled or filled."""
WOUNDS: Final = 34
"""Red, then Blue: those of them that are filled."""
SCOUTS: Final = 36
MAP: Final = 37
"""The filled cells as a mask, row by row from the top left."""
DISDAIN: Final = 38
"""Boxes ever circled."""
REMOVED: Final = 39
"""Those of them that are filled."""
IGNORED: Final = 40
"""Per cohort, attack cards ignored this Year."""

# What the seat may do again: masks over the numbers of actions.
USED_UP: Final = 43
RESTING: Final = 44
"""Used this Year as often as a Year allows."""

# The question that waits for this seat, and what it is about.
ASK: Final = 45
ABOUT: Final = 46
ACTIVE: Final = 47
"""1 while the seat has not stopped for the Year."""

# Boxes that hold a number: the Year they were used in, or a trade good. 0 is empty.
TRAINING: Final = 48
FORUM: Final = 53
THEATRE: Final = 57
BATHS: Final = 63
COURT: Final = 69
"""Three columns of three boxes."""
BATTLES: Final = 78
"""Six of Red, then six of Blue."""
MARKET: Final = 90

# Cards face up, by Year; NONE where there is none yet.
PATH: Final = 98
PROSPECT: Final = 104

THROUGH: Final = 110
"""Attacks that got through in the latest attack; NONE before the first."""
WIDTH: Final = 111

NONE: Final = -1
YEARS: Final = 6
ATTRIBUTES: Final = (RENOWN, PIETY, VALOUR, DISCIPLINE)
CITIZENS: Final = (TRADERS, PERFORMERS, PRIESTS, APPARITORES, PATRICIANS)

# Questions (ASK).
NOTHING: Final = 0
ASK_COHORT: Final = 1
ASK_BUILT_ROAD: Final = 2
"""One of the two attributes of the Road that ABOUT names."""
ASK_ROAD_YEAR: Final = 3
"""One attribute of four, ABOUT times."""
ASK_SOURCE: Final = 4
"""Where the good for Market box ABOUT comes from."""
ASK_PLACE: Final = 5
"""Where the pattern of slot ABOUT goes."""

ITEM_KEYS: Final = ("soldier", "builder", "servant", "civilian", "resource")
TRACK_KEYS: Final = (
    "renown",
    "piety",
    "valour",
    "discipline",
    "cohort",
    "cohort",
    "cohort",
    "mining",
    "guard",
    "cippi",
    "wall",
    "fort",
    "production",
    "traders",
    "performers",
    "priests",
    "apparitores",
    "patricians",
    "temple",
)
"""The tracks from RENOWN to TEMPLE."""
COHORT_KEYS: Final = ("left", "centre", "right")

ICONS: Final[dict[str, int]] = {
    **{key: place for place, key in enumerate(ITEM_KEYS)},
    "renown": RENOWN,
    "piety": PIETY,
    "valour": VALOUR,
    "discipline": DISCIPLINE,
    "cohort": COHORT,
    "hammer": PRODUCTION,
    "sword": GUARD,
    "trader": TRADERS,
    "performer": PERFORMERS,
    "priest": PRIESTS,
    "apparitor": APPARITORES,
    "patrician": PATRICIANS,
    "favour": FAVOUR,
}
"""The icons in boxes and cards, and the place each raises."""

PARTS: Final[tuple[tuple[str, int, int], ...]] = (
    ("soldier", SOLDIER, 1),
    ("builder", BUILDER, 1),
    ("servant", SERVANT, 1),
    ("civilian", CIVILIAN, 1),
    ("resource", RESOURCE, 1),
    ("renown", RENOWN, 1),
    ("piety", PIETY, 1),
    ("valour", VALOUR, 1),
    ("discipline", DISCIPLINE, 1),
    ("cohorts", COHORT, 3),
    ("mining", MINING, 1),
    ("guard", GUARD, 1),
    ("cippi", CIPPI, 1),
    ("wall", WALL, 1),
    ("fort", FORT, 1),
    ("production", PRODUCTION, 1),
    ("traders", TRADERS, 1),
    ("performers", PERFORMERS, 1),
    ("priests", PRIESTS, 1),
    ("apparitores", APPARITORES, 1),
    ("patricians", PATRICIANS, 1),
    ("temple", TEMPLE, 1),
    ("favour", FAVOUR, 1),
    ("diplomats", DIPLOMAT, 3),
    ("mediation", MEDIATION, 3),
    ("built", BUILT, 1),
    ("strength", STRENGTH, 2),
    ("wounds", WOUNDS, 2),
    ("scouts", SCOUTS, 1),
    ("map", MAP, 1),
    ("disdain", DISDAIN, 1),
    ("removed", REMOVED, 1),
    ("ignored", IGNORED, 3),
    ("used_up", USED_UP, 1),
    ("resting", RESTING, 1),
    ("ask", ASK, 1),
    ("about", ABOUT, 1),
    ("active", ACTIVE, 1),
    ("training", TRAINING, 5),
    ("forum", FORUM, 4),
    ("theatre", THEATRE, 6),
    ("baths", BATHS, 6),
    ("court", COURT, 9),
    ("battles", BATTLES, 12),
    ("market", MARKET, 8),
    ("paths", PATH, 6),
    ("prospects", PROSPECT, 6),
    ("through", THROUGH, 1),
)
"""The places by name, in order: how views and tests spell a sheet."""
