/*
 * graph_answers.h - questions over an explored graph.
 *
 * Everything here reads a graph (space/graph.h) and knows neither how it was explored nor where it
 * is kept.  ask.c and show.c put questions to a stored trace in these terms; solve.c settles a run.
 */
#ifndef ANSWERS_GRAPH_GRAPH_ANSWERS_H
#define ANSWERS_GRAPH_GRAPH_ANSWERS_H

#include "space/graph.h"

#define UNREACHABLE UINT32_MAX

/* Fewest moves from each state to a goal; [states + 1], UNREACHABLE where there is none.  malloc'd.
 */
int distances_to_goal(uint32_t **out, const graph *g, const graph_back *back, wgcq_error *err);
/* Fewest moves from a start. */
int distances_from_start(uint32_t **out, const graph *g, wgcq_error *err);

/* In a graph that was not explored to its end: the states that may have moves which it does not
   hold; [states + 1], malloc'd.  A state that has no moves at all cannot be told from one that was
   not expanded, and counts as open. */
int graph_unexpanded(bool **out, const graph *g, wgcq_error *err);
/* Those of them that matter to plans, which end at a goal: no goals. */
int graph_open_states(bool **out, const graph *g, wgcq_error *err);
/* Fewest moves from each state to an open one that is no goal. */
int distances_to_open(uint32_t **out, const bool *open, const graph *g, const graph_back *back,
                      wgcq_error *err);
/* There: takes back what is not proved (UNREACHABLE). */
int distances_drop_unproved(uint32_t *to_goal, const graph *g, const graph_back *back,
                            wgcq_error *err);
/* There: takes back the fewest moves from a start that are not proved (UNREACHABLE). */
void depths_drop_unproved(uint32_t *depth, const graph *g);

/* Costs in the order of their weight: numbers of declared costs, -1 for `moves`. */
typedef struct cost_order {
    size_t count;
    const int *costs;
} cost_order;

/* The optimal plans by `by` (compared in that order; what is left equal is decided by fewest moves,
   and that is part of being optimal): their costs and how many there are, exactly. */
typedef struct optimum {
    bool found;
    int64_t *cost;   /* [by.count], the least                        */
    uint32_t length; /* moves of each of them                        */
    char *count;     /* decimal */
} optimum;
int optimum_find(optimum *out, const graph *g, const graph_back *back, cost_order order,
                 wgcq_error *err);
void optimum_free(optimum *o);
/* In a graph that was not explored to its end: whether o, found in it, is proved all the same.
 *cost: no plan costs less in o->cost; *count: o's length and count are right as well. */
int optimum_prove(bool *cost, bool *count, const optimum *o, const graph *g, cost_order order,
                  wgcq_error *err);
/* There: the costs by `by`, then the moves unless they are named, that a plan which is not in it
   has at the least; malloc'd, NULL where the graph holds all plans. */
int optimum_frontier_bound(int64_t **out, const graph *g, cost_order order, wgcq_error *err);
/* The least and the most that a plan which is optimal by `by` costs in declared cost number `cost`;
   COST_BEYOND for what does not fit. */
int optimum_range(int64_t *fewest, int64_t *most, const graph *g, const graph_back *back,
                  cost_order order, int cost, wgcq_error *err);

/* Plans, best first: those that visit no state twice and end at the first goal they meet, by the
   costs in `by`, then by moves, then by the order of the edges.  Lazy.  With only_optimal just the
   optimal ones (which need no check for loops). */
typedef struct k_best k_best;
int k_best_new(k_best **out, const graph *g, const graph_back *back, cost_order order,
               bool only_optimal, wgcq_error *err);
/* 0: `length` edges (numbers into g->dst, g->move), from state `start`; good until the next call.
   WGCQ_DONE: those were all.  Costs that do not fit are not reported here, for the plan may not be
   needed any more, but by k_best_add_up; up to the first such plan the order is as above.  With
   only_optimal they are WGCQ_ERUN at once.  The monitor is looked at from time to time. */
int k_best_next(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                const wgcq_monitor *monitor, wgcq_error *err);
/* What a plan costs, -1 for its moves; COST_BEYOND where that does not fit. */
int64_t k_best_cost(const graph *g, int cost, uint32_t length, const uint64_t *edges);
/* The same; WGCQ_ERUN where it does not fit. */
int k_best_checked_cost(int64_t *out, const graph *g, int cost, uint32_t length,
                        const uint64_t *edges, wgcq_error *err);
/* From now on WGCQ_DONE also comes when this many steps (parts of plans made, states looked at)
   have been taken in all, or parts of plans take that many bytes; k_best_out_of_budget tells it
   from the end. 0: any number. */
void k_best_set_budget(k_best *p, uint64_t effort, size_t bytes);
bool k_best_out_of_budget(const k_best *p);
void k_best_free(k_best *p);
/* How many such plans there are.  Takes as long as there are many, but no memory beyond the
 * graph's. */
int count_simple_paths(uint64_t *out, const graph *g, const graph_back *back,
                       const wgcq_monitor *monitor, wgcq_error *err);

/* Bytes that the answers above take at the most beside the graph, all but the parts of plans and
   the digits of great counts: with plans by so many costs, or (0) distances alone. */
size_t answer_memory(uint32_t states, size_t costs);

/* A plan in a model's own terms. */
typedef struct plan_view {
    uint32_t length;
    const uint64_t *states; /* length + 1, words each             */
    const uint32_t *moves;  /* length                             */
    const int64_t *costs;   /* length, costs each; NULL: not told */
} plan_view;

/* What replays plans: the starts, and the model's second evaluator.  Plans share most of their
   steps: what it has confirmed is not told again. */
typedef struct plan_checker {
    const wgcq_model *model;
    void *worker; /* lent */
    batch starts, successors;
    struct visited *confirmed; /* steps: state, state, move, costs */
    uint64_t *step;            /* room for one                     */
} plan_checker;
int plan_checker_open(plan_checker *out, const wgcq_model *model, void *worker, wgcq_error *err);
/* Makes the plan move by move.  0, or WGCQ_ERUN naming the step that is not possible. */
int plan_checker_replay(plan_checker *c, const plan_view *plan, wgcq_error *err);
void plan_checker_close(plan_checker *c);

#endif
