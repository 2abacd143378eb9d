"""Loads the content pack, checks it against the rulebook, and compiles it for the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.core.content import Pack, advise, demand
from ludus.core.pack_words import Needed
from ludus.core.toml_lines import Step
from ludus.games.conqueror import schema
from ludus.games.conqueror.board import BORDER, BRIDGE, RIVER, Board, Territory, map_for
from ludus.games.conqueror.cards import Card, Hero, Law, Mission, Threat
from ludus.games.conqueror.ids import (
    COINS,
    FACE_ODDS,
    FACES,
    FACTIONS,
    FORT,
    GREAT_FORT,
    HEROES_EACH,
    INFANTRY,
    LEAST_SEATS,
    MAPS,
    MISSIONS_EACH,
    MOST_EACH,
    MOST_SEATS,
    NO_FORT,
    NONE,
    WEIGHT,
    WIN_FORTS,
)
from ludus.games.conqueror.primitives import (
    ALONE,
    GOAL_OPS,
    HERO_OPS,
    LAW_OPS,
    LINKS,
    THREAT_OPS,
    UNITS,
    ability_of,
    change,
    consequence_of,
    goal_of,
    misfit,
)
from ludus.games.conqueror.schema import Struct

RULES_FILES = ("maps.toml", "heroes.toml", "chronicle.toml", "missions.toml")
PRINTED_WORDS = ("hero", "chronicle", "mission")
NAMED_WORDS = ("faction", "unit", "mapname")
SEATS = range(LEAST_SEATS, MOST_SEATS + 1)
MAP_SEATS = {
    key: [seats for seats in SEATS if map_for(seats) == number] for number, key in enumerate(MAPS)
}
SWORDS = 3
LEAST_CARDS = 6
"""So that the chronicle does not repeat itself at once."""
DANUBE = ("Celtica", "Dacia", "Thracia", "Black Sea")

FORTS = {"none": NO_FORT, "fort": FORT, "great_fort": GREAT_FORT}


@dataclass(frozen=True, slots=True)
class Garrison:
    """Units that stand somewhere at the start: of a faction, or independent (NONE).

    `unplayed` lists the factions whose homes are guarded where nobody plays them.
    """

    faction: int
    place: str
    infantry: int
    cavalry: int
    seats: tuple[int, ...]
    unplayed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything printed, checked and compiled for the rules."""

    boards: tuple[Board, ...]
    peace: Law
    """The law while no card is in force."""
    heroes: tuple[Hero, ...]
    """Those of each faction side by side, equally many."""
    cards: tuple[Card, ...]
    missions: tuple[Mission, ...]
    garrisons: tuple[Garrison, ...]
    faction_seats: tuple[tuple[int, ...], ...]
    quota: tuple[int, ...]
    start_currency: int

    @property
    def heroes_each(self) -> int:
        """How many hero cards a faction has."""
        return len(self.heroes) // len(FACTIONS)

    @property
    def missions_each(self) -> int:
        """How many missions a faction has."""
        return len(self.missions) // len(FACTIONS)


def load_contents(pack: Pack) -> Contents:
    """The whole content of a pack, checked."""
    maps = pack.read("maps.toml", schema.MapsFile)
    path = pack.path("maps.toml")
    check_tables(maps, path)
    boards = tuple(_board(text, number, path) for number, text in enumerate(maps.map))
    check_factions(maps, boards, path)
    peace = _peace(maps)
    cards = _cards(pack, maps)
    for law in (peace, *(card.law for card in cards)):
        law.ways = tuple(board.open_ways(law.closed, law.seas_closed) for board in boards)
    return Contents(
        boards=boards,
        peace=peace,
        heroes=_heroes(pack),
        cards=cards,
        missions=_missions(pack, boards),
        garrisons=tuple(_garrisons(maps)),
        faction_seats=tuple(tuple(faction.seats) for faction in maps.faction),
        quota=tuple(maps.quota.units),
        start_currency=maps.victory.start_currency,
    )


def words_of(contents: Contents) -> list[Needed]:
    """The words without which some card could not be shown."""
    found = [
        Needed(f"hero.{hero.id}", "heroes.toml", f"hero {hero.id}") for hero in contents.heroes
    ]
    found += [
        Needed(f"chronicle.{card.id}", "chronicle.toml", f"card {card.id}")
        for card in contents.cards
    ]
    found += [
        Needed(f"mission.{mission.id}", "missions.toml", f"mission {mission.id}")
        for mission in contents.missions
    ]
    return found


def check_tables(maps: schema.MapsFile, path: Path) -> None:
    """Check the tables against the numbers in the rulebook."""
    die = sorted(face for face, odds in zip(FACES, FACE_ODDS, strict=True) for _ in range(odds))
    demand(sorted(maps.die.faces) == die, path, f"die.faces must be {die}")
    strength = (maps.strength.infantry, maps.strength.cavalry)
    demand(strength == WEIGHT, path, "strength: infantry have 1, cavalry 2")
    defence = (maps.defence.any, maps.defence.great_fort, maps.defence.home)
    demand(defence == (1, 2, 4), path, "defence: the bonuses are 1, 2 and 4")
    recruit = maps.recruit
    found = (recruit.fort_infantry, recruit.great_fort_infantry, recruit.great_fort_cavalry)
    demand(
        found == (1, 2, 1), path, "recruit: a fort gives 1 infantry, a great fort 2 or 1 cavalry"
    )
    victory = (maps.victory.forts, maps.victory.pay)
    demand(
        victory == (WIN_FORTS, 1), path, f"victory: {WIN_FORTS} forts win, and a won attack pays 1"
    )
    demand(maps.coins.values == sorted(COINS), path, f"coins.values must be {sorted(COINS)}")
    units = maps.quota.units
    demand(units[1:3] == [6, 8], path, "quota.units: 1 food allows 6 units and 2 food allow 8")
    demand(units == sorted(units), path, "quota.units must not fall")
    keys = [text.key for text in maps.map]
    demand(
        keys == list(MAPS), path, f"map: there must be {' and '.join(MAPS)}, not {', '.join(keys)}"
    )
    for text in maps.map:
        seats = MAP_SEATS.get(text.key, text.seats)
        demand(text.seats == seats, path, f"map {text.key}: seats must be {seats}")
        food = sum(territory.food for territory in text.territory)
        demand(food < len(units), path, f"map {text.key}: {food} food, but the quota ends before")


def _board(text: schema.Map, number: int, path: Path) -> Board:
    here = f"map {text.key}"
    ids = [territory.id for territory in text.territory]
    for name, count in Counter(ids).items():
        demand(count == 1, path, f"{here}, territory {name}: {count} have this name")
    demand(len(ids) <= 60, path, f"{here}: at most 60 territories are possible")
    for territory in text.territory:
        check_territory(territory, here, path)
    pairs: list[tuple[int, int, int]] = []
    at: dict[tuple[str, str, str], list[Step]] = {}
    for index, link in enumerate(text.link):
        place: list[Step] = ["map", number, "link", index]
        for end in (link.a, link.b):
            demand(end in ids, path, f"{here}: link to {end!r}, which is no territory", place)
        demand(link.a != link.b, path, f"{here}: a link from {link.a!r} to itself", place)
        a, b = sorted((link.a, link.b))
        twice = (a, b, link.kind) in at
        demand(not twice, path, f"{here}: two links {link.kind!r} join {a} and {b}", place)
        at[a, b, link.kind] = place
        pairs.append((ids.index(link.a), ids.index(link.b), LINKS[link.kind]))
    territories = [
        Territory(
            name=territory.id,
            sea=territory.kind == "sea",
            fort=FORTS[territory.fort],
            food=territory.food,
            currency=territory.currency,
            home=FACTIONS.index(territory.home) if territory.home else NONE,
        )
        for territory in text.territory
    ]
    board = Board(text.key, territories, pairs)
    ends = {(a, b): place for (a, b, _), place in at.items()}
    check_links(board, here, path, ends)
    return board


def check_territory(territory: schema.Territory, here: str, path: Path) -> None:
    """Check the icons of a territory."""
    what = f"{here}, territory {territory.id}"
    demand(not territory.home or territory.home in FACTIONS, path, f"{what}: no such faction")
    bare = territory.fort == "none" and not territory.food and not territory.home
    demand(territory.kind == "land" or bare, path, f"{what}: a sea carries currency only")
    icons = (territory.fort, territory.food, territory.currency)
    demand(
        not territory.home or icons == ("great_fort", 1, 1),
        path,
        f"{what}: a home carries a great fort, 1 food and 1 currency",
    )


def check_links(
    board: Board, here: str, path: Path, at: Mapping[tuple[str, str], Sequence[Step]]
) -> None:
    """Bridges join lands that the sea separates; the Danube joins its four; all is connected."""
    for a, b, kinds in board.links:
        first, second = sorted((board.names[a], board.names[b]))
        # Each link stands there from both of its ends.
        if board.names[a] != first:
            continue
        pair, place = f"{here}, {first}-{second}", at.get((first, second), ())
        seas = (board.sea_mask >> a & 1) + (board.sea_mask >> b & 1)
        for kind, wanted, joins in (
            (BORDER, 0, "a border is between lands"),
            (LINKS["coast"], 1, "a coast joins sea and land"),
            (LINKS["sea"], 2, "a sea line joins seas"),
            (BRIDGE, 0, "a bridge joins two lands"),
        ):
            demand(not kinds & kind or seas == wanted, path, f"{pair}: {joins}", place)
        alone = kinds == BRIDGE or not kinds & BRIDGE
        demand(alone, path, f"{pair}: a bridge where there is another link", place)
    river = {(board.names[a], board.names[b]) for a, b, kinds in board.links if kinds & RIVER}
    right = {(a, b) for a in DANUBE for b in DANUBE if a != b}
    usual = f"{here}: in the rulebook the Danube joins {', '.join(DANUBE)}, each to each"
    advise(river == right, path, usual)
    reached = {0}
    edge = [0]
    while edge:
        here_now = edge.pop()
        for a, b, _ in board.links:
            if a == here_now and b not in reached:
                reached.add(b)
                edge.append(b)
    apart = [name for place, name in enumerate(board.names) if place not in reached]
    first = board.names[0] if board.names else ""
    demand(not apart, path, f"{here}: no links lead from {first} to {', '.join(apart)}")


def check_factions(maps: schema.MapsFile, boards: Sequence[Board], path: Path) -> None:
    """Six factions, their homes and their first armies, and the independents' table."""
    names = [faction.id for faction in maps.faction]
    demand(
        names == list(FACTIONS),
        path,
        f"faction: there must be {', '.join(FACTIONS)}, in this order",
    )
    for faction in maps.faction:
        strange = sorted(set(faction.seats) - set(SEATS))
        demand(not strange, path, f"faction {faction.id}: seats are 3 to 6, not {strange}")
        number = FACTIONS.index(faction.id)
        for text, board in zip(maps.map, boards, strict=True):
            if not set(faction.seats) & set(text.seats):
                continue
            home = board.home[number]
            demand(home != NONE, path, f"map {board.key}: no home for {faction.id}")
            for start in faction.start:
                there = start.at in board.names
                demand(there, path, f"faction {faction.id}: no {start.at!r} on map {board.key}")
    for seats in SEATS:
        count = sum(1 for faction in maps.faction if seats in faction.seats)
        demand(count >= seats, path, f"faction: only {count} for {seats} players")
        board = boards[map_for(seats)]
        for row in maps.independents:
            if row.seats == seats and row.at:
                demand(row.at in board.names, path, f"independents: no {row.at!r} at {seats}")
    for row in maps.independents:
        demand(row.seats in SEATS, path, f"independents: no game for {row.seats} players")
        known = all(name in FACTIONS for name in row.unplayed_homes)
        demand(known, path, f"independents: no faction among {row.unplayed_homes}")
        demand(bool(row.at) != bool(row.unplayed_homes), path, "independents: a place or homes")


def _garrisons(maps: schema.MapsFile) -> list[Garrison]:
    rows: list[Garrison] = []
    for number, faction in enumerate(maps.faction):
        for start in faction.start:
            foot = UNITS[start.unit] == INFANTRY
            infantry, cavalry = (start.n, 0) if foot else (0, start.n)
            rows.append(Garrison(number, start.at, infantry, cavalry, tuple(faction.seats)))
    for row in maps.independents:
        unplayed = tuple(FACTIONS.index(name) for name in row.unplayed_homes)
        rows.append(Garrison(NONE, row.at, row.infantry, row.cavalry, (row.seats,), unplayed))
    return rows


def _peace(maps: schema.MapsFile) -> Law:
    defence = (maps.defence.any, maps.defence.great_fort, maps.defence.home)
    return Law(defence, (maps.strength.infantry, maps.strength.cavalry), maps.victory.pay)


def _heroes(pack: Pack) -> tuple[Hero, ...]:
    path = pack.path("heroes.toml")
    texts = pack.read("heroes.toml", schema.HeroesFile).hero
    _demand_names(path, "hero", [(text.id, text.name) for text in texts])
    _demand_each(path, "hero", [text.faction for text in texts], HEROES_EACH)
    used: set[type] = set()
    heroes: list[Hero] = []
    for faction, name in enumerate(FACTIONS):
        for text in texts:
            if text.faction != name:
                continue
            here = f"hero {text.id}"
            advise(1 <= text.strength <= 4, path, f"{here}: in the rulebook strengths are 1 to 4")
            advise(4 <= text.price <= 12, path, f"{here}: in the rulebook prices are 4 to 12")
            used.update(type(ability) for ability in text.ability)
            abilities = [ability_of(ability) for ability in text.ability]
            number = len(heroes)
            heroes.append(
                Hero(number, text.id, text.name, faction, text.strength, text.price, abilities)
            )
    _demand_used(pack, path, used, HERO_OPS)
    return tuple(heroes)


def _cards(pack: Pack, maps: schema.MapsFile) -> tuple[Card, ...]:
    path = pack.path("chronicle.toml")
    texts = pack.read("chronicle.toml", schema.ChronicleFile).card
    ids = [text.id for text in texts]
    _demand_names(path, "card", [(text.id, "") for text in texts])
    demand(len(ids) <= 60, path, f"card: {len(ids)}, at most 60 are possible")
    swords = sum(text.sword for text in texts)
    advise(swords == SWORDS, path, f"card: {swords} sword cards, in the box {SWORDS}")
    demand(len(ids) >= LEAST_CARDS, path, f"card: {len(ids)}, there must be at least {LEAST_CARDS}")
    used: set[type] = set()
    threats: set[type] = set()
    cards: list[Card] = []
    for text in texts:
        here = f"card {text.id}"
        law = _peace(maps)
        threat = None
        if text.sword:
            demand(not text.effect, path, f"{here}: a sword card has no effect for the round")
            enough = len(text.minimum) == len(SEATS) and min(text.minimum) > 0
            demand(enough, path, f"{here}: a minimum above 0 for each of {tuple(SEATS)} players")
            threats.update(type(line) for line in (*text.lost, *text.won))
            threat = Threat(
                text.minimum,
                [consequence_of(line) for line in text.lost],
                [consequence_of(line) for line in text.won],
            )
        else:
            demand(bool(text.effect), path, f"{here}: an effect for the round is missing")
            kinds = Counter(type(effect) for effect in text.effect)
            for kind in ALONE:
                name = kind.__struct_config__.tag
                demand(kinds[kind] <= 1, path, f"{here}: more than one effect {name!r}")
            for effect in text.effect:
                wrong = misfit(effect)
                demand(not wrong, path, f"{here}: {wrong}")
                used.add(type(effect))
                change(law, effect)
        cards.append(Card(text.id, text.name, law, threat))
    _demand_used(pack, path, used, LAW_OPS)
    _demand_used(pack, path, threats, THREAT_OPS)
    return tuple(cards)


def _missions(pack: Pack, boards: Sequence[Board]) -> tuple[Mission, ...]:
    path = pack.path("missions.toml")
    texts = pack.read("missions.toml", schema.MissionsFile).mission
    _demand_names(path, "mission", [(text.id, "") for text in texts])
    _demand_each(path, "mission", [text.faction for text in texts], MISSIONS_EACH)
    used: set[type] = set()
    missions: list[Mission] = []
    for faction, name in enumerate(FACTIONS):
        for text in texts:
            if text.faction != name:
                continue
            here = f"mission {text.id}"
            demand(text.pays > 0, path, f"{here}: it must pay something")
            for line in text.goal:
                used.add(type(line))
                known = isinstance(line, schema.ControlAll) or line.faction in FACTIONS
                demand(known, path, f"{here}: no faction to win battles against: {line}")
            places = {name for board in boards for name in board.names}
            for number, line in enumerate(text.goal, 1):
                named = line.territories if isinstance(line, schema.ControlAll) else []
                for name in sorted(set(named) - places):
                    demand(False, path, f"{here}, goal {number}: no map has a territory {name!r}")
            goals = []
            for board in boards:
                found = [goal_of(line, board) for line in text.goal]
                row = [goal for goal in found if goal is not None]
                possible = bool(row) or board.home[faction] == NONE
                demand(possible, path, f"{here}: no goal that is possible on map {board.key}")
                goals.append(row)
            missions.append(Mission(len(missions), text.id, text.name, faction, text.pays, goals))
    _demand_used(pack, path, used, GOAL_OPS)
    return tuple(missions)


def _demand_names(path: Path, kind: str, cards: Sequence[tuple[str, str]]) -> None:
    """No two cards have an id, or a name, in common."""
    ids = Counter(id for id, _ in cards)
    for id, count in ids.items():
        demand(count == 1, path, f"{kind} {id}: {count} cards have this id")
    taken: dict[str, str] = {}
    for id, name in cards:
        other = taken.setdefault(name, id) if name else id
        demand(other == id, path, f"{kind} {id}: it is called {name!r}, as {other} is")


def _demand_each(path: Path, kind: str, factions: Sequence[str], each: int) -> None:
    counts = Counter(factions)
    # Most of them tell what all should have.
    right = Counter(counts[name] for name in FACTIONS).most_common(1)[0][0]
    possible = 1 <= right <= MOST_EACH
    demand(possible, path, f"{kind}: each faction has 1 to {MOST_EACH} cards, not {right}")
    for name in FACTIONS:
        demand(counts[name] == right, path, f"{kind}: {name} has {counts[name]} cards, not {right}")
    advise(right == each, path, f"{kind}: each faction has {right} cards, in the box {each}")
    for name in sorted(set(counts) - set(FACTIONS)):
        demand(False, path, f"no faction {name!r}; there are {', '.join(FACTIONS)}")


def _demand_used(pack: Pack, path: Path, used: set[type], table: Collection[type[Struct]]) -> None:
    """In the built-in pack every primitive is used: one that is not would be dead code."""
    if pack.folder == pack.base:
        idle = sorted(str(kind.__struct_config__.tag) for kind in set(table) - used)
        demand(not idle, path, f"primitives that no card uses: {idle}")
