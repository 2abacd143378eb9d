"""Where a game speaks of an item outside of its content: its rules, lessons, examples and tests."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from ludus.core.game import AnyGame

MOST: Final = 12
"""Rules that are listed; the most telling ones come first."""
SHORTEST: Final = 3
"""Shorter names stand in many words."""


class Mention(msgspec.Struct, frozen=True):
    """A place that names an item, and what it says."""

    kind: Literal["clause", "lesson", "example", "aid", "test"]
    title: str
    text: str
    count: int = 0


def mentions(game: AnyGame, id: str, name: str) -> list[Mention]:
    """The places that name an item by its id or its name."""
    folder = game.folder
    found = [
        *sorted(_clauses(folder, id, name), key=lambda each: not _own(each, id))[:MOST],
        *_tables(folder / "examples.toml", "example", "example", ("title", "says", "say"), name),
        *_lessons(folder / "lessons", name),
        *_tables(folder / "aid.toml", "aid", "", ("says", "text", "say", "line"), name),
    ]
    tests = list(_tests(folder / "tests", id))
    if tests:
        lines = "\n".join(tests)
        found.append(Mention("test", "Tests of the game", lines, len(tests)))
    return found


def _own(mention: Mention, id: str) -> bool:
    return mention.title.endswith(f".{id}")


def _named(text: str, name: str) -> bool:
    return len(name) >= SHORTEST and re.search(rf"\b{re.escape(name)}\b", text) is not None


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError):
        return {}


def _clauses(folder: Path, id: str, name: str) -> Iterator[Mention]:
    clauses = _read(folder / "clauses.toml").get("clause")
    for clause in clauses if isinstance(clauses, list) else []:
        title, says = str(clause.get("id", "")), str(clause.get("says", ""))
        own = bool(id) and title.endswith(f".{id}")
        if own or _named(says, name) or _named(str(clause.get("check", "")), name):
            yield Mention("clause", title, says)


def _tables(
    path: Path, kind: Literal["example", "aid"], key: str, texts: tuple[str, ...], name: str
) -> Iterator[Mention]:
    """The texts of a file that name it, each by the title of the table that it stands in."""
    document = _read(path)
    for title, text in _texts(document.get(key, document) if key else document, "", texts):
        if _named(text, name):
            yield Mention(kind, title or path.stem, text)


def _texts(value: object, title: str, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        own = value.get("title", value.get("id", title))
        for key, part in value.items():
            if isinstance(part, str) and key in texts:
                yield str(own), part
            elif not isinstance(part, str):
                yield from _texts(part, str(own), texts)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, title, texts)


def _lessons(folder: Path, name: str) -> Iterator[Mention]:
    for path in sorted(folder.glob("*.toml")):
        lesson = _read(path)
        said = [text for _, text in _texts(lesson, "", ("say", "otherwise", "press"))]
        naming = [text for text in said if _named(text, name)]
        if naming:
            title = str(lesson.get("title", path.stem))
            yield Mention("lesson", title, "\n".join(naming), len(naming))


def _tests(folder: Path, id: str) -> Iterator[str]:
    """The names of the tests that speak of it, where a game is installed with its tests."""
    for path in sorted(folder.glob("test_*.py")) if len(id) >= SHORTEST else ():
        for block in re.split(r"^(?=def test_)", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            if f'"{id}"' in block:
                yield f"{path.stem}: {block[4 : block.index('(')].removeprefix('test_')}"
