"""The table of a second Hadrian's Wall: cards, income, neighbours and the attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ludus.games.hadrians_wall.tests.oracle_sheet import (
    ATTRIBUTES,
    BUILDINGS,
    CARDS,
    COHORTS,
    ITEMS,
    TRACKS,
    Paper,
    Word,
)


def fate(number: int) -> tuple[str, int, Mapping[str, int], int]:
    """A Fate card: its arrow, its damage, its items and its good. Four goods to each face."""
    face = CARDS["fate"][number // 4]
    items = dict(zip(ITEMS, face["items"], strict=True))
    return face["arrow"], face["damage"], items, face["goods"][number % 4]


def card(name: str) -> Mapping[str, str]:
    (found,) = (each for each in CARDS["path"] if each["key"] == name)
    return {"gives": found["gives"], "pattern": found["pattern"], "good": str(found["good"])}


@dataclass(slots=True)
class Game:
    """What happens at the table, and what each seat may answer."""

    seats: int
    difficulty: str
    papers: list[Paper] = field(default_factory=list)
    year: int = 1
    phase: str = "fate"
    hands: list[list[str]] = field(default_factory=list)
    laid: dict[int, str] = field(default_factory=dict)
    prospects: list[str] = field(default_factory=list)
    neutral: list[str] = field(default_factory=list)
    attackers: int = 0
    """Items on the neutral cards."""
    active: set[int] = field(default_factory=set)
    turning: tuple[str, int, int] | None = None
    """A Fate card is turned for a good or a battle: whose, and which box or gladiator."""
    attack: list[int] = field(default_factory=list)
    to_come: int = 0
    defending: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.papers = [Paper() for _ in range(self.seats)]
        self.hands = [[] for _ in range(self.seats)]

    # What is asked -------------------------------------------------------------------------------

    def asked(self) -> dict[int, tuple[str, set[Word]]]:
        """By seat, the question and what may be answered; nothing while chance is to come."""
        if self.phase == "lay":
            return {
                seat: ("path", {("path", name) for name in hand})
                for seat, hand in enumerate(self.hands)
                if seat not in self.laid
            }
        if self.phase == "defence":
            return {
                seat: ("defence", self.papers[seat].favours_to_use(self.arrows()))
                for seat in self.defending
            }
        if self.phase not in ("roads", "act") or self.turning:
            return {}
        asked = {seat: self._question(seat) for seat in range(self.seats)}
        return {seat: found for seat, found in asked.items() if found[1]}

    def _question(self, seat: int) -> tuple[str, set[Word]]:
        paper = self.papers[seat]
        if paper.question == "cohort":
            room = [c for c in COHORTS if paper.cohorts[c] < len(TRACKS["cohort"]["gives"])]
            return "cohort", {("cohort", cohort) for cohort in room}
        if paper.question == "road":
            return "road", {("attribute", a) for a in BUILDINGS[str(paper.about)]["gives"].split()}
        if paper.question == "road_year":
            return "road_year", {("attribute", attribute) for attribute in ATTRIBUTES}
        if paper.question == "source":
            return "source", {("buy", source) for source in (0, 1, 2)}
        cards = [self.card_at(seat, slot) for slot in (0, 1, 2)]
        if paper.question == "place":
            assert isinstance(paper.about, int)
            fitting = paper.places(card(cards[paper.about])["pattern"])
            return "place", {("place", cells) for cells in fitting}
        if seat not in self.active:
            return "act", set()
        return "act", paper.actions(self.year, [card(name)["pattern"] for name in cards])

    def neighbour(self, seat: int, slot: int) -> int | None:
        """Who sits to the left (0) or to the right (1); nobody where a neutral card lies."""
        if self.seats == 1 or (self.seats == 2 and slot == 1):
            return None
        return (seat + (1 if slot == 0 else -1)) % self.seats

    def card_at(self, seat: int, slot: int) -> str:
        """The Prospect to the left, to the right, or one's own."""
        if slot == 2:
            return self.prospects[seat]
        who = self.neighbour(seat, slot)
        if who is not None:
            return self.prospects[who]
        return self.neutral[slot if self.seats == 1 else 0]

    def arrows(self) -> Counter[str]:
        return Counter(fate(number)[0] for number in self.attack)

    # What chance brings --------------------------------------------------------------------------

    def turn(self, number: int) -> None:
        """The next Fate card."""
        _, damage, items, good = fate(number)
        if self.turning is not None:
            kind, seat, what = self.turning
            self.turning = None
            if kind == "good":
                self.papers[seat].buys(what, good)
            else:
                self.papers[seat].battles(what, damage)
        elif self.phase == "attack":
            self.attack.append(number)
            if len(self.attack) == self.to_come:
                self._face_the_attack()
        else:
            for paper in self.papers:
                for item, count in items.items():
                    paper.stock[item] += count
            self.phase = "deal"

    def deal(self, name: str) -> None:
        """Two cards for each seat, one seat after the other."""
        next(hand for hand in self.hands if len(hand) < 2).append(name)
        if all(len(hand) == 2 for hand in self.hands):
            self.phase = "lay"

    def turn_neutral(self, name: str) -> None:
        self.neutral.append(name)
        if len(self.neutral) == 3 - self.seats:
            self._income()

    # What players do -----------------------------------------------------------------------------

    def answer(self, seat: int, verb: str, what: object) -> None:
        paper = self.papers[seat]
        if verb == "path":
            self.laid[seat] = str(what)
            if len(self.laid) == self.seats:
                self._reveal()
        elif verb == "ignore":
            assert isinstance(what, tuple)
            paper.ignore(*what)
            if not paper.favours_to_use(self.arrows()):
                self._resolve(seat)
        elif verb == "defend":
            self._resolve(seat)
        else:
            self._act(seat, verb, what)
            self._pass_on()

    def _act(self, seat: int, verb: str, what: object) -> None:
        paper = self.papers[seat]
        if verb == "stop":
            self.active.discard(seat)
        elif verb in ("good", "pattern"):
            paper.question, paper.about = {"good": "source", "pattern": "place"}[verb], what
        elif verb == "buy":
            assert isinstance(what, int) and isinstance(paper.about, int)
            paper.question = ""
            if what == 2:
                paper.pay({"resource": 1})
                self.turning = ("good", seat, paper.about)
            else:
                self._hand_over(seat, what, "resource")
                paper.buys(paper.about, int(card(self.card_at(seat, what))["good"]))
        elif verb == "place":
            assert isinstance(paper.about, int) and isinstance(what, frozenset)
            paper.question = ""
            self._hand_over(seat, paper.about, "soldier")
            paper.scout(what)
        elif verb == "battle":
            assert isinstance(what, int)
            paper.write(f"battle {what}", self.year)
            self.turning = ("battle", seat, what)
        else:
            paper.do(verb, what, self.year)

    def _hand_over(self, seat: int, slot: int, item: str) -> None:
        """To the neighbour, who may use it at once, or onto the neutral card."""
        self.papers[seat].pay({item: 1})
        if slot == 2:
            return
        who = self.neighbour(seat, slot)
        if who is None:
            self.attackers += 1
        else:
            self.papers[who].stock[item] += 1
            self.active.add(who)

    def _pass_on(self) -> None:
        """Roads first, then everybody acts, then the Picts come."""
        waiting = any(paper.question for paper in self.papers) or self.turning is not None
        if self.phase == "roads" and not waiting:
            self.phase = "act"
            self.active = set(range(self.seats))
        elif self.phase == "act" and not self.active and not waiting:
            for paper in self.papers:
                paper.stock = dict.fromkeys(ITEMS, 0)
                paper.ignored = Counter()
            self.phase = "attack"
            self.attack = []
            self.to_come = CARDS["board"]["attack"][self.difficulty][self.year - 1]
            self.to_come += self.attackers

    # The course of a Year ------------------------------------------------------------------------

    def _reveal(self) -> None:
        self.prospects = []
        for seat, paper in enumerate(self.papers):
            (other,) = (name for name in self.hands[seat] if name != self.laid[seat])
            paper.paths.append(self.laid[seat])
            self.prospects.append(other)
            paper.gain(card(other)["gives"])
        self.hands = [[] for _ in range(self.seats)]
        self.laid = {}
        self.neutral = []
        self.attackers = 0
        if self.seats <= 2:
            self.phase = "neutral"
        else:
            self._income()

    def _income(self) -> None:
        self.phase = "roads"
        for paper in self.papers:
            paper.stock["resource"] += paper.filled["production"]
            roads = 0
            for key in paper.built:
                yearly = BUILDINGS[key].get("yearly", "")
                if yearly == "attribute":
                    roads += 1
                else:
                    paper.gain(yearly)
            if roads:
                paper.question, paper.about = "road_year", roads
        self._pass_on()

    def _face_the_attack(self) -> None:
        self.phase = "defence"
        self.defending = set(range(self.seats))
        for seat, paper in enumerate(self.papers):
            if not paper.favours_to_use(self.arrows()):
                self._resolve(seat)

    def _resolve(self, seat: int) -> None:
        self.papers[seat].defend(self.arrows(), CARDS["board"]["flag"][self.year - 1])
        self.defending.remove(seat)
        if not self.defending:
            self.year += 1
            self.phase = "fate" if self.year <= CARDS["board"]["years"] else "over"

    def places(self) -> list[int]:
        found = [paper.points() for paper in self.papers]
        order = sorted(found, reverse=True)
        return [order.index(each) + 1 for each in found]
