/* column_names.c - column names of the views for the variables and costs of a puzzle. */
#include "trace/schema/column_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"

/* ---- quoting --------------------------------------------------------------------------------- */

void column_names_quote(strbuf *out, const char *name)
{
    strbuf_quote(out, '"', name, strlen(name));
}

void column_names_text(strbuf *out, const char *string)
{
    strbuf_quote(out, '\'', string, strlen(string));
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const of_states[] = {"id", "depth", "to_goal", "is_start", "is_goal", "shown"};
/* A cost has the same name in all views. */
static const char *const of_costs[] = {"id",  "length", "solution", "step", "src",
                                       "dst", "move",   "moves",    "shown"};

static size_t at_most(size_t count, size_t most)
{
    return count < most ? count : most;
}

column_counts column_names_count(const wgcq_model *model)
{
    const size_t lists = at_most(model->list_count, COLUMN_NAMES_FIELDS_MOST);
    return (column_counts){at_most(model->field_count, COLUMN_NAMES_FIELDS_MOST - lists), lists};
}

char **column_names_fields(const wgcq_model *model, size_t *count)
{
    const column_counts of = column_names_count(model);
    const size_t most = of.fields + of.lists;
    const char **fields = calloc(most + 1, sizeof *fields);
    for (size_t i = 0; fields && i < most; i++)
        fields[i] = i < of.fields ? model->fields[i].name : model->lists[i - of.fields].name;
    const cursor_names names = {
        .before = of_states,
        .before_count = sizeof of_states / sizeof *of_states,
        .given = fields,
        .given_count = most,
    };
    char **unique = fields ? cursor_names_given(&names) : NULL;
    free(fields);
    *count = most;
    return unique;
}

char **column_names_costs(const wgcq_model *model, size_t *count)
{
    const cursor_names names = {
        .before = of_costs,
        .before_count = sizeof of_costs / sizeof *of_costs,
        .given = model->cost_names,
        .given_count = model->costs,
    };
    *count = model->costs;
    return cursor_names_given(&names);
}

void column_names_put_cost(strbuf *out, bool maximized, const char *kept)
{
    if (maximized)
        strbuf_printf(out, "CASE WHEN %s>0 THEN %" PRId64 "-(%s) ELSE 0 END", kept, INT64_MAX,
                      kept);
    else
        strbuf_put(out, kept);
}
