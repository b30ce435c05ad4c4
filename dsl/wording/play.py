"""Words for faults: what rules ask for in play and cannot be done."""

from __future__ import annotations

from rulewright.dsl.wording.entry import Wording

PLAY: dict[str, Wording] = {
    "fault-overflow": Wording(
        "this result is too large for a number",
        "numbers go from -2147483647 to 2147483647",
        "keep the value smaller, or stop what makes it grow",
    ),
    "fault-division": Wording(
        "this is a division by 0",
        "there is no result",
        "ask first whether the divisor is 0: `if n == 0 then ... else ...`",
    ),
    "fault-table": Wording(
        "this table has no entry {at}",
        "the entries of `{table}` are counted from 0 to {last}",
        "add entries, or end the table with `, then last` to let the last entry stand for all further ones",
    ),
    "fault-nobody-acts": Wording(
        "`me` is asked for while nobody acts",
        "This rule ran outside of any player's turn or choice.",
        "Give the player as a parameter of the rule.",
    ),
    "fault-absent": Wording(
        "there is no value here",
        "what is worked out gives nothing in this position, and the rule needs a value",
        "say what holds in that case, with `else` or by asking `is some` first",
    ),
    "fault-index": Wording(
        "there is no `{name}[{index}]`",
        "the numbers go from {least} to {most}",
        "keep the number within that range, or declare more of them",
    ),
    "fault-in-box": Wording(
        "the card {card} lies in no zone",
        "it is still in the box, so it has no level, no neighbours and no place to give up",
        "put it into a zone during setup, or ask only about cards that lie in zones",
    ),
    "fault-no-owner": Wording(
        "nobody owns the place where {card} lies",
        "only a zone `of player` has an owner",
        "ask for the owner of cards in such zones only, or give the case that there is none with `else`",
    ),
    "fault-no-mover": Wording(
        "no player has moved {card} yet",
        "the cards that setup puts down are moved by nobody",
        "give the case that there is none with `else`",
    ),
    "fault-no-card": Wording(
        "there is no card to take",
        "the top of an empty zone, or the best of nothing, is no card",
        "ask first whether one is there: `if not empty(deck)`",
    ),
    "fault-capacity": Wording(
        "`{zone}` is full",
        "it holds at most {most} cards",
        "ask first with `full(...)`, make room, or raise the number after `at most`",
    ),
    "fault-position": Wording(
        "`{zone}` has no position {position}",
        "positions count from 1 at the bottom; the highest that can be filled now is {most}",
        "give a position within that range",
    ),
    "fault-negative": Wording(
        "the amount {amount} is below 0",
        "a number of cards or dice is 0 or more",
        "use `max(0, ...)` where it may fall below",
    ),
    "fault-deal": Wording(
        "`{zone}` holds too few cards to deal",
        "the deal takes {wanted} and {there} are there",
        "write `deal up to` if the deal may fall short, or state what the game `needs`",
    ),
    "fault-dice": Wording(
        "`{cup}` has no room for {wanted} dice",
        "it holds at most {most}",
        "roll fewer, or raise the number after `at most`",
    ),
    "fault-nobody": Wording(
        "nobody is acting here, so nobody can drop out",
        "a player acts in turns and choices only",
        "name the player: `drop out p`",
    ),
    "limit-list": Wording(
        "a list of {length} values is too long to be named",
        "this one has room for {limit}",
        "name a shorter list, or write the list where it is used",
    ),
    "limit-steps": Wording(
        "`{within}` does not come to an end",
        "its loops went round more than {limit} times without a choice by a player",
        "let the loop stop: make sure that what it waits for comes true",
    ),
    "limit-pending": Wording(
        "too many rules are waiting for the end of the action",
        "`then {rule}` would be one more than the {limit} that may wait",
        "call the rule at once without `then`, or let one rule do the work of several",
    ),
    "limit-each": Wording(
        "this goes through {count} elements, which is too many with a choice for each",
        "there is room to remember {limit}",
        "go through a smaller collection, or choose once for all of them",
    ),
    "fault-no-move": Wording(
        "player {seat} has to choose and cannot do any of these actions",
        "a `choose` needs at least one move that is allowed",
        "offer an action that is always possible, such as passing, or write `may choose`",
    ),
    "fault-collision": Wording(
        "what player {seat} chose can no longer be done",
        "all chose at the same time, and what an earlier player did has used it up",
        "let each player choose from what only they can use, or settle who comes first in a rule",
    ),
    "fault-rule-running": Wording(
        "the rule `{rule}` is still running",
        "a rule that asks players cannot run a second time before its first run has ended",
        "call it after it has ended, or use a second rule",
    ),
}
