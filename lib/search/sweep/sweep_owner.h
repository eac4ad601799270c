/*
 * sweep_owner.h - one owner's part of a sweep: which states were reached, and the next level's.
 *
 * The states are shared out among owners by their keys, so that each can take its own without the
 * others.  Where a set has a bit for each state, an owner may also take whatever is new: to a set
 * that all share, or to a copy of its own.  Owners with copies log what they find, and learn of
 * each other's states before the level ends.  While plans are counted, an owner also keeps for each
 * state of the next level the number of shortest paths to it and its least predecessor: the one of
 * the least packed state.  Neither depends on the order in which states come.
 */
#ifndef SEARCH_SWEEP_OWNER_H
#define SEARCH_SWEEP_OWNER_H

#include "search/engine/checks.h"
#include "search/engine/engine.h"
#include "space/frontier.h"
#include "space/repeats.h"
#include "space/sets/state_set.h"

typedef struct sweep_owner {
    state_set *set;
    bool borrows_set; /* it is the first owner's */
    bool logs;        /* the set is one of several copies */
    bigarray log;     /* uint32_t: keys of new states, which the other copies do not know of */
    size_t logged;
    bigarray yielded; /* uint32_t: keys of those that another owner has, and keeps */
    size_t yielded_count;
    frontier next;
    size_t place;          /* of `next` among those of all owners, where they are joined */
    repeats repeats;       /* of `next`, while it is traced */
    uint64_t edges, goals; /* of the level being expanded */
    bool notes_goals;      /* until plans are counted */
    bigarray goal;         /* uint32_t: goals in `next` */
    size_t goal_count;
    checks checks;   /* of the new states; without any where it was not opened */
    uint32_t most;   /* states of its part of a level */
    bool full;       /* it took less than it was given: max_bytes of the set was met ... */
    bool level_full; /* ... or `most` */
    struct owner_slice *slice; /* scratch memory */
    int code;                  /* in a round of several threads */
    wgcq_error err;            /* last: it keeps the next owner out of this one's cache lines */
} sweep_owner;

/* Successors that belong to one owner; `sources` are indices into the level that is expanded, NULL
   where it is not traced.  `keys` NULL: to be computed; `states` NULL: the keys suffice. */
typedef struct sweep_parcel {
    size_t count;
    const uint64_t *states, *keys;
    const uint32_t *sources;
    bool at_once; /* other owners with copies may find them, too: sweep_owner_keep */
} sweep_parcel;

/* Makes *o, with the set, which is taken over unless it is borrowed, for `most` states of a level
   of the model, which is kept like `like`; safe to close also after a failure. */
int sweep_owner_open(sweep_owner *o, const wgcq_model *model, state_set *set, bool borrows,
                     uint32_t most, const frontier *like, wgcq_error *err);
/* As sweep_owner_open, with a new set of the kind that the run's options say, within its
   --max-memory. */
int sweep_owner_open_with_set(sweep_owner *o, const engine *r, const frontier *like);
/* Room for `states` of the next level.  False: no memory. */
bool sweep_owner_reserve(sweep_owner *o, size_t states);
/* Takes the successors; `from` is the level that is expanded, NULL for initial states, which each
   have one way.  Stops early where the owner becomes full. */
int sweep_owner_take(sweep_owner *o, const wgcq_model *model, void *worker,
                     const sweep_parcel *parcel, const frontier *from, wgcq_error *err);
/* All ways to the next level are counted, and its origins are the least predecessors; `from` is the
   level that is expanded.  Nothing is done where the level is not traced. */
int sweep_owner_settle(sweep_owner *o, const wgcq_model *model, const frontier *from,
                       wgcq_error *err);
/* Owners with copies, after they took parcels at once, whose states are the last ones of their next
   levels and have no marks yet.  First each learns of the states of each other one; `goes_first`:
   this owner is before the other.  Then each keeps those of its own that it has not yielded, and
   marks them; in the end all logs are cleared. */
int sweep_owner_learn(sweep_owner *o, const sweep_owner *other, bool goes_first, wgcq_error *err);
int sweep_owner_keep(sweep_owner *o, const wgcq_model *model, void *worker, wgcq_error *err);
void sweep_owner_clear_log(sweep_owner *o);
/* The next level is empty again; its states that are logged still are. */
void sweep_owner_begin_level(sweep_owner *o);
/* Counts ways no more; nor notes origins. */
void sweep_owner_uncount(sweep_owner *o);
void sweep_owner_untrace(sweep_owner *o);
size_t sweep_owner_memory(const sweep_owner *o); /* bytes held, without the set */
void sweep_owner_close(sweep_owner *o);

/* Adds the ways to the goals in the next level to the one count of `sum`.  False: no memory. */
bool sweep_owner_add_goal_ways(const sweep_owner *o, bigcount *sum);
/* The index in the next level of the least packed of its goals; there is one. */
uint32_t sweep_owner_least_goal(const sweep_owner *o, const wgcq_model *model);

#endif
