"""The lobby: whoever looks sees what there is, also while it changes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
import segno
from tests.web.support import PATIENCE, Visitor, a_room, answer, person, seated, serving

from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.registry import games
from ludus.store import Head, SeatRow
from ludus.store.interface import ListKind
from ludus.web.api.schemas import NewTable
from ludus.web.http.errors import Forbidden, Stale
from ludus.web.http.request import FORM, convert, read_fields
from ludus.web.live import thumbnails
from ludus.web.live.thumbnails import Thumbnails
from ludus.web.state import AppState
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.lobby import LobbyStream
from ludus.web.tables.seats import fill_with_bots

pytestmark = pytest.mark.anyio

Rows = list[tuple[Head, tuple[SeatRow, ...]]]
OPEN = TableRequest("bids", ["me", "open"])


class SlowList:
    """Holds up the next reading of a list, between what it has read and the answer."""

    def __init__(self, app: AppState) -> None:
        self._real: Callable[[ListKind, int, int, int], Awaitable[Rows]] = app.tables.store.listed
        self._held = True
        self.read, self.go_on = asyncio.Event(), asyncio.Event()
        app.tables.store.listed = self._listed  # type: ignore[method-assign]  # It takes its time.

    async def _listed(self, kind: ListKind, limit: int, each: int = 0, among: int = 0) -> Rows:
        rows = await self._real(kind, limit, each, among)
        if self._held:
            self._held = False
            self.read.set()
            await self.go_on.wait()
        return rows


async def tables(app: AppState) -> list[str]:
    return [row.id for row in (await app.lobby.listed(""))["open"]]


async def test_two_who_come_first_and_at_once_both_see_it(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        slow = SlowList(app)
        both = [asyncio.create_task(tables(app)) for _ in range(2)]
        await slow.read.wait()
        slow.go_on.set()
        assert await asyncio.gather(*both) == [[], []]


async def test_a_list_that_comes_late_hides_no_newer_one(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        slow = SlowList(app)
        early = asyncio.create_task(tables(app))
        await slow.read.wait()
        table = (await open_table(app.tables, ann, OPEN)).live.id
        late = asyncio.create_task(tables(app))
        # Whether it overtakes the early one or waits for it: both may go their way.
        await asyncio.wait([late], timeout=0.2)
        slow.go_on.set()
        await early
        assert await late == [table]
        assert await tables(app) == [table]


async def test_a_list_that_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        table = (await open_table(app.tables, ann, OPEN)).live.id
        slow = SlowList(app)
        gone = asyncio.create_task(tables(app))
        await slow.read.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await tables(app) == [table]


async def heard(guest: LobbyStream, what: str) -> None:
    """Waits until a guest is told something."""
    async with asyncio.timeout(PATIENCE):
        while what.encode() not in await guest.subscriber.next():
            pass


async def test_a_guest_is_told_what_changed_while_they_came_in(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        slow = SlowList(app)
        coming = asyncio.create_task(app.lobby.listen(None))
        await slow.read.wait()
        table = (await open_table(app.tables, ann, OPEN)).live.id
        slow.go_on.set()
        guest = await coming
        await heard(guest, table)
        app.lobby.leave(guest)


# What a visitor sees of their own tables ----------------------------------------------------------


async def test_a_table_of_mine_is_in_no_other_list(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        waiting = await open_table(app.tables, ann, OPEN)
        playing = await seated(app, "cambria", [ann, bob])
        mine = await app.lobby.model(ann.id, "Ann")
        assert {row.id for row in mine.mine} == {waiting.live.id, playing.live.id}
        assert mine.open == mine.live == ()
        others = await app.lobby.model("", "")
        assert [row.id for row in others.open] == [waiting.live.id]
        assert [row.id for row in others.live] == [playing.live.id]


async def test_my_turn_says_what_is_asked_and_until_when(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob], pace="decision:86400")
        owing = hub.live.owing()[0]
        mover, other = (ann, bob) if owing == 0 else (bob, ann)
        [mine] = (await app.lobby.model(mover.id, "")).mine
        [theirs] = (await app.lobby.model(other.id, "")).mine
        assert mine.your_turn
        assert mine.ask
        assert mine.deadline > app.now()
        assert mine.clock == "a day a move"
        assert not theirs.your_turn
        assert (theirs.ask, theirs.deadline) == ("", 0)
        assert theirs.waiting_for == (owing,)


async def test_a_move_gives_the_picture_a_new_address(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        [before] = (await app.lobby.model(ann.id, "")).mine
        owing = hub.live.owing()[0]
        await answer(hub.live, (ann, bob)[owing].id, owing)
        [after] = (await app.lobby.model(ann.id, "")).mine
        assert before.picture != after.picture


async def test_a_picture_is_drawn_once_for_a_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        drawn: list[object] = []
        draw = thumbnails._drawn

        def counted(box: AnyBox, view: object, names: tuple[str, ...]) -> str:
            drawn.append(view)
            return draw(box, view, names)

        monkeypatch.setattr(thumbnails, "_drawn", counted)
        pictures, role = Thumbnails(), hub.role(ann.id)
        both = [pictures.picture(hub, role) for _ in range(2)]
        one, two = await asyncio.gather(*both)
        assert one == two
        assert one.startswith("<svg")
        assert len(drawn) == 1
        owing = hub.live.owing()[0]
        await answer(hub.live, (ann, bob)[owing].id, owing)
        await pictures.picture(hub, role)
        assert len(drawn) == 2


async def test_who_shares_a_device_sees_no_secret_before_its_player_says_so(
    tmp_path: Path,
) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("para_bellum", ["me", "me"]))
        shared, watcher = hub.role(ann.id), hub.role("")
        assert await app.thumbnails.line(hub, shared) == ""
        assert await Thumbnails().picture(hub, shared) == await Thumbnails().picture(hub, watcher)


def test_a_picture_shows_what_its_viewer_may_see(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, stranger = Visitor(server), Visitor(server, "192.0.2.9")
        url = ann.open_table("agricola", "bot:easy,me")
        own = ann.get(f"{url}/picture.svg")
        assert own.headers["content-type"].startswith("image/svg+xml")
        assert "private" in own.headers["cache-control"]
        assert own.text != stranger.get(f"{url}/picture.svg").text
        known = {"If-None-Match": own.headers["etag"]}
        assert ann.http.get(f"{url}/picture.svg", headers=known).status_code == 304
        assert stranger.http.get(f"{url}/picture.svg", headers=known).status_code == 200


def test_the_badge_on_a_table_counts_the_others(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        tables = [ann.open_table("cambria", "me,me") for _ in range(2)]
        shown = '<span id="turns-badge" class="badge" title="Tables wait for you">{}</span>'
        assert shown.format(2) in ann.get("/").text
        assert shown.format(1) in ann.get(tables[0]).text
        # A game that is over waits for nobody.
        assert ann.post(f"{tables[1]}/forfeit", seat=0).status_code < 400
        assert shown.format(1) in ann.get("/").text
        assert re.search(r'id="turns-badge"[^>]* hidden', ann.get(tables[0]).text)


# Links that are pasted ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("https://ludus.example/i/abc.De-_f=", "/i/abc.De-_f="),
        ("ludus.example/i/abc.def", "/i/abc.def"),
        ("/tables/T123", "/tables/T123"),
        (" http://x/tables/T123?watch=T123.x-y= ", "/tables/T123?watch=T123.x-y="),
        ("http://x/tables/T123?as=2#log", "/tables/T123"),
        ("https://evil.example/i/x//evil.example", "/i/x"),
    ],
)
def test_a_pasted_link_leads_to_its_page_here(tmp_path: Path, link: str, leads: str) -> None:
    with serving(tmp_path) as server:
        answered = Visitor(server).get("/join", link=link)
        assert answered.status_code == 303
        assert answered.headers["location"] == leads


@pytest.mark.parametrize(
    "link", ["hello", "https://evil.example/", "//evil.example", "/me", "x" * 900]
)
def test_a_pasted_text_that_is_no_link_is_asked_for_again(tmp_path: Path, link: str) -> None:
    with serving(tmp_path) as server:
        answered = Visitor(server).get("/join", link=link)
        assert answered.status_code == 422
        assert "not a link to a table here" in answered.text
        assert Visitor(server).get("/join").status_code == 200


# The form for a new table -------------------------------------------------------------------------


def wish(count: int, *kinds: str, **others: str) -> NewTable:
    """What the form asks for: each seat by a field of its own, those beyond the count too."""
    seats = {f"seat.{seat}": kind for seat, kind in enumerate(kinds)}
    levels = {f"level.{seat}": "easy" for seat in range(len(kinds))}
    fields = {"game": "cambria", "count": str(count), **seats, **levels, **others}
    return convert(read_fields(urlencode(fields).encode(), FORM), NewTable)


def test_the_form_asks_for_as_many_seats_as_players() -> None:
    assert wish(3, "me", "open", "bot", "bot", "bot").seats == ["me", "open", "bot:easy"]
    assert wish(2, "me", "me", **{"name.1": "Bo"}).names == ["", "Bo"]
    likes = {"as.1": "raider", "as.2": "raider", "as.3": "", "level.2": "master"}
    seats = wish(4, "me", "bot", "bot", "bot", **likes).seats
    assert seats == ["me", "bot:easy:raider", "bot:master", "bot:easy"]
    assert wish(0, "me", "bot").seats == []
    assert wish(99, "me", "bot").seats == []


def test_with_bots_only_no_seat_stays_open() -> None:
    assert wish(3, "me", "open", "bot", fill="bots").seats == ["me", "bot:easy", "bot:easy"]
    assert wish(2, "me", "me", fill="bots").seats == ["me", "me"]


def test_the_form_offers_every_game_and_starts_at_once_by_its_last_button(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        assert ann.get("/new").headers["location"].startswith("/new/")
        page = ann.get("/new/conqueror").text
        assert all(f'href="/new/{name}"' in page for name in games())
        last = page.rpartition('type="submit"')
        assert 'name="fill" value="bots"' in last[2].partition("</button>")[0] + last[0][-200:]
        # Whom a bot plays as, where the game has room for it.
        assert 'name="as.1"' in page and "Raider" in page
        assert 'name="as.1"' not in ann.get("/new/cambria").text
        url = ann.open_table("conqueror", "me,bot:easy:raider,bot:hard")
        assert "easy raider" in ann.get(url).text
        # The strongest bot, where the game has it; nobody else gets it.
        tribes = ann.get("/new/agricola").text
        assert 'value="master"' not in tribes and "Legatus" not in tribes
        assert 'value="master"' in page and "Legatus" in page
        wall = ann.get("/new/hadrians_wall").text
        assert 'value="master"' in wall and "Legatus" in wall
        assert 'value="master"' in ann.get("/new/cambria").text
        assert re.findall(r'name="level\.1" value="(\w+)" checked', wall) == ["medium"]


def test_against_bots_the_form_proposes_a_longer_clock_and_says_what_none_means(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as server:
        page = Visitor(server).get("/new/conqueror").text
    chosen = re.findall(r'name="option\.(\w+)" value="(\w+)" checked', page)
    assert ("timer", "120") in chosen and ("income", "automatic") in chosen
    assert page.count("(proposed against bots)") == 2
    assert "60 seconds, as in the rulebook" in page
    assert "No clock: nobody can warn or bribe" in page


def test_variants_of_the_rulebook_are_in_sight_and_rulings_are_folded(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        in_sight, folded = Visitor(server).get("/new/cambria").text.split("House rulings")
        without = Visitor(server).get("/new/hadrians_wall").text
    assert 'name="option.side"' in in_sight
    assert 'name="option.boat_can_make_doubles"' in folded
    assert 'name="option.difficulty"' in without and "House rulings" not in without


# The waiting room ---------------------------------------------------------------------------------


def test_an_invitation_has_a_qr_code_of_its_full_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    make = segno.make_qr

    def heard(content: str, error: str) -> segno.QRCode:
        said.append(content)
        return make(content, error=error)

    monkeypatch.setattr(segno, "make_qr", heard)
    with serving(tmp_path) as server:
        ann = Visitor(server)
        url = ann.open_table("cambria", "me,open")
        link = ann.post(f"{url}/invite", seat=1).json()["url"]
        code = ann.get(f"{link}/qr.svg")
        assert code.headers["content-type"].startswith("image/svg+xml")
        assert code.text.startswith("<svg")
        assert said == [f"{server}{link}"]
        assert ann.get("/i/nothing.here/qr.svg").status_code == 404
        assert len(said) == 1


async def test_bots_take_all_open_seats_at_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("cambria", ["me", "open", "open"]))
        with pytest.raises(Forbidden):
            await fill_with_bots(hub.live, bob, "easy")
        with pytest.raises(BadRequest):
            await fill_with_bots(hub.live, ann, "emperor")
        await fill_with_bots(hub.live, ann, "easy")
        assert [(row.kind, row.level) for row in hub.live.seats[1:]] == [("bot", "easy")] * 2
        assert len({row.name for row in hub.live.seats}) == 3
        assert hub.live.head.stage == "playing"
        with pytest.raises(Stale):
            await fill_with_bots(hub.live, ann, "easy")
