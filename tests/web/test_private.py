"""Private tables: who sees them, by which address, and what everybody else gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.support import Visitor, serving

from ludus.web.api.client import ApiError, Client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


@pytest.fixture
def table(server: str) -> tuple[Visitor, str, str]:
    """The host, the table's address, and the one for watchers."""
    ann = Visitor(server)
    url = ann.open_table("cambria", "me,open", private=True)
    page = ann.get(url).text
    watch = page.partition('id="watch-link"')[2].partition('value="')[2].partition('"')[0]
    return ann, url, watch


PLACES = (
    "",
    "/picture.svg",
    "/stream",
    "/history/0",
    "/record",
    "/about?place=road-1",
    "/preview?action=roll",
    "/aims?gesture=army-0&picks=infantry:1",
)


@pytest.mark.parametrize("place", PLACES)
def test_strangers_are_turned_away(
    server: str, table: tuple[Visitor, str, str], place: str
) -> None:
    _, url, _ = table
    stranger = Visitor(server, "192.0.2.9")
    answer = stranger.get(url + place)
    assert answer.status_code == 403
    assert "private" in answer.text
    assert "Ann" not in answer.text
    assert stranger.post(f"{url}/chat", text="Ave").status_code == 403
    assert stranger.post(f"{url}/join", seat=1).status_code == 403


def test_the_watch_link_lets_in_and_stays_with_the_browser(
    server: str, table: tuple[Visitor, str, str]
) -> None:
    _, url, watch = table
    assert watch.startswith(f"{url}?watch=")
    watcher = Visitor(server, "192.0.2.9")
    assert watcher.get(watch).status_code == 200
    for place in (
        "",
        "/history/0",
        "/record",
        "/about?place=road-1",
        "/preview?action=roll",
    ):
        assert watcher.get(url + place).status_code == 200
    with watcher.http.stream("GET", f"{url}/stream") as stream:
        assert stream.status_code == 200
    assert watcher.post(f"{url}/chat", text="Ave").status_code == 200
    # It lets them look, not sit.
    assert watcher.post(f"{url}/join", seat=1).status_code == 403
    # The cookie is for this table alone.
    other = Visitor(server, "192.0.2.8").open_table("cambria", "me,open", private=True)
    assert watcher.get(other).status_code == 403


@pytest.mark.parametrize("token", ["", "x", "x.y", "{id}.AAAAAAAAAAAAAAAAAAAAAAAA"])
def test_a_wrong_token_is_worth_nothing(
    server: str, table: tuple[Visitor, str, str], token: str
) -> None:
    _, url, _ = table
    stranger = Visitor(server, "192.0.2.9")
    given = token.replace("{id}", url.rpartition("/")[2])
    assert stranger.get(url, watch=given).status_code == 403


def test_another_tables_token_is_worth_nothing(
    server: str, table: tuple[Visitor, str, str]
) -> None:
    watch = table[2]
    other = Visitor(server, "192.0.2.8").open_table("cambria", "me,open", private=True)
    stranger = Visitor(server, "192.0.2.9")
    assert stranger.get(other, watch=watch.partition("=")[2]).status_code == 403


def test_players_come_by_invitation_and_see_the_table(
    server: str, table: tuple[Visitor, str, str]
) -> None:
    ann, url, _ = table
    link = ann.post(f"{url}/invite", seat=1).json()["url"]
    bob = Visitor(server, "192.0.2.9")
    assert bob.get(url).status_code == 403
    bob.post(link, name="Bob")
    assert bob.get(url).status_code == 200
    # Whose seat is taken away has nothing to look for there any more.
    ann.post(f"{url}/free", seat=1)
    assert bob.get(url).status_code == 403


def test_public_tables_are_open_to_all_by_their_plain_address(server: str) -> None:
    url = Visitor(server).open_table("cambria", "me,open")
    page = Visitor(server, "192.0.2.9").get(url)
    assert page.status_code == 200
    assert f'value="{url}"' in page.text


def test_programs_send_the_token(server: str) -> None:
    ann, bob = Client.register(server, "Ann"), Client.register(server, "Bob")
    table = ann.open_table("cambria", ["me", "bot:easy"], private=True)
    with pytest.raises(ApiError) as refused:
        bob.table(table.id)
    assert refused.value.status == 403
    http = Visitor(server, "192.0.2.9")
    token = table.watch.partition("watch=")[2]
    answer = http.get(f"/api/tables/{table.id}", watch=token)
    assert answer.status_code == 200
    assert json.loads(answer.text)["viewer"] == -3
    assert http.get(f"/api/tables/{table.id}/story", watch=token).status_code == 200
    assert http.get(f"/api/tables/{table.id}/story").status_code == 403
