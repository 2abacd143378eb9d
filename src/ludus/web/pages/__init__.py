"""HTML from view models, and nothing else. See `ludus.web.live.models.Pages`."""

from ludus.web.pages.aid import aid
from ludus.web.pages.analysis import analysis
from ludus.web.pages.card import card
from ludus.web.pages.learn_page import learn
from ludus.web.pages.lobby import lobby, lobby_parts
from ludus.web.pages.new_table import new_table
from ludus.web.pages.people import chat_line_page, device, mail, privacy
from ludus.web.pages.pictures import face_css, mini_board
from ludus.web.pages.rules import rules
from ludus.web.pages.small_pages import error, invite, join, me
from ludus.web.pages.table import (
    LIVE_PARTS,
    chat,
    chat_line,
    log,
    log_line,
    table,
    table_parts,
)
from ludus.web.pages.table.explain import about, preview, preview_rows
from ludus.web.pages.table.gestures import aim
from ludus.web.pages.table.turning import turning

__all__ = [
    "LIVE_PARTS",
    "about",
    "aid",
    "aim",
    "analysis",
    "card",
    "chat",
    "chat_line",
    "chat_line_page",
    "device",
    "error",
    "face_css",
    "invite",
    "join",
    "learn",
    "lobby",
    "lobby_parts",
    "log",
    "log_line",
    "mail",
    "me",
    "mini_board",
    "new_table",
    "preview",
    "preview_rows",
    "privacy",
    "rules",
    "table",
    "table_parts",
    "turning",
]
