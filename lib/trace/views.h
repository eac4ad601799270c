/* views.h - the tables and views of one run, as SQL. */
#ifndef TRACE_VIEWS_H
#define TRACE_VIEWS_H

#include "model.h"

enum { VIEW_FIELDS_MOST = 1900 };

/* CREATE statements of run `run`'s tables; keeps_shown: states have a column with their text. */
void views_tables(text *out, const wgcq_model *model, int64_t run, bool keeps_shown);
/* CREATE statements of its views; shown: the SQL of `shown`, NULL where it is a column. */
void views_views(text *out, const wgcq_model *model, int64_t run, const char *shown,
                 bool depth_known);
/* The plain names for this run's views, in place of an older run's. */
void views_newest(text *out, int64_t run);
/* CREATE INDEX statements, for when the run has ended. */
void views_indices(text *out, int64_t run);
/* c0, c1, ... each with a comma before it */
void views_costs(text *out, unsigned costs);

#endif
