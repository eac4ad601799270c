/* resume_check.c - rows that were stored before, held against those of a run that is told again. */
#include "trace/write/resume_check.h"

#include <inttypes.h>

#include "base/error.h"

/* ---- one row --------------------------------------------------------------------------------- */

static int row_differs(trace_writer *w, const checked_rows *p, wgcq_error *err)
{
    w->failed = true;
    return error_set(err, WGCQ_ESTORE,
                     "%s cannot go on: its %s %" PRIu64 " is not what the puzzle comes to now",
                     w->path, p->row_name, p->matched + 1);
}

static bool is_column(const checked_rows *p, int column, int64_t value)
{
    return sqlite3_column_int64(p->rows, column) == value;
}

/* The next stored row is there to be looked at. */
static int step_checked_rows(trace_writer *w, checked_rows *p, wgcq_error *err)
{
    int code = sqlite3_step(p->rows);
    if (code == SQLITE_ROW)
        return 0;
    return code == SQLITE_DONE ? row_differs(w, p, err) : writer_error(w, code, err);
}

/* It was as it should be.  The last one lets go of the table, which is written to from then on. */
static void count_matched(checked_rows *p)
{
    if (++p->matched < p->expected)
        return;
    sqlite3_finalize(p->rows);
    p->rows = NULL;
}

/* ---- rows of each kind ----------------------------------------------------------------------- */

int resume_check_states(trace_writer *w, const state_rows *rows, size_t *known, wgcq_error *err)
{
    checked_rows *p = &w->checked_states;
    for (*known = 0; *known < rows->count && p->matched < p->expected; ++*known) {
        size_t i = *known;
        int code = step_checked_rows(w, p, err);
        if (code)
            return code;
        bool same = is_column(p, 0, (int64_t)rows->first + (int64_t)i) &&
                    is_column(p, 1, rows->depth[i]) && is_column(p, 2, rows->marks[i]);
        for (unsigned k = 0; k < rows->words && same; k++)
            same = is_column(p, 3 + (int)k, (int64_t)rows->state[i * rows->words + k]);
        if (!same)
            return row_differs(w, p, err);
        count_matched(p);
    }
    return 0;
}

int resume_check_edges(trace_writer *w, const edge_rows *rows, size_t *known, wgcq_error *err)
{
    checked_rows *p = &w->checked_edges;
    for (*known = 0; *known < rows->count && p->matched < p->expected; ++*known) {
        size_t i = *known;
        int code = step_checked_rows(w, p, err);
        if (code)
            return code;
        bool same = is_column(p, 0, rows->src[i]) && is_column(p, 1, rows->dst[i]) &&
                    is_column(p, 2, rows->move[i]);
        for (unsigned k = 0; k < rows->costs && same; k++)
            same = is_column(p, 3 + (int)k, rows->cost[i * rows->costs + k]);
        if (!same)
            return row_differs(w, p, err);
        count_matched(p);
    }
    return 0;
}

int resume_check_rejections(trace_writer *w, const rejection_rows *rows, size_t *known,
                            wgcq_error *err)
{
    checked_rows *p = &w->checked_rejections;
    for (*known = 0; *known < rows->count && p->matched < p->expected; ++*known) {
        size_t i = *known;
        int code = step_checked_rows(w, p, err);
        if (code)
            return code;
        if (!is_column(p, 0, rows->src[i]) || !is_column(p, 1, rows->move[i]) ||
            !is_column(p, 2, rows->rule[i]))
            return row_differs(w, p, err);
        count_matched(p);
    }
    return 0;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static int open_checked_rows(trace_writer *w, checked_rows *p, const char *what, const char *table,
                             uint64_t due, wgcq_error *err)
{
    strbuf sql = {0};
    *p = (checked_rows){.row_name = what, .expected = due};
    if (!due)
        return 0;
    strbuf_printf(&sql, "SELECT * FROM %s_%" PRId64 " ORDER BY rowid", table, w->run);
    int code = sql.failed ? error_set_memory(err) : writer_prepare(w, &p->rows, sql.bytes, err);
    strbuf_free(&sql);
    return code;
}

int resume_check_open(trace_writer *w, wgcq_error *err)
{
    int code = open_checked_rows(w, &w->checked_states, "state", "state", w->state_count, err);
    if (!code)
        code = open_checked_rows(w, &w->checked_edges, "edge", "edge", w->edge_count, err);
    if (!code)
        code = open_checked_rows(w, &w->checked_rejections, "rejection", "rejection",
                                 w->rejection_count, err);
    return code;
}

void resume_check_close(trace_writer *w)
{
    checked_rows *all[] = {&w->checked_states, &w->checked_edges, &w->checked_rejections};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        sqlite3_finalize(all[i]->rows);
        all[i]->rows = NULL;
    }
}
