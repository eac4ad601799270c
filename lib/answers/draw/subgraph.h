/* subgraph.h - which states and edges of an explored graph are drawn. */
#ifndef ANSWERS_DRAW_SUBGRAPH_H
#define ANSWERS_DRAW_SUBGRAPH_H

#include "graph/algorithms/cost_distance.h"
#include "trace/trace.h"
#include "wgcq_trace.h"

/* A picture of more cannot be read. */
enum { SMALL_NODES = 100, SMALL_EDGES = 300 };

typedef enum subgraph_kind {
    SUBGRAPH_ALL,
    SUBGRAPH_SHORTEST,
    SUBGRAPH_CHEAPEST,
    SUBGRAPH_AROUND
} subgraph_kind;

/* A solution, or the path that violates a property; neither: none. */
typedef struct drawn_path {
    int64_t solution;
    char *property; /* malloc'd */
} drawn_path;

static inline bool path_is_drawn(const drawn_path *p)
{
    return p->solution || p->property;
}

typedef struct subgraph {
    graph *g;
    subgraph_kind kind;
    drawn_path around, marked;
    uint64_t radius, depth;
    bool has_depth;                     /* only states at most so deep */
    bool is_default;                    /* a part that was not requested: all is too large       */
    bool *chosen;                       /* [states + 1]                                          */
    uint32_t *from_start;               /* [states + 1]: fewest moves; NULL: not needed          */
    cost_distance left;                 /* by what the plans are best; or zero                   */
    uint32_t best;                      /* a start of the best plans; 0: none                    */
    bool proved;                        /* that those are the best plans, and all of them        */
    bool *marked_states, *marked_edges; /* [states + 1], [edges]: the marked path's; or NULL     */
    uint32_t states;
    uint64_t edges; /* in it */
} subgraph;

/* WGCQ_EREQUEST: there is no such solution, no goal.  WGCQ_DONE: proved that there is no plan to
   draw.  WGCQ_EUNKNOWN: no plan was found, or none is proved shortest.  Free it also after an
   error.
 */
int subgraph_make(subgraph *out, wgcq_trace *trace, const wgcq_draw_options *how, wgcq_error *err);
/* Whether no plan outside of the graph is as good as those from `best`, by their costs `left`. */
int subgraph_prove_best(bool *proved, const cost_distance *left, uint32_t best,
                        const trace_facts *facts, cost_order order, wgcq_error *err);
/* Whether edge e, which leaves s, is drawn. */
bool subgraph_has(const subgraph *sub, uint32_t s, uint64_t e);
/* Appends "solution 2", "the path of 'it ends'". */
void subgraph_describe_path(strbuf *out, const drawn_path *path);
/* Appends "the shortest plans", "all", ... */
void subgraph_describe(strbuf *out, const subgraph *sub);
void subgraph_free(subgraph *s);

#endif
