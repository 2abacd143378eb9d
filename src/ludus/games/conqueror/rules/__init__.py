"""The rules of Conqueror: who chooses what, and what follows from it.

Numbers in brackets name the clauses in `clauses.toml`. Each module has one concern; `phases.py`
puts them together, and `game.py` offers them to the outside.
"""
