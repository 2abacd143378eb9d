"""A second reading of the rulebook: battles, casualties, retreats, food, prices, moves, missions.

Nothing here comes from the rules or their tables. The content files are read as they are, and
territories, cards and heroes go by their names: what the rules do with masks and numbers is done
again with sets and words. Both agree in every position, or one of them is wrong.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypedDict, cast

from ludus.games.conqueror.state import Battle, State

CONTENT = Path(__file__).parents[1] / "content"
FACTIONS = ("Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul")
NOBODY, INDEPENDENT = -1, -2
ATTACK, DEFENCE = 0, 1
SIDES = ("attack", "defend")

Army = tuple[int, int]
"""Infantry and cavalry."""


class Line(TypedDict, total=False):
    """One ability, effect or goal, as the files have it."""

    op: str
    n: int
    side: str
    place: list[str] | str
    result: str
    unit: str
    cap: int
    unblockable: bool
    what: str
    scope: str
    min: int
    touching: str
    types: list[str]
    per: str
    great_fort: int
    home: int
    value: int
    num: int
    den: int
    price: int
    territories: list[str]
    map: str
    faction: str


class Place(TypedDict, total=False):
    """A territory of a map."""

    id: str
    kind: str
    fort: str
    food: int
    currency: int
    home: str


class Entry(TypedDict, total=False):
    """A hero, a card or a mission."""

    faction: str
    strength: int
    price: int
    pays: int
    ability: list[Line]
    effect: list[Line]
    goal: list[Line]


def _read(name: str) -> dict[str, object]:
    return tomllib.loads((CONTENT / name).read_text(encoding="utf-8"))


class Oracle:
    """A map with all cards, and what the rulebook says about a position on it."""

    def __init__(self, seats: int) -> None:
        book = _read("maps.toml")
        self.map = "campaign" if seats <= 4 else "grand"
        boards = cast("list[dict[str, object]]", book["map"])
        board = next(each for each in boards if each["key"] == self.map)
        self.places = cast("list[Place]", board["territory"])
        self.names = [place["id"] for place in self.places]
        self.number = {name: number for number, name in enumerate(self.names)}
        self.links: dict[tuple[str, str], set[str]] = {}
        for link in cast("list[dict[str, str]]", board["link"]):
            for pair in ((link["a"], link["b"]), (link["b"], link["a"])):
                self.links.setdefault(pair, set()).add(link["kind"])
        self.ends = sorted(self.links, key=lambda pair: [self.number[name] for name in pair])
        """The ways by their numbers: in the order of where they start and lead to."""
        self.quotas = cast("dict[str, list[int]]", book["quota"])["units"]
        self.heroes = self._by_faction(_read("heroes.toml")["hero"])
        self.missions = self._by_faction(_read("missions.toml")["mission"])
        self.cards = cast("list[Entry]", _read("chronicle.toml")["card"])

    def _by_faction(self, entries: object) -> list[Entry]:
        """In the order of the factions, and of the file within each."""
        found = cast("list[Entry]", entries)
        return sorted(found, key=lambda each: FACTIONS.index(each["faction"]))

    # The position in words.

    def effects(self, state: State, op: str) -> list[Line]:
        """What the chronicle card in force says of something."""
        lines = self.cards[state.card].get("effect", []) if state.card >= 0 else []
        return [line for line in lines if line["op"] == op]

    def forbidden(self, state: State, what: str) -> bool:
        return any(line["what"] == what for line in self.effects(state, "forbid"))

    def holder(self, state: State, name: str) -> int:
        return state.owner[self.number[name]]

    def army(self, state: State, name: str) -> Army:
        place = self.number[name]
        return state.infantry[place], state.cavalry[place]

    def held(self, state: State, seat: int) -> list[Place]:
        return [place for place in self.places if self.holder(state, place["id"]) == seat]

    def forts(self, state: State, seat: int) -> set[str]:
        return {place["id"] for place in self.held(state, seat) if "fort" in place}

    def home(self, state: State, seat: int) -> str:
        faction = FACTIONS[state.faction[seat]]
        return next(place["id"] for place in self.places if place.get("home") == faction)

    def wet(self, name: str) -> bool:
        return self.places[self.number[name]]["kind"] == "sea"

    def ways(self, state: State, start: str) -> list[str]:
        """The neighbours that one action reaches."""
        lines = self.effects(state, "close_links")
        shut = {kind for line in lines for kind in line.get("types", [])}
        no_sea = any(line.get("touching") == "sea" for line in lines)
        return [
            end
            for (a, end), kinds in self.links.items()
            if a == start and kinds - shut and not (no_sea and (self.wet(a) or self.wet(end)))
        ]

    # Food and money.

    def food(self, places: Iterable[Place]) -> int:
        return sum(place.get("food", 0) for place in places)

    def quota(self, state: State, seat: int) -> int:
        everywhere = [line for line in self.effects(state, "quota") if "scope" not in line]
        extra = sum(line["n"] for line in everywhere)
        return self.quotas[self.food(self.held(state, seat))] + extra

    def units(self, state: State, seat: int) -> int:
        return sum(sum(self.army(state, place["id"])) for place in self.held(state, seat))

    def income(self, state: State, seat: int) -> int:
        paying = self.held(state, seat)
        bonus = 0
        for line in self.effects(state, "income_bonus"):
            times = sum(place["kind"] == "sea" for place in paying) if line["per"] == "sea" else 1
            bonus += line["n"] * times
        if self.effects(state, "income_limit"):
            paying = [place for place in paying if "home" in place]
        return sum(place.get("currency", 0) for place in paying) + bonus

    def ransom(self, state: State, name: str) -> int:
        """What a bribe costs."""
        price = worth(self.army(state, name))
        for line in self.effects(state, "bribe_factor"):
            price = -(-price * line["num"] // line["den"])
        return price

    def recruits(self, state: State, seat: int) -> tuple[set[str], set[str]]:
        """Where infantry and cavalry can be recruited when planning begins."""
        fewer = sum(line["n"] for line in self.effects(state, "quota") if "scope" in line)
        if (
            self.forbidden(state, "recruit")
            or self.units(state, seat) >= self.quota(state, seat) + fewer
        ):
            return set(), set()
        held = self.held(state, seat)
        great = {place["id"] for place in held if place.get("fort") == "great_fort"}
        return self.forts(state, seat), great

    # Moves and attacks at the start of a turn, when every unit is ready.

    def moves(self, state: State, seat: int) -> set[tuple[str, str]]:
        """From where to where units may move."""
        return {
            (start, end)
            for start, end in self.reach(state, seat)
            if self.holder(state, end) in (seat, NOBODY)
        }

    def attacks(self, state: State, seat: int) -> set[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for start, end in self.reach(state, seat):
            holder = self.holder(state, end)
            if holder in (seat, NOBODY):
                continue
            if holder == INDEPENDENT:
                guard = worth(self.army(state, end)) + self.walls(state, end, NOBODY)
                if self.charge(state, self.army(state, start)) <= guard:
                    continue
            elif self.spared(state, end, holder):
                continue
            found.add((start, end))
        return found

    def spared(self, state: State, name: str, holder: int) -> bool:
        """Whether a truce keeps a home from attacks: not if its owner leads."""
        at_home = self.home(state, holder) == name
        return self.forbidden(state, "attack_home") and at_home and not self.leads(state, holder)

    def leads(self, state: State, seat: int) -> bool:
        return len(self.forts(state, seat)) >= 5

    def reach(self, state: State, seat: int) -> Iterable[tuple[str, str]]:
        for place in self.held(state, seat):
            if any(self.army(state, place["id"])):
                for end in self.ways(state, place["id"]):
                    yield place["id"], end

    # Battles.

    def charge(self, state: State, army: Army) -> int:
        """The strength of attacking units."""
        horse = 2
        for line in self.effects(state, "unit_strength"):
            horse = line["value"]
        return army[0] + horse * army[1]

    def walls(self, state: State, name: str, defender: int) -> int:
        """The defence bonus of a place."""
        place = self.places[self.number[name]]
        great, home = 2, 4
        for line in self.effects(state, "set_defence"):
            great, home = line["great_fort"], line["home"]
        best = 1
        if place.get("fort") == "great_fort":
            best = max(best, great)
        if defender >= 0 and self.home(state, defender) == name:
            best = max(best, home)
        kinds = self.kinds(name)
        raised = self.effects(state, "add_defence")
        return best + sum(line["n"] for line in raised if kinds & set(line["place"]))

    def kinds(self, name: str) -> set[str]:
        place = self.places[self.number[name]]
        return {place.get("fort", ""), "home" if "home" in place else ""} - {""}

    def sums(self, state: State, battle: Battle, dice: Collection[int]) -> list[tuple[int, ...]]:
        """Units, defence bonus, hero and die of both sides."""
        target = self.names[battle.target]
        half = len(battle.joined) // 2
        attackers = sum(battle.joined[:half]), sum(battle.joined[half:])
        defenders = self.army(state, target)
        lower = sum(line["n"] for line in self.says(battle, ATTACK, "reduce_defence"))
        bonus = max(0, self.walls(state, target, battle.defender) - lower)
        die = list(dice)
        return [
            (self.charge(state, attackers), 0, self.lead(battle, ATTACK, attackers), die[ATTACK]),
            (worth(defenders), bonus, self.lead(battle, DEFENCE, defenders), die[DEFENCE]),
        ]

    def lead(self, battle: Battle, side: int, army: Army) -> int:
        """What a hero brings to its side."""
        if battle.hero[side] < 0:
            return 0
        total = self.heroes[battle.hero[side]]["strength"]
        total += sum(line["n"] for line in self.says(battle, side, "bonus"))
        for line in self.says(battle, side, "unit_bonus"):
            total += min(line["cap"], line["n"] * army[line["unit"] == "cavalry"])
        return total

    def says(self, battle: Battle, side: int, op: str, result: str = "") -> list[Line]:
        """The abilities of a side's hero that count here."""
        if battle.hero[side] < 0:
            return []
        start, end = self.names[battle.origin], self.names[battle.target]
        here = self.kinds(end)
        if self.wet(start) or self.wet(end):
            here.add("sea")
        if "bridge" in self.links[start, end]:
            here.add("bridge")
        enemy = battle.hero[1 - side]
        muted = enemy >= 0 and any(
            line["op"] == "nullify" for line in self.heroes[enemy]["ability"]
        )
        return [
            line
            for line in self.heroes[battle.hero[side]]["ability"]
            if line["op"] == op
            and line.get("side", SIDES[side]) == SIDES[side]
            and ("place" not in line or here & set(line["place"]))
            and (line.get("result") in (None, "any", result))
            and (not muted or line.get("unblockable") or op == "nullify")
        ]

    def winner(self, battle: Battle, mine: int, theirs: int) -> int:
        """The side that wins, or -1 for a draw."""
        if mine != theirs:
            return ATTACK if mine > theirs else DEFENCE
        keen = [side for side in (ATTACK, DEFENCE) if self.says(battle, side, "draw_wins")]
        return keen[0] if keen else -1

    def losses(self, battle: Battle, side: int, army: Army, margin: int) -> set[Army]:
        """What the beaten side may give up: sets of units that make up for the margin."""
        saved = sum(line["n"] for line in self.says(battle, side, "protect", "lose"))
        owed = margin - saved
        if owed <= 0 or self.says(battle, side, "no_casualties", "lose"):
            return {(0, 0)}
        sets = [(foot, horse) for foot in range(army[0] + 1) for horse in range(army[1] + 1)]
        enough = [each for each in sets if worth(each) >= owed] or [army]
        least = min(worth(each) for each in enough)
        return {each for each in enough if worth(each) == least}

    def pay(self, state: State, battle: Battle, side: int) -> int:
        """What the winner of a battle is paid by the bank."""
        coins = sum(line["n"] for line in self.says(battle, side, "gain_currency", "win"))
        if side == ATTACK:
            raised = self.effects(state, "victory_pay")
            coins += raised[0]["n"] if raised else 1
        return coins

    def shelters(self, state: State, battle: Battle) -> set[str]:
        """Where beaten defenders may go."""
        target = self.names[battle.target]
        free = (battle.defender, NOBODY)
        found = {end for end in self.ways(state, target) if self.holder(state, end) in free}
        if self.says(battle, DEFENCE, "retreat_anywhere", "lose"):
            found |= {place["id"] for place in self.held(state, battle.defender)} - {target}
        found.discard(self.names[battle.origin])
        return {end for end in found if self.wet(target) or not self.wet(end)}

    # Missions.

    def fulfilled(self, state: State, seat: int, mission: int, beaten: dict[str, int]) -> bool:
        """Whether a mission's goal is reached, with so many battles won against each faction."""
        held = {place["id"] for place in self.held(state, seat)}
        for goal in self.missions[mission]["goal"]:
            if goal.get("map", self.map) != self.map:
                continue
            if goal["op"] == "control_all" and held.issuperset(goal["territories"]):
                return True
            if goal["op"] == "battles_won_against" and beaten.get(goal["faction"], 0) >= goal["n"]:
                return True
        return False


def worth(army: Army) -> int:
    return army[0] + 2 * army[1]
