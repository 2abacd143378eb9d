"""The zones round the board and the components in them, from models made by hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs
from tests.pages.models import EVIL, Reader, played, table_model, table_page

from ludus.core.face import Choice, Line, Motion, Panel
from ludus.core.models import (
    Card,
    Column,
    Dashboard,
    Goal,
    Meter,
    Mode,
    Moment,
    Section,
    Side,
    Steps,
    Symbol,
    Term,
    Tray,
    Turned,
)
from ludus.core.text import TEXT, Bit, die_bit, icon_bit, seat_bit
from ludus.web import pages
from ludus.web.live.diff import PartState
from ludus.web.live.models import LogLine, TableModel
from ludus.web.pages.components import sentence
from ludus.web.pages.table.cards import card
from ludus.web.pages.table.meters import chip, pill, track
from ludus.web.pages.table.moment import moment

COIN = Meter("coin", "coin", EVIL, 3, most=10, next_at=5, next_icon="coin", change=-1)
LOW = Meter("low", "coin", "Low", 0, group=1)
MOMENT = Moment(
    "attack-2",
    EVIL,
    icon="coin",
    note=EVIL,
    tone="bad",
    clause="place.1",
    steps=Steps(("Turn up", "Count"), 1),
    row=(die_bit("4", "4"),),
    row_label=EVIL,
    cards=(Turned((Bit("text", EVIL),), stopped="coin"), Turned((die_bit("4", "4"),), down=True)),
    stake=EVIL,
    stake_label=EVIL,
    sides=(
        Side(
            (seat_bit(0, EVIL),),
            mark=0,
            badge=EVIL,
            terms=(Term((die_bit("4", "4"),), "roll"), Term((Bit("text", "1"),), EVIL)),
            total="5",
            lines=((Bit("text", EVIL),),),
        ),
    ),
    verdict=(Bit("text", EVIL),),
    losses=((Bit("text", EVIL),),),
    follows=((Bit("text", EVIL),),),
    columns=(Column(EVIL, (COIN,), EVIL, True),),
)
HAND = Tray(
    "hand",
    EVIL,
    "hand",
    (
        Card(
            "a",
            EVIL,
            kind=EVIL,
            icon="coin",
            band="seat-1",
            cost=(icon_bit("coin", "coin"),),
            body=(Bit("text", EVIL),),
            art="<rect width='9' height='9'/>",
            meters=(COIN,),
            goals=(Goal(EVIL, "2", True), Goal("b")),
            foot=(Bit("text", EVIL),),
            places=("card-place", "card-other"),
        ),
        Card("b", "secret", kind="Order", body=(Bit("text", "hidden words"),), face="down"),
    ),
    note="2 left",
)
FULL = Dashboard(
    turn=EVIL,
    steps=Steps(("Roll", "Act"), 1),
    lead=(die_bit("4", "4"),),
    supply=(COIN, Meter("wood", "coin", "Wood", 0, group=1)),
    tracks=(structs.replace(COIN, key="renown"),),
    trays=(HAND, Tray("market", "Market", "common", small=True)),
    modes=(Mode("one", "Warrior", "coin", "6 roads"), Mode("two", "Legion")),
    progress=(Bit("text", EVIL),),
    pips=(0, 1, -1),
    legend=(("coin", EVIL),),
    moment=MOMENT,
)
SYMBOLS = {"coin": Symbol("<circle r='9'/>")}


def model(dashboard: Dashboard = FULL) -> TableModel:
    base = table_model(played(20))
    chosen = Choice(base.choices[0].action, "Play it", places=("card-other",), mode="two")
    sections = (Section("sea", EVIL, (0, 0, 300, 400), "coin", 3),)
    scene = structs.replace(base.scenes[0], sections=sections, focus=(1.5, 2.0, 30.0, 40.0))
    panel = Panel(0, EVIL, 1, unit="forts", meters=(COIN, LOW), note=EVIL, state=EVIL)
    return replace(
        base,
        dashboard=dashboard,
        symbols=SYMBOLS,
        choices=(chosen, *base.choices[1:]),
        scenes=(scene,),
        panels=(structs.replace(base.panels[0], panel=panel), *base.panels[1:]),
        log=(
            LogLine(
                "log-0",
                1,
                Line((seat_bit(1, EVIL),), (Motion("a", "b"),), moment=MOMENT),
                "cambria",
                "Taking a fort",
            ),
        ),
    )


def test_what_a_player_does_stands_where_a_row_of_a_panel_has_room() -> None:
    icons = structs.replace(COIN, key="points", icons=("coin",) * 9)
    later = structs.replace(LOW, key="lost", group=1)

    def row(*meters: Meter) -> str:
        panel = Panel(0, "Livia", 1, meters=meters, state="may step in")
        base = model()
        page = pages.table(
            table_page(
                replace(
                    base, panels=(structs.replace(base.panels[0], panel=panel), *base.panels[1:])
                )
            )
        )
        before = page[: page.index("may step in")]
        return before[before.rindex('class="meters ') :].partition('"')[2].partition('"')[0]

    # Icons by themselves leave room; beside other counts they do not.
    assert row(icons, later) == "meters row-0 of-1"
    assert row(icons, COIN, later) == "meters row-1 of-1"


def test_a_table_with_all_zones_is_well_formed_and_escapes_everything() -> None:
    page = pages.table(table_page(model()))
    reader = Reader(page)
    assert reader.faults == []
    assert len(reader.ids) == len(set(reader.ids))
    assert "<img src=x" not in page


def test_every_zone_is_a_part_of_its_own() -> None:
    page = pages.table(table_page(model()))
    parts = {part.id: part for part in pages.table_parts(model())}
    zones = (
        "turn",
        "supply",
        "scene-tabs",
        "common",
        "legend",
        "moment",
        "modes",
        "tracks",
        "tray",
    )
    for id in zones:
        html = parts[id].html
        assert Reader(html).faults == []
        assert Reader(html).ids[0] == id
        assert html in page


def test_a_game_without_models_has_the_same_zones_empty() -> None:
    parts = {part.id: part.html for part in pages.table_parts(model(Dashboard()))}
    assert "hidden" in parts["supply"]
    assert "hidden" in parts["tracks"]
    assert "tray-box" not in parts["tray"] + parts["common"]
    assert parts["moment"] == '<section id="moment" hidden></section>'


def test_a_zone_that_a_game_uses_is_there_even_when_empty() -> None:
    tray = Dashboard(trays=(Tray("hand", "My hand", "hand"),))
    parts = {part.id: part.html for part in pages.table_parts(model(tray))}
    assert "tray-box" in parts["tray"]


def test_a_meter_says_its_words_and_fades_at_zero() -> None:
    assert 'aria-label="Wood 0"' in chip(Meter("w", "i", "Wood", 0), "x")
    assert "zero" in chip(Meter("w", "i", "Wood", 0), "x")
    part = chip(Meter("w", "i", "Wood", 2, shown="2 of 5 left"), "x")
    assert "<b>2</b><small> of 5 left</small>" in part
    assert 'data-about="meter-w"' in part
    assert 'data-about="barn"' in pill(Meter("w", "i", "Wood", 2, place="barn"))


def test_a_track_shows_what_comes_next_where_it_comes() -> None:
    drawn = track(Meter("t", "i", "Renown", 5, most=10, next_at=8, next_icon="gift"))
    assert "next at 8" in drawn
    assert 'href="#i-gift"' in drawn
    assert 'width="60" height="7"' in drawn


def test_a_card_is_the_place_that_chooses_it() -> None:
    drawn = Reader(pages.table(table_page(model())))
    given = next(given for _, given in drawn.tags if given.get("data-card") == "a")
    assert given["id"] == "card-place"
    assert given["data-also"] == "card-other"
    assert given["role"] == "button"
    assert "choice" in (given["class"] or "").split()


def test_a_card_that_lies_face_down_shows_nothing_of_itself() -> None:
    drawn = card(HAND.cards[1], False)
    assert "Order" in drawn
    assert "hidden words" not in drawn


def test_a_choice_carries_its_mode() -> None:
    page = pages.table(table_page(model()))
    assert 'data-in-mode="two"' in page
    assert 'data-mode="two"' in page


def test_only_a_changed_meter_is_sent() -> None:
    before, after = model(), model(replace_supply(4))
    for id, wanted in (("supply", ["meter-coin"]), ("panels", [])):
        states = {part.id: PartState(part) for part in pages.table_parts(before)}
        now = next(part for part in pages.table_parts(after) if part.id == id)
        assert [patch.id for patch in states[id].update(now)] == wanted


def replace_supply(coins: int) -> Dashboard:
    supply = (structs.replace(COIN, value=coins), *FULL.supply[1:])
    return structs.replace(FULL, supply=supply)


def test_a_panel_has_its_score_in_the_words_of_the_game() -> None:
    panels = next(part for part in pages.table_parts(model()) if part.id == "panels").html
    assert '<span class="score">1</span><span class="score-unit">fort</span>' in panels
    assert "row-0" in panels
    assert "row-1" in panels


def test_a_line_keeps_its_moment_and_its_ways() -> None:
    line = pages.log_line(model().log[0])
    assert 'data-motions="a&gt;b"' in line
    assert 'data-seat="1"' in line
    assert "<template>" in line
    assert str(moment(MOMENT, "cambria", "Taking a fort")) in line
    # Its rule by a title that people can read.
    assert ("Taking a fort" in line) == bool(MOMENT.clause)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_one_phase_is_the_present_one(at: int) -> None:
    turn = model(Dashboard(steps=Steps(("a", "b", "c"), at)))
    prompt = Reader(pages.table_parts(turn)[0].html)
    phases = [given.get("aria-current") for tag, given in prompt.tags if tag == "li"]
    assert [number for number, each in enumerate(phases) if each == "step"] == [at]


def test_no_line_begins_with_what_belongs_to_the_symbol_before_it() -> None:
    mine, other = icon_bit("mark-0", "Livia"), icon_bit("mark-1", "Marcus")
    roll = (die_bit("IV", "IV"), Bit(TEXT, "."))
    standing = (mine, Bit(TEXT, " 2 : 1 "), other, Bit(TEXT, ", 2 free. "), *roll)
    said = str(sentence(standing))
    for held in ("</svg> 2 : 1</span>", "</svg>,</span>", "</span>.</span>"):
        assert held in said
    assert said.count('class="tied"') == 3
    # Nothing of it is lost, and words after a symbol are free to go to the next line.
    assert re.sub(r"<[^>]*>", "", said) == " 2 : 1 , 2 free. IV."
    assert "tied" not in str(sentence((mine, Bit(TEXT, " moves to "), other)))
