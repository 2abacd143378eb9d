"""The strip below the map: chronicle, what is going on, and the viewer's cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.lettering import SERIF, SERIF_BOLD, Lettering
from ludus.core.svg import READABLE, at, die, el, esc, mark, offer, text
from ludus.core.text import plain
from ludus.games.conqueror.face.names import Names
from ludus.games.conqueror.face.printed import HEIGHT
from ludus.games.conqueror.ids import (
    BID,
    CLAIM,
    CLAIM_ROLL,
    COINS,
    HEROES_EACH,
    HIDDEN,
    MISSIONS_EACH,
    NONE,
    PLANNING_TIME,
    QUIET,
    STILL,
    TIME_UP,
    WARNED,
)
from ludus.games.conqueror.view import View

STRIP = 190
TOP = HEIGHT + 8
TALL = STRIP - 12
LETTERS: Mapping[str, Lettering] = {"leader": SERIF, "leader bold": SERIF_BOLD}
"""The fonts of names."""
PARTS = ("units", "bonus", "hero", "dice")
"""What a side of a battle counts, as `BattleView.parts` has it."""
CLOCK_WORDS: Mapping[int, str] = {
    PLANNING_TIME: "clock_planning",
    TIME_UP: "clock_up",
    QUIET: "clock_quiet",
    STILL: "clock_still",
    WARNED: "clock_warned",
}


def coins(purse: int) -> list[int]:
    """A purse in as few coins as possible."""
    row: list[int] = []
    for value in COINS:
        count, purse = divmod(purse, value)
        row += [value] * count
    return row


def wrapped(words: str, width: int, lines: int) -> list[str]:
    """Words in lines of about so many letters."""
    rows = [""]
    for word in words.split():
        if rows[-1] and len(rows[-1]) + len(word) + 1 > width:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows[:lines]


class Strip:
    """Panels of one position."""

    def __init__(self, view: View, names: Names, offered: Mapping[str, Sequence[Choice]]) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.offered = offered

    def draw(self) -> list[str]:
        return [self.chronicle(), self.middle(), *self.cards()]

    def box(
        self, x: float, width: float, *parts: str, name: str, on: bool = False, reads: bool = False
    ) -> str:
        """A tray; one with a title `reads`: keys come to it too."""
        frame = el("rect", class_="tray on" if on else "tray", width=width, height=TALL, rx=8)
        readable = READABLE if reads else {}
        return el("g", frame, *parts, id=name, transform=at(x, TOP), **readable)

    def say(self, key: str, **parts: str | int) -> str:
        return self.words.text(f"scene.{key}", **parts)

    # The chronicle ---------------------------------------------------------------------------

    def chronicle(self) -> str:
        view, names = self.view, self.names
        head = self.say("round", n=max(1, view.round))
        parts = [text(f"{self.say('chronicle')} · {head}", class_="head", x=14, y=26)]
        if view.card == NONE:
            rows = wrapped(self.say("no_card"), 36, 3)
            parts += [text(row, class_="dim", x=14, y=58 + 22 * n) for n, row in enumerate(rows)]
        else:
            card = names.card(view.card)
            parts.append(_title(f"{card.name}. {names.card_text(view.card)}"))
            parts.append(text(card.name, class_="big", x=14, y=60))
            rows = wrapped(names.card_text(view.card), 38, 5)
            parts += [text(row, class_="line", x=14, y=88 + 21 * n) for n, row in enumerate(rows)]
            if card.threat is not None:
                sword = "M0-14l3 4V8h5v4H3v6h-6v-6h-5V8h5V-10z"
                parts.append(
                    el("path", class_="steel", id="sword", d=sword, transform=at(316, 26, 0.9, 20))
                )
        return self.box(10, 340, *parts, name="chronicle", reads=view.card != NONE)

    # What is going on --------------------------------------------------------------------------

    def middle(self) -> str:
        view = self.view
        if view.battle is not None:
            return self.box(362, 560, *self.battle(), name="battle", on=True)
        if view.question is not None and view.question.phase == BID:
            return self.box(362, 560, *self.bidding(), name="bidding", on=True)
        return self.box(362, 560, *self.standings(), name="standings")

    def battle(self) -> list[str]:
        view, names = self.view, self.names
        fight = view.battle
        assert fight is not None
        place = names.board.names[fight.target]
        parts = [text(self.say("battle", place=place), class_="head", x=14, y=26)]
        for column, key in enumerate((*PARTS, "total")):
            parts.append(text(self.say(key), class_="dim mid", x=262 + column * 62, y=50))
        for side, seat in enumerate((fight.attacker, fight.defender)):
            y = 88 + 50 * side
            name = plain(names.player_list([seat]))
            parts.append(_seat_mark(seat, 26, y - 6))
            parts.append(_name(name, "leader bold", 46, y, 22, 176))
            hero = fight.hero[side]
            shown = self.say("none")
            if hero == HIDDEN:
                shown = self.say("hidden")
            elif hero != NONE:
                shown = names.hero(hero).name
            parts.append(text(shown, class_="dim", x=46, y=y + 20))
            row = fight.parts[side]
            for column, (part, value) in enumerate(zip(PARTS, row, strict=True)):
                if part == "dice" and value:
                    spot = at(262 + column * 62, y - 7, 1.15)
                    parts.append(die(str(value), id=f"battle-die-{side}", transform=spot))
                    continue
                mask = "?" if part == "hero" and hero == HIDDEN else str(value)
                parts.append(text(mask, class_="big mid", x=262 + column * 62, y=y))
            known = "?" if hero == HIDDEN else str(sum(row))
            parts.append(text(known, class_="big mid", x=262 + len(PARTS) * 62, y=y))
        return parts

    def bidding(self) -> list[str]:
        view, names = self.view, self.names
        parts = [text(self.say("bids"), class_="head", x=14, y=26)]
        threat = names.card(view.card).threat
        if threat is not None:
            need = self.say("needed", n=threat.minimum_for(sum(view.alive)))
            parts.append(text(need, class_="line end", x=546, y=26))
        for number, seat in enumerate(seat for seat in view.order if view.alive[seat]):
            x, y = 30 + number % 3 * 180, 66 + number // 3 * 56
            bid = view.bids[seat]
            state = self.say("sealed" if bid == HIDDEN else "thinking")
            if bid >= 0:
                state = str(bid)
            parts.append(_seat_mark(seat, x, y))
            parts.append(_name(names.players[seat], "leader", x + 20, y, 17, 148))
            parts.append(text(state, class_="dim", x=x + 20, y=y + 20))
        return parts

    def standings(self) -> list[str]:
        view, names = self.view, self.names
        parts = [text(self.clock(), class_="head", x=14, y=26, id="clock")]
        for number, seat in enumerate(view.order or range(view.seats)):
            x, y = 26 + number % 2 * 272, 62 + number // 2 * 44
            parts.append(_seat_mark(seat, x, y))
            parts.append(_name(names.players[seat], "leader", x + 20, y - 4, 17, 118))
            if view.countdown[seat]:
                forts = self.say("countdown", n=view.countdown[seat])
            else:
                forts = self.words.text("panel.forts", n=view.forts[seat])
            parts.append(text(forts, class_="dim", x=x + 20, y=y + 15))
            parts += _purse(view.purse[seat], x + 150, y - 2)
        return parts

    def clock(self) -> str:
        """What the clock does now, the same for everybody."""
        view = self.view
        seconds = view.time_limit // 1000
        if view.question is not None and view.question.phase in (CLAIM, CLAIM_ROLL):
            return self.say("clock_claim")
        if view.clock in CLOCK_WORDS and view.round:
            who = self.names.players[view.in_turn]
            return f"{who} · {self.say(CLOCK_WORDS[view.clock], n=seconds)}"
        return self.say("round", n=view.round) if view.round else self.say("before")

    # The viewer's cards ------------------------------------------------------------------------

    def cards(self) -> list[str]:
        view, names = self.view, self.names
        seat = view.viewer
        if not 0 <= seat < view.seats or not view.round or not view.alive[seat]:
            return []
        parts = [self.hero_card(number) for number in range(HEROES_EACH)]
        if view.mission != NONE:
            mission = view.faction[seat] * MISSIONS_EACH + view.mission
            card = names.mission(mission)
            words = f"{card.name}: {names.mission_text(mission)}"
            pays = self.say("pays", n=card.pays)
            parts.append(
                self.box(
                    934,
                    656,
                    _title(f"{self.say('mission')}. {words} {pays}"),
                    text(self.say("mission"), class_="head", x=14, y=TALL - 22),
                    text(f"{card.name} · {pays}", class_="line end", x=644, y=TALL - 22),
                    text(names.mission_text(mission), class_="fine", x=14, y=TALL - 5),
                    name="mission",
                    reads=True,
                )
            )
            parts = [parts[-1], *parts[:-1]]
        return parts

    def hero_card(self, number: int) -> str:
        view, names = self.view, self.names
        seat = view.viewer
        hero = view.faction[seat] * HEROES_EACH + number
        card = names.hero(hero)
        place = f"hero-{number}"
        choices = self.offered.get(place, ())
        gone = bool(view.burnt[seat] >> number & 1)
        state = self.say("price", n=view.hero_price[number])
        if view.hand >> number & 1:
            state = self.say("bought")
        elif gone:
            state = self.say("gone")
        # What glows lies below the words, which stay to be read.
        glow = [el("rect", class_="ring", width=156, height=134, rx=7)] if choices else []
        # Small screens make the words small; the title shows them in full.
        title = f"{card.name} +{card.strength} · {state}. {names.hero_text(hero)}"
        parts = [
            "" if choices else _title(title),
            el("rect", class_="tray", width=156, height=134, rx=7),
            *glow,
            *wrap_at(card.name, 20, 6, 21, "line", 1),
            text(f"+{card.strength}", class_="big end", x=150, y=127),
            text(state, class_="dim", x=6, y=126),
            *wrap_at(names.hero_text(hero), 22, 6, 41, "fine", 5),
        ]
        kind = "choice" if choices else "gone" if gone else None
        return el(
            "g",
            *parts,
            id=place,
            class_=kind,
            transform=at(940 + number * 163, TOP + 6),
            **(offer(choices) or READABLE),
        )


def wrap_at(words: str, width: int, x: float, y: float, kind: str, lines: int = 2) -> list[str]:
    step = 19 if kind == "line" else 17
    return [
        text(row, class_=kind, x=x, y=y + step * number)
        for number, row in enumerate(wrapped(words, width, lines))
    ]


def _title(words: str) -> str:
    """The tooltip of an element, also read out to keyboard and screen reader users."""
    return f"<title>{esc(words)}</title>"


def _name(name: str, kind: str, x: float, y: float, size: float, room: float) -> str:
    """A player's name, which stays within its room."""
    shown, size = LETTERS[kind].fit(name, room, size)
    return text(shown, class_=kind, x=x, y=y, font_size=size)


def _seat_mark(seat: int, x: float, y: float) -> str:
    if seat < 0:
        return el("circle", class_="free-mark", r=9, transform=at(x, y))
    return mark(seat, transform=at(x, y))


def _purse(purse: int, x: float, y: float) -> list[str]:
    """The coins of a purse, closer together where there are many."""
    row = coins(purse)
    step = min(17.0, 96 / max(1, len(row)))
    parts = []
    for number, value in enumerate(row):
        parts.append(
            el("circle", class_="cq-coin", r=8 if value > 1 else 7, cx=x + number * step, cy=y)
        )
        parts.append(text(str(value), class_="cq-coin-n", x=x + number * step, y=y + 4))
    return parts
