/*
 * graph_answers.h - algorithms on an explored graph.
 *
 * Everything here reads a graph (graph/graph.h), independent of how it was explored and where it is
 * stored.  answers/query answers questions in these terms, run/derive_*.c what a run reports.
 *
 *   distances.c           fewest moves to a goal and from a start; which of them are proved
 *   shortest_path.c       a path to a state
 *   partial_graph.c       what a graph that was not explored completely proves of its states
 *   cost_distance.c       least cost vectors: Dijkstra
 *   count_optimal.c       the optimal cost, the number of optimal plans, their range in another
 *                         cost
 *   k_best.c              plans one by one, best first; avoiding_path.c is its exact heuristic
 *   chosen_plan.c         the first of them, chosen by content
 *   pareto.c              the non-dominated cost vectors
 *   count_simple_paths.c  the number of plans without a repeated state
 *   forward_paths.c       the same in one sum where there is no cycle, else how many there are at
 *                         least
 *   walks.c               plans of a given length, which may repeat states; count_walks.c: how many
 *   dominators.c          what every plan passes
 *   answer_memory.c       how much memory the above take
 */
#ifndef GRAPH_ALGORITHMS_GRAPH_ANSWERS_H
#define GRAPH_ALGORITHMS_GRAPH_ANSWERS_H

#include "graph/graph.h"
#include "graph/reversed_graph.h"

#define UNREACHABLE UINT32_MAX

/* Fewest moves from each state to a goal: [states + 1], UNREACHABLE where there is no path.  The
   caller frees it, as all arrays here. */
int distances_to_goal(uint32_t **out, const graph *g, const reversed_graph *back, wgcq_error *err);
/* *right: whether to_goal [states + 1] are these, by a look at each edge and without rows of
   predecessors: goals have 0, all others one more than the least of their successors.  Going down
   by one they then lead to a goal, and no path is shorter. */
int distances_confirm(bool *right, const uint32_t *to_goal, const graph *g, wgcq_error *err);
/* Fewest moves from a start. */
int distances_from_start(uint32_t **out, const graph *g, wgcq_error *err);
/* As above, along paths that end at the first goal they meet, unless plans may pass it. */
int distances_before_goal(uint32_t **out, const graph *g, wgcq_error *err);
/* The depth[to] edges of a path from a start to a state, by its fewest moves; returns the start.
   Chosen by content, as chosen_plan.h says, which the graph therefore has.  0: a run that was cut
   short has the state without the edge that led to it. */
uint32_t shortest_path(uint64_t *edges, const graph *g, const reversed_graph *back,
                       const uint32_t *depth, uint32_t to);

/* In a graph that was not explored completely: the states that may have edges it does not hold;
   [states + 1].  A state without any edge is indistinguishable from an unexpanded one, and counts
   as open.  State 0 stands for the initial states that the graph may lack: it is open where its run
   ended before all were taken. */
int graph_unexpanded(bool **out, const graph *g, wgcq_error *err);
/* Open states that are no goals: plans end at a goal. */
int graph_open_states(bool **out, const graph *g, wgcq_error *err);
/* Whether any of [0 .. states] is. */
bool any_open_state(const bool *open, const graph *g);
/* There: the graph holds all states of so many depths, from 0 on, by depths from a start, and up to
   this number a depth is exact; UNREACHABLE: all of them. */
uint32_t known_depths(const graph *g, const uint32_t *depth);
/* Fewest moves from each state to an open one that is no goal. */
int distances_to_open(uint32_t **out, const bool *open, const graph *g, const reversed_graph *back,
                      wgcq_error *err);
/* There: sets distances that are not proved to UNREACHABLE. */
int distances_drop_unproved(uint32_t *to_goal, const graph *g, const reversed_graph *back,
                            wgcq_error *err);
/* As above, for fewest moves from a start. */
void depths_drop_unproved(uint32_t *depth, const graph *g);

/* Costs in lexicographic order: numbers of declared costs, -1 for `moves`. */
typedef struct cost_order {
    size_t count;
    const int *costs;
} cost_order;

/* The plans that are optimal by a cost_order (ties are decided by fewest moves, which is part of
   being optimal): their costs and their exact number. */
typedef struct optimum {
    bool found;
    int64_t *cost;   /* [order.count]         */
    uint32_t length; /* moves of each of them */
    char *count;     /* decimal               */
} optimum;
int optimum_find(optimum *out, const graph *g, const reversed_graph *back, cost_order order,
                 wgcq_error *err);
void optimum_free(optimum *o);
/* In a graph that was not explored completely: whether o, found in it, is proved nevertheless.
 *cost: no plan costs less than o->cost; *count: o's length and count are exact as well. */
int optimum_prove(bool *cost, bool *count, const optimum *o, const graph *g, cost_order order,
                  wgcq_error *err);
/* There: a lower bound on the cost vector (order, then moves unless they are in it) of any plan
   that is not in the graph; NULL where the graph holds all plans. */
int optimum_frontier_bound(int64_t **out, const graph *g, cost_order order, wgcq_error *err);
/* The least and the most that a plan which is optimal by `order` costs in declared cost number
   `cost`; COST_BEYOND for what does not fit. */
int optimum_range(int64_t *fewest, int64_t *most, const graph *g, const reversed_graph *back,
                  cost_order order, int cost, wgcq_error *err);

/* Plans, best first: those that visit no state twice and end at the first goal they meet (with
   final costs: at any goal), ordered by `order`, then by moves; of equal ones that which is chosen
   by content (chosen_plan.h) is the first, where the graph has its states, and the others stand in
   the order of the edges.  Lazy.  With only_optimal just the optimal ones (which have no loops). */
typedef struct k_best k_best;
int k_best_new(k_best **out, const graph *g, const reversed_graph *back, cost_order order,
               bool only_optimal, wgcq_error *err);
/* 0: `length` edges (indices into g->dst, g->move), from state `start`; valid until the next call.
   WGCQ_DONE: there are no more.  Costs that do not fit are not an error here, since the plan may
   not be wanted, but in k_best_checked_cost; up to the first such plan the order is as above.  With
   only_optimal they are WGCQ_ERUN at once.  The monitor is polled. */
int k_best_next(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                const wgcq_monitor *monitor, wgcq_error *err);
/* Does a part of the work of later calls of k_best_next, which give the same plans: finds one more
   plan, unless `most` are found and not yet given or there is none: WGCQ_DONE.  Not with
   only_optimal. */
int k_best_look_ahead(k_best *p, size_t most, const wgcq_monitor *monitor, wgcq_error *err);
/* The cost of a plan from state `start`, in moves for cost number -1, with what its end costs;
   COST_BEYOND where it does not fit. */
int64_t k_best_cost(const graph *g, int cost, uint32_t start, uint32_t length,
                    const uint64_t *edges);
/* As k_best_cost; WGCQ_ERUN where it does not fit. */
int k_best_checked_cost(int64_t *out, const graph *g, int cost, uint32_t start, uint32_t length,
                        const uint64_t *edges, wgcq_error *err);
/* From now on k_best_next also ends when this many steps (nodes made, states expanded) have been
   made in total, or nodes take that many bytes; k_best_out_of_budget distinguishes that from the
   end.  0: no limit. */
void k_best_set_budget(k_best *p, uint64_t effort, size_t bytes);
bool k_best_out_of_budget(const k_best *p);
void k_best_free(k_best *p);
/* The number of those plans. */
typedef struct path_totals {
    char *count;         /* of all, in decimal; NULL: it was stopped                 */
    char *at_least;      /* then, in decimal: so many there are; NULL: nothing is known */
    uint64_t *of_length; /* [lengths]: exactly so many make 0, 1, 2 ... moves ...    */
    size_t lengths;      /* ... as far as that is known; 0: they were not counted so */
} path_totals;
/* Another way to count them, tried where going through them takes more than a moment. */
typedef struct plan_count_hooks {
    /* Called every few thousand steps, with the number of its frontier's states: 0 to go on, or the
       code to return. */
    int (*meanwhile)(void *self, uint64_t states, wgcq_error *err);
    void (*remark)(void *self, const char *remark); /* told before a long step; copies `remark` */
    void *self;
} plan_count_hooks;
struct cost_distance;
typedef struct plan_method {
    /* 0 and *count, which the caller frees; WGCQ_DONE: it gives up, and its last remark says why.
     */
    int (*count)(char **count, void *self, const struct cost_distance *to_goal,
                 const plan_count_hooks *hooks, wgcq_error *err);
    void *self;
} plan_method;
/* Where the states that plans visit form no cycle it is one sum.  Else they are gone through: time
   grows with that number, memory does not; where that takes long they are counted by length, too,
   and the monitor hears of it as a remark; with `by_length` only so.  `method` may be NULL.
   WGCQ_EINTERRUPT: *out is what is known then.  Free it also after an error. */
int count_simple_paths(path_totals *out, const graph *g, const reversed_graph *back, bool by_length,
                       const plan_method *method, const wgcq_monitor *monitor, wgcq_error *err);
void path_totals_free(path_totals *t);

/* An upper bound on the bytes that the answers above take beside the graph, except for the nodes of
   k_best and the digits of large counts: with plans by so many costs, or (0) distances alone. */
size_t answer_memory(uint32_t states, size_t costs);

/* A plan in a model's own terms. */
typedef struct plan_view {
    uint32_t length;
    const uint64_t *states; /* length + 1, words each             */
    const uint32_t *moves;  /* length                             */
    const int64_t *costs;   /* length, costs each; NULL: unknown  */
    const int64_t *final;   /* costs, of the end; NULL: unknown   */
} plan_view;

/* Replays plans with the model's second evaluator.  Plans share most of their steps, so each step
   is confirmed once.  answers/replay/plan_checker.c */
typedef struct plan_checker {
    const wgcq_model *model;
    void *worker; /* borrowed */
    batch starts, successors;
    struct visited *confirmed; /* steps: state, state, move, costs */
    uint64_t *step;            /* the current one, in that form    */
    int64_t *final;            /* of the end                       */
} plan_checker;
int plan_checker_open(plan_checker *out, const wgcq_model *model, void *worker, wgcq_error *err);
/* Replays the plan move by move.  0, or WGCQ_ERUN naming the step that is not possible. */
int plan_checker_replay(plan_checker *c, const plan_view *plan, wgcq_error *err);
/* The parts of that, for a caller who knows which steps are confirmed already: step i of the plan;
   that it begins at a start (and ends in a goal). */
int plan_checker_replay_step(plan_checker *c, const plan_view *plan, uint32_t i, wgcq_error *err);
int plan_checker_replay_start(plan_checker *c, const plan_view *plan, wgcq_error *err);
int plan_checker_replay_ends(plan_checker *c, const plan_view *plan, wgcq_error *err);
void plan_checker_close(plan_checker *c);

#endif
