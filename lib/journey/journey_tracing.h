/* journey_tracing.h - a journey's tree of choices, guards and results in a file, as it goes. */
#ifndef JOURNEY_JOURNEY_TRACING_H
#define JOURNEY_JOURNEY_TRACING_H

#include "base/strbuf.h"
#include "journey/trace/tree_trace.h"
#include "wgcq_journey.h"

typedef struct journey_tracing {
    tree_trace *tree;
    wgcq_journey *top; /* the journey itself: results are its own, and what is saved its choices */
    size_t (*show)(const void *state, char *text, size_t size); /* or NULL */
    char *shown;                                                /* of a result */
    size_t shown_room;
    strbuf choices; /* as text */
    wgcq_error error;
} journey_tracing;

/* 0, or an error; `top` is open.  Close it also after a failure. */
int tracing_open(journey_tracing *t, wgcq_journey *top, const wgcq_iterator_options *wanted,
                 wgcq_error *err);
/* A commit, which says what ended the search.  0, or an error. */
int tracing_save(journey_tracing *t, tree_end end, wgcq_error *err);
/* A second has passed since the last one. */
bool tracing_is_due(const journey_tracing *t);
/* Rows that are not saved are lost. */
void tracing_close(journey_tracing *t);

/* Note a step that a run takes for the first time (journey_is_traced).  False: an error of the
   journey. */
bool tracing_choice(wgcq_journey *j, tree_kind kind, int64_t value);
bool tracing_guard(wgcq_journey *j, bool holds, const char *name);
void tracing_failure(wgcq_journey *j, tree_outcome outcome);
/* `sub` begins, and is traced. */
bool tracing_nested(wgcq_journey *j, wgcq_journey *sub, tree_kind kind);
/* Behind it. */
bool tracing_then(wgcq_journey *j, const wgcq_journey *sub);

/* Called for a traced journey before a run, behind a checkpoint, where the last choice has
 * advanced. */
void tracing_run(wgcq_journey *j);
void tracing_checkpoint(wgcq_journey *j);
void tracing_advanced(wgcq_journey *j);

#endif
