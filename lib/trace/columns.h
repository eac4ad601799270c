/* columns.h - how the views call the variables and costs of a puzzle. */
#ifndef TRACE_COLUMNS_H
#define TRACE_COLUMNS_H

#include "model.h"

enum { COLUMNS_FIELDS_MOST = 1900 }; /* SQLite has 2000 columns at most, and some are taken */

/* Columns of the states' view for the first COLUMNS_FIELDS_MOST variables; of all views for the
   declared costs.  malloc'd texts; NULL: no memory.  A name that is taken gets "_" behind it. */
char **columns_fields(const wgcq_model *model, size_t *count);
char **columns_costs(const wgcq_model *model, size_t *count);
void columns_free(char **names, size_t count);

/* "name" and 'string', whatever is in them. */
void columns_quote(text *out, const char *name);
void columns_literal(text *out, const char *string);

#endif
