"""The ASGI application: routes from the tables of operations and views."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from ludus.web.api.openapi import description
from ludus.web.api.operations import ACT
from ludus.web.assets import MOUNTED, assets
from ludus.web.handlers import HANDLERS
from ludus.web.http.adapters import api_endpoint, page_endpoint, page_error, view_endpoint
from ludus.web.http.errors import NotFound, RequestError
from ludus.web.http.middleware import AllowedHosts, BasePath, Observer, SecurityHeaders
from ludus.web.http.request import JSON, RequestContext, json_response
from ludus.web.state import AppState
from ludus.web.views import VIEWS


def build_app(state: AppState) -> Starlette:
    """The application; its lifespan starts and closes the state."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await state.start()
        try:
            yield
        finally:
            await state.close()

    routes: list[Route | Mount] = [*_routes(state), Mount(MOUNTED, assets())]
    among_workers: list[Middleware] = []
    if state.members is not None and state.requests is not None and state.signer is not None:
        # Imported here: a server that is alone need not have the libraries for it.
        from ludus.web.cluster.parts import route
        from ludus.web.cluster.passing import PassOn

        routes.append(route(state, state.signer))
        among_workers = [
            Middleware(
                PassOn,
                members=state.members,
                signer=state.signer,
                requests=state.requests,
                bodies=state.bodies,
                limit=state.settings.record_limit,
            )
        ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Observer, metrics=state.metrics, base=state.settings.base_path),
            *among_workers,
            Middleware(BasePath, base=state.settings.base_path),
            Middleware(SecurityHeaders),
            Middleware(AllowedHosts, hosts=state.settings.allowed_hosts),
        ],
        exception_handlers={HTTPException: partial(_not_routed, state)},
        lifespan=lifespan,
    )


def _routes(state: AppState) -> Iterator[Route]:
    # Starlette tries routes in order, so the most frequent request comes first.
    for handler in sorted(HANDLERS, key=lambda handler: handler.operation is not ACT):
        operation = handler.operation
        if operation.page:
            endpoint = page_endpoint(state, handler)
            yield Route(operation.page, endpoint, methods=[operation.page_method])
        if operation.api:
            yield Route(operation.api, api_endpoint(state, handler), methods=[operation.method])
    for path, (view, _) in VIEWS.items():
        yield Route(path, view_endpoint(state, view), methods=["GET"])
    yield Route("/api/openapi.json", _openapi, methods=["GET"])


async def _openapi(request: Request) -> Response:
    return Response(description(), media_type=JSON)


async def _not_routed(state: AppState, request: Request, error: Exception) -> Response:
    """There is no such address, or not for this method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        what = "there is no such address" if status == 404 else "not by this method"
        response = json_response({"error": what}, status)
    elif status == 404:
        ctx = RequestContext(state, request)
        response = await page_error(ctx, NotFound("there is no such page."))
    else:
        ctx = RequestContext(state, request)
        response = await page_error(ctx, RequestError("that is not done here."))
        response.status_code = status
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response
