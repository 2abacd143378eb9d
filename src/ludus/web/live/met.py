"""Which rules a visitor has met: by the questions they answered and the things they looked up."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from ludus.core.clauses import Ledger, counted, ledger_of, rule_of
from ludus.core.face import told
from ludus.core.registry import find_game, is_game
from ludus.store import Store, StoreError
from ludus.web.live.hub import Hub
from ludus.web.live.rendering import Rendering
from ludus.web.pages.memo import Memo

log = logging.getLogger("ludus.web")

REMEMBERED: Final = 2000
"""Visitors whose rules are kept in memory, so that most moves ask the store for nothing."""


class RulesMet:
    """Keeps which rules each visitor has met. Nothing depends on it: trouble is only logged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Memo[frozenset[str]] = Memo(REMEMBERED)

    async def note(self, session: str, game: str, clauses: Iterable[str]) -> None:
        """The visitor has met the rules of these clauses."""
        rules = {rule for each in clauses if (rule := _rule(game, each))}
        if not session or not rules:
            return
        try:
            known = await self.of(session, game)
            new = rules - known
            if new:
                await self._store.meet_rules(session, game, sorted(new))
                self._known.put((session, game), known | new)
        except StoreError:
            log.warning("could not keep the rules that a visitor met", exc_info=True)

    async def of(self, session: str, game: str) -> frozenset[str]:
        """The rules of one game that a visitor has met."""
        if not session:
            return frozenset()
        known = self._known.get((session, game))
        if known is None:
            found = await self._store.rules_met(session)
            known = self._known.put((session, game), frozenset(found.get(game, ())))
        return known

    async def all(self, session: str) -> Mapping[str, frozenset[str]]:
        """By game, for the games with any."""
        return await self._store.rules_met(session) if session else {}


def clauses_of(seen: Rendering) -> list[str]:
    """The clauses that a position's question and its moment rest on."""
    found = [seen.prompt.clause] if seen.prompt is not None else []
    moment = seen.dashboard.moment
    return [*found, moment.clause] if moment is not None and moment.clause else found


def told_since(hub: Hub, viewer: int, moves: int) -> list[str]:
    """The clauses of what was told since a move, as far as the viewer may know it."""
    live = hub.live
    view = hub.cache.rendering(viewer).view
    found: list[str] = []
    for _, event in live.table.events(viewer, moves):
        line = told(live.box.face, view, event, live.names)
        if line is not None and line.clause:
            found.append(line.clause)
    return found


@cache
def _counted(game: str) -> tuple[Ledger, frozenset[str]]:
    ledger = ledger_of(find_game(game).folder)
    return ledger, frozenset(counted(game, ledger))


@cache
def _rule(game: str, clause: str) -> str:
    """The rule that a clause counts for; empty if it counts for none."""
    if not is_game(game):
        return ""
    ledger, rules = _counted(game)
    rule = rule_of(game, ledger, clause)
    return rule if rule in rules else ""
