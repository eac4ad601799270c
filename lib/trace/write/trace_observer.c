/* trace_observer.c - what the search sees goes into the file: the writer as an observer. */
#include "trace/write/page_backend.h"
#include "trace/write/resume_check.h"

static void count_unsaved(trace_writer *w, uint64_t *sum, uint64_t rows, unsigned columns)
{
    *sum += rows;
    w->unsaved_rows += rows;
    w->unsaved_integers += rows * columns;
}

/* ---- states ---------------------------------------------------------------------------------- */

static int add_shown_state_row(trace_writer *w, const state_rows *rows, size_t i, wgcq_error *err)
{
    const uint64_t *state = rows->state + i * rows->words;
    strbuf_clear(&w->line);
    int code = w->model->show(w->worker, state, &w->line, err);
    if (!code && w->line.failed)
        code = error_set_memory(err);
    if (code)
        return code;
    sqlite3_bind_int64(w->shown_state, 1, (int64_t)rows->first + (int64_t)i);
    sqlite3_bind_int64(w->shown_state, 2, rows->depth[i]);
    sqlite3_bind_int64(w->shown_state, 3, rows->marks[i]);
    for (unsigned k = 0; k < rows->words; k++)
        sqlite3_bind_int64(w->shown_state, (int)k + 4, (int64_t)state[k]);
    sqlite3_bind_text(w->shown_state, (int)rows->words + 4, strbuf_string(&w->line), -1,
                      SQLITE_STATIC);
    uint64_t id = rows->first + (uint64_t)i;
    digest_state(&w->rows, id, rows->depth[i], rows->marks[i], state, rows->words);
    digest_state_text(&w->rows, id, strbuf_string(&w->line), w->line.length);
    return writer_execute(w, w->shown_state, err);
}

static int buffer_state_row(trace_writer *w, const state_rows *rows, size_t i, wgcq_error *err)
{
    int code;
    int64_t *row = writer_row(w, w->states, &code, err);
    if (!row)
        return code;
    row[0] = (int64_t)rows->first + (int64_t)i;
    row[1] = rows->depth[i];
    row[2] = rows->marks[i];
    for (unsigned k = 0; k < rows->words; k++)
        row[3 + k] = (int64_t)rows->state[i * rows->words + k];
    digest_state(&w->rows, (uint64_t)row[0], rows->depth[i], rows->marks[i],
                 rows->state + i * rows->words, rows->words);
    return 0;
}

static int store_states(void *self, const state_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    size_t known;
    int code = resume_check_states(w, rows, &known, err);
    if (code)
        return code;
    if (w->paged)
        code = page_backend_states(w, rows, known, err);
    for (size_t i = known; i < rows->count && !code; i++) {
        if (!w->paged)
            code = w->keeps_shown ? add_shown_state_row(w, rows, i, err)
                                  : buffer_state_row(w, rows, i, err);
        if (rows->depth[i] > w->depth)
            w->depth = rows->depth[i];
    }
    if (code) {
        w->failed = true;
        return code;
    }
    w->worth_keeping = w->worth_keeping || w->depth > 0;
    count_unsaved(w, &w->state_count, rows->count - known, rows->words + 3);
    return writer_commit_if_due(w, err);
}

/* ---- edges and rejections -------------------------------------------------------------------- */

static int store_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    size_t known;
    int code = resume_check_edges(w, rows, &known, err);
    if (code)
        return code;
    if (w->paged)
        code = page_backend_edges(w, rows, known, err);
    for (size_t i = known; i < rows->count && !w->paged; i++) {
        int64_t *row = writer_row(w, w->edges, &code, err);
        if (!row)
            return code;
        row[0] = rows->src[i];
        row[1] = rows->dst[i];
        row[2] = rows->move[i];
        for (unsigned k = 0; k < rows->costs; k++)
            row[3 + k] = rows->cost[i * rows->costs + k];
        digest_edge(&w->rows, w->edge_count + i - known + 1, rows->src[i], rows->dst[i],
                    rows->move[i], row + 3, rows->costs);
    }
    if (code)
        return code;
    w->worth_keeping = w->worth_keeping || rows->count;
    count_unsaved(w, &w->edge_count, rows->count - known, rows->costs + 3);
    return 0;
}

static int store_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    size_t known;
    int code = resume_check_rejections(w, rows, &known, err);
    if (code)
        return code;
    if (w->paged)
        code = page_backend_rejections(w, rows, known, err);
    for (size_t i = known; i < rows->count && !w->paged; i++) {
        int64_t *row = writer_row(w, w->rejections, &code, err);
        if (!row)
            return code;
        row[0] = rows->src[i];
        row[1] = rows->move[i];
        row[2] = rows->rule[i];
        digest_rejection(&w->rows, w->rejection_count + i - known + 1, rows->src[i], rows->move[i],
                         rows->rule[i]);
    }
    if (code)
        return code;
    w->worth_keeping = w->worth_keeping || rows->count;
    count_unsaved(w, &w->rejection_count, rows->count - known, 3);
    return 0;
}

static int note_expanded_states(void *self, uint32_t expanded, wgcq_error *err)
{
    trace_writer *w = self;
    if (expanded > w->expanded) /* what is told again may be behind what is stored */
        w->expanded = expanded;
    return writer_commit_if_due(w, err);
}

/* ---- the observer ---------------------------------------------------------------------------- */

observer trace_observer(trace_writer *w)
{
    observer o = {.self = w};
    wgcq_trace_level keep = w->about.keep;
    if (keep <= WGCQ_TRACE_STATES) {
        o.states = store_states;
        o.pause = note_expanded_states;
    }
    if (keep <= WGCQ_TRACE_EDGES) {
        o.edges = store_edges;
        o.wants |= WANT_MOVES | (w->model->costs ? (unsigned)WANT_COSTS : 0);
    }
    if (keep == WGCQ_TRACE_ALL) {
        o.rejections = store_rejections;
        o.wants |= WANT_REJECTIONS;
    }
    return o;
}
