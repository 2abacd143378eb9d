"""`ludus train`: a net that learns a game by playing against itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludus.cli.command import Command, add_game, add_jobs, add_seed, whole
from ludus.core.errors import BadRequest
from ludus.core.extras import require
from ludus.core.files import must_be_writable, write_text

ABOUT = """\
Train a net that judges positions, by games against itself. NumPy is all it needs.

The run's folder keeps a checkpoint and a log, and the same command goes on from there: time limits
add up. Weights, how they were made and the course of the training go into the same folder, or into
that of --write. A game says in train.toml how it is trained, and in encode.py what a net sees.

  ludus train cambria --minutes 60 --jobs 2
  ludus train hadrians_wall --minutes 5 --measure 20 --write src/ludus/games/hadrians_wall
"""


class Args(argparse.Namespace):
    game: str
    minutes: int
    jobs: int
    seed: int
    measure: int
    keep: Path | None
    start: Path | None
    write: Path | None


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--minutes", type=whole(1), default=10, metavar="M", help="how long (default: 10)"
    )
    add_jobs(parser)
    add_seed(parser)
    parser.add_argument(
        "--measure",
        type=whole(0),
        default=0,
        metavar="N",
        help="play N games against a fixed bot now and then (default: 0)",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="the run's folder (default: build/train/GAME)",
    )
    parser.add_argument(
        "--start",
        type=Path,
        metavar="NET",
        help="begin with the weights of a net.npz, if there is no checkpoint",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="write net.npz and net.toml into it"
    )


def run(args: Args) -> int:
    require("train", "train", "numpy")
    from ludus.lab.train.curve import curves
    from ludus.lab.train.run import LogLine, Run, log_of, train, write_net

    folder = args.keep or Path("build", "train", args.game)
    place = args.write or folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRequest(f"{folder}: cannot be written: {error.strerror}") from error
    must_be_writable(folder / "log.jsonl")
    must_be_writable(place / "net.toml")

    def tell(line: LogLine) -> None:
        measured = "" if line.measured is None else f", measured {line.measured:.2f}"
        print(
            f"{line.seconds:.0f} s: {line.games} games, {line.positions} positions, "
            f"error {line.error:.3f}, mean score {line.score:.1f}{measured}",
            flush=True,
        )

    wanted = Run(args.game, folder, args.minutes, args.jobs, args.seed, args.measure, args.start)
    learner, counts = train(wanted, tell)
    minutes = round(counts.seconds / 60)
    command = f"ludus train {args.game} --minutes {minutes} --jobs {args.jobs} --seed {args.seed}"
    if args.start is not None:
        command += f" --start {args.start.name}"
    recipe = write_net(place, wanted, learner, counts, command)
    lines = log_of(folder)
    if lines:
        title = f"Training of a net for {args.game}: {recipe.games} games"
        write_text(folder / "curve.svg", curves(lines, title) + "\n")
    print(f"{recipe.games} games; weights in {place / 'net.npz'}, the course in {folder}")
    return 0


COMMAND = Command("train", "train a net by self-play", ABOUT, Args, arguments, run)
