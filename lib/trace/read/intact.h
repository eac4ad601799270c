/*
 * intact.h - whether a file is unchanged since its runs wrote it, checked before a run is added or
 * resumed.
 *
 * Every page is well formed (btree_walk.h); the rows of every run are in order and range, and fit
 * the digest in the run's row (row_digest.h); the row of a run that has ended fits its seal.
 * Indices of other runs agree with their tables.
 */
#ifndef TRACE_READ_INTACT_H
#define TRACE_READ_INTACT_H

#include "model/model.h"
#include "trace/schema/database.h"
#include "trace/schema/row_digest.h"

typedef struct intact_job {
    sqlite3 *db; /* in a transaction that has changed nothing */
    const char *path;
    const wgcq_model *model;
    int64_t run;        /* the run to resume; 0: none, and rows are not checked */
    uint32_t until;     /* of it edges and rejections of sources up to this one stay */
    uint64_t *rejected; /* [rules of the model] gets the rejections that stay by each; or NULL */
    bool (*stopped)(void *self); /* polled; or NULL */
    void *self;
} intact_job;

/* *kept: the digest of the rows of the run that stay. WGCQ_ESTORE: the file was changed. */
int intact_check(const intact_job *job, digest *kept, wgcq_error *err);

/* Checks only the rows of the table `run`, and their seals. */
int intact_runs(sqlite3 *db, const char *path, wgcq_error *err);

/* The figures and the digest in the run's row. An SQLite code. */
int intact_figures(sqlite3 *db, int64_t run, digest_figures *out, int64_t *stored);

#endif
