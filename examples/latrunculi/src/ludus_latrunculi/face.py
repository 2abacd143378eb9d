"""What people see: the board, prompts, choices and the log, made from views alone."""

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.face import BaseFace, Choice, Line, Motion, Picture, Prompt, Scene
from ludus.core.protocol import Decision, Event
from ludus.core.svg import at, by_place, el, mark, offer, picture, text
from ludus.core.text import Bit, Sentence, Words, joined, place_bit, seat_bit
from ludus_latrunculi.ids import EMPTY, NONE
from ludus_latrunculi.mechanics import Grid, caught
from ludus_latrunculi.view import View

CELL: Final = 60
EDGE: Final = 40
TONES: Final = {"square": ("#e9d9b4", "#3a3226"), "line": ("#a98d5f", "#6b5c43")}
CSS: Final = (
    ".latrunculi .sq{fill:var(--square);stroke:var(--line)}"
    ".latrunculi .tied .mark{stroke:var(--ink);stroke-width:4;fill-opacity:.45}"
)


class LatrunculiFace(BaseFace[View]):
    """The face of the game on one board."""

    def __init__(self, words: Words, grid: Grid) -> None:
        super().__init__(words)
        self._grid = grid

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        title = self.words.text("name.board")
        return (Scene("board", title, self._board(view, choices, lately, title)),)

    def _board(
        self, view: View, choices: Sequence[Choice], lately: Sequence[Event], title: str
    ) -> Picture:
        grid = self._grid
        offered = by_place(choices)
        moves = [event for event in lately if event.kind == "moved"]
        latest = moves[-1].number("end") if moves else NONE
        parts = [
            self._square(view, square, offered.get(_place(square), ()), square == latest)
            for square in range(grid.size)
        ]
        columns = range(grid.columns)
        parts += [_label(grid.name(each)[0], each + 0.5, grid.rows + 0.4) for each in columns]
        parts += [_label(str(grid.rows - row), -0.3, row + 0.6) for row in range(grid.rows)]
        box = (0, 0, 2 * EDGE + CELL * grid.columns, 2 * EDGE + CELL * grid.rows)
        return picture(*parts, name="latrunculi", title=title, view_box=box, tones=TONES, css=CSS)

    def _square(self, view: View, square: int, choices: Sequence[Choice], latest: bool) -> str:
        """One square with its soldier, as a piece of the picture that can be sent alone."""
        row, column = divmod(square, self._grid.columns)
        inside = [el("rect", class_="sq", width=CELL, height=CELL)]
        if choices:
            inside.append(el("circle", class_="ring", cx=CELL / 2, cy=CELL / 2, r=26))
        owner = view.squares[square]
        if owner != EMPTY:
            tied = " tied" if square in view.bound else ""
            centre = at(CELL / 2, CELL / 2, scale=1.7)
            inside.append(el("g", mark(owner), class_=f"piece{tied}", transform=centre))
        if latest:
            inside.append(el("circle", class_="trace", cx=CELL / 2, cy=CELL / 2, r=27))
        return el(
            "g",
            *inside,
            id=_place(square),
            class_="choice" if choices else None,
            transform=at(EDGE + CELL * column, EDGE + CELL * row),
            **offer(choices),
        )

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        key = f"prompt.{decision.prompt}"
        form = "text" if decision.seat == view.viewer else "wait"
        if form == "text" and decision.options[0].verb == "take":
            form = "text.take"
        sentence = self.words.say(
            f"{key}.{form}",
            seat=seat_bit(decision.seat, names[decision.seat]),
            count=view.supply[decision.seat],
            square=self._name(view.questions[-1][2]),
        )
        return Prompt(sentence, self.words.text(f"{key}.clause"))

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [self._choice(view, action) for action in decision.options]

    def _choice(self, view: View, action: Action) -> Choice:
        hint: Sentence = ()
        if action.verb == "take":
            hint = self.words.say("hint.take")
        elif action.verb == "to":
            hint = self._what_it_binds(view, view.questions[-1][2], action.arg)
        label = self.words.text(f"action.{action.verb}", square=self._name(action.arg))
        return Choice(action, label, hint, (_place(action.arg),))

    def _what_it_binds(self, view: View, start: int, end: int) -> Sentence:
        """A preview by the same mechanics that the rules use."""
        squares = list(view.squares)
        squares[start], squares[end] = EMPTY, squares[start]
        found = caught(self._grid, squares, view.bound, end)
        if not found:
            return ()
        return self.words.say("hint.binds", squares=joined([(self._name(at),) for at in found]))

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        kind, _, number = place.partition("-")
        if kind != "sq" or not number.isdecimal() or int(number) >= self._grid.size:
            return None
        square = int(number)
        owner = view.squares[square]
        if owner == EMPTY:
            key = "empty"
        elif square in view.bound:
            key = "bound"
        elif owner != view.viewer:
            key = "enemy"
        else:
            key = "stuck"
        return self.words.say(f"why.{key}", square=self._name(square))

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        seat = event.number("seat")
        parts = {
            key: self._name(event.number(key))
            for key in ("square", "start", "end")
            if key in event.facts
        }
        sentence = self.words.say(f"event.{event.kind}", seat=seat_bit(seat, names[seat]), **parts)
        motions: tuple[Motion, ...] = ()
        if event.kind == "moved":
            motions = (Motion(_place(event.number("start")), _place(event.number("end"))),)
        return Line(sentence, motions, "place" if event.kind in ("placed", "moved") else "")

    def score(self, view: View, seat: int) -> int:
        return view.squares.count(seat)

    def text(self, view: View, names: Sequence[str]) -> str:
        """`x` and `o` are soldiers, in capitals while they are bound."""
        grid = self._grid
        lines = []
        signs = ["xo."[owner] for owner in view.squares]
        for square in view.bound:
            signs[square] = signs[square].upper()
        for row in range(grid.rows):
            signs_here = signs[row * grid.columns : (row + 1) * grid.columns]
            lines.append(f"{grid.rows - row:2} {' '.join(signs_here)}")
        lines.append("   " + " ".join(grid.name(column)[0] for column in range(grid.columns)))
        return "\n".join([*lines, *(f"{'xo'[seat]} {name}" for seat, name in enumerate(names))])

    def _name(self, square: int) -> Bit:
        return place_bit(self._grid.name(square) if square >= 0 else "", _place(square))


def _place(square: int) -> str:
    return f"sq-{square}"


def _label(words: str, column: float, row: float) -> str:
    x, y = EDGE + CELL * column, EDGE + CELL * row
    return text(words, x=x, y=y, text_anchor="middle", font_size=18, fill="var(--quiet)")
