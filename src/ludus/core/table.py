"""One game in progress: rules, state and record together.

The table checks that actions are legal, answers the choices of chance, and does undo and redo.
State and snapshots can always be rebuilt from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.errors import BadRecord, BadRequest, IllegalAction, LudusError, PlayerError
from ludus.core.face import foremost
from ludus.core.game import Box
from ludus.core.protocol import (
    CHANCE,
    EVERYONE,
    SPECTATOR,
    Audience,
    Decision,
    Event,
    Outcome,
    Rng,
    S,
    Seat,
    V,
    all_but,
    lets_stand,
    may_see,
)
from ludus.core.record import Header, Move, Record

SNAPSHOT_EVERY = 32
MOST_SNAPSHOTS = 128
"""In a very long game they are made thinner, so that memory does not grow with it."""
LATELY = 24
"""How many moves back a picture looks for the last one to highlight."""


class Table(Generic[S, V]):
    """Rules + state + record. `names` are the players by seat."""

    def __init__(
        self, box: Box[S, V], names: Sequence[str], options: Mapping[str, str] | None = None
    ) -> None:
        settled = box.options(len(names), options or {})
        self.box = box
        self.header = Header(
            box.meta.name,
            box.meta.version,
            box.content_hash,
            tuple(names),
            settled,
            box.pack.info.name,
        )
        self.moves: list[Move] = []
        self.story: list[tuple[Event, ...]] = []
        """What happened, per move."""
        self.state: S = box.rules.setup(len(names), settled)
        self._bars: list[Audience] = []
        self._snapshots: list[S] = [box.rules.copy(self.state)]
        self._every = SNAPSHOT_EVERY
        """Moves between two snapshots."""
        self._undone: list[Move] = []
        self._view_from: Callable[[S, Seat, Sequence[Decision]], V] | None = getattr(
            box.rules, "view_from", None
        )
        self._decisions: Sequence[Decision] | None = None
        """The decisions of this position; None if the rules were not asked yet."""
        self._views: dict[Seat, V] = {}
        """The views of this position that were asked for."""

    @classmethod
    def replay(cls, box: Box[S, V], record: Record, where: str = "record") -> Table[S, V]:
        """The table at the end of a record; every move is checked."""
        header = record.header
        if header.game != box.meta.name:
            raise BadRecord(f"{where}: a game of {header.game}, not of {box.meta.name}")
        if header.content != box.content_hash:
            raise BadRecord(
                f"{where}: played with content {header.content} (pack {header.pack!r}), "
                f"but this pack is {box.content_hash}; give the right one with --pack"
            )
        try:
            table = cls(box, header.seats, header.options)
        except BadRequest as error:
            raise BadRecord(f"{where}, line 1: {error}") from error
        for number, move in enumerate(record.moves, 1):
            try:
                table.play(move.seat, move.act, move.at)
            except LudusError as wrong:
                hint = ""
                if header.version != box.meta.version:
                    hint = f" (played by rules version {header.version}, now {box.meta.version})"
                raise BadRecord(f"{where}, line {number + 1}: {wrong}{hint}") from wrong
        return table

    def fork(self) -> Table[S, V]:
        """An independent copy of the table, to try something out on."""
        other = type(self)(self.box, self.names, self.header.options)
        other.moves = self.moves[:]
        other.story = self.story[:]
        other.state = self.box.rules.copy(self.state)
        other._bars = self._bars[:]
        # Snapshots are only ever copied from, so both tables may hold the same ones.
        other._snapshots = self._snapshots[:]
        other._every = self._every
        other._undone = self._undone[:]
        other._decisions = self._decisions
        return other

    def __repr__(self) -> str:
        return f"<Table {self.header.game}: {', '.join(self.names)}, move {len(self.moves)}>"

    @property
    def record(self) -> Record:
        return Record(self.header, list(self.moves))

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.seats

    @property
    def seats(self) -> int:
        return len(self.header.seats)

    @property
    def over(self) -> bool:
        return not self.decisions()

    @property
    def outcome(self) -> Outcome | None:
        return self.box.rules.outcome(self.state)

    def decisions(self) -> Sequence[Decision]:
        """All choices to be made now; the rules are asked once per position."""
        found = self._decisions
        if found is None:
            found = self._decisions = self.box.rules.decisions(self.state)
        return found

    def decision(self, seat: Seat) -> Decision | None:
        """The choice that `seat` has to make now, if any."""
        for decision in self.decisions():
            if decision.seat == seat:
                return decision
        return None

    def view(self, viewer: Seat) -> V:
        """What `viewer` may know now; made once per position, until it is dropped."""
        found = self._views.get(viewer)
        if found is None:
            if self._view_from is not None:
                found = self._view_from(self.state, viewer, self.decisions())
            else:
                found = self.box.rules.view(self.state, viewer)
            self._views[viewer] = found
        return found

    def drop_views(self) -> None:
        """Free memory: a server has many tables, and each moves only now and then."""
        self._views.clear()

    def events(
        self, viewer: Seat, start: int = 0, end: int | None = None
    ) -> list[tuple[int, Event]]:
        """The events that `viewer` may see, of the moves after `start` up to `end`, each with the
        number of its move."""
        return [
            (number, event)
            for number, events in enumerate(self.story[start:end], start + 1)
            for event in events
            if may_see(event.seen_by, viewer)
        ]

    def picture(self, viewer: Seat = SPECTATOR, count: int | None = None) -> str:
        """The board as SVG, now or after `count` moves, as `viewer` sees it."""
        end = len(self.moves) if count is None else count
        view = self.box.rules.view(self.at(end), viewer)
        start = max(0, end - LATELY)
        lately = [event for _, event in self.events(viewer, start, end)]
        return foremost(self.box.face.scenes(view, None, (), self.names, lately)).svg

    def _repr_svg_(self) -> str:
        """How a notebook displays a table."""
        return self.picture()

    def play(self, seat: Seat, action: Action | str, at: int = 0) -> tuple[Event, ...]:
        """Carry out a legal action; an illegal one raises `IllegalAction` and changes nothing."""
        chosen, stands = self._offered(seat, action)
        events = self._do(Move(seat, chosen.text, at), chosen, stands)
        self._undone.clear()
        return events

    def settle(self, rng: Rng, at: int = 0) -> list[Event]:
        """Make all choices of chance, until somebody else has to choose."""
        events: list[Event] = []
        while (decision := self.decision(CHANCE)) is not None:
            events.extend(self.play(CHANCE, pick(decision, rng), at))
        return events

    def at(self, count: int) -> S:
        """The position after `count` moves, as a state of its own."""
        if not 0 <= count <= len(self.moves):
            raise BadRequest(f"no position {count}: there are 0 to {len(self.moves)}")
        rules = self.box.rules
        snapshot = min(count // self._every, len(self._snapshots) - 1)
        state = rules.copy(self._snapshots[snapshot])
        for move in self.moves[snapshot * self._every : count]:
            rules.apply(state, move.seat, rules.actions.parse(move.act), None)
        return state

    def set_position(self, state: S) -> None:
        """Replace the position, or declare that it was edited in place. For tests.

        It is not in the record, so undo and replay ignore it.
        """
        self.state = state
        self._forget()

    # Undo ---------------------------------------------------------------------------------------

    def undoable(self, seat: Seat) -> list[int]:
        """The numbers of the seat's moves that it may undo, latest first.

        They end where the seat learned something, or where another seat has acted (in parallel
        play: has affected this seat) and did not just let an offer pass.
        """
        found: list[int] = []
        for index in range(len(self.moves) - 1, -1, -1):
            if may_see(self._bars[index], seat):
                break
            if self.moves[index].seat == seat:
                found.append(index + 1)
        return found

    def undo(self, seat: Seat, to: int | None = None) -> int:
        """Undo the seat's latest move, or all of its moves from number `to` on.

        Returns how many moves were undone.
        """
        free = self.undoable(seat)
        wanted = free[:1] if to is None else [number for number in free if number >= to]
        if to is not None:
            mine = sum(1 for move in self.moves[to - 1 :] if move.seat == seat)
            if mine > len(wanted):
                wanted = []
        if not wanted:
            raise PlayerError(f"nothing to take back: {self.why_final(seat)}")
        gone = set(wanted)
        rest = [move for number, move in enumerate(self.moves, 1) if number not in gone]
        taken = [self.moves[number - 1] for number in reversed(wanted)]
        undone = self._undone
        self._rewind(min(gone) - 1, rest)
        self._undone = [*taken, *undone]
        return len(wanted)

    def why_final(self, seat: Seat) -> str:
        """In words, why a seat cannot undo anything."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index].seat == seat:
                if may_see(self._bars[index], seat):
                    return "your last move is final by the rules, or showed you something new"
                return "something new was learned since your move"
        return "you have not moved yet"

    def redoable(self, seat: Seat) -> bool:
        """Whether the next undone move is this seat's."""
        return bool(self._undone) and self._undone[0].seat == seat

    def redo(self, seat: Seat) -> tuple[Event, ...]:
        """Play the seat's next undone move again."""
        if not self.redoable(seat):
            raise PlayerError("nothing to redo")
        move, *rest = self._undone
        events = self.play(seat, move.act, move.at)
        self._undone = rest
        return events

    def take_back(self, count: int) -> None:
        """Go back to the position after `count` moves, for takebacks that all agreed to."""
        self.at(count)
        self._rewind(count, self.moves[:count])

    # ---------------------------------------------------------------------------------------------

    def _offered(self, seat: Seat, action: Action | str) -> tuple[Action, bool]:
        """The action if it is on offer, and whether it only lets an offer stand."""
        chosen = self.box.rules.actions.parse(action) if isinstance(action, str) else action
        decision = self.decision(seat)
        if decision is None:
            who = self.names[seat] if 0 <= seat < self.seats else f"seat {seat}"
            why = "the game is over" if self.over else f"{who} has nothing to choose now"
            raise IllegalAction(f"{chosen.text!r} is refused: {why}", seat, chosen.text, ())
        if chosen not in decision.options:
            offered = [option.text for option in decision.options]
            raise IllegalAction(
                f"{chosen.text!r} is not on offer; choose one of {', '.join(offered)}",
                seat,
                chosen.text,
                offered,
            )
        return chosen, lets_stand(self.decisions(), decision, chosen)

    def _do(self, move: Move, action: Action, stands: bool) -> tuple[Event, ...]:
        rules = self.box.rules
        emitted: list[Event] = []
        bars = EVERYONE
        if move.seat >= 0:
            bars = 0 if stands or rules.parallel(self.state) else all_but(move.seat)
        self._forget()
        rules.apply(self.state, move.seat, action, emitted.append)
        for event in emitted:
            bars |= event.bars
        self.moves.append(move)
        self._bars.append(bars)
        events = tuple(emitted)
        self.story.append(events)
        if len(self.moves) % self._every == 0:
            self._snapshots.append(rules.copy(self.state))
            if len(self._snapshots) > MOST_SNAPSHOTS:
                # A list of its own: `_rewind` may have to put the old one back.
                self._snapshots = self._snapshots[::2]
                self._every *= 2
        return events

    def _forget(self) -> None:
        """Another position: nothing that was found out about the last one holds."""
        self._decisions = None
        self._views.clear()

    def _rewind(self, count: int, moves: Sequence[Move]) -> None:
        """Replay to `moves`, of which the first `count` are unchanged."""
        before = (self.state, self.moves, self.story, self._bars, self._snapshots, self._undone)
        every = self._every
        self.set_position(self.at(count))
        self.moves = self.moves[:count]
        self.story = self.story[:count]
        self._bars = self._bars[:count]
        self._snapshots = self._snapshots[: count // every + 1]
        self._undone = []
        try:
            for move in moves[count:]:
                self.play(move.seat, move.act, move.at)
        except LudusError as error:
            self.state, self.moves, self.story, self._bars, self._snapshots, self._undone = before
            self._every = every
            self._forget()
            raise PlayerError(
                "cannot be taken back: what another player did builds on it"
            ) from error


# As with AnyBox: code that handles all games cannot name the types of each.
AnyTable: TypeAlias = Table[Any, Any]
