/*
 * views.h - the tables, views and indices of one run, as SQL.
 *
 * Of the model only title, words, costs, fields are looked at, so that a model read back from a
 * file gives the same text.  `shown` is the SQL of how a state is shown, over w0, w1, ...; NULL
 * where each state keeps its text.  `order` is the run's, as the command line spells it.
 */
#ifndef TRACE_SCHEMA_VIEWS_H
#define TRACE_SCHEMA_VIEWS_H

#include "model/model.h"

/* Whether the search's own depth is what the view says (else it comes late, from distance_N). */
bool views_depth_is_searched(const char *order);
/* A failed allocation shows in out->failed, here and below. */
void views_create_tables(strbuf *out, const wgcq_model *model, const char *shown, int64_t run);
void views_create(strbuf *out, const wgcq_model *model, const char *shown, const char *order,
                  int64_t run);
/* The plain names for this run's views, in place of an older run's. */
void views_alias_newest(strbuf *out, int64_t run);
/* The same for one connection alone, in views of its own that hide the file's. */
void views_alias_temp(strbuf *out, int64_t run);
/* Takes tables and views of a run away again. */
void views_drop(strbuf *out, int64_t run);

enum { VIEWS_INDICES = 4 };
/* The CREATE INDEX statement number i, for when the run has ended. */
void views_create_index(strbuf *out, int i, const char *order, int64_t run);
/* The DROP INDEX of the same, where it is there. */
void views_drop_index(strbuf *out, int i, const char *order, int64_t run);
/* ANALYZE of the tables of the run; those with indices only if `large`. */
void views_analyze(strbuf *out, int64_t run, bool large);

#endif
