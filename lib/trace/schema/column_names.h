/* column_names.h - how the views call the variables and costs of a puzzle. */
#ifndef TRACE_SCHEMA_COLUMN_NAMES_H
#define TRACE_SCHEMA_COLUMN_NAMES_H

#include "model/model.h"

enum { COLUMN_NAMES_FIELDS_MOST = 1900 }; /* SQLite has 2000 columns at most, and some are taken */

/* Columns of the states' view for the first COLUMN_NAMES_FIELDS_MOST variables; of all views for
   the declared costs.  malloc'd texts; NULL: no memory.  A name that is taken gets "_" behind it.
 */
char **column_names_fields(const wgcq_model *model, size_t *count);
char **column_names_costs(const wgcq_model *model, size_t *count);
void column_names_free(char **names, size_t count);

/* "name" and 'string', whatever is in them. */
void column_names_quote(strbuf *out, const char *name);
void column_names_text(strbuf *out, const char *string);

#endif
