"""The model of a lesson's step, as pages draw it."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Seat
from ludus.core.text import Sentence


@dataclass(frozen=True, slots=True)
class LessonModel:
    """A step of a lesson, or its end."""

    game: str
    name: str
    title: str
    """Of the lesson."""
    seat: Seat
    number: int
    """Of the step, from 1."""
    steps: int
    heading: str
    words: Sentence
    theme: str = ""
    aim: str = ""
    """Theme and aim: on the first step alone."""
    row: Sentence = ()
    press: str = ""
    asked: tuple[str, ...] = ()
    """The values of the choices that are asked for; none: there is a button to go on."""
    lit: tuple[str, ...] = ()
    otherwise: str = ""
    clause: str = ""
    clause_title: str = ""
    clause_text: str = ""
    moving: bool = False
    """Whether bots are moving for this step."""
    over: bool = False
    seats: int = 2
    """How many play here."""
    goes_on: bool = False
    next_name: str = ""
    next_title: str = ""
    """The lesson after this one."""


@dataclass(frozen=True, slots=True)
class LessonBegun:
    """How far a visitor is in a lesson."""

    step: int
    """From 1."""
    steps: int
    over: bool
