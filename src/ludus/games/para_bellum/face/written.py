"""What cards say, written from what they do: for authors of packs who changed an effect.

The sentences use the signs of card texts (`k`, `red1`), and stand as templates in `words.toml`
under `written`. A built-in card may say the same more neatly in its own words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, get_args

from ludus.core.content import Pack
from ludus.core.text import Words, spelled
from ludus.games.para_bellum import schema

COINS: Final = {
    "take": ("take", "any_take"),
    "target": ("give_target", "any_give_target"),
    "ally": ("give_ally", "any_give_ally"),
    "self": ("give_self", "any_give_self"),
}
"""Coins that move: so many, or any number."""
MOST_SIGNS: Final = 2
"""There are signs for one pip and for two."""
BANNERS: Final = get_args(schema.BannerName)
SIGNS: Final = {"r": "red", "k": "gray"}
PLURAL: Final = ("both",)
"""Who acts in the plural; oneself is spoken to."""


def written(pack: Pack, words: Words) -> dict[str, str]:
    """The words of cards, events and alliances by their keys."""
    writer = Writer(words)
    found: dict[str, str] = {}
    for card in pack.read("command.toml", schema.CommandFile).card:
        found |= writer.command(card)
    for event in pack.read("events.toml", schema.EventFile).event:
        found |= writer.event(event)
    for alliance in pack.read("alliances.toml", schema.AllianceFile).alliance:
        found |= writer.alliance(alliance)
    return found


class Writer:
    """Effects, prices and changed rules as sentences."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def _say(self, key: str, **parts: str | int) -> str:
        return self._words.text(f"written.{key}", **parts)

    # Cards ----------------------------------------------------------------------------------------

    def command(self, card: schema.CommandCard) -> dict[str, str]:
        key = f"card.{card.id}"
        found: dict[str, str] = {}
        for number, option in enumerate(card.option):
            said = self._paid(option.cost) + self.effects(option.effects)
            found[f"{key}.option.{number}"] = _sentence(said)
        if card.type != "order":
            parts = [_sentence(self._hook(hook)) for hook in card.passive]
            for number, action in enumerate(card.action):
                price = self._price(action.cost)
                said = self._say("use", price=f"x + {price}" if price else "x")
                parts.append(_sentence(said + self.effects(action.effects), False))
                found[f"{key}.use.{number}"] = _capital(self.effects(action.effects))
            found[f"{key}.text"] = " ".join(parts)
        lists = [part.effects for part in (*card.option, *card.action)]
        starts = (each for each in card.passive if isinstance(each, schema.ActionPhaseStart))
        lists += [hook.effects for hook in starts]
        return found | dict(self._branches(key, lists))

    def event(self, card: schema.EventCard) -> dict[str, str]:
        key = f"omen.{card.id}"
        parts = [_sentence(self.effects(card.reveal))] if card.reveal else []
        parts += [_sentence(self._hook(hook)) for hook in card.passive]
        legions = (each for each in card.passive if isinstance(each, schema.OnCompleteLegion))
        lists = [card.reveal, *(hook.effects for hook in legions)]
        return {f"{key}.text": " ".join(parts)} | dict(self._branches(key, lists))

    def alliance(self, card: schema.AllianceCard) -> dict[str, str]:
        key = f"alliance.{card.id}"
        found = {f"{key}.action": _sentence(self.effects(card.action))}
        lists = [card.action]
        for side, printed in enumerate((card.side_a, card.side_b)):
            for number, part in enumerate(printed):
                found[f"{key}.side.{side}.{number}"] = _sentence(self.effects(part.effects))
                lists.append(part.effects)
        return found | dict(self._branches(key, lists))

    def _branches(
        self, owner: str, lists: Sequence[Sequence[schema.Effect]]
    ) -> Iterator[tuple[str, str]]:
        """The choices within effects, under the keys that the catalog gives them."""
        counts: Counter[str] = Counter()
        for effect in (each for effects in lists for each in effects):
            for choose in _choices(effect):
                for branch in choose.of:
                    name = f"{owner}.branch.{branch[0].__struct_config__.tag}" if branch else owner
                    counts[name] += 1
                    number = str(counts[name]) if counts[name] > 1 else ""
                    yield f"{name}{number}", _capital(self.effects(branch))

    # Prices ---------------------------------------------------------------------------------------

    def _paid(self, cost: Sequence[schema.Cost]) -> str:
        """What an option asks for, before what it does."""
        price = self._price(cost)
        if not price:
            return ""
        bare = all(_only_banner(each) for each in cost)
        return self._say("price" if bare else "pay", price=price)

    def _price(self, cost: Sequence[schema.Cost]) -> str:
        return self._say("or").join(filter(None, map(self._way, cost)))

    def _way(self, cost: schema.Cost) -> str:
        parts: list[str] = []
        for colour, sign in SIGNS.items():
            pips = cost.r if colour == "r" else cost.k
            if pips:
                few = pips <= MOST_SIGNS
                parts.append(f"{sign}{pips}" if few else self._say("pips", n=pips, die=colour))
        if cost.b:
            parts.append(self._say("pips", n=cost.b, die="b"))
        if cost.banner:
            parts[:1] = [f"{self.banner(cost.banner)} {''.join(parts[:1])}".strip()]
        if cost.coin:
            parts.append(self._say("coins", n=cost.coin))
        if cost.requires_coin:
            parts.append(self._say("coins_there", n=cost.requires_coin))
        if cost.actions:
            parts.append("x" if cost.actions == 1 else self._say("actions", n=cost.actions))
        return " + ".join(parts)

    # Effects --------------------------------------------------------------------------------------

    def effects(self, effects: Sequence[schema.Effect]) -> str:
        return "; ".join(self.effect(each) for each in effects)

    def effect(self, effect: schema.Effect) -> str:
        """One effect, without a capital and a stop."""
        match effect:
            case schema.Gain():
                return self.gain(effect)
            case schema.Mod():
                return self.mod(effect)
            case schema.Reroll():
                return self.reroll(effect)
            case schema.LoseDie():
                return self.lose(effect)
            case schema.SetDie():
                return self.die_of("set", effect)
            case schema.AddDie():
                return self.add_die(effect)
            case _:
                return self.other(effect)

    def other(self, effect: schema.Effect) -> str:
        """Effects that are not about dice."""
        match effect:
            case schema.Draw() | schema.PlayArmy() | schema.Morale():
                return self.plain(str(effect.__struct_config__.tag), effect)
            case schema.Disable() | schema.DiscardPerm() | schema.Enable():
                return self.on_card(str(effect.__struct_config__.tag), effect)
            case schema.ThisMorale():
                return self._say("this_morale", plus=self.plus(effect.plus))
            case schema.PlayFree():
                return self._say("play_free", card=self.card(effect.filter), **self.who(effect.who))
            case schema.CoinMove():
                return self.coin_move(effect)
            case schema.Give():
                return self._say("give", what=self._say(f"cards.{effect.what}", n=1))
            case _:
                return self.composed(effect)

    def composed(self, effect: schema.Effect) -> str:
        """Effects that hold others."""
        match effect:
            case schema.Convert():
                return self.convert(effect)
            case schema.Choose():
                return self.choose(effect)
            case schema.If():
                return self.condition(effect)
            case schema.Roll():
                return self.roll(effect)
            case _:
                raise TypeError(f"{type(effect).__name__} has no words")

    def who(self, who: str) -> dict[str, str | int]:
        """The subject of a sentence, and 1 or 2 for the form of its verb."""
        return {
            "who": "" if who == "self" else f"{self._say(f'who.{who}')} ",
            "form": 1 if who == "self" or who in PLURAL else 2,
        }

    def whose(self, who: str) -> str:
        return self._say(f"whose.{who}")

    def dice(self, effect: schema.Mod) -> str:
        """The dice that an effect is about."""
        if effect.die == "b":
            return self._say("dice.general", whose=self._say(f"own.{effect.who}"))
        die = self._say(f"die.{effect.die}")
        many = self._say(f"many.{effect.die}")
        parts: dict[str, str | int] = {"die": die, "many": many, "count": spelled(effect.count)}
        parts |= {"whose": self.whose(effect.who), "own": self._say(f"own.{effect.who}")}
        if effect.which != "chosen":
            return self._say(f"dice.{effect.which}", **parts)
        if effect.count > 1:
            return self._say("dice.up_to" if effect.up_to else "dice.several", **parts)
        return self._say("dice.one_own" if effect.who == "self" else "dice.one", **parts)

    def mod(self, effect: schema.Mod) -> str:
        key = "by_roll" if effect.by_roll else "add" if effect.n >= 0 else "take"
        said = self._say(f"mod.{key}", n=abs(effect.n), dice=self.dice(effect))
        if effect.scope:
            said += self._say("of_legion")
        if effect.min:
            said += self._say("least", n=effect.min)
        return said + self.chosen_by(effect.chooser)

    def chosen_by(self, chooser: str) -> str:
        return self._say("they_pick") if chooser == "target" else ""

    def gain(self, effect: schema.Gain) -> str:
        if effect.what == "banner":
            any_gray = effect.banner in ("any_gray", "")
            name = self._say("any_banner")
            if not any_gray:
                name = self._say("the_banner", name=self.banner(effect.banner))
            said = self._say("gain.banner", banner=name, **self.who(effect.who))
        else:
            said = self._say(f"gain.{effect.what}", n=effect.n, **self.who(effect.who))
        return said + (self._say("of_legion") if effect.scope else "")

    def plus(self, n: int) -> str:
        return self._say("plus", n=f"{n:+}") if n else ""

    def banner(self, name: str) -> str:
        return self._words.text(f"banner.{BANNERS.index(name)}")

    def card(self, filter: str, whose: str = "") -> str:
        return self._say(f"card.{filter}") + (f" {whose}" if whose else "")

    def die_of(self, key: str, effect: schema.Reroll | schema.LoseDie | schema.SetDie) -> str:
        own = effect.who == "self"
        many = self._say(f"many.{effect.die}")
        parts: dict[str, str | int] = {"die": self._say(f"die.{effect.die}"), "many": many}
        parts |= {"whose": self.whose(effect.who), "own": self._say(f"own.{effect.who}")}
        if isinstance(effect, schema.Reroll) and effect.count > 1:
            parts["count"] = spelled(effect.count)
            return self._say(key, dice=self._say("dice.several", **parts))
        if effect.die == "b":
            return self._say(key, dice=self._say("dice.general", whose=parts["own"]))
        return self._say(key, dice=self._say("dice.one_own" if own else "dice.one", **parts))

    def lose(self, effect: schema.LoseDie) -> str:
        match = self._say("match") if effect.match else ""
        return self.die_of("lose", effect) + match + self.chosen_by(effect.chooser)

    def reroll(self, effect: schema.Reroll) -> str:
        return self.die_of("reroll", effect) + self.chosen_by(effect.chooser)

    def add_die(self, effect: schema.AddDie) -> str:
        key = "add_die.showing" if effect.value else "add_die.rolled"
        die = self._say(f"die.{effect.die}")
        return self._say(key, die=die, n=effect.value, **self.who(effect.who))

    def on_card(self, key: str, effect: schema.Disable | schema.DiscardPerm | schema.Enable) -> str:
        return self._say(key, card=self.card(effect.filter, self.whose(effect.who)))

    def roll(self, effect: schema.Roll) -> str:
        head = self._say("roll", n=effect.n)
        if effect.then:
            return head + self.effects(effect.then)
        rows = [
            self._say("row", faces=_faces(row.faces), what=self.effects(row.effects))
            for row in effect.table
        ]
        return head + ", ".join(rows)

    def condition(self, effect: schema.If) -> str:
        card = self.card(effect.card)
        said = self._say(f"if.{effect.cond}", card=card, what=self.effects(effect.then))
        return said + (self._say("else", what=self.effects(effect.els)) if effect.els else "")

    def choose(self, effect: schema.Choose) -> str:
        return self._say("or").join(self.effects(branch) for branch in effect.of)

    def convert(self, effect: schema.Convert) -> str:
        who = self.who(effect.who)
        who["who"] = who["who"] or self._say("you")
        return self._say("convert", n=effect.per, what=self.effects(effect.effects), **who)

    def coin_move(self, effect: schema.CoinMove) -> str:
        some, any_number = COINS["take" if effect.source == "target" else effect.to]
        return self._say(f"coins_move.{some if effect.n else any_number}", n=effect.n)

    def plain(self, key: str, effect: schema.Draw | schema.PlayArmy | schema.Morale) -> str:
        parts: dict[str, str | int] = self.who(effect.who)
        if isinstance(effect, schema.Draw):
            what = self._say(f"cards.{effect.what}", n=effect.n)
            narrow = (
                "" if effect.filter == "any" else self._say("only", card=self.card(effect.filter))
            )
            return self._say(key, what=what, **parts) + narrow
        if isinstance(effect, schema.Morale):
            return self._say(key, plus=self.plus(effect.plus), **parts)
        return self._say(key, **parts)

    # Rules that change ----------------------------------------------------------------------------

    def _hook(self, hook: schema.CardHook | schema.EventHook) -> str:
        name = str(hook.__struct_config__.tag)
        if isinstance(hook, schema.ActionPhaseStart | schema.OnCompleteLegion):
            return self._say(f"rule.{name}", what=self.effects(hook.effects))
        if isinstance(hook, schema.MoraleRoll):
            key = "rule.morale_more" if hook.value > 0 else "rule.morale_less"
            return self._say(key, n=abs(hook.value))
        if isinstance(hook, schema.NewGrayRoll):
            rolls = self._say("rule.rolls", n=hook.rolls) if hook.rolls > 1 else ""
            cap = self._say("rule.cap", n=hook.cap) if hook.cap < 6 else ""
            return "; ".join(filter(None, (rolls, cap))) or self._say("rule.cap", n=6)
        if isinstance(hook, schema.ForbidAction | schema.BasicCost):
            return self._say(f"rule.{name}", action=self._words.text(f"tile.{hook.action}"))
        if isinstance(hook, schema.DrawPhase):
            return self._say(f"rule.{name}", n=hook.look)
        if isinstance(hook, schema.PreventLoss):
            return self._say(f"rule.{name}", n=hook.instead)
        if isinstance(hook, schema.MotivateHook | schema.ExtraArmyPlay):
            return self._say(f"rule.{name}")
        if isinstance(hook, schema.ConstructExtraAction) and not hook.value:
            return self._say("rule.no_extra_action")
        return self._say(f"rule.{name}", n=hook.value)


def _sentence(said: str, capital: bool = True) -> str:
    return f"{_capital(said) if capital else said}."


def _capital(said: str) -> str:
    # A sign of a die at the start stays as it is: it is drawn.
    first = said.partition(" ")[0]
    return said if first.startswith(("red", "gray")) else said[:1].upper() + said[1:]


def _only_banner(cost: schema.Cost) -> bool:
    return cost == schema.Cost(banner=cost.banner, coin_allowed=cost.coin_allowed)


def _choices(effect: schema.Effect) -> Iterator[schema.Choose]:
    """The choices within an effect, those inside of others first, as the catalog counts them."""
    for each in _within(effect):
        yield from _choices(each)
    if isinstance(effect, schema.Choose):
        yield effect


def _within(effect: schema.Effect) -> list[schema.Effect]:
    match effect:
        case schema.Convert():
            return effect.effects
        case schema.Choose():
            return [each for branch in effect.of for each in branch]
        case schema.If():
            return [*effect.then, *effect.els]
        case schema.Roll():
            return [*(each for row in effect.table for each in row.effects), *effect.then]
        case _:
            return []


def _faces(faces: Sequence[int]) -> str:
    whole = len(faces) > 1 and list(faces) == list(range(faces[0], faces[-1] + 1))
    return f"{faces[0]}-{faces[-1]}" if whole else ", ".join(map(str, faces))
