"""Several workers of one PostgreSQL store, on the loop of a test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec, TypeVar

from tests.web.support import PATIENCE, FirstChoice

from ludus.web.api.client import ApiError, Client
from ludus.web.api.operations import Operation
from ludus.web.cluster.membership import Membership
from ludus.web.cluster.serve import address_of, build_worker, listening
from ludus.web.config import NOT_COUNTED, Rate, Settings, all_quotas
from ludus.web.operator.orders import serve_orders
from ludus.web.server import Server, run, server_for
from ludus.web.state import AppState

B = TypeVar("B")
R = TypeVar("R")
T = TypeVar("T")
P = ParamSpec("P")

PLENTY = Rate(10_000.0, 100_000)
SETTINGS = Settings(
    bot_pause=0.0,
    writes=PLENTY,
    address_writes=PLENTY,
    reads=PLENTY,
    beginnings=PLENTY,
    quotas=all_quotas(PLENTY),
    daily=NOT_COUNTED,
    orders_every=0.05,
    lobby_every=0.05,
    away_after=0.0,
)


@dataclass(frozen=True, slots=True)
class Running:
    """A worker that serves."""

    app: AppState
    server: Server
    address: str

    @property
    def members(self) -> Membership:
        assert self.app.members is not None
        return self.app.members


@asynccontextmanager
async def worker(url: str, settings: Settings = SETTINGS) -> AsyncIterator[Running]:
    with listening("127.0.0.1", 0) as own:
        app = await build_worker(replace(settings, store=url), address_of(own), FirstChoice())
        ready = asyncio.Event()
        server = server_for(app, "127.0.0.1", 0, lambda address: ready.set())
        task = asyncio.create_task(run(server, app, [own]))
        await ready.wait()
        app.tasks.start(serve_orders(app))
        try:
            yield Running(app, server, address_of(own))
        finally:
            server.should_exit = True
            await task


@asynccontextmanager
async def workers(url: str, count: int = 2) -> AsyncIterator[list[Running]]:
    """Several, each of which knows the others."""
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(worker(url)) for _ in range(count)]
        await until(lambda: all(len(each.members.others) == count - 1 for each in found))
        yield found


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


class Person:
    """Somebody who asks one worker or another, from a thread beside the loop."""

    def __init__(self, at: Running, client: Client) -> None:
        self.at = at
        self.client = client

    @classmethod
    async def comes(cls, at: Running, name: str) -> Person:
        return cls(at, await asyncio.to_thread(Client.register, at.address, name))

    def asks(self, at: Running) -> Person:
        """The same person at another worker."""
        return Person(at, Client(at.address, self.client.token))

    async def do(
        self, what: Callable[Concatenate[Client, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        return await asyncio.to_thread(what, self.client, *args, **more)

    async def call(self, operation: Operation[B, R], body: B, **path: str) -> R:
        return await asyncio.to_thread(self.client.call, operation, body, path)

    async def refused(self, operation: Operation[B, R], body: B, **path: str) -> int:
        """The status with which it is refused."""
        try:
            await self.call(operation, body, **path)
        except ApiError as error:
            return error.status
        return 200

    async def move(self, table: str) -> int:
        """Make a move, if it is one's turn; how many were made."""
        seen = await self.do(Client.table, table)
        for decision in seen.decisions:
            await self.do(Client.act, table, decision, decision.options[0].action)
            return 1
        return 0
