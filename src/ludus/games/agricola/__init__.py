"""Agricola: the Roman campaign in northern Britain, AD 82 to 84. See page.md."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.encoding import Encoding
from ludus.core.game import Box, Game, Meta
from ludus.core.pack_words import load_words
from ludus.games.agricola.bot import Evaluation, Shortlist
from ludus.games.agricola.content import RULES_FILES, load_contents
from ludus.games.agricola.drawing import load_sheet
from ludus.games.agricola.face import AgricolaFace
from ludus.games.agricola.scenario import load_short
from ludus.games.agricola.state import State
from ludus.games.agricola.view import Agricola, View

FOLDER = Path(__file__).parent
NAMED = ("stratagem", "happening", "level", "counter", "type", "side")
"""The words about what is printed."""


def side_of(view: View) -> int:
    return view.side


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game with the map and counters of a pack."""
    contents = load_contents(pack)
    short = load_short(pack, contents)
    rules = Agricola(contents, short)
    evaluation = Evaluation(rules)
    words = load_words(pack, FOLDER / "words.toml", named=NAMED)
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=AgricolaFace(words, contents, short, load_sheet(pack, contents.board)),
        evaluate=evaluation,
        shortlist=Shortlist(evaluation),
        terms=evaluation.terms,
        side=side_of,
        encoding=lambda: encoding(rules, evaluation),
    )


def encoding(rules: Agricola, evaluation: Evaluation) -> Encoding[State]:
    """Positions as numbers; made when asked for, since it needs NumPy."""
    from ludus.games.agricola.encode import AgricolaEncoding

    return AgricolaEncoding(rules, evaluation)


GAME = Game(FOLDER, build)
