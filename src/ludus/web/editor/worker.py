"""A process that edits one pack: it holds the document, lists what is wrong with it and draws it.

Reading, checking and drawing take seconds for a large map, and a pack may be wrong in ways that
nobody has foreseen; so a server leaves all of it to such a process, one question at a time.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.errors import BadContent, BadRequest, LudusError
from ludus.core.pack_files import unzip_pack, without_net, zip_pack
from ludus.core.toml_lines import Step
from ludus.web.bots.pipe import read_lines, write_line
from ludus.web.editor.boards import Board, Boards, boards_of
from ludus.web.editor.document import Conflict, Document, FileEdit, open_document
from ludus.web.editor.mentions import mentions
from ludus.web.editor.preview import Preview, Problem, located
from ludus.web.editor.schema import Shape, schema_of
from ludus.web.editor.story import story_of
from ludus.web.editor.trial import Trials, Wish

PATIENCE: Final = 0.8
"""Seconds that a position is looked for before other orders have their turn."""
STALE: Final = "another window has changed this pack meanwhile; this one shows it now"


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks for."""

    do: str
    revision: str = ""
    """The state that a change was made in."""
    edits: tuple[FileEdit, ...] = ()
    board: str = ""
    pieces: bool = False
    """Whether a board is drawn as it looks after some moves."""
    file: str = ""
    path: tuple[Step, ...] = ()
    """The place that is asked about."""
    data: str = ""
    """A pack in one file, as base64."""
    wish: Wish | None = None
    """What is tried."""
    name: str = ""
    """What the place is called, beside its id."""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """Always the state; with an error, nothing was changed."""

    error: str = ""
    conflict: bool = False
    """Whether the folder was changed by somebody else."""
    stale: bool = False
    result: object = None


class Status(msgspec.Struct, frozen=True):
    """The pack as a page needs it after every change."""

    revision: str
    values: dict[str, object]
    own: list[str]
    problems: list[Problem]
    can_undo: bool
    can_redo: bool


class Opened(msgspec.Struct, frozen=True):
    """What a page needs once."""

    game: str
    title: str
    schema: dict[str, Shape]
    boards: Boards
    status: Status


class Desk:
    """One pack and what was last made of it."""

    def __init__(self, folder: Path) -> None:
        self.document: Document = open_document(folder)
        self.boards = boards_of(self.document.game)
        self._trials = Trials()
        self._preview: Preview | None = None
        self._of = ""

    @property
    def preview(self) -> Preview:
        if self._preview is None or self._of != self.document.revision:
            self._of = self.document.revision
            self._preview = Preview(self.document.game, self.document.folder)
        return self._preview

    def open(self, order: Order) -> Opened:
        game = self.document.game
        title = game.meta.title
        return Opened(game.meta.name, title, schema_of(game), self.boards, self.status())

    def status(self, before: Mapping[str, str] | None = None) -> Status:
        """The pack as it is; of its files, those that are not as they were before."""
        document = self.document
        values = {
            name: document.values(name) if name.endswith(".toml") else document.text(name)
            for name in document.names
            if before is None or before.get(name) != document.texts.get(name)
        }
        return Status(
            document.revision,
            values,
            sorted(document.texts),
            self.preview.problems,
            document.can_undo,
            document.can_redo,
        )

    def change(self, order: Order) -> Status:
        self._fresh(order)
        before = self.document.texts
        self.document.change(order.edits)
        return self.status(before)

    def undo(self, order: Order) -> Status:
        self._fresh(order)
        before = self.document.texts
        self.document.undo()
        return self.status(before)

    def redo(self, order: Order) -> Status:
        self._fresh(order)
        before = self.document.texts
        self.document.redo()
        return self.status(before)

    def reload(self, order: Order) -> Status:
        self.document.reload()
        return self.status()

    def keep(self, order: Order) -> Status:
        self.document.keep(self.document.texts)
        return self.status()

    def take(self, order: Order) -> Status:
        """The files of another pack of the same game, under this one's name."""
        self._fresh(order)
        try:
            data = base64.b64decode(order.data, validate=True)
        except ValueError as error:
            raise BadRequest("that is no pack in one file") from error
        self.document.replace(without_net(unzip_pack(data, "the file")))
        return self.status()

    def draw(self, order: Order) -> object:
        return self.preview.draw(self._board(order.board), order.pieces)

    def cards(self, order: Order) -> object:
        return self.preview.cards(self._board(order.board))

    def locate(self, order: Order) -> object:
        """What a check said, line by line, with the places that it names."""
        return located(order.data, self.document.folder)

    def story(self, order: Order) -> object:
        """What a file says at a place, against the built-in one."""
        if order.file not in self.document.names or not order.file.endswith(".toml"):
            raise BadRequest(f"{order.file[:60]!r} has no places")
        base = self.document.base.get(order.file, "")
        return story_of(self.document.text(order.file), base, order.path)

    def trial(self, order: Order) -> object:
        """What an item does in a game; without an answer it is to be asked again."""
        wish, plays = order.wish, self.boards.play
        if wish is None or not 0 <= wish.play < len(plays):
            raise BadRequest("there is no such way to use it")
        board, play = self._board(order.board), plays[wish.play]
        box = self.preview.opened()
        tried = self._trials.look(box, board, play, wish, PATIENCE)
        games = self._trials.games.get((box.content_hash, wish), 0)
        return {"tried": tried, "games": games}

    def mentions(self, order: Order) -> object:
        """Where the game itself speaks of an item."""
        return mentions(self.document.game, order.data, order.name)

    def words(self, order: Order) -> object:
        """What the game writes about each printed thing, by the key of its words."""
        return self.preview.written()

    def compare(self, order: Order) -> object:
        return self.document.compared()

    def export(self, order: Order) -> object:
        return base64.b64encode(zip_pack(self.document.texts)).decode()

    def _board(self, key: str) -> Board:
        for board in self.boards.board:
            if board.key == key:
                return board
        return self.boards.board[0]

    def _fresh(self, order: Order) -> None:
        if order.revision != self.document.revision:
            raise Stale(STALE)


class Stale(LudusError):
    """A change was made to a state that is no more."""


ORDERS: Final[dict[str, Callable[[Desk, Order], object]]] = {
    "open": Desk.open,
    "change": Desk.change,
    "undo": Desk.undo,
    "redo": Desk.redo,
    "reload": Desk.reload,
    "keep": Desk.keep,
    "import": Desk.take,
    "draw": Desk.draw,
    "cards": Desk.cards,
    "locate": Desk.locate,
    "compare": Desk.compare,
    "story": Desk.story,
    "words": Desk.words,
    "trial": Desk.trial,
    "mentions": Desk.mentions,
    "export": Desk.export,
}


def answer(desk: Desk, line: bytes) -> Reply:
    """What one line asks for. Whatever is wrong with it is said."""
    try:
        order = msgspec.json.decode(line, type=Order)
        if order.do not in ORDERS:
            raise BadRequest(f"there is no order {order.do[:40]!r}")
        return Reply(result=ORDERS[order.do](desk, order))
    except Stale as error:
        return Reply(str(error), stale=True, result=desk.status())
    except Conflict as error:
        return Reply(str(error), conflict=True)
    except (LudusError, msgspec.MsgspecError) as error:
        return Reply(error.reason if isinstance(error, BadContent) else str(error))
    except (OSError, RecursionError) as error:
        return Reply(f"that could not be done: {type(error).__name__}: {error}")


def main() -> None:
    try:
        desk = Desk(Path(sys.argv[1]))
    except LudusError as error:
        write_line(msgspec.json.encode(Reply(str(error))))
        return
    write_line(msgspec.json.encode(Reply()))
    for line in read_lines():
        write_line(msgspec.json.encode(answer(desk, line)))


if __name__ == "__main__":
    main()
