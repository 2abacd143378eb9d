"""What the toys share: a box, a face of few words, places by points."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from ludus.core.content import Pack, PackInfo
from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.game import Box, Game, Meta
from ludus.core.options import Option
from ludus.core.protocol import (
    EVERYONE,
    Audience,
    Decision,
    Emit,
    Event,
    Outcome,
    Rules,
    S,
    Seat,
    V,
)
from ludus.core.text import TEXT, Bit, Sentence, Words

NONE = -1


class ToyFace(BaseFace[object]):
    """Just enough of a face: it says the keys, or the words for them where it was given some."""

    def __init__(self, words: Words | None = None) -> None:
        super().__init__(words or Words({}, "toy words"))

    def _say(self, key: str) -> Sentence:
        return said(self.words.text(key) if key in self.words else key)

    def scenes(
        self,
        view: object,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        return ()

    def prompt(self, view: object, decision: Decision, names: Sequence[str]) -> Prompt:
        sentence = self._say(f"prompt.{decision.prompt}.text")
        return Prompt((*said(f"{names[decision.seat]}: "), *sentence), "toy.1")

    def choices(self, view: object, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return [Choice(option, option.text) for option in decision.options]

    def tell(self, view: object, event: Event, names: Sequence[str]) -> Line | None:
        return Line(self._say(f"event.{event.kind}"))

    def panels(self, view: object, names: Sequence[str]) -> Sequence[Panel]:
        return [Panel(seat, name, 0) for seat, name in enumerate(names)]

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return self._say(f"reason.{outcome.reason}")

    def describe(self, view: object, names: Sequence[str]) -> str:
        return str(view)

    def text(self, view: object, names: Sequence[str]) -> str:
        return str(view)


def said(text: str) -> Sentence:
    return (Bit(TEXT, text),)


def no_opinion(state: object, seat: Seat) -> float:
    return 0.5


def toy_box(
    name: str,
    rules: Rules[S, V],
    seats: tuple[int, ...],
    secrets: bool = True,
    options: tuple[Option, ...] = (),
    face: ToyFace | None = None,
) -> Box[S, V]:
    """A toy in its box."""
    meta = Meta(name, name, name, "", "", (1, 1), seats, 1, secrets, "workshop", options)
    pack = Pack(PackInfo("built-in", name, name, "a toy", "by hand"), Path(name), Path(name))
    return Box(meta, pack, "toy", rules, face or ToyFace(), no_opinion)


def toy_game(folder: Path, box: Box[S, V], face: ToyFace | None = None) -> Game[S, V]:
    """A toy with a folder of its own, as a game has one."""
    meta = box.meta
    (folder / "content").mkdir(parents=True)
    fields = {**msgspec.to_builtins(meta), "option": []}
    lines = [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
    for option in meta.option:
        plain = msgspec.to_builtins(option)
        lines += ["[[option]]", *(f"{key} = {json.dumps(value)}" for key, value in plain.items())]
    (folder / "meta.toml").write_text("\n".join(line for line in lines if line != "option = []"))
    info = msgspec.to_builtins(box.pack.info)
    pack = "\n".join(f"{key} = {json.dumps(value)}" for key, value in info.items())
    (folder / "content" / "pack.toml").write_text(pack)
    return Game(folder, lambda meta, pack: replace(box, meta=meta, face=face or box.face))


def tell(
    emit: Emit | None,
    kind: str,
    facts: Mapping[str, int | tuple[int, ...]],
    seen_by: Audience = EVERYONE,
    bars: Audience = 0,
) -> None:
    if emit is not None:
        emit(Event(kind, facts, seen_by, bars))


def by_points(points: Sequence[int], reason: str) -> Outcome:
    ranks = tuple(1 + sum(other > mine for other in points) for mine in points)
    tied = list(ranks).count(1) > 1
    return Outcome(tuple(points), ranks, reason, "tie" if tied else "points")


def planted(value: object) -> str:
    """A parameter's name in a test: that of the rules that break a promise."""
    return type(value.rules).__name__ if isinstance(value, Box) else ""
