"""Cambria: ring the Roman forts of Wales with your warriors. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.encoding import Encoding
from ludus.core.game import Box, Game, Meta
from ludus.core.pack_words import load_words
from ludus.games.cambria.bot import Evaluation
from ludus.games.cambria.content import RULES_FILES, load_boards
from ludus.games.cambria.drawing import load_sheets
from ludus.games.cambria.face import CambriaFace
from ludus.games.cambria.state import State
from ludus.games.cambria.view import Cambria, View

FOLDER = Path(__file__).parent


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game on the boards of a pack."""
    boards = load_boards(pack)
    rules = Cambria(boards)
    words = load_words(pack, FOLDER / "words.toml", named=("piece",))
    face = CambriaFace(words, boards, load_sheets(pack, boards))
    evaluation = Evaluation(rules)
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=face,
        evaluate=evaluation,
        terms=evaluation.terms,
        encoding=lambda: encoding(rules, evaluation),
    )


def encoding(rules: Cambria, evaluation: Evaluation) -> Encoding[State]:
    from ludus.games.cambria.encode import CambriaEncoding  # It needs NumPy, which is an extra.

    return CambriaEncoding(rules, evaluation)


GAME = Game(FOLDER, build)
