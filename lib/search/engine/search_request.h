/* search_request.h - what a search is asked for, and what it comes to. */
#ifndef SEARCH_ENGINE_SEARCH_REQUEST_H
#define SEARCH_ENGINE_SEARCH_REQUEST_H

#include "model/model.h"

/* Rows stored by an earlier run over the same model, which are not handed over again: of one
   process all of them, of a rank its own.  States 1..expanded of the run were expanded, which gave
   so many edges and rejections; by ranks these are whole levels.  Read during the first step, and
   not afterwards. */
typedef struct search_past {
    uint32_t states, expanded; /* of all ranks, as what follows */
    uint64_t edges, rejections;
    uint32_t own;
    const uint64_t *state; /* [own][words], by ascending number   */
    const uint8_t *marks;  /* [own]                               */
    const uint32_t *depth; /* [own], ascending; NULL by ranks     */
    /* By ranks alone; one process has it all: */
    const uint32_t *number; /* [own]; NULL: 1, 2, 3, ... */
    uint32_t last_depth;    /* of the last state, and of all beyond `expanded` */
    uint64_t goals, starts;
    uint32_t goal_depth; /* where there are goals, of the first */
    uint64_t ends;       /* of the states beyond `expanded`, that are not to be expanded */
} search_past;

/* Bytes that the receiver of the rows holds, and the most it will hold after exploring, when the
   search has freed its own. */
typedef struct search_receiver_memory {
    size_t now, at_end;
} search_receiver_memory;

/* For tests; 0 is the default of each. */
typedef struct search_hooks {
    bool ordered;       /* --trace none: by the order of discovery, as those that keep something */
    int set_kind;       /* 1 + a state_set_kind; 0: the best; 4: direct, not from the beginning */
    size_t wide_level;  /* states of a level that threads share */
    int sharing;        /* a speedup_kind */
    size_t trail_bytes; /* kept of past levels for the plan, or a byte a state; no whole levels */
    size_t waiting_states; /* found before shortest plans wait to be counted */
    size_t spill_bytes;    /* in files from the beginning, with so many bytes of memory */
    unsigned spill_delay;  /* in files new states are looked up among old ones so much later */
    size_t packet_words;   /* room of a message between ranks */
} search_hooks;

typedef struct search_options {
    wgcq_order order;
    wgcq_stop stop;
    unsigned rows;       /* enum row_kind: what is handed over */
    const int *minimize; /* cost numbers, -1 for `moves`, most important first */
    size_t minimize_count;
    /* 0: no limit.  max_memory includes receiver_memory; one batch of states may exceed it. */
    uint64_t max_states, max_depth, max_memory;
    const char
        *memory_limit_text; /* what a run that ends at max_memory reports; NULL: "--max-memory N" */
    double max_time;        /* seconds; 0: no limit */
    double seconds_before;  /* of them, spent before the search */
    unsigned threads;       /* >= 1; only breadth-first uses more than one */
    /* Breadth-first: count the shortest plans and extract one.  Not needed where
       the receiver of the rows builds a graph. */
    bool count_shortest;
    bool no_plan; /* ... or extract none */
    /* A folder in which a search with --trace none continues when its memory is full; NULL: it ends
       there.  And a text about it: a later search with another one is refused.  One that hands over
       rows has its states in files there from the beginning. */
    const char *spill, *spill_about;
    uint64_t spill_every; /* states between two commits there; 0: about a second's */
    /* From both ends: what leads to the model's states; or NULL, as a limit of the run came while
       it was made. */
    model_inverse *inverse;
    bool inverse_ended;
    const struct wgcq_exchange *exchange; /* with other ranks; NULL: alone */
    bool rows_to_first;                   /* rank 0 hands over those of all */
    search_hooks hooks;
    /* Breadth-first without count_shortest; alone without --stop first: where to continue.  NULL:
       from the initial states. */
    const search_past *past;
    /* Called every few states where it is not NULL; `frontier` states are not expanded yet.  A
       text ends the run at a limit of that name. */
    const char *(*limit_reached)(void *self, uint64_t frontier);
    void *limit_self;
    search_receiver_memory (*receiver_memory)(void *self); /* called as often; NULL: 0 */
    void *receiver_memory_self;
} search_options;

typedef enum search_end {
    SEARCH_COMPLETE,    /* everything reachable was explored                   */
    SEARCH_STOPPED,     /* at --stop first or shortest                         */
    SEARCH_LIMIT,       /* at a limit; `limit` says which                      */
    SEARCH_INTERRUPTED, /* by the monitor                                        */
} search_end;

/* Result of one check (engine/checks.h). */
typedef struct search_checked {
    uint64_t states; /* that violate it, or stand in a deadlock */
    uint32_t depth;  /* of the nearest of them */
} search_checked;

/* length + 1 states of `words` words, length moves; malloc'd.  NULL: there is none. */
typedef struct search_path {
    uint32_t length;
    uint64_t *states;
    uint32_t *moves;
} search_path;

typedef struct search_result {
    search_end end;
    char limit[160]; /* "--max-states 1000" and the like; "" without one          */
    uint64_t states, edges, rejections, starts, goals, memory; /* `edges`: as reported */
    /* Breadth-first: states 1..expanded were expanded or are end states.  At a limit the next one
       may have been expanded in part: its edges are right, but not all of them. */
    uint64_t expanded;
    /* Depth of the deepest state, in the tree of first discoveries (breadth-first: its fewest
       moves). */
    uint32_t depth;
    double seconds;
    unsigned threads;                   /* that explored; 0 stands for the search's own alone */
    bool memory_full;                   /* its limit was that of memory */
    uint64_t files_written, files_read; /* bytes, where it continued in files */
    bool files_kept;                    /* for a later search to resume */
    /* By whole levels, where no rows are wanted: of each check, malloc'd, NULL without any; and a
       shortest path to the nearest violation, the first of those. */
    search_checked *checked;
    search_path counterexample;
    /* A limit left no room for all initial states. */
    bool starts_incomplete;
    uint32_t first_goal; /* number of the first goal found; 0: none                   */

    /* Breadth-first: all states of at most this depth were found, with every edge into them that
       lies on a shortest path; UINT32_MAX when complete.  Other orders: UINT32_MAX when complete,
       else 0. */
    uint32_t proved_depth;
    /* Orders by cost: a goal was taken from the queue, so no cheaper solution exists. */
    bool proved_cheapest;
    /* From both ends: the states found from the goals, which are in no other figure; and whether no
       goal can be reached, as no start is among all that lead to one. */
    uint64_t states_from_goals;
    unsigned rounds; /* of iterative deepening */
    bool proved_none;

    /* Breadth-first: fewest moves to a goal, and how many plans have that many (decimal, malloc'd;
       NULL where that is not proved). */
    bool shortest_known;
    uint32_t shortest;
    char *shortest_count;
    /* One of the shortest plans (breadth-first), or the first found.
       The shortest one is chosen by content: it ends in the goal of the least packed state
       (model_state_before) among those of the least depth that were found; each state on it is
       the least packed one of the depth before that was expanded and leads to the next; each move
       that does is the one whose label comes first by bytes. */
    search_path plan;
} search_result;

/* A lower bound on the cost of every plan that is not in the explored graph yet, because a state on
   it is still to be expanded. */
typedef struct search_bound {
    bool known;  /* false: the order gives none, or a state was too deep to be expanded */
    bool strict; /* they cost more than `bound`, not as much */
    unsigned width;
    const int
        *costs; /* [width] cost numbers, most important first; -1 for moves, which is among them */
    const int64_t *bound; /* [width]; NULL: there is no such plan; valid until the next step */
    uint64_t goals;       /* goals found (breadth-first) or taken from the queue: when it grows, an
                             optimal plan may have been found */
} search_bound;

/* Traits of a search order. */
typedef struct order_traits {
    bool needs_estimate; /* the model must have one */
    bool by_cost;      /* the minimized costs decide: the first goal taken out is a cheapest one */
    bool bounds_plans; /* search_frontier_bound gives a bound */
} order_traits;

void search_path_free(search_path *path); /* there is none, afterwards */
void search_result_free(search_result *result);

#endif
