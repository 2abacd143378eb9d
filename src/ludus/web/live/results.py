"""The result of a finished game, the scores over time; options and levels in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from ludus.bots import offered
from ludus.core.errors import BadContent
from ludus.core.face import Piece
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR
from ludus.core.text import TEXT, Bit, Sentence, Words
from ludus.web.live.models import Result, ResultRow
from ludus.web.live.page_models import Level
from ludus.web.tables.live_table import LiveTable

CHART_POINTS: Final = 100
LEVEL_WORDS: Final = {
    "easy": ("Easy", "Looks one move ahead and makes mistakes."),
    "medium": ("Medium", "Plays what looks best right now."),
    "hard": ("Hard", "Thinks several moves ahead."),
    "master": ("Master", "Has played the game against itself many times."),
}


def result_of(live: LiveTable) -> Result:
    """Scores with their parts, ranks with what decided, and the score over time."""
    box = live.box
    words = box.face.words
    names = live.names
    ranks = live.head.ranks or (1,) * live.table.seats
    outcome = live.table.outcome
    points, series = scores_over_time(live)
    scores = outcome.scores if outcome else tuple(line[-1] if line else 0 for line in series)
    parts = outcome.parts if outcome else ()
    rows = [
        ResultRow(
            seat,
            names[seat],
            ranks[seat],
            scores[seat],
            tuple((said(words, f"part.{key}", key), value) for key, value in parts[seat].items())
            if parts
            else (),
            _pieces(live, seat, parts[seat]) if parts else (),
        )
        for seat in range(live.table.seats)
    ]
    rows.sort(key=lambda row: (row.rank, row.seat))
    gone = live.data.forfeited
    ahead: Sentence = ()
    if outcome is not None and not gone:
        verdict = tuple(box.face.verdict(outcome, names))
        ahead = tuple(box.face.ahead(outcome, names))
        reason = said(words, f"reason.{outcome.reason}", outcome.reason)
        decided = said(words, f"decided.{outcome.decided_by}", outcome.decided_by)
    else:
        winners = " and ".join(row.name for row in rows if row.rank == 1)
        quitters = " and ".join(names[seat] for seat in gone)
        verdict = (Bit(TEXT, f"{quitters} gave up or ran out of time. {winners} won."),)
        reason, decided = "The others gave up.", "giving up"
    others = tuple(
        (said(words, f"name.{key}", key), value)
        for key, value in (outcome.others.items() if outcome else ())
    )
    return Result(verdict, reason, decided, tuple(rows), others, points, series, ahead)


def _pieces(live: LiveTable, seat: int, parts: Mapping[str, int]) -> tuple[tuple[Piece, ...], ...]:
    """What each part of a seat's score consists of, as a spectator sees the end."""
    found = live.box.face.pieces(live.table.view(SPECTATOR), seat)
    return tuple(tuple(found.get(key, ())) for key in parts)


def scores_over_time(live: LiveTable) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The score of each seat at points through the game, as a spectator would have read it.

    Moves that are made meanwhile are left out.
    """
    table = live.table
    rules = live.box.rules
    moves = tuple(table.moves)
    every = max(1, -(-len(moves) // CHART_POINTS))
    points = [*range(0, len(moves), every), len(moves)]
    wanted = set(points)
    state = table.at(0)
    lines: list[list[int]] = [[] for _ in range(table.seats)]
    for number in range(len(moves) + 1):
        if number:
            move = moves[number - 1]
            rules.apply(state, move.seat, rules.actions.parse(move.act), None)
        if number in wanted:
            for panel in live.box.face.panels(rules.view(state, SPECTATOR), live.names):
                if 0 <= panel.seat < table.seats:
                    lines[panel.seat].append(panel.score)
    return tuple(points), tuple(tuple(line) for line in lines)


def said(words: Words, key: str, otherwise: str) -> str:
    """The words for a key, or the bare name where a game has none."""
    bare = otherwise.rpartition(".")[2].replace("_", " ").capitalize()
    if key not in words:
        return bare
    try:
        return words.text(key)
    except BadContent:
        # A template with gaps that only the game itself can fill.
        return bare


def option_words(box: AnyBox, chosen: object) -> tuple[tuple[str, str], ...]:
    """The table's options in words."""
    given = chosen if isinstance(chosen, dict) else {}
    words = box.face.words
    return tuple(
        (
            said(words, f"option.{option.key}.label", option.key),
            said(words, f"option.{option.key}.{given[option.key]}", str(given[option.key])),
        )
        for option in box.meta.option
        if option.key in given
    )


def levels(box: AnyBox) -> tuple[Level, ...]:
    """The strengths that players of this game with this content are offered."""
    return tuple(_level(key) for key in offered(box))


@cache
def _level(key: str) -> Level:
    return Level(key, *LEVEL_WORDS.get(key, (key.capitalize(), "")))
