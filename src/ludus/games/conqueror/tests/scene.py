"""Small positions for tests: armies put where a clause wants them, moves named by places."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludus.core.actions import Action
from ludus.core.content import Pack
from ludus.core.game import Box
from ludus.core.protocol import CHANCE, CLOCK, SPECTATOR, Decision, Event
from ludus.games.conqueror import GAME
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.content import load_contents
from ludus.games.conqueror.ids import (
    CAVALRY,
    FACES,
    FACTIONS,
    GROUPS_EACH,
    HEROES_EACH,
    INDEPENDENT,
    INFANTRY,
    JOIN,
    MISSIONS_EACH,
    NONE,
    PLANNING_TIME,
    QUIET,
    READY,
    SPENT,
    TURN,
)
from ludus.games.conqueror.rules import army, setup, strength
from ludus.games.conqueror.state import Frame, State
from ludus.games.conqueror.view import Conqueror, View

FOLDER = Path(__file__).parent.parent
PACK = Pack.open("conqueror", FOLDER / "content")
CONTENTS = load_contents(PACK)
RULES = Conqueror(CONTENTS)
T = RULES.tables
HEROES = {hero.id: hero.number for hero in CONTENTS.heroes}
CARDS = {card.id: number for number, card in enumerate(CONTENTS.cards)}
MISSIONS = {mission.id: mission.number for mission in CONTENTS.missions}
LINK_VERBS = ("move_infantry", "move_cavalry", "march", "attack")
PLACE_VERBS = (
    "recruit_infantry",
    "recruit_cavalry",
    "hire",
    "retreat",
    "retreat_infantry",
    "retreat_cavalry",
    "drop_infantry",
    "drop_cavalry",
    "bribe",
)
DEFAULTS = {
    "timer": "off",
    "income": "manual",
    "round_limit": "30",
    "second_action": "attack",
}
FREE = "independent"


@cache
def the_box() -> Box[State, View]:
    """The opened box; drawing up its pages takes longer than a test."""
    return GAME.open()


class Scene:
    """A position in somebody's turn. Homes belong to their factions and stand empty at first."""

    def __init__(
        self,
        *factions: str,
        turn: int = 0,
        acting: bool = False,
        card: str = "",
        round: int = 2,
        **options: str,
    ) -> None:
        names = factions or ("Rome", "Carthage", "Greece")
        self.rules = RULES
        self.state: State = RULES.setup(len(names), {**DEFAULTS, **options})
        state = self.state
        self.board: Board = T.boards[state.map]
        self.events: list[Event] = []
        state.faction = [FACTIONS.index(name) for name in names]
        state.order = list(range(len(names)))
        state.rank = list(range(len(names)))
        state.rolls = [NONE] * len(names)
        state.round = round
        state.turn = turn
        state.acting = acting
        if card:
            self.card(card)
        if state.time_limit:
            state.clock = QUIET if acting else PLANNING_TIME
            state.timer = 1
        for seat in range(len(names)):
            army.take(state, seat, army.home_of(T, state, seat))
        state.unsettled = 0
        state.stack = [Frame(TURN, turn)]

    # Putting things --------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        return self.state.faction.index(FACTIONS.index(name))

    def place(self, name: str) -> int:
        return self.board.place(name)

    def card(self, name: str) -> Scene:
        self.state.card = CARDS[name]
        self.state.deck &= ~(1 << self.state.card)
        return self

    def army(
        self, who: str, place: str, infantry: int = 0, cavalry: int = 0, spent: bool = False
    ) -> Scene:
        """Units of a faction, or of independents, in a territory."""
        state, number = self.state, self.place(place)
        if who == FREE:
            state.owner[number] = INDEPENDENT
            state.infantry[number] += infantry
            state.cavalry[number] += cavalry
            return self
        seat = self.seat(who)
        army.take(state, seat, number)
        status = SPENT if spent else READY
        army.add(state, seat, number, INFANTRY, infantry, status)
        army.add(state, seat, number, CAVALRY, cavalry, status)
        state.unsettled = 0
        return self

    def lose_home(self, who: str, to: str = "", infantry: int = 1) -> Scene:
        """A faction's home in other hands, or in nobody's."""
        home = army.home_of(T, self.state, self.seat(who))
        if to:
            return self.army(to, self.board.names[home], infantry)
        seat = self.seat(who)
        self.state.held[seat] &= ~(1 << home)
        self.state.owner[home] = -1
        return self

    def out(self, who: str) -> Scene:
        """A player is out of the game."""
        self.lose_home(who).purse(who, 0)
        self.state.alive &= ~(1 << self.seat(who))
        return self

    def purse(self, who: str, coins: int) -> Scene:
        self.state.purse[self.seat(who)] = coins
        return self

    def heroes(self, who: str, *names: str) -> Scene:
        for name in names:
            self.state.hand[self.seat(who)] |= 1 << HEROES[name] % HEROES_EACH
        return self

    def mission(self, name: str) -> Scene:
        number = MISSIONS[name]
        seat = self.state.faction.index(number // MISSIONS_EACH)
        self.state.mission[seat] = number % MISSIONS_EACH
        return self

    # Looking ---------------------------------------------------------------------------------

    def decisions(self) -> list[Decision]:
        return list(self.rules.decisions(self.state))

    def decision(self, seat: int | None = None) -> Decision:
        """The decision of a seat; without one, the only one there is, or the player in turn's."""
        found = self.decisions()
        if seat is None:
            return found[0]
        (mine,) = [decision for decision in found if decision.seat == seat]
        return mine

    def asked(self) -> str:
        return self.decision().prompt

    def name(self, action: Action) -> str:
        """What an action ranges over, by name."""
        if action.verb in LINK_VERBS:
            start, end, _ = self.board.links[action.arg]
            return f"{self.board.names[start]}>{self.board.names[end]}"
        if action.verb in PLACE_VERBS:
            return self.board.names[action.arg]
        if action.verb in ("buy", "play"):
            return CONTENTS.heroes[action.arg].id
        if action.verb == "faction":
            return FACTIONS[action.arg]
        if action.verb == "card":
            return CONTENTS.cards[action.arg].id
        return str(action.arg)

    def offers(self, verb: str, seat: int | None = None) -> set[str]:
        """What is offered under a verb, by name."""
        return {self.name(a) for a in self.decision(seat).options if a.verb == verb}

    def verbs(self, seat: int | None = None) -> set[str]:
        return {action.verb for action in self.decision(seat).options}

    def targets(self, verb: str, start: str) -> set[str]:
        """Where a verb leads from a territory."""
        found = (name.split(">") for name in self.offers(verb))
        return {end for begin, end in found if begin == start}

    def owner(self, place: str) -> str:
        """The faction that controls a territory, or nothing."""
        seat = self.state.owner[self.place(place)]
        return (
            FREE if seat == INDEPENDENT else FACTIONS[self.state.faction[seat]] if seat >= 0 else ""
        )

    def units(self, place: str) -> tuple[int, int]:
        number = self.place(place)
        return self.state.infantry[number], self.state.cavalry[number]

    def spent(self, place: str) -> int:
        number = self.place(place)
        return sum(army.count(self.state, number, kind, SPENT) for kind in (INFANTRY, CAVALRY))

    def size(self, who: str) -> int:
        return self.state.size[self.seat(who)]

    def coins(self, who: str) -> int:
        return self.state.purse[self.seat(who)]

    def quota(self, who: str) -> int:
        return army.quota_of(T, self.state, self.seat(who))

    def bonus(self, place: str) -> int:
        number = self.place(place)
        return army.defence_bonus(T, self.state, number, self.state.owner[number])

    def parts(self, side: int) -> tuple[int, int, int, int]:
        """Units, bonus, hero and die of a side of the battle."""
        assert self.state.battle is not None
        return strength.parts(T, self.state, self.state.battle, side)

    def before_die(self, side: int) -> int:
        return sum(self.parts(side)[:3])

    def view(self, who: str = "") -> View:
        return self.rules.view(self.state, self.seat(who) if who else SPECTATOR)

    def kinds(self) -> list[str]:
        """The kinds of all events so far, in order."""
        return [event.kind for event in self.events]

    @property
    def winner(self) -> str:
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            return ""
        return ",".join(FACTIONS[self.state.faction[seat]] for seat in outcome.winners)

    # Playing ---------------------------------------------------------------------------------

    def act(self, text: str, seat: int | None = None) -> Scene:
        """Carry out an offered action by its text form."""
        decision = self.decision(seat)
        action = self.rules.actions.parse(text)
        assert action in decision.options, f"{text} not in {decision!r}"
        self.rules.apply(self.state, decision.seat, action, self.events.append)
        faults = list(self.rules.check(self.state))
        assert not faults, faults
        return self

    def do(self, verb: str, name: str = "", seat: int | None = None) -> Scene:
        """Carry out an offered action by its verb and what it ranges over."""
        for action in self.decision(seat).options:
            if action.verb == verb and (not name or self.name(action) == name):
                return self.act(action.text, seat)
        raise AssertionError(f"{verb} {name} is not offered: {self.decision(seat)!r}")

    def move(self, start: str, end: str, kind: str = "infantry") -> Scene:
        return self.do(f"move_{kind}", f"{start}>{end}")

    def attack(self, start: str, end: str, infantry: int = 99, cavalry: int = 99) -> Scene:
        """Declare an attack with so many units, at most all there are."""
        self.do("attack", f"{start}>{end}")
        for kind, count in ((INFANTRY, infantry), (CAVALRY, cavalry)):
            for _ in range(count):
                if self.state.stack[-1].phase != JOIN or not any(
                    a.verb == "join" and a.arg // GROUPS_EACH == kind
                    for a in self.decision().options
                ):
                    break
                group = min(
                    a.arg
                    for a in self.decision().options
                    if a.verb == "join" and a.arg >= kind * GROUPS_EACH
                )
                self.act(f"join:{group}")
        if self.state.stack[-1].phase == JOIN:
            self.act("fight")
        return self

    def roll(self, *faces: int) -> Scene:
        for face in faces:
            assert self.decision().seat == CHANCE
            self.act(f"die:{FACES.index(face)}")
        return self

    def fight(
        self, start: str, end: str, mine: int, theirs: int, infantry: int = 99, cavalry: int = 99
    ) -> Scene:
        """An attack without heroes, with these rolls."""
        self.attack(start, end, infantry, cavalry)
        while self.decision().seat != CHANCE:
            self.act("no_hero")
        return self.roll(mine, theirs)

    def time(self) -> Scene:
        """The clock runs out."""
        return self.act("time", CLOCK)

    def end(self) -> Scene:
        return self.act("end")

    def draw(self, card: str) -> Scene:
        """The chronicle card that chance is asked for."""
        return self.do("card", card)

    def bids(self, *amounts: int) -> Scene:
        for seat, amount in enumerate(amounts):
            self.act(f"bid:{amount}", seat)
        return self


def started(seats: int, *factions: str) -> Scene:
    """A game after set-up, factions chosen in seat order, in the first player's first turn."""
    scene = Scene(*factions)
    scene.state = RULES.setup(seats, DEFAULTS)
    state = scene.state
    scene.board = T.boards[state.map]
    state.faction = [FACTIONS.index(name) for name in factions]
    state.order = list(range(seats))
    setup.place_armies(T, state)
    state.round = 1
    state.stack = [Frame(TURN, 0)]
    return scene
