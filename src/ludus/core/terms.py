"""The named parts of an evaluation, so that a judgement can be given in words.

An evaluation adds up what a seat has and can hope for, in points of its own. Its terms are the same
sum, part by part: each has a key, which the game's word table puts into words, and may be about one
thing, such as a fort or a card. Bots never ask for them; coaching and hints compare those of two
positions and say what differs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

UNNAMED: Final = ""
"""The key of what an evaluation needs and nobody would say, such as a bonus for the turn order."""
NOTHING: Final = -1
"""A term that is about the whole position."""


class Term(NamedTuple):
    """A part of what a position is worth to a seat.

    Its words are `term.KEY.goal`, which goes after "you would" ("lead at {about}"), and where it
    can be told of others `term.KEY.done`, which goes after a name ("leads at {about}").
    """

    key: str
    about: int
    """What it is about, in the game's own numbers; the face names it."""
    worth: float
    """In the evaluation's own points; a danger counts below nothing."""
