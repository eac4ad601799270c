/*
 * column_names.c - column names of the views for the variables and costs of a puzzle.
 *
 * SQLite ignores the case of ASCII letters. A unique name stays; of several equal ones the first
 * does, and the others get as many "_" appended as make them unique.
 */
#include "trace/schema/column_names.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

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

/* A name and its index, for sorting. */
typedef struct sort_entry {
    const char *name;
    size_t at;
} sort_entry;

static int sort_entry_order(const void *a, const void *b)
{
    const sort_entry *x = a, *y = b;
    int order = sqlite3_stricmp(x->name, y->name);
    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

static int sort_entry_equal(const void *a, const void *b)
{
    return sqlite3_stricmp(((const sort_entry *)a)->name, ((const sort_entry *)b)->name);
}

typedef struct column_naming {
    const char *const *fixed;
    size_t fixed_count;
    sort_entry *sorted; /* [count], by name, then index */
    size_t count;
    char **names; /* [count], by index; NULL: not named yet */
} column_naming;

static bool is_fixed(const column_naming *n, const char *name)
{
    for (size_t i = 0; i < n->fixed_count; i++)
        if (!sqlite3_stricmp(n->fixed[i], name))
            return true;
    return false;
}

/* Whether a name is another column's. */
static bool is_taken(const column_naming *n, const char *name)
{
    sort_entry sought = {.name = name};
    if (is_fixed(n, name) || bsearch(&sought, n->sorted, n->count, sizeof sought, sort_entry_equal))
        return true;
    for (size_t i = 0; i < n->count; i++)
        if (n->names[i] && !sqlite3_stricmp(n->names[i], name))
            return true;
    return false;
}

static bool make_unique(column_naming *n, const sort_entry *w)
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

static bool name_all(column_naming *n)
{
    for (size_t i = 0; i < n->count; i++) {
        const sort_entry *w = &n->sorted[i];
        bool again = i && !sqlite3_stricmp(n->sorted[i - 1].name, w->name);
        if (again || is_fixed(n, w->name) ? !make_unique(n, w)
                                          : !(n->names[w->at] = strdup(w->name)))
            return false;
    }
    return true;
}

/* Frees n->sorted. */
static char **make_names(column_naming *n, size_t *count)
{
    n->names = calloc(n->count + 1, sizeof *n->names);
    if (n->count)
        qsort(n->sorted, n->count, sizeof *n->sorted, sort_entry_order);
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
    column_naming n = {of_states, sizeof of_states / sizeof *of_states, NULL, most, NULL};
    n.sorted = calloc(most + 1, sizeof *n.sorted);
    if (!n.sorted)
        return NULL;
    for (size_t i = 0; i < most; i++)
        n.sorted[i] = (sort_entry){model->fields[i].name, i};
    return make_names(&n, count);
}

char **column_names_costs(const wgcq_model *model, size_t *count)
{
    column_naming n = {of_costs, sizeof of_costs / sizeof *of_costs, NULL, model->costs, NULL};
    n.sorted = calloc(n.count + 1, sizeof *n.sorted);
    if (!n.sorted)
        return NULL;
    for (size_t i = 0; i < n.count; i++)
        n.sorted[i] = (sort_entry){model->cost_names[i], i};
    return make_names(&n, count);
}

void column_names_free(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}
