"""A battle on the table is the battle of the view: lines, dice, odds, notes; and as it is told."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.core.models import Moment
from ludus.core.protocol import Event, Fact
from ludus.core.text import DIE, plain
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.rules.fire import fortified
from ludus.games.agricola.state import Battle
from ludus.games.agricola.tests.face_positions import FACE, NAMES, Look, looks, mixed
from ludus.games.agricola.tests.oracle import Oracle
from ludus.games.agricola.tests.scene import Scene, unit
from ludus.games.agricola.tests.test_face_models import battle, dashboard

SIDES = (ROMAN, CALEDONIAN)
WORDS = FACE.words
COLOURS = ("red", "blue")


def fought() -> list[tuple[Look, Battle, Oracle, Moment]]:
    """Battles of the whole map."""
    found = []
    for look in mixed():
        b, oracle = look.state.battle, look.oracle
        if b is not None and oracle is not None:
            moment = look.dashboard.moment
            assert moment is not None
            found.append((look, b, oracle, moment))
    return found


def side_name(side: int) -> str:
    return ("Romans", "Caledonians")[side]


def test_there_is_a_moment_while_a_battle_is_fought_and_never_else() -> None:
    for look in mixed()[::2]:
        assert (look.dashboard.moment is not None) == (look.state.battle is not None)


def test_both_lines_stand_in_the_moment_with_their_strength() -> None:
    for look, b, oracle, moment in fought():
        for side, line in enumerate(moment.sides):
            numbers = [int(f.card.about.rpartition("-")[2]) for f in line.figures]
            assert sorted(numbers) == units(b.force[side])
            total = 0
            for number, figure in zip(numbers, line.figures, strict=True):
                about = oracle.units[side][number]
                worn = bool(look.state.disrupted[side] >> number & 1)
                value = int(str(about["back" if worn else "strength"]))
                total += value
                shown = {meter.key: meter for meter in figure.card.meters}
                assert shown["strength"].value == value
                assert ("elite" in shown) == look.t.musters[side].units[number].elite
                assert (figure.card.face == "worn") == worn
                mine = side == look.side
                own_key = f"pick-{number}" if mine else f"foe-{side}-{number}"
                assert figure.card.key == own_key
                assert figure.card.places == ((own_key,) if mine else ())
                assert (", disrupted" in figure.card.kind) == worn
            assert plain(line.title) == f"{side_name(side)} \u00b7 strength {total}"
            assert line.mark == side ^ look.state.flip


def test_dice_lie_beside_those_who_rolled_them() -> None:
    met: Counter[str] = Counter()
    for look, b, oracle, moment in fought():
        for side, line in enumerate(moment.sides):
            if b.firing == side:
                rows = [
                    (roller, die, oracle.need(look.state, b, side, roller))
                    for die, roller in zip(b.rolled, b.rollers, strict=False)
                ]
            else:
                # What struck first stays in sight while the others answer.
                rows = list(zip(b.struck[::3], b.struck[1::3], b.struck[2::3], strict=True))
                met["struck"] += len(rows)
            for figure in line.figures:
                number = int(figure.card.about.rpartition("-")[2])
                fired = [(die, need) for roller, die, need in rows if roller == number]
                rolled = [die for die, _ in fired]
                resting = side == ROMAN and bool(b.reserve >> number & 1)
                scored = [die <= need for die, need in fired]
                if resting:
                    assert (figure.note, figure.tone, figure.rolled) == ("reserve", "faded", ())
                    met["reserve"] += 1
                    continue
                assert figure.note == ("hit" if any(scored) else "miss" if rolled else "")
                assert figure.tone == ("good" if any(scored) else "faded" if rolled else "")
                faces = [f"{COLOURS[side]}:{d}" if d <= need else str(d) for d, need in fired]
                assert [bit.ref for bit in figure.rolled if bit.kind == DIE] == faces
                met[figure.note] += 1
            front = [n for n in units(b.force[side]) if side or not b.reserve >> n & 1]
            hoped = sum(min(6, oracle.need(look.state, b, side, n)) for n in front) / 6
            assert [plain(each) for each in line.lines] == [f"{hoped:.1f} hits expected"]
            hits = sum(die <= need for _, die, need in rows)
            if rows:
                assert line.badge == f"{hits} hit{'' if hits == 1 else 's'}"
            else:
                assert not line.badge
    assert min(met[kind] for kind in ("reserve", "hit", "miss", "struck", "")) > 0, met


def test_the_steps_of_a_round_follow_the_battle() -> None:
    met: Counter[int] = Counter()
    for look, b, _, moment in fought():
        assert moment.steps is not None
        if look.decision is not None and look.decision.prompt == "hits":
            step = 4
        elif b.round == 0:
            step = 0
        elif b.advantage == NONE:
            step = 1
        else:
            step = 3 if b.firing == 1 - b.advantage else 2
        assert moment.steps.at == step
        met[step] += 1
        assert moment.note == (f"round {b.round}" if b.round else "")
        assert moment.title.startswith("Battle: ")
    assert len(met) == 5, met


def share(look: Look, b: Battle, side: int) -> int:
    """In how many of a hundred rolls a side strikes first, counted roll by roll."""
    oracle, state = look.oracle, look.state
    assert oracle is not None
    spot = oracle.spot(b.place)
    assert spot is not None
    ours = spot in oracle.forts or (
        spot not in oracle.centers and oracle.terrain[spot] != "wilderness"
    )
    elites = [0, 0]
    for owner in SIDES:
        muster = look.t.musters[owner]
        for n in units(b.force[owner]):
            mates = muster.legion_mates[n]
            elites[owner] += bool(muster.elite >> n & 1 and (not mates or mates & b.force[owner]))
    plus = [b.paid[s] + b.speech[s] + (elites[s] > elites[1 - s]) for s in SIDES]
    assert state.battle is not None
    romans = 0
    for first in range(1, 7):
        for second in range(1, 7):
            lead = first + plus[ROMAN] - second - plus[CALEDONIAN]
            romans += lead > 0 or (lead == 0 and ours)
    percent = round(100 * romans / 36)
    return percent if side == ROMAN else 100 - percent


def test_before_the_dice_fall_each_sees_its_own_odds() -> None:
    met: Counter[int] = Counter()
    for look, b, _, moment in fought():
        if b.advantage != NONE:
            continue
        if not b.round:
            assert moment.row == () and moment.row_label == ""
            continue
        side = max(look.side, ROMAN)
        first = share(look, b, side)
        assert plain(moment.row) == f"{side_name(side)}: {first} of 100 rolls to strike first"
        ends = (side ^ look.state.flip, 1 - side ^ look.state.flip)
        assert moment.row[0].ref == (
            f"{first}={side_name(side)} {first} %|0=|"
            f"{100 - first}={side_name(1 - side)} {100 - first} %|{ends[0]}={ends[1]}"
        )
        assert moment.row_label == "Who strikes first, as it stands"
        met[look.side] += 1
    assert len(met) == 3


def test_after_the_dice_fell_the_sums_are_shown() -> None:
    met: Counter[str] = Counter()
    for look, b, oracle, moment in fought():
        if b.advantage == NONE:
            continue
        said = plain(moment.row)
        if not b.dice:
            assert said == f"Ambush: the {side_name(b.advantage)} strike first."
            assert moment.row_label == ""
            met["ambush"] += 1
            continue
        totals = [b.dice[side] + b.plus[side] for side in SIDES]
        assert f" = {totals[0]} : {totals[1]} = " in said
        left, _, right = said.partition(" : ")
        for side, part in ((ROMAN, left), (CALEDONIAN, right)):
            assert ("+ 1 AP" in part) == bool(b.paid[side])
            assert ("+ 1 Speech" in part) == bool(b.speech[side])
            elites = b.plus[side] > b.paid[side] + b.speech[side]
            assert ("+ 1 elites" in part) == elites
            met["paid"] += bool(b.paid[side])
            met["elites"] += elites
        spot = oracle.spot(b.place)
        assert spot is not None
        if totals[0] == totals[1]:
            ground = "on open ground"
            if spot in oracle.forts:
                ground = "in a fortress"
            elif spot in oracle.centers:
                ground = "in a Tribal Center"
            elif oracle.terrain[spot] == "wilderness":
                ground = "in wilderness"
            label = f"Tie {ground}: the {side_name(b.advantage)} strike first"
            met["tie"] += 1
        else:
            label = f"Advantage: the {side_name(b.advantage)} strike first"
        assert moment.row_label == label
        assert look.t.board.hexes > b.place
    assert min(met.values()) > 0 and len(met) == 4, met


def test_fortified_defenders_are_named_and_so_are_major_battles_and_fury() -> None:
    met: Counter[str] = Counter()
    for look, b, _, moment in fought():
        notes = [plain(note) for note in moment.follows]
        for side in SIDES:
            halves = f"{side_name(side)} fortified: hits on them are halved"
            assert (halves in notes) == fortified(look.t, b, side)
            met[halves] += halves in notes
        assert ("Major Battle: leaving loses it" in notes) == b.major
        assert ("Fury: Gaesatae and Chariots +1" in notes) == b.fury
        met["major"] += b.major
        met["fury"] += b.fury
        assert len(notes) == len(set(notes))
    assert min(met.values()) > 0 and len(met) == 4, met


# As it is told ------------------------------------------------------------------------------------


def test_a_volley_is_told_as_it_was_rolled() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        for event in look.told:
            if event.kind != "fire":
                continue
            line = FACE.tell(look.view, event, NAMES)
            assert line is not None and line.moment is not None
            (side,) = line.moment.sides
            owner = event.number("side")
            rows = list(
                zip(
                    event.numbers("units"),
                    event.numbers("dice"),
                    event.numbers("factors"),
                    strict=True,
                )
            )
            assert len(side.figures) == len(rows)
            for figure, (number, die, need) in zip(side.figures, rows, strict=True):
                assert figure.card.about == f"unit-{owner}-{number}" and not figure.card.places
                assert figure.card.meters[0].value == need and figure.card.face == "up"
                assert "disrupted" not in figure.card.kind
                assert figure.note == ("hit" if die <= need else "miss")
                assert figure.tone == ("good" if die <= need else "faded")
                wanted = f"{COLOURS[owner]}:{die}" if die <= need else str(die)
                assert figure.rolled[0].ref == wanted
                met[figure.note] += 1
            scored, hits = event.number("scored"), event.number("hits")
            assert side.badge == f"{scored} hit{'' if scored == 1 else 's'}"
            verdict = plain(line.moment.verdict)
            assert ("halved" in verdict) == (hits != scored)
            assert f"the {side_name(1 - owner)} take {hits}" in verdict.replace("The", "the")
            met["halved"] += hits != scored
            hoped = sum(min(6, need) for _, _, need in rows) / 6
            assert plain(side.lines[0]) == f"{hoped:.1f} hits expected"
    assert min(met[kind] for kind in ("hit", "miss", "halved")) > 0, met


@pytest.mark.parametrize("winner", SIDES)
@pytest.mark.parametrize("second", [1, 2, 3])
def test_the_advantage_is_told_side_by_side(winner: int, second: int) -> None:
    view = Scene().script.view(0)
    facts: dict[str, Fact] = {
        "side": winner,
        "dice": (3, second),
        "plus": (1, 2),
        "paid": (0, 1),
        "speech": (1, 0),
    }
    line = FACE.tell(view, Event("advantage", facts), NAMES)
    assert line is not None and line.moment is not None
    sides = line.moment.sides
    assert [side.total for side in sides] == ["4", str(second + 2)]
    for number, side in enumerate(sides):
        assert (side.badge, side.tone) == (
            ("strikes first", "good") if number == winner else ("", "")
        )
    labels = [[term.label for term in side.terms] for side in sides]
    assert labels == [["die", "Speech"], ["die", "AP", "elites"]]
    tied = "Equal totals: the ground of the battle decides."
    assert plain(line.moment.verdict) == (tied if second == 2 else "")


# Staged -------------------------------------------------------------------------------------------


def test_what_was_paid_and_spoken_stands_in_the_sum() -> None:
    scene = Scene(
        romans={"3734": "Agricola, II Ad A, II Ad B"},
        tribes={"3732": "Warband 1, Warband 2"},
        hands=("speech", ""),
        options={"battle_lines": "off"},
        ap=(2, 0),
    )
    scene.do("free", "go 3732", "declare 3", "dice 2 4")
    moment = dashboard(scene).moment
    assert moment is not None
    assert plain(moment.row) == "2 + 1 AP + 1 Speech + 1 elites = 5 : 4 =  4"


def test_the_odds_of_a_button_are_those_of_its_own_side() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A, II Ad B"},
        tribes={"3734": "Calgacus, Warband 1"},
        options={"battle_lines": "off"},
        ap=(0, 2),
    )
    scene.do("free", "go 3732")
    view, decision = scene.script.view(1), scene.script.decision(1)
    hints = {c.action.text: plain(c.hint) for c in FACE.choices(view, decision, NAMES)}
    moment = dashboard(scene, 1).moment
    assert moment is not None
    now = int(moment.row[0].ref.partition("=")[0])
    more = [int(hint.rpartition(" of 100")[0].rpartition(" ")[2]) for hint in hints.values()]
    assert more[0] == now < more[1]


def test_a_reserve_does_not_shoot_and_is_not_hoped_for() -> None:
    scene = Scene(
        romans={"3734": "Agricola, II Ad A, II Ad B, Ala I"},
        tribes={"3732": "Warband 1, Warband 2"},
        ap=(1, 0),
    )
    scene.do("free", "go 3732", "reserve Ala I")
    moment = dashboard(scene).moment
    assert moment is not None
    notes = {figure.card.about: figure.note for figure in moment.sides[0].figures}
    assert notes.pop(f"unit-0-{unit(ROMAN, 'Ala I')}") == "reserve"
    assert set(notes.values()) == {""}
    assert battle().battle.reserve == 0
