"""What all games do, written once: moving cards, chance, choosing subsets, paying.

This file is read, never run (see `source`): its functions are printed with those of a game, as Python and as
C. The names that it does not define are regions and tables of the game; `source` lists what else there is.
A list that a function is given is marked `: List`.

Cards are moved one at a time. A zone that keeps an order has a row of `ORDER_KEYS`, which gives each card
another number; cards lie from the smallest to the largest. In the rest `position` counts from 1 at the
bottom, and 0 is the top.
"""


def take_out(card):
    """Takes a card from where it lies; returns the zone, or BOX."""
    origin = zone_of[card]
    if origin != BOX:
        close_gap(origin, find(origin, card))
    return origin


def move(card, to, position, full):
    """Puts a card into a zone; returns the zone that it left. `full` is the fault of a full zone."""
    origin = take_out(card)
    there = size(to)
    if there >= ROOMS[to]:
        return stop(full, to, ROOMS[to])
    at = there
    row = ORDER_ROWS[to]
    if row >= 0:
        if there > 0 and ORDER_KEYS[row + card_at(to, there - 1)] > ORDER_KEYS[row + card]:
            at = 0
            for other in cards(to):
                if ORDER_KEYS[row + other] > ORDER_KEYS[row + card]:
                    break
                at += 1
    elif position > 0 and position <= there:
        at = position - 1
    open_gap(to, at, card)
    zone_of[card] = to
    mover[card] = me[0]
    return origin


def fill(zone, cards_of: List, full):
    """Makes the cards of a list those of a zone that is empty, in this order unless it keeps its own."""
    if len(cards_of) > ROOMS[zone]:
        return stop(full, zone, ROOMS[zone])
    row = ORDER_ROWS[zone]
    for card in cards_of:
        at = size(zone)
        if row >= 0:
            at = 0
            for other in cards(zone):
                if ORDER_KEYS[row + other] > ORDER_KEYS[row + card]:
                    break
                at += 1
        open_gap(zone, at, card)
        zone_of[card] = zone


def empty_into(zone, cards_of: List):
    """Takes all cards out of a zone, into a list, from the bottom."""
    for card in cards(zone):
        cards_of.append(card)
    there = size(zone)
    while there > 0:
        there -= 1
        close_gap(zone, there)


def cards_of_zone(zone, cards_of: List):
    """The cards of a zone, from the bottom."""
    for card in cards(zone):
        cards_of.append(card)


def swap_zones(one, other, full):
    """Two zones change their contents."""
    mine = fresh(CARDS)
    theirs = fresh(CARDS)
    empty_into(one, mine)
    empty_into(other, theirs)
    fill(one, theirs, full)
    fill(other, mine, full)
    for card in mine:
        mover[card] = me[0]
    for card in theirs:
        mover[card] = me[0]


def exchange(zone, one, other, full):
    """In a zone each of two cards stands where the other one stood."""
    before = fresh(CARDS)
    after = fresh(CARDS)
    empty_into(zone, before)
    for card in before:
        after.append(other if card == one else one if card == other else card)
    fill(zone, after, full)


def swap_cards(one, other, full):
    """Two cards change places. Both lie in zones."""
    here = zone_of[one]
    there = zone_of[other]
    exchange(here, one, other, full)
    if here != there:
        exchange(there, one, other, full)
    mover[one] = me[0]
    mover[other] = me[0]


def draw(site, counter, bound):
    """A number below a bound, all equally likely; the count of the site goes on."""
    limit = 4294967296 - 4294967296 % bound
    count = chance[counter]
    drawn = word(site, count)
    count += 1
    while drawn >= limit:
        drawn = word(site, count)
        count += 1
    chance[counter] = count
    return drawn % bound


def shuffle(zone, site, counter):
    """The cards of a zone in a new order, all orders equally likely."""
    place = size(zone) - 1
    if ORDER_ROWS[zone] >= 0:
        while place > 0:
            draw(site, counter, place + 1)
            place -= 1
        return
    while place > 0:
        other = draw(site, counter, place + 1)
        card = card_at(zone, place)
        put_card(zone, place, card_at(zone, other))
        put_card(zone, other, card)
        place -= 1


# ---- lists ---------------------------------------------------------------------------------------


def insert(element, key, elements: List, keys: List):
    """Puts an element into a list that is kept in the order of its keys; behind its equals."""
    elements.append(element)
    keys.append(key)
    at = len(keys) - 1
    while at > 0 and keys[at - 1] > key:
        keys[at] = keys[at - 1]
        elements[at] = elements[at - 1]
        at -= 1
    keys[at] = key
    elements[at] = element


def add_new(element, elements: List):
    """Adds an element to a list unless it is there."""
    for one in elements:
        if one == element:
            return
    elements.append(element)


def place(who, skipping, keys: List):
    """The place of one among all by their keys, from 1; equals share a place, the next may be skipped."""
    better = fresh(PLAYERS)
    for key in keys:
        if key < keys[who]:
            if skipping:
                better.append(key)
            else:
                add_new(key, better)
    return 1 + len(better)


def note(card, origin, to):
    """Notes the move of a card for the reactions to it."""
    if origin != to and (HEARD_IN[to] or HEARD_OUT[origin + 1]):
        queue.append(card)
        queue.append(origin)
        queue.append(to)


def among(element, elements: List):
    """Is an element in a list?"""
    for one in elements:
        if one == element:
            return 1
    return 0


def instead_of(element, olds: List, news: List):
    """What an element is replaced by."""
    for place in range(len(olds)):
        if olds[place] == element:
            return news[place]
    return element


# ---- the order in which cards are shown ------------------------------------------------------------


def order_shown(zone, seat, shown: List):
    """The cards of a zone in the order in which a seat is shown them; of one without order that it does not
    see into, an order drawn anew for each move."""
    shown.clear()
    cards_of_zone(zone, shown)
    if LOOSE[zone] and UNSEEN[seat * ZONES + zone]:
        count = (moves[0] - steps[0]) * 4096  # while a choice is made in steps, things stay where they were
        last = len(shown) - 1
        while last > 0:
            limit = 4294967296 - 4294967296 % (last + 1)
            drawn = word(SHOWN_SITES[zone], count)
            count += 1
            while drawn >= limit:
                drawn = word(SHOWN_SITES[zone], count)
                count += 1
            other = drawn % (last + 1)
            card = shown[last]
            shown[last] = shown[other]
            shown[other] = card
            last -= 1


def as_shown(seat, elements: List, result: List):
    """Cards that lie unseen in one zone without order, in the order shown; the others where they stand."""
    shown = fresh(CARDS)
    taken = fresh(ZONES)
    for zone in range(ZONES):
        taken.append(0)
    for card in elements:
        zone = zone_of[card]
        if zone >= 0 and LOOSE[zone] and UNSEEN[seat * ZONES + zone]:
            order_shown(zone, seat, shown)
            at = taken[zone]
            while not among(shown[at], elements):
                at += 1
            result.append(shown[at])
            taken[zone] = at + 1
        else:
            result.append(card)


def in_order_of_places(seat, elements: List, result: List):
    """The cards that a seat sees in their order, then the others by where they lie."""
    keys = fresh(CARDS)
    shown = fresh(CARDS)
    for card in elements:
        zone = zone_of[card]
        key = -1
        if zone >= 0 and UNSEEN[seat * ZONES + zone]:
            order_shown(zone, seat, shown)
            key = 0
            while shown[key] != card:
                key += 1
            key += (zone + 1) * 65536
        insert(card, key, result, keys)


def next_set(count, most, places: List):
    """The next set of things, as their places in rising order, the small sets first; 0 when there is none.

    There are so many things, and so many at most stand in a set.
    """
    held = len(places)
    at = held - 1
    while at >= 0 and places[at] == count - held + at:
        at -= 1
    if at < 0 and held >= most:
        return 0
    place = 0
    if at >= 0:
        place = places[at] + 1
    else:
        at = 0
        places.append(0)
    for each in range(at, len(places)):
        places[each] = place
        place += 1
    return 1


# ---- choosing subsets ----------------------------------------------------------------------------
#
# Elements come in groups of equals. `group_of` holds the group of each element, `sizes` how many each
# group has, `starts` where its elements begin in `members`. A subset is noted in `pool`: how many elements it
# has, then the elements.


def by_themselves(elements: List, members: List, starts: List, sizes: List):
    """Each element is a group of its own."""
    for element in elements:
        starts.append(len(members))
        sizes.append(1)
        members.append(element)


def from_pool(start, elements: List):
    """The elements of a subset that stands in the pool."""
    for place in range(pool[start]):
        elements.append(pool[start + 1 + place])


def note_subset(members: List, starts: List, taken: List, count):
    pool.append(count)
    for group in range(len(taken)):
        for place in range(taken[group]):
            pool.append(members[starts[group] + place])


def next_taken(taken: List, sizes: List):
    """The next way to take as many; 0 when there is none: one fewer of a group, the rest as early as can be."""
    left = 0
    room = 0
    at = len(taken) - 1
    while at >= 0 and (taken[at] == 0 or room <= left):
        left += taken[at]
        room += sizes[at]
        at -= 1
    if at < 0:
        return 0
    taken[at] -= 1
    left += 1
    for group in range(at + 1, len(taken)):
        use = sizes[group] if sizes[group] < left else left
        taken[group] = use
        left -= use
    return 1


def ways_to_take(sizes: List, least, most, limit):
    """How many ways there are to take `least` to `most` elements out of groups; one more than the limit for more.

    `scratch` holds the ways to take so many of the groups gone through.
    """
    scratch.clear()
    scratch.append(1)
    for each in range(most):
        scratch.append(0)
    for size in sizes:
        for less in range(most):
            wanted = most - less
            ways = scratch[wanted]
            for more in range(1, size + 1):
                if more <= wanted:
                    ways += scratch[wanted - more]
            scratch[wanted] = ways if ways <= limit else limit + 1
    found = 0
    for wanted in range(least, most + 1):
        found += scratch[wanted]
    return found if found <= limit else limit + 1


def most_to_take(sizes: List, most):
    """How many elements can be taken out of groups, at most so many."""
    room = 0
    for each in sizes:
        room += each
    return most if most < room else room


def select(members: List, starts: List, sizes: List, least, most, limit):
    """All ways to take `least` to `most` elements out of groups, the small ones first, each into `pool`.

    Returns how many; -1 when there are more than the limit.
    """
    made = 0
    wanted = least
    taken = fresh(ELEMENTS)
    highest = most_to_take(sizes, most)
    if least > highest:
        return 0
    if ways_to_take(sizes, least, highest, limit) > limit:
        return -1
    while wanted <= highest:
        taken.clear()
        left = wanted
        for each in sizes:
            use = each if each < left else left
            taken.append(use)
            left -= use
        going = 1
        while going == 1:
            made += 1
            note_subset(members, starts, taken, wanted)
            going = next_taken(taken, sizes)
        wanted += 1
    return made


# Who draws one of many subsets needs no list of them: they are counted, and the one that was drawn is made. The
# list `runs` begins with how many moves are counted beyond those that are listed. A run stands in the list of
# moves as one number below -1, which says where in `runs` it begins: how many subsets, the move without its subset,
# from which bit that stands, the least and the most elements, how many groups, and where in `pool` each of these
# stands, as it would stand there alone.


def count_run(move, shift, least, most, limit, members: List, starts: List, sizes: List, moves_listed: List):
    """Notes all ways to take `least` to `most` elements out of groups as one run of moves.

    Returns how many there are; -1 when there are more than the limit.
    """
    highest = most_to_take(sizes, most)
    if least > highest:
        return 0
    ways = ways_to_take(sizes, least, highest, limit)
    if ways > limit:
        return -1
    runs[0] += ways - 1
    moves_listed.append(-2 - len(runs))
    runs.append(ways)
    runs.append(move)
    runs.append(shift)
    runs.append(least)
    runs.append(highest)
    runs.append(len(sizes))
    for group in range(len(sizes)):
        runs.append(len(pool))
        pool.append(sizes[group])
        for place in range(sizes[group]):
            pool.append(members[starts[group] + place])
    return ways


def subset_drawn(number, run):
    """Puts the subset of a number, from 0, in a run into `pool`, as `select` would; returns where.

    `scratch` holds for each group, and for none of them, the ways to take so many out of it and those behind it.
    """
    width = runs[run + 4] + 1
    groups = runs[run + 5]
    scratch.clear()
    for each in range(groups * width):
        scratch.append(0)
    scratch.append(1)
    for each in range(1, width):
        scratch.append(0)
    for before in range(groups):
        row = (groups - 1 - before) * width
        size = pool[runs[run + 6 + groups - 1 - before]]
        for wanted in range(width):
            ways = 0
            for less in range((size if size < wanted else wanted) + 1):
                ways += scratch[row + width + wanted - less]
            scratch[row + wanted] = ways if ways < MOST_WAYS else MOST_WAYS
    count = 0
    for wanted in range(ELEMENTS + 1):
        if wanted >= runs[run + 3]:
            count = wanted
            if number < scratch[wanted]:
                break
            number -= scratch[wanted]
    start = len(pool)
    pool.append(count)
    left = count
    for group in range(groups):
        place = runs[run + 6 + group]
        row = (group + 1) * width
        use = pool[place] if pool[place] < left else left
        while number >= scratch[row + left - use]:
            number -= scratch[row + left - use]
            use -= 1
        for each in range(use):
            pool.append(pool[place + 1 + each])
        left -= use
    return start


def move_drawn(number, moves_listed: List):
    """The move of a number, from 0, among those that were listed or counted."""
    for listed in moves_listed:
        if listed < -1:
            run = -2 - listed
            if number < runs[run]:
                return runs[run + 1] + (subset_drawn(number, run) << runs[run + 2])
            number -= runs[run]
        elif number == 0:
            return listed
        else:
            number -= 1
    return -1


# ---- paying --------------------------------------------------------------------------------------
#
# Each element of a pool may stand for one symbol out of some (a mask); a payment is a subset that can be matched,
# one to one, to all symbols of a price. A price is a row of *units*, one for each symbol that it asks; `held`
# is, for each unit, the mask of what is placed there, or 0. An element finds a place where those before it can
# move to other units that they may stand for: a beginning that can be placed can always be completed, if any
# payment exists. Some or none of each group of equals is taken in turn, most first, as long as all taken can be
# part of a payment; level by level, so that nothing calls itself.
#
# `begin_payments` puts a beginning into place (masks of elements that are chosen for certain), then each call of
# `next_payment` goes on to the next payment: `taken` says how many of each of the `groups` belong to it.
#
# `scratch` holds where that stands: the level, the phase (2: come to the level; 1: go on with as many as can be;
# 0: go on with fewer, or back), the tries, and how long a row is. Then for each price its total, and its units;
# then for each level and price how many are placed (-1: the price is out) and what is held. The last level is
# room for looking ahead.


def place_one(units, held, count, mask):
    """One more element; 0 where it finds no place."""
    came = fresh(ELEMENTS)
    queue_of = fresh(ELEMENTS)
    for unit in range(count):
        came.append(-2)
    for unit in range(count):
        if mask >> scratch[units + unit] & 1:
            came[unit] = -1
            queue_of.append(unit)
    at = 0
    while at < len(queue_of):
        unit = queue_of[at]
        at += 1
        other = scratch[held + unit]
        if other == 0:
            while came[unit] >= 0:
                scratch[held + unit] = scratch[held + came[unit]]
                unit = came[unit]
            scratch[held + unit] = mask
            return 1
        for step in range(count):
            if came[step] == -2 and other >> scratch[units + step] & 1:
                came[step] = unit
                queue_of.append(step)
    return 0


def copy_row(source, target, count):
    for unit in range(count):
        scratch[target + unit] = scratch[source + unit]


def dearest(prices, symbols, amounts: List):
    """How many symbols the dearest price asks."""
    most = 0
    for price in range(prices):
        total = 0
        for symbol in range(symbols):
            total += amounts[price * symbols + symbol]
        if total > most:
            most = total
    return most


def begin_payments(
    prices, symbols, asked, begun: List, sizes: List, masks: List, amounts: List, groups: List, taken: List
):
    """Gets ready to go through the payments that a beginning can become with elements of some groups."""
    room = len(begun)
    for group in range(len(sizes)):
        if masks[group] & asked:
            groups.append(group)
            taken.append(0)
            room += sizes[group]
    width = dearest(prices, symbols, amounts)
    if width > room:
        width = room
    width += 1
    units = 4 + prices
    first = units + prices * width
    scratch.clear()
    for slot in range(first + (len(groups) + 1) * prices * width + width):
        scratch.append(0)
    scratch[1] = 2
    scratch[3] = width
    for price in range(prices):
        total = 0
        for symbol in range(symbols):
            amount = amounts[price * symbols + symbol]
            if total + amount < width:
                for unit in range(total, total + amount):
                    scratch[units + price * width + unit] = symbol
            total += amount
        scratch[4 + price] = total
        at = first + price * width
        if total > room:
            scratch[at] = -1
        for mask in begun:
            if scratch[at] >= 0:
                if place_one(units + price * width, at + 1, total, mask):
                    scratch[at] += 1
                else:
                    scratch[at] = -1


def next_payment(prices, asked, limit, sizes: List, masks: List, groups: List, taken: List):
    """Goes on to the next payment; 0 where there is none, -1 where looking for it takes more than the limit."""
    levels = len(groups)
    level = scratch[0]
    phase = scratch[1]
    tries = scratch[2]
    width = scratch[3]
    units = 4 + prices
    first = units + prices * width
    ahead = first + (levels + 1) * prices * width
    while level >= 0:
        row = first + level * prices * width
        if phase == 2:
            tries += 1 + (levels - level) // 10
            if tries > limit:
                return -1
            paid = 0
            phase = 0
            for price in range(prices):
                at = row + price * width
                if scratch[at] >= 0:
                    total = scratch[4 + price]
                    missing = total - scratch[at]
                    if missing == 0:
                        paid = 1
                        scratch[at] = -1
                    else:
                        copy_row(at + 1, ahead, total)
                        later = level
                        while missing > 0 and later < levels:
                            mask = masks[groups[later]] & asked
                            for each in range(sizes[groups[later]]):
                                if missing > 0 and place_one(units + price * width, ahead, total, mask):
                                    missing -= 1
                            later += 1
                        if missing == 0:
                            phase = 1
                        else:
                            scratch[at] = -1
            if phase == 0:
                level -= 1
            if paid == 1:
                scratch[0] = level
                scratch[1] = phase
                scratch[2] = tries
                return 1
        else:
            going = 1
            mask = masks[groups[level]] & asked
            if phase == 1:
                most = 0
                for price in range(prices):
                    at = row + price * width
                    if scratch[at] >= 0:
                        total = scratch[4 + price]
                        copy_row(at + 1, ahead, total)
                        fits = 0
                        while fits < sizes[groups[level]] and place_one(
                            units + price * width, ahead, total, mask
                        ):
                            fits += 1
                        if fits > most:
                            most = fits
                taken[level] = most
            elif taken[level] > 0:
                taken[level] -= 1
            else:
                going = 0
                level -= 1
            if going == 1:
                for price in range(prices):
                    at = row + price * width
                    next_at = at + prices * width
                    scratch[next_at] = scratch[at]
                    if scratch[at] >= 0:
                        total = scratch[4 + price]
                        copy_row(at + 1, next_at + 1, total)
                        for each in range(taken[level]):
                            if scratch[next_at] >= 0:
                                if place_one(units + price * width, next_at + 1, total, mask):
                                    scratch[next_at] += 1
                                else:
                                    scratch[next_at] = -1
                level += 1
                phase = 2
    return 0


def add_taken(members: List, starts: List, groups: List, taken: List, elements: List):
    """Adds what a payment takes of each group."""
    for level in range(len(groups)):
        for place in range(taken[level]):
            elements.append(members[starts[groups[level]] + place])


def pay(prices, symbols, asked, limit, members: List, starts: List, sizes: List, masks: List, amounts: List):
    """All payments of one of some prices, each into `pool`; returns how many, -1 for more than the limit."""
    nothing = fresh(1)
    groups = fresh(ELEMENTS)
    taken = fresh(ELEMENTS)
    begin_payments(prices, symbols, asked, nothing, sizes, masks, amounts, groups, taken)
    made = 0
    found = next_payment(prices, asked, limit, sizes, masks, groups, taken)
    while found == 1:
        made += 1
        count = 0
        for each in taken:
            count += each
        pool.append(count)
        add_taken(members, starts, groups, taken, pool)
        found = next_payment(prices, asked, limit, sizes, masks, groups, taken)
    return made if found == 0 else -1


# A payment step by step: the groups are those of all elements, and some elements are chosen already.


def groups_of(elements: List, members: List, starts: List, group_of: List):
    """The group of each element."""
    for element in elements:
        at = 0
        while members[at] != element:
            at += 1
        group = len(starts) - 1
        while starts[group] > at:
            group -= 1
        group_of.append(group)


def left_over(
    elements: List,
    group_of: List,
    members: List,
    starts: List,
    sizes: List,
    masks: List,
    begun: List,
    members_left: List,
    starts_left: List,
    sizes_left: List,
    masks_left: List,
    masks_begun: List,
):
    """What a beginning leaves over, in groups in the order in which they now come, and the masks of both."""
    there = fresh(ELEMENTS)
    for mask in masks:
        there.append(0)
    for at in range(len(elements)):
        group = group_of[at]
        if among(elements[at], begun):
            masks_begun.append(masks[group])
        elif there[group] == 0:
            there[group] = 1
            start = len(members_left)
            for place in range(starts[group], starts[group] + sizes[group]):
                if not among(members[place], begun):
                    members_left.append(members[place])
            starts_left.append(start)
            sizes_left.append(len(members_left) - start)
            masks_left.append(masks[group])
