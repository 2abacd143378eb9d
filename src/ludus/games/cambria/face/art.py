"""What can be drawn in advance: the printed board, and every piece where it can lie.

Most of a picture never changes, or is one of a few. It is drawn once per side of the board, so that
a position is put together from ready parts.
"""

from __future__ import annotations

from typing import Final

from ludus.core.svg import MARKS, at, die, el, esc, mark, piece, text
from ludus.core.text import Words, plain, roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.drawing import FortSpot, Sheet
from ludus.games.cambria.face import land, shapes
from ludus.games.cambria.face.names import DUMMY_MARK, BoardNames
from ludus.games.cambria.ids import FACES, FREE, LEGION, MAX_SEATS, NUMBERS, PAIRS, WARRIORS

TRAY: Final = 78
"""How high the strip with the players' trays is."""
PIECE: Final = 1.3
"""Warriors on the board, against the size of a seat mark."""
LEAST_PLAYERS: Final = 3
"""With the dummy there are never fewer."""


class Spot:
    """A place in the picture: its id, where it lies and how far its outline reaches."""

    __slots__ = ("head", "id", "reach", "transform")

    def __init__(self, place: str, transform: str, reach: float) -> None:
        self.id = place
        self.transform = transform
        self.reach = reach
        self.head = f'<g id="{place}" transform="{transform}">'
        """The start of the group that is drawn there."""


class SlotArt:
    """A road or a boat, with whatever can stand there."""

    __slots__ = ("_legion", "_marks", "_name", "_start", "body", "empty", "spot", "with_legion")

    def __init__(self, spot: Spot, body: str, name: str, piece_at: str, words: Words) -> None:
        self.spot = spot
        self.body = body
        self._name = esc(name)
        self._start = f"{spot.head}<title>{self._name}"
        self._marks = tuple(
            piece(shapes.MARK, seat, id=f"{spot.id}-piece", transform=piece_at)
            for seat in range(len(MARKS))
        )
        self._legion = el("use", href="#c-legion", id="legion", class_="piece")
        self.empty = f"{self._start}</title>{body}</g>"
        legion = esc(plain(words.say("piece.legion")))
        self.with_legion = f"{self._start}: {legion}</title>{body}{self._legion}</g>"

    def with_warrior(self, seat_mark: int, whose: str) -> str:
        """The place with a warrior on it; `whose` is escaped."""
        return f"{self._start}: {whose}</title>{self.body}{self._marks[seat_mark]}</g>"

    def title(self, whose: str) -> str:
        return f"{self._name}: {whose}" if whose else self._name

    def piece(self, what: int, seat_mark: int) -> str:
        """What stands there, drawn: a warrior, the legion or nothing."""
        if what == FREE:
            return ""
        return self._legion if what == LEGION else self._marks[seat_mark]


class FortArt:
    """A fort with its victory point token, and what marks the site once it has fallen."""

    __slots__ = ("seconds", "spot", "standing")

    def __init__(self, drawn: FortSpot, board: Board, site: int) -> None:
        self.spot = Spot(f"fort-{site}", at(drawn.x, drawn.y), 37)
        numeral = text(roman(board.numeral[site]), class_="n fort-n", y=8.5)
        fort = el("use", href="#c-fort")
        self.standing = el("g", fort, numeral, id=f"fort-{site}-piece", class_="piece")
        badge = at(*drawn.badge)
        if board.victory[site]:
            coin = el("circle", class_="coin", r=11)
            points = text(roman(board.victory[site]), class_="n coin-n", y=4.3)
            inner = el("g", coin, points, id=f"token-{site}-piece", class_="piece")
            self.standing += el("g", inner, id=f"token-{site}", transform=badge)
        coin = el("circle", class_="coin", r=10)
        self.seconds = tuple(
            el("g", coin, mark(seat, transform="scale(.55)"), transform=badge)
            for seat in range(len(MARKS))
        )
        """On gold, the mark of who took the victory point token."""


CAPTORS: Final = tuple(mark(seat, transform=at(0, 24)) for seat in range(len(MARKS)))
"""The mark of who took a fort."""


class TrayArt:
    """A player's tray: name, points, supply and tokens won go into it."""

    __slots__ = ("end", "head", "name_room", "off", "on", "player", "points", "supplies")

    def __init__(self, player: int, x: float, y: float, width: float) -> None:
        self.player = player
        self.head = Spot(f"supply-{player}", at(x, y), 0).head
        self.off, self.on = (
            el("rect", class_=look, x=0, y=0, width=width, height=TRAY - 8, rx=7)
            for look in ("tray", "tray on")
        )
        self.name_room = width - 100
        self.points = text("|", class_="pts", x=width - 12, y=30).partition("|")[0]
        self.end = width - 14
        self.supplies = {
            seat: tuple(_supply(player, seat, count) for count in range(WARRIORS + 1))
            for seat in {player, DUMMY_MARK}
        }


TRAY_MARKS: Final = tuple(mark(seat, transform=at(20, 20, 1.05)) for seat in range(len(MARKS)))


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


def _small_token(kind: str, value: int) -> str:
    shape = (
        el("circle", r=12, fill="url(#c-token)", stroke="#5c1f15", stroke_width=2)
        if kind == "fort"
        else el("circle", class_="coin", r=10.5)
    )
    tone = "#fbeecb" if kind == "fort" else "#432c06"
    return shape + text(roman(value), class_="n", y=4.4, font_size=12.5, fill=tone)


SMALL_FORTS: Final = {value: _small_token("fort", value) for value in NUMBERS}
SMALL_COINS: Final = {value: _small_token("coin", value) for value in NUMBERS}
"""Tokens that a player has won, by their points."""


class Art:
    """Everything of one side of the board that can be drawn in advance."""

    def __init__(self, sheet: Sheet, places: BoardNames) -> None:
        words, board, side = places.words, places.board, sheet.side
        x, y, width, height = side.view_box
        self.view_box = (x, y, width, height + TRAY)
        self.title = words.text("name.scene")
        self.printed = land.defs(sheet) + el(
            "g",
            land.printed(sheet, board, "SPQR"),
            id="map",
            clip_path="url(#c-sheet)",
            aria_hidden="true",
        )
        self.roads = tuple(
            SlotArt(
                Spot(f"road-{road}", at(*spot.slot), 25),
                el("use", href="#c-s", transform=f"rotate({spot.angle % 90})"),
                places.slots[road].text,
                at(0, 0, PIECE),
                words,
            )
            for road, spot in enumerate(sheet.roads)
        )
        self.boats = tuple(
            SlotArt(
                Spot(f"boat-{boat}", at(spot.x, spot.y), 40),
                el("use", href="#c-boat") + text(roman(NUMBERS[boat]), class_="n boat-n", y=1),
                places.slots[board.roads + boat].text,
                at(22, 19, PIECE),
                words,
            )
            for boat, spot in enumerate(sheet.boats)
        )
        self.forts = tuple(FortArt(spot, board, site) for site, spot in enumerate(sheet.forts))
        self.standard = Spot("standard", at(side.standard.x, side.standard.y), 52)
        self.standard_title = esc(words.text("name.standard"))
        self.legion = el("use", href="#c-legion", id="legion", class_="piece", transform=at(0, 6))
        rolls = [(), *((face,) for face in FACES), *PAIRS]
        self.dice = {faces: self._dice(words, sheet, faces) for faces in rolls}
        self.trays = {
            players: tuple(
                TrayArt(
                    player,
                    x + width / players * player + 3,
                    y + height + 5,
                    width / players - 6,
                )
                for player in range(players)
            )
            for players in range(LEAST_PLAYERS, MAX_SEATS + 1)
        }

    def _dice(self, words: Words, sheet: Sheet, faces: tuple[int, ...]) -> str:
        spot = sheet.side.dice
        drawn = [
            die(
                words.text(f"face.{face}"),
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
