"""What a pack looks like at the table: its boards and cards, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.chance import SeededRng, pick
from ludus.core.content import MOST_PROBLEMS, advised, collecting
from ludus.core.errors import BadContent, LudusError
from ludus.core.face import Scene
from ludus.core.game import AnyBox, AnyGame
from ludus.core.table import Table
from ludus.core.toml_lines import Step, steps_at
from ludus.web.editor.boards import NAMES, Board
from ludus.web.pages.components import sprite
from ludus.web.pages.pictures import face_css, mini_board
from ludus.web.pages.table.cards import card

MOVES: Final = 90
"""So many moves put pieces on every board."""


class Problem(msgspec.Struct, frozen=True):
    """What is wrong, and where: a file and the way to a place in it."""

    text: str
    file: str = ""
    line: int = 0
    path: tuple[Step, ...] = ()
    grave: bool = True
    """Whether it cannot be played with; else it differs from the box, or looks forgotten."""


class Drawn(msgspec.Struct, frozen=True):
    """A board as it will look."""

    svg: str
    css: str
    words: str
    """The same in words, for those who do not see it."""
    focus: tuple[float, float, float, float] | None = None
    """What to show first, as the table does: x, y, width and height."""


class Preview:
    """The game with a pack as it is now, as far as it can be opened."""

    def __init__(self, game: AnyGame, folder: Path) -> None:
        self._folder = folder
        self.box: AnyBox | None = None
        problems: list[BadContent] = []
        with advised() as advice:
            try:
                with collecting() as problems:
                    self.box = game.open(folder)
            except Exception as error:
                # Content that no demand has foreseen is the author's to mend all the same.
                what = f"cannot be opened: {type(error).__name__}: {error}"
                problems.append(BadContent(what))
        self.problems = [_problem(each, True) for each in problems[:MOST_PROBLEMS]]
        self.problems += [_problem(each, False) for each in advice[:MOST_PROBLEMS]]

    def draw(self, board: Board, pieces: bool = False) -> Drawn:
        """A board of a new table, or of one that was played at for a while.

        A pack that cannot be opened has none.
        """
        box = self.opened()
        table = self._table(board)
        if pieces:
            _played(table)
        view = table.view(0)
        names = NAMES[: board.seats]
        try:
            scenes = box.face.scenes(view, None, (), names)
            words = box.face.text(view, names)
        except Exception as error:
            raise BadContent(f"cannot be drawn: {type(error).__name__}: {error}") from error
        scene = _chosen(scenes, board.scene)
        focus = None if scene.wide else scene.focus
        return Drawn(mini_board(scene), face_css(scenes), words, focus)

    def cards(self, board: Board) -> dict[str, str]:
        """Everything that is printed as a card, as the table shows it; under `""` the symbols."""
        box = self.opened()
        table = self._table(board)
        try:
            printed = box.face.printed(table.view(0), NAMES[: board.seats])
        except Exception as error:
            raise BadContent(f"cannot be drawn: {type(error).__name__}: {error}") from error
        return {"": str(sprite(box.face.symbols))} | {
            key: card(each, False) for key, each in printed.items()
        }

    def written(self) -> dict[str, str]:
        """The words that the game itself has for what things do; empty for most games."""
        box = self.opened()
        return {} if box.written is None else dict(box.written())

    def _table(self, board: Board) -> Table[object, object]:
        try:
            return Table(self.opened(), NAMES[: board.seats], board.options)
        except LudusError:
            raise
        except Exception as error:
            raise BadContent(f"cannot be set up: {type(error).__name__}: {error}") from error

    def opened(self) -> AnyBox:
        """The game with the pack; why there is none is said."""
        if self.box is None:
            raise BadContent("it can be neither drawn nor tried before its problems are solved")
        return self.box


def _played(table: Table[object, object]) -> None:
    """Some moves at random, so that there is something on the board."""
    rng = SeededRng("pieces")
    try:
        for _ in range(MOVES):
            if table.over:
                return
            decision = table.decisions()[0]
            table.play(decision.seat, pick(decision, rng))
    except Exception as error:
        raise BadContent(f"cannot be played: {type(error).__name__}: {error}") from error


def _problem(error: BadContent, grave: bool) -> Problem:
    path = error.path
    if path is None or path.suffix != ".toml":
        return Problem(error.reason, path.name if path is not None else "", grave=grave)
    try:
        steps = error.at or steps_at(path.read_text(encoding="utf-8"), error.line)
    except (OSError, ValueError, IndexError):
        # It is no TOML: the message says where.
        steps = ()
    return Problem(error.reason, path.name, error.line, steps, grave)


def located(said: str, folder: Path) -> list[Problem]:
    """The lines that a check of a folder printed, as problems."""
    found: list[Problem] = []
    for line in said.splitlines():
        text = line.removeprefix("ludus: ").strip()
        place = re.match(rf"{re.escape(str(folder))}[\\/]?([\w.-]*)(?::(\d+))?: ", text)
        if place is None:
            found.append(Problem(text))
            continue
        path = folder / place[1] if place[1] else None
        number = int(place[2] or 0)
        found.append(_problem(BadContent(text[place.end() :], path, number), True))
    return found[:MOST_PROBLEMS]


def _chosen(scenes: Sequence[Scene], key: str) -> Scene:
    return next((scene for scene in scenes if scene.key == key), scenes[0])
