"""The table of operations: complete, bound, and true about who may use what."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.web.support import Visitor, http, serving

from ludus.web.api.client import Client
from ludus.web.api.operations import OPERATIONS, Operation, Who
from ludus.web.handlers import HANDLERS

FIELDS: dict[str, object] = {
    "seat": 0, "decision": 0, "action": "x", "gesture": "x", "to": 1,
    "text": "x", "record": "x", "at": 0, "game": "bids", "seats": ["me", "open"], "name": "x",
    "step": 1, "turn": "next", "line": 1, "session": "x", "sure": True,
    "id": "x", "endpoint": "x", "p256dh": "x", "auth": "x",
}  # fmt: skip

AT_TABLE = [each for each in OPERATIONS if "{table}" in each.api]
BY_RIGHT = [each for each in AT_TABLE if each.who in (Who.PLAYER, Who.HOST)]


def test_every_operation_has_one_handler_and_one_name() -> None:
    bound = Counter(handler.operation.name for handler in HANDLERS)
    assert bound == Counter({each.name: 1 for each in OPERATIONS})


def test_no_address_stands_for_two_operations() -> None:
    pages = [(each.page_method, each.page) for each in OPERATIONS if each.page]
    api = [(each.method, each.api) for each in OPERATIONS if each.api]
    assert len(set(pages)) == len(pages)
    assert len(set(api)) == len(api)


def test_every_body_and_result_can_be_described() -> None:
    kinds = {kind for each in OPERATIONS for kind in (each.body, each.result) if kind is not str}
    msgspec.json.schema_components(sorted(kinds, key=lambda kind: kind.__name__))


def body_of(operation: Operation[object, object]) -> dict[str, object]:
    return {name: FIELDS[name] for name in operation.body.__annotations__ if name in FIELDS}


@pytest.mark.parametrize("operation", BY_RIGHT, ids=lambda operation: str(operation.name))
def test_only_the_player_or_host_may(operation: Operation[object, object], tmp_path: Path) -> None:
    """By page and by program: with a session that has no right to it, and without any."""
    with serving(tmp_path) as server:
        ann = Client.register(server, "Ann")
        table = ann.open_table("bids", ["me", "open"])
        Client.register(server, "Bob").join(table.id)
        address = operation.api.format(table=table.id)
        stranger = Client.register(server, "Eve")
        token = {"Authorization": f"Bearer {stranger.token}"}
        send = body_of(operation)
        by_token = http(server, **token).request(operation.method, address, json=send)
        assert by_token.status_code == 403, by_token.text
        nobody = http(server).request(operation.method, address, json=send)
        assert nobody.status_code == 401
        visitor = Visitor(server)
        visitor.post("/me", name="Eve")
        by_cookie = visitor.post(operation.page.format(table=table.id), **send)
        assert by_cookie.status_code == 403
        assert (
            Visitor(server).post(operation.page.format(table=table.id), **send).status_code == 401
        )
        assert ann.table(table.id).length == 0


@pytest.mark.parametrize(
    "operation",
    [each for each in OPERATIONS if each.api and each.who is not Who.ANYONE],
    ids=lambda operation: str(operation.name),
)
def test_a_program_needs_a_token(operation: Operation[object, object], tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Client.register(server, "Ann")
        table = ann.open_table("bids", ["me", "open"])
        link = table.invitations["1"].rpartition("/")[2]
        address = operation.api.format(
            table=table.id, token=link, game="cambria", example="doubles"
        )
        body = None if operation.reads else body_of(operation)
        refused = http(server).request(operation.method, address, json=body)
        assert refused.status_code == 401, refused.text
        assert "POST /api/sessions" in refused.json()["error"]
