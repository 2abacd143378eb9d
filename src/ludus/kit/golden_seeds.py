"""Golden games that are kept as a seed and where they end: many for little room.

A game keeps them in `tests/golden_seeds.json`. Bots play each one anew from its seed; it must end
after as many moves, for the same reason, in the same position. Unlike records they change with how
the bot that plays them thinks, though not with the levels that players meet; write them anew then,
as after a meant change of the rules:

    python -m ludus.kit.golden_seeds GAME                 check all of them
    python -m ludus.kit.golden_seeds GAME --accept        write down where they end now
    python -m ludus.kit.golden_seeds GAME --new 80        play that many others, over all tables
    python -m ludus.kit.golden_seeds GAME --new 80 --without passes    and none that ends by passes
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from ludus.bots import make_bot
from ludus.core.chance import SeededRng
from ludus.core.codec import fingerprint, from_json
from ludus.core.errors import LudusError
from ludus.core.game import Box, Game
from ludus.core.protocol import S, V
from ludus.core.registry import find_game
from ludus.core.table import Table
from ludus.kit.golden import BOT, Seated
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting, every_pair

FILE: Final = "tests/golden_seeds.json"


class SeedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game: how it is played, and where that leads."""

    seats: int
    options: Mapping[str, str]
    seed: int
    moves: int
    reason: str
    """Why it ended."""
    mark: str
    """The fingerprint of the last position."""


class SeedGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    games: tuple[SeedGame, ...]


def path_of(game: Game[S, V]) -> Path:
    return game.folder / FILE


def played(box: Box[S, V], seats: int, options: Mapping[str, str], seed: int) -> SeedGame:
    """Let bots play a game from its seed."""
    endless = any(options.get(option.key) in option.endless for option in box.meta.option)
    setting = Setting(seats, options, endless)
    table: Table[S, V] = Table(box, setting.names, options)
    rng = SeededRng(f"golden seed {seed} {setting}")
    for _ in random_play(table, setting, rng, Seated(make_bot(BOT, box))):
        pass
    reason = table.outcome.reason if table.outcome is not None else ""
    return SeedGame(seats, options, seed, len(table.moves), reason, fingerprint(table.state))


def seed_faults(box: Box[S, V], path: Path, most: int | None = None) -> Iterator[str]:
    """What differs between the games and where they end now, in all or in `most` of them."""
    games = _read(path).games
    step = 1 if most is None else -(-len(games) // most)
    for number, game in list(enumerate(games))[::step]:
        now = played(box, game.seats, game.options, game.seed)
        if now != game:
            yield (
                f"{path}, game {number}: it ended by {game.reason!r} after {game.moves} moves, "
                f"now by {now.reason!r} after {now.moves} or elsewhere. If that is meant: "
                f"python -m ludus.kit.golden_seeds {box.meta.name} --accept"
            )


def make(box: Box[S, V], count: int, without: Collection[str] = ()) -> SeedGames:
    """Other games, over every two option values at every seat count, that come to an end."""
    tables = every_pair(box.meta)
    found: list[SeedGame] = []
    seed = 0
    while len(found) < count:
        setting = tables[seed % len(tables)]
        game = played(box, setting.seats, setting.options, seed)
        if game.reason and game.reason not in without:
            found.append(game)
        seed += 1
    return SeedGames(tuple(found))


def _read(path: Path) -> SeedGames:
    return from_json(path.read_bytes(), SeedGames, str(path))


def write(path: Path, games: SeedGames) -> None:
    lines = ",\n".join("  " + msgspec.json.encode(game).decode() for game in games.games)
    path.write_text(f'{{"games": [\n{lines}\n]}}\n', encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, accept or make the golden seeds of a game."""
    parser = argparse.ArgumentParser(prog="python -m ludus.kit.golden_seeds", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game")
    parser.add_argument("--accept", action="store_true", help="write down where they end now")
    parser.add_argument("--new", type=int, metavar="N", help="play N others")
    parser.add_argument("--without", action="append", default=[], metavar="REASON")
    given = parser.parse_args(arguments)
    try:
        game = find_game(given.game)
        box, path = game.open(), path_of(game)
        if given.new is not None:
            write(path, make(box, given.new, given.without))
        elif given.accept:
            old = _read(path).games
            write(path, SeedGames(tuple(played(box, g.seats, g.options, g.seed) for g in old)))
        else:
            faults = list(seed_faults(box, path))
            sys.stdout.writelines(f"{fault}\n" for fault in faults)
            return 1 if faults else 0
    except (LudusError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
