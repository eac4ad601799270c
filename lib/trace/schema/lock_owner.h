/* lock_owner.h - who is writing a file. */
#ifndef TRACE_SCHEMA_LOCK_OWNER_H
#define TRACE_SCHEMA_LOCK_OWNER_H

#include "base/error.h"

/* Whether somebody is known to be writing this file. */
bool lock_owner_exists(const char *path);
/* WGCQ_ESTORE: somebody is writing the file; who, where that can be known. */
int lock_owner_error(const char *path, wgcq_error *err);

#endif
