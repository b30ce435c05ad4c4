/* Running a game: the same for all games. What is called from outside begins with `rw_` and returns 0, or what
   stopped it: one more than the number of a fault's place, or MACHINE, TOO_MANY. */

enum { NOBODY = -2147483647 - 1, MOST_LISTED = 10000 };

#define GUARDED(c) jmp_buf way_out; (c)->fault = 0; (c)->queue.n = (c)->runs.n = 0; (c)->way_out = &way_out; if (setjmp(way_out)) return (c)->fault

I rw_width(void) { return WIDTH; }
void rw_free(C *c) {
  if (c) { free(c->queue.e); free(c->pool.e); free(c->scratch.e); free(c->memo.e); free(c->out.e); free(c->runs.e); free(c->index.e); free(c->fresh.e); free(c->results.e); free(c->apart); free(c); }
}
/* A context for runs that may do so much work between two choices. */
C *rw_new(I work) {
  C *c = calloc(1, sizeof(C));
  if (!c) return 0;
  c->limit = work;
  c->queue.grows = c->pool.grows = c->runs.grows = c->scratch.grows = c->fresh.grows = c->results.grows = 1;
  c->block_number = -1;
  c->memo.e = calloc(MEMO, sizeof(I));
  c->memo.n = c->memo.room = MEMO;
  c->apart = malloc(((size_t)APART + 1) * sizeof(I));
  c->out.room = MOST_LISTED + 1;
  c->out.e = malloc((size_t)c->out.room * sizeof(I));
  if (c->memo.e && c->apart && c->out.e) return c;
  rw_free(c);
  return 0;
}
/* Where the moves listed last stand, for as long as there is the context. */
I *rw_out(const C *c) { return c->out.e; }
I rw_facts(const C *c, I *facts) {
  memcpy(facts, c->facts, sizeof c->facts);
  return c->facts_given;
}

/* Work is counted anew for each move that is carried out, with all that follows from it until the next choice, and
   for each list of moves that is asked for. */
static void refill(C *c) { c->work = c->limit; }

/* A list of the legal moves in `out`; -1 where there are too many. Somebody acts: `ranges` counts on it. */
static I listed(S *s, C *c, I most) {
  within(c, s[ME], PLAYERS);
  c->out.n = c->queue.n = 0;
  c->pool.n = c->kept;
  I many = list_at(s, c, s[POSITION], most, &c->out);
  return many || c->out.n > MOST_LISTED ? -1 : c->out.n;
}

/* Where a subset of the pool is found among those that were listed before, or else noted as one more. */
static const I *kept_at(const C *c, I place) { return place < c->kept ? c->pool.e + place : c->fresh.e + place - c->kept; }
static U hash_of_subset(const I *subset) {
  U hash = 0;
  for (I i = 0; i <= subset[0]; i++) { hash = (hash ^ (U)subset[i]) * 0x9E3779B97F4A7C15u; hash ^= hash >> 32; }
  return hash;
}
static I *index_of(const C *c, const I *subset) {
  for (U at = hash_of_subset(subset);; at++) {
    I *found = c->index.e + (at & (U)(c->index.room - 1));
    const I *other = *found ? kept_at(c, *found - 1) : 0;
    if (!other || (other[0] == subset[0] && !memcmp(other, subset, (size_t)(subset[0] + 1) * sizeof(I)))) return found;
  }
}
static void more_index(C *c, I wanted) {
  I room = c->index.room ? c->index.room : 64;
  while (room < wanted) room *= 2;
  if (room == c->index.room) return;
  I *e = calloc((size_t)room, sizeof(I));
  if (!e) machine(c);
  free(c->index.e);
  c->index.e = e;
  c->index.room = room;
  for (I place = 0; place < c->kept; place += c->pool.e[place] + 1) *index_of(c, c->pool.e + place) = place + 1;
}
static I settled(C *c, I place) {
  const I *subset = c->pool.e + place;
  I *found = index_of(c, subset);
  if (!*found) {
    *found = c->kept + c->fresh.n + 1;
    c->index.n++;
    for (I i = 0; i <= subset[0]; i++) c->fresh.e[c->fresh.n++] = subset[i];
  }
  return *found - 1;
}
/* The moves that were listed speak of places that hold for good. All room is there before anything is noted. */
static void settle(C *c) {
  I listed_now = c->pool.n - c->kept;
  if (!c->keeps || !listed_now) return;
  c->fresh.n = 0;
  while (c->fresh.room < listed_now) more_room(c, &c->fresh);
  more_index(c, 2 * (c->index.n + listed_now));
  for (I i = 0; i < c->out.n; i++) {
    I move = c->out.e[i];
    if (move < 0) continue;
    const int8_t *shifts = SUBSET_SHIFTS[move & (((I)1 << ACTION_BITS) - 1)];
    for (; *shifts; shifts++) {
      I place = move >> *shifts & (((I)1 << POOL_BITS) - 1);
      move += (settled(c, place) - place) * ((I)1 << *shifts);
    }
    c->out.e[i] = move;
  }
  memcpy(c->pool.e + c->kept, c->fresh.e, (size_t)c->fresh.n * sizeof(I));
  c->pool.n = c->kept += c->fresh.n;
}
/* From now on a subset has one place in the pool whenever it is listed. */
void rw_keep(C *c) { c->keeps = 1; }

/* Where play waits; nowhere else does it. */
static const Point *point_here(const S *s, C *c) {
  const Point *p = point_at(s[POSITION]);
  if (!p) machine(c);
  return p;
}
static void no_move(C *c, const Point *p, I seat) {
  c->facts[0] = seat;
  stop(c, p->fault, 1);
}

/* How many legal moves there are, up to `most`; -1 for too many. Those that can be counted are not listed, until
   `runs` is empty again. */
static I counted(S *s, C *c, I most) {
  c->runs.n = 0;
  if (DRAWS) push(c, &c->runs, 0);
  I count = listed(s, c, most);
  if (DRAWS && count >= 0) count += c->runs.e[0];
  return count > MOST_LISTED ? -1 : count;
}
static int any_move(S *s, C *c) {
  I count = counted(s, c, 1);
  c->runs.n = 0;
  return count != 0;
}

/* On to a choice with a legal move, or to the end. */
static void advance(S *s, C *c) {
  for (;;) {
    run_blocks(s, c);
    if (s[OVER]) return;
    const Point *p = point_here(s, c);
    if (p->asked >= 0) {
      S outer = s[ME];
      for (I seat = 0; seat < PLAYERS; seat++) {
        if (s[p->asked + seat] != ASKED) continue;
        s[ME] = (S)seat;
        int any = any_move(s, c);
        s[ME] = outer;
        if (!any) no_move(c, p, seat);
      }
      return;
    }
    if (any_move(s, c)) return;
    if (!p->optional) no_move(c, p, s[ME]);
    s[POSITION] = (S)p->next;
  }
}
static void limit(S *s) {
  if (s[MOVES] >= MOST_MOVES && !s[OVER]) { s[OVER] = 1; s[ENDING] = REASONS; }
}
static void after(S *s, const Point *p) {
  limit(s);
  if (s[OVER]) return;
  I next = p->next;
  if (DRAIN && s[PENDING] && !s[DRAINING]) { s[DRAINING] = (S)next; next = DRAIN; }
  s[POSITION] = (S)next;
}
/* Carries out a move of the acting seat, or notes one of a seat that chooses with others; of no other seat. Returns 0
   while seats still have to choose in the same simultaneous choice. */
static int make_move(S *s, C *c, I seat, I move) {
  I at = s[POSITION];
  const Point *p = point_here(s, c);
  within(c, seat, PLAYERS);
  if (p->asked >= 0) {
    if (s[p->asked + seat] != ASKED) machine(c);
    commit_at(s, c, at, seat, move);
    if (s[OVER]) return 1;
    for (I one = 0; one < PLAYERS; one++) if (s[p->asked + one] == ASKED) return 0;
    reveal_at(s, c, at);
  } else {
    if (seat != s[ME]) machine(c);
    if (p->steps) {
      if (!step_at(s, c, at, move)) { limit(s); return 1; }
    } else {
      s[MOVES]++;
      act(s, c, move);
    }
  }
  after(s, p);
  return 1;
}

I rw_start(S *s, C *c, uint32_t low, uint32_t high) {
  GUARDED(c);
  memset(s, 0, WIDTH * sizeof(S));
  s[ME] = s[ENDING] = NOBODY;
  for (I card = 0; card < CARDS; card++) { s[ZONE_OF + card] = -1; s[ZONE_OF + CARDS + card] = NOBODY; }
  s[SEED] = (S)low; s[SEED + 1] = (S)high;
  refill(c);
  f_begin(s, c);
  s[POSITION] = BEGIN;
  return 0;
}
I rw_advance(S *s, C *c) { GUARDED(c); refill(c); advance(s, c); return 0; }
I rw_moves(S *s, C *c, I seat, I most, I *count) {
  GUARDED(c);
  S outer = s[ME];
  s[ME] = (S)within(c, seat, PLAYERS);
  refill(c);
  *count = listed(s, c, most);
  settle(c);
  s[ME] = outer;
  return 0;
}
I rw_pool(const C *c, I **pool) { *pool = c->pool.e; return c->pool.n; }
I rw_apply(S *s, C *c, I seat, I move) {
  GUARDED(c);
  refill(c);
  if (make_move(s, c, seat, move)) advance(s, c);
  return 0;
}
/* Carries out a move of the acting seat, or of the first that has to choose, goes on, and lists what can be done
   then. Returns how many moves there are, 0 at the end, or what stopped it, as numbers below LOWEST. */
enum { LOWEST = -8 };
static I first_seat(const S *s) {
  const Point *p = point_at(s[POSITION]);
  if (!p || p->asked < 0) return s[ME];
  for (I seat = 0; seat < PLAYERS; seat++) if (s[p->asked + seat] == ASKED) return seat;
  return s[ME];
}
static I step_on(S *s, C *c, I move) {
  GUARDED(c);
  refill(c);
  if (make_move(s, c, first_seat(s), move)) advance(s, c);
  if (s[OVER]) { c->out.n = 0; return 0; }
  S outer = s[ME];
  s[ME] = (S)first_seat(s);
  refill(c);
  if (listed(s, c, MOST_LISTED + 1) < 0) c->fault = TOO_MANY;
  else settle(c);
  s[ME] = outer;
  return c->fault;
}
I rw_step(S *s, C *c, I move) {
  I stopped = step_on(s, c, move);
  return stopped ? LOWEST - (stopped < 0 ? -stopped : stopped + 8) : c->out.n;
}
I rw_score(S *s, C *c, I line, I player, I *points) {
  GUARDED(c);
  refill(c);
  *points = score_of(s, c, line, within(c, player, PLAYERS));
  return 0;
}
/* What the end comes to: for each player the points line by line, then what the ranking goes by. */
I rw_results(S *s, C *c, I **results) {
  GUARDED(c);
  refill(c);
  c->results.n = 0;
  results_of(s, c, &c->results);
  *results = c->results.e;
  return 0;
}

/* The chance of players is a stream of its own, so that it says nothing of the game's. */
typedef struct { uint32_t low, high; I site, count; } Draws;
static inline I below(C *c, Draws *d, I bound) {
  return (I)(((U)word_of(c, d->low, d->high, d->site, d->count++) * (U)bound) >> 32);
}

/* A legal move, all equally likely, an only one without a draw; NOBODY where there is none. */
static I drawn_move(S *s, C *c, Draws *d) {
  I count = counted(s, c, MOST_LISTED + 1), move = NOBODY;
  if (count < 0) stop(c, TOO_MANY, 0);
  if (count) {
    I number = count > 1 ? below(c, d, count) : 0;
    move = c->runs.n > 1 ? move_of(s, c, number) : c->out.e[number];
  }
  c->runs.n = 0;
  return move;
}

/* Plays to the end at random; apart from what calls `setjmp`, which keeps its locals in memory. */
__attribute__((noinline)) static void playout(S *s, C *c, Draws *d) {
  refill(c);
  while (!s[OVER]) {
    const Point *p = point_here(s, c);
    if (p->asked >= 0) {
      for (I seat = 0; seat < PLAYERS; seat++) {
        while (s[p->asked + seat] == ASKED && !s[OVER]) {
          S outer = s[ME];
          s[ME] = (S)seat;
          I move = drawn_move(s, c, d);
          s[ME] = outer;
          if (move == NOBODY) no_move(c, p, seat);
          refill(c);
          make_move(s, c, seat, move);
        }
      }
    } else {
      I move = drawn_move(s, c, d);
      if (move != NOBODY) {
        refill(c);
        make_move(s, c, s[ME], move);
      } else if (p->optional) s[POSITION] = (S)p->next;
      else no_move(c, p, s[ME]);
    }
    if (!s[OVER]) run_blocks(s, c);
  }
}
I rw_playout(S *s, C *c, uint32_t low, uint32_t high, I site, I *count) {
  GUARDED(c);
  Draws d = { low, high, site, *count };
  playout(s, c, &d);
  *count = d.count;
  return 0;
}

/* Many games by random players, and what they add up to, for one seed after another. A game that was stopped, or
   lost a card, or ended for a reason that is `apart`, is not added up: its seed's offset is put into `stopped`,
   which has room for all. */
typedef struct {
  I games, shared, fewest, most, moves, stopped;
  I *wins;    /* seat by seat, for each number of winners */
  I *points;  /* line by line, seat by seat */
  I *endings; /* reason by reason, the first for none */
} Tally;

static int conserved(const S *s, unsigned char *lies) {
  memset(lies, 0, CARDS + 1);
  for (I zone = 0; zone < ZONES; zone++) {
    const S *at = s + ZONE_BASES[zone];
    for (I i = 0; i < s[SIZES + zone]; i++) {
      if ((U)at[i] >= CARDS || lies[at[i]] || s[ZONE_OF + at[i]] != zone) return 0;
      lies[at[i]] = 1;
    }
  }
  for (I card = 0; card < CARDS; card++) if (!lies[card] && s[ZONE_OF + card] != -1) return 0;
  return 1;
}
static I one_game(S *s, C *c, U seed, I site) {
  I stopped = rw_start(s, c, (uint32_t)seed, (uint32_t)(seed >> 32)), count = 0;
  if (!stopped) stopped = rw_advance(s, c);
  if (!stopped) stopped = rw_playout(s, c, (uint32_t)seed, (uint32_t)(seed >> 32), site, &count);
  return stopped;
}
/* All is worked out before anything is added. */
static I add_up(S *s, C *c, Tally *t) {
  I *results, best = 0, winners = 0, stopped = rw_results(s, c, &results);
  I *ranks[PLAYERS];
  char won[PLAYERS];
  if (stopped) return stopped;
  for (I seat = 0; seat < PLAYERS; seat++) ranks[seat] = results + seat * (SCORES + RANKS) + SCORES;
  for (I seat = 1; seat < PLAYERS; seat++) {
    I rank = 0;
    while (rank < RANKS && ranks[seat][rank] == ranks[best][rank]) rank++;
    if (rank < RANKS && ranks[seat][rank] < ranks[best][rank]) best = seat;
  }
  for (I seat = 0; seat < PLAYERS; seat++) {
    won[seat] = s[ENDING] == REASONS || (!(QUALIFIES && ranks[best][0])
      && !memcmp(ranks[seat], ranks[best], RANKS * sizeof(I)));
    winners += won[seat];
  }
  for (I seat = 0; seat < PLAYERS; seat++) {
    if (won[seat]) t->wins[seat * (PLAYERS + 1) + winners]++;
    for (I line = 0; line < SCORES; line++) t->points[line * PLAYERS + seat] += ranks[seat][line - SCORES];
  }
  I sides = 0;
  for (I seat = 0; seat < PLAYERS; seat++) {
    I first = 1;
    for (I one = 0; one < seat; one++) if (won[one] && SIDES[one] == SIDES[seat]) first = 0;
    sides += won[seat] && first;
  }
  t->shared += sides > 1;
  t->endings[s[ENDING] == NOBODY ? 0 : s[ENDING] + 1]++;
  if (!t->games || s[MOVES] < t->fewest) t->fewest = s[MOVES];
  if (!t->games || s[MOVES] > t->most) t->most = s[MOVES];
  t->moves += s[MOVES];
  t->games++;
  return 0;
}
I rw_tally(C *c, U seed, I games, I site, const I *apart, Tally *t, I *stopped) {
  S *s = malloc(WIDTH * sizeof(S));
  unsigned char *lies = malloc(CARDS + 1);
  for (I game = 0; s && lies && game < games; game++) {
    I bad = one_game(s, c, seed + (U)game, site) || !conserved(s, lies);
    bad = bad || apart[s[ENDING] == NOBODY ? 0 : s[ENDING] + 1];
    if (bad || add_up(s, c, t)) stopped[t->stopped++] = game;
  }
  I failed = !s || !lies;
  free(s);
  free(lies);
  return failed;
}
