/* state_set.c - one face for three kinds of sets of states. */
#include "space/state_set.h"

#include <stdlib.h>

#include "base/error.h"
#include "space/plain_set.h"
#include "space/quotient_set.h"
#include "space/rank_set.h"
#include "space/set_check.h"
#include "space/state_keys.h"

#ifdef STATE_SET_CHECK
#define CHECK_ALWAYS true
#else
#define CHECK_ALWAYS false
#endif

enum {
    RANKS_MOST = 1 << 27,
    CHUNK = 4096, /* keys that room is made for at a time */
};

struct state_set {
    state_set_kind kind;
    state_keys keys;
    rank_set rank;
    quotient_set quotient;
    plain_set plain;
    bool checked;
    set_check check;
};

/* ---- making ---------------------------------------------------------------------------- */

/* The product of domains, where a set of ranks takes few enough bytes; 0: it does not. */
static uint64_t small_product(const state_set_shape *shape)
{
    uint64_t product = state_product(shape, (uint64_t)RANKS_MOST << shape->owner_bits);
    size_t bytes = rank_set_bytes(product, shape->owner_bits);
    return product >> 32 || (shape->max_bytes && bytes > shape->max_bytes) ? 0 : product;
}

static bool make_set(state_set *s, const state_set_shape *shape)
{
    s->checked = shape->checked || CHECK_ALWAYS;
    s->check = set_check_make(shape);
    uint64_t product =
        shape->force >= 0 && shape->force != STATE_SET_RANK ? 0 : small_product(shape);
    if (product) {
        s->kind = STATE_SET_RANK;
        return state_keys_ranked(&s->keys, shape, product) && rank_set_make(&s->rank, &s->keys);
    }
    s->keys = state_keys_hashed(shape);
    bool in_slots = quotient_set_holds(&s->keys) && shape->force != STATE_SET_PLAIN;
    s->kind = in_slots ? STATE_SET_QUOTIENT : STATE_SET_PLAIN;
    if (in_slots)
        s->quotient = quotient_set_make(&s->keys, shape->max_bytes);
    else
        s->plain = plain_set_make(s->keys.key_words, s->keys.owner_bits, shape->max_bytes);
    return true;
}

int state_set_new(state_set **out, const state_set_shape *shape, wgcq_error *err)
{
    state_set *s = calloc(1, sizeof *s);
    if (!s || !make_set(s, shape)) {
        state_set_free(s);
        return error_set_memory(err);
    }
    *out = s;
    return 0;
}

void state_set_free(state_set *s)
{
    if (!s)
        return;
    rank_set_free(&s->rank);
    quotient_set_free(&s->quotient);
    plain_set_free(&s->plain);
    set_check_free(&s->check);
    state_keys_free(&s->keys);
    free(s);
}

/* ---- keys --------------------------------------------------------------------------------- */

unsigned state_set_key_words(const state_set *s)
{
    return s->keys.key_words;
}

void state_set_keys(const state_set *s, const uint64_t *states, size_t count, uint64_t *keys)
{
    state_keys_make(&s->keys, states, count, keys);
}

/* ---- adding -------------------------------------------------------------------------------- */

/* Adds keys b->from..b->to - 1, as many as the limit allows; false: no memory. */
static bool add_chunk_of_keys(state_set *s, key_batch *b)
{
    const size_t count = b->to - b->from;
    switch (s->kind) {
    case STATE_SET_RANK: rank_set_add(&s->rank, &s->keys, b); return true;
    case STATE_SET_QUOTIENT:
        return quotient_set_reserve(&s->quotient, count) && quotient_set_add(&s->quotient, b);
    default: return plain_set_reserve(&s->plain, count) && plain_set_add(&s->plain, b);
    }
}

/* Of `count` keys those that are not fresh. */
static size_t list_others(size_t count, const uint32_t *fresh, size_t fresh_count, uint32_t *others)
{
    size_t at = 0, n = 0;
    for (size_t k = 0; k < fresh_count; k++) {
        while (at < fresh[k])
            others[n++] = (uint32_t)at++;
        at++;
    }
    while (at < count)
        others[n++] = (uint32_t)at++;
    return n;
}

static bool check_addition(state_set *s, const uint64_t *states, const state_additions *found)
{
    return !s->checked ||
           set_check_add(&s->check, states, found->added, found->fresh, found->fresh_count);
}

int state_set_add(state_set *s, const uint64_t *states, const uint64_t *keys, size_t count,
                  state_additions *found, wgcq_error *err)
{
    key_batch b = {.keys = keys, .fresh = found->fresh, .repeats = found->repeats};
    bool ok = true;
    while (ok && b.from == b.to && b.to < count) {
        b.to = count - b.from < CHUNK ? count : b.from + CHUNK;
        ok = add_chunk_of_keys(s, &b);
    }
    found->added = b.from;
    found->fresh_count = b.fresh_count;
    found->repeat_count = b.repeat_count;
    if (ok && found->repeats && s->kind != STATE_SET_RANK)
        found->repeat_count = list_others(b.from, b.fresh, b.fresh_count, found->repeats);
    return ok && check_addition(s, states, found) ? 0 : error_set_memory(err);
}

void state_set_begin_level(state_set *s)
{
    rank_set_begin_level(&s->rank);
}

/* ---- figures ------------------------------------------------------------------------------- */

void state_set_limit(state_set *s, size_t max_bytes)
{
    s->plain.max_bytes = s->quotient.max_bytes = max_bytes;
}

uint64_t state_set_count(const state_set *s)
{
    switch (s->kind) {
    case STATE_SET_RANK: return s->rank.count;
    case STATE_SET_QUOTIENT: return s->quotient.count;
    default: return s->plain.count;
    }
}

size_t state_set_memory(const state_set *s)
{
    switch (s->kind) {
    case STATE_SET_RANK: return s->rank.bytes;
    case STATE_SET_QUOTIENT: return quotient_set_memory(&s->quotient);
    default: return plain_set_memory(&s->plain);
    }
}

state_set_kind state_set_kind_of(const state_set *s)
{
    return s->kind;
}

const char *state_set_kind_name(const state_set *s)
{
    static const char *const names[] = {"rank", "quotient", "plain"};
    return names[s->kind];
}
