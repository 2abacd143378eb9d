"""Check that imports go one way only.

Between the packages of `ludus`: core <- games, bots <- lab, store <- kit <- web <- cli. Packages
of one level do not import each other, and nothing outside a game imports it: games are found by
name.

Inside a game every module has its level by its name, or by that of its package:

    ids <- content, board, ... <- mechanics <- state <- rules <- view <- face, bot
                                                                             bot <- encode

A face sees neither state nor rules: what it may share with the rules are ids, content and
mechanics. A bot may import all of them, but face and bot do not know each other. Tests, and a
game's `__init__`, may import everything in their game.

Prints every import that goes the wrong way and every module without a level, and exits with 1 if
there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "ludus"
PACKAGES = {
    "core": 0,
    "games": 1,
    "bots": 1,
    "lab": 2,
    "store": 2,
    "kit": 3,
    "web": 4,
    "cli": 5,
    "__main__": 6,
}
IDS, CONTENT, MECHANICS, STATE, RULES, VIEW, FACE, ENCODE = range(8)
LEVELS = {
    "ids": IDS,
    "content": CONTENT,
    "board": CONTENT,
    "drawing": CONTENT,
    "scenario": CONTENT,
    "schema": CONTENT,
    "catalog": CONTENT,
    "cards": CONTENT,
    "primitives": CONTENT,
    "mechanics": MECHANICS,
    "state": STATE,
    "rules": RULES,
    "view": VIEW,
    "face": FACE,
    "bot": FACE,
    "encode": ENCODE,
}
"""Inside a game: the level of each module or package."""


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


def package_fault(found: Import) -> str | None:
    """Why an import between packages goes the wrong way, if it does."""
    here, there = _package(found.module), _package(found.target)
    if not here or not there:
        # The package's own front door may show what it likes, and may be asked for its version.
        return None
    if here not in PACKAGES or there not in PACKAGES:
        unknown = here if here not in PACKAGES else there
        return f"the package {unknown!r} has no level; there are {', '.join(PACKAGES)}"
    game, other = _game(found.module), _game(found.target)
    if other and other != game:
        return f"{game or here} imports the game {other}; nothing outside a game does"
    if here == there:
        return None
    if PACKAGES[there] >= PACKAGES[here]:
        return f"{here} (level {PACKAGES[here]}) imports {there} (level {PACKAGES[there]})"
    return None


def _package(module: str) -> str:
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
    for found in imports:
        here, there = _part(found.module), _part(found.target)
        if not here:
            continue
        if found.target == ".".join(found.module.split(".")[:3]):
            yield found, f"{here} imports the game's front door"
        if here not in LEVELS or there not in LEVELS or here == there:
            continue
        low, high = LEVELS[there], LEVELS[here]
        if low == high == FACE:
            yield found, f"{here} imports {there}; they do not know each other"
        elif here == "face" and low in (STATE, RULES):
            yield found, f"face imports {there}; a face sees ids, content, mechanics and views"
        elif low > high:
            yield found, f"{here} imports {there}, which comes after it"


def nameless(modules: Mapping[str, Path]) -> Iterator[str]:
    """Modules of games whose name has no level."""
    known = ", ".join(LEVELS)
    for module, path in modules.items():
        part = _part(module)
        if _game(module) and part and part not in LEVELS:
            yield f"{path}:1: {part!r} has no level; inside a game there are {known}"


def faults(source: Path) -> list[str]:
    """Every import under `source` that goes the wrong way, as `file:line: why`."""
    modules = all_modules(source)
    imports = [
        found for module, path in modules.items() for found in imports_of(path, module, modules)
    ]
    wrong: list[tuple[Import, str]] = []
    for found in imports:
        why = package_fault(found)
        if why is not None:
            wrong.append((found, why))
    for game in sorted({_game(found.module) for found in imports} - {""}):
        own = [f for f in imports if _game(f.module) == game and _game(f.target) in (game, "")]
        wrong += game_faults(own)
    wrong.sort(key=lambda item: (str(item[0].path), item[0].line))
    lines = [f"{found.path}:{found.line}: {why}" for found, why in wrong]
    return [*nameless(modules), *lines]


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
