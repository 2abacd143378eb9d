"""What a seat may know of a game of Conqueror, and the positions that fit what it knows."""

from __future__ import annotations

from ludus.games.conqueror.view.game import Conqueror
from ludus.games.conqueror.view.view import BattleView, Question, View

__all__ = ["BattleView", "Conqueror", "Question", "View"]
