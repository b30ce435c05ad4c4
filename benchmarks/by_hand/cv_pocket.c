/* CV Pocket by hand in C: random games with scores, by the default settings. See cv_pocket.py. */
#include "random.h"

enum { SYMBOLS = 8, MOST_CARDS = 64, MOST_SEATS = 4 };
enum { HIPSTER = 1, RALLY_DRIVER, FREQUENT_FLYER, RENAISSANCE_MAN, GLOBETROTTER, FAT_CAT, HOUSEWIFE };

/* A row of the table that Python hands over: ride (0 for none), mission, joker, doubles, reaches all, symbols. */
typedef struct { int32_t ride, mission, joker, doubles, all, symbols[SYMBOLS]; } Card;
/* symbols: money, knowledge, love, family, friendship, business, good luck, bad luck */

static const int money_points[] = { 0, 1, 3, 6, 9, 13, 17, 21, 25, 29 };
static const int housewife_points[] = { 0, 1, 3, 6, 10 };
static const int spare[] = { 0, -1, -3 };

typedef struct {
  const Card *box;
  int players, cards, refills, passes, left, size[3], length[MOST_SEATS];
  uint8_t deck[MOST_CARDS], column[3][MOST_CARDS], cv[MOST_SEATS][MOST_CARDS];
  int8_t copied[MOST_CARDS];
} Game;

static int may_refill(const Game *g) { return g->refills < g->players - 1; }

static int refill_is_due(const Game *g) {
  if (!g->left || !may_refill(g)) return 0;
  if (g->size[0] + g->size[1] + g->size[2] <= 4) return 1;
  if (g->size[0] >= 3 || g->size[1] >= 3 || g->size[2] >= 3) return 0;
  for (int p = 0; p < g->players; p++)
    if (!g->length[p] || g->box[g->cv[p][g->length[p] - 1]].ride != 3) return 0;
  return 1;
}
static void refill(Game *g) {
  int last = ++g->refills == g->players - 1;
  while (g->left && (last || g->size[0] < 5 || g->size[1] < 5 || g->size[2] < 5)) {
    int k = g->size[1] < g->size[0] ? 1 : 0;
    if (g->size[2] < g->size[k]) k = 2;
    g->column[k][g->size[k]++] = g->deck[--g->left];
  }
}
static void take(Game *g, int p, int k, int level) {
  g->cv[p][g->length[p]++] = g->column[k][level];
  g->size[k]--;
  for (int i = level; i < g->size[k]; i++) g->column[k][i] = g->column[k][i + 1];
  g->passes = 0;
}
static void turn(Game *g, int p, Random *r) {
  int level = 0;
  if (g->length[p]) {
    const Card *top = &g->box[g->cv[p][g->length[p] - 1]];
    if (top->all) {
      int n = below(r, 1 + g->size[0] + g->size[1] + g->size[2]), k = 0;
      if (!n--) { g->passes++; return; }
      while (n >= g->size[k]) n -= g->size[k++];
      take(g, p, k, n);
      return;
    }
    level = top->ride - 1;
  }
  int k[3], n = 0;
  if (level >= 0)
    for (int i = 0; i < 3; i++) if (level < g->size[i]) k[n++] = i;
  int drawn = n ? below(r, 1 + n) : 0;
  if (!drawn) { g->passes++; return; }
  take(g, p, k[drawn - 1], level);
}
static int settle(Game *g, int p, Random *r) {
  int decisions = 0;
  for (int i = 0; i < g->length[p]; i++) {
    if (!g->box[g->cv[p][i]].joker) continue;
    int can[SYMBOLS], n = 0;
    for (int s = 0; s < SYMBOLS; s++)
      if ((i && g->box[g->cv[p][i - 1]].symbols[s])
          || (i + 1 < g->length[p] && g->box[g->cv[p][i + 1]].symbols[s])) can[n++] = s;
    int drawn = n ? below(r, n + 1) : 0;
    g->copied[g->cv[p][i]] = drawn ? can[drawn - 1] : -1;
    decisions++;
  }
  return decisions;
}

typedef struct { int symbols[SYMBOLS], rides[4], trips; } Count;

static int worth(int mission, const Count *c) {
  int least, all = 0, kinds = 0;
  for (int s = 2; s < 6; s++) { all += c->symbols[s]; kinds += c->symbols[s] > 0; }
  switch (mission) {
    case RENAISSANCE_MAN:
      least = c->rides[1] < c->rides[2] ? c->rides[1] : c->rides[2];
      return 2 * (least < c->rides[3] ? least : c->rides[3]);
    case GLOBETROTTER: return 2 * c->trips;
    case FAT_CAT:
      least = all;
      for (int s = 0; s < SYMBOLS; s++) if ((s < 2 || s > 5) && c->symbols[s] < least) least = c->symbols[s];
      return 2 * least;
    case HOUSEWIFE: return housewife_points[kinds];
  }
  return c->rides[mission];
}
static int share(const Count *count, int players, int p, int s, int sign) {
  int own = count[p].symbols[s], spot = 0;  /* equals share a place, the next count is the next place */
  for (int q = 0; q < players; q++) {
    int first = sign * count[q].symbols[s] > sign * own;
    for (int o = 0; o < q; o++) first &= count[o].symbols[s] != count[q].symbols[s];
    spot += first;
  }
  return own * (spot == 0 ? 2 : spot == 1 && players > 2);
}
static void score(const Game *g, int64_t *totals) {
  Count count[MOST_SEATS] = {0};
  int points[MOST_SEATS], best = 0;
  for (int p = 0; p < g->players; p++) {
    Count *c = &count[p];
    for (int i = 0, weight = 1; i < g->length[p]; i++) {
      const Card *card = &g->box[g->cv[p][i]];
      for (int s = 0; s < SYMBOLS; s++) c->symbols[s] += weight * card->symbols[s];
      c->rides[card->ride] += weight;
      if (card->joker && g->copied[g->cv[p][i]] >= 0) c->symbols[g->copied[g->cv[p][i]]] += weight;
      c->trips += card->all || card->doubles;
      weight = 1 + card->doubles;
    }
  }
  for (int p = 0; p < g->players; p++) {
    const Count *c = &count[p];
    int money = c->symbols[0] < 9 ? c->symbols[0] : 9;
    int sum = money_points[money] + 7 * (c->symbols[1] / 3) + spare[c->symbols[1] % 3];
    for (int s = 2; s < 6; s++) sum += 5 * (c->symbols[s] / 2);
    sum += share(count, g->players, p, 6, 1) + share(count, g->players, p, 7, -1);
    for (int i = 0, weight = 1; i < g->length[p]; i++) {
      const Card *card = &g->box[g->cv[p][i]];
      if (card->mission) sum += weight * worth(card->mission, c);
      weight = 1 + card->doubles;
    }
    points[p] = sum;
    totals[p] += sum;
    if (p) {
      int more = points[p] - points[best], fewer = g->length[best] - g->length[p];
      int lucky = count[best].symbols[7] - c->symbols[7];
      if (more ? more > 0 : fewer ? fewer > 0 : lucky > 0) best = p;
    }
  }
  totals[g->players + best]++;
}

/* Plays games; adds up the points of each seat, then how often each won first; the number of decisions. */
int64_t play(const Card *box, int64_t cards, int64_t players, int64_t games, uint64_t seed, int64_t *totals) {
  Random r = { seed };
  Game g = { .box = box, .players = (int)players, .cards = (int)cards };
  int64_t decisions = 0;
  for (int64_t game = 0; game < games; game++) {
    for (int i = 0; i < cards; i++) {
      int j = below(&r, i + 1);
      g.deck[i] = g.deck[j];
      g.deck[j] = (uint8_t)i;
    }
    g.left = g.cards - 15;
    g.refills = g.passes = 0;
    for (int k = 0; k < 3; k++) { memcpy(g.column[k], g.deck + g.left + 5 * k, 5); g.size[k] = 5; }
    memset(g.length, 0, sizeof g.length);
    int starter = below(&r, g.players), p = starter;
    while (g.passes < g.players) {
      if (refill_is_due(&g)) refill(&g);
      turn(&g, p, &r);
      decisions++;
      p = p + 1 == g.players ? 0 : p + 1;
    }
    for (int i = 0; i < g.players; i++) decisions += settle(&g, (starter + i) % g.players, &r);
    score(&g, totals);
  }
  return decisions;
}
