"""The rules of Agricola: who chooses what, and what follows from it.

`game.py` is the protocol and `phases.py` the table of phases; the other modules go by the phases of
the rulebook. Numbers in brackets are clauses in `clauses.toml`.
"""
