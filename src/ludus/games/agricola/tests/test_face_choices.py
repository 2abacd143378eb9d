"""What a choice says of itself is what the rules then do: price, supply, hits, rallies, battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import plain
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    HIDDEN,
    MINES,
    NONE,
    PRAESIDIUM,
    ROMAN,
)
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.face_positions import FACE, NAMES, Look, own
from ludus.games.agricola.tests.scene import Scene, place, the_box, unit, who
from ludus.games.agricola.tests.test_siege import siege

WORDS = FACE.words
RULES = the_box().rules
ONE_BY_ONE = ("unit", "leave", "board", "land", "come", "reserve", "up", "hit")
SET_DOWN = ("winter", "deploy", "place")


def offered(every: int, *verbs: str) -> Iterator[tuple[Look, Decision, Choice, str]]:
    """Choices by some verbs in every so manieth position that has any, each with its hint."""
    found = [
        look
        for look in own()
        if look.decision is not None
        and (not verbs or any(o.verb in verbs for o in look.decision.options))
    ]
    for look in found[::every]:
        assert look.decision is not None
        for choice in look.choices:
            if not verbs or choice.action.verb in verbs:
                yield look, look.decision, choice, plain(choice.hint)


def after(look: Look, action: Action) -> State:
    """The position after an action, chance and other answers not yet made."""
    assert look.decision is not None
    state = RULES.copy(look.state)
    RULES.apply(state, look.decision.seat, action)
    return state


def scene_choices(scene: Scene, seat: int = 0) -> dict[str, Choice]:
    view, decision = scene.script.view(seat), scene.script.decision(seat)
    return {each.action.text: each for each in FACE.choices(view, decision, NAMES)}


def own_name(look: Look, spot: int) -> str:
    """The name of a place, without its number where it has a name."""
    board = look.t.board
    if spot == board.britannia:
        return "Britannia"
    for names, hexes in (
        (board.center_names, board.center_hex),
        (board.fortress_names, board.fortress_hex),
        (board.site_names, board.site_hex),
    ):
        if spot in hexes:
            return names[hexes.index(spot)]
    return f"hex {board.ids[spot]}"


def ids(look: Look, spot: int) -> tuple[str, ...]:
    """Where a place is clicked: Britannia has a card as well."""
    base = ("base",) if spot == look.t.board.britannia else ()
    return (f"hex-{spot}", *base)


# Prices -------------------------------------------------------------------------------------------


def test_the_price_that_is_shown_is_the_price_that_is_paid() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, _ in offered(3):
        if decision.prompt in ("bid", "druids"):
            continue
        paid = look.state.points[look.side] - after(look, choice.action).points[look.side]
        shown = FACE.preview(look.view, decision, choice, NAMES)
        changes = ((f"ap-{look.side}", -paid),) if paid > 0 else ()
        assert shown.changes == changes, (decision.prompt, choice.action.text)
        chips = [plain(chip) for chip in shown.chips]
        assert (f"{paid} AP" in chips) == (paid > 0)
        free = choice.action.verb in ("free", "free_sail", "scout")
        assert ("free" in chips) == free
        assert shown.title == shown.verb == choice.label
        assert [plain(row) for row in shown.rows] == ([plain(choice.hint)] * bool(choice.hint))
        met[choice.action.verb] += paid > 0
        met["free"] += free
    for verb in ("recruit", "levy", "stratagems", "declare", "march", "sail", "build", "free"):
        assert met[verb], (verb, met)


def test_a_march_by_a_stratagem_costs_nothing() -> None:
    scene = Scene(romans={"3525": "Karus, Ala I"}, hands=("officium", ""), ap=(3, 0))
    scene.do("play officium", "pass")
    view, decision = scene.script.view(0), scene.script.decision(0)
    assert decision.prompt == "officium"
    for choice in FACE.choices(view, decision, NAMES):
        shown = FACE.preview(view, decision, choice, NAMES)
        assert shown.changes == () and "1 AP" not in "".join(map(plain, shown.chips))


def test_a_recruit_says_what_it_costs_and_praesidia_come_last() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(1, "recruit"):
        number = choice.action.arg
        info = look.t.musters[look.side].units[number]
        paid = look.state.points[look.side] - after(look, choice.action).points[look.side]
        assert choice.label == f"Recruit {info.name} for {paid} AP"
        assert choice.places == (f"pick-{number}",)
        last = info.type == PRAESIDIUM and decision.prompt == "recruit"
        assert ("come last" in hint) == last
        met["free" if not paid else "paid"] += 1
        met["last"] += last
        tray = next(each for each in look.dashboard.trays if each.key == "force")
        (card,) = (each for each in tray.cards if each.key == f"pick-{number}")
        assert paid == 0 or plain(card.cost) == f"{paid} AP"
    assert min(met[k] for k in ("paid", "last")) > 0, met


def test_only_in_a_center_a_counter_is_spoken_of() -> None:
    """The tribes know the counters of all centers; none of them lies where no center is."""
    scene = Scene("caledonian", "points", tribes={"2127": "Calgacus"}, hands=("", "unite"))
    view, decision = scene.script.view(1), scene.script.decision(1)
    known = replace(view, center=tuple(MINES for _ in view.center))
    (shown,) = (c for c in FACE.choices(known, decision, NAMES) if c.action.verb == "show")
    assert scene.t.board.center_at[place("2127")] == NONE
    assert "counter" not in plain(shown.hint)


def test_what_is_kept_after_paying_is_said() -> None:
    met: Counter[str] = Counter()
    verbs = ("levy", "stratagems", "march", "sail", "concentrate", "build", "assault", "sortie")
    for look, decision, choice, hint in offered(2, *verbs):
        if decision.prompt not in ("march_phase", "recruit"):
            continue
        left = after(look, choice.action).points[look.side]
        assert f"You keep {left} AP." in hint
        met[choice.action.verb] += 1
    assert len(met) == len(verbs), met


# Units --------------------------------------------------------------------------------------------


def test_a_unit_answers_for_all_that_are_like_it() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(1, *ONE_BY_ONE):
        view, verb, number = look.view, choice.action.verb, choice.action.arg
        muster, b = look.t.musters[look.side], view.battle
        question = view.question
        assert question is not None
        pool = 0
        if verb == "leave" and decision.prompt in ("march", "build"):
            pool = question.mask
        elif b is not None and verb == "up":
            pool = b.reserve
        elif b is not None and verb in ("reserve", "hit"):
            pool = b.force[look.side] & ~(b.reserve if look.side == ROMAN else 0)
        worn = view.disrupted[look.side]
        alike = {number}
        for other in units(pool & muster.twins[number]):
            same = (worn >> other & 1) == (worn >> number & 1)
            if look.side == ROMAN:
                same = same and view.aboard[other] == view.aboard[number]
            if same:
                alike.add(other)
        assert set(choice.places) == {f"pick-{n}" for n in alike}, (verb, decision.prompt)
        met["twins"] += len(alike) > 1
        met[verb] += 1
        if verb == "hit":
            continue
        spot = view.at[look.side][number]
        shown = 0 <= spot <= look.t.board.hexes
        assert choice.lights == ((f"hex-{spot}",) if shown else ())
        met["base"] += spot == look.t.board.britannia
        met["limbo"] += not shown
        value = muster.back[number] if worn >> number & 1 else muster.strength[number]
        assert f"Strength {value}" in hint
        move = muster.units[number].move
        assert ("movement" in hint) == (move > 0) and (f"movement {move}," in hint) == (move > 0)
        assert ("two dice at sea" in hint) == (move < 0)
        crew = [n for n, ship in enumerate(view.aboard) if ship == number]
        aboard = look.side == ROMAN and bool(crew)
        assert ("Aboard: " in hint) == aboard
        met["aboard"] += aboard
        name = muster.units[number].name
        assert name in choice.label
        if decision.prompt in SET_DOWN:
            assert choice.label.startswith(f"Take {name}")
    assert min(met[k] for k in (*ONE_BY_ONE, "twins", "base", "limbo", "aboard")) > 0, met


def test_of_twins_on_different_ships_each_answers_for_itself() -> None:
    scene = Scene(
        romans={"3731": "Classis I, Classis II, Aux V, Aux VI, Aux VII"},
        aboard={"Classis I": "Aux V, Aux VII", "Classis II": "Aux VI"},
        ap=(1, 0),
    )
    scene.do("sail 3731", "cast", "dice 1 1", "halt")
    found = scene_choices(scene)
    pair = {f"pick-{unit(ROMAN, name)}" for name in ("Aux V", "Aux VII")}
    for text, choice in found.items():
        if text == who("land", ROMAN, "Aux VI"):
            assert choice.places == (f"pick-{unit(ROMAN, 'Aux VI')}",)
        if text == who("land", ROMAN, "Aux V"):
            assert set(choice.places) <= pair


def test_a_hit_does_what_it_says() -> None:
    met: Counter[bool] = Counter()
    for look, _, choice, hint in offered(1, "hit"):
        number = choice.action.arg
        state = after(look, choice.action)
        # It may have been taken by one that is like it.
        lost = state.at[look.side].count(look.state.at[look.side][number]) < look.state.at[
            look.side
        ].count(look.state.at[look.side][number])
        info = look.t.musters[look.side].units[number]
        wanted = "It is eliminated." if lost else f"It is disrupted, strength {info.back}."
        assert hint == wanted
        met[lost] += 1
    assert len(met) == 2


def test_a_leader_is_shown_by_a_click_only_where_he_is_the_only_one() -> None:
    met: Counter[int] = Counter()
    for look, decision, choice, _ in offered(1, "show"):
        at = look.state.at[look.side]
        spot = at[choice.action.arg]
        there = [o for o in decision.options if o.verb == "show" and at[o.arg] == spot]
        assert choice.places == ((f"hex-{spot}",) if len(there) == 1 else ())
        assert choice.lights == (f"hex-{spot}",)
        met[len(there)] += 1
    assert met


# Places -------------------------------------------------------------------------------------------


def test_a_place_is_clicked_where_it_is() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(
        2, "place", "all", "dismantle", "betray", "tribute"
    ):
        verb, spot = choice.action.verb, choice.action.arg
        assert choice.lights == (f"hex-{spot}",)
        assert choice.places == ids(look, spot)
        assert choice.mode == (verb if verb in ("dismantle", "betray") else "")
        assert own_name(look, spot) in choice.label
        met[verb] += 1
        met["base"] += spot == look.t.board.britannia
        if verb == "all":
            assert hint == "This unit and all that are left."
        elif decision.prompt in ("deploy", "winter"):
            assert hint == ""
            question = look.view.question
            assert question is not None
            count = question.mask.bit_count()
            assert (choice.label.startswith(f"{count} units to ")) == (count > 1)
            met["many"] += count > 1
        elif decision.prompt == "supply":
            rolling = sum(
                1
                for n in units(unsupplied(look.t, look.state, look.side))
                if look.state.at[look.side][n] == spot
            )
            assert (f"{rolling} unit" in hint) == bool(rolling)
            assert ("All are in supply there" in hint) == (not rolling)
            met["officium"] += 1
    assert min(met[k] for k in ("place", "all", "dismantle", "betray", "officium")) > 0, met


def test_several_units_in_hand_are_set_down_together() -> None:
    romans = {"3328": "Agricola, Karus, Aux V"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    spot = place("B")
    for name, label in (
        ("Karus", "Karus to Britannia"),
        ("Aux V", "2 units to Britannia"),
    ):
        scene.script.play(who("unit", ROMAN, name), seat=0)
        assert scene_choices(scene)[f"place:{spot}"].label == label


def test_a_counter_is_named_to_those_who_know_it() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(1, "place", "betray", "show", "reveal", "tribute"):
        board, verb = look.t.board, choice.action.verb
        if decision.prompt in ("deploy", "winter"):
            continue
        spot = choice.action.arg
        if verb == "show":
            spot = look.state.at[look.side][spot]
        elif verb == "reveal":
            spot = board.center_hex[spot]
        if spot >= board.hexes or board.center_at[spot] == NONE:
            assert "counter there" not in hint.lower()
            continue
        center = board.center_at[spot]
        kind = look.view.center[center]
        up = bool(look.view.center_up >> center & 1)
        known = kind not in (NONE, HIDDEN)
        assert ("The counter there: " in hint) == (known and up)
        assert ("Your counter there, face down: " in hint) == (known and not up)
        if known:
            assert WORDS.text(f"counter.{kind}") in hint
        met["up" if known and up else "down" if known else "unknown"] += 1
    assert min(met[k] for k in ("up", "down")) > 0, met


def test_turning_up_and_asking_are_told_apart() -> None:
    met: Counter[str] = Counter()
    for look, _, choice, hint in offered(1, "reveal", "monolith"):
        center, verb = choice.action.arg, choice.action.verb
        spot = look.t.board.center_hex[center]
        assert choice.places == (f"hex-{spot}",)
        assert choice.mode == ("reveal" if verb == "reveal" else "")
        assert look.t.board.center_names[center] in choice.label
        if verb == "reveal":
            gone = after(look, choice.action).center[center] == NONE
            assert ("it leaves the map" in hint) == gone
            met["gone" if gone else "stays"] += 1
        met[verb] += 1
    assert min(met[k] for k in ("reveal", "monolith", "gone", "stays")) > 0, met


# Orders -------------------------------------------------------------------------------------------


BRIEF = ("march", "sail", "scout", "concentrate", "build", "assault", "sortie")


def test_orders_of_the_march_phase_are_buttons_or_places() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(1):
        verb = choice.action.verb
        button = decision.prompt == "march_phase" and verb in BRIEF and not choice.places
        if verb not in ("levy", "stratagems", "retreat"):
            assert bool(choice.brief) == button, (decision.prompt, verb)
        if button:
            price = 0 if verb == "scout" else 1
            assert ("AP" in plain(choice.brief)) == bool(price)
            met[verb] += 1
            if verb in ("march", "sail", "assault", "sortie"):
                assert own_name(look, choice.action.arg) in plain(choice.brief)
        if decision.prompt == "march_phase" and verb in ("march", "sail"):
            leader = look.t.musters[look.side].supreme.bit_length() - 1
            free = "free" if verb == "march" else "free_sail"
            unused = any(o.verb == free for o in decision.options)
            unused = unused and look.state.at[look.side][leader] == choice.action.arg
            assert ("still unused" in hint) == unused == (not choice.places)
            own = choice.action.arg in look.view.stacks[look.side]
            pile = (f"pile-{choice.action.arg}",)
            base = choice.action.arg == look.t.board.britannia
            spots = (*ids(look, choice.action.arg), *(pile if own and not base else ()))
            assert unused or choice.places == spots
            assert choice.mode == verb
            met["unused"] += unused
        elif verb in ("march", "sail"):
            assert choice.places == ids(look, choice.action.arg)
            met["stratagem"] += 1
        if verb in ("free", "free_sail"):
            assert choice.mode == ("march" if verb == "free" else "sail")
            assert "costs no AP" in hint
        assert choice.main == (verb in ("next", "done", "halt", "decline", "cast", "fight"))
    assert min(met[k] for k in ("march", "scout", "concentrate", "build", "unused")) > 0, met
    assert met["stratagem"]


ANY_TIME = ("quiet", "wake", "reveal", "betray", "dismantle")


def test_what_can_be_done_at_any_time_stands_aside() -> None:
    met: Counter[str] = Counter()
    for _, decision, choice, hint in offered(1):
        verb, prompt = choice.action.verb, decision.prompt
        calm = prompt in ("after_points", "recruit", "rally")
        aside = (calm and verb in ANY_TIME) or (
            prompt == "march_phase" and verb in ("quiet", "wake")
        )
        assert choice.aside == aside
        if verb in ("quiet", "wake"):
            switch = calm or prompt == "march_phase"
            assert choice.places == ((f"ask-{choice.action.arg}",) if switch else ())
            assert ("will not be asked" in hint) == (verb == "quiet")
            met[f"{verb} {switch}"] += 1
        if verb == "decline":
            assert bool(hint) == (prompt == "interrupt")
            met[f"decline {bool(hint)}"] += 1
    assert min(met[k] for k in ("quiet True", "quiet False", "wake True")) > 0, met
    assert min(met[k] for k in ("decline True", "decline False")) > 0, met


def test_going_on_says_who_is_hungry() -> None:
    met: Counter[bool] = Counter()
    for look, decision, choice, hint in offered(1, "next"):
        labels = {"recruit": "To the Marches", "march_phase": "End Marches", "rally": "End turn"}
        assert choice.label == labels.get(decision.prompt, "Go on")
        if decision.prompt != "march_phase":
            assert bool(hint) == (decision.prompt in labels)
            continue
        count = unsupplied(look.t, look.state, look.side).bit_count()
        assert ("All your units are in supply" in hint) == (not count)
        assert (f"{count} unit" in hint) == bool(count)
        met[bool(count)] += 1
    assert len(met) == 2


def test_a_rally_names_who_recovers() -> None:
    met = 0
    for look, _, choice, hint in offered(1, "rally"):
        state = after(look, choice.action)
        back = look.state.disrupted[look.side] & ~state.disrupted[look.side]
        names = [look.t.musters[look.side].units[n].name for n in units(back)]
        assert names and all(name in hint for name in names)
        assert hint.count(",") == len(names) - 1
        assert choice.places == (f"hex-{choice.action.arg}",)
        met += 1
    assert met


# On the March -------------------------------------------------------------------------------------


def test_a_way_says_whom_it_meets() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(1, "go", "step"):
        spot, verb, view = choice.action.arg, choice.action.verb, look.view
        foes = any(where == spot for where in look.state.at[1 - look.side])
        assert ("you will fight a battle" in hint) == foes, (decision.prompt, look.view.viewer)
        board = look.t.board
        center = board.center_at[spot] if spot < board.hexes else NONE
        down = look.side == ROMAN and center != NONE and view.center[center] == HIDDEN
        assert ("A center counter lies there face down" in hint) == (down and not foes)
        met["foes"] += foes
        met["down"] += down
        met["base"] += spot == board.britannia
        marching = view.marching != NONE
        if verb == "go":
            assert ("The March ends there" in hint) == (not down and not foes)
            assert choice.mode == ("march" if marching else "")
            assert choice.places == ids(look, spot)
            met["go" if marching else "course"] += 1
        else:
            assert "Then choose again" in hint
            assert choice.mode == ("step" if marching else "")
            assert choice.places == ((f"way-{spot}",) if marching else ids(look, spot))
            met["step"] += 1
    assert min(met[k] for k in ("foes", "down", "base", "go", "course", "step")) > 0, met


def test_supply_at_the_end_of_a_way_is_what_it_will_be() -> None:
    met: Counter[str] = Counter()
    for look, _, choice, hint in offered(2, "go"):
        spot, question = choice.action.arg, look.view.question
        assert question is not None
        force = question.mask | look.view.passengers
        before = unsupplied(look.t, look.state, look.side)
        moved = RULES.copy(look.state)
        for n in units(force):
            start = moved.at[look.side][n]
            moved.here[look.side][start] &= ~(1 << n)
            moved.here[look.side][spot] |= 1 << n
            moved.at[look.side][n] = spot
        hungry = unsupplied(look.t, moved, look.side)
        count = (hungry & force).bit_count()
        if spot in look.state.sieges:
            assert "upply" not in hint
            continue
        sea = look.t.board.is_sea[spot]
        assert ("In supply there." in hint) == (not count)
        assert ("No supply at sea" in hint) == (bool(count) and sea)
        assert (f"Out of supply there: {count} unit" in hint) == (bool(count) and not sea)
        left = [look.t.musters[look.side].units[n].name for n in units(hungry & ~force & ~before)]
        assert ("Left without supply" in hint) == bool(left)
        met["hungry" if count else "fed"] += 1
        met["sea"] += bool(count) and sea
    assert min(met[k] for k in ("hungry", "fed", "sea")) > 0, met


def test_the_way_of_a_choice_is_previewed() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, hint in offered(2, "go", "step", "leave"):
        view = look.view
        shown = FACE.preview(view, decision, choice, NAMES)
        if choice.action.verb != "go" or view.marching == NONE:
            assert shown.path == () and shown.chips == ()
            met["none"] += 1
            continue
        assert shown.path[0] == f"hex-{view.marching}"
        assert shown.path[-1] == f"hex-{choice.action.arg}"
        far, fed = (plain(chip) for chip in shown.chips)
        question = view.question
        assert question is not None
        if far != "by road":
            assert far == f"{len(shown.path) - 1 + question.used} {far.partition(' ')[2]}"
            assert "step" in far
        met["road"] += far == "by road"
        met["used"] += bool(question.used)
        if choice.action.arg not in view.sieges:
            assert (fed == "in supply") == ("In supply there." in hint)
        met["hungry"] += fed != "in supply"
    assert min(met[k] for k in ("none", "road", "used", "hungry")) > 0, met


def test_a_siege_feeds_nobody_and_says_nothing() -> None:
    scene = siege(romans={"2530": "Ala I"}).do("march 2530")
    hint = plain(scene_choices(scene)[f"go:{place('2529')}"].hint)
    assert "upply" not in hint


# Battles ------------------------------------------------------------------------------------------


def test_a_retreat_is_a_button_in_battle() -> None:
    met: Counter[str] = Counter()
    for look, decision, choice, _ in offered(1, "retreat"):
        spot = choice.action.arg
        fought = look.view.battle is not None
        assert (choice.places == ()) == fought
        assert bool(choice.brief) == fought
        if fought:
            assert choice.lights == (f"hex-{spot}",)
            assert plain(choice.brief).endswith(own_name(look, spot))
        met[decision.prompt] += 1
    assert met["stand"]


def test_a_declaration_counts_what_it_adds() -> None:
    met: Counter[int] = Counter()
    for look, _, choice, hint in offered(1, "declare"):
        what = choice.action.arg
        left = look.state.points[look.side] - (what & 1)
        added = f"+{bin(what).count('1')} on your advantage roll this round. You keep {left} AP."
        assert (added in hint) == bool(what)
        assert "You strike first in" in hint
        met[what] += 1
        speech = WORDS.text("action.declare.2", marker="")
        assert (speech.strip() in choice.label or "play" in choice.label) == bool(what & 2)
    assert met[0] and met[1], met
