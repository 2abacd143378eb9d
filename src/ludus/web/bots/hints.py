"""Hints: what the strongest bot would choose in a seat, from what that seat can see.

Fair play: hints are given only where all other seats are bots or the player's own. As soon as a
second person plays, nobody gets one; nor for a position that people are playing at another table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from ludus.bots.coach import Reason
from ludus.bots.hint import SHOWN
from ludus.core.face import Choice
from ludus.core.protocol import Decision, Seat
from ludus.core.terms import NOTHING
from ludus.core.text import TEXT, Bit, Part, Sentence, joined, percentages
from ludus.web.api.schemas import HintAnswer, HintChoice
from ludus.web.bots.player import question_of
from ludus.web.bots.pool import BotError
from ludus.web.bots.queue import Owner
from ludus.web.bots.thinking import Thinking
from ludus.web.bots.worker import Ranked
from ludus.web.http.errors import (
    Forbidden,
    RequestError,
    Stale,
    TooManyRequests,
    Unavailable,
)
from ludus.web.live.hub import Hub
from ludus.web.live.rendering import Rendering
from ludus.web.tables.guards import Guards
from ludus.web.tables.live_table import LiveTable

LEVEL: Final = "hard"


class Hints:
    """Gives hints, one at a time for each table."""

    def __init__(
        self,
        thinking: Thinking,
        owner: Callable[[str], Owner],
        guards: Guards,
    ) -> None:
        self._guards = guards
        self._thinking = thinking
        self._owner = owner
        self._asked: set[str] = set()

    async def give(self, hub: Hub, session: str, seat: Seat) -> HintAnswer:
        """The best choices of a seat; refused where it would be unfair or is too late."""
        live = hub.live
        decision = advised(live, session, seat)
        if live.id in self._asked:
            raise Unavailable("a hint is already on its way")
        number = live.number(seat)
        question = question_of(live, seat, decision, LEVEL, "rank")
        owner = self._owner(session)
        wait = self._thinking.wait(owner)
        if wait:
            raise TooManyRequests(
                f"bots have thought much for you lately: try again in {math.ceil(wait)} seconds",
                wait,
            )
        self._asked.add(live.id)
        try:
            await require_unplayed(self._guards, live, seat)
            ranked = await self._thinking.rank(owner, question)
        except BotError as error:
            raise Unavailable("no hint could be found; try again") from error
        finally:
            self._asked.discard(live.id)
        if live.decision(seat) is None or live.number(seat) != number:
            raise Stale("the game has moved on meanwhile")
        seen = hub.cache.rendering(seat)
        offered = {choice.action.text: choice for choice in seen.choices}
        best = [each for each in ranked if each.act in offered][:SHOWN]
        return HintAnswer(
            number, tuple(_shown(live, seen, each, offered[each.act]) for each in best)
        )


def advised(live: LiveTable, session: str, seat: Seat) -> Decision:
    """The decision of a seat that may have advice; refused where that would be unfair."""
    if seat not in live.held(session):
        raise Forbidden("that is not your seat")
    decision = live.decision(seat)
    if decision is None:
        raise RequestError("there is nothing to choose now")
    if not live.alone:
        raise RequestError("hints are for games against bots: other people play here")
    return decision


async def require_unplayed(guards: Guards, live: LiveTable, seat: Seat) -> None:
    """No advice for a position that people are playing elsewhere."""
    if await guards.are_played(live.id, live.table, (seat,)):
        raise Forbidden(
            "people play this position at another table here: there are hints once they have "
            "moved on"
        )


def _shown(live: LiveTable, seen: Rendering, ranked: Ranked, choice: Choice) -> HintChoice:
    percent = percentages(ranked.chances)
    worth = min(1.0, max(0.0, ranked.worth))
    # The number beside a bar is the one in it, unless a team's share is in another seat's part.
    if percent and abs(worth - ranked.chances[seen.viewer]) < 0.01:
        worth = percent[seen.viewer] / 100
    return HintChoice(
        ranked.act,
        choice.label,
        round(worth, 3),
        tuple(each / 100 for each in percent),
        reason_of(live, seen, choice),
        choice.places,
        goal_of(live, seen, seen.viewer, ranked.reasons),
        all(each.sure for each in ranked.reasons),
        area_of(live, seen, ranked.reasons),
    )


def reason_of(live: LiveTable, seen: Rendering, choice: Choice) -> Sentence:
    """What a choice does, in one sentence: facts of the position, so it is true by its making."""
    assert seen.decision is not None
    told = live.box.face.preview(seen.view, seen.decision, choice, live.names)
    return told.reason or joined([part for part in (told.rows or told.chips) if part], "; ")


def goal_of(live: LiveTable, seen: Rendering, seat: Seat, reasons: Sequence[Reason]) -> Sentence:
    """The named terms of one seat as goals: "lead at Segontium and take Canovium"."""
    face = live.box.face
    about: dict[str, list[Sentence]] = {}
    for each in reasons:
        if each.seat == seat:
            thing = sentence_of(face.subject(seen.view, each.key, each.about))
            about.setdefault(each.key, []).append(thing)
    goals = [
        face.words.say(f"term.{key}.goal", about=joined(things, " and "))
        for key, things in about.items()
    ]
    return joined(goals, " and ")


def area_of(live: LiveTable, seen: Rendering, reasons: Sequence[Reason]) -> Sentence:
    """Where to look: what the first reason that is about a thing is about."""
    face = live.box.face
    for each in reasons:
        if each.about != NOTHING:
            return sentence_of(face.subject(seen.view, each.key, each.about))
    return ()


def sentence_of(part: Part) -> Sentence:
    if isinstance(part, Bit):
        return (part,)
    return part if isinstance(part, tuple) else (Bit(TEXT, str(part)),)
