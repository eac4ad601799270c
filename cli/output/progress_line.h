/*
 * progress_line.h - progress on a terminal, and signals, while the library works.
 *
 * The first SIGINT, SIGTERM or SIGHUP stops the work, which then saves its results; the second,
 * unless it follows at once, ends the program.  If there is nothing to save and the work has not
 * stopped after a second, the program ends too.  SIGUSR1 requests one line of progress, even if
 * standard error is not a terminal.
 */
#ifndef CLI_OUTPUT_PROGRESS_LINE_H
#define CLI_OUTPUT_PROGRESS_LINE_H

#include "wgcq_base.h"

#include <stdatomic.h>
#include <time.h>

typedef struct progress_line {
    bool shown;             /* standard error is a terminal, and not --quiet */
    bool drawn;             /* the line is on the terminal                    */
    double last;            /* seconds into the work when it was drawn       */
    const char *last_phase; /* ... and of what: */
    uint64_t last_number;
    double rate;
    struct timespec began;
    double max_seconds; /* 0: no limit; set after progress_line_begin              */
    bool timed_out;     /* max_seconds have passed since then                      */
    bool interrupted;   /* by a signal */
    bool remarks;       /* print each remark of the library once */
    char last_remark[480];
    bool remarks_long;     /* where it takes long, that is to be said */
    char prefix[64];       /* of the line: "run 3 of 16: "; set after progress_line_begin */
    const char *when_long; /* how to make it short: said with what is known, once, where no line is
                              shown and it takes long; NULL: not; set after progress_line_begin */
    const char *asked;     /* what works, where no progress says it; NULL: that is not said */
    atomic_bool said_long; /* that, or what the library remarks */
} progress_line;

/* Installs the signal handlers. */
wgcq_monitor progress_line_begin(progress_line *w, bool quiet);
/* From here on one signal does not end the program before its results are saved. */
void progress_line_will_save(void);
/* Whether such a signal came. */
bool progress_line_interrupted(void);
/* Says that it takes long, if that is due, where no progress has been reported for it to be said
   with; from any thread. */
void progress_line_say_long(progress_line *w);
/* Since progress_line_begin; the seconds of a report are those of its phase. */
double progress_line_seconds(const progress_line *w);
/* Clears the line that is drawn, if any; before anything is printed while the work continues. */
void progress_line_hide(void);
/* Clears the line; none is drawn any more. */
void progress_line_end(progress_line *w);

#endif
