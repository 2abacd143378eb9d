"""A worker process that chooses for bots: one line of JSON in, one line of JSON out.

It gets a view and the options, never a state, so a bot cannot know more than its seat. It ends
when its input ends or nobody reads its answer, so it never outlives the server.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ludus.bots import AnyBot, make_bot
from ludus.bots.coach import Reason, achieved, compare, judge
from ludus.bots.hint import advise
from ludus.core.chance import SystemRng
from ludus.core.errors import LudusError
from ludus.core.game import AnyBox
from ludus.core.models import Wish
from ludus.core.protocol import Decision, Seat
from ludus.core.registry import open_box
from ludus.web.bots.pipe import read_lines, write_line

NICENESS: Final = 5


Task: TypeAlias = Literal["choose", "rank", "judge", "compare", "achieved"]
"""One option is chosen; all are ranked, for a hint; for coaching, all are judged, two of them are
compared, or it is said what others have achieved."""


class Question(msgspec.Struct, frozen=True):
    """A decision for a bot. `kind` names the class of the view, as `module:Class`."""

    game: str
    level: str
    kind: str
    view: msgspec.Raw
    seat: Seat
    prompt: str
    options: tuple[str, ...]
    task: Task = "choose"
    better: str = ""
    chosen: str | Wish = ""
    """To compare: the better option, and the one or the gesture that a player wants."""
    before: msgspec.Raw = msgspec.Raw(b"null")
    """An earlier view, to tell what others have achieved since."""
    pack: str = ""
    """The folder of the pack that is played with; empty for built-in content."""


class Ranked(msgspec.Struct, frozen=True):
    """An option and its value: 0 for a loss, 1 for a win."""

    act: str
    worth: float
    chances: tuple[float, ...] = ()
    """Each seat's chance to win after it; for the best options only."""
    reasons: tuple[Reason, ...] = ()
    """What it achieves; for the same."""


class Coaching(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a coach found: the best option and those that give away much; or how much one of them
    gives away and why; or what others have achieved."""

    best: str = ""
    doubtful: tuple[str, ...] = ()
    loss: float = 0.0
    reasons: tuple[Reason, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """The chosen action, or all options ranked, best first, or what a coach says; or the error."""

    act: str = ""
    error: str = ""
    ranked: tuple[Ranked, ...] = ()
    coaching: Coaching = Coaching()


def view_kind(view: object) -> str:
    """The name under which another process finds the class of a view."""
    kind = type(view)
    return f"{kind.__module__}:{kind.__qualname__}"


@cache
def _class(kind: str) -> type:
    module, _, name = kind.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, type):
        raise TypeError(f"{kind} is not a class")
    return found


@cache
def _bot(game: str, pack: str, level: str) -> AnyBot:
    return make_bot(level, _box(game, pack), clock=True)


def _box(game: str, pack: str) -> AnyBox:
    return open_box(game, Path(pack) if pack else None)


def answer_question(question: Question) -> Answer:
    """What the bot chooses, how it ranks the options, or what a coach says."""
    box = _box(question.game, question.pack)
    view: object = msgspec.json.decode(question.view, type=_class(question.kind))
    options = [box.rules.actions.parse(text) for text in question.options]
    decision = Decision(question.seat, question.prompt, options)
    if question.task == "choose":
        bot = _bot(question.game, question.pack, question.level)
        return Answer(act=bot.choose(view, decision, SystemRng()).text)
    if question.task == "rank":
        advice = advise(box, view, decision, SystemRng())
        return Answer(
            ranked=tuple(
                Ranked(each.action.text, each.worth, each.chances, each.reasons) for each in advice
            )
        )
    return Answer(coaching=_coach(box, view, decision, question))


def _coach(box: AnyBox, view: object, decision: Decision, question: Question) -> Coaching:
    rng = SystemRng()
    if question.task == "achieved":
        before: object = msgspec.json.decode(question.before, type=_class(question.kind))
        return Coaching(reasons=achieved(box, before, view, question.seat, rng))
    if question.task == "judge":
        judged = judge(box, view, decision, rng)
        return Coaching(judged.best.text, tuple(each.text for each in judged.doubtful))
    parse = box.rules.actions.parse
    better = parse(question.better)
    chosen = parse(question.chosen) if isinstance(question.chosen, str) else question.chosen
    compared = compare(box, view, decision, better, chosen, rng)
    return Coaching(better.text, (), compared.loss, compared.reasons)


def main() -> None:
    """Answer questions until the input ends."""
    if sys.platform != "win32":
        # Whoever clicks is answered first.
        os.nice(NICENESS)
    read = msgspec.json.Decoder(Question)
    for line in read_lines():
        try:
            answer = answer_question(read.decode(line))
        except (LudusError, msgspec.MsgspecError, ImportError, AttributeError) as error:
            answer = Answer(error=f"{type(error).__name__}: {error}")
        write_line(msgspec.json.encode(answer))


if __name__ == "__main__":
    main()
