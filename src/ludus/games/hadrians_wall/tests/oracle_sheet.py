"""A second Hadrian's Wall, written from the rulebook and sharing no line with the rules.

`Paper` is what lies before one player: it says what may be done, and it does it, box by box, from
the content files themselves. Slow and plain, to be read beside the text. `oracle` has the table.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

CONTENT = Path(__file__).parent.parent / "content"
SHEETS = tomllib.loads((CONTENT / "sheets.toml").read_text(encoding="utf-8"))
CARDS = tomllib.loads((CONTENT / "cards.toml").read_text(encoding="utf-8"))

WORKERS = ("soldier", "builder", "servant", "civilian")
ITEMS = (*WORKERS, "resource")
ATTRIBUTES = ("renown", "piety", "valour", "discipline")
NEVER = 99
"""What no track reaches."""
CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")
COHORTS = ("left", "centre", "right")
FILLS = {"hammer": "production", "sword": "guard", "apparitor": "apparitores"}
FILLS |= {"trader": "traders", "performer": "performers", "priest": "priests"}
FILLS |= {"patrician": "patricians"}
TRACKS = {track["key"]: track for track in SHEETS["track"]}
BUILDINGS = {building["key"]: building for building in SHEETS["building"]}
LUDUS, TEMPLES = SHEETS["ludus"], SHEETS["temples"]

Word: TypeAlias = tuple[str, object]
"""What can be answered: a verb, and what it is done with."""
Cells: TypeAlias = frozenset[tuple[int, int]]


class Paper:
    """Both sheets and the board of one player."""

    def __init__(self) -> None:
        self.stock = dict.fromkeys(ITEMS, 0)
        self.filled = dict.fromkeys(TRACKS, 0)
        self.filled["production"] = TRACKS["production"]["printed"]
        self.cohorts = dict.fromkeys(COHORTS, 0)
        self.built: set[str] = set()
        self.temples = 0
        self.favours = 0
        self.serving: dict[str, int] = {}
        """The Favours left of each Diplomat, by cohort, in the order of their rows."""
        self.strength = [0, 0]
        self.wounds = [0, 0]
        self.goods = [0] * 8
        self.marks: dict[tuple[str, int], int] = {}
        """The Year written in a box of an area."""
        self.scouted: Cells = frozenset()
        self.scouts = 0
        self.disdain = 0
        self.pardoned = 0
        self.question = ""
        self.about: object = None
        self.paths: list[str] = []
        self.ignored: Counter[str] = Counter()

    # Gaining -------------------------------------------------------------------------------------

    def gain(self, icons: str) -> None:
        """Icons one by one; a box that is filled gives its own at once."""
        for icon in icons.split():
            if icon in self.stock:
                self.stock[icon] += 1
            elif icon == "favour":
                self.favours += 1
            elif icon == "cohort":
                self.question = "cohort"
            else:
                self.fill(FILLS.get(icon, icon))

    def fill(self, track: str) -> None:
        """The next box of a track; what would go beyond it is wasted."""
        boxes = TRACKS[track]["gives"]
        if self.filled[track] < len(boxes):
            self.filled[track] += 1
            self.gain(boxes[self.filled[track] - 1])

    def pay(self, cost: Mapping[str, int]) -> None:
        for item, count in cost.items():
            self.stock[item] -= count

    def affords(self, cost: Mapping[str, int]) -> bool:
        return all(self.stock[item] >= count for item, count in cost.items())

    # What may be done ----------------------------------------------------------------------------

    def actions(self, year: int, patterns: Sequence[str]) -> set[Word]:
        """All that is open to a player who acts freely; patterns are left, right and own."""
        return {
            ("stop", None),
            *self._tracks(),
            *self._training(year),
            *self._buildings(),
            *self._city(year),
            *self._offices(year),
            *self._scouting(patterns),
        }

    def _section(self) -> int:
        if "granary_large" in self.built:
            return 2
        return 1 if "granary_medium" in self.built else 0

    def _room(self, track: str) -> bool:
        """Whether the next box lies in a section that a Granary has opened."""
        end: int = TRACKS[track]["columns"][self._section()]
        return self.filled[track] < end

    def _linked(self, track: str) -> bool:
        link: int = TRACKS[track]["fort"][self.filled[track]]
        return self.filled["fort"] >= link

    def _tracks(self) -> Iterator[Word]:
        for track in ("mining", "guard"):
            (item,) = TRACKS[track]["pay"]
            if self.stock[item] and self._room(track):
                yield track, None
        for track in ("cippi", "wall"):
            if self.stock["resource"] and self._room(track) and self._linked(track):
                yield track, None
        for item in ("soldier", "builder"):
            if self.stock[item] and self._room("fort"):
                yield "fort", item
        for track in CITIZENS:
            if self.stock["civilian"] and self.filled[track] < len(TRACKS[track]["gives"]):
                yield "citizen", track

    def _written(self, area: str, year: int | None = None) -> int:
        """How many boxes of an area hold a Year, or this one."""
        return sum(a == area and year in (None, y) for (a, _), y in self.marks.items())

    def _training(self, year: int) -> Iterator[Word]:
        free = self._written("training") < SHEETS["training"]["boxes"]
        again = self._written("training", year) > 0
        # The Sword fills a box of the Wall Guard, so there must be one that is open.
        if free and not again and self.stock["builder"] and self._room("guard"):
            yield "train", None
        if self._written("forum") < SHEETS["forum"]["boxes"] and not self._written("forum", year):
            for trade in SHEETS["forum"]["exchanges"]:
                if self.affords(Counter(trade.split()[:2])):
                    yield "forum", trade

    def level(self, of: str) -> int:
        if of == "infrastructure":
            flags = TRACKS["fort"]["infrastructure"]
            return sum(self.filled["fort"] >= flag for flag in flags)
        return self.filled[of]

    def _buildings(self) -> Iterator[Word]:
        for key, building in BUILDINGS.items():
            if key in self.built or self.level(building["of"]) < building["needs"]:
                continue
            before = building.get("after")
            if (before is None or before in self.built) and self.affords(building["cost"]):
                yield "build", key

    def _city(self, year: int) -> Iterator[Word]:
        resource = self.stock["resource"] > 0
        for box, need in enumerate(SHEETS["market"]["traders"]):
            may_trade = "market" in self.built and self.filled["traders"] >= need
            if may_trade and resource and not self.goods[box]:
                yield "good", box
        for box, need in enumerate(SHEETS["theatre"]["performers"]):
            may_play = "theatre" in self.built and self.filled["performers"] >= need
            again = self._written("theatre", year) > 0 or ("theatre", box) in self.marks
            if may_play and resource and not again:
                yield "perform", box
        for gladiator in (0, 1) if "ludus" in self.built else ():
            strong = self.strength[gladiator]
            alive = self.wounds[gladiator] < strong
            if alive and not self._written(f"battle {gladiator}", year):
                yield "battle", gladiator
            needs = [*LUDUS["performers"], NEVER]
            if (alive or not strong) and self.filled["performers"] >= needs[strong]:
                yield from (("spar", (gladiator, who)) for who in LUDUS["pay"] if self.stock[who])
        yield from self._offerings()

    def _offerings(self) -> Iterator[Word]:
        sizes = TEMPLES["boxes"]
        if self.temples == sum(sizes):
            return
        hall = sum(self.temples >= sum(sizes[: size + 1]) for size in range(len(sizes)))
        built = f"temple_{('small', 'medium', 'large')[hall]}" in self.built
        if built and self.filled["priests"] >= TEMPLES["priests"][self.temples // 2]:
            yield from (("temple", who) for who in WORKERS if self.stock[who])

    def _offices(self, year: int) -> Iterator[Word]:
        for box, need in enumerate(SHEETS["baths"]["apparitores"]):
            again = ("baths", box) in self.marks or self._written("baths", year) >= 2
            if "baths" in self.built and not again and self.disdain > self.pardoned:
                enough = self.stock["resource"] >= SHEETS["baths"]["cost"][box]
                if enough and self.filled["apparitores"] >= need:
                    yield "bribe", box
        for ruling in SHEETS["ruling"]:
            area = f"ruling {ruling['key']}"
            used = self._written(area)
            if "courthouse" in self.built and used < len(ruling["apparitores"]):
                enough = self.filled["apparitores"] >= ruling["apparitores"][used]
                if enough and not self._written(area, year) and self.affords(ruling["cost"]):
                    yield "ruling", ruling["key"]
        needs = [*SHEETS["diplomats"]["patricians"], NEVER]
        enough = self.filled["patricians"] >= needs[len(self.serving)]
        if enough and self.affords(SHEETS["diplomats"]["cost"]):
            yield from (("diplomat", c) for c in COHORTS if c not in self.serving)

    def _scouting(self, patterns: Sequence[str]) -> Iterator[Word]:
        needs = SHEETS["scouts"]["patricians"]
        if self.scouts == len(needs) or self.filled["patricians"] < needs[self.scouts]:
            return
        for slot, pattern in enumerate(patterns):
            if self.stock["soldier"] and any(self.places(pattern)):
                yield "pattern", slot

    def places(self, pattern: str) -> Iterator[Cells]:
        """Where a pattern fits: turned or mirrored, on the map, over no filled cell."""
        rows, columns = 4, 5
        for shape in turnings(pattern):
            for down in range(rows):
                for across in range(columns):
                    cells = frozenset((r + down, c + across) for r, c in shape)
                    inside = all(r < rows and c < columns for r, c in cells)
                    if inside and not cells & self.scouted:
                        yield cells

    # Doing it ------------------------------------------------------------------------------------

    def do(self, verb: str, what: object, year: int) -> None:
        """One action or answer that concerns this paper alone."""
        if verb in ("mining", "guard", "cippi", "wall"):
            self.pay({TRACKS[verb]["pay"][0]: 1})
            self.fill(verb)
        elif verb in ("fort", "citizen"):
            self.pay({str(what): 1} if verb == "fort" else {"civilian": 1})
            self.fill("fort" if verb == "fort" else str(what))
        elif verb == "train":
            self.write("training", year)
            self.pay({"builder": 1})
            self.fill("guard")
        elif verb == "forum":
            *given, got = str(what).split()
            self.write("forum", year)
            self.pay(Counter(given))
            self.gain(got)
        elif verb == "build":
            self._build(str(what))
        elif verb in ("cohort", "attribute"):
            self._answer(verb, str(what))
        else:
            self._in_town(verb, what, year)

    def write(self, area: str, year: int) -> None:
        self.marks[area, self._written(area)] = year

    def _build(self, key: str) -> None:
        building = BUILDINGS[key]
        self.pay(building["cost"])
        self.built.add(key)
        if building.get("choose"):
            self.question, self.about = "road", key
        else:
            self.gain(building.get("gives", ""))

    def _answer(self, verb: str, what: str) -> None:
        if verb == "cohort":
            self.question = ""
            self.cohorts[what] += 1
            self.gain(TRACKS["cohort"]["gives"][self.cohorts[what] - 1])
            return
        if self.question == "road_year" and isinstance(self.about, int) and self.about > 1:
            self.about -= 1
        else:
            self.question = ""
        self.fill(what)

    def _in_town(self, verb: str, what: object, year: int) -> None:
        if verb == "perform":
            assert isinstance(what, int)
            self.pay({"resource": 1})
            self.marks["theatre", what] = year
            self.gain(SHEETS["theatre"]["gives"][what])
        elif verb == "spar":
            assert isinstance(what, tuple)
            self.pay({what[1]: 1})
            self.strength[what[0]] += 1
        elif verb == "temple":
            self.pay({str(what): 1})
            self.temples += 1
            self.gain(TEMPLES["row"][(self.temples - 1) % 2])
            sizes = TEMPLES["boxes"]
            if self.temples in [sum(sizes[: size + 1]) for size in range(len(sizes))]:
                self.gain(TEMPLES["last"])
        elif verb == "bribe":
            assert isinstance(what, int)
            self.pay({"resource": SHEETS["baths"]["cost"][what]})
            self.marks["baths", what] = year
            self.pardoned += 1
        elif verb == "ruling":
            (ruling,) = (each for each in SHEETS["ruling"] if each["key"] == what)
            self.pay(ruling["cost"])
            self.write(f"ruling {what}", year)
            self.gain(ruling["gives"])
        else:
            assert verb == "diplomat"
            self.pay(SHEETS["diplomats"]["cost"])
            self.serving[str(what)] = SHEETS["diplomats"]["favours"]
            self.gain(SHEETS["diplomats"]["gives"])

    def buys(self, box: int, good: int) -> None:
        """A new good gives Renown, more the more kinds there are; the box gives what it shows."""
        kinds = set(self.goods) - {0}
        self.goods[box] = good
        if good not in kinds:
            for _ in range(SHEETS["market"]["new_good"][len(kinds)]):
                self.fill("renown")
        self.gain(SHEETS["market"]["gives"][box])

    def battles(self, gladiator: int, damage: int) -> None:
        strong = self.strength[gladiator]
        self.wounds[gladiator] = min(strong, self.wounds[gladiator] + damage)
        dead = self.wounds[gladiator] == strong
        self.gain(LUDUS["died" if dead else "won"][strong - 1])

    def scout(self, cells: Cells) -> None:
        self.scouts += 1
        before = self.scouted
        self.scouted |= cells
        icon = {"r": "resource", "s": "servant", ".": ""}
        for row, column in sorted(cells):
            self.gain(icon[SHEETS["scouts"]["map"][row][column]])
        for row in range(4):
            whole = {(row, column) for column in range(5)}
            if whole <= self.scouted and not whole <= before:
                self.gain(SHEETS["scouts"]["full_row"])

    # The attack ----------------------------------------------------------------------------------

    def favours_to_use(self, arrows: Mapping[str, int]) -> set[Word]:
        words: set[Word] = set()
        for cohort in COHORTS:
            if self.ignored[cohort] < arrows[cohort]:
                if self.favours:
                    words.add(("ignore", ("temple", cohort)))
                if self.serving.get(cohort):
                    words.add(("ignore", ("diplomat", cohort)))
        return words | {("defend", None)} if words else set()

    def ignore(self, whose: str, cohort: str) -> None:
        self.ignored[cohort] += 1
        if whose == "temple":
            self.favours -= 1
        else:
            self.serving[cohort] -= 1

    def defend(self, arrows: Mapping[str, int], flag: int) -> None:
        """Disdain for each attack that gets through, up to the flag, and Valour for the rest."""
        through = 0
        for cohort in COHORTS:
            through += max(0, arrows[cohort] - self.ignored[cohort] - self.cohorts[cohort])
        for blow in range(flag):
            if blow < through:
                self.disdain += 1
            else:
                self.fill("valour")

    # Points --------------------------------------------------------------------------------------

    def path_points(self, path: str) -> int:
        (card,) = (each for each in CARDS["path"] if each["key"] == path)
        reached = self._progress(path)
        if path == "aristocrat":
            return sum(reached <= tier for tier in card["tiers"])
        return sum(reached >= tier for tier in card["tiers"])

    def _progress(self, path: str) -> int:
        landmarks = {"archway", "monolith", "column", "statue"}
        columns = [{(row, column) for row in range(4)} for column in range(5)]
        sizes = TEMPLES["boxes"]
        progress: dict[str, int] = {
            "architect": len(self.built & landmarks),
            "aristocrat": self.disdain - self.pardoned,
            "defender": sum(self.filled["wall"] >= end for end in TRACKS["wall"]["columns"]),
            "engineer": sum(key.endswith("_large") for key in self.built),
            "fighter": list(self.cohorts.values()).count(len(TRACKS["cohort"]["gives"])),
            "forager": self.filled["production"],
            "merchant": sum(good > 0 for good in self.goods),
            "planner": sum(self.filled[t] == len(TRACKS[t]["gives"]) for t in CITIZENS),
            "pontiff": sum(self.temples >= sum(sizes[: size + 1]) for size in range(3)),
            "ranger": sum(column <= self.scouted for column in columns),
            "trainer": sum(self.strength),
            "vanguard": sum(self.filled["guard"] >= end for end in TRACKS["guard"]["columns"]),
        }
        return progress[path]

    def points(self) -> tuple[int, int, int]:
        """Points; then little Disdain and much from Paths decide a tie."""
        left = self.disdain - self.pardoned
        paths = sum(map(self.path_points, self.paths))
        penalty = SHEETS["disdain"]["penalty"]
        lost: int = penalty[left] if left < len(penalty) else penalty[-1]
        return sum(self.filled[each] for each in ATTRIBUTES) + paths - lost, -left, paths


def turnings(pattern: str) -> set[Cells]:
    """A pattern in all its positions, pushed to the upper left corner."""
    (card,) = (each for each in CARDS["pattern"] if each["key"] == pattern)
    shape = {(r, c) for r, row in enumerate(card["cells"]) for c, x in enumerate(row) if x == "x"}
    found: set[Cells] = set()
    for _ in range(2):
        for _ in range(4):
            shape = {(c, -r) for r, c in shape}
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(frozenset((r - top, c - left) for r, c in shape))
        shape = {(r, -c) for r, c in shape}
    return found
