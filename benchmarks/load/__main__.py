"""How much one server process carries, for each game; or how two checkouts compare.

make load                                              all games, two minutes each
make load ARGS='--write'                               the same, and write docs/load.md
make load ARGS='--game agricola --seconds 20'          one game, shorter
make load ARGS='--game agricola --parts'               and what the bytes per action are
make load ARGS='--game agricola --source OTHER/src'    the server of another checkout
make load ARGS='--game agricola --against OTHER/src'   two checkouts in turns: the ratio of
                                                       their median CPU per action
make load ARGS='--game cambria --rate 100 --attack'    while 200 connections from 20 addresses
                                                       attack, with the server's limits on; with
                                                       --write into a part of docs/load.md
make load ARGS='--store postgresql --workers 2'        workers on a new PostgreSQL behind nginx, in
                                                       turns with one process on SQLite; also
                                                       --store postgresql://..., an empty database
make load ARGS='--bots hard --game cambria --tables 50'
                                                       tables at which only bots sit: memory, time
make load ARGS='--filled'                              pages on a database with 100,000 tables and
                                                       10 million moves, against a small one
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.load.attack import attacked, leave_a_core
from benchmarks.load.city import city_table, measure_city, write_page
from benchmarks.load.filled import run as run_filled
from benchmarks.load.games import PLANS, Plan
from benchmarks.load.openings import openings
from benchmarks.load.players import Players, Tally
from benchmarks.load.report import (
    Result,
    attacked_page,
    comparison,
    page,
    part_sizes,
    quantile,
    table,
)
from benchmarks.load.server import OWN_SOURCE, Server, openings_of, running, running_city
from benchmarks.load.thinking import run as run_thinking

from ludus.core.registry import open_box

WINDOW = 5.0
"""Seconds over which CPU per action is taken; the result is the median of these windows."""
WARM_UP = 10.0
PAGE = Path("docs/load.md")
BOT_TABLES = 50
FILLED = 100_000
"""Tables of a large database."""


async def measure(
    server: Server,
    game: str,
    plan: Plan,
    seconds: float,
    page_share: float,
    parts: bool = False,
    attack: int | None = None,
) -> Result:
    """Open all pages, warm up, play, and count; `attack` is the core that attacks meanwhile."""
    players = Players(server, plan.rate, page_share)
    await players.load_tables()
    await asyncio.sleep(1)
    before = server.memory
    await players.open_pages()
    await asyncio.sleep(2)
    per_stream = (server.memory - before) * 1024 / (plan.tables * plan.seats)
    answered: list[str] = []
    with ExitStack() as stack:
        if attack is not None:
            answered = stack.enter_context(attacked(server.host, server.port, attack))
        await players.play(min(WARM_UP, seconds / 4))
        tally = players.tally = Tally()
        used, mine, start = server.cpu, time.process_time(), time.perf_counter()
        costs: list[float] = []
        early, files = 0.0, 0
        windows = max(3, round(seconds / WINDOW))
        for number in range(windows):
            costs.append(await _window(server, players, seconds / windows))
            files = max(files, server.files)
            if number == windows // 3:
                early = server.memory
        took = time.perf_counter() - start
    result = Result(
        game=game,
        tables=plan.tables,
        streams=plan.tables * plan.seats,
        rate=len(tally.times) / took,
        seconds=took,
        p50=quantile(tally.times, 0.5),
        p95=quantile(tally.times, 0.95),
        p99=quantile(tally.times, 0.99),
        worst=max(tally.times, default=0.0),
        page_p95=quantile(tally.page_times, 0.95),
        late=tally.late,
        unanswered=tally.unanswered,
        refused=tally.refused,
        dropped=tally.dropped,
        finished=tally.finished,
        per_action=statistics.median(costs),
        cpu=(server.cpu - used) / took * 100,
        players_cpu=(time.process_time() - mine) / took * 100,
        kilobytes=tally.stream_bytes / max(1, len(tally.times)) / 1000,
        per_stream=per_stream,
        early=early,
        end=server.memory,
        files=files,
        attack="".join(answered),
        own_core=attack is not None and attack not in os.sched_getaffinity(0),
    )
    if parts:
        print(part_sizes(tally.part_bytes, len(tally.times)), flush=True)
    await players.close()
    return result


async def _window(server: Server, players: Players, seconds: float) -> float:
    """Milliseconds of the server's CPU per action that was shown."""
    used, shown = server.cpu, len(players.tally.times)
    await players.play(seconds)
    return (server.cpu - used) * 1000 / max(1, len(players.tally.times) - shown)


async def compare(
    servers: list[Server], plan: Plan, slices: int, seconds: float, page_share: float
) -> list[list[float]]:
    """CPU per action of each server in each slice; they take turns, and one idles meanwhile."""
    crowds = [Players(server, plan.rate, page_share) for server in servers]
    for server, players in zip(servers, crowds, strict=True):
        await players.open_pages()
        await _window(server, players, min(WARM_UP, seconds / 4))
        players.tally = Tally()
    costs: list[list[float]] = [[] for _ in servers]
    for number in range(slices):
        for index, (server, players) in enumerate(zip(servers, crowds, strict=True)):
            costs[index].append(await _window(server, players, seconds))
            print(
                f"  slice {number + 1}, server {index + 1}: {costs[index][-1]:.3f} ms", flush=True
            )
    for index, players in enumerate(crowds):
        tally = players.tally
        print(
            f"  server {index + 1}: {len(tally.times)} actions, "
            f"p50 {quantile(tally.times, 0.5):.0f} ms, p95 {quantile(tally.times, 0.95):.0f} ms, "
            f"late {tally.late}, never answered {tally.unanswered}, refused {tally.refused}, "
            f"{tally.stream_bytes / max(1, len(tally.times)) / 1000:.1f} KB per action"
        )
        await players.close()
    return costs


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=list(PLANS), help="default: all of them")
    parser.add_argument("--seconds", type=float, default=120.0, help="per game, or per slice")
    parser.add_argument("--tables", type=int, help="default: by game")
    parser.add_argument("--seats", type=int, help="default: by game")
    parser.add_argument("--rate", type=float, help="actions per second; default: by game")
    parser.add_argument(
        "--pages", type=float, default=0.1, help="page requests per action; default: 0.1"
    )
    parser.add_argument(
        "--source", type=Path, default=OWN_SOURCE, help="the src folder of the server's checkout"
    )
    parser.add_argument("--against", type=Path, help="the src folder of a checkout to compare with")
    parser.add_argument("--slices", type=int, default=5, help="turns of each; default: 5")
    parser.add_argument(
        "--parts", action="store_true", help="say which parts of a page the bytes per action are of"
    )
    parser.add_argument(
        "--attack", action="store_true", help="200 connections from 20 addresses attack meanwhile"
    )
    parser.add_argument(
        "--store", help="an empty PostgreSQL database, or `postgresql` for a new one"
    )
    parser.add_argument("--workers", type=int, default=2, help="on that store; default: 2")
    parser.add_argument("--bots", metavar="LEVEL", help="tables of bots of this level alone")
    parser.add_argument("--filled", action="store_true", help="pages on a large database")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/")
    given = parser.parse_args()
    if given.store and (given.attack or given.against):
        parser.error("--store goes neither with --attack nor with --against")
    if given.bots:
        for game in given.game or PLANS:
            found = run_thinking(game, given.bots, given.tables or BOT_TABLES, given.seconds)
            print("\n".join(found.told), flush=True)
        return 0
    if given.filled:
        return run_filled(given.tables or FILLED, given.write)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    plans = {game: _plan(PLANS[game], given) for game in given.game or PLANS}
    if given.store:
        game = given.game[0] if given.game else "cambria"
        return _city(given, game, plans[game])
    if given.against is not None:
        for game, plan in plans.items():
            _compare(given, game, plan)
        return 0
    core = leave_a_core() if given.attack else None
    results = [_measure(given, game, plan, core) for game, plan in plans.items()]
    print(table(results))
    if given.write:
        before = PAGE.read_text(encoding="utf-8")
        made = (
            attacked_page(before, results) if given.attack else page(before, results, given.pages)
        )
        PAGE.write_text(made, encoding="utf-8")
    missed = [f"{result.game}: {', '.join(result.misses)}" for result in results if result.misses]
    print("\n".join(["missed targets:", *missed]) if missed else "all targets are met")
    return 1 if missed else 0


def _plan(plan: Plan, given: argparse.Namespace) -> Plan:
    wanted = {name: getattr(given, name) for name in ("tables", "seats", "rate")}
    return replace(plan, **{name: value for name, value in wanted.items() if value is not None})


def _measure(given: argparse.Namespace, game: str, plan: Plan, core: int | None) -> Result:
    print(f"{game}: {plan.tables} tables, {plan.rate:g} actions per second", flush=True)
    positions = openings(game, plan.seats, plan.tables)
    work = partial(measure, parts=given.parts, attack=core)
    with (
        running(given.source, game, plan, positions, given.attack) as server,
        _runner() as runner,
    ):
        result = runner.run(work(server, game, plan, given.seconds, given.pages))
    print(table([result]), flush=True)
    return result


def _city(given: argparse.Namespace, game: str, plan: Plan) -> int:
    """As many slices as fit into the time."""
    seconds = min(WINDOW, given.seconds)
    slices = max(1, round(given.seconds / seconds))
    positions = openings(game, plan.seats, plan.tables)
    with (
        running_city(given.store, given.workers, game, plan, positions) as city,
        running(given.source, game, plan, positions) as alone,
        _runner() as runner,
    ):
        servers = {f"{given.workers} workers on PostgreSQL": city, "one process on SQLite": alone}
        result = runner.run(
            measure_city(servers, game, plan, positions, slices, seconds, given.pages)
        )
    print(city_table(result), f"ratio of CPU: {result.ratio:.3f}", sep="\n")
    if given.write:
        write_page(result, open_box(game).meta.title, seconds)
    missed = result.misses
    print("\n".join(["missed targets:", *missed]) if missed else "all targets are met")
    return 1 if missed else 0


def _compare(given: argparse.Namespace, game: str, plan: Plan) -> None:
    print(f"{game}: {given.source} (1) against {given.against} (2)", flush=True)
    with ExitStack() as stack:
        servers = [
            stack.enter_context(running(source, game, plan, openings_of(source, game, plan)))
            for source in (given.source, given.against)
        ]
        with _runner() as runner:
            ours, theirs = runner.run(
                compare(servers, plan, given.slices, given.seconds, given.pages)
            )
    print(comparison(game, ours, theirs), flush=True)


def _runner() -> asyncio.Runner:
    try:
        import uvloop
    except ImportError:
        return asyncio.Runner()
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


if __name__ == "__main__":
    sys.exit(main())
