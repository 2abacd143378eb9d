"""A room for tests: toys on the shelf, bots that do not think, a watch that can be set."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import httpx
import msgspec
from tests.kit.toys.bids import bids
from tests.kit.toys.hourglass import hourglass
from tests.kit.toys.sheets import sheets
from tests.kit.toys.toll import toll

from ludus.bots.coach import Reason
from ludus.core.chance import SeededRng
from ludus.core.game import AnyBox
from ludus.core.registry import open_box
from ludus.store import Session, SqliteStore
from ludus.web.bots.pool import BotError
from ludus.web.bots.worker import Coaching, Question, Ranked
from ludus.web.config import NOT_COUNTED, Rate, Settings, all_quotas
from ludus.web.http.signing import Signer
from ludus.web.live.hub import Hub
from ludus.web.server import Server, run, server_for
from ludus.web.state import AppState, build_state
from ludus.web.tables import seats
from ludus.web.tables.clocks import milliseconds
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act
from ludus.web.tables.seats import join

PLENTY = Rate(10_000.0, 100_000)
QUICK = Settings(
    bot_pause=0.0,
    away_after=0.05,
    lobby_every=0.01,
    free_after=0.0,
    writes=PLENTY,
    address_writes=PLENTY,
    work=PLENTY,
    work_when_late=PLENTY,
    refusal_pause=0.0,
    reads=PLENTY,
    beginnings=PLENTY,
    quotas=all_quotas(PLENTY),
    daily=NOT_COUNTED,
    most_unfinished=100_000,
    listed_each=30,
)
CLIENTS: list[httpx.Client] = []
"""Those that are open, to be closed with the server."""
SIGNER = Signer(b"0123456789abcdef0123456789abcdef")
PATIENCE = 60.0
"""Seconds until something that should happen is taken for stuck: a busy machine is slow, not wrong.
"""


@cache
def shelf(name: str) -> AnyBox:
    """The toys, offered like any game, and the real games."""
    toys: dict[str, Callable[[], AnyBox]] = {
        "bids": bids,
        "sheets": sheets,
        "hourglass": hourglass,
        "toll": toll,
    }
    if name not in toys:
        return open_box(name)
    box = toys[name]()
    return replace(box, meta=msgspec.structs.replace(box.meta, stage="table"))


class FirstChoice:
    """A mind that takes the last option on offer; it never thinks."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.reasons: tuple[Reason, ...] = ()

    async def choose(self, question: Question) -> str:
        self.asked.append(question)
        return question.options[-1]

    async def rank(self, question: Question) -> tuple[Ranked, ...]:
        self.asked.append(question)
        last = len(question.options)
        return tuple(Ranked(act, n / last) for n, act in reversed([*enumerate(question.options)]))

    async def coach(self, question: Question) -> Coaching:
        """The last option is the best, and the first one gives away much."""
        self.asked.append(question)
        return Coaching(question.options[-1], question.options[:-1], 0.5, self.reasons)

    async def close(self) -> None:
        pass


class Silent(FirstChoice):
    """A mind that has no answer."""

    async def choose(self, question: Question) -> str:
        self.asked.append(question)
        raise BotError("nobody is in")

    async def rank(self, question: Question) -> tuple[Ranked, ...]:
        self.asked.append(question)
        raise BotError("nobody is in")

    async def coach(self, question: Question) -> Coaching:
        self.asked.append(question)
        raise BotError("nobody is in")


class Asleep(FirstChoice):
    """A mind that does not answer before the server closes."""

    async def choose(self, question: Question) -> str:
        self.asked.append(question)
        await asyncio.Event().wait()
        raise AssertionError("it was woken")


class Watch:
    """A watch that stands still until it is set."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def a_room(
    folder: Path,
    mind: FirstChoice | None = None,
    settings: Settings = QUICK,
    watch: Watch | None = None,
    box: Callable[[str], AnyBox] = shelf,
) -> AsyncIterator[AppState]:
    """A site that runs, without HTTP before it."""
    app = build_state(
        SqliteStore(folder / "ludus.sqlite"),
        SIGNER,
        settings,
        mind or FirstChoice(),
        SeededRng(7),
        box=box,
        clock=watch or milliseconds,
    )
    await app.start()
    try:
        yield app
    finally:
        await app.close()


async def person(app: AppState, name: str) -> Session:
    return await app.sessions.create(name)


async def seated(app: AppState, game: str, people: list[Session], **wish: object) -> Hub:
    """A table where these people sit, and have begun."""
    given = {"seats": ["me"] + ["open"] * (len(people) - 1), **wish}
    hub = await open_table(
        app.tables, people[0], msgspec.convert({"game": game, **given}, TableRequest)
    )
    for each in people[1:]:
        await join(hub.live, each, None)
    return hub


async def answer(live: LiveTable, session: str, seat: int, index: int = 0) -> None:
    """Take the seat's option with this index."""
    decision = live.decision(seat)
    assert decision is not None
    await act(live, session, seat, live.number(seat), decision.options[index].text)


async def free(app: AppState, live: LiveTable, host: Session, seat: int) -> None:
    """Free a seat as a request would."""
    await seats.free(live, host, seat, app.presence.away, app.settings.free_after)


async def settled(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something that is under way has happened."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@contextmanager
def serving(
    folder: Path,
    settings: Settings = QUICK,
    box: Callable[[str], AnyBox] = shelf,
    beside: Callable[[], Coroutine[None, None, None]] | None = None,
    loaded: bool = False,
) -> Iterator[str]:
    """A whole server in a thread of its own; gives its address. `beside` runs on its loop.

    `loaded` loads all games before it listens, as `ludus serve` does.
    """
    ready = threading.Event()
    address: list[str] = []
    servers: list[Server] = []

    def told(where: str) -> None:
        address.append(where)
        ready.set()

    async def main() -> None:
        store = SqliteStore(folder / "ludus.sqlite")
        app = build_state(store, SIGNER, settings, FirstChoice(), SeededRng(7), box=box)
        server = server_for(app, "127.0.0.1", 0, told)
        servers.append(server)
        if loaded:
            app.lobby.load()
        task = asyncio.create_task(beside()) if beside is not None else None
        await run(server, app)
        if task is not None:
            task.cancel()

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield address[0]
    finally:
        while CLIENTS:
            CLIENTS.pop().close()
        servers[0].should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def http(server: str, **headers: str) -> httpx.Client:
    """A patient client, closed with the server."""
    client = httpx.Client(base_url=server, headers=headers, timeout=PATIENCE)
    CLIENTS.append(client)
    return client


class Visitor:
    """A browser without a window: cookies, our own origin, forms and JSON."""

    def __init__(self, server: str, address: str = "192.0.2.1") -> None:
        # As a proxy on the same machine would say where the visitor comes from.
        self.http = http(server, **{"Origin": server, "X-Forwarded-For": address})

    def get(self, path: str, **query: str | int) -> httpx.Response:
        return self.http.get(path, params=query or None)

    def form(self, path: str, **fields: str | int) -> httpx.Response:
        return self.http.post(path, data=dict(fields))

    def post(self, path: str, **fields: object) -> httpx.Response:
        return self.http.post(path, json=fields)

    def open_table(self, game: str, seats: str, **fields: object) -> str:
        answer = self.post("/tables", game=game, seats=seats, **fields)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["url"])
