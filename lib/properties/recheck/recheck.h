/*
 * recheck.h - verdicts and paths of properties over time held to their definitions.
 *
 * properties/decide.h finds them by strongly connected components; here is none.  That a property
 * holds is shown by greatest fixpoints: from a set of states all are removed, time and again, that
 * cannot go on for ever as a violation has to (Emerson and Lei, Science of Computer Programming 8,
 * 1987).  Nothing is left if and only if there is no violation: of what is left, a component that
 * is never left again is fair.  Slower, and short.
 *
 *   recheck.c      conditions and fair actions
 *   fixpoints.c    whether anything violates a property
 *   recheck_path.c whether a path does
 */
#ifndef PROPERTIES_RECHECK_RECHECK_H
#define PROPERTIES_RECHECK_RECHECK_H

#include "base/strbuf.h"
#include "graph/reversed_graph.h"

/* One label of a fairness condition, or ANY_LABEL of it. */
typedef struct fair_action {
    size_t fair; /* of the model */
    uint32_t label;
} fair_action;
#define ANY_LABEL UINT32_MAX

typedef struct recheck {
    const graph *g; /* closed, with states and marks */
    const wgcq_model *model;
    void *worker;
    const char *const *labels; /* [label_count] of the graph's moves */
    uint32_t label_count;
    const uint8_t *open; /* [states + 1] not 0: not all of its successors are in the graph */
    /* made by recheck_open: */
    uint8_t *truths; /* [states + 1][properties] */
    uint8_t *has;    /* [fair][label_count] whether the label is one of it */
    fair_action *actions;
    size_t action_count, action_room;
    reversed_graph back;
    uint8_t *set;   /* [states + 1] a set of states ... */
    uint8_t *leads; /* ... and those that lead to something within it */
    uint32_t *queue;
    progress_clock clock;
    wgcq_error *err;
} recheck;

/* The caller has set what stands above. 0, WGCQ_EMEMORY, WGCQ_EINTERRUPT, or WGCQ_ERUN where a
   condition fails; recheck_close follows in each case. */
int recheck_open(recheck *r);
void recheck_close(recheck *r);

/* Whether some fair path, state or move violates the property; bounded states decide nothing.  The
   graph is whole: what is open is bounded. */
int recheck_is_violated(recheck *r, size_t property, bool *violated);

/* From a start along edges [stem + cycle] of the graph. */
typedef struct violating_path {
    uint32_t start, stem, cycle;
    const uint64_t *edges;
} violating_path;
/* Appends to `why` what is wrong with it; nothing where it violates the property. */
int recheck_path(recheck *r, size_t property, const violating_path *p, strbuf *why);

static inline uint8_t recheck_truth(const recheck *r, uint32_t state, size_t property)
{
    return r->truths[state * r->model->property_count + property];
}
/* Whether the action has the label. */
static inline bool action_has(const recheck *r, const fair_action *a, uint32_t label)
{
    return a->label == ANY_LABEL ? r->has[a->fair * r->label_count + label] : a->label == label;
}
/* The edge with that label and those ends; UINT64_MAX: there is none. */
uint64_t recheck_find_edge(const recheck *r, uint32_t src, uint32_t dst, const char *label);
/* Whether some edge of the state has. */
bool recheck_is_enabled(const recheck *r, const fair_action *a, uint32_t state);

#endif
