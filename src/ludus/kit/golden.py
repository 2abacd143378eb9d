"""Golden games: finished games kept with what they led to, so that no change goes unnoticed.

A game keeps records as `tests/golden/NAME.jsonl`. Beside each lies `NAME.json` with the outcome and
a fingerprint of the position every few moves. Replaying must give the same.

When a change of the rules, of the state's fields or of the content is meant, write them anew and
look at the difference before committing it:

    python -m ludus.kit.golden GAME                          check
    python -m ludus.kit.golden GAME --accept                 write down what the records lead to now
    python -m ludus.kit.golden GAME --new 3 --option side=cumbria --seed 7    play another one
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ludus.bots import AnyBot, make_bot
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.codec import fingerprint, from_json
from ludus.core.errors import BadRecord, BadRequest, LudusError
from ludus.core.files import load_record
from ludus.core.game import Box, Game
from ludus.core.protocol import Decision, Rng, Rules, S, V
from ludus.core.registry import find_game
from ludus.core.table import Table
from ludus.kit.audit import LIGHT, Audit
from ludus.kit.broken import difference
from ludus.kit.policies import Seen
from ludus.kit.random_play import BOUND
from ludus.kit.tables import Setting

EVERY = 10
BOT = "easy-2026"
"""Who plays golden games: someone who knows the game, slips now and then, and never changes."""


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a golden game leads."""

    moves: int
    reason: str
    """Empty if the game was not played to its end."""
    decided_by: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    every: int
    marks: tuple[str, ...]
    """Fingerprints after move 0, `every`, 2 `every` and so on, and after the last move."""


def folder_of(game: Game[S, V]) -> Path:
    return game.folder / "tests" / "golden"


def expected_of(table: Table[S, V], every: int = EVERY) -> Expected:
    """What a game has led to."""
    count = len(table.moves)
    marks = [fingerprint(table.at(number)) for number in (*range(0, count, every), count)]
    outcome = table.outcome
    return Expected(
        moves=count,
        reason=outcome.reason if outcome else "",
        decided_by=outcome.decided_by if outcome else "",
        scores=outcome.scores if outcome else (),
        ranks=outcome.ranks if outcome else (),
        every=every,
        marks=tuple(marks),
    )


def golden_faults(box: Box[S, V], folder: Path) -> Iterator[str]:
    """What differs between the golden games and where they lead now."""
    records = sorted(folder.glob("*.jsonl"))
    if not records:
        yield f"{folder}: no golden games; make one with: {_command(box)} --new SEATS"
    for path in records:
        try:
            table = Table.replay(box, load_record(path), str(path))
            expected = _read_expected(path.with_suffix(".json"), box)
        except LudusError as error:
            yield str(error)
            continue
        yield from _faults(path, expected, table, _command(box))
    for path in sorted(folder.glob("*.json")):
        if not path.with_suffix(".jsonl").is_file():
            yield f"{path}: there is no record {path.with_suffix('.jsonl').name} for it"


def accept(box: Box[S, V], folder: Path) -> list[Path]:
    """Write down where the golden games lead now; the moves stay, the headers become today's."""
    written: list[Path] = []
    for path in sorted(folder.glob("*.jsonl")):
        old = load_record(path)
        table = Table(box, old.header.seats, old.header.options)
        for number, move in enumerate(old.moves, 1):
            try:
                table.play(move.seat, move.act, move.at)
            except LudusError as error:
                raise BadRecord(
                    f"{path}, line {number + 1}: {error}; this game can no longer be played: "
                    "delete it and make another"
                ) from error
        written.append(_write(table, path))
    return written


class Seated:
    """A policy by which a bot plays every seat."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot

    def __call__(
        self, rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen, /
    ) -> Action:
        if decision.seat < 0:
            return pick(decision, rng)
        return self._bot.choose(rules.view(state, decision.seat), decision, rng)


def make(
    box: Box[S, V], folder: Path, setting: Setting, seed: int, bot: str = BOT, name: str = ""
) -> Path:
    """Let bots play a golden game, and write it down."""
    audit = Audit(box, setting, SeededRng(f"golden {seed} {setting}"), LIGHT)
    audit.run(BOUND, Seated(make_bot(bot, box)))
    folder.mkdir(parents=True, exist_ok=True)
    words = [f"{setting.seats}", *setting.options.values(), f"{seed}"]
    return _write(audit.table, folder / f"{name or '-'.join(words)}.jsonl")


def _write(table: Table[S, V], path: Path) -> Path:
    path.write_text(table.record.dump(), encoding="utf-8")
    data = msgspec.json.format(msgspec.json.encode(expected_of(table)), indent=1)
    path.with_suffix(".json").write_bytes(data + b"\n")
    return path


def _faults(path: Path, expected: Expected, table: Table[S, V], command: str) -> Iterator[str]:
    now = expected_of(table, expected.every)
    if now == expected:
        return
    hint = f"If that is meant, look at the difference after: {command} --accept"
    for number, (mark, right) in enumerate(zip(now.marks, expected.marks, strict=False)):
        if mark != right:
            after = min(number * expected.every, now.moves)
            before = max(0, after - expected.every)
            yield (
                f"{path}: the position after move {after} is another than it was "
                f"(up to move {before} all is well). {hint}"
            )
            return
    yield f"{path}: the game leads elsewhere: {difference(expected, now)}. {hint}"


def _read_expected(path: Path, box: Box[S, V]) -> Expected:
    if not path.is_file():
        raise BadRequest(f"{path}: missing; write it with: {_command(box)} --accept")
    return from_json(path.read_bytes(), Expected, str(path))


def _command(box: Box[S, V]) -> str:
    return f"python -m ludus.kit.golden {box.meta.name}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, accept or make the golden games of a game."""
    parser = argparse.ArgumentParser(prog="python -m ludus.kit.golden", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game")
    parser.add_argument("--accept", action="store_true", help="write down where they lead now")
    parser.add_argument("--new", type=int, metavar="SEATS", help="play another one at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default=BOT, help=f"who plays it (default: {BOT})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of a new one"
    )
    given = parser.parse_args(arguments)
    try:
        if given.new is None:
            return _check_or_accept(given.game, given.accept)
        return _new(given.game, given.new, given.option, given.seed, given.bot)
    except LudusError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _new(name: str, seats: int, pairs: Sequence[str], seed: int, bot: str) -> int:
    game = find_game(name)
    box = game.open()
    setting = Setting(seats, box.options(seats, dict(pair.partition("=")[::2] for pair in pairs)))
    sys.stdout.write(f"{make(box, folder_of(game), setting, seed, bot)}\n")
    return 0


def _check_or_accept(name: str, accepting: bool) -> int:
    game = find_game(name)
    box, folder = game.open(), folder_of(game)
    if accepting:
        sys.stdout.writelines(f"{path}\n" for path in accept(box, folder))
        return 0
    found = list(golden_faults(box, folder))
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
