"""What is worth stopping for, read back: battles, bids, warnings, bribes, five forts, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludus.core.models import Moment, Side
from ludus.core.protocol import Event
from ludus.core.text import plain
from ludus.games.conqueror.ids import (
    ADVANCE,
    ATTACK,
    BID,
    CASUALTY,
    DEFENCE,
    FACTIONS,
    HERO,
    HIDDEN,
    INDEPENDENT,
    KILL,
    NONE,
    REROLL,
)
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.tests.looks import Look, face, looks
from ludus.games.conqueror.tests.scene import CONTENTS, Scene
from ludus.games.conqueror.tests.test_face_choices import WORDS, army, prize
from ludus.games.conqueror.tests.test_face_models import hero_chances
from ludus.games.conqueror.tests.test_face_orders import (
    Sent,
    bar,
    drawn_bar,
    gain,
    in_words,
    say,
)
from ludus.games.conqueror.view import BattleView

STEPS = {HERO: 0, REROLL: 1, CASUALTY: 2, KILL: 2, ADVANCE: 3}
SIDES = (ATTACK, DEFENCE)


def moment(look: Look) -> Moment | None:
    return face().dashboard(look.view, look.mine, (), look.names).moment


def battle_of(look: Look) -> BattleView | None:
    """The battle that is shown: with a player, and at one of its steps."""
    view, fight = look.view, look.view.battle
    if view.question is None or fight is None or fight.defender == INDEPENDENT:
        return None
    return fight if view.question.phase in STEPS else None


def battles() -> Iterator[tuple[Look, BattleView, Moment]]:
    for look in looks():
        fight = battle_of(look)
        if fight is not None:
            found = moment(look)
            assert found is not None, look.where
            yield look, fight, found


def test_only_battles_and_bids_are_shown_while_they_last() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        question, found = look.view.question, moment(look)
        if question is not None and question.phase == BID:
            assert found is not None and found.icon == "sword"
            met["bid"] += 1
        elif battle_of(look) is not None:
            assert found is not None and found.icon == "swords"
            met["battle"] += 1
        else:
            assert found is None, look.where
            met["in battle" if look.view.battle is not None else "none"] += 1
    assert met.keys() == {"bid", "battle", "in battle", "none"}


# Battles ------------------------------------------------------------------------------------------


def seat_of(fight: BattleView, side: int) -> int:
    return (fight.attacker, fight.defender)[side]


def army_of(look: Look, fight: BattleView, side: int) -> tuple[int, int]:
    """Those who fought once the dice have fallen, those who are there before."""
    if fight.counted:
        row = fight.counted[6 * side : 6 * side + 6]
        return row[4], row[5]
    if side == ATTACK:
        return sum(fight.joined[:4]), sum(fight.joined[4:])
    return look.view.infantry[fight.target], look.view.cavalry[fight.target]


def terms(side: Side) -> list[tuple[str, str]]:
    return [(plain(term.shown), term.label) for term in side.terms]


def test_the_sides_of_a_battle_are_what_they_count() -> None:
    met: Counter[str] = Counter()
    for look, fight, found in battles():
        assert found.title == WORDS.text("moment.battle", place=look.board.names[fight.target])
        assert found.steps is not None and look.view.question is not None
        assert found.steps.at == STEPS[look.view.question.phase]
        assert len(found.steps.names) == 4
        for side, shown in zip(SIDES, found.sides, strict=True):
            units, bonus, hero, die = fight.parts[side]
            seat = seat_of(fight, side)
            assert shown.mark == seat
            place = (fight.origin, fight.target)[side]
            key = ("moment.attacks", "moment.defends")[side]
            names = {"seat": look.names[seat], "place": look.board.names[place]}
            said = say(key, army=army(*army_of(look, fight, side)), **names)
            assert plain(shown.title) == said, look.where
            card = fight.hero[side]
            label = WORDS.text("moment.no_hero")
            if card == HIDDEN:
                label = WORDS.text("moment.hidden")
            elif card != NONE:
                label = CONTENTS.heroes[card].name
            expected = [(str(units), WORDS.text("moment.units"))]
            if side == DEFENCE:
                expected.append((str(bonus), WORDS.text("moment.fort")))
            expected.append(("?" if card == HIDDEN else str(hero), label))
            face_up = say("name.die", face=die) if die else "?"
            expected.append((face_up, WORDS.text("moment.die")))
            assert terms(shown) == expected, look.where
            total = str(units + bonus + hero + die)
            assert shown.total == (total if fight.counted else f"{total}+"), look.where
            assert shown.tone == ("good" if fight.winner == side else ""), look.where
            met["hidden" if card == HIDDEN else "played" if card != NONE else "none"] += 1
            met["rolled" if die else "to roll"] += 1
    assert met.keys() == {"hidden", "played", "none", "rolled", "to roll"}


def ruled(look: Look, mine: int, theirs: int, winner: int, margin: int) -> str:
    """Who wins, in words."""
    if winner == NONE:
        return say("moment.draw", mine=mine, theirs=theirs)
    high, low = sorted((mine, theirs), reverse=True)
    key = "moment.wins" if margin else "moment.wins_tie"
    return say(key, high=high, low=low, winner=look.names[winner], margin=margin)


def test_a_battle_says_how_it_stands_and_then_who_won() -> None:
    met: Counter[str] = Counter()
    for look, fight, found in battles():
        mine, theirs = map(sum, fight.parts)
        if fight.counted:
            winner = NONE if fight.winner == NONE else seat_of(fight, fight.winner)
            expected = ruled(look, mine, theirs, winner, fight.margin)
            met["won" if winner != NONE else "draw"] += 1
        elif found.columns:
            key = "moment.chances_hidden" if HIDDEN in fight.hero else "moment.chances"
            expected = say(key)
            met[key] += 1
        else:
            key = "moment.odds_hidden" if HIDDEN in fight.hero else "moment.odds"
            chances = percents(mine - theirs)
            expected = say(key, odds=in_words(*chances))
            assert bar(found.verdict) == drawn_bar(*chances)
            met[key] += 1
        assert plain(found.verdict) == expected, look.where
    assert met.keys() >= {"won", "moment.chances", "moment.chances_hidden"}
    assert met.keys() >= {"moment.odds", "moment.odds_hidden"}


def test_a_battle_counts_the_dead_and_says_what_victory_brings() -> None:
    met: Counter[str] = Counter()
    for look, fight, found in battles():
        losses, follows = [], []
        if fight.counted:
            for side in SIDES:
                dead = fight.infantry_killed[side], fight.cavalry_killed[side]
                if sum(dead):
                    seat = look.names[seat_of(fight, side)]
                    losses.append(say("moment.loses", seat=seat, army=army(*dead)))
                    met[f"loses {side}"] += 1
            if fight.winner == ATTACK:
                follows.append(say("moment.pays", n=look.law.victory_pay))
                if look.law.second_attack:
                    follows.append(say(f"moment.once_more.{prize(look)}"))
                taken = look.view.owner[fight.target] == fight.attacker
                if look.board.fort[fight.target] and not taken:
                    forts = look.view.forts[fight.attacker] + 1
                    follows.append(say("moment.forts", n=forts))
                    met["fort"] += 1
                met["follows"] += 1
            elif fight.winner == DEFENCE:
                met["defended"] += 1
        assert [plain(row) for row in found.losses] == losses, look.where
        assert [plain(row) for row in found.follows] == follows, look.where
    assert met.keys() == {"loses 0", "loses 1", "fort", "follows", "defended"}


def test_the_chances_with_each_hero_are_only_for_who_may_play_one() -> None:
    met: Counter[str] = Counter()
    for look, fight, found in battles():
        decision = look.mine
        if decision is None or decision.prompt not in ("attack_hero", "defence_hero"):
            assert found.columns == (), look.where
            continue
        defending = decision.prompt == "defence_hero"
        mine, theirs = map(sum, fight.parts)
        units = (sum(fight.joined[:4]), sum(fight.joined[4:]))
        sent = Sent(fight.origin, fight.target, units, attack=True)
        expected = []
        for option in decision.options:
            title, lead = WORDS.text("moment.no_hero"), mine - theirs
            if option.verb == "play":
                title = CONTENTS.heroes[option.arg].name
                more, less = gain(look, sent, option.arg, defending)
                bonus = look.view.defence[fight.target]
                lead += -more if defending else more + min(less, bonus)
            chances = percents(lead)[:: -1 if defending else 1]
            expected.append((title, in_words(*chances), drawn_bar(*chances)))
        shown = [(each.title, plain(each.line), bar(each.line)) for each in found.columns]
        assert shown == expected, look.where
        met[decision.prompt] += 1
    assert met.keys() == {"attack_hero", "defence_hero"}


def test_nobody_else_sees_the_chances_with_each_hero() -> None:
    met = 0
    for look in looks():
        asked = look.decision
        if look.mine is None and asked is not None and asked.prompt.endswith("_hero"):
            found = face().dashboard(look.view, asked, (), look.names).moment
            assert found is not None and found.columns == (), look.where
            met += 1
    assert met


def test_the_heroes_of_a_defender_count_in_its_chances() -> None:
    """Each of them, on a fort, in a home and on plain land."""
    for hero in CONTENTS.heroes:
        own = FACTIONS[hero.faction]
        other = "Greece" if own != "Greece" else "Egypt"
        rest = [name for name in FACTIONS if name not in (own, other)]
        for start, end in (
            ("Illyria", "Thracia"),
            ("Ionian Sea", "Creta"),
            ("Syria", "Asia Minor"),
        ):
            scene = Scene(other, own, *rest, acting=True).army(other, start, 3, 2)
            scene.army(own, end, 4, 2).heroes(own, hero.id)
            scene.do("attack", f"{start}>{end}").act("join_all")
            while scene.decision().seat != 1:
                scene.act("no_hero")
            found = hero_chances(scene, own)
            look = Look(own, scene.view(own), scene.decision())
            fight = look.view.battle
            assert fight is not None
            sent = Sent(fight.origin, fight.target, (3, 2), attack=True)
            mine, theirs = map(sum, fight.parts)
            lead = mine - theirs - gain(look, sent, hero.number, defending=True)[0]
            assert found[hero.name] == in_words(*percents(lead)[::-1]), (hero.id, end)


# Bids ---------------------------------------------------------------------------------------------


def test_bids_are_sealed_but_for_ones_own() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        view = look.view
        if view.question is None or view.question.phase != BID:
            continue
        found = moment(look)
        assert found is not None
        card = CONTENTS.cards[view.card]
        assert card.threat is not None
        assert found.title == WORDS.text("moment.bidding", card=card.name)
        needed = card.threat.minimum_for(sum(view.alive))
        assert found.note == WORDS.text("moment.needed", n=needed)
        assert plain(found.verdict) == say(f"chronicle.{card.id}")
        expected = []
        for seat in range(view.seats):
            if view.alive[seat]:
                bid = view.bids[seat]
                line = say("moment.thinking") if bid == NONE else say("moment.sealed")
                if bid >= 0 and seat == view.viewer:
                    line = say("name.coin", n=bid)
                expected.append((seat, look.names[seat], line))
                met["thinking" if bid == NONE else "sealed" if bid == HIDDEN else "open"] += 1
        shown = [(s.mark, plain(s.title), plain(s.lines[0])) for s in found.sides]
        assert shown == expected, look.where
    assert met.keys() == {"thinking", "sealed", "open"}


def test_whoever_is_out_does_not_bid() -> None:
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", turn=3).out("Carthage")
    scene.army("Rome", "Brundium", 1).end().draw("slave_revolt")
    scene.act("bid:0", 2)
    for who in ("Rome", "Carthage", "Egypt"):
        look = Look(who, scene.view(who), None)
        found = moment(look)
        assert found is not None and [side.mark for side in found.sides] == [0, 2, 3]
        lines = [plain(side.lines[0]) for side in found.sides]
        assert lines == [say("moment.thinking"), say("moment.sealed"), say("moment.thinking")]


# What was told ------------------------------------------------------------------------------------


def told(look: Look, event: Event) -> Moment | None:
    line = face().tell(look.view, event, look.names)
    return line.moment if line is not None else None


def events(*kinds: str) -> Iterator[tuple[Look, Event, Moment]]:
    for look in looks():
        for event in look.told:
            if event.kind in kinds:
                found = told(look, event)
                assert found is not None
                yield look, event, found


def test_a_battle_that_was_told_has_the_same_sums() -> None:
    met: Counter[str] = Counter()
    for look, event, found in events("battle"):
        heroes = event.numbers("heroes")
        seats = (event.number("attacker"), event.number("defender"))
        places = (event.number("origin"), event.number("place"))
        armies = (event.numbers("attackers"), event.numbers("defenders"))
        rows = (event.numbers("attack"), event.numbers("defence"))
        winner = event.number("winner")
        for side, shown in zip(SIDES, found.sides, strict=True):
            units, bonus, hero, die = rows[side]
            label = CONTENTS.heroes[heroes[side]].name if heroes[side] != NONE else ""
            label = label or WORDS.text("moment.no_hero")
            expected = [(str(units), WORDS.text("moment.units"))]
            if side == DEFENCE:
                expected.append((str(bonus), WORDS.text("moment.fort")))
            expected += [(str(hero), label), (say("name.die", face=die), WORDS.text("moment.die"))]
            assert terms(shown) == expected
            assert shown.total == str(sum(rows[side]))
            assert shown.tone == ("good" if winner == seats[side] else "")
            key = ("moment.attacks", "moment.defends")[side]
            infantry, cavalry = armies[side]
            names = {"seat": look.names[seats[side]], "place": look.board.names[places[side]]}
            assert plain(shown.title) == say(key, army=army(infantry, cavalry), **names)
            assert shown.mark == seats[side]
            met["hero" if heroes[side] != NONE else "none"] += 1
        sums = [sum(row) for row in rows]
        expected_words = ruled(look, sums[0], sums[1], winner, event.number("margin"))
        assert plain(found.verdict) == expected_words
        met["draw" if winner == NONE else "won"] += 1
    assert met.keys() == {"hero", "none", "draw", "won"}


def test_opened_bids_show_what_everybody_gave() -> None:
    met: Counter[bool] = Counter()
    for look, event, found in events("bids"):
        bids, won = event.numbers("bids"), bool(event.number("won"))
        given = {seat: bid for seat, bid in enumerate(bids) if bid != NONE}
        best = max(given.values())
        coins = WORDS.text("moment.coins")
        assert [(side.mark, terms(side), side.tone) for side in found.sides] == [
            (seat, [(str(bid), coins)], "good" if won and bid == best else "")
            for seat, bid in given.items()
        ]
        assert [plain(side.title) for side in found.sides] == [look.names[seat] for seat in given]
        assert found.tone == ("good" if won else "bad")
        total, minimum = event.number("total"), event.number("minimum")
        key = "moment.bids_won" if won else "moment.bids_lost"
        assert plain(found.verdict) == say(key, total=total, minimum=minimum)
        assert found.note == WORDS.text("moment.needed", n=minimum)
        met[won] += 1
    names = ("Livia", "Marcus", "Quinta", "Titus")
    view = Scene("Rome", "Carthage", "Greece", "Egypt").view("Rome")
    for won in (False, True):
        facts: dict[str, int | tuple[int, ...]] = {
            "bids": (3, NONE, 5, 5),
            "won": int(won),
            "total": 13,
            "minimum": 13,
        }
        line = face().tell(view, Event("bids", facts), names)
        assert line is not None and line.moment is not None
        shown = line.moment.sides
        assert [(side.mark, side.tone) for side in shown] == [
            (0, ""),
            (2, "good" if won else ""),
            (3, "good" if won else ""),
        ]
        assert line.moment.tone == ("good" if won else "bad")


def test_warnings_bribes_and_five_forts_say_what_follows() -> None:
    met: Counter[str] = Counter()
    for look, event, found in events("warning", "time_up", "bribe", "countdown"):
        line = face().tell(look.view, event, look.names)
        assert line is not None and found.title == WORDS.text(f"moment.{event.kind}")
        assert [side.title for side in found.sides] == [line.sentence]
        assert found.sides[0].mark == event.number("seat")
        expected = []
        if event.kind == "countdown":
            held = [look.board.names[place] for place in event.numbers("held")]
            expected += [say("moment.hold", place=name) for name in held]
        if event.kind != "bribe":
            expected.append(say(f"moment.follows.{event.kind}"))
        assert [plain(row) for row in found.follows] == expected
        assert (found.tone == "bad") == (event.kind in ("bribe", "countdown"))
        met[event.kind] += 1
    assert met.keys() == {"warning", "time_up", "bribe", "countdown"}


def test_the_end_shows_what_everybody_holds() -> None:
    met = 0
    for look, event, found in events("game_end"):
        winners = event.numbers("winners")
        for seat, side in enumerate(found.sides):
            assert (side.mark, plain(side.title)) == (seat, look.names[seat])
            assert side.tone == ("good" if seat in winners else "")
            counts = [event.numbers(key)[seat] for key in ("forts", "food", "coins")]
            assert [plain(term.shown) for term in side.terms] == [str(count) for count in counts]
        named = ", ".join(look.names[seat] for seat in winners)
        assert plain(found.verdict) == say("moment.end", players=named, count=len(winners))
        assert len(found.sides) == look.view.seats and found.stays
        met += 1
    assert met
