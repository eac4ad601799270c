/* sweep_parallel.c - rounds of a sweep: finding and taking successors at once. */
#include "search/sweep_parallel.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "search/workers.h"

enum {
    ROUND_SLOTS = 256,          /* batches of states in a round */
    ROUND_SUCCESSORS = 1 << 17, /* so many, or a little more    */
};

/* Successors for one owner. */
typedef struct round_parcel {
    size_t count;
    bigarray states, keys, sources;
} round_parcel;

/* One batch of states of a round. */
typedef struct round_slot {
    source_buffer gathered;
    size_t first, count;  /* in the level */
    round_parcel *parcel; /* one an owner */
    bool too_large;       /* left to the main thread */
    int code;
    wgcq_error err;
} round_slot;

typedef struct expansion_round {
    round_slot slot[ROUND_SLOTS];
    size_t count;
} expansion_round;

/* What a thread works with. */
typedef struct round_worker {
    batch successors;
    uint64_t *keys;
    uint32_t *sources;
    size_t key_room, source_room;
} round_worker;

struct sweep_parallel {
    engine *r;
    workers workers;
    unsigned owner_bits;
    size_t owners;
    sweep_owner *owner;
    round_worker *worker; /* one a thread */
    expansion_round *taken, *found;
    round_parcel *dealt; /* by the main thread alone; one an owner */
    const frontier *level;
    size_t bytes;
};

/* ---- made and freed ------------------------------------------------------------------------- */

static expansion_round *new_round(size_t owners)
{
    expansion_round *round = calloc(1, sizeof *round);
    for (size_t i = 0; round && i < ROUND_SLOTS; i++)
        if (!(round->slot[i].parcel = calloc(owners, sizeof(round_parcel))))
            return round;
    return round;
}

static void free_parcels(round_parcel *parcel, size_t owners)
{
    for (size_t i = 0; parcel && i < owners; i++) {
        bigarray_free(&parcel[i].states);
        bigarray_free(&parcel[i].keys);
        bigarray_free(&parcel[i].sources);
    }
    free(parcel);
}

static void free_round(expansion_round *round, size_t owners)
{
    for (size_t i = 0; round && i < ROUND_SLOTS; i++) {
        free_parcels(round->slot[i].parcel, owners);
        bigarray_free(&round->slot[i].gathered.states);
    }
    free(round);
}

static bool open_workers(sweep_parallel *c)
{
    const engine *r = c->r;
    c->worker = calloc(r->options->threads, sizeof *c->worker);
    for (unsigned i = 0; c->worker && i < r->options->threads; i++)
        c->worker[i].successors = (batch){.words = r->model->words, .costs = r->model->costs};
    return c->worker;
}

static bool open_rounds(sweep_parallel *c)
{
    c->taken = new_round(c->owners);
    c->found = new_round(c->owners);
    c->dealt = calloc(c->owners, sizeof *c->dealt);
    return c->taken && c->taken->slot[ROUND_SLOTS - 1].parcel && c->found &&
           c->found->slot[ROUND_SLOTS - 1].parcel && c->dealt;
}

sweep_parallel *sweep_parallel_new(engine *r, sweep_owner *owner, unsigned owner_bits)
{
    sweep_parallel *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->r = r;
    c->owner = owner;
    c->owner_bits = owner_bits;
    c->owners = (size_t)1 << owner_bits;
    if (workers_open(&c->workers, r) && open_workers(c) && open_rounds(c))
        return c;
    sweep_parallel_free(c);
    return NULL;
}

void sweep_parallel_free(sweep_parallel *c)
{
    if (!c)
        return;
    unsigned threads = c->r->options->threads;
    workers_close(&c->workers);
    for (unsigned i = 0; c->worker && i < threads; i++) {
        batch_free(&c->worker[i].successors);
        free(c->worker[i].keys);
        free(c->worker[i].sources);
    }
    free(c->worker);
    free_round(c->taken, c->owners);
    free_round(c->found, c->owners);
    free_parcels(c->dealt, c->owners);
    free(c);
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t parcel_bytes(const sweep_parallel *c, const round_parcel *parcel)
{
    size_t bytes = 0, each = c->r->model->words + state_set_key_words(c->owner[0].set);
    for (size_t i = 0; i < c->owners; i++)
        bytes += parcel[i].count * (each * sizeof(uint64_t) + sizeof(uint32_t));
    return bytes;
}

static size_t round_bytes(const sweep_parallel *c, const expansion_round *round)
{
    size_t bytes = sizeof *round;
    for (size_t i = 0; i < round->count; i++)
        bytes += parcel_bytes(c, round->slot[i].parcel) + round->slot[i].gathered.states.bytes;
    return bytes;
}

static size_t held_bytes(const sweep_parallel *c)
{
    size_t bytes = sizeof *c + round_bytes(c, c->taken) + round_bytes(c, c->found);
    for (unsigned i = 0; i < c->r->options->threads; i++)
        bytes += batch_memory(&c->worker[i].successors) + c->worker[i].key_room * sizeof(uint64_t) +
                 c->worker[i].source_room * sizeof(uint32_t);
    return bytes;
}

size_t sweep_parallel_memory(const sweep_parallel *c)
{
    return c->bytes;
}

/* ---- sorting successors by owners ------------------------------------------------------------ */

bool sweep_gather(const frontier *level, source_buffer *into, size_t first, size_t count,
                  expansion *x)
{
    unsigned words = level->words;
    assert(count <= MODEL_BATCH && first + count <= level->count);
    *x = (expansion){
        .first = (uint32_t)first, .count = count, .states = frontier_state(level, first)};
    if (!level->ends)
        return true;
    if (!bigarray_reserve(&into->states, MODEL_BATCH * words * sizeof(uint64_t)))
        return false;
    uint64_t *states = into->states.at;
    x->count = 0;
    for (size_t i = first; i < first + count; i++) {
        if (frontier_marks(level)[i] & MARK_END)
            continue;
        memcpy(states + x->count * words, frontier_state(level, i), words * sizeof *states);
        into->number[x->count++] = (uint32_t)i;
    }
    x->states = states;
    x->number = into->number;
    return true;
}

static bool reserve_parcel(round_parcel *p, size_t count, unsigned words, unsigned key_words)
{
    p->count = 0;
    return bigarray_reserve(&p->states, count * words * sizeof(uint64_t)) &&
           bigarray_reserve(&p->keys, count * key_words * sizeof(uint64_t)) &&
           bigarray_reserve(&p->sources, count * sizeof(uint32_t));
}

/* `sources` may be NULL. */
static bool sort_by_owners(const sweep_parallel *c, round_worker *worker, round_parcel *parcel,
                           const batch *found, const uint32_t *sources)
{
    const state_set *set = c->owner[0].set;
    unsigned words = found->words, key_words = state_set_key_words(set);
    if (!array_renew(&worker->keys, &worker->key_room, found->count * key_words,
                     sizeof *worker->keys))
        return false;
    for (size_t o = 0; o < c->owners; o++)
        if (!reserve_parcel(&parcel[o], found->count, words, key_words))
            return false;
    state_set_keys(set, found->state, found->count, worker->keys);
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *key = worker->keys + i * key_words;
        round_parcel *p = &parcel[state_key_owner(key[key_words - 1], c->owner_bits)];
        size_t at = p->count++;
        for (unsigned w = 0; w < words; w++)
            ((uint64_t *)p->states.at)[at * words + w] = found->state[i * words + w];
        for (unsigned w = 0; w < key_words; w++)
            ((uint64_t *)p->keys.at)[at * key_words + w] = key[w];
        if (sources)
            ((uint32_t *)p->sources.at)[at] = sources[i];
    }
    return true;
}

static int take_parcel(sweep_parallel *c, size_t owner, void *worker, const round_parcel *p,
                       const frontier *level, wgcq_error *err)
{
    const sweep_parcel parcel = {p->count, p->states.at, p->keys.at, p->sources.at};
    return sweep_owner_take(&c->owner[owner], c->r->model, worker, &parcel, level, err);
}

int sweep_parallel_deal(sweep_parallel *c, const frontier *level, const batch *found,
                        const uint32_t *sources)
{
    engine *r = c->r;
    int code = 0;
    if (!sort_by_owners(c, &c->worker[0], c->dealt, found, sources))
        return error_set_memory(r->err);
    for (size_t o = 0; !code && o < c->owners; o++)
        code = take_parcel(c, o, r->worker, &c->dealt[o], level, r->err);
    return code;
}

/* ---- the tasks of a round -------------------------------------------------------------------- */

static bool fill_in_sources(round_worker *worker, const expansion *x)
{
    const batch *found = &worker->successors;
    if (!array_renew(&worker->sources, &worker->source_room, found->count, sizeof *worker->sources))
        return false;
    for (size_t i = 0; i < found->count; i++)
        worker->sources[i] = expansion_number(x, found->lane[i]);
    return true;
}

static void find_in_slot(sweep_parallel *c, round_slot *s, unsigned thread)
{
    round_worker *worker = &c->worker[thread];
    bool traced = c->level->traced;
    expansion x;
    s->code = 0;
    s->too_large = false;
    s->err = (wgcq_error){0};
    batch_clear(&worker->successors);
    bool ok = sweep_gather(c->level, &s->gathered, s->first, s->count, &x);
    if (ok && x.count)
        s->code =
            workers_expand(&c->workers, thread, &x, &worker->successors, &s->too_large, &s->err);
    ok = ok && (s->code || !traced || fill_in_sources(worker, &x)) &&
         (s->code || sort_by_owners(c, worker, s->parcel, &worker->successors,
                                    traced ? worker->sources : NULL));
    if (!ok)
        s->code = error_set_memory(&s->err);
}

static void take_as_owner(sweep_parallel *c, size_t owner, unsigned thread)
{
    sweep_owner *o = &c->owner[owner];
    for (size_t i = 0; !o->code && i < c->taken->count; i++)
        o->code = take_parcel(c, owner, c->workers.worker[thread], &c->taken->slot[i].parcel[owner],
                              c->level, &o->err);
}

static void do_task(void *self, size_t task, unsigned thread)
{
    sweep_parallel *c = self;
    size_t taking = c->taken->count ? c->owners : 0;
    if (task < taking)
        take_as_owner(c, task, thread);
    else
        find_in_slot(c, &c->found->slot[task - taking], thread);
}

/* ---- a round --------------------------------------------------------------------------------- */

/* As many slots as give about ROUND_SUCCESSORS, going by the average number of successors. */
static size_t slots_of_round(const sweep_parallel *c, size_t left)
{
    const engine *r = c->r;
    uint64_t fan = r->result->edges / (r->result->expanded + 1) + 1;
    uint64_t slots = ROUND_SUCCESSORS / MODEL_BATCH / fan,
             least = 2 * (uint64_t)r->options->threads,
             all = (left + (uint64_t)MODEL_BATCH - 1) / MODEL_BATCH;
    slots = slots < least ? least : slots;
    slots = slots > ROUND_SLOTS ? ROUND_SLOTS : slots;
    return (size_t)(slots < all ? slots : all);
}

static void fill_round(sweep_parallel *c, size_t at)
{
    size_t left = c->level->count - at;
    c->found->count = c->r->stopped ? 0 : slots_of_round(c, left);
    for (size_t i = 0; i < c->found->count; i++) {
        round_slot *s = &c->found->slot[i];
        s->first = at + i * MODEL_BATCH;
        s->count =
            c->level->count - s->first < MODEL_BATCH ? c->level->count - s->first : MODEL_BATCH;
    }
}

/* The states up to the first that could not be expanded; those behind it are left to the next
   round. */
static int end_finding(sweep_parallel *c, size_t *at, size_t *alone)
{
    expansion_round *found = c->found;
    size_t good = 0;
    int code = 0;
    while (good < found->count && !found->slot[good].code && !found->slot[good].too_large)
        good++;
    if (good)
        *at = found->slot[good - 1].first + found->slot[good - 1].count;
    if (good < found->count) {
        *alone = found->slot[good].count;
        code = found->slot[good].code;
        *c->r->err = code ? found->slot[good].err : *c->r->err;
    }
    found->count = good;
    return code;
}

static int end_taking(sweep_parallel *c)
{
    for (size_t o = 0; o < c->owners; o++)
        if (c->owner[o].code) {
            *c->r->err = c->owner[o].err;
            return c->owner[o].code;
        }
    return 0;
}

int sweep_parallel_round(sweep_parallel *c, const frontier *level, size_t *at, size_t *alone,
                         bool *settled)
{
    int code = workers_start(&c->workers);
    if (code)
        return code;
    c->level = level;
    fill_round(c, *at);
    workers_begin(&c->workers, (unsigned)(c->found->count ? c->found->count : 1));
    thread_pool_run(c->workers.pool, do_task, c,
                    (c->taken->count ? c->owners : 0) + c->found->count);
    workers_end(&c->workers);
    *alone = 0;
    code = end_taking(c);
    if (!code)
        code = end_finding(c, at, alone);
    c->bytes = held_bytes(c);
    expansion_round *taken = c->taken;
    c->taken = c->found;
    c->found = taken;
    c->found->count = 0;
    *settled = !c->taken->count;
    return code;
}
