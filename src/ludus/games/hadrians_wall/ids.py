"""Constants that state, rules, view and face share.

A player's two sheets and board are one `list[int]` of length WIDTH, so that a sheet is copied in
one step; the names below say which index holds what. Everything on it is public. Icons have the
number of the place that they raise: a Servant icon is SERVANT, a hammer is PRODUCTION, a sword is
GUARD.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Sheet: TypeAlias = list[int]

NONE: Final = -1
"""No card, no seat, no place."""
YEARS: Final = 6

# Phases of a Year: what the frames of the stack and the questions of a view are ------------------

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
PHASE_COUNT: Final = 10

# Places on a sheet -------------------------------------------------------------------------------

# The player board: what can be spent.
SOLDIER: Final = 0
BUILDER: Final = 1
SERVANT: Final = 2
CIVILIAN: Final = 3
RESOURCE: Final = 4
WORKERS: Final = 4
"""Kinds of workers; they come before Resources."""
STOCK: Final = 5
"""Kinds of items, workers and Resources."""

COHORTS: Final = 3
"""Left, Centre and Right, always in this order."""
GLADIATORS: Final = 2
"""Red and Blue, in this order."""
SPAR_PARTNERS: Final = 2
"""Kinds of workers that a gladiator can train against."""

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

# What the seat may not do again: masks over the numbers of actions.
USED_UP: Final = 43
RESTING: Final = 44
"""Actions that cannot be done again this Year."""

# The open question of this seat, and what it is about.
ASK: Final = 45
ABOUT: Final = 46
ACTIVE: Final = 47
"""1 while the seat has not stopped for the Year."""

# Boxes that hold a number: the Year they were used in, or a trade good. 0 is empty.
TRAINING: Final = 48
TRAINING_BOXES: Final = 5
FORUM: Final = 53
FORUM_BOXES: Final = 4
EXCHANGES: Final = 9
"""What the Forum trades: two workers for a third."""
THEATRE: Final = 57
THEATRE_BOXES: Final = 6
BATHS: Final = 63
BATHS_BOXES: Final = 6
COURT: Final = 69
"""Column by column, one per kind of ruling."""
COURT_COLUMNS: Final = 3
COURT_BOXES: Final = 3
"""Boxes in a column."""
BATTLES: Final = 78
"""Six of Red, then six of Blue."""
MARKET: Final = 90
MARKET_BOXES: Final = 8

# Cards face up, by Year; NONE where there is none yet.
PATH: Final = 98
PROSPECT: Final = 104

THROUGH: Final = 110
"""Attacks that got through in the latest attack; NONE before the first."""
WIDTH: Final = 111

ATTRIBUTES: Final = (RENOWN, PIETY, VALOUR, DISCIPLINE)
CITIZENS: Final = (TRADERS, PERFORMERS, PRIESTS, APPARITORES, PATRICIANS)

# Questions (ASK): what a seat is asked about its own sheet ---------------------------------------

NOTHING: Final = 0
"""No question: the seat acts freely."""
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
GLADIATOR_KEYS: Final = ("red", "blue")
SIZE_KEYS: Final = ("small", "medium", "large")
"""The sizes of Granaries and Temples."""

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
"""The icons in boxes and on cards, and the place that each raises."""

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
    ("cohorts", COHORT, COHORTS),
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
    ("diplomats", DIPLOMAT, COHORTS),
    ("mediation", MEDIATION, COHORTS),
    ("built", BUILT, 1),
    ("strength", STRENGTH, GLADIATORS),
    ("wounds", WOUNDS, GLADIATORS),
    ("scouts", SCOUTS, 1),
    ("map", MAP, 1),
    ("disdain", DISDAIN, 1),
    ("removed", REMOVED, 1),
    ("ignored", IGNORED, COHORTS),
    ("used_up", USED_UP, 1),
    ("resting", RESTING, 1),
    ("ask", ASK, 1),
    ("about", ABOUT, 1),
    ("active", ACTIVE, 1),
    ("training", TRAINING, TRAINING_BOXES),
    ("forum", FORUM, FORUM_BOXES),
    ("theatre", THEATRE, THEATRE_BOXES),
    ("baths", BATHS, BATHS_BOXES),
    ("court", COURT, COURT_COLUMNS * COURT_BOXES),
    ("battles", BATTLES, GLADIATORS * YEARS),
    ("market", MARKET, MARKET_BOXES),
    ("paths", PATH, YEARS),
    ("prospects", PROSPECT, YEARS),
    ("through", THROUGH, 1),
)
"""The places by name, in order, as views and tests name them."""

PROMPTS: Final = ("act", "cohort", "road", "road_year", "source", "place", "path", "defence")
"""What a seat is asked: while it acts by the question on its sheet (ASK), else by the phase."""
PROMPT_COUNT: Final = len(PROMPTS)
PROMPT_PATH: Final = 6
PROMPT_DEFENCE: Final = 7

# Buildings, cards and the map -------------------------------------------------------------------

BUILDINGS: Final = (
    "granary_medium",
    "granary_large",
    "hotel_small",
    "hotel_large",
    "workshop_small",
    "workshop_large",
    "road_small",
    "road_large",
    "archway",
    "monolith",
    "column",
    "statue",
    "precinct_small",
    "precinct_medium",
    "precinct_large",
    "market",
    "theatre",
    "ludus",
    "gardens_small",
    "gardens_large",
    "temple_small",
    "temple_medium",
    "temple_large",
    "baths",
    "courthouse",
)
GRANARY_MEDIUM: Final = 0
GRANARY_LARGE: Final = 1
ROAD_SMALL: Final = 6
ROAD_LARGE: Final = 7
MARKET_HALL: Final = 15
THEATRE_HALL: Final = 16
LUDUS_HALL: Final = 17
TEMPLE_SMALL: Final = 20
BATHS_HALL: Final = 23
COURTHOUSE: Final = 24

PATHS: Final = (
    "architect",
    "aristocrat",
    "defender",
    "engineer",
    "fighter",
    "forager",
    "merchant",
    "planner",
    "pontiff",
    "ranger",
    "trainer",
    "vanguard",
)
"""The Paths in the box; those of a pack stand in its `cards.toml`."""
SET: Final = 12
"""Cards in one player's set: two for each Year."""
FATE_CARDS: Final = 48
DIFFICULTIES: Final = ("easy", "normal", "hard")

ROWS: Final = 4
COLUMNS: Final = 5
CELLS: Final = ROWS * COLUMNS
GOODS: Final = 6

# A trace lists what an action marked and gained, in order, as `place * TRACE_STEP + box`: box 0 for
# an item, TRACE_WASTED for an icon whose track was full.
TRACE_STEP: Final = 64
TRACE_WASTED: Final = 63

# Slots: whose card is used. 0 and 1 are the left and the right neighbour.
OWN: Final = 2
"""The slot of one's own pattern."""
FATE_DECK: Final = 2
"""The slot of the Fate deck as a source of goods."""
SLOTS: Final = 3
NEUTRAL_SLOT: Final = 100
"""Added to the index of a neutral card where a seat is possible as well."""

# Actions ---------------------------------------------------------------------------------------

# First those that a seat is offered while it acts, then answers to questions, then chance.
VERBS: Final[dict[str, int]] = {
    "mining": 0,
    "guard": 0,
    "cippi": 0,
    "wall": 0,
    "fort": 2,
    "train": 0,
    "build": len(BUILDINGS),
    "forum": EXCHANGES,
    "citizen": len(CITIZENS),
    "good": MARKET_BOXES,
    "perform": THEATRE_BOXES,
    "spar": GLADIATORS * SPAR_PARTNERS,
    "battle": GLADIATORS,
    "temple": WORKERS,
    "bribe": BATHS_BOXES,
    "ruling": COURT_COLUMNS,
    "diplomat": COHORTS,
    "pattern": SLOTS,
    "stop": 0,
    "cohort": COHORTS,
    "attribute": len(ATTRIBUTES),
    "buy": SLOTS,
    "place": 161,
    "path": SET,
    "ignore": 2 * COHORTS,
    "defend": 0,
    "fate": FATE_CARDS,
    "card": SET,
    "neutral": SET,
}


def _offsets() -> dict[str, int]:
    offsets: dict[str, int] = {}
    number = 0
    for verb, size in VERBS.items():
        offsets[verb] = number
        number += max(size, 1)
    return offsets


_OFFSET: Final = _offsets()
DO_MINING: Final[int] = _OFFSET["mining"]
DO_GUARD: Final[int] = _OFFSET["guard"]
DO_CIPPI: Final[int] = _OFFSET["cippi"]
DO_WALL: Final[int] = _OFFSET["wall"]
DO_FORT: Final[int] = _OFFSET["fort"]
DO_TRAIN: Final[int] = _OFFSET["train"]
DO_BUILD: Final[int] = _OFFSET["build"]
DO_FORUM: Final[int] = _OFFSET["forum"]
DO_CITIZEN: Final[int] = _OFFSET["citizen"]
DO_GOOD: Final[int] = _OFFSET["good"]
DO_PERFORM: Final[int] = _OFFSET["perform"]
DO_SPAR: Final[int] = _OFFSET["spar"]
DO_BATTLE: Final[int] = _OFFSET["battle"]
DO_TEMPLE: Final[int] = _OFFSET["temple"]
DO_BRIBE: Final[int] = _OFFSET["bribe"]
DO_RULING: Final[int] = _OFFSET["ruling"]
DO_DIPLOMAT: Final[int] = _OFFSET["diplomat"]
DO_PATTERN: Final[int] = _OFFSET["pattern"]
DO_STOP: Final[int] = _OFFSET["stop"]
DO_COHORT: Final[int] = _OFFSET["cohort"]
DO_ATTRIBUTE: Final[int] = _OFFSET["attribute"]
DO_BUY: Final[int] = _OFFSET["buy"]
DO_PLACE: Final[int] = _OFFSET["place"]
DO_PATH: Final[int] = _OFFSET["path"]
DO_IGNORE: Final[int] = _OFFSET["ignore"]
DO_DEFEND: Final[int] = _OFFSET["defend"]
MAIN: Final[int] = DO_STOP + 1
"""How many actions there are for a seat that acts freely."""
