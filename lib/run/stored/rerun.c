/*
 * rerun.c - a stored run, explored again for what its file does not keep.
 *
 * The puzzle's text and parameters are in the file, and the run's row has its options.  The search
 * is deterministic, so a second run that keeps everything has the same states under the same
 * numbers, and its trace can substitute that of the first.  It is written into a temporary folder,
 * which is removed as soon as the file is open; the disk space is released when the trace is
 * closed.
 *
 * The rerun must end where the run did:
 *
 *   complete, --stop, --max-states, --max-depth   it does, by the same options
 *   time, memory, the disk, an interrupt          it is stopped at the stored numbers of states and
 *                                                 edges; if it never has just these, it fails
 *   killed, with its states in the file           likewise
 *
 * A run from both ends keeps no states, and explores others than those that questions are about. It
 * is repeated breadth-first, which comes to the same plans.
 */
#include "run/stored/rerun.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers/replay/reference_model.h"
#include "base/error.h"
#include "run/options/stored_options.h"
#include "run/solver.h"
#include "wgcq_trace.h"

typedef struct rerun_job {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_monitor *monitor;
    wgcq_error *err;
    reference_model reference;
    stored_options stored;
    bool solutions;   /* are needed too */
    bool cut;         /* by a limit that is not repeatable */
    char cut_by[200]; /* that limit, in words */
    bool counted;     /* cut_at is known */
    cut_point cut_at; /* where it was cut */
    strbuf folder, path;
    wgcq_trace *result;
} rerun_job;

/* ---- how it ended ------------------------------------------------------------------------- */

static bool starts_with(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

static bool is_repeatable_limit(const char *stopped)
{
    return starts_with(stopped, "--stop ") || starts_with(stopped, "--max-states ") ||
           starts_with(stopped, "--max-depth ") || starts_with(stopped, "the bound ");
}

static bool is_from_both_ends(const rerun_job *r)
{
    return !strcmp(r->facts->order, wgcq_order_name(WGCQ_BOTH_ENDS));
}

static void set_end(rerun_job *r, const wgcq_rows *row)
{
    const char *status = r->facts->status, *stopped = wgcq_rows_text(row, 2);
    bool limit = !strcmp(status, "limit") && stopped;
    bool repeatable = limit && (is_from_both_ends(r) ? starts_with(stopped, "--stop ")
                                                     : is_repeatable_limit(stopped));
    r->cut = strcmp(status, "complete") != 0 && !repeatable;
    snprintf(r->cut_by, sizeof r->cut_by, "%s", limit ? stopped : "an interrupt");
    r->counted = wgcq_rows_type(row, 0) == WGCQ_INTEGER && wgcq_rows_integer(row, 0) > 0;
    r->cut_at.states = (uint64_t)wgcq_rows_integer(row, 0);
    r->cut_at.edges = wgcq_rows_type(row, 1) == WGCQ_INTEGER ? (uint64_t)wgcq_rows_integer(row, 1)
                                                             : UINT64_MAX; /* not known */
}

static int read_run_end(rerun_job *r)
{
    wgcq_rows *row;
    int code =
        trace_select_row(&row, r->trace, r->err, "SELECT states,edges,stopped FROM run WHERE id=#");
    if (!code)
        set_end(r, row);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

static int report_unrepeatable(const rerun_job *r)
{
    return error_set(
        r->err, WGCQ_EUNKNOWN,
        "the file keeps no more than --trace %s asks for, and the run was cut short by %s, "
        "so it does not come to the same point when it is explored again; `wgcq resume` "
        "continues it",
        wgcq_trace_level_name(r->facts->keep), r->cut_by);
}

/* ---- the second run------------------------------------------------------------------------ */

static int make_folder(rerun_job *r)
{
    const char *in = getenv("TMPDIR");
    strbuf_printf(&r->folder, "%s/wgcq-XXXXXX", in && *in ? in : "/tmp");
    if (r->folder.failed)
        return error_set_memory(r->err);
    if (!mkdtemp(r->folder.bytes)) {
        int why = errno;
        strbuf_clear(&r->folder);
        return error_set(r->err, WGCQ_EFILE,
                         "the run is to be explored again in a folder in %s: %s",
                         in && *in ? in : "/tmp", strerror(why));
    }
    strbuf_printf(&r->path, "%s/again.db", r->folder.bytes);
    return r->path.failed ? error_set_memory(r->err) : 0;
}

/* SQLite keeps reading the unlinked file until it is closed. */
static void remove_folder(rerun_job *r)
{
    if (r->path.length && !r->path.failed) {
        unlink(r->path.bytes);
        strbuf_put(&r->path, "-journal");
        if (!r->path.failed)
            unlink(r->path.bytes);
    }
    if (r->folder.length && !r->folder.failed)
        rmdir(r->folder.bytes);
    strbuf_free(&r->path);
    strbuf_free(&r->folder);
}

/* A run that was cut stops at cut_at, not by limits. */
static wgcq_options rerun_options(const rerun_job *r)
{
    wgcq_options o = r->stored.options;
    o.trace_level = WGCQ_TRACE_ALL;
    o.no_solutions = o.no_solutions || !r->solutions;
    o.max_memory = 0;
    o.max_time = 0;
    if (!strcmp(r->facts->status, "complete"))
        o.max_depth = 0; /* orbits are, where not all of their states are before the limit */
    if (r->cut)
        o.max_states = r->cut_at.states;
    if (o.order == WGCQ_BOTH_ENDS) {
        o.order = WGCQ_BREADTH_FIRST;
        o.max_states = o.max_depth = 0;
    }
    return o;
}

/* Ends that the run did not have: an interrupt, or a full disk. */
static int check_rerun_end(const rerun_job *r, const wgcq_summary *s)
{
    if (!strcmp(s->status, "interrupted"))
        return error_set(r->err, WGCQ_EINTERRUPT, "interrupted");
    if (s->limit && starts_with(s->limit, "the end of the disk"))
        return error_set(r->err, WGCQ_EFILE, "%s, where the run is explored again: %s",
                         strbuf_string(&r->folder), s->limit);
    return 0;
}

static int run_again(rerun_job *r)
{
    wgcq_options options = rerun_options(r);
    wgcq_result *result = NULL;
    assert(r->path.length && !r->result);
    solver s = {.model = r->reference.model,
                .options = &options,
                .db = r->path.bytes,
                .err = r->err,
                .stop_at = r->cut ? &r->cut_at : NULL};
    solver_set_monitor(&s, r->monitor);
    int code = solver_run(&result, &s);
    code = code ? code : check_rerun_end(r, wgcq_result_summary(result));
    wgcq_result_free(result);
    return code ? code : wgcq_trace_open(&r->result, r->path.bytes, r->err);
}

/* ---- is it the same run ------------------------------------------------------------------- */

static bool same_cell(const wgcq_rows *a, const wgcq_rows *b, size_t column)
{
    return !strcmp(wgcq_rows_text(a, column), wgcq_rows_text(b, column));
}

/* Compares the figures that both runs know. */
static int compare_figure_rows(const rerun_job *r, const wgcq_rows *stored,
                               const wgcq_rows *repeated)
{
    for (size_t i = 0; i < wgcq_rows_columns(stored); i++) {
        bool known =
            wgcq_rows_type(stored, i) != WGCQ_NULL && wgcq_rows_type(repeated, i) != WGCQ_NULL;
        if (!known || same_cell(stored, repeated, i))
            continue;
        if (r->cut)
            return report_unrepeatable(r);
        return error_set(
            r->err, WGCQ_ESTORE,
            "the file is damaged: of %s the run says %s, and explored again it comes to %s",
            wgcq_rows_name(stored, i), wgcq_rows_text(stored, i), wgcq_rows_text(repeated, i));
    }
    return 0;
}

typedef int row_comparer(const rerun_job *r, const wgcq_rows *stored, const wgcq_rows *repeated);

/* Compares what a query finds of the two runs, row by row; %lld in it is the run's number. */
static int compare_queries(const rerun_job *r, const char *sql, row_comparer *compare)
{
    wgcq_rows *stored = NULL, *repeated = NULL;
    int code = trace_selectf(&stored, r->trace, r->err, sql, (long long)r->facts->run), ended = 0;
    if (!code)
        code = trace_selectf(&repeated, r->result, r->err, sql,
                             (long long)trace_about_run(r->result)->run);
    while (!code) {
        code = wgcq_rows_next(stored, r->err);
        ended = code < 0 ? code : wgcq_rows_next(repeated, r->err);
        if (code || ended)
            break;
        code = compare(r, stored, repeated);
    }
    wgcq_rows_free(stored);
    wgcq_rows_free(repeated);
    if (code < 0 || ended < 0)
        return code < 0 ? code : ended;
    return code == ended
               ? 0
               : error_set(r->err, WGCQ_ESTORE,
                           "the file is damaged: it holds fewer or more rows than its run "
                           "comes to when it is explored again");
}

/* Without a graph, only breadth-first search knows the depth. */
static int check_same_figures(const rerun_job *r)
{
    static const char plans[] = "SELECT starts,verdict,shortest_length,shortest_count",
                      states[] = "SELECT states,edges,starts,goals,verdict,dead_ends,"
                                 "shortest_length,shortest_count,solutions_count";
    char sql[sizeof states + 40];
    bool plain = r->facts->keep == WGCQ_TRACE_NONE && strcmp(r->facts->order, "breadth-first") != 0;
    snprintf(sql, sizeof sql, "%s%s FROM run WHERE id=%%lld", is_from_both_ends(r) ? plans : states,
             plain ? "" : ",depth");
    return compare_queries(r, sql, compare_figure_rows);
}

/* The least of each cost, as far as it was proved. */
static int check_same_best(const rerun_job *r)
{
    return compare_queries(
        r,
        "SELECT c.name AS cost,b.least AS least,b.count AS count FROM (SELECT 'moves' AS name"
        " UNION ALL SELECT name FROM cost) AS c LEFT JOIN best AS b"
        " ON b.cost=c.name AND b.run=%lld ORDER BY c.name",
        compare_figure_rows);
}

static int compare_state_rows(const rerun_job *r, const wgcq_rows *stored,
                              const wgcq_rows *repeated)
{
    for (size_t i = 0; i < 3 + (size_t)r->facts->words + r->facts->finals; i++)
        if (wgcq_rows_type(stored, i) != WGCQ_INTEGER ||
            wgcq_rows_integer(stored, i) != wgcq_rows_integer(repeated, i))
            return error_set(
                r->err, WGCQ_ESTORE,
                "the file is damaged: its state %s is not what the run comes to when it "
                "is explored again",
                wgcq_rows_text(repeated, 0));
    return 0;
}

static int check_same_states(const rerun_job *r)
{
    return r->facts->keep > WGCQ_TRACE_STATES
               ? 0
               : compare_queries(r, "SELECT * FROM state_%lld ORDER BY id", compare_state_rows);
}

/* ---- the rerun ---------------------------------------------------------------------------- */

static int rerun_and_compare(rerun_job *r, const wgcq_model *model)
{
    int code = read_run_end(r);
    if (!code && r->cut && (!r->counted || is_from_both_ends(r)))
        code = report_unrepeatable(r);
    code = code ? code : reference_model_open_with(&r->reference, r->trace, model, r->err);
    code = code ? code : stored_options_read(&r->stored, r->facts, r->err);
    code = code ? code : make_folder(r);
    code = code ? code : run_again(r);
    code = code ? code : check_same_figures(r);
    code = code ? code : check_same_best(r);
    return code ? code : check_same_states(r);
}

int rerun(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model, wgcq_trace_level needed,
          bool solutions, const wgcq_monitor *monitor, wgcq_error *err)
{
    *out = trace;
    if (trace_about_run(trace)->keep <= needed)
        return 0;
    if (trace_stand_in(trace, solutions)) {
        *out = trace_stand_in(trace, solutions);
        trace_note_rerun(trace, needed);
        return 0;
    }
    rerun_job r = {.trace = trace,
                   .facts = trace_about_run(trace),
                   .solutions = solutions,
                   .monitor = monitor ? monitor : trace_sql_watch(trace),
                   .err = err};
    int code = rerun_and_compare(&r, model);
    remove_folder(&r);
    stored_options_free(&r.stored);
    reference_model_close(&r.reference);
    if (code) {
        wgcq_trace_free(r.result);
        return code;
    }
    trace_set_stand_in(trace, r.result, solutions);
    trace_note_rerun(trace, needed);
    wgcq_trace_set_monitor(r.result, trace_sql_watch(trace));
    *out = r.result;
    return 0;
}
