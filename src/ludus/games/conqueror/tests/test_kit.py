"""What every game is held to."""

from ludus.games.conqueror import GAME
from ludus.kit import suite

test_conformance = suite.conformance(GAME, games=1)
test_leak = suite.leak(GAME, games=1, effort=suite.Effort(siblings=8, dreams=12))
test_face = suite.face(GAME, games=1)
# The games at all seat counts are heard by the test above; for words a few will do.
# Which of several units moves is told by the move itself.
test_words = suite.words(GAME, games=1, seats=(3,), silent=("intends",))
test_golden = suite.golden(GAME)
test_clauses = suite.clauses(GAME)
