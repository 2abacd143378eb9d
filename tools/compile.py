"""Build the package with its hot modules compiled by mypyc, and its C module, into build/compiled.

A copy of the package is made, and extension modules go in beside it. What is compiled is found, not
listed: in the core, the bots and the lab the modules named below, and in every game whatever its
rules and bots run through. Run it again after a change, and only what changed is built anew.

The sources compile as they are. In the copy two things are written out that mypyc leaves to Python
or leaves away: the `__init__` of a plain dataclass, which else stays interpreted and makes copies
of a state and views three times as slow; and the full annotations of a dataclass, of which mypyc
keeps only `list` for `list[Frame]`, so that nothing could read a state back from JSON.

Use the result by putting it first on the path: PYTHONPATH=build/compiled. With --quick the C
compiler does not optimise and the result goes to build/compiled-quick: it is built in a quarter of
the time, for tests.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ludus.lab.bench.build import STAMP, digest_of

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "ludus"
TARGET = ROOT / "build" / "compiled"
QUICK_TARGET = ROOT / "build" / "compiled-quick"

CORE = ("actions", "chance", "errors", "machine", "protocol", "record", "table")
BOTS = ("driver", "greedy", "lookahead", "plan_ahead", "random", "search", "turns")
LEARNING = ("stepper", "vector")
"""In `lab/research`: what learners step games with."""
KERNELS = "ludus/core/kernels"
"""What is written in C by hand: the inner loops that work on arrays."""
COLD = {"__init__", "content", "drawing", "encode", "face", "tests"}
"""In a game: read once, arrays of NumPy, or drawing for people. Modules that hold msgspec structs
stay out as well, since mypyc cannot compile classes that a metaclass makes."""

BASES = {"BaseFrame": ("phase",), "BaseState": ("dirty", "stack")}
"""What dataclasses derive from (`core/machine.py`), and the fields that they may declare."""

FROZEN = "dataclass(frozen=True, slots=True)"
PLAIN = ("dataclass(slots=True)", FROZEN)
"""Dataclasses whose `__init__` can be written out."""

HARMLESS = "warning: Treating generator comprehension as list"
"""It means the same, and only where it is hot would a loop be faster."""

SETUP = """\
from mypyc.build import mypycify
from setuptools import Extension, setup

GROUPS = {groups!r}
OPTIONS = ["--config-file", {config!r}]

setup(
    name="ludus-compiled",
    packages=[],
    ext_modules=[
        *mypycify(
            OPTIONS + [path for paths, _ in GROUPS for path in paths],
            separate=GROUPS,
            opt_level={level!r},
            debug_level="0",
        ),
        Extension({kernels!r}, [{source!r}]),
    ],
)
"""


def hot_groups(package: Path = SOURCE) -> list[tuple[list[str], str]]:
    """What is compiled together: the core with the bots, and each game; paths from `src`."""
    base = package.parent
    core = [package / "core" / f"{name}.py" for name in CORE]
    core += [package / "bots" / f"{name}.py" for name in BOTS]
    core += [package / "lab" / "research" / f"{name}.py" for name in LEARNING]
    groups = [([str(path.relative_to(base)) for path in core], "ludus_core")]
    for game in sorted((package / "games").iterdir()):
        if (game / "meta.toml").is_file():
            paths = [str(path.relative_to(base)) for path in sorted(_hot(game))]
            groups.append((paths, f"ludus_{game.name}"))
    return [group for group in groups if group[0]]


def _hot(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.stem in COLD:
            continue
        if path.is_dir():
            yield from _hot(path)
        elif path.suffix == ".py" and "msgspec" not in path.read_text(encoding="utf-8"):
            yield path


def mirror(source: Path, target: Path, hot: set[Path]) -> None:
    """Make `target` a copy of `source`, touching only what differs, so that builds stay short.

    `hot` are the paths, from `source`, of the modules that will be compiled.
    """
    wanted = {
        path.relative_to(source)
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for name in wanted:
        data = (source / name).read_bytes()
        if name in hot:
            data = written_out(data.decode()).encode()
        here = target / name
        if not here.is_file() or here.read_bytes() != data:
            here.parent.mkdir(parents=True, exist_ok=True)
            here.write_bytes(data)
    for path in list(target.rglob("*")):
        kept = path.suffix == ".so" or "__pycache__" in path.parts
        if path.is_file() and not kept and path.relative_to(target) not in wanted:
            path.unlink()


def written_out(source: str) -> str:
    """The module with what mypyc lacks of its dataclasses written out.

    `__init__` is left alone where a dataclass has a parent with fields, or has anything but simple
    defaults. That of a frozen one sets its fields as only compiled code can.
    """
    lines = source.split("\n")
    notes: list[str] = []
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.ClassDef) or not _dataclass_mark(node):
            continue
        types = {ast.unparse(item.target): ast.unparse(item.annotation) for item in _fields(node)}
        notes.append(f"vars({node.name})['__annotations__'].update({types!r})")
        if _is_plain(node):
            assert node.end_lineno is not None
            lines[node.end_lineno : node.end_lineno] = ["", *_init_of(node)]
            for base in node.bases:
                # To `dataclasses` an attribute of the base looks like a default of the field.
                mark = node.decorator_list[0].lineno - 1
                lines[mark] = lines[mark].replace("slots=True", "slots=True, init=False")
                for name in BASES[ast.unparse(base)]:
                    if name in types:
                        field = f"{node.name}.__dataclass_fields__[{name!r}]"
                        notes.append(f"{field}.default = {field}.default_factory")
    return "\n".join([*lines, *reversed(notes), ""] if notes else lines)


def traps(source: str) -> list[int]:
    """Lines where mypyc would make a wrong program: one name for errors of different classes.

    It gives the name the type of the first `except` of a function, and fails on the second.
    """
    found: list[int] = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        kinds: dict[str, str] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.ExceptHandler) and node.name and node.type:
                kind = ast.unparse(node.type)
                if kinds.setdefault(node.name, kind) != kind:
                    found.append(node.lineno)
    return found


def _dataclass_mark(node: ast.ClassDef) -> str:
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    return next((mark for mark in marks if mark.split("(")[0] == "dataclass"), "")


def _fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [item for item in node.body if isinstance(item, ast.AnnAssign)]


def _is_plain(node: ast.ClassDef) -> bool:
    names = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    return (
        _dataclass_mark(node) in PLAIN
        and all(ast.unparse(base) in BASES for base in node.bases)
        and not names & {"__init__", "__post_init__"}
        and all(isinstance(item.value, ast.Constant | ast.Name | None) for item in _fields(node))
    )


def _init_of(node: ast.ClassDef) -> Iterator[str]:
    given = ["self"]
    for item in _fields(node):
        default = "" if item.value is None else f" = {ast.unparse(item.value)}"
        given.append(f"{ast.unparse(item.target)}: {ast.unparse(item.annotation)}{default}")
    yield f"    def __init__({', '.join(given)}) -> None:"
    remark = "  # type: ignore[misc]" if _dataclass_mark(node) == FROZEN else ""
    for item in _fields(node):
        name = ast.unparse(item.target)
        yield f"        self.{name} = {name}{remark}"


def drop_stale(groups: list[tuple[list[str], str]], target: Path) -> None:
    """Remove extension modules of sources that are gone or no longer compiled."""
    hot = {target / path for paths, _ in groups for path in paths} | {target / f"{KERNELS}.py"}
    for path in (target / "ludus").rglob("*.so"):
        if path.with_name(path.name.split(".")[0] + ".py") not in hot:
            path.unlink()


def build(target: Path, level: str, jobs: int) -> int:
    """Bring the build in `target` up to date; the exit status."""
    groups = hot_groups()
    trapped = [
        f"{path}:{line}: another error has this name in the same function; give it its own"
        for paths, _ in groups
        for path in paths
        for line in traps((SOURCE.parent / path).read_text(encoding="utf-8"))
    ]
    if trapped:
        print("\n".join(trapped), file=sys.stderr)
        return 1
    hot = {Path(path).relative_to("ludus") for paths, _ in groups for path in paths}
    digest = digest_of(SOURCE)
    mirror(SOURCE, target / "ludus", hot)
    drop_stale(groups, target)
    setup = target / "setup.py"
    text = SETUP.format(
        groups=groups,
        config=str(ROOT / "pyproject.toml"),
        level=level,
        kernels=KERNELS.replace("/", "."),
        source=f"{KERNELS}.c",
    )
    if not setup.is_file() or setup.read_text(encoding="utf-8") != text:
        setup.write_text(text, encoding="utf-8")
    # The copy must be found before any installed one, and nothing else of ours.
    env = {**os.environ, "PYTHONPATH": str(target), "MYPYPATH": str(target)}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "-j", str(jobs)]
    stamp = target / STAMP
    stamp.unlink(missing_ok=True)
    ran = subprocess.run(
        command,
        cwd=target,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    for line in ran.stdout.splitlines():
        if HARMLESS not in line:
            print(line, file=sys.stderr)
    if ran.returncode == 0:
        stamp.write_text(digest, encoding="utf-8")
    return ran.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="for tests: build/compiled-quick")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="only say what would be compiled")
    wanted = parser.parse_args()
    if wanted.list:
        for paths, name in hot_groups():
            print(name, *paths, sep="\n  ")
        return 0
    if wanted.quick:
        return build(QUICK_TARGET, "0", wanted.jobs)
    return build(TARGET, "3", wanted.jobs)


if __name__ == "__main__":
    sys.exit(main())
