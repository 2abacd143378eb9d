"""The things that one can ask about at a terminal, by their names."""

from __future__ import annotations

import re
from functools import cached_property

from ludus.core.errors import PlayerError
from ludus.core.models import About, Dashboard, Meter
from ludus.core.protocol import Decision
from ludus.core.table import AnyTable

IDS = re.compile(r'\bid="([^"]+)"')
NAMED = 12
"""So many names are listed where several things fit what was typed."""


class Places:
    """What one seat can see at its decision: elements of pictures, cards, meters."""

    def __init__(self, table: AnyTable, decision: Decision) -> None:
        self.face = table.box.face
        self.view = table.view(decision.seat)
        self._decision = decision
        self._names = table.names
        self.choices = self.face.choices(self.view, decision, table.names)

    @cached_property
    def dashboard(self) -> Dashboard:
        return self.face.dashboard(self.view, self._decision, self.choices, self._names)

    def about(self, words: str) -> About:
        """What is called so; raises PlayerError if nothing is, or several things are."""
        known = self._known()
        exact = self._ask(words) if words in known else None
        if exact is not None:
            return exact
        wanted = words.casefold()
        found: dict[str, About] = {}
        for place in known:
            about = self._ask(place)
            if about is not None and wanted in about.title.casefold():
                found.setdefault(about.title, about)
        for title, about in found.items():
            if title.casefold() == wanted:
                return about
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            listed = ", ".join([*found][:NAMED]) + (", ..." if len(found) > NAMED else "")
            raise PlayerError(f"several things are called like {words!r}: {listed}")
        raise PlayerError(f"nothing that you can see is called {words!r}")

    def _ask(self, place: str) -> About | None:
        return self.face.about(self.view, self._decision, place, self._names)

    def _known(self) -> list[str]:
        """The ids of everything in sight, each once."""
        scenes = self.face.scenes(self.view, self._decision, self.choices, self._names)
        places = [place for scene in scenes for place in IDS.findall(scene.svg)]
        places += [card.explained_at for card in self.dashboard.cards]
        meters: list[Meter] = [*self.dashboard.supply, *self.dashboard.tracks]
        for panel in self.face.panels(self.view, self._names):
            meters += panel.meters
        places += [meter.place or f"meter-{meter.key}" for meter in meters]
        return list(dict.fromkeys(places))
