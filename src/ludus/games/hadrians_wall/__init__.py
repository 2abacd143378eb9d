"""Hadrian's Wall: build your stretch of it, and the town behind. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.encoding import Encoding
from ludus.core.game import Box, Game, Meta
from ludus.core.pack_words import load_words
from ludus.games.hadrians_wall.bot import Evaluation
from ludus.games.hadrians_wall.content import RULES_FILES, load_board, words_of
from ludus.games.hadrians_wall.face import HadriansWallFace
from ludus.games.hadrians_wall.primitives import load_printed
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.view import HadriansWall, View

FOLDER = Path(__file__).parent
PRINTED = ("path",)
"""Words with a key for each card."""
NAMED = ("building", "path_about", "goal", "rank", "label", "track", "cohort", "gladiator")
"""The words about what is printed."""


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game with the sheets and cards of a pack."""
    board = load_board(pack)
    rules = HadriansWall(board)
    evaluation = Evaluation(rules)
    words = load_words(pack, FOLDER / "words.toml", PRINTED, words_of(board), NAMED)
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=HadriansWallFace(words, board, load_printed(pack)),
        evaluate=evaluation,
        terms=evaluation.terms,
        encoding=lambda: encoding(rules, evaluation),
    )


def encoding(rules: HadriansWall, evaluation: Evaluation) -> Encoding[State]:
    from ludus.games.hadrians_wall.encode import HadriansWallEncoding  # NumPy is an extra.

    return HadriansWallEncoding(rules, evaluation)


GAME = Game(FOLDER, build)
