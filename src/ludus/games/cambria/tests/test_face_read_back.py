"""What the face says in words, read back: it is the position, the move, and the result."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from ludus.core.face import Choice
from ludus.core.protocol import SPECTATOR, Decision
from ludus.core.text import plain, roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FREE, GONE, LEGION, NONE, NUMBERS, ON_BOARD, STANDARD
from ludus.games.cambria.tests.facing import BOX, FACE, SIDES, Played, Step, few_games, played
from ludus.games.cambria.tests.scene import RULES
from ludus.games.cambria.view import View

GAMES = [(2, "cambria"), (3, "cumbria"), (5, "cambria")]
ROAD = re.compile(r"^\s*(\d+) (\S) (.+)$")
COLUMN = 25


def steps(seats: int, side: str, every: int = 6) -> list[Step]:
    """Some positions of a game that has an end, and of one by the other readings."""
    games = [played(seats, side)]
    if seats == 2:
        games.append(played(seats, side, other_reading=True))
    return [step for game in games for step in game.steps[::every]]


def named(seats: int, side: str) -> tuple[str, ...]:
    return played(seats, side).names


def letter(view: View, piece: int) -> str:
    """What stands somewhere, in the letters of the board in plain text."""
    if piece in (FREE, LEGION):
        return "." if piece == FREE else "#"
    return chr(ord("A") + piece) if piece < view.seats else "X"


def board_of(side: str) -> Board:
    return RULES.boards[SIDES.index(side)]


# The whole position -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "side"), GAMES)
def test_the_board_in_text_is_the_board(seats: int, side: str) -> None:
    board = board_of(side)
    for step in steps(seats, side):
        view = step.view
        text = FACE.text(view, named(seats, side))
        rows = text.split("\n")
        cells = [row[at : at + COLUMN] for row in rows for at in range(0, 4 * COLUMN, COLUMN)]
        found = Counter((int(m[1]), m[2]) for m in map(ROAD.match, cells) if m)
        wanted = Counter({(road, letter(view, piece)): 2 for road, piece in enumerate(view.roads)})
        assert found == wanted, "each road is listed at both of its forts"
        for site, captor in enumerate(view.captor):
            numeral = roman(board.numeral[site])
            token = f" +{roman(board.victory[site])}" if board.victory[site] else ""
            status = f"[{numeral}]{token}"
            if captor != ON_BOARD:
                status = f"({numeral})" + (f" {letter(view, captor)}" if captor >= 0 else "")
            name = board.site_name[site]
            assert any(cell.strip() == f"{name} {status}" for cell in cells), (name, status)
        boats = "  ".join(
            f"{roman(n)} {letter(view, piece)}"
            for n, piece in zip(NUMBERS, view.boats, strict=True)
        )
        assert boats in text
        assert ("Dice:" in text) == bool(view.dice)
        players = [row for row in rows if re.match(r"^[A-EX] \S+: \d+ point", row)]
        marks = [letter(view, player) for player in range(view.players)]
        assert [row[0] for row in players] == marks
        assert all("Forts" in row and "Boats" in row for row in players)


@pytest.mark.parametrize(("seats", "side"), GAMES)
def test_the_position_in_sentences_is_the_position(seats: int, side: str) -> None:
    board = board_of(side)
    met: set[object] = set()
    for step in steps(seats, side):
        view, names = step.view, named(seats, side)
        said = FACE.describe(view, names).split("\n")
        for player in range(view.players):
            name = names[player] if player < seats else "Nemo"
            listed = [line for line in said if line.startswith(f"Roads of {name}: ")]
            held = view.roads.count(player)
            assert len(listed) == (held > 0)
            assert not listed or len(listed[0].split("; ")) == held
        legion = [line for line in said if line.startswith("The legion is on the ")]
        if view.legion == STANDARD:
            assert legion == ["The legion is on the standard."]
        else:
            ends = {board.site_name[site] for site in board.ends[view.legion]}
            assert len(legion) == 1 and all(end in legion[0] for end in ends)
        met.add(view.legion == STANDARD)
        assert sum(line.startswith("Boat ") for line in said) == len(NUMBERS)
        free = sum(line.endswith(": free.") for line in said if line.startswith("Boat "))
        assert free == view.boats.count(NONE)
        assert any(line.startswith("Dice: ") for line in said) == bool(view.dice)
        if view.start == NONE:
            now = "The players roll for the start."
        elif not view.turn:
            now = "Opening: each player places a first warrior."
        else:
            now = f"Turn {view.turn}, {names[step.decision.seat]} to play."
        assert now in said or step.decision.seat != latest(view), now
        met.add(now[:4])
    assert met >= {True, False, "The ", "Open", "Turn"}


def latest(view: View) -> int:
    """Whose turn was begun last."""
    return max(range(view.seats), key=lambda player: view.latest_turn[player])


# What stands where, and whose it is ---------------------------------------------------------------


@pytest.mark.parametrize(("seats", "side"), GAMES)
def test_a_place_says_what_stands_there_to_whoever_looks(seats: int, side: str) -> None:
    whose = Counter[str]()
    for step in steps(seats, side, 15):
        names = named(seats, side)
        for viewer in (step.decision.seat, SPECTATOR):
            view = replace(step.view, viewer=viewer) if hasattr(step.view, "viewer") else step.view
            for road, piece in enumerate(view.roads):
                about = FACE.about(view, step.decision, f"road-{road}", names)
                assert about is not None
                words = " ".join([about.state, *map(plain, about.body)])
                if piece == FREE:
                    assert "Free." in words
                elif piece == LEGION:
                    assert "the legion" in words
                else:
                    name = names[piece] if piece < seats else "Nemo"
                    mine = piece == step.decision.seat and "your warrior" in words
                    assert mine or f"{name}'s warrior" in words, words
                    whose["yours" if mine else "other"] += 1
            for site, captor in enumerate(view.captor):
                about = FACE.about(view, step.decision, f"fort-{site}", names)
                assert about is not None
                body = " ".join(map(plain, about.body))
                if captor == GONE:
                    assert "Nobody claimed it." in body
                elif captor != ON_BOARD:
                    name = names[captor] if captor < seats else "Nemo"
                    assert f"Taken by {name}." in body
                token = board_of(side).victory[site]
                if captor == ON_BOARD:
                    assert ("cambria.vp.1" in about.clauses) == bool(token)
                    assert ("cambria.vp.5" in about.clauses) == (not token)
    assert whose["yours"] and whose["other"]


# What a choice does -------------------------------------------------------------------------------


def offered(step: Step, names: tuple[str, ...]) -> list[Choice]:
    return list(FACE.choices(step.view, step.decision, names))


@pytest.mark.parametrize(("seats", "side"), GAMES)
def test_choices_are_where_they_act(seats: int, side: str) -> None:
    board = board_of(side)
    seen = Counter[str]()
    for step in steps(seats, side, 2):
        names = named(seats, side)
        for choice in offered(step, names):
            verb, arg = choice.action.verb, choice.action.arg
            where: tuple[str, ...] = ()
            if verb in ("place", "replace", "legion"):
                where = (f"road-{arg}",)
                ends = {f"fort-{site}" for site in board.ends[arg]}
                assert set(choice.lights) == ends
            elif verb in ("sail", "board"):
                where = (f"boat-{arg}",)
            elif verb == "lift":
                boat = arg - board.roads
                where = (f"road-{arg}",) if boat < 0 else (f"boat-{boat}",)
            assert choice.places == where, verb
            about = [FACE.about(step.view, step.decision, place, names) for place in where]
            assert all(each is not None and each.tone == "good" for each in about)
            seen[verb] += 1
            hint = plain(choice.hint)
            if verb == "roll":
                opening = {"start": "eagle counts as I", "opening": "is rolled again"}
                part = opening.get(step.decision.prompt)
                assert part is None or part in hint
                assert (step.decision.prompt == "dummy") == ("warrior of Nemo" in hint)
            if verb == "board":
                empty = not step.view.supply[step.decision.seat]
                assert ("which warrior to lift" in hint) == empty
            if verb == "end":
                assert "two rounds" not in hint or step.view.decline_after_rolling
    assert seen["place"] and seen["roll"]


@pytest.mark.parametrize(("seats", "side"), GAMES)
def test_places_that_cannot_be_chosen_say_why(seats: int, side: str) -> None:
    board = board_of(side)
    for step in steps(seats, side, 8):
        names = named(seats, side)
        chosen = {place for choice in offered(step, names) for place in choice.places}
        for place in [f"road-{n}" for n in range(board.roads)] + [f"boat-{n}" for n in range(5)]:
            about = FACE.about(step.view, step.decision, place, names)
            assert about is not None
            assert (about.tone == "good") == (place in chosen)
            if place in chosen:
                assert not about.why_not
            other = Decision(
                (step.decision.seat + 1) % seats, step.decision.prompt, step.decision.options
            )
            beside = FACE.about(step.view, other, place, names)
            assert beside is not None and beside.tone != "good", "it is not theirs to choose"


# The result ---------------------------------------------------------------------------------------


def test_the_verdict_names_everybody_with_their_points() -> None:
    games: list[Played] = [*few_games(), *(played(seats, side) for seats, side in GAMES)]
    for game in games:
        said = plain(FACE.verdict(game.outcome, game.names))
        order = sorted(range(len(game.names)), key=lambda seat: game.outcome.ranks[seat])
        for seat in order[1:]:
            points = game.outcome.scores[seat]
            assert re.search(rf"{game.names[seat]}\D*{points}\b", said), said
        assert said.index(game.names[order[0]]) < said.index(game.names[order[1]])
        assert ("Nemo" in said) == ("dummy" in game.outcome.others)
    assert BOX.meta.name == "cambria"
