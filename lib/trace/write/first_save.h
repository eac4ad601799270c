/*
 * first_save.h - a new file: in memory up to its first commit, then whole under its name.
 *
 * The file of a short run is written and synced once, named, and its folder synced: its first
 * commit is its last. Nothing has the name before that. A longer run continues in the file, where
 * it has a journal.
 */
#ifndef TRACE_WRITE_FIRST_SAVE_H
#define TRACE_WRITE_FIRST_SAVE_H

#include "trace/write/writer.h"

enum { FIRST_SAVE_MOST = 1 << 15 /* unsaved integers: with more the first commit is due */ };

/* Opens a file that is not there: w->in_memory.  WGCQ_EFILE: it could not be written. */
int first_save_open(trace_writer *w, wgcq_error *err);
/* After the run's row: rows may come. */
int first_save_begin(trace_writer *w, wgcq_error *err);
/* The first commit of a run that continues, of flushed rows; all is opened again in the file. */
int first_save(trace_writer *w, wgcq_error *err);
/* Bytes of a file that is still in memory, as far as rows are not buffered; else 0. */
double first_save_size(const trace_writer *w);
/* The file gets what is committed in memory, and its name. */
int first_save_name(trace_writer *w, wgcq_error *err);

#endif
