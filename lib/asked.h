/* asked.h - how a stored run was asked for, as options again. */
#ifndef ASKED_H
#define ASKED_H

#include "trace/trace.h"

typedef struct asked {
    wgcq_options options; /* threads and save_every are not of the file: 0 */
    char *minimize;       /* what options.minimize points to, or NULL      */
} asked;

/* WGCQ_ESTORE where the run's row names no order there is.  Free it whatever the answer. */
int asked_read(asked *out, const trace_facts *facts, wgcq_error *err);
void asked_free(asked *how);

#endif
