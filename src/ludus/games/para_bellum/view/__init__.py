"""What a seat may know of a game of Para Bellum, and the positions that fit what it knows."""

from __future__ import annotations

from ludus.games.para_bellum.view.sight import (
    Goal,
    InPlay,
    Question,
    Side,
    View,
    die_banner,
    die_face,
)
from ludus.games.para_bellum.view.worlds import ParaBellum

__all__ = [
    "Goal",
    "InPlay",
    "ParaBellum",
    "Question",
    "Side",
    "View",
    "die_banner",
    "die_face",
]
