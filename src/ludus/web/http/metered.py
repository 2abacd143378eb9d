"""How much of the event loop's time a request takes, without what it waits for."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Generic, TypeVar

T = TypeVar("T")


class Metered(Awaitable[T], Generic[T]):
    """Runs a coroutine, and tells in the end how many seconds of processor time it took.

    While it waits, the loop does something else, which is not counted: time is taken for each step
    from one `await` to the next.
    """

    def __init__(self, work: Coroutine[object, None, T], spend: Callable[[float], None]) -> None:
        self._work = work
        self._spend = spend

    def __await__(self) -> Generator[object, None, T]:
        spent = 0.0
        step = partial(self._work.send, None)
        try:
            while True:
                began = time.thread_time()
                try:
                    awaited = step()
                except StopIteration as end:
                    result: T = end.value
                    return result
                finally:
                    spent += time.thread_time() - began
                try:
                    yield awaited
                    step = partial(self._work.send, None)
                except BaseException as error:
                    step = partial(self._work.throw, error)
        finally:
            self._spend(spent)
