"""Small games solved: written out as trees, with strategies that come close to an equilibrium.

`tree` writes a game out from its first choice to all its ends, with the information sets of its players.
`mccfr` finds a strategy for all of them by sampling; `exploitability` tells how far it is from an
equilibrium. The larger games are for the bots that search.
"""
