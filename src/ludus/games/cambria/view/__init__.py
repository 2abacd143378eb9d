"""What a seat may know of a game of Cambria, and the position that fits what it knows."""

from __future__ import annotations

from ludus.games.cambria.view.game import Cambria
from ludus.games.cambria.view.view import Question, View

__all__ = ["Cambria", "Question", "View"]
