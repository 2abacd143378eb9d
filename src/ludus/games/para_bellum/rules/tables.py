"""What all modules of the rules share: lookup tables, teams and opponents, coins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import ActionSpace
from ludus.core.protocol import CHANCE, Audience, Decision, Emit, Event, only
from ludus.games.para_bellum.board import CELLS, SLOTS
from ludus.games.para_bellum.catalog import Catalog, EventKind
from ludus.games.para_bellum.ids import (
    BANNERS,
    COLOURS,
    MAX_COINS,
    MAX_FACE,
    MAX_SEATS,
    NONE,
    ORDER,
    TEAM_SEATS,
    USES_PER_KIND,
)
from ludus.games.para_bellum.state import State

OPPONENTS: Final = {
    2: ((1,), (0,)),
    3: ((1, 2), (0, 2), (0, 1)),
    4: ((1, 3), (0, 2), (1, 3), (0, 2)),
}


class Tables:
    """Lookup tables made from the cards. Nothing here belongs to a game in progress."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog: Final = catalog
        commands = len(catalog.commands)
        in_play = sum(kind.copies for kind in catalog.commands if kind.type)
        self.actions: Final = ActionSpace(
            {
                "colour": COLOURS,
                "battle": len(catalog.battles),
                "alliance": len(catalog.alliances),
                "objective": len(catalog.objectives),
                "reveal": commands,
                "roll": MAX_FACE,
                "draw": catalog.deck_kinds,
                "event": len(catalog.events),
                "return": len(catalog.objectives),
                "take": commands,
                "card": catalog.deck_kinds,
                "cell": CELLS,
                "command": commands,
                "deploy": commands,
                "muster": 0,
                "empower": 0,
                "consult": 0,
                "motivate": 0,
                "requisition": 0,
                "use": commands * USES_PER_KIND,
                "march": 0,
                "pact": 0,
                "runner": 0,
                "end": 0,
                "option": catalog.most_options,
                "target": MAX_SEATS,
                "die": SLOTS,
                "coins": MAX_COINS + 1,
                "perm": in_play,
                "pick": MAX_FACE + 1,
                "banner": BANNERS,
                "bonus": COLOURS,
                "legion": 2,
                "reroll": 3,
                "decline": 0,
                "done": 0,
                "claim": len(catalog.objectives),
            }
        )
        space = self.actions
        self.draw: Final = space["draw"]
        self.reveal: Final = space["reveal"]
        self.objective: Final = space["objective"]
        self.give_back: Final = space["return"]
        self.event: Final = space["event"]
        self.take: Final = space["take"]
        self.card: Final = space["card"]
        self.cell: Final = space["cell"]
        self.command: Final = space["command"]
        self.deploy: Final = space["deploy"]
        self.muster: Final = space.the("muster")
        self.empower: Final = space.the("empower")
        self.consult: Final = space.the("consult")
        self.motivate: Final = space.the("motivate")
        self.requisition: Final = space.the("requisition")
        self.use: Final = space["use"]
        self.march: Final = space.the("march")
        self.pact: Final = space.the("pact")
        self.runner: Final = space.the("runner")
        self.end: Final = space.the("end")
        self.option: Final = space["option"]
        self.target: Final = space["target"]
        self.die: Final = space["die"]
        self.coins: Final = space["coins"]
        self.perm: Final = space["perm"]
        self.pick: Final = space["pick"]
        self.banner: Final = space["banner"]
        self.bonus: Final = space["bonus"]
        self.legion: Final = space["legion"]
        self.reroll: Final = space["reroll"]
        self.decline: Final = space.the("decline")
        self.done: Final = space.the("done")
        self.claim: Final = space["claim"]
        self.colour: Final = space["colour"]
        self.battle: Final = space["battle"]
        self.alliance: Final = space["alliance"]
        # One die rolled by chance: the most frequent decision, built once.
        self.one_die: Final[Sequence[Decision]] = (Decision(CHANCE, "roll", space["roll"]),)
        self.kind_colour: Final = [kind.colour for kind in catalog.army]
        self.acting_kinds: Final = sum(
            1 << number
            for number, kind in enumerate(catalog.commands)
            if kind.type != ORDER and kind.printed
        )
        """Kinds of cards in play that have an action printed on them, as a mask."""
        self.events: Final = catalog.events
        self.calm: Final = catalog.calm


def ally_of(state: State, seat: int) -> int:
    """The teammate, or NONE in a game without teams."""
    return seat ^ 2 if state.seats == TEAM_SEATS else NONE


def team_of(state: State, seat: int) -> Audience:
    """The seats that share the secrets of a seat: itself, and its teammate if it has one."""
    return only(seat, seat ^ 2) if state.seats == TEAM_SEATS else only(seat)


def opponents_of(state: State, seat: int) -> tuple[int, ...]:
    return OPPONENTS[state.seats][seat]


def turn_order(seats: int, first: int) -> list[int]:
    """Clockwise; with teams the first player, an opponent, the ally, the other one [turn.4-5]."""
    if seats == TEAM_SEATS:
        return [first, first ^ 1, first ^ 2, first ^ 3]
    return [(first + step) % seats for step in range(seats)]


def opponents_in_order(state: State, seat: int) -> list[int]:
    """The opponents of a seat in turn order after the active player [morale.13]."""
    order = state.order
    start = order.index(state.turn) + 1
    others = opponents_of(state, seat)
    following = order[start:] + order[:start]
    return [other for other in following if other in others]


def event_in_force(t: Tables, state: State) -> EventKind:
    return t.calm if state.event == NONE else t.events[state.event]


def touch(state: State, seat: int) -> None:
    """Have the objectives of a seat checked before the next step [obj.5]."""
    state.dirty |= 1 << seat


# Coins may turn an objective face up. Giving them to a rival therefore reveals something about the
# rival's objectives, even if nothing happens; so the other side cannot take either back.


def gain_coins(state: State, seat: int, count: int, emit: Emit | None) -> None:
    state.players[seat].coins += count
    state.dirty |= 1 << seat
    if emit is not None:
        emit(Event("coins", {"seat": seat, "count": count}, bars=~team_of(state, seat)))


def move_coins(state: State, giver: int, receiver: int, count: int, emit: Emit | None) -> None:
    state.players[giver].coins -= count
    state.players[receiver].coins += count
    state.dirty |= 1 << receiver
    if emit is not None:
        facts = {"seat": giver, "to": receiver, "count": count}
        emit(Event("coins_given", facts, bars=~team_of(state, receiver)))


def die_named(seat: int, owner: int, slot: int, emit: Emit | None) -> None:
    """Report that a die was named for an effect that follows."""
    if emit is not None:
        emit(Event("die_named", {"seat": seat, "owner": owner, "slot": slot}))


def distinct(cards: Sequence[int]) -> list[int]:
    """The kinds in a sorted hand, each once."""
    kinds: list[int] = []
    last = NONE
    for kind in cards:
        if kind != last:
            kinds.append(kind)
            last = kind
    return kinds
