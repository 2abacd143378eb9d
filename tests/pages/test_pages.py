"""All pages: well formed, escaped, within the Content-Security-Policy, and complete."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.pages.models import (
    EVIL,
    LEVELS,
    NOW,
    Reader,
    cambria_info,
    lobby_model,
    played,
    table_model,
    table_page,
)

from ludus.core.chance import SeededRng, pick
from ludus.core.face import Choice, Line, scenes_of
from ludus.core.protocol import SPECTATOR
from ludus.core.registry import find_game, games, open_box
from ludus.core.table import Table
from ludus.core.text import TEXT, Bit
from ludus.games import PUBLISHED
from ludus.web import pages
from ludus.web.assets import assets
from ludus.web.live.models import (
    ChatLine,
    Curtain,
    History,
    LogLine,
    SeatPlace,
    Takeback,
    Viewpoint,
)
from ludus.web.live.page_models import (
    ChapterModel,
    ClauseModel,
    ErrorModel,
    ExampleModel,
    InviteModel,
    JoinModel,
    MeModel,
    NewTableModel,
    OptionModel,
    PaceChoice,
    Progress,
    RuleModel,
    RulesModel,
    Visitor,
)
from ludus.web.pages.components import die, sentence
from ludus.web.pages.game_cards import ways
from ludus.web.pages.html import escape
from ludus.web.pages.table.board import picture
from ludus.web.pages.table.chart import chart
from ludus.web.pages.table.result import result
from ludus.web.tables.lobby import game_info

STATIC = Path(pages.__file__).parents[1] / "static"


def all_pages() -> dict[str, str]:
    visitor = Visitor(EVIL, 1)
    game = cambria_info()
    middle = table_model(played(30))
    over = table_model(played(10_000))
    waiting = replace(
        middle,
        stage="waiting",
        may=frozenset({"join", "host", "leave"}),
        places=(
            SeatPlace(0, EVIL, "player", "", True),
            SeatPlace(1, "", "open", "", False, "https://x.example/i/abc"),
            SeatPlace(2, "", "open", "", False),
        ),
        pinned=EVIL,
    )
    passed = replace(
        middle,
        curtain=Curtain(1, EVIL, "/tables/t1?as=1"),
        held=(0, 1),
        viewpoints=(
            Viewpoint(0, EVIL, "/tables/t1?as=0", True, True),
            Viewpoint(1, EVIL, "/tables/t1?as=1", False, False),
        ),
        undo=msgspec.structs.replace(middle.undo, pending=Takeback(1, EVIL, 12, (EVIL,), True)),
    )
    past = replace(
        passed,
        curtain=None,
        undo=middle.undo,
        held=middle.held,
        history=History(3, 30, False),
        choices=(),
        prompt=None,
        deciding=-1,
    )
    box = open_box("cambria")
    options = tuple(
        OptionModel(option, EVIL, EVIL, tuple((choice, EVIL) for choice in option.choices))
        for option in box.meta.option
    )
    new = NewTableModel(
        visitor,
        game,
        options,
        LEVELS,
        (PaceChoice("none", "No clock", ""), PaceChoice("bank:600:10", EVIL, EVIL)),
        (("nothing", EVIL), ("bot", "x")),
        EVIL,
        (("seat", "me"), ("seat", "open"), ("name", EVIL), ("private", "on")),
    )
    return {
        "lobby": pages.lobby(lobby_model()),
        "newcomer": pages.lobby(replace(lobby_model(), mine=())),
        "join": pages.join(JoinModel(visitor, EVIL, EVIL)),
        "new": pages.new_table(new),
        "middle": pages.table(table_page(middle)),
        "spectator": pages.table(table_page(table_model(played(30), SPECTATOR))),
        "over": pages.table(table_page(over)),
        "waiting": pages.table(table_page(waiting)),
        "passed": pages.table(table_page(passed)),
        "past": pages.table(table_page(past)),
        "rules": pages.rules(
            RulesModel(
                visitor,
                game,
                EVIL,
                (
                    ChapterModel(
                        EVIL,
                        f"{EVIL} ([c.1](#c.1))",
                        (RuleModel("c", EVIL, "optional", (ClauseModel("c.1", EVIL),), met=True),),
                        (
                            ExampleModel(
                                "x",
                                EVIL,
                                "/rules/cambria/examples/x",
                                1.5,
                                (0, 0, 300, 200),
                                (EVIL,),
                                ((EVIL, "road-1", "c.1", EVIL),),
                                "/rules/cambria/examples/x",
                                EVIL,
                            ),
                        ),
                    ),
                ),
                ((EVIL, (ClauseModel("c.1", EVIL),)),),
                {"c.1": EVIL},
            )
        ),
        "me": pages.me(
            MeModel(
                visitor,
                "https://x.example",
                EVIL,
                True,
                "",
                EVIL,
                (Progress("cambria", EVIL, 3, 19, EVIL, EVIL),),
            )
        ),
        "invite": pages.invite(
            InviteModel(
                visitor, "invitation", "/i/x", game, EVIL, lobby_model().open[0].seats, (1,)
            )
        ),
        "recovery": pages.invite(
            InviteModel(visitor, "recovery", "/i/x", game, EVIL, lobby_model().open[0].seats, (0,))
        ),
        "error": pages.error(ErrorModel(visitor, 404, EVIL, EVIL)),
    }


ALL = all_pages()


@pytest.mark.parametrize("name", ALL)
def test_page_is_well_formed_and_keeps_to_the_policy(name: str) -> None:
    reader = Reader(ALL[name])
    assert reader.faults == []
    twice = {one for one in reader.ids if reader.ids.count(one) > 1}
    assert twice == set()


@pytest.mark.parametrize("name", ALL)
def test_no_name_becomes_markup(name: str) -> None:
    page = ALL[name]
    assert "<img src=x" not in page
    assert not [tag for tag, given in Reader(page).tags if "onerror" in given]


@pytest.mark.parametrize("name", ALL)
def test_labels_point_at_fields_and_tabs_at_panes(name: str) -> None:
    reader = Reader(ALL[name])
    ids = set(reader.ids)
    for tag, given in reader.tags:
        for key in ("for", "aria-controls", "aria-labelledby", "aria-describedby", "data-opens"):
            if given.get(key):
                assert given[key] in ids, f"<{tag} {key}={given[key]!r}>"


@pytest.mark.parametrize("name", ALL)
def test_scripts_sheets_and_icons_exist(name: str) -> None:
    icons = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text()))
    for address in re.findall(r'(?:src|href)="/static/([^"]+)"', ALL[name]):
        file, _, part = address.removeprefix(f"{assets().version}/").partition("#")
        assert file in assets()
        if part:
            assert part in icons


def test_every_choice_is_a_button_with_a_name() -> None:
    model = table_model(played(30))
    assert model.choices
    buttons = [
        given
        for tag, given in Reader(ALL["middle"]).tags
        if tag == "button" and given.get("name") == "action"
    ]
    assert [given["value"] for given in buttons] == [c.action.text for c in model.choices]
    assert [given["aria-label"] for given in buttons] == [c.label for c in model.choices]
    assert all(given["type"] == "submit" for given in buttons)
    places = [(given.get("data-places") or "").split() for given in buttons]
    assert places == [list(choice.places) for choice in model.choices]


def test_only_a_choice_without_a_rival_stands_out() -> None:
    model = table_model(played(30))
    action = model.choices[0].action
    lone, other = Choice(action, "Go on"), Choice(action, "No more")
    placed = Choice(action, "Here", places=("here",))
    for choices, shown in (((lone,), 1), ((lone, other), 0), ((lone, placed), 0)):
        page = str(pages.table(table_page(replace(model, choices=choices))))
        assert page.count("choice-button primary") == shown


def test_a_new_table_says_who_sits_where() -> None:
    info = game_info(find_game("agricola").meta)
    assert info.seating == ((2, "Seat 1 leads the Romans, seat 2 the Caledonians."),)
    model = NewTableModel(Visitor("Livia", 0), info, (), LEVELS, (), ())
    assert info.seating[0][1] in str(pages.new_table(model))


def test_a_new_table_says_why_the_strongest_bot_is_missing() -> None:
    info = game_info(find_game("hadrians_wall").meta)
    assert info.levels == ("easy", "medium", "hard", "master")
    model = NewTableModel(Visitor("Livia", 0), info, (), LEVELS, (), ())
    assert "strongest bot" not in str(pages.new_table(model))
    missing = {"": "it needs NumPy", "ours": "it is damaged"}
    packs = (("ours", "Our box"),)
    told = str(pages.new_table(replace(model, packs=packs, no_master=missing)))
    assert "Legatus, the strongest bot, is not here: it needs NumPy." in told
    assert "Legatus, the strongest bot, is not with Our box: it is damaged." in told


def test_places_of_choices_are_in_the_picture() -> None:
    model = table_model(played(30))
    ids = set(Reader(ALL["middle"]).ids)
    assert {place for choice in model.choices for place in choice.places} <= ids


def test_a_game_is_played_on_from_where_something_is_left_to_play() -> None:
    model = table_model(played(10_000))
    ended = pages.table(table_page(model))
    last = model.history.length
    earlier = pages.table(table_page(replace(model, history=History(last - 1, last, False))))
    button = re.compile(r'<button[^>]*title="[^"]*play on from[^"]*"[^>]*>', re.IGNORECASE)
    assert [" disabled" in button.findall(page)[0] for page in (ended, earlier)] == [True, False]


def test_whoever_is_out_of_time_is_told_so() -> None:
    model = table_model(played(30))
    assert "Your time is up" not in pages.table(table_page(model))
    late = tuple(msgspec.structs.replace(panel, late=True) for panel in model.panels)
    page = pages.table(table_page(replace(model, panels=late)))
    assert page.count("Your time is up") == 1
    assert page.count("Out of time") == len(late) - 1


def test_what_happened_at_the_table_is_said_by_nobody() -> None:
    line = pages.chat_line(ChatLine("c9", -1, "", "Ann sits down.", NOW))
    assert 'class="who' not in line
    assert line.index("Ann sits down.") < line.index("<time")


def test_another_side_shows_the_same_position() -> None:
    sides = re.findall(
        r'class="viewpoint[^>]*href="([^"]*)"|href="([^"]*)" class="viewpoint', ALL["past"]
    )
    assert {"".join(side) for side in sides} == {
        "/tables/t1?as=0&amp;at=3",
        "/tables/t1?as=1&amp;at=3",
    }


def test_past_and_spectator_have_nothing_to_choose() -> None:
    for name in ("past", "spectator"):
        assert 'name="action"' not in ALL[name]


@pytest.mark.parametrize("moves", [0, 30, 10_000])
def test_parts_are_single_elements_with_their_ids(moves: int) -> None:
    model = table_model(played(moves))
    first = table_model(played(0))
    drawn = pages.table_parts(model)
    assert [part.id for part in drawn] == [part.id for part in pages.table_parts(first)]
    parts = [*(part.patch for part in drawn), pages.log(model), pages.chat(model)]
    page = Reader(pages.table(table_page(model)))
    for part in parts:
        assert type(part.html) is str
        reader = Reader(part.html)
        assert reader.faults == []
        assert reader.ids[0] == part.id
        assert part.id in page.ids
        assert part.html in pages.table(table_page(model))


@pytest.mark.parametrize("page", ["lobby", "newcomer"])
def test_lobby_parts_are_in_the_lobby(page: str) -> None:
    model = lobby_model()
    for part in pages.lobby_parts(model if page == "lobby" else replace(model, mine=())):
        assert type(part.html) is str
        assert part.html in ALL[page]
        assert Reader(part.html).ids[0] == part.id


def test_a_table_with_one_move_has_one_move() -> None:
    model = lobby_model()
    row = replace(model.live[0], moves=1)
    page = pages.lobby(replace(model, live=(row,)))
    assert ">1 move</span>" in page


def test_quick_play_seats_the_visitor_and_two_bots() -> None:
    """Whoever never played the game gets easy ones, and a coach."""
    game = lobby_model().games[0]
    for known, bot in ((True, "bot:medium"), (False, "bot:easy")):
        form = str(ways(game, known)).partition('action="/tables"')[2].partition("</form>")[0]
        assert re.findall(r'name="seats" value="([^"]+)"', form) == [f"me,{bot},{bot}"]
        assert ('name="coach"' in form) is not known


def test_every_game_is_played_against_bots_and_with_friends_by_one_press() -> None:
    infos = tuple(game_info(find_game(name).meta) for name in games())
    model = replace(lobby_model(), games=infos)
    for page in (pages.lobby(model), pages.lobby(replace(model, mine=()))):
        for info in infos:
            for words in ("Play against bots", "With friends"):
                assert f'aria-label="{words}: {escape(info.title)}"' in page


def test_a_table_of_mine_is_listed_once() -> None:
    model = lobby_model()
    over = replace(model.mine[0], id="m", stage="over", your_turn=False)
    page = pages.lobby(replace(model, mine=(*model.mine, over)))
    assert page.count('id="row-m"') == 1
    assert page.partition('id="finished"')[2].count('id="row-m"') == 1


def test_log_line_marks_names_places_and_dice() -> None:
    model = table_model(played(30))
    line = next(
        entry for entry in model.log if any(bit.kind == "die" for bit in entry.line.sentence)
    )
    shown = pages.log_line(line)
    assert 'class="die"' in shown
    assert f'data-number="{line.number}"' in shown
    assert 'class="who seat-' in shown


def test_heading_alone_makes_no_empty_paragraph() -> None:
    model = table_model(played(30))
    heading = msgspec.structs.replace(model.log[0].line, sentence=(), heading="Turn 1")
    assert "<p>" not in pages.log_line(LogLine("x", 1, heading))
    # What goes on in one paragraph says so to the script.
    hit = Line((Bit(TEXT, "A unit is lost."),), step="losses")
    assert 'data-step="losses"' in pages.log_line(LogLine("x", 1, hit))
    assert "data-step" not in pages.log_line(LogLine("x", 1, heading))


@pytest.mark.parametrize(
    ("face", "name", "shows"),
    [
        ("4", "4", "<circle"),
        ("eagle", "eagle", "#eagle-face"),
        ("IV", "IV", ">IV<"),
        ("red:6", "6", "die-red"),
    ],
)
def test_dice_show_pips_pictures_or_letters(face: str, name: str, shows: str) -> None:
    shown = die(face, name)
    assert shows in shown
    assert f'aria-label="{name}"' in shown


def test_sentence_with_every_kind_of_bit() -> None:
    shown = sentence(
        (
            Bit("seat", EVIL, "1"),
            Bit("place", "Deva", "fort-2"),
            Bit("text", "<"),
            Bit("die", "V", "V"),
        )
    )
    assert 'data-place="fort-2"' in shown
    assert "&lt;" in shown
    assert Reader(f"<p>{shown}</p>").faults == []


# Cards and styles of all games --------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLISHED)
def test_styles_of_a_game_do_not_change_while_it_is_played(name: str) -> None:
    """The page loads a game's sheet once, so a picture must not bring a new one later."""
    box = open_box(name)
    seats = min(box.meta.seats)
    names = [f"Player {seat}" for seat in range(seats)]
    table = Table(box, names)
    rng = SeededRng(1)
    scenes = [
        scene
        for viewer in (0, SPECTATOR)
        for scene in scenes_of(box.face, table.view(viewer), None, names)
    ]
    sheet = pages.face_css(scenes)
    for _ in range(60):
        if table.over:
            break
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
        viewer = max(decision.seat, 0)
        for scene in scenes_of(box.face, table.view(viewer), table.decision(viewer), names):
            assert pages.face_css([scene]) in sheet
            assert Reader("".join(picture(scene.picture, scene.key))).faults == []


@pytest.mark.parametrize("name", [*PUBLISHED, "unknown"])
def test_every_game_has_a_card(name: str) -> None:
    info = msgspec.structs.replace(cambria_info(), name=name, title="O'Brien & <Sons>")
    picture = ""
    if name != "unknown":
        box = open_box(name)
        table = Table(box, [f"P{seat}" for seat in range(min(box.meta.seats))])
        picture = scenes_of(box.face, table.view(SPECTATOR), None, table.names)[0].svg
    shown = pages.card(info, picture)
    assert shown.startswith("<svg")
    assert "<Sons>" not in shown
    assert 'viewBox="0 0 480 270"' in shown


def test_card_frames_any_picture() -> None:
    info = msgspec.structs.replace(cambria_info(), name="unknown", title="Ludus")
    shown = pages.card(info, '<svg viewBox="0 0 9 9" width="9"><circle r="1"/></svg>')
    assert 'preserveAspectRatio="xMidYMid slice"' in shown
    assert shown.count("</svg>") == 2
    assert Reader(shown).faults == []


def test_clock_shows_what_is_left() -> None:
    assert "4:10" in ALL["middle"]
    assert f'data-deadline="{NOW + 250_000}"' in ALL["middle"]


def test_a_score_that_never_changed_is_not_drawn() -> None:
    assert chart(("Ann", "Bob"), (0, 1, 2), ((0, 0, 0), (0, 0, 0))) is None
    assert chart((), (0,), ()) is None
    drawn = chart(("Ann", "Bob"), (0, 1, 2), ((0, 0, 3), (0, 0, 0)))
    assert drawn is not None
    assert "Ann ends with 3; Bob ends with 0" in str(drawn)


def test_a_bar_has_a_part_for_each_fort_and_one_for_the_tokens() -> None:
    table = played(10_000)
    model = table_model(table)
    assert model.result is not None
    page = str(result(model, model.result))
    bars = re.findall(r'<span class="points-bar".*?</span></span>', page)
    assert len(bars) == len(model.result.rows)
    for bar, row in zip(bars, model.result.rows, strict=True):
        shown = re.findall(r'shade-(\d) w-\d+" title="[^"]*">([^<]*)<', bar)
        (_, forts), (_, tokens), *_ = row.parts
        numerals = [piece.label for piece in row.pieces[0]]
        assert [label for shade, label in shown if shade == "0"] == numerals
        assert sum(piece.points for piece in row.pieces[0]) == forts
        assert [label for shade, label in shown if shade == "1"] == (
            [f"+{tokens}"] if tokens else []
        )
        assert f"Forts {forts}" in page


def test_the_head_of_a_result_is_short_and_the_whole_verdict_stands_below() -> None:
    model = table_model(played(10_000))
    assert model.result is not None
    ahead = (Bit(TEXT, "28 points, seven ahead of Flavia"),)
    short = str(result(model, replace(model.result, ahead=ahead)))
    assert '<p class="verdict">28 points, seven ahead of Flavia</p>' in short
    verdict = str(sentence(model.result.verdict))
    assert f'<p class="quiet result-note">{verdict}</p>' in short
    whole = str(result(model, replace(model.result, ahead=())))
    assert f'<p class="verdict">{verdict}</p>' in whole and whole.count(verdict) == 1
    assert f'data-share="{model.watch_url}"' in whole


def test_the_end_counts_what_the_viewer_did_and_the_winner_for_somebody_who_watched() -> None:
    model = table_model(played(10_000))
    end = model.result
    assert end is not None
    last = end.rows[-1]
    series = tuple((0, 9, 9) if seat == last.seat else (1, 2, 2) for seat in range(len(end.rows)))
    end = replace(end, series=series, points=(0, 1, 2))
    own = str(result(replace(model, held=(last.seat,)), end))
    assert "<h2>Your game</h2>" in own
    assert f"<strong>{len(last.pieces[0])}</strong><span>forts</span>" in own
    behind = last.score - max(row.score for row in end.rows)
    assert f"<strong>\u2212{-behind}</strong><span>to the most points</span>" in own
    assert "<strong>67\u00a0%</strong><span>of the game in front</span>" in own
    new = msgspec.structs.replace
    rows = tuple(new(row, panel=new(row.panel, unit="forts")) for row in model.panels)
    in_forts = str(result(replace(model, held=(last.seat,), panels=rows), end))
    assert "<h2>Forts over time</h2>" in in_forts and "<span>to the most forts</span>" in in_forts
    watched = str(result(replace(model, held=()), end))
    assert "<h2>The winner" in watched and "Your game" not in watched
    assert "<span>ahead of the next</span>" in watched


def test_the_axis_of_a_chart_has_round_numbers() -> None:
    drawn = str(chart(("Ann", "Bob"), (0, 1, 2), ((-2, 18, 38), (0, 7, 9))))
    shown = [int(each) for each in re.findall(r'class="chart-label end"[^>]*>(-?\d+)<', drawn)]
    assert shown == [-10, 0, 10, 20, 30, 40]


def test_the_first_thing_in_the_waiting_room_is_the_invitation() -> None:
    page = all_pages()["waiting"]
    room = page[page.index('id="waiting"') :]
    link, copy = re.findall(r"<(?:button|a|input)\b[^>]*", room)[:2]
    assert 'id="w-invite-1"' in link and 'data-copies="w-invite-1"' in copy
