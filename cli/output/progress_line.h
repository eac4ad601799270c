/*
 * progress_line.h - what happens while the library works: progress on a terminal, and signals.
 *
 * The first SIGINT, SIGTERM or SIGHUP asks the work to stop, which then saves what it has; the
 * second, unless it follows at once, ends the program.  Where nothing is to be saved and nobody has
 * heard the first for a second, that is the end too.  SIGUSR1 asks for one line of progress, also
 * where standard error is no terminal.
 */
#ifndef CLI_OUTPUT_PROGRESS_LINE_H
#define CLI_OUTPUT_PROGRESS_LINE_H

#include "wgcq.h"

typedef struct watch {
    bool shown;  /* standard error is a terminal, and nobody said --quiet */
    bool drawn;  /* a line stands there                                   */
    double last; /* seconds into the work when it was drawn               */
    uint64_t last_states;
    double seconds_most; /* 0: any; set after watch_begin              */
    bool over;           /* they have passed, and the work was stopped */
} watch;

/* Begins to listen for signals. */
wgcq_watch watch_begin(watch *w, bool quiet);
/* The work is not to be ended before it has saved what it has, unless somebody insists. */
void watch_saves(void);
/* Takes the line away; before anything else is said. */
void watch_end(watch *w);

#endif
