"""A second Cambria, written from the rulebook and sharing no line with the rules.

Forts are names, a road is the pair of its ends, and the game is told as a story that stops at every
question and goes on with the answer. It is slow and plain, so that it can be read beside the text.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

MAPS = Path(__file__).parent.parent / "content" / "maps.toml"
ROMAN = {"II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
EAGLE = 1
CHANCE = -1

Road: TypeAlias = frozenset[str]
Word: TypeAlias = tuple[str, Road | int | tuple[int, int] | None]
"""What can be answered: a verb and a road, a number, or two dice."""


@dataclass(frozen=True, slots=True)
class Question:
    seat: int
    prompt: str
    options: frozenset[Word]


Story: TypeAlias = Generator[Question, Word, None]
Asking: TypeAlias = Generator[Question, Word, Word]


@dataclass(slots=True)
class Land:
    """One side of the board as the content has it."""

    numeral: dict[str, int]
    under: dict[str, int]
    """The victory point token under a fort, by its points."""
    roads: list[Road]

    @classmethod
    def read(cls, key: str) -> Land:
        data = tomllib.loads(MAPS.read_text(encoding="utf-8"))
        (side,) = (side for side in data["side"] if side["key"] == key)
        points = {token["numeral"]: ROMAN.get(token["victory"], 0) for token in data["token"]}
        name = {fort["id"]: fort["name"] for fort in side["fort"]}
        return cls(
            {fort["name"]: ROMAN[fort["numeral"]] for fort in side["fort"]},
            {fort["name"]: points[fort["numeral"]] for fort in side["fort"]},
            [frozenset((name[road["a"]], name[road["b"]])) for road in side["road"]],
        )

    def leading_to(self, number: int) -> set[Road]:
        return {road for road in self.roads if any(self.numeral[end] == number for end in road)}

    def at(self, fort: str) -> list[Road]:
        return [road for road in self.roads if fort in road]


@dataclass(slots=True)
class Oracle:
    """A game in progress. The dummy is one more player."""

    land: Land
    seats: int
    options: Mapping[str, str]
    warriors: dict[Road, int] = field(default_factory=dict)
    boats: dict[int, int] = field(default_factory=dict)
    legion: Road | None = None
    forts: dict[str, int] = field(default_factory=dict)
    """Who took which fort."""
    tokens: dict[str, int] = field(default_factory=dict)
    """Who got which victory point token."""
    lost: set[str] = field(default_factory=set)
    """Forts whose victory point token nobody got."""
    turns: list[int] = field(default_factory=list)
    """Whose turns there were."""
    passed: int = 0
    reason: str = ""

    @property
    def players(self) -> int:
        return 3 if self.seats == 2 else self.seats

    def on(self, option: str) -> bool:
        return self.options.get(option) == "on"

    def supply(self, player: int) -> int:
        out = [*self.warriors.values(), *self.boats.values()]
        return 5 - out.count(player)

    def open_roads(self, roads: set[Road]) -> set[Road]:
        return {road for road in roads if road not in self.warriors and road != self.legion}

    # The story of a game -------------------------------------------------------------------------

    def story(self) -> Story:
        start = yield from self._who_starts()
        order = [(start + step) % self.seats for step in range(self.seats)]
        for seat in order:
            yield from self._first_warrior(seat)
        while not self.reason:
            yield from self._turn(order[len(self.turns) % self.seats])
        self._claim_the_rest()

    def _who_starts(self) -> Generator[Question, Word, int]:
        """The lowest sum of two dice; those who share it throw again."""
        rolling = list(range(self.seats))
        while len(rolling) > 1:
            sums: dict[int, int] = {}
            for seat in rolling:
                yield from _ask(seat, "start", {("roll", None)})
                sums[seat] = sum((yield from _two_dice()))
            rolling = [seat for seat in rolling if sums[seat] == min(sums.values())]
        return rolling[0]

    def _first_warrior(self, seat: int) -> Story:
        yield from _ask(seat, "opening", {("roll", None)})
        face = yield from _one_die()
        while face == EAGLE:
            face = yield from _one_die()
        open_roads = self.open_roads(self.land.leading_to(face))
        _, road = yield from _ask(seat, "opening_place", {("place", road) for road in open_roads})
        assert isinstance(road, frozenset)
        self.warriors[road] = seat

    def _turn(self, seat: int) -> Story:
        self.turns.append(seat)
        if self.seats == 2:
            yield from self._dummy(seat, 2)
        verb, _ = yield from _ask(seat, "turn", {("roll", None), ("pass", None)})
        if verb == "pass":
            self.passed += 1
        else:
            acted = yield from self._rolled(seat)
            self.passed = 0 if acted else self.passed + 1
        self._capture()
        if len(self.land.numeral) - len(self.forts) <= 6:
            self.reason = "forts"
        elif self.passed >= 2 * self.seats:
            self.reason = "passes"

    def _dummy(self, seat: int, dummy: int) -> Story:
        yield from _ask(seat, "dummy", {("roll", None)})
        face = yield from _one_die()
        everywhere = self.open_roads(set(self.land.roads))
        matching = self.open_roads(self.land.leading_to(face))
        where = matching if face != EAGLE and matching else everywhere
        if not where:
            return
        words: set[Word] = {("place", road) for road in where}
        if self.on("dummy_may_stay") and not self.supply(dummy):
            words.add(("keep", None))
        verb, road = yield from _ask(seat, "dummy_place", words)
        if verb == "place":
            yield from self._place(seat, dummy, road)

    def _rolled(self, seat: int) -> Generator[Question, Word, bool]:
        """Whether the turn counts as played: a roll that is declined is a pass."""
        dice = yield from _two_dice()
        words = self.choices(seat, *dice)
        if not words:
            return True
        verb, what = yield from _ask(seat, "act", words)
        if verb == "end":
            return not self.on("decline_after_rolling")
        if verb == "legion":
            assert isinstance(what, frozenset)
            self.warriors.pop(what, None)
            self.legion = what
            yield from self._board(seat)
        elif verb == "sail":
            assert isinstance(what, int)
            landing = self.landings(seat, what, *dice)
            _, road = yield from _ask(seat, "land", landing)
            del self.boats[what]
            self._put(seat, road)
        else:
            yield from self._place(seat, seat, what)
        return True

    # What the dice allow -------------------------------------------------------------------------

    def choices(self, seat: int, a: int, b: int) -> set[Word]:
        if a == b == EAGLE:
            return {("legion", road) for road in self.land.roads if road != self.legion}
        words: set[Word] = set()
        for number in {a, b} - {EAGLE}:
            matching = self.land.leading_to(number)
            words |= {("place", road) for road in self.open_roads(matching)}
            if a == b:
                words |= self._replaceable(seat, matching)
            if EAGLE in (a, b):
                words |= {("legion", road) for road in matching if road != self.legion}
        sails: set[Word] = {
            ("sail", boat)
            for boat, player in self.boats.items()
            if player == seat and self.landings(seat, boat, a, b)
        }
        ends: set[Word] = {("end", None)}
        if sails and not words:
            # A boat may be used, it need not.
            return sails | ends
        return words | sails | (ends if words and self.on("decline_after_rolling") else set())

    def landings(self, seat: int, boat: int, a: int, b: int) -> set[Word]:
        matching = self.land.leading_to(boat)
        words: set[Word] = {("place", road) for road in self.open_roads(matching)}
        # The boat's number takes the place of one die; the other die stays.
        for exchanged, kept in ((a, b), (b, a)):
            rolled = a == b
            made = self.on("boat_can_make_doubles") and (
                exchanged != EAGLE or self.on("eagle_can_make_doubles")
            )
            if kept == boat and (rolled or made):
                words |= self._replaceable(seat, matching)
        return words

    def _replaceable(self, seat: int, roads: set[Road]) -> set[Word]:
        return {
            ("replace", road)
            for road in roads
            if road == self.legion or self.warriors.get(road, seat) != seat
        }

    # Moving pieces -------------------------------------------------------------------------------

    def _place(self, seat: int, player: int, where: object) -> Story:
        """From the supply, and with none there one that is out already."""
        if not self.supply(player):
            words: set[Word] = {
                ("lift", road) for road, who in self.warriors.items() if who == player
            }
            words |= {("lift", boat) for boat, who in self.boats.items() if who == player}
            prompt = "lift" if seat == player else "dummy_lift"
            _, source = yield from _ask(seat, prompt, words)
            if isinstance(source, frozenset):
                del self.warriors[source]
            else:
                assert isinstance(source, int)
                del self.boats[source]
        self._put(player, where)

    def _put(self, player: int, where: object) -> None:
        if isinstance(where, int):
            self.boats[where] = player
            return
        assert isinstance(where, frozenset)
        if where == self.legion:
            self.legion = None
        self.warriors[where] = player

    def _board(self, seat: int) -> Story:
        """After the legion has moved, a warrior may go on an open boat."""
        empty = set(ROMAN.values()) - set(self.boats)
        if not empty:
            return
        words: set[Word] = {("stay", None), *(("board", boat) for boat in empty)}
        verb, boat = yield from _ask(seat, "board", words)
        if verb == "board":
            yield from self._place(seat, seat, boat)

    # Forts ---------------------------------------------------------------------------------------

    def _capture(self) -> None:
        fallen = [
            fort
            for fort in self.land.numeral
            if fort not in self.forts and all(road in self.warriors for road in self.land.at(fort))
        ]
        for fort in fallen:
            self._award(fort)

    def _claim_the_rest(self) -> None:
        self.legion = None
        for fort, under in self.land.under.items():
            if fort not in self.forts and not self._award(fort) and under:
                self.lost.add(fort)

    def _award(self, fort: str) -> bool:
        """More roads than any other single player; the second alone gets the token under it."""
        around = Counter(
            self.warriors[road] for road in self.land.at(fort) if road in self.warriors
        )
        places = sorted(set(around.values()), reverse=True)
        first = [player for player, count in around.items() if count == places[0]]
        if len(first) != 1:
            return False
        (self.forts[fort],) = first
        if self.land.under[fort]:
            behind = places[1] if len(places) > 1 else None
            second = [player for player, count in around.items() if count == behind]
            if len(second) == 1:
                (self.tokens[fort],) = second
            else:
                self.lost.add(fort)
        return True

    def points(self, player: int) -> int:
        forts = sum(self.land.numeral[fort] for fort, who in self.forts.items() if who == player)
        return forts + sum(
            self.land.under[fort] for fort, who in self.tokens.items() if who == player
        )

    def places(self) -> list[int]:
        """Points, then tokens, then whoever had a turn least recently; the dummy does not count."""

        def strength(seat: int) -> tuple[int, int, int]:
            tokens = [*self.forts.values(), *self.tokens.values()].count(seat)
            since = self.turns[::-1].index(seat) if seat in self.turns else len(self.turns)
            return self.points(seat), tokens, since

        order = sorted(range(self.seats), key=strength, reverse=True)
        return [order.index(seat) + 1 for seat in range(self.seats)]


def _ask(seat: int, prompt: str, words: set[Word]) -> Asking:
    answer = yield Question(seat, prompt, frozenset(words))
    return answer


def _one_die() -> Generator[Question, Word, int]:
    _, face = yield Question(CHANCE, "die", frozenset(("die", face) for face in range(1, 7)))
    assert isinstance(face, int)
    return face


def _two_dice() -> Generator[Question, Word, tuple[int, int]]:
    _, dice = yield Question(CHANCE, "dice", frozenset(("dice", pair) for pair in _pairs()))
    assert isinstance(dice, tuple)
    return dice


def _pairs() -> Iterator[tuple[int, int]]:
    for high in range(1, 7):
        yield from ((low, high) for low in range(1, high + 1))
