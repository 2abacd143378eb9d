"""The check of a content pack: it is opened, and then played with.

A pack that passes can be shown, priced, drawn and played: random games at every seat count keep the
promises of the protocol, tell nobody what is hidden, and have words and pictures for everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.chance import SeededRng
from ludus.core.content import RECIPE, PackInfo, advised, collecting, demand, read_toml
from ludus.core.errors import BadContent, LudusError
from ludus.core.game import AnyBox
from ludus.core.nets import own_fault
from ludus.core.registry import find_game
from ludus.kit.audit import LIGHT, Audit
from ludus.kit.broken import Broken
from ludus.kit.faces import FaceCheck, FaceCoverage
from ludus.kit.leak import Effort, LeakTest
from ludus.kit.models import ModelCheck
from ludus.kit.policies import POLICIES
from ludus.kit.tables import Setting, settings

QUICK_MOVES: Final = 60
"""Moves of each game in a quick check."""
MOVES: Final = 400
"""Moves of a game that is looked at closely; those of a fuzzed game are ten times as many."""
FUZZED: Final = 2
"""Whole games at each seat count, with other options in each."""
SPARING: Final = Effort(siblings=12, resamples=12, width=4, depth=6)
STYLES: Final = ("curious", "rare", "even", "against_odds")

Progress: TypeAlias = Callable[[str], None]


@dataclass(slots=True)
class PackReport:
    """What was found out about a pack."""

    path: Path
    box: AnyBox | None = None
    problems: list[str] = field(default_factory=list)
    """Why it cannot be played with, each with file and line where there are such."""
    warnings: list[str] = field(default_factory=list)
    """What differs from the box, or looks forgotten."""
    games: int = 0
    moves: int = 0

    @property
    def ok(self) -> bool:
        return not self.problems


def open_pack(path: Path) -> tuple[AnyBox | None, list[BadContent], list[BadContent]]:
    """A pack's game, or all problems that keep it from being opened; and advice."""
    box: AnyBox | None = None
    problems: list[BadContent] = []
    with advised() as advice:
        try:
            with collecting() as problems:
                box = _opened(path)
        except Exception as error:
            # Content that no demand has foreseen is the author's to mend all the same.
            what = f"{path}: cannot be opened: {type(error).__name__}: {error}"
            problems.append(BadContent(what, path))
    return (None if problems else box), problems, advice


def _opened(path: Path) -> AnyBox:
    if not path.is_dir():
        raise BadContent(f"{path}: no such pack; a pack is a folder with a pack.toml", path)
    info = read_toml(path / "pack.toml", PackInfo)
    try:
        game = find_game(info.game)
    except LudusError as error:
        raise BadContent(f"{path / 'pack.toml'}: {error}", path / "pack.toml") from error
    box = game.open(path)
    own = info.name != game.open().pack.info.name
    what = f"the name {info.name!r} is that of the built-in pack"
    demand(own or box.pack.built_in, path / "pack.toml", what, ("name",))
    return box


def check_pack(path: Path, quick: bool = False, progress: Progress | None = None) -> PackReport:
    """Open a pack and play with it; what is wrong is in the report, never an exception."""
    box, problems, advice = open_pack(path)
    report = PackReport(path, box, [str(each) for each in problems], [str(each) for each in advice])
    if box is None:
        return report
    fault = own_fault(box)
    if fault:
        report.warnings.append(f"{path / RECIPE}: the net is not used: {fault}")
    for name, setting, play in _games(box, quick):
        if progress is not None:
            progress(f"{name}, {setting}")
        try:
            report.moves += play()
        except Broken as error:
            report.problems.append(f"{path}: in play ({name}, {setting}): {_first(error)}")
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            report.problems.append(f"{path}: in play ({name}, {setting}): {what}")
        report.games += 1
        if report.problems:
            break
    return report


def _first(error: Broken) -> str:
    return str(error).splitlines()[0]


Game: TypeAlias = tuple[str, Setting, Callable[[], int]]


def _games(box: AnyBox, quick: bool) -> Iterator[Game]:
    """The games of a check: what is looked at, the table, and how it is played."""
    seats = box.meta.seats
    counts = sorted({min(seats), max(seats)}) if quick else seats
    bound = QUICK_MOVES if quick else MOVES
    for count in counts:
        rows = settings(box.meta, 1, (count,))
        setting = Setting(count, rows[0].options, endless=True)
        yield "words and pictures", setting, partial(_faces, box, setting, bound)
        yield "cards and explanations", setting, partial(_models, box, setting, bound)
        if quick:
            continue
        yield "secrets", setting, partial(_leaks, box, setting, bound)
        for number in range(FUZZED):
            row = rows[number * (len(rows) - 1) // max(FUZZED - 1, 1)]
            table = Setting(count, row.options, endless=True)
            yield "rules", table, partial(_rules, box, table, 10 * bound, number)


def _faces(box: AnyBox, setting: Setting, bound: int) -> int:
    check = FaceCheck(box, setting, SeededRng(f"pack face {setting}"), FaceCoverage())
    check.run(bound, POLICIES[STYLES[0]])
    return len(check.table.moves)


def _models(box: AnyBox, setting: Setting, bound: int) -> int:
    check = ModelCheck(box, setting, SeededRng(f"pack models {setting}"))
    check.run(bound)
    return len(check.table.moves)


def _leaks(box: AnyBox, setting: Setting, bound: int) -> int:
    test = LeakTest(box, setting, SeededRng(f"pack leak {setting}"), SPARING)
    test.run(bound)
    return len(test.table.moves)


def _rules(box: AnyBox, setting: Setting, bound: int, number: int) -> int:
    audit = Audit(box, setting, SeededRng(f"pack rules {number} {setting}"), LIGHT)
    audit.run(bound, POLICIES[STYLES[number % len(STYLES)]])
    return len(audit.table.moves)
