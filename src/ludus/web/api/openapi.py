"""The OpenAPI 3.1 description, made from the table of operations and its types."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import msgspec

from ludus.web.api.operations import LISTS, OPERATIONS, Operation, Query, Who
from ludus.web.api.schemas import Failure

PARAMETERS = {
    "table": "The table's id.",
    "game": "The game's name.",
    "example": "The key of a worked example on the game's rules page.",
    "token": "The last part of an invitation or recovery address.",
}


@cache
def description() -> bytes:
    """The whole description as JSON."""
    kinds: set[type] = {Failure}
    offered = [each for each in OPERATIONS if each.api]
    for each in offered:
        kinds |= {kind for kind in (each.result, each.body) if kind is not str}
    _, components = msgspec.json.schema_components(
        sorted(kinds, key=lambda kind: kind.__name__),
        ref_template="#/components/schemas/{name}",
    )
    paths: dict[str, dict[str, object]] = {}
    for each in offered:
        paths.setdefault(each.api, {})[each.method.lower()] = _operation(each)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Ludus",
                "version": _version(),
                "description": (
                    "Play board games by program: open or join a table, look at your view, send "
                    "your choices. Begin with POST /api/sessions to get a token."
                ),
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
            "security": [{"token": []}],
        }
    )


def _version() -> str:
    try:
        return version("ludus")
    except PackageNotFoundError:
        return "0"


def _operation(each: Operation[object, object]) -> dict[str, object]:
    operation: dict[str, object] = {
        "operationId": each.name,
        "summary": each.summary,
        "description": f"Who may: {each.who.value}",
        "parameters": [
            *(_in_path(name) for name in re.findall(r"{(\w+)}", each.api)),
            *(_in_query(query) for query in each.query),
        ],
        "responses": _responses(each),
    }
    if each.who is Who.ANYONE:
        operation["security"] = [{}, {"token": []}]
    if not each.reads:
        operation["requestBody"] = {"required": True, "content": _content(_ref(each.body))}
    return operation


def _in_path(name: str) -> dict[str, object]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": PARAMETERS[name],
        "schema": {"type": "string", "minLength": 1, "maxLength": 100},
    }


def _in_query(query: Query) -> dict[str, object]:
    schema: dict[str, object] = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    if query.kind == "list":
        schema = {"type": "string", "enum": LISTS, "default": LISTS[0]}
    elif query.kind == "token":
        schema = {"type": "string", "maxLength": 100}
    elif query.name == "as":
        schema["maximum"] = 99
    elif query.name == "page":
        schema |= {"minimum": 1, "maximum": 10_000, "default": 1}
    return {"name": query.name, "in": "query", "description": query.summary, "schema": schema}


def _responses(each: Operation[object, object]) -> dict[str, object]:
    failure = _content(_ref(Failure))
    if each.result is not str:
        good = _content(_ref(each.result))
    else:
        good = {each.media: {"schema": {"type": "string"}}}
    responses: dict[str, object] = {"200": {"description": "Done.", "content": good}}
    failures = {
        "400": "The request is malformed.",
        "404": "There is no such thing.",
        "422": "It makes sense, but it cannot be.",
        "429": "Too fast: see Retry-After.",
        "503": "Not now; try again.",
    }
    if each.who is not Who.ANYONE or each.query:
        failures["401"] = "The token is missing or not one of ours."
    if "{" in each.api:
        failures["403"] = "That is not yours."
    if each.conflicts:
        failures["409"] = "Something happened first; look again."
    if "{token}" in each.api:
        failures["410"] = "The link was used before."
    if not each.reads:
        failures["413"] = "Too large."
    for status, what in failures.items():
        responses[status] = {"description": what, "content": failure}
    return responses


def _content(schema: dict[str, str]) -> dict[str, object]:
    return {"application/json": {"schema": schema}}


def _ref(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
