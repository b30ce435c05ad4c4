"""CV with Gossip by hand, in plain Python: a second version to hold the ruleset against.

What is drafted, which cards are shown and what is rolled is read from the table of the package's
game; nothing else is. A symbol to be spent is a pair: what it shows, and what gave it ("die" or the id of a
card; where cards give anew every turn, only "card", since nothing tells them apart then).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml
from attrs import field, frozen
from lockstep import Course, Difference, Lie, Table

FACES = ("smile", "sad", "health", "knowledge", "love", "money")
EARTHLY = ("health", "knowledge", "love", "money")
KINDS = ("health", "knowledge", "love", "work", "possession", "gossip", "fate")
ADULT = ("youth", "middle_age", "old_age")
KIND_POINTS = (0, 1, 3, 6, 10, 15, 21, 28)

Token = tuple[str, str]


@frozen
class Options:
    """What can be set, by the names that the ruleset has for it."""

    shown_lives: int = 5
    shown_fates: int = 2
    first_dice: int = 4
    most_dice: int = 7
    rerolls: int = 2
    most_rerolls: int = 20
    renewed: bool = True
    purchases: int = 2
    smiles_buy: int = 3
    nihilist_price: int = 4
    misfortune_at: int = 3
    misfortune_from_top: bool = True
    unlucky_at: int = 4
    unlucky_once: bool = False
    discard_every_turn: bool = True
    fate_reshuffle: bool = True
    help_factor: int = 2
    finish_round: bool = True
    gossip_points: int = 2


@frozen(eq=False)
class Card:
    """What a card says."""

    id: str
    age: str
    kinds: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    in_sets: bool = False
    cost: Mapping[str, int] = field(factory=dict)
    gives: Mapping[str, int] = field(factory=dict)
    upkeep: Mapping[str, int] = field(factory=dict)
    discount: Mapping[str, int] = field(factory=dict)
    discount_on: tuple[str, ...] = ()
    dice: int = 0
    rerolls: int = 0
    points: int = 0
    event: bool = False
    insurance: bool = False
    sleepless: bool = False
    lost_unpaid: bool = False
    bicycle: bool = False
    swap_one: str = ""
    swap_other: str = ""
    playable_from: str = ""


def read_cards(file: Path) -> dict[str, Card]:
    """All cards by id, from the card file of the ruleset."""
    said = set(Card.__annotations__)
    rows: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return {row["id"]: Card(**{name: row[name] for name in said & set(row)}) for row in rows}


class PlainGossip:
    """One game."""

    def __init__(self, table: Table, file: Path, options: Options = Options()) -> None:
        self.table = table
        self.options = options
        self.cards = read_cards(file)
        self.players = range(len(table.game.seats))
        self.decks = {age: self.of_age(age) for age in (*ADULT, "fate")}
        self.full = {age: len(deck) for age, deck in self.decks.items()}
        self.displays: dict[str, list[str]] = {"lives": [], "fates": []}
        self.discard: list[str] = []
        self.piles: list[dict[str, list[str]]] = [{kind: [] for kind in KINDS} for _ in self.players]
        self.hands: list[set[str]] = [set() for _ in self.players]
        self.pools: list[Counter[Token]] = [Counter() for _ in self.players]
        self.drafts: list[set[str]] = []
        self.kept: list[list[str]] = [[] for _ in self.players]
        self.goals: list[str] = []
        self.secrets: list[list[str]] = []
        self.first = -1
        self.dice: list[str] = []
        self.rolls_left = 0
        self.bought = 0
        self.working: list[Card] = []
        self.kept_up: set[str] = set()
        self.used: set[str] = set()
        self.given: set[str] = set()
        self.struck: set[str] = set()

    def of_age(self, age: str) -> set[str]:
        """The cards of an age."""
        return {card.id for card in self.cards.values() if card.age == age}

    def course(self) -> Course:
        """The whole game."""
        self.set_up()
        yield from self.draft()
        yield from self.childhood()
        while not self.is_over():
            for seat in self.clockwise():
                if self.options.finish_round or not self.is_over():
                    yield from self.turn(seat)
            if self.options.finish_round or not self.is_over():
                yield from self.renew(leftmost_go=not self.options.discard_every_turn)

    def clockwise(self) -> list[int]:
        """The players, from the first one."""
        return [(self.first + offset) % len(self.players) for offset in self.players]

    def is_over(self) -> bool:
        """Too few cards are shown, and no more will come."""
        return len(self.displays["lives"]) < len(self.players) and not any(self.decks[age] for age in ADULT)

    # ---- before the first turn

    def set_up(self) -> None:
        """See what was dealt, and that it could be."""
        numbered = [(seat, seat + 1) for seat in self.players]
        self.drafts = [set(self.table.cards(f"draft[{number}]", seat)) for seat, number in numbered]
        self.secrets = [self.table.cards(f"secret_goal[{number}]", seat) for seat, number in numbered]
        self.goals = self.table.cards("goals")
        drafted = set().union(*self.drafts)
        goals = [*self.goals, *(goal for secret in self.secrets for goal in secret)]
        fair = (
            all(len(draft) == 3 for draft in self.drafts)
            and len(drafted) == 3 * len(self.players)
            and "bicycle" in drafted <= self.of_age("childhood")
            and len(self.goals) == len(self.players) - 1
            and all(len(secret) == 1 for secret in self.secrets)
            and len(set(goals)) == len(goals)
            and set(goals) <= self.of_age("goal")
        )
        if not fair:
            raise Difference(f"dealt: {self.drafts}, {self.goals}, {self.secrets}")
        for _ in range(self.options.shown_lives):
            self.show("lives", "youth")
        for _ in range(self.options.shown_fates):
            self.show("fates", "fate")

    def draft(self) -> Course:
        """Keep one, pass the others to the left, three times."""
        for _ in range(3):
            chosen = yield {seat: [f"keep {card}" for card in self.drafts[seat]] for seat in self.players}
            for seat in self.players:
                card = chosen[seat].split()[1]
                self.drafts[seat].remove(card)
                self.kept[seat].append(card)
            self.drafts = [self.drafts[seat - 1] for seat in self.players]

    def childhood(self) -> Course:
        """The bicycle is laid first; then all lay what they kept, in that order, but for events."""
        self.first = next(seat for seat in self.players if "bicycle" in self.kept[seat])
        self.piles[self.first]["possession"].append("bicycle")
        self.kept[self.first].remove("bicycle")
        for seat in self.clockwise():
            self.hands[seat] = {card for card in self.kept[seat] if self.cards[card].event}
            self.kept[seat] = [card for card in self.kept[seat] if not self.cards[card].event]
            while self.kept[seat]:
                yield from self.settle(seat, self.kept[seat].pop(0))

    # ---- a turn

    def turn(self, seat: int) -> Course:
        """Roll, buy, and pay for bad luck."""
        self.bought = 0
        self.kept_up, self.used = set(), set()
        tops = [self.cards[pile[-1]] for pile in self.piles[seat].values() if pile]
        self.working = [card for card in tops if not self.is_silenced(seat, card)]
        for card in self.working if self.options.renewed else map(self.cards.__getitem__, self.owned(seat)):
            first_time = self.options.renewed or card.id not in self.given
            if first_time and not card.upkeep and not self.is_silenced(seat, card):
                self.collect(seat, card)
                self.given.add(card.id)
        yield from self.roll(seat)
        while True:
            moves = self.offers(seat)
            move = (yield {seat: moves})[seat]
            if move == "finish":
                break
            yield from self.carry_out(seat, move)
        yield from self.misfortune(seat)
        for card in self.working:
            if card.lost_unpaid and card.id not in self.kept_up and card.id in self.owned(seat):
                self.throw(seat, card.id)
        if self.options.renewed:
            self.pools[seat] = Counter()
        else:
            mine = self.owned(seat)
            self.pools[seat] = Counter({t: n for t, n in self.pools[seat].items() if t[1] in mine})
        yield from self.renew(leftmost_go=self.options.discard_every_turn)

    def owned(self, seat: int) -> list[str]:
        """All cards in a player's piles."""
        return [card for pile in self.piles[seat].values() for card in pile]

    def is_silenced(self, seat: int, card: Card) -> bool:
        """Psychotherapy takes the effect from a depression."""
        return card.id == "depression" and "psychotherapy" in self.owned(seat)

    def works(self, card: str) -> bool:
        """The card was active when this turn began."""
        return any(one.id == card for one in self.working)

    def gain(self, seat: int, symbol: str, source: str, number: int = 1) -> None:
        """Symbols come into a pool."""
        if number:
            self.pools[seat][symbol, "card" if self.options.renewed and source != "die" else source] += number

    def spend(self, seat: int, token: Token) -> None:
        """A symbol leaves a pool."""
        self.pools[seat] -= Counter([token])

    def collect(self, seat: int, card: Card) -> None:
        """All that a card gives."""
        for symbol, number in card.gives.items():
            self.gain(seat, symbol, card.id, number)

    def roll(self, seat: int) -> Course:
        """The first roll, and rerolls, with events before any of them."""
        options = self.options
        if any(card.sleepless for card in self.working):
            again = options.most_rerolls
        else:
            again = max(0, options.rerolls + sum(card.rerolls for card in self.working))
        self.rolls_left = 1 + again
        count = options.first_dice + sum(card.dice for card in self.working)
        while True:
            move = (yield {seat: ["roll", *self.events(seat)]})[seat]
            if move == "roll":
                break
            count += self.play_event(seat, move)
        self.rolls_left -= 1
        self.see_dice(seat, max(0, min(options.most_dice, count)), [])
        while self.rolls_left and (self.hands[seat] or set(self.dice) - {"sad"}):
            loose = [face for face in self.dice if face != "sad"]
            chosen = {c for n in range(1, len(loose) + 1) for c in combinations(sorted(loose), n)}
            rerolls = ["reroll " + " + ".join(faces) for faces in sorted(chosen)]
            move = (yield {seat: [*rerolls, "keep_dice", *self.events(seat)]})[seat]
            if move == "keep_dice":
                self.rolls_left = 0
            elif move.startswith("reroll"):
                self.rolls_left -= 1
                stay = Counter(self.dice) - Counter(move.removeprefix("reroll ").split(" + "))
                self.see_dice(seat, len(self.dice), list(stay.elements()))
            elif more := self.play_event(seat, move):
                self.see_dice(seat, min(options.most_dice, len(self.dice) + more), self.dice)
        self.rolls_left = 0
        for face in self.dice:
            self.gain(seat, face, "die")
        self.dice = []

    def see_dice(self, seat: int, count: int, stay: list[str]) -> None:
        """The dice after a roll: in the cup, or in the pool where there will be no other."""
        dice = self.table.cards("cup")
        if not dice:
            pool = self.table.cards(f"pool[{seat + 1}]")
            dice = [card.removeprefix("die_") for card in pool if card.startswith("die_")]
        if len(dice) != count or Counter(stay) - Counter(dice):
            raise Difference(f"{count} dice after a roll where {stay} stay: {dice}")
        self.dice = dice
        if self.works("panicker") and "sad" in dice:
            self.rolls_left = 0

    def events(self, seat: int) -> list[str]:
        """The events that can be played."""
        found = []
        for card in sorted(self.hands[seat]):
            row = self.cards[card]
            late = row.playable_from
            out = not late or len(self.decks[late]) < self.full[late]
            if out and not row.insurance and (not row.dice or self.rolls_left):
                found.append(f"play_event {card}")
        return found

    def play_event(self, seat: int, move: str) -> int:
        """Discard an event for what it gives; how many dice it brings."""
        card = self.cards[move.split()[1]]
        self.hands[seat].remove(card.id)
        self.discard.append(card.id)
        self.collect(seat, card)
        return card.dice

    # ---- buying

    def pays(self, token: Token, want: str) -> bool:
        """A symbol can stand for what is wanted."""
        symbol = token[0]
        swaps = [{card.swap_one, card.swap_other} for card in self.working]
        return symbol == want or (symbol == "joker" and want in EARTHLY) or {symbol, want} in swaps

    def payments(self, seat: int, price: Mapping[str, int]) -> list[str]:
        """All ways to pay a price, as texts."""
        pool = self.pools[seat]
        ways: set[tuple[Token, ...]] = {()}
        for want in Counter(price).elements():
            ways = {
                tuple(sorted((*way, token)))
                for way in ways
                for token in pool
                if self.pays(token, want) and way.count(token) < pool[token]
            }
        return [" + ".join(map(self.text, way)) or "none" for way in ways]

    def text(self, token: Token) -> str:
        """A symbol as moves name it."""
        symbol, source = token
        if source == "die":
            return f"die_{symbol}"
        return symbol if self.options.renewed else f"{symbol} ({source})"

    def token(self, text: str) -> Token:
        """The symbol of a text."""
        if text.startswith("die_"):
            return text.removeprefix("die_"), "die"
        symbol, _, source = text.removesuffix(")").partition(" (")
        return symbol, source or "card"

    def price(self, card: Card) -> Mapping[str, int]:
        """What a card costs now."""
        if self.works("nihilist"):
            return {"smile": self.options.nihilist_price}
        price = Counter(card.cost)
        for other in self.working:
            if set(other.discount_on) & set(card.kinds):
                price.subtract(other.discount)
        return +price

    def may_have(self, seat: int, card: Card) -> bool:
        """Early retirement comes after work, and ends it."""
        if card.id == "early_retirement" and not self.piles[seat]["work"]:
            return False
        return "work" not in card.kinds or "early_retirement" not in self.owned(seat)

    def shown(self, seat: int) -> list[Card]:
        """The cards shown that a player may have."""
        both = [self.cards[card] for display in self.displays.values() for card in display]
        return [card for card in both if self.may_have(seat, card)]

    def offers(self, seat: int) -> list[str]:
        """What can be done between the rolls and the end of a turn."""
        moves = {"finish", *self.events(seat)}
        for card in self.shown(seat):
            if card.age == "fate" or self.bought < self.options.purchases:
                ways = self.payments(seat, self.price(card))
                if not self.works("nihilist"):
                    ways += self.payments(seat, {"smile": self.options.smiles_buy})
                moves |= {f"buy {card.id}, {way}" for way in ways}
        for card in self.working:
            if card.upkeep and card.id not in self.kept_up:
                moves |= {f"pay_upkeep {card.id}, {way}" for way in self.payments(seat, card.upkeep)}
        if self.works("magician") and "magician" not in self.used:
            moves |= {
                f"conjure magician, {self.text(token)}, {symbol}"
                for token in self.pools[seat]
                for symbol in EARTHLY
                if token[0] in EARTHLY and token[0] != symbol
            }
        if self.works("friend_from_work") and "friend_from_work" not in self.used:
            for other in {(seat + 1) % len(self.players), (seat - 1) % len(self.players)}:
                for colleague in self.piles[other]["work"][-1:]:
                    for symbol in set(self.cards[colleague].gives) & set(FACES):
                        moves.add(f"borrow friend_from_work, {other + 1}, {symbol}")
        if self.works("trip_around_the_world") and "trip_around_the_world" not in self.used:
            sad = [token for token in self.pools[seat] if token[0] == "sad"]
            moves |= {f"cheer_up trip_around_the_world, {self.text(token)}" for token in sad}
        return sorted(moves)

    def carry_out(self, seat: int, move: str) -> Course:
        """Do one of these things."""
        action, _, rest = move.partition(" ")
        name, *parts = rest.split(", ")
        card = self.cards[name]
        if action in ("buy", "pay_upkeep") and parts[0] != "none":
            for paid in parts[0].split(" + "):
                self.spend(seat, self.token(paid))
        match action:
            case "play_event":
                self.play_event(seat, move)
            case "buy":
                yield from self.take(seat, card)
            case "pay_upkeep":
                self.kept_up.add(card.id)
                if self.options.renewed or card.id not in self.given:
                    self.collect(seat, card)
                    self.given.add(card.id)
            case "borrow":
                self.used.add(name)
                self.gain(seat, parts[1], self.piles[int(parts[0]) - 1]["work"][-1])
            case "conjure" | "cheer_up":
                self.used.add(name)
                token = self.token(parts[0])
                self.spend(seat, token)
                self.gain(seat, parts[1] if action == "conjure" else "joker", token[1])

    def take(self, seat: int, card: Card) -> Course:
        """Get a card that is shown."""
        fate = card.age == "fate"
        self.displays["fates" if fate else "lives"].remove(card.id)
        self.bought += not fate
        yield from self.settle(seat, card.id)

    def settle(self, seat: int, card: str) -> Course:
        """Events go to the hand, gossip to anybody's pile, all else to a pile of its kind."""
        row = self.cards[card]
        if row.event:
            self.hands[seat].add(card)
            return
        if "gossip" in row.kinds:
            places = {f"spread {card}, {other + 1}": (other, "gossip", -1) for other in self.players}
        else:
            places = {}
            for kind in row.kinds:
                top = len(self.piles[seat][kind])
                for spot in range(top + 1) if kind in ("health", "knowledge", "love") else [top]:
                    places[f"lay {card}, {kind}, {spot + 1}"] = (seat, kind, spot)
        (move,) = places if len(places) == 1 else ((yield {seat: list(places)})[seat],)
        owner, kind, spot = places[move]
        pile = self.piles[owner][kind]
        pile.insert(len(pile) if spot < 0 else spot, card)
        found = [other for other in self.discard if "possession" in self.cards[other].kinds]
        if card == "midlife_crisis" and found:
            move = (yield {seat: ["decline", *(f"recover {other}" for other in found)]})[seat]
            if move != "decline":
                other = move.split()[1]
                self.discard.remove(other)
                self.piles[seat]["possession"].append(other)

    # ---- after buying

    def throw(self, seat: int, card: str) -> None:
        """A card leaves a player's piles."""
        for pile in self.piles[seat].values():
            if card in pile:
                pile.remove(card)
        self.discard.append(card)

    def sad_faces(self, seat: int) -> int:
        """How much bad luck lies in a pool."""
        return sum(number for token, number in self.pools[seat].items() if token[0] == "sad")

    def misfortune(self, seat: int) -> Course:
        """Sad faces cost cards."""
        options = self.options
        unlucky = self.works("unlucky") and "unlucky" not in self.struck
        if unlucky and self.sad_faces(seat) >= options.unlucky_at:
            if options.unlucky_once:
                self.struck.add("unlucky")
            yield from self.strike(seat, options.unlucky_at, 2)
        while self.sad_faces(seat) >= options.misfortune_at:
            yield from self.strike(seat, options.misfortune_at, 1)

    def strike(self, seat: int, faces: int, losses: int) -> Course:
        """So many sad faces are taken off, those of dice first, and cost so many cards."""
        for _ in range(faces):
            self.spend(seat, min((t for t in self.pools[seat] if t[0] == "sad"), key=lambda t: t[1] != "die"))
        for _ in range(losses):
            piles = self.piles[seat].values()
            loose = [
                card for pile in piles for card in (pile[-1:] if self.options.misfortune_from_top else pile)
            ]
            if loose:
                insured = [card for card in self.hands[seat] if self.cards[card].insurance]
                asked = [*(f"lose {card}" for card in loose), *(f"use_insurance {card}" for card in insured)]
                action, card = (yield {seat: asked})[seat].split()
                if action == "lose":
                    self.throw(seat, card)
                else:
                    self.hands[seat].remove(card)
                    self.discard.append(card)

    def renew(self, leftmost_go: bool) -> Course:
        """The leftmost cards go, and both displays are filled; in between those with few cards are helped."""
        if leftmost_go:
            for display in self.displays.values():
                self.discard += display[:1]
                del display[:1]
        self.fill_fates()
        for age in ADULT:
            if self.decks[age]:
                while self.decks[age] and len(self.displays["lives"]) < self.options.shown_lives:
                    self.show("lives", age)
                if not self.decks[age] and age != "old_age":
                    yield from self.help()
                    self.fill_fates()

    def fill_fates(self) -> None:
        """Fate cards that were thrown away make a new deck."""
        for _ in range(self.options.shown_fates - len(self.displays["fates"])):
            if not self.decks["fate"] and self.options.fate_reshuffle:
                self.decks["fate"] = {card for card in self.discard if self.cards[card].age == "fate"}
                self.discard = [card for card in self.discard if card not in self.decks["fate"]]
            if self.decks["fate"]:
                self.show("fates", "fate")

    def show(self, market: str, age: str) -> None:
        """The next card of a deck is laid out."""
        card = self.table.next_card(f"deck[{age}]", f"display[{market}]")
        if card not in self.decks[age]:
            raise Difference(f"a card of {age} is to come to {market}: {card}, left are {self.decks[age]}")
        self.decks[age].remove(card)
        self.displays[market].append(card)

    def count_cards(self, seat: int) -> int:
        """CV and fate cards of a player, events in hand too."""
        return len(self.owned(seat)) + len(self.hands[seat])

    def help(self) -> Course:
        """Who has half as many cards as another or fewer may take one."""
        counts = [self.count_cards(seat) for seat in self.players]
        for seat in self.clockwise():
            most = max(counts[other] for other in self.players if other != seat)
            if self.options.help_factor * counts[seat] <= most:
                shown = {f"accept {card.id}": card for card in self.shown(seat)}
                move = (yield {seat: ["decline", *shown]})[seat]
                if move != "decline":
                    yield from self.take(seat, shown[move])

    # ---- points

    def times(self, seat: int, goal: Card) -> int:
        """How many times a player has fulfilled a goal."""
        sizes = [len(self.piles[seat][kind]) for kind in goal.counts]
        return min(sizes) if goal.in_sets else sum(sizes)

    def sheet(self) -> list[dict[str, int]]:
        """The points as they stand."""
        found = []
        for seat in self.players:
            piles = self.piles[seat]
            secret = [self.cards[goal] for goal in self.secrets[seat]]
            public = [self.cards[goal] for goal in self.goals]
            ahead = [
                goal
                for goal in public
                if self.times(seat, goal) == max(self.times(s, goal) for s in self.players)
            ]
            found.append(
                {
                    "secret_goals": sum(goal.points * self.times(seat, goal) for goal in secret),
                    "public_goals": sum(goal.points * self.times(seat, goal) for goal in ahead),
                    **{k: KIND_POINTS[min(len(piles[k]), 7)] for k in ("health", "knowledge", "love")},
                    "points": sum(self.cards[card].points for card in self.owned(seat)),
                    "gossip": self.options.gossip_points * len(piles["gossip"]),
                }
            )
        return found

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Most points, then most cards; else a place is shared."""
        merits = [(sum(lines.values()), self.count_cards(seat)) for seat, lines in enumerate(self.sheet())]
        return [
            (1 + sum(other > merit for other in merits), tuple(s for s in self.players if merits[s] == merit))
            for merit in sorted(set(merits), reverse=True)
        ]

    # ---- what is compared

    def lies(self, seat: int) -> Mapping[str, Lie]:
        """All cards and dice that a seat can see, and how many there are of the others."""
        found: dict[str, Lie] = {f"deck[{age}]": len(deck) for age, deck in self.decks.items()}
        found |= {f"display[{market}]": display for market, display in self.displays.items()}
        found |= {"discard": Counter(self.discard), "goals": Counter(self.goals), "cup": Counter(self.dice)}
        found[f"secret_goal[{seat + 1}]"] = self.secrets[seat]
        found[f"kept[{seat + 1}]"] = self.kept[seat]
        for other in self.players:
            hand, pool = self.hands[other], self.pools[other]
            found[f"hand[{other + 1}]"] = Counter(hand) if other == seat else len(hand)
            found[f"pool[{other + 1}]"] = Counter(self.text(token).split()[0] for token in pool.elements())
            for kind, pile in self.piles[other].items():
                found[f"pile[{other + 1}, {kind}]"] = pile
        return found

    def values(self) -> Mapping[str, int | None]:
        """What is counted in a turn."""
        return {"rolls_left": self.rolls_left}
