/* column_names.h - column names of the views for the variables and costs of a puzzle. */
#ifndef TRACE_SCHEMA_COLUMN_NAMES_H
#define TRACE_SCHEMA_COLUMN_NAMES_H

#include "model/model.h"

/* SQLite has 2000 columns at most; the views have some of their own. */
enum { COLUMN_NAMES_FIELDS_MOST = 1900 };

/* How many variables, the first, and how many lists and sets have a column in the view `states`:
   COLUMN_NAMES_FIELDS_MOST together, lists before places. */
typedef struct column_counts {
    size_t fields, lists;
} column_counts;
column_counts column_names_count(const wgcq_model *model);

/* Their names, those of lists behind the others; and names for the declared costs in all views;
   unique as cursor_names_given has it, whose call frees them; NULL: no memory. */
char **column_names_fields(const wgcq_model *model, size_t *count);
char **column_names_costs(const wgcq_model *model, size_t *count);

/* The SQL of a cost as it is shown: what is kept of a maximized one (base/cost.h) is turned back.
 */
void column_names_put_cost(strbuf *out, bool maximized, const char *kept);

/* "name" and 'string', quoted for SQL. */
void column_names_quote(strbuf *out, const char *name);
void column_names_text(strbuf *out, const char *string);

#endif
