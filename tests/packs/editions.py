"""Second editions: packs in which every name, card, figure and map is another than in the box.

There are twice as many of some things and half as many of others. They are made from the built-in
packs by rules, the same each time.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game

Value: TypeAlias = object
Item: TypeAlias = dict[str, object]
Files: TypeAlias = dict[str, Item]


def second_edition(game: str, folder: Path) -> Path:
    """Write the second edition of a game."""
    copy_pack(find_game(game), folder)
    files: Files = {
        path.name: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.toml"))
    }
    files["pack.toml"]["title"] = f"{game}, second edition"
    EDITIONS[game](files)
    for name, document in files.items():
        (folder / name).write_text(dumped(document), encoding="utf-8")
    art = folder / "art.svg"
    if art.is_file():
        drawn = art.read_text(encoding="utf-8").replace("pb-emblem-", "pb-emblem-new-")
        art.write_text(drawn, encoding="utf-8")
    return folder


# TOML --------------------------------------------------------------------------------------------


def dumped(document: Item) -> str:
    """A document as TOML: plain keys first, then tables, then lists of tables."""
    plain = [f"{_key(k)} = {_value(v)}" for k, v in document.items() if not _is_table(v)]
    parts = ["\n".join(plain)]
    for key, value in document.items():
        if isinstance(value, dict):
            parts.append(f"[{_key(key)}]\n" + _lines(value))
        elif _is_table(value):
            assert isinstance(value, list)
            parts += [f"[[{_key(key)}]]\n" + _lines(item) for item in value]
    return "\n\n".join(parts) + "\n"


def _is_table(value: Value) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)
    )


def _lines(table: Item) -> str:
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _value(value: Value) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def items(document: Item, key: str) -> list[Item]:
    found = document[key]
    assert isinstance(found, list)
    return found


def table(document: Item, key: str) -> Item:
    found = document[key]
    assert isinstance(found, dict)
    return found


def number(item: Item, key: str) -> int:
    found = item[key]
    assert isinstance(found, int)
    return found


def text(item: Item, key: str) -> str:
    found = item[key]
    assert isinstance(found, str)
    return found


def deep(value: Value, change: Callable[[str], str]) -> Value:
    """The same with all its texts changed."""
    if isinstance(value, dict):
        return {key: deep(part, change) for key, part in value.items()}
    if isinstance(value, list):
        return [deep(part, change) for part in value]
    return change(value) if isinstance(value, str) else value


# Cambria -----------------------------------------------------------------------------------------

NUMERALS = {2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"}


def _cambria(files: Files) -> None:
    """Half as many forts on one side, twice as many on the other, on other roads."""
    maps, drawings = files["maps.toml"], files["drawing.toml"]
    tokens: Counter[str] = Counter()
    for side, drawing, count in zip(
        items(maps, "side"), items(drawings, "side"), (8, 26), strict=True
    ):
        roads = _ring(count)
        degree = Counter(end for road in roads for end in road)
        ids = [f"castle_{number}" for number in range(count)]
        side["fort"] = [
            {"id": id, "name": f"Castle {n + 1}", "modern": "", "numeral": NUMERALS[degree[n]]}
            for n, id in enumerate(ids)
        ]
        side["road"] = [{"a": ids[a], "b": ids[b], "roman": a % 2 == 0} for a, b in roads]
        found = Counter(NUMERALS[degree[n]] for n in range(count))
        tokens |= found
        drawing["fort"] = [_spot(drawing, id, n, count) for n, id in enumerate(ids)]
        drawing["road"] = []
    for token in items(maps, "token"):
        token["forts"] = tokens[text(token, "numeral")]
    pieces = table(maps, "pieces")
    pieces["fort_tokens"] = sum(tokens.values())
    pieces["victory_tokens"] = sum(tokens[numeral] for numeral in ("IV", "V", "VI"))


def _ring(count: int) -> list[tuple[int, int]]:
    """A ring with chords: forts of two to six roads."""
    roads = [(n, (n + 1) % count) for n in range(count)]
    hub = count // 2
    roads += [(0, n) for n in range(2, min(6, count - 1))]
    roads += [(hub, (hub + n) % count) for n in (2, 3) if (hub + n) % count != 0]
    seen: set[frozenset[int]] = set()
    kept: list[tuple[int, int]] = []
    for a, b in roads:
        if frozenset((a, b)) not in seen:
            seen.add(frozenset((a, b)))
            kept.append((a, b))
    return kept


def _spot(drawing: Item, id: str, number: int, count: int) -> Item:
    focus = drawing["focus"]
    assert isinstance(focus, list)
    left, top, width, height = map(int, focus)
    angle = 2 * math.pi * number / count
    return {
        "id": id,
        "x": round(left + width / 2 + (width / 2 - 40) * math.cos(angle)),
        "y": round(top + height / 2 + (height / 2 - 40) * math.sin(angle)),
        "badge": [24, -24],
        "label": [0, 48],
        "anchor": "middle",
    }


# Para Bellum -------------------------------------------------------------------------------------


def _para_bellum(files: Files) -> None:
    """Twice as many events and objectives, half as many Orders; all renamed, at other prices."""
    words = files["words.toml"]
    command = files["command.toml"]
    cards = items(command, "card")
    orders = [card for card in cards if card["type"] == "order"]
    kept = orders[::2] + [card for card in cards if card["type"] != "order"]
    for index, card in enumerate(kept):
        card["copies"] = number(card, "copies") + 1 + index % 2
        for part in [*_parts(card, "option"), *_parts(card, "action")]:
            part["cost"] = _dearer(part.get("cost", []), index)
            part["effects"] = _stronger(part["effects"])
    command["card"] = kept
    _rename(words, "card", kept)
    for file, key, family in (
        ("events.toml", "event", "omen"),
        ("objectives.toml", "objective", "objective"),
        ("battles.toml", "battle", "battle"),
    ):
        document = files[file]
        ones = items(document, key)
        twins = [{**one, "id": f"{one['id']}_twin"} for one in ones]
        for one, twin in zip(ones, twins, strict=True):
            said = table(table(words, family), text(one, "id"))
            twins_words = {**said, "name": f"Second {said['name']}"}
            table(words, family)[text(twin, "id")] = twins_words
        document[key] = [*ones, *twins]
        _rename(words, family, [*ones, *twins])
    for objective in items(files["objectives.toml"], "objective"):
        objective["tiers"] = [
            {**tier, "points": tier["points"] + 1}
            for tier in objective.get("tiers", [])  # type: ignore[attr-defined]  # A list.
        ]
        if objective.get("measure"):
            objective["face"] = "up" if len(text(objective, "id")) % 2 else "down"
        else:
            objective["points"] = number(objective, "points") + 1
    alliances = files["alliances.toml"]
    alliances["alliance"] = items(alliances, "alliance")[:2]
    _rename(words, "alliance", items(alliances, "alliance"))
    army = files["army.toml"]
    for index, card in enumerate(items(army, "card")):
        card["full"] = not card["full"] if index % 4 == 0 else card["full"]


def _parts(card: Item, key: str) -> list[Item]:
    return items(card, key) if key in card else []


def _dearer(cost: Value, index: int) -> Value:
    assert isinstance(cost, list)
    more: list[Item] = [{"coin": 1}, {"actions": 1}, {"r": 1, "k": 1}, {"b": 1}]
    if not cost:
        return [more[index % 4]] if index % 3 else []
    return [*cost, more[index % 4]] if len(cost) < 3 else cost


def _stronger(effects: Value) -> Value:
    assert isinstance(effects, list)
    return [*effects, {"op": "gain", "what": "vp", "n": 1}]


def _rename(words: Item, family: str, cards: list[Item]) -> None:
    """Another id and name for each; words of what is gone go too."""
    old = table(words, family)
    new: Item = {}
    for card in cards:
        id = text(card, "id")
        said = dict(table(old, id))
        said["name"] = f"New {said['name']}"
        card["id"] = f"new_{id}"
        new[f"new_{id}"] = said
    words[family] = new


# Conqueror ---------------------------------------------------------------------------------------


def _territories(files: Files) -> Callable[[str], str]:
    """Other names and icons on both maps, and larger armies."""
    maps = files["maps.toml"]
    homes = {
        text(territory, "id")
        for each in items(maps, "map")
        for territory in items(each, "territory")
    }
    names = {name: f"New {name}" for name in homes}

    def renamed(value: str) -> str:
        return names.get(value, value)

    quota = table(maps, "quota")
    units = quota["units"]
    assert isinstance(units, list)
    quota["units"] = [*units, *(units[-1] + 2 * n for n in range(1, 12))]
    for each in items(maps, "map"):
        for territory in items(each, "territory"):
            territory["id"] = renamed(text(territory, "id"))
            if territory["kind"] == "land" and not territory.get("home"):
                territory["food"] = 1 - min(1, int(str(territory.get("food", 0))))
                territory["sources"] = {}
        for link in items(each, "link"):
            link["a"], link["b"] = renamed(text(link, "a")), renamed(text(link, "b"))
    for faction in items(maps, "faction"):
        for start in items(faction, "start"):
            start["at"] = renamed(text(start, "at"))
            start["n"] = number(start, "n") + 1
    for row in items(maps, "independents"):
        row["at"] = renamed(text(row, "at"))
    return renamed


def _drawn_and_wanted(files: Files, renamed: Callable[[str], str]) -> None:
    """The drawings and the missions name the territories in the same way."""
    for drawing in items(files["drawing.toml"], "map"):
        for region in items(drawing, "territory"):
            region["id"] = renamed(text(region, "id"))
        for bridge in items(drawing, "bridge"):
            bridge["a"], bridge["b"] = renamed(text(bridge, "a")), renamed(text(bridge, "b"))
    for mission in items(files["missions.toml"], "mission"):
        mission["pays"] = number(mission, "pays") + 1
        for goal in items(mission, "goal"):
            if "territories" in goal:
                goal["territories"] = deep(goal["territories"], renamed)


def _conqueror(files: Files) -> None:
    """Other territories, half as many heroes, twice as many missions and chronicle cards."""
    words = files["words.toml"]
    _drawn_and_wanted(files, _territories(files))
    heroes = items(files["heroes.toml"], "hero")
    seen: Counter[str] = Counter()
    kept: list[Item] = []
    for hero in heroes:
        seen[text(hero, "faction")] += 1
        if seen[text(hero, "faction")] % 2:
            kept.append(hero)
    files["heroes.toml"]["hero"] = kept
    missions = items(files["missions.toml"], "mission")
    again = [{**one, "id": f"{one['id']}_twin"} for one in missions]
    for one, twin in zip(missions, again, strict=True):
        table(words, "mission")[text(twin, "id")] = table(words, "mission")[text(one, "id")]
    files["missions.toml"]["mission"] = [*missions, *again]
    for hero in kept:
        hero["strength"] = 1 + number(hero, "strength") % 4
        hero["price"] = number(hero, "price") + 1
    chronicle = files["chronicle.toml"]
    cards = items(chronicle, "card")
    twins = [{**card, "id": f"{card['id']}_twin"} for card in cards]
    for card, twin in zip(cards, twins, strict=True):
        said = table(words, "chronicle")
        said[text(twin, "id")] = said[text(card, "id")]
        if twin.get("minimum"):
            twin["minimum"] = [5, 7, 9, 11]
    chronicle["card"] = [*cards, *twins]
    for file, key, family in (
        ("heroes.toml", "hero", "hero"),
        ("chronicle.toml", "card", "chronicle"),
        ("missions.toml", "mission", "mission"),
    ):
        said = table(words, family)
        ones = items(files[file], key)
        words[family] = {f"new_{one['id']}": f"New: {said[text(one, 'id')]}" for one in ones}
        for one in ones:
            one["id"] = f"new_{one['id']}"
            one["name"] = f"New {one['name']}"


# Hadrian's Wall ----------------------------------------------------------------------------------

SWAPS = {"renown": "piety", "piety": "renown", "valour": "discipline", "discipline": "valour"}


def _hadrians_wall(files: Files) -> None:
    """Other icons, costs, names and Paths; twice as many Fate faces, one arrow, two or none."""
    sheets, cards = files["sheets.toml"], files["cards.toml"]

    def swapped(gives: str) -> str:
        return " ".join(SWAPS.get(icon, icon) for icon in gives.split())

    for track in items(sheets, "track"):
        track["gives"] = deep(track["gives"], swapped)
    for building in items(sheets, "building"):
        building["gives"] = swapped(str(building.get("gives", "")))
        cost = table(building, "cost")
        first = next(iter(cost))
        cost[first] = 1 + number(cost, first) % 3
    fates = items(cards, "fate")
    twins = [dict(fate) for fate in fates]
    for index, fate in enumerate(twins):
        fate["arrow"] = (["left", "right"], [], "centre")[index % 3]
        fate["damage"] = 1 + number(fate, "damage") % 3
    cards["fate"] = [*fates, *twins]
    words = files["words.toml"]
    paths = items(cards, "path")
    # Every goal of the second half is that of a card of the first half, with other tiers.
    for index, (path, other) in enumerate(zip(paths[6:], paths, strict=False)):
        path["counts"] = other["counts"]
        tiers = other["tiers"]
        assert isinstance(tiers, list)
        path["tiers"] = [tier + 1 for tier in tiers]
        path["good"] = 1 + index
    said = table(words, "path")
    words["path"] = {f"new_{path['key']}": said[text(path, "key")] for path in paths}
    for path in paths:
        path["key"] = f"new_{path['key']}"
    for family in ("building", "path", "rank"):
        words[family] = deep(words[family], lambda said: f"New {said}")


# Agricola ----------------------------------------------------------------------------------------


def _agricola(files: Files) -> None:
    """A larger map, other names, more tribesmen, half as many recruits and stratagems."""
    board, units = files["map.toml"], files["units.toml"]
    grid = table(board, "grid")
    sea = str(table(board, "terrain")["sea"])
    rows = grid["rows"]
    assert isinstance(rows, list)
    width = len(str(rows[0])) + 2
    grid["rows"] = [sea * width, sea * width, *(sea * 2 + str(row) for row in rows)]
    grid["first_row"] = number(grid, "first_row") - 2
    grid["last_column"] = number(grid, "last_column") + 2
    for key in ("center", "fortress", "site", "area", "road"):
        for place in items(board, key):
            place["name"] = f"New {place['name']}"
    drawing = files["drawing.toml"]
    size = drawing["size"]
    assert isinstance(size, list)
    step = number(drawing, "hex")
    drawing["size"] = [size[0] + round(2 * math.sqrt(3) * step), size[1] + 3 * step]
    for label in items(drawing, "label"):
        label["name"] = f"New {label['name']}"
    counters = units["unit"]
    assert isinstance(counters, list)
    spare = [unit for unit in counters if unit["start"] == "recruit"]
    gone = {id(unit) for unit in spare[::2] if not unit["elite"]}
    kept = [unit for unit in counters if id(unit) not in gone]
    drawn = [unit for unit in kept if unit["side"] == "caledonian" and unit["start"] == "drawn"]
    more = [{**unit, "name": f"{unit['name']} bis"} for unit in drawn[::2]]
    units["unit"] = [*kept, *more]
    for unit in items(units, "unit"):
        unit["name"] = f"New {unit['name']}"
        unit["strength"] = 1 + number(unit, "strength") % 4
        unit["sources"] = {}
    markers = files["stratagems.toml"]
    markers["stratagem"] = items(markers, "stratagem")[::2]
    for marker in items(markers, "stratagem"):
        marker["name"] = f"New {marker['name']}"
        if marker["key"] in ("siege_attack", "fury", "circumnavigation"):
            marker["goes"] = "returned" if marker["goes"] == "removed" else "removed"
    short = files["short.toml"]
    names = {text(unit, "name") for unit in items(units, "unit")}
    forces = table(short, "forces")
    for key in ("base", "britannia"):
        listed = forces[key]
        assert isinstance(listed, list)
        forces[key] = [f"New {name}" for name in listed if f"New {name}" in names]
    tables = files["tables.toml"]
    events = items(tables, "event")
    turned = [(event["key"], event["name"]) for event in [*events[1:], events[0]]]
    for event, (turned_key, name) in zip(events, turned, strict=True):
        event["key"], event["name"] = turned_key, f"New {name}"


EDITIONS: dict[str, Callable[[Files], None]] = {
    "cambria": _cambria,
    "para_bellum": _para_bellum,
    "conqueror": _conqueror,
    "hadrians_wall": _hadrians_wall,
    "agricola": _agricola,
}
