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

typedef struct progress_line {
    bool shown;  /* standard error is a terminal, and nobody said --quiet */
    bool drawn;  /* a line stands there                                   */
    double last; /* seconds into the work when it was drawn               */
    uint64_t last_states;
    double max_seconds; /* 0: any; set after watch_begin              */
    bool timed_out;     /* they have passed, and the work was stopped */
} progress_line;

/* Begins to listen for signals. */
wgcq_monitor progress_line_begin(progress_line *w, bool quiet);
/* The work is not to be ended before it has saved what it has, unless somebody insists. */
void progress_line_will_save(void);
/* Takes the line away; before anything else is said. */
void progress_line_end(progress_line *w);

#endif
