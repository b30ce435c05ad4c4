#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t I;
typedef uint64_t U;
typedef int32_t S;

/* A list: how many elements it has, how many it can hold, whether more room can be had. */
typedef struct { I n, room, grows; I *e; } L;

/* The context of a run. `fault` is 0, or 1 more than the number of the place in the rules. */
typedef struct {
  I work, limit; /* units that may still be done, and how many there were */
  L queue, pool, scratch, memo, runs, out;
  /* Subsets that keep their places: those in the pool before `kept`, their places plus 1 by what they hold, and
     those that are listed for the first time. */
  I keeps, kept;
  L index, fresh, results;
  I *apart; /* elements of long lists */
  I fault, facts_given, facts[MOST_FACTS];
  jmp_buf *way_out;
  I block_site, block_number, block_seed;
  uint32_t block[4];
} C;

enum { NONE = -2147483647 - 1 };

#define SELDOM __attribute__((noreturn, cold, noinline))

/* A fault; what it tells of lies in `facts`. */
SELDOM static void stop(C *c, I fault, I given) {
  c->fault = fault + (fault >= 0);
  c->facts_given = given;
  longjmp(*c->way_out, 1);
}
SELDOM static void machine(C *c) { stop(c, MACHINE, 0); }
SELDOM static void out_of_work(C *c, I fault) {
  c->facts[0] = c->limit;
  stop(c, fault, 1);
}
static inline void charge(C *c, I units, I fault) {
  if ((U)units > (U)c->work) out_of_work(c, fault);
  c->work -= units;
}
static inline I within(C *c, I index, I size) {
  if ((U)index >= (U)size) machine(c);
  return index;
}
/* What a slot can hold: numbers from `low` to `high`, or those and NONE. */
static inline I between(C *c, I value, I low, I high) {
  if (value < low || value > high) machine(c);
  return value;
}
static inline I optional(C *c, I value, I low, I high) {
  return value == NONE ? value : between(c, value, low, high);
}
__attribute__((cold, noinline)) static void more_room(C *c, L *list) {
  I room = list->room * 2 + 64;
  I *e = list->grows && room < (I)1 << 32 ? realloc(list->e, (size_t)room * sizeof(I)) : 0;
  if (!e) machine(c);
  list->e = e;
  list->room = room;
}
static inline void push(C *c, L *list, I value) {
  if (list->n >= list->room) more_room(c, list);
  list->e[list->n++] = value;
}
static inline I item(C *c, const L *list, I index) { return list->e[within(c, index, list->n)]; }
static inline void set_item(C *c, L *list, I index, I value) { list->e[within(c, index, list->n)] = value; }
static inline I floor_div(I a, I b) { I q = a / b; return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q; }
static inline I floor_mod(I a, I b) { I r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
/* Arithmetic that C would leave undefined. */
static inline I dividable(C *c, I a, I b) {
  if (!b || (a == INT64_MIN && b == -1)) machine(c);
  return a;
}
static inline I checked_div(C *c, I a, I b) { return floor_div(dividable(c, a, b), b); }
static inline I checked_mod(C *c, I a, I b) { return floor_mod(dividable(c, a, b), b); }
static inline I left_shift(C *c, I a, I by) { return (I)((U)a << within(c, by, 64)); }
static inline I right_shift(C *c, I a, I by) { return a >> within(c, by, 64); }
