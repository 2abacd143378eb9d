"""The rules of Para Bellum: who chooses what, and what follows from it.

Names in brackets are clauses in `clauses.toml`. Each module has one concern; `game.py`
puts them together.
"""
