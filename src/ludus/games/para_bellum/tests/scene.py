"""Positions to test with: armies written by cell, cards by name, dice asked for by face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Event
from ludus.games.para_bellum import GAME
from ludus.games.para_bellum.board import (
    COLUMNS,
    GENERAL,
    LEFTMOST,
    LOWEST,
    RED,
    ROWS,
    START_CELL,
    row_of,
)
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.content import load_catalog
from ludus.games.para_bellum.ids import (
    ACT,
    ACTION_PHASE,
    ARMY_PHASE,
    BANNER_IDS,
    BEGIN,
    COLOUR_IDS,
    COLOURS,
    DRAW_PHASE,
    NONE,
    TURN,
)
from ludus.games.para_bellum.mechanics.legions import all_spans
from ludus.games.para_bellum.rules.army import put_die, raise_banner
from ludus.games.para_bellum.rules.phases import PHASES
from ludus.games.para_bellum.rules.placing import put_card
from ludus.games.para_bellum.rules.tables import turn_order
from ludus.games.para_bellum.state import Frame, Perm, Player, State
from ludus.games.para_bellum.view import ParaBellum, View

BOX = GAME.open()
CATALOG: Catalog = load_catalog(BOX.pack)
RULES = ParaBellum(CATALOG)
OPTIONS = BOX.options(2, {})

Cell: TypeAlias = tuple[int, int]
Slot: TypeAlias = tuple[str, int, int]
Name: TypeAlias = str | int | Cell | Slot | tuple[str, int]

COMMANDS = ("command", "deploy", "take", "reveal")
CARDS = ("card", "draw")


def card_kind(look: str) -> int:
    """An army card by its look: `gold`, `gold full`, `azure corn`, `purple up`."""
    (kind,) = (kind for kind in range(CATALOG.deck_kinds) if look_of(kind) == look)
    return kind


def look_of(kind: int) -> str:
    card = CATALOG.army[kind]
    look = COLOUR_IDS[card.colour]
    look += " full" if card.full else ""
    look += " corn" if card.cornicine else ""
    return look + {1: " up", -1: " down", 0: ""}[card.mounted]


def cell_at(column: int, row: int) -> int:
    """The cell at a column and row counted from the starting card."""
    if not LEFTMOST <= column <= -LEFTMOST or not LOWEST <= row < LOWEST + ROWS:
        raise ValueError(f"({column}, {row}) is not on the field")
    return (row - LOWEST) * COLUMNS + column - LEFTMOST


def column_of(cell: int) -> int:
    return cell % COLUMNS + LEFTMOST


def slot_of(place: Slot | str) -> int:
    """`("k", c, r)` is right of a cell, `("r", c, r)` above it, `b` the General."""
    if isinstance(place, str):
        return GENERAL
    kind, column, row = place
    return cell_at(column, row) + (RED if kind == "r" else 0)


def place_of(slot: int) -> Name:
    if slot == GENERAL:
        return "b"
    kind = "r" if slot >= RED else "k"
    cell = slot % RED
    return kind, column_of(cell), row_of(cell)


class Scene:
    """A game in the middle, laid out by hand."""

    def __init__(
        self,
        seats: int = 2,
        battle: str = "pharsalus",
        event: str = "",
        first: int = 0,
        start: str = "azure",
        **options: str,
    ) -> None:
        self.rules = RULES
        self.state: State = RULES.setup(seats, {**OPTIONS, **options})
        self.story: list[Event] = []
        state = self.state
        state.order = turn_order(seats, first)
        state.battle = CATALOG.battle(battle)
        state.round = 1
        self.event(event)
        colours = [start, *(colour for colour in COLOUR_IDS if colour != start)]
        for seat in range(seats):
            player = state.players[seat]
            player.colour = COLOUR_IDS.index(colours[seat])
            put_card(RULES.tables, player, CATALOG.start_kind(player.colour), START_CELL)
            player.dice[GENERAL] = 6
            player.coins = 2
        if seats == 4:
            state.alliances = [0, 1]
        self.line("contio", "stipendium", "medicus", "quaestor")

    # Laying out ----------------------------------------------------------------------------------

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def event(self, event: str) -> None:
        self.state.event = CATALOG.event(event) if event else NONE

    def spans(self, seat: int = 0) -> list[tuple[int, int]]:
        """The completed Legions of an army, as first and last cells."""
        player = self.player(seat)
        return all_spans(player.army, player.full)

    def army(self, cards: dict[Cell, str], seat: int = 0) -> Scene:
        """Cards in the army, its Legions completed but without their dice."""
        player = self.player(seat)
        for (column, row), look in cards.items():
            put_card(RULES.tables, player, card_kind(look), cell_at(column, row))
        player.legions = [0] * COLOURS
        player.big = player.rows = player.blazons = 0
        for lo, hi in self.spans(seat):
            colour = CATALOG.army[player.cells[lo]].colour
            player.legions[colour] += 1
            player.blazons |= 1 << colour
            player.big += hi - lo > 1
            player.rows |= 1 << lo // COLUMNS
        return self

    def dice(self, dice: Mapping[Slot, int | tuple[int, str]], seat: int = 0) -> Scene:
        """Dice by place, with a banner where one is named."""
        player = self.player(seat)
        for place, what in dice.items():
            value, banner = what if isinstance(what, tuple) else (what, "")
            put_die(player, slot_of(place), value)
            if banner:
                raise_banner(player, slot_of(place), BANNER_IDS.index(banner))
        return self

    def lose(self, place: Slot, seat: int = 0) -> Scene:
        """A slot left by a lost die."""
        self.player(seat).lost |= 1 << slot_of(place)
        return self

    def hand(self, *looks: str, seat: int = 0) -> Scene:
        self.player(seat).hand = sorted(card_kind(look) for look in looks)
        return self

    def commands(self, *ids: str, seat: int = 0) -> Scene:
        self.player(seat).commands = sorted(CATALOG.command(name) for name in ids)
        return self

    def line(self, *ids: str) -> Scene:
        kinds = [CATALOG.command(name) for name in ids]
        self.state.line = kinds + [NONE] * (4 - len(kinds))
        return self

    def perms(self, *ids: str | tuple[str, Cell], seat: int = 0) -> Scene:
        """Cards in play; a Special Unit with its cell."""
        player = self.player(seat)
        for what in ids:
            name, place = what if isinstance(what, tuple) else (what, None)
            cell = NONE if place is None else cell_at(*place)
            player.perms.append(Perm(CATALOG.command(name), cell=cell))
            player.up |= 1 << CATALOG.command(name)
            player.units |= 0 if cell == NONE else 1 << cell
        return self

    def down(self, name: str, seat: int = 0) -> Scene:
        player = self.player(seat)
        player.up = 0
        for perm in player.perms:
            perm.down = perm.down or perm.kind == CATALOG.command(name)
            player.up |= 0 if perm.down else 1 << perm.kind
        return self

    def goals(self, *ids: str, seat: int = 0) -> Scene:
        player = self.player(seat)
        player.goals = [CATALOG.objective(name) for name in ids]
        for goal in player.goals:
            self.state.goal_bag &= ~(1 << goal)
        player.goal_up = [CATALOG.objectives[goal].open for goal in player.goals]
        player.goal_points = [0] * len(ids)
        return self

    def coins(self, count: int, seat: int = 0) -> Scene:
        self.player(seat).coins = count
        return self

    def general(self, value: int, seat: int = 0) -> Scene:
        self.player(seat).dice[GENERAL] = value
        return self

    def deck(self, *looks: str) -> Scene:
        """The whole army deck, for scenes in which it runs out."""
        self.state.bag = [0] * CATALOG.deck_kinds
        for look in looks:
            self.state.bag[card_kind(look)] += 1
        self.state.bag_size = len(looks)
        return self

    def command_deck(self, *ids: str, discards: tuple[str, ...] = ()) -> Scene:
        state = self.state
        state.command_bag = [0] * len(CATALOG.commands)
        state.command_discard = [0] * len(CATALOG.commands)
        for name in ids:
            state.command_bag[CATALOG.command(name)] += 1
        for name in discards:
            state.command_discard[CATALOG.command(name)] += 1
        state.command_size = len(ids)
        return self

    # Starting ------------------------------------------------------------------------------------

    def turn(self, seat: int = 0) -> Scene:
        """The seat's turn from its very beginning."""
        return self._start(seat, BEGIN)

    def army_phase(self, seat: int = 0) -> Scene:
        return self._start(seat, ARMY_PHASE)

    def action_phase(self, seat: int = 0) -> Scene:
        return self._start(seat, ACTION_PHASE)

    def draw_phase(self, seat: int = 0) -> Scene:
        return self._start(seat, DRAW_PHASE)

    def act(self, seat: int = 0, actions: int = 3) -> Scene:
        """In the middle of the seat's Action Phase."""
        self.state.turn = seat
        self.state.actions = actions
        self.state.stack = [Frame(TURN, seat, step=DRAW_PHASE), Frame(ACT, seat)]
        self._settle()
        return self

    def _start(self, seat: int, step: int) -> Scene:
        self.state.turn = seat
        self.state.actions = 0
        self.state.stack = [Frame(TURN, seat, step=step)]
        self._settle()
        return self

    def _settle(self) -> None:
        PHASES.settle(self.rules.tables, self.state, self.story.append)

    # Playing -------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        return self.rules.decisions(self.state)[0]

    @property
    def over(self) -> bool:
        return not self.rules.decisions(self.state)

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked what, cards from decks dealt first."""
        self.deal()
        return self.decision.seat, self.decision.prompt

    def deal(self) -> Scene:
        """Let chance deal whatever cards it owes; dice have to be asked for."""
        while not self.over and self.decision.seat == CHANCE and self.decision.prompt != "roll":
            self._play(self.decision.options[0])
        return self

    def options(self, verb: str = "") -> list[Name]:
        """The options of a verb, by name."""
        self.deal()
        chosen = [o for o in self.decision.options if not verb or o.verb == verb]
        return [self.name(option) for option in chosen]

    def verbs(self) -> set[str]:
        self.deal()
        return {option.verb for option in self.decision.options}

    def pick(self, verb: str, name: Name = "") -> Scene:
        """Choose an option by verb and name."""
        self.deal()
        for option in self.decision.options:
            if option.verb == verb and (name == "" or self.name(option) == name):
                self._play(option)
                return self
        raise AssertionError(f"{verb} {name!r} is not offered in {self.decision}")

    def picks(self, *steps: tuple[str, Name]) -> Scene:
        for verb, name in steps:
            self.pick(verb, name)
        return self

    def roll(self, *faces: int) -> Scene:
        """Dice fall as asked, cards are dealt in between."""
        for face in faces:
            self.deal()
            assert self.decision.prompt == "roll", f"no roll is owed: {self.decision}"
            self._play(self.decision.options[face - 1])
        return self

    def draw(self, *looks: str) -> Scene:
        """The next army cards are these."""
        for look in looks:
            assert self.decision.prompt == "draw", f"nothing is drawn: {self.decision}"
            (option,) = [o for o in self.decision.options if self.name(o) == look]
            self._play(option)
        return self

    def reveal(self, *ids: str) -> Scene:
        """The next command cards or events turned up are these."""
        for name in ids:
            (option,) = [o for o in self.decision.options if self.name(o) == name]
            self._play(option)
        return self

    def place(self, look: str, cell: Cell) -> Scene:
        return self.pick("card", look).pick("cell", cell)

    def _play(self, option: Action) -> None:
        seat = self.decision.seat
        self.rules.apply(self.state, seat, option, self.story.append)

    def name(self, option: Action) -> Name:
        verb, arg = option.verb, option.arg
        if verb in COMMANDS:
            return CATALOG.commands[arg].id
        if verb in CARDS:
            return look_of(arg)
        if verb == "cell":
            return column_of(arg), row_of(arg)
        if verb == "die":
            return place_of(arg)
        if verb == "use":
            return CATALOG.commands[arg // 2].id, arg % 2
        if verb == "perm":
            owner = self.state.stack[-1].target
            return CATALOG.commands[self.player(owner).perms[arg].kind].id
        if verb in ("bonus", "colour"):
            return COLOUR_IDS[arg]
        if verb in ("return", "objective", "claim"):
            return CATALOG.objectives[arg].id
        if verb == "event":
            return CATALOG.events[arg].id
        if verb == "banner":
            return BANNER_IDS[arg]
        return arg + (verb == "roll")

    # Reading -------------------------------------------------------------------------------------

    def face(self, place: Slot | str, seat: int = 0) -> int:
        return self.player(seat).dice[slot_of(place)] & 7

    def flag(self, place: Slot, seat: int = 0) -> str:
        code = self.player(seat).dice[slot_of(place)] >> 3
        return BANNER_IDS[code - 1] if code else ""

    def grays(self, seat: int = 0) -> list[int]:
        """Gray faces in reading order of the slots."""
        player = self.player(seat)
        return [player.dice[slot] & 7 for slot in range(RED) if player.grays >> slot & 1]

    def reds(self, seat: int = 0) -> list[int]:
        player = self.player(seat)
        return [player.dice[RED + slot] & 7 for slot in range(RED) if player.reds >> slot & 1]

    def banners(self, seat: int = 0) -> set[str]:
        held = self.player(seat).banners
        return {name for index, name in enumerate(BANNER_IDS) if held >> index & 1}

    def in_play(self, seat: int = 0) -> list[str]:
        return [CATALOG.commands[perm.kind].id for perm in self.player(seat).perms]

    def held(self, seat: int = 0) -> list[str]:
        return [CATALOG.commands[kind].id for kind in self.player(seat).commands]

    def looks(self, seat: int = 0) -> list[str]:
        return [look_of(kind) for kind in self.player(seat).hand]

    def discarded(self) -> list[str]:
        piles = self.state.command_discard
        return [CATALOG.commands[k].id for k, count in enumerate(piles) for _ in range(count)]

    def in_line(self) -> list[str]:
        return [CATALOG.commands[kind].id for kind in self.state.line if kind != NONE]

    def scored(self, seat: int = 0) -> dict[str, int]:
        """Points on objectives, by name."""
        player = self.player(seat)
        names = [CATALOG.objectives[goal].id for goal in player.goals]
        return dict(zip(names, player.goal_points, strict=True))

    def view(self, viewer: int) -> View:
        return self.rules.view(self.state, viewer)

    def told(self, *kinds: str) -> list[str]:
        """The kinds of events so far, or those among some."""
        return [event.kind for event in self.story if not kinds or event.kind in kinds]

    def last(self, kind: str) -> dict[str, int]:
        """The facts of the latest event of a kind."""
        for event in reversed(self.story):
            if event.kind == kind:
                return {k: v for k, v in event.facts.items() if isinstance(v, int)}
        raise AssertionError(f"no {kind!r} was told")

    def deck_size(self) -> int:
        return self.state.bag_size + len(self.state.bottom)


def k(column: int, row: int) -> Slot:
    """The gray slot right of a cell."""
    return "k", column, row


def r(column: int, row: int) -> Slot:
    """The red slot above a cell."""
    return "r", column, row
