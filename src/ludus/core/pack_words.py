"""The words of a pack over the words of its game.

A game says which families of words are about what is printed (`card`, `hero`), and which keys the
content at hand needs. A pack's `words.toml` has the words of what the pack adds or renames; words
of the game serve only what is built in, and a pack may say anything else in its own way.
"""

from __future__ import annotations

import json
import re
import shutil
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludus.core.content import WORDS, Pack, advise, demand, parse_toml
from ludus.core.game import AnyGame
from ludus.core.text import Words, flatten

_HEADER: Final = re.compile(r"^\[+([^\]]+)\]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Needed:
    """Words that something printed cannot do without: what it is, and the file that prints it."""

    key: str
    file: str
    item: str


def load_words(
    pack: Pack,
    path: Path,
    printed: Sequence[str] = (),
    needed: Sequence[Needed] = (),
    named: Sequence[str] = (),
) -> Words:
    """The words for a pack: those of the game in `path`, and over them those of the pack.

    `printed` are the families with a key for each thing that is printed. They have words for what
    is needed, and for nothing else. `named` are families about printed things with keys that are
    the same in every pack.
    """
    base = Words.load(path)
    own_path = pack.folder / WORDS
    own: dict[str, str] = {}
    if not pack.built_in and own_path.is_file():
        own = dict(flatten(parse_toml(own_path), "", str(own_path)))
    wanted = {need.key for need in needed}
    built_in = {key: base.template(key) for key in base.keys("")}
    _check_own(own, own_path, built_in, printed, wanted)
    table = {key: said for key, said in built_in.items() if key in wanted or not _of(key, printed)}
    table |= own
    for need in needed:
        held = need.key in table
        reason = f"{need.item}: no words; write {need.key!r} in {WORDS}"
        demand(held, pack.path(need.file), reason)
    _demand_names(pack, needed, table)
    if not pack.built_in:
        _advise_changed(pack, needed, table, built_in)
    where = str(own_path) if own else str(path)
    return Words(table, where, (*printed, *named))


def _demand_names(pack: Pack, needed: Sequence[Needed], table: Mapping[str, str]) -> None:
    """Things of one kind have different names: players choose between them by name."""
    taken: dict[tuple[str, str], str] = {}
    for need in needed:
        if not need.key.endswith(".name") or need.key not in table:
            continue
        named = (need.file, table[need.key])
        other = taken.setdefault(named, need.item)
        reason = f"{need.item}: it is called {table[need.key]!r}, as {other} is"
        own = pack.folder / WORDS
        path = own if own.is_file() else pack.path(need.file)
        demand(other == need.item, path, reason, need.key.split("."))


SHOWN: Final = frozenset(
    ("id", "name", "source", "sources", "copies", "actions", "price", "strength", "pays", "faction")
)
"""What is shown as it is, so that the words need not say it."""


def _advise_changed(
    pack: Pack, needed: Sequence[Needed], table: Mapping[str, str], built_in: Mapping[str, str]
) -> None:
    """Say where something does what it did not, and is described as before."""
    said: dict[tuple[str, str], bool] = {}
    for need in needed:
        place = (need.file, need.item)
        same = table.get(need.key) == built_in.get(need.key)
        said[place] = said.get(place, True) and same
    files = {
        file for (file, _), same in said.items() if same and pack.path(file) != pack.base / file
    }
    own = {file: parse_toml(pack.path(file)) for file in files}
    base = {file: parse_toml(pack.base / file) for file in files}
    for (file, item), same in said.items():
        if not same or file not in files:
            continue
        here, there = _item(own[file], item), _item(base[file], item)
        changed = here is not None and there is not None and here != there
        reason = f"{item}: changed, and described by the words of the game; say it in {WORDS}"
        advise(not changed, pack.path(file), reason)


def _item(document: Mapping[str, object], item: str) -> dict[str, object] | None:
    """A printed thing without what is shown as it is."""
    kind, _, name = item.partition(" ")
    items = document.get(kind)
    for each in items if isinstance(items, list) else ():
        if isinstance(each, dict) and name in (each.get("id"), each.get("key")):
            return {key: value for key, value in each.items() if key not in SHOWN}
    return None


def _of(key: str, families: Sequence[str]) -> bool:
    return any(key.startswith(f"{family}.") for family in families)


def _check_own(
    own: Mapping[str, str],
    path: Path,
    built_in: Mapping[str, str],
    printed: Sequence[str],
    wanted: set[str],
) -> None:
    """Every key is spelt as the game has it, and every gap is one that the game fills."""
    for key, said in own.items():
        steps = key.split(".")
        if _of(key, printed):
            known = key in wanted
            demand(known, path, f"{key}: nothing in this pack is printed with these words", steps)
        else:
            known = key in built_in
            demand(known, path, f"{key}: the game has no such words", steps)
        demand(bool(said.strip()), path, f"{key}: says nothing", steps)
        try:
            gaps = set(_gaps(said))
        except ValueError as error:
            demand(False, path, f"{key}: {said!r} is no sentence: {error}", steps)
            continue
        family = key.partition(".")[0]
        like = [key] if key in built_in else [each for each in built_in if _of(each, [family])]
        filled = {gap for each in like for gap in _gaps(built_in[each])}
        icons = {f"#{each.removeprefix('icon.')}" for each in built_in if each.startswith("icon.")}
        for gap in sorted(gaps):
            fits = gap in icons if gap.startswith("#") else gap in filled
            which = f"there are {', '.join(sorted(filled)) or 'none'}"
            demand(fits, path, f"{key}: nothing fills {{{gap}}}; {which}", steps)


def _gaps(said: str) -> Iterator[str]:
    for _, name, spec, _ in string.Formatter().parse(said):
        if name is None:
            continue
        yield name
        if name.startswith("#") and spec:
            yield spec


def printed_words(path: Path, families: Sequence[str]) -> str:
    """The part of a word file that is about what is printed, as its author wrote it."""
    text = path.read_text(encoding="utf-8")
    heads = [*_HEADER.finditer(text)]
    parts: list[str] = []
    for number, head in enumerate(heads):
        if not _of(f"{head[1].strip()}.", families):
            continue
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        lines = text[head.start() : end].rstrip().splitlines()
        while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
            lines.pop()
        parts.append("\n".join(lines))
    written = "\n\n".join(parts)
    tomllib.loads(written)
    return written


def copy_pack(game: AnyGame, folder: Path) -> None:
    """A new pack with all that is printed: content files, the words for it, and drawings."""
    box = game.open()
    shutil.copytree(box.pack.base, folder)
    info = folder / "pack.toml"
    text = info.read_text(encoding="utf-8")
    text = _named(text, folder.name, box.meta.title)
    info.write_text(text, encoding="utf-8")
    words = printed_words(game.folder / WORDS, box.face.words.printed)
    title = box.meta.title
    head = (
        f"# The words of what is printed in {title}. Anything else that {title} says can be said\n"
        "# in another way here too, under the key that it has in the game's own words.toml.\n"
    )
    (folder / WORDS).write_text(f"{head}\n{words}\n" if words else head, encoding="utf-8")


def _named(text: str, name: str, game: str) -> str:
    """What a copy's `pack.toml` says: its title stands at tables, as another than the built-in."""
    said = {
        "name": name,
        "title": re.sub(r"[-_]+", " ", name).title(),
        "what": f"A copy of what comes with {game}; say here what your pack changes.",
        "checked": "Not yet compared with a box.",
    }
    lines = text.splitlines()
    for number, line in enumerate(lines):
        key = line.partition(" = ")[0]
        if key in said:
            lines[number] = f"{key} = {json.dumps(said[key], ensure_ascii=False)}"
    return "\n".join(lines) + "\n"
