/* solve_watch.h - wgcq solve --watch: again whenever the puzzle is saved. */
#ifndef CLI_COMMANDS_SOLVE_WATCH_H
#define CLI_COMMANDS_SOLVE_WATCH_H

#include "args/request.h"

/* Returns the exit status, after a signal. */
int solve_watch(request *r);

#endif
