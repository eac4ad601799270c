/* plan_moves.h - the texts of a plan's moves. */
#ifndef ANSWERS_QUERY_PLAN_MOVES_H
#define ANSWERS_QUERY_PLAN_MOVES_H

#include "base/cursor.h"
#include "graph/graph.h"
#include "trace/trace.h"

/* The moves of `length` edges, appended. */
int plan_moves_put(cursor_texts *out, wgcq_trace *trace, const graph *g, uint32_t length,
                   const uint64_t *edges, wgcq_error *err);

#endif
