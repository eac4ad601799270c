/*
 * verify_file.c - the file in itself: pages, indices, and the consistency of its tables.
 *
 * The other checks read tables; this one makes sure that readers who go by an index, or only read
 * the run's row, see the same.
 */

#include "answers/verify/verifier.h"
#include "base/error.h"

/* ---- pages and indices -------------------------------------------------------------------- */

/* SQLite's check of pages and indices takes long and needs nothing of the others: it runs beside
   them, and what it finds comes first. */
static int report_structure(verification *v)
{
    const trace_report to = {.self = v, .differs = verify_differs_line};
    int code = 0;
    while (!code && !trace_integrity_wait(v->structure))
        code = verify_ask(v);
    code = code ? code : trace_integrity_report(v->structure, &to, v->err);
    v->checked++;
    return code;
}

/* SQLite's integrity check looks every row up in every index, but does not compare all of an
   entry's own columns, which a covering index answers from. */
static int check_index(void *self, const wgcq_rows *row, wgcq_error *err)
{
    verification *v = self;
    const char *index = wgcq_rows_text(row, 1);
    bool agrees = false;
    int code = trace_check_index(&agrees, v->trace, wgcq_rows_text(row, 0), index, err);
    if (!code && !agrees)
        verify_differs(v, "the index %s does not agree with its table", index);
    v->checked++;
    return code;
}

/* Checks the indices of all runs. */
static int check_indices(verification *v)
{
    return trace_each_row(
        v->trace, check_index, v, v->err,
        "SELECT tbl_name,name FROM sqlite_schema WHERE type='index' ORDER BY name");
}

/* ---- tables against each other ------------------------------------------------------------ */

/* Each query counts rows that violate the rule; `s` has the steps of solutions
   (trace_put_step_numbers). */
static const struct table_rule {
    const char *sql, *message;
    wgcq_trace_level keep; /* applies to runs that keep at least that */
} table_rules[] = {
    {"SELECT count(*) FROM run WHERE id=# AND shortest_length IS NOT"
     " (SELECT least FROM best WHERE run=# AND cost='moves')",
     "the run's shortest_length is not the least of `moves`", WGCQ_TRACE_NONE},
    {"SELECT count(*) FROM run WHERE id=# AND shortest_count IS NOT"
     " (SELECT count FROM best WHERE run=# AND cost='moves')",
     "the run's shortest_count is not that of the least `moves`", WGCQ_TRACE_NONE},
    {"SELECT count(*) FROM run WHERE id=# AND status IN ('complete','limit') AND verdict IS NOT"
     " CASE WHEN coalesce(goals,shortest_length+1)>0 THEN 'found' WHEN status='limit' THEN "
     "'unknown' WHEN has_goal THEN 'proved' ELSE 'found' END",
     "the run's verdict does not follow from its goals and its status", WGCQ_TRACE_NONE},
    {"SELECT count(*) FROM run WHERE id=# AND status<>'interrupted' AND (starts+seconds IS NULL OR "
     "(states+edges IS NULL OR depth IS NULL AND status='complete') AND NOT "
     "instr(options,'--reduce symmetry'))",
     "the run has ended, but lacks figures", WGCQ_TRACE_NONE},
    {"SELECT count(*) FROM run WHERE id=# AND (expanded>states OR expanded<0)",
     "the run has expanded more states than there are", WGCQ_TRACE_STATES},
    {"SELECT count(*) FROM run WHERE id=# AND edges<>(SELECT count(*) FROM edge_#)",
     "the run's number of edges is not that of its table", WGCQ_TRACE_EDGES},
    {"SELECT count(*) FROM run WHERE id=# AND rejections<>(SELECT count(*) FROM rejection_#)",
     "the run's number of rejections is not that of its table", WGCQ_TRACE_ALL},
    {"SELECT count(*) FROM run WHERE id=# AND (solutions_count GLOB '*[^0-9]*' OR"
     " length(solutions_count)<19 AND CAST(solutions_count AS INTEGER)<solutions_stored)",
     "the run says that there are fewer solutions than are stored", WGCQ_TRACE_NONE},
    {"SELECT (SELECT count(*) FROM distance_# WHERE id<1)+(SELECT count(*) FROM distance_# WHERE"
     " id>(SELECT coalesce(max(id),0) FROM state_#))",
     "there is a distance of a state that is not there", WGCQ_TRACE_STATES},
    {"SELECT count(*) FROM s AS t LEFT JOIN state_# AS d ON d.id=t.dst WHERE d.id IS NULL",
     "a step leads to a state that is not there", WGCQ_TRACE_STATES},
    {"SELECT count(*) FROM (SELECT step,src,lag(dst) OVER (PARTITION BY solution ORDER BY step) AS"
     " before FROM s) WHERE CASE WHEN step=0 THEN src IS NOT NULL ELSE src IS NOT before END",
     "a step does not begin where the one before has led", WGCQ_TRACE_STATES},
    {"SELECT count(*) FROM (SELECT solution,max(step) AS last FROM s GROUP BY solution) AS t"
     " LEFT JOIN solution_# AS f ON f.id=t.solution WHERE f.length IS NOT t.last",
     "a solution is not as long as it has steps", WGCQ_TRACE_SOLUTIONS},
};

/* Frees the text. */
static int check_table_rule(verification *v, strbuf *sql, const char *message)
{
    int64_t count = 0;
    int code = sql->failed
                   ? error_set_memory(v->err)
                   : trace_select_integer(&count, v->trace, v->err, "%s", strbuf_string(sql));
    if (count)
        verify_differs(v, "%s", message);
    v->checked++;
    strbuf_free(sql);
    return code < 0 ? code : 0;
}

static int check_table_rules(verification *v)
{
    int code = 0;
    for (size_t i = 0; i < sizeof table_rules / sizeof *table_rules && !code; i++) {
        strbuf sql = {0};
        if (v->facts->keep > table_rules[i].keep)
            continue;
        trace_put_step_numbers(&sql, v->trace);
        trace_put_sql(&sql, v->trace, table_rules[i].sql);
        code = check_table_rule(v, &sql, table_rules[i].message);
    }
    return code;
}

/* A solution's cost is what has been spent at its last step. */
static int check_solution_costs(verification *v)
{
    strbuf sql = {0};
    if (v->facts->keep > WGCQ_TRACE_SOLUTIONS)
        return 0;
    trace_put_step_numbers(&sql, v->trace);
    trace_put_sql(&sql, v->trace,
                  "SELECT count(*) FROM solution_# AS f LEFT JOIN s AS t ON t.solution=f.id AND"
                  " t.step=f.length WHERE t.solution IS NULL");
    for (unsigned k = 0; k < v->facts->costs; k++)
        strbuf_printf(&sql, " OR t.c%u<>f.c%u", k, k);
    return check_table_rule(v, &sql, "a solution's cost is not that of its last step");
}

int verify_file_begin(verification *v)
{
    int code = trace_integrity_begin(&v->structure, v->trace, v->err);
    code = code ? code : check_indices(v);
    code = code ? code : check_table_rules(v);
    code = code ? code : check_solution_costs(v);
    verify_suspend_check(v);
    return code;
}

int verify_file_end(verification *v)
{
    verify_begin_check(v, "file", 0);
    int code = report_structure(v);
    if (code)
        return code;
    verify_resume_check(v);
    verify_end_check(v, "file");
    row_table_put_first(v->report);
    return 0;
}
