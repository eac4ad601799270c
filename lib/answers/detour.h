/*
 * detour.h - the least from a state to a goal that keeps off a given way.
 *
 * What is left at the least (least.h) may lead over states that a plan has passed already.  Where
 * plans are sought among many parts of plans that can only go round in circles, this says exactly
 * what a part can still come to, or that it comes to nothing.
 */
#ifndef ANSWERS_DETOUR_H
#define ANSWERS_DETOUR_H

#include "answers/least.h"

/* The states of a way: those whose stamp is `now`. */
typedef struct way_marks {
    uint32_t *stamp; /* [states + 1] */
    uint32_t now;
} way_marks;

bool way_marks_open(way_marks *m, uint32_t states);
void way_marks_none(way_marks *m, uint32_t states); /* from here on no state is on the way */
void way_marks_close(way_marks *m);

static inline bool on_way(const way_marks *m, uint32_t state)
{
    return m->stamp[state] == m->now;
}

typedef struct detour detour;
int detour_new(detour **out, const least *l, wgcq_error *err);
/* The least from `from`, which is itself on the way, into cost [width]; *found false: there is
   none.  Adds the states it looked at to *effort. */
int detour_find(detour *d, uint32_t from, const way_marks *way, int64_t *cost, bool *found,
                uint64_t *effort, wgcq_error *err);
void detour_free(detour *d);

#endif
