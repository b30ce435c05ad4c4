/* Counterfactual regret minimization by outcome sampling, as solve/mccfr.py explains it and does it, too:
   the same numbers, step by step. What is not a number of iterations is checked by the caller. */
#include <stdint.h>

typedef int32_t I;
typedef double D;

enum { CHANCE = -1, END = -2 };

typedef struct {
  I players;
  const I *owners, *counts, *firsts, *sets, *branches, *offsets;
  const D *chances, *utilities;
  D *regrets, *totals, *baselines;
  D *room;     /* three stretches of `widest` numbers for each step from the root */
  I widest;
  D explored, learned;
  uint64_t random;
} Tree;

static D unit(Tree *t) {
  uint64_t mixed = t->random += 0x9E3779B97F4A7C15ull;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
  return (D)((mixed ^ (mixed >> 31)) >> 11) * 0x1.0p-53;
}

static I drawn(const D *chances, I count, D left) {
  I last = 0;
  for (I at = 0; at < count; at++) {
    left -= chances[at];
    if (left < 0) return at;
    if (chances[at] > 0) last = at;
  }
  return last;
}

static D value(Tree *t, I seat, D weight, I depth, I node, D own, D others, D sampled) {
  I owner = t->owners[node], first = t->firsts[node], count = t->counts[node];
  if (owner == END) return t->utilities[first + seat];
  D *strategy = t->room + (int64_t)3 * depth * t->widest, *taken = strategy + t->widest, *worth = taken + t->widest;
  I start = owner == CHANCE ? 0 : t->offsets[t->sets[node]];
  if (owner == CHANCE) {
    for (I at = 0; at < count; at++) strategy[at] = t->chances[first + at];
  } else {
    D added = 0;
    for (I at = 0; at < count; at++) added += t->regrets[start + at];
    for (I at = 0; at < count; at++) strategy[at] = added > 0 ? t->regrets[start + at] / added : 1.0 / count;
  }
  for (I at = 0; at < count; at++)
    taken[at] = owner == seat ? t->explored / count + (1 - t->explored) * strategy[at] : strategy[at];
  I at = drawn(taken, count, unit(t)), child = t->branches[first + at];
  D found = owner == seat
    ? value(t, seat, weight, depth + 1, child, own * strategy[at], others, sampled * taken[at])
    : value(t, seat, weight, depth + 1, child, own, others * strategy[at], sampled * taken[at]);
  D *known = t->baselines + (int64_t)first * t->players + seat;
  for (I each = 0; each < count; each++) worth[each] = known[(int64_t)each * t->players];
  D before = worth[at];
  worth[at] = before + (found - before) / taken[at];
  known[(int64_t)at * t->players] = before + t->learned * (found - before);
  D all = 0;
  for (I each = 0; each < count; each++) all += strategy[each] * worth[each];
  if (owner == seat) {
    D ratio = others / sampled, counted = weight * own / sampled;
    for (I each = 0; each < count; each++) {
      D regret = t->regrets[start + each] + ratio * (worth[each] - all);
      t->regrets[start + each] = regret > 0 ? regret : 0;
      t->totals[start + each] += counted * strategy[each];
    }
  }
  return all;
}

void rw_mccfr(Tree *t, int64_t first, int64_t iterations) {
  for (int64_t number = first; number < first + iterations; number++)
    for (I seat = 0; seat < t->players; seat++) value(t, seat, (D)(number + 1), 0, 0, 1, 1, 1);
}
