"""Try an item of a pack: a position of a real game in which it can be used, and what comes of it.

Games are played with the pack until the item can be used; then it is, by the rules themselves. Who
edits the item sees the same position again, for as long as the game can still be played so far.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from ludus.bots.greedy import GreedyBot
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadContent, LudusError
from ludus.core.face import Scene, told
from ludus.core.game import AnyBox
from ludus.core.models import Altered, Meter
from ludus.core.protocol import Decision, Event
from ludus.core.table import AnyTable, Table
from ludus.web.editor.boards import NAMES, Board, Play
from ludus.web.pages.components import sentence
from ludus.web.pages.pictures import mini_board

AT_A_GLANCE: Final = 1
"""How much a bot thinks that only brings a game on."""
CAREFUL: Final = 60
"""How much it thinks about what to do with the item."""
MOST_MOVES: Final = 2500
MOST_STEPS: Final = 120
"""After the item is used."""
MOST_TOLD: Final = 6
MOST_OF_A_GAME: Final = 6
"""So many positions of one game are looked at, to choose one that shows something."""
EARLIEST: Final = 12
"""Moves before which a table is hardly laid out."""
_ID: Final = re.compile(r'(\bid="|href="#|url\(#)')

Moves: TypeAlias = tuple[tuple[int, str], ...]


class Wish(msgspec.Struct, frozen=True):
    """What is tried: an item, one of the ways to use it, and in which position."""

    play: int
    item: int
    way: int = 0
    position: int = 0


class Seen(msgspec.Struct, frozen=True):
    """A picture, and the part of it to show."""

    svg: str
    focus: tuple[float, float, float, float] | None = None


class Tried(msgspec.Struct, frozen=True):
    """What an item does in a position."""

    before: Seen
    after: Seen
    pieces: list[Altered]
    """Pieces that show something else now: dice."""
    counts: list[Altered]
    """Figures that are others now."""
    told: list[str]
    """What the game's log says, as HTML."""
    turn: str
    moves: int
    """How many moves of the game came before."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which the item can be used, and what comes of it there."""

    moves: Moves
    before: AnyTable
    after: AnyTable
    seat: int
    events: tuple[Event, ...]
    clean: bool
    """Whether nothing else happened before the same player goes on."""


class Trials:
    """Looks for positions, a little at a time, and remembers them."""

    def __init__(self) -> None:
        self._known: dict[Wish, Moves] = {}
        self.games: dict[tuple[str, Wish], int] = {}
        """By content and wish, in how many games it was looked for in vain."""

    def look(self, box: AnyBox, board: Board, play: Play, wish: Wish, limit: float) -> Tried | None:
        """What the item does; None if it did not come up within so many seconds."""
        stop = time.monotonic() + limit
        try:
            found = self._again(box, board, play, wish) or self._search(
                box, board, play, wish, stop
            )
            return None if found is None else _tried(box, found)
        except LudusError:
            raise
        except Exception as error:
            raise BadContent(f"cannot be played: {type(error).__name__}: {error}") from error

    def _again(self, box: AnyBox, board: Board, play: Play, wish: Wish) -> Found | None:
        """The position that was shown before, if the game still gets there."""
        moves = self._known.get(wish)
        if moves is None:
            return None
        table = _new(box, board)
        try:
            for seat, action in moves:
                table.play(seat, action)
        except LudusError:
            return None
        return next(_uses(table, play, wish), None)

    def _search(
        self, box: AnyBox, board: Board, play: Play, wish: Wish, stop: float
    ) -> Found | None:
        key = (box.content_hash, wish)
        while True:
            game = self.games.get(key, 0)
            self.games[key] = game + 1
            found = best(_game(box, board, play, wish, game, stop))
            if found is not None:
                self._known[wish] = found.moves
                return found
            if time.monotonic() >= stop:
                return None


def best(candidates: Iterator[Found]) -> Found | None:
    """Of the positions of a game the one that shows most; None if there is none."""
    best: Found | None = None
    most = (False, False, -1)
    for found in candidates:
        worth = (_shows(found), found.clean, len(found.moves))
        if worth > most:
            best, most = found, worth
    return best


def _shows(found: Found) -> bool:
    """Whether a piece shows something else afterwards, in games that have such pieces."""
    box = found.before.box
    if box.altered is None:
        return True
    return bool(box.altered(found.before.view(found.seat), found.after.view(found.seat)))


def _new(box: AnyBox, board: Board) -> AnyTable:
    return Table(box, NAMES[: board.seats], board.options)


def _game(
    box: AnyBox, board: Board, play: Play, wish: Wish, game: int, stop: float
) -> Iterator[Found]:
    """The positions of a game between bots in which the item can be used.

    In every second game they play half of their moves at random: then there is everything that
    nobody would do.
    """
    table, rng = _new(box, board), SeededRng(f"trial {wish.position}.{game}")
    bot = GreedyBot(box, AT_A_GLANCE)
    wild = game % 2 == 1
    seen = 0
    while not table.over and len(table.moves) < MOST_MOVES and time.monotonic() < stop:
        if len(table.moves) >= EARLIEST or play.chance:
            for found in _uses(table, play, wish):
                seen += 1
                yield found
                if seen == MOST_OF_A_GAME:
                    return
        decision = table.decisions()[0]
        random = wild and rng.below(2) == 0
        action = pick(decision, rng) if random else _choice(table, bot, decision, rng)
        table.play(decision.seat, action)


def _choice(
    table: AnyTable, bot: GreedyBot, decision: Decision, rng: SeededRng, willing: bool = False
) -> Action:
    """What comes next; `willing`: nothing is declined, so that one sees what it does."""
    if decision.seat < 0:
        return pick(decision, rng)
    view = table.view(decision.seat)
    offered = [each for each in decision.options if each not in decision.declines]
    if not willing or decision.optional or len(offered) in (0, len(decision.options)):
        return bot.choose(view, decision, rng)
    values = dict(zip(decision.options, bot.values(view, decision, rng), strict=True))
    return max(offered, key=lambda action: values[action])


def _uses(table: AnyTable, play: Play, wish: Wish) -> Iterator[Found]:
    """The item used in this position, if that is possible in the wished way."""
    arg = wish.item * play.per + (0 if play.asks else wish.way)
    for decision in table.decisions():
        if not may_use(table, play, decision.seat):
            continue
        for action in decision.options:
            if (action.verb, action.arg) == (play.verb, arg):
                found = _used(table, play, wish.way, decision, action)
                if found is not None:
                    yield found


def may_use(table: AnyTable, play: Play, seat: int) -> bool:
    """Whether a decision of this seat can be about such an item."""
    if seat < 0 or play.chance:
        return (seat < 0) == play.chance
    side = table.box.side
    return play.side < 0 or side is None or side(table.view(seat)) == play.side


def _used(
    table: AnyTable, play: Play, way: int, decision: Decision, action: Action
) -> Found | None:
    """Play on until all that follows from it is over; None if it went another way."""
    after = table.fork()
    rng = SeededRng(f"use {len(table.moves)}")
    bot = GreedyBot(table.box, CAREFUL)
    events = list(after.play(decision.seat, action))
    clean = False
    for _ in range(MOST_STEPS):
        if after.over:
            break
        question = after.decisions()[0]
        clean = (question.seat, question.prompt) == (decision.seat, decision.prompt)
        if clean or (question.seat >= 0 and question.prompt in (decision.prompt, *play.until)):
            break
        chosen = _way_of(question, play, way)
        if chosen is None and _asks(question, play):
            return None
        willing = question.seat == decision.seat
        events += after.play(question.seat, chosen or _choice(after, bot, question, rng, willing))
    taken = {event.facts[play.asks] for event in events if play.asks in event.facts}
    if taken and way not in taken:
        return None
    moves = tuple((move.seat, move.act) for move in table.moves)
    seat = decision.seat
    if seat < 0:
        seat = next((each.seat for each in after.decisions() if each.seat >= 0), 0)
    return Found(moves, table.fork(), after, seat, tuple(events), clean or play.chance)


def _asks(question: Decision, play: Play) -> bool:
    return bool(play.asks) and any(each.verb == play.asks for each in question.options)


def _way_of(question: Decision, play: Play, way: int) -> Action | None:
    wanted = (
        each for each in question.options if play.asks and (each.verb, each.arg) == (play.asks, way)
    )
    return next(wanted, None)


# What is shown of it ------------------------------------------------------------------------------


def _tried(box: AnyBox, found: Found) -> Tried:
    names, seat, face = found.before.names, found.seat, box.face
    old, new = found.before.view(seat), found.after.view(seat)
    scenes = face.scenes(old, None, (), names)
    marked = face.scenes(new, None, (), names, found.events)
    # Without marks of what happened, to see in which picture something did.
    after = face.scenes(new, None, (), names)
    changed = (at for at, scene in enumerate(scenes) if scene.svg != after[at].svg)
    at = next(changed, 0)
    lines = (told(face, new, event, names) for event in found.events)
    said = [str(sentence(line.sentence)) for line in lines if line is not None and line.sentence]
    return Tried(
        _seen(scenes[at], "was"),
        _seen(marked[at], "is"),
        [] if box.altered is None else list(box.altered(old, new)),
        list(_counts(box, old, new, names, seat)),
        said[:MOST_TOLD],
        face.dashboard(old, None, (), names).turn,
        len(found.moves),
    )


def _seen(scene: Scene, prefix: str) -> Seen:
    """A picture whose ids are its own: there are others of it on the page."""
    return Seen(_ID.sub(rf"\g<1>{prefix}-", mini_board(scene)), scene.focus)


def _counts(
    box: AnyBox, old: object, new: object, names: Sequence[str], seat: int
) -> Iterator[Altered]:
    """Figures of the players that are others now."""
    was_round, is_round = (box.face.dashboard(view, None, (), names) for view in (old, new))
    own = [*is_round.supply, *is_round.tracks]
    yield from _meters(names[seat], [*was_round.supply, *was_round.tracks], own)
    shown = {meter.key for meter in own}
    before = {panel.seat: panel for panel in box.face.panels(old, names)}
    for panel in box.face.panels(new, names):
        was = before.get(panel.seat)
        if was is None:
            continue
        rest = [each for each in panel.meters if panel.seat != seat or each.key not in shown]
        yield from _meters(panel.name, was.meters, rest)
        if was.score != panel.score:
            label = f"{panel.name}: {panel.unit}"
            yield Altered(label, "", "", str(was.score), str(panel.score))


def _meters(name: str, before: Sequence[Meter], after: Sequence[Meter]) -> Iterator[Altered]:
    figures = {meter.key: meter for meter in before}
    for meter in after:
        there = figures.get(meter.key)
        if there is not None and there.value != meter.value:
            label = f"{name}: {meter.label}"
            yield Altered(label, meter.icon, meter.icon, str(there.value), str(meter.value))
