"""The parts of a server that only one of several workers has, put together."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludus.store import Worker
from ludus.web.bots.pool import NoWorker
from ludus.web.bots.queue import Owner
from ludus.web.bots.worker import Answer, Question
from ludus.web.cluster.answers import answer_question
from ludus.web.cluster.asking import PATH, Asking, answer
from ludus.web.cluster.membership import Membership
from ludus.web.cluster.passing import Clients
from ludus.web.http.errors import Unavailable
from ludus.web.http.signing import Signer
from ludus.web.state import AppState


def take_part(app: AppState, members: Membership, signer: Signer) -> None:
    """Make a server one of the workers of its store."""
    app.members = members
    app.requests = Clients()
    app.asking = asking = Asking(members, signer, app.requests.short, app.settings.url)
    app.signer = signer
    members.attach(app)
    app.presence.shared = True
    for each in app.notices.all:
        each.alone = False

    async def line(worker: Worker, table: str, session: str) -> str:
        try:
            return await asking.ask(worker, "line", table, session)
        except Unavailable:
            # A lobby can do without it.
            return ""

    app.lobby.far_line = line
    app.thinking.borrow_from(OtherWorkers(members, asking))


class OtherWorkers:
    """The processes of other workers, for bots."""

    def __init__(self, members: Membership, asking: Asking) -> None:
        self._members = members
        self._asking = asking

    def names(self) -> list[str]:
        return [worker.id for worker in self._members.others]

    async def think(self, name: str, owner: Owner, question: Question) -> Answer:
        worker = next((each for each in self._members.others if each.id == name), None)
        if worker is None:
            raise NoWorker(f"worker {name} has gone")
        asked = msgspec.json.encode(question).decode()
        try:
            said = await self._asking.ask(worker, "think", owner.session, owner.source, asked)
        except Unavailable as error:
            raise NoWorker(str(error)) from error
        return msgspec.json.decode(said, type=Answer)


def route(app: AppState, signer: Signer) -> Route:
    """Where other workers ask."""

    async def endpoint(request: Request) -> Response:
        return await answer(app, signer, request, answer_question)

    return Route(PATH, endpoint, methods=["POST"])
