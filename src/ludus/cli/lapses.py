"""`ludus lapses`: how often a bot's choices cost it much."""

from __future__ import annotations

import argparse

from ludus.cli.command import Command
from ludus.cli.matches import RunArgs, add_run, add_seats
from ludus.cli.terminal import Progress
from ludus.lab.lapses import GAIN, LOSS, Lapses, Watch, watch_games
from ludus.lab.stats import wilson

ABOUT = """\
Let a bot play against itself and count the choices that cost it much, as the master sees them; in
games without one as the look ahead of hard does. To stop, pass or decline is a lapse where more
than 5 in 100 were still to be gained; any choice is one that gives away more than 25 in 100.

  ludus lapses cambria --bot easy --games 20
  ludus lapses conqueror --bot medium-2026 --seats 4 --jobs 2
"""


class Args(RunArgs):
    bot: str


def arguments(parser: argparse.ArgumentParser) -> None:
    add_run(parser, 10, "how many games")
    add_seats(parser, 1, "the fewest that the game takes")
    parser.add_argument("--bot", default="easy", metavar="BOT", help="who plays (default: easy)")


def run(args: Args) -> int:
    watch = Watch(args.game, args.bot, args.seats or 0, args.seed)
    with Progress(args.games, "games", args.progress) as progress:
        found = watch_games(watch, args.games, args.jobs, progress.reach)
    print("\n".join(as_text(args.bot, found)))
    return 0


def as_text(bot: str, found: Lapses) -> list[str]:
    """What was counted, in words."""
    low, high = wilson(found.costly, max(1, found.choices))
    share = found.costly / max(1, found.choices)
    mean = found.lost / max(1, found.choices)
    return [
        f"{bot}: {found.games} games, {found.choices} choices, {found.stops} of them to stop",
        f"{found.early} stops with more than {GAIN:.0%} to be gained",
        f"{found.costly} choices cost more than {LOSS:.0%}: "
        f"{share:.2%} ({low:.2%} to {high:.2%}); a choice {mean:.2%} on average",
    ]


COMMAND = Command("lapses", "count the choices that cost a bot much", ABOUT, Args, arguments, run)
