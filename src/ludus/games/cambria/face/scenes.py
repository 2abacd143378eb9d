"""The picture of the board: pieces on the printed sheet, choices and the last move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice, Picture, Scene
from ludus.core.protocol import Event
from ludus.core.svg import by_place, el, esc, mark, offer
from ludus.games.cambria.face.art import PIECE, Art, FortArt, SlotArt, Spot
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.log import traces
from ludus.games.cambria.face.names import mark_of
from ludus.games.cambria.ids import FREE, LEGION, ON_BOARD, STANDARD

GHOSTS = ("place", "replace", "board")
"""The verbs that bring a warrior to a place."""


def scene_of(
    art: Art, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
) -> Scene:
    """The one picture of the game."""
    board = _Board(art, context, choices, lately)
    opening, style, closing = art.frame.pieces
    pieces = (
        opening,
        style,
        art.printed,
        *board.roads(),
        *_forts(art, context),
        *board.boats(),
        board.standard(),
        closing,
    )
    return Scene("board", art.title, Picture(pieces), focus=art.focus, reach=art.reach)


def _marks(players: int, seats: int) -> dict[int, int]:
    """By piece, what it is drawn as: its seat mark, or the last for the legion."""
    marks = {player: mark_of(player, seats) for player in range(players)}
    marks[LEGION] = -1
    return marks


def _forts(art: Art, context: Context) -> list[str]:
    view = context.view
    marks = _marks(view.players, view.seats)
    return [
        f'{fort.spot.head}{esc(said)}">{_fort(fort, marks, view.roads, captor)}</g>'
        for fort, said, captor in zip(art.forts, context.fort_words(), view.captor, strict=True)
    ]


def _fort(art: FortArt, marks: Mapping[int, int], roads: Sequence[int], captor: int) -> str:
    if captor != ON_BOARD:
        return art.taken[marks[captor]] if captor >= 0 else art.gone
    ring = art.ring
    held = [
        drawn[marks[roads[road]]]
        for drawn, road in zip(ring.held, ring.roads, strict=True)
        if roads[road] != FREE
    ]
    return f"{ring.standing}{''.join(held)}{art.token}"


class _Board:
    """One position being drawn."""

    def __init__(
        self, art: Art, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> None:
        view, names = context.view, context.names
        self.art = art
        self.view = view
        self.names = names
        self.marks = _marks(view.players, view.seats)
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
        return self._slots(self.art.roads, self.view.roads)

    def boats(self) -> list[str]:
        return self._slots(self.art.boats, self.view.boats)

    def _slots(self, slots: Sequence[SlotArt], pieces: Sequence[int]) -> list[str]:
        marked, whose, marks = self.marked, self.whose, self.marks
        return [
            # Most are of no interest to anybody now.
            self._slot(art, what)
            if art.id in marked
            else art.empty
            if what == FREE
            else f"{art.owned}{whose[what]}{art.standing[marks[what]]}</g>"
            for art, what in zip(slots, pieces, strict=True)
        ]

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
            outline = self._outline(spot)
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
