/* ranked_run.h - a run that several processes share. */
#ifndef RUN_RANKED_RUN_H
#define RUN_RANKED_RUN_H

#include "run/solver.h"

/* WGCQ_EREQUEST: the puzzle or the options cannot be shared out. */
int ranked_run_check(const solver *s, const char *db);
/* After an error before the ranks have met, which the others may not have: they end too. */
void ranked_run_abandon(const solver *s, int code);

#endif
