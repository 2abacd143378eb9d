"""Sentences written from effects: they name every figure, who is meant, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

import msgspec
import pytest

from ludus.games.para_bellum import schema
from ludus.games.para_bellum.face.written import BANNERS, Writer, written
from ludus.games.para_bellum.tests.scene import BOX, CATALOG

WORDS = BOX.face.words
Fields: TypeAlias = Mapping[str, object]


def texts() -> Mapping[str, str]:
    """The words of all cards that there are."""
    return written(BOX.pack, WORDS)


def said(fields: Fields) -> str:
    return Writer(WORDS).effect(msgspec.convert(fields, type=schema.Effect))


def card(**fields: object) -> dict[str, str]:
    """The words of a command card with the id `x`."""
    every = {"id": "x", "type": "permanent", "subtypes": [], "copies": 1, "actions": 1}
    return Writer(WORDS).command(
        msgspec.convert({**every, "source": "rulebook", **fields}, type=schema.CommandCard)
    )


# The cards that there are -------------------------------------------------------------------------


def test_all_cards_are_written_under_the_keys_of_their_words() -> None:
    """No text is missing, and none is there that no card has."""
    found = texts()
    for key in found:
        assert key in WORDS, key
    for kind in ("card", "omen", "alliance"):
        wanted = {key for key in WORDS.keys(f"{kind}.") if not key.endswith(".name")}
        assert {key for key in found if key.startswith(f"{kind}.")} == wanted


def test_written_and_own_words_name_the_same_figures_and_signs() -> None:
    """A card in its own words says no other pips, banners and subtypes than its effects."""
    for key, text in texts().items():
        own = WORDS.template(key)
        for sign in ("red1", "red2", "gray1", "gray2", *map(_named, BANNERS)):
            assert (sign in text) == (sign in own), (key, text)
        for kind in ("Character", "Construct", "Special Unit"):
            assert (kind in text) == (kind in own), (key, text)
        if key.startswith("card.") and ".branch." not in key:
            assert text.endswith(".") != (".use." in key)
        assert text[0] == text[0].upper() or re.match(r"x\b", text)
        assert "{" not in text and "  " not in text and ".." not in text


def _named(banner: str) -> str:
    return WORDS.text(f"banner.{BANNERS.index(banner)}")


def test_each_kind_of_card_has_its_keys() -> None:
    found = texts()
    for each in CATALOG.commands:
        keys = {key for key in found if key.startswith(f"card.{each.id}.")}
        options = {key for key in keys if ".option." in key}
        if each.type:
            assert f"card.{each.id}.text" in keys and not options
            uses = {f"card.{each.id}.use.{number}" for number in range(len(each.printed))}
            assert {key for key in keys if ".use." in key} == uses
        else:
            assert f"card.{each.id}.text" not in keys
            assert options == {f"card.{each.id}.option.{n}" for n in range(len(each.printed))}
    branches = {key for key in found if ".branch." in key}
    assert branches == {key for keys in CATALOG.branches.values() for key in keys}


# Effects ------------------------------------------------------------------------------------------

EFFECTS: Final[tuple[tuple[Fields, str], ...]] = (
    ({"op": "gain", "what": "coin"}, "gain 1 coin"),
    ({"op": "gain", "what": "coin", "n": 2, "who": "all"}, "each player gains 2 coins"),
    ({"op": "gain", "what": "vp", "n": 3}, "gain 3 vp"),
    ({"op": "gain", "what": "action", "n": 2}, "gain 2 actions"),
    ({"op": "gain", "what": "coin", "who": "both"}, "you and your ally each gain 1 coin"),
    ({"op": "gain", "what": "coin", "who": "ally"}, "your ally gains 1 coin"),
    ({"op": "gain", "what": "banner", "banner": "warlord"}, "gain the Warlord banner"),
    ({"op": "gain", "what": "banner", "banner": "any_gray"}, "gain a banner of a k"),
    ({"op": "gain", "what": "banner"}, "gain a banner of a k"),
    (
        {"op": "gain", "what": "banner", "banner": "any_gray", "scope": "last_legion"},
        "gain a banner of a k of the Legion just completed",
    ),
    ({"op": "draw", "what": "army"}, "draw 1 army card"),
    ({"op": "draw", "what": "army", "n": 2, "who": "all"}, "each player draws 2 army cards"),
    (
        {"op": "draw", "what": "command", "filter": "order"},
        "draw 1 command card, an Order only",
    ),
    ({"op": "mod", "die": "k", "n": 2}, "add 2 to one of your ks"),
    ({"op": "mod", "die": "any", "n": 1}, "add 1 to one of your dice"),
    ({"op": "mod", "die": "r", "n": -1, "who": "target"}, "take 1 off one r of an opponent"),
    ({"op": "mod", "die": "b", "n": 2, "who": "all"}, "add 2 to each player's b"),
    ({"op": "mod", "die": "k", "n": 0}, "add 0 to one of your ks"),
    (
        {"op": "mod", "die": "k", "n": 1, "count": 3, "up_to": True},
        "add 1 to each of up to three of your ks",
    ),
    ({"op": "mod", "die": "k", "n": 1, "count": 3}, "add 1 to each of three of your ks"),
    (
        {"op": "mod", "die": "k", "n": -1, "which": "highest", "who": "all", "min": 1},
        "take 1 off each player's highest k (to a minimum of 1)",
    ),
    (
        {"op": "mod", "die": "k", "n": 1, "which": "all", "scope": "last_legion"},
        "add 1 to all of your ks of the Legion just completed",
    ),
    (
        {"op": "mod", "die": "k", "by_roll": True, "who": "target", "chooser": "target"},
        "take the picked result off one k of an opponent (they pick which)",
    ),
    ({"op": "reroll", "die": "k"}, "reroll one of your ks"),
    (
        {"op": "reroll", "die": "k", "count": 2, "who": "target", "chooser": "target"},
        "reroll each of two of an opponent's ks (they pick which)",
    ),
    ({"op": "reroll", "die": "b"}, "reroll your b"),
    ({"op": "lose_die", "die": "k"}, "lose one of your ks"),
    ({"op": "lose_die", "die": "r", "who": "target"}, "lose one r of an opponent"),
    (
        {"op": "lose_die", "die": "k", "who": "target", "match": "picked", "chooser": "target"},
        "lose one k of an opponent showing that number (they pick which)",
    ),
    ({"op": "set", "die": "k"}, "set one of your ks to a face of your choice"),
    ({"op": "set", "die": "b"}, "set your b to a face of your choice"),
    ({"op": "add_die", "die": "k"}, "roll a k into a lost slot"),
    ({"op": "add_die", "die": "k", "value": 5}, "put a k showing 5 into a lost slot"),
    (
        {"op": "add_die", "die": "r", "value": 1, "who": "all"},
        "each player puts a r showing 1 into a lost slot",
    ),
    ({"op": "disable", "filter": "construct"}, "disable a Construct of an opponent"),
    ({"op": "discard_perm", "filter": "any"}, "discard a card of an opponent"),
    ({"op": "enable", "filter": "any"}, "turn a card of yours face up"),
    ({"op": "morale", "plus": 0}, "one opponent takes a Morale test"),
    (
        {"op": "morale", "plus": 2, "who": "all_opponents"},
        "each opponent takes a Morale test at +2",
    ),
    ({"op": "morale", "plus": -1, "who": "self"}, "take a Morale test at -1"),
    ({"op": "this_morale", "plus": 1}, "this Morale test is at +1"),
    ({"op": "play_army"}, "play another army card from the hand now"),
    ({"op": "play_army", "who": "ally"}, "your ally plays another army card from the hand now"),
    (
        {"op": "play_free", "filter": "order", "who": "ally"},
        "your ally plays an Order from the hand without spending actions",
    ),
    (
        {"op": "coin_move", "source": "target", "to": "self", "n": 2},
        "take 2 coins from an opponent",
    ),
    (
        {"op": "coin_move", "source": "target", "to": "self"},
        "take any number of coins from an opponent",
    ),
    ({"op": "coin_move", "source": "self", "to": "target", "n": 1}, "give 1 coin to an opponent"),
    ({"op": "coin_move", "source": "self", "to": "ally", "n": 3}, "give 3 coins to your ally"),
    (
        {"op": "coin_move", "source": "self", "to": "ally"},
        "give any number of coins to your ally",
    ),
    ({"op": "give", "what": "army"}, "give 1 army card to your ally"),
    ({"op": "give", "what": "command"}, "give 1 command card to your ally"),
    (
        {"op": "convert", "per": 2, "effects": [{"op": "gain", "what": "vp"}]},
        "you may spend coins: for every 2, gain 1 vp",
    ),
    (
        {"op": "convert", "per": 1, "who": "both", "effects": [{"op": "gain", "what": "vp"}]},
        "you and your ally each may spend coins: for every 1, gain 1 vp",
    ),
    (
        {"op": "choose", "of": [[{"op": "gain", "what": "vp"}], [{"op": "give", "what": "army"}]]},
        "gain 1 vp or give 1 army card to your ally",
    ),
    (
        {"op": "if", "cond": "has_card", "card": "via", "then": [{"op": "gain", "what": "vp"}]},
        "with a Via in play gain 1 vp",
    ),
    (
        {
            "op": "if",
            "cond": "opponent_has",
            "card": "construct",
            "then": [{"op": "gain", "what": "vp"}],
            "els": [{"op": "gain", "what": "coin"}],
        },
        "if an opponent has a Construct in play gain 1 vp, else gain 1 coin",
    ),
    (
        {
            "op": "roll",
            "n": 1,
            "table": [
                {"faces": [1, 2, 3], "effects": [{"op": "gain", "what": "vp"}]},
                {"faces": [4, 6], "effects": [{"op": "gain", "what": "coin"}]},
                {"faces": [5], "effects": [{"op": "give", "what": "army"}]},
            ],
        },
        "roll 1 die: 1-3 gain 1 vp, 4, 6 gain 1 coin, 5 give 1 army card to your ally",
    ),
    (
        {"op": "roll", "n": 2, "then": [{"op": "gain", "what": "vp"}]},
        "roll 2 dice, pick one: gain 1 vp",
    ),
)


@pytest.mark.parametrize(("fields", "text"), EFFECTS, ids=[text for _, text in EFFECTS])
def test_an_effect_says_what_it_does_and_to_whom(fields: Fields, text: str) -> None:
    assert said(fields) == text


def test_every_effect_has_words() -> None:
    ops = {fields["op"] for fields, _ in EFFECTS}
    for each in get_args(schema.Effect):
        assert each.__struct_config__.tag in ops


@pytest.mark.parametrize("who", ["self", "target", "all", "all_opponents", "ally", "both"])
def test_whoever_is_meant_is_named(who: str) -> None:
    """Also in the right form of the verb."""
    text = said({"op": "gain", "what": "vp", "who": who})
    plural = who in ("self", "both")
    assert text.endswith("gain 1 vp" if plural else "gains 1 vp")
    name = "" if who == "self" else f"{WORDS.text(f'written.who.{who}')} "
    assert text.startswith(f"{name}gain")
    assert WORDS.text(f"written.own.{who}") in said({"op": "set", "die": "b", "who": who})
    one = said({"op": "reroll", "die": "r", "who": who})
    assert WORDS.text(f"written.whose.{who}") in one or one == "reroll one of your rs"


# Prices -------------------------------------------------------------------------------------------

VP = [{"op": "gain", "what": "vp"}]
PRICES: Final[tuple[tuple[list[Fields], str], ...]] = (
    ([], "Gain 1 vp."),
    ([{"coin": 2}], "Pay 2 coins: gain 1 vp."),
    ([{"coin": 1, "r": 1}], "Pay red1 + 1 coin: gain 1 vp."),
    ([{"k": 2}], "Pay gray2: gain 1 vp."),
    ([{"r": 3}], "Pay 3 off a r: gain 1 vp."),
    ([{"b": 1}], "Pay 1 off a b: gain 1 vp."),
    ([{"banner": "warlord"}], "Warlord: gain 1 vp."),
    ([{"banner": "warlord", "r": 1}], "Pay Warlord red1: gain 1 vp."),
    ([{"banner": "artifex", "k": 1, "coin": 1}], "Pay Artifex gray1 + 1 coin: gain 1 vp."),
    ([{"banner": "warlord"}, {"banner": "veterani"}], "Warlord or Veterani: gain 1 vp."),
    ([{"banner": "warlord"}, {"coin": 1}], "Pay Warlord or 1 coin: gain 1 vp."),
    ([{"requires_coin": 1}], "Pay 1 coin at hand: gain 1 vp."),
    ([{"actions": 1}], "Pay x: gain 1 vp."),
    ([{"actions": 2}], "Pay 2 more x: gain 1 vp."),
    ([{"r": 1, "k": 2}], "Pay red1 + gray2: gain 1 vp."),
)


@pytest.mark.parametrize(("cost", "text"), PRICES, ids=[text for _, text in PRICES])
def test_a_price_is_said_before_what_it_buys(cost: list[Fields], text: str) -> None:
    found = card(type="order", option=[{"effects": VP, "cost": cost}])
    assert found == {"card.x.option.0": text}


def test_a_card_in_play_says_its_rules_and_its_actions() -> None:
    found = card(
        passive=[{"hook": "hand_limit", "value": 9}, {"hook": "morale_roll", "value": -1}],
        action=[{"effects": VP, "cost": [{"r": 1}]}, {"effects": VP}],
    )
    assert found == {
        "card.x.text": (
            "Hand limit 9. Take 1 off Morale test rolls. x + red1: gain 1 vp. x: gain 1 vp."
        ),
        "card.x.use.0": "Gain 1 vp",
        "card.x.use.1": "Gain 1 vp",
    }


def test_choices_have_keys_by_their_first_effect() -> None:
    """They are counted where several begin alike; one of nothing has the card's own."""
    effects = [{"op": "choose", "of": [VP, [{"op": "gain", "what": "coin"}], []]}]
    within = [{"op": "convert", "per": 1, "effects": effects}]
    for shown in (effects, within):
        found = card(type="order", option=[{"effects": shown}])
        assert found.keys() == {
            "card.x.option.0",
            "card.x.branch.gain",
            "card.x.branch.gain2",
            "card.x",
        }
        assert found["card.x.branch.gain"] == "Gain 1 vp"
        assert found["card.x.branch.gain2"] == "Gain 1 coin"
        assert found["card.x"] == ""


def test_choices_are_found_wherever_effects_stand() -> None:
    """In what a rule brings and in what a runner brings too."""
    choice = [{"op": "choose", "of": [VP, [{"op": "give", "what": "army"}]]}]
    start = card(passive=[{"hook": "action_phase_start", "effects": choice}])
    assert {"card.x.branch.gain", "card.x.branch.give"} < start.keys()
    event = {"id": "x", "source": "rulebook"}
    hook = {"hook": "on_complete_legion", "effects": choice}
    found = Writer(WORDS).event(
        msgspec.convert({**event, "passive": [hook]}, type=schema.EventCard)
    )
    assert {"omen.x.branch.gain", "omen.x.branch.give"} < found.keys()
    sides = {"side_a": [{"effects": choice}], "side_b": [{"effects": choice}]}
    fields = {**event, "spaces": 3, "action": choice, **sides}
    found = Writer(WORDS).alliance(msgspec.convert(fields, type=schema.AllianceCard))
    keys = {
        f"alliance.x.branch.{name}{number}" for name in ("gain", "give") for number in ("", 2, 3)
    }
    assert keys < found.keys()


# Rules that change --------------------------------------------------------------------------------

RULES: Final[tuple[tuple[Fields, str], ...]] = (
    ({"hook": "construct_extra_action", "value": 0}, "Constructs cost no extra action."),
    ({"hook": "construct_extra_action", "value": 2}, "Constructs cost 2 more x to play."),
    (
        {"hook": "draw_phase", "look": 3},
        "In the Draw Phase look at 3 army cards, keep one, put the others on the bottom.",
    ),
    (
        {"hook": "action_phase_start", "effects": VP},
        "At the start of your Action Phase gain 1 vp.",
    ),
    ({"hook": "morale_roll", "value": -2}, "Take 2 off Morale test rolls."),
    ({"hook": "morale_roll", "value": 2}, "Morale tests are at +2."),
    ({"hook": "morale_roll", "value": 0}, "Take 0 off Morale test rolls."),
    (
        {"hook": "motivate"},
        "Once a turn Motivate costs only x, and you may keep the old roll.",
    ),
    (
        {"hook": "prevent_k_loss", "instead": 2},
        "Once a round, when one of your ks would be removed, take 2 off it instead.",
    ),
    (
        {"hook": "targeted_order_tax", "value": 1},
        "An opponent must spend 1 more x to play an Order that targets you.",
    ),
    ({"hook": "hand_limit", "value": 9}, "Hand limit 9."),
    ({"hook": "requisition_gain", "value": 2}, "Requisition gives 2 coins."),
)
EVENTS: Final[tuple[tuple[Fields, str], ...]] = (
    (
        {"hook": "actions_per_turn", "value": 1},
        "Each player has 1 more action on their turn this round.",
    ),
    (
        {"hook": "actions_per_turn", "value": 0},
        "Each player has 0 more actions on their turn this round.",
    ),
    ({"hook": "forbid_action", "action": "motivate"}, "Motivate may not be used."),
    ({"hook": "basic_cost", "action": "muster"}, "Muster costs only x."),
    (
        {"hook": "new_k_roll", "rolls": 2},
        "Each k you roll for a completed Legion: roll 2 times, keep the best.",
    ),
    (
        {"hook": "new_k_roll", "cap": 4},
        "New ks of a completed Legion count as at most 4.",
    ),
    (
        {"hook": "new_k_roll", "rolls": 2, "cap": 5},
        "Each k you roll for a completed Legion: roll 2 times, keep the best; "
        "new ks of a completed Legion count as at most 5.",
    ),
    ({"hook": "new_k_roll"}, "New ks of a completed Legion count as at most 6."),
    (
        {"hook": "extra_army_play"},
        "Once in each player's turn this round they may spend x to play another army card.",
    ),
    ({"hook": "on_complete_legion", "effects": VP}, "Whenever you complete a Legion, gain 1 vp."),
    ({"hook": "morale_roll", "value": 1}, "Morale tests are at +1."),
)


@pytest.mark.parametrize(("hook", "text"), RULES, ids=[text for _, text in RULES])
def test_a_card_says_which_rule_it_changes(hook: Fields, text: str) -> None:
    assert card(passive=[hook])["card.x.text"] == text


@pytest.mark.parametrize(("hook", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_an_event_says_which_rule_it_changes(hook: Fields, text: str) -> None:
    base = {"id": "x", "source": "rulebook"}
    fields = {**base, "passive": [hook]}
    assert Writer(WORDS).event(msgspec.convert(fields, type=schema.EventCard)) == {
        "omen.x.text": text
    }
    fields["reveal"] = VP
    found = Writer(WORDS).event(msgspec.convert(fields, type=schema.EventCard))
    assert found == {"omen.x.text": f"Gain 1 vp. {text}"}


def test_an_alliance_says_its_action_and_what_both_runners_bring() -> None:
    sides = {f"side_{side}": [{"effects": VP}, {"effects": VP * 2}] for side in "ab"}
    fields = {"id": "x", "source": "rulebook", "spaces": 3, "action": VP, **sides}
    found = Writer(WORDS).alliance(msgspec.convert(fields, type=schema.AllianceCard))
    both = "Gain 1 vp; gain 1 vp."
    assert found == {
        "alliance.x.action": "Gain 1 vp.",
        "alliance.x.side.0.0": "Gain 1 vp.",
        "alliance.x.side.0.1": both,
        "alliance.x.side.1.0": "Gain 1 vp.",
        "alliance.x.side.1.1": both,
    }
