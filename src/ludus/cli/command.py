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
    """Descriptions as they were written; commands and their help always on one line."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        # argparse does not count how far the names of commands are indented.
        for command in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(command)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)


@dataclass(frozen=True, slots=True)
class Command(Generic[W]):
    """One command: how it is called and what it does.

    `args` is a Namespace with typed names for the arguments. `run` returns the exit status.
    """

    name: str
    help: str
    """One line, for the list of commands."""
    about: str
    """For the command's own help: what it does, with examples."""
    args: type[W]
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
        parser.set_defaults(handle=self.handle)

    def handle(self, parsed: argparse.Namespace) -> int:
        return self.run(self.args(**vars(parsed)))


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
        help="show a progress bar (default on a terminal)",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="seed of all random numbers (default: 0)"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=whole(1), default=1, metavar="J", help="how many processes (default: 1)"
    )


def add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as `ludus play` saves it"
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where tables are kept (default: in your home)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs: print JSON")


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
