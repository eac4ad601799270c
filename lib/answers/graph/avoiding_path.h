/*
 * avoiding_path.h - the least from a state to a goal that keeps off a given way.
 *
 * What is left at the least (least.h) may lead over states that a plan has passed already.  Where
 * plans are sought among many parts of plans that can only go round in circles, this says exactly
 * what a part can still come to, or that it comes to nothing.
 */
#ifndef ANSWERS_GRAPH_AVOIDING_PATH_H
#define ANSWERS_GRAPH_AVOIDING_PATH_H

#include "answers/graph/cost_distance.h"

/* The states of a way: those whose stamp is `now`. */
typedef struct path_marks {
    uint32_t *stamp; /* [states + 1] */
    uint32_t current;
} path_marks;

bool path_marks_open(path_marks *m, uint32_t states);
void path_marks_clear(path_marks *m, uint32_t states); /* from here on no state is on the way */
void path_marks_close(path_marks *m);

static inline bool path_marks_has(const path_marks *m, uint32_t state)
{
    return m->stamp[state] == m->current;
}

typedef struct avoiding_path avoiding_path;
int avoiding_path_new(avoiding_path **out, const cost_distance *dist, wgcq_error *err);
/* The least from `from`, which is itself on the way, into cost [width]; *found false: there is
   none.  Adds the states it looked at to *effort. */
int avoiding_path_find(avoiding_path *search, uint32_t from, const path_marks *path, int64_t *cost,
                       bool *found, uint64_t *effort, wgcq_error *err);
void avoiding_path_free(avoiding_path *search);

#endif
