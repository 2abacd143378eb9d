"""What the scripts of the pages are told about the server's messages is what the server sends."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from tests.web.support import a_room, person, seated
from tests.web.test_streams import events, heard, play

from ludus.core.face import Motion
from ludus.core.text import Bit
from ludus.web import pages
from ludus.web.api.schemas import HintChoice
from ludus.web.live.hub import clock_event
from ludus.web.live.models import Clock, Patch
from ludus.web.tables.chat import post

TYPES = Path(pages.__file__).parents[1] / "static" / "types.d.ts"
INTERFACE = re.compile(r"^export interface (\w+).*? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+): (.*);", re.MULTILINE)
KINDS = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    tuple[float, ...]: "number[]",
    tuple[str, ...]: "string[]",
    tuple[Bit, ...]: "Bit[]",
}


def interfaces() -> dict[str, dict[str, str]]:
    """The fields of each interface, with their types."""
    return {name: dict(FIELD.findall(body)) for name, body in INTERFACE.findall(TYPES.read_text())}


@pytest.mark.parametrize(
    ("name", "struct"),
    [
        ("Part", Patch),
        ("Motion", Motion),
        ("Clock", Clock),
        ("Bit", Bit),
        ("HintChoice", HintChoice),
    ],
)
def test_structs(name: str, struct: type[msgspec.Struct]) -> None:
    fields = {field.name: KINDS[field.type] for field in msgspec.structs.fields(struct)}
    assert interfaces()[name] == fields


@pytest.mark.anyio
async def test_events_of_a_table(tmp_path: Path) -> None:
    known = interfaces()
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        listener = app.presence.listen(hub, "page", ann.id, None)
        sent = dict(await heard(listener))
        live = hub.live
        await live.step(lambda step: post(live, step, "players", 0, "Ann", "Ave"))
        sent |= dict(await heard(listener))
        seat = live.owing()[0]
        await play(live, (ann.id, bob.id)[seat], seat)
        sent |= dict(await heard(listener))
    sent |= dict(events(clock_event(1, [Clock(0, 2, 3, running=True)])))
    for event, message, line in (
        ("patch", "PatchMessage", ""),
        ("told", "LogMessage", "LogLine"),
        ("chat", "ChatMessage", "ChatLine"),
        ("clock", "ClockMessage", ""),
    ):
        assert known["TableMessages"][event] == message
        assert sent[event].keys() == known[message].keys()
        if line:
            lines = sent[event]["lines"]
            assert isinstance(lines, list)
            assert lines[0].keys() == known[line].keys()
