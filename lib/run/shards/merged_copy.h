/* merged_copy.h - the file that was made of the rows of ranks, once more under another name. */
#ifndef RUN_SHARDS_MERGED_COPY_H
#define RUN_SHARDS_MERGED_COPY_H

#include <sys/types.h>

#include "base/error.h"

/* Copies the trace `from` to `to`, where there is no file; a kill leaves all of it or nothing.
   mode: its permissions, 0: as usual.  WGCQ_DONE: this file system cannot do that. */
int merged_copy(const char *from, const char *to, mode_t mode, wgcq_error *err);

#endif
