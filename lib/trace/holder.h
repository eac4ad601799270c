/* holder.h - who is writing a file. */
#ifndef TRACE_HOLDER_H
#define TRACE_HOLDER_H

#include "base/fault.h"

/* Whether somebody is known to be writing this file. */
bool holder_is_there(const char *path);
/* WGCQ_ESTORE: somebody is writing the file; who, where that can be known. */
int holder_refuse(const char *path, wgcq_error *err);

#endif
