"""Words: everything that occurs has words, and no words are left for what never occurs.

The keys of a game's word table:

    prompt.PROMPT.text, prompt.PROMPT.clause    what to do now, and the clause that asks for it
    prompt.VARIANT.of                           the prompt that this is another wording of
    event.KIND, event.KIND.VARIANT              log sentences
    action.VERB, action.VERB.VARIANT            labels
    option.KEY.label, option.KEY.CHOICE         table options
    reason.REASON, decided.DECIDED_BY, part.PART   the end
    cites.KIND                                  the clause that such an event shows
    term.KEY.goal, term.KEY.done                what a part of the evaluation means
    changed.VERSION                             what the version changed, for games begun before

What occurs is taken from random play, from the action space and the options, and from the names
written in the game's source; so a rare event needs words although no random game shows it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludus.core.clauses import CLAUSES_FILE
from ludus.core.game import Box, Game
from ludus.core.protocol import S, V
from ludus.kit.clauses import read_clauses
from ludus.kit.faces import FaceCoverage, check_faces

FAMILIES = ("prompt", "event", "action", "option", "reason", "decided", "part", "term", "cites")
TERM_FORMS = ("goal", "done")
"""What is said of a term: after "you would", and after somebody's name."""


@dataclass(slots=True)
class Source:
    """Names found in a game's code."""

    prompts: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    """Every piece of text written anywhere in the code."""

    def mentions(self, name: str) -> bool:
        """Whether the code writes this name, alone or as a part of a dotted key."""
        return name in self.texts


def word_faults(
    game: Game[S, V],
    games: int = 2,
    seed: int = 0,
    silent: Iterable[str] = (),
    seats: Iterable[int] | None = None,
    coverage: FaceCoverage | None = None,
) -> list[str]:
    """Words that are missing or dead. `silent` are event kinds that need none.

    Random games are played, at all seat counts or at those given, unless the coverage of some is
    given.
    """
    box = game.open()
    if coverage is None:
        coverage = check_faces(box, games, seed, seats)
    source = read_source(game.folder)
    known = {clause.id for clause in read_clauses(game.folder / CLAUSES_FILE)}
    return sorted(
        {
            *_missing(box, coverage, source, set(silent)),
            *_dead(box, coverage, source),
            *_clauses(box, coverage, known),
            *_variants(box, coverage),
        }
    )


def _missing(
    box: Box[S, V], coverage: FaceCoverage, source: Source, silent: set[str]
) -> Iterator[str]:
    words = box.face.words
    wanted = [f"prompt.{name}.text" for name in {*coverage.seen.prompts, *source.prompts}]
    wanted += [f"prompt.{name}.clause" for name in {*coverage.seen.prompts, *source.prompts}]
    wanted += [f"reason.{name}" for name in coverage.reasons]
    wanted += [f"decided.{name}" for name in coverage.decided]
    wanted += [f"part.{name}" for name in coverage.parts]
    for option in box.meta.option:
        wanted.append(f"option.{option.key}.label")
        wanted += [f"option.{option.key}.{choice}" for choice in option.choices]
    wanted += [f"changed.{version}" for version in range(2, box.meta.version + 1)]
    for key in wanted:
        if key not in words:
            yield f"no words for {key!r}"
    kinds = {*coverage.told, *(source.events - set(coverage.seen.events))} - silent
    for name, many in (("event", kinds), ("action", box.rules.actions.verbs)):
        for one in many:
            key = f"{name}.{one}"
            if key not in words and not words.keys(f"{key}."):
                yield f"no words for {key!r}"


def _dead(box: Box[S, V], coverage: FaceCoverage, source: Source) -> Iterator[str]:
    """Words whose name neither occurs in play nor stands in the code."""
    options = {option.key: option for option in box.meta.option}
    occurring = {
        "prompt": {*coverage.seen.prompts, *source.prompts},
        "event": {*coverage.seen.events, *source.events},
        "action": set(box.rules.actions.verbs),
        "option": set(options),
        "reason": coverage.reasons,
        "decided": coverage.decided,
        "part": coverage.parts,
        "term": set(),
        "cites": {*coverage.seen.events, *source.events},
    }
    for key in box.face.words.keys(""):
        family, *names = key.split(".")
        if family not in FAMILIES:
            if not _mentioned(names, source):
                yield f"dead words: nothing speaks of {key!r}"
            continue
        first, *rest = names or [""]
        sure = family in ("action", "option")
        alive = first in occurring[family] or (not sure and source.mentions(first))
        if alive and family == "option":
            alive = rest[0] in ("label", "help") or rest[0] in options[first].choices
        elif alive and family == "prompt":
            alive = rest in (["text"], ["clause"], ["of"]) or _mentioned(rest, source)
        elif alive and family == "term":
            alive = len(rest) == 1 and rest[0] in TERM_FORMS
        elif alive and rest:
            alive = _mentioned(rest, source)
        if not alive:
            yield f"dead words: {key!r} never occurs"


def _mentioned(names: list[str], source: Source) -> bool:
    """Numbers are made in play; of other names the last must stand in the code."""
    return not names or names[-1].isdigit() or source.mentions(names[-1])


def _clauses(box: Box[S, V], coverage: FaceCoverage, known: set[str]) -> Iterator[str]:
    words = box.face.words
    for key in words.keys("prompt."):
        if key.endswith(".clause") and words.template(key) not in known:
            yield f"{key!r} is {words.template(key)!r}, which is no clause"
    for key in words.keys("cites."):
        if words.template(key) not in known:
            yield f"{key!r} is {words.template(key)!r}, which is no clause"
    for prompt, clause in coverage.clauses.items():
        if clause not in known:
            yield f"the face answers the prompt {prompt!r} with {clause!r}, which is no clause"
    for option in box.meta.option:
        if option.clause not in known:
            yield f"option {option.key!r} names {option.clause!r}, which is no clause"


def _variants(box: Box[S, V], coverage: FaceCoverage) -> Iterator[str]:
    """A wording of another prompt is never asked by its own name."""
    words = box.face.words
    for key in words.keys("prompt."):
        name, _, last = key[len("prompt.") :].rpartition(".")
        if last != "of":
            continue
        if f"prompt.{words.template(key)}.text" not in words:
            yield f"{key!r} is {words.template(key)!r}, which is no prompt"
        if name in coverage.seen.prompts:
            yield f"{key!r}: the rules ask this as a question of its own"


def read_source(folder: Path) -> Source:
    """The names in a game's code and content, tests left out."""
    source = Source()
    for path in sorted(folder.rglob("*.py")):
        if "tests" in path.relative_to(folder).parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in remarks:
                    source.texts.update(_names(node.value))
            elif isinstance(node, ast.Call):
                _note_call(node, source)
    for path in sorted((folder / "content").glob("*.toml")):
        for text in re.findall(r'"([^"]*)"', path.read_text(encoding="utf-8")):
            source.texts.update(_names(text))
    return source


def _names(text: str) -> Iterator[str]:
    """A text, and the names in it, separated by dots."""
    yield text
    yield from text.split(".")


def _note_call(node: ast.Call, source: Source) -> None:
    """`Decision(seat, "prompt", ...)` and `Event("kind", ...)`."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name == "Decision" and len(node.args) > 1:
        source.prompts.update(_constants(node.args[1]))
    elif name == "Event" and node.args:
        source.events.update(_constants(node.args[0]))


def _constants(node: ast.expr) -> Iterator[str]:
    """A text, or either of two texts in a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
