"""What every game is tested with.

A game's `tests/test_kit.py` takes its tests from `ludus.kit.suite` in a few lines; the command line
and other tools call the functions of the single modules. See `docs/kit.md`.
"""
