/* The cards of zones. */
static inline S *card_at(S *s, C *c, I zone, I position) {
  within(c, zone, ZONES);
  within(c, position, ROOMS[zone]);
  return s + ZONE_BASES[zone] + position;
}
static inline I find(const S *s, C *c, I zone, I card) {
  within(c, zone, ZONES);
  const S *at = s + ZONE_BASES[zone];
  for (I i = s[SIZES + zone]; i--;) if (at[i] == card) return i; /* it is the top card more often than not */
  machine(c);
  return 0;
}
static inline void close_gap(S *s, C *c, I zone, I position) {
  within(c, zone, ZONES);
  I size = s[SIZES + zone];
  within(c, position, size);
  S *at = s + ZONE_BASES[zone];
  if (position < size - 1) memmove(at + position, at + position + 1, (size_t)(size - position - 1) * sizeof(S));
  at[size - 1] = 0;
  s[SIZES + zone] = (S)(size - 1);
}
static inline void open_gap(S *s, C *c, I zone, I position, I card) {
  within(c, zone, ZONES);
  I size = s[SIZES + zone];
  within(c, size, ROOMS[zone]);
  within(c, position, size + 1);
  S *at = s + ZONE_BASES[zone];
  if (position < size) memmove(at + position + 1, at + position, (size_t)(size - position) * sizeof(S));
  at[position] = (S)card;
  s[SIZES + zone] = (S)(size + 1);
}
/* Chance: Philox4x32-10, as `engine.chance` tells. */
static void philox(uint32_t *w, uint32_t low, uint32_t high) {
  for (int i = 0; i < 10; i++) {
    U p = (U)0xD2511F53 * w[0], q = (U)0xCD9E8D57 * w[2];
    uint32_t a = (uint32_t)(q >> 32) ^ w[1] ^ low, d = (uint32_t)(p >> 32) ^ w[3] ^ high;
    w[0] = a; w[1] = (uint32_t)q; w[2] = d; w[3] = (uint32_t)p;
    low += 0x9E3779B9; high += 0xBB67AE85;
  }
}
static inline I word_of(C *c, uint32_t low, uint32_t high, I site, I count) {
  I number = count >> 2, seed = (I)((U)high << 32 | low);
  if (c->block_number != number || c->block_site != site || c->block_seed != seed) {
    c->block[0] = (uint32_t)number; c->block[1] = (uint32_t)(number >> 32);
    c->block[2] = (uint32_t)site; c->block[3] = 0;
    philox(c->block, low, high);
    c->block_number = number; c->block_site = site; c->block_seed = seed;
  }
  return c->block[count & 3];
}
static inline I word(const S *s, C *c, I site, I count) {
  return word_of(c, (uint32_t)s[SEED], (uint32_t)s[SEED + 1], site, count);
}
