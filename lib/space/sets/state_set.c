/* state_set.c - one face for three kinds of sets of states. */
#include "space/sets/state_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "space/sets/direct_set.h"
#include "space/sets/plain_set.h"
#include "space/sets/quotient_set.h"
#include "space/sets/set_check.h"
#include "space/sets/state_keys.h"

#ifdef STATE_SET_CHECK
#define CHECK_ALWAYS true
#else
#define CHECK_ALWAYS false
#endif

enum {
    RANKS_AT_ONCE = 1 << 27, /* so many are worth their memory, however few states there are, */
    DIRECT_MOST = 1 << 29,   /* and so many, where the slots take a part of it                */
    COPIED_MOST = 16 << 20,  /* bytes, for copies: tests/bench/threads, philosophers 16       */
    CHUNK = 4096,            /* keys that room is made for at a time                          */
};

struct state_set {
    state_set_kind kind;
    state_keys keys;
    direct_set index;
    quotient_set quotient;
    plain_set plain;
    state_set_shape shape;
    uint64_t later_product; /* that it may have: its product; 0: it does not become direct */
    set_check *check;       /* NULL: none */
    bool lends_check;       /* it is another set's */
    bool is_copy;           /* the tables of its keys are another set's */
};

/* ---- making ---------------------------------------------------------------------------- */

/* The product of domains, where a direct set takes few enough bytes; 0: it does not. */
static uint64_t small_product(const state_set_shape *shape)
{
    uint64_t product = state_product(shape, DIRECT_MOST);
    size_t bytes = direct_set_bytes(product, shape->repeats);
    return product >> 32 || (shape->max_bytes && bytes > shape->max_bytes) ? 0 : product;
}

static void make_hashed(state_set *s, bool in_slots, size_t max_bytes)
{
    s->kind = in_slots ? STATE_SET_QUOTIENT : STATE_SET_PLAIN;
    if (in_slots)
        s->quotient = quotient_set_make(&s->keys, max_bytes);
    else
        s->plain = plain_set_make(s->keys.key_words, s->keys.owner_bits, max_bytes);
}

static bool make_direct_kind(state_set *s, uint64_t product)
{
    s->kind = STATE_SET_DIRECT;
    return state_keys_direct(&s->keys, &s->shape, product) &&
           direct_set_make(&s->index, product, s->shape.repeats);
}

static bool ranks_at_once(const state_set_shape *shape, uint64_t product)
{
    return product && (product <= RANKS_AT_ONCE || shape->force == STATE_SET_DIRECT) &&
           !shape->late;
}

static bool make_set(state_set *s, const state_set_shape *shape)
{
    s->shape = *shape;
    if ((shape->checked || CHECK_ALWAYS) && !(s->check = set_check_new(shape)))
        return false;
    uint64_t product =
        shape->force >= 0 && shape->force != STATE_SET_DIRECT ? 0 : small_product(shape);
    if (ranks_at_once(shape, product))
        return make_direct_kind(s, product);
    s->later_product = product;
    s->keys = state_keys_hashed(shape);
    make_hashed(s, quotient_set_holds(&s->keys) && shape->force != STATE_SET_PLAIN,
                shape->max_bytes);
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
    direct_set_free(&s->index);
    quotient_set_free(&s->quotient);
    plain_set_free(&s->plain);
    if (!s->lends_check)
        set_check_free(s->check);
    if (!s->is_copy)
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

bool state_set_keys_suffice(const state_set *s)
{
    return state_keys_can_undo(&s->keys) && !s->check;
}

void state_set_undo_keys(const state_set *s, uint64_t *keys, size_t count)
{
    state_keys_undo(&s->keys, keys, count);
}

/* ---- adding -------------------------------------------------------------------------------- */

/* Adds keys b->from..b->to - 1, as many as the limit allows; false: no memory. */
static bool add_chunk_of_keys(state_set *s, key_batch *b)
{
    const size_t count = b->to - b->from;
    switch (s->kind) {
    case STATE_SET_DIRECT: direct_set_add(&s->index, b); return true;
    case STATE_SET_QUOTIENT:
        return quotient_set_reserve(&s->quotient, count) && quotient_set_add(&s->quotient, b);
    default: return plain_set_reserve(&s->plain, count) && plain_set_add(&s->plain, b);
    }
}

/* Lists those of `count` keys that are not fresh. */
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

static bool add_all_keys(state_set *s, key_batch *b, size_t count)
{
    bool ok = true;
    while (ok && b->from == b->to && b->to < count) {
        b->to = count - b->from < CHUNK ? count : b->from + CHUNK;
        ok = add_chunk_of_keys(s, b);
    }
    return ok;
}

static bool add_and_check(state_set *s, const uint64_t *states, key_batch *b, size_t count)
{
    pthread_mutex_lock(&s->check->lock);
    bool ok = add_all_keys(s, b, count) &&
              set_check_add(s->check, states, b->from, b->fresh, b->fresh_count);
    pthread_mutex_unlock(&s->check->lock);
    return ok;
}

int state_set_add(state_set *s, const uint64_t *states, const uint64_t *keys, size_t count,
                  state_additions *found, wgcq_error *err)
{
    key_batch b = {.keys = keys, .fresh = found->fresh, .repeats = found->repeats};
    bool ok = s->check ? add_and_check(s, states, &b, count) : add_all_keys(s, &b, count);
    found->added = b.from;
    found->fresh_count = b.fresh_count;
    found->repeat_count = b.repeat_count;
    if (ok && found->repeats && s->kind != STATE_SET_DIRECT)
        found->repeat_count = list_others(b.from, b.fresh, b.fresh_count, found->repeats);
    return ok ? 0 : error_set_memory(err);
}

void state_set_begin_level(state_set *s)
{
    direct_set_begin_level(&s->index);
}

size_t state_set_take_level(state_set *s, const uint64_t *keys, size_t count, uint32_t levels,
                            uint32_t *taken)
{
    assert(s->kind == STATE_SET_DIRECT && s->index.marks_levels);
    return direct_set_take_level(&s->index, keys, count, levels, taken);
}

void state_set_put_level(state_set *s, const uint64_t *keys, size_t count, uint32_t levels)
{
    direct_set_put_level(&s->index, keys, count, levels);
}

void state_set_forget_levels(state_set *s)
{
    s->shape.repeats = false;
    (void)direct_set_forget_levels(&s->index);
}

/* ---- for several threads ------------------------------------------------------------------- */

key_dealing state_set_dealing(const state_set *s)
{
    return s->keys.dealing;
}

static bool has_bits(const state_set *s)
{
    return s->kind == STATE_SET_DIRECT && !s->index.marks_levels;
}

bool state_set_share(state_set *s)
{
    s->index.shared = has_bits(s);
    return s->index.shared;
}

/* ---- a set for each thread ------------------------------------------------------------------ */

/* A check knows no states that were found twice. */
bool state_set_is_copied(const state_set *s)
{
    return has_bits(s) && s->index.bytes <= COPIED_MOST && !s->check;
}

int state_set_copy(state_set **out, const state_set *s, wgcq_error *err)
{
    assert(has_bits(s) && !s->check);
    state_set *copy = calloc(1, sizeof *copy);
    if (!copy || !direct_set_copy(&copy->index, &s->index)) {
        free(copy);
        return error_set_memory(err);
    }
    copy->kind = s->kind;
    copy->shape = s->shape;
    copy->keys = s->keys;
    copy->is_copy = true;
    *out = copy;
    return 0;
}

size_t state_set_learn(state_set *s, const uint32_t *keys, size_t count, unsigned parity,
                       uint32_t *both)
{
    return direct_set_learn(&s->index, keys, count, parity, both);
}

void state_set_hide(state_set *s, const uint32_t *keys, size_t count, bool hidden)
{
    direct_set_hide(&s->index, keys, count, hidden);
}

size_t state_set_find(const state_set *s, const uint32_t *keys, size_t count, uint32_t *there)
{
    return direct_set_find(&s->index, keys, count, there);
}

/* ---- parts of slots ------------------------------------------------------------------------- */

/* A walk over all keys of a set of slots. */
typedef struct slot_walk {
    const state_set *of;
    uint64_t slot; /* of a plain set */
    quotient_walk quotient;
} slot_walk;

/* False: there is no more. */
static bool take_key(slot_walk *w, uint64_t *key)
{
    const state_set *s = w->of;
    if (s->kind == STATE_SET_QUOTIENT)
        return quotient_set_next(&s->quotient, &w->quotient, key);
    const uint64_t *next = plain_set_next(&s->plain, &w->slot);
    if (next)
        memcpy(key, next, s->keys.key_words * sizeof *key);
    return next;
}

/* Keys on their way to one of the parts. */
typedef struct set_division {
    state_set *from, **parts;
    unsigned owner_bits, owner;
    slot_walk walk;
    uint64_t *keys; /* room for CHUNK, and one more */
    size_t count;
    uint32_t fresh[CHUNK];
} set_division;

static bool put_to_part(set_division *d)
{
    key_batch b = {.keys = d->keys, .fresh = d->fresh};
    bool ok = add_all_keys(d->parts[d->owner], &b, d->count);
    assert(!ok || b.fresh_count == d->count);
    d->count = 0;
    return ok;
}

/* Keys come nearly in the order of owners, so one part at a time is put to. */
static bool move_to_parts(set_division *d)
{
    const unsigned words = d->from->keys.key_words;
    bool ok = true;
    for (uint64_t *key = d->keys; ok && take_key(&d->walk, key); key = d->keys + d->count * words) {
        const unsigned owner =
            state_key_owner(key[words - 1], d->from->keys.dealing, d->owner_bits);
        if (d->count == CHUNK || (d->count && owner != d->owner)) {
            ok = put_to_part(d);
            memmove(d->keys, key, words * sizeof *key);
        }
        d->owner = owner;
        d->count++;
    }
    return ok && put_to_part(d);
}

static state_set *new_part(const state_set *s, unsigned owner_bits)
{
    state_set *part = calloc(1, sizeof *part);
    if (!part)
        return NULL;
    part->keys = s->keys;
    part->keys.owner_bits = owner_bits;
    part->check = s->check;
    part->lends_check = true;
    make_hashed(part, s->kind == STATE_SET_QUOTIENT && quotient_set_holds(&part->keys), 0);
    return part;
}

/* Room for a part of the keys, which come in order: in a small table they would crowd together. */
static bool reserve_part(state_set *part, uint64_t count)
{
    return part->kind == STATE_SET_QUOTIENT ? quotient_set_reserve(&part->quotient, (size_t)count)
                                            : plain_set_reserve(&part->plain, (size_t)count);
}

static bool divide_hashed(state_set **parts, state_set *s, unsigned owner_bits)
{
    const size_t owners = (size_t)1 << owner_bits;
    const uint64_t share = state_set_count(s) >> owner_bits;
    set_division d = {.from = s, .walk = {.of = s}, .parts = parts, .owner_bits = owner_bits};
    d.keys = malloc((CHUNK + 1) * s->keys.key_words * sizeof *d.keys);
    bool ok = d.keys;
    for (size_t o = 0; ok && o < owners; o++) {
        parts[o] = new_part(s, owner_bits);
        ok = parts[o] && reserve_part(parts[o], share + share / 8);
    }
    ok = ok && move_to_parts(&d);
    free(d.keys);
    return ok;
}

int state_set_divide(state_set **parts, state_set *s, unsigned owner_bits, wgcq_error *err)
{
    const size_t owners = (size_t)1 << owner_bits;
    assert(s->kind != STATE_SET_DIRECT && !s->keys.owner_bits);
    for (size_t o = 0; o < owners; o++)
        parts[o] = NULL;
    if (divide_hashed(parts, s, owner_bits)) {
        parts[0]->lends_check = s->lends_check;
        s->lends_check = true;
        return 0;
    }
    for (size_t o = 0; o < owners; o++) {
        state_set_free(parts[o]);
        parts[o] = NULL;
    }
    return error_set_memory(err);
}

/* ---- from slots to direct addresses ------------------------------------------------------- */

bool state_set_may_go_direct(const state_set *s)
{
    return s->later_product;
}

static size_t limit_of_slots(const state_set *s)
{
    return s->kind == STATE_SET_QUOTIENT ? s->quotient.max_bytes : s->plain.max_bytes;
}

/* Adds all states of the set to `direct`. */
static void move_to_direct(const state_set *s, state_set *direct)
{
    slot_walk walk = {.of = s};
    uint64_t keys[CHUNK], states[CHUNK];
    uint32_t fresh[CHUNK];
    size_t count;
    do {
        for (count = 0; count < CHUNK && take_key(&walk, &keys[count]);)
            count++;
        memcpy(states, keys, count * sizeof *keys);
        state_keys_undo(&s->keys, states, count);
        state_keys_make(&direct->keys, states, count, keys);
        key_batch b = {.keys = keys, .to = count, .fresh = fresh};
        direct_set_add(&direct->index, &b);
        assert(b.fresh_count == count);
    } while (count == CHUNK);
    direct_set_begin_level(&direct->index);
}

/* The set becomes `direct`, but for what checks both. */
static void replace_slots(state_set *s, const state_set *direct)
{
    quotient_set_free(&s->quotient);
    plain_set_free(&s->plain);
    s->quotient = (quotient_set){0};
    s->plain = (plain_set){0};
    s->kind = STATE_SET_DIRECT;
    s->keys = direct->keys;
    s->index.bytes = direct->index.bytes;
    s->index.marks = direct->index.marks;
    s->index.marks_levels = direct->index.marks_levels;
    s->index.stamp = direct->index.stamp;
    atomic_store(&s->index.count, atomic_load(&direct->index.count));
}

int state_set_go_direct(state_set *s, unsigned part, wgcq_error *err)
{
    const uint64_t product = s->later_product;
    const size_t bytes = direct_set_bytes(product, s->shape.repeats), held = state_set_memory(s),
                 most = limit_of_slots(s);
    state_set direct = {.shape = s->shape};
    if (!product || held < bytes / part)
        return 0;
    s->later_product = 0;
    if (most && (most < held || most - held < bytes))
        return 0;
    if (!make_direct_kind(&direct, product)) {
        direct_set_free(&direct.index);
        state_keys_free(&direct.keys);
        return error_set_memory(err);
    }
    move_to_direct(s, &direct);
    replace_slots(s, &direct);
    return 0;
}

/* ---- figures ------------------------------------------------------------------------------- */

void state_set_limit(state_set *s, size_t max_bytes)
{
    s->plain.max_bytes = s->quotient.max_bytes = max_bytes;
}

uint64_t state_set_count(const state_set *s)
{
    switch (s->kind) {
    case STATE_SET_DIRECT: return atomic_load(&s->index.count);
    case STATE_SET_QUOTIENT: return s->quotient.count;
    default: return s->plain.count;
    }
}

size_t state_set_memory(const state_set *s)
{
    switch (s->kind) {
    case STATE_SET_DIRECT: return s->index.bytes;
    case STATE_SET_QUOTIENT: return quotient_set_memory(&s->quotient);
    default: return plain_set_memory(&s->plain);
    }
}

state_set_kind state_set_kind_of(const state_set *s)
{
    return s->kind;
}
