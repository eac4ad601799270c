/* run_list.h - several runs in one file. */
#ifndef TRACE_READ_RUN_LIST_H
#define TRACE_READ_RUN_LIST_H

#include "trace/schema/database.h"

/* WGCQ_EREQUEST: there is no such run; the message lists those there are. */
int run_list_unknown(sqlite3 *db, const char *path, int64_t run, wgcq_error *err);

#endif
