/*
 * intact.h - whether a file is what its runs wrote, checked before it is written to again.
 *
 * Every page is well formed (structure.h); the rows of every run are those whose digest the run's
 * row has (digest.h), in their order and range, of the puzzle that the file holds; a run that has
 * ended bears its seal.  Indices of other runs hold what their tables hold.
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
    int64_t run;    /* that goes on; 0: none, and of all runs the pages alone are checked */
    uint32_t until; /* of it stay the edges and rejections of these sources               */
    bool (*stopped)(void *self); /* asked now and then; or NULL */
    void *self;
} intact_job;

/* *kept: the sums over what stays of the run.  What is wrong is WGCQ_ESTORE. */
int intact_check(const intact_job *job, digest *kept, wgcq_error *err);

/* The rows of all runs alone, and their seals: enough to know that none is to go on. */
int intact_runs(sqlite3 *db, const char *path, wgcq_error *err);

/* What the digest of a run binds its rows to: the puzzle, and what the run's row says but for its
   figures.  An SQLite code. */
int intact_binding(sqlite3 *db, int64_t run, uint64_t *out);
/* The figures as the run's row has them, and the digest. */
int intact_figures(sqlite3 *db, int64_t run, digest_figures *out, int64_t *stored);

#endif
