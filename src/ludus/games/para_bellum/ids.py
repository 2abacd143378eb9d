"""The numbers and names that state, rules, view, face and bot share.

A position holds small numbers only; here is what each of them means. Limits are those of the
rulebook, and `content.py` rejects a content pack that contradicts them.
"""

from __future__ import annotations

from typing import Final

NONE: Final = -1
"""No card, cell, seat, effect or die."""
HIDDEN: Final = -2
"""A card that the viewer may not know."""

# Players and limits ------------------------------------------------------------------------------

MAX_SEATS: Final = 4
TEAM_SEATS: Final = 4
"""With four seats there are teams. The ally of a seat is `seat ^ 2`, its opponents are `seat ^ 1`
and `seat ^ 3`."""

MAX_FACE: Final = 6
MAX_REDS: Final = 5
MAX_GRAYS: Final = 10
HAND_LIMIT: Final = 7
LINE: Final = 4
"""Cards in the Battle Line."""
START_COINS: Final = 2
START_CARDS: Final = 2
"""Army cards dealt to each player, and command cards picked by each, before the first turn."""
ACTIONS: Final = 3
"""Actions in a turn, and in a game of teams."""
TEAM_ACTIONS: Final = 2
MAX_COINS: Final = 99
"""The most coins that one choice can name; the purse itself has no limit."""
CAPITAL: Final = 2
"""A capital sign is printed for two pips; a table option reads it as three [comp.18]."""
LOW_ROLL: Final = 2
"""A new gray die that shows this or less brings a command card."""
FIVE_COLOURS_POINTS: Final = 5
"""Points for ending the game by Legions of all five colours."""
USES_PER_KIND: Final = 2
"""How many actions a card in play can have printed on it."""

# Colours and banners -----------------------------------------------------------------------------

COLOUR_IDS: Final = ("crimson", "azure", "verdant", "gold", "purple")
COLOURS: Final = 5
ALL_COLOURS: Final = 0b11111

BANNER_IDS: Final = (
    "strategist",
    "field_commander",
    "warlord",
    "artifex",
    "veterani",
    "speculatore",
)
BANNERS: Final = 6
ALL_BANNERS: Final = 0b111111
RED_BANNERS: Final = 0b000111
"""Strategist, Field Commander, Warlord."""
GRAY_BANNERS: Final = 0b111000
"""Artifex, Veterani, Speculatore."""

# Dice --------------------------------------------------------------------------------------------

# A die is its face and its banner in one number, so that a banner goes wherever its die goes.
FACE: Final = 7
BANNER_SHIFT: Final = 3

GRAY_DIE: Final = 1
RED_DIE: Final = 2
BLUE_DIE: Final = 4
DIE_MASKS: Final = {"k": GRAY_DIE, "r": RED_DIE, "b": BLUE_DIE, "any": 7}

# A card that others know of: its kind, and one bit for each seat that knows it.
SEEN_SHIFT: Final = 4
SEEN: Final = 15

# How the game ended ------------------------------------------------------------------------------

RUNNING: Final = 0
BY_DECK: Final = 1
BY_COLOURS: Final = 2

# Command cards -----------------------------------------------------------------------------------

ORDER: Final = 0
PERMANENT: Final = 1
UNIT: Final = 2
TYPES: Final = ("order", "permanent", "special_unit")

# Kinds of cards that effects ask for; the first four are subtypes.
CHARACTER: Final = 0
CONSTRUCT: Final = 1
VIA: Final = 2
SPECIAL_UNIT: Final = 3
ORDERS: Final = 4
ANY_CARD: Final = 5
FILTERS: Final = ("character", "construct", "via", "special_unit", "order", "any")
SUBTYPES: Final = ("character", "construct", "via")
"""The subtypes that are printed as such."""

# Effects -----------------------------------------------------------------------------------------

# Who an effect is for.
SELF: Final = 0
TARGET: Final = 1
ALL: Final = 2
ALL_OPPONENTS: Final = 3
ALLY: Final = 4
BOTH: Final = 5
WHO: Final = ("self", "target", "all", "all_opponents", "ally", "both")

# What is gained or drawn.
COIN: Final = 0
VP: Final = 1
ACTION: Final = 2
BANNER: Final = 3
ARMY: Final = 4
COMMAND: Final = 5
WHAT: Final = ("coin", "vp", "action", "banner", "army", "command")

# How many dice: some that are chosen, all, the highest.
CHOSEN: Final = 0
EVERY: Final = 1
HIGHEST: Final = 2
WHICH: Final = ("chosen", "all", "highest")

# Conditions.
HAS_CARD: Final = 0
LINE_HAS: Final = 1
OPPONENT_HAS: Final = 2
CONDITIONS: Final = ("has_card", "line_has", "opponent_has")

# Effects, in the order of the tables of functions that carry them out.
OPS: Final = (
    "gain",
    "draw",
    "mod",
    "reroll",
    "lose_die",
    "set",
    "add_die",
    "disable",
    "discard_perm",
    "enable",
    "morale",
    "this_morale",
    "play_army",
    "play_free",
    "coin_move",
    "give",
    "convert",
    "choose",
    "if",
    "roll",
)
GAIN: Final = 0
DRAW: Final = 1
MOD: Final = 2
REROLL: Final = 3
LOSE_DIE: Final = 4
SET_DIE: Final = 5
ADD_DIE: Final = 6
DISABLE: Final = 7
DISCARD_PERM: Final = 8

# Objectives --------------------------------------------------------------------------------------

# What objectives count, in the order of the table of functions that count it.
MEASURES: Final = (
    "same_colour_legions",
    "legion_colours",
    "sixes",
    "red_sum",
    "banners",
    "big_legions",
    "constructs",
    "characters",
    "coins",
    "rows_with_legion",
)
TRIGGERS: Final = ("motivate", "opponent_failed_morale")
MOTIVATED: Final = 0
FRIGHTENED: Final = 1

# What can be done in the Action Phase. Events refer to it by index.
ACT_VERBS: Final = (
    "command",
    "deploy",
    "muster",
    "empower",
    "consult",
    "motivate",
    "requisition",
    "use",
    "march",
    "pact",
    "runner",
    "end",
    "claim",
)

# The steps of a turn, as its frame counts them. A frame stands at the step that comes next, so
# during the Army Phase it stands at ACTION_PHASE.
BEGIN: Final = 0
ARMY_PHASE: Final = 1
ACTION_PHASE: Final = 2
DRAW_PHASE: Final = 3
CLEAN_UP: Final = 4

# The steps after an army card was placed [legion.17], counted in the same way.
COMPLETE_LEGIONS: Final = 0
LOW_ROLL_CARD: Final = 1
EARN_BLAZONS: Final = 2
COMPLETE_CENTURIONS: Final = 3

# Phases: what the topmost frame is about ---------------------------------------------------------

# Answered by chance.
DEAL_COLOUR: Final = 0
DEAL_BATTLE: Final = 1
DEAL_ALLIANCE: Final = 2
DEAL_OBJECTIVE: Final = 3
FILL_LINE: Final = 4
FIRST_ROLL: Final = 5
DRAW_ARMY: Final = 6
LOOK_ARMY: Final = 7
TURN_EVENT: Final = 8
NEW_GRAY: Final = 9
NEW_RED: Final = 10
ROLL_AGAIN: Final = 11
ROLL_ADDED: Final = 12
ROLL_MORALE: Final = 13
ROLL_EFFECT: Final = 14
# Answered by a player.
PICK_COLOUR: Final = 15
RETURN_OBJECTIVE: Final = 16
OPENING_PICK: Final = 17
PLACE_CARD: Final = 18
PLACE_CELL: Final = 19
ACT: Final = 20
ORDER_OPTION: Final = 21
ORDER_TARGET: Final = 22
PAY: Final = 23
MOTIVATE: Final = 24
MOTIVATE_DICE: Final = 25
REQUISITION: Final = 26
UNIT_CELL: Final = 27
TAKE: Final = 28
CHOOSE_TARGET: Final = 29
CHOOSE_DIE: Final = 30
CHOOSE_CARD: Final = 31
CHOOSE_BRANCH: Final = 32
PICK_RESULT: Final = 33
BANNER_DIE: Final = 34
BANNER_TYPE: Final = 35
PLAY_FREE: Final = 36
MOVE_COINS: Final = 37
GIVE_CARD: Final = 38
CONVERT: Final = 39
BONUS: Final = 40
LEGION_ORDER: Final = 41
RUNNER_OPTION: Final = 42
KEEP_CARD: Final = 43
DISCARD: Final = 44
# Run without a choice.
SETUP: Final = 45
TURN: Final = 46
RUN: Final = 47
PLACED: Final = 48
BIG: Final = 49
FINISH_ORDER: Final = 50
RUNNER_HOME: Final = 51
# Answered by a player, where a price can be paid in different ways.
PAY_WAY: Final = 52
PHASE_COUNT: Final = 53
