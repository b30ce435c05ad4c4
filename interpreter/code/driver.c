/* Running a game: the same for all games. What is called from outside begins with `rw_` and returns 0, or what
   stopped it: one more than the number of a fault's place, or MACHINE, TOO_MANY. */

enum { NOBODY = -2147483647 - 1, MOST_LISTED = 10000, MOST_MOVES = 10000 };

#define GUARDED(c) jmp_buf way_out; (c)->fault = 0; (c)->queue.n = 0; (c)->way_out = &way_out; if (setjmp(way_out)) return (c)->fault

I rw_width(void) { return WIDTH; }
C *rw_new(void) {
  C *c = calloc(1, sizeof(C));
  if (!c) return 0;
  c->queue.grows = c->pool.grows = c->scratch.grows = c->out.grows = 1;
  c->block_number = -1;
  c->memo.e = calloc(MEMO, sizeof(I));
  c->memo.n = c->memo.room = MEMO;
  c->apart = malloc(((size_t)APART + 1) * sizeof(I));
  if (!c->memo.e || !c->apart) { free(c->memo.e); free(c->apart); free(c); return 0; }
  return c;
}
void rw_free(C *c) {
  if (c) { free(c->queue.e); free(c->pool.e); free(c->scratch.e); free(c->memo.e); free(c->out.e); free(c->apart); free(c); }
}
I rw_facts(const C *c, I *facts) {
  memcpy(facts, c->facts, sizeof c->facts);
  return c->facts_given;
}

/* Work is counted anew for each move that is carried out, with all that follows from it until the next choice, and
   for each list of moves that is asked for. */
static void refill(C *c, I work) { c->work = c->limit = work; }

/* A list of the legal moves in `out`; -1 where there are too many. Somebody acts: `ranges` counts on it. */
static I listed(S *s, C *c, I most) {
  within(c, s[ME], PLAYERS);
  c->out.n = c->pool.n = c->queue.n = 0;
  I many = list_at(s, c, s[POSITION], most, &c->out);
  return many || c->out.n > MOST_LISTED ? -1 : c->out.n;
}
static void no_move(C *c, const Point *p, I seat) {
  c->facts[0] = seat;
  stop(c, p->fault, 1);
}

/* On to a choice with a legal move, or to the end. */
static void go_on(S *s, C *c) {
  Point p;
  for (;;) {
    advance(s, c);
    if (s[OVER]) return;
    if (!point_at(s[POSITION], &p)) machine(c);
    if (p.asked >= 0) {
      S outer = s[ME];
      for (I seat = 0; seat < PLAYERS; seat++) {
        if (s[p.asked + seat] != 1) continue;
        s[ME] = (S)seat;
        I any = listed(s, c, 1);
        s[ME] = outer;
        if (!any) no_move(c, &p, seat);
      }
      return;
    }
    if (listed(s, c, 1)) return;
    if (!p.optional) no_move(c, &p, s[ME]);
    s[POSITION] = (S)p.next;
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
/* Carries out a move of the acting seat, or notes one of a seat that chooses with others; of no other seat. */
static void take(S *s, C *c, I seat, I move) {
  Point p;
  I at = s[POSITION];
  if (!point_at(at, &p)) machine(c);
  within(c, seat, PLAYERS);
  if (p.asked >= 0) {
    if (s[p.asked + seat] != 1) machine(c);
    commit_at(s, c, at, seat, move);
    for (I one = 0; one < PLAYERS; one++) if (s[p.asked + one] == 1) return;
    reveal_at(s, c, at);
  } else {
    if (seat != s[ME]) machine(c);
    if (p.steps) {
      if (!step_at(s, c, at, move)) { limit(s); return; }
    } else {
      s[MOVES]++;
      act(s, c, move);
    }
  }
  after(s, &p);
}

I rw_start(S *s, C *c, uint32_t low, uint32_t high, I work) {
  GUARDED(c);
  memset(s, 0, WIDTH * sizeof(S));
  s[ME] = s[ENDING] = NOBODY;
  for (I card = 0; card < CARDS; card++) { s[ZONE_OF + card] = -1; s[ZONE_OF + CARDS + card] = NOBODY; }
  s[SEED] = (S)low; s[SEED + 1] = (S)high;
  refill(c, work);
  f_begin(s, c);
  s[POSITION] = BEGIN;
  return 0;
}
I rw_go_on(S *s, C *c, I work) { GUARDED(c); refill(c, work); go_on(s, c); return 0; }
I rw_moves(S *s, C *c, I seat, I most, I work, I **moves, I *count) {
  GUARDED(c);
  S outer = s[ME];
  s[ME] = (S)within(c, seat, PLAYERS);
  refill(c, work);
  *count = listed(s, c, most);
  s[ME] = outer;
  *moves = c->out.e;
  return 0;
}
I rw_pool(const C *c, I **pool) { *pool = c->pool.e; return c->pool.n; }
I rw_lay(C *c, const I *pool, I count) {
  GUARDED(c);
  c->pool.n = 0;
  for (I i = 0; i < count; i++) push(c, &c->pool, pool[i]);
  return 0;
}
I rw_apply(S *s, C *c, I seat, I move, I work) {
  GUARDED(c);
  refill(c, work);
  take(s, c, seat, move);
  go_on(s, c);
  return 0;
}
/* Carries out a move of the acting seat, or of the first that has to choose, goes on, and lists what can be done
   then. Returns how many moves there are, 0 at the end, or what stopped it, as numbers below LOWEST. */
enum { LOWEST = -8 };
static I first_seat(const S *s) {
  Point p;
  if (!point_at(s[POSITION], &p) || p.asked < 0) return s[ME];
  for (I seat = 0; seat < PLAYERS; seat++) if (s[p.asked + seat] == 1) return seat;
  return s[ME];
}
static I step_on(S *s, C *c, I move, I work) {
  GUARDED(c);
  refill(c, work);
  take(s, c, first_seat(s), move);
  go_on(s, c);
  if (s[OVER]) { c->out.n = 0; return 0; }
  S outer = s[ME];
  s[ME] = (S)first_seat(s);
  refill(c, work);
  if (listed(s, c, MOST_LISTED + 1) < 0) c->fault = TOO_MANY;
  s[ME] = outer;
  return c->fault;
}
I rw_step(S *s, C *c, I move, I work, I **moves) {
  I stopped = step_on(s, c, move, work);
  *moves = c->out.e;
  return stopped ? LOWEST - (stopped < 0 ? -stopped : stopped + 8) : c->out.n;
}
I rw_score(S *s, C *c, I line, I player, I work, I *points) {
  GUARDED(c);
  refill(c, work);
  *points = score_of(s, c, line, within(c, player, PLAYERS));
  return 0;
}
I rw_rank(S *s, C *c, I rank, I player, I work, I *value) {
  GUARDED(c);
  refill(c, work);
  *value = rank_of(s, c, rank, within(c, player, PLAYERS));
  return 0;
}

/* The chance of players is a stream of its own, so that it says nothing of the game's. */
typedef struct { uint32_t low, high; I site, count; } Draws;
static inline I below(C *c, Draws *d, I bound) {
  return (I)(((U)word_of(c, d->low, d->high, d->site, d->count++) * (U)bound) >> 32);
}

/* Plays to the end at random: all moves equally likely, an only one without a draw. */
static void playout(S *s, C *c, Draws *d, I work) {
  Point p;
  refill(c, work);
  while (!s[OVER]) {
    if (!point_at(s[POSITION], &p)) machine(c);
    if (p.asked >= 0) {
      for (I seat = 0; seat < PLAYERS; seat++) {
        if (s[p.asked + seat] != 1) continue;
        S outer = s[ME];
        s[ME] = (S)seat;
        I count = listed(s, c, MOST_LISTED + 1);
        s[ME] = outer;
        if (count < 0) stop(c, TOO_MANY, 0);
        if (!count) no_move(c, &p, seat);
        refill(c, work);
        take(s, c, seat, c->out.e[count > 1 ? below(c, d, count) : 0]);
      }
    } else {
      I count = listed(s, c, MOST_LISTED + 1);
      if (count < 0) stop(c, TOO_MANY, 0);
      if (count) {
        refill(c, work);
        take(s, c, s[ME], c->out.e[count > 1 ? below(c, d, count) : 0]);
      } else if (p.optional) s[POSITION] = (S)p.next;
      else no_move(c, &p, s[ME]);
    }
    if (!s[OVER]) advance(s, c);
  }
}
I rw_playout(S *s, C *c, uint32_t low, uint32_t high, I site, I *count, I work) {
  GUARDED(c);
  Draws d = { low, high, site, *count };
  playout(s, c, &d, work);
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
static I one_game(S *s, C *c, U seed, I site, I work) {
  I stopped = rw_start(s, c, (uint32_t)seed, (uint32_t)(seed >> 32), work), count = 0;
  if (!stopped) stopped = rw_go_on(s, c, work);
  if (!stopped) stopped = rw_playout(s, c, (uint32_t)seed, (uint32_t)(seed >> 32), site, &count, work);
  return stopped;
}
/* All is worked out before anything is added. */
static I add_up(S *s, C *c, Tally *t, I work) {
  I points[SCORES + 1][PLAYERS], ranks[PLAYERS][RANKS + 1], best = 0, winners = 0, stopped;
  char won[PLAYERS];
  for (I seat = 0; seat < PLAYERS; seat++) {
    for (I rank = 0; rank < RANKS; rank++)
      if ((stopped = rw_rank(s, c, rank, seat, work, &ranks[seat][rank]))) return stopped;
    for (I line = 0; line < SCORES; line++)
      if ((stopped = rw_score(s, c, line, seat, work, &points[line][seat]))) return stopped;
  }
  for (I seat = 1; seat < PLAYERS; seat++) {
    I rank = 0;
    while (rank < RANKS && ranks[seat][rank] == ranks[best][rank]) rank++;
    if (rank < RANKS && ranks[seat][rank] < ranks[best][rank]) best = seat;
  }
  for (I seat = 0; seat < PLAYERS; seat++) {
    won[seat] = s[ENDING] == REASONS || !memcmp(ranks[seat], ranks[best], RANKS * sizeof(I));
    winners += won[seat];
  }
  for (I seat = 0; seat < PLAYERS; seat++) {
    if (won[seat]) t->wins[seat * (PLAYERS + 1) + winners]++;
    for (I line = 0; line < SCORES; line++) t->points[line * PLAYERS + seat] += points[line][seat];
  }
  t->shared += winners > 1;
  t->endings[s[ENDING] == NOBODY ? 0 : s[ENDING] + 1]++;
  if (!t->games || s[MOVES] < t->fewest) t->fewest = s[MOVES];
  if (!t->games || s[MOVES] > t->most) t->most = s[MOVES];
  t->moves += s[MOVES];
  t->games++;
  return 0;
}
I rw_tally(C *c, U seed, I games, I site, I work, const I *apart, Tally *t, I *stopped) {
  S *s = malloc(WIDTH * sizeof(S));
  unsigned char *lies = malloc(CARDS + 1);
  for (I game = 0; s && lies && game < games; game++) {
    I bad = one_game(s, c, seed + (U)game, site, work) || !conserved(s, lies);
    bad = bad || apart[s[ENDING] == NOBODY ? 0 : s[ENDING] + 1];
    if (bad || add_up(s, c, t, work)) stopped[t->stopped++] = game;
  }
  I failed = !s || !lies;
  free(s);
  free(lies);
  return failed;
}
