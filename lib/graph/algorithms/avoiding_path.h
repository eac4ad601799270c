/*
 * avoiding_path.h - the least cost from a state to a goal that avoids the states of a given path.
 *
 * The distance to a goal (cost_distance.h) ignores that a plan may not repeat a state.  This is the
 * exact cost of completing a partial plan without a repetition, or the proof that it has no
 * completion.
 */
#ifndef GRAPH_ALGORITHMS_AVOIDING_PATH_H
#define GRAPH_ALGORITHMS_AVOIDING_PATH_H

#include "graph/algorithms/cost_distance.h"

/* A set of states that is cleared in constant time: those whose stamp is `current`. */
typedef struct path_marks {
    array_home *home; /* the graph's */
    uint32_t *stamp;  /* [states + 1] */
    uint32_t current;
} path_marks;

bool path_marks_open(path_marks *m, const graph *g);
void path_marks_clear(path_marks *m, uint32_t states);
void path_marks_close(path_marks *m);

static inline bool path_marks_has(const path_marks *m, uint32_t state)
{
    return m->stamp[state] == m->current;
}

/* 0 is never current. */
static inline void path_marks_remove(path_marks *m, uint32_t state)
{
    m->stamp[state] = 0;
}

typedef struct avoiding_path avoiding_path;
int avoiding_path_new(avoiding_path **out, const cost_distance *dist, wgcq_error *err);
/* The least cost from `from`, which is on the path itself, into cost [width]; *found false: no goal
   can be reached.  Adds the number of expanded states to *effort. */
int avoiding_path_find(avoiding_path *search, uint32_t from, const path_marks *path, int64_t *cost,
                       bool *found, uint64_t *effort, wgcq_error *err);
void avoiding_path_free(avoiding_path *search);

#endif
