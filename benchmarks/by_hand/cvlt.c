/* CVLT by hand in C: random games with scores, by the default settings. See cvlt.py.
   Offerings are bits: 16 for each suit, the lowest for a value of 1. */
#include "random.h"

enum { APOLLO, ATHENA, ARTEMIS, DIONYSUS, POSEIDON, APHRODITE, ARES, HERMES, DEMETER, HEPHAESTUS };
enum { MOST_SEATS = 4, MOST_VISIONS = 64 };

/* A row of the table that Python hands over; rows alike have one number. */
typedef struct { int32_t number, god, suit, value; } Vision;

#define SUIT(s) ((uint64_t)0xFFFF << 16 * (s))
#define ALIKE(v) ((uint64_t)0x0001000100010001u << ((v) - 1))

static int nth(uint64_t set, int n) {
  while (n--) set &= set - 1;
  return __builtin_ctzll(set);
}
static int suits_of(uint64_t set) {
  return !!(set & SUIT(0)) + !!(set & SUIT(1)) + !!(set & SUIT(2)) + !!(set & SUIT(3));
}
static int merit(const Vision *v, uint64_t dreams) {
  int most = 0;
  switch (v->god) {
    case APOLLO: return !!(dreams & ALIKE(v->value));
    case ARTEMIS: return __builtin_popcountll(dreams & SUIT(v->suit));
    case POSEIDON:
      most = 1000;
      for (; dreams; dreams &= dreams - 1) most -= 1 + (__builtin_ctzll(dreams) & 15);
      return most;
    case APHRODITE:
      for (int value = 1; value <= 16; value++) {
        int alike = __builtin_popcountll(dreams & ALIKE(value));
        if (alike > most) most = alike;
      }
      return most;
    case HERMES: return suits_of(dreams);
    case DEMETER: return 5 - suits_of(dreams);
  }
  return 0;
}
static int is_laurel(int god) { return god == ATHENA || god == DIONYSUS || god == ARES || god == HEPHAESTUS; }

/* Plays games; adds up the points of each seat, then how often each won first; the number of decisions. */
int64_t play(const Vision *all, int64_t number, int64_t players, int64_t games, uint64_t seed, int64_t *totals) {
  Random r = { seed };
  int P = (int)players, top = 4 * P;
  int64_t decisions = 0;
  for (int64_t game = 0; game < games; game++) {
    uint8_t deck[64], visions[MOST_VISIONS];
    int left = 0, hidden = (int)number, points[MOST_SEATS] = {0}, leader = below(&r, P), best = 0;
    uint64_t hand[MOST_SEATS], offerings[MOST_SEATS], dreams[MOST_SEATS] = {0}, temple = 0;
    for (int i = 0; i < 4 * top; i++) {
      int j = below(&r, i + 1);
      deck[i] = deck[j];
      deck[j] = (uint8_t)(i / top * 16 + i % top);
    }
    for (int i = 0; i < hidden; i++) {
      int j = below(&r, i + 1);
      visions[i] = visions[j];
      visions[j] = (uint8_t)i;
    }
    for (int round = 0; round < 3; round++) {
      Vision shown[MOST_SEATS + 2];
      int holder[MOST_SEATS + 2], n = P + 2;
      for (int i = 0; i < n; i++) { shown[i] = all[visions[--hidden]]; }
      for (int turn = 1; turn < P; turn++, decisions++) {
        int choice[MOST_SEATS + 2] = {0}, c = 0;
        for (int i = 0; i < n; i++) {
          int j = 0;
          while (shown[j].number != shown[i].number) j++;
          if (j == i) choice[c++] = i;
        }
        int out = choice[below(&r, c)];
        for (n--; out < n; out++) shown[out] = shown[out + 1];
      }
      for (int i = 0; i < n; i++) holder[i] = shown[i].god == HEPHAESTUS ? leader : -1;
      for (int p = 0; p < P; p++) {
        hand[p] = dreams[p];
        for (int i = round ? 4 : 8; i; i--) hand[p] |= (uint64_t)1 << deck[left++];
        offerings[p] = dreams[p] = 0;
      }
      for (int trick = 0; trick < 8; trick++) {
        uint64_t laid = 0;
        int led = 0, winner = 0, win = 0, trumped = 0;
        for (int turn = 0, p = leader; turn < P; turn++, decisions++, p = p + 1 == P ? 0 : p + 1) {
          uint64_t may = hand[p] & (turn ? SUIT(led >> 4) : 0);
          if (!may) may = hand[p];
          int count = __builtin_popcountll(may), card = nth(may, count > 1 ? below(&r, count) : 0);
          hand[p] ^= (uint64_t)1 << card;
          laid |= (uint64_t)1 << card;
          if (!turn) { led = win = card; winner = p; }
          else if ((card & 15) == (led & 15)) { win = card; winner = p; trumped = 1; }
          else if (!trumped && card >> 4 == led >> 4 && card > win) { win = card; winner = p; }
        }
        for (int i = 0; i < n; i++) {
          const Vision *v = &shown[i];
          if (v->god == HEPHAESTUS || (v->god == ARES && trumped) || (v->god == DIONYSUS && v->suit == win >> 4)
              || (v->god == ATHENA && v->value == (win & 15) + 1)) holder[i] = winner;
        }
        leader = winner;
        for (int turn = 0, p = leader; turn < P; turn++, decisions++, p = p + 1 == P ? 0 : p + 1) {
          int can_offer = __builtin_popcountll(offerings[p]) < 4, can_dream = __builtin_popcountll(dreams[p]) < 4;
          int cards = P - turn, count = cards * (can_offer + can_dream), drawn = count > 1 ? below(&r, count) : 0;
          uint64_t card = (uint64_t)1 << nth(laid, drawn % cards);
          laid ^= card;
          if (drawn < cards && can_offer) offerings[p] |= card; else dreams[p] |= card;
        }
      }
      for (int p = 0; p < P; p++) temple |= offerings[p];
      for (int s = 0; s < 4; s++) {
        uint64_t firm = ~(temple >> 16 * s) & 0xFFFF;
        firm = ((firm & -firm) - 1) & 0xFFFF;  /* all below the first gap */
        for (int p = 0; p < P; p++)
          for (uint64_t mine = offerings[p] >> 16 * s & firm; mine; mine &= mine - 1)
            points[p] += __builtin_ctzll(mine) + 1;
      }
      for (int i = 0; i < n; i++) {
        if (is_laurel(shown[i].god)) {
          if (holder[i] >= 0) points[holder[i]] += 2 * P;
          continue;
        }
        int merits[MOST_SEATS], most = 1;
        for (int p = 0; p < P; p++) {
          merits[p] = merit(&shown[i], dreams[p]);
          if (merits[p] > most) most = merits[p];
        }
        for (int p = 0; p < P; p++) if (merits[p] == most) points[p] += 2 * P;
      }
    }
    for (int p = 0; p < P; p++) {
      totals[p] += points[p];
      if (points[p] > points[best]) best = p;
    }
    totals[P + best]++;
  }
  return decisions;
}
