"""Positions for rule tests: units by name, hexes by id, chance scripted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ludus.core.game import Box
from ludus.games.agricola import GAME
from ludus.games.agricola.board import CALEDONIAN, COUNTER_NAMES, NONE, ROMAN
from ludus.games.agricola.rules.base import Machine, put, set_counter, shelve
from ludus.games.agricola.rules.setting_up import new_state
from ludus.games.agricola.state import (
    AP_MENU,
    MARCH_MENU,
    PLAYER_TURN,
    RALLY_MENU,
    RECRUIT_MENU,
    Frame,
    State,
)
from ludus.games.agricola.state import (
    GAME as GAME_FRAME,
)
from ludus.games.agricola.view import Agricola
from ludus.games.agricola.view.sight import View
from ludus.kit.positions import Script

STEPS = {"points": (2, AP_MENU), "recruit": (3, RECRUIT_MENU), "march": (4, MARCH_MENU)}
STEPS["rally"] = (7, RALLY_MENU)


@cache
def the_box() -> Box[State, View]:
    return GAME.open()


def machine() -> Machine:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.machine


def unit(side: int, name: str) -> int:
    return next(u.number for u in machine().musters[side].units if u.name == name)


def place(name: str) -> int:
    """A place by its hex id; "B" is Britannia."""
    board = machine().board
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
    m = machine()
    settled = the_box().options(2, options or {})
    state = new_state(m, settled)
    for owner, places in ((ROMAN, romans or {}), (CALEDONIAN, tribes or {})):
        for name, names in places.items():
            for each in names:
                put(m, state, owner, unit(owner, each), place(name))
    for owner, muster in enumerate(m.musters):
        supreme = muster.supreme.bit_length() - 1
        if state.at[owner][supreme] == m.board.recruit:
            put(m, state, owner, supreme, m.board.fallen)
    for name, kind in (centers or {}).items():
        number = m.board.center_names.index(name)
        index = COUNTER_NAMES.index(kind.lstrip("+"))
        state.spare[index] -= 1
        set_counter(m, state, number, index)
        if kind.startswith("+"):
            state.center_up |= 1 << number
    for owner in (ROMAN, CALEDONIAN):
        state.points[owner] = points[owner]
        for marker in hands[owner]:
            shelve(state, owner, marker)
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
    board = machine().board
    spot = script.state.at[side][unit(side, name)]
    boxes = ("B", "recruit", "fallen", "limbo", "absent")
    return board.ids[spot] if spot < board.hexes else boxes[spot - board.hexes]


def worn(script: Script[State, View], side: int, name: str) -> bool:
    return bool(script.state.disrupted[side] >> unit(side, name) & 1)
