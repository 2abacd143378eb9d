"""Small pictures of tables for the lobby, and what their players are asked, in one line.

Both are made from what the viewer sees, like a table's own page, and kept by position: a lobby asks
for the same ones again and again. Pictures are drawn one after the other and off the event loop, so
that a long list of tables holds nobody up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Final

from ludus.core.face import foremost
from ludus.core.game import AnyBox
from ludus.core.text import plain
from ludus.web.live.hub import Hub
from ludus.web.live.rendering import Rendering
from ludus.web.live.view_model import ViewerRole, viewpoint
from ludus.web.pages.html import Memo

PICTURES_KEPT: Final = 60
"""A picture has 50 to 500 KB."""
LINES_KEPT: Final = 5000


class Thumbnails:
    """The latest pictures and lines of all tables."""

    def __init__(self) -> None:
        self._pictures: Memo[str] = Memo(PICTURES_KEPT)
        self._lines: Memo[str] = Memo(LINES_KEPT)
        self._drawing = asyncio.Lock()

    async def picture(self, hub: Hub, role: ViewerRole) -> str:
        """The foremost picture of the position, as an SVG document; empty in a game without."""
        live = hub.live
        async with self._drawing:
            # What is shown must be on disk.
            await live.quiet()
            key = self._key(hub, role)
            known = self._pictures.get(key)
            if known is None:
                viewer, _ = viewpoint(live, role)
                view, names = live.table.view(viewer), tuple(live.names)
                known = await asyncio.to_thread(_drawn, live.box, view, names)
                self._pictures.put(key, known)
        return known

    async def line(self, hub: Hub, role: ViewerRole) -> str:
        """What the viewer is asked; empty if there is nothing to choose or to be seen yet."""
        await hub.live.quiet()
        key = self._key(hub, role)
        known = self._lines.get(key)
        if known is None:
            viewer, curtain = viewpoint(hub.live, role)
            prompt = None
            if curtain is None and viewer in role.held:
                prompt = Rendering(hub.live, viewer).prompt
            known = self._lines.put(key, plain(prompt.sentence) if prompt else "")
        return known

    def _key(self, hub: Hub, role: ViewerRole) -> Hashable:
        live = hub.live
        # Rows of the log are never taken back, unlike moves: an undo is a row too.
        return (live.id, live.head.rows, live.head.stage, role, tuple(live.names))


def _drawn(box: AnyBox, view: object, names: tuple[str, ...]) -> str:
    scenes = box.face.scenes(view, None, (), names)
    if not scenes:
        return ""
    return foremost([scene for scene in scenes if not scene.away] or scenes).svg
