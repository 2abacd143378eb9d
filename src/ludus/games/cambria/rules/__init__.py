"""The rules of Cambria, a module per part of the game. Names in brackets: `clauses.toml`."""

from ludus.games.cambria.rules.game import CambriaRules

__all__ = ["CambriaRules"]
