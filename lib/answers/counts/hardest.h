/*
 * hardest.h - the states from which the shortest plan is longest.
 *
 *   hardest.c     among those of the file
 *   all_starts.c  among all from which a goal can be reached
 */
#ifndef ANSWERS_COUNTS_HARDEST_H
#define ANSWERS_COUNTS_HARDEST_H

#include "answers/query/question.h"
#include "base/row_table.h"

enum { HARDEST_COLUMNS = 4 };
extern const char *const hardest_names[HARDEST_COLUMNS];

/* The answer backwards from the goals of the puzzle in the file; what the run explored does not
   matter.  WGCQ_EREQUEST where the moves cannot be inverted, or the goals not be listed. */
int hardest_of_all_starts(wgcq_rows **out, query_context *ctx);

#endif
