"""What a worker does when another one asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ludus.store import Session
from ludus.web.bots.queue import Owner
from ludus.web.bots.worker import Question as BotQuestion
from ludus.web.cluster.asking import Question
from ludus.web.operator.orders import announce_here, carry_out
from ludus.web.state import AppState
from ludus.web.tables.seats import rename_player


async def answer_question(app: AppState, question: Question) -> str:
    words = question.words
    match question.what:
        case "line":
            return await _line(app, *words[:2])
        case "rename":
            await _rename(app, words)
            return ""
        case "order":
            return msgspec.json.encode(await carry_out(app, words)).decode()
        case "announce":
            await announce_here(app, " ".join(words))
            return ""
        case "think":
            return await _think(app, *words[:3])


async def _line(app: AppState, table: str, session: str) -> str:
    hub = await app.tables.hub(table)
    return await app.thumbnails.line(hub, hub.role(session))


async def _rename(app: AppState, words: Sequence[str]) -> None:
    table, id, before, name = words
    session = await app.sessions.get(id) or Session(id, before, 0)
    hub = await app.tables.hub(table)
    await rename_player(hub.live, replace(session, name=before), name)


async def _think(app: AppState, session: str, source: str, asked: str) -> str:
    """What a bot answers here, while the worker of its table has no process free."""
    question = msgspec.json.decode(asked, type=BotQuestion)
    return msgspec.json.encode(await app.thinking.lend(Owner(session, source), question)).decode()
