/*
 * tree_part.h - a part of a tree of choices, searched by one thread at a time.
 *
 * The parts of a tree are a list in the order of their results.  One is begun by given choices, of
 * which all but the last have no alternatives, and is split at its first choice that has some: they
 * become the part behind it.  So choices before that are the same in all of its runs from then on,
 * its path.
 */
#ifndef JOURNEY_ITERATE_TREE_PART_H
#define JOURNEY_ITERATE_TREE_PART_H

#include "journey/iterate/determinism_check.h"
#include "journey/journey.h"

/* Results, one behind the other. */
typedef struct result_queue {
    unsigned char *bytes;
    size_t filled, room;
    size_t read;
} result_queue;

typedef enum part_status {
    PART_WAITS, /* for a thread */
    PART_RUNS,
    PART_FULL, /* its results are to be read first */
    PART_HELD, /* until it is the first, and begun anew */
    PART_ENDED
} part_status;

typedef struct tree_part {
    struct tree_part *next;
    part_status status;
    bool dropped; /* an earlier part has cut it off; its thread frees it */
    /* A journey that bounds itself knew the best result of all before it when it began; it came to
       where that matters, and did not. */
    bool alone, to_be_alone;
    bool has_best_before; /* of the first part: the best result before it */
    int64_t best_before;
    uint64_t given_out; /* results of it that were returned               */
    uint64_t skips;     /* so many are found again, since it was begun anew */

    wgcq_journey journey;
    determinism_check check;
    choice_source source;
    wgcq_error error;
    unsigned char *state;
    uint64_t *given; /* of the source; borrowed by the first part */
    bool owns_given;

    uint64_t *path;           /* choices that have no alternatives left here */
    unsigned char *committed; /* of each whether a cut has committed to it: what differs there first
                                 is dropped */
    size_t path_count, path_room, committed_room;

    result_queue filling; /* by its thread                         */
    result_queue ready;   /* to be read                            */
    double since;         /* seconds when it was begun or split    */
} tree_part;

/* NULL: no memory. */
tree_part *tree_part_new(const wgcq_iterator_options *wanted, wgcq_journey_fn *fn,
                         const void *initial, size_t size);
void tree_part_free(tree_part *p);
/* Begins its journey by these choices; false: no memory. */
bool tree_part_begin(tree_part *p, const uint64_t *given, size_t count, size_t fixed, bool copies);
/* The part behind it: the alternatives of its first choice that has some, which it loses.  NULL:
   there are none, or no memory, and it keeps them. */
tree_part *tree_part_split(tree_part *p, const wgcq_iterator_options *wanted);
/* Before its beginning, and whole again: what is split from it is to be freed. */
void tree_part_begin_anew(tree_part *p);
/* Whether `later` was split from `p`, or from what was. */
bool tree_part_has_split(const tree_part *p, const tree_part *later);
/* Whether the cuts of `p`, which has ended, drop `later`. */
bool tree_part_drops(const tree_part *p, const tree_part *later);

/* Appends the result of the journey; false: no memory. */
bool result_queue_add(result_queue *q, const wgcq_journey *j);
/* Moves all of `from` behind those in `to`; false: no memory. */
bool result_queue_move(result_queue *to, result_queue *from);
/* The cost of the next result, and whether the journey had bounded itself when it was found. */
int64_t result_queue_cost(const result_queue *q, bool *bounded);
void result_queue_skip(result_queue *q);
/* The next result becomes that of the journey: state, choices, moves, cost.  False: no memory, an
   error of the journey. */
bool result_queue_read(result_queue *q, wgcq_journey *j);
static inline bool result_queue_is_empty(const result_queue *q)
{
    return q->read == q->filled;
}

#endif
