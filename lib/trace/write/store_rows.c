/*
 * store_rows.c - the rows of a search into the file.
 *
 * A row goes one way: its values are put together, compared with a stored row where the run is
 * searched again, else added to the digest and to the back end.
 */
#include "trace/write/page_backend.h"
#include "trace/write/resume_check.h"

#include <assert.h>
#include <limits.h>

enum { SOME_ROWS = 64 }; /* that are put together at a time */

static void count_unsaved(trace_writer *w, uint64_t *sum, uint64_t rows, unsigned columns)
{
    *sum += rows;
    w->unsaved_rows += rows;
    w->unsaved_integers += rows * columns;
}

/* A row of w->values without NULLs. */
static record_row row_of_values(const trace_writer *w, bool has_id, unsigned count)
{
    return (record_row){.alias = has_id, .values = w->values, .count = count, .nullable = UINT_MAX};
}

/* ---- states ---------------------------------------------------------------------------------- */

static void set_state(int64_t *v, const state_rows *rows, size_t i)
{
    v[0] = rows->depth[i];
    v[1] = rows->marks[i];
    for (unsigned k = 0; k < rows->words; k++)
        v[2 + k] = (int64_t)rows->state[i * rows->words + k];
    for (unsigned k = 0; k < rows->finals; k++)
        v[2 + rows->words + k] = rows->final[i * rows->finals + k];
}

static int set_state_text(trace_writer *w, const state_rows *rows, size_t i, record_row *row,
                          wgcq_error *err)
{
    if (i < rows->texts) {
        row->text = rows->text[i];
        row->length = rows->length[i];
        return 0;
    }
    strbuf_clear(&w->line);
    int code = model_spell(w->model, w->worker, rows->state + i * rows->words, &w->line, err);
    if (!code && w->line.failed)
        code = error_set_memory(err);
    row->text = strbuf_string(&w->line);
    row->length = w->line.length;
    return code;
}

/* Its values become part of what is known of all rows. */
static void count_state(trace_writer *w, const state_rows *rows, size_t i, const int64_t *values)
{
    digest_state(&w->rows, state_rows_id(rows, i), rows->depth[i], rows->marks[i],
                 (const uint64_t *)(values + 2), rows->words + rows->finals);
    if (rows->depth[i] > w->depth)
        w->depth = rows->depth[i];
}

static int add_state(trace_writer *w, const state_rows *rows, size_t i, record_row *row,
                     wgcq_error *err)
{
    uint64_t id = state_rows_id(rows, i);
    set_state(w->values, rows, i);
    int code = w->shown_sql ? 0 : set_state_text(w, rows, i, row, err);
    if (code)
        return code;
    count_state(w, rows, i, w->values);
    if (row->text)
        digest_state_text(&w->rows, id, row->text, row->length);
    return w->backend->add(w, TABLE_STATE, (int64_t)id, row, err);
}

/* States without a text into the pages of their table, some at a time. */
static int add_state_rows(trace_writer *w, btree *to, const state_rows *rows, size_t from,
                          wgcq_error *err)
{
    int64_t values[SOME_ROWS * BTREE_FEW];
    record_rows some = {.alias = true,
                        .values = values,
                        .columns = rows->words + rows->finals + 2,
                        .nullable = UINT_MAX};
    int code = 0;
    for (size_t i = from; i < rows->count && !code; i += some.rows) {
        some.rows = rows->count - i < SOME_ROWS ? rows->count - i : SOME_ROWS;
        for (size_t k = 0; k < some.rows; k++) {
            int64_t *row = values + k * some.columns;
            set_state(row, rows, i + k);
            count_state(w, rows, i + k, row);
        }
        code = btree_append_rows(to, rows->first + (int64_t)i, &some);
    }
    return code ? writer_error(w, code, err) : 0;
}

static int store_states(trace_writer *w, const state_rows *rows, wgcq_error *err)
{
    assert(rows->words == w->model->words && rows->finals == w->model->finals);
    record_row row = row_of_values(w, true, rows->words + rows->finals + 2);
    const bool in_a_row = w->shown_sql && !rows->number;
    btree *to = in_a_row ? page_tables_tree(w, TABLE_STATE, row.count) : NULL;
    size_t i = 0, stored;
    int code = 0;
    for (; i < rows->count && !code && resume_check_expects(w, TABLE_STATE); i++) {
        set_state(w->values, rows, i);
        code = resume_check_row(w, TABLE_STATE, state_rows_id(rows, i), &row, err);
    }
    stored = i;
    if (!code && to)
        code = add_state_rows(w, to, rows, i, err);
    for (; i < rows->count && !code && !to; i++)
        code = add_state(w, rows, i, &row, err);
    w->failed = w->failed || code;
    if (code)
        return code;
    w->worth_keeping = w->worth_keeping || w->depth > 0;
    count_unsaved(w, &w->state_count, rows->count - stored, rows->words + rows->finals + 3);
    return writer_commit_if_due(w, err);
}

/* ---- edges and rejections -------------------------------------------------------------------- */

static void set_edge(trace_writer *w, const edge_rows *rows, size_t i)
{
    int64_t *v = w->values;
    v[0] = rows->src[i];
    v[w->layout.dst] = rows->dst[i];
    v[w->layout.move] = rows->move[i];
    for (unsigned k = 0; k < rows->costs; k++)
        v[3 + k] = rows->cost[i * rows->costs + k];
}

/* Edges without costs into a table with keys, column by column. */
static int add_edge_columns(trace_writer *w, btree *to, const edge_rows *rows, size_t from,
                            wgcq_error *err)
{
    const uint32_t *const column[] = {rows->src + from, rows->move + from, rows->dst + from};
    for (size_t i = from; i < rows->count; i++)
        digest_edge(&w->rows, w->edge_count + (i - from) + 1, rows->src[i], rows->dst[i],
                    rows->move[i], NULL, 0);
    int code = btree_append_columns(to, column, 3, rows->count - from);
    return code ? writer_error(w, code, err) : 0;
}

static int append_edge_rows(trace_writer *w, const edge_rows *rows, size_t from, wgcq_error *err)
{
    record_row row = row_of_values(w, false, rows->costs + 3);
    uint64_t number = w->edge_count;
    bool keyed = w->layout.edges_clustered;
    btree *tree = page_tables_tree(w, TABLE_EDGE, row.count);
    int code = 0;
    if (tree && keyed && !rows->costs)
        return add_edge_columns(w, tree, rows, from, err);
    for (size_t i = from; i < rows->count && !code; i++) {
        set_edge(w, rows, i);
        digest_edge(&w->rows, ++number, rows->src[i], rows->dst[i], rows->move[i], w->values + 3,
                    rows->costs);
        if (!tree)
            code = w->backend->add(w, TABLE_EDGE, (int64_t)number, &row, err);
        else if ((code = keyed ? btree_append_key_few(tree, &row)
                               : btree_append_few(tree, (int64_t)number, &row)))
            code = writer_error(w, code, err);
    }
    return code;
}

static int store_edges(trace_writer *w, const edge_rows *rows, wgcq_error *err)
{
    assert(rows->costs == w->model->costs);
    record_row row = row_of_values(w, false, rows->costs + 3);
    size_t i = 0;
    int code = 0;
    for (; i < rows->count && !code && resume_check_expects(w, TABLE_EDGE); i++) {
        set_edge(w, rows, i);
        code = resume_check_row(w, TABLE_EDGE, 0, &row, err);
    }
    code = code ? code : append_edge_rows(w, rows, i, err);
    if (code)
        return code;
    w->worth_keeping = w->worth_keeping || rows->count;
    count_unsaved(w, &w->edge_count, rows->count - i, rows->costs + 3);
    return 0;
}

static void set_rejection(trace_writer *w, const rejection_rows *rows, size_t i)
{
    int64_t *v = w->values;
    v[0] = rows->src[i];
    v[1] = rows->move[i];
    v[2] = rows->rule[i];
}

static int store_rejections(trace_writer *w, const rejection_rows *rows, wgcq_error *err)
{
    record_row row = row_of_values(w, false, 3);
    size_t i = 0, stored;
    int code = 0;
    for (; i < rows->count && !code && resume_check_expects(w, TABLE_REJECTION); i++) {
        set_rejection(w, rows, i);
        code = resume_check_row(w, TABLE_REJECTION, 0, &row, err);
    }
    uint64_t number = w->rejection_count;
    for (stored = i; i < rows->count && !code; i++) {
        set_rejection(w, rows, i);
        digest_rejection(&w->rows, ++number, rows->src[i], rows->move[i], rows->rule[i]);
        assert(rows->rule[i] < w->model->rule_count);
        w->rejected[rows->rule[i]]++;
        code = w->backend->add(w, TABLE_REJECTION, (int64_t)number, &row, err);
    }
    if (code)
        return code;
    w->worth_keeping = w->worth_keeping || rows->count;
    count_unsaved(w, &w->rejection_count, rows->count - stored, 3);
    return 0;
}

static void note_moves(trace_writer *w, const uint32_t *moves, size_t count)
{
    uint32_t due = w->moves_due;
    for (size_t i = 0; i < count; i++)
        due = moves[i] >= due ? moves[i] + 1 : due;
    w->moves_due = due;
}

static int note_expanded_states(trace_writer *w, uint32_t expanded, wgcq_error *err)
{
    if (expanded > w->expanded) /* a search that starts again may be behind what is stored */
        w->expanded = expanded;
    return writer_commit_if_due(w, err);
}

/* Also where there are none. */
static int save_all_rows(trace_writer *w, uint32_t expanded, wgcq_error *err)
{
    w->expanded = expanded > w->expanded ? expanded : w->expanded;
    w->worth_keeping = true;
    return writer_commit_now(w, err);
}

/* ---- a batch --------------------------------------------------------------------------------- */

unsigned trace_rows(const trace_writer *w)
{
    const unsigned states = ROWS_STATES | (w->shown_sql ? 0 : ROWS_TEXTS);
    switch (w->about.keep) {
    case WGCQ_TRACE_ALL: return states | ROWS_EDGES | ROWS_REJECTIONS;
    case WGCQ_TRACE_EDGES: return states | ROWS_EDGES;
    case WGCQ_TRACE_STATES: return states;
    default: return 0;
    }
}

int trace_store(trace_writer *w, const row_batch *rows, wgcq_error *err)
{
    unsigned kinds = trace_rows(w);
    int code = 0;
    if (kinds & ROWS_EDGES)
        note_moves(w, rows->edges.move, rows->edges.count);
    if (kinds & ROWS_REJECTIONS)
        note_moves(w, rows->rejections.move, rows->rejections.count);
    if (kinds && rows->pause)
        return rows->save ? save_all_rows(w, rows->expanded, err)
                          : note_expanded_states(w, rows->expanded, err);
    if (kinds & ROWS_STATES && rows->states.count)
        code = store_states(w, &rows->states, err);
    if (!code && kinds & ROWS_EDGES && rows->edges.count)
        code = store_edges(w, &rows->edges, err);
    if (!code && kinds & ROWS_REJECTIONS && rows->rejections.count)
        code = store_rejections(w, &rows->rejections, err);
    return code;
}
