"""Pages that are only looked at, by path."""

from __future__ import annotations

from typing import Final

from ludus.web.http.adapters import View
from ludus.web.views import account, aid, games, links, lobby, people, rules, table

VIEWS: Final[dict[str, tuple[View, str]]] = {
    "/": (lobby.lobby, "The lobby."),
    "/lobby/stream": (lobby.stream, "Its live stream."),
    "/join": (links.join, "Where `link`, an invitation that was pasted, leads to."),
    "/new": (lobby.new_any, "The form for a new table, of the shortest game."),
    "/new/{game}": (lobby.new_table, "The form for a new table."),
    "/learn": (lobby.learn_any, "All lessons."),
    "/learn/{game}": (lobby.learn, "The lessons of a game."),
    "/learn/{game}/{lesson}": (lobby.learn, "The same, with one of them first in line."),
    "/rules/{game}": (rules.rules, "The rules; clauses are anchors, as in `#cambria.place.1`."),
    "/rules/{game}/examples/{example}": (rules.example, "The position of a worked example."),
    "/aid/{game}": (aid.aid, "The player aid: one page, also to print."),
    "/games/{game}/card.svg": (games.card, "The game's picture."),
    "/games/{game}/face.css": (games.face_css, "The styles of the game's pictures."),
    "/me": (account.me, "My name and webhook."),
    "/mail/confirm/{token}": (account.confirm_mail, "Whether an e-mail address is right."),
    "/mail/stop/{token}": (account.stop_mail, "An end to e-mails."),
    "/sw.js": (account.service_worker, "The script that shows push messages."),
    "/manifest.webmanifest": (games.manifest, "What a phone needs to keep the games as an app."),
    "/privacy": (people.privacy, "What is kept of visitors, and for how long."),
    "/device/{token}": (people.device, "What a link to another device gives."),
    "/device/{token}/qr.svg": (people.device_qr_code, "The same link as a QR code."),
    "/i/{token}": (links.link, "What an invitation or recovery link gives."),
    "/i/{token}/qr.svg": (links.qr_code, "The same link as a QR code."),
    "/tables/{table}": (table.table, "The table; `at=N` after N moves, `as=SEAT` as that seat."),
    "/tables/{table}/chat/{line}": (people.chat_line, "Report a line of chat, block its author."),
    "/tables/{table}/picture.svg": (lobby.picture, "A picture of the position."),
    "/tables/{table}/history/{at}": (table.history, "The parts of the page after `at` moves."),
    "/tables/{table}/history/{at}/picture": (table.past_picture, "The board after `at` moves."),
    "/tables/{table}/turning": (table.turning, "What the end shows of the analysis."),
    "/tables/{table}/curve": (table.curve, "Points, or chances to win, over the game so far."),
    "/tables/{table}/about": (table.about, "What is at `place`, as HTML; `at=N` after N moves."),
    "/tables/{table}/preview": (table.preview, "What `action` would do; with its `decision`."),
    "/tables/{table}/aims": (table.aims, "What targets of `gesture` mean for `picks`."),
    "/tables/{table}/analysis": (table.analysis, "The analysis of a finished game."),
    "/tables/{table}/analysis/progress": (table.analysis_progress, "How far it is."),
}
