/* slice.h - which states and edges of an explored graph are drawn. */
#ifndef ANSWERS_SLICE_H
#define ANSWERS_SLICE_H

#include "answers/answers.h"
#include "trace/trace.h"

/* A picture of more than that shows nothing. */
enum { SMALL_NODES = 100, SMALL_EDGES = 300 };

typedef enum slice_kind { SLICE_ALL, SLICE_SHORTEST, SLICE_AROUND, SLICE_DEPTH } slice_kind;

typedef struct slice {
    graph *g;
    slice_kind kind;
    int64_t around, marked; /* solutions; 0: none                     */
    uint64_t radius, depth;
    bool unasked;         /* it is not what all would be, and nobody named it */
    bool *chosen;         /* [states + 1]                           */
    uint32_t *from_start; /* [states + 1]: fewest moves             */
    uint32_t *to_goal;    /* [states + 1]: fewest moves; or NULL    */
    uint32_t length;      /* of the shortest plans, NO_WAY: none    */
    bool proved;          /* that those are the shortest, and all of them */
    bool *passed, *made;  /* [states + 1], [edges]: by the marked solution; or NULL */
    uint32_t states;
    uint64_t edges; /* in it */
} slice;

/* WGCQ_EREQUEST: there is no such solution, no goal.  WGCQ_DONE: there is no plan to be drawn.
   WGCQ_EUNKNOWN: none was found.  To be freed whatever the answer. */
int slice_make(slice *out, wgcq_trace *trace, const wgcq_slice *how, wgcq_error *err);
/* Whether edge e, which leaves s, is in it. */
bool slice_has(const slice *of, uint32_t s, uint64_t e);
bool slice_is_small(const slice *of);
/* "the shortest plans", "all", ...: in words. */
void slice_words(text *out, const slice *of);
void slice_free(slice *s);

#endif
