/* column_names.h - column names of the views for the variables and costs of a puzzle. */
#ifndef TRACE_SCHEMA_COLUMN_NAMES_H
#define TRACE_SCHEMA_COLUMN_NAMES_H

#include "model/model.h"

/* SQLite has 2000 columns at most; the views have some of their own. */
enum { COLUMN_NAMES_FIELDS_MOST = 1900 };

/* Names for the first COLUMN_NAMES_FIELDS_MOST variables in the view `states`; for the declared
   costs in all views, unique as cursor_names_given has it, whose call frees them; NULL: no
   memory. */
char **column_names_fields(const wgcq_model *model, size_t *count);
char **column_names_costs(const wgcq_model *model, size_t *count);

/* "name" and 'string', quoted for SQL. */
void column_names_quote(strbuf *out, const char *name);
void column_names_text(strbuf *out, const char *string);

#endif
