"""Cards, counts and explanations, read back against the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ludus.core.models import About, Card, Goal
from ludus.core.protocol import CHANCE, SPECTATOR
from ludus.core.text import Sentence, plain, roman
from ludus.games.conqueror.cards import CONTROL_ALL
from ludus.games.conqueror.ids import (
    BID,
    CLOCK_OFF,
    FACTIONS,
    HIDDEN,
    NONE,
    WIN_FORTS,
)
from ludus.games.conqueror.tests.looks import Look, face, looks
from ludus.games.conqueror.tests.scene import CONTENTS
from ludus.games.conqueror.tests.test_bribery import late
from ludus.games.conqueror.tests.test_face_choices import (
    WORDS,
    fed,
)
from ludus.games.conqueror.tests.test_face_orders import say

MISSIONS_EACH, HEROES_EACH = 3, 4


def own(look: Look) -> int:
    """The viewer's seat, once it has a faction."""
    seat = look.view.viewer
    return seat if seat >= 0 and look.view.faction[seat] != NONE else NONE


def cards(look: Look) -> dict[str, Card]:
    board = face().dashboard(look.view, look.mine, (), look.names)
    found = {card.key: card for card in board.cards}
    assert len(found) == len(board.cards), "each card once"
    return found


def explained(look: Look, place: str) -> About:
    found = face().about(look.view, look.mine, place, look.names)
    assert found is not None, (look.where, place)
    return found


def rows(sentences: tuple[Sentence, ...]) -> list[str]:
    return [plain(row) for row in sentences]


def at_risk(look: Look) -> list[int]:
    """The armies that can be bribed while the clock runs, the dearest first."""
    view = look.view
    if view.clock == CLOCK_OFF or (view.bribed and not view.acting):
        return []
    mine = [p for p, owner in enumerate(view.owner) if owner == view.in_turn >= 0]
    return sorted((p for p in mine if view.bribe_price[p]), key=lambda p: -view.bribe_price[p])


def payers(look: Look, place: int) -> list[int]:
    view = look.view
    coming = view.infantry[place] + view.cavalry[place]
    rivals = [seat for seat in range(view.seats) if seat != view.owner[place] and view.alive[seat]]
    return [
        seat
        for seat in rivals
        if view.purse[seat] >= view.bribe_price[place]
        and view.units[seat] + coming <= fed(look, seat, place)
    ]


# Cards --------------------------------------------------------------------------------------------


def test_each_card_is_in_sight_of_whom_it_is_for() -> None:
    for look in looks():
        view, seat = look.view, own(look)
        expected = {"chronicle"}
        if not view.round:
            seats = CONTENTS.faction_seats
            expected |= {f"faction-{n}" for n in range(len(FACTIONS)) if view.seats in seats[n]}
        else:
            expected |= {"mission"} if seat != NONE and view.mission != NONE else set()
            expected |= {"bribes"} if at_risk(look) else set()
            if seat != NONE:
                expected |= {"realm", *(f"hero-{n}" for n in range(HEROES_EACH))}
        found = cards(look)
        assert found.keys() == expected, look.where
        for key, card in found.items():
            assert card.places == (key,)


def test_the_card_of_the_round_says_what_it_does() -> None:
    met = set()
    for look in looks():
        found = cards(look)["chronicle"]
        about = explained(look, "chronicle")
        left = say("about.cards_left", n=look.view.cards_left)
        if look.view.card == NONE:
            assert (found.title, found.band, found.icon, plain(found.foot)) == (
                WORDS.text("card.no_chronicle"),
                "gold",
                "chronicle",
                "",
            )
            assert plain(found.body) == say("card.first_round")
            assert rows(about.body) == [say("card.first_round"), left]
            continue
        card = CONTENTS.cards[look.view.card]
        sword = card.threat is not None
        met.add(sword)
        assert found.title == about.title == card.name
        assert (found.icon, found.band) == (("sword", "red") if sword else ("chronicle", "gold"))
        assert about.icon == found.icon
        assert plain(found.body) == say(f"chronicle.{card.id}")
        assert plain(found.foot) == say("card.this_round")
        assert rows(about.body) == [say(f"chronicle.{card.id}"), left]
        clause = "threat.4" if sword else "chronicles.1"
        assert about.clauses == (f"conqueror.{clause}",)
    assert met == {True, False}


def with_missions() -> Iterator[Look]:
    """Some positions with each mission in hand, and battles won on the way."""
    for look in looks()[::5]:
        if own(look) == NONE or not look.view.round:
            continue
        for number in range(MISSIONS_EACH):
            wins = tuple((place + number) % 5 for place in range(look.view.seats**2))
            yield replace(look, view=replace(look.view, mission=number, wins=wins))


def wanted(look: Look, number: int) -> list[Goal]:
    """What a mission asks for, and how much of it is there."""
    view, seat = look.view, own(look)
    found: list[Goal] = []
    which = CONTENTS.boards.index(look.board)
    for way, goal in enumerate(CONTENTS.missions[number].goals[which]):
        lead = WORDS.text("card.or") if way else ""
        if goal.op == CONTROL_ALL:
            for place, name in enumerate(look.board.names):
                if goal.places >> place & 1:
                    said = WORDS.text("card.hold", lead=lead, place=name)
                    found.append(Goal(said, done=view.owner[place] == seat))
                    lead = ""
            continue
        won = 0
        if goal.faction in view.faction:
            won = view.wins[seat * view.seats + view.faction.index(goal.faction)]
        name = WORDS.text(f"faction.{goal.faction}")
        said = WORDS.text("card.battles", lead=lead, n=won, most=goal.n, faction=name)
        found.append(Goal(said, done=won >= goal.n))
    return found


def test_a_mission_says_what_is_done_and_what_is_not() -> None:
    met: Counter[tuple[bool, bool]] = Counter()
    for look in with_missions():
        number = look.view.faction[own(look)] * MISSIONS_EACH + look.view.mission
        task = CONTENTS.missions[number]
        card = cards(look)["mission"]
        assert list(card.goals) == wanted(look, number), (look.where, task.id)
        met.update((goal.done, "battles" in goal.words) for goal in card.goals)
        assert (card.title, card.band) == (task.name, "purple")
        assert plain(card.cost) == say("name.coin", n=task.pays)
        assert plain(card.foot) == say("card.secret")
        about = explained(look, "mission")
        assert (about.title, about.icon) == (task.name, "mission")
        assert rows(about.body) == [say(f"mission.{task.id}"), say("about.mission_when")]
        assert rows(about.gives) == [say("name.coin", n=task.pays)]
    assert len(met) == 4


def test_a_mission_that_nobody_has_is_not_begun() -> None:
    """The cards of the box, as its editor shows them."""
    for look in looks()[::60]:
        found = face().printed(replace(look.view, viewer=SPECTATOR), look.names)
        for task in CONTENTS.missions:
            goals = found[f"missions.toml:{task.id}"].goals
            assert not any(goal.done for goal in goals), task.id
            won = [goal.words for goal in goals if "battles" in goal.words]
            assert all(words.removeprefix("or ").startswith("0 of ") for words in won)


def test_the_bribe_watch_names_the_dearest_armies_and_who_can_pay() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        found = cards(look).get("bribes")
        risks = at_risk(look)
        if found is None:
            continue
        assert risks and look.view.round
        paid = [(place, payers(look, place)) for place in risks if payers(look, place)]
        expected = []
        for place, seats in paid[:5]:
            who = "".join(look.names[seat] for seat in seats)
            price, name = look.view.bribe_price[place], look.board.names[place]
            expected.append(say("card.at_risk", n=price, place=name, who=who))
            met["payer"] += 1
        if len(paid) > 5:
            expected.append(say("card.more_at_risk", n=len(paid) - 5))
            met["more"] += 1
        if len(paid) < len(risks):
            expected.append(say("card.no_payer", n=len(risks) - len(paid)))
            met["nobody"] += 1
        assert plain(found.body).split("\n") == expected, look.where
        assert found.kind == WORDS.text("card.armies_of", player=look.names[look.view.in_turn])
        assert plain(found.foot) == say("card.homes_safe")
    assert met.keys() == {"payer", "more", "nobody"}


def test_the_realm_says_how_far_it_is() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        found = cards(look).get("realm")
        if found is None:
            continue
        view, seat = look.view, own(look)
        forts = view.forts[seat]
        key = "counting" if view.countdown[seat] else "missing" if forts < 5 else "hold_on"
        assert plain(found.cost) == say(f"card.{key}", n=WIN_FORTS - forts), look.where
        met[key] += 1
        assert (found.band, found.icon) == (f"seat-{seat}", f"mark-{seat}")
        assert found.title == FACTIONS[view.faction[seat]]
        assert [meter.key for meter in found.meters] == [
            f"{key}-{seat}" for key in ("forts", "units", "food", "coins")
        ]
    assert met.keys() == {"counting", "missing", "hold_on"}


def with_heroes() -> Iterator[Look]:
    """Some positions with heroes bought and played."""
    for number, look in enumerate(looks()[::9]):
        if own(look) == NONE or not look.view.round:
            continue
        burnt = list(look.view.burnt)
        burnt[own(look)] = number % 16
        hand = number // 3 % 16 & ~burnt[own(look)]
        yield replace(look, view=replace(look.view, hand=hand, burnt=tuple(burnt)))


def test_a_hero_is_bought_in_hand_or_played() -> None:
    met: Counter[str] = Counter()
    for look in with_heroes():
        view, seat = look.view, own(look)
        found = cards(look)
        for number in range(HEROES_EACH):
            card = found[f"hero-{number}"]
            about = explained(look, f"hero-{number}")
            hero = CONTENTS.heroes[view.faction[seat] * HEROES_EACH + number]
            hand, played = view.hand >> number & 1, view.burnt[seat] >> number & 1
            key = "in_hand" if hand else "played" if played else "costs"
            met[key] += 1
            told = (look.where, hero.id)
            assert plain(card.foot) == say(f"card.{key}", n=view.hero_price[number]), told
            assert card.band == (f"seat-{seat}" if hand else ""), told
            assert card.face == ("spent" if played else "up"), told
            assert (card.title, plain(card.cost)) == (hero.name, f"+{hero.strength}"), told
            assert plain(card.body) == say(f"hero.{hero.id}"), told
            assert about.title == hero.name
            assert rows(about.body) == [
                say("about.hero", strength=hero.strength),
                say(f"hero.{hero.id}"),
                say(f"card.{key}", n=view.hero_price[number]),
            ], told
            assert f"conqueror.hero.{hero.id}" in about.clauses
    assert met.keys() == {"in_hand", "played", "costs"}


def test_a_faction_is_free_or_taken_by_somebody() -> None:
    met: Counter[bool] = Counter()
    for look in looks():
        if look.view.round:
            continue
        for key, card in cards(look).items():
            if not key.startswith("faction-"):
                continue
            faction = int(key.removeprefix("faction-"))
            chosen = look.view.faction
            taken = faction in chosen
            met[taken] += 1
            home = next(land.name for land in look.board.territories if land.home == faction)
            if taken:
                seat = chosen.index(faction)
                assert (card.band, card.face) == (f"seat-{seat}", "spent")
                assert plain(card.foot) == say("card.faction_taken", player=look.names[seat])
            else:
                assert (card.band, card.face) == ("gold", "up")
                assert plain(card.foot) == say("card.faction_free", home=home)
            assert card.title == FACTIONS[faction]
            heroes = CONTENTS.heroes[faction * 4 : faction * 4 + 4]
            names = ", ".join(f"{hero.name} +{hero.strength}" for hero in heroes)
            assert plain(card.body) == say("card.faction", heroes=names)
            about = explained(look, key)
            assert about.body[1:] == card.more and rows(card.more) == in_full(faction)
            assert about.rings == (f"land-{look.board.place(home)}",)
    assert met.keys() == {True, False}


def hero_line(number: int) -> str:
    hero = CONTENTS.heroes[number]
    text = WORDS.text(f"hero.{hero.id}")
    strength, price = hero.strength, hero.price
    return say("about.hero_line", hero=hero.name, strength=strength, price=price, text=text)


def in_full(faction: int) -> list[str]:
    """All heroes and missions of a faction."""
    found = [hero_line(faction * HEROES_EACH + n) for n in range(HEROES_EACH)]
    for task in CONTENTS.missions[faction * MISSIONS_EACH : (faction + 1) * MISSIONS_EACH]:
        text = WORDS.text(f"mission.{task.id}")
        found.append(say("about.mission_line", mission=task.name, n=task.pays, text=text))
    return found


# Panels and the top bar ---------------------------------------------------------------------------


def test_the_top_bar_says_whose_turn_it_is_and_who_leads() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        view = look.view
        board = face().dashboard(view, look.mine, (), look.names)
        bidding = view.question is not None and view.question.phase == BID
        if not view.round:
            assert board.turn == WORDS.text("dashboard.before")
            assert board.steps is None and board.progress == ()
            continue
        key = "dashboard.round_of" if view.round_limit else "dashboard.round"
        said = WORDS.text(key, round=roman(view.round), limit=roman(view.round_limit))
        if not view.ended:
            who = look.names[view.in_turn]
            mine = view.in_turn == view.viewer
            key = "dashboard.yours" if mine else "dashboard.whose"
            said = WORDS.text(key, round=said, player=who)
        assert board.turn == said, look.where
        if view.ended or bidding:
            assert board.steps is None
        else:
            assert board.steps is not None and board.steps.at == int(view.acting)
            assert len(board.steps.names) == 2
        counting = [seat for seat in range(view.seats) if view.countdown[seat]]
        most = max(view.forts)
        leaders = [look.names[s] for s in range(view.seats) if view.forts[s] == most]
        if counting and not view.ended:
            expected = say("dashboard.countdown", player=look.names[counting[0]])
            assert plain(board.progress) == expected
            met["countdown"] += 1
        else:
            for name in look.names:
                assert (name in plain(board.progress)) == (name in leaders), look.where
            assert str(most) in plain(board.progress)
        met["ended"] += bool(view.ended)
        met["bidding"] += bidding
    assert met["countdown"] and met["ended"] and met["bidding"]


def test_a_panel_shows_what_a_player_does_and_has() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        view = look.view
        for seat, panel in enumerate(face().panels(view, look.names)):
            faction = view.faction[seat]
            assert panel.note == ("" if faction == NONE else FACTIONS[faction])
            meters = {meter.key: meter for meter in panel.meters}
            assert bool(meters) == bool(view.round and view.alive[seat])
            if meters:
                forts, units = meters[f"forts-{seat}"], meters[f"units-{seat}"]
                assert forts.tone == ("good" if view.countdown[seat] else "")
                full = view.units[seat] >= view.quota[seat]
                assert units.tone == ("warn" if full else "")
                assert forts.brief == f"{view.forts[seat]}/5"
                assert units.shown == f"{view.units[seat]} /{view.quota[seat]}"
                met["good"] += forts.tone == "good"
            key = ""
            if view.round and not view.alive[seat]:
                key = "panel.out"
            elif view.round and not view.ended:
                if view.bids[seat] == HIDDEN:
                    key = "panel.bid_made"
                elif seat == view.in_turn:
                    key = "turn"
                elif view.countdown[seat]:
                    key = "panel.countdown"
            met[key] += 1
            if key == "turn":
                clock = ("", "planning", "late", "acting", "still", "warned")[view.clock]
                free = "acting" if view.acting else "planning_free"
                expected = WORDS.text(f"turn.{clock or free}", n=view.time_limit // 1000)
                assert panel.state == expected, look.where
            else:
                assert panel.state == (WORDS.text(key) if key else ""), look.where
    assert met.keys() >= {"", "turn", "good", "panel.out", "panel.bid_made", "panel.countdown"}


VARIANTS = {("act", 2): "act_late", ("act", 5): "act_warned", ("plan", 2): "plan_late"}


def test_a_prompt_says_what_is_asked_and_of_whom() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        view, decision = look.view, look.decision
        if decision is None:
            continue
        key = VARIANTS.get((decision.prompt, view.clock), decision.prompt)
        if key == "plan" and not view.collected:
            key = "plan_uncollected"
        if key == "bribe" and any(place != NONE for place in view.claims):
            key = "claim"
        parts: dict[str, int | str] = {
            "seat": look.names[decision.seat],
            "units": view.units[decision.seat],
            "quota": view.quota[decision.seat],
        }
        if view.in_turn != NONE:
            parts["late"] = look.names[view.in_turn]
        if view.card != NONE:
            threat = CONTENTS.cards[view.card].threat
            parts["card"] = CONTENTS.cards[view.card].name
            parts["minimum"] = threat.minimum_for(sum(view.alive)) if threat is not None else 0
        if view.question is not None:
            parts["count"] = view.question.count
        if view.battle is not None:
            parts["target"] = look.board.names[view.battle.target]
            parts["rival"] = look.names[view.battle.attacker]
            parts["margin"] = view.battle.margin
            parts["attack"], parts["defence"] = map(sum, view.battle.parts)
        voice = "text" if decision.seat == view.viewer else "wait"
        prompt = face().prompt(view, decision, look.names)
        assert plain(prompt.sentence) == say(f"prompt.{key}.{voice}", **parts), look.where
        assert prompt.clause == WORDS.text(f"prompt.{key}.clause")
        met[f"{key}.{voice}"] += 1
    assert {"claim.text", "act_late.text", "act_warned.text", "plan_late.text"} <= met.keys()


def test_while_a_die_decides_between_bribes_the_prompt_speaks_of_it() -> None:
    scene = late(acting=True).time().act("warn", 1).time()
    scene.do("bribe", "Cyrene", 1).do("bribe", "Cyrene", 2)
    while scene.decision().seat != CHANCE:
        scene.time()
    decision = scene.decision()
    assert any(place != NONE for place in scene.view().claims)
    for who in ("", "Rome", "Egypt"):
        prompt = face().prompt(scene.view(who), decision, ("Livia", "Marcus", "Quinta"))
        assert plain(prompt.sentence) == say("prompt.die.wait")
