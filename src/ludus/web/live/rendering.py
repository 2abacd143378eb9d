"""What a viewer sees of a position, made once for all who ask for it.

Faces are pure functions; this is where their results are kept. Page streams, API streams, pages,
explanations and hints of one viewer share a rendering, and each part of it is made when it is first
asked for. In a game without secrets, what does not depend on the viewer is shared by all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from ludus.core.face import Choice, Panel, Prompt, Scene
from ludus.core.game import AnyBox
from ludus.core.lessons import lessons_of
from ludus.core.models import Dashboard, Gesture
from ludus.core.protocol import SPECTATOR, Decision, Seat, waited_for
from ludus.core.text import TEXT, Bit, Sentence
from ludus.web.live.models import LogLine, Part, Result
from ludus.web.live.page_models import Level
from ludus.web.live.results import levels, option_words, result_of
from ludus.web.tables.live_table import LiveTable

T = TypeVar("T")

RECENT_MOVES: Final = 8
"""How many of the latest moves a picture may mark."""


class lazy(Generic[T]):  # noqa: N801  # Used like `property`.
    """A property that is worked out when it is first asked for, and kept.

    Unlike `cached_property` of Python 3.11 it takes no lock, which costs more than most of these.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make

    def __get__(self, owner: object, kind: type | None = None) -> T:
        found = owner.__dict__[self._make.__name__] = self._make(owner)
        return found


class Summary:
    """What is said of a position besides pictures and choices."""

    def __init__(self, box: AnyBox, view: object, names: Sequence[str]) -> None:
        self._box = box
        self._view = view
        self._names = names

    @lazy
    def panels(self) -> tuple[Panel, ...]:
        return tuple(self._box.face.panels(self._view, self._names))

    @lazy
    def description(self) -> str:
        return self._box.face.describe(self._view, self._names)


class Rendering:
    """What one viewer sees of one position: the present one, or the one after `at` moves."""

    def __init__(
        self, live: LiveTable, viewer: Seat, at: int | None = None, summary: Summary | None = None
    ) -> None:
        table = live.table
        self._live = live
        self._names = live.names
        self._summary = summary
        self._end = len(table.moves) if at is None else at
        past = self._end < len(table.moves)
        self.viewer = viewer
        self.view: object = (
            live.box.rules.view(table.at(self._end), viewer) if past else table.view(viewer)
        )
        """The game's own view."""
        self._decisions: Sequence[Decision] = live.decisions() if live.playing and not past else ()
        self.decision = next((each for each in self._decisions if each.seat == viewer), None)

    @lazy
    def prompt(self) -> Prompt | None:
        """What the viewer has to do; None if there is nothing to decide."""
        if self.decision is None:
            return None
        return self._live.box.face.prompt(self.view, self.decision, self._names)

    @lazy
    def choices(self) -> tuple[Choice, ...]:
        if self.decision is None:
            return ()
        return tuple(self._live.box.face.choices(self.view, self.decision, self._names))

    @lazy
    def scenes(self) -> tuple[Scene, ...]:
        start = max(0, self._end - RECENT_MOVES)
        recent = [event for _, event in self._live.table.events(self.viewer, start, self._end)]
        face = self._live.box.face
        return tuple(face.scenes(self.view, self.decision, self.choices, self._names, recent))

    @lazy
    def dashboard(self) -> Dashboard:
        face = self._live.box.face
        return face.dashboard(self.view, self.decision, self.choices, self._names)

    @lazy
    def gestures(self) -> tuple[Gesture, ...]:
        if self.decision is None:
            return ()
        face = self._live.box.face
        return tuple(face.gestures(self.view, self.decision, self.choices, self._names))

    @lazy
    def summary(self) -> Summary:
        return self._summary or Summary(self._live.box, self.view, self._names)

    @lazy
    def waiting(self) -> Sentence:
        """What the game waits for, as far as everybody may know."""
        awaited = waited_for(self._decisions)
        people = [each for each in self._decisions if each.seat in awaited]
        if not people:
            return (Bit(TEXT, "The clock is running."),) if self._decisions else ()
        box = self._live.box
        if not box.meta.secrets and len(people) == 1:
            return box.face.prompt(self.view, people[0], self._names).sentence
        # What exactly a player is asked may be a secret; that they are asked is not.
        who = [self._names[each.seat] for each in people]
        listed = who[0] if len(who) == 1 else f"{', '.join(who[:-1])} and {who[-1]}"
        return (Bit(TEXT, f"Waiting for {listed}."),)


class Once(Generic[T]):
    """What was made for one viewer, for others for whom it is made from the same.

    It is found by all that it was made from, compared by value: so nothing that only one viewer may
    know can come to another.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, list[tuple[object, T]]] = {}

    def get(self, what: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """What `make` gives; it may depend on `what` and `inputs` alone."""
        made = self._made.setdefault(what, [])
        for known, value in made:
            if known == inputs:
                return value
        value = make()
        made.append((inputs, value))
        return value

    def clear(self) -> None:
        self._made.clear()


class ViewCache:
    """The renderings of a table's present position, by viewer, and what belongs to the table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.parts: Once[tuple[Part, ...]] = Once()
        """Parts of pages, drawn while a change is sent."""
        self.told: Once[bytes] = Once()
        """Lines of the log as they are sent."""
        self._renderings: dict[Seat, Rendering] = {}
        self._summary: Summary | None = None
        """The summary of the present position in a game without secrets."""
        self._lines: Once[tuple[LogLine, ...]] = Once()
        self._result: Result | None = None

    def lines(
        self, viewer: Seat, start: int, end: int, tell: Callable[[], Sequence[LogLine]]
    ) -> tuple[LogLine, ...]:
        """The log of these moves as `tell` gives it; in a game without secrets, once for all."""
        whose = viewer if self._live.box.meta.secrets else SPECTATOR
        return self._lines.get(whose, (start, end), lambda: tuple(tell()))

    def rendering(self, viewer: Seat, at: int | None = None) -> Rendering:
        """What `viewer` sees now, or saw after `at` moves."""
        if at is not None and at < len(self._live.table.moves):
            return Rendering(self._live, viewer, at)
        known = self._renderings.get(viewer)
        if known is None:
            known = Rendering(self._live, viewer, summary=self._summary)
            self._renderings[viewer] = known
            if not self._live.box.meta.secrets:
                self._summary = known.summary
        return known

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self._result is None and self._live.over and self._live.lesson is None:
            self._result = result_of(self._live)
        return self._result

    @cached_property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The table's options in words; they never change."""
        words = option_words(self._live.box, self._live.head.options)
        return (("Edition", self.edition), *words) if self.edition else words

    @cached_property
    def edition(self) -> str:
        """The title of the pack that is played with; empty for the built-in content."""
        pack = self._live.box.pack
        return "" if pack.built_in else pack.info.title

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The bots that the table's edition offers; they never change."""
        return levels(self._live.box)

    @cached_property
    def teaches(self) -> bool:
        """Whether the game has lessons."""
        return bool(lessons_of(self._live.head.game))

    def changed(self) -> None:
        """The position, the names or the stage may be new."""
        self.drop_renderings()
        self._result = None

    def drop_renderings(self) -> None:
        """Free memory: pictures are large, so they are kept only while a change is sent."""
        self._renderings.clear()
        self._summary = None
        self._lines.clear()
        self.parts.clear()
        self.told.clear()
        self._live.table.drop_views()
