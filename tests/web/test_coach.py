"""Coaching at a table: fair like hints, from one's own view, silent rather than late."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import FirstChoice, Silent, Visitor, a_room, person, seated, serving

from ludus.bots.coach import Reason
from ludus.core.models import Wish
from ludus.core.protocol import CHANCE, Seat
from ludus.core.text import plain
from ludus.store import Session
from ludus.web.bots.coach import last_turn
from ludus.web.http.errors import Forbidden, RequestError
from ludus.web.live.hub import Hub
from ludus.web.state import AppState
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.moves import act

pytestmark = pytest.mark.anyio


async def alone(app: AppState, who: Session, coach: bool = False) -> Hub:
    """A game of Cambria between two seats of one player, at the first real choice."""
    hub = await open_table(app.tables, who, TableRequest("cambria", ["me", "me"], coach=coach))
    await on_to_a_choice(hub, who)
    return hub


async def on_to_a_choice(hub: Hub, who: Session) -> Seat:
    live = hub.live
    while True:
        (seat,) = live.owing()
        decision = live.decision(seat)
        assert decision is not None
        if len(decision.options) > 1:
            return seat
        await act(live, who.id, seat, live.number(seat), decision.options[0].text)


async def test_a_look_names_doubtful_choices_from_the_seats_own_view(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        answer = await app.coach.look(hub, ann.id, seat)
        (asked,) = mind.asked
        assert (asked.task, asked.seat) == ("judge", seat)
        assert answer.decision == hub.live.number(seat)
        assert answer.doubtful == asked.options[:-1]
        # Once for each decision.
        await app.coach.look(hub, ann.id, seat)
        assert len(mind.asked) == 1


async def test_a_doubtful_choice_is_told_with_its_reason_and_a_better_one(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        mind.reasons = (Reason(seat, "lead", 3, 2.0), Reason(1 - seat, "taken", 1, 1.5))
        decision = hub.live.decision(seat)
        assert decision is not None
        first, last = decision.options[0].text, decision.options[-1].text
        answer = await app.coach.doubt(hub, ann.id, seat, first)
        why = plain(answer.why)
        rival = hub.live.names[1 - seat]
        assert why.startswith("With another move you would lead at ")
        assert f"After this one, {rival} would take " in why
        assert not any(sign.isdigit() for sign in why.replace(rival, ""))
        assert answer.better is not None
        assert answer.better.action == last
        assert answer.better.label
        compared = mind.asked[-1]
        assert (compared.task, compared.better, compared.chosen) == ("compare", last, first)
        # What is fine is not even compared.
        count = len(mind.asked)
        fine = await app.coach.doubt(hub, ann.id, seat, last)
        assert not fine.why
        assert len(mind.asked) == count


async def test_a_gesture_is_compared_as_a_whole(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        wish = Wish("march", {"unit": 2}, "hex-1")
        await app.coach.doubt(hub, ann.id, seat, wish)
        assert mind.asked[-1].chosen == wish


async def test_without_a_term_that_can_be_told_the_better_move_is(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        decision = hub.live.decision(seat)
        assert decision is not None
        answer = await app.coach.doubt(hub, ann.id, seat, decision.options[0].text)
        assert answer.better is not None
        does = plain(answer.better.why)
        assert plain(answer.why) == (f"{answer.better.label} promises more: {does}" if does else "")


async def test_what_is_said_of_two_places_is_said_once(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        mind.reasons = (Reason(seat, "lead", 3, 2.0), Reason(seat, "lead", 1, 1.5))
        decision = hub.live.decision(seat)
        assert decision is not None
        answer = await app.coach.doubt(hub, ann.id, seat, decision.options[0].text)
        assert plain(answer.why) == "With another move you would lead at Tomen y Mur and Canovium."


async def test_nobody_is_coached_while_others_play(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        (seat,) = hub.live.owing()
        mover, other = (ann, bob) if seat == 0 else (bob, ann)
        with pytest.raises(RequestError, match="other people play here"):
            await app.coach.look(hub, mover.id, seat)
        with pytest.raises(Forbidden):
            await app.coach.doubt(hub, other.id, seat, "roll")
        assert not mind.asked


async def test_a_coach_without_an_answer_is_silent(tmp_path: Path) -> None:
    async with a_room(tmp_path, Silent()) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        (seat,) = hub.live.owing()
        answer = await app.coach.look(hub, ann.id, seat)
        assert not answer.doubtful
        assert not answer.told


async def test_what_others_achieved_is_told_after_their_turn(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await alone(app, ann)
        live = hub.live
        (seat,) = live.owing()
        assert last_turn(live, seat) is None
        # Until the same seat has a choice again.
        for _ in range(12):
            decision = live.decision(live.owing()[0])
            assert decision is not None
            mover = decision.seat
            await act(live, ann.id, mover, live.number(mover), decision.options[0].text)
            if live.owing() == (seat,) and live.table.moves[-1].seat not in (seat, CHANCE):
                break
        start = last_turn(live, seat)
        assert start is not None
        assert live.table.moves[start - 1].seat == seat
        assert all(move.seat != seat for move in live.table.moves[start:])
        mind.reasons = (Reason(1 - seat, "lead", 2, 1.0),)
        answer = await app.coach.look(hub, ann.id, seat)
        (told,) = answer.told
        assert plain(told).startswith(f"{live.names[1 - seat]} leads at ")
        asked = next(each for each in mind.asked if each.task == "achieved")
        assert asked.before != asked.view


async def test_a_beginners_table_says_so_to_its_page(tmp_path: Path) -> None:
    async with a_room(tmp_path, FirstChoice()) as app:
        ann = await person(app, "Ann")
        for coach in (True, False):
            hub = await alone(app, ann, coach)
            model = hub.model(hub.role(ann.id))
            assert model.coached is coach


def test_a_beginners_table_has_no_clock_and_a_short_game(tmp_path: Path) -> None:
    wanted: dict[str, tuple[str, ...]] = {
        "conqueror": ("me,bot:easy,bot:easy", "No clock", "Collected automatically"),
        "agricola": ("me,bot:easy", "First year, 20 minutes"),
    }
    with serving(tmp_path) as server:
        visitor = Visitor(server)
        for game, (seats, *said) in wanted.items():
            fields = {"game": game, "seats": seats, "pace": "none"}
            for coach in ({"coach": "on"}, {}):
                answer = visitor.form("/tables", **fields, **coach)
                page = visitor.get(answer.headers["location"]).text
                options = page[page.index("Options of this table") :]
                assert (said[0] in options) is bool(coach), (game, coach)
                assert all(each in options for each in said[1:])


def test_the_lobbys_form_for_newcomers_opens_a_coached_table(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        visitor = Visitor(server)
        fields = {"game": "cambria", "seats": "me,bot:easy", "pace": "none"}
        for coach in ({"coach": "on"}, {}):
            answer = visitor.form("/tables", **fields, **coach)
            assert answer.status_code == 303
            page = visitor.get(answer.headers["location"]).text
            assert ("data-coach" in page) is bool(coach)
