/* cursor.c - results that are read a row at a time. */
#include "base/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* ---- names ----------------------------------------------------------------------------------- */

/* A given name and its index, for sorting. */
typedef struct sort_entry {
    const char *name;
    size_t at;
} sort_entry;

/* As SQLite compares the names of columns. */
static int fold_and_compare(const char *a, const char *b)
{
    unsigned char x, y;
    do {
        x = (unsigned char)*a++;
        y = (unsigned char)*b++;
        x = x >= 'A' && x <= 'Z' ? (unsigned char)(x + ('a' - 'A')) : x;
        y = y >= 'A' && y <= 'Z' ? (unsigned char)(y + ('a' - 'A')) : y;
    } while (x && x == y);
    return x - y;
}

static int sort_entry_order(const void *a, const void *b)
{
    const sort_entry *x = a, *y = b;
    int order = fold_and_compare(x->name, y->name);
    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

static int sort_entry_equal(const void *a, const void *b)
{
    return fold_and_compare(((const sort_entry *)a)->name, ((const sort_entry *)b)->name);
}

typedef struct column_naming {
    const cursor_names *names;
    sort_entry *sorted; /* by name, then index; like `unique` one for each given name */
    char **unique;      /* by index; NULL: not named yet */
} column_naming;

static bool is_among(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (names[i] && !fold_and_compare(names[i], name))
            return true;
    return false;
}

static bool is_own_column(const column_naming *n, const char *name)
{
    return is_among(n->names->before, n->names->before_count, name) ||
           is_among(n->names->after, n->names->after_count, name);
}

/* Whether a name is another column's. */
static bool is_taken(const column_naming *n, const char *name)
{
    sort_entry sought = {.name = name};
    size_t count = n->names->given_count;
    return is_own_column(n, name) ||
           bsearch(&sought, n->sorted, count, sizeof sought, sort_entry_equal) ||
           is_among((const char *const *)n->unique, count, name);
}

static bool make_unique(column_naming *n, const sort_entry *w)
{
    strbuf name = {0};
    strbuf_put(&name, w->name);
    do
        strbuf_char(&name, '_');
    while (!name.failed && is_taken(n, name.bytes));
    n->unique[w->at] = name.failed ? NULL : strdup(strbuf_string(&name));
    strbuf_free(&name);
    return n->unique[w->at] != NULL;
}

static bool name_all(column_naming *n)
{
    size_t count = n->names->given_count;
    for (size_t i = 0; i < count; i++)
        n->sorted[i] = (sort_entry){n->names->given[i], i};
    if (count)
        qsort(n->sorted, count, sizeof *n->sorted, sort_entry_order);
    for (size_t i = 0; i < count; i++) {
        const sort_entry *w = &n->sorted[i];
        bool again = i && !fold_and_compare(n->sorted[i - 1].name, w->name);
        if (again || is_own_column(n, w->name) ? !make_unique(n, w)
                                               : !(n->unique[w->at] = strdup(w->name)))
            return false;
    }
    return true;
}

char **cursor_names_given(const cursor_names *names)
{
    size_t count = names->given_count;
    column_naming n = {.names = names};
    n.sorted = calloc(count + 1, sizeof *n.sorted);
    n.unique = calloc(count + 1, sizeof *n.unique);
    if (n.unique && (!n.sorted || !name_all(&n))) {
        cursor_names_given_free(n.unique, count);
        n.unique = NULL;
    }
    free(n.sorted);
    return n.unique;
}

void cursor_names_given_free(char **given, size_t count)
{
    for (size_t i = 0; given && i < count; i++)
        free(given[i]);
    free(given);
}

char **wgcq_unique_names(const char *const *fixed, size_t fixed_count, const char *const *given,
                         size_t count)
{
    assert((fixed || !fixed_count) && (given || !count));
    return cursor_names_given(&(cursor_names){
        .before = fixed, .before_count = fixed_count, .given = given, .given_count = count});
}

void wgcq_unique_names_free(char **names, size_t count)
{
    cursor_names_given_free(names, count);
}

static bool copy_names(char **out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(out[i] = strdup(names[i])))
            return false;
    return true;
}

bool cursor_open(wgcq_rows *rows, const cursor_names *copied)
{
    size_t before = copied->before_count, behind = before + copied->given_count;
    size_t columns = behind + copied->after_count;
    rows->names = calloc(columns ? columns : 1, sizeof *rows->names);
    rows->values = calloc(columns ? columns : 1, sizeof *rows->values);
    rows->digits = calloc(columns ? columns : 1, sizeof *rows->digits);
    rows->columns = rows->names && rows->digits ? columns : 0;
    char **given = cursor_names_given(copied);
    bool fine = given && rows->names && rows->values && rows->digits;
    for (size_t i = 0; i < copied->given_count && fine; i++) {
        rows->names[before + i] = given[i];
        given[i] = NULL;
    }
    cursor_names_given_free(given, copied->given_count);
    return fine && copy_names(rows->names, copied->before, before) &&
           copy_names(rows->names + behind, copied->after, copied->after_count);
}

/* ---- values ---------------------------------------------------------------------------------- */

void cursor_null(wgcq_rows *rows, size_t column)
{
    assert(column < rows->columns);
    rows->values[column] = (cursor_value){.type = WGCQ_NULL};
}

void cursor_integer(wgcq_rows *rows, size_t column, int64_t value)
{
    assert(column < rows->columns);
    rows->values[column] = (cursor_value){.type = WGCQ_INTEGER, .integer = value};
}

void cursor_text(wgcq_rows *rows, size_t column, const char *borrowed)
{
    rows->values[column] = (cursor_value){.type = WGCQ_TEXT, .text = borrowed};
}

void cursor_list(wgcq_rows *rows, size_t column, const cursor_texts *borrowed)
{
    rows->values[column] = (cursor_value){.type = WGCQ_LIST,
                                          .integer = (int64_t)borrowed->count,
                                          .text = strbuf_string(&borrowed->joined),
                                          .items = strbuf_string(&borrowed->items)};
}

/* ---- lists ----------------------------------------------------------------------------- */

void cursor_texts_add(cursor_texts *l, const char *copied)
{
    strbuf_add(&l->items, copied, strlen(copied) + 1);
    strbuf_put(&l->joined, l->count ? "; " : "");
    strbuf_put(&l->joined, copied);
    l->count++;
}

bool cursor_texts_failed(const cursor_texts *l)
{
    return l->items.failed || l->joined.failed;
}

void cursor_texts_clear(cursor_texts *l)
{
    strbuf_clear(&l->items);
    strbuf_clear(&l->joined);
    l->count = 0;
}

void cursor_texts_free(cursor_texts *l)
{
    strbuf_free(&l->items);
    strbuf_free(&l->joined);
    l->count = 0;
}

/* ---- for callers ----------------------------------------------------------------------- */

int wgcq_rows_next(wgcq_rows *rows, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"rows", rows})))
        return WGCQ_EREQUEST;
    return rows->next(rows, err);
}

size_t wgcq_rows_columns(const wgcq_rows *rows)
{
    assert(rows);
    return rows->columns;
}

const char *wgcq_rows_name(const wgcq_rows *rows, size_t column)
{
    assert(rows && column < rows->columns);
    return rows->names[column] ? rows->names[column] : "";
}

wgcq_type wgcq_rows_type(const wgcq_rows *rows, size_t column)
{
    assert(rows && column < rows->columns);
    return rows->values[column].type;
}

int64_t wgcq_rows_integer(const wgcq_rows *rows, size_t column)
{
    assert(rows && column < rows->columns);
    const cursor_value *value = &rows->values[column];
    return value->type == WGCQ_LIST ? 0 : value->integer;
}

double wgcq_rows_real(const wgcq_rows *rows, size_t column)
{
    assert(rows && column < rows->columns);
    return rows->values[column].real;
}

const char *wgcq_rows_text(const wgcq_rows *rows, size_t column)
{
    assert(rows && column < rows->columns);
    const cursor_value *value = &rows->values[column];
    char *spelled = rows->digits[column];
    switch (value->type) {
    case WGCQ_NULL: return "";
    case WGCQ_BOOL: return value->integer ? "true" : "false";
    case WGCQ_INTEGER: snprintf(spelled, sizeof(cursor_digits), "%" PRId64, value->integer); break;
    case WGCQ_REAL: snprintf(spelled, sizeof(cursor_digits), "%.15g", value->real); break;
    case WGCQ_LIST:
    case WGCQ_TEXT: return value->text;
    }
    return spelled;
}

const char *wgcq_rows_list(const wgcq_rows *rows, size_t column, size_t *count)
{
    assert(rows && column < rows->columns && count);
    const cursor_value *value = &rows->values[column];
    bool is_list = value->type == WGCQ_LIST;
    *count = is_list ? (size_t)value->integer : 0;
    return is_list ? value->items : "";
}

const char *wgcq_rows_remark(const wgcq_rows *rows)
{
    assert(rows);
    return rows->remark.length ? strbuf_string(&rows->remark) : NULL;
}

bool wgcq_rows_unknown(const wgcq_rows *rows)
{
    assert(rows);
    return rows->unknown;
}

bool wgcq_rows_complete(const wgcq_rows *rows)
{
    assert(rows);
    return rows->complete;
}

void wgcq_rows_free(wgcq_rows *rows)
{
    if (!rows)
        return;
    if (rows->close)
        rows->close(rows);
    for (size_t i = 0; i < rows->columns; i++)
        free(rows->names[i]);
    free(rows->digits);
    free(rows->names);
    free(rows->values);
    strbuf_free(&rows->remark);
    free(rows);
}
