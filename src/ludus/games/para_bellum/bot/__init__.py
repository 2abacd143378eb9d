"""What bots of Para Bellum judge positions by."""

from __future__ import annotations

from ludus.games.para_bellum.bot.evaluation import Evaluation

__all__ = ["Evaluation"]
