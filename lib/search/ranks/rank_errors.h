/* rank_errors.h - of the errors that ranks find in a level, the one that all report. */
#ifndef SEARCH_RANKS_ERRORS_H
#define SEARCH_RANKS_ERRORS_H

#include "search/levels/level_errors.h"
#include "search/ranks/rank_packets.h"

/* All ranks together, when they have gathered how they stand: 0 where none has an error, else the
   code and error that all return.  Where the model alone has reported errors, that is the one of
   the least packed state, as one process reports it, among those that `find` finds; NULL: the
   errors are not of states. */
int rank_settle_errors(rank_packets *packets, engine *r, int code, find_errors_fn *find,
                       void *self);

#endif
