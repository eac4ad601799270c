/*
 * subquery.h - a journey nested in another one, over the same state.
 *
 * The function that runs one opens it, asks for its results, restores the state where that is to be
 * unchanged, and ends it.  A journey has one nested journey at a time.
 */
#ifndef JOURNEY_SUBQUERY_H
#define JOURNEY_SUBQUERY_H

#include "journey/journey.h"

/* A journey of `fn` over the same state, from here, of this kind in a trace; NULL: failed, or no
   memory. */
wgcq_journey *subquery_open(wgcq_journey *j, wgcq_journey_fn *fn, tree_kind kind);
/* Opens one that is no part of a trace. */
wgcq_journey *subquery_open_untraced(wgcq_journey *j, wgcq_journey_fn *fn);
/* The journey `sub` takes over limits and context from `j`, which runs it from here. */
void subquery_inherit(wgcq_journey *j, wgcq_journey *sub);
/* An error inside is one outside.  Suspended inside, the outer run is made again.  Where max_depth
   cut a run inside, results may be missing, the first one, too: the outer run fails, unless
   `decided` says that its answer holds all the same.  False: the run fails. */
bool subquery_end(wgcq_journey *j, bool decided);
/* These moves and their cost become those of the run. */
bool journey_adopt(wgcq_journey *j, const char *const *moves, size_t count, int64_t cost);

#endif
