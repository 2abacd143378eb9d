"""Check that imports go one way only.

Between rooms: core <- games, bots <- kit, lab, store <- web <- cli. Rooms of one level do not know
each other, and nothing outside a game imports it: games are found by name.

Inside a game: board, content <- state <- rules <- view <- face, bot. A face sees neither state nor
rules. Modules with other names stand where their own imports put them: with the content if they
know nothing else, with the rules if they know state or rules, beside the face if they know the
view. Tests, and a game's `__init__`, may import everything in their game.

Prints every import that goes the wrong way, and exits with 1 if there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "ludus"
ROOMS = {
    "core": 0,
    "games": 1,
    "bots": 1,
    "kit": 2,
    "lab": 2,
    "store": 2,
    "web": 3,
    "cli": 4,
    "__main__": 5,
}
CONTENT, STATE, RULES, VIEW, FACE = range(5)
PLACES = {"board": CONTENT, "content": CONTENT, "state": STATE, "rules": RULES, "effects": RULES}
PLACES |= {"scoring": RULES, "view": VIEW, "face": FACE, "bot": FACE}


@dataclass(frozen=True, slots=True)
class Import:
    """One import: from which file and line, and which module of the package it names."""

    path: Path
    line: int
    module: str
    target: str


def imports_of(path: Path, module: str, modules: Mapping[str, Path]) -> Iterator[Import]:
    """All imports of the package's own modules in a file, also those inside functions."""
    is_package = path.name == "__init__.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == PACKAGE:
                    yield Import(path, node.lineno, module, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, module, is_package)
            if base.split(".")[0] != PACKAGE:
                continue
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield Import(path, node.lineno, module, name if name in modules else base)


def _base(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The module that a `from` names, relative ones spelled out."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*parts, node.module] if node.module else parts)


def all_modules(source: Path) -> dict[str, Path]:
    """Every module of the package by its dotted name, tests left out."""
    found: dict[str, Path] = {}
    for path in sorted((source / PACKAGE).rglob("*.py")):
        parts = list(path.relative_to(source).with_suffix("").parts)
        if "tests" in parts:
            continue
        if parts[-1] == "__init__":
            parts.pop()
        found[".".join(parts)] = path
    return found


def room_fault(found: Import) -> str | None:
    """Why an import between rooms goes the wrong way, if it does."""
    here, there = _room(found.module), _room(found.target)
    if not here or not there:
        # The package's own front door may show what it likes, and may be asked for its version.
        return None
    if here not in ROOMS or there not in ROOMS:
        unknown = here if here not in ROOMS else there
        return f"the room {unknown!r} has no level yet; the rooms are {', '.join(ROOMS)}"
    game, other = _game(found.module), _game(found.target)
    if other and other != game:
        return f"{game or here} imports the game {other}; nothing outside a game does"
    if here == there:
        return None
    if ROOMS[there] >= ROOMS[here]:
        return f"{here} (level {ROOMS[here]}) imports {there} (level {ROOMS[there]})"
    return None


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def _game(module: str) -> str:
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "games" else ""


def _part(module: str) -> str:
    """The part of a game that a module belongs to: its name, or that of its package."""
    parts = module.split(".")
    return parts[3] if len(parts) > 3 else ""


def game_faults(imports: Sequence[Import]) -> Iterator[tuple[Import, str]]:
    """Imports inside one game that go the wrong way."""
    inner = [found for found in imports if _part(found.module) and _part(found.target)]
    places = _places(inner)
    faces = _faces(inner, places)
    for found in inner:
        here, there = _part(found.module), _part(found.target)
        if here == there:
            continue
        if places[here] == FACE and places[there] == FACE and there in PLACES and here in PLACES:
            yield found, f"{here} imports {there}; they do not know each other"
        elif here in faces and places[there] in (STATE, RULES):
            yield found, f"{here} imports {there}; a face is made from views, content and board"
        elif places[there] > places[here]:
            yield found, f"{here} imports {there}, which comes after it"
    for found in imports:
        if _part(found.module) and found.target == ".".join(found.module.split(".")[:3]):
            yield found, f"{_part(found.module)} imports the game's front door"


def _places(inner: Sequence[Import]) -> dict[str, int]:
    """Where each part of a game stands; parts without a fixed place follow their imports."""
    parts = {_part(name) for found in inner for name in (found.module, found.target)}
    places = {part: PLACES.get(part, CONTENT) for part in parts}
    follow = {CONTENT: CONTENT, STATE: RULES, RULES: RULES, VIEW: FACE, FACE: FACE}
    changed = True
    while changed:
        changed = False
        for found in inner:
            here, there = _part(found.module), _part(found.target)
            if here not in PLACES and here != there and places[here] < follow[places[there]]:
                places[here] = follow[places[there]]
                changed = True
    return places


def _faces(inner: Sequence[Import], places: Mapping[str, int]) -> set[str]:
    """The face, and those beside it that it is made of."""
    faces = {"face"}
    while True:
        more = {_part(found.target) for found in inner if _part(found.module) in faces} - faces
        more = {part for part in more if places[part] == FACE and part not in PLACES}
        if not more:
            return faces
        faces |= more


def faults(source: Path) -> list[str]:
    """Every import under `source` that goes the wrong way, as `file:line: why`."""
    modules = all_modules(source)
    imports = [
        found for module, path in modules.items() for found in imports_of(path, module, modules)
    ]
    wrong: list[tuple[Import, str]] = []
    for found in imports:
        why = room_fault(found)
        if why is not None:
            wrong.append((found, why))
    for game in sorted({_game(found.module) for found in imports} - {""}):
        own = [f for f in imports if _game(f.module) == game and _game(f.target) in (game, "")]
        wrong += game_faults(own)
    wrong.sort(key=lambda item: (str(item[0].path), item[0].line))
    return [f"{found.path}:{found.line}: {why}" for found, why in wrong]


def main(arguments: Sequence[str]) -> int:
    source = Path(arguments[0]) if arguments else Path("src")
    if not (source / PACKAGE).is_dir():
        print(f"{source}: no package {PACKAGE!r} in it; give the source folder", file=sys.stderr)
        return 2
    found = faults(source)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
