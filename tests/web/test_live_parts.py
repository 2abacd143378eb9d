"""Parts of pages that are drawn once for all viewers, and left alone while they stay the same."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from tests.web.support import Asleep, a_room, answer, person, seated

from ludus.core.chance import SeededRng
from ludus.core.registry import find_game, games
from ludus.web import pages
from ludus.web.live.diff import PartState
from ludus.web.live.hub import Hub, PageChannel
from ludus.web.live.models import LiveParts, Pages, Part, TableModel
from ludus.web.live.view_model import ViewerRole
from ludus.web.tables.live_table import Step

pytestmark = pytest.mark.anyio

MOVES = 60


async def played(hub: Hub, people: list[str], rng: SeededRng) -> bool:
    """Whether one more random move could be made."""
    live = hub.live
    asked = live.asked()
    if not asked:
        return False
    seat = asked[rng.below(len(asked))]
    decision = live.decision(seat)
    assert decision is not None
    await answer(live, people[seat], seat, rng.below(len(decision.options)))
    return True


def remembered(channel: PageChannel) -> list[object]:
    """What a channel knows of what it has sent."""
    return [_known(state) for states in channel._sent for state in states]


def _known(state: PartState) -> object:
    return state._ids, state._hashes, {id: _known(each) for id, each in state._nested.items()}


def roles(hub: Hub, people: list[str]) -> list[ViewerRole]:
    return [hub.role(each) for each in (*people, "")]


@pytest.mark.parametrize("game", sorted(games()))
async def test_the_same_inputs_give_the_same_parts(game: str, tmp_path: Path) -> None:
    """Whoever asks and whenever: else a page would keep what is no longer true, or one viewer be
    shown what was drawn for another."""
    rng = SeededRng(11)
    found = compared = 0
    async with a_room(tmp_path, mind=Asleep()) as app:
        seats = min(count for count in find_game(game).meta.seats if count > 1)
        people = [await person(app, name) for name in ("Anna", "Ben", "Cleo")[:seats]]
        hub = await seated(app, game, people)
        drawn: dict[int, list[tuple[object, tuple[Part, ...]]]] = {}
        for _ in range(MOVES):
            for role in roles(hub, [each.id for each in people]):
                model = hub.model(role)
                for number, each in enumerate(pages.LIVE_PARTS):
                    inputs = each.inputs(model)
                    if inputs is None:
                        continue
                    parts = each.draw(model)
                    known = drawn.setdefault(number, [])
                    same = [before for given, before in known if given == inputs]
                    assert all(before == parts for before in same), parts
                    compared += len(same)
                    found += 1
                    if not same:
                        known.append((inputs, parts))
            hub.cache.changed()
            if not await played(hub, [each.id for each in people], rng):
                break
    assert compared > found // 2


async def test_streams_show_what_a_new_page_would(tmp_path: Path) -> None:
    """Parts that are drawn once for several viewers are what each would be shown alone."""
    rng = SeededRng(5)
    async with a_room(tmp_path, mind=Asleep()) as app:
        people = [await person(app, name) for name in ("Anna", "Ben")]
        hub = await seated(app, "para_bellum", people)
        names = [each.id for each in people]
        channels = [PageChannel(hub, role, pages, _unnoted) for role in roles(hub, names)]
        for _ in range(MOVES):
            assert await played(hub, names, rng)
            step = Step(0, 0)
            for channel, role in zip(channels, roles(hub, names), strict=True):
                alone = PageChannel(hub, role, pages, _unnoted)
                channel.update(step)
                assert channel._inputs == alone._inputs
                assert remembered(channel) == remembered(alone)
            hub.cache.changed()


async def test_a_part_is_sent_again_after_it_was_something_else(tmp_path: Path) -> None:
    shown = {"now": "one"}
    parts = (
        LiveParts(
            lambda model: (Part("a", (f'<p id="a">{shown["now"]}</p>',)),),
            lambda model: None if shown["now"] == "much" else (shown["now"],),
        ),
    )

    def nothing(model: TableModel) -> tuple[Part, ...]:
        return ()

    stub = cast(Pages, SimpleNamespace(LIVE_PARTS=parts, log=nothing, log_line=str, chat=nothing))
    async with a_room(tmp_path, mind=Asleep()) as app:
        people = [await person(app, name) for name in ("Anna", "Ben")]
        hub = await seated(app, "cambria", people)
        channel = PageChannel(hub, hub.role(people[0].id), stub, _unnoted)
        sent = []
        for now in ("one", "much", "much", "one", "one", "two"):
            shown["now"] = now
            sent.append(now.encode() in channel.update(None))
            hub.cache.changed()
    assert sent == [False, True, False, True, False, True]


def _unnoted(session: str, game: str, clauses: object) -> None:
    """Nobody keeps here which rules a visitor has met."""
