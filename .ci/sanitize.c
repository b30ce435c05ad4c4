/* Printed games under the sanitizers: random games, and moves that nobody listed. Compiled behind the printed text.

   prog SEED GAMES FORGED WORK

   Of each game: `game SEED STOPPED HASH`, how a random playout of it ended, to be compared with that of the
   printed Python. Then the game is played again with FORGED made-up moves on copies of its states. What a listed
   move may never come to, and a card that is lost, is told as `wrong ...`, and ends the program with 3. */
#include <stdio.h>

static U drawn_state;
static U drawn(void) {
  U z = (drawn_state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}
static I drawn_below(I bound) { return (I)(drawn() % (U)bound); }

static uint32_t hash_of(const S *s) {
  uint32_t hash = 2166136261u;
  for (I i = 0; i < WIDTH; i++) hash = (hash ^ (uint32_t)s[i]) * 16777619u;
  return hash;
}
static void wrong(const char *what, U seed, I detail) {
  printf("wrong %s, seed %llu: %lld\n", what, (unsigned long long)seed, (long long)detail);
  fflush(stdout);
  exit(3);
}
static void look(const S *s, U seed) {
  unsigned char *lies = malloc(CARDS + 1);
  int kept = lies && conserved(s, lies);
  free(lies);
  if (!kept) wrong("cards are lost", seed, s[MOVES]);
}
/* What may be answered to a listed move: anything but MACHINE. */
static I listed_answer(I stopped, U seed) {
  if (stopped == MACHINE) wrong("a listed move is a fault of the machine", seed, stopped);
  return stopped;
}

enum { KEPT = 64 };
static I kept_moves[KEPT], kept_count;

static I forged_move(const I *moves, I count) {
  I move = count > 0 ? moves[drawn_below(count)] : 0, other;
  switch (drawn_below(8)) {
    case 0: return (I)drawn();
    case 1: return (I)((U)move ^ (U)1 << drawn_below(64));
    case 2: return (I)((U)move + (U)(drawn_below(9) - 4));
    case 3: return drawn_below(1024);
    case 4: return (I)(drawn() >> drawn_below(63));
    case 5: return kept_count ? kept_moves[drawn_below(kept_count < KEPT ? kept_count : KEPT)] : -1;
    case 6: return -1 - drawn_below(1024);
    default:
      other = (I)drawn() & (((I)1 << (1 + drawn_below(40))) - 1);
      return (move & 7) | other << 3;
  }
}

/* One made-up move, or question, on a copy of a state; sometimes play goes on from there. A state that is half done,
   since a fault stopped it, has to be safe, and nothing more. */
static void forge(const S *s, S *copy, C *c, const I *moves, I count, U seed, int half_done) {
  I seat = drawn_below(8) ? s[ME] : drawn_below(PLAYERS + 4) - 2, value, work = c->limit, *results;
  const Point *p = point_at(s[POSITION]);
  c->limit = 100000;
  memcpy(copy, s, WIDTH * sizeof(S));
  if (p && p->asked >= 0) seat = drawn_below(PLAYERS + 1);
  I move = forged_move(moves, count), stopped;
  switch (drawn_below(10)) {
    case 0: stopped = rw_moves(copy, c, seat, (I)drawn() >> drawn_below(63), &value); break;
    case 1: stopped = rw_score(copy, c, drawn_below(SCORES + 3) - 1, seat, &value); break;
    case 2: stopped = rw_results(copy, c, &results); break;
    default:
      stopped = rw_apply(copy, c, seat, move);
      if (!stopped && !drawn_below(4)) {
        value = 0;
        stopped = rw_playout(copy, c, (uint32_t)seed, 0, 1, &value);
      }
  }
  if (!stopped && !half_done) look(copy, seed);
  c->limit = work;
}

static void play(S *s, S *copy, C *c, U seed, I forged) {
  I count = 0, *moves = rw_out(c), points;
  int half_done = 0;
  if (listed_answer(rw_start(s, c, (uint32_t)seed, (uint32_t)(seed >> 32)), seed)) return;
  if (listed_answer(rw_advance(s, c), seed)) return;
  I *own = 0;
  while (!s[OVER]) {
    const Point *p = point_at(s[POSITION]);
    I seat = s[ME];
    if (!p) wrong("play waits nowhere", seed, s[POSITION]);
    if (p->asked >= 0) {
      for (seat = drawn_below(PLAYERS); s[p->asked + seat] != 1;) seat = (seat + 1) % PLAYERS;
    }
    if (listed_answer(rw_moves(s, c, seat, MOST_LISTED + 1, &count), seed) || count < 1) break;
    free(own);
    own = malloc((size_t)count * sizeof(I));
    if (!own) exit(1);
    memcpy(own, moves, (size_t)count * sizeof(I));
    I chosen = own[drawn_below(count)];
    kept_moves[kept_count++ % KEPT] = chosen;
    for (I tries = drawn_below(4); forged > 0 && tries > 0; tries--, forged--) {
      forge(s, copy, c, own, count, seed, 0);
      if (rw_moves(s, c, seat, MOST_LISTED + 1, &count)) wrong("moves are listed once", seed, seat);
    }
    half_done = listed_answer(rw_apply(s, c, seat, chosen), seed) != 0;
    if (half_done) break;
    look(s, seed);
  }
  for (I line = 0; s[OVER] && line < SCORES; line++) {
    for (I seat = 0; seat < PLAYERS; seat++) listed_answer(rw_score(s, c, line, seat, &points), seed);
  }
  while (forged-- > 0) forge(s, copy, c, own, own ? 1 : 0, seed, half_done);
  free(own);
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  U first = strtoull(argv[1], 0, 10);
  I games = atoll(argv[2]), forged = atoll(argv[3]);
  S *s = malloc(WIDTH * sizeof(S)), *copy = malloc(WIDTH * sizeof(S));
  C *c = rw_new(atoll(argv[4]));
  if (!s || !copy || !c) return 1;
  for (I game = 0; game < games; game++) {
    U seed = first + (U)game;
    drawn_state = seed;
    if (game == games / 2) rw_keep(c);
    I stopped = listed_answer(one_game(s, c, seed, 1), seed);
    printf("game %llu %lld %u\n", (unsigned long long)seed, (long long)stopped, stopped ? 0 : hash_of(s));
    if (!stopped) look(s, seed);
    play(s, copy, c, seed, forged / games + (game < forged % games));
  }
  rw_free(c);
  free(s);
  free(copy);
  return 0;
}
