"""What a seat or a spectator may know of a game of Hadrian's Wall, and positions that fit it."""

from __future__ import annotations

from ludus.games.hadrians_wall.view.game import HadriansWall
from ludus.games.hadrians_wall.view.view import Question, SheetView, View, sheet_of, sheet_view

__all__ = ["HadriansWall", "Question", "SheetView", "View", "sheet_of", "sheet_view"]
