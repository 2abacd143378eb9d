"""Write docs/architecture.md: the map of modules, now and at an earlier revision, and one move.

python tools/architecture.py                       print it
python tools/architecture.py --before REV --write docs/architecture.md
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GAMES: Final = ("cambria", "agricola")
"""The games whose move is followed."""


@dataclass(frozen=True, slots=True)
class Move:
    """How one move went through the server: to the disk, and from there to a page."""

    to_disk: tuple[str, ...]
    writing: tuple[str, ...]
    """Those that only the thread passes that writes to the disk."""
    to_page: tuple[str, ...]
    positions: int
    questions: int


@dataclass(frozen=True, slots=True)
class Checkout:
    """The sources of one revision, measured."""

    lines: Mapping[str, int]
    """By module, as a dotted name without the package's own."""
    says: Mapping[str, str]
    """The first sentence of each package, as its docstring has it."""
    moves: Mapping[str, Move]


def measure(source: Path) -> Checkout:
    lines: dict[str, int] = {}
    says: dict[str, str] = {}
    for path in sorted((source / "ludus").rglob("*.py")):
        parts = path.relative_to(source / "ludus").with_suffix("").parts
        if "tests" not in parts and "template" not in parts:
            text = path.read_text(encoding="utf-8")
            lines[".".join(parts)] = len(text.splitlines())
            if path.name == "__init__.py":
                says[".".join(parts[:-1])] = _first_sentence(text)
    return Checkout(lines, says, {game: follow(source, game) for game in GAMES})


def _first_sentence(text: str) -> str:
    said = ast.get_docstring(ast.parse(text)) or ""
    return " ".join(said.partition("\n\n")[0].split()).partition(". ")[0].removesuffix(".")


def follow(source: Path, game: str) -> Move:
    """One move, in a process that sees these sources."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "trace_move.py"), game],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return Move(
        tuple(found["to_disk"]),
        tuple(found["writing"]),
        tuple(found["to_page"]),
        found["positions"],
        found["questions"],
    )


def checked_out(revision: str, folder: Path) -> Path:
    """The sources of an earlier revision."""
    archive = subprocess.run(
        ["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


# The page -----------------------------------------------------------------------------------------


def page(now: Checkout, before: Checkout | None, revision: str) -> Iterator[str]:
    yield from ("# Architecture", "")
    command = f"python tools/architecture.py --before {revision} --write docs/architecture.md"
    yield f"<!-- Made by `{command}`. -->"
    yield ""
    yield "Imports go one way: `core` <- `games`, `bots` <- `lab`, `store` <- `kit` <- `web` <-"
    yield "`cli`. `tools/import_levels.py` enforces it, also inside the games."
    yield from ("", "## Packages", "")
    yield from _table(now, before, revision, "")
    yield from ("", "## The server", "")
    yield "`web/app.py` makes routes, `web/state.py` puts the parts together, `web/server.py` runs"
    yield "them."
    yield ""
    yield from _table(now, before, revision, "web.")
    flat = _directly(now)
    was = f" (before: {len(_directly(before))})" if before else ""
    yield ""
    yield f"Directly in `web/`: {len(flat)} modules{was}: {_names(flat)}."
    yield from ("", "## One skeleton for all games", "")
    yield from _skeleton(now)
    yield from ("", "## The way of one move", "")
    yield from _moves(now, before, revision)


def _table(
    now: Checkout,
    before: Checkout | None,
    revision: str,
    prefix: str,
) -> Iterator[str]:
    head = "| package | modules | lines |" + (f" at {revision} |" if before else "") + " |"
    yield head
    yield "|---|---|---|" + ("---|" if before else "") + "---|"
    for room in _packages(now, prefix):
        modules, lines = _size(now, prefix + room)
        row = f"| `{prefix.replace('.', '/')}{room}` | {modules} | {lines} |"
        if before:
            old = _size(before, prefix + room)
            row += f" {old[0]} modules, {old[1]} lines |" if old[0] else " |"
        yield f"{row} {now.says[prefix + room]} |"


def _packages(checkout: Checkout, prefix: str) -> list[str]:
    """The packages directly in another, the largest first."""
    inside = {name.removeprefix(prefix) for name in checkout.says if name.startswith(prefix)}
    found = [name for name in inside if name and "." not in name]
    return sorted(found, key=lambda name: -_size(checkout, prefix + name)[1])


def _size(checkout: Checkout, room: str) -> tuple[int, int]:
    inside = [lines for name, lines in checkout.lines.items() if name.startswith(f"{room}.")]
    return len(inside), sum(inside)


def _directly(checkout: Checkout) -> list[str]:
    return [
        name.removeprefix("web.")
        for name in checkout.lines
        if name.startswith("web.") and name.count(".") == 1 and name != "web.__init__"
    ]


def _skeleton(now: Checkout) -> Iterator[str]:
    games = sorted({name.split(".")[1] for name in now.lines if name.count(".") > 1
                    and name.startswith("games.")})  # fmt: skip
    parts: dict[str, dict[str, int]] = {}
    for name, lines in now.lines.items():
        words = name.split(".")
        if words[0] == "games" and len(words) > 2 and words[2] != "__init__":
            of_part = parts.setdefault(words[2], {})
            of_part[words[1]] = of_part.get(words[1], 0) + lines
    yield f"| lines of | {' | '.join(games)} |"
    yield f"|---|{'---|' * len(games)}"
    for part in sorted(parts, key=lambda part: (-len(parts[part]), part)):
        yield f"| `{part}` | {' | '.join(str(parts[part].get(game, '')) for game in games)} |"


def _moves(now: Checkout, before: Checkout | None, revision: str) -> Iterator[str]:
    yield "One move is sent as a page's script sends it, at a table with one listening page."
    yield "Counted are the modules of `ludus` outside the games in which at least one function"
    yield "runs: until the move is on disk, which is the part to read to understand"
    yield "a move; those that only the store's writing thread passes meanwhile; and from"
    yield "there until the page has the new position and the request its response, which is"
    yield "mostly drawing. A module on both parts counts once in the sum; one"
    yield "that is only imported, or that only declares data, does not count. The earlier"
    yield "revision is followed by the same tool, and its drawing counted alike. Parts of a page"
    yield "that a move leaves as they were are not drawn, so their modules are not on its way."
    yield "Questions are calls of `rules.decisions`: one for each new position."
    yield ""
    heads = "to the disk | writing thread | to the page | together | questions | new positions"
    yield f"| game | | {heads} |"
    yield "|---|---|---|---|---|---|---|---|"
    for game in GAMES:
        for checkout, when in ((before, revision), (now, "now")):
            if checkout is not None:
                yield _move_row(game, when, checkout.moves[game])
    for game, move in now.moves.items():
        later = [name for name in move.to_page if name not in move.to_disk]
        both = [name for name in move.to_page if name in move.to_disk]
        for what, names in (
            (f"A move of {game}, to the disk", move.to_disk),
            ("Only in the writing thread", move.writing),
            ("Only from there to the page", later),
            ("Again on the way to the page", both),
        ):
            yield from ("", f"{what} ({len(names)}): {_names(names)}.")


def _move_row(game: str, when: str, move: Move) -> str:
    together = len({*move.to_disk, *move.writing, *move.to_page})
    counts = (
        len(move.to_disk),
        len(move.writing),
        len(move.to_page),
        together,
        move.questions,
        move.positions,
    )
    return f"| {game} | {when} | {' | '.join(map(str, counts))} |"


def _names(modules: Sequence[str]) -> str:
    return ", ".join(f"`{name.removeprefix('ludus.')}`" for name in modules)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="REV", help="compare with this revision")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write it there")
    chosen = parser.parse_args(arguments)
    before = None
    if chosen.before:
        with tempfile.TemporaryDirectory() as folder:
            before = measure(checked_out(chosen.before, Path(folder)))
    text = "\n".join(page(measure(ROOT / "src"), before, chosen.before or "")) + "\n"
    if chosen.write:
        chosen.write.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
