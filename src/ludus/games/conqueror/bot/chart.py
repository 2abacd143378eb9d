"""What a bot works out once: per map, and per position for all players."""

from __future__ import annotations

from ludus.games.conqueror.board import Board
from ludus.games.conqueror.bot.odds import STRONG
from ludus.games.conqueror.bot.weights import CURRENCY, FOOD, LAND, SEA
from ludus.games.conqueror.cards import Law
from ludus.games.conqueror.ids import FORT, GREAT_FORT, NO_FORT, NONE
from ludus.games.conqueror.mechanics.strength import bonus_at
from ludus.games.conqueror.state import State


class Chart:
    """What a map is worth place by place, and how far its places lie apart."""

    def __init__(self, board: Board, laws: tuple[Law, ...]) -> None:
        self.board = board
        self.value: list[float] = []
        for territory in board.territories:
            worth = SEA if territory.sea else LAND
            worth += FOOD * territory.food + CURRENCY * territory.currency
            self.value.append(worth)
        self.price = list(self.value)
        """The same with the worth of a fort added, for targets and risks."""
        for place, fort in enumerate(board.fort):
            if fort != NO_FORT:
                self.price[place] += 12.0 if fort == GREAT_FORT else 10.0
        self.near: list[tuple[int, ...]] = [
            tuple(b for a, b, _ in board.links if a == place) for place in range(board.places)
        ]
        self.near_mask: list[int] = [sum(1 << other for other in row) for row in self.near]
        self.forts: list[int] = [n for n in range(board.places) if board.fort[n] >= FORT]
        self.nearness: list[list[float]] = [
            [1.0 / (steps + 1) for steps in self._distances(fort)] for fort in self.forts
        ]
        """Per fort and territory, one over the steps that it takes to come in from there."""
        places = range(board.places)
        self.walls: list[list[int]] = [
            [bonus_at(board, law, place, False) for place in places] for law in laws
        ]
        """By law and territory, the defence bonus of a holder that is not at home there."""
        self.home_walls: list[list[int]] = [
            [bonus_at(board, law, place, True) for place in places] for law in laws
        ]

    def _distances(self, start: int) -> list[int]:
        found = [99] * self.board.places
        found[start] = 0
        edge = [start]
        while edge:
            following: list[int] = []
            for place in edge:
                for other in self.near[place]:
                    if found[other] == 99:
                        found[other] = found[place] + 1
                        following.append(other)
            edge = following
        return found


class Forces:
    """Strengths and defences in one position, shared by the worths of all players."""

    __slots__ = ("chart", "fort_guard", "guard", "law", "occupied", "power")

    def __init__(self, chart: Chart, law: Law, card: int, state: State) -> None:
        self.chart = chart
        self.law = law
        places = chart.board.places
        walls = chart.walls[card + 1]
        power = [0] * places
        guard = [0] * places
        infantry = state.infantry
        cavalry = state.cavalry
        for place in range(places):
            force = infantry[place] + 2 * cavalry[place]
            power[place] = force
            guard[place] = force + walls[place]
        occupied = 0
        home = chart.board.home
        for seat in range(state.seats):
            occupied |= state.held[seat]
            place = home[state.faction[seat]]
            if place != NONE and state.owner[place] == seat:
                guard[place] = power[place] + chart.home_walls[card + 1][place]
        self.power = power
        """Per territory, the strength of its units."""
        self.guard = guard
        """The same with the defence bonus."""
        self.occupied = occupied
        """The territories that players hold."""
        self.fort_guard = [min(guard[fort], STRONG) for fort in chart.forts]
