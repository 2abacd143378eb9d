"""The rules of Para Bellum: who chooses what, and what follows from it.

`phases.py` lists the phases and the functions behind them, `game.py` implements the protocol. Names
in brackets are clauses in `clauses.toml`.
"""
