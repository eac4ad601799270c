/* solution_steps.c - a stored solution, step by step. */
#include <inttypes.h>
#include <stdio.h>

#include "answers/query/stored_answers.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

int solution_steps_open(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(trace);
    strbuf sql = {0};
    trace_put_steps(&sql, trace);
    strbuf_put(&sql, "SELECT step,move,shown,moves");
    for (unsigned i = 0; i < f->costs; i++) {
        strbuf_printf(&sql, ",c%u AS ", i);
        column_names_quote(&sql, f->cost_names[i]);
    }
    strbuf_printf(&sql, " FROM s WHERE solution=%" PRId64 " ORDER BY step", solution);
    return trace_select_built(out, trace, &sql, err);
}

int solution_steps_solutions(int64_t *count, wgcq_trace *trace, wgcq_error *err)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, trace, err, "SELECT count(*) FROM solution_%" PRId64,
                                trace_about_run(trace)->run);
    *count = code ? 0 : wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}
