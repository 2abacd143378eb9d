"""What the face says in words, read back: it is the position, the story and the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import pytest

from ludus.core.chance import SeededRng
from ludus.core.face import Face, scenes_of
from ludus.core.protocol import SPECTATOR, Decision, Event, Outcome
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.conqueror import GAME
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.ids import (
    CAVALRY,
    FORT,
    GREAT_FORT,
    HEROES_EACH,
    HIDDEN,
    INDEPENDENT,
    NO_FORT,
    NOBODY,
    NONE,
    WIN_FORTS,
)
from ludus.games.conqueror.state import State
from ludus.games.conqueror.tests.scene import CONTENTS
from ludus.games.conqueror.view import View
from ludus.kit.faces import FaceCheck, FaceCoverage
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

BOX = GAME.open()
FACE: Face[View] = BOX.face
KEEN = Keen(BOX, glances=2)
GAMES = [(3, "off", 1), (5, "60", 2)]
CELL = re.compile(r"^(.)(.{15})(\S*) +(\S) (?:(\d+)i (\d+)c)?$")
LETTERS = "ABCDEF"
REASONS = {
    "forts": "Five forts were held for a round.",
    "survival": "Only one player is left.",
    "rounds": "The last round is over.",
}


@dataclass(frozen=True)
class Step:
    """A position as somebody sees it, what is asked there, and what was told before."""

    view: View
    decision: Decision | None
    told: Sequence[Event]


@dataclass(frozen=True)
class Game:
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    outcome: Outcome
    last: View


@cache
def played(seats: int, timer: str, seed: int) -> Game:
    setting = Setting(seats, BOX.options(seats, {"timer": timer, "round_limit": "20"}))
    table: Table[State, View] = Table(BOX, NAMES[:seats], setting.options)
    steps: list[Step] = []
    for number, decisions in enumerate(random_play(table, setting, SeededRng(seed), KEEN)):
        asked = [decision for decision in decisions if decision.seat >= 0]
        decision = asked[0] if asked else None
        viewer = decision.seat if decision and number % 7 else SPECTATOR
        told = table.story[-1] if table.story else ()
        steps.append(Step(table.view(viewer), decision, told))
    assert table.outcome is not None
    return Game(tuple(table.names), tuple(steps), table.outcome, table.view(0))


def board_of(view: View) -> Board:
    return next(board for board in CONTENTS.boards if board.key == view.map)


def some(game: Game, every: int = 5) -> list[Step]:
    return list(game.steps[::every])


PLAYED = pytest.mark.parametrize(("seats", "timer", "seed"), GAMES)


def holder(game: Game, owner: int) -> str:
    return "independents" if owner == INDEPENDENT else game.names[owner]


# The whole position -------------------------------------------------------------------------------


@PLAYED
def test_the_board_in_letters_is_the_board(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    for step in some(game):
        view, board = step.view, board_of(step.view)
        rows = FACE.text(view, game.names).split("\n")
        cells = [row[:42].rstrip() for row in rows] + [row[42:] for row in rows]
        found = {m[2].strip(): m for m in map(CELL.match, (f"{cell} " for cell in cells)) if m}
        found |= {m[2].strip(): m for m in map(CELL.match, cells) if m}
        for place, land in enumerate(board.territories):
            line = found[land.name]
            assert line[1] == ("~" if land.sea else "+" if land.home >= 0 else " ")
            icons = {FORT: "F", GREAT_FORT: "G"}.get(land.fort, "")
            assert line[3] == icons + "f" * land.food + "c" * land.currency
            owner = view.owner[place]
            mark = "*" if owner == INDEPENDENT else "." if owner < 0 else LETTERS[owner]
            assert line[4] == mark
            if owner == NOBODY:
                assert line[5] is None
            else:
                assert (int(line[5]), int(line[6])) == (view.infantry[place], view.cavalry[place])
        players = [row for row in rows if re.match(r"^[A-F] \S+ \(", row)]
        assert [row[0] for row in players] == list(LETTERS[:seats])
        for seat, row in enumerate(players):
            assert game.names[seat] in row and f"{view.purse[seat]} coin" in row
            assert ("(-)" in row) == (view.faction[seat] == NONE)
        assert any(row.startswith("Chronicle card") for row in rows) == (view.card != NONE)


@PLAYED
def test_the_position_in_sentences_is_the_position(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    met: Counter[str] = Counter()
    for step in some(game):
        view, board = step.view, board_of(step.view)
        said = FACE.describe(view, game.names).split("\n")
        lands = said[-len(board.territories) :]
        for place, (land, line) in enumerate(zip(board.territories, lands, strict=True)):
            owner = view.owner[place]
            assert line.startswith(land.name)
            assert ("(" in line) == bool(land.fort or land.food or land.currency)
            if owner == NOBODY:
                assert line.endswith(": empty.")
                continue
            assert f": {holder(game, owner)}, " in line
            counts = [view.infantry[place], view.cavalry[place]]
            shown = [re.search(rf"(\d+) {kind}", line) for kind in ("infantry", "cavalry")]
            assert [int(m[1]) if m else 0 for m in shown] == counts
            assert ("no units" in line) == (not sum(counts))
            tired = view.tired_infantry[place] + view.tired_cavalry[place]
            assert (str(tired) in re.sub(r".*(infantry|cavalry|units)", "", line)) == (tired > 0)
            met["tired"] += tired > 0
        if not view.round:
            continue
        head = said[: -len(board.territories)]
        for seat in range(seats):
            mine = [line for line in head if line.startswith(f"{game.names[seat]}, ")]
            assert len(mine) == 1 and ("out of the game" in mine[0]) == (not view.alive[seat])
        turn = f"{game.names[view.in_turn]} to play, "
        now = [line for line in head if " to play, " in line]
        assert view.ended or now == [turn + ("acting." if view.acting else "planning.")]
        fights = [line for line in head if "attacks" in line or "battle" in line.lower()]
        if view.battle is not None:
            names = game.names[view.battle.attacker], holder(game, view.battle.defender)
            assert any(all(name in line for name in names) for line in fights)
            met["battle"] += 1
    assert met["tired"] and met["battle"]


@PLAYED
def test_panels_count_what_is_there(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    for step in some(game):
        view = step.view
        for seat, panel in enumerate(FACE.panels(view, game.names)):
            assert panel.name == game.names[seat] and panel.score == view.forts[seat]
            playing = bool(view.round and view.alive[seat])
            assert bool(panel.meters) == playing
            if not playing:
                continue
            values = {meter.key.partition("-")[0]: meter.value for meter in panel.meters}
            assert values == {
                "forts": view.forts[seat],
                "units": view.units[seat],
                "food": view.food[seat],
                "coins": view.purse[seat],
                "heroes": view.hand_sizes[seat],
                "missions": view.done[seat].bit_count(),
            }
            tones = {meter.key.partition("-")[0]: meter.tone for meter in panel.meters}
            assert (tones["forts"] == "good") == bool(view.countdown[seat])
            assert (tones["units"] == "warn") == (view.units[seat] >= view.quota[seat])
            (track,) = (meter for meter in panel.meters if meter.key == f"forts-{seat}")
            assert list(track.icons).count("fort") == min(view.forts[seat], WIN_FORTS)
            assert len(track.icons) == WIN_FORTS
            if view.ended:
                assert not panel.state
            elif view.bids[seat] == HIDDEN:
                assert panel.state == FACE.words.text("panel.bid_made")
            elif view.countdown[seat] and seat != view.in_turn:
                assert panel.state == FACE.words.text("panel.countdown")
            else:
                assert bool(panel.state) == (seat == view.in_turn)


# Everything explains itself -----------------------------------------------------------------------


@PLAYED
def test_a_territory_says_who_is_there_and_what_it_gives(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    for step in some(game, 15):
        view, board = step.view, board_of(step.view)
        for place, land in enumerate(board.territories):
            about = FACE.about(view, step.decision, f"land-{place}", game.names)
            assert about is not None and about.title == land.name
            body = " ".join(map(plain, about.body))
            owner = view.owner[place]
            empty = plain(FACE.words.say("about.empty"))
            assert (empty in body) == (owner == NOBODY)
            if owner >= 0:
                assert game.names[owner] in body
            near = {board.names[end] for start, end, _ in board.links if start == place}
            assert all(name in body for name in near) and len(about.rings) == len(
                [end for start, end, _ in board.links if start == place]
            )
            icon = {NO_FORT: "", FORT: "fort", GREAT_FORT: "great_fort"}[land.fort]
            assert about.icon == ("home" if land.home >= 0 else icon)
            gives = bool(land.fort) + bool(land.food) + bool(land.currency)
            assert len(about.gives) == gives
            fort = FACE.about(view, step.decision, f"fort-{place}", game.names)
            assert (fort is not None) == bool(land.fort)
        assert FACE.about(view, step.decision, f"land-{len(board.names)}", game.names) is None


@PLAYED
def test_counts_and_cards_explain_themselves(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    for step in some(game, 10):
        view = step.view
        for seat in range(seats):
            for key in ("forts", "units", "food", "coins", "heroes", "missions"):
                about = FACE.about(view, step.decision, f"{key}-{seat}", game.names)
                assert about is not None and game.names[seat] in about.title
                rest = len(about.body) - 1
                if view.faction[seat] == NONE:
                    assert not rest
                elif key == "coins":
                    assert rest == bool(view.purse[seat])
                elif key == "heroes":
                    assert rest == HEROES_EACH
                elif key == "missions":
                    assert rest == view.done[seat].bit_count()
                else:
                    assert not rest
        assert FACE.about(view, step.decision, f"forts-{seats}", game.names) is None
        card = FACE.about(view, step.decision, "chronicle", game.names)
        assert card is not None
        if view.card != NONE:
            threat = CONTENTS.cards[view.card].threat is not None
            assert (card.icon == "sword") == threat
            assert ("conqueror.threat.4" in card.clauses) == threat
        mission = FACE.about(view, step.decision, "mission", game.names)
        assert (mission is not None) == (view.viewer >= 0 and view.mission != NONE)


@PLAYED
def test_a_choice_is_open_where_it_is_offered(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    for step in some(game, 6):
        view, decision = step.view, step.decision
        if decision is None:
            continue
        mine = view.viewer == decision.seat
        choices = FACE.choices(view, decision, game.names) if mine else ()
        places = {place for choice in choices for place in choice.places}
        for place in range(len(board_of(view).territories)):
            for name in (f"land-{place}", f"army-{place}"):
                about = FACE.about(view, decision, name, game.names)
                if about is not None and name in places:
                    assert about.tone == "good", name
                if about is not None and not mine:
                    assert about.tone != "good" and not about.why_not
        prompt = FACE.prompt(view, decision, game.names)
        assert plain(prompt.sentence) and prompt.clause
        for choice in choices:
            seen = FACE.preview(view, decision, choice, game.names)
            changes = dict(seen.changes)
            seat, verb, arg = decision.seat, choice.action.verb, choice.action.arg
            if not view.round:
                assert not changes
            elif verb == "collect" and view.income[seat]:
                assert changes == {f"coins-{seat}": view.income[seat]}
            elif verb in ("recruit_infantry", "recruit_cavalry"):
                assert changes == {f"units-{seat}": 1}
            elif verb == "bribe" and view.bribe_price[arg]:
                assert changes == {f"coins-{seat}": -view.bribe_price[arg]}


# The story and the result -------------------------------------------------------------------------


@PLAYED
def test_the_story_names_whoever_it_is_about(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    board = board_of(game.last)
    told: Counter[str] = Counter()
    for step in game.steps:
        for event in step.told:
            line = FACE.tell(step.view, event, game.names)
            if line is None:
                continue
            said = plain(line.sentence) + line.heading
            told[event.kind] += 1
            if event.kind in NAMES_SEAT:
                assert game.names[event.number("seat")] in said, (event, said)
            place = event.facts.get("place", event.facts.get("target"))
            if event.kind in ("conquest", "recruit", "retreat", "claim", "bribe"):
                assert isinstance(place, int) and board.names[place] in said, (event, said)
            if event.kind == "move":
                start, end, _ = board.links[event.number("link")]
                assert re.search(f"{board.names[start]} .*{board.names[end]}", said), said
                kind = ("infantry", "cavalry")[event.number("kind")]
                assert f"{event.number('count')} {kind}" in said, said
            if event.kind == "converted" and event.number("kind") == CAVALRY:
                assert "cavalry" in said
            if event.kind == "bids":
                won = FACE.words.text("event.bids_won")
                assert (won in said) == bool(event.number("won"))
                for seat, bid in enumerate(event.numbers("bids")):
                    assert (game.names[seat] in said) == (bid != NONE)
            if event.kind == "game_end":
                assert said in REASONS.values()
    assert told["move"] and told["turn"] and told["round"] and told["income"]


NAMES_SEAT = frozenset(
    (
        "turn", "end", "income", "recruit", "move", "attack", "conquest", "hire", "hero_bought",
        "eliminated", "claim", "bribe", "retreat", "casualties", "countdown", "faction",
    )
)  # fmt: skip


@PLAYED
def test_the_verdict_names_everybody_with_their_forts(seats: int, timer: str, seed: int) -> None:
    game = played(seats, timer, seed)
    said = plain(FACE.verdict(game.outcome, game.names))
    assert said.startswith(REASONS[game.outcome.reason])
    winners = game.outcome.winners
    for seat, name in enumerate(game.names):
        assert said.count(name) == 1
        if seat not in winners:
            assert re.search(rf"{name}\D*{game.outcome.scores[seat]}\b", said)
            assert said.index(name) > said.index(game.names[winners[0]])
    assert ("share" in said) == (len(winners) > 1)
    counts = {"forts": 2, "food": 3, "currency": 4}
    shared = Outcome((2,) * seats, (1,) * seats, "rounds", parts=(counts,) * seats)
    text = plain(FACE.verdict(shared, game.names))
    assert "share" in text and all(name in text for name in game.names)


# Pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_pictures_show_what_can_be_chosen(seats: int) -> None:
    """Every choice has its words and its place in a picture, for each who looks."""
    setting = Setting(seats, BOX.options(seats, {"timer": "60", "round_limit": "20"}))
    check = FaceCheck(BOX, setting, SeededRng("looks"), FaceCoverage())
    for number, decisions in enumerate(random_play(check.table, setting, SeededRng("looked"))):
        if number % 15 == 0:
            check.look(decisions, 0)
    assert check.coverage.clauses


@PLAYED
def test_the_map_shows_who_holds_what_with_how_many(seats: int, timer: str, seed: int) -> None:
    """Holders by their seat, units ready and spent by kind, forts by size, choices, fights."""
    game = played(seats, timer, seed)
    met: Counter[str] = Counter()
    for step in some(game, 11):
        view, board = step.view, board_of(step.view)
        mine = step.decision if step.decision and step.decision.seat == view.viewer else None
        choices = FACE.choices(view, mine, game.names) if mine else ()
        offered = {place for choice in choices for place in choice.places}
        (picture,) = scenes_of(FACE, view, mine, game.names, step.told)
        root = ElementTree.fromstring(picture.svg)
        parts = {each.get("id"): each for each in root.iter() if each.get("id")}
        assert ("attack-line" in parts) == (view.battle is not None)
        for place, owner in enumerate(view.owner):
            for name in (f"land-{place}", f"army-{place}", f"fort-{place}"):
                part = parts.get(name)
                assert (part is not None) == (
                    not name.startswith("fort") or bool(board.fort[place])
                )
                if part is not None:
                    assert ("choice" in (part.get("class") or "").split()) == (name in offered)
            army = parts[f"army-{place}"]
            classes = Counter(word for each in army.iter() for word in words_in(each))
            assert bool(classes["plate"]) == (owner != NOBODY)
            if owner != NOBODY:
                assert classes[f"of-{owner}" if owner >= 0 else "free"] == 1
                ready, tired = drawn_units(army)
                spent = (view.tired_infantry[place], view.tired_cavalry[place])
                whole = (view.infantry[place], view.cavalry[place])
                assert tired == spent
                assert ready == tuple(a - b for a, b in zip(whole, spent, strict=True))
                met["tired"] += sum(tired) > 0
            assert bool(classes["price"]) <= (owner >= 0)
            if board.fort[place]:
                art = [word for each in parts[f"fort-{place}"].iter() for word in hrefs(each)]
                size = "great_fort" if board.fort[place] == GREAT_FORT else "fort"
                assert f"#w-{'home' if board.home_of[place] != NONE else size}" in art
                marks = [w for each in parts[f"fort-{place}"].iter() for w in words_in(each)]
                assert (f"of-{owner}" if owner >= 0 else "stone") in marks
    assert met["tired"]


def words_in(part: ElementTree.Element) -> list[str]:
    return (part.get("class") or "").split()


def hrefs(part: ElementTree.Element) -> list[str]:
    return [value for key, value in part.attrib.items() if key.endswith("href")]


def drawn_units(army: ElementTree.Element) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Infantry and cavalry as they are drawn: those who are ready, and those who have acted."""
    found = {(kind, tired): 0 for kind in ("infantry", "cavalry") for tired in (False, True)}
    for group in army.iter():
        if "man" not in words_in(group):
            continue
        (icon,) = (link for each in group for link in hrefs(each))
        count = next(each.text for each in group if each.text)
        found[icon.removeprefix("#u-"), "spent" in words_in(group)] += int(count or 0)
    ready = found["infantry", False], found["cavalry", False]
    return ready, (found["infantry", True], found["cavalry", True])
