/*
 * replacement.h - a trace that takes its place under a name, that of an older one or a new one.
 *
 * It is written beside, as FILE.new, and renamed at the end.  Meanwhile an old file stays as it is
 * and is locked for writing, so that no run that another process adds to it is lost; it may be
 * read.  A kill at any moment leaves the old file or the new one under its name, and nothing else.
 * Files that are no traces are left alone, and so are files beside them.
 */
#ifndef TRACE_WRITE_REPLACEMENT_H
#define TRACE_WRITE_REPLACEMENT_H

#include <sys/types.h>

#include "base/error.h"

typedef struct replacement replacement;

/* Locks the file at `path`, if there is one, and removes what an earlier replacement left beside
   it.  WGCQ_ESTORE or WGCQ_EFILE, and all is unchanged: either is no trace, may not be written, or
   another process is writing it. */
int replacement_begin(replacement **out, const char *path, wgcq_error *err);
/* Where the new file is to be written; it does not exist. */
const char *replacement_path(const replacement *r);
/* The permissions of the old file; 0: there is none. */
mode_t replacement_mode(const replacement *r);
/* The new file, closed by now, takes its place.  After an error both are there. */
int replacement_commit(replacement *r, wgcq_error *err);
/* Removes the new file, which is of no use. */
void replacement_drop(replacement *r);
/* Lets go of the old file. */
void replacement_free(replacement *r);

#endif
