"""Words for faults: what rules ask for in play and cannot be done."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

PLAY: dict[str, Wording] = {
    "fault-overflow": Wording(
        "This result is too large for a number",
        "Numbers go from -2147483647 to 2147483647.",
        "Keep the value smaller, or stop what makes it grow.",
    ),
    "fault-division": Wording(
        "This is a division by 0",
        "There is no result.",
        "Ask first whether the divisor is 0: `if n == 0 then ... else ...`.",
    ),
    "fault-table": Wording(
        "This table has no entry {at}",
        "The entries of `{table}` are counted from 0 to {last}.",
        "Add entries, or end the table with `, then last` to let the last entry stand for all further ones.",
    ),
    "fault-nobody-acts": Wording(
        "`me` is asked for while nobody acts",
        "This rule ran outside of any player's turn or choice.",
        "Give the player as a parameter of the rule.",
    ),
    "fault-absent": Wording(
        "There is no value here",
        "What is worked out gives nothing in this position, and the rule needs a value.",
        "Say what holds in that case, with `else` or by asking `is some` first.",
    ),
    "fault-empty": Wording(
        "`{emptied}` is empty",
        "There is nothing to take from it here, and the rule needs something.",
        "Ask first whether something is there: `if not empty({emptied})`.",
    ),
    "fault-index": Wording(
        "There is no `{name}[{index}]`",
        "In the place of {value} the numbers go from 1 to {most}.",
        "Keep the number within that range, or declare more of them.",
    ),
    "fault-in-box": Wording(
        "The card {card} lies in no zone",
        "It is still in the box, so it has no level, no neighbours and no place to give up.",
        "Put it into a zone during setup, or ask only about cards that lie in zones.",
    ),
    "fault-no-owner": Wording(
        "Nobody owns the place where {card} lies",
        "Only a zone `of player` has an owner.",
        "Ask for the owner of cards in such zones only, or give the case that there is none with `else`.",
    ),
    "fault-no-mover": Wording(
        "No player has moved {card} yet",
        "The cards that setup puts down are moved by nobody.",
        "Give the case that there is none with `else`.",
    ),
    "fault-capacity": Wording(
        "`{zone}` is full",
        "It has room for {most}.",
        "Ask first with `full(...)`, make room, or raise the number after `at most`.",
    ),
    "fault-position": Wording(
        "`{zone}` has no position {position}",
        "Positions count from 1 at the bottom; the highest that can be filled now is {most}.",
        "Give a position within that range.",
    ),
    "fault-negative": Wording(
        "The amount {amount} is below 0",
        "A number of cards or dice is 0 or more.",
        "Use `max(0, ...)` where it may fall below.",
    ),
    "fault-deal": Wording(
        "`{zone}` holds too few cards to deal",
        "The deal takes {wanted} and {there} are there.",
        "Write `deal up to` if the deal may fall short, or state what the game `needs`.",
    ),
    "fault-dice": Wording(
        "`{cup}` has no room for {wanted:die|dice}",
        "It holds at most {most}.",
        "Roll fewer, or raise the number after `at most`.",
    ),
    "fault-nobody": Wording(
        "Nobody is acting here, so nobody can drop out",
        "A player acts in turns and choices only.",
        "Name the player: `drop out p`.",
    ),
    "limit-list": Wording(
        "A list of {length:,} values is too long to be named",
        "This one has room for {limit:,}.",
        "Name a shorter list, or write the list where it is used.",
    ),
    "limit-play": Wording(
        "`{within}` does not come to an end",
        "It took more than {limit:,} operations without a choice by a player.",
        "Let it stop: make sure that what its loops wait for comes true, and that reactions do not set each "
        "other off for ever; or go through fewer things.",
    ),
    "limit-pending": Wording(
        "Too many rules are waiting for the end of the action",
        "`then {rule}` would be one more than the {limit:,} that may wait.",
        "Call the rule at once without `then`, or let one rule do the work of several.",
    ),
    "limit-guesses": Wording(
        "Not one of {most:,} guesses was a move that is allowed",
        "There are more combinations here than can be listed, and few or none of them are allowed.",
        "Narrow down what can be chosen, with `where` or smaller numbers, or ask `step by step`.",
    ),
    "limit-each": Wording(
        "This goes through {count} elements, which is too many with a choice for each",
        "There is room to remember {limit:,}.",
        "Go through a smaller collection, or choose once for all of them.",
    ),
    "fault-no-move": Wording(
        "Player {seat} has to choose and cannot do any of these actions",
        "A choice needs at least one move that is allowed.",
        "Offer an action that is always possible, such as passing, or write `choose ... if possible`, "
        "or `everyone where ... chooses`.",
    ),
    "fault-collision": Wording(
        "What player {seat} chose can no longer be done",
        "All chose at the same time, and what an earlier player did has used it up.",
        "Let each player choose from what only they can use, or settle who comes first in a rule.",
    ),
    "fault-no-phase": Wording(
        "No phase is running that could end",
        "`end phase` ends the innermost phase that is running.",
        "Put it where a phase is running, or write `end game`.",
    ),
    "fault-rule-running": Wording(
        "The rule `{rule}` is still running",
        "A rule that asks players cannot run a second time before its first run has ended.",
        "Call it after it has ended, or use a second rule.",
    ),
}
