/*
 * spilled_run.h - a run with --trace none that continues in a folder when its memory is full; or
 * one that keeps rows, whose states and graph are in files there.
 *
 * With each commit the folder has a text about the run: the puzzle, its parameters, the options
 * that a later run of the same puzzle cannot change.
 */
#ifndef RUN_SPILLED_RUN_H
#define RUN_SPILLED_RUN_H

#include "base/strbuf.h"
#include "run/solver.h"

/* Whether states have numbers in files and the graph is there: rows are stored, from which a later
   run is resumed, and not from a commit; or the run has begun again for them. */
bool spilled_run_keeps_rows(const solver *s);
/* Where the search goes to files, from the beginning or when its memory is full; NULL: nowhere. */
const char *spilled_run_folder(const solver *s);
/* WGCQ_EFILE: the folder is of no use; WGCQ_EREQUEST: not to a run with these options. */
int spilled_run_check(const solver *s);
/* Whether it resumes a run that left a commit in the folder. */
bool spilled_run_is_begun(const solver *s);
/* Whether the search that ended with `code` was too large for memory, and is to begin again in
   files: without its graph, or with that in files (spilled_run_keeps_rows), where the answers take
   it: of costs and properties over time, where the run ends within a level, where orbits
   become states. */
bool spilled_run_is_due(const solver *s, int code);
/* It does. */
void spilled_run_begin_again(solver *s);
/* Appends the text about the run. */
void spilled_run_describe(strbuf *out, const solver *s);
/* A folder's files for the graph, in s->home; and without them again. */
int spilled_run_make_home(solver *s);
void spilled_run_leave_home(solver *s);
/* Explains the end of a run for want of memory: the error of the disk, where that was it. */
int spilled_run_explain(const solver *s, int code);
/* Why the search must stop: the folder's disk has no room for what is derived at its end; or NULL.
   `need`: bytes of all arrays then. */
const char *spilled_run_disk_full(solver *s, uint64_t need);
/* Adds to an error of disk or memory how to resume. */
void spilled_run_mention(const solver *s, int code);

/* The parsed text; all of it points into `text`. */
typedef struct spilled_run {
    char *text;
    const char *file, *source;
    size_t param_count;
    const char **names, **values;
    bool no_solutions;
} spilled_run;

/* WGCQ_DONE: nothing was committed there.  The caller frees *out, after an error too. */
int spilled_run_read(spilled_run *out, const char *folder, wgcq_error *err);
void spilled_run_free(spilled_run *r);

#endif
