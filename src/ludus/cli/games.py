"""`ludus games`: the list of games."""

from __future__ import annotations

import argparse

from ludus.cli.command import Command, add_json
from ludus.cli.terminal import Style
from ludus.core.codec import to_json
from ludus.core.game import Meta, minutes_text, players_text
from ludus.core.registry import find_game, games

ABOUT = """\
List the games, or show more about one of them: players, length, and the options of a table.

  ludus games
  ludus games cambria
"""


class Args(argparse.Namespace):
    game: str | None
    json: bool
    names: bool


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="show more about this game")
    add_json(parser)
    parser.add_argument("--names", action="store_true", help="for scripts: print only names")


def run(args: Args) -> int:
    metas = (
        [game.meta for game in games().values()]
        if args.game is None
        else [find_game(args.game).meta]
    )
    if args.json:
        print(to_json(metas if args.game is None else metas[0]).decode())
        return 0
    if args.names:
        print("\n".join(meta.name for meta in metas))
        return 0
    style = Style()
    for meta in metas:
        players, minutes = players_text(meta.seats), minutes_text(meta.minutes)
        print(f"{style.bold(meta.name.ljust(16))} {players:15} {minutes:14} {meta.line}")
    if args.game is not None:
        _print_more(metas[0])
    return 0


def _print_more(meta: Meta) -> None:
    print(
        f"\n{meta.title}, a game by {meta.designer} ({meta.publisher}); "
        f"rules version {meta.version}."
    )
    if not meta.option:
        print("It has no table options.")
        return
    print("Options of a table (--options KEY=VALUE), the default first:")
    for option in meta.option:
        others = [choice for choice in option.choices if choice != option.default]
        seats = f"  with {', '.join(map(str, option.seats))} players" if option.seats else ""
        print(f"  {option.key}={option.default}  or {', '.join(others)}{seats}  [{option.clause}]")


COMMAND = Command("games", "list the games", ABOUT, Args, arguments, run)
