"""Two small games of poker whose trees are known: Kuhn poker, also for three, and Leduc poker."""

from __future__ import annotations

KUHN = """
language 1
game "Kuhn poker"
    players 2..3
cards Card for each value in 1..player_count + 1
zone deck: Card, face down
zone hand of player: Card, seen by owner
var paid of player = 1 "coins"
var folded of player = no
var betting = no "somebody has bet"
var waiting = player_count
setup
    put Card into deck
    shuffle deck
    deal 1 from deck to each hand
play
    turns clockwise from first(players) until waiting == 0
        waiting -= 1
        choose pass, bet
    end game because "all have answered"
action pass
    folded[me] = betting
action bet
    if not betting
        waiting = player_count - 1
    betting = yes
    paid[me] += 1
define value(p: player) = sum(c.value for c in hand[p])
define wins(p: player) = not folded[p] and all(folded[q] or value(q) <= value(p) for q in players)
score coins(p) = (if wins(p) then sum(paid[q] for q in players) else 0) - paid[p]
winner by highest score
"""
"""One card each; bet or pass, once around, and once more for whoever passed before somebody bet."""

LEDUC = """
language 1
game "Leduc poker"
    players 2
enum Suit: circles, stars
cards Card for each suit in Suit, value in 1..3
zone deck: Card, face down
zone hand of player: Card, seen by owner
zone board: Card, face up
var paid of player = 1 "coins"
var folded of player = no
var stake = 1 "coins that each has to pay"
var rounds = 0
var raises = 0
var waiting = 0
setup
    put Card into deck
    shuffle deck
    deal 1 from deck to each hand
play
    repeat 2 times
        rounds += 1
        if rounds == 2
            deal 1 from deck to board
        raises = 0
        waiting = 2
        turns clockwise from first(players) until waiting == 0
            waiting -= 1
            choose fold, call, raise_it
            if folded[me]
                end game because "only one is left"
    end game because "the cards are shown"
action fold
    require pressed: paid[me] < stake because "nothing asks you to fold"
    folded[me] = yes
action call
    paid[me] = stake
action raise_it
    require raises < 2 because "there were two raises"
    raises += 1
    stake += 2 * rounds
    paid[me] = stake
    waiting = 1
define pair(c: Card) = any(d.value == c.value for d in board)
define worth(p: player) = sum(c.value + (if pair(c) then 10 else 0) for c in hand[p])
define wins(p: player) = not folded[p] and all(folded[q] or worth(q) <= worth(p) for q in players)
define share = sum(paid[p] for p in players) div count(p in players where wins(p))
score coins(p) = (if wins(p) then share else 0) - paid[p]
winner by highest score
"""
"""Two suits of three, one card each, two rounds of betting, between them a card for both."""
