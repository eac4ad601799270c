/* rank_report.h - what a level came to in all ranks, so that all continue alike. */
#ifndef SEARCH_RANKS_REPORT_H
#define SEARCH_RANKS_REPORT_H

#include "search/ranks/rank_run.h"

/* After a level, or the initial states: figures of all ranks, limits and errors of any.  The code
   is the same in all ranks, and so is the error. */
int rank_end_level(rank_run *s);
/* The figures alone, again. */
int rank_sum_level(rank_run *s);
/* After that, where rows are wanted: numbers and rows of a level that is whole; else nothing of it
   is counted, so that the run ends at a level's beginning. */
int rank_end_rows(rank_run *s);
/* The code and error of the first rank that has one, in all of them. */
int rank_agree(rank_run *s, int code);

#endif
