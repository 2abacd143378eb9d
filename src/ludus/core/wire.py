"""The JSON messages exchanged with players outside this process.

The HTTP API of the server and bots that talk over standard input and output use the same types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from ludus.core.face import Choice, Face, Prompt
from ludus.core.protocol import Decision, Outcome, V
from ludus.core.text import plain

MOST_SEATS = 16

SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS, description="A seat, counted from 0.")]


class Act(msgspec.Struct, frozen=True):
    """A choice: the seat, the number of the decision it answers, and the action's text."""

    seat: SeatNumber
    decision: Annotated[int, Meta(ge=0, le=10_000_000)]
    action: Annotated[str, Meta(max_length=100, examples=["road:12"])]


class OptionOffered(msgspec.Struct, frozen=True):
    """A legal choice: what to send, its label, and what it does."""

    action: str
    label: str
    hint: str


class DecisionAnswer(msgspec.Struct, frozen=True):
    """A choice that one of your seats has to make, or may make. Send its `number` with the answer.

    `question` names what is asked, the same in every game of the kind. `declines` are the options
    that let an optional question pass; the first of them is played if you do not answer in time.
    It is empty where you must choose.
    """

    seat: int
    number: int
    prompt: str
    clause: str
    options: tuple[OptionOffered, ...]
    question: str = ""
    declines: tuple[str, ...] = ()


class PlaceAnswer(msgspec.Struct, frozen=True):
    """One seat in the final ranking."""

    seat: int
    name: str
    rank: int
    score: int
    parts: dict[str, int]


class ResultAnswer(msgspec.Struct, frozen=True):
    verdict: str
    reason: str
    decided_by: str
    places: tuple[PlaceAnswer, ...]


def decision_answer(
    face: Face[V], view: V, decision: Decision, names: Sequence[str], number: int
) -> DecisionAnswer:
    """A decision in words, as its seat sees it."""
    prompt = face.prompt(view, decision, names)
    return offered_decision(decision, number, prompt, face.choices(view, decision, names))


def offered_decision(
    decision: Decision, number: int, prompt: Prompt, choices: Sequence[Choice]
) -> DecisionAnswer:
    """The same from a prompt and choices that were made already."""
    options = tuple(
        OptionOffered(choice.action.text, choice.label, plain(choice.hint)) for choice in choices
    )
    return DecisionAnswer(
        decision.seat,
        number,
        plain(prompt.sentence),
        prompt.clause,
        options,
        decision.prompt,
        tuple(action.text for action in decision.declines) if decision.optional else (),
    )


def result_answer(face: Face[V], outcome: Outcome, names: Sequence[str]) -> ResultAnswer:
    """The final ranking, winner first."""
    places = [
        PlaceAnswer(
            seat,
            name,
            outcome.ranks[seat],
            outcome.scores[seat],
            dict(outcome.parts[seat]) if outcome.parts else {},
        )
        for seat, name in enumerate(names)
    ]
    places.sort(key=lambda place: place.rank)
    return ResultAnswer(
        plain(face.verdict(outcome, names)), outcome.reason, outcome.decided_by, tuple(places)
    )
