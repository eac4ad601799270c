/* column_names.c - column names of the views for the variables and costs of a puzzle. */
#include "trace/schema/column_names.h"

#include <stdlib.h>

#include "base/cursor.h"

/* ---- quoting --------------------------------------------------------------------------------- */

static void put_doubling(strbuf *out, char mark, const char *string)
{
    strbuf_char(out, mark);
    for (; *string; string++) {
        if (*string == mark)
            strbuf_char(out, mark);
        strbuf_char(out, *string);
    }
    strbuf_char(out, mark);
}

void column_names_quote(strbuf *out, const char *name)
{
    put_doubling(out, '"', name);
}

void column_names_text(strbuf *out, const char *string)
{
    put_doubling(out, '\'', string);
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const of_states[] = {"id", "depth", "to_goal", "is_start", "is_goal", "shown"};
/* A cost has the same name in all views. */
static const char *const of_costs[] = {"id",  "length", "solution", "step", "src",
                                       "dst", "move",   "moves",    "shown"};

char **column_names_fields(const wgcq_model *model, size_t *count)
{
    size_t most = model->field_count < COLUMN_NAMES_FIELDS_MOST ? model->field_count
                                                                : (size_t)COLUMN_NAMES_FIELDS_MOST;
    const char **fields = calloc(most + 1, sizeof *fields);
    for (size_t i = 0; fields && i < most; i++)
        fields[i] = model->fields[i].name;
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
