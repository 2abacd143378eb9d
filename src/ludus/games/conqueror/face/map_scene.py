"""The map on the table: forts and armies on the printed sheet, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Event
from ludus.core.svg import at, by_place, el, esc, offer, picture
from ludus.core.text import plain
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.drawing import Sheet
from ludus.games.conqueror.face import printed
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.look import CSS, NAME, TONES
from ludus.games.conqueror.face.names import army_id, fort_id, land_id
from ludus.games.conqueror.face.plates import (
    BESIDE,
    FORT,
    HIGH,
    Group,
    plate,
    price,
    price_height,
    width_of,
)
from ludus.games.conqueror.face.plates import fort as fort_art
from ludus.games.conqueror.face.printed import HEIGHT, WIDTH, fort_spot
from ludus.games.conqueror.ids import NO_FORT, NOBODY, NONE

NEAR: Final = (640, 760)
"""How much of the map a small screen shows."""
GRID: Final = 80
"""The camera of a small screen moves by steps, not with every army."""


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
        self, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> Picture:
        view, names = context.view, context.names
        scene = _Map(context, self._sheets[view.map], by_place(choices), lately)
        return picture(
            self._printed[view.map],
            *scene.lands(),
            self._lettering[view.map],
            scene.arrow(),
            *scene.forts(),
            *scene.armies(),
            name=NAME,
            title=names.words.text("name.scene"),
            view_box=(0, 0, WIDTH, HEIGHT),
            tones=TONES,
            css=CSS,
        )

    def focus(self, context: Context) -> tuple[float, float, float, float]:
        """Where the action is: a battle, else the middle of the viewer's own armies."""
        view, board = context.view, context.board
        regions = self._sheets[view.map].regions
        own = [place for place, owner in enumerate(view.owner) if owner == view.viewer]
        if view.battle is not None:
            own = [view.battle.origin, view.battle.target]
        elif not own and view.in_turn != NONE:
            own = [place for place, owner in enumerate(view.owner) if owner == view.in_turn]
        own = own or [place for place in board.home if place != NONE]
        spots = [regions[place].stack for place in own]
        wide, high = NEAR
        x = sum(x for x, _ in spots) / len(spots) - wide / 2
        y = sum(y for _, y in spots) / len(spots) - high / 2
        return _step(x, WIDTH - wide), _step(y, HEIGHT - high), wide, high


def _step(value: float, most: float) -> float:
    return min(max(0, round(value / GRID) * GRID), most)


class _Map:
    """One position being drawn."""

    def __init__(
        self,
        context: Context,
        sheet: Sheet,
        offered: Mapping[str, Sequence[Choice]],
        lately: Sequence[Event],
    ) -> None:
        self.context = context
        self.view = context.view
        self.names = context.names
        self.sheet = sheet
        self.offered = offered
        self.traces = _touched(context.board, lately)

    def lands(self) -> list[str]:
        """A tint for the holder, and an outline where something can be chosen."""
        drawn = []
        for place in range(self.names.board.places):
            owner = self.view.owner[place]
            choices = self.offered.get(land_id(place), ())
            parts = [el("title", esc(self.title(place)))] if not choices else []
            kind = f"held s{owner}" if owner >= 0 else "free-land"
            parts.append(el("use", href=f"#q-{place}", class_=kind))
            if owner >= 0:
                parts.append(el("use", href=f"#q-{place}", class_=f"rim-of r{owner}"))
            if choices:
                parts.append(el("use", href=f"#q-{place}", class_="ring"))
            elif place in self.traces:
                parts.append(el("use", href=f"#q-{place}", class_="trace"))
            parts.append(el("use", href=f"#q-{place}", class_="aim"))
            drawn.append(
                el(
                    "g",
                    *parts,
                    id=land_id(place),
                    class_="land choice" if choices else "land",
                    data_middle=army_id(place),
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

    def forts(self) -> list[str]:
        board = self.names.board
        return [self.fort(place) for place in range(board.places) if board.fort[place] != NO_FORT]

    def fort(self, place: int) -> str:
        board = self.names.board
        choices = self.offered.get(fort_id(place), ())
        x, y = fort_spot(self.sheet.regions[place])
        ring = [el("circle", class_="ring", r=FORT * 0.68)] if choices else []
        hit = el("circle", class_="hit", r=FORT * 0.62)
        art = fort_art(self.view.owner[place], board.fort[place], board.home_of[place] != NONE)
        return el(
            "g",
            *ring,
            hit,
            art,
            id=fort_id(place),
            class_="castle choice" if choices else "castle",
            transform=at(x, y),
            data_also=land_id(place),
            **offer(choices),
        )

    def armies(self) -> list[str]:
        return [self.army(place) for place in range(self.names.board.places)]

    def army(self, place: int) -> str:
        view = self.view
        choices = self.offered.get(army_id(place), ())
        x, y = self.sheet.regions[place].stack
        parts = [el("circle", class_="spot", r=1)]
        if view.owner[place] != NOBODY:
            groups = self.groups(place)
            width = width_of(groups)
            # Beside a fort the plate begins where the fort ends, however long it is.
            shift = width / 2 - BESIDE + 4 if self.names.board.fort[place] != NO_FORT else 0.0
            box = {"x": shift - width / 2 - 5, "y": -HIGH / 2 - 5}
            size = {"width": width + 10, "height": HIGH + 10}
            if choices:
                parts.append(el("rect", class_="ring", rx=12, **box, **size))
            parts.append(el("rect", class_="hit", rx=12, **box, **size))
            parts.append(plate(view.owner[place], groups, shift))
            if self.context.bribable(place):
                edge = shift + width / 2 + 10
                names = ((region.id, region.label) for region in self.sheet.regions)
                height = price_height(x + edge, y, names)
                parts.append(price(view.bribe_price[place], edge, height))
        return el(
            "g",
            *parts,
            id=army_id(place),
            class_="army choice" if choices else "army",
            transform=at(x, y),
            data_also=land_id(place),
            **offer(choices),
        )

    def groups(self, place: int) -> tuple[Group, ...]:
        """Units by kind, those that have acted after the others."""
        view = self.view
        tired = (view.tired_infantry[place], view.tired_cavalry[place])
        rows = (
            ("infantry", view.infantry[place] - tired[0], False),
            ("cavalry", view.cavalry[place] - tired[1], False),
            ("infantry", tired[0], True),
            ("cavalry", tired[1], True),
        )
        return tuple(row for row in rows if row[1])


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
