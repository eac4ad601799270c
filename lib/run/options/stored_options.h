/* stored_options.h - the options of a stored run. */
#ifndef RUN_OPTIONS_STORED_OPTIONS_H
#define RUN_OPTIONS_STORED_OPTIONS_H

#include "base/strbuf.h"
#include "trace/trace.h"
#include "wgcq_run.h"

typedef struct stored_options {
    wgcq_options options; /* threads and save_every are not stored: 0 */
    char *minimize;       /* what options.minimize points to, or NULL      */
    char *spill;          /* its folder, if it was not complete; or NULL */
} stored_options;

/* Appends the line that a run's row has: what the figures and rows of the run depend on. */
void stored_options_write(strbuf *out, const wgcq_options *options);
/* WGCQ_ESTORE: the stored order does not exist.  The caller frees *out, after an error too. */
int stored_options_read(stored_options *out, const trace_facts *facts, wgcq_error *err);
void stored_options_free(stored_options *how);

#endif
