/* sweep_parcels.h - successors of one batch of states, sorted by their owners. */
#ifndef SEARCH_SWEEP_PARCELS_H
#define SEARCH_SWEEP_PARCELS_H

#include "model/model.h"
#include "search/sweep/sweep_owner.h"

enum {
    PARCEL_CHUNK = 2048
}; /* successors whose keys are made and then sorted: they stay in the cache */

typedef struct sweep_parcels {
    unsigned owner_bits, words, key_words;
    key_dealing dealing;
    bool bare;        /* parcels have keys alone: nothing is traced, and keys become states */
    size_t *counts;   /* [1 << owner_bits] */
    size_t room;      /* successors for each owner: all might be one owner's   */
    bigarray content; /* an owner's keys, states and sources, then the next's; memory is taken up
                         only by what was ever there */
} sweep_parcels;

/* False: no memory; safe to close all the same. */
bool sweep_parcels_open(sweep_parcels *p, const state_set *set, unsigned owner_bits,
                        unsigned words);
/* Empties the parcels, for the successors; `sources` may be NULL.  `keys` has room for those of
   PARCEL_CHUNK states.  False: no memory. */
bool sweep_parcels_fill(sweep_parcels *p, const state_set *set, const batch *found,
                        const uint32_t *sources, uint64_t *keys);
void sweep_parcels_clear(sweep_parcels *p);
/* The parcel for the owner. */
sweep_parcel sweep_parcels_of(const sweep_parcels *p, size_t owner);
size_t sweep_parcels_memory(const sweep_parcels *p); /* bytes in use */
void sweep_parcels_close(sweep_parcels *p);

#endif
