"""Packs with one thing wrong: each gets its message at the check, and never later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game
from ludus.kit import packs
from ludus.kit.packs import open_pack

Wrong = tuple[str, str, str, str]
"""A file, what is replaced in it by what, and what is said about it."""

CAMBRIA: list[Wrong] = [
    ("pack.toml", 'game = "cambria"', 'game = "chess"', "unknown game 'chess'"),
    ("pack.toml", "title =", "titel =", "unknown key `titel`, perhaps `title`"),
    (
        "maps.toml",
        'numeral = "II"\nforts',
        'numeral = "VII"\nforts',
        "possible: II, III, IV, V, VI",
    ),
    ("maps.toml", "forts = 5", 'forts = "5"', "`forts` is '5', it must be a whole number"),
    ("maps.toml", "forts = 5", "forts = 4", "the tokens count 15"),
    ("maps.toml", 'victory = "IV"', 'victory = "V"', "token VI: victory must be 'IV', not 'V'"),
    ("maps.toml", "dice = 2", "dice = 3", "pieces.dice must be 2, not 3"),
    ("maps.toml", "last_forts = 6", "last_forts = 5", "pieces.last_forts must be 6"),
    ("maps.toml", "victory_tokens = 7", "victory_tokens = 8", "7 tokens of forts have points"),
    ("maps.toml", '"V", "VI"]\nlast', '"V", "V"]\nlast', "pieces.boats must be"),
    ("maps.toml", '"eagle", "II"', '"II", "II"', "die.faces must be"),
    ("maps.toml", 'key = "cumbria"', 'key = "umbria"', "the sides must be"),
    ("maps.toml", 'a = "alabum", b = "bremia"', 'a = "alabum", b = "rome"', "no fort 'rome'"),
    ("maps.toml", 'a = "alabum", b = "bremia"', 'a = "alabum", b = "alabum"', "both ends are"),
    ("maps.toml", 'a = "alabum", b = "bremia"', 'a = "alabum", b = "nidum"', "2 roads join"),
    ("maps.toml", 'id = "deva"', 'id = "isca"', "fort isca: 2 forts share this id"),
    (
        "maps.toml",
        'modern = "Chester", numeral = "II"',
        'modern = "Chester", numeral = "III"',
        "2 roads reach it",
    ),
    ("maps.toml", 'source = "reconstruction"\nfort', 'source = "guess"\nfort', "possible: public"),
    ("drawing.toml", 'id = "deva"', 'id = "diva"', "its forts are not those of maps.toml"),
    ("drawing.toml", '{ a = "alabum", b = "bremia"', '{ a = "alabum", b = "isca"', "its roads are"),
    ("drawing.toml", '{ numeral = "II",', '{ numeral = "IX",', "the boats must be II, III"),
    ("words.toml", "[piece]", "[pice]", "pice.of: the game has no such words"),
]

PARA_BELLUM: list[Wrong] = [
    ("command.toml", 'op = "coin_move"', 'op = "coin_throw"', "card bribe, option 1.*'coin_throw'"),
    (
        "command.toml",
        "copies = 3",
        "copies = 0",
        "card reinforcements: `copies` is 0, it must be at least 1",
    ),
    ("command.toml", "actions = 2\n", "actions = 9\n", "`actions` is 9, it must be at most 4"),
    (
        "command.toml",
        'hook = "motivate"',
        'hook = "moonwalk"',
        "card tribunus, passive 1.*'moonwalk'",
    ),
    ("command.toml", 'id = "raid"', 'id = "bribe"', "2 cards have the id 'bribe'"),
    ("command.toml", 'id = "contio"', 'id = "haruspex"', "card haruspex: no words"),
    ("command.toml", 'id = "onager"', 'id = "catapult"', "card catapult: no (words|drawing)"),
    (
        "command.toml",
        "count = 3, n = 1, up_to",
        "count = 3, n = 7, up_to",
        "card contio, .*at most 6",
    ),
    ("command.toml", '{ banner = "veterani" }', "{ coin_allowed = true }", "asks for nothing"),
    ("command.toml", '{ r = 1, banner = "strategist" }', "{ b = 6 }", "the General keeps 1"),
    (
        "command.toml",
        '{ op = "play_army" }',
        '{ op = "play_army", who = "ally" }',
        "only alliances",
    ),
    (
        "command.toml",
        'who = "target", die = "k" }',
        'who = "target", die = "b" }',
        "cannot be lost",
    ),
    ("command.toml", '{ op = "play_army" }', '{ op = "this_morale", plus = 1 }', "only a Battle"),
    ("command.toml", 'filter = "special_unit"', 'filter = "order"', "an Order is never in play"),
    ("command.toml", "faces = [3, 4]", "faces = [2, 4]", "each face of 1 to 6 stands in one row"),
    ("command.toml", "by_roll = true, min = 1", "by_roll = true, n = 1", "by `n`, not 0, or by"),
    ("events.toml", 'id = "dilectus"', 'id = "driving_rain"', "2 cards have the id"),
    (
        "objectives.toml",
        "{ need = 6, points = 5 }",
        "{ need = 6 }",
        "tier 1: `points` is missing",
    ),
    (
        "objectives.toml",
        'face = "up"',
        'face = "down"',
        "ars_oratoria: what pays each time is open",
    ),
    (
        "objectives.toml",
        "{ need = 3, points = 6 }",
        "{ need = 2, points = 6 }",
        "the tiers must rise",
    ),
    ("battles.toml", 'colour = "gold"', 'colour = "azure"', "battle dyrrhachium: a bonus for each"),
    ("alliances.toml", "spaces = 3", "spaces = 1", "a track has a start and an end"),
    ("limits.toml", "gray_dice = 10", "gray_dice = 11", "limits.gray_dice must be 10"),
    ("army.toml", 'id = "azure"', 'id = "teal"', "the colours must be"),
    ("words.toml", "[card.raid]", "[card.rade]", "card.rade.name: nothing in this pack"),
    (
        "words.toml",
        'name = "Raid"',
        'name = "Bribe"',
        "card raid: it is called 'Bribe', as card bribe is",
    ),
    ("words.toml", "Draw 1 army card.", "Draw {n} army cards.", r"nothing fills \{n\}"),
    ("art.svg", "<path", '<path onclick="x()"', "may not have onclick"),
]

CONQUEROR: list[Wrong] = [
    (
        "heroes.toml",
        'op = "bonus"',
        'op = "boast"',
        "ability 1: .*'boast'.*possible: bonus",
    ),
    ("heroes.toml", 'op = "bonus", n = 2', 'op = "bonus"', "ability 1: `n` is missing"),
    ("heroes.toml", "cap = 3", "cap = 3, colour = 1", "unknown key `colour`"),
    ("heroes.toml", 'result = "win"', 'result = "maybe"', "possible: any, lose, win"),
    ("heroes.toml", "strength = 4", "strength = 12", "it must be at most 9"),
    ("heroes.toml", 'faction = "Rome"', 'faction = "Gaul"', "Rome has 3 cards, not 4"),
    ("heroes.toml", 'id = "xanthippus"', 'id = "hanno"', "hero hanno: no words"),
    ("chronicle.toml", 'what = "recruit"', 'what = "sleep"', "'sleep'.*possible: .*, recruit"),
    ("chronicle.toml", ', spares = "holder_of_5_forts"', "", "card olympic_truce: .*spares"),
    ("chronicle.toml", ', on_end = "remove_excess"', "", "card bountiful_harvest: .*on_end"),
    ("chronicle.toml", 'touching = "sea"', 'touching = ""', "card storms_at_sea: .*'types'"),
    (
        "chronicle.toml",
        "den = 2",
        "den = 0",
        "card spies_and_traitors, effect 1: `den` is 0, it must be at least 1",
    ),
    ("chronicle.toml", "minimum = [6, 6, 6, 6]", "minimum = [6, 6, 6]", "a minimum above 0"),
    ("chronicle.toml", "sword = true", "sword = false", "an effect for the round is missing"),
    ("missions.toml", '"Sicilia", "Sardinia"', '"Oceanus"', "no goal that is possible"),
    ("missions.toml", 'against", faction = "Rome"', 'against", faction = "Troy"', "Troy"),
    ("missions.toml", "pays = 5", "pays = 0", "it must pay something"),
    ("maps.toml", "faces = [1, 1", "faces = [1, 2", "die.faces must be"),
    ("maps.toml", "units = [4, 6", "units = [4, 5", "1 food allows 6 units"),
    ("maps.toml", 'a = "Gaul", b = "Averni"', 'a = "Gaul", b = "Avalon"', "no territory"),
    ("maps.toml", 'at = "Brundium"', 'at = "Atlantis"', "no 'Atlantis' on map campaign"),
    ("maps.toml", 'kind = "sea", source', 'kind = "sea", food = 1, source', "currency only"),
    ("drawing.toml", 'id = "Britannia"', 'id = "Hibernia"', "its territories are not those"),
    ("words.toml", "plague_spreads", "plague", "chronicle.plague: nothing in this pack"),
]

HADRIANS_WALL: list[Wrong] = [
    ("drawing.toml", '304, 51], name = "small"', '304, 51], name = "tiny"', "no granary 'tiny'"),
    (
        "sheets.toml",
        '"", "discipline", "cohort"',
        '"cohort", "discipline", "cohort"',
        "19 cohort icons",
    ),
    ("sheets.toml", '"hammer resource", "", ""', '"hammer", "hammer", ""', "9 hammers"),
    ("sheets.toml", "columns = [4, 9, 14]", "columns = [4, 9, 13]", "columns must end at 14"),
    ("sheets.toml", '"renown cohort"', '"cohort renown"', "a cohort icon must come last"),
    ("sheets.toml", 'gives = "piety trader', 'gives = "pity trader', "no icon 'pity'"),
    ("sheets.toml", 'after = "hotel_small"', 'after = "market"', "after must be"),
    ("sheets.toml", "resource = 3 }", "resource = 9 }", "a cost of 9 resource"),
    ("sheets.toml", "builder builder servant", "builder soldier servant", "no soldier"),
    ("sheets.toml", 'map = ["r...r"', 'map = ["r..r"', "must be five of"),
    ("sheets.toml", "boxes = 15", "boxes = 14", "disdain.boxes: 14"),
    ("sheets.toml", 'key = "mining"', 'key = "minting"', "the tracks must be"),
    ("sheets.toml", 'of = "infrastructure"', 'of = "sewers"', "must be infrastructure or a track"),
    ("sheets.toml", 'pay = ["servant"]', 'pay = ["slave"]', "possible: .*servant"),
    ("cards.toml", "items = [1, 2, 2, 2, 1]", "items = [1, 2, 2, 2, 2]", "add up to 8"),
    ("cards.toml", "flag = [1, 2", "flag = [1, 1", "adds up to 14"),
    ("cards.toml", 'arrow = "centre"', 'arrow = ["left", "left"]', "two arrows at one cohort"),
    ("cards.toml", 'arrow = "centre"', 'arrow = "above"', "'above'"),
    ("cards.toml", 'pattern = "T"', 'pattern = "Q"', "no pattern 'Q'"),
    ("cards.toml", 'cells = ["xxxx"]', 'cells = ["xxxxx"]', "5 cells"),
    ("cards.toml", "damage = 2", "damage = 4", "damage must be 1 to 3, not 4"),
    (
        "cards.toml",
        'counts = "landmarks"',
        'counts = "lions"',
        "path architect|possible: .*temples",
    ),
    ("cards.toml", "tiers = [1, 2, 3]", "tiers = [1, 3, 2]", "path architect: the tiers must rise"),
    ("cards.toml", "tiers = [4, 2, 0]", "tiers = [0, 2, 4]", "aristocrat: the tiers must fall"),
    ("cards.toml", 'key = "ranger"', 'key = "merchant"', "path merchant: 2 cards have this key"),
    ("cards.toml", 'key = "ranger"', 'key = "rider"', "path rider: no words; write 'path.rider'"),
    ("drawing.toml", 'id = "mining-2"', 'id = "mining-99"', "no box mining-2 to show"),
    ("drawing.toml", '["mine", 26', '["mime", 26', "area mining: no icon 'mime'"),
    ("words.toml", "[building]", "[bilding]", "bilding.granary_medium: the game has no such words"),
]

AGRICOLA: list[Wrong] = [
    ("map.toml", '"~~~~~~~~~~~~~~~..~~~~~"', '"~~~~~~~~~~~~~~~..~~~~"', "row 14: 21 hexes, not 22"),
    (
        "map.toml",
        '"~~~~~~~~~~~~~~~..~~~~~"',
        '"~~~~~~~~~~~~~~~.?~~~~~"',
        "row 14: no terrain '\\?'",
    ),
    ("map.toml", "first_row = 12", "first_row = 13", "27 rows, there must be 26"),
    ("map.toml", 'hex = "2226"', 'hex = "2299"', "no land hex 2299"),
    ("map.toml", "counter = false", "counter = true", "one has no counter, where Rome begins"),
    ("map.toml", 'open = "."', 'open = "~"', "terrain: letters repeat"),
    ("map.toml", 'source = "reconstruction"', 'source = "memory"', "possible: public"),
    ("units.toml", 'type = "legionary"', 'type = "hoplite"', "no type 'hoplite'"),
    ("units.toml", "strength = 3", "strength = 0", "strength must be above 0"),
    ("units.toml", "move = 5", "move = 9", "move must be -1 to 6"),
    ("units.toml", "elite = true", "elite = false", "leaders are elite"),
    ("units.toml", 'start = "brigantes"', 'start = "recruit"', "no Roman unit starts in brigantes"),
    (
        "units.toml",
        'name = "Ala I"',
        'name = "Ala II"',
        "unit Ala II: 2 units of roman share this name",
    ),
    ("units.toml", 'start = "base"', 'start = "camp"', "possible: .*base"),
    ("stratagems.toml", 'key = "fury"', 'key = "rage"', "stratagem rage: caledonian has no such"),
    ("stratagems.toml", 'key = "officium"', 'key = "imperium"', "roman has it 2 times"),
    ("stratagems.toml", 'goes = "returned"', 'goes = "removed on success"', "rolls for no success"),
    ("stratagems.toml", 'goes = "removed"', 'goes = "lost"', "possible: removed"),
    ("stratagems.toml", "set_aside = 1", "set_aside = 2", "set_aside must be 1"),
    ("tables.toml", 'key = "omens"', 'key = "dreams"', "event dreams: no such event"),
    ("tables.toml", "roll = 12", "roll = 13", "one row per roll from 2 to 12"),
    ("tables.toml", 'winner = "roman"', 'winner = "picts"', "possible: caledonian, roman"),
    ("short.toml", "base = [", 'base = ["Legio Nova", ', "there is no Roman unit 'Legio Nova'"),
    ("drawing.toml", "size = [", "sise = [", "unknown key `sise`, perhaps `size`"),
    ("words.toml", "[happening]", "[hapening]", "hapening.omens: the game has no such words"),
]

TABLES = {
    "cambria": CAMBRIA,
    "para_bellum": PARA_BELLUM,
    "conqueror": CONQUEROR,
    "hadrians_wall": HADRIANS_WALL,
    "agricola": AGRICOLA,
}


@pytest.mark.parametrize("game", TABLES)
def test_a_wrong_pack_gets_its_message(game: str, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    copy_pack(find_game(game), path)
    assert open_pack(path)[1] == [], "as long as nothing is changed, all is well"
    table = TABLES[game]
    assert len({(file, old, new) for file, old, new, _ in table}) >= 20
    silent: list[str] = []
    lines = 0
    for file, old, new, says in table:
        text = (path / file).read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r} to be replaced"
        (path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        box, problems, _ = open_pack(path)
        (path / file).write_text(text, encoding="utf-8")
        told = [str(problem) for problem in problems]
        lines += any(problem.line for problem in problems)
        found = [each for each in told if re.search(says, each)]
        if box is not None or not found or not any(f"/{file}" in each for each in found):
            silent.append(f"{file}: {old!r} -> {new!r}: not {says!r}, but {told}")
    assert not silent, "\n".join(silent)
    # What is about something in a file names its line; some are about what is not there.
    assert lines >= 0.75 * len(table)


def test_what_no_demand_has_foreseen_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine"
    copy_pack(find_game("cambria"), path)
    monkeypatch.setattr(packs, "find_game", lambda name: {}[name])
    report = packs.check_pack(path, quick=True)
    assert report.problems == [f"{path}: cannot be opened: KeyError: 'cambria'"]
