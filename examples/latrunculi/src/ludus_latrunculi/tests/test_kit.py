"""Latrunculi keeps the promises that every game makes."""

from ludus.kit import suite
from ludus_latrunculi import GAME

test_kit = suite.kit(GAME)
