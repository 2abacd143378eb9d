"""What a seat may know of a game of Para Bellum, and the positions that fit what it knows."""

from __future__ import annotations

from ludus.games.para_bellum.view.game import ParaBellum
from ludus.games.para_bellum.view.view import Goal, InPlay, Question, Side, View

__all__ = [
    "Goal",
    "InPlay",
    "ParaBellum",
    "Question",
    "Side",
    "View",
]
