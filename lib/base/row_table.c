/* row_table.c - a result whose rows are all computed before the first is read. */
#include "base/row_table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "wgcq_trace.h"

#include <inttypes.h>

struct row_table {
    wgcq_rows base;
    cursor_value *cells; /* their texts are malloc'd; the items of a list follow its text */
    size_t count, room;
    uint64_t at, end; /* rows still to be read */
    bool failed;
};

static void close_table(wgcq_rows *rows)
{
    row_table *l = (row_table *)rows;
    for (size_t i = 0; i < l->count; i++)
        free((void *)(uintptr_t)l->cells[i].text);
    free(l->cells);
}

static int next_table_row(wgcq_rows *rows, wgcq_error *err)
{
    row_table *l = (row_table *)rows;
    (void)err;
    if (l->at >= l->end)
        return WGCQ_DONE;
    memcpy(rows->values, l->cells + l->at * rows->columns, rows->columns * sizeof *rows->values);
    l->at++;
    return 0;
}

row_table *row_table_new_named(const cursor_names *names)
{
    row_table *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->base.next = next_table_row;
    l->base.close = close_table;
    if (cursor_open(&l->base, names))
        return l;
    row_table_free(l);
    return NULL;
}

row_table *row_table_new(size_t columns, const char *const *names)
{
    return row_table_new_named(&(cursor_names){.before = names, .before_count = columns});
}

row_table *row_table_new_given(const cursor_names *ours, strbuf *given)
{
    cursor_names all = *ours;
    const char **names = calloc(given->length + 1, sizeof *names);
    for (size_t at = 0; names && at < given->length; at += strlen(given->bytes + at) + 1)
        names[all.given_count++] = given->bytes + at;
    all.given = names;
    row_table *l = names && !given->failed ? row_table_new_named(&all) : NULL;
    free(names);
    strbuf_free(given);
    return l;
}

void row_table_free(row_table *l)
{
    if (l)
        wgcq_rows_free(&l->base);
}

/* ---- cells ------------------------------------------------------------------------------- */

static void push_cell(row_table *l, cursor_value value)
{
    l->failed = l->failed || !array_reserve(&l->cells, &l->room, l->count + 1, sizeof value);
    if (l->failed)
        free((void *)(uintptr_t)value.text);
    else
        l->cells[l->count++] = value;
}

void row_table_null(row_table *l)
{
    push_cell(l, (cursor_value){.type = WGCQ_NULL});
}

void row_table_integer(row_table *l, int64_t value)
{
    push_cell(l, (cursor_value){.type = WGCQ_INTEGER, .integer = value});
}

void row_table_integer_or_null(row_table *l, int64_t value, bool is_known)
{
    if (is_known)
        row_table_integer(l, value);
    else
        row_table_null(l);
}

void row_table_real(row_table *l, double value)
{
    if (isfinite(value))
        push_cell(l, (cursor_value){.type = WGCQ_REAL, .real = value});
    else
        row_table_null(l);
}

void row_table_bool(row_table *l, bool value)
{
    push_cell(l, (cursor_value){.type = WGCQ_BOOL, .integer = value});
}

void row_table_text(row_table *l, const char *copied)
{
    char *copy = copied ? strdup(copied) : NULL;
    l->failed |= copied && !copy;
    push_cell(l, (cursor_value){.type = copy ? WGCQ_TEXT : WGCQ_NULL, .text = copy});
}

void row_table_strbuf(row_table *l, const strbuf *copied)
{
    l->failed |= copied->failed;
    row_table_text(l, strbuf_string(copied));
}

void row_table_strbuf_or_null(row_table *l, const strbuf *copied)
{
    if (copied->length || copied->failed)
        row_table_strbuf(l, copied);
    else
        row_table_null(l);
}

void row_table_list(row_table *l, const cursor_texts *copied)
{
    size_t joined = copied->joined.length + 1, items = copied->items.length;
    char *copy = cursor_texts_failed(copied) ? NULL : malloc(joined + items);
    l->failed |= !copy;
    if (!copy)
        return;
    memcpy(copy, strbuf_string(&copied->joined), joined);
    memcpy(copy + joined, strbuf_string(&copied->items), items);
    push_cell(l, (cursor_value){.type = WGCQ_LIST,
                                .integer = (int64_t)copied->count,
                                .text = copy,
                                .items = copy + joined});
}

uint64_t row_table_count(const row_table *l)
{
    return l->count / l->base.columns;
}

void row_table_put_first(row_table *l)
{
    size_t columns = l->base.columns, rest = l->count - columns;
    assert(l->failed || (l->count && l->count % columns == 0));
    for (size_t i = 0; i < columns && !l->failed; i++) {
        cursor_value value = l->cells[l->count - 1];
        memmove(l->cells + 1, l->cells, (rest + columns - 1) * sizeof value);
        l->cells[0] = value;
    }
}

strbuf *row_table_remark(row_table *l)
{
    return &l->base.remark;
}

void row_table_note_limit(strbuf *out, uint64_t limit)
{
    strbuf_printf(out, "stopped at --limit %" PRIu64 ": there are more", limit);
}

/* ---- finishing ------------------------------------------------------------------------------- */

static void apply_window(row_table *l, const wgcq_question *question)
{
    uint64_t rows = row_table_count(l);
    l->at = question && question->offset < rows ? question->offset : question ? rows : 0;
    l->end = rows;
    if (question && !rows)
        l->at = 0;
    if (question && question->limit && question->limit < l->end - l->at) {
        l->end = l->at + question->limit;
        l->base.complete = false;
        if (l->base.remark.length)
            strbuf_put(&l->base.remark, "; ");
        row_table_note_limit(&l->base.remark, question->limit);
    }
}

static int finish_count(wgcq_rows **out, row_table *l, bool complete, wgcq_error *err)
{
    static const char *const names[] = {"count"};
    row_table *single = row_table_new(1, names);
    uint64_t count = row_table_count(l);
    bool failed = l->failed || !single;
    row_table_free(l);
    if (failed) {
        row_table_free(single);
        return error_set_memory(err);
    }
    if (complete)
        row_table_integer(single, (int64_t)count);
    else
        row_table_null(single);
    return row_table_finish(out, single, NULL, true, err);
}

int row_table_finish(wgcq_rows **out, row_table *l, const wgcq_question *question, bool complete,
                     wgcq_error *err)
{
    assert(l->failed || l->count % l->base.columns == 0);
    if (question && question->count)
        return finish_count(out, l, complete, err);
    l->base.complete = complete;
    l->base.unknown = !complete;
    apply_window(l, question);
    if (l->failed || l->base.remark.failed) {
        row_table_free(l);
        return error_set_memory(err);
    }
    *out = &l->base;
    return 0;
}

int row_table_finish_or_free(int code, wgcq_rows **out, row_table *l, const wgcq_question *question,
                             bool complete, wgcq_error *err)
{
    if (!code)
        return row_table_finish(out, l, question, complete, err);
    row_table_free(l);
    return code;
}
