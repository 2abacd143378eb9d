"""The operator's address: health, readiness, metrics; and the logs."""

from __future__ import annotations

import io
import json
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.process import process
from tests.web.support import PATIENCE, a_room, person, seated

from ludus.store import StoreError
from ludus.web.api.client import Client
from ludus.web.config import Settings
from ludus.web.http.addresses import Proxies
from ludus.web.http.connections import Connections
from ludus.web.http.middleware import access, without_tokens
from ludus.web.logs import LOGGERS, set_up_logs
from ludus.web.operator.app import operator_app, sources, unready


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


GROWING = {
    "ludus_moves_total",
    "ludus_tables",
    "ludus_store_writes_total",
    "ludus_store_commits_total",
    "ludus_store_seconds_total",
    'ludus_requests_total{kind="api",method="POST",status="200"}',
    'ludus_requests_total{kind="page",method="GET",status="404"}',
    'ludus_request_seconds_count{kind="api"}',
    "ludus_loop_lag_seconds_count",
}


def larger(before: dict[str, float], after: dict[str, float]) -> set[str]:
    return {name for name in after if after[name] > before.get(name, 0.0)}


def numbers(text: str) -> dict[str, float]:
    """Metrics by name and labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_health_metrics_and_logs_of_a_server(tmp_path: Path) -> None:
    port = free_port()
    operator = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
    settings: dict[str, str | int] = {
        "operator_port": port,
        "access_log": "yes",
        "log_format": "json",
        "bot_pause": 0,
    }
    with process(tmp_path / "data", **settings) as server, operator:
        assert operator.get("/healthz").text == "ok\n"
        assert operator.get("/readyz").json() == {"ready": True, "why": ""}
        before = numbers(operator.get("/metrics").text)
        client = Client.register(server.address, "Robota")
        table = client.open_table("cambria", ["me", "open", "bot:random"], private=True)
        link = table.invitations["1"]
        other = Client.register(server.address, "Other")
        other.use_link(link.rpartition("/")[2])
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as visitor:
            visitor.get(link)
            visitor.get(table.watch)
            for path in ("/healthz", "/readyz", "/metrics"):
                # Players have no part in it.
                assert visitor.get(path).status_code == 404
        for seen in client.follow(table.id):
            if seen.decisions:
                client.act(table.id, seen.decisions[0], seen.decisions[0].options[0].action)
                break
        # The lag of the loop is measured twice a second, the others at once.
        after = before
        while missing := GROWING - larger(before, after):
            assert after is before or missing == {"ludus_loop_lag_seconds_count"}
            after = numbers(operator.get("/metrics").text)
    assert after["ludus_store_bytes"] > 0
    assert after["ludus_connections"] >= 0
    assert {"ludus_bot_queue", "ludus_bots_thinking", "ludus_bot_wait_seconds_count"} <= set(after)
    events = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]{12}Z", event["time"]) for event in events)
    requests = [event for event in events if event["logger"] == "ludus.access"]
    opened = next(event for event in requests if event["path"] == "/api/tables")
    assert (opened["method"], opened["status"], opened["address"]) == ("POST", 200, "127.0.0.1")
    assert opened["ms"] > 0 and opened["bytes"] > 0
    # Whoever reads the log can use no link, watch no private table, and be nobody else.
    log = server.log.read_text()
    assert any(event["path"] == "/i/*" for event in requests)
    tokens = (link.rpartition("/")[2], table.watch.rpartition("=")[2], client.token, other.token)
    assert not [token for token in tokens if token in log]


@pytest.mark.anyio
async def test_a_server_is_not_ready_before_after_and_without_its_store(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        connections = Connections(Settings(), Proxies(""))
        transport = httpx.ASGITransport(operator_app(app, connections))
        async with httpx.AsyncClient(transport=transport, base_url="http://operator") as client:

            async def ready() -> tuple[int, str]:
                answer = await client.get("/readyz")
                return answer.status_code, answer.json()["why"]

            assert await ready() == (200, "")
            app.started = False
            assert await ready() == (503, "it is starting")
            app.started = True
            writer = app.store.ping

            async def barred() -> None:
                raise StoreError("the disk is full")

            app.store.ping = barred  # type: ignore[method-assign]
            assert await ready() == (503, "the disk is full")
            app.store.ping = writer  # type: ignore[method-assign]
            assert await unready(app) == ""
            app.end_streams()
            assert await ready() == (503, "it is shutting down")


@pytest.mark.anyio
async def test_what_is_counted_is_what_there_is(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        connections = Connections(Settings(), Proxies(""))
        app.metrics.read(*sources(app, connections))
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "bids", [ann, ben])
        listener = app.presence.listen(hub, "page", ann.id, None)
        found = numbers(app.metrics.text().decode())
        assert found["ludus_tables"] == 1
        assert found["ludus_streams"] == 1
        assert found["ludus_store_writes_total"] == app.store.stats().writes > 3
        app.presence.leave(hub, listener)
        assert numbers(app.metrics.text().decode())["ludus_streams"] == 0


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Where logs go during a test; then they are as they were."""
    loggers = [logging.getLogger(name) for name in (*LOGGERS, access.name)]
    before = [(each, each.handlers, each.propagate, each.level) for each in loggers]
    yield io.StringIO()
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_text_logs_have_one_line_for_each_event(logged: io.StringIO) -> None:
    set_up_logs("text", "warning", False, logged)
    log = logging.getLogger("ludus.web")
    log.warning("a name: %s", "Ann\n2026-01-01 ERROR forged\x1b[2J")
    log.info("not told")
    access.info("not told either")
    (line,) = logged.getvalue().splitlines()
    assert re.match(r"\d{4}-\d\d-\d\dT\S+Z WARNING ludus\.web: a name: Ann 2026", line)
    assert "\x1b" not in line


def test_errors_are_logged_with_their_traceback(logged: io.StringIO) -> None:
    set_up_logs("json", "info", True, logged)
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("ludus.web").exception("it failed")
    event = json.loads(logged.getvalue())
    assert (event["level"], event["message"]) == ("error", "it failed")
    assert event["error"].endswith("RuntimeError: broken")


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/", "/"),
        ("/i/abc.def", "/i/*"),
        ("/ludus/i/abc.def/qr.svg", "/ludus/i/*"),
        ("/api/links/abc.def", "/api/links/*"),
        ("/tables/abc", "/tables/abc"),
        ("/" + "x" * 1000, "/" + "x" * 199),
    ],
)
def test_paths_in_logs(path: str, kept: str) -> None:
    assert without_tokens(path) == kept
