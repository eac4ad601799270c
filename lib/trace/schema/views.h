/*
 * views.h - the tables, views and indices of one run, as SQL.
 *
 * Only title, words, costs and fields of the model are used, so that a model read from a file gives
 * the same text. `shown` is SQL over w0, w1, ... for the text of a state; NULL where texts are
 * stored. `order` is the run's, as on the command line. The text is part of the file's format.
 */
#ifndef TRACE_SCHEMA_VIEWS_H
#define TRACE_SCHEMA_VIEWS_H

#include "model/model.h"
#include "trace/schema/run_layout.h"

/* Appends `format` with every # replaced by the run's number. */
void views_for_run(strbuf *out, const char *format, int64_t run);
/* Appends the statements that create tables and views of a run; a failed allocation sets
   out->failed, here and below. */
void views_create(strbuf *out, const wgcq_model *model, const char *shown, const run_layout *of);
/* The views without a number, for this run instead of an older one. */
void views_alias_newest(strbuf *out, const run_layout *of);
/* As above for one connection, as TEMP views that hide the file's. */
void views_alias_temp(strbuf *out, const run_layout *of);
/* Drops tables and views of a run. */
void views_drop(strbuf *out, const run_layout *of);

enum { VIEWS_INDICES = 4 };
/* CREATE INDEX statement i of VIEWS_INDICES, run when the search is over; nothing where the layout
   has no such index. */
void views_create_index(strbuf *out, int i, const run_layout *of);
/* DROP INDEX IF EXISTS of the same. */
void views_drop_index(strbuf *out, int i, const run_layout *of);
/* ANALYZE of the tables of the run; `large`: also those with indices; `exact`: of all rows. */
void views_analyze(strbuf *out, int64_t run, bool large, bool exact);

#endif
