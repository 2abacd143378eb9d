"""Coaching: a quiet word before a choice that gives away much, and what bots have achieved.

It is given where hints are, and from the same: the seat's own view. The page asks for it only while
its player wants it. A look at all choices is kept until the decision is over, so a choice that is
fine is never asked about; where there is no thinking time left, nothing is said.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from ludus.bots.coach import LOSS, Reason
from ludus.core.face import Choice
from ludus.core.models import Wish
from ludus.core.protocol import CHANCE, Decision, Seat
from ludus.core.text import TEXT, Bit, Sentence, seat_bit, strong_bit
from ludus.web.api.schemas import CoachAnswer, HintChoice
from ludus.web.bots.hints import LEVEL, advised, goal_of, reason_of, require_unplayed
from ludus.web.bots.player import question_of
from ludus.web.bots.pool import BotError
from ludus.web.bots.queue import Owner
from ludus.web.bots.thinking import Thinking
from ludus.web.bots.worker import Coaching, Question
from ludus.web.http.errors import Stale
from ludus.web.live.hub import Hub
from ludus.web.live.rendering import Rendering
from ludus.web.tables.guards import Guards
from ludus.web.tables.live_table import LiveTable

KEPT: Final = 500
"""For so many seats the latest look is kept."""
SURE: Final = 0.7 * LOSS
"""What a second look must still find to be worth a word."""


class Look(msgspec.Struct, frozen=True):
    """What the choices of decision `number` promise."""

    number: int
    best: str
    doubtful: tuple[str, ...]


class Coach:
    """Answers the pages of players who are coached."""

    def __init__(
        self,
        thinking: Thinking,
        owner: Callable[[str], Owner],
        guards: Guards,
    ) -> None:
        self._thinking = thinking
        self._owner = owner
        self._guards = guards
        self._looks: OrderedDict[tuple[str, Seat], Look] = OrderedDict()

    async def look(self, hub: Hub, session: str, seat: Seat) -> CoachAnswer:
        """The choices that give away much, and what others have achieved meanwhile."""
        live = hub.live
        decision = advised(live, session, seat)
        number = live.number(seat)
        told = await self._achieved(hub, session, seat)
        look = await self._looked(live, session, seat, decision)
        _require_open(live, seat, number)
        return CoachAnswer(number, look.doubtful, told)

    async def doubt(self, hub: Hub, session: str, seat: Seat, wanted: str | Wish) -> CoachAnswer:
        """Why a choice gives away much; nothing if a second look finds that it does not."""
        live = hub.live
        decision = advised(live, session, seat)
        number = live.number(seat)
        look = await self._looked(live, session, seat, decision)
        fine = isinstance(wanted, str) and wanted not in look.doubtful
        if fine or not look.best:
            return CoachAnswer(number)
        question = question_of(live, seat, decision, LEVEL, "compare")
        question = msgspec.structs.replace(question, better=look.best, chosen=wanted)
        found = await self._asked(session, question)
        _require_open(live, seat, number)
        seen = hub.cache.rendering(seat)
        better = next(each for each in seen.choices if each.action.text == look.best)
        why = _why(live, seen, seat, found.reasons) or _instead(live, seen, better)
        if found.loss < SURE or not why:
            return CoachAnswer(number)
        return CoachAnswer(
            number,
            why=why,
            better=HintChoice(
                look.best,
                better.label,
                0.0,
                why=reason_of(live, seen, better),
                places=better.places,
                goal=goal_of(live, seen, seat, found.reasons),
            ),
        )

    async def _looked(self, live: LiveTable, session: str, seat: Seat, decision: Decision) -> Look:
        """The look at the open decision; made once."""
        number = live.number(seat)
        known = self._looks.get((live.id, seat))
        if known is not None and known.number == number:
            return known
        look = Look(number, "", ())
        if len(decision.options) > 1 and live.box.terms is not None:
            question = question_of(live, seat, decision, LEVEL, "judge")
            await require_unplayed(self._guards, live, seat)
            found = await self._asked(session, question)
            look = Look(number, found.best, found.doubtful)
        self._looks[live.id, seat] = look
        self._looks.move_to_end((live.id, seat))
        if len(self._looks) > KEPT:
            self._looks.popitem(last=False)
        return look

    async def _achieved(self, hub: Hub, session: str, seat: Seat) -> tuple[Sentence, ...]:
        live = hub.live
        start = last_turn(live, seat)
        decision = live.decision(seat)
        if start is None or decision is None or live.box.terms is None:
            return ()
        before = msgspec.Raw(msgspec.json.encode(earlier_view(live, seat, start)))
        question = question_of(live, seat, decision, LEVEL, "achieved")
        question = msgspec.structs.replace(question, before=before)
        found = await self._asked(session, question)
        seen = hub.cache.rendering(seat)
        movers = {move.seat for move in live.table.moves[start:]}
        return tuple(_told(live, seen, each) for each in found.reasons if each.seat in movers)

    async def _asked(self, session: str, question: Question) -> Coaching:
        """What a worker finds; nothing if none can be asked now."""
        owner = self._owner(session)
        if self._thinking.wait(owner):
            return Coaching()
        try:
            return await self._thinking.coach(owner, question)
        except BotError:
            return Coaching()


def last_turn(live: LiveTable, seat: Seat) -> int | None:
    """After how many moves the others' turns since the seat's last one began; None if there were
    none. Where all play at once, a turn is what lies between two draws or rolls."""
    movers = [move.seat for move in live.table.moves]
    start = _last(movers, seat)
    if not start:
        return None
    if live.box.rules.parallel(live.table.state):
        if CHANCE not in movers[start:]:
            return None
        start = _last(movers[:start], CHANCE)
    return start if any(mover >= 0 and mover != seat for mover in movers[start:]) else None


def earlier_view(live: LiveTable, seat: Seat, count: int) -> object:
    """What the seat could know after `count` moves."""
    view: object = live.box.rules.view(live.table.at(count), seat)
    return view


def _last(movers: Sequence[Seat], seat: Seat) -> int:
    """The number of a seat's last move; 0 if it has made none."""
    return next((number for number in range(len(movers), 0, -1) if movers[number - 1] == seat), 0)


def _require_open(live: LiveTable, seat: Seat, number: int) -> None:
    if live.decision(seat) is None or live.number(seat) != number:
        raise Stale("the game has moved on meanwhile")


def _why(live: LiveTable, seen: Rendering, seat: Seat, reasons: Sequence[Reason]) -> Sentence:
    """What another move would do for the player, and what this one lets others do."""
    said: list[Bit] = []
    own = goal_of(live, seen, seat, reasons)
    would = "would" if all(each.sure for each in reasons) else "could"
    if own:
        said += [Bit(TEXT, f"With another move you {would} "), *own, Bit(TEXT, ".")]
    for rival in dict.fromkeys(each.seat for each in reasons if each.seat != seat):
        said.append(Bit(TEXT, " After this one, " if said else "After this move, "))
        said += [seat_bit(rival, live.names[rival]), Bit(TEXT, f" {would} ")]
        said += [*goal_of(live, seen, rival, reasons), Bit(TEXT, ".")]
    return tuple(said)


def _instead(live: LiveTable, seen: Rendering, better: Choice) -> Sentence:
    """Where no term can be told: which move promises more, and what it does."""
    does = reason_of(live, seen, better)
    if not does:
        return ()
    return (strong_bit(better.label), Bit(TEXT, " promises more: "), *does)


def _told(live: LiveTable, seen: Rendering, reason: Reason) -> Sentence:
    """What a bot has achieved, in one sentence."""
    face = live.box.face
    about = face.subject(seen.view, reason.key, reason.about)
    done = face.words.say(f"term.{reason.key}.done", about=about)
    name = seat_bit(reason.seat, live.names[reason.seat])
    return (name, Bit(TEXT, " "), *done, Bit(TEXT, "."))
