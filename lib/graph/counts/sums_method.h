/*
 * sums_method.h - plan_sums.h as a method of count_simple_paths.
 */
#ifndef GRAPH_COUNTS_SUMS_METHOD_H
#define GRAPH_COUNTS_SUMS_METHOD_H

#include "graph/counts/plan_sums.h"

/* A plan_method's count; its self is the monitor, or NULL. */
int plan_sums_as_method(char **count, void *monitor, const cost_distance *to_goal,
                        const plan_count_hooks *hooks, wgcq_error *err);

/* plan_sums_by_cost, which says through the monitor what it does. */
int plan_sums_as_answer(cost_series *out, const graph *g, const reversed_graph *back, int cost,
                        int64_t most, const wgcq_monitor *monitor, wgcq_error *err);

/* Says what a count is about to do, or why it can't. */
void sums_forecast_text(char *text, size_t size, const sums_forecast *f);

#endif
