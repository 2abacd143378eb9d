"""What a seat may know of a game of Agricola, and the positions that fit what it knows."""

from __future__ import annotations

from ludus.games.agricola.view.game import Agricola
from ludus.games.agricola.view.view import BattleView, Question, View, place_seen, turn_seen

__all__ = ["Agricola", "BattleView", "Question", "View", "place_seen", "turn_seen"]
