/* resume_check.c - stored rows, compared with those of a search that starts again. */
#include "trace/write/resume_check.h"

#include <assert.h>
#include <inttypes.h>

#include "base/error.h"

static int row_differs(trace_writer *w, const checked_rows *p, wgcq_error *err)
{
    w->failed = true;
    return error_set(err, WGCQ_ESTORE,
                     "%s cannot be resumed: its %s %" PRIu64 " differs from what the puzzle gives",
                     w->path, p->row_name, p->matched + 1);
}

/* The last one closes the query: the table is written to from then on. */
static void count_matched(checked_rows *p)
{
    assert(p->matched < p->expected);
    if (++p->matched < p->expected)
        return;
    sqlite3_finalize(p->rows);
    p->rows = NULL;
}

int resume_check_row(trace_writer *w, run_table table, int64_t rowid, const record_row *row,
                     wgcq_error *err)
{
    checked_rows *p = &w->checked[table];
    int code = sqlite3_step(p->rows), column = 0;
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? row_differs(w, p, err) : writer_error(w, code, err);
    bool same = !row->alias || sqlite3_column_int64(p->rows, column++) == rowid;
    for (unsigned i = 0; i < row->count && same; i++)
        same = sqlite3_column_int64(p->rows, column++) == row->values[i];
    if (!same)
        return row_differs(w, p, err);
    count_matched(p);
    return 0;
}

static int open_checked_rows(trace_writer *w, run_table table, uint64_t expected, wgcq_error *err)
{
    strbuf sql = {0};
    checked_rows *p = &w->checked[table];
    *p = (checked_rows){.row_name = writer_tables[table], .expected = expected};
    if (!expected)
        return 0;
    strbuf_printf(&sql, "SELECT * FROM %s_%" PRId64 " ORDER BY %s", writer_tables[table], w->run,
                  table == TABLE_EDGE ? w->layout.edge_order : "rowid");
    int code = sql.failed ? error_set_memory(err) : writer_prepare(w, &p->rows, sql.bytes, err);
    strbuf_free(&sql);
    return code;
}

int resume_check_open(trace_writer *w, wgcq_error *err)
{
    int code = open_checked_rows(w, TABLE_STATE, w->state_count, err);
    code = code ? code : open_checked_rows(w, TABLE_EDGE, w->edge_count, err);
    code = code ? code : open_checked_rows(w, TABLE_REJECTION, w->rejection_count, err);
    return code;
}

void resume_check_close(trace_writer *w)
{
    for (int i = TABLE_STATE; i <= TABLE_REJECTION; i++) {
        sqlite3_finalize(w->checked[i].rows);
        w->checked[i].rows = NULL;
    }
}
