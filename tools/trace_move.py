"""Follow one move through the server: which modules it passes, and how often the rules are asked.

Run by `tools/architecture.py` with the sources of a checkout on the path, older ones included. A
table is opened, a few moves are played, one page listens; then one move is sent as a page's script
sends it. Noted are the modules of `ludus` outside the games in which a function runs: on the way to
the disk, by themselves those that only the store's writing thread passes, and from there until the
page has been sent the new position. Prints JSON.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Protocol, cast

import httpx
from starlette.types import ASGIApp

from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.core.table import AnyTable
from ludus.store import SeatRow, SqliteStore

Profile = Callable[[FrameType, str, object], object]

BEFORE = 8
"""Moves that are played before the one that is followed."""


class Live(Protocol):
    table: AnyTable
    seats: Sequence[SeatRow]

    def owing(self) -> Sequence[int]: ...

    def decision(self, seat: int) -> Decision | None: ...

    def number(self, seat: int) -> int: ...


class Hub(Protocol):
    live: Live


class Subscriber(Protocol):
    async def next(self) -> bytes: ...


class Listener(Protocol):
    subscriber: Subscriber


class Tables(Protocol):
    async def hub(self, table: str) -> Hub: ...

    def listen(self, hub: Hub, kind: str, session: str, chosen: int | None) -> Listener: ...


class State(Protocol):
    async def start(self) -> None: ...

    async def close(self) -> None: ...


class Threads:
    """Follows what threads do that are started after it, while it is given somebody to tell."""

    def __init__(self) -> None:
        self.note: Profile | None = None

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if self.note is not None:
            self.note(frame, event, argument)


class NoBots:
    """Stands in for the pool of worker processes; no bot sits at this table."""

    async def choose(self, question: object) -> str:
        raise NotImplementedError

    async def close(self) -> None:
        pass


def part(*names: str) -> Callable[..., object]:
    """The first of several places where something may be."""
    for name in names:
        module, _, attribute = name.partition(":")
        try:
            return cast(
                "Callable[..., object]", getattr(importlib.import_module(module), attribute)
            )
        except (ImportError, AttributeError):
            continue
    raise SystemExit(f"none of these exists: {', '.join(names)}")


async def follow(game: str) -> dict[str, object]:
    """The modules on both parts of the way, and the number of questions to the rules."""
    build_state = part("ludus.web.state:build_state", "ludus.web.app:build_site")
    build_app = part("ludus.web.app:build_app")
    signer = part("ludus.web.http.signing:Signer", "ludus.web.signing:Signer")(b"0" * 32)
    threads = Threads()
    threading.setprofile(threads)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "ludus.sqlite")
        state = cast(State, build_state(store, signer, None, NoBots(), SeededRng(3)))
        await state.start()
        try:
            return await _follow(state, cast(ASGIApp, build_app(state)), game, threads)
        finally:
            await state.close()


async def _follow(state: State, app: ASGIApp, game: str, threads: Threads) -> dict[str, object]:
    transport = httpx.ASGITransport(app)
    headers = {"Origin": "http://test"}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://test", headers=headers
    ) as http:
        seats = ["me"] * max(2, min(open_box(game).meta.seats))
        url = (await http.post("/tables", json={"game": game, "seats": seats})).json()["url"]
        tables = cast(Tables, getattr(state, "tables", None) or getattr(state, "room", None))
        hub = await tables.hub(url.rpartition("/")[2])
        for _ in range(BEFORE):
            await _move(http, url, hub.live)
        presence = cast(Tables, getattr(state, "presence", tables))
        listener = presence.listen(hub, "page", hub.live.seats[0].session, None)
        await listener.subscriber.next()
        return await _watched(http, url, hub.live, listener.subscriber, threads)


async def _move(http: httpx.AsyncClient, url: str, live: Live) -> None:
    seat = live.owing()[0]
    decision = live.decision(seat)
    assert decision is not None
    body = {"seat": seat, "decision": live.number(seat), "action": decision.options[0].text}
    answer = await http.post(f"{url}/act", json=body)
    assert answer.status_code == 200, answer.text


async def _watched(
    http: httpx.AsyncClient, url: str, live: Live, subscriber: Subscriber, threads: Threads
) -> dict[str, object]:
    to_disk: dict[str, None] = {}
    writing: dict[str, None] = {}
    to_page: dict[str, None] = {}
    questions = 0
    saved = False

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal questions, saved
        code = frame.f_code
        name = frame.f_globals.get("__name__", "")
        # What dataclasses and the like generate is not code that anybody reads.
        if event != "call" or not name.startswith("ludus") or code.co_filename == "<string>":
            return
        if name.startswith("ludus.games."):
            questions += code.co_name == "decisions"
            return
        if threading.current_thread() is not threading.main_thread():
            writing.setdefault(name)
            return
        saved = saved or code.co_name == "changed"
        (to_page if saved else to_disk).setdefault(name)

    before = len(live.table.moves)
    threads.note = note
    sys.setprofile(note)
    try:
        await _move(http, url, live)
        await subscriber.next()
    finally:
        sys.setprofile(None)
        threads.note = None
    return {
        "to_disk": list(to_disk),
        "writing": [name for name in writing if name not in to_disk],
        "to_page": list(to_page),
        "positions": len(live.table.moves) - before,
        "questions": questions,
    }


if __name__ == "__main__":
    found = asyncio.run(follow(sys.argv[1]))
    sys.stdout.write(json.dumps(found) + "\n")
