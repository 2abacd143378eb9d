"""What is easily got wrong in a pack: slips of the hand, figures that no box has, half a change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.packs.test_wrong_packs import Wrong

from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game
from ludus.kit.packs import open_pack

CAMBRIA: list[Wrong] = [
    ("pack.toml", 'name = "', 'name = "" # "', "`name` is '', it must have letters"),
    ("pack.toml", 'name = "mine"', 'name = "built-in"', "is that of the built-in pack"),
    ("pack.toml", 'title = "', 'title = "" # "', "`title` is '', it must have letters"),
    ("maps.toml", 'name = "Deva"', 'name = ""', "fort deva: `name` is '', it must have letters"),
    ("maps.toml", 'name = "Deva"', 'name = "Isca"', "fort Isca: 2 forts share this name"),
    ("maps.toml", 'id = "deva"', 'id = "Deva"', "`id` is 'Deva', it may have small letters"),
    ("maps.toml", 'b = "bremia", roman = true', 'b = "bremia"', "road 1: `roman` is missing"),
    ("maps.toml", 'numeral = "II" }', 'numerl = "II" }', "unknown key `numerl`, .* `numeral`"),
    ("maps.toml", 'numeral = "II" }', 'numeral = "VII" }', r"\(perhaps 'VI'\?\); possible: II"),
    ("maps.toml", 'name = "Deva",', 'name = "Deva,', "not TOML"),
    ("maps.toml", 'title = "Cambria"\n', "", "side cambria: `title` is missing"),
    ("maps.toml", 'b = "bremia", roman = true', 'b = "bremia", roman = "yes"', "true or false"),
    ("maps.toml", 'a = "alabum", b = "cicucium"', 'a = "alabum", b = "x"', "road 2: no fort 'x'"),
    ("drawing.toml", 'id = "deva", x = ', 'id = "deva", x = 9', "fort deva: .* beyond the focus"),
    ("drawing.toml", 'anchor = "middle"', 'anchor = "centre"', "possible: .*middle"),
]

PARA_BELLUM: list[Wrong] = [
    ("command.toml", "look = 2", "look = 0", "passive 1: `look` is 0, it must be at least 2"),
    ("command.toml", "instead = 2", "instead = 9", "`instead` is 9, it must be at most 6"),
    ("command.toml", "value = 9", "value = -9", "`value` is -9, it must be at least 1"),
    ("command.toml", "copies = 3", "copies = 3.5", "`copies` is 3.5, it must be a whole number"),
    ("command.toml", 'id = "raid"', 'id = "the raid"', "it may have small letters"),
    ("command.toml", 'banner = "veterani"', 'banner = "veteran"', "perhaps 'veterani'"),
    (
        "command.toml",
        '[{ banner = "veterani" }]',
        '[{ banner = "veterani" }, { banner = "veterani" }]',
        "card raid, option 2, price 2: it stands there twice",
    ),
    ("command.toml", "{ coin = 2 }", "{ coins = 2 }", "unknown key `coins`, perhaps `coin`"),
    ("command.toml", "{ coin = 2 }", "{ coin = -2 }", "`coin` is -2, it must be at least 0"),
    ("command.toml", "[[card.option]]", "[[card.options]]", "`options`, perhaps `option`"),
    ("events.toml", "rolls = 2", "rolls = -1", "event good_auspices, passive 1: `rolls` is -1"),
    ("events.toml", "cap = 4", "cap = 7", "event ill_omens, passive 1: `cap` is 7"),
    ("events.toml", "", "event = []\n", "event: 0, there must be 1 to 60"),
    ("objectives.toml", "points = 2\n", "points = -2\n", "`points` is -2"),
    ("alliances.toml", "spaces = 3", "spaces = 300", "alliance war_chest: `spaces` is 300"),
    ("army.toml", "set = 3", "set = 5", "`set` is 5; possible: 2, 3, 4"),
    ("words.toml", 'name = "Raid"', 'name = " "', "card.raid.name: says nothing"),
    ("words.toml", "Gain 2 coins.", "Gain {#gold}.", "nothing fills {#gold}"),
    ("art.svg", "</svg>", "<script>1</script></svg>", "a drawing has no <script>"),
]

CONQUEROR: list[Wrong] = [
    ("heroes.toml", "price = 12", "price = -1", "`price` is -1, it must be at least 0"),
    ("heroes.toml", 'name = "Fabius Maximus"', 'name = ""', "it must have letters"),
    (
        "heroes.toml",
        'name = "Fabius Maximus"',
        'name = "Scipio Africanus"',
        "hero fabius_maximus: it is called 'Scipio Africanus', as scipio_africanus is",
    ),
    ("heroes.toml", 'faction = "Rome"', 'faction = "Roma"', "no faction 'Roma'; there are Rome"),
    ("heroes.toml", 'op = "bonus"', 'op = "bonuss"', "perhaps 'bonus'"),
    ("heroes.toml", "", "hero = []\n", "each faction has 1 to 12 cards, not 0"),
    ("missions.toml", '"Sardinia"', '"Sardina"', "goal 1: no map has a territory 'Sardina'"),
    ("missions.toml", "pays = 5", "pays = 500", "`pays` is 500, it must be at most 60"),
    ("missions.toml", 'id = "our_sea"', 'id = "beyond_the_alps"', "2 cards have this id"),
    ("maps.toml", "n = 1 }", "n = 0 }", "faction Rome, start 1: `n` is 0"),
    ("maps.toml", "seats = [3, 4, 5, 6]", "seats = [3, 4, 5, 7]", r"seats are 3 to 6, not \[7\]"),
    ("maps.toml", '{ id = "Gaul", kind', '{ id = "Averni", kind', "territory Averni: 2 have this"),
    ("maps.toml", 'b = "Averni", kind = "border"', 'b = "Averni", kind = "coast"', "a coast joins"),
    ("chronicle.toml", "n = 2, on_end", "n = 200, on_end", "`n` is 200, it must be at most 20"),
    ("chronicle.toml", "minimum = [6", "minimum = [600", "value 1 of `minimum` is 600"),
]

HADRIANS_WALL: list[Wrong] = [
    ("sheets.toml", "needs = 5", "needs = 9", "building granary_large: needs must be 1 to 8"),
    ("sheets.toml", "needs = 15", "needs = 26", "needs must be 1 to 25, not 26"),
    ("sheets.toml", "5, 6, 8, 9]", "5, 6, 8, 10]", "but the track performers ends at 9"),
    ("sheets.toml", "yearly = 1", "yearly = -1", "training: `yearly` is -1"),
    (
        "sheets.toml",
        "cost = { servant = 1,",
        "cost = { slave = 1,",
        "a key of `cost` is 'slave'; possible: .*servant",
    ),
    ("sheets.toml", "cost = { servant = 1,", "cost = { servant = 0,", "it must be 1 to 4"),
    ("sheets.toml", "large = true", "large = 1", "`large` is 1, it must be true or false"),
    ("cards.toml", "normal = [1, 2", "normal = [-1, 2", "value 1 of `normal` is -1"),
    ("cards.toml", "hard = [1, 3", "hard = [3", "board.attack.hard: there must be 6 Years"),
    ("cards.toml", "items = [1, 2, 2, 2, 1]", "items = [-1, 4, 2, 2, 1]", "value 1 of `items`"),
    ("sheets.toml", "won = [", "won = [7, ", "value 1 of `won` is 7, it must be a text"),
    ("cards.toml", "points = 40", "points = 55", "rank: points must rise from 0"),
    ("drawing.toml", '"cohort-left-2"', '"cohort-left-1"', "box cohort-left-1: 2 boxes have this"),
    ("icons.svg", "<path", '<path style="fill:url(http://x)"', "may not have style"),
    ("words.toml", 'ranger = "Ranger"', 'ranger = ""', "path.ranger: says nothing"),
]

AGRICOLA: list[Wrong] = [
    ("map.toml", 'hex = "2632"', 'hex = "26"', "Damnonii: no land hex 26"),
    ("map.toml", 'hex = "2632"', 'hex = "2534"', "Epidii: it shares its hex with Damnonii"),
    ("map.toml", 'name = "Epidii"', 'name = "Damnonii"', "center Damnonii: 2 share this name"),
    ("map.toml", 'name = "Epidii"', 'name = ""', "center 2534: `name` is ''"),
    ("map.toml", '"3824"', '"4283"', "road .*: no land hex '4283'"),
    ("map.toml", "counter = true", 'counter = "yes"', "it must be true or false"),
    ("map.toml", "last_column = 42", "last_column = 43", "row 12: 22 hexes, not 23"),
    ("units.toml", 'side = "roman"', 'side = "romans"', "perhaps 'roman'"),
    ("units.toml", "strength = 3", "strength = 300", "`strength` is 300, it must be at most 99"),
    ("units.toml", "back = 2", "back = -2", "unit Agricola: `back` is -2"),
    ("units.toml", 'type = "supreme"', 'type = "legate"', "roman has 0 supreme leaders"),
    ("units.toml", 'name = "Agricola"\n', "", "unit 1: `name` is missing"),
    ("tables.toml", "march = 1", "march = -1", "points: `march` is -1"),
    ("short.toml", 'gates = ["3127"', 'gates = ["3027"', "3027 is not in its last row"),
    ("tables.toml", "last = 11", "last = 99", "turns.last must be 11"),
]

TABLES = {
    "cambria": CAMBRIA,
    "para_bellum": PARA_BELLUM,
    "conqueror": CONQUEROR,
    "hadrians_wall": HADRIANS_WALL,
    "agricola": AGRICOLA,
}


@pytest.mark.parametrize("game", TABLES)
def test_a_slip_gets_its_message_at_its_line(game: str, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    copy_pack(find_game(game), path)
    silent: list[str] = []
    for file, old, new, says in TABLES[game]:
        text = (path / file).read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r} to be replaced"
        (path / file).write_text(text.replace(old, new, 1) if old else new, encoding="utf-8")
        box, problems, _ = open_pack(path)
        (path / file).write_text(text, encoding="utf-8")
        found = [each for each in problems if re.search(says, str(each))]
        placed = any(each.line or not old or file.endswith(".svg") for each in found)
        if box is not None or not placed or not any(f"/{file}" in str(each) for each in found):
            told = [str(problem) for problem in problems]
            silent.append(f"{file}: {old!r} -> {new!r}: not {says!r}, but {told}")
    assert not silent, "\n".join(silent)


def test_all_that_does_not_fit_is_told_at_once(tmp_path: Path) -> None:
    """Each with its item, also below another item that is wrong."""
    path = tmp_path / "mine"
    copy_pack(find_game("para_bellum"), path)
    file = path / "command.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ("copies = 2", 'copies = "2"'),
        ("n = 1, up_to", "n = 7, up_to"),
        ("count = 3, n = 1", "count = 3, nn = 1"),
        ('{ op = "play_army" }', '{ op = "play_armi" }'),
        ("actions = 2\n", "action = 2\n"),
    ):
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    told = [problem.reason for problem in open_pack(path)[1]]
    for says in (
        "card bribe: `copies` is '2', it must be a whole number",
        "card contio, option 1, effect 1: ",
        "card forced_march, option 1, effect 1: `op` is 'play_armi' (perhaps 'play_army'?)",
        "card via_militaris: ",
    ):
        assert any(each.startswith(says) for each in told), told
    assert len(told) >= 4
