/* rank_errors.h - of the errors that ranks find in a level, the one that all report. */
#ifndef SEARCH_RANKS_ERRORS_H
#define SEARCH_RANKS_ERRORS_H

#include "search/ranks/rank_packets.h"
#include "search/sweep/sweep_errors.h"

/* All ranks together: the error of the least packed state, as a sweep reports it, into r->err.  Its
   code, or 0 where no rank has found one. */
int rank_choose_error(rank_packets *packets, const engine *r, sweep_errors *all);

#endif
