"""Actions: interned `(verb, arg)` pairs with one number and one text form each.

Pages, logs, learners and people name a move in the same way: `place:12` is its text, `number` its
index in the whole list. The list is fixed by the rules version and the content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, final

from ludus.core.errors import BadRequest


@final
class Action:
    """A member of an ActionSpace, never created during play. Compared by identity."""

    __slots__ = ("arg", "number", "text", "verb")

    def __init__(self, verb: str, arg: int, number: int, text: str) -> None:
        self.verb: Final = verb
        self.arg: Final = arg
        self.number: Final = number
        self.text: Final = text

    def __repr__(self) -> str:
        return self.text


class ActionSpace:
    """All actions of a game, from a table of verbs and the number of arguments each can have.

    A verb of size 0 has no argument: it is one action whose text is the verb alone.
    """

    def __init__(self, verbs: Mapping[str, int]) -> None:
        self.all: list[Action] = []
        self._verbs: dict[str, tuple[Action, ...]] = {}
        self._texts: dict[str, Action] = {}
        for verb, size in verbs.items():
            family: list[Action] = []
            for arg in range(max(size, 1)):
                text = f"{verb}:{arg}" if size else verb
                action = Action(verb, arg, len(self.all), text)
                self.all.append(action)
                family.append(action)
                self._texts[text] = action
            self._verbs[verb] = tuple(family)

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all)

    def __getitem__(self, verb: str) -> tuple[Action, ...]:
        """All actions of one verb, by argument."""
        return self._verbs[verb]

    def the(self, verb: str) -> Action:
        """The one action of a verb without an argument."""
        (action,) = self._verbs[verb]
        return action

    @property
    def verbs(self) -> tuple[str, ...]:
        return tuple(self._verbs)

    def numbered(self, number: int) -> Action:
        """The action with this number."""
        if not 0 <= number < len(self.all):
            raise BadRequest(f"no action has number {number}: they go from 0 to {len(self) - 1}")
        return self.all[number]

    def parse(self, text: str) -> Action:
        """The action with this text form."""
        action = self._texts.get(text)
        if action is not None:
            return action
        verb = text.split(":", 1)[0]
        if verb not in self._verbs:
            raise BadRequest(f"unknown action {text!r}: the verbs are {', '.join(self._verbs)}")
        family = self._verbs[verb]
        last = family[-1].text
        allowed = last if len(family) == 1 else f"{family[0].text} to {last}"
        raise BadRequest(f"unknown action {text!r}: {verb!r} goes as {allowed}")
