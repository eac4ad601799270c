/* stored_options.h - how a stored run was asked for, as options again. */
#ifndef RUN_STORED_OPTIONS_H
#define RUN_STORED_OPTIONS_H

#include "trace/trace.h"

typedef struct stored_options {
    wgcq_options options; /* threads and save_every are not of the file: 0 */
    char *minimize;       /* what options.minimize points to, or NULL      */
} stored_options;

/* WGCQ_ESTORE where the run's row names no order there is.  Free it whatever the answer. */
int stored_options_read(stored_options *out, const trace_facts *facts, wgcq_error *err);
void stored_options_free(stored_options *how);

#endif
