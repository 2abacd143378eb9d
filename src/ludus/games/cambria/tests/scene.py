"""Small positions for tests: the Cambria side, pieces put where a clause wants them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ludus.core.content import Pack
from ludus.core.protocol import Decision, Event
from ludus.games.cambria.board import Board
from ludus.games.cambria.content import load_boards
from ludus.games.cambria.ids import (
    DUMMY,
    FREE,
    GONE,
    NONE,
    NUMBERS,
    ON_BOARD,
    PAIRS,
    STANDARD,
    TURN,
    WARRIORS,
)
from ludus.games.cambria.state import Frame, State
from ludus.games.cambria.view import Cambria, View

FOLDER = Path(__file__).parent.parent
PACK = Pack.open("cambria", FOLDER / "content")
RULES = Cambria(load_boards(PACK))
FACE = {"eagle": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
NUMERAL = {value: name for name, value in FACE.items()}
DEFAULTS = {
    "side": "cambria",
    "boat_can_make_doubles": "on",
    "eagle_can_make_doubles": "on",
    "decline_after_rolling": "off",
}
A, B, C, D = 0, 1, 2, 3
DUMMY_PLAYER = 2
"""The dummy's number at a table of two."""


def dice(a: str, b: str) -> int:
    """The number of a pair of faces."""
    first, second = sorted((FACE[a], FACE[b]))
    return PAIRS.index((first, second))


class Scene:
    """A position at the start of a seat's turn, changed and played by names.

    Totals need not add up: a clause speaks of a few pieces only. Pieces count as put down just now,
    so that the next end of a turn looks at their forts.
    """

    def __init__(
        self, seats: int = 3, turn: int = A, dummy_done: bool = True, **options: str
    ) -> None:
        self.rules = RULES
        self.state: State = RULES.setup(seats, {**DEFAULTS, **options})
        self.board: Board = RULES.boards[self.state.side]
        self.events: list[Event] = []
        self.state.start = turn
        self.state.rolls = [NONE] * seats
        self.state.turn = 1
        self.state.latest[turn] = 1
        self.state.stack = [Frame(TURN, turn, turn)]
        if seats == 2 and not dummy_done:
            self.state.stack.append(Frame(DUMMY, turn, DUMMY_PLAYER))

    # Putting pieces ------------------------------------------------------------------------------

    def road(self, name: str) -> int:
        """A road by its two ends, as in `Alabum-Nidum`."""
        pair = {self.board.site(end) for end in name.split("-")}
        (road,) = (number for number, ends in enumerate(self.board.ends) if set(ends) == pair)
        return road

    def hold(self, player: int, *roads: str) -> Scene:
        for name in roads:
            self.put(player, self.road(name))
            self.state.supply[player] -= 1
        return self

    def put(self, player: int, road: int) -> None:
        """A warrior on a road, from nowhere."""
        self.state.held[player] |= 1 << road
        self.state.touched |= 1 << road

    def ring(self, site: str, *players: int) -> Scene:
        """Warriors on a fort's roads in the order of the roads; NONE leaves one empty."""
        for road, player in zip(self.roads_at(site), players, strict=False):
            if player != NONE:
                self.put(player, road)
        return self

    def roads_at(self, site: str) -> list[int]:
        number = self.board.site(site)
        return [road for road, ends in enumerate(self.board.ends) if number in ends]

    def aboard(self, player: int, *boats: str) -> Scene:
        for name in boats:
            self.state.aboard[NUMBERS.index(FACE[name])] = player
            self.state.supply[player] -= 1
        return self

    def legion(self, road: str) -> Scene:
        self.state.legion = self.road(road)
        return self

    def supply(self, player: int, number: int) -> Scene:
        self.state.supply[player] = number
        return self

    def taken(self, player: int, *sites: str) -> Scene:
        """Fort tokens that a player has already won; tokens under them are out of the game."""
        for name in sites:
            site = self.board.site(name)
            self.state.captor[site] = player
            if self.board.victory[site]:
                self.state.second[site] = GONE
        return self

    def fill(self, number: str, player: int) -> Scene:
        """Every free road of a number taken by a player, beyond what a player really has."""
        for road in self.board.roads_of[FACE[number]]:
            if self.view.roads[road] == FREE:
                self.put(player, road)
        return self

    # Playing -------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        (decision,) = self.rules.decisions(self.state)
        return decision

    @property
    def over(self) -> bool:
        return not self.rules.decisions(self.state)

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def prompt(self) -> str:
        return self.decision.prompt

    @property
    def offered(self) -> set[str]:
        """What is offered, in names: `place Alabum-Nidum`, `sail III`, `lift boat III`, `pass`."""
        return {self.name(action.verb, action.arg) for action in self.decision.options}

    def targets(self, verb: str) -> set[str]:
        """The places that one verb is offered for."""
        return {
            self.name(verb, action.arg).split(" ", 1)[1]
            for action in self.decision.options
            if action.verb == verb
        }

    def verbs(self) -> set[str]:
        return {action.verb for action in self.decision.options}

    def name(self, verb: str, arg: int) -> str:
        if verb in ("place", "replace", "legion"):
            return f"{verb} {self.road_name(arg)}"
        if verb in ("sail", "board"):
            return f"{verb} {NUMERAL[NUMBERS[arg]]}"
        if verb == "lift":
            if arg < self.board.roads:
                return f"lift {self.road_name(arg)}"
            return f"lift boat {NUMERAL[NUMBERS[arg - self.board.roads]]}"
        return verb

    def road_name(self, road: int) -> str:
        """The name with its ends in the order of the alphabet."""
        a, b = self.board.ends[road]
        return "-".join(sorted((self.board.site_name[a], self.board.site_name[b])))

    def do(self, text: str) -> Scene:
        """Play an offered action by its name."""
        for action in self.decision.options:
            if self.name(action.verb, action.arg) == text:
                self.rules.apply(self.state, self.seat, action, self.events.append)
                return self
        raise AssertionError(f"{text!r} is not offered; there is {sorted(self.offered)}")

    def throw(self, *faces: str) -> Scene:
        """Answer the chance seat with one die or two."""
        space = self.rules.actions
        action = space["die"][FACE[faces[0]] - 1]
        if len(faces) == 2:
            action = space["dice"][dice(*faces)]
        assert action in self.decision.options
        self.rules.apply(self.state, self.seat, action, self.events.append)
        return self

    def roll(self, a: str, b: str) -> Scene:
        """Roll the two dice for the turn, or for the start, with these faces."""
        return self.do("roll").throw(a, b)

    # Looking -------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        return self.rules.view(self.state, A)

    def owner(self, road: str) -> int:
        return self.view.roads[self.road(road)]

    def boat(self, name: str) -> int:
        return self.state.aboard[NUMBERS.index(FACE[name])]

    def captor(self, site: str) -> int:
        return self.state.captor[self.board.site(site)]

    def second(self, site: str) -> int:
        return self.state.second[self.board.site(site)]

    def stands(self, site: str) -> bool:
        return self.captor(site) == ON_BOARD

    @property
    def legion_home(self) -> bool:
        return self.state.legion == STANDARD

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def roads_of(self, *numbers: str) -> set[str]:
        return {
            self.road_name(road) for number in numbers for road in self.board.roads_of[FACE[number]]
        }

    def free(self, *numbers: str) -> set[str]:
        """The free roads of some numbers, before a choice."""
        return {road for road in self.roads_of(*numbers) if self.owner(road) == FREE}

    def roads(self, player: int) -> set[str]:
        return {
            self.road_name(road) for road, owner in enumerate(self.view.roads) if owner == player
        }


def out(scene: Scene, player: int) -> int:
    """A player's warriors on roads and boats."""
    return scene.state.held[player].bit_count() + scene.state.aboard.count(player)


def all_out(scene: Scene, player: int, roads: Iterable[str]) -> Scene:
    """Put a player's warriors on these roads and the supply to nought."""
    scene.hold(player, *roads)
    assert scene.state.supply[player] == 0, f"give {WARRIORS} places"
    return scene
