"""The hint beside the choices: a button and a place for what it brings; the script fills it."""

from __future__ import annotations

from ludus.web.live.models import TableModel
from ludus.web.pages.components import icon, push
from ludus.web.pages.html import Markup, div, kbd, section, span


def hint(model: TableModel) -> Markup | None:
    """For somebody who plays against bots alone; the server refuses all others in any case."""
    people = [row for row in model.panels if row.kind != "bot" and not row.mine]
    if not model.held or people or model.stage == "over":
        return None
    return div(
        push(
            icon("lamp"),
            span("Hint", class_="wide-only"),
            kbd("H", aria_hidden="true"),
            kind="quiet",
            id="ask-hint",
            hidden=True,
            aria_controls="hint-list",
            aria_label="Hint",
            title="What would the strongest bot choose? (H)",
        ),
        id="hint",
        class_="hint",
        data_coach=model.coached or None,
    )


def card() -> Markup:
    """Where the script shows a hint: beside the board, never over it."""
    return section(
        id="hint-list", class_="hint-card", aria_label="Hint", aria_live="polite", data_keep=True
    )
