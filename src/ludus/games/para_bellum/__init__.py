"""Para Bellum: draw up your legions card by card and win before the battle begins. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.encoding import Encoding
from ludus.core.game import Box, Game, Meta
from ludus.core.pack_words import load_words
from ludus.games.para_bellum.bot import Evaluation
from ludus.games.para_bellum.content import PRINTED_WORDS, RULES_FILES, load_catalog, words_of
from ludus.games.para_bellum.face import ParaBellumFace
from ludus.games.para_bellum.face.altered import altered
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.face.written import written
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.view import ParaBellum, View

FOLDER = Path(__file__).parent


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game with the cards of a pack."""
    catalog = load_catalog(pack)
    rules = ParaBellum(catalog)
    art = Art.load(FOLDER / "face" / "art.svg", catalog, pack)
    words = load_words(pack, FOLDER / "words.toml", PRINTED_WORDS, words_of(catalog))
    evaluation = Evaluation(rules)
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=ParaBellumFace(words, catalog, art),
        evaluate=evaluation,
        terms=evaluation.terms,
        encoding=lambda: encoding(rules, evaluation),
        written=lambda: written(pack, words),
        altered=altered,
    )


def encoding(rules: ParaBellum, evaluation: Evaluation) -> Encoding[State]:
    from ludus.games.para_bellum.encode import ParaBellumEncoding  # It needs NumPy, an extra.

    return ParaBellumEncoding(rules, evaluation)


GAME = Game(FOLDER, build)
