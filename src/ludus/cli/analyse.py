"""`ludus analyse`: analyses a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import Command, add_json, add_pack, add_progress, add_record, open_game
from ludus.cli.terminal import Progress, Style
from ludus.core.codec import to_json
from ludus.core.files import load_record, must_be_writable, write_text
from ludus.core.table import AnyTable, Table
from ludus.lab.analysis import Analysis, analyse, share_of_good, shown
from ludus.lab.analysis_chart import chart

ABOUT = """\
Analyse a recorded game: how the players' chances to win changed, which choices cost most, and how
much of it was luck.

A choice is judged by what its player could know at the time. Luck is what a roll or draw gave,
compared with the average of all that could have come.

  ludus analyse game.jsonl
  ludus analyse game.jsonl --svg curve.svg --json
"""

BARS = " ▁▂▃▄▅▆▇█"
COLUMNS = 60


class Args(argparse.Namespace):
    file: Path
    svg: Path | None
    json: bool
    pack: Path | None
    progress: bool | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    parser.add_argument("--svg", type=Path, metavar="OUT", help="draw the curve into this file")
    add_json(parser)
    add_pack(parser)
    add_progress(parser)


def run(args: Args) -> int:
    record = load_record(args.file)
    box = open_game(record.header.game, args.pack)
    if args.svg is not None:
        must_be_writable(args.svg)
    table: AnyTable = Table.replay(box, record, str(args.file))
    with Progress(len(record.moves), "moves", args.progress) as progress:
        found = analyse(box, record, progress.reach)
    if args.json:
        print(to_json(found).decode())
    else:
        _print(table, found)
    if args.svg is not None:
        write_text(args.svg, chart(found) + "\n")
    return 0


def _print(table: AnyTable, found: Analysis) -> None:
    style = Style()
    print(style.bold(f"{table.box.meta.title}, {len(found.points)} moves"))
    print(f"\n{'chance to win':22}from the first move to the last")
    for seat, name in enumerate(found.names):
        print(f"  {style.seat(seat, name.ljust(20))}{_spark(found, seat)}")
    print(f"\n{'':22}{'near the best':>13}{'luck':>9}")
    for seat, name in enumerate(found.names):
        row = f"{share_of_good(found, seat):>13}{found.luck[seat]:+9.0%}"
        print(f"  {style.seat(seat, name.ljust(20))}{row}")
    share = f"{found.chance_share:.0%}"
    print(f"\nOf what decided the game, {share} was dice and draws, the rest mistakes.")
    if found.mistakes:
        print("\nThe costliest choices:")
    for mistake in found.mistakes:
        chosen, better = shown(table, mistake)
        name = style.seat(mistake.seat, found.names[mistake.seat])
        fell = f"from {mistake.before:.0%} to {mistake.after:.0%}"
        print(f"  move {mistake.number:4}  {name}: {chosen.label}, {fell}; better: {better.label}")


def _spark(found: Analysis, seat: int) -> str:
    rows = [found.start[seat], *(point.chances[seat] for point in found.points)]
    count = min(COLUMNS, len(rows))
    picked = [rows[index * (len(rows) - 1) // max(1, count - 1)] for index in range(count)]
    return "".join(BARS[round(share * (len(BARS) - 1))] for share in picked)


COMMAND = Command(
    "analyse", "analyse a recorded game: chances, mistakes, luck", ABOUT, Args, arguments, run
)
