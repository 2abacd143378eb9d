"""What stands round the map: round and turn, the phases of a turn, cards, and what goes on."""

from __future__ import annotations

from ludus.core.models import Dashboard, Steps
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, roman
from ludus.games.conqueror.face import moments
from ludus.games.conqueror.face.cards import trays
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.ids import BID, NONE

LEGEND = ("fort", "great_fort", "home", "coin", "free")
"""Icons that need a word of explanation."""


def dashboard_of(context: Context, decision: Decision | None) -> Dashboard:
    words = context.words
    return Dashboard(
        turn=_turn(context),
        steps=_steps(context),
        trays=trays(context),
        progress=_progress(context),
        legend=tuple((icon, words.text(f"legend.{icon}")) for icon in LEGEND),
        moment=moments.open_moment(context, decision),
    )


def _turn(context: Context) -> str:
    """The round, and whose turn it is, whoever else may be asked meanwhile."""
    view, words, names = context.view, context.words, context.names
    if not view.round:
        return words.text("dashboard.before")
    key = "dashboard.round_of" if view.round_limit else "dashboard.round"
    said = words.text(key, round=roman(view.round), limit=roman(view.round_limit))
    if view.in_turn == NONE or view.ended:
        return said
    who = words.text("dashboard.whose", round=said, player=names.players[view.in_turn])
    return words.text("dashboard.yours", round=said) if view.in_turn == view.viewer else who


def _steps(context: Context) -> Steps | None:
    """The steps of a turn; before the first turn of a round everybody may have to bid."""
    view, words = context.view, context.words
    bidding = view.question is not None and view.question.phase == BID
    if not view.round or view.ended or bidding:
        return None
    names = (words.text("step.planning"), words.text("step.action"))
    return Steps(names, int(view.acting))


def _progress(context: Context) -> Sentence:
    """Who is about to win."""
    view, words, names = context.view, context.words, context.names
    for seat in range(view.seats):
        if view.countdown[seat] and not view.ended:
            return words.say("dashboard.countdown", player=names.player(seat))
    if not view.round:
        return ()
    most = max(view.forts)
    leaders = [seat for seat in range(view.seats) if view.forts[seat] == most]
    return words.say("dashboard.leads", players=names.player_list(leaders), n=most)
