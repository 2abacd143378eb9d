"""Para Bellum: draw up your legions card by card and win before the battle begins. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.game import Box, Game, Meta
from ludus.core.text import Words
from ludus.games.para_bellum.bot import Evaluation
from ludus.games.para_bellum.content import RULES_FILES, load_catalog
from ludus.games.para_bellum.face import ParaBellumFace
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.view import ParaBellum, View

FOLDER = Path(__file__).parent


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game with the cards of a pack."""
    catalog = load_catalog(pack)
    rules = ParaBellum(catalog)
    art = Art.load(FOLDER / "face" / "art.svg", catalog)
    evaluation = Evaluation(rules)
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=ParaBellumFace(Words.load(FOLDER / "words.toml"), catalog, art),
        evaluate=evaluation,
        terms=evaluation.terms,
    )


GAME = Game(FOLDER, build)
