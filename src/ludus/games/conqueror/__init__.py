"""Conqueror: six powers of the ancient world fight for five forts. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.encoding import Encoding
from ludus.core.game import Box, Game, Meta
from ludus.core.pack_words import load_words
from ludus.games.conqueror.bot import Evaluation
from ludus.games.conqueror.content import (
    NAMED_WORDS,
    PRINTED_WORDS,
    RULES_FILES,
    load_contents,
    words_of,
)
from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.face import ConquerorFace
from ludus.games.conqueror.state import State
from ludus.games.conqueror.view import Conqueror, View

FOLDER = Path(__file__).parent


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game with the maps and cards of a pack."""
    contents = load_contents(pack)
    rules = Conqueror(contents)
    sheets = load_sheets(pack, contents.boards)
    evaluation = Evaluation(rules)
    words = load_words(
        pack, FOLDER / "words.toml", PRINTED_WORDS, words_of(contents), named=NAMED_WORDS
    )
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=ConquerorFace(words, contents, sheets),
        evaluate=evaluation,
        terms=evaluation.terms,
        encoding=lambda: encoding(rules, evaluation),
    )


def encoding(rules: Conqueror, evaluation: Evaluation) -> Encoding[State]:
    from ludus.games.conqueror.encode import ConquerorEncoding  # It needs NumPy, which is an extra.

    return ConquerorEncoding(rules, evaluation)


GAME = Game(FOLDER, build)
