/* Random numbers for the games by hand: splitmix64. */
#include <stdint.h>
#include <string.h>

typedef struct { uint64_t state; } Random;

static inline int below(Random *r, int bound) {
  uint64_t z = r->state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return (int)(((z ^ z >> 31) >> 32) * (uint64_t)bound >> 32);
}
