"""The picture of the board: pieces on the printed sheet, choices and the last move."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Scene
from ludus.core.protocol import Event
from ludus.core.svg import by_place, el, esc, mark, offer, picture
from ludus.games.cambria.face.art import PIECE, Art, FortArt, SlotArt, Spot
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.log import traces
from ludus.games.cambria.face.look import NAME, TONES
from ludus.games.cambria.face.names import mark_of
from ludus.games.cambria.ids import FREE, LEGION, ON_BOARD, STANDARD

GHOSTS = ("place", "replace", "board")
"""The verbs that bring a warrior to a place."""


def scene_of(
    art: Art, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
) -> Scene:
    """The one picture of the game."""
    board = _Board(art, context, choices, lately)
    drawn = picture(
        art.printed,
        *board.roads(),
        *board.forts(),
        *board.boats(),
        board.standard(),
        name=NAME,
        title=art.title,
        view_box=art.view_box,
        tones=TONES,
        css=art.css,
    )
    return Scene("board", art.title, drawn, focus=art.focus, reach=art.reach)


class _Board:
    """One position being drawn."""

    def __init__(
        self, art: Art, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> None:
        view, names = context.view, context.names
        self.art = art
        self.context = context
        self.view = view
        self.names = names
        self.marks = {player: mark_of(player, view.seats) for player in range(view.players)}
        self.marks[LEGION] = -1
        """By piece, what it is drawn as: its seat mark, or the last for the legion."""
        self.whose = {piece: esc(names.piece_text(piece)) for piece in self.marks}
        """By piece, what it is called."""
        self.offered = by_place(choices)
        self.traces = traces(names, lately)
        question = view.question
        self.mover = 0 if question is None else self.marks[max(0, question.player)]
        """The mark of the player whose warrior is placed."""
        self.aim = ""
        """While a player chooses a warrior to lift: where it will go."""
        if question is not None and any(choice.action.verb == "lift" for choice in choices):
            self.aim = names.slot(question.target).ref
        self.marked = {*self.offered, *self.traces, self.aim}
        """The places with an outline: choices, the last move, the aim."""

    # Places --------------------------------------------------------------------------------------

    def roads(self) -> list[str]:
        marked = self.marked
        return [
            # Most roads are empty, and of no interest to anybody now.
            art.empty if what == FREE and art.spot.id not in marked else self._slot(art, what)
            for art, what in zip(self.art.roads, self.view.roads, strict=True)
        ]

    def boats(self) -> list[str]:
        return [
            self._slot(art, what) for art, what in zip(self.art.boats, self.view.boats, strict=True)
        ]

    def forts(self) -> list[str]:
        forts = zip(self.art.forts, self.context.fort_words(), self.view.captor, strict=True)
        return [
            f'{art.spot.head}{esc(words)}">{self._fort(art, captor)}</g>'
            for art, words, captor in forts
        ]

    def _fort(self, art: FortArt, captor: int) -> str:
        if captor != ON_BOARD:
            return art.taken[self.marks[captor]] if captor >= 0 else art.gone
        roads, ring = self.view.roads, art.ring
        marks = self.marks
        held = [
            drawn[marks[roads[road]]]
            for drawn, road in zip(ring.held, ring.roads, strict=True)
            if roads[road] != FREE
        ]
        return f"{ring.standing}{''.join(held)}{art.token}"

    def standard(self) -> str:
        art = self.art
        legion = art.legion if self.view.legion == STANDARD else ""
        body = f"{art.standard_body}{legion}{self._outline(art.standard)}"
        return f'{art.standard.head}{art.standard_title}">{body}</g>'

    def _slot(self, art: SlotArt, what: int) -> str:
        """A road or a boat."""
        spot = art.spot
        choices = self.offered.get(spot.id)
        if not choices:
            outline = self._outline(spot) if spot.id in self.marked else ""
            if what == FREE:
                return f'{art.titled}">{art.body}{outline}</g>'
            return f"{art.owned}{self.whose[what]}{art.standing[self.marks[what]]}{outline}</g>"
        piece = "" if what == FREE else art.piece(self.marks[what])
        return el(
            "g",
            spot.hit,
            art.body,
            art.glow,
            piece,
            self._outline(spot),
            *self._ghosts(art, choices),
            id=spot.id,
            class_="choice",
            transform=spot.transform,
            **offer(choices),
        )

    def _ghosts(self, art: SlotArt, choices: Sequence[Choice]) -> list[str]:
        """What would stand there, shown while a choice is looked at."""
        verbs = {choice.action.verb for choice in choices}
        coming = [art.ghosts[self.mover]] if verbs.intersection(GHOSTS) else []
        return [*coming, art.ghosts[-1]] if "legion" in verbs else coming

    def _outline(self, spot: Spot) -> str:
        """The outline of a place that a warrior will go to, or that the last move touched."""
        if spot.id == self.aim:
            coming = mark(self.mover, transform=f"scale({PIECE:g})", opacity=".6")
            return coming + el("circle", class_="trace", r=spot.reach - 3)
        trace = self.traces.get(spot.id)
        return "" if trace is None else spot.outlines[trace]
