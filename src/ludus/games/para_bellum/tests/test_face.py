"""What people see: previews of a placement, reasons, prices, and what stays hidden."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ludus.core.face import scenes_of
from ludus.core.models import About, Card, Dashboard
from ludus.core.protocol import Outcome
from ludus.core.text import plain
from ludus.games.para_bellum.face.printed import ICONS
from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.tests.scene import BOX, Scene, card_kind, k, r

NAMES = ("Livia", "Marcus", "Quintus", "Flavia")
CARDS = ("alliance", "battle", "card", "objective", "omen")
"""Where card texts are among the words."""


def hints(scene: Scene) -> dict[str, str]:
    """What the choices of the seat that is asked say they will do, by their labels."""
    decision = scene.deal().decision
    view = scene.view(decision.seat)
    choices = BOX.face.choices(view, decision, NAMES[: view.seats])
    return {choice.label: plain(choice.hint) for choice in choices}


def pictures(scene: Scene, viewer: int) -> str:
    decision = scene.deal().decision
    mine = decision if decision.seat == viewer else None
    scenes = scenes_of(BOX.face, scene.view(viewer), mine, NAMES[: scene.state.seats])
    for shown in scenes:
        ElementTree.fromstring(shown.svg)
    return "".join(shown.svg for shown in scenes)


def dashboard(scene: Scene, viewer: int) -> Dashboard:
    decision = scene.deal().decision
    names, view = NAMES[: scene.state.seats], scene.view(viewer)
    if decision.seat != viewer:
        return BOX.face.dashboard(view, None, (), names)
    return BOX.face.dashboard(view, decision, BOX.face.choices(view, decision, names), names)


def cards(scene: Scene, viewer: int) -> dict[str, Card]:
    """The cards on the page of a viewer, by their keys."""
    return {card.key: card for card in dashboard(scene, viewer).cards}


def about(scene: Scene, place: str, viewer: int | None = None) -> About | None:
    """What a place is; the seat that is asked looks at it, if nobody else is said to."""
    decision = scene.deal().decision
    seat = decision.seat if viewer is None else viewer
    view = scene.view(seat)
    mine = decision if decision.seat == seat else None
    return BOX.face.about(view, mine, place, NAMES[: view.seats])


def told(found: About | None) -> str:
    """An explanation as text."""
    if found is None:
        return ""
    parts = [found.title, *(plain(line) for line in found.body), plain(found.why_not)]
    return "\n".join(part for part in parts if part)


def test_a_cell_says_what_it_completes() -> None:
    scene = Scene(battle="thapsus").army({(0, 1): "gold", (1, 1): "gold full", (2, 0): "azure"})
    scene.army({(1, 0): "azure"}).hand("gold").army_phase().pick("card", "gold")
    said = hints(scene)
    assert said["G3"] == (
        "Completes a Big Legion of 3: 2 gray dice, the bonus No Quarter, and Morale tests at +1. "
        "Earns the gold Blazon. Completes 1 Centurion: a red die and a banner."
    )
    assert said["E1"] == "Completes 1 Centurion: a red die and a banner."
    drawn = pictures(scene, 0)
    assert 'id="free-0-24" class="choice numbered"' in drawn and 'class="ghost"' in drawn


def test_a_cell_shows_the_number_of_its_key() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("azure").army_phase().pick("card", "azure")
    own = ElementTree.fromstring(
        scenes_of(BOX.face, scene.view(0), scene.decision, NAMES[:2])[0].svg
    )
    shown = {
        cell.get("data-action"): "".join(cell.itertext())
        for cell in own.iter()
        if (cell.get("id") or "").startswith("free-0-") and cell.get("class") == "choice numbered"
    }
    options = scene.decision.options
    assert len(options) > 1
    assert shown == {option.text: str(at + 1) for at, option in enumerate(options)}


def test_an_army_card_says_what_its_pictures_are_good_for() -> None:
    said = hints(Scene().hand("gold corn", "azure", "purple full").army_phase())
    assert "the lower one counts as the higher one" in said["gold, ordinary, cornicine"]
    assert "Big Legion" in said["purple, full-colour"]
    assert said["azure, ordinary"] == ""


def test_a_die_says_which_banners_it_could_carry() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 5, r(0, -1): (3, "warlord")})
    scene.hand("gold").army_phase().place("gold", (0, 1)).roll(4)
    said = hints(scene)
    assert said["Legion die 5 at E2/F2"] == "For this die: Artifex, Veterani, Speculatore."
    assert said["Centurion die 4 at E2/E3"] == "For this die: Strategist, Field Commander."


def test_a_low_die_is_named_as_the_reason_for_a_card() -> None:
    scene = Scene().hand("azure").army_phase().place("azure", (1, 0)).roll(2)
    asked = BOX.face.prompt(scene.view(0), scene.decision, NAMES[:2])
    assert "shows 1 or 2" in plain(asked.sentence) and asked.clause == "pb.legion.6"
    scene = Scene().dice({r(0, 0): 4}).act().pick("consult")
    scene.pick("coins")
    asked = BOX.face.prompt(scene.view(0), scene.decision, NAMES[:2])
    assert plain(asked.sentence) == "Take a command card from the Battle Line."


def test_a_question_says_how_many_dice_are_left_to_choose() -> None:
    scene = Scene().army({(1, 0): "azure", (-1, 0): "azure"}).commands("contio")
    scene.dice({k(0, 0): 2, k(-1, 0): 3}).act().pick("command", "contio")

    def asked() -> str:
        return plain(BOX.face.prompt(scene.view(0), scene.decision, NAMES[:2]).sentence)

    assert asked() == "Choose a die to raise by 1; 3 left to choose."
    scene.pick("die", k(0, 0))
    assert asked() == "Choose a die to raise by 1; 2 left to choose."


def test_a_banner_says_which_cards_ask_for_it() -> None:
    scene = Scene().commands("sabotage").line("decimatio", "bribe", "bribe", "raid")
    scene.hand("gold").army_phase().place("gold", (0, 1)).roll(4)
    said = hints(scene)
    assert said["Warlord"] == ("Your cards that need it: Sabotage. In the Battle Line: Decimatio.")
    assert said["Strategist"] == "No card of yours or in the Battle Line needs it."
    assert "Warlord Your cards that need it: Sabotage." in told(about(scene, "meter-banners"))


def test_a_cell_promises_no_sixth_red_die() -> None:
    scene = Scene().army({(column, row): "azure" for column in (0, 1, 2) for row in (0, 1)})
    scene.dice({r(0, 0): 1, r(1, 0): 1, r(2, 0): 1, r(0, -1): 1})
    scene.hand("gold").army_phase().pick("card", "gold")
    assert hints(scene)["E4"] == "Completes 1 Centurion: a red die and a banner."
    scene = Scene().army({(column, row): "azure" for column in (0, 1, 2) for row in (0, 1)})
    scene.dice({r(0, 0): 1, r(1, 0): 1, r(2, 0): 1, r(0, -1): 1, r(1, -1): 1})
    scene.hand("gold").army_phase().pick("card", "gold")
    assert "no more than five red dice" in hints(scene)["E4"]


def test_why_a_cell_is_refused() -> None:
    scene = Scene().army({(1, 0): "azure", (1, 1): "purple"}).perms(("balista", (0, 1)))
    scene.hand("gold").army_phase().pick("card", "gold")
    view, decision = scene.view(0), scene.decision
    said = {
        cell: plain(BOX.face.why_not(view, decision, f"free-0-{cell}", NAMES[:2]) or ())
        for cell in (13, 12, 0, 21, 31)
    }
    assert "already" in said[13]
    assert "next to a card that is not gold" in said[12]
    assert "touches no card" in said[0]
    assert "Special Unit" in said[21] and "Special Unit" in said[31]


def why(scene: Scene, place: str) -> str:
    """What the seat that is asked hears when it clicks on a place that offers nothing."""
    view = scene.view(scene.decision.seat)
    return plain(BOX.face.why_not(view, scene.decision, place, NAMES[: view.seats]) or ())


def test_why_a_card_stays_in_hand() -> None:
    scene = Scene().hand("gold").commands("sabotage", "vallum", "stipendium").army_phase()
    assert "Action Phase" in why(scene, "command-0-0") and "Action Phase" in why(
        scene, "act-muster"
    )
    scene.act()
    assert "you can pay for none of its options" in why(scene, "command-0-0")
    assert why(scene, "command-0-1") == "" == why(scene, "command-0-2")
    assert why(scene, "hand-0-0") == "", "Requisition can take it"
    assert "Army Phase" in why(Scene().hand("gold").act(actions=0), "hand-0-0")
    assert "you can pay for none" in plain(cards(scene, 0)["command-0-0"].foot)
    assert cards(scene, 0)["command-0-1"].foot == ()
    scene.pick("muster").pick("muster").deal()
    assert why(scene, "command-0-2") == "Vallum costs 2 actions, and you have 1."
    assert plain(cards(scene, 0)["command-0-2"].foot) == why(scene, "command-0-2")
    assert told(about(scene, "command-0-2")).endswith(why(scene, "command-0-2"))


def test_a_card_in_play_can_be_read_by_everybody_at_any_time() -> None:
    scene = Scene(3).perms("vallum", ("onager", (1, 1))).act()
    vallum = (
        "Vallum\nPermanent · Construct · 2 actions\n"
        "An opponent must spend 1 more action to play an Order that targets you."
    )
    for viewer in range(-1, 3):
        assert told(about(scene, "perm-0-0", viewer)).startswith(vallum)
        onager = told(about(scene, "perm-0-1", viewer))
        assert onager.startswith("Onager\nSpecial Unit · Construct · 2 actions\nCosts one")
        drawn = pictures(scene, viewer)
        assert re.search(r'<g id="perm-0-1"[^>]*role="img"><title>Onager</title>', drawn)
        if viewer <= 0:
            assert cards(scene, viewer)["perm-0-0"].title == "Vallum"
        else:
            panels = BOX.face.panels(scene.view(viewer), NAMES[:3])
            owner = next(panel for panel in panels if panel.seat == 0)
            assert [meter.shown for meter in owner.meters if meter.group] == ["Vallum"]
    scene.state.players[0].perms[0].down = True
    assert "face down" in told(about(scene, "perm-0-0"))
    assert cards(scene, 0)["perm-0-0"].face == "spent"


def test_every_card_and_count_is_explained() -> None:
    scene = Scene(battle="thapsus", event="driving_rain").goals("full_coffers").coins(4)
    scene.line("raid", "medicus", "contio", "bribe").commands("ambush", seat=1).act()
    raid = told(about(scene, "line-0"))
    assert raid.startswith("Raid\nOrder · 1 action\nRemove one gray die of an opponent.")
    assert "\nor: banner Veterani: discard" in raid
    assert told(about(scene, "event")).startswith("Driving Rain\nMotivate")
    goal = about(scene, "goal-0-0")
    assert goal is not None and goal.title == "Full Coffers" and goal.state == "4 of 6"
    assert told(about(scene, "bonus-3")).startswith("No Quarter\nThe Morale test")
    assert "Ambush" in told(about(scene, "meter-commands-1")), "everybody saw it being taken"
    assert about(scene, "command-1-0") is None
    hidden = Scene().goals("full_coffers", seat=1).act()
    assert "Its owner knows it" in told(about(hidden, "goal-1-0"))
    assert "Coffers" not in told(about(hidden, "goal-1-0"))


def test_points_are_explained_by_source() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 5}).goals("full_coffers").coins(6).act()
    said = told(about(scene, "score-0"))
    assert said.startswith("Livia, if the game ended now\n5 from gray die")
    panel = BOX.face.panels(scene.view(0), NAMES[:2])[0]
    assert panel.about == "score-0"
    assert sum(meter.value for meter in panel.meters) == panel.score


def test_a_card_to_strike_at_says_what_it_does() -> None:
    scene = Scene().commands("sabotage").perms("vallum", "castra", seat=1).coins(2)
    scene.act().pick("command", "sabotage").deal()
    assert "1 more action to play an Order" in hints(scene)["Vallum"]


def test_why_an_action_is_pale() -> None:
    scene = Scene(event="driving_rain").army({(0, 1): "gold"}).act()
    assert "Driving Rain" in why(scene, "act-motivate")
    assert "no red die" in why(scene, "act-empower")
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 4}).act()
    assert "gray die on the card above" in why(scene, "act-motivate")
    assert why(scene, "act-empower") == ""
    assert "General die shows 1" in why(scene.general(1).act(), "act-empower")


def test_a_price_says_what_becomes_of_the_die() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).coins(1)
    scene.dice({r(0, 0): (1, "warlord"), r(0, 1): 4}).act().pick("consult")
    said = hints(scene)
    assert said["Pay with Centurion die 1 with Warlord at E2/E3"] == (
        "The die is lost, and the Warlord goes back to the reserve."
    )
    assert said["Pay with Centurion die 4 at E3/E4"] == "4 becomes 3."
    assert "1 coin" in said
    asked = BOX.face.prompt(scene.view(0), scene.decision, NAMES[:2])
    assert "or coins" in plain(asked.sentence)
    scene = Scene().army({(0, 1): "gold"}).coins(0).dice({r(0, 0): 2, r(0, -1): 2})
    asked = BOX.face.prompt(scene.act().pick("consult").view(0), scene.decision, NAMES[:2])
    assert plain(asked.sentence) == "Choose a die to pay with."


def test_others_see_no_hand_and_no_chosen_card() -> None:
    scene = Scene().hand("gold corn").commands("ambush").army_phase()
    kind = f'#i-army-{card_kind("gold corn")}"'
    assert kind in cards(scene, 0)["hand-0-0"].art
    assert "One opponent" in plain(cards(scene, 0)["command-0-0"].body)
    assert not {"hand-0-0", "command-0-0"} & cards(scene, 1).keys()
    assert about(scene, "hand-0-0", 1) is None is about(scene, "command-0-0", 1)
    before = pictures(scene, 1), dashboard(scene, 1)
    assert f'href="#pba-army-{card_kind("gold corn")}"' in pictures(scene, 0)
    asked = plain(BOX.face.prompt(scene.view(1), scene.decision, NAMES[:2]).sentence)
    scene.pick("card", "gold corn")
    assert (pictures(scene, 1), dashboard(scene, 1)) == before
    assert plain(BOX.face.prompt(scene.view(1), scene.decision, NAMES[:2]).sentence) == asked


def test_teammates_see_each_others_cards() -> None:
    scene = Scene(4).commands("decimatio", seat=2).act()
    scene.hand("purple corn", seat=2)
    mine = cards(scene, 0)
    assert "War Chest" in mine["alliance"].title
    rows = [meter.icons for meter in mine["alliance"].meters]
    assert rows == [("mark-0", "runner", "space", "space"), ("mark-2", "runner", "space", "space")]
    assert "Decimatio" in told(about(scene, "command-2-0", 0))
    assert about(scene, "command-2-0", 1) is None
    assert "Purple" in told(about(scene, "hand-2-0", 0))
    assert about(scene, "hand-2-0", 1) is None


def test_the_verdict() -> None:
    four = Outcome((20, 15, 10, 14), (1, 3, 1, 3), "colours")
    said = plain(BOX.face.verdict(four, NAMES))
    assert said == (
        "Livia and Quintus win together with 30 points. "
        "A player completed Legions in all five colours."
    )
    tied = Outcome((30, 30), (1, 2), "deck", "gray_dice")
    assert "the gray dice decided" in plain(BOX.face.verdict(tied, NAMES[:2]))


@pytest.mark.clause("pb.tie.1", "pb.tie.2")
@pytest.mark.parametrize(
    ("grays", "said"),
    [
        ((6, 5, 4), "Livia wins with 6 points. The last army card was drawn."),
        (
            (6, 6, 4),
            "Livia and Marcus share the win with 6 points. The last army card was drawn. "
            "Points and gray dice were equal.",
        ),
    ],
)
def test_the_verdict_tells_the_tie_of_the_winners_alone(
    grays: tuple[int, int, int], said: str
) -> None:
    """That others are level further down is seen in the table of points."""
    scene = Scene(3)
    for seat, face in enumerate(grays):
        colour = COLOUR_IDS[scene.player(seat).colour]
        scene.army({(1, 0): colour}, seat=seat).dice({k(0, 0): face}, seat=seat)
    scene.player(2).points = grays[1] - grays[2]
    scene.act().state.ending = 1
    scene.pick("end").deal()
    outcome = scene.rules.outcome(scene.state)
    assert outcome is not None and outcome.scores[1] == outcome.scores[2]
    assert plain(BOX.face.verdict(outcome, NAMES[:3])) == said


def test_the_position_in_words() -> None:
    scene = Scene().army({(1, 0): "azure corn"}).dice({k(0, 0): (5, "veterani")}).hand("gold").act()
    said = BOX.face.describe(scene.view(0), NAMES[:2])
    assert "azure, ordinary, cornicine on F2" in said
    assert "Legion die 5 with Veterani (E2/F2)" in said
    assert "Your hand: gold, ordinary" in said
    assert "gold, ordinary" not in BOX.face.describe(scene.view(1), NAMES[:2])
    assert "5v" in BOX.face.text(scene.view(0), NAMES[:2])


def test_every_sign_in_a_card_text_is_drawn_and_spoken() -> None:
    words = BOX.face.words
    texts = [words.template(key) for kind in CARDS for key in words.keys(f"{kind}.")]
    signs = set(re.findall(r"\b(?:ks?|rs?|b|x|(?:red|gray|blue)\d)\b", " ".join(texts)))
    assert {"gray1", "red1", "ks", "x"} <= signs
    assert signs <= ICONS.keys()
    assert all(f"spoken.{sign}" in words for sign in signs)
    scene = Scene().line("onager", "medicus", "contio", "bribe")
    scene.event("envoys_of_the_senate")
    assert "banner Artifex 1 off a gray die" in hints(scene.act().pick("consult"))["Take Onager"]


def test_symbols_are_said_in_words() -> None:
    scene = Scene(capital_signs="3").line("balista", "medicus", "contio", "bribe")
    scene.event("envoys_of_the_senate")
    said = hints(scene.act().pick("consult"))
    assert "An action + banner Strategist 3 off a red die" in said["Take Balista"]
    assert said["Take Medicus"] == "An action + 1 off a red die: add 2 to one of your gray dice."
    assert "one more action to play" in said["Take Balista"]


def test_a_die_to_choose_shows_what_it_becomes() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).coins(1)
    scene.dice({r(0, 0): 5, r(0, 1): 3}).act().pick("consult")
    drawn = pictures(scene, 0)
    assert "5→4" in drawn and "3→2" in drawn
    assert "5→4" not in pictures(scene, 1)


def test_dice_are_shown_as_they_fall() -> None:
    scene = Scene(battle="pharsalus").army({(0, 1): "gold", (1, 1): "gold full"})
    scene.army({(1, 0): "gold"}, seat=1).dice({k(0, 0): 4}, seat=1)
    scene.hand("gold").army_phase().place("gold", (2, 1)).roll(6, 5, 4, 2)
    drawn = scene.rules.view(scene.state, 0)
    shown = scenes_of(BOX.face, drawn, None, NAMES[:2], scene.story)[0].svg
    assert shown.count('class="rolled"') == 2, "two gray dice"
    assert 'class="legion"' in shown, "the Legion lights up"
    lines = [BOX.face.tell(drawn, event, NAMES[:2]) for event in scene.story]
    moments = [line.moment for line in lines if line is not None and line.moment is not None]
    assert [moment.key for moment in moments] == ["legion", "morale", "hit"]
    test = moments[1]
    assert [side.total for side in test.sides] == ["3", "1"]
    assert plain(test.verdict) == "3 is more than 1: Marcus loses a gray die."


def test_objectives_say_how_far_they_have_come() -> None:
    scene = Scene().goals("full_coffers", "deep_order", "ars_oratoria").coins(4)
    scene.army({(1, 0): "azure"}).act()
    shown = [plain(cards(scene, 0)[f"goal-0-{index}"].foot) for index in range(3)]
    assert shown == ["4 of 6", "1 of 3", "0 so far"]


def test_a_price_that_is_spared() -> None:
    scene = Scene(event="dilectus").army({(0, 1): "gold", (1, 1): "gold"}).perms("tribunus")
    scene.dice({r(0, 0): 4, k(0, 1): 2}).act()
    said = hints(scene)
    assert said["Muster"] == "1 action: Draw an army card."
    assert said["Consult"].startswith("1 action and 1 off a red die")
    assert said["Motivate"].startswith("1 action: ")
    scene.pick("motivate").roll(3)
    assert hints(scene)["Motivate"].startswith("1 action and 1 off")
