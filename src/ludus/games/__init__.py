"""One folder per game. A game imports the core and itself, never another game."""

from typing import Final

PUBLISHED: Final = ("agricola", "cambria", "conqueror", "hadrians_wall", "para_bellum")
"""The games that the project itself publishes: in its docs, its notice and its measurements.

Any other folder here, and any installed package with an entry point `ludus.games`, is a game too;
what is demanded of it is up to its own tests.
"""
