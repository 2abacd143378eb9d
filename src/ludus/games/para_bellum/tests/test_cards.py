"""Each command card, as printed or as ruled."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.ids import BANNER_IDS, COLOUR_IDS
from ludus.games.para_bellum.rules.possible import order_options
from ludus.games.para_bellum.tests.scene import CATALOG, Cell, Scene, card_kind, k, r


def victim(scene: Scene, *faces: int | tuple[int, str], seat: int = 1) -> Scene:
    """Give a seat gray dice in a row."""
    colour = COLOUR_IDS[scene.player(seat).colour]
    scene.army({(c + 1, 0): colour for c in range(len(faces))}, seat=seat)
    return scene.dice({k(c, 0): face for c, face in enumerate(faces)}, seat=seat)


def bribe() -> Scene:
    scene = Scene().coins(1).commands("bribe").perms("quaestor", seat=1)
    scene.army({(0, 1): "gold"}, seat=1).dice({r(0, 0): 5}, seat=1)
    return scene.act().pick("command", "bribe")


@pytest.mark.clause("pb.card.bribe")
def test_bribe() -> None:
    assert CATALOG.commands[CATALOG.command("bribe")].copies == 2
    back = bribe().roll(2)
    assert (back.player(0).coins, back.player(1).coins) == (1, 2)
    hurt = bribe().roll(3)
    assert hurt.options("option") == [0, 1]
    hurt.pick("option", 0)
    assert hurt.reds(1) == [3] and hurt.player(1).coins == 3
    down = bribe().roll(4).pick("option", 1)
    assert down.player(1).perms[0].down
    gone = bribe().roll(6).pick("option", 0)
    assert gone.reds(1) == []
    killed = bribe().roll(5).pick("option", 1)
    assert killed.in_play(1) == []
    alone = Scene().coins(1).commands("bribe").perms("quaestor", seat=1).act()
    alone.pick("command", "bribe").roll(5)
    assert alone.in_play(1) == [], "the only effect that was possible"
    nothing = Scene().coins(1).commands("bribe").act().pick("command", "bribe").roll(6)
    assert nothing.player(1).coins == 3 and nothing.asked == (0, "act")
    assert "bribe" not in Scene().coins(0).commands("bribe").act().options("command")


@pytest.mark.clause("pb.card.raid")
def test_raid() -> None:
    scene = victim(Scene(), (6, "artifex"), 2).commands("raid").act().pick("command", "raid")
    assert scene.asked == (0, "die_lose"), "the actor picks"
    scene.pick("die", k(0, 0))
    assert scene.grays(1) == [2] and scene.banners(1) == set()
    unit = Scene().army({(1, 0): "azure"}).dice({k(0, 0): (3, "veterani")}).commands("raid")
    unit.perms(("balista", (0, 1)), seat=1).act().pick("command", "raid")
    assert unit.in_play(1) == [] and unit.banners() == {"veterani"}


@pytest.mark.clause("pb.card.reinforcements")
def test_reinforcements() -> None:
    scene = Scene().commands("reinforcements").act().pick("command", "reinforcements").deal()
    assert len(scene.player().hand) == 1
    via = Scene().commands("reinforcements").perms("via_militaris").act()
    via.picks(("command", "reinforcements"), ("option", 1)).deal()
    assert len(via.player().hand) == 2
    down = Scene().commands("reinforcements").perms("via_militaris").down("via_militaris").act()
    assert len(down.pick("command", "reinforcements").deal().player().hand) == 1


@pytest.mark.clause("pb.card.sabotage")
def test_sabotage() -> None:
    scene = Scene().commands("sabotage").perms("castra", seat=1).act().pick("command", "sabotage")
    assert scene.player(1).perms[0].down
    scene.pick("end").deal().act(1).pick("end").deal()
    assert not scene.player(1).perms[0].down, "up again at the end of its owner's turn"
    warlord = Scene().army({(0, 1): "gold"}).dice({r(0, 0): (2, "warlord")}).commands("sabotage")
    warlord.perms("castra", seat=1).act().picks(("command", "sabotage"), ("option", 1))
    assert warlord.in_play(1) == [] and "castra" in warlord.discarded()


@pytest.mark.clause("pb.card.contio")
def test_contio() -> None:
    scene = victim(Scene().commands("contio"), 6, 3, 2, 1, seat=0).act().pick("command", "contio")
    assert scene.options() == [k(1, 0), k(2, 0), k(3, 0), 0], "a 6 cannot rise; fewer may be taken"
    scene.picks(("die", k(1, 0)), ("die", k(2, 0)), ("die", k(3, 0)))
    assert scene.grays() == [6, 4, 3, 2]
    fewer = victim(Scene().commands("contio"), 2, 1, seat=0).act().pick("command", "contio")
    fewer.pick("die", k(0, 0)).pick("done")
    assert fewer.grays() == [3, 1]
    field = victim(Scene().commands("contio"), 6, 1, seat=0).army({(0, 1): "gold"})
    field.dice({r(0, 0): (1, "field_commander")}).act()
    field.picks(("command", "contio"), ("option", 1))
    assert field.grays() == [6, 4]


@pytest.mark.clause("pb.card.forced_march")
def test_forced_march() -> None:
    scene = Scene().hand("azure").commands("forced_march").act().pick("command", "forced_march")
    scene.place("azure", (1, 0)).roll(6)
    assert scene.grays() == [6] and scene.told("blazon") == ["blazon"]
    assert scene.state.actions == 2
    bold = victim(Scene().commands("forced_march"), (3, "speculatore"), seat=0).act()
    assert bold.pick("command", "forced_march").state.actions == 4


@pytest.mark.clause("pb.card.ambush")
def test_ambush() -> None:
    for banner, plus, passed in (("", 1, 1), ("speculatore", 3, 0)):
        scene = victim(Scene().commands("ambush"), 4).army({(0, 1): "gold", (0, 2): "gold"}, seat=1)
        scene.dice({r(0, 0): 1, r(0, 1): 1}, seat=1)
        if banner:
            victim(scene, (2, banner), seat=0)
        scene.act().pick("command", "ambush")
        if banner:
            scene.pick("option", 1)
        scene.roll(2)
        facts = scene.last("morale")
        assert (facts["plus"], facts["limit"], facts["passed"]) == (plus, 3, passed)
        assert len(scene.grays(1)) == passed


@pytest.mark.clause("pb.card.stipendium")
def test_stipendium() -> None:
    scene = Scene().coins(0).commands("stipendium").act().pick("command", "stipendium")
    assert scene.player().coins == 2
    paid = Scene().general(3).army({(0, 1): "gold"}).dice({r(0, 0): 5}).commands("stipendium")
    paid.act().picks(("command", "stipendium"), ("option", 1))
    assert (paid.player().coins, paid.face("b"), paid.reds()) == (0, 5, [6])
    only = Scene().general(3).commands("stipendium").act()
    only.picks(("command", "stipendium"), ("option", 1))
    assert only.face("b") == 5
    many = victim(Scene().general(3).commands("stipendium"), 1, 2, seat=0).act()
    many.picks(("command", "stipendium"), ("option", 1), ("die", k(0, 0)))
    assert many.options("die") == [k(1, 0), "b"], "two different dice"


@pytest.mark.clause("pb.card.evocati")
def test_evocati() -> None:
    scene = victim(Scene().commands("evocati"), 4, seat=0).army({(2, 0): "azure"}).lose(k(1, 0))
    scene.act().pick("command", "evocati").roll(1)
    assert scene.grays() == [4, 1] and scene.told("takes") == []
    veterans = victim(Scene().commands("evocati"), (4, "veterani"), seat=0).army({(2, 0): "azure"})
    veterans.lose(k(1, 0)).act().picks(("command", "evocati"), ("option", 1))
    assert veterans.grays() == [4, 5]
    assert "evocati" not in victim(Scene().commands("evocati"), 4, seat=0).act().options("command")
    ten = Scene().commands("evocati").lose(k(3, 0))
    row: dict[Cell, str] = {(c, 0): "azure" for c in (-4, -3, -2, -1, 1, 2, 3, 4)}
    ten.army({**row, (0, 1): "gold", (1, 1): "gold", (2, 1): "gold", (3, 1): "gold"})
    ten.dice({k(c, 0): 1 for c in range(-4, 3)} | {k(c, 1): 1 for c in range(3)})
    assert "evocati" not in ten.act().options("command")


@pytest.mark.clause("pb.card.decimatio")
def test_decimatio() -> None:
    scene = victim(Scene().commands("decimatio"), 1, 3, 4, 5, seat=0).act()
    scene.picks(("command", "decimatio"), ("die", k(0, 0)))
    scene.picks(("die", k(1, 0)), ("die", k(2, 0)), ("die", k(3, 0)))
    assert scene.grays() == [5, 6, 6]
    other = victim(Scene().commands("decimatio"), 1, 4, 6, 6).army({(0, 1): "gold"})
    other.dice({r(0, 0): (2, "warlord")}).act().pick("command", "decimatio")
    assert other.asked == (1, "die_lower"), "the opponent chooses"
    assert "done" not in other.verbs()
    other.picks(("die", k(0, 0)), ("die", k(1, 0)), ("die", k(2, 0)))
    assert other.grays(1) == [3, 5, 6]


@pytest.mark.clause("pb.card.architecti")
def test_architecti() -> None:
    scene = Scene().perms("architecti").commands("castra").act().pick("deploy", "castra")
    assert scene.state.actions == 2
    action = victim(Scene().coins(0).perms("architecti"), 4, 5, seat=0).army({(0, 1): "gold"})
    action.dice({r(0, 0): (3, "strategist")}).act().pick("use", ("architecti", 0))
    assert action.options("die") == [k(0, 0), k(1, 0)]
    action.pick("die", k(1, 0))
    assert action.reds() == [2] and action.flag(k(1, 0)) == "artifex"
    has = victim(Scene().perms("architecti"), (4, "artifex"), 3, seat=0).army({(0, 1): "gold"})
    assert has.dice({r(0, 0): (3, "strategist")}).act().options("use") == []
    none = Scene().perms("architecti").army({(0, 1): "gold"}).dice({r(0, 0): (3, "strategist")})
    assert none.act().options("use") == []


@pytest.mark.clause("pb.card.via_militaris")
def test_via_militaris() -> None:
    scene = Scene().perms("via_militaris").act()
    size = scene.deck_size()
    scene.pick("end").draw("gold", "azure")
    assert scene.asked == (0, "keep") and scene.options() == ["azure", "gold"]
    scene.pick("card", "gold")
    assert scene.looks() == ["gold"] and scene.deck_size() == size - 1
    assert scene.state.bottom == [card_kind("azure")]
    muster = Scene().perms("via_militaris").act().pick("muster").draw("gold")
    assert muster.asked == (0, "act"), "only the Draw Phase is changed"


@pytest.mark.clause("pb.card.sicarius")
def test_sicarius() -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): (4, "warlord")}).coins(0)
    scene.perms("sicarius").perms("medicus", "castra", seat=1).act()
    scene.pick("use", ("sicarius", 1))
    assert scene.player(1).perms[0].down and not scene.player(1).perms[1].down
    assert scene.options("use") == [("sicarius", 0)]
    scene.pick("use", ("sicarius", 0))
    assert scene.in_play(1) == ["castra"] and scene.reds() == [3]
    assert scene.options("use") == []


@pytest.mark.clause("pb.card.quaestor")
def test_quaestor() -> None:
    assert Scene().perms("quaestor").action_phase().player().coins == 3
    late = Scene().commands("quaestor").action_phase().pick("deploy", "quaestor")
    assert late.player().coins == 2
    assert Scene().perms("quaestor").down("quaestor").action_phase().player().coins == 2


@pytest.mark.clause("pb.card.aquilifer")
def test_aquilifer() -> None:
    for cards in (("aquilifer",), ("aquilifer", "aquilifer")):
        scene = Scene(2, "pharsalus").army(
            {(0, 1): "purple", (1, 1): "purple full", (2, 0): "azure"}
        )
        scene.army({(1, 0): "azure"}).perms(*cards, seat=1).hand("purple").army_phase()
        scene.place("purple", (2, 1)).roll(4, 4, 3).picks(("die", r(2, 0)), ("banner", "warlord"))
        scene.roll(2)
        facts = scene.last("morale")
        assert (facts["roll"] + facts["plus"], facts["limit"], facts["passed"]) == (1, 1, 1)


@pytest.mark.clause("pb.card.medicus")
def test_medicus() -> None:
    scene = victim(Scene().coins(0), 5, seat=0).army({(0, 1): "gold"}).dice({r(0, 0): 3})
    scene.perms("medicus").act().pick("use", ("medicus", 0))
    assert scene.reds() == [2] and scene.grays() == [6]
    assert scene.options("use") == []


@pytest.mark.clause("pb.card.tribunus")
def test_tribunus() -> None:
    scene = Scene().army({(0, 1): "gold", (1, 1): "gold"}).dice({r(0, 0): 2, k(0, 1): 5})
    scene.perms("tribunus").act().pick("motivate").roll(3)
    assert scene.reds() == [2] and scene.grays() == [5]
    scene.pick("motivate").roll(3)
    assert scene.reds() == [1] and scene.grays() == [3], "the second one costs and stands"
    scene.pick("end").deal().act().pick("motivate").roll(6)
    assert scene.reds() == [1] and scene.grays() == [6], "spared again in the next turn"


@pytest.mark.clause("pb.card.castra", "pb.mix.2")
def test_castra() -> None:
    scene = victim(Scene(), 5, 4).perms("castra", seat=1).commands("raid", "raid").act()
    scene.picks(("command", "raid"), ("die", k(0, 0)))
    assert scene.grays(1) == [3, 4]
    scene.picks(("command", "raid"), ("die", k(0, 0)))
    assert scene.grays(1) == [4], "only once a round"
    weak = victim(Scene(), 2).perms("castra", seat=1).commands("raid").act().pick("command", "raid")
    assert weak.grays(1) == [] and weak.player(1).shielded
    engine = victim(Scene(), 4).perms("castra", seat=1).perms(("balista", (0, 1)))
    victim(engine, (5, "veterani"), seat=0).act()
    engine.pick("use", ("balista", 0)).pick("die", k(0, 0)).roll(4, 4, 4)
    assert engine.grays(1) == [2]
    engine.turn(0)
    assert not engine.player(1).shielded, "a new round, a new shield"


@pytest.mark.clause("pb.card.vallum", "pb.mix.4")
def test_vallum() -> None:
    scene = victim(victim(Scene(3), 5), 4, seat=2).perms("vallum", seat=1).commands("raid", "raid")
    scene.act(actions=2).pick("command", "raid")
    assert scene.options("target") == [1, 2]
    scene.pick("target", 1)
    assert scene.state.actions == 0
    one = victim(victim(Scene(3), 5), 4, seat=2).perms("vallum", seat=1).commands("raid")
    one.act(actions=1).pick("command", "raid")
    assert one.grays(2) == [], "only the player without Vallum could be named"
    walls = victim(Scene(), 5).perms("vallum", seat=1).commands("raid", "stipendium").act(actions=1)
    assert walls.options("command") == ["stipendium"]


@pytest.mark.clause("pb.card.horreum", "pb.draw.7")
def test_horreum() -> None:
    seven = ("gold", "gold", "gold", "azure", "azure", "azure", "purple")
    scene = Scene().perms("horreum").hand(*seven).commands("raid").act().pick("end").deal()
    assert scene.state.turn == 1, "nine cards after the draw, and none discarded"
    rich = Scene().perms("horreum").hand("gold").coins(0).act().pick("requisition")
    assert rich.player().coins == 2
    down = Scene().perms("horreum").down("horreum").hand(*seven).act().pick("end").deal()
    assert down.asked == (0, "discard")
    assert down.player().perms[0].down, "the hand is checked before the card is turned up"
    down.pick("card", "gold").deal()
    assert not down.player().perms[0].down
    poor = Scene().perms("horreum").down("horreum").hand("gold").coins(0).act().pick("requisition")
    assert poor.player().coins == 1


@pytest.mark.clause("pb.card.balista")
def test_balista() -> None:
    scene = Scene().commands("balista").act(actions=1)
    assert scene.options("deploy") == []
    shot = (
        victim(Scene().coins(0), 4, 4, 5).army({(0, 1): "gold"}).dice({r(0, 0): (4, "strategist")})
    )
    shot.perms(("balista", (0, 2))).act().pick("use", ("balista", 0)).roll(2, 4, 6)
    assert shot.reds() == [2]
    assert shot.options("pick") == [2, 4, 6]
    shot.pick("pick", 4)
    assert shot.asked == (1, "die_lose") and shot.options("die") == [k(0, 0), k(1, 0)]
    shot.pick("die", k(1, 0))
    assert shot.grays(1) == [4, 5]
    miss = victim(Scene().coins(0), 4).army({(0, 1): "gold"}).dice({r(0, 0): (4, "strategist")})
    miss.perms(("balista", (0, 2))).act().pick("use", ("balista", 0)).roll(2, 4, 6).pick("pick", 2)
    assert miss.grays(1) == [4] and miss.asked == (0, "act")
    three = victim(victim(Scene(3).coins(0), 4), 4, seat=2).army({(0, 1): "gold"})
    three.dice({r(0, 0): (4, "strategist")}).perms(("balista", (0, 2))).act()
    three.pick("use", ("balista", 0)).roll(4, 4, 4)
    assert three.asked == (0, "target"), "the result first, then the opponent"


@pytest.mark.clause("pb.card.onager")
def test_onager() -> None:
    def engine() -> Scene:
        scene = victim(Scene().coins(0), 6, 3).army({(0, 1): "gold"})
        scene.dice({r(0, 0): (4, "field_commander")}).perms(("onager", (0, 2)))
        scene.act().pick("use", ("onager", 0)).roll(2, 5)
        assert scene.options("pick") == [2, 5]
        return scene.pick("pick", 5)

    assert engine().pick("die", k(0, 0)).grays(1) == [1, 3]
    assert engine().pick("die", k(1, 0)).grays(1) == [6, 1]
    assert engine().reds() == [3]


@pytest.mark.clause("pb.comp.18")
def test_capital_signs_may_stand_for_three() -> None:
    scene = Scene(capital_signs="3").coins(0).army({(0, 1): "gold"}).perms(("balista", (0, 2)))
    victim(scene, 4).dice({r(0, 0): (5, "strategist")}).act()
    scene.pick("use", ("balista", 0)).roll(1, 1, 1)
    assert scene.reds() == [2]
    weak = Scene(capital_signs="3").coins(0).army({(0, 1): "gold"}).perms(("balista", (0, 2)))
    assert victim(weak, 4).dice({r(0, 0): (2, "strategist")}).act().options("use") == []


def everything(*banners: str) -> Scene:
    """Seat 0 could play any Order and use any card in play, if it had the banners for it."""
    scene = victim(Scene(), 4, 3, 2).perms(("balista", (0, 1)), "castra", "quaestor", seat=1)
    scene.army({(c, 0): "azure" for c in (1, 2, 3, 4)} | {(0, 1): "gold", (0, 2): "gold"})
    scene.army({(1, 1): "gold", (1, 2): "gold"}).lose(k(3, 0)).hand("azure").coins(9)
    scene.perms("architecti", "sicarius", ("onager", (-1, -1)), ("balista", (-2, -1)))
    red = [banner for banner in banners if banner in BANNER_IDS[:3]]
    gray = [banner for banner in banners if banner in BANNER_IDS[3:]]
    for slot, names in ((r(0, 0), red), (k(0, 0), gray)):
        scene.dice({slot: (4, names[0]) if names else 4})
    return scene.dice({k(1, 0): 3, k(2, 0): 3, r(0, 1): 3}).act()


@pytest.mark.parametrize(
    ("card", "banner"),
    [
        ("raid", "veterani"),
        ("sabotage", "warlord"),
        ("contio", "field_commander"),
        ("forced_march", "speculatore"),
        ("ambush", "speculatore"),
        ("evocati", "veterani"),
        ("decimatio", "warlord"),
    ],
)
@pytest.mark.clause("pb.spend.9", "pb.order.5")
def test_the_bolder_option_needs_its_banner(card: str, banner: str) -> None:
    kind = CATALOG.command(card)
    for other in BANNER_IDS:
        scene = everything(other)
        offered = order_options(scene.rules.tables, scene.state, 0, kind, 3)
        assert offered == ([0, 1] if other == banner else [0]), other


@pytest.mark.clause("pb.coin.4", "pb.spend.3")
def test_coins_pay_for_pips_and_for_no_banner() -> None:
    needed = {
        "strategist": ["architecti", "balista"],
        "field_commander": ["onager"],
        "warlord": ["sicarius"],
        "artifex": ["onager"],
        "veterani": ["balista"],
        "speculatore": [],
    }
    assert everything().options("use") == [("sicarius", 1)]
    for banner, cards in needed.items():
        uses = [(name, 0) for name in cards]
        assert sorted(map(str, everything(banner).options("use"))) == sorted(
            map(str, [*uses, ("sicarius", 1)])
        ), banner
