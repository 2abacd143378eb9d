"""`ludus play`: a game in the terminal, people and bots in any seats."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from ludus.cli.command import Command, add_options, add_pack, open_game, read_options
from ludus.cli.seats import Player, default_seats, read_seats, seats_of
from ludus.cli.session import Session
from ludus.core.chance import SeededRng, SystemRng
from ludus.core.errors import BadRequest
from ludus.core.files import load_record, must_be_writable
from ludus.core.game import AnyBox
from ludus.core.protocol import Rng
from ludus.core.table import AnyTable, Table

ABOUT = """\
Play a game in the terminal. You see the board as text, what is asked of you, and numbered choices.
While you play, `?` lists what else you can type: undo, board, cards, players, log, save, quit;
`?2` says what choice 2 would do, and `? Fort 3` what that is. What does not fit the window is shown
by pages.

  ludus play cambria                                 you against two bots
  ludus play cambria --seats me,greedy,random,hard   you against these three
  ludus play conqueror --seats me,hard:raider,hard   one of them likes to attack
  ludus play cambria --seats me:Anna,me:Ben          two people at one keyboard
  ludus play cambria --save game.jsonl               keep the game in a file as you go
  ludus play --resume game.jsonl                     continue it
"""


class Args(argparse.Namespace):
    game: str | None
    seats: str | None
    resume: Path | None
    save: Path | None
    seed: int | None
    options: list[str]
    pack: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="a game's name, as `ludus games` lists it"
    )
    parser.add_argument(
        "--seats",
        metavar="WHO,..",
        help="who sits where: `me`, or a bot (random, greedy, search, easy, medium, hard), "
        "optionally with a personality of the game and a name after colons (hard:raider:Julia), or "
        "a program of your own (cmd:COMMAND); default: me and two medium bots",
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the game in this file after every move"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="fixed dice, for trying things out")
    add_options(parser)
    add_pack(parser)


def run(args: Args) -> int:
    box, table, players = _resumed(args) if args.resume else _fresh(args)
    save = args.save or args.resume
    if save is not None:
        must_be_writable(save)
    rng: Rng = SystemRng() if args.seed is None else SeededRng(args.seed)
    Session(table, players, rng, save, _spare(box)).run()
    return 0


def _fresh(args: Args) -> tuple[AnyBox, AnyTable, list[Player]]:
    if args.game is None:
        raise BadRequest("name a game (`ludus games` lists them), or a saved one with --resume")
    box = open_game(args.game, args.pack)
    players = read_seats(args.seats or default_seats(box.meta), box)
    names = [player.name for player in players]
    table: AnyTable = Table(box, names, read_options(args.options))
    if args.save is not None and args.save.exists():
        raise BadRequest(
            f"{args.save}: exists already; continue it with --resume, or name another file"
        )
    return box, table, players


def _resumed(args: Args) -> tuple[AnyBox, AnyTable, list[Player]]:
    assert args.resume is not None
    record = load_record(args.resume)
    header = record.header
    if args.game not in (None, header.game):
        raise BadRequest(f"{args.resume}: a game of {header.game}, not of {args.game}")
    if args.options:
        raise BadRequest("--options: a saved game keeps the options it started with")
    box = open_game(header.game, args.pack)
    players = seats_of(header.seats)
    if args.seats is not None:
        players = read_seats(args.seats, box)
        if len(players) != len(header.seats):
            raise BadRequest(
                f"--seats: {len(players)} named, but {args.resume} has {len(header.seats)} seats"
            )
        record = record.renamed(player.name for player in players)
    return box, Table.replay(box, record, str(args.resume)), players


def _spare(box: AnyBox) -> Path:
    """Where a game is saved if the player leaves without naming a file."""
    return Path(f"{box.meta.name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")


COMMAND = Command("play", "play a game in the terminal", ABOUT, Args, arguments, run)
