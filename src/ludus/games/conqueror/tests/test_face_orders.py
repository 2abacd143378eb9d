"""Orders to armies, read back: odds, costs and what is left, as previews and as gestures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ludus.core.face import Choice
from ludus.core.models import Gesture, Target, Wish
from ludus.core.protocol import Decision
from ludus.core.text import ODDS, Sentence, plain
from ludus.games.conqueror.board import BRIDGE
from ludus.games.conqueror.ids import (
    FACTIONS,
    GREAT_FORT,
    INDEPENDENT,
    MARCHED,
    NOBODY,
    NONE,
    SPENT,
    VICTOR,
)
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.tests.looks import Look, asked, face
from ludus.games.conqueror.tests.scene import CONTENTS, Scene
from ludus.games.conqueror.tests.test_face_choices import (
    ORDERS,
    WORDS,
    army,
    defends,
    fed,
    prize,
    ready,
    takes,
    unit,
    unpaid,
)

UNLIKELY, LIKELY = 35, 60
BOTH = (0, 1)


@dataclass(frozen=True)
class Sent:
    """So many units on their way."""

    start: int
    end: int
    units: tuple[int, int]
    attack: bool


def movers(look: Look, place: int) -> tuple[int, int]:
    infantry, cavalry = (ready(look.view, place, kind, VICTOR, SPENT) for kind in BOTH)
    return infantry, cavalry


def fighters(look: Look, place: int) -> tuple[int, int]:
    infantry, cavalry = (ready(look.view, place, kind, MARCHED, SPENT) for kind in BOTH)
    return infantry, cavalry


def able(look: Look, place: int) -> tuple[int, int]:
    """Units that can move or attack."""
    infantry, cavalry = map(max, zip(movers(look, place), fighters(look, place), strict=True))
    return infantry, cavalry


def at_sea(look: Look, sent: Sent) -> bool:
    lands = look.board.territories
    return lands[sent.start].sea or lands[sent.end].sea


def over_bridge(look: Look, sent: Sent) -> bool:
    kinds = {(a, b): kinds for a, b, kinds in look.board.links}
    return bool(kinds[sent.start, sent.end] & BRIDGE)


def gain(look: Look, sent: Sent, hero: int, defending: bool = False) -> tuple[int, int]:
    """What a hero adds to its side, and takes from the bonus of the other, by what it says."""
    card = CONTENTS.heroes[hero]
    land = look.board.territories[sent.end]
    infantry, cavalry = sent.units
    if defending:
        infantry, cavalry = look.view.infantry[sent.end], look.view.cavalry[sent.end]
    strong = land.home >= 0 or land.fort == GREAT_FORT
    more = {
        "xanthippus": min(3, cavalry),
        "tiridates": min(3, cavalry),
        "gaius_duilius": 2 * (at_sea(look, sent) or over_bridge(look, sent)),
        "viridomarus": int(not defending),
        "fabius_maximus": 2 * defending,
        "barca_hamilcar": 2 * defending,
        "cleomenes_of_sparta": min(3, infantry) * defending,
        "magas_of_cyrene": 2 * (defending and bool(land.fort)),
    }.get(card.id, 0)
    less = 2 * (card.id == "scipio_africanus" and not defending and strong)
    return card.strength + more, less


def weight(look: Look, sent: Sent) -> int:
    return sum(n * worth for n, worth in zip(sent.units, look.law.attack_weight, strict=True))


def chances(look: Look, sent: Sent, hero: int = NONE) -> tuple[int, int, int]:
    """Per cent won, drawn and lost before the other side plays a hero."""
    mine, theirs = weight(look, sent), defends(look.view, sent.end)
    if hero != NONE:
        more, less = gain(look, sent, hero)
        mine, theirs = mine + more, theirs - min(less, look.view.defence[sent.end])
    return percents(mine - theirs)


def in_words(win: int, draw: int, lost: int) -> str:
    return WORDS.text("odds.words", win=win, draw=draw, lost=lost)


def bar(sentence: Sentence) -> str:
    """The bar of chances in a sentence, or nothing."""
    return next((bit.ref for bit in sentence if bit.kind == ODDS), "")


def drawn_bar(win: int, draw: int, lost: int) -> str:
    first = WORDS.text("odds.win", win=win) if win >= 30 else str(win)
    return f"{win}={first}|{draw}={draw}|{lost}={lost}"


def say(key: str, **parts: int | str) -> str:
    return plain(WORDS.say(key, **parts))


def follows(look: Look, sent: Sent) -> list[str]:
    """Forts, territories given up and hunger."""
    view, board = look.view, look.board
    seat = view.owner[sent.start]
    rows = []
    gained = NONE if view.owner[sent.end] == seat else sent.end
    if gained != NONE and board.fort[gained]:
        forts = view.forts[seat] + 1
        rows.append(say("order.fifth") if forts == 5 else say("order.fort", n=forts))
    left = (view.infantry[sent.start] - sent.units[0], view.cavalry[sent.start] - sent.units[1])
    name, lost = board.names[sent.start], NONE
    if any(left):
        rows.append(say("order.stays", army=army(*left), place=name))
    elif board.territories[sent.start].home != view.faction[seat]:
        lost = sent.start
        rows.append(say("order.fort_left" if board.fort[lost] else "order.left", place=name))
    quota = fed(look, seat, gained, lost)
    if view.units[seat] > quota:
        rows.append(say("order.hungry", quota=quota, n=view.units[seat] - quota))
    return rows


def brings(look: Look, sent: Sent) -> list[str]:
    """All that an order brings, in order: what is won for sure first, chances last."""
    view = look.view
    owner = view.owner[sent.end]
    after = [*follows(look, sent), *unpaid(look)]
    if not sent.attack:
        return [takes(look, sent.end), *after] if owner == NOBODY else after
    mine, theirs = weight(look, sent), defends(view, sent.end)
    if owner == INDEPENDENT:
        key = "order.sure" if mine > theirs else "order.weak"
        return [*after, say(key, mine=mine, theirs=theirs)]
    bonus = view.defence[sent.end]
    after.append(in_words(*chances(look, sent)))
    after.append(say("order.sums", mine=mine, units=theirs - bonus, bonus=bonus))
    if look.law.heroes_play:
        first = view.faction[view.viewer] * 4
        for hero in range(first, first + 4):
            if view.hand >> hero - first & 1:
                win = chances(look, sent, hero)[0]
                after.append(say("order.hero", hero=CONTENTS.heroes[hero].name, win=win))
    return [*after, say(f"order.pays.{prize(look)}", n=look.law.victory_pay)]


def title(look: Look, sent: Sent) -> str:
    key = "take" if look.view.owner[sent.end] == NOBODY else "join"
    return WORDS.text(f"order.{'attack' if sent.attack else key}", place=look.board.names[sent.end])


def note(look: Look, sent: Sent) -> tuple[str, str]:
    """What stands beside a target, and how it is meant."""
    owner = look.view.owner[sent.end]
    if not sent.attack:
        return say("target.free" if owner == NOBODY else "target.join"), ""
    if owner == INDEPENDENT:
        sure = weight(look, sent) > defends(look.view, sent.end)
        return (say("target.sure"), "good") if sure else (say("target.weak"), "bad")
    win = chances(look, sent)[0]
    tone = "good" if win >= LIKELY else "bad" if win < UNLIKELY else "warn"
    return say("target.odds", win=win), tone


def ends(look: Look, decision: Decision, start: int) -> dict[int, bool]:
    """Where an army can go, and whether it has to fight for it."""
    links = look.board.links
    options = [each for each in decision.options if each.verb in ORDERS]
    return {
        links[each.arg][1]: each.verb == "attack" for each in options if links[each.arg][0] == start
    }


def check_targets(
    look: Look, targets: tuple[Target, ...], start: int, units: tuple[int, int]
) -> Counter[str]:
    """Each place once, called by its name, with what going there means."""
    assert look.mine is not None
    tones: Counter[str] = Counter()
    found = ends(look, look.mine, start)
    assert sorted(each.key for each in targets) == sorted(f"land-{end}" for end in found)
    for target in targets:
        end = int(target.key.removeprefix("land-"))
        sent = Sent(start, end, units, found[end])
        told = (look.where, sent)
        assert target.label == look.board.names[end]
        assert (plain(target.note), target.tone) == note(look, sent), told
        assert target.does == title(look, sent), told
        assert [plain(row) for row in target.chips] == brings(look, sent), told
        bars = [bar(row) for row in target.chips if bar(row)]
        rival = found[end] and look.view.owner[end] != INDEPENDENT
        assert bars == ([drawn_bar(*chances(look, sent))] if rival else []), told
        tones[target.tone] += 1
    return tones


def armies(look: Look) -> dict[int, Gesture]:
    assert look.mine is not None
    found = face().gestures(look.view, look.mine, (), look.names)
    keys = [each.key for each in found]
    starts = {look.board.links[o.arg][0] for o in look.mine.options if o.verb in ORDERS}
    assert [key for key in keys if key.startswith("army-")] == [f"army-{n}" for n in sorted(starts)]
    return {int(each.key[5:]): each for each in found if each.key.startswith("army-")}


def test_a_gesture_offers_an_army_and_where_it_can_go() -> None:
    tones: Counter[str] = Counter()
    for look, _ in asked("plan", "act"):
        for start, gesture in armies(look).items():
            units = able(look, start)
            assert (gesture.title, gesture.weighs) == (look.board.names[start], True)
            assert [
                (pick.key, pick.label, pick.icon, pick.most, pick.start, pick.weight, pick.places)
                for pick in gesture.picks
            ] == [
                (key, unit(kind), key, units[kind], units[kind], worth, (f"army-{start}",))
                for kind, (key, worth) in enumerate(
                    zip(("infantry", "cavalry"), look.law.attack_weight, strict=True)
                )
                if units[kind]
            ]
            every = [shortcut.picks for shortcut in gesture.shortcuts]
            picks = tuple((pick.key, pick.most) for pick in gesture.picks)
            assert every == ([picks] if sum(units) > 1 else []), look.where
            tones += check_targets(look, gesture.targets, start, units)
    assert {"", "good", "warn", "bad"} == tones.keys()


def test_what_a_hand_has_taken_is_weighed_anew() -> None:
    for look, decision in asked("plan", "act"):
        for start in list(armies(look))[::2]:
            infantry, cavalry = able(look, start)
            for units in {(1, 0), (0, 1), (max(infantry - 1, 0), cavalry), (infantry, 0)}:
                if units[0] > infantry or units[1] > cavalry:
                    continue
                picks = {"infantry": units[0], "cavalry": units[1]}
                wish = Wish(f"army-{start}", picks)
                found = face().aims(look.view, decision, wish, look.names)
                check_targets(look, tuple(found), start, units)


def test_nothing_is_aimed_at_with_anything_but_an_army() -> None:
    look, decision = next(asked("act"))
    start = next(iter(armies(look)))
    for wish in (
        Wish("recruit", {"infantry": 1}),
        Wish(f"army-{start}", {"infantry": -1}),
        Wish(f"army-{start}", {"infantry": 1, "cavalry": -1}),
        Wish("army-x", {"infantry": 1}),
        Wish("army-99", {"infantry": 1}),
        Wish("army-1000", {"infantry": 1}),
        Wish("army-", {"infantry": 1}),
        Wish(f"fort-{start}", {"infantry": 1}),
    ):
        assert face().aims(look.view, decision, wish, look.names) == ()


def sent_by(look: Look, choice: Choice) -> Sent:
    start, end, _ = look.board.links[choice.action.arg]
    units = {
        "attack": fighters(look, start),
        "march": movers(look, start),
        "move_infantry": (1, 0),
        "move_cavalry": (0, 1),
    }[choice.action.verb]
    return Sent(start, end, units, choice.action.verb == "attack")


def test_a_preview_shows_what_an_order_brings() -> None:
    met: Counter[str] = Counter()
    for look, decision in asked("plan", "act"):
        for choice in face().choices(look.view, decision, look.names):
            if choice.action.verb not in ORDERS:
                continue
            sent = sent_by(look, choice)
            shown = face().preview(look.view, decision, choice, look.names)
            told = (look.where, sent)
            assert shown.title == shown.verb == title(look, sent), told
            assert [plain(row) for row in shown.rows] == brings(look, sent), told
            assert shown.chips == shown.rows
            assert shown.path == (f"army-{sent.start}", f"army-{sent.end}")
            fort = bool(look.board.fort[sent.end]) and look.view.owner[sent.end] == NOBODY
            assert dict(shown.changes) == ({f"forts-{look.view.viewer}": 1} if fort else {}), told
            met[choice.action.verb] += 1
    assert met.keys() == set(ORDERS)


def test_a_hero_counts_in_the_chances_as_it_says() -> None:
    """Each of them, in an attack by sea, over a bridge and by land, on a fort and on none."""
    for faction in {hero.faction for hero in CONTENTS.heroes}:
        own = FACTIONS[faction]
        other = "Greece" if own != "Greece" else "Egypt"
        rest = [name for name in FACTIONS if name not in (own, other)]
        for start, end in (
            ("Illyria", "Thracia"),
            ("Brundium", "Sicilia"),
            ("Ionian Sea", "Creta"),
            ("Syria", "Asia Minor"),
        ):
            scene = Scene(own, other, *rest, acting=True).army(own, start, 3, 2)
            scene.army(other, end, 4, 2)
            scene.heroes(own, *(h.id for h in CONTENTS.heroes if h.faction == faction))
            decision = scene.decision()
            look = Look(own, scene.rules.view(scene.state, 0), decision)
            gesture = armies(look)[scene.place(start)]
            check_targets(look, gesture.targets, scene.place(start), (3, 2))
