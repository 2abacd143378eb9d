"""The entry point: finds the command, runs it, and turns errors into one line and a status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ludus import __version__
from ludus.cli import (
    admin,
    analyse,
    backup,
    bench,
    clauses,
    content,
    edit,
    fuzz,
    games,
    ladder,
    lapses,
    lessons,
    mutate,
    new_game,
    perft,
    play,
    replay,
    report,
    serve,
    simulate,
    store,
    tournament,
    train,
)
from ludus.cli.command import HelpFormatter
from ludus.core.errors import FileError, PlayerError

ABOUT = """\
Ludus: five Roman board games by their full rules.

Start with `ludus games`, then `ludus play cambria`.
"""
AFTER = "`ludus COMMAND --help` explains a command."

BAD_INPUT = 2
INTERRUPTED = 130

COMMANDS = (
    games.COMMAND,
    play.COMMAND,
    serve.COMMAND,
    admin.COMMAND,
    backup.BACKUP_COMMAND,
    backup.RESTORE_COMMAND,
    store.COMMAND,
    replay.COMMAND,
    analyse.COMMAND,
    simulate.COMMAND,
    tournament.COMMAND,
    train.COMMAND,
    report.COMMAND,
    ladder.COMMAND,
    lapses.COMMAND,
    content.COMMAND,
    edit.COMMAND,
    new_game.COMMAND,
    clauses.COMMAND,
    lessons.COMMAND,
    fuzz.COMMAND,
    perft.COMMAND,
    mutate.COMMAND,
    bench.COMMAND,
)


def parser() -> argparse.ArgumentParser:
    """The whole command line as a parser."""
    top = argparse.ArgumentParser(
        prog="ludus",
        description=ABOUT,
        epilog=AFTER,
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"ludus {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Bad input is one line on stderr, with exit status 2."""
    try:
        parsed = parser().parse_args(argv)
        status: int = parsed.handle(parsed)
        sys.stdout.flush()
    except (PlayerError, FileError) as error:
        print(f"ludus: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("ludus: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone; Python must not fail on it again while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
