"""What people see of a game: pictures, prompts, labels and sentences, made from views alone.

A web page, a terminal, a notebook and the docs all use the same face. It never sees a state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol

import msgspec

from ludus.core.actions import Action
from ludus.core.models import (
    About,
    Card,
    Dashboard,
    Gesture,
    Meter,
    Moment,
    Preview,
    Section,
    Symbol,
    Target,
    Wish,
    words_of,
)
from ludus.core.protocol import Decision, Event, Outcome, V_contra
from ludus.core.text import Part, Sentence, Words, joined, plain, seat_bit, spelled


class Prompt(msgspec.Struct, frozen=True):
    """What to do now, and the clause of the rules behind it."""

    sentence: Sentence
    clause: str


class Choice(msgspec.Struct, frozen=True):
    """One option as a player sees it.

    `places` are the ids of elements in the picture that select it (none: it is only a button);
    `hint` says what it will do; `lights` are places to highlight while it is hovered or focused.
    `mode` is the key of the dashboard's mode that it belongs to; empty for all modes.
    `main` marks the one without a place that lets the game go on: it always stands in one spot.
    `brief` is the label as figures and icons, for a menu of many alike; `label` stays its name.
    `by_hand` is left to the player even where nothing else can be chosen, such as ending a turn.
    `closes` ends what could still be taken back: where nothing else can be chosen, a page that does
    it by itself leaves the player time for that.
    `aside` can be done at other times too: a page does not stop for it alone.
    """

    action: Action
    label: str
    hint: Sentence = ()
    places: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    mode: str = ""
    main: bool = False
    brief: Sentence = ()
    by_hand: bool = False
    closes: bool = False
    aside: bool = False


class Picture(msgspec.Struct, frozen=True):
    """An SVG as a tuple of parts.

    In order: the opening tag, the style, the parts, the closing tag. A live page is sent only the
    parts that differ from the last position, so the whole is rarely needed.
    """

    pieces: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(self.pieces)


class Scene(msgspec.Struct, frozen=True):
    """One picture of the table: an SVG whose places have ids. Most games have just one.

    A table has the same pictures in the same order throughout, so that a page can update them in
    place; `rank` says which one matters now.
    """

    key: str
    title: str
    picture: Picture
    rank: int = 0
    """The highest rank is shown first; among equals, the earlier picture."""
    away: bool = False
    """Whether it is empty now and should be hidden."""
    alone: bool = False
    """Whether it needs the full width; others may be shown side by side."""
    sections: tuple[Section, ...] = ()
    """Its named parts, to go to one of them."""
    focus: tuple[float, float, float, float] | None = None
    """Where the action is: x, y, width and height in the picture; all of it if None."""
    reach: tuple[float, float, float, float] | None = None
    """What stands round the focus and is shown with it on a broad screen, if that costs little."""
    wide: bool = False
    """Whether a desk shows all of it, so that the focus is for small screens only."""
    seat: int = -1
    """Whose it is, if it belongs to one of the other players: their panel has a small copy."""
    minimap: bool = False
    """Whether a small copy of all of it lies in a corner, to go to other parts."""
    least: float = 0.0
    """The scale below which its places are too small to be chosen: a click then goes nearer, and
    it opens no smaller, though some of the focus may be cut."""
    owner: int = -1
    """Whose it is, where the panel has no copy: pointing at the panel enlarges the picture."""

    @property
    def svg(self) -> str:
        return str(self.picture)


def foremost(scenes: Sequence[Scene]) -> Scene:
    """The picture to show first."""
    return max(scenes, key=lambda scene: scene.rank)


class Motion(msgspec.Struct, frozen=True):
    """A piece moving from one place (element id) to another."""

    start: str
    end: str


class Line(msgspec.Struct, frozen=True):
    """One entry of the log. A `heading` starts a new paragraph; then the sentence may be empty."""

    sentence: Sentence
    motions: tuple[Motion, ...] = ()
    sound: str = ""
    heading: str = ""
    moment: Moment | None = None
    """Set if it is worth stopping for."""
    clause: str = ""
    """The clause of the rules that it shows."""
    step: str = ""
    """Entries with the same one, each right after the other, are told in one paragraph."""


def merged(lines: Sequence[Line]) -> Line | None:
    """Several entries as one: the first heading, the last sound and moment."""
    if len(lines) < 2:
        return lines[0] if lines else None
    return Line(
        joined([line.sentence for line in lines if line.sentence], " "),
        tuple(motion for line in lines for motion in line.motions),
        next((line.sound for line in reversed(lines) if line.sound), ""),
        next((line.heading for line in lines if line.heading), ""),
        next((line.moment for line in reversed(lines) if line.moment), None),
        next((line.clause for line in reversed(lines) if line.clause), ""),
        lines[0].step if len({line.step for line in lines}) == 1 else "",
    )


class Panel(msgspec.Struct, frozen=True):
    """What a player's panel shows. `seat` is -1 for a player without a seat (a dummy)."""

    seat: int
    name: str
    score: int
    lines: tuple[Sentence, ...] = ()
    mark: int = -1
    """Which seat colour and shape to use."""
    unit: str = "points"
    """What the score counts, in the game's own terms."""
    meters: tuple[Meter, ...] = ()
    note: str = ""
    """A short remark beside the name: a side, a neighbour, a role."""
    state: str = ""
    """What the player is doing where all act at once."""
    about: str = ""
    """The place that explains the score; empty if nothing more is to be said of it."""
    camp: str = ""
    """The side that several players form; panels of one camp stand together."""
    camp_score: int = 0


class Piece(msgspec.Struct, frozen=True):
    """One of the things that make up a part of a final score, such as one fort of all."""

    label: str
    """What stands on it: short, a numeral or a figure."""
    points: int


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
        """What to do now; for other viewers than the deciding seat, what the game waits for."""
        ...

    def choices(self, view: V_contra, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        """The decision's options in order, one Choice each."""
        ...

    def why_not(
        self, view: V_contra, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        """What is at a place, if the picture does not say it, and why it cannot be chosen now.

        Also used without a decision, to explain a place.
        """
        ...

    def tell(self, view: V_contra, event: Event, names: Sequence[str]) -> Line | None:
        """The log entry for an event, or None for one that needs no words.

        Of the view only what never changes in a game is used (sides, options, seats), so that any
        view of the same table does for old events too.
        """
        ...

    def panels(self, view: V_contra, names: Sequence[str]) -> Sequence[Panel]: ...

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        """The game's icons by key. Their words are in the word table, under `icon.KEY`."""
        ...

    def dashboard(
        self,
        view: V_contra,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        """What stands round the pictures: steps, supply, tracks, cards, modes."""
        ...

    def printed(self, view: V_contra, names: Sequence[str]) -> Mapping[str, Card]:
        """Every card of the content as it looks at the table, for whoever edits it.

        A card is found by its file and its id, or by its place where it has none:
        `heroes.toml:fabius_maximus`, `cards.toml:fate.0`.
        """
        ...

    def preview(
        self, view: V_contra, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        """What one of the decision's choices would do. Asked for when a player looks at it."""
        ...

    def about(
        self, view: V_contra, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        """What is at a place: an element of a picture, a card, a meter; None if nothing is.

        `decision` is the viewer's own; without one the place is only explained.
        """
        ...

    def gestures(
        self, view: V_contra, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        """Ways to make this decision and the ones that follow from it in one movement."""
        ...

    def follow(
        self,
        view: V_contra,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        """The option that carries the wish on; None once it is carried out.

        If it cannot go on, the reason in words for the player. `done` are the actions already
        played for this wish. `decision` is the same seat's, asked anew after each of them; it has
        no options if the seat has nothing to choose any more.
        """
        ...

    def aims(
        self, view: V_contra, decision: Decision, wish: Wish, names: Sequence[str]
    ) -> Sequence[Target]:
        """The targets of a gesture for what is taken so far; none if its own still hold."""
        ...

    def tell_gesture(
        self, view: V_contra, events: Sequence[Event], names: Sequence[str]
    ) -> Line | None:
        """The one log entry for all that happened in a gesture."""
        ...

    def subject(self, view: V_contra, key: str, about: int) -> Part:
        """What a term of the evaluation is about, for the gap `about` in its words."""
        ...

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """Who won, why the game ended, and what decided it."""
        ...

    def ahead(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """The winner's score and lead in a few words; empty where the score did not decide."""
        ...

    def pieces(self, view: V_contra, seat: int) -> Mapping[str, Sequence[Piece]]:
        """What the parts of a seat's final score consist of, by their keys in the outcome.

        A part that is left out is shown as a whole.
        """
        ...

    def describe(self, view: V_contra, names: Sequence[str]) -> str:
        """The whole position in sentences, for a screen reader."""
        ...

    def text(self, view: V_contra, names: Sequence[str]) -> str:
        """The board as plain text, for a terminal."""
        ...


class BaseFace(ABC, Generic[V_contra]):
    """A face with defaults: a game implements the five abstract methods and what it can improve.

    A face is a pure function of its arguments: it may hold tables made from content, but no state
    between calls.
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
        """No reason: a page then says only that this place cannot be chosen now."""
        return None

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return {}

    def dashboard(
        self,
        view: V_contra,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        """Nothing but the pictures."""
        return Dashboard()

    def printed(self, view: V_contra, names: Sequence[str]) -> Mapping[str, Card]:
        return {}

    def preview(
        self, view: V_contra, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        """The choice's own words."""
        return Preview(choice.label, choice.label, rows=(choice.hint,) if choice.hint else ())

    def about(
        self, view: V_contra, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        """What `why_not` says."""
        said = self.why_not(view, decision, place, names)
        return None if said is None else About("", body=(said,))

    def gestures(
        self, view: V_contra, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        return ()

    def follow(
        self,
        view: V_contra,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        """There are no gestures, so no wish can be carried out."""
        return "That cannot be done here."

    def aims(
        self, view: V_contra, decision: Decision, wish: Wish, names: Sequence[str]
    ) -> Sequence[Target]:
        return ()

    def tell_gesture(
        self, view: V_contra, events: Sequence[Event], names: Sequence[str]
    ) -> Line | None:
        """The entries of the events, one after the other, as one."""
        lines = [told(self, view, event, names) for event in events]
        return merged([line for line in lines if line is not None])

    def subject(self, view: V_contra, key: str, about: int) -> Part:
        """Its number: enough for terms that are about the whole position."""
        return about

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

    def ahead(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """The words `ahead.KEY` by what decided, if there are any and one seat has the most.

        They may use `{points}`, `{lead}` and `{second}`.
        """
        key = f"ahead.{outcome.decided_by}"
        if key not in self.words or len(outcome.winners) != 1 or len(names) == 1:
            return ()
        first = outcome.winners[0]
        rest = [seat for seat in range(len(names)) if seat != first]
        second = min(rest, key=lambda seat: (outcome.ranks[seat], -outcome.scores[seat]))
        points = outcome.scores[first]
        lead = points - outcome.scores[second]
        if lead <= 0:
            return ()
        return self.words.say(key, points=points, lead=spelled(lead), second=names[second])

    def pieces(self, view: V_contra, seat: int) -> Mapping[str, Sequence[Piece]]:
        return {}

    def describe(self, view: V_contra, names: Sequence[str]) -> str:
        """The panels line by line, then the board as text."""
        lines: list[str] = []
        for panel in self.panels(view, names):
            lines.append(f"{panel.name}: {panel.score} {panel.unit}")
            if panel.meters:
                lines.append(", ".join(words_of(meter) for meter in panel.meters))
            lines.extend(plain(line) for line in panel.lines)
        return "\n".join([*lines, self.text(view, names)])


def told(face: Face[V_contra], view: V_contra, event: Event, names: Sequence[str]) -> Line | None:
    """The log entry for an event, with the clause that the words cite for it: `cites.KIND`."""
    line = face.tell(view, event, names)
    if line is None or line.clause:
        return line
    key = f"cites.{event.kind}"
    clause = line.moment.clause if line.moment is not None else ""
    if not clause and key in face.words:
        clause = face.words.template(key)
    return msgspec.structs.replace(line, clause=clause) if clause else line


def scenes_of(
    face: Face[V_contra],
    view: V_contra,
    decision: Decision | None,
    names: Sequence[str],
    lately: Sequence[Event] = (),
) -> Sequence[Scene]:
    """The pictures, for a caller that does not need the choices for anything else."""
    choices = face.choices(view, decision, names) if decision is not None else ()
    return face.scenes(view, decision, choices, names, lately)
