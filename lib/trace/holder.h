/* holder.h - who is writing a file. */
#ifndef TRACE_HOLDER_H
#define TRACE_HOLDER_H

#include "base/fault.h"

/* WGCQ_ESTORE: somebody is writing the file; who, where that can be known. */
int holder_refuse(const char *path, wgcq_error *err);

#endif
