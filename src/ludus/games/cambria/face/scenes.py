"""The picture of the board: pieces on the printed sheet, choices and the last move."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Scene
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, mark, offer, picture
from ludus.core.text import plain
from ludus.games.cambria.face.art import (
    CAPTORS,
    PIECE,
    SMALL_COINS,
    SMALL_FORTS,
    TRAY_MARKS,
    Art,
    SlotArt,
    Spot,
    TrayArt,
)
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.log import traces
from ludus.games.cambria.face.look import CSS, NAME, TONES
from ludus.games.cambria.face.names import mark_of
from ludus.games.cambria.ids import FREE, LEGION, ON_BOARD, STANDARD

LETTER = 11.5
"""The average width of a letter of a name."""
WON_FROM = 150
"""Where in a tray the tokens won begin."""


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
        board.dice(),
        *board.trays(),
        name=NAME,
        title=art.title,
        view_box=art.view_box,
        tones=TONES,
        css=CSS,
    )
    return Scene("board", art.title, drawn)


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
        self.marks = [mark_of(player, view.seats) for player in range(view.players)]
        self.whose = [esc(plain(names.piece(player))) for player in range(view.players)]
        """Per player, what a warrior of theirs is called."""
        self.offered = by_place(choices)
        self.traces = traces(names, lately)
        self.aim = self._aim(choices)
        """While a player chooses a warrior to lift: where it will go, and its mark."""
        self.marked = {*self.offered, *self.traces}
        """The places with an outline: choices, the last move, the aim."""
        if self.aim is not None:
            self.marked.add(self.aim[0])

    def _aim(self, choices: Sequence[Choice]) -> tuple[str, int] | None:
        question = self.view.question
        if question is None or not any(choice.action.verb == "lift" for choice in choices):
            return None
        return self.names.slot(question.target).ref, self.marks[question.player]

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
        view, drawn = self.view, []
        forts = zip(
            self.art.forts, self.context.fort_words(), view.captor, view.second, strict=True
        )
        for art, words, captor, second in forts:
            if captor == ON_BOARD:
                body = art.standing
            else:
                body = CAPTORS[self.marks[captor]] if captor >= 0 else ""
                body += art.seconds[self.marks[second]] if second >= 0 else ""
            drawn.append(self._place(art.spot, body, esc(words)))
        return drawn

    def standard(self) -> str:
        legion = self.art.legion if self.view.legion == STANDARD else ""
        return self._place(self.art.standard, legion, self.art.standard_title)

    def dice(self) -> str:
        question = self.view.question
        if question is not None and question.die:
            return self.art.dice[(question.die,)]
        return self.art.dice[self.view.dice]

    def _slot(self, art: SlotArt, what: int) -> str:
        """A road or a boat."""
        if art.spot.id in self.marked:
            seat = self.marks[what] if what >= 0 else 0
            whose = self._whose(what)
            return self._place(art.spot, art.body + art.piece(what, seat), art.title(whose))
        if what == FREE:
            return art.empty
        if what == LEGION:
            return art.with_legion
        return art.with_warrior(self.marks[what], self.whose[what])

    def _whose(self, what: int) -> str:
        if what >= 0:
            return self.whose[what]
        return "" if what == FREE else esc(plain(self.names.piece(what)))

    def _place(self, spot: Spot, body: str, title: str) -> str:
        """A group for a place, with its outlines below and above the pieces."""
        if spot.id not in self.marked:
            return f"{spot.head}<title>{title}</title>{body}</g>"
        over = self._outline(spot)
        choices = self.offered.get(spot.id)
        if not choices:
            return f"{spot.head}<title>{title}</title>{body}{over}</g>"
        return el(
            "g",
            _ring("ring", spot.reach),
            body,
            over,
            id=spot.id,
            class_="choice",
            transform=spot.transform,
            **offer(choices),
        )

    def _outline(self, spot: Spot) -> str:
        """The outline of a place that a warrior will go to, or that the last move touched."""
        if self.aim is not None and spot.id == self.aim[0]:
            coming = mark(self.aim[1], transform=f"scale({PIECE:g})", opacity=".6")
            return coming + _ring("trace", spot.reach - 3)
        trace = self.traces.get(spot.id)
        return "" if trace is None else _ring(f"trace {trace}".strip(), spot.reach - 5)

    # Trays ---------------------------------------------------------------------------------------

    def trays(self) -> list[str]:
        return [self._tray(art) for art in self.art.trays[self.view.players]]

    def _tray(self, art: TrayArt) -> str:
        view, player = self.view, art.player
        seat = self.marks[player]
        name = esc(shortened(self.names.player(player).text, art.name_room))
        won = self._won(player, art.end)
        return (
            f"{art.head}{art.on if player in view.waiting else art.off}{TRAY_MARKS[seat]}"
            f'<text class="who" x="38" y="27">{name}</text>{art.points}{view.points[player]}</text>'
            f"{art.supplies[seat][view.supply[player]]}{won}</g>"
        )

    def _won(self, player: int, end: float) -> str:
        """The tokens that a player has won, closer together if there are many."""
        forts, coins = self.context.won[player]
        tokens = [SMALL_FORTS[value] for value in forts] + [SMALL_COINS[value] for value in coins]
        step = min(27.0, (end - WON_FROM - 22) / max(1, len(tokens) - 1))
        drawn = [
            f'<g transform="{at(WON_FROM + 11 + number * step, 51)}">{token}</g>'
            for number, token in enumerate(tokens)
        ]
        return el("g", *drawn, id=f"won-{player}")


def _ring(kind: str, reach: float) -> str:
    return el("circle", class_=kind, r=reach)


def shortened(name: str, width: float) -> str:
    """A name truncated to about this width."""
    fits = max(3, int(width / LETTER))
    return name if len(name) <= fits else name[: fits - 1].rstrip() + "…"
