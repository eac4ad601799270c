/*
 * rerun.c - a stored run, explored again for what its file does not keep.
 *
 * The puzzle's text and parameters are in the file, and the run's row says how it was asked for.
 * The same search over the same puzzle comes to the same states under the same numbers, so a second
 * run that keeps everything stands in for the first.  It is written into a folder of its own and
 * taken out of it as soon as it is open: the folder is gone when this file's work is over, the
 * room on the disk when the trace is closed.
 *
 *   complete, --stop, --max-states, --max-depth   are where they were
 *   time, memory, the disk, an interrupt          come elsewhere: a search that does not come by
 *                                                 the figures at which the run was cut is another
 *   killed, with its states in the file           as many states, and what was told of them
 */
#include "run/rerun.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers/replay/reference_model.h"
#include "base/error.h"
#include "run/solver.h"
#include "run/stored_options.h"

typedef struct recalling {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_watch *watch;
    wgcq_error *err;
    reference_model told;
    stored_options how;
    bool solutions; /* are wanted too */
    bool cut;       /* by what comes elsewhere another time */
    char by[200];   /* by what, in words                    */
    bool counted;   /* the run says how many states it had  */
    solver_cut far; /* so far                               */
    strbuf folder, path;
    wgcq_trace *again;
} recalling;

/* ---- how it ended --------------------------------------------------------------------------- */

static bool begins(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

static bool comes_again(const char *stopped)
{
    return begins(stopped, "--stop ") || begins(stopped, "--max-states ") ||
           begins(stopped, "--max-depth ");
}

static void take_end(recalling *r, const wgcq_rows *row)
{
    const char *status = r->facts->status, *stopped = wgcq_rows_text(row, 2);
    bool limit = !strcmp(status, "limit") && stopped;
    r->cut = strcmp(status, "complete") != 0 && !(limit && comes_again(stopped));
    snprintf(r->by, sizeof r->by, "%s", limit ? stopped : "an interrupt");
    r->counted = wgcq_rows_type(row, 0) == WGCQ_INTEGER && wgcq_rows_integer(row, 0) > 0;
    r->far.states = (uint64_t)wgcq_rows_integer(row, 0);
    r->far.edges = wgcq_rows_type(row, 1) == WGCQ_INTEGER ? (uint64_t)wgcq_rows_integer(row, 1)
                                                          : UINT64_MAX; /* not known */
}

static int read_end(recalling *r)
{
    char sql[100];
    wgcq_rows *row;
    snprintf(sql, sizeof sql, "SELECT states,edges,stopped FROM run WHERE id=%" PRId64,
             r->facts->run);
    int code = trace_rows(&row, r->trace, sql, r->err);
    if (code)
        return code;
    code = wgcq_rows_next(row, r->err);
    if (!code)
        take_end(r, row);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

static int not_again(const recalling *r)
{
    return error_set(
        r->err, WGCQ_EUNKNOWN,
        "the file keeps no more than --trace %s asks for, and the run was cut short by %s, "
        "so it does not come to the same point when it is explored again; `wgcq resume` "
        "goes on with it",
        wgcq_trace_level_name(r->facts->keep), r->by);
}

/* ---- exploring ------------------------------------------------------------------------------ */

static int make_folder(recalling *r)
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

/* What SQLite still reads of it stays until it is closed. */
static void remove_folder(recalling *r)
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

/* A run that was cut goes as far as it went then, and no state further. */
static wgcq_options options_again(const recalling *r)
{
    wgcq_options o = r->how.options;
    o.keep = WGCQ_TRACE_ALL;
    o.no_solutions = o.no_solutions || !r->solutions;
    o.max_memory = 0;
    o.max_time = 0;
    if (r->cut)
        o.max_states = r->far.states;
    return o;
}

/* An end that the run did not come to: somebody's wish, or a disk that is full. */
static int check_end(const recalling *r, const wgcq_summary *s)
{
    if (!strcmp(s->status, "interrupted"))
        return error_set(r->err, WGCQ_EINTERRUPT, "interrupted");
    if (s->limit && begins(s->limit, "the end of the disk"))
        return error_set(r->err, WGCQ_EFILE, "%s, where the run is explored again: %s",
                         strbuf_string(&r->folder), s->limit);
    return 0;
}

static int explore(recalling *r)
{
    wgcq_options options = options_again(r);
    wgcq_result *result = NULL;
    solver s = {.model = r->told.model,
                .options = &options,
                .err = r->err,
                .until = r->cut ? &r->far : NULL};
    solver_watch(&s, r->watch);
    int code = solver_whole(&result, &s, r->path.bytes);
    if (!code)
        code = check_end(r, wgcq_result_summary(result));
    wgcq_result_free(result);
    return code ? code : wgcq_trace_open(&r->again, r->path.bytes, r->err);
}

/* ---- is it the same run --------------------------------------------------------------------- */

static bool same_value(const wgcq_rows *a, const wgcq_rows *b, size_t column)
{
    return !strcmp(wgcq_rows_text(a, column), wgcq_rows_text(b, column));
}

/* Figures that are known of both. */
static int compare_figures(const recalling *r, const wgcq_rows *then, const wgcq_rows *now)
{
    for (size_t i = 0; i < wgcq_rows_columns(then); i++) {
        bool known = wgcq_rows_type(then, i) != WGCQ_NULL && wgcq_rows_type(now, i) != WGCQ_NULL;
        if (!known || same_value(then, now, i))
            continue;
        if (r->cut)
            return not_again(r);
        return error_set(
            r->err, WGCQ_ESTORE,
            "the file is damaged: of %s the run says %s, and explored again it comes to %s",
            wgcq_rows_name(then, i), wgcq_rows_text(then, i), wgcq_rows_text(now, i));
    }
    return 0;
}

/* Two queries over the two traces, in step. */
static int in_step(const recalling *r, const char *then_sql, const char *now_sql,
                   int (*compare)(const recalling *r, const wgcq_rows *then, const wgcq_rows *now))
{
    wgcq_rows *then = NULL, *now = NULL;
    int code = trace_rows(&then, r->trace, then_sql, r->err), ended = 0;
    if (!code)
        code = trace_rows(&now, r->again, now_sql, r->err);
    while (!code) {
        code = wgcq_rows_next(then, r->err);
        ended = code < 0 ? code : wgcq_rows_next(now, r->err);
        if (code || ended)
            break;
        code = compare(r, then, now);
    }
    wgcq_rows_free(then);
    wgcq_rows_free(now);
    if (code < 0 || ended < 0)
        return code < 0 ? code : ended;
    return code == ended
               ? 0
               : error_set(r->err, WGCQ_ESTORE,
                           "the file is damaged: it holds fewer or more rows than its run "
                           "comes to when it is explored again");
}

/* Without a graph the run did not learn the depth of states in other orders. */
static int check_figures(const recalling *r)
{
    char then[300], now[300];
    bool plain = r->facts->keep == WGCQ_TRACE_NONE && strcmp(r->facts->order, "breadth-first") != 0;
    const char *columns = "states,edges,starts,goals,verdict,dead_ends,shortest_length,"
                          "shortest_count,solutions_count";
    const char *depth = plain ? "" : ",depth";
    snprintf(then, sizeof then, "SELECT %s%s FROM run WHERE id=%" PRId64, columns, depth,
             r->facts->run);
    snprintf(now, sizeof now, "SELECT %s%s FROM run", columns, depth);
    return in_step(r, then, now, compare_figures);
}

/* The best of each cost, as far as it was proved. */
static int check_best(const recalling *r)
{
    static const char format[] =
        "SELECT c.name AS cost,b.least AS least,b.count AS count FROM (SELECT 'moves' AS name"
        " UNION ALL SELECT name FROM cost) AS c LEFT JOIN best AS b"
        " ON b.cost=c.name AND b.run=%" PRId64 " ORDER BY c.name";
    char then[sizeof format + 24], now[sizeof format + 24];
    snprintf(then, sizeof then, format, r->facts->run);
    snprintf(now, sizeof now, format, trace_about_run(r->again)->run);
    return in_step(r, then, now, compare_figures);
}

static int compare_state(const recalling *r, const wgcq_rows *then, const wgcq_rows *now)
{
    for (size_t i = 0; i < 3 + (size_t)r->facts->words; i++)
        if (wgcq_rows_type(then, i) != WGCQ_INTEGER ||
            wgcq_rows_integer(then, i) != wgcq_rows_integer(now, i))
            return error_set(
                r->err, WGCQ_ESTORE,
                "the file is damaged: its state %s is not what the run comes to when it "
                "is explored again",
                wgcq_rows_text(now, 0));
    return 0;
}

static int check_states(const recalling *r)
{
    char then[80], now[80];
    if (r->facts->keep > WGCQ_TRACE_STATES)
        return 0;
    snprintf(then, sizeof then, "SELECT * FROM state_%" PRId64 " ORDER BY id", r->facts->run);
    snprintf(now, sizeof now, "SELECT * FROM state_%" PRId64 " ORDER BY id",
             trace_about_run(r->again)->run);
    return in_step(r, then, now, compare_state);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int explore_again(recalling *r, const wgcq_model *model)
{
    int code = read_end(r);
    if (!code && r->cut && !r->counted)
        code = not_again(r);
    if (!code)
        code = reference_model_open_with(&r->told, r->trace, model, r->err);
    if (!code)
        code = stored_options_read(&r->how, r->facts, r->err);
    if (!code)
        code = make_folder(r);
    if (!code)
        code = explore(r);
    if (!code)
        code = check_figures(r);
    if (!code)
        code = check_best(r);
    return code ? code : check_states(r);
}

int rerun(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model, wgcq_trace_level needed,
          bool solutions, const wgcq_watch *watch, wgcq_error *err)
{
    *out = trace;
    if (trace_about_run(trace)->keep <= needed)
        return 0;
    if (trace_stand_in(trace, solutions)) {
        *out = trace_stand_in(trace, solutions);
        return 0;
    }
    recalling r = {.trace = trace,
                   .facts = trace_about_run(trace),
                   .solutions = solutions,
                   .watch = watch ? watch : trace_sql_watch(trace),
                   .err = err};
    int code = explore_again(&r, model);
    remove_folder(&r);
    stored_options_free(&r.how);
    reference_model_close(&r.told);
    if (code) {
        wgcq_trace_free(r.again);
        return code;
    }
    trace_take_stand_in(trace, r.again, solutions);
    wgcq_trace_watch(r.again, trace_sql_watch(trace));
    *out = r.again;
    return 0;
}
