"""Constants that state, rules, view and face share."""

from typing import Final

PLACE, TURN, TARGET = range(3)
"""Phases: placing soldiers, choosing what to do, choosing where to go."""
EMPTY: Final = -1
"""A square without a soldier; otherwise the seat that owns it."""
NONE: Final = -1
