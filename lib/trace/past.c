/* past.c - rows that were stored before, held against those of a run that is told again. */
#include "trace/past.h"

#include <inttypes.h>

#include "base/fault.h"

/* ---- one row ----------------------------------------------------------------------------------
 */

static int differs(trace_writer *w, const past_rows *p, wgcq_error *err)
{
    w->broken = true;
    return fault(err, WGCQ_ESTORE,
                 "%s cannot go on: its %s %" PRIu64 " is not what the puzzle comes to now", w->path,
                 p->what, p->met + 1);
}

static bool is_column(const past_rows *p, int column, int64_t value)
{
    return sqlite3_column_int64(p->rows, column) == value;
}

/* The next stored row is there to be looked at. */
static int next(trace_writer *w, past_rows *p, wgcq_error *err)
{
    int code = sqlite3_step(p->rows);
    if (code == SQLITE_ROW)
        return 0;
    return code == SQLITE_DONE ? differs(w, p, err) : writer_trouble(w, code, err);
}

/* It was as it should be.  The last one lets go of the table, which is written to from then on. */
static void met(past_rows *p)
{
    if (++p->met < p->due)
        return;
    sqlite3_finalize(p->rows);
    p->rows = NULL;
}

/* ---- rows of each kind --------------------------------------------------------------------------
 */

int past_states(trace_writer *w, const state_rows *rows, size_t *known, wgcq_error *err)
{
    past_rows *p = &w->past_states;
    for (*known = 0; *known < rows->count && p->met < p->due; ++*known) {
        size_t i = *known;
        int code = next(w, p, err);
        if (code)
            return code;
        bool same = is_column(p, 0, (int64_t)rows->first + (int64_t)i) &&
                    is_column(p, 1, rows->depth[i]) && is_column(p, 2, rows->marks[i]);
        for (unsigned k = 0; k < rows->words && same; k++)
            same = is_column(p, 3 + (int)k, (int64_t)rows->state[i * rows->words + k]);
        if (!same)
            return differs(w, p, err);
        met(p);
    }
    return 0;
}

int past_edges(trace_writer *w, const edge_rows *rows, size_t *known, wgcq_error *err)
{
    past_rows *p = &w->past_edges;
    for (*known = 0; *known < rows->count && p->met < p->due; ++*known) {
        size_t i = *known;
        int code = next(w, p, err);
        if (code)
            return code;
        bool same = is_column(p, 0, rows->src[i]) && is_column(p, 1, rows->dst[i]) &&
                    is_column(p, 2, rows->move[i]);
        for (unsigned k = 0; k < rows->costs && same; k++)
            same = is_column(p, 3 + (int)k, rows->cost[i * rows->costs + k]);
        if (!same)
            return differs(w, p, err);
        met(p);
    }
    return 0;
}

int past_refusals(trace_writer *w, const refusal_rows *rows, size_t *known, wgcq_error *err)
{
    past_rows *p = &w->past_refusals;
    for (*known = 0; *known < rows->count && p->met < p->due; ++*known) {
        size_t i = *known;
        int code = next(w, p, err);
        if (code)
            return code;
        if (!is_column(p, 0, rows->src[i]) || !is_column(p, 1, rows->move[i]) ||
            !is_column(p, 2, rows->rule[i]))
            return differs(w, p, err);
        met(p);
    }
    return 0;
}

/* ---- beginning and end --------------------------------------------------------------------------
 */

static int await(trace_writer *w, past_rows *p, const char *what, const char *table, uint64_t due,
                 wgcq_error *err)
{
    text sql = {0};
    *p = (past_rows){.what = what, .due = due};
    if (!due)
        return 0;
    text_printf(&sql, "SELECT * FROM %s_%" PRId64 " ORDER BY rowid", table, w->run);
    int code = sql.failed ? fault_memory(err) : writer_prepare(w, &p->rows, sql.bytes, err);
    text_free(&sql);
    return code;
}

int past_open(trace_writer *w, wgcq_error *err)
{
    int code = await(w, &w->past_states, "state", "state", w->state_count, err);
    if (!code)
        code = await(w, &w->past_edges, "edge", "edge", w->edge_count, err);
    if (!code)
        code = await(w, &w->past_refusals, "rejection", "rejection", w->refusal_count, err);
    return code;
}

void past_close(trace_writer *w)
{
    past_rows *all[] = {&w->past_states, &w->past_edges, &w->past_refusals};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        sqlite3_finalize(all[i]->rows);
        all[i]->rows = NULL;
    }
}
