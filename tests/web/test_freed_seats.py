"""Seats that the host frees: never while their player is here, and never with their secrets."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import QUICK, Asleep, Visitor, a_room, answer, free, person, seated, serving

from ludus.store import Session
from ludus.web.api.serializers import table_answer
from ludus.web.config import Settings
from ludus.web.http.addresses import is_local, source_of
from ludus.web.http.errors import Forbidden, RequestError, Stale
from ludus.web.live.presence import Presence
from ludus.web.pages.table.seats import notice
from ludus.web.state import AppState
from ludus.web.tables import seats as seating
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.live_table import LiveTable

pytestmark = pytest.mark.anyio


async def three(app: AppState, game: str = "bids") -> tuple[LiveTable, list[Session]]:
    people = [await person(app, name) for name in ("Ann", "Bob", "Cyd")]
    return (await seated(app, game, people)).live, people


def kind(live: LiveTable, seat: int) -> str:
    return live.seats[seat].kind


async def test_the_seat_of_a_player_who_is_here_cannot_be_freed(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        live, (ann, bob, _) = await three(app, "sheets")
        hub = await app.tables.hub(live.id)
        listener = app.presence.listen(hub, "page", bob.id, None)
        with pytest.raises(RequestError, match="Bob is here"):
            await free(app, live, ann, 1)
        assert live.held(bob.id) == (1,)
        app.presence.leave(hub, listener)
        await free(app, live, ann, 1)
        assert kind(live, 1) == "open"


def test_a_player_is_gone_only_after_a_while() -> None:
    now = [100.0]
    presence = Presence(Settings(sessions_remembered=2), lambda: now[0])
    now[0] += 30
    # Nobody can have come before the server was there.
    assert presence.away("bob") == 30
    presence.opened("bob")
    assert presence.away("bob") == 0
    now[0] += 30
    presence.closed("bob")
    now[0] += 5
    assert presence.away("bob") == 5
    # A program that asks again and again without a stream is here too.
    presence.seen("bob", "192.0.2.1")
    now[0] += 1
    assert presence.away("bob") == 1
    for other in ("cyd", "dan"):
        presence.seen(other, "192.0.2.2")
    assert presence.address("bob") == ""
    assert presence.address("dan") == "192.0.2.2"


async def test_the_host_is_told_when_to_try_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        live, (ann, _, _) = await three(app, "sheets")
        with pytest.raises(RequestError, match="try again in 50 seconds"):
            await seating.free(live, ann, 1, lambda session: 10.0, 60.0)
        assert kind(live, 1) == "player"


async def test_a_host_cannot_read_the_hand_of_a_rival(tmp_path: Path) -> None:
    """The attack: free the seat of a rival who is away, sit down there, and look."""
    async with a_room(tmp_path, Asleep()) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        live = hub.live
        await answer(live, bob.id, 1, 3)
        await free(app, live, ann, 1)
        assert (kind(live, 1), live.seats[1].session) == ("bot", bob.id)
        assert live.chat[-1].text == "Bob is away: a bot plays for Bob for now."
        # Nobody else is there who could agree.
        with pytest.raises(RequestError, match="until Bob is back"):
            await free(app, live, ann, 1)
        with pytest.raises(Stale):
            await seating.join(live, ann, 1)
        assert live.held(ann.id) == (0,)
        await seating.reclaim(live, bob, 1)
        assert live.held(bob.id) == (1,)


async def test_somebody_new_comes_only_when_all_agree(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        live, (ann, bob, cyd) = await three(app)
        await answer(live, bob.id, 1, 3)
        await free(app, live, ann, 1)
        assert kind(live, 1) == "bot"
        for who, seat in ((ann, 0), (bob, 1)):
            with pytest.raises(Stale):
                await seating.answer_opening(live, who.id, seat, True)
        assert await seating.answer_opening(live, cyd.id, 2, False) is None
        assert kind(live, 1) == "bot"
        with pytest.raises(Stale):
            await seating.answer_opening(live, cyd.id, 2, True)
        await free(app, live, ann, 1)
        assert await seating.answer_opening(live, cyd.id, 2, True) == 1
        assert kind(live, 1) == "open"
        # Those who know a hand already get no second one, whichever way they come.
        hub = await app.tables.hub(live.id)
        link = await app.links.find((await app.links.invite(hub, 1, ann)).removeprefix("/i/"))
        for who in (ann, cyd):
            with pytest.raises(Forbidden, match="somebody new"):
                await seating.join(live, who, 1)
            with pytest.raises(Forbidden, match="somebody new"):
                await seating.use_invitation(live, who, link)
        dan = await person(app, "Dan")
        await seating.use_invitation(live, dan, link)
        assert live.held(dan.id) == (1,)
        assert live.playing


async def test_all_who_play_are_asked_also_those_for_whom_a_bot_plays(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        live, (ann, _, cyd) = await three(app)
        await seating.give_to_bot(live, cyd, 2, "easy")
        await free(app, live, ann, 1)
        assert kind(live, 1) == "bot"
        assert await seating.answer_opening(live, cyd.id, 2, True) == 1


async def test_whoever_comes_back_in_time_keeps_the_seat(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        live, (ann, bob, cyd) = await three(app)
        await free(app, live, ann, 1)
        await seating.reclaim(live, bob, 1)
        with pytest.raises(Stale):
            await seating.answer_opening(live, cyd.id, 2, True)
        assert live.held(bob.id) == (1,)


async def test_the_hand_of_a_bot_is_secret_too(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        wish = TableRequest("bids", ["me", "open", "bot:easy"])
        live = (await open_table(app.tables, ann, wish)).live
        await seating.join(live, bob, 1)
        await answer(live, bob.id, 1)
        await free(app, live, ann, 2)
        assert kind(live, 2) == "bot"
        assert await seating.answer_opening(live, bob.id, 1, True) == 2
        with pytest.raises(Forbidden, match="somebody new"):
            await seating.join(live, ann, 2)


async def test_the_request_is_seen_by_those_who_play_and_by_nobody_else(tmp_path: Path) -> None:
    async with a_room(tmp_path, Asleep()) as app:
        live, (ann, bob, cyd) = await three(app)
        await free(app, live, ann, 1)
        hub = await app.tables.hub(live.id)
        asks = f'action="{hub.url}/free/answer"'
        assert asks in str(notice(hub.model(hub.role(cyd.id))))
        assert asks not in str(notice(hub.model(hub.role(ann.id))))
        assert "waiting for Cyd" in str(notice(hub.model(hub.role(ann.id))))
        assert str(notice(hub.model(hub.role("")))).count("Bob") == 0
        for who in (ann, bob, cyd):
            told = table_answer(hub, hub.role(who.id)).opening
            assert told is not None
            assert (told.seat, told.waiting) == (1, (2,))
        assert table_answer(hub, hub.role("")).opening is None


async def test_a_host_does_not_play_a_freed_seat_besides_their_own(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        live, (ann, _, cyd) = await three(app, "sheets")
        await answer(live, cyd.id, 2)
        await free(app, live, ann, 1)
        hub = await app.tables.hub(live.id)
        link = await app.links.find((await app.links.invite(hub, 1, ann)).removeprefix("/i/"))
        with pytest.raises(Forbidden, match="a seat here already"):
            await seating.use_invitation(live, ann, link)
        dan = await person(app, "Dan")
        await seating.use_invitation(live, dan, link)
        assert live.held(dan.id) == (1,)


# Seats of a public table --------------------------------------------------------------------------


async def test_one_person_takes_one_seat_of_a_public_table(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, eve = await person(app, "Ann"), await person(app, "Eve")
        wish = TableRequest("bids", ["me", "open", "open"])
        live = (await open_table(app.tables, ann, wish)).live
        await seating.join(live, eve, None)
        for who in (eve, ann):
            with pytest.raises(Forbidden, match="a seat here already"):
                await seating.join(live, who, None)


async def test_a_host_who_is_alone_may_play_every_seat(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        live = (await open_table(app.tables, ann, TableRequest("bids", ["me", "open"]))).live
        await seating.join(live, ann, None)
        assert live.held(ann.id) == (0, 1)


def test_one_address_takes_two_seats_of_a_public_table(tmp_path: Path) -> None:
    with serving(tmp_path, QUICK) as server:
        table = Visitor(server).open_table("cambria", "me,open,open,open")
        crowd = [Visitor(server, "198.51.100.7") for _ in range(3)]
        answers = [each.post(f"{table}/join", name=f"Eve {n}") for n, each in enumerate(crowd)]
        assert [each.status_code for each in answers] == [200, 200, 403]
        assert "from your address" in answers[2].json()["error"]
        assert Visitor(server, "198.51.100.8").post(f"{table}/join").status_code == 200


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.20", True),
        ("fd00::5", True),
        ("198.51.100.7", False),
        ("2001:db8:1:2::9", False),
        ("nonsense", False),
    ],
)
def test_people_at_home_share_an_address(host: str, shared: bool) -> None:
    assert is_local(source_of(host)) is shared
