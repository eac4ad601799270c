/*
 * search.h - exploring a model's states in one of seven orders.
 *
 * A search hands over states, edges and rejections, a batch of rows a step, and says at the end how
 * far it came and what that proves.  It knows neither YAML nor SQLite.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "model/row_batch.h"
#include "search/engine/search_request.h"

/* NULL: there is no such order. */
const order_traits *search_order_traits(wgcq_order order);

/* A search that runs step by step.  What options point to, the model and the monitor are borrowed
   until it is freed.  The clock of --max-time stands still between search_pause and search_resume.
   Not to be copied or moved. */
typedef struct search search;
/* WGCQ_EREQUEST: it cannot do what the options say. */
int search_new(search **out, const wgcq_model *model, const search_options *options,
               const wgcq_monitor *monitor, wgcq_error *err);
/* The initial states; then the successors of a batch of states (breadth-first), of states of one
   key (by cost), or of one state, or a slice of them: a step has a bounded number of rows.  *rows
   is always set, maybe to none, and valid until the next step; the caller has put them where
   limits see them (receiver_memory, limit_reached) before that.  0: there is more to do; WGCQ_DONE:
   the search is over, and these were no rows; or a negative code, then and ever after. */
int search_step(search *s, row_batch *rows);
/* Whether the last step ended amid the successors of a state or batch. */
bool search_is_midway(const search *s);
/* Around steps that are taken some time after each other.  Resuming continues an interrupted run.
 */
void search_resume(search *s, wgcq_error *err);
void search_pause(search *s);
const search_result *search_partial_result(const search *s);
uint64_t search_frontier_size(const search *s); /* states found and not expanded */
search_bound search_frontier_bound(const search *s);
/* Ends the search at a limit of that name. */
void search_stop_at_limit(search *s, const char *limit);
/* At the end: the result, owned by the caller; after an error, as far as the search came. */
int search_finish(search_result *out, search *s);
void search_free(search *s);

/* Every plan of exactly `length` moves, one at a time, by backtracking without a visited set. */
typedef struct dfs_plans dfs_plans;
int dfs_plans_new(dfs_plans **out, const wgcq_model *model, uint64_t length, wgcq_error *err);
/* 0: a plan; WGCQ_DONE: no more.  length + 1 states of `words` words, `length` moves and their
   costs
   (`costs` each); valid until the next call. */
int dfs_plans_next(dfs_plans *b, const uint64_t **states, const uint32_t **moves,
                   const int64_t **costs, const wgcq_monitor *monitor, wgcq_error *err);
/* After WGCQ_DONE: whether any run makes so many moves, whatever state it ends in. */
bool dfs_plans_reached(const dfs_plans *b);
uint64_t dfs_plans_expanded(const dfs_plans *b); /* expansions; a state counts each time */
void dfs_plans_free(dfs_plans *b);
/* Only how many.  WGCQ_ERUN: more than 64 bits hold. */
int dfs_plans_count(uint64_t *count, const wgcq_model *model, uint64_t length,
                    const wgcq_monitor *monitor, wgcq_error *err);

#endif
