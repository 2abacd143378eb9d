"""What the rules look things up in: actions, decisions that never change, costs, ways."""

from __future__ import annotations

from typing import Final

from ludus.core.actions import ActionSpace
from ludus.core.protocol import CHANCE, Decision
from ludus.games.agricola.board import Walk, units
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_TYPES,
    DIE_FACES,
    INTERRUPT,
    MARKERS,
    MOST_BID,
    MOST_REROLLS,
    ROMAN,
    WITH_POINT,
    WITH_SPEECH,
)
from ludus.games.agricola.mechanics import dice_faces, recruit_cost


class Tables:
    """The tables that the rules look things up in; nothing of a game in progress."""

    def __init__(
        self, contents: Contents, actions: ActionSpace | None = None, south: int = 0
    ) -> None:
        """The actions of the full game are those of every scenario; `south` counts the southern
        areas that are centers."""
        self.contents: Final = contents
        self.goes: Final = [[marker.goes for marker in side] for side in contents.stratagems]
        """By side and kind, whether a marker stays in the game once it has taken effect."""
        self.south: Final = south
        self.board: Final = contents.board
        self.musters: Final = contents.musters
        self.rome: Final = contents.musters[ROMAN]
        self.tribes: Final = contents.musters[CALEDONIAN]
        self.charts: Final = contents.tables
        self.most: Final = contents.tables.points.most
        self.fortresses: Final = contents.tables.victory.fortresses
        start = contents.tables.start
        self.start: Final = (start.roman, start.caledonian)
        """Action Points before the first turn, by side."""
        self.first_oppidum: Final = min(units(self.tribes.oppida))
        self.actions: Final = actions or ActionSpace(_verbs(contents))
        space = self.actions
        self.dice: Final[tuple[tuple[Decision, ...], ...]] = (
            (),
            (Decision(CHANCE, "dice", space["die"]),),
            (Decision(CHANCE, "dice", space["pair"]),),
            (Decision(CHANCE, "dice", space["triple"]),),
        )
        self.faces: Final = {
            verb: [dice_faces(count, number) for number in range(DIE_FACES**count)]
            for verb, count in (("die", 1), ("pair", 2), ("triple", 3))
        }
        self.place: Final = space["place"]
        self.every: Final = space["all"]
        self.take: Final = space["take"]
        self.give: Final = space["give"]
        self.accept: Final = space.the("accept")
        self.refuse: Final = space.the("refuse")
        self.unit: Final = space["unit"]
        self.recruit: Final = space["recruit"]
        self.dismantle: Final = space["dismantle"]
        self.levy: Final = space["levy"]
        self.stratagems: Final = space["stratagems"]
        self.monolith: Final = space["monolith"]
        self.play: Final = space["play"]
        self.betray: Final = space["betray"]
        self.reveal: Final = space["reveal"]
        self.march: Final = space["march"]
        self.free: Final = space.the("free")
        self.scout: Final = space.the("scout")
        self.sail: Final = space["sail"]
        self.free_sail: Final = space.the("free_sail")
        self.concentrate: Final = space.the("concentrate")
        self.build: Final = space.the("build")
        self.assault: Final = space["assault"]
        self.sortie: Final = space["sortie"]
        self.leave: Final = space["leave"]
        self.go: Final = space["go"]
        self.step: Final = space["step"]
        self.board_ship: Final = space["board"]
        self.ship: Final = space["ship"]
        self.cast: Final = space.the("cast")
        self.land: Final = space["land"]
        self.ashore: Final = space.the("ashore")
        self.come: Final = space["come"]
        self.rally: Final = space["rally"]
        self.tribute: Final = space["tribute"]
        self.show: Final = space["show"]
        self.besiege: Final = space.the("besiege")
        self.attack: Final = space.the("attack")
        self.declare: Final = space["declare"]
        self.fight: Final = space.the("fight")
        self.retreat: Final = space["retreat"]
        self.withdraw: Final = space.the("withdraw")
        self.reserve: Final = space["reserve"]
        self.up: Final = space["up"]
        self.hit: Final = space["hit"]
        self.reroll: Final = space["reroll"]
        self.halt: Final = space.the("halt")
        self.done: Final = space.the("done")
        self.decline: Final = space.the("decline")
        self.quiet: Final = space["quiet"]
        self.wake: Final = space["wake"]
        self.next: Final = space.the("next")
        self.bid: Final = space["bid"]
        self.deal: Final = space["deal"]
        self.pick: Final = space["pick"]
        self.marker: Final = space["marker"]
        prices = contents.tables.recruit
        self.cost: Final = [recruit_cost(prices, kind, False) for kind in self.rome.type]
        self.guard_cost: Final = [recruit_cost(prices, kind, True) for kind in self.rome.type]
        """Costs where section 28 is in use."""
        # What the map alone decides, worked out when it is first asked for.
        places = self.board.places
        self.walks: Final[list[list[Walk | None]]] = [[None] * places for _ in range(4)]
        """Per side, wary or not, and place."""
        self.rides: Final[list[list[list[int] | None]]] = [
            [None] * places for _ in self.board.route
        ]
        """Per length of the new road, and place."""
        self.voyages: Final[list[bytes | None]] = [None] * places
        self.unbarred: Final = [int(place == self.board.britannia) for place in range(places)]
        """Where movement ends on the empty map."""


def _verbs(contents: Contents) -> dict[str, int]:
    """All actions by verb; the order is the order of options."""
    hexes = contents.board.hexes
    places = hexes + 1
    # Each center has its Oppidum, those too that only some tables have.
    more = len(contents.southern)
    most_units = max(muster.count for muster in contents.musters)
    most_units = max(most_units, contents.musters[CALEDONIAN].count + more)
    centers = len(contents.board.center_hex) + more
    return {
        "die": DIE_FACES,
        "pair": DIE_FACES**2,
        "triple": DIE_FACES**3,
        "deal": COUNTER_TYPES,
        "pick": most_units,
        "marker": MARKERS,
        "bid": MOST_BID + 1,
        "accept": 0,
        "refuse": 0,
        "take": MARKERS,
        "give": MARKERS,
        "unit": most_units,
        "recruit": most_units,
        "dismantle": hexes,
        "levy": contents.tables.points.most + 1,
        "stratagems": MARKERS + 1,
        "monolith": centers,
        "march": places,
        "free": 0,
        "scout": 0,
        "sail": places,
        "free_sail": 0,
        "concentrate": 0,
        "build": 0,
        "assault": hexes,
        "sortie": hexes,
        "leave": most_units,
        "go": places,
        "step": places,
        "board": most_units,
        "ship": most_units,
        "cast": 0,
        "land": most_units,
        "ashore": 0,
        "come": most_units,
        "rally": places,
        "besiege": 0,
        "attack": 0,
        "declare": (WITH_POINT | WITH_SPEECH) + 1,
        "fight": 0,
        "retreat": places,
        "withdraw": 0,
        "reserve": most_units,
        "up": most_units,
        "hit": most_units,
        "reroll": MOST_REROLLS,
        "place": places,
        "all": places,
        "tribute": hexes,
        "show": most_units,
        "play": MARKERS,
        "betray": hexes,
        "reveal": centers,
        "halt": 0,
        "done": 0,
        "decline": 0,
        "quiet": INTERRUPT + 1,
        "wake": INTERRUPT + 1,
        "next": 0,
    }
