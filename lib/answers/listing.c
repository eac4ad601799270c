/* listing.c - rows that are all made before the first is given. */
#include "answers/listing.h"

#include <stdlib.h>
#include <string.h>

#include "answers/part.h"
#include "base/fault.h"

struct listing {
    wgcq_rows base;
    row_value *cells; /* their texts are malloc'd */
    size_t count, room;
    uint64_t at, end; /* rows still to be given */
    bool failed;
};

static void close_listing(wgcq_rows *rows)
{
    listing *l = (listing *)rows;
    for (size_t i = 0; i < l->count; i++)
        free((void *)(uintptr_t)l->cells[i].text);
    free(l->cells);
}

static int next_row(wgcq_rows *rows, wgcq_error *err)
{
    listing *l = (listing *)rows;
    (void)err;
    if (l->at >= l->end)
        return WGCQ_DONE;
    memcpy(rows->values, l->cells + l->at * rows->columns, rows->columns * sizeof *rows->values);
    l->at++;
    return 0;
}

listing *listing_new(size_t columns, const char *const *names)
{
    listing *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->base.next = next_row;
    l->base.close = close_listing;
    bool fine = rows_open(&l->base, columns);
    for (size_t i = 0; i < columns && fine; i++)
        fine = rows_name(&l->base, i, names[i]);
    if (fine)
        return l;
    listing_free(l);
    return NULL;
}

void listing_free(listing *l)
{
    if (l)
        wgcq_rows_free(&l->base);
}

/* ---- cells ------------------------------------------------------------------------------- */

static void add(listing *l, row_value value)
{
    if (l->count == l->room && !l->failed) {
        size_t room = l->room ? l->room * 2 : 64;
        row_value *cells = realloc(l->cells, room * sizeof *cells);
        l->failed = !cells;
        l->cells = cells ? cells : l->cells;
        l->room = cells ? room : l->room;
    }
    if (l->failed)
        free((void *)(uintptr_t)value.text);
    else
        l->cells[l->count++] = value;
}

void listing_null(listing *l)
{
    add(l, (row_value){.type = WGCQ_NULL});
}

void listing_integer(listing *l, int64_t value)
{
    add(l, (row_value){.type = WGCQ_INTEGER, .integer = value});
}

void listing_bool(listing *l, bool value)
{
    add(l, (row_value){.type = WGCQ_BOOL, .integer = value});
}

void listing_text(listing *l, const char *copied)
{
    char *copy = copied ? strdup(copied) : NULL;
    l->failed |= copied && !copy;
    add(l, (row_value){.type = copy ? WGCQ_TEXT : WGCQ_NULL, .text = copy});
}

uint64_t listing_count(const listing *l)
{
    return l->count / l->base.columns;
}

text *listing_remark(listing *l)
{
    return &l->base.remark;
}

/* ---- giving ------------------------------------------------------------------------------- */

static void choose_part(listing *l, const wgcq_question *question)
{
    uint64_t rows = listing_count(l);
    l->at = question && question->offset < rows ? question->offset : question ? rows : 0;
    l->end = rows;
    if (question && !rows)
        l->at = 0;
    if (question && question->limit && question->limit < l->end - l->at) {
        l->end = l->at + question->limit;
        l->base.complete = false;
        if (l->base.remark.length)
            text_put(&l->base.remark, "; ");
        part_say_stopped(&l->base.remark, question->limit);
    }
}

static int give_count(wgcq_rows **out, listing *l, bool complete, wgcq_error *err)
{
    static const char *const names[] = {"count"};
    listing *single = listing_new(1, names);
    uint64_t count = listing_count(l);
    bool failed = l->failed || !single;
    listing_free(l);
    if (failed) {
        listing_free(single);
        return fault_memory(err);
    }
    if (complete)
        listing_integer(single, (int64_t)count);
    else
        listing_null(single);
    return listing_give(out, single, NULL, true, err);
}

int listing_give(wgcq_rows **out, listing *l, const wgcq_question *question, bool complete,
                 wgcq_error *err)
{
    if (question && question->count)
        return give_count(out, l, complete, err);
    l->base.complete = complete;
    l->base.unknown = !complete;
    choose_part(l, question);
    if (l->failed || l->base.remark.failed) {
        listing_free(l);
        return fault_memory(err);
    }
    *out = &l->base;
    return 0;
}
