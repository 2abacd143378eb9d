"""What people see: previews of a placement, reasons, prices, and what stays hidden."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from ludus.core.face import scenes_of
from ludus.core.protocol import Outcome
from ludus.core.text import plain
from ludus.games.para_bellum.face.army_scene import arrange
from ludus.games.para_bellum.face.lettering import ICONS, tokens, width_of, wrapped
from ludus.games.para_bellum.face.scene import EDGE, WIDE
from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, Scene, card_kind, k, r

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
    assert 'id="free-0-24" class="choice"' in drawn and 'class="ghost"' in drawn


def test_a_cell_shows_the_number_of_its_key() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("azure").army_phase().pick("card", "azure")
    own = ElementTree.fromstring(
        scenes_of(BOX.face, scene.view(0), scene.decision, NAMES[:2])[0].svg
    )
    shown = {
        cell.get("data-action"): "".join(cell.itertext())
        for cell in own.iter()
        if (cell.get("id") or "").startswith("free-0-") and cell.get("class") == "choice"
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
    assert ">Warlord. Your cards that need it: Sabotage." in pictures(scene, 0)


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
    assert "Army Phase" in why(scene, "hand-0-0")
    scene.pick("muster").pick("muster").deal()
    assert why(scene, "command-0-2").endswith("\nVallum costs 2 actions, and you have 1.")


def test_a_card_in_play_can_be_read_by_everybody_at_any_time() -> None:
    scene = Scene(3).perms("vallum", ("onager", (1, 1))).act()
    vallum = (
        "Vallum\nPermanent · Construct · 2 actions\n"
        "An opponent must spend 1 more action to play an Order that targets you."
    )
    for viewer in range(-1, 3):
        view = scene.view(viewer)
        decision = scene.decision if viewer == 0 else None
        said = [BOX.face.why_not(view, decision, f"perm-0-{at}", NAMES[:3]) or () for at in (0, 1)]
        assert plain(said[0]) == vallum
        assert plain(said[1]).startswith("Onager\nSpecial Unit · Construct · 2 actions\nCosts one")
        drawn = pictures(scene, viewer)
        for place, name in (("perm-0-0", "Vallum"), ("perm-0-1", "Onager")):
            card = re.search(rf'<g id="{place}"[^>]*tabindex="0" role="img"><title>(.*?)</', drawn)
            assert card is not None and card[1].startswith(f"{name}. ")
    scene.state.players[0].perms[0].down = True
    assert "face down" in why(scene, "perm-0-0")


def test_small_print_can_be_read() -> None:
    scene = Scene(battle="thapsus", event="driving_rain").goals("full_coffers").coins(4)
    scene.line("raid", "medicus", "contio", "bribe").commands("ambush", seat=1).act()
    assert why(scene, "line-0").startswith("Raid\nOrder · 1 action\n")
    assert "\n— or —\nVeterani: discard" in why(scene, "line-0")
    assert why(scene, "event").startswith("Driving Rain\n")
    assert why(scene, "goal-0-0").startswith("Full Coffers\n")
    assert why(scene, "goal-0-0").endswith("\n4 of 6")
    assert why(scene, "pb-battle").count("\n") == 5 and "No Quarter (gold): " in why(
        scene, "pb-battle"
    )
    assert why(scene, "known-1").startswith("Ambush\n"), "everybody saw it being taken"
    assert why(scene, "command-1-0") == why(scene, "goal-1-0") == ""


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
    kind = f'href="#pba-army-{card_kind("gold corn")}"'
    assert kind in pictures(scene, 0) and "One opponent" in pictures(scene, 0)
    assert kind not in pictures(scene, 1)
    before = pictures(scene, 1)
    assert "Ambush" in before, "everybody saw it being taken"
    told = plain(BOX.face.prompt(scene.view(1), scene.decision, NAMES[:2]).sentence)
    scene.pick("card", "gold corn")
    assert pictures(scene, 1) == before
    assert plain(BOX.face.prompt(scene.view(1), scene.decision, NAMES[:2]).sentence) == told


def test_teammates_see_each_others_cards() -> None:
    scene = Scene(4).commands("decimatio", seat=2).act()
    scene.hand("purple corn", seat=2)
    kind = f'href="#pbt-small-{card_kind("purple corn")}"'
    assert "Decimatio" in pictures(scene, 0)
    assert kind in pictures(scene, 0) and kind not in pictures(scene, 1)
    assert "War Chest" in pictures(scene, 0)


def test_the_verdict() -> None:
    four = Outcome((20, 15, 10, 14), (1, 3, 1, 3), "colours")
    said = plain(BOX.face.verdict(four, NAMES))
    assert said == (
        "Livia and Quintus win together with 30 points. "
        "A player completed Legions in all five colours."
    )
    tied = Outcome((30, 30), (1, 2), "deck", "gray_dice")
    assert "the gray dice decided" in plain(BOX.face.verdict(tied, NAMES[:2]))


def test_the_position_in_words() -> None:
    scene = Scene().army({(1, 0): "azure corn"}).dice({k(0, 0): (5, "veterani")}).hand("gold").act()
    said = BOX.face.describe(scene.view(0), NAMES[:2])
    assert "azure, ordinary, cornicine on F2" in said
    assert "Legion die 5 with Veterani (E2/F2)" in said
    assert "Your hand: gold, ordinary" in said
    assert "gold, ordinary" not in BOX.face.describe(scene.view(1), NAMES[:2])
    assert "5v" in BOX.face.text(scene.view(0), NAMES[:2])


def test_symbols_among_words() -> None:
    found = tokens("Gain 2 coins. Add 1 to a k, or pay x.")
    assert [token.icon for token in found if token.icon] == ["coin", "die-k", "action"]
    assert [token.after for token in found if token.icon] == [".", ",", "."]
    assert len(wrapped(tokens("one two three four five six"), 40, 14)) > 2


def test_every_sign_in_a_card_text_is_drawn_and_spoken() -> None:
    words = BOX.face.words
    texts = [words.template(key) for kind in CARDS for key in words.keys(f"{kind}.")]
    signs = set(re.findall(r"\b(?:ks?|rs?|b|x|(?:red|gray|blue)\d)\b", " ".join(texts)))
    assert {"gray1", "red1", "ks", "x"} <= signs
    assert signs <= ICONS.keys()
    assert all(f"spoken.{sign}" in words for sign in signs)
    scene = Scene().line("onager", "medicus", "contio", "bribe")
    scene.event("envoys_of_the_senate")
    assert "Artifex 1 off a gray die" in hints(scene.act().pick("consult"))["Take Onager"]


def test_symbols_are_said_in_words() -> None:
    scene = Scene(capital_signs="3").line("balista", "medicus", "contio", "bribe")
    scene.event("envoys_of_the_senate")
    said = hints(scene.act().pick("consult"))
    assert "An action + Strategist 3 off a red die" in said["Take Balista"]
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
    assert 'class="rolled"' in shown and "#pba-die-k-6" in shown and "#pba-die-k-5" in shown
    assert "+1 &gt; 1: fails" in shown


def test_objectives_say_how_far_they_have_come() -> None:
    scene = Scene().goals("full_coffers", "deep_order", "ars_oratoria").coins(4)
    scene.army({(1, 0): "azure"}).act()
    drawn = pictures(scene, 0)
    assert "4 of 6" in drawn and "1 of 3" in drawn and "0 so far" in drawn


@pytest.mark.parametrize("together", [1, 2, 3])
def test_the_text_of_an_objective_stays_clear_of_its_tiers(together: int) -> None:
    for number, kind in enumerate(CATALOG.objectives):
        ring = (*CATALOG.objectives, *CATALOG.objectives)[number : number + together]
        scene = Scene().goals(*(each.id for each in ring)).act()
        own = ElementTree.fromstring(scenes_of(BOX.face, scene.view(0), None, NAMES[:2])[0].svg)
        card = next(each for each in own.iter() if each.get("id") == "goal-0-0")
        tiers = [float(each.get("y", "0")) for each in card.iter() if each.get("rx") == "10.5"]
        lines = [float(each.get("y", "0")) for each in card.iter() if each.get("class") == "t"]
        above = [y for y in lines if y < tiers[0] + 16]
        assert above, kind.id
        assert max(above) < tiers[0] - 4, kind.id


def test_a_hand_takes_little_room() -> None:
    for army in range(8):
        for commands in range(9 - army):
            shape = arrange(army, commands)
            assert shape.height <= 350 or army + commands > 7, (army, commands)
            assert shape.left + shape.columns * (shape.width + 6) - 6 <= WIDE - EDGE + 0.01


def test_a_price_that_is_spared() -> None:
    scene = Scene(event="dilectus").army({(0, 1): "gold", (1, 1): "gold"}).perms("tribunus")
    scene.dice({r(0, 0): 4, k(0, 1): 2}).act()
    said = hints(scene)
    assert said["Muster"] == "1 action: Draw an army card."
    assert said["Consult"].startswith("1 action and 1 off a red die")
    assert said["Motivate"].startswith("1 action: ")
    scene.pick("motivate").roll(3)
    assert hints(scene)["Motivate"].startswith("1 action and 1 off")


def test_the_name_of_a_bonus_keeps_clear_of_the_note_on_it() -> None:
    scene = Scene(battle="thapsus").act()
    shown = scenes_of(BOX.face, scene.view(0), None, NAMES[:2])[1].svg
    own = CATALOG.army[scene.state.players[0].cells[13]].colour
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)" class="t hs"', shown)]
    names = [BOX.face.words.text(f"battle.thapsus.bonus.{colour}") for colour in COLOUR_IDS]
    room = WIDE - EDGE - 314 - 49 - width_of(BOX.face.words.text("name.own_colour"), 12)
    assert len(sizes) == 5
    assert sizes[own] * width_of(names[own], 1) <= room + 0.5
    assert max(sizes) == 15
