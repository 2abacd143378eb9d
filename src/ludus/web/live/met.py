"""Which rules a visitor has met: by the questions they answered and the things they looked up.

Moves only note them in memory. They are written every few seconds for all visitors together, and
when the server closes: whoever loses the last of them in a crash meets them again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from ludus.core.clauses import Ledger, counted, ledger_of, rule_of
from ludus.core.registry import find_game, is_game
from ludus.store import Store, StoreError
from ludus.web.live.models import LogLine, TableModel
from ludus.web.pages.html import Memo

log = logging.getLogger("ludus.web")

REMEMBERED: Final = 2000
"""Visitors of whom it is known what was noted already, so that it is not written again."""
WRITE_EVERY: Final = 5.0
"""Seconds."""
CLAUSES: Final = 4096
"""All games together have fewer."""

Note: TypeAlias = Callable[[str, str, Iterable[str]], None]
"""Notes that a session has met the rules of some clauses of a game."""


class RulesMet:
    """Keeps which rules each visitor has met. Nothing depends on it: trouble is only logged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: Memo[set[str]] = Memo(REMEMBERED)
        self._unwritten: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        """By session and game."""

    def note(self, session: str, game: str, clauses: Iterable[str]) -> None:
        """The visitor has met the rules of these clauses."""
        rules = {rule for each in clauses if (rule := _rule(game, each))}
        if not session or not rules:
            return
        noted = self._noted.get((session, game))
        if noted is None:
            noted = self._noted.put((session, game), set())
        if new := rules - noted:
            noted |= new
            self._unwritten[session, game] |= new

    async def run(self) -> None:
        """Writes what was noted, again and again."""
        while True:
            await asyncio.sleep(WRITE_EVERY)
            await self.write()

    async def write(self) -> None:
        """Writes what was noted since the last time."""
        unwritten, self._unwritten = self._unwritten, defaultdict(set)
        try:
            await asyncio.gather(
                *(
                    self._store.meet_rules(session, game, sorted(rules))
                    for (session, game), rules in unwritten.items()
                )
            )
        except StoreError:
            log.warning("could not keep the rules that visitors met", exc_info=True)

    async def of(self, session: str, game: str) -> frozenset[str]:
        """The rules of one game that a visitor has met."""
        return (await self.all(session)).get(game, frozenset())

    async def all(self, session: str) -> Mapping[str, frozenset[str]]:
        """By game, for the games with any."""
        if not session:
            return {}
        found = dict(await self._store.rules_met(session))
        for (whose, game), rules in self._unwritten.items():
            if whose == session:
                found[game] = found.get(game, frozenset()) | rules
        return found


def asked_by(model: TableModel) -> tuple[str, ...]:
    """The clauses that the question to a viewer and the moment of it rest on."""
    if model.prompt is None:
        return ()
    moment = model.dashboard.moment
    return (model.prompt.clause, *((moment.clause,) if moment and moment.clause else ()))


def told_by(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """The clauses that lines of the log rest on."""
    return tuple(each.line.clause for each in lines if each.line.clause)


@cache
def _counted(game: str) -> tuple[Ledger, frozenset[str]]:
    ledger = ledger_of(find_game(game).folder)
    return ledger, frozenset(counted(game, ledger))


@lru_cache(CLAUSES)
def _rule(game: str, clause: str) -> str:
    """The rule that a clause counts for; empty if it counts for none."""
    if not is_game(game):
        return ""
    ledger, rules = _counted(game)
    rule = rule_of(game, ledger, clause)
    return rule if rule in rules else ""
