"""Nothing that is sent tells a viewer what it may not know: pages, streams, API, past, refusals.

One choice or draw is made in two ways of which a viewer hears the same. Whatever the room then
sends to that viewer must be the same too, byte for byte: nobody who reads it can tell them apart.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import msgspec
import pytest
from tests.web.support import Asleep, Watch, a_room, free, person

from ludus.bots.coach import Reason
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import LudusError
from ludus.core.face import foremost
from ludus.core.game import AnyBox
from ludus.core.lessons import LEARNER
from ludus.core.protocol import SPECTATOR, Decision, Seat
from ludus.core.registry import open_box
from ludus.core.table import AnyTable
from ludus.core.terms import UNNAMED
from ludus.store import Session
from ludus.web import pages
from ludus.web.api.serializers import ViewChannel, story_piece, table_answer
from ludus.web.bots.coach import earlier_view, last_turn
from ludus.web.bots.hints import area_of, goal_of
from ludus.web.bots.player import question_of
from ludus.web.bots.worker import Task
from ludus.web.handlers.play import open_record
from ludus.web.http.sse import to_json
from ludus.web.live.hub import Hub, PageChannel, patch_data
from ludus.web.live.models import TablePage
from ludus.web.live.page_models import Visitor
from ludus.web.live.thumbnails import Thumbnails
from ludus.web.live.view_model import ViewerRole
from ludus.web.state import AppState
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.lessons import begin_lesson
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.moves import act
from ludus.web.tables.seats import join, reclaim
from ludus.web.views.table import about_data, explained, preview_data

pytestmark = pytest.mark.anyio

MOVES = 400
ENOUGH = 4
"""So many pairs are compared for each viewer."""
ADVICE: tuple[Task, ...] = ("rank", "judge", "compare")
"""What workers are asked for a person, about the position as it is."""


@cache
def at_the_table(name: str) -> AnyBox:
    """A game that can be played here, ready or not."""
    box = open_box(name)
    return replace(box, meta=msgspec.structs.replace(box.meta, stage="table"))


def heard(table: AnyTable, viewer: Seat, since: int) -> bytes:
    return to_json([(n, event.kind, event.facts) for n, event in table.events(viewer, since)])


def siblings(
    table: AnyTable, decision: Decision, viewer: Seat, rng: SeededRng
) -> tuple[AnyTable, AnyTable] | None:
    """Two tables that differ by one answer, of which the viewer heard the same."""
    if decision.seat == viewer or len(decision.options) < 2:
        return None
    since = len(table.moves)
    worlds: dict[bytes, AnyTable] = {}
    for _ in range(4):
        world = table.fork()
        world.play(decision.seat, pick(decision, rng))
        other = worlds.setdefault(heard(world, viewer, since), world)
        if other.moves[-1].act != world.moves[-1].act:
            return other, world
    return None


def unnoted(session: str, game: str, clauses: Iterable[str]) -> None:
    """Nobody keeps here which rules a visitor has met."""


async def told(hub: Hub, role: ViewerRole, session: str, seat: Seat) -> dict[str, bytes]:
    """Everything that one viewer can come to read."""
    live = hub.live
    model = hub.model(role)
    length = len(live.table.moves)
    texts = {
        "page": pages.table(TablePage(Visitor("Ann"), model, "", "/stream", 0)).encode(),
        "stream": PageChannel(hub, role, pages, unnoted).full(),
        "api": to_json(table_answer(hub, role)),
        "api stream": ViewChannel(hub, role).full(),
        "story": to_json(story_piece(hub, role)),
        # Fresh ones: what was drawn of the other world must not be found again.
        "picture": (await Thumbnails().picture(hub, role)).encode(),
        "line": (await Thumbnails().line(hub, role)).encode(),
    }
    texts["after others"] = to_json(drawn_after_others(hub, role))
    for at in (length // 2, length - 1):
        past = hub.model(role, at)
        parts = [part.patch for part in pages.table_parts(past)]
        texts[f"past {at}"] = to_json(patch_data(past, parts, full=False))
        if past.scenes:
            texts[f"small board {at}"] = pages.mini_board(foremost(past.scenes)).encode()
        texts[f"api past {at}"] = to_json(table_answer(hub, role, at))
    for place in ("", "road-1", "land-6", "hex-9", "event", "hero-0"):
        for when in (None, length // 2):
            about = about_data(pages, live.head.game, explained(hub, role, place, when))
            texts[f"about {place} {when}"] = to_json(about)
    every = live.box.rules.actions.all
    offered = [choice.action.text for choice in model.choices[:6]]
    for action in (*offered, *(each.text for each in every[:: max(1, len(every) // 6)])):
        texts[f"preview {action}"] = to_json(preview_data(pages, hub, role, action, None))
    texts |= {f"asked to {task}": text for task, text in questions(live, seat)}
    texts |= {f"told of {what}": text for what, text in advice(hub, seat)}
    with pytest.raises(LudusError) as refused:
        open_record(hub)
    texts["record"] = str(refused.value).encode()
    texts |= {name: text async for name, text in refusals(live, session, seat)}
    return texts


def drawn_after_others(hub: Hub, role: ViewerRole) -> list[str]:
    """The parts of a page and its log, when all other seats were sent theirs just before."""
    hub.cache.changed()
    others = [ViewerRole((seat,)) for seat in range(len(hub.live.names)) if seat not in role.held]
    drawn: list[str] = []
    for each in (*others, role):
        model = hub.model(each)
        drawn = [str(pages.log_line(line)) for line in model.log]
        for number, live_parts in enumerate(pages.LIVE_PARTS):
            inputs = live_parts.inputs(model)
            made = partial(live_parts.draw, model)
            parts = made() if inputs is None else hub.cache.parts.get(number, inputs, made)
            drawn += [part.html for part in parts]
    hub.cache.changed()
    return drawn


def questions(live: LiveTable, seat: Seat) -> Iterator[tuple[str, bytes]]:
    """All that hints and coaching are made from, besides what the seat is shown anyway."""
    decision = live.decision(seat)
    if decision is None:
        return
    for task in ADVICE:
        yield task, to_json(question_of(live, seat, decision, "hard", task))
    # What others achieved is told from two views: one of now, one of when their turns began.
    yield "since", to_json(last_turn(live, seat))
    yield "achieved", to_json(earlier_view(live, seat, len(live.table.moves)))


def advice(hub: Hub, seat: Seat) -> Iterator[tuple[str, bytes]]:
    """How hints and coaching put the same findings into words, for a seat that has to choose."""
    live = hub.live
    if live.decision(seat) is None:
        return
    seen = hub.cache.rendering(seat)
    reasons = findings(live.head.game, len(live.names))
    for each in range(len(live.names)):
        found = [reason for reason in reasons if reason.seat == each]
        yield f"goals of {each}", to_json(goal_of(live, seen, each, found))
        yield f"places of {each}", to_json([area_of(live, seen, [one]) for one in found])


@cache
def findings(game: str, seats: int) -> tuple[Reason, ...]:
    """A reason for every term that the evaluation names at the start of a game."""
    box = open_box(game)
    assert box.terms is not None
    state = box.rules.setup(seats, box.options(seats, {}))
    return tuple(
        Reason(seat, term.key, term.about, 1.0)
        for seat in range(seats)
        for term in box.terms(state, seat)
        if term.key != UNNAMED
    )


async def refusals(live: LiveTable, session: str, seat: Seat) -> AsyncIterator[tuple[str, bytes]]:
    """What is answered to wrong moves and to undo; nothing is changed by any of them."""
    own = max(seat, 0)
    decision = live.decision(own)
    offered = decision.options if decision else ()
    space = live.box.rules.actions.all
    for action in [each for each in space if each not in offered][:: max(1, len(space) // 5)]:
        with pytest.raises(LudusError) as refused:
            await act(live, session, own, live.number(own), action.text)
        yield f"refusal of {action.text}", str(refused.value).encode()
    yield "undo", to_json(live.undoable(own))


class Watched:
    """A table of the room, looked at from one viewpoint."""

    def __init__(self, hub: Hub, people: list[Session], viewer: Seat) -> None:
        self.hub = hub
        self.session = people[viewer].id if viewer >= 0 else ""
        self.viewer = viewer
        self.role = hub.role(self.session)

    async def sent(self, before: AnyTable, after: AnyTable) -> dict[str, bytes]:
        """What is sent when the one turns into the other, and what can be asked for then."""
        self._put(before)
        page = PageChannel(self.hub, self.role, pages, unnoted)
        interface = ViewChannel(self.hub, self.role)
        interface.full()
        self._put(after)
        step = Step(0, 0, moved=after.moves[-1].seat)
        texts = {"patch": page.update(step), "api event": interface.update(step)}
        return texts | await told(self.hub, self.role, self.session, self.viewer)

    def _put(self, table: AnyTable) -> None:
        """Let the live table be this one, each move a row of its log."""
        live = self.hub.live
        live.table = table
        live.rows_of = list(range(1, len(table.moves) + 1))
        self.hub.cache.changed()


async def opened(app: AppState, game: str, seats: int) -> tuple[Hub, list[Session]]:
    people = [await person(app, name) for name in ("Ann", "Bob", "Cleo")[:seats]]
    wish = TableRequest(game, ["me", *["open"] * (seats - 1)])
    hub = await open_table(app.tables, people[0], wish)
    for each in people[1:]:
        await join(hub.live, each, None)
    return hub, people


async def compare(hub: Hub, people: list[Session], rng: SeededRng, *viewers: Seat) -> None:
    """Plays a game in which each viewer is sent the same in two worlds, again and again."""
    real, rows = hub.live.table, hub.live.rows_of
    # From the very start, so that the first draws are looked at too.
    table = type(real)(real.box, real.names, real.header.options)
    found = dict.fromkeys(viewers, 0)
    for _ in range(MOVES):
        decisions = table.decisions()
        if not decisions or min(found.values()) >= ENOUGH:
            break
        decision = decisions[rng.below(len(decisions))]
        for viewer in found:
            pair = siblings(table, decision, viewer, rng)
            # The first two come from the deal; the others are spread over the game.
            due = found[viewer] < 2 or (found[viewer] < ENOUGH and not rng.below(4))
            if pair is None or not due:
                continue
            watched = Watched(hub, people, viewer)
            one, two = [await watched.sent(table, each) for each in pair]
            for what in one:
                assert one[what] == two[what], (what, viewer, [w.moves[-1] for w in pair])
            found[viewer] += 1
        table.play(decision.seat, pick(decision, rng))
    # The test had something to bite on.
    assert min(found.values()) >= 2, found
    hub.live.table, hub.live.rows_of = real, rows


@pytest.mark.parametrize(
    ("game", "seats"),
    [("para_bellum", 2), ("conqueror", 3), ("hadrians_wall", 2), ("agricola", 2)],
)
async def test_what_is_sent_keeps_every_secret(tmp_path: Path, game: str, seats: int) -> None:
    async with a_room(tmp_path, box=at_the_table, watch=Watch()) as app:
        hub, people = await opened(app, game, seats)
        await compare(hub, people, SeededRng(f"leaks of {game}"), 0, 1, SPECTATOR)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("para_bellum", "complete-a-legion"),
        ("hadrians_wall", "hold-the-wall"),
        ("conqueror", "take-a-fort"),
        ("agricola", "your-first-turn"),
    ],
)
async def test_a_lesson_keeps_every_secret(tmp_path: Path, game: str, name: str) -> None:
    """Its callout, what it lights and what it answers to other moves are part of the page."""
    async with a_room(tmp_path, Asleep(), box=at_the_table, watch=Watch()) as app:
        ann = await person(app, "Ann")
        hub = await begin_lesson(app.tables, ann, game, name)
        lesson = hub.model(hub.role(ann.id)).lesson
        assert lesson is not None and lesson.asked
        await compare(hub, [ann], SeededRng(f"lesson of {game}"), LEARNER)


@pytest.mark.parametrize(("game", "seats"), [("para_bellum", 2), ("conqueror", 3)])
async def test_a_host_who_frees_a_seat_learns_nothing_of_it(
    tmp_path: Path, game: str, seats: int
) -> None:
    async with a_room(tmp_path, Asleep(), box=at_the_table, watch=Watch()) as app:
        hub, people = await opened(app, game, seats)
        ann, bob = people[:2]
        await free(app, hub.live, ann, 1)
        for way in (join(hub.live, ann, 1), reclaim(hub.live, ann, 1)):
            with pytest.raises(LudusError):
                await way
        assert hub.live.held(ann.id) == (0,)
        assert hub.role(ann.id).held == (0,)
        # Who is away sees what a watcher sees, until the seat is theirs again.
        assert hub.role(bob.id).held == ()
        await compare(hub, people, SeededRng(f"freed seats of {game}"), 0, SPECTATOR)
