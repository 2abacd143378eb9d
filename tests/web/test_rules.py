"""Rules pages: chapters with all clauses, and worked examples that the engine reproduces."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.support import Visitor, serving

from ludus.core.aid import aid_of
from ludus.core.clauses import ledger_of, level_of, rule_of, rules_in
from ludus.core.examples import Example, asked_in, examples_of, table_of
from ludus.core.face import foremost, scenes_of
from ludus.core.registry import find_game, open_box
from ludus.games import PUBLISHED
from ludus.store import SqliteStore
from ludus.web.live.met import RulesMet
from ludus.web.views.rules import split

EXAMPLES = [
    pytest.param(game, example, id=f"{game}-{example.key}")
    for game in PUBLISHED
    for example in examples_of(find_game(game).folder)
]


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_a_worked_example_is_a_position_that_the_engine_reproduces(
    game: str, example: Example
) -> None:
    box = open_box(game)
    table = table_of(box, example)
    decision = table.decision(example.seat)
    assert decision is not None, "the player whose position it is has to choose"
    scenes = scenes_of(box.face, table.view(example.seat), decision, table.names)
    shown = next((each for each in scenes if each.key == example.scene), foremost(scenes))
    if example.scene:
        assert shown.key == example.scene
    if example.section:
        assert example.section in {each.key for each in shown.sections}
    ids = set(re.findall(r'\bid="([^"]+)"', shown.svg))
    known = {clause.id for clause in ledger_of(find_game(game).folder).clause}
    assert example.clauses
    assert known.issuperset(example.clauses)
    assert example.note
    for note in example.note:
        assert not note.place or note.place in ids, note.place
        assert not note.clause or note.clause in known, note.clause
    assert ids.issuperset(example.around)


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_game_has_ten_worked_examples_that_show_what_the_ledger_marks(game: str) -> None:
    folder = find_game(game).folder
    examples = examples_of(folder)
    assert len(examples) >= 10
    assert len({each.key for each in examples}) == len(examples)
    marked = {clause.id for clause in ledger_of(folder).clause if clause.example}
    shown = {id for each in examples for id in each.clauses}
    assert marked <= shown


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_rule_has_a_title_a_level_and_a_chapter(game: str) -> None:
    folder = find_game(game).folder
    ledger = ledger_of(folder)
    _, chapters = split((folder / "page.md").read_text(encoding="utf-8"))
    headings = {title for title, _ in chapters}
    assert headings.issuperset(ledger.chapters)
    assert headings.issuperset(each.chapter for each in examples_of(folder))
    placed = [rule for rules in ledger.chapters.values() for rule in rules]
    assert len(placed) == len(set(placed))
    assert set(placed) == set(rules_in(game, ledger)) == set(ledger.titles)
    assert set(ledger.reference) <= set(ledger.titles)
    for group in ledger.levels:
        rules = {rule_of(game, ledger, each.id) for each in ledger.clause}
        assert any(rule == group or rule.startswith(f"{group}.") for rule in rules), group
    assert {level_of(game, ledger, each) for each in ledger.clause} >= {"basic", "advanced"}


@pytest.mark.parametrize("game", PUBLISHED)
def test_what_stands_beside_a_chapter_rests_on_rules(game: str) -> None:
    folder = find_game(game).folder
    _, chapters = split((folder / "page.md").read_text(encoding="utf-8"))
    headings = {title for title, _ in chapters}
    known = {clause.id for clause in ledger_of(folder).clause}
    asked = asked_in(folder)
    assert len(asked) >= 10
    for each in asked:
        assert each.chapter in headings
        assert each.clause in known, each.clause
        assert each.question.endswith("?")
        assert 1 <= len(re.findall(r"[.!](?=\s|$)", each.answer)) <= 2, each.answer
    aid = aid_of(folder)
    assert aid is not None
    shown = {part.chapter for column in aid.column for part in column.part} - {""}
    assert shown
    assert headings.issuperset(shown)


def test_a_ruling_is_told_with_or_without_its_origin(app: str) -> None:
    for game, words in {
        "hadrians_wall": "Do not clip totals at 0.",
        "conqueror": "Territories cannot exist without units",
        "cambria": "The eagle counts as 1 there.",
    }.items():
        page = Visitor(app).get(f"/rules/{game}").text
        assert words in page[page.index('id="rulings"') :], game


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("rules")) as server:
        yield server


@pytest.mark.parametrize("game", PUBLISHED)
def test_the_page_has_every_clause_once_and_names_the_owners(app: str, game: str) -> None:
    page = Visitor(app).get(f"/rules/{game}").text
    for clause in ledger_of(find_game(game).folder).clause:
        assert page.count(f'id="{clause.id}"') == 1, clause.id
    assert "Ludus is unofficial" in page
    for publisher in find_game(game).meta.publisher.split("; "):
        assert html.escape(publisher) in page
    assert "ludus report" not in page
    assert "ludus simulate" not in page
    assert page.count("data-position=") == len(examples_of(find_game(game).folder))


def test_an_example_is_drawn_and_played_on_from(app: str) -> None:
    visitor = Visitor(app)
    picture = visitor.get("/rules/cambria/examples/doubles")
    assert picture.text.startswith("<svg")
    answer = visitor.form("/rules/cambria/examples/doubles")
    assert answer.status_code == 303
    table = visitor.get(answer.headers["location"]).text
    assert 'data-clause="cambria.doubles.1"' in table
    assert visitor.get("/rules/cambria/examples/none").status_code == 404
    assert visitor.form("/rules/cambria/examples/none").status_code == 404
    assert visitor.form("/rules/ludo/examples/doubles").status_code == 404


# Rules met ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PUBLISHED)
def test_every_clause_that_players_are_shown_has_a_readable_title(game: str) -> None:
    words = open_box(game).face.words
    ledger = ledger_of(find_game(game).folder)
    known = {clause.id for clause in ledger.clause}
    shown = [words.template(key) for key in words.keys("prompt.") if key.endswith(".clause")]
    assert len(shown) > 5
    for clause in shown:
        assert clause in known
        assert rule_of(game, ledger, clause) in ledger.titles, clause


def test_a_player_meets_the_rules_they_play_by(app: str) -> None:
    visitor = Visitor(app)
    url = visitor.open_table("cambria", "me,bot:easy,bot:easy")
    page = visitor.get(url).text
    assert "You have met" not in visitor.get("/rules/cambria").text
    assert "Rules you have met" not in visitor.get("/me").text
    decision = re.search(r'data-decision="(\d+)"', page)
    action = re.search(r'name="action" value="([^"]+)"', page)
    assert decision is not None and action is not None
    answer = visitor.post(
        f"{url}/act", seat=0, decision=int(decision[1]), action=html.unescape(action[1])
    )
    assert answer.status_code == 200
    read = visitor.get(f"{url}/about", place="fort-3").json()
    assert "html" in read
    mine = visitor.get("/me").text
    assert "Rules you have met" in mine
    assert re.search(r"you have met [1-9]\d? of 18 rules", mine)
    page = visitor.get("/rules/cambria").text
    assert "You have met" in page
    # A lesson for what is new is one press away, above all that is folded.
    assert re.search(r"Your own turns: \d+ new rules?", page.partition('id="rules-text"')[0])
    assert "You have met" not in Visitor(app).get("/rules/cambria").text


def test_what_is_kept_of_a_visitor_is_bounded_by_the_rules(tmp_path: Path) -> None:
    async def meet() -> None:
        store = SqliteStore(tmp_path / "met.db")
        met = RulesMet(store)
        ids = [clause.id for clause in ledger_of(find_game("cambria").folder).clause]
        met.note("s", "cambria", [*ids, "cambria.nothing.1", "x" * 500])
        met.note("", "cambria", ids)
        met.note("s", "ludo", ["ludo.1"])
        # They count before they are written.
        noted = await met.all("s")
        assert await store.rules_met("s") == {}
        await met.write()
        assert await store.rules_met("s") == noted == await met.all("s")
        assert set(noted) == {"cambria"}
        assert len(noted["cambria"]) == 18
        assert await store.rules_met("") == {}
        # What was noted once is not written again.
        commits = store.writer.commits
        met.note("s", "cambria", ids)
        await met.write()
        assert store.writer.commits == commits
        await store.close()

    asyncio.run(meet())


def test_the_tribes_leader_has_one_spelling_the_rulebook_s() -> None:
    """The counter of the paper game has another one, which its rulebook says it does not use."""
    folder = find_game("agricola").folder
    texts = [*folder.rglob("*.toml"), *folder.rglob("*.md"), *folder.rglob("*.svg")]
    texts += Path(__file__).parents[2].joinpath("docs").rglob("*.md")
    read = {text: text.read_text(encoding="utf-8") for text in texts}
    assert any("Calgacus" in words for words in read.values())
    assert [text.name for text, words in read.items() if "galgacus" in words.lower()] == []
