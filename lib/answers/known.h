/*
 * known.h - the plans of what is explored so far, best first, while exploring goes on.
 *
 * They are told from a copy of the graph, which is made anew when its owner finds that worth while:
 * what came after the copy is not in them.
 */
#ifndef ANSWERS_KNOWN_H
#define ANSWERS_KNOWN_H

#include "answers/answers.h"

typedef struct known {
    const graph *of; /* lent; may grow */
    weighing by;     /* lent */
    size_t most;     /* bytes that parts of plans may take; 0: any number */
    graph *g;        /* the copy; NULL before the first */
    graph_back back;
    plans *from;
    bool there; /* a plan is being looked at: */
    uint32_t start, length;
    const uint64_t *edges; /* numbers into g     */
    int64_t *cost;         /* [by.count]         */
} known;

int known_open(known *out, const graph *of, weighing by, size_t most, wgcq_error *err);
/* Copies the graph as it stands; plans begin with the best again.  On trouble there is no copy. */
int known_renew(known *k, wgcq_error *err);
/* 0: a plan is there, the same until known_pass; WGCQ_DONE: no more in this copy; WGCQ_LIMIT: more
   are not told, because of what they take. */
int known_look(known *k, const wgcq_watch *watch, wgcq_error *err);
void known_pass(known *k);
/* Whether the graph has more edges than the copy. */
bool known_is_stale(const known *k);
size_t known_memory(const known *k); /* of the copy */
void known_close(known *k);

#endif
