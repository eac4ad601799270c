/*
 * column_names.c - how the views call the variables and costs of a puzzle.
 *
 * SQLite takes upper and lower case (of ASCII) for the same.  A name that no other column has stays
 * as it is; of several that are the same, the first does; the others get a "_" behind them, or as
 * many as it takes.
 */
#include "trace/schema/column_names.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* ---- quoting -------------------------------------------------------------------------------- */

static void between(strbuf *out, char mark, const char *string)
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
    between(out, '"', name);
}

void column_names_text(strbuf *out, const char *string)
{
    between(out, '\'', string);
}

/* ---- names ---------------------------------------------------------------------------------- */

static const char *const of_states[] = {"id", "depth", "to_goal", "is_start", "is_goal", "shown"};
/* A cost is called the same in all views that have it. */
static const char *const of_costs[] = {"id",  "length", "solution", "step", "src",
                                       "dst", "move",   "moves",    "shown"};

/* A name and its place, for sorting. */
typedef struct wanted {
    const char *name;
    size_t at;
} wanted;

static int by_name(const void *a, const void *b)
{
    const wanted *x = a, *y = b;
    int order = sqlite3_stricmp(x->name, y->name);
    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

static int same_name(const void *a, const void *b)
{
    return sqlite3_stricmp(((const wanted *)a)->name, ((const wanted *)b)->name);
}

typedef struct naming {
    const char *const *fixed;
    size_t fixed_count;
    wanted *sorted; /* [count], by name, then place */
    size_t count;
    char **names; /* [count], by place; NULL: not named yet */
} naming;

static bool is_fixed(const naming *n, const char *name)
{
    for (size_t i = 0; i < n->fixed_count; i++)
        if (!sqlite3_stricmp(n->fixed[i], name))
            return true;
    return false;
}

/* Whether a name with "_" behind it is some other column's. */
static bool is_taken(const naming *n, const char *name)
{
    wanted sought = {.name = name};
    if (is_fixed(n, name) || bsearch(&sought, n->sorted, n->count, sizeof sought, same_name))
        return true;
    for (size_t i = 0; i < n->count; i++)
        if (n->names[i] && !sqlite3_stricmp(n->names[i], name))
            return true;
    return false;
}

static bool rename_one(naming *n, const wanted *w)
{
    strbuf name = {0};
    strbuf_put(&name, w->name);
    do
        strbuf_char(&name, '_');
    while (!name.failed && is_taken(n, name.bytes));
    n->names[w->at] = name.failed ? NULL : strdup(strbuf_string(&name));
    strbuf_free(&name);
    return n->names[w->at] != NULL;
}

static bool name_all(naming *n)
{
    for (size_t i = 0; i < n->count; i++) {
        const wanted *w = &n->sorted[i];
        bool again = i && !sqlite3_stricmp(n->sorted[i - 1].name, w->name);
        if (again || is_fixed(n, w->name) ? !rename_one(n, w)
                                          : !(n->names[w->at] = strdup(w->name)))
            return false;
    }
    return true;
}

/* Takes n->sorted over. */
static char **finish(naming *n, size_t *count)
{
    n->names = calloc(n->count + 1, sizeof *n->names);
    if (n->count)
        qsort(n->sorted, n->count, sizeof *n->sorted, by_name);
    if (n->names && !name_all(n)) {
        column_names_free(n->names, n->count);
        n->names = NULL;
    }
    free(n->sorted);
    *count = n->count;
    return n->names;
}

char **column_names_fields(const wgcq_model *model, size_t *count)
{
    size_t most = model->field_count < COLUMN_NAMES_FIELDS_MOST ? model->field_count
                                                                : (size_t)COLUMN_NAMES_FIELDS_MOST;
    naming n = {of_states, sizeof of_states / sizeof *of_states, NULL, most, NULL};
    n.sorted = calloc(most + 1, sizeof *n.sorted);
    if (!n.sorted)
        return NULL;
    for (size_t i = 0; i < most; i++)
        n.sorted[i] = (wanted){model->fields[i].name, i};
    return finish(&n, count);
}

char **column_names_costs(const wgcq_model *model, size_t *count)
{
    naming n = {of_costs, sizeof of_costs / sizeof *of_costs, NULL, model->costs, NULL};
    n.sorted = calloc(n.count + 1, sizeof *n.sorted);
    if (!n.sorted)
        return NULL;
    for (size_t i = 0; i < n.count; i++)
        n.sorted[i] = (wanted){model->cost_names[i], i};
    return finish(&n, count);
}

void column_names_free(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}
