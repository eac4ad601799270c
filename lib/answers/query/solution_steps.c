/* solution_steps.c - a stored solution, step by step. */
#include <inttypes.h>

#include "answers/query/stored_answers.h"
#include "base/cursor.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

int solution_steps_open(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    static const char *const before[] = {"step", "move", "shown", "moves"};
    const trace_facts *f = trace_about_run(trace);
    const cursor_names names = {before, 4, f->cost_names, f->costs, NULL, 0};
    char **given = cursor_names_given(&names);
    if (!given)
        return error_set_memory(err);
    strbuf sql = {0};
    trace_put_steps(&sql, trace);
    strbuf_put(&sql, "SELECT step,move,shown,moves");
    for (unsigned i = 0; i < f->costs; i++) {
        strbuf_printf(&sql, ",c%u AS ", i);
        column_names_quote(&sql, given[i]);
    }
    cursor_names_given_free(given, f->costs);
    strbuf_printf(&sql, " FROM s WHERE solution=%" PRId64 " ORDER BY step", solution);
    return trace_select_built(out, trace, &sql, err);
}
