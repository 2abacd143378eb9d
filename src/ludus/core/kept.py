"""Remembers what was made, up to a number of things: for drawing the same again and again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Things by their key. When `most` are new since the last time, all older ones are forgotten.

    So it holds at most twice that number, and what is asked for often stays.
    """

    __slots__ = ("_most", "_new", "_old")

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Hashable, thing: T) -> T:
        if len(self._new) >= self._most:
            self._old, self._new = self._new, {}
        self._new[key] = thing
        return thing

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())


class Latest(Generic[T]):
    """What was last made under each key, and from which facts: until they change, it will do."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, T]] = {}

    def get(self, key: Hashable, facts: object) -> T | None:
        known = self._made.get(key)
        return None if known is None or known[0] != facts else known[1]

    def put(self, key: Hashable, facts: object, thing: T) -> T:
        self._made[key] = (facts, thing)
        return thing

    def forget(self, key: Hashable) -> None:
        self._made.pop(key, None)
