"""The board as it lies on the table: pieces on the printed sheet, choices and the last move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ludus.core.face import Choice, Picture
from ludus.core.kept import Kept
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, die, el, esc, mark, offer, picture, piece, text
from ludus.core.text import plain, roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.drawing import Sheet
from ludus.games.cambria.face import land, shapes
from ludus.games.cambria.face.choices import Adviser
from ludus.games.cambria.face.look import CSS, NAME, TONES
from ludus.games.cambria.face.report import forts_of, victory_of
from ludus.games.cambria.face.rings import changed, standing
from ludus.games.cambria.face.traces import traces
from ludus.games.cambria.face.voice import Shown, Voice, mark_of
from ludus.games.cambria.face.why import fort_words
from ludus.games.cambria.ids import FREE, LEGION, NONE, NUMBERS, WARRIORS
from ludus.games.cambria.view import View

TRAY = 78
"""How high the strip with the players' trays is."""
LETTER = 11.5
"""How wide a letter of a name is, on the whole."""
PIECE = 1.3
"""Warriors on the board, against the size of a seat mark."""
ALIKE = 4000
"""What is drawn the same for everybody."""


class Painter:
    """Draws both sides; what is printed on them is kept once drawn."""

    def __init__(self, sheets: Mapping[str, Sheet], boards: Mapping[str, Board]) -> None:
        self._sheets = sheets
        self._alike: Kept[str] = Kept(ALIKE)
        self._printed = {
            key: land.defs(sheet)
            + el(
                "g",
                land.printed(sheet, boards[key], "SPQR"),
                id="map",
                clip_path="url(#c-sheet)",
                aria_hidden="true",
            )
            for key, sheet in sheets.items()
        }

    def paint(
        self, view: View, voice: Voice, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Picture:
        sheet = self._sheets[view.side]
        scene = _Table(view, voice, sheet, choices, lately, self._alike)
        x, y, width, height = sheet.side.view_box
        return picture(
            self._printed[view.side],
            *scene.places(),
            scene.standard(),
            scene.dice(),
            *scene.trays(),
            name=NAME,
            title=voice.words.text("name.scene"),
            view_box=(x, y, width, height + TRAY),
            tones=TONES,
            css=CSS,
        )


class _Table:
    """One position being drawn."""

    def __init__(
        self,
        view: View,
        voice: Voice,
        sheet: Sheet,
        choices: Sequence[Choice],
        lately: Sequence[Event],
        alike: Kept[str],
    ) -> None:
        self.view = view
        self.voice = voice
        self.sheet = sheet
        self.offered = by_place(choices)
        self.traces = traces(voice, lately)
        self.aim = _aim(view, voice, choices)
        self.busy = self.offered.keys() if self.aim is None else {*self.offered, self.aim[0]}
        """Where something is on offer or to come; the rest may look as it did the last time."""
        self.alike = alike
        self.kept = (voice.lore.pictures, voice.own)
        self.fort_words = fort_words(Adviser(view, voice))

    def places(self) -> tuple[str, ...]:
        """Roads, forts and boats. Of those that the viewer was shown, only what has news."""
        view, before = self.view, self.voice.shown
        marked = tuple({*self.traces, *self.busy})
        if before is None:
            drawn = [self.draw(number) for number in range(len(self.voice.order))]
        else:
            drawn = list(before.pieces)
            for number in self.news(before, marked):
                drawn[number] = self.draw(number)
        pieces = tuple(drawn)
        for place in marked:
            # It will be drawn anew the next time in any case.
            if place in self.voice.order:
                drawn[self.voice.order[place]] = ""
        self.voice.shown = Shown(
            view.roads, view.boats, view.captor, view.second, marked, tuple(drawn)
        )
        return pieces

    def news(self, before: Shown, marked: Sequence[str]) -> set[int]:
        """The numbers of the places that may look otherwise than before."""
        view, board, order = self.view, self.voice.board, self.voice.order
        news = {order[place] for place in (*before.marked, *marked) if place in order}
        for road in changed(before.roads, view.roads):
            news.add(road)
            news.update([board.roads + site for site in board.ends[road]])
        for site in (*changed(before.captor, view.captor), *changed(before.second, view.second)):
            news.add(board.roads + site)
        for boat in changed(before.boats, view.boats):
            news.add(board.roads + board.sites + boat)
        return news

    def draw(self, number: int) -> str:
        """A place by its number in the order of drawing."""
        view, board = self.view, self.voice.board
        if number < board.roads:
            return self.slot(number, view.roads[number], self._road, number)
        number -= board.roads
        if number < board.sites:
            return self.fort(number)
        boat = number - board.sites
        return self.slot(board.roads + boat, view.boats[boat], self._boat, boat)

    def known(self, place: str, facts: object, mine: bool = False) -> str:
        """The picture of a place as it was drawn the last time; empty if there is news of it."""
        if place in self.busy:
            return ""
        return self.kept[mine].get(place, self.seen(place, facts)) or ""

    def keep(self, place: str, facts: object, drawn: str, mine: bool = False) -> str:
        """Know the picture of a place the next time."""
        if place not in self.busy:
            self.kept[mine].put(place, self.seen(place, facts), drawn)
        return drawn

    def seen(self, place: str, facts: object) -> object:
        """What a place is drawn from, with its trace if it has one."""
        trace = self.traces.get(place)
        return facts if trace is None else (facts, trace)

    def slot(self, slot: int, what: int, draw: Callable[[int, int], str], number: int) -> str:
        """A road or a boat, drawn only if there is news of it."""
        place, mine = self.voice.slot(slot).ref, 0 <= what == self.voice.viewer
        if not mine:
            # The viewer's own piece is gone from there, and its picture with it.
            self.voice.own.forget(place)
        known = self.known(place, what, mine)
        if known:
            return known
        if what >= 0 or place in self.busy:
            return self.keep(place, what, draw(number, what), mine)
        # Nobody in person is spoken of: it looks the same at every table.
        key = (self.view.side, place, what, self.traces.get(place))
        drawn = self.alike.get(key) or self.alike.put(key, draw(number, what))
        return self.keep(place, what, drawn)

    def place(
        self, place: str, x: float, y: float, reach: float, *parts: str, title: str = ""
    ) -> str:
        """A group for a place, with its outlines below what lies there."""
        choices = self.offered.get(place, ())
        under: list[str] = []
        over: list[str] = []
        if choices:
            under.append(_ring("ring", reach))
        if self.aim is not None and place == self.aim[0]:
            over.append(mark(self.aim[1], transform=f"scale({PIECE:g})", opacity=".6"))
            over.append(_ring("trace", reach - 3))
        elif place in self.traces:
            over.append(_ring(f"trace {self.traces[place]}".strip(), reach - 5))
        if title and not choices:
            under.append(f"<title>{esc(title)}</title>")
        return el(
            "g",
            *under,
            *parts,
            *over,
            id=place,
            class_="choice" if choices else None,
            transform=at(x, y),
            **offer(choices),
        )

    def standing_at(self, place: str, what: int, x: float = 0, y: float = 0) -> str:
        """What stands at a place: a warrior, the legion or nothing."""
        if what == FREE:
            return ""
        if what == LEGION:
            spot = at(x, y) or None
            return el("use", href="#c-legion", id="legion", class_="piece", transform=spot)
        seat = mark_of(what, self.view.seats)
        return piece(shapes.MARK, seat, id=f"{place}-piece", transform=at(x, y, PIECE))

    def _road(self, road: int, what: int) -> str:
        place, spot = f"road-{road}", self.sheet.roads[road]
        key = (self.view.side, place, what, self.view.seats)
        body = self.alike.get(key)
        if body is None:
            slot = el("use", href="#c-s", transform=f"rotate({spot.angle % 90})")
            body = self.alike.put(key, slot + self.standing_at(place, what))
        title = self.voice.road_name(road)
        if what != FREE:
            title += f": {plain(self.voice.piece(what))}"
        return self.place(place, *spot.slot, 25, body, title=title)

    def fort(self, site: int) -> str:
        view = self.view
        facts = (view.second[site], view.captor[site], self.fort_words[site])
        place = self.voice.site(site).ref
        return self.known(place, facts) or self.keep(place, facts, self._fort(site))

    def _fort(self, site: int) -> str:
        spot = self.sheet.forts[site]
        if standing(self.view, site):
            parts = self._standing(site, spot.badge)
        else:
            parts = self._fallen(site, spot.badge)
        title = self.fort_words[site]
        return self.place(f"fort-{site}", spot.x, spot.y, 37, *parts, title=title)

    def _standing(self, site: int, badge: tuple[float, float]) -> list[str]:
        """The fort token, and the victory point token that peeps out below it."""
        board = self.voice.board
        numeral = text(roman(board.numeral[site]), class_="n fort-n", y=8.5)
        fort = el("use", href="#c-fort")
        parts = [el("g", fort, numeral, id=f"fort-{site}-piece", class_="piece")]
        if board.victory[site]:
            coin = el("circle", class_="coin", r=11)
            points = text(roman(board.victory[site]), class_="n coin-n", y=4.3)
            inner = el("g", coin, points, id=f"token-{site}-piece", class_="piece")
            parts.append(el("g", inner, id=f"token-{site}", transform=at(*badge)))
        return parts

    def _fallen(self, site: int, badge: tuple[float, float]) -> list[str]:
        """The captor's mark at the site, and on gold the mark of who took the token below it."""
        view = self.view
        parts: list[str] = []
        if view.captor[site] >= 0:
            seat = mark_of(view.captor[site], view.seats)
            parts.append(mark(seat, transform=at(0, 24)))
        if view.second[site] >= 0:
            seat = mark_of(view.second[site], view.seats)
            parts.append(
                el(
                    "g",
                    el("circle", class_="coin", r=10),
                    mark(seat, transform="scale(.55)"),
                    transform=at(*badge),
                )
            )
        return parts

    def _boat(self, boat: int, owner: int) -> str:
        place, spot = f"boat-{boat}", self.sheet.boats[boat]
        title = self.voice.slot(self.voice.board.roads + boat).text
        if owner != NONE:
            title += f": {plain(self.voice.piece(owner))}"
        return self.place(
            place,
            spot.x,
            spot.y,
            40,
            el("use", href="#c-boat"),
            text(roman(NUMBERS[boat]), class_="n boat-n", y=1),
            self.standing_at(place, owner, 22, 19) if owner != NONE else "",
            title=title,
        )

    def standard(self) -> str:
        free = self.view.legion != NONE
        return self.known("standard", free) or self.keep("standard", free, self._standard())

    def _standard(self) -> str:
        spot = self.sheet.side.standard
        legion = self.standing_at("standard", LEGION, 0, 6) if self.view.legion == NONE else ""
        title = self.voice.words.text("name.standard")
        return self.place("standard", spot.x, spot.y, 52, legion, title=title)

    def dice(self) -> str:
        question = self.view.question
        faces = self.view.dice
        if question is not None and question.die:
            faces = (question.die,)
        key = (self.view.side, "dice", faces)
        return self.alike.get(key) or self.alike.put(key, self._dice(faces))

    def _dice(self, faces: tuple[int, ...]) -> str:
        spot = self.sheet.side.dice
        drawn = [
            die(
                self.voice.words.text(f"face.{face}"),
                id=f"dice-{number}",
                transform=at(
                    spot.x + (number - (len(faces) - 1) / 2) * spot.size * 1.25,
                    spot.y,
                    spot.size / 24,
                    turn=-5 if number % 2 == 0 else 6,
                ),
            )
            for number, face in enumerate(faces)
        ]
        return el("g", *drawn, id="dice")

    def trays(self) -> list[str]:
        view = self.view
        x, y, width, height = self.sheet.side.view_box
        each = width / view.players
        drawn: list[str] = []
        for player in range(view.players):
            on, points, supply = player in view.waiting, view.points[player], view.supply[player]
            facts = (view.players, on, points, supply, view.captor, view.second)
            place = f"supply-{player}"
            drawn.append(
                self.known(place, facts)
                or self.keep(
                    place,
                    facts,
                    self._tray(player, x + each * player + 3, y + height + 5, each - 6),
                )
            )
        return drawn

    def _tray(self, player: int, x: float, y: float, width: float) -> str:
        view = self.view
        seat = mark_of(player, view.seats)
        on = player in view.waiting
        box = el(
            "rect", class_="tray on" if on else "tray", x=0, y=0, width=width, height=TRAY - 8, rx=7
        )
        shown = shortened(self.voice.player(player).text, width - 100)
        parts = [
            box,
            mark(seat, transform=at(20, 20, 1.05)),
            text(shown, class_="who", x=38, y=27),
            text(str(view.points[player]), class_="pts", x=width - 12, y=30),
        ]
        parts.append(_supply(player, seat, view.supply[player]))
        parts.append(el("g", *self._won(player, 150, width - 14), id=f"won-{player}"))
        return el("g", *parts, id=f"supply-{player}", transform=at(x, y))

    def _won(self, player: int, start: float, end: float) -> list[str]:
        """The tokens that a player has won, small, closer together where there are many."""
        forts = forts_of(self.view, self.voice, player)
        coins = victory_of(self.view, self.voice, player)
        tokens = [("fort", value) for value in forts] + [("coin", value) for value in coins]
        if not tokens:
            return []
        step = min(27.0, (end - start - 22) / max(1, len(tokens) - 1))
        drawn: list[str] = []
        for number, (kind, value) in enumerate(tokens):
            shape = (
                el("circle", r=12, fill="url(#c-token)", stroke="#5c1f15", stroke_width=2)
                if kind == "fort"
                else el("circle", class_="coin", r=10.5)
            )
            tone = "#fbeecb" if kind == "fort" else "#432c06"
            label = text(roman(value), class_="n", y=4.4, font_size=12.5, fill=tone)
            drawn.append(el("g", shape, label, transform=at(start + 11 + number * step, 51)))
        return drawn


@cache
def _ring(kind: str, reach: float) -> str:
    return el("circle", class_=kind, r=reach)


@cache
def _supply(player: int, seat: int, count: int) -> str:
    """The warriors that are left, and the sockets of those that are gone."""
    drawn: list[str] = []
    # The one that leaves next comes first: a page lets the first piece of a place fly.
    for number in reversed(range(WARRIORS)):
        socket = at(21 + number * 25, 51, 0.85)
        if number < count:
            name = f"supply-{player}-{number}"
            drawn.append(piece(shapes.MARK, seat, id=name, transform=socket))
        else:
            drawn.append(el("circle", class_="sock", r=9, transform=socket))
    return "".join(drawn)


def _aim(view: View, voice: Voice, choices: Sequence[Choice]) -> tuple[str, int] | None:
    """While a warrior is to be lifted: the place that it will go to, and its mark."""
    question = view.question
    if question is None or not any(choice.action.verb == "lift" for choice in choices):
        return None
    return voice.slot(question.target).ref, mark_of(question.player, view.seats)


def shortened(name: str, width: float) -> str:
    """A name cut to about this width in a tray."""
    fits = max(3, int(width / LETTER))
    return name if len(name) <= fits else name[: fits - 1].rstrip() + "…"
