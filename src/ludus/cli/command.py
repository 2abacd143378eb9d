"""What a command is made of, and the arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.registry import find_game

W = TypeVar("W", bound=argparse.Namespace)


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Descriptions as they were written; room for the longest name of a command."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)
        # It does not count how far the names of commands are indented.
        self._action_max_length = len("    tournament")


@dataclass(frozen=True, slots=True)
class Command(Generic[W]):
    """One command: how it is called and what it does.

    `wanted` is a Namespace with typed names for the arguments. `run` returns the exit status.
    """

    name: str
    help: str
    """One line, for the list of commands."""
    about: str
    """For the command's own page: what it is good for, with examples."""
    wanted: type[W]
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[W], int]

    def add_to(self, parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        parser = parsers.add_parser(
            self.name,
            help=self.help,
            description=self.about,
            formatter_class=HelpFormatter,
            allow_abbrev=False,
        )
        self.arguments(parser)
        parser.set_defaults(answer=self.answer)

    def answer(self, parsed: argparse.Namespace) -> int:
        return self.run(self.wanted(**vars(parsed)))


def whole(low: int) -> Callable[[str], int]:
    """An argument type: a whole number of at least `low`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < low:
            raise argparse.ArgumentTypeError(f"{value} is too small: {low} or more")
        return value

    return number


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's name, as `ludus games` lists it")


def add_pack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pack",
        type=Path,
        metavar="PATH",
        help="play with the content pack in this folder instead of the built-in one",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="KEY=VALUE,..",
        help="table options; `ludus games GAME` lists a game's",
    )


def add_progress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="show how far it is (usual on a terminal)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="where chance starts (usual: 0)"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=whole(1), default=1, metavar="J", help="how many processes (usual: 1)"
    )


def open_game(name: str, pack: Path | None) -> AnyBox:
    """The game of this name, with an owner's pack if one is given."""
    return find_game(name).open(pack)


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """`key=value,key=value` as a dict."""
    options: dict[str, str] = {}
    for text in texts:
        for part in text.split(","):
            key, equals, value = part.partition("=")
            if not equals or not key or not value:
                raise BadRequest(f"--options: {part!r} is not KEY=VALUE")
            if key in options:
                raise BadRequest(f"--options: {key!r} is given twice")
            options[key] = value
    return options
