/*
 * decide.h - whether the properties over time of a model hold on its explored graph.
 */
#ifndef PROPERTIES_DECIDE_H
#define PROPERTIES_DECIDE_H

#include "graph/reversed_graph.h"
#include "model/model.h"

typedef struct property_verdict {
    bool known; /* false: no counterexample was found, and not all states are expanded */
    bool holds;
    /* A counterexample, where it is known not to hold: edges of the graph, the stem and then the
       cycle.  Without a cycle its last state has no successor; of MODEL_RECOVERABLE it reaches no
       state with the condition; of MODEL_STEP its last edge violates the condition. */
    uint32_t start, stem, cycle;
    uint64_t *edges; /* [stem + cycle], malloc'd */
} property_verdict;

/* Into out [model->property_count].  The graph is closed and has its states and `expanded`;
   `whole`: all of its states are expanded.  States beyond a bound decide nothing, and a property
   that holds does so within it.  0, WGCQ_EMEMORY, WGCQ_EINTERRUPT, or WGCQ_ERUN where evaluating a
   property fails, or a fair label is of two moves; properties_free follows in each case.

   Properties of paths are decided at the same time, by as many threads as the graph says, and as
   fit with it into half of `memory` (bytes; 0: no limit), for the run holds more than these. */
int properties_decide(property_verdict *out, const graph *g, const reversed_graph *back,
                      const wgcq_model *model, void *worker, bool whole, uint64_t memory,
                      wgcq_error *err);
/* The most bytes that deciding them takes of a graph of so many states. */
size_t properties_memory(const wgcq_model *model, uint32_t states);
/* NULL is fine. */
void properties_free(property_verdict *all, size_t count);
/* As the caller of a run has them, into out [model->property_count], which it returns. */
const struct wgcq_property *properties_describe(struct wgcq_property *out,
                                                const property_verdict *all,
                                                const wgcq_model *model);
/* The violated one with the shortest path, the first of several; NULL: all hold, or are not known.
 */
const struct wgcq_property *properties_find_broken(const struct wgcq_property *all, size_t count);
/* "eventually", "leads to" */
const char *property_kind(model_property_form form);

#endif
