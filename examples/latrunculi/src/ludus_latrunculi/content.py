"""The board as a strict type."""

import msgspec

from ludus.core.content import Pack, Source, demand

RULES_FILES = ("board.toml",)
MOST_SOLDIERS = 16


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`board.toml`. `patience` is how many turns in a row may pass without a capture."""

    columns: int
    rows: int
    patience: int
    source: Source


def load_board(pack: Pack) -> Board:
    """The board of a pack, if it can be played on."""
    board = pack.read("board.toml", Board)
    path = pack.path("board.toml")
    demand(board.columns * board.rows > 2 * MOST_SOLDIERS, path, "the board is too small")
    demand(max(board.columns, board.rows) <= 26, path, "a board has at most 26 rows and columns")
    demand(board.patience > 0, path, "patience must be at least 1")
    return board
