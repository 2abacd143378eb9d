"""Optional questions: no clock, no bell, nobody forfeits over one; they end by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.kit.toys.toll import Toll, TollState, toll
from tests.web.support import QUICK, Visitor, Watch, a_room, http, person, seated, serving, settled

from ludus.core.game import AnyBox
from ludus.core.protocol import Decision
from ludus.store import Call
from ludus.web.http.errors import Forbidden, RequestError
from ludus.web.live.hub import patch_data
from ludus.web.live.view_model import clocks
from ludus.web.pages.table.prompt import prompt, undo
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.tables.clocks import Clocks, Pace
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act, set_asking
from ludus.web.tables.timeouts import tick

pytestmark = pytest.mark.anyio


def owed(live: LiveTable) -> Decision:
    """The first choice that somebody must make."""
    found = live.decision(live.owing()[0])
    assert found is not None
    return found


async def take(live: LiveTable, session: str, seat: int, verb: str) -> None:
    """The first option of the seat that begins like this."""
    decision = live.decision(seat)
    assert decision is not None
    text = next(each.text for each in decision.options if each.text.startswith(verb))
    await act(live, session, seat, live.number(seat), text)


async def test_rivals_of_an_idle_player_are_not_forfeited_in_that_player_s_turn(
    tmp_path: Path,
) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cato")]
        hub = await seated(app, "conqueror", people, pace="bank:30:5", at_zero="forfeit")
        live = hub.live
        idle = live.table.state.order[0]
        rivals = [seat for seat in range(3) if seat != idle]
        while (decision := owed(live)).prompt == "faction":
            # The rivals think for long, so that their banks are the shorter ones.
            watch.now += 0 if decision.seat == idle else 25_000
            await take(live, people[decision.seat].id, decision.seat, "faction")
        assert decision.seat == idle
        assert [clock.left for clock in clocks(live) if clock.seat in rivals] == [10_000] * 2
        await take(live, people[idle].id, idle, "move")
        watch.now += 10_000
        await tick(live)
        # Now both rivals may give a warning, longer than their banks would last.
        assert all(live.decision(seat) is not None for seat in rivals)
        watch.now += 24_999
        await tick(live)
        assert live.data.forfeited == []
        # Only the player in turn must choose: a bank of 30 s and one bonus, for the faction.
        assert live.owing() == (idle,)
        running = [clock.seat for clock in clocks(live) if clock.running and clock.seat >= 0]
        assert running == [idle]
        assert [clock.left for clock in clocks(live) if clock.seat in rivals] == [10_000] * 2
        watch.now += 1
        await tick(live)
        assert live.data.forfeited == [idle]


def test_a_question_to_others_stops_a_bank_and_gives_no_bonus() -> None:
    bank, pace = Clocks(), Pace("bank", 100, 5)
    bank.start(pace, 2)
    bank.turn(pace, [0], None, 0, 0)
    for move in range(1, 6):
        # Five times somebody else is asked whether to step in, for ten seconds each.
        bank.turn(pace, [], 0, move, move * 11_000 - 10_000, waits=True)
        assert bank.seats[0].deadline == 0
        bank.turn(pace, [0], 1, move, move * 11_000)
    assert bank.seats[0].deadline == 55_000 + 95_000
    bank.turn(pace, [], 0, 6, 56_000, waits=True)
    assert bank.seats[0].left == 94_000
    # The turn is over after the question: now the bonus comes, once.
    bank.turn(pace, [1], 1, 7, 60_000)
    assert bank.seats[0].left == 99_000
    bank.turn(pace, [1], 1, 8, 61_000)
    assert bank.seats[0].left == 99_000


async def test_the_game_waits_for_an_answer_until_its_window_is_over(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "toll", [ann, bob], pace="bank:100:5", at_zero="forfeit")
        live = hub.live
        await take(live, ann.id, 0, "cross")
        assert live.owing() == () and live.awaited() == live.asked() == (1,)
        assert live.head.waiting == ()
        asked = watch.now
        assert live.next_deadline() == asked + 20_000
        (seat_a, seat_b, window) = clocks(live)
        assert not seat_a.running and not seat_b.running
        assert (window.deadline, window.left) == (asked + 20_000, 20_000)
        assert f'data-deadline="{asked + 20_000}"' in str(prompt(hub.model(hub.role(ann.id))))
        watch.now += 19_999
        await tick(live)
        assert live.awaited() == (1,)
        watch.now += 1
        await tick(live)
        assert [(move.seat, move.act) for move in live.table.moves] == [(0, "cross:0"), (1, "let")]
        assert live.chat[-1].text == "Bob gave no answer in time and lets it pass."
        assert live.owing() == (1,) and live.data.forfeited == []
        assert [clock.left for clock in live.data.clocks.seats] == [105_000, 100_000]


async def test_where_turns_take_days_the_window_is_a_day(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        slow = (await seated(app, "toll", [ann, bob], pace="decision:259200")).live
        await take(slow, ann.id, 0, "cross")
        assert slow.next_deadline() == watch.now + 86_400_000
        free = (await seated(app, "toll", [ann, bob])).live
        await take(free, ann.id, 0, "cross")
        # Without a clock the game waits for as long as it takes.
        assert free.next_deadline() is None


async def test_a_window_outlives_a_restart_and_moves_by_its_length(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "toll", [ann, bob], pace="decision:60")).live
        await take(live, ann.id, 0, "cross")
        table, before = live.id, watch.now
    watch.now += 300_000
    async with a_room(tmp_path, watch=watch) as app:
        live = (await app.tables.hub(table)).live
        assert live.next_deadline() == before + 320_000
        watch.now = before + 320_000
        await tick(live)
        await settled(lambda: len(live.table.moves) == 2)


async def test_an_offer_that_nobody_waits_for_has_no_window(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "toll", [ann, bob], pace="decision:60")
        live = hub.live
        assert live.owing() == (0,) and live.asked() == (0, 1) and live.awaited() == ()
        assert live.data.clocks.windows == {}
        assert live.next_deadline() == watch.now + 60_000


async def test_an_offer_is_not_my_turn_on_the_page_in_lists_or_by_webhook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "toll", [ann, bob], pace="decision:60")
        model = hub.model(hub.role(bob.id))
        assert model.deciding == 1 and model.optional and model.question == "jeer"
        assert model.page_title == "Ann: toll"
        assert patch_data(model, (), full=False)["turn"] is False
        shown = str(prompt(model))
        assert "Your turn" not in shown and "prompt offer" in shown
        assert [panel.to_move for panel in model.panels] == [True, False]
        (row,), _ = await app.lobby.mine(bob.id)
        assert not row.your_turn and row.waiting_for == (0,)
        assert [choice.action.text for choice in model.choices] == ["hush", "jeer"]
        # An offer that is open does not hide that it becomes one's turn later.
        called: list[int] = []

        def calls(live: LiveTable, seats: Sequence[int], now: int) -> Sequence[Call]:
            called.extend(seats)
            return ()

        monkeypatch.setattr(app.tables._notifications, "calls", calls)
        await take(hub.live, ann.id, 0, "cross")
        assert called == []
        await take(hub.live, bob.id, 1, "let")
        assert called == [1]


async def test_letting_an_offer_pass_can_be_taken_back(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        people = [await person(app, name) for name in ("Ann", "Bob", "Cato")]
        live = (await seated(app, "toll", people)).live
        await take(live, people[1].id, 1, "hush")
        await take(live, people[2].id, 2, "hush")
        assert live.asked() == (0,)
        # What the third player let pass does not keep the second from thinking again.
        await takebacks.undo(live, people[1].id, 1, None)
        assert live.asked() == (0, 1)
        await take(live, people[1].id, 1, "jeer")
        with pytest.raises(RequestError, match="nothing to undo"):
            await takebacks.undo(live, people[2].id, 2, None)


async def test_never_ask_declines_at_once_and_can_be_undone(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "toll", [ann, bob], pace="decision:60")
        live = hub.live
        assert "Never ask me this here" in str(undo(hub.model(hub.role(bob.id))))
        await set_asking(live, bob.id, 1, "jeer", False)
        assert live.asked() == (0,) and live.table.moves[-1].act == "hush"
        await take(live, ann.id, 0, "cross")
        await set_asking(live, bob.id, 1, "toll", False)
        assert live.data.unasked == {1: ["jeer", "toll"]} and live.owing() == (1,)
        await take(live, bob.id, 1, "cross")
        await take(live, ann.id, 0, "let")
        # Now only Ann is ever asked; Bob's questions are answered in the same step.
        await take(live, ann.id, 0, "cross")
        assert live.owing() == (1,)
        model = hub.model(hub.role(bob.id))
        assert model.unasked == ("jeer", "toll")
        assert "Ask me everything again" in str(undo(model))
        assert hub.model(hub.role(ann.id)).unasked == ()
        await set_asking(live, bob.id, 1, "toll", True)
        assert live.data.unasked == {1: ["jeer"]}
        await set_asking(live, bob.id, 1, "", True)
        assert live.data.unasked == {}
        with pytest.raises(Forbidden):
            await set_asking(live, ann.id, 1, "jeer", False)
        with pytest.raises(RequestError, match="no optional question"):
            await set_asking(live, bob.id, 1, "cross", False)
        with pytest.raises(RequestError, match="which question"):
            await set_asking(live, bob.id, 1, "", False)


async def test_who_takes_back_a_standing_answer_is_asked(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "toll", [ann, bob])).live
        await set_asking(live, bob.id, 1, "jeer", False)
        assert live.asked() == (0,)
        await takebacks.undo(live, bob.id, 1, None)
        assert live.asked() == (0, 1) and live.data.unasked == {}


async def test_a_standing_answer_goes_with_its_player(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "toll", [ann, bob])).live
        await set_asking(live, bob.id, 1, "jeer", False)
        await seating.give_to_bot(live, bob, 1, "easy")
        assert live.data.unasked == {1: ["jeer"]}
        await seating.reclaim(live, bob, 1)
        await seating.forfeit(live, bob, 1)
        assert live.data.unasked == {}


async def test_against_bots_nothing_is_asked_that_cannot_be_answered(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        alone = (await seated(app, "toll", [ann], seats=["me", "bot:easy"])).live
        alone.table.state.tokens[0] = 0
        alone.table.set_position(alone.table.state)
        await take(alone, ann.id, 0, "cross")
        # The bot takes toll and crosses; Ann has no token, so she is not asked.
        await settled(lambda: alone.owing() == (0,))
        assert [move.act for move in alone.table.moves if move.seat == 0][-1] == "let"
        both = (await seated(app, "toll", [ann, bob])).live
        both.table.state.tokens[1] = 0
        both.table.set_position(both.table.state)
        await take(both, ann.id, 0, "cross")
        # Between people the pause must not give away what somebody holds.
        assert both.awaited() == (1,)


class Strict(Toll):
    """Toll is asked inside the turn: it can be declined, and yet one must answer."""

    def decisions(self, state: TollState) -> Sequence[Decision]:
        return [
            Decision(each.seat, each.prompt, each.options, declines=each.declines, optional=False)
            for each in super().decisions(state)
        ]


def strict(name: str) -> AnyBox:
    box = toll(Strict())
    return replace(box, meta=msgspec.structs.replace(box.meta, stage="table"))


async def test_inside_one_s_own_turn_one_must_answer_though_declining_is_possible(
    tmp_path: Path,
) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch, box=strict) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        both = (await seated(app, "toll", [ann, bob], pace="decision:60")).live
        await take(both, ann.id, 0, "cross")
        assert both.owing() == (1,) and both.awaited() == ()
        assert both.data.clocks.windows == {} and both.next_deadline() == watch.now + 60_000
        with pytest.raises(RequestError, match="no optional question"):
            await set_asking(both, bob.id, 1, "toll", False)
        alone = (await seated(app, "toll", [ann], seats=["me", "bot:easy"])).live
        alone.table.state.tokens[0] = 0
        alone.table.set_position(alone.table.state)
        await take(alone, ann.id, 0, "cross")
        # Against bots a question with nothing to do is answered even so.
        await settled(lambda: alone.owing() == (0,) and alone.table.state.asked < 0)
        assert [move.act for move in alone.table.moves if move.seat == 0][-1] == "let"


def bearer(api: httpx.Client, name: str) -> dict[str, str]:
    token = api.post("/api/sessions", json={"name": name}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def test_the_api_says_what_declines_and_keeps_a_standing_answer(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as server:
        api = http(server)
        ann, bob = bearer(api, "Ann"), bearer(api, "Bob")
        wish = {"game": "toll", "seats": ["me", "open"], "pace": "decision:60"}
        table = api.post("/api/tables", json=wish, headers=ann).json()["id"]
        api.post(f"/api/tables/{table}/join", json={}, headers=bob)
        seen = api.get(f"/api/tables/{table}", headers=bob).json()
        (offer,) = seen["decisions"]
        assert (offer["question"], offer["declines"]) == ("jeer", ["hush"])
        assert seen["waiting"] == [0] and seen["awaited"] == [] and seen["unasked"] == []
        (must,) = api.get(f"/api/tables/{table}", headers=ann).json()["decisions"]
        assert (must["question"], must["declines"]) == ("cross", [])
        body = {"seat": 1, "question": "jeer", "ask": False}
        assert api.post(f"/api/tables/{table}/asking", json=body, headers=ann).status_code == 403
        assert api.post(f"/api/tables/{table}/asking", json=body, headers=bob).status_code == 200
        seen = api.get(f"/api/tables/{table}", headers=bob).json()
        assert seen["decisions"] == [] and seen["unasked"] == ["jeer"]
        assert api.get(f"/api/tables/{table}", headers=ann).json()["unasked"] == []
        body = {"seat": 1, "ask": True}
        assert api.post(f"/api/tables/{table}/asking", json=body, headers=bob).status_code == 200
        assert api.get(f"/api/tables/{table}", headers=bob).json()["unasked"] == []


def test_a_form_of_the_page_keeps_a_standing_answer(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = ann.open_table("toll", "me,open", name="Ann")
        assert bob.form(f"{table}/join", name="Bob").status_code == 303
        page = bob.get(table).text
        assert 'id="do-never-ask"' in page and 'name="question" value="jeer"' in page
        answer = bob.form(f"{table}/asking", seat=1, question="jeer", ask="")
        assert answer.status_code == 303
        page = bob.get(table).text
        assert 'id="do-never-ask"' not in page and 'id="do-ask-again"' in page
        assert bob.form(f"{table}/asking", seat=1, question="", ask="on").status_code == 303
        assert 'id="do-ask-again"' not in bob.get(table).text
