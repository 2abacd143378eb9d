"""The story of a game tells every mark on every sheet: told again, it gives the same sheets."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import EVERYONE, Decision, Event, Rng, Rules, S, V, only
from ludus.core.table import Table
from ludus.games.hadrians_wall.ids import (
    CIVILIAN,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    MARKET,
    REMOVED,
    RENOWN,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACE_STEP,
    TRACE_WASTED,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests.scenes import NAMES, opened, the_board
from ludus.games.hadrians_wall.tests.test_oracle import busy
from ludus.games.hadrians_wall.view import View
from ludus.kit.policies import Policy, Seen
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

TRACKS = (
    *range(RENOWN, TEMPLE + 1),
    STRENGTH,
    STRENGTH + 1,
    REMOVED,
    *range(DIPLOMAT, DIPLOMAT + 3),
)
UNPAID = ("fought", "good", "road", "defence")
"""Events in which a player pays nothing: what the story says is all that changes in the stock."""


def bold(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Fights, trains gladiators and buys from the deck whenever it can, and else plays on."""
    for verb in ("battle", "buy", "spar", "build", "good"):
        options = [action for action in decision.options if action.verb == verb]
        if options:
            return options[-1 - rng.below(min(2, len(options)))]
    return busy(rules, state, decision, rng, seen)


class Listener:
    """Keeps tracks and stocks by what is told alone."""

    def __init__(self, sheets: list[Sheet]) -> None:
        self.sheets = [sheet[:] for sheet in sheets]
        self.heard: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        self.heard[event.kind] += 1
        if "trace" not in event.facts:
            return
        sheet = self.sheets[event.number("seat")]
        for entry in event.numbers("trace"):
            place, box = divmod(entry, TRACE_STEP)
            if box == TRACE_WASTED:
                assert sheet[place] == the_board().size[place], "a box was left"
                self.heard["wasted"] += 1
            elif place < STOCK or place == FAVOUR:
                assert box == 0
                sheet[place] += 1
            elif DIPLOMAT <= place < DIPLOMAT + 3:
                sheet[place] = box
            else:
                assert box == sheet[place] + 1, "boxes are filled one by one"
                sheet[place] = box
        if event.kind == "defence":
            sheet[DISDAIN] += event.number("disdain")

    def agrees(self, kinds: set[str], sheets: list[Sheet]) -> None:
        for seat, (told, sheet) in enumerate(zip(self.sheets, sheets, strict=True)):
            for place in (*TRACKS, DISDAIN):
                assert told[place] == sheet[place], (seat, place)
            if len(kinds) == 1 and kinds <= set(UNPAID):
                assert told[:STOCK] == sheet[:STOCK], (kinds, seat)
            self.sheets[seat] = sheet[:]


@pytest.mark.clause("hw.general.4", "hw.general.12", "hw.flow.10")
def test_the_story_tells_every_mark() -> None:
    heard: Counter[str] = Counter()
    for seats, seed in ((1, 3), (3, 0), (2, 1)):
        heard += listened(seats, seed, busy)
    for seed in range(12):
        heard += listened(1, seed, bold)
    assert min(heard[what] for what in ("fought", "good", "wasted", "road", "defence")) > 0, heard


def listened(seats: int, seed: int, policy: Policy) -> Counter[str]:
    """What was told in a game that was listened to."""
    options = opened().options(seats, {})
    table: Table[State, View] = Table(opened(), NAMES[:seats], options)
    listener = Listener(table.state.sheets)
    for _ in random_play(table, Setting(seats, options), SeededRng(f"story {seed}"), policy):
        told = table.story[-1] if table.moves else ()
        wounds = [sheet[WOUNDS : WOUNDS + 2] for sheet in listener.sheets]
        for event in told:
            listener.hear(event)
            check_event(event, table.state, wounds)
        listener.agrees({event.kind for event in told}, table.state.sheets)
    heard = listener.heard
    assert heard["actions"] == heard["fate"] == 6, heard
    assert heard["dealt"] == 2 * heard["reveal"] == 12 * seats, heard
    return heard


def check_event(event: Event, state: State, wounds: list[list[int]]) -> None:
    """What single events say, and who may know or take it back."""
    if event.kind == "dealt":
        assert event.seen_by == only(event.number("seat"))
    elif event.kind == "good":
        sheet = state.sheets[event.number("seat")]
        assert sheet[MARKET + event.number("box")] == event.number("good")
        assert event.bars == (EVERYONE if event.number("card") >= 0 else 0)
    elif event.kind == "fought":
        sheet, hero = state.sheets[event.number("seat")], event.number("gladiator")
        damage = the_board().fate_damage[event.number("card")]
        before = wounds[event.number("seat")][hero]
        assert sheet[WOUNDS + hero] == min(before + damage, sheet[STRENGTH + hero])
        assert event.number("alive") == (sheet[WOUNDS + hero] < sheet[STRENGTH + hero])
    elif event.kind == "defence":
        flag = the_board().flag[event.number("year")]
        assert event.number("valour") + event.number("disdain") == flag
    elif event.kind == "income":
        assert event.number("civilian") <= state.sheets[event.number("seat")][CIVILIAN]
