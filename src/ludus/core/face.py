"""What a game shows: pictures, prompts, labels and sentences, made from views alone.

A page, a terminal, a notebook and the docs all draw from the same face. It never sees a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol

import msgspec

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Event, Outcome, V_contra
from ludus.core.text import Sentence, Words, joined, plain, seat_bit


class Prompt(msgspec.Struct, frozen=True):
    """What to do now, and the clause that asks for it."""

    sentence: Sentence
    clause: str


class Choice(msgspec.Struct, frozen=True):
    """One option as a player sees it.

    `places` are the element ids in the picture that stand for it (none: it is a button only);
    `hint` says what it will do; `lights` are places to light up while it is looked at.
    """

    action: Action
    label: str
    hint: Sentence = ()
    places: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """An SVG in the pieces it was put together from.

    In order: the opening tag, the style, the parts, the closing tag. A page that shows the next
    position sends again those of the parts that differ, so the whole is seldom wanted.
    """

    pieces: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(self.pieces)


class Scene(msgspec.Struct, frozen=True):
    """One picture of the table: SVG whose places carry ids. Most games have just one.

    A table shows the same pictures in the same order from first to last, so that a page can keep
    them; which of them matters now is their rank.
    """

    key: str
    title: str
    picture: Picture
    rank: int = 0
    """What is to be seen first: the highest rank, and of equals the earlier picture."""
    away: bool = False
    """There is nothing in it now: it keeps its place, and is not shown."""
    alone: bool = False
    """It wants all the room that there is; others may stand side by side."""

    @property
    def svg(self) -> str:
        return str(self.picture)


def foremost(scenes: Sequence[Scene]) -> Scene:
    """The picture to be seen first."""
    return max(scenes, key=lambda scene: scene.rank)


class Motion(msgspec.Struct, frozen=True):
    """A piece going from one place (element id) to another."""

    start: str
    end: str


class Line(msgspec.Struct, frozen=True):
    """One entry of the log. A `heading` starts a new paragraph; then the sentence may be empty."""

    sentence: Sentence
    motions: tuple[Motion, ...] = ()
    sound: str = ""
    heading: str = ""


class Panel(msgspec.Struct, frozen=True):
    """What a player's panel says. `seat` is -1 for a player nobody sits for (a dummy)."""

    seat: int
    name: str
    score: int
    lines: tuple[Sentence, ...] = ()
    mark: int = -1
    """Which seat colour and shape to use."""


class Face(Protocol[V_contra]):
    """Turns views, decisions and events of one game into what people see.

    `names` are the players by seat, as everywhere.
    """

    @property
    def words(self) -> Words: ...

    def scenes(
        self,
        view: V_contra,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        """The pictures, always the same ones, with the choices of `decision` marked in them.

        `choices` is what the method `choices` made of the decision; empty without one.
        `lately` holds the latest events that the viewer may see, oldest first, as many as the
        caller likes; the last move among them is marked too.
        """
        ...

    def prompt(self, view: V_contra, decision: Decision, names: Sequence[str]) -> Prompt:
        """What to do now; for a viewer who does not owe the decision, what is waited for."""
        ...

    def choices(self, view: V_contra, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        """The decision's options in order, one Choice each."""
        ...

    def why_not(
        self, view: V_contra, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        """What lies at a place, if its picture does not say it, and why it cannot be chosen now.

        Nobody has to choose anything to ask that: without a decision it is for reading alone.
        """
        ...

    def tell(self, view: V_contra, event: Event, names: Sequence[str]) -> Line | None:
        """The log entry for an event, or None for one that needs no words.

        Of the view only what never changes in a game is used (sides, options, seats), so that any
        view of the same table does for old events too.
        """
        ...

    def panels(self, view: V_contra, names: Sequence[str]) -> Sequence[Panel]: ...

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """Who won, why the game ended, and what decided it."""
        ...

    def describe(self, view: V_contra, names: Sequence[str]) -> str:
        """The whole position in sentences, for a screen reader."""
        ...

    def text(self, view: V_contra, names: Sequence[str]) -> str:
        """The board as plain text, for a terminal."""
        ...


class BaseFace(ABC, Generic[V_contra]):
    """A face with defaults: a game must say the five abstract methods, the rest may stay.

    A face is a pure function of its arguments: it keeps tables made from content, and nothing from
    one call to the next.
    """

    def __init__(self, words: Words) -> None:
        self.words = words

    @abstractmethod
    def scenes(
        self,
        view: V_contra,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]: ...

    @abstractmethod
    def prompt(self, view: V_contra, decision: Decision, names: Sequence[str]) -> Prompt: ...

    @abstractmethod
    def choices(
        self, view: V_contra, decision: Decision, names: Sequence[str]
    ) -> Sequence[Choice]: ...

    @abstractmethod
    def tell(self, view: V_contra, event: Event, names: Sequence[str]) -> Line | None: ...

    @abstractmethod
    def text(self, view: V_contra, names: Sequence[str]) -> str: ...

    def score(self, view: V_contra, seat: int) -> int:
        """A seat's points so far, for its panel."""
        return 0

    def panels(self, view: V_contra, names: Sequence[str]) -> Sequence[Panel]:
        """Every player with their points."""
        return [
            Panel(seat, name, self.score(view, seat), mark=seat) for seat, name in enumerate(names)
        ]

    def why_not(
        self, view: V_contra, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        """No reason: the page says that this place is not a choice now."""
        return None

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """The words `reason.KEY`, then `decided.KEY`, or `decided.shared` for several winners.

        The latter may use `{winner}` and `{points}`.
        """
        winners = outcome.winners
        key = "shared" if len(winners) > 1 else outcome.decided_by
        decided = self.words.say(
            f"decided.{key}",
            winner=joined([(seat_bit(seat, names[seat]),) for seat in winners]),
            points=outcome.scores[winners[0]],
        )
        return joined([self.words.say(f"reason.{outcome.reason}"), decided], " ")

    def describe(self, view: V_contra, names: Sequence[str]) -> str:
        """The panels line by line, then the board as text."""
        lines: list[str] = []
        for panel in self.panels(view, names):
            lines.append(f"{panel.name}: {panel.score}")
            lines.extend(plain(line) for line in panel.lines)
        return "\n".join([*lines, self.text(view, names)])


def scenes_of(
    face: Face[V_contra],
    view: V_contra,
    decision: Decision | None,
    names: Sequence[str],
    lately: Sequence[Event] = (),
) -> Sequence[Scene]:
    """The pictures for a caller that does not need the choices otherwise."""
    choices = face.choices(view, decision, names) if decision is not None else ()
    return face.scenes(view, decision, choices, names, lately)
