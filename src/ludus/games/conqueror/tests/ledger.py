"""The board and the purses as the story of a game tells them, with nothing taken from the rules.

Whoever only hears the events must come to the same position: every change is told, once, and of the
right seat, place and number.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.actions import Action
from ludus.core.protocol import Event
from ludus.games.conqueror.ids import CLAIM, DIE, ORDER, PLANNING_TIME, QUIET
from ludus.games.conqueror.state import State
from ludus.games.conqueror.tests.oracle import NOBODY, Oracle

FOOT, HORSE = 0, 1
GROUPS_OF_A_KIND = 4
FACES = (1, 2, 3, 4)


class Ledger:
    """Armies by kind and place, owners and purses; and the battle that is going on."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.armies: list[list[int]] = [[], []]
        self.owner: list[int] = []
        self.purse: list[int] = []
        self.homes: list[int] = []
        self.attacker = NOBODY
        self.origin = self.target = 0
        self.joined = [0, 0]
        self.killed = [[0, 0], [0, 0]]
        """By kind and side."""
        self.hears: dict[str, Callable[[Event], None]] = {
            "income": self._paid,
            "reward": self._paid,
            "threat_coins": self._paid,
            "mission_done": lambda e: self._pay(e.number("seat"), e.number("pays")),
            "hero_bought": lambda e: self._pay(e.number("seat"), -e.number("price")),
            "hire": self._hired,
            "recruit": self._new,
            "converted": self._new,
            "threat_units": self._new,
            "move": self._moved,
            "attack": self._attacked,
            "joined": self._joined,
            "independents": self._cleared,
            "casualties": self._fell,
            "kill": self._killed,
            "unit_lost": self._lost,
            "retreat": self._retreated,
            "no_retreat": self._cornered,
            "left_behind": self._stayed,
            "conquest": self._conquered,
            "stolen": self._stolen,
            "bribe": self._bribed,
            "bids": self._bid,
            "eliminated": self._out,
        }

    def open(self, state: State) -> None:
        """The position when the first armies stand."""
        self.armies = [state.infantry[:], state.cavalry[:]]
        self.owner = state.owner[:]
        self.purse = state.purse[:]
        names = [self.oracle.home(state, seat) for seat in range(state.seats)]
        self.homes = [self.oracle.number[name] for name in names]

    def hear(self, event: Event) -> None:
        if event.kind in self.hears and self.owner:
            self.hears[event.kind](event)

    def compare(self, state: State) -> None:
        if not self.owner:
            return
        if state.battle is None:
            for place in range(len(self.owner)):
                self._leave(place)
            assert self.owner == state.owner
        else:
            assert self.killed == [state.battle.infantry_killed, state.battle.cavalry_killed]
        assert self.armies == [state.infantry, state.cavalry]
        assert self.purse == state.purse

    def _leave(self, place: int) -> None:
        """An empty place is nobody's, unless it is its owner's home."""
        seat = self.owner[place]
        if not self.armies[FOOT][place] + self.armies[HORSE][place] and (
            seat < 0 or self.homes[seat] != place
        ):
            self.owner[place] = NOBODY

    def _pay(self, seat: int, coins: int) -> None:
        self.purse[seat] += coins

    def _paid(self, event: Event) -> None:
        self._pay(event.number("seat"), event.number("coins"))

    def _hired(self, event: Event) -> None:
        self._pay(event.number("seat"), -event.number("price"))
        self._new(event)

    def _new(self, event: Event) -> None:
        place = event.number("place")
        assert self.owner[place] == event.number("seat")
        count = event.number("count") if event.kind not in ("recruit", "hire") else 1
        self.armies[event.number("kind")][place] += count

    def _march(self, start: int, end: int, kind: int, count: int, seat: int) -> None:
        self.armies[kind][start] -= count
        self.armies[kind][end] += count
        self.owner[end] = seat

    def _moved(self, event: Event) -> None:
        start, end = (self.oracle.number[name] for name in self.oracle.ends[event.number("link")])
        assert self.owner[start] == event.number("seat")
        self._march(start, end, event.number("kind"), event.number("count"), event.number("seat"))
        self._leave(start)

    def _attacked(self, event: Event) -> None:
        self.killed = [[0, 0], [0, 0]]
        self.attacker = event.number("seat")
        self.origin, self.target = event.number("origin"), event.number("target")
        assert self.owner[self.origin] == self.attacker
        assert self.owner[self.target] == event.number("rival")

    def _joined(self, event: Event) -> None:
        assert event.number("seat") == self.attacker
        self.joined = [event.number("infantry"), event.number("cavalry")]

    def _cleared(self, event: Event) -> None:
        assert (event.number("seat"), event.number("place")) == (self.attacker, self.target)
        for row in self.armies:
            row[self.target] = 0
        self.owner[self.target] = NOBODY

    def _strike(self, seat: int, kind: int, count: int) -> None:
        self.killed[kind][seat != self.attacker] += count
        if seat == self.attacker:
            self.joined[kind] -= count
            self.armies[kind][self.origin] -= count
            self._leave(self.origin)
        else:
            assert seat == self.owner[self.target]
            self.armies[kind][self.target] -= count

    def _fell(self, event: Event) -> None:
        self._strike(event.number("seat"), FOOT, event.number("infantry"))
        self._strike(event.number("seat"), HORSE, event.number("cavalry"))

    def _killed(self, event: Event) -> None:
        assert event.number("place") == self.target
        self._strike(event.number("seat"), event.number("group") // GROUPS_OF_A_KIND, 1)

    def _lost(self, event: Event) -> None:
        place = event.number("place")
        assert self.owner[place] == event.number("seat")
        self.armies[event.number("kind")][place] -= 1
        self._leave(place)

    def _retreated(self, event: Event) -> None:
        seat, start, end = event.number("seat"), event.number("start"), event.number("place")
        assert start == self.target and self.owner[start] == seat
        self._march(start, end, FOOT, event.number("infantry"), seat)
        self._march(start, end, HORSE, event.number("cavalry"), seat)

    def _cornered(self, event: Event) -> None:
        assert event.number("place") == self.target
        assert event.number("seat") == self.owner[self.target]
        for kind, count in ((FOOT, "infantry"), (HORSE, "cavalry")):
            assert self.armies[kind][self.target] == event.number(count)
            self.armies[kind][self.target] = 0

    def _stayed(self, event: Event) -> None:
        assert (event.number("seat"), event.number("place")) == (self.attacker, self.origin)
        self.joined[event.number("group") // GROUPS_OF_A_KIND] -= 1

    def _conquered(self, event: Event) -> None:
        seat = event.number("seat")
        told = (seat, event.number("origin"), event.number("place"))
        assert told == (self.attacker, self.origin, self.target)
        for kind, count in enumerate(self.joined):
            self._march(self.origin, self.target, kind, count, seat)
        self._leave(self.origin)

    def _stolen(self, event: Event) -> None:
        self._paid(event)
        self._pay(event.number("rival"), -event.number("coins"))

    def _bribed(self, event: Event) -> None:
        place = event.number("place")
        assert self.owner[place] == event.number("late")
        self.owner[place] = event.number("seat")
        self._pay(event.number("seat"), -event.number("price"))

    def _bid(self, event: Event) -> None:
        bids = event.numbers("bids")
        assert event.number("total") == sum(bid for bid in bids if bid >= 0)
        assert event.number("won") == (event.number("total") >= event.number("minimum"))
        for seat, bid in enumerate(bids):
            self._pay(seat, -max(bid, 0))

    def _out(self, event: Event) -> None:
        seat = event.number("seat")
        assert seat not in self.owner
        self.purse[seat] = 0


def told_of(state: State, seat: int, action: Action) -> tuple[str, dict[str, int]] | None:
    """What a move is told as, whatever else follows: kinds of event, and some of the facts."""
    verb, arg = action.verb, action.arg
    top = state.stack[-1]
    late = state.order[state.turn] if state.order else NOBODY
    if verb in ("recruit_infantry", "recruit_cavalry", "hire"):
        facts = {"seat": seat, "place": arg}
        return ("hire" if verb == "hire" else "recruit"), facts
    if verb == "die":
        kind = {ORDER: "order_roll", DIE: "die"}.get(top.phase, "off_roll")
        return kind, {"seat": top.seat, "face": FACES[arg]}
    if verb in ("move_infantry", "move_cavalry"):
        # Where units of a kind can do different things, one says first which of them moves.
        return "move|intends", {"seat": seat, "link": arg, "kind": int(verb == "move_cavalry")}
    if verb == "retreat":
        assert state.battle is not None
        foot, horse = (row[state.battle.target] for row in (state.infantry, state.cavalry))
        return "retreat", {"place": arg, "infantry": foot, "cavalry": horse}
    if verb == "time":
        return _told_of_time(state, late)
    told: dict[str, tuple[str, dict[str, int]]] = {
        "faction": ("faction", {"seat": seat, "faction": arg}),
        "card": ("chronicle", {"card": arg}),
        "mission": ("mission", {"seat": top.seat}),
        "collect": ("income", {"seat": seat}),
        "buy": ("hero_name", {"seat": seat, "hero": arg}),
        "attack": ("attack", {"seat": seat}),
        "end": ("end", {"seat": seat}),
        "join": ("join", {"seat": seat, "group": arg}),
        "fight": ("joined", {"seat": seat}),
        "join_all": ("joined", {"seat": seat}),
        "play": ("hero_said", {"seat": seat, "yes": 1}),
        "no_hero": ("hero_said", {"seat": seat, "yes": 0}),
        "keep": ("reroll", {"seat": seat, "yes": 0}),
        "reroll": ("reroll", {"seat": seat, "yes": 1}),
        "kill": ("kill", {"group": arg}),
        "stay": ("left_behind", {"seat": seat, "group": arg}),
        "advance": ("conquest", {"seat": seat}),
        "drop_infantry": ("unit_lost", {"seat": seat, "place": arg, "kind": FOOT}),
        "drop_cavalry": ("unit_lost", {"seat": seat, "place": arg, "kind": HORSE}),
        "warn": ("warning", {"seat": seat, "late": late, "wait": state.time_limit}),
        "bribe": ("claim", {"seat": seat, "place": arg, "late": late}),
        "bid": ("bid_made", {"seat": seat}),
        "retreat_infantry": ("retreat", {"place": arg, "infantry": 1, "cavalry": 0}),
        "retreat_cavalry": ("retreat", {"place": arg, "infantry": 0, "cavalry": 1}),
    }
    return told.get(verb)


def _told_of_time(state: State, late: int) -> tuple[str, dict[str, int]] | None:
    """Time that is up is told; that a moment was quiet, or that claims are closed, is not."""
    if state.stack[-1].phase == CLAIM or state.clock == QUIET:
        return None
    second = state.clock == PLANNING_TIME and state.bribed
    return ("planning_over" if second else "time_up"), {"seat": late}
