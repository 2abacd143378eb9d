"""The API: by program, from another process, and by a machine that tries everything."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from tests.web.support import PATIENCE, http, serving

from ludus.web.api.client import ApiError, Client
from ludus.web.api.openapi import description
from ludus.web.api.operations import OPERATIONS
from ludus.web.api.schemas import TableAnswer

ROOT = Path(__file__).parents[2]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", b"what?\r\n\r\n"],
    ids=["nothing", "half", "garbage"],
)
def test_a_server_that_breaks_off_is_an_error_of_its_own(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            line, _ = listening.accept()
            with line:
                line.recv(4096)
                line.sendall(answer)

        server = threading.Thread(target=serve)
        server.start()
        with pytest.raises(ApiError) as failed:
            Client(f"http://127.0.0.1:{listening.getsockname()[1]}").games()
        assert failed.value.status == 0
        server.join()


def test_the_games_are_listed(server: str) -> None:
    client = Client(server)
    games = {game.name: game for game in client.games()}
    assert games["cambria"].picture == "/games/cambria/card.svg"
    assert [count for count, _ in games["agricola"].seating] == [2]
    with pytest.raises(ApiError) as refused:
        client.me()
    assert refused.value.status == 401


def test_two_programs_play_a_game(server: str) -> None:
    ann, bob = Client.register(server, "Ann"), Client.register(server, "Bob")
    table = ann.open_table("bids", ["me", "open"], {"rounds": "3"})
    assert table.stage == "waiting"
    assert list(table.invitations) == ["1"]
    joined = bob.use_link(server + table.invitations["1"])
    assert joined.seats[1].mine
    with pytest.raises(ApiError) as used:
        Client.register(server, "Cyd").use_link(server + table.invitations["1"])
    assert used.value.status == 410
    while True:
        now = {who: who.table(table.id) for who in (ann, bob)}
        if now[ann].stage == "over":
            break
        for who, seen in now.items():
            for decision in seen.decisions:
                who.act(table.id, decision, decision.options[-1].action)
    end = ann.table(table.id)
    assert end.result is not None
    assert sorted(place.rank for place in end.result.places)[0] == 1
    assert ann.record(table.id).splitlines()[0].startswith('{"ludus":1')
    assert ann.upload(ann.record(table.id)).stage == "over"
    assert ann.fork(table.id, 1).stage == "playing"
    assert ann.story(table.id).lines
    again = ann.rematch(table.id)
    assert again.url == bob.rematch(table.id).url


def test_views_hold_no_secrets(server: str) -> None:
    ann, bob = Client.register(server, "Ann"), Client.register(server, "Bob")
    table = ann.open_table("bids", ["me", "open"])
    bob.join(table.id)
    (mine,) = ann.table(table.id).decisions
    ann.act(table.id, mine, "bid:3")
    assert json.loads(bytes(ann.table(table.id).view))["own"] == 3
    stranger = Client(server)
    for other in (bob, stranger):
        for at in (None, 0, 1):
            seen = other.table(table.id, at)
            assert json.loads(bytes(seen.view))["own"] == -1
        with pytest.raises(ApiError) as refused:
            other.record(table.id)
        assert refused.value.status == 403
        with pytest.raises(ApiError):
            other.table(table.id, seat=0)
        assert not any("3" in line.text for line in other.story(table.id).lines)


def test_a_stale_answer_is_told_so(server: str) -> None:
    ann = Client.register(server, "Ann")
    table = ann.open_table("sheets", ["me", "me"])
    (decision,) = ann.table(table.id, seat=0).decisions
    ann.act(table.id, decision, decision.options[0].action)
    with pytest.raises(ApiError) as stale:
        ann.act(table.id, decision, decision.options[0].action)
    assert stale.value.status == 409
    ann.undo(table.id, 0)
    assert ann.table(table.id, seat=0).undo.redo
    ann.redo(table.id, 0)


def test_talk_and_lists(server: str) -> None:
    ann, bob = Client.register(server, "Ann"), Client.register(server, "Bob")
    table = ann.open_table("cambria", ["me", "open"])
    assert [line.id for line in bob.tables("open")] == [table.id]
    bob.join(table.id, 1)
    assert [line.your_turn for line in ann.tables("mine")].count(True) <= 1
    assert [line.id for line in bob.tables("live")] == [table.id]
    ann.say(table.id, "hello")
    by_hand = http(server, Authorization=f"Bearer {bob.token}")
    said = by_hand.get(f"/api/tables/{table.id}/chat").json()
    assert [line["text"] for line in said["lines"]][-1] == "hello"
    answer = by_hand.put(f"/api/tables/{table.id}/notes", json={"text": "hm"})
    assert answer.status_code == 200
    kept = by_hand.get(f"/api/tables/{table.id}/notes").json()
    assert kept == {"text": "hm"}


def test_a_cookie_is_no_token(server: str) -> None:
    client = http(server, Origin=server)
    client.post("/me", json={"name": "Ann"})
    cookie = client.cookies["ludus"]
    refused = client.get("/api/me", headers={"Authorization": f"Bearer {cookie}"})
    assert refused.status_code == 401
    token = Client.register(server, "Bob").token
    thief = http(server, Cookie=f"ludus={token}")
    assert "Bob" not in thief.get("/me").text


def test_a_program_without_a_token_is_told_how_to_get_one(server: str) -> None:
    refused = http(server).post("/api/tables", json={"game": "cambria", "seats": ["me"]})
    assert refused.status_code == 401
    assert "POST /api/sessions" in refused.json()["error"]


def test_a_bot_in_another_process_plays_a_whole_game(server: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "api_bot.py", server],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "1. " in done.stdout


def test_a_bot_follows_an_invitation(server: str) -> None:
    host = Client.register(server, "Host")
    table = host.open_table("bids", ["bot:easy", "open"])
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "examples" / "api_bot.py",
            server,
            "--invitation",
            server + table.invitations["1"],
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert host.table(table.id).stage == "over"


# The description ----------------------------------------------------------------------------------


def test_the_description_names_every_address(server: str) -> None:
    found = http(server).get("/api/openapi.json").json()
    assert found["openapi"] == "3.1.0"
    described = {
        (method.upper(), path) for path, methods in found["paths"].items() for method in methods
    }
    assert described == {(each.method, each.api) for each in OPERATIONS if each.api}
    names = [each["operationId"] for path in found["paths"].values() for each in path.values()]
    assert len(names) == len(set(names))


schema = schemathesis.openapi.from_dict(json.loads(description()))


EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "")
"""How many requests for each address: `make fuzz-web` tries more, and other ones each time."""


class Stage:
    """One server for all that is tried, with a table for it to be tried on."""

    server = ""
    token = ""
    table: TableAnswer
    link = ""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(tmp_path_factory.mktemp("stage")) as server:
        ann = Client.register(server, "Ann")
        stage = Stage()
        stage.server, stage.token = server, ann.token
        stage.table = ann.open_table("bids", ["me", "open"])
        stage.link = stage.table.invitations["1"].removeprefix("/i/")
        yield stage


@schema.exclude(path_regex="stream$|me/(logout|forget)$").parametrize()
@settings(
    max_examples=int(EXAMPLES or 8),
    derandomize=not EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_nothing_that_is_sent_makes_a_500(stage: Stage, case: Case) -> None:  # type: ignore[type-arg]  # Its parameters are of no interest here.
    if case.path_parameters.get("table"):
        case.path_parameters["table"] = stage.table.id
    if case.path_parameters.get("game"):
        case.path_parameters["game"] = "cambria"
    headers = {"Authorization": f"Bearer {stage.token}"}
    answer = case.call(base_url=stage.server, headers=headers, timeout=PATIENCE)
    case.validate_response(
        answer,
        checks=[
            not_a_server_error,
            schemathesis.checks.status_code_conformance,
            schemathesis.checks.content_type_conformance,
            schemathesis.checks.response_schema_conformance,
        ],
    )


@pytest.mark.parametrize("status", [0, 429, 502, 503, 504])
def test_a_program_follows_on_when_the_server_comes_back(
    status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy answers 502 while the server behind it starts again."""
    monkeypatch.setattr("ludus.web.api.client.time.sleep", lambda seconds: None)
    with serving(tmp_path) as server:
        client = Client.register(server, "Ann")
        table = client.open_table("bids", ["me", "open"])
        refusals = [ApiError(status, "nobody is at home")] * 2
        really = client._open

        def broken(method: str, path: str, data: bytes | None, timeout: float) -> HTTPResponse:
            if refusals:
                raise refusals.pop()
            return really(method, path, data, timeout)

        monkeypatch.setattr(client, "_open", broken)
        following = client.follow(table.id)
        assert next(following).id == table.id
        assert refusals == []
        following.close()
        refusals.append(ApiError(403, "not yours"))
        with pytest.raises(ApiError, match="not yours"):
            next(client.follow(table.id))
