"""The map as it lies on the table: armies on the printed sheet, choices and the strip below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, offer, picture, piece, text
from ludus.core.text import plain
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.drawing import Sheet
from ludus.games.conqueror.face import printed
from ludus.games.conqueror.face.look import CSS, NAME, TONES
from ludus.games.conqueror.face.names import Names, army_id, land_id
from ludus.games.conqueror.face.printed import HEIGHT, WIDTH
from ludus.games.conqueror.face.strip import STRIP, Strip
from ludus.games.conqueror.ids import NOBODY
from ludus.games.conqueror.mechanics.strength import strength_of
from ludus.games.conqueror.view import View

FRAMES = (("frame", 16), ("frame2", 10), ("frame", 3))


class MapPainter:
    """Draws both maps; what is printed on them is kept once drawn."""

    def __init__(self, sheets: Mapping[str, Sheet], boards: Sequence[Board]) -> None:
        self._sheets = sheets
        self._printed = {
            board.key: printed.defs(sheets[board.key]) + printed.printed(sheets[board.key], board)
            for board in boards
        }
        self._lettering = {
            board.key: printed.lettering(sheets[board.key], board) for board in boards
        }

    def paint(
        self, view: View, names: Names, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Picture:
        offered = by_place(choices)
        scene = _Board(view, names, self._sheets[view.map], offered, lately)
        return picture(
            self._printed[view.map],
            *scene.lands(),
            self._lettering[view.map],
            scene.arrow(),
            *scene.armies(),
            *(
                el("rect", class_=name, width=WIDTH, height=HEIGHT, stroke_width=width)
                for name, width in FRAMES
            ),
            *Strip(view, names, offered).draw(),
            name=NAME,
            title=names.words.text("name.scene"),
            view_box=(0, 0, WIDTH, HEIGHT + STRIP),
            tones=TONES,
            css=CSS,
        )


class _Board:
    """One position being drawn."""

    def __init__(
        self,
        view: View,
        names: Names,
        sheet: Sheet,
        offered: Mapping[str, Sequence[Choice]],
        lately: Sequence[Event],
    ) -> None:
        self.view = view
        self.names = names
        self.sheet = sheet
        self.offered = offered
        self.traces = _touched(names.board, lately)

    def lands(self) -> list[str]:
        """A tint for the holder, and an outline where something can be chosen."""
        drawn = []
        for place in range(self.names.board.places):
            owner = self.view.owner[place]
            choices = self.offered.get(land_id(place), ())
            parts = [el("title", esc(self.title(place)))] if not choices else []
            kind = f"held s{owner}" if owner >= 0 else "free"
            parts.append(el("use", href=f"#q-{place}", class_=kind))
            if choices:
                parts.append(el("use", href=f"#q-{place}", class_="ring"))
            elif place in self.traces:
                parts.append(el("use", href=f"#q-{place}", class_="trace"))
            drawn.append(
                el(
                    "g",
                    *parts,
                    id=land_id(place),
                    class_="land choice" if choices else "land",
                    **offer(choices),
                )
            )
        return drawn

    def title(self, place: int) -> str:
        view, names = self.view, self.names
        name = names.board.names[place]
        shown = names.icons(place)
        if shown:
            name += f" ({shown})"
        if view.owner[place] == NOBODY:
            return name
        army = plain(names.army(view.infantry[place], view.cavalry[place]))
        return f"{name}: {plain(names.player_list([view.owner[place]]))}, {army}"

    def arrow(self) -> str:
        """The attack that is going on."""
        fight = self.view.battle
        if fight is None:
            return ""
        ax, ay = self.sheet.regions[fight.origin].stack
        bx, by = self.sheet.regions[fight.target].stack
        return el("path", class_="battle-line", d=f"M{ax} {ay}L{bx} {by}", id="attack-line")

    def armies(self) -> list[str]:
        drawn = []
        for place, region in enumerate(self.sheet.regions):
            view = self.view
            owner = view.owner[place]
            choices = self.offered.get(army_id(place), ())
            parts: list[str] = []
            if choices:
                parts.append(el("circle", class_="ring", r=27))
            if owner != NOBODY:
                parts += self.stack(place, owner)
            x, y = region.stack
            drawn.append(
                el(
                    "g",
                    *parts,
                    id=army_id(place),
                    class_="army choice" if choices else "army",
                    transform=at(x, y),
                    **offer(choices),
                )
            )
        return drawn

    def stack(self, place: int, owner: int) -> list[str]:
        """The holder's mark with the strength of the army on it, and its units below."""
        view = self.view
        infantry, cavalry = view.infantry[place], view.cavalry[place]
        power = strength_of(infantry, cavalry)
        parts = []
        if owner >= 0:
            parts.append(piece("q", owner, transform=at(0, -5, 1.55 if power else 0.9)))
        else:
            parts.append(el("circle", class_="free-mark", r=14, cy=-5))
        if power:
            parts.append(text(str(power), class_="power", y=2))
        tired = (view.tired_infantry[place], view.tired_cavalry[place])
        groups = [
            ("i-foot", infantry - tired[0], False),
            ("i-horse", cavalry - tired[1], False),
            ("i-foot", tired[0], True),
            ("i-horse", tired[1], True),
        ]
        shown = [group for group in groups if group[1]]
        start = -13 * len(shown)
        for number, (icon, count, spent) in enumerate(shown):
            x = start + 26 * number + 7
            turn = 90 if spent else 0
            kind = "man spent" if spent else "man"
            parts.append(el("use", href=f"#{icon}", class_=kind, transform=at(x, 18, 1.15, turn)))
            parts.append(text(str(count), class_="tally", x=x + 7, y=23))
        return parts


def _touched(board: Board, lately: Sequence[Event]) -> set[int]:
    """The territories that the latest moves spoke of."""
    places: set[int] = set()
    for event in lately[-1:]:
        for name in ("place", "origin", "target", "start"):
            value = event.facts.get(name)
            if isinstance(value, int) and 0 <= value < board.places:
                places.add(value)
        link = event.facts.get("link")
        if isinstance(link, int):
            places.update(board.links[link][:2])
    return places
