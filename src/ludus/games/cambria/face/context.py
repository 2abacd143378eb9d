"""A view with the names of its table, and what words and pictures need to know about it.

A context is made for one call of the face and thrown away after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludus.core.text import Sentence, joined, roman
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.face.rings import Ring, falling, ring_of, standing, tallies
from ludus.games.cambria.ids import FREE, GONE, LEGION, NONE, ON_BOARD
from ludus.games.cambria.view import View


class Context:
    """Works out, from a view alone, how things stand and what a move would lead to."""

    def __init__(self, view: View, names: Names) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.board = names.board

    @cached_property
    def falling(self) -> list[Ring]:
        """The forts that fall if nothing more happens; every choice needs them."""
        return falling(self.view, self.board, self.view.roads)

    @cached_property
    def won(self) -> list[tuple[list[int], list[int]]]:
        """Per player, the points of the fort and victory point tokens won, high ones first."""
        board = self.board
        won: list[tuple[list[int], list[int]]] = [([], []) for _ in range(self.view.players)]
        for site, (captor, second) in enumerate(
            zip(self.view.captor, self.view.second, strict=True)
        ):
            if captor >= 0:
                won[captor][0].append(board.numeral[site])
            if second >= 0:
                won[second][1].append(board.victory[site])
        for forts, coins in won:
            forts.sort(reverse=True)
            coins.sort(reverse=True)
        return won

    # Forts ---------------------------------------------------------------------------------------

    def fort_status(self, site: int) -> Sentence:
        """How things stand at a fort."""
        view, names, places = self.view, self.names, self.names.places
        captor = view.captor[site]
        if captor >= 0:
            return places.fallen[site].say(player=names.player(captor))
        if captor == GONE:
            return places.gone[site]
        ring = ring_of(self.board, view.roads, view.players, site)
        counts = names.counts(ring.counts) or places.nobody
        return places.fort_status[site][ring.free, ring.legion].say(counts=counts)

    def fort_words(self) -> list[str]:
        """How things stand at all forts, as plain text."""
        view, places = self.view, self.names.places
        names = [self.names.player(player).text for player in range(view.players)]
        tally = tallies(self.board, view.roads, view.players)
        # Many forts have the same warriors, or none.
        there: dict[tuple[int, ...], str] = {}
        said: list[str] = []
        for site, captor in enumerate(view.captor):
            if captor == ON_BOARD:
                counts = tuple(tally.counts[site])
                before, after = places.fort_text[site][tally.free[site], tally.legion[site]]
                held = there.get(counts)
                if held is None:
                    held = there[counts] = places.counts_text(names, counts)
                said.append(f"{before}{held}{after}")
            elif captor == GONE:
                said.append(places.gone_text[site])
            else:
                before, after = places.fallen_text[site]
                said.append(f"{before}{names[captor]}{after}")
        return said

    # Hints ---------------------------------------------------------------------------------------

    def placing(self, player: int, slot: int, source: int, ends_turn: bool) -> Sentence:
        """What happens if a warrior goes to a slot; `source` NONE is the supply.

        With nothing in supply a warrior is lifted next, so nothing is said to be settled yet.
        """
        view, words, board = self.view, self.words, self.board
        lift_next = source == NONE and not view.supply[player]
        parts: list[Sentence] = []
        roads = list(view.roads)
        touched: list[int] = []
        if source != NONE:
            parts.append(words.say("hint.leaves", place=self.names.slot(source)))
            if source < board.roads:
                roads[source] = FREE
        if slot < board.roads:
            parts += self._homecoming(roads[slot])
            roads[slot] = player
            touched += board.ends[slot]
        if source != NONE and source < board.roads:
            touched += [site for site in board.ends[source] if site not in touched]
        parts += self._rings(player, roads, touched, ends_turn and not lift_next)
        if lift_next:
            parts.append(words.say("hint.lift_next"))
        return joined(parts, " ")

    def moving_legion(self, player: int, road: int) -> Sentence:
        """What happens if the legion goes to a road; its mover may then board a boat."""
        view, words = self.view, self.words
        parts = self._homecoming(view.roads[road])
        held = [site for site in self.board.ends[road] if standing(view, site)]
        if held:
            parts.append(words.say("hint.blocks", sites=self.names.sites(held)))
        else:
            parts.append(words.say("hint.idle"))
        roads = [FREE if piece == LEGION else piece for piece in view.roads]
        roads[road] = LEGION
        # Who has nothing in supply lifts a warrior to board, and a fort may stand for want of it.
        lifts = NONE in view.boats and not view.supply[player]
        for ring in falling(view, self.board, roads):
            key = "hint.unless" if lifts and ring.counts[player] else "hint.also"
            parts.append(self.falls(key, ring))
        return joined(parts, " ")

    def fallen(self, roads: Sequence[int]) -> list[Sentence]:
        """In words, the forts that fall if the turn ends like this."""
        return self._also(falling(self.view, self.board, roads))

    def _also(self, rings: Sequence[Ring]) -> list[Sentence]:
        return [self.falls("hint.also", ring) for ring in rings]

    def _homecoming(self, piece: int) -> list[Sentence]:
        """In words, the piece that a move sends home."""
        if piece == FREE:
            return []
        if piece == LEGION:
            return [self.words.say("hint.home.legion")]
        if piece == self.names.viewer:
            return [self.words.say("hint.home.own")]
        return [self.words.say("hint.home", piece=self.names.piece(piece))]

    def _rings(
        self, player: int, roads: list[int], touched: list[int], ends_turn: bool
    ) -> list[Sentence]:
        """In words, what a move does to the forts at its roads, and which others fall."""
        parts: list[Sentence] = []
        live = [site for site in touched if standing(self.view, site)]
        for site in live:
            ring = ring_of(self.board, roads, self.view.players, site)
            parts.append(self._ring(player, ring, ends_turn))
        if touched and not live:
            parts.append(self.words.say("hint.idle"))
        if ends_turn:
            # Forts that the move does not touch fall with or without it.
            parts += self._also([ring for ring in self.falling if ring.site not in touched])
        return parts

    def _ring(self, player: int, ring: Ring, ends_turn: bool) -> Sentence:
        words, names = self.words, self.names
        site = names.site(ring.site)
        if ring.manned and ring.leader != NONE:
            if ends_turn:
                return self.falls("hint.falls", ring)
            return words.say(
                "hint.ringed.you" if ring.leader == names.viewer else "hint.ringed",
                site=site,
                leader=names.player(ring.leader),
                most=ring.most,
                next=ring.rival(ring.leader),
            )
        if ring.manned:
            return words.say("hint.tied", site=site, most=ring.most, next=ring.most)
        if not ring.free:
            return words.say("hint.held", site=site)
        mine, best = ring.counts[player], ring.rival(player)
        if not mine and not best:
            return words.say("hint.bare", site=site)
        key = "alone" if not best else "lead" if mine > best else "tie" if mine == best else "trail"
        return words.say(
            f"hint.{key}.you" if player == names.viewer else f"hint.{key}",
            player=names.player(player),
            site=site,
            mine=mine,
            best=best,
            size=self.board.numeral[ring.site],
        )

    def falls(self, key: str, ring: Ring) -> Sentence:
        words, names = self.words, self.names
        site = names.site(ring.site)
        points = roman(self.board.numeral[ring.site])
        if ring.leader == names.viewer:
            first = words.say(f"{key}.you", site=site, points=points)
        else:
            leader = names.player(ring.leader)
            first = words.say(key, site=site, leader=leader, points=points)
        victory = roman(self.board.victory[ring.site])
        if not victory or ring.second == NONE:
            return first
        if ring.second == names.viewer:
            then = words.say("hint.falls.second_you", victory=victory)
        else:
            second = names.player(ring.second)
            then = words.say("hint.falls.second", second=second, victory=victory)
        return joined([first, then], " ")
