"""Games set up to order, for tests: who sits there, what their sheets show, which cards come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ludus.core.actions import Action
from ludus.core.codec import to_json
from ludus.core.errors import IllegalAction
from ludus.core.game import Box
from ludus.core.protocol import CHANCE, Event, Seat
from ludus.core.table import Table
from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.board import Board, bits
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ACTIVE,
    BUILDINGS,
    COHORT_KEYS,
    PARTS,
    PATH,
    PATHS,
    PROSPECT,
    RESTING,
    SET,
    USED_UP,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import empty_sheet
from ludus.games.hadrians_wall.rules.actions import refresh
from ludus.games.hadrians_wall.rules.checks import resting, used_up
from ludus.games.hadrians_wall.state import Frame, State
from ludus.games.hadrians_wall.view import HadriansWall, View, sheet_view

NAMES = ("Livia", "Marcus", "Quintus", "Gaia", "Titus", "Vera")
Value = int | Sequence[int] | Sequence[str]
UNCOUNTED = ("built", "map", "used_up", "resting", "ask", "about", "active", "through", "ignored")
RICH = {"soldier": 20, "builder": 20, "servant": 20, "civilian": 20, "resource": 20}
ALL_GRANARIES = ("granary_medium", "granary_large")


@cache
def opened() -> Box[State, View]:
    return GAME.open()


def rules() -> HadriansWall:
    found = opened().rules
    assert isinstance(found, HadriansWall)
    return found


def the_board() -> Board:
    return rules().board


def build(name: str) -> str:
    """The action that puts up a building."""
    return f"build:{BUILDINGS.index(name)}"


def mask(*names: str) -> int:
    """Buildings as a mask."""
    return sum(1 << BUILDINGS.index(name) for name in names)


def card(name: str) -> int:
    return PATHS.index(name)


def cells(text: str) -> int:
    """Map cells such as "r1c1 r1c2" as a mask."""
    return sum(1 << ((int(c[1]) - 1) * 5 + int(c[3]) - 1) for c in text.split())


def place(text: str) -> str:
    """The action that lays a pattern on just these cells."""
    return f"place:{the_board().places.index(cells(text))}"


def fate(
    arrow: str = "", damage: int = 0, good: int = 0, items: tuple[int, ...] = (), skip: int = 0
) -> int:
    """A Fate card with these properties."""
    board = the_board()
    for number in range(len(board.fate_arrows)):
        fits = (
            (not arrow or [COHORT_KEYS[each] for each in board.fate_arrows[number]] == [arrow])
            and (not damage or board.fate_damage[number] == damage)
            and (not good or board.fate_good[number] == good)
            and (not items or board.fate_items[number] == items)
        )
        if fits:
            if not skip:
                return number
            skip -= 1
    raise AssertionError("no such Fate card")


def write(sheet: Sheet, parts: Mapping[str, Value]) -> None:
    """Set places of a sheet by name; buildings and map cells may be given by name too."""
    known = {name: (start, size) for name, start, size in PARTS}
    for name, value in parts.items():
        start, size = known[name]
        if isinstance(value, int):
            assert size == 1, name
            sheet[start] = value
        elif name == "built":
            sheet[start] = mask(*(str(item) for item in value))
        else:
            for offset, item in enumerate(value):
                assert isinstance(item, int) and offset < size
                sheet[start + offset] = item


class Scene:
    """A table in the middle of a Year's actions; seat 0 has the given sheet.

    `prospects` are the current Prospects by seat, `paths` the Paths of seat 0 from Year 1 on,
    `neutral` the neutral cards face up.
    """

    def __init__(
        self,
        *shown: Mapping[str, Value],
        seats: int = 1,
        year: int = 2,
        difficulty: str = "easy",
        prospects: Sequence[str] = (),
        paths: Sequence[str] = (),
        neutral: Sequence[str] = ("ranger", "fighter"),
        **own: Value,
    ) -> None:
        self.table = Table(opened(), NAMES[:seats], {"difficulty": difficulty})
        state = self.table.state
        state.year = year
        state.stack = [Frame(ACTIONS)]
        for seat in range(seats):
            prospect = card(prospects[seat]) if seat < len(prospects) else card("architect")
            kept = [card(name) for name in paths] if seat == 0 else []
            self._hand_out(seat, prospect, kept)
        if seats <= 2:
            state.neutral_cards = [card(name) for name in neutral[: 3 - seats]]
            state.neutral_items = [0] * (2 * len(state.neutral_cards))
            self._set_aside(3 - seats)
        everything: dict[str, Value] = {}
        for parts in (*shown, own):
            everything.update(parts)
        self.set(0, **everything)
        for seat in range(1, seats):
            self.set(seat)

    @classmethod
    def start(cls, seats: int, difficulty: str = "easy") -> Scene:
        """A game before its first card is turned."""
        scene = cls.__new__(cls)
        scene.table = Table(opened(), NAMES[:seats], {"difficulty": difficulty})
        return scene

    def _hand_out(self, seat: int, prospect: int, kept: list[int]) -> None:
        """Cards for all Years so far; the rest stays in the pile."""
        state = self.table.state
        sheet = state.sheets[seat]
        free = [c for c in range(SET) if c != prospect and c not in kept]
        for year in range(state.year):
            sheet[PATH + year] = kept[year] if year < len(kept) else free.pop(0)
            last = year == state.year - 1
            sheet[PROSPECT + year] = prospect if last else free.pop()
        state.decks[seat] = sum(1 << c for c in free)
        for year in range(state.year, len(kept)):
            state.decks[seat] |= 1 << kept[year]

    def _set_aside(self, yearly: int) -> None:
        state = self.table.state
        free = [c for c in range(SET) if c not in state.neutral_cards]
        gone = free[: yearly * (state.year - 1)]
        state.neutral_deck = bits(0, SET)
        for c in (*gone, *state.neutral_cards):
            state.neutral_deck &= ~(1 << c)

    # Setting and reading -------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position, to be changed in place."""
        self.table.set_position(self.table.state)
        return self.table.state

    @property
    def board(self) -> Board:
        return the_board()

    def set(self, seat: int, **parts: Value) -> Scene:
        """Change a seat's sheet; the seat acts unless told otherwise."""
        sheet = self.state.sheets[seat]
        sheet[ACTIVE] = 1
        write(sheet, parts)
        sheet[USED_UP] = used_up(self.board, sheet)
        sheet[RESTING] = resting(self.board, sheet, self.state.year)
        for other in range(self.state.seats):
            refresh(self.board, self.state, other)
        assert list(rules().check(self.state)) == []
        return self

    def __getitem__(self, name: str) -> int:
        """A number of seat 0's sheet."""
        return self.of(0, name)

    def of(self, seat: int, name: str) -> int:
        value = sheet_view(self.state.sheets[seat])[name]
        assert isinstance(value, int)
        return value

    def row(self, name: str, seat: int = 0) -> tuple[int, ...]:
        """A row of numbers of a sheet."""
        value = sheet_view(self.state.sheets[seat])[name]
        assert isinstance(value, tuple)
        return value

    def built(self, name: str) -> bool:
        return bool(self["built"] & mask(name))

    # Playing -------------------------------------------------------------------------------------

    def options(self, seat: Seat = 0, verb: str = "") -> list[str]:
        """What the seat is offered, by text; only one verb's actions if asked for."""
        decision = self.table.decision(seat)
        if decision is None:
            return []
        return [a.text for a in decision.options if not verb or a.verb == verb]

    def can(self, action: str, seat: Seat = 0) -> bool:
        return action in self.options(seat)

    def prompt(self, seat: Seat = 0) -> str:
        decision = self.table.decision(seat)
        return decision.prompt if decision else ""

    def do(self, *actions: str, seat: Seat = 0) -> list[Event]:
        """Play some actions of a seat, one after the other."""
        told: list[Event] = []
        for action in actions:
            told += self.table.play(seat, action)
            assert list(rules().check(self.state)) == [], action
        return told

    def refuses(self, action: str, seat: Seat = 0) -> bool:
        """Whether an action is turned down without a trace."""
        before = to_json(self.state)
        try:
            self.table.play(seat, action)
        except IllegalAction:
            return to_json(self.state) == before
        return False

    def effect(self, *actions: str, seat: Seat = 0) -> dict[str, int]:
        """What some actions change in counts on the seat's sheet; rows as name.index."""
        before = counts(self.state.sheets[seat])
        self.do(*actions, seat=seat)
        after = counts(self.state.sheets[seat])
        return {name: after[name] - before[name] for name in after if after[name] != before[name]}

    def turn(self, number: int) -> list[Event]:
        """Let chance turn this card."""
        verb = self.chance()[0].verb
        return self.do(f"{verb}:{number}", seat=CHANCE)

    def chance(self) -> Sequence[Action]:
        """What chance may turn now; nothing if it is not chance's turn."""
        decision = self.table.decision(CHANCE)
        return decision.options if decision else ()

    def battle(self, gladiator: int, damage: int, seat: Seat = 0) -> dict[str, int]:
        """A battle with a card of this damage, and what it changes."""
        before = counts(self.state.sheets[seat])
        self.do(f"battle:{gladiator}", seat=seat)
        self.turn(next(a.arg for a in self.chance() if self.board.fate_damage[a.arg] == damage))
        after = counts(self.state.sheets[seat])
        return {name: after[name] - before[name] for name in after if after[name] != before[name]}

    def stop(self) -> list[Event]:
        """All seats that still act stop."""
        told: list[Event] = []
        for seat in range(self.state.seats):
            if self.can("stop", seat):
                told += self.do("stop", seat=seat)
        return told

    def attack(self, *arrows: str) -> list[Event]:
        """Turn attack cards with these arrows, as many as are called for."""
        told: list[Event] = []
        for arrow in arrows:
            want = COHORT_KEYS.index(arrow)
            options = self.chance()
            told += self.turn(
                next(a.arg for a in options if self.board.fate_arrows[a.arg] == (want,))
            )
        return told

    def raid(self, *arrows: str) -> list[Event]:
        """End the Year with an attack of these arrows."""
        return [*self.stop(), *self.attack(*arrows)]

    def deal(self, *hands: str) -> None:
        """Deal two cards to each seat, given as "defender ranger"; then lay the first as Path."""
        for hand in hands:
            for name in hand.split():
                self.turn(card(name))
        for seat, hand in enumerate(hands):
            self.do(f"path:{card(hand.split()[0])}", seat=seat)

    def next_year(self, fate_card: int | None = None) -> None:
        """From the attack's end to the actions of the next Year, cards as they come.

        Roads take Renown.
        """
        year = self.state.year
        while not (self.state.stack[-1].phase == ACTIONS and self.state.year == year):
            decision = self.table.decisions()[0]
            option = decision.options[0]
            if decision.prompt == "fate" and fate_card is not None:
                option = self.table.box.rules.actions["fate"][fate_card]
            self.do(option.text, seat=decision.seat)


def counts(sheet: Sheet) -> dict[str, int]:
    """Everything on a sheet that is counted, by name."""
    found: dict[str, int] = {}
    for name, start, size in PARTS:
        if name in UNCOUNTED or name in ("paths", "prospects"):
            continue
        if size == 1:
            found[name] = sheet[start]
        else:
            found |= {f"{name}.{offset}": sheet[start + offset] for offset in range(size)}
    return found


def fresh_sheet(**parts: Value) -> Sheet:
    """A sheet by itself, outside of a game."""
    sheet = empty_sheet(the_board())
    write(sheet, parts)
    return sheet
