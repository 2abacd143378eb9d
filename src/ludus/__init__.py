"""Ludus: five Roman board games by their full rules."""

from ludus.core.game import Box, Game
from ludus.core.registry import find_game, games
from ludus.core.table import Table

__version__ = "0.1.0"
__all__ = ["Box", "Game", "Table", "__version__", "find_game", "games"]
