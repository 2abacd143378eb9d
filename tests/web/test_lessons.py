"""Lessons at a table: asked moves alone are played, bots follow the story, people come back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.web.support import QUICK, Visitor, Watch, a_room, person, serving, settled

from ludus.core.lessons import LEARNER, asked_of, lessons_in, lessons_of
from ludus.core.protocol import CLOCK
from ludus.core.registry import find_game, games
from ludus.store import Change, Session
from ludus.web import pages
from ludus.web.http.errors import NotFound, RequestError, Stale
from ludus.web.live.hub import Hub
from ludus.web.live.lesson_model import LessonModel
from ludus.web.live.models import Clock
from ludus.web.live.view_model import timer_of
from ludus.web.state import AppState
from ludus.web.tables import takebacks
from ludus.web.tables.lesson_steps import own_choices, running
from ludus.web.tables.lessons import begin_lesson, lessons_begun, turn_page
from ludus.web.tables.moves import act
from ludus.web.tables.timeouts import tick

pytestmark = pytest.mark.anyio

ALL = [(name, key) for name, game in games().items() for key in lessons_in(game.folder)]


def shown(hub: Hub, who: Session) -> LessonModel:
    """What the page of whoever takes the lesson shows of it."""
    model = hub.model(hub.role(who.id)).lesson
    assert model is not None
    return model


async def rested(hub: Hub, who: Session) -> LessonModel:
    """The same once the bots have moved."""
    await settled(lambda: not shown(hub, who).moving)
    # As for any page: not in the middle of a step.
    await hub.live.quiet()
    return shown(hub, who)


async def make_move(hub: Hub, who: Session, index: int = 0) -> None:
    """Do what the step asks for: the move with this index, or read it."""
    model = await rested(hub, who)
    live = hub.live
    if model.asked:
        action = model.asked[index % len(model.asked)]
        await act(live, who.id, LEARNER, live.number(LEARNER), action)
    else:
        await turn_page(live, who.id, LEARNER, model.number, "next")


async def go_to(hub: Hub, who: Session, number: int) -> LessonModel:
    while (await rested(hub, who)).number < number:
        await make_move(hub, who)
    return shown(hub, who)


async def begun(app: AppState, game: str = "cambria", lesson: str = "") -> tuple[Hub, Session]:
    who = await person(app, "Ann")
    return await begin_lesson(app.tables, who, game, lesson), who


@pytest.mark.parametrize(("game", "lesson"), ALL)
async def test_every_lesson_is_played_to_its_end(tmp_path: Path, game: str, lesson: str) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app, game, lesson)
        steps = len(lessons_of(game)[lesson].step)
        for number in range(1, steps + 1):
            model = await rested(hub, who)
            assert (model.number, model.steps, model.over) == (number, steps, False)
            await make_move(hub, who, index=number)
        model = await rested(hub, who)
        assert model.over
        goes_on = lessons_of(game)[lesson].goes_on
        assert hub.live.over is not goes_on
        assert running(hub.live) is None
        counts = await app.store.lesson_counts(game)
        assert counts == [(lesson, number, 1) for number in range(steps + 1)]


async def test_a_legal_move_that_is_not_asked_for_is_not_played(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        live = hub.live
        before = len(live.table.moves)
        step = lessons_of("cambria")["ring-a-fort"].step[0]
        other = next(
            choice.action.text
            for choice in own_choices(live)
            if choice not in asked_of(step, own_choices(live))
        )
        with pytest.raises(RequestError, match="Choose the road in the light"):
            await act(live, who.id, LEARNER, live.number(LEARNER), other)
        assert len(live.table.moves) == before
        assert shown(hub, who).number == 1
        # What is not on offer at all is refused as ever.
        with pytest.raises(Exception, match="not on offer"):
            await act(live, who.id, LEARNER, live.number(LEARNER), "pass")


async def test_a_step_that_explains_waits_until_it_was_read(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        model = await go_to(hub, who, 2)
        live = hub.live
        assert not model.asked
        with pytest.raises(RequestError, match="press Next"):
            await act(live, who.id, LEARNER, live.number(LEARNER), "roll")
        await turn_page(live, who.id, LEARNER, 2, "next")
        model = shown(hub, who)
        assert (model.number, model.asked) == (3, ("roll",))
        with pytest.raises(RequestError, match="asks for a move"):
            await turn_page(live, who.id, LEARNER, 3, "next")


async def test_a_double_click_does_not_skip_a_step(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        await go_to(hub, who, 2)
        await turn_page(hub.live, who.id, LEARNER, 2, "next")
        with pytest.raises(Stale, match="at step 3 now"):
            await turn_page(hub.live, who.id, LEARNER, 2, "next")


async def test_back_takes_moves_back_and_skip_makes_them(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        live = hub.live
        with pytest.raises(RequestError, match="the first step"):
            await turn_page(live, who.id, LEARNER, 1, "back")
        first = len(live.table.moves)
        await turn_page(live, who.id, LEARNER, 1, "skip")
        assert (await rested(hub, who)).number == 2
        second = [move.act for move in live.table.moves]
        await turn_page(live, who.id, LEARNER, 2, "back")
        assert (shown(hub, who).number, len(live.table.moves)) == (1, first)
        await make_move(hub, who)
        assert (await rested(hub, who)).number == 2
        # The dice fall as they did before.
        assert [move.act for move in live.table.moves] == second
        # A step is counted once, however often it is reached.
        counts = await app.store.lesson_counts("cambria")
        assert counts == [("ring-a-fort", 0, 1), ("ring-a-fort", 1, 1)]


async def test_back_takes_the_place_of_undo(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app, "hadrians_wall")
        await go_to(hub, who, 5)
        live = hub.live
        assert live.undoable(LEARNER) == []
        undo = hub.model(hub.role(who.id)).undo
        assert (undo.step, undo.ask) == (0, 0)
        with pytest.raises(RequestError, match="nothing to undo"):
            await takebacks.undo(live, who.id, LEARNER, None)
        with pytest.raises(RequestError, match="Back goes back"):
            await takebacks.ask(live, who.id, LEARNER, len(live.table.moves))


async def test_people_come_back_to_where_they_were(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        await go_to(hub, who, 4)
        again = await begin_lesson(app.tables, who, "cambria")
        assert again.live.id == hub.live.id
    async with a_room(tmp_path) as app:
        # Another run of the server, which knows the table from the store alone.
        back = await begin_lesson(app.tables, who, "cambria")
        assert back.live.id == hub.live.id
        assert (await rested(back, who)).number == 4
        await make_move(back, who)
        assert (await rested(back, who)).number == 5
        anew = await begin_lesson(app.tables, who, "cambria", again=True)
        assert anew.live.id != hub.live.id
        assert shown(anew, who).number == 1
        other = await person(app, "Bob")
        assert (await begin_lesson(app.tables, other, "cambria")).live.id != anew.live.id


async def test_a_lesson_that_is_over_begins_anew(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        while not (await rested(hub, who)).over:
            await make_move(hub, who)
        assert (await begin_lesson(app.tables, who, "cambria")).live.id != hub.live.id
        # Nothing waits at its table: no turn, no place among the finished games.
        assert await app.store.turns(who.id, 9) == 1
        rows, _ = await app.lobby.mine(who.id)
        assert [row.lesson for row in rows] == ["Ring a fort", "Ring a fort"]


async def test_a_table_goes_on_without_a_lesson_that_was_changed(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        progress = hub.live.data.lesson
        assert progress is not None
        progress.digest = "of another day"
        desk = msgspec.json.encode(hub.live.data).decode()
        await app.store.save(Change(replace(hub.live.head, desk=desk)))
    async with a_room(tmp_path) as app:
        hub = await app.tables.hub(hub.live.id)
        live = hub.live
        assert hub.model(hub.role(who.id)).lesson is None
        other = own_choices(live)[-1].action.text
        await act(live, who.id, LEARNER, live.number(LEARNER), other)
        # The bots play by themselves now.
        await settled(lambda: live.decision(LEARNER) is not None)
        assert len(live.table.moves) > 8


async def test_only_whoever_takes_the_lesson_sees_it(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app)
        stranger = await person(app, "Bob")
        assert hub.model(hub.role(who.id)).lesson is not None
        assert hub.model(hub.role(stranger.id)).lesson is None
        with pytest.raises(RequestError):
            await turn_page(hub.live, stranger.id, LEARNER, 1, "skip")


async def test_a_lesson_tells_nothing_that_the_seat_may_not_know(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app, "hadrians_wall")
        # The rivals hold Architect and Aristocrat, Fighter and Forager, and have not shown them.
        model = hub.model(hub.role(who.id))
        parts = "".join(part.html for part in pages.table_parts(model))
        text = parts + str(pages.log(model))
        assert "Defender" in text
        for secret in ("Architect", "Aristocrat", "Fighter", "Forager"):
            assert secret not in text
        # Nor what the story will bring.
        for step in lessons_of("hadrians_wall")["hold-the-wall"].step[1:]:
            assert step.say[:40] not in text
            assert all(move not in text for move in step.then)


async def test_bots_may_not_be_made_to_leave_the_story(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app, "hadrians_wall")
        await make_move(hub, who)
        await settled(lambda: shown(hub, who).number == 2)
        # Both rivals could act now, in parallel; they wait for their lines.
        moves = [move.act for move in hub.live.table.moves if move.seat > 0]
        assert moves == ["path:0", "path:4"]


async def test_the_clock_of_a_lesson_waits_and_moves_in_the_story(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        hub, who = await begun(app, "conqueror", "the-clock")
        live = hub.live
        assert live.head.options["timer"] == "60"
        # Its time is shown, and stands still: however long one reads, nothing happens.
        assert timer_of(live) == Clock(CLOCK, 0, 60_000, False)
        before = len(live.table.moves)
        watch.now += 3_600_000
        await tick(live)
        assert (len(live.table.moves), live.next_deadline()) == (before, None)
        await turn_page(live, who.id, LEARNER, 1, "next")
        assert [move.seat for move in live.table.moves[before:]] == [CLOCK]
        assert shown(hub, who).asked == ("bribe:9",)
        await turn_page(live, who.id, LEARNER, 2, "back")
        assert (shown(hub, who).number, len(live.table.moves)) == (1, before)


async def test_there_is_no_lesson_of_that_name(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        who = await person(app, "Ann")
        with pytest.raises(NotFound, match="no lesson 'nothing' of 'cambria'"):
            await begin_lesson(app.tables, who, "cambria", "nothing")


async def test_a_visitor_sees_how_far_they_are(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        hub, who = await begun(app, "cambria")
        stranger = await person(app, "Ben")

        async def known() -> dict[str, tuple[int, int, bool]]:
            found = await lessons_begun(app.tables.store, who.id, "cambria")
            return {key: (each.step, each.steps, each.over) for key, each in found.items()}

        assert await known() == {"ring-a-fort": (1, 11, False)}
        await go_to(hub, who, 2)
        assert await known() == {"ring-a-fort": (2, 11, False)}
        assert await lessons_begun(app.tables.store, stranger.id, "cambria") == {}
        while not (await rested(hub, who)).over:
            await make_move(hub, who)
        assert await known() == {"ring-a-fort": (11, 11, True)}


def test_the_page_of_lessons_leads_back_to_what_was_begun(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as server:
        ann = Visitor(server)
        assert "Go on" not in ann.get("/learn").text
        url = ann.post("/learn/hadrians_wall").json()["url"]
        page = ann.get("/learn").text
        assert page.count("Go on: ") == 1
        assert "Go on: Hold the Wall" in page
        assert "step 1 of 11" in ann.get("/learn/hadrians_wall").text
        assert ann.post("/learn/hadrians_wall").json()["url"] == url


def test_lessons_over_http(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as server:
        ann = Visitor(server)
        lobby = ann.get("/").text
        assert 'action="/learn/cambria"' in lobby
        assert "Learn in 5 minutes" in lobby
        assert "Ring a fort" in ann.get("/learn").text
        assert "Hold the Wall" in ann.get("/learn/hadrians_wall").text
        assert ann.get("/learn/cambria/ring-a-fort").status_code == 200
        assert ann.get("/learn/cambria/nothing").status_code == 404
        assert ann.get("/learn/nothing").status_code == 404
        opened = ann.post("/learn/cambria")
        url = opened.json()["url"]
        page = ann.get(url).text
        assert "Your first warrior" in page
        assert 'data-lit="road-27 fort-3"' in page
        refused = ann.post(f"{url}/lesson", seat=0, step=1, turn="sideways")
        assert refused.status_code == 400
        assert ann.post(f"{url}/lesson", seat=0, step=1, turn="skip").status_code == 200
        # One who has a lesson open is offered the others, and finds it again.
        assert "Cambria: Ring a fort" in ann.get("/").text
        info = ann.get("/api/games/cambria").json()
        first = info["lessons"][0]
        assert (first["name"], first["minutes"]) == ("ring-a-fort", 5)
        assert first["aim"] in ann.get("/learn/cambria").text
        assert find_game("cambria").meta.title in ann.get(url).text
