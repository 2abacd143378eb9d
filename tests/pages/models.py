"""Models for pages, made by hand round a real game of Cambria."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from ludus.bots import make_bot
from ludus.core.chance import SeededRng
from ludus.core.face import scenes_of
from ludus.core.protocol import SPECTATOR
from ludus.core.registry import find_game, open_box
from ludus.core.table import Table
from ludus.core.text import Bit
from ludus.web.api.schemas import GameInfo
from ludus.web.live.models import (
    ChatLine,
    Clock,
    History,
    LogLine,
    May,
    PanelModel,
    Result,
    ResultRow,
    SeatPlace,
    TableModel,
    TablePage,
    UndoModel,
)
from ludus.web.live.page_models import Level, LobbyModel, SeatSummary, TableRow, Visitor
from ludus.web.pages.html import VOID
from ludus.web.tables.lobby import game_info

EVIL = "<img src=x onerror=alert(1)>\"'&"
"""A name that somebody might choose."""
NOW = 1_800_000_000_000
LEVELS = (Level("easy", "Easy", "slips"), Level("medium", "Medium", ""), Level("hard", "Hard", ""))


def cambria_info() -> GameInfo:
    return game_info(find_game("cambria").meta)


def played(
    moves: int, names: tuple[str, ...] = ("Livia", EVIL, "Quintus")
) -> Table[object, object]:
    """A game after about so many moves, at a decision of seat 0 if it is not over."""
    box = open_box("cambria")
    table = Table(box, names)
    rng = SeededRng(7)
    bot = make_bot("greedy", box)
    while not table.over:
        table.settle(rng)
        decisions = table.decisions()
        if not decisions:
            break
        decision = decisions[0]
        if len(table.moves) >= moves and decision.seat == 0 and len(decision.options) > 3:
            break
        table.play(decision.seat, bot.choose(table.view(decision.seat), decision, rng))
    return table


def table_model(table: Table[object, object], viewer: int = 0) -> TableModel:
    face, names = table.box.face, table.names
    view = table.view(viewer)
    decision = table.decision(viewer)
    told = [(number, face.tell(view, event, names)) for number, event in table.events(viewer)]
    waiting = {one.seat for one in table.decisions()}
    may: set[May] = {"act", "chat", "notes", "host", "recovery", "bot", "forfeit"}
    if table.over:
        may |= {"rematch", "fork", "record"}
    length = len(table.moves)
    return TableModel(
        id="t1",
        url="/tables/t1",
        game="cambria",
        title="Cambria",
        page_title="Cambria",
        stage="over" if table.over else "playing",
        seats=len(names),
        viewer=viewer,
        held=(viewer,) if viewer >= 0 else (),
        deciding=viewer if decision else -1,
        decision=7,
        prompt=face.prompt(view, decision, names) if decision else None,
        status=(Bit("text", "Waiting for "), Bit("seat", names[1], "1")),
        choices=tuple(face.choices(view, decision, names)) if decision else (),
        scenes=tuple(scenes_of(face, view, decision, names)),
        description=face.describe(view, names),
        panels=tuple(
            PanelModel(
                panel,
                "bot" if panel.seat == 2 else "player",
                "medium" if panel.seat == 2 else "",
                panel.seat == viewer,
                panel.seat in waiting,
                panel.seat != 1,
                Clock(panel.seat, NOW + 250_000, 250_000, panel.seat in waiting),
                panel.seat == 1,
            )
            for panel in face.panels(view, names)
        ),
        log_start=0,
        log=tuple(
            LogLine(f"log-{index}", number, line)
            for index, (number, line) in enumerate(told)
            if line is not None
        ),
        chat=(ChatLine("c1", 1, names[1], EVIL, NOW), ChatLine("c2", -1, EVIL, "hello", NOW)),
        undo=UndoModel(viewer, length, max(1, length - 2), (length, length - 2), True, 5),
        history=History(length, length, True),
        may=frozenset(may),
        curtain=None,
        viewpoints=(),
        places=tuple(
            SeatPlace(seat, name, "bot" if seat == 2 else "player", "", seat == viewer)
            for seat, name in enumerate(names)
        ),
        private=False,
        pace="10 minutes",
        options=((EVIL, EVIL),),
        levels=LEVELS,
        watch_url="/tables/t1",
        result=result_of(table) if table.over else None,
    )


def result_of(table: Table[object, object]) -> Result:
    outcome = table.outcome
    assert outcome is not None
    names = table.names
    words = table.box.face.words
    rows = [
        ResultRow(
            seat,
            name,
            outcome.ranks[seat],
            outcome.scores[seat],
            tuple((words.text(f"part.{key}"), value) for key, value in outcome.parts[seat].items()),
            tuple(
                tuple(table.box.face.pieces(table.view(SPECTATOR), seat).get(key, ()))
                for key in outcome.parts[seat]
            ),
        )
        for seat, name in enumerate(names)
    ]
    length = len(table.moves)
    return Result(
        table.box.face.verdict(outcome, names),
        EVIL,
        "points",
        tuple(sorted(rows, key=lambda row: row.rank)),
        ((EVIL, 3),),
        (0, length),
        tuple((0, score) for score in outcome.scores),
        table.box.face.ahead(outcome, names),
    )


def table_page(model: TableModel) -> TablePage:
    return TablePage(Visitor(EVIL, 2), model, EVIL, "/tables/t1/stream", NOW)


def table_row(**given: object) -> TableRow:
    row = TableRow(
        id="a",
        url="/tables/a",
        game="cambria",
        title="Cambria",
        seats=(
            SeatSummary(0, EVIL, "player"),
            SeatSummary(1, "", "open"),
            SeatSummary(2, "Bot", "bot", "easy"),
        ),
        stage="playing",
        mine=True,
        your_turn=True,
        private=True,
        moves=41,
        changed=NOW,
        pace="10 minutes",
        clock="10 min",
        picture="/tables/a/picture.svg?v=41",
        host=EVIL,
        waiting_for=(0,),
        ask=EVIL,
        deadline=NOW,
    )
    return replace(row, **given)  # type: ignore[arg-type]  # Only tests give fields by name.


def lobby_model() -> LobbyModel:
    over = table_row(
        id="c",
        stage="over",
        mine=False,
        your_turn=False,
        seats=(
            SeatSummary(0, EVIL, "player", "", 1, 20),
            SeatSummary(1, "Bot", "bot", "easy", 2, 9),
        ),
    )
    return LobbyModel(
        Visitor(EVIL, 1),
        (cambria_info(),),
        (table_row(),),
        (table_row(id="b", stage="waiting", mine=False, your_turn=False),),
        (table_row(id="d", mine=False, your_turn=False),),
        (over,),
    )


class Reader(HTMLParser):
    """Reads a page as a strict browser would: notes ids, names and everything that must not be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()
        if self.open:
            self.faults.append(f"left open: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if len(given) < len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        for name in given:
            if name == "style" or name.startswith("on"):
                self.faults.append(f"<{tag}> has {name}")
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.faults.append(f"inline <{tag}>")
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()


__all__ = ["SPECTATOR"]
