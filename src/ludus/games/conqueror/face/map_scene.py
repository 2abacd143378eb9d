"""The map on the table: forts and armies on the printed sheet, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import Final

from ludus.core.face import Choice, Picture
from ludus.core.protocol import Decision, Event
from ludus.core.svg import Attribute, Point, at, by_place, el, esc, offer, picture
from ludus.core.text import plain
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.drawing import Sheet
from ludus.games.conqueror.face import printed
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.look import CSS, NAME, TONES
from ludus.games.conqueror.face.names import army_id, fort_id, land_id
from ludus.games.conqueror.face.plates import (
    BESIDE,
    FLAG,
    FORT,
    HIGH,
    Box,
    Group,
    aside,
    plate,
    price,
    price_height,
    width_of,
)
from ludus.games.conqueror.face.plates import fort as fort_art
from ludus.games.conqueror.face.printed import HEIGHT, WIDTH, fort_spot
from ludus.games.conqueror.ids import NO_FORT, NOBODY, NONE

NEAR: Final = (600, 760)
"""How much of the map a small screen shows."""
EDGE: Final = 60
"""So near to its edge nothing is looked for."""
LEAST: Final = 0.46
"""The scale below which names cannot be read: they have 10 px there."""
BY_PLACE: Final = {
    "bribe": ("bribe",),
    "trim": ("drop_infantry", "drop_cavalry"),
    "lose": ("drop_infantry", "drop_cavalry"),
}
"""Questions about territories all over the map, and the verbs of their options."""
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

    def focus(
        self, context: Context, decision: Decision | None
    ) -> tuple[float, float, float, float]:
        """Where the action is: a battle, or most of what is asked about."""
        regions = self._sheets[context.view.map].regions
        spots = [regions[place].stack for place in _places(context, decision)]
        x, y = _thickest(spots)
        wide, high = NEAR
        return _step(x - wide / 2, WIDTH - wide), _step(y - high / 2, HEIGHT - high), wide, high


def _places(context: Context, decision: Decision | None) -> list[int]:
    """The territories that the action is about: of a battle, of a question about some of them, of
    the viewer, or of the player in turn; all homes before the first round.
    """
    view, board = context.view, context.board
    if view.battle is not None:
        return [view.battle.origin, view.battle.target]
    if decision is not None and decision.seat == view.viewer and decision.prompt in BY_PLACE:
        asked = [each.arg for each in decision.options if each.verb in BY_PLACE[decision.prompt]]
        if asked:
            return asked
    for seat in (view.viewer, view.in_turn):
        held = [place for place, owner in enumerate(view.owner) if owner == seat >= 0]
        if held:
            return held
    return [place for place in board.home if place != NONE]


def _thickest(spots: Sequence[Point]) -> tuple[float, float]:
    """The middle of the spots that one window shows, where it shows the most of them."""
    middle = _middle(spots)

    def shown(spot: Point) -> list[Point]:
        across, down = NEAR[0] / 2 - EDGE, NEAR[1] / 2 - EDGE
        x, y = spot
        return [each for each in spots if abs(each[0] - x) < across and abs(each[1] - y) < down]

    best = min(spots, key=lambda spot: (-len(shown(spot)), dist(spot, middle), spot))
    return _middle(shown(best))


def _middle(spots: Sequence[Point]) -> tuple[float, float]:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


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
        self.counted = 0
        """The forts that win the game if they are kept, as a mask."""
        for seat, forts in enumerate(self.view.noted):
            self.counted |= forts if self.view.countdown[seat] else 0
        self.traces = _touched(context.board, lately)
        holders = {*self.view.owner} - {NOBODY}
        self.holders = {owner: plain(self.names.player_list([owner])) for owner in holders}

    def lands(self) -> list[str]:
        """A tint for the holder, and an outline where something can be chosen."""
        drawn = []
        for place, owner in enumerate(self.view.owner):
            choices = self.offered.get(land_id(place), ())
            if choices:
                drawn.append(land(place, owner, "ring", (), offer(choices)))
            else:
                mark = "trace" if place in self.traces else ""
                drawn.append(quiet_land(place, owner, mark, self.title(place)))
        return drawn

    def title(self, place: int) -> str:
        view, names = self.view, self.names
        name, shown = names.board.names[place], names.icons(place)
        owner = view.owner[place]
        name = f"{name} ({shown})" if shown else name
        if owner == NOBODY:
            return name
        return f"{name}: {self.holders[owner]}, {plain(names.army(*self.units(place)))}"

    def units(self, place: int) -> tuple[int, int]:
        return self.view.infantry[place], self.view.cavalry[place]

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
        spot = fort_spot(self.sheet.regions[place])
        art = fort_art(self.view.owner[place], board.fort[place], board.home_of[place] != NONE)
        if self.counted >> place & 1:
            art += FLAG
        return castle(place, spot, art, offer(choices))

    def armies(self) -> list[str]:
        return [self.army(place) for place in range(self.names.board.places)]

    def army(self, place: int) -> str:
        view = self.view
        choices = self.offered.get(army_id(place), ())
        spot = self.sheet.regions[place].stack
        owner = view.owner[place]
        if owner == NOBODY:
            return army(place, spot, owner, (), 0.0, "", offer(choices))
        groups = self.groups(place)
        shift = self.shift(place, groups)
        tag = self.price_tag(place, shift + width_of(groups) / 2 + 10)
        if choices:
            return army(place, spot, owner, groups, shift, tag, offer(choices))
        return quiet_army(place, spot, owner, groups, shift, tag)

    def price_tag(self, place: int, edge: float) -> str:
        """What it costs to bribe an army, where that can happen."""
        if not self.context.bribable(place):
            return ""
        x, y = self.sheet.regions[place].stack
        plates = [self.plate_box(other) for other in self.held() if other != place]
        height = price_height(x + edge, y, self.labels(), plates)
        return price(self.view.bribe_price[place], edge, height)

    def held(self) -> list[int]:
        return [place for place, owner in enumerate(self.view.owner) if owner != NOBODY]

    def shift(self, place: int, groups: tuple[Group, ...]) -> float:
        """Beside a fort the plate begins where the fort ends, however long it is; elsewhere it goes
        aside for the names.
        """
        if self.names.board.fort[place] != NO_FORT:
            return width_of(groups) / 2 - BESIDE + 4
        x, y = self.sheet.regions[place].stack
        wide = width_of(groups)
        step = aside(x, y, wide, self.labels())
        if not step:
            return 0
        others = [self.resting(other) for other in self.held() if other != place]
        return aside(x, y, wide, self.labels(), others) or step

    def labels(self) -> Iterable[tuple[str, tuple[float, float]]]:
        """The names on the map, with where each stands."""
        return zip(self.names.board.names, (each.label for each in self.sheet.regions), strict=True)

    def plate_box(self, place: int) -> Box:
        """Where the plate of an army lies."""
        x, y = self.sheet.regions[place].stack
        groups = self.groups(place)
        middle, half = x + self.shift(place, groups), width_of(groups) / 2
        return (middle - half, y - HIGH / 2, middle + half, y + HIGH / 2)

    def resting(self, place: int) -> Box:
        """Where it would lie if there were no names."""
        x, y = self.sheet.regions[place].stack
        half = width_of(self.groups(place)) / 2
        middle = x + half - BESIDE + 4 if self.names.board.fort[place] != NO_FORT else x
        return (middle - half, y - HIGH / 2, middle + half, y + HIGH / 2)

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


def land(
    place: int, owner: int, mark: str, title: Sequence[str], offered: Mapping[str, Attribute]
) -> str:
    """A territory: a tint for its holder, and an outline of the kind `mark`, if any."""
    href = f"#q-{place}"
    parts = [*title, el("use", href=href, class_=f"held s{owner}" if owner >= 0 else "free-land")]
    if owner >= 0:
        parts.append(el("use", href=href, class_=f"rim-of r{owner}"))
    if mark:
        parts.append(el("use", href=href, class_=mark))
    parts.append(el("use", href=href, class_="aim"))
    return el(
        "g",
        *parts,
        id=land_id(place),
        class_="land choice" if offered else "land",
        data_middle=army_id(place),
        **offered,
    )


# Most territories stay as they are for many moves, and for all who look at them.
@lru_cache(8192)
def quiet_land(place: int, owner: int, mark: str, title: str) -> str:
    """A territory where nothing can be chosen."""
    return land(place, owner, mark, [el("title", esc(title))], {})


def castle(place: int, spot: Point, art: str, offered: Mapping[str, Attribute]) -> str:
    """A fort, which can be chosen where something is offered."""
    ring = [el("circle", class_="ring", r=FORT * 0.68)] if offered else []
    return el(
        "g",
        *ring,
        el("circle", class_="hit", r=FORT * 0.62),
        art,
        id=fort_id(place),
        class_="castle choice" if offered else "castle",
        transform=at(*spot),
        data_also=land_id(place),
        **offered,
    )


def army(
    place: int,
    spot: Point,
    owner: int,
    groups: tuple[Group, ...],
    shift: float,
    tag: str,
    offered: Mapping[str, Attribute],
) -> str:
    """The units in a territory; without an owner only the spot where they would stand."""
    parts = [el("circle", class_="spot", r=1)]
    if owner != NOBODY:
        width = width_of(groups)
        box = {"x": shift - width / 2 - 5, "y": -HIGH / 2 - 5}
        size = {"width": width + 10, "height": HIGH + 10}
        if offered:
            parts.append(el("rect", class_="ring", rx=12, **box, **size))
        parts.append(el("rect", class_="hit", rx=12, **box, **size))
        parts += [plate(owner, groups, shift), tag]
    return el(
        "g",
        *parts,
        id=army_id(place),
        class_="army choice" if offered else "army",
        transform=at(*spot),
        data_also=land_id(place),
        **offered,
    )


@lru_cache(8192)
def quiet_army(
    place: int, spot: Point, owner: int, groups: tuple[Group, ...], shift: float, tag: str
) -> str:
    """The units in a territory where nothing can be chosen."""
    return army(place, spot, owner, groups, shift, tag, {})


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
