/* lock_owner.h - which process is writing a file. */
#ifndef TRACE_SCHEMA_LOCK_OWNER_H
#define TRACE_SCHEMA_LOCK_OWNER_H

#include "base/error.h"

/* Whether a process is known to be writing this file. */
bool lock_owner_exists(const char *path);
/* WGCQ_ESTORE with a message that names the process that is writing the file, where it is known. */
int lock_owner_error(const char *path, wgcq_error *err);

#endif
