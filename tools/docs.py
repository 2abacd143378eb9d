"""Write the parts of the docs that are made from the code, or with --check see that they are fresh.

- docs/cli.md: every command, from its own help
- docs/addresses.md: every operation and page of the server, from the tables of the server
- docs/settings.md: every setting of the server, from their class
- docs/games/: a page per game, from its page.md, notes.md, meta.toml and clauses.toml
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from ludus.cli.entry import COMMANDS
from ludus.core.clauses import Clause
from ludus.core.game import AnyGame, Meta, minutes_text, players_text
from ludus.core.registry import find_game
from ludus.games import PUBLISHED
from ludus.kit.clauses import read_clauses
from ludus.web import config
from ludus.web.api.operations import OPERATIONS, Operation
from ludus.web.settings import in_toml, leaves
from ludus.web.views import VIEWS

ROOT = Path(__file__).resolve().parent.parent
MADE = "<!-- Made by `make docs`; change what it is made from instead. -->"


def pages() -> dict[Path, str]:
    """All made pages: where they are, from the root, and what they should say."""
    found = {
        Path("docs/cli.md"): _text(cli_page()),
        Path("docs/addresses.md"): _text(addresses_page()),
        Path("docs/settings.md"): _text(settings_page()),
    }
    written = {name: find_game(name) for name in PUBLISHED}
    for name, game in written.items():
        found[Path(f"docs/games/{name}.md")] = _text(game_page(game))
    found[Path("docs/games/README.md")] = _text(
        games_page([game.meta for game in written.values()])
    )
    return found


def _text(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


# The server's addresses --------------------------------------------------------------------------


def addresses_page() -> Iterator[str]:
    yield from ("# Addresses", "", MADE, "")
    yield "Pages and programs use the same operations. A page sends a form, or a JSON object with"
    yield "the same fields, with the session's cookie; a form is answered with a redirect, JSON"
    yield "with JSON. A program sends JSON with a bearer token: see `GET /api/openapi.json`."
    yield from ("", "## Pages to look at", "", "| address | |", "|---|---|")
    for path, (_, summary) in VIEWS.items():
        yield f"| `GET {path}` | {summary} |"
    yield from ("", "## Operations", "", "| operation | page | API | fields | who may |")
    yield "|---|---|---|---|---|"
    for operation in OPERATIONS:
        yield _operation_row(operation)


def _operation_row(operation: Operation[object, object]) -> str:
    fields = ", ".join(f"`{name}`" for name in operation.body.__annotations__)
    page = f"`{operation.page_method} {operation.page}`" if operation.page else ""
    api = f"`{operation.method} {operation.api}`" if operation.api else ""
    cells = (f"**{operation.name}**: {operation.summary}", page, api, fields, operation.who.value)
    return f"| {' | '.join(cells)} |"


# The server's settings ---------------------------------------------------------------------------


def settings_page() -> Iterator[str]:
    yield from ("# Settings", "", MADE, "")
    yield "Each is a key of `ludus.toml` (in the data folder, or named by `--settings`), and a"
    yield "variable of the environment: `bot_time` is `LUDUS_BOT_TIME`, and `writes.burst` is"
    yield "`LUDUS_WRITES__BURST`. The command line wins over the environment, the environment over"
    yield "the file. `ludus serve --show-settings` prints all of them with where each was set; what"
    yield "it prints can be used as a file. A key that is no setting, or a value that cannot be, is"
    yield "an error that names file, key and reason."
    yield from ("", "| setting | default | |", "|---|---|---|")
    words = {**_meanings(config.Settings), **_meanings(config.Quotas, "quotas.")}
    for key, _, default in leaves():
        yield f"| `{key}` | `{in_toml(default)}` | {_meaning(key, words)} |"


def _meaning(key: str, words: Mapping[str, str]) -> str:
    part = key.rpartition(".")[2]
    if part == "second":
        group = key.removesuffix(".second")
        more = words.get(group) or words.get(group.rpartition(".")[0], "")
        return f"So many a second on average. {more}".strip()
    return "So many at once." if part == "burst" else words.get(key, "")


def _meanings(kind: type, before: str = "") -> dict[str, str]:
    """What stands below each field of a class."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            said = below.value if isinstance(below, ast.Expr) else None
            if isinstance(said, ast.Constant):
                found[before + field.target.id] = " ".join(str(said.value).split())
    return found


# The command line --------------------------------------------------------------------------------


def cli_page() -> Iterator[str]:
    yield from ("# The command line", "", MADE, "")
    yield "`make play` and `make test` leave it as `.venv/bin/ludus`."
    yield "Bad input gets one line on stderr and exit status 2, and nothing is written."
    yield ""
    for command in COMMANDS:
        yield f"- [`ludus {command.name}`](#ludus-{command.name}): {command.help}"
    for command in COMMANDS:
        parser = argparse.ArgumentParser(prog=f"ludus {command.name}")
        command.arguments(parser)
        yield from ("", f"## `ludus {command.name}`", "")
        yield from _about(command.about)
        yield from _arguments(parser)


def _about(text: str) -> Iterator[str]:
    """The words as they are, the examples as a block."""
    inside = False
    for line in text.rstrip("\n").split("\n"):
        if line.startswith("  ") is not inside:
            inside = not inside
            yield "```console" if inside else "```"
        yield line[2:] if inside else line
    if inside:
        yield "```"
    yield ""


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield f"`{parser.prog} {name}`: {below.description}"
                yield ""
                yield from _arguments(below)
                yield ""
        elif not isinstance(action, argparse._HelpAction):
            rows.append(f"| {_spelling(action)} | {action.help} |")
    if rows:
        yield from ("| argument | meaning |", "|---|---|", *rows)


def _spelling(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{action.metavar}`"
    value = f" {action.metavar}" if action.metavar else ""
    return ", ".join(f"`{word}{value}`" for word in action.option_strings)


# The games ---------------------------------------------------------------------------------------


def games_page(metas: list[Meta]) -> Iterator[str]:
    yield from ("# The games", "", MADE, "")
    yield from ("| game | players | length | |", "|---|---|---|---|")
    for meta in metas:
        link = f"[{meta.title}]({meta.name}.md)"
        players, minutes = players_text(meta.seats), minutes_text(meta.minutes)
        yield f"| {link} | {players} | {minutes} | {meta.line} |"


def game_page(game: AnyGame) -> Iterator[str]:
    meta = game.meta
    title, _, body = (game.folder / "page.md").read_text(encoding="utf-8").partition("\n")
    yield from (title, "", MADE, "")
    yield f"> {meta.line}"
    yield ">"
    yield f"> {players_text(meta.seats)}, {minutes_text(meta.minutes)}. A game by {meta.designer}"
    yield f"> ({meta.publisher}). Rules version {meta.version}."
    yield body.rstrip("\n")
    notes = game.folder / "notes.md"
    if notes.is_file():
        yield from ("", "## Figures from games between bots", "", notes.read_text("utf-8").rstrip())
    if meta.option:
        yield from (
            "",
            "## Options of a table",
            "",
            "| option | choices | clause |",
            "|---|---|---|",
        )
        for option in meta.option:
            choices = ", ".join(
                f"**{choice}**" if choice == option.default else choice for choice in option.choices
            )
            yield f"| `{option.key}` | {choices} | [{option.clause}](#{option.clause}) |"
    yield from ("", "## The rules, clause by clause", "")
    for clause in read_clauses(game.folder / "clauses.toml"):
        yield _clause(clause)


def _clause(clause: Clause) -> str:
    ruling = f" *Ruling: {_one_line(clause.ruling)}*" if clause.ruling else ""
    return f'- <a id="{clause.id}"></a>**{clause.id}** {_one_line(clause.says)}{ruling}'


def _one_line(text: str) -> str:
    return " ".join(text.split())


# Fresh or stale ----------------------------------------------------------------------------------


def stale() -> list[Path]:
    """Made pages that are not as they should be, and pages of games that are gone."""
    wanted = pages()
    wrong = [
        path
        for path, text in wanted.items()
        if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text
    ]
    there = {path.relative_to(ROOT) for path in (ROOT / "docs" / "games").glob("*.md")}
    return sorted([*wrong, *(there - set(wanted))])


def write() -> None:
    wanted = pages()
    for path in stale():
        if path in wanted:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(wanted[path], encoding="utf-8")
        else:
            (ROOT / path).unlink()
        print(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only see whether they are fresh")
    if not parser.parse_args().check:
        write()
        return 0
    found = stale()
    for path in found:
        print(f"{path}: stale; `make docs` renews it", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
