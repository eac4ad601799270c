/* stored_options.h - the options of a stored run. */
#ifndef RUN_STORED_OPTIONS_H
#define RUN_STORED_OPTIONS_H

#include "trace/trace.h"

typedef struct stored_options {
    wgcq_options options; /* threads and save_every are not stored: 0 */
    char *minimize;       /* what options.minimize points to, or NULL      */
    char *spill;          /* its folder, which is for a run that goes on; or NULL */
} stored_options;

/* WGCQ_ESTORE: the stored order does not exist.  The caller frees *out, after an error too. */
int stored_options_read(stored_options *out, const trace_facts *facts, wgcq_error *err);
void stored_options_free(stored_options *how);

#endif
