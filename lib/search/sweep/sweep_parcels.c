/* sweep_parcels.c - successors of one batch of states, sorted by their owners. */
#include "search/sweep/sweep_parcels.h"

#include <stdlib.h>

#include "base/containers/always_inline.h"

enum { ROOM_UNIT = 64 };

/* ---- where things lie ----------------------------------------------------------------------- */

/* Room for all that a successor may have. */
static size_t bytes_of_successor(const sweep_parcels *p)
{
    return (p->words + (size_t)p->key_words) * sizeof(uint64_t) + sizeof(uint32_t);
}

ALWAYS_INLINE uint64_t *parcel_keys(const sweep_parcels *p, size_t owner)
{
    return (uint64_t *)((char *)p->content.at + owner * p->room * bytes_of_successor(p));
}

ALWAYS_INLINE uint64_t *parcel_states(const sweep_parcels *p, size_t owner)
{
    return parcel_keys(p, owner) + p->room * p->key_words;
}

ALWAYS_INLINE uint32_t *parcel_sources(const sweep_parcels *p, size_t owner)
{
    return (uint32_t *)(parcel_states(p, owner) + p->room * p->words);
}

/* ---- sorting -------------------------------------------------------------------------------- */

/* A run of successors with their keys. */
typedef struct keyed_run {
    size_t count;
    const uint64_t *keys, *states;
    const uint32_t *sources; /* may be NULL */
} keyed_run;

/* Keys alone, for two owners: each is put at the end of both parcels, and stays in one. */
ALWAYS_INLINE void sort_keys_in_two(sweep_parcels *p, const keyed_run *run, unsigned words)
{
    const key_dealing dealing = p->dealing;
    uint64_t *first = parcel_keys(p, 0) + p->counts[0] * words,
             *second = parcel_keys(p, 1) + p->counts[1] * words;
    for (size_t i = 0; i < run->count; i++) {
        const uint64_t *key = run->keys + i * words;
        const size_t owner = state_key_owner(key[words - 1], dealing, 1);
        for (unsigned w = 0; w < words; w++)
            first[w] = second[w] = key[w];
        first += words & (owner - 1);
        second += words & -owner;
    }
    p->counts[1] += run->count - ((size_t)(first - parcel_keys(p, 0)) / words - p->counts[0]);
    p->counts[0] = (size_t)(first - parcel_keys(p, 0)) / words;
}

ALWAYS_INLINE void sort_words(sweep_parcels *p, const keyed_run *run, unsigned words,
                              unsigned key_words, bool traced)
{
    const key_dealing dealing = p->dealing;
    char *const content = p->content.at;
    size_t *const counts = p->counts;
    const size_t each = p->room * bytes_of_successor(p), states_at = p->room * key_words,
                 sources_at = states_at + p->room * words;
    for (size_t i = 0; i < run->count; i++) {
        const uint64_t *key = run->keys + i * key_words, *state = run->states + i * words;
        const size_t owner = state_key_owner(key[key_words - 1], dealing, p->owner_bits);
        uint64_t *base = (uint64_t *)(content + owner * each);
        const size_t at = counts[owner]++;
        for (unsigned w = 0; w < key_words; w++)
            base[at * key_words + w] = key[w];
        for (unsigned w = 0; !p->bare && w < words; w++)
            base[states_at + at * words + w] = state[w];
        if (traced)
            ((uint32_t *)(base + sources_at))[at] = run->sources[i];
    }
}

static void sort_narrow_keys_in_two(sweep_parcels *p, const keyed_run *run)
{
    switch (p->key_words) {
    case 1: sort_keys_in_two(p, run, 1); break;
    case 2: sort_keys_in_two(p, run, 2); break;
    default: sort_keys_in_two(p, run, 3); break;
    }
}

static void sort_run(sweep_parcels *p, const keyed_run *run)
{
    const bool narrow = p->words == 1 && p->key_words == 1;
    if (p->bare && p->owner_bits == 1 && p->key_words <= 3)
        sort_narrow_keys_in_two(p, run);
    else if (narrow && run->sources)
        sort_words(p, run, 1, 1, true);
    else if (narrow)
        sort_words(p, run, 1, 1, false);
    else
        sort_words(p, run, p->words, p->key_words, run->sources);
}

bool sweep_parcels_fill(sweep_parcels *p, const state_set *set, const batch *found,
                        const uint32_t *sources, uint64_t *keys)
{
    sweep_parcels_clear(p);
    p->bare = !sources && state_set_keys_suffice(set);
    if (found->count > p->room) {
        const size_t room = (found->count + found->count / 4) / ROOM_UNIT * ROOM_UNIT + ROOM_UNIT;
        if (!bigarray_reserve_exactly(&p->content, (room << p->owner_bits) * bytes_of_successor(p)))
            return false;
        p->room = room;
    }
    for (size_t at = 0; at < found->count; at += PARCEL_CHUNK) {
        const size_t left = found->count - at;
        const keyed_run run = {.count = left < PARCEL_CHUNK ? left : PARCEL_CHUNK,
                               .keys = keys,
                               .states = found->state + at * p->words,
                               .sources = sources ? sources + at : NULL};
        state_set_keys(set, run.states, run.count, keys);
        sort_run(p, &run);
    }
    return true;
}

sweep_parcel sweep_parcels_of(const sweep_parcels *p, size_t owner)
{
    return (sweep_parcel){.count = p->counts[owner],
                          .states = p->bare ? NULL : parcel_states(p, owner),
                          .keys = parcel_keys(p, owner),
                          .sources = parcel_sources(p, owner)};
}

/* ---- made and freed ------------------------------------------------------------------------- */

bool sweep_parcels_open(sweep_parcels *p, const state_set *set, unsigned owner_bits, unsigned words)
{
    *p = (sweep_parcels){.owner_bits = owner_bits,
                         .words = words,
                         .key_words = state_set_key_words(set),
                         .dealing = state_set_dealing(set)};
    p->counts = calloc((size_t)1 << owner_bits, sizeof *p->counts);
    return p->counts;
}

void sweep_parcels_clear(sweep_parcels *p)
{
    memset(p->counts, 0, sizeof *p->counts << p->owner_bits);
}

void sweep_parcels_close(sweep_parcels *p)
{
    bigarray_free(&p->content);
    free(p->counts);
}

size_t sweep_parcels_memory(const sweep_parcels *p)
{
    size_t count = 0;
    for (size_t o = 0; o < (size_t)1 << p->owner_bits; o++)
        count += p->counts[o];
    return count * (bytes_of_successor(p) - (p->bare ? p->words * sizeof(uint64_t) : 0));
}
