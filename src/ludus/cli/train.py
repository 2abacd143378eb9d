"""`ludus train`: a net that learns a game by playing against itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ludus.cli.command import Command, add_game, add_jobs, add_seed, whole
from ludus.core.content import WEIGHTS
from ludus.core.errors import BadRequest
from ludus.core.extras import require
from ludus.core.files import must_be_writable, write_text
from ludus.core.game import AnyBox
from ludus.core.nets import has_net
from ludus.core.registry import find_game, open_box

ABOUT = """\
Train a net that judges positions, by games against itself. NumPy is all it needs.

The run's folder keeps a checkpoint and a log, and the same command goes on from there: time limits
add up. Weights, how they were made and the course of the training go into the same folder, or into
that of --write. A game says in train.toml how it is trained, and in encode.py what a net sees.

With --pack it learns the game as that pack prints it, and the net is put into the pack's folder:
then there is a master at tables with this pack. `--start game` begins with what the game's own net
knows.

  ludus train cambria --minutes 60 --jobs 2
  ludus train hadrians_wall --minutes 5 --measure 20 --write src/ludus/games/hadrians_wall
  ludus train cambria --pack my-cambria --start game --minutes 20
"""
GAME: Final = Path("game")
"""What --start calls the game's own net."""


class Args(argparse.Namespace):
    game: str
    minutes: int
    jobs: int
    seed: int
    measure: int
    keep: Path | None
    start: list[Path]
    write: Path | None
    pack: Path | None


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
        help="the run's folder (default: build/train/GAME, with the pack and its content's hash)",
    )
    parser.add_argument(
        "--start",
        type=Path,
        nargs="+",
        default=[],
        metavar="NET",
        help="begin with the weights of a net.npz, or with `game` those of the game's own net, if "
        "there is no checkpoint; of several nets each counts the same, and train.toml asks for as "
        "many hidden units as they have together",
    )
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FOLDER",
        help="write net.npz and net.toml into it (default: the pack's folder, or the run's)",
    )
    parser.add_argument(
        "--pack",
        type=Path,
        metavar="PATH",
        help="train with the content pack in this folder instead of the built-in one",
    )


def run(args: Args) -> int:
    require("train", "train", "numpy")
    from ludus.lab.train.curve import curves
    from ludus.lab.train.run import LogLine, Run, log_of, train, write_net

    box = open_box(args.game, args.pack)
    folder = args.keep or Path("build", "train", _run_name(box))
    place = args.write or args.pack or folder
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

    start = tuple(_own_net(box) if path == GAME else path for path in args.start)
    wanted = Run(
        args.game, folder, args.minutes, args.jobs, args.seed, args.measure, start, args.pack
    )
    learner, counts = train(wanted, tell)
    minutes = round(counts.seconds / 60)
    command = f"ludus train {args.game} --minutes {minutes} --jobs {args.jobs} --seed {args.seed}"
    if args.pack is not None:
        command += f" --pack {args.pack.name}"
    if args.start:
        command += " --start " + " ".join(path.name for path in args.start)
    recipe = write_net(place, wanted, learner, counts, command)
    lines = log_of(folder)
    if lines:
        title = f"Training of a net for {args.game}: {recipe.games} games"
        write_text(folder / "curve.svg", curves(lines, title) + "\n")
    print(f"{recipe.games} games; weights in {place / WEIGHTS}, the course in {folder}")
    return 0


def _run_name(box: AnyBox) -> str:
    """A run goes on only with the content that it began with."""
    name = box.meta.name
    return name if box.pack.built_in else f"{name}-{box.pack.info.name}-{box.content_hash}"


def _own_net(box: AnyBox) -> Path:
    """The weights that come with a game."""
    if not has_net(box.meta.name):
        raise BadRequest(f"--start: {box.meta.title} comes without a net; leave it out")
    return find_game(box.meta.name).folder / WEIGHTS


COMMAND = Command("train", "train a net by self-play", ABOUT, Args, arguments, run)
