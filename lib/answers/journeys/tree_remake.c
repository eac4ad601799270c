/*
 * tree_remake.c - whether a function makes the tree of a journey that is stored.
 *
 * The function is run again from its start into a file of its own, which knows nothing of the
 * stored one, and the rows of the two are compared in order.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "base/row_table.h"
#include "base/strbuf.h"
#include "journey/iterate/iterator.h"
#include "trace/trace.h"
#include "wgcq_trace.h"

enum { RUNS_AT_ONCE = 1 << 16 }; /* before it is asked whether the tree is large enough */

typedef struct tree_remake {
    wgcq_trace *stored, *made;
    row_table *rows;
    bool complete; /* the stored one */
    uint64_t nodes;
    bool wrong;
    char folder[512]; /* temporary, for the file that is made; "": not created */
    char path[600];
} tree_remake;

/* ---- making ---------------------------------------------------------------------------------- */

static int make_remake_folder(tree_remake *c, wgcq_error *err)
{
    const char *temporary = getenv("TMPDIR");
    int length = snprintf(c->folder, sizeof c->folder, "%s/wgcq.XXXXXX",
                          temporary && *temporary ? temporary : "/tmp");
    if (length < 0 || (size_t)length >= sizeof c->folder || !mkdtemp(c->folder)) {
        int code = error_set(err, WGCQ_EFILE, "%s: %s", c->folder, strerror(errno));
        *c->folder = 0;
        return code;
    }
    snprintf(c->path, sizeof c->path, "%s/tree.db", c->folder);
    return 0;
}

static void remove_remake_folder(const tree_remake *c)
{
    char journal[sizeof c->path + 16];
    if (!*c->folder)
        return;
    snprintf(journal, sizeof journal, "%s-journal", c->path);
    unlink(journal);
    unlink(c->path);
    rmdir(c->folder);
}

/* All of the tree, or as much of it as is stored and a node more.  An error of the function ends a
   tree as well. */
static int remake_runs(wgcq_iterator *t, double max_seconds, wgcq_error *err)
{
    struct timespec began;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (;;) {
        wgcq_error own = {0};
        int code = wgcq_iterator_next(t, &own);
        const char *limit = wgcq_iterator_limit(t);
        bool going = code == 0 || (code == WGCQ_LIMIT && strcmp(limit, "max_runs") == 0);
        if (going && iterator_trace_is_full(t))
            return 0;
        if (going && max_seconds > 0 && seconds_since(&began) >= max_seconds)
            return WGCQ_LIMIT;
        if (!going && (code == WGCQ_DONE || code == WGCQ_LIMIT || code == WGCQ_ERUN))
            return 0;
        if (!going)
            return error_set(err, own.code, "%s", own.text);
    }
}

static int remake_tree(tree_remake *c, wgcq_journey_fn *fn, void *state, size_t size,
                       const wgcq_iterator_options *wanted, wgcq_error *err)
{
    wgcq_iterator *t = NULL;
    wgcq_iterator_options options = {.self = wanted->self,
                                     .check = wanted->check,
                                     .show = wanted->show,
                                     .name = wanted->name,
                                     .max_depth = wanted->max_depth,
                                     .max_runs = RUNS_AT_ONCE,
                                     .monitor = wanted->monitor,
                                     .trace_nodes = c->nodes + 1};
    int code = make_remake_folder(c, err);
    options.trace = c->path;
    code = code ? code : wgcq_iterator_new(&t, fn, state, size, &options, err);
    code = code ? code : remake_runs(t, wanted->max_seconds, err);
    wgcq_iterator_free(t);
    return code ? code : wgcq_tree_open(&c->made, c->path, err);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void put_remake(tree_remake *c, const char *name, int64_t looked_at, const strbuf *place)
{
    bool holds = !place->length;
    row_table_text(c->rows, name);
    row_table_integer(c->rows, looked_at);
    row_table_text(c->rows, holds ? "holds" : "does not hold");
    row_table_strbuf_or_null(c->rows, place);
    c->wrong = c->wrong || !holds;
}

static bool is_same_cell(const wgcq_rows *a, const wgcq_rows *b, size_t column)
{
    wgcq_type type = wgcq_rows_type(a, column);
    return type == wgcq_rows_type(b, column) &&
           (type == WGCQ_NULL || strcmp(wgcq_rows_text(a, column), wgcq_rows_text(b, column)) == 0);
}

static const char *remade_cell(const wgcq_rows *row, size_t column)
{
    return wgcq_rows_type(row, column) == WGCQ_NULL ? "null" : wgcq_rows_text(row, column);
}

/* The first column that differs; `keys` columns say which row it is. */
static void compare_row_cells(const char *what, const wgcq_rows *stored, const wgcq_rows *made,
                              size_t keys, strbuf *place)
{
    for (size_t i = 0; i < wgcq_rows_columns(stored); i++) {
        if (is_same_cell(stored, made, i))
            continue;
        strbuf_put(place, what);
        for (size_t key = 0; key < keys; key++)
            strbuf_printf(place, "%s%s", key ? ", " : " ", remade_cell(stored, key));
        strbuf_printf(place, ": %s is %s, where the function makes %s", wgcq_rows_name(stored, i),
                      remade_cell(stored, i), remade_cell(made, i));
        return;
    }
}

/* Two rows, of which one may be missing (`code` WGCQ_DONE).  False: no further ones are looked at.
 */
static bool compare_next(const tree_remake *c, const char *what, int code_stored,
                         const wgcq_rows *stored, int code_made, const wgcq_rows *made, size_t keys,
                         strbuf *place)
{
    if (code_stored == WGCQ_DONE && code_made == WGCQ_DONE)
        return false;
    if (code_stored == WGCQ_DONE) {
        if (c->complete)
            strbuf_printf(place, "%s %s is missing", what, remade_cell(made, 0));
        return false;
    }
    if (code_made == WGCQ_DONE)
        strbuf_printf(place, "%s %s is none that the function makes", what, remade_cell(stored, 0));
    else
        compare_row_cells(what, stored, made, keys, place);
    return !place->length;
}

static int compare_rows(tree_remake *c, const char *name, const char *what, const char *sql,
                        size_t keys, wgcq_error *err)
{
    wgcq_rows *stored = NULL, *made = NULL;
    strbuf place = {0};
    int64_t looked_at = 0;
    int code = trace_select(&stored, c->stored, sql, err);
    code = code ? code : trace_select(&made, c->made, sql, err);
    while (!code) {
        int left = wgcq_rows_next(stored, err), right = left < 0 ? left : wgcq_rows_next(made, err);
        code = left < 0 ? left : right < 0 ? right : 0;
        looked_at += left == 0;
        if (!code && !compare_next(c, what, left, stored, right, made, keys, &place))
            break;
    }
    if (!code)
        put_remake(c, name, looked_at, &place);
    strbuf_free(&place);
    wgcq_rows_free(stored);
    wgcq_rows_free(made);
    return code;
}

static int compare_remade(tree_remake *c, wgcq_error *err)
{
    int code = compare_rows(c, "nodes", "node",
                            "SELECT id,parent,depth,kind,name,value,outcome FROM nodes ORDER BY id",
                            1, err);
    if (!code)
        code = compare_rows(c, "results", "result",
                            "SELECT id,node,cost,shown FROM results ORDER BY id", 1, err);
    if (!code)
        code = compare_rows(c, "moves", "result and step",
                            "SELECT result,step,move FROM moves ORDER BY result,step", 2, err);
    /* In an incomplete tree guards may be counted that were tried after its last node. */
    if (!code && c->complete)
        code =
            compare_rows(c, "guards", "guard",
                         "SELECT name,depth,tried,failed FROM guards ORDER BY name,depth", 2, err);
    return code;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Checks the initial state; reads how many nodes are stored, and whether these are all. */
static int look_at_start(tree_remake *c, const void *state, size_t size, wgcq_error *err)
{
    wgcq_rows *row = NULL;
    strbuf bytes = {0}, place = {0};
    const unsigned char *at = state;
    for (size_t i = 0; i < size; i++)
        strbuf_printf(&bytes, "%02X", at[i]);
    int code = bytes.failed ? error_set_memory(err)
                            : trace_select_row(&row, c->stored, err,
                                               "SELECT nodes,complete,hex(state) FROM about");
    if (!code) {
        c->nodes = (uint64_t)wgcq_rows_integer(row, 0);
        c->complete = wgcq_rows_integer(row, 1) != 0;
        if (strcmp(wgcq_rows_text(row, 2), strbuf_string(&bytes)) != 0)
            strbuf_put(&place, "the tree begins with another state");
        put_remake(c, "start", (int64_t)size, &place);
    }
    wgcq_rows_free(row);
    strbuf_free(&bytes);
    strbuf_free(&place);
    return code;
}

static int remake(tree_remake *c, wgcq_journey_fn *fn, void *state, size_t size,
                  const wgcq_iterator_options *wanted, wgcq_error *err)
{
    int code = look_at_start(c, state, size, err);
    if (code || c->wrong)
        return code;
    code = remake_tree(c, fn, state, size, wanted, err);
    code = code ? code : compare_remade(c, err);
    wgcq_trace_free(c->made);
    remove_remake_folder(c);
    return code;
}

int wgcq_journey_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *tree, wgcq_journey_fn *fn,
                        void *state, size_t size, const wgcq_iterator_options *wanted,
                        wgcq_error *err)
{
    static const char *const names[] = {"check", "looked_at", "verdict", "place"};
    static const wgcq_iterator_options none;
    if (error_if_null(err, GIVEN({"out", out}, {"found", found}, {"tree", tree},
                                 {"fn", CALLBACK(fn)}, {"state", size ? state : ""})))
        return WGCQ_EREQUEST;
    tree_remake c = {.stored = tree, .rows = row_table_new(4, names)};
    int code =
        c.rows ? remake(&c, fn, state, size, wanted ? wanted : &none, err) : error_set_memory(err);
    if (code) {
        row_table_free(c.rows);
        return code;
    }
    *found = c.wrong ? WGCQ_FAILS : c.complete ? WGCQ_HOLDS : WGCQ_INCONCLUSIVE;
    strbuf_put(row_table_remark(c.rows), c.wrong      ? "the function makes another tree"
                                         : c.complete ? "the function makes this tree"
                                                      : "so far the function makes this tree");
    return row_table_finish(out, c.rows, NULL, true, err);
}
