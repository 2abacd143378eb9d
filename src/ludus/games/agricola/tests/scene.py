"""Positions for rule tests: units by name, hexes by id, chance scripted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ludus.core.game import Box
from ludus.core.protocol import CHANCE, SPECTATOR, Event, Fact
from ludus.games.agricola import GAME
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    COUNTER_NAMES,
    HIDDEN,
    INTERRUPT,
    MARCH_MENU,
    NONE,
    PLAYER_TURN,
    RALLY_MENU,
    RECRUIT_MENU,
    ROLL,
    ROMAN,
)
from ludus.games.agricola.ids import GAME as GAME_FRAME
from ludus.games.agricola.rules.centers import set_counter
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.rules.losses import eliminate
from ludus.games.agricola.rules.markers import return_to_bin
from ludus.games.agricola.rules.phases import PHASES
from ludus.games.agricola.rules.setup import new_state
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State
from ludus.games.agricola.view import Agricola, View
from ludus.kit.positions import Script

STEPS = {"points": (2, AP_MENU), "recruit": (3, RECRUIT_MENU), "march": (4, MARCH_MENU)}
STEPS["rally"] = (7, RALLY_MENU)


@cache
def the_box() -> Box[State, View]:
    return GAME.open()


def tables() -> Tables:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.tables


def unit(side: int, name: str) -> int:
    return next(u.number for u in tables().musters[side].units if u.name == name)


def place(name: str) -> int:
    """A place by its hex id; "B" is Britannia."""
    board = tables().board
    return board.britannia if name == "B" else board.index[name]


def to(verb: str, name: str) -> str:
    return f"{verb}:{place(name)}"


def who(verb: str, side: int, name: str) -> str:
    return f"{verb}:{unit(side, name)}"


def pair(first: int, second: int) -> str:
    return f"pair:{(first - 1) * 6 + second - 1}"


def triple(first: int, second: int, third: int) -> str:
    return f"triple:{((first - 1) * 6 + second - 1) * 6 + third - 1}"


def die(face: int) -> str:
    return f"die:{face - 1}"


def position(
    side: int = ROMAN,
    phase: str = "march",
    romans: Mapping[str, Sequence[str]] | None = None,
    tribes: Mapping[str, Sequence[str]] | None = None,
    centers: Mapping[str, str] | None = None,
    points: tuple[int, int] = (5, 5),
    hands: tuple[Sequence[int], Sequence[int]] = ((), ()),
    options: Mapping[str, str] | None = None,
    turn: int = 2,
) -> State:
    """A position of one's own. A counter with `+` before it lies face up."""
    t = tables()
    settled = the_box().options(2, options or {})
    state = new_state(t, settled)
    for owner, places in ((ROMAN, romans or {}), (CALEDONIAN, tribes or {})):
        for name, names in places.items():
            for each in names:
                put(t, state, owner, unit(owner, each), place(name))
    for owner, muster in enumerate(t.musters):
        supreme = muster.supreme.bit_length() - 1
        if state.at[owner][supreme] == t.board.recruit:
            put(t, state, owner, supreme, t.board.fallen)
    for name, kind in (centers or {}).items():
        number = t.board.center_names.index(name)
        index = COUNTER_NAMES.index(kind.lstrip("+"))
        state.spare[index] -= 1
        set_counter(t, state, number, index)
        if kind.startswith("+"):
            state.center_up |= 1 << number
    for owner in (ROMAN, CALEDONIAN):
        state.points[owner] = points[owner]
        for marker in hands[owner]:
            return_to_bin(state, owner, marker)
            state.bin[owner] &= ~(1 << marker)
            state.hand[owner] |= 1 << marker
            state.shelved[owner] = 0
    step, menu = STEPS[phase]
    state.turn = turn
    state.active = side
    state.moved = False
    state.declined = True
    game_step = 3 if side == ROMAN else 4
    state.stack = [
        Frame(GAME_FRAME, NONE, step=game_step),
        Frame(PLAYER_TURN, side, step=step),
        Frame(menu, side),
    ]
    return state


def begin(state: State, *chance: str) -> Script[State, View]:
    """A script on a position; chance is answered from the list."""
    return Script.at(the_box(), state, 2, {}, chance)


def where(script: Script[State, View], side: int, name: str) -> str:
    """Where a unit is: a hex id, or the name of a box."""
    board = tables().board
    spot = script.state.at[side][unit(side, name)]
    boxes = ("B", "recruit", "fallen", "limbo", "absent")
    return board.ids[spot] if spot < board.hexes else boxes[spot - board.hexes]


def worn(script: Script[State, View], side: int, name: str) -> bool:
    return bool(script.state.disrupted[side] >> unit(side, name) & 1)


# Scenes ------------------------------------------------------------------------------------------

ORDERS = ("march", "sail", "go", "step", "rally", "dismantle", "assault", "sortie")
PLACED = frozenset((*ORDERS, "place", "all", "betray", "retreat", "tribute"))
NAMED = frozenset(
    [
        "unit",
        "recruit",
        "leave",
        "board",
        "ship",
        "land",
        "come",
        "reserve",
        "up",
        "hit",
        "pick",
        "show",
    ]
)
MARKED = frozenset(["play", "take", "give", "marker", "quiet", "wake"])
CENTERED = frozenset(("monolith", "reveal"))
MARKER_NAMES = (
    ("circumnavigation", "imperium", "officium", "siege_attack", "speech", "treachery", "tribute"),
    ("unite", "fury", "druids", "novae_gentes", "speech", "treachery", "tribute"),
)
MENUS = {"points": (2, AP_MENU), "recruit": (3, RECRUIT_MENU), "march": (4, MARCH_MENU)}
MENUS["rally"] = (7, RALLY_MENU)
BEFORE = {"turn": 0, "after": 1, "supply": 4, "attrition": 5, "over": 7}
"""Steps of a player's turn that are about to begin."""
WINDOWS = frozenset(("cancel", "druids", "fury", "siege_attack", "tribute", "supply"))
GAME_STEPS = {"begin": 0, "events": 1, "end": 4, "winter": 5}


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


@cache
def owner_of(name: str) -> tuple[int, int]:
    """Side and number of a unit by its name."""
    for side, muster in enumerate(tables().musters):
        for each in muster.units:
            if each.name == name:
                return side, each.number
    raise AssertionError(f"there is no unit {name!r}")


def mask_of(names: str) -> int:
    return sum(1 << owner_of(name)[1] for name in split(names))


class Scene:
    """A position with words for everything: units, hexes and markers by their names.

    `Scene("roman", "march", romans={"3734": "Karus, II Ad A"}, ap=(1, 0)).do("march 3734")`
    """

    def __init__(
        self,
        side: str = "roman",
        phase: str = "march",
        romans: Mapping[str, str] | None = None,
        tribes: Mapping[str, str] | None = None,
        centers: Mapping[str, str] | None = None,
        ap: tuple[int, int] = (5, 5),
        hands: tuple[str, str] = ("", ""),
        worn: str = "",
        aboard: Mapping[str, str] | None = None,
        sieges: str = "",
        pillaged: str = "",
        fallen: str = "",
        road: int = 0,
        turn: int = 2,
        interrupts: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.t = tables()
        active = ROMAN if side == "roman" else CALEDONIAN
        state = position(
            active,
            "march",
            {name: split(names) for name, names in (romans or {}).items()},
            {name: split(names) for name, names in (tribes or {}).items()},
            centers,
            ap,
            (
                [MARKER_NAMES[ROMAN].index(name) for name in split(hands[0])],
                [MARKER_NAMES[CALEDONIAN].index(name) for name in split(hands[1])],
            ),
            options,
            turn,
        )
        for name in split(worn):
            owner, number = owner_of(name)
            state.disrupted[owner] |= 1 << number
        for fleet, names in (aboard or {}).items():
            for name in split(names):
                state.aboard[owner_of(name)[1]] = owner_of(fleet)[1]
        for name in split(fallen):
            owner, number = owner_of(name)
            eliminate(self.t, state, owner, number, None)
            state.stack = [frame for frame in state.stack if frame.phase != ROLL]
        state.sieges = sorted(place(name) for name in split(sieges))
        state.pillaged = sorted(place(name) for name in split(pillaged))
        state.road = road
        state.declined = not interrupts
        state.moved = False
        state.stack = self._stack(active, phase)
        if phase in GAME_STEPS:
            state.active = NONE
        broken = list(self.m_check(state))
        assert not broken, broken
        PHASES.settle(self.t, state, None)
        self.script = begin(state)
        self.log: list[Event] = []

    def m_check(self, state: State) -> Sequence[str]:
        return list(the_box().rules.check(state))

    def _stack(self, side: int, phase: str) -> list[Frame]:
        if phase in GAME_STEPS:
            return [Frame(GAME_FRAME, NONE, step=GAME_STEPS[phase])]
        below = Frame(GAME_FRAME, NONE, step=3 if side == ROMAN else 4)
        if phase in BEFORE:
            return [below, Frame(PLAYER_TURN, side, step=BEFORE[phase])]
        step, menu = MENUS[phase]
        return [below, Frame(PLAYER_TURN, side, step=step), Frame(menu, side)]

    # Doing ---------------------------------------------------------------------------------------

    def text(self, words: str, seat: int | None = None) -> str:
        """An action in words as the game writes it: `hit II Ad A`, `go 3732`, `play speech`."""
        verb, _, rest = words.partition(" ")
        if not rest:
            return verb
        if verb in PLACED:
            return to(verb, rest)
        if verb in NAMED:
            return f"{verb}:{owner_of(rest)[1]}"
        if verb in MARKED:
            return f"{verb}:{self._marker(rest, seat)}"
        if verb in CENTERED:
            return f"{verb}:{self.t.board.center_names.index(rest)}"
        return f"{verb}:{rest}"

    def _marker(self, name: str, seat: int | None) -> int:
        if name == "interrupt":
            return INTERRUPT
        if seat is None:
            top = self.state.stack[-1]
            owner = top.side
        else:
            owner = seat ^ self.state.flip
        return MARKER_NAMES[owner].index(name)

    def do(self, *lines: str, seat: int | None = None) -> Scene:
        """Play actions in words.

        `dice 3 4` rolls what is asked for, as many as are given; `pass` plays no marker in any
        window that is open.
        """
        for words in lines:
            if words.startswith("dice "):
                self.dice(*(int(face) for face in words.split()[1:]))
                continue
            if words.startswith(("pick ", "marker ", "deal ")):
                self.draw(words)
                continue
            if words == "pass":
                while self.prompt in WINDOWS:
                    self.do("decline")
                continue
            self.script.play(self.text(words, seat), seat=seat)
            self._note()
        return self

    def dice(self, *faces: int) -> Scene:
        left = list(faces)
        while left:
            verb = self.script.decision(CHANCE).options[0].verb
            count = ("die", "pair", "triple").index(verb) + 1
            assert count <= len(left), f"{count} dice are rolled, and only {left} are left"
            now, left = left[:count], left[count:]
            number = 0
            for face in now:
                number = number * 6 + face - 1
            self.script.told = []
            self.script.chance(f"{verb}:{number}")
            self._note()
        return self

    def draw(self, words: str) -> Scene:
        """Chance brings a unit, a marker or a center counter."""
        verb, _, rest = words.partition(" ")
        text = self.text(words)
        if verb == "deal":
            text = f"deal:{COUNTER_NAMES.index(rest)}"
        self.script.told = []
        self.script.chance(text)
        self._note()
        return self

    def _note(self) -> None:
        self.log += self.script.told
        broken = self.m_check(self.state)
        assert not broken, broken

    # Looking -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.script.state

    @property
    def battle(self) -> Battle:
        assert self.state.battle is not None, "there is no battle"
        return self.state.battle

    @property
    def ap(self) -> tuple[int, int]:
        return self.state.points[ROMAN], self.state.points[CALEDONIAN]

    @property
    def prompt(self) -> str:
        """What is asked; of chance, `dice` and the like; "" when the game is over."""
        decisions = self.script.table.decisions()
        return decisions[0].prompt if decisions else ""

    @property
    def asked(self) -> str:
        """The side that is asked first."""
        seat = self.script.table.decisions()[0].seat
        return "chance" if seat < 0 else ("roman", "caledonian")[seat ^ self.state.flip]

    def offers(self, words: str, seat: int | None = None) -> bool:
        if " " not in words and words in ("pick", *PLACED, *NAMED, *MARKED, *CENTERED, "declare"):
            return bool(self.script.offered(seat, words))
        return self.text(words, seat) in self.script.offered(seat)

    def choices(self, verb: str, seat: int | None = None) -> set[str]:
        """What a verb is offered with, in words: hexes, units or markers."""
        found: set[str] = set()
        for option in self.script.decision(seat).options:
            if option.verb != verb:
                continue
            if verb in PLACED:
                found.add(self.place_name(option.arg))
            elif verb in NAMED:
                side = self.state.stack[-1].side
                found.add(self.t.musters[side].units[option.arg].name)
            else:
                found.add(str(option.arg))
        return found

    def place_name(self, number: int) -> str:
        board = self.t.board
        boxes = ("B", "recruit", "fallen", "limbo", "absent")
        return board.ids[number] if number < board.hexes else boxes[number - board.hexes]

    def at(self, *names: str) -> str | tuple[str, ...]:
        """Where units are: hex ids, or the names of boxes."""
        found = []
        for name in names:
            side, number = owner_of(name)
            found.append(self.place_name(self.state.at[side][number]))
        return found[0] if len(found) == 1 else tuple(found)

    def worn(self, *names: str) -> bool | tuple[bool, ...]:
        found = []
        for name in names:
            side, number = owner_of(name)
            found.append(bool(self.state.disrupted[side] >> number & 1))
        return found[0] if len(found) == 1 else tuple(found)

    def held(self, side: str) -> set[str]:
        return self._markers(self.state.hand, side)

    def bin(self, side: str) -> set[str]:
        return self._markers(self.state.bin, side)

    def gone(self, side: str) -> set[str]:
        return self._markers(self.state.gone, side)

    def _markers(self, masks: Sequence[int], side: str) -> set[str]:
        owner = ROMAN if side == "roman" else CALEDONIAN
        return {name for n, name in enumerate(MARKER_NAMES[owner]) if masks[owner] >> n & 1}

    def counter(self, center: str) -> str:
        """The counter of a center as `+oppidum` (face up), `oppidum`, or "" for none."""
        number = self.t.board.center_names.index(center)
        kind = self.state.center[number]
        if kind == NONE:
            return ""
        up = "+" if self.state.center_up >> number & 1 else ""
        return up + COUNTER_NAMES[kind]

    def force(self, side: str) -> set[str]:
        """Who is in the battle."""
        owner = ROMAN if side == "roman" else CALEDONIAN
        names = self.t.musters[owner].units
        return {names[number].name for number in units(self.battle.force[owner])}

    def told(self, kind: str) -> list[Event]:
        """All events of a kind since the scene began."""
        return [event for event in self.log if event.kind == kind]

    def last(self, kind: str, fact: str) -> Fact:
        return self.told(kind)[-1].facts[fact]


def seen(scene: Scene, viewer: int, side: int, name: str) -> str:
    """Where a side, or a spectator, sees a unit: as `at` says it, or `?`."""
    seat = SPECTATOR if viewer == NONE else viewer ^ scene.state.flip
    spot = scene.script.view(seat).at[side][unit(side, name)]
    return "?" if spot == HIDDEN else scene.place_name(spot)
