/*
 * replacement.h - a file that is to take the place of another.
 *
 * The old file stays as it is until the new one is whole: that is written beside it, as FILE.new,
 * and renamed at the end.  Meanwhile the old one is locked for writing, so that no run that another
 * process adds to it is lost; it may be read.  A kill at any moment leaves the old file or the new
 * one under its name, and nothing else.
 */
#ifndef TRACE_WRITE_REPLACEMENT_H
#define TRACE_WRITE_REPLACEMENT_H

#include "base/error.h"

typedef struct replacement replacement;

/* Locks the file at `path`, and removes what an earlier replacement left beside it.  *out: NULL
   where there is no file.  WGCQ_ESTORE or WGCQ_EFILE, and all is unchanged: either is no trace, may
   not be written, or another process is writing it. */
int replacement_begin(replacement **out, const char *path, wgcq_error *err);
/* Where the new file is to be written; it does not exist. */
const char *replacement_path(const replacement *r);
/* The new file, closed by now, takes the place of the old one.  After an error both are there. */
int replacement_commit(replacement *r, wgcq_error *err);
/* Lets go of the old file. */
void replacement_free(replacement *r);

#endif
