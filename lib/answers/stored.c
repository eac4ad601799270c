/* stored.c - a stored solution, step by step. */
#include <inttypes.h>
#include <stdio.h>

#include "answers/questions.h"
#include "base/fault.h"
#include "trace/columns.h"

int questions_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(trace);
    text sql = {0};
    text_printf(&sql, "SELECT step,move,shown,moves");
    for (unsigned i = 0; i < f->costs; i++) {
        text_printf(&sql, ",c%u AS ", i);
        columns_quote(&sql, f->cost_names[i]);
    }
    text_printf(&sql, " FROM (SELECT s.step AS step,m.text AS move,s.shown AS shown,"
                      "s.step AS moves");
    for (unsigned i = 0; i < f->costs; i++)
        text_printf(&sql, ",s.c%u AS c%u", i, i);
    text_printf(&sql,
                " FROM step_%" PRId64 " AS s LEFT JOIN move_%" PRId64
                " AS m ON m.id=s.move WHERE s.solution=%" PRId64 " ORDER BY s.step)",
                f->run, f->run, solution);
    int code = sql.failed ? fault_memory(err) : trace_rows(out, trace, text_string(&sql), err);
    text_free(&sql);
    return code;
}

int questions_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err)
{
    char sql[80];
    wgcq_rows *row;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM solution_%" PRId64,
             trace_about_run(trace)->run);
    int code = trace_rows(&row, trace, sql, err);
    if (code)
        return code;
    code = wgcq_rows_next(row, err);
    *count = code ? 0 : wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}
