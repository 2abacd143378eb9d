"""Latrunculi, the Roman game of soldiers: a small game to copy. See page.md."""

from pathlib import Path

from ludus.core.content import Pack
from ludus.core.game import Box, Game, Meta
from ludus.core.text import Words
from ludus_latrunculi.bot import Evaluation
from ludus_latrunculi.content import RULES_FILES, load_board
from ludus_latrunculi.face import LatrunculiFace
from ludus_latrunculi.state import State
from ludus_latrunculi.view import Latrunculi, View

FOLDER = Path(__file__).parent


def build(meta: Meta, pack: Pack) -> Box[State, View]:
    """The game on the board of a pack."""
    rules = Latrunculi(load_board(pack))
    return Box(
        meta=meta,
        pack=pack,
        content_hash=pack.hash(*RULES_FILES),
        rules=rules,
        face=LatrunculiFace(Words.load(FOLDER / "words.toml"), rules.tables.grid),
        evaluate=Evaluation(rules),
    )


GAME = Game(FOLDER, build)
