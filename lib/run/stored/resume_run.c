/*
 * resume_run.c - a run that was cut short is continued.
 *
 * The file has the puzzle's text and parameters, and the run's row its options.  How the run
 * continues depends on its stored rows (trace_mode):
 *
 *   breadth-first, with edges    TRACE_CONTINUE: states are loaded under their numbers, and the
 * search continues after the last one whose edges are all stored everything else TRACE_RERUN: the
 * search, which is deterministic, starts again; rows that are stored already are compared, and not
 * written twice another --max-depth, not     TRACE_NEW: states that were too deep were skipped, so
 * all later breadth-first                states have other numbers, and no stored row can be used
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answers/replay/reference_model.h"
#include "base/error.h"
#include "base/files/own_file.h"
#include "puzzle/stored_puzzle.h"
#include "run/merged_run.h"
#include "run/options/stored_options.h"
#include "run/shards/shard_list.h"
#include "run/solver.h"
#include "run/spilled_run.h"
#include "wgcq_trace.h"

struct wgcq_unfinished {
    char *path;
    bool parts;          /* the folder of a run by ranks */
    spilled_run spilled; /* where that is a folder */
    reference_model reference;
    int64_t run;
    int64_t states;        /* stored */
    int64_t depth;         /* of the deepest stored state, where known */
    int64_t expanded;      /* states up to this one have all their edges stored */
    bool stopped;          /* by --stop */
    stored_options stored; /* options of the run */
    wgcq_options defaults; /* the same, without the limits if one of them ended it */
};

/* ---- which run ---------------------------------------------------------------------------- */

/* A run that was cut short comes before one that --stop ended; 0: there is none. */
static int newest_unfinished(wgcq_trace *trace, int64_t *run, wgcq_error *err)
{
    wgcq_rows *row;
    int code =
        trace_select_row(&row, trace, err, "%s",
                         "SELECT coalesce((SELECT max(id) FROM run WHERE status='interrupted' OR "
                         "(status='limit' AND stopped NOT LIKE '--stop %' AND "
                         "stopped NOT LIKE 'the bound %')),(SELECT max(id) FROM run "
                         "WHERE status='limit' AND stopped NOT LIKE 'the bound %'))");
    *run = code ? 0 : wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    return code;
}

/* How the run ended, and how far it came; *bounded: it ended at the puzzle's bounds. */
static int read_stored_end(wgcq_unfinished *u, wgcq_trace *trace, bool *bounded, wgcq_error *err)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, trace, err,
                                "SELECT status='limit' AND stopped LIKE 'the bound %%',"
                                "status='limit' AND stopped LIKE '--stop %%',depth,expanded"
                                " FROM run WHERE id=%" PRId64,
                                u->run);
    if (!code) {
        *bounded = wgcq_rows_integer(row, 0);
        u->stopped = wgcq_rows_integer(row, 1);
        u->depth = wgcq_rows_integer(row, 2);
        u->expanded = wgcq_rows_integer(row, 3);
    }
    wgcq_rows_free(row);
    return code;
}

/* It may look finished because the file is damaged. */
static int end_unless_damaged(wgcq_trace *trace, wgcq_error *err)
{
    int code = trace_check_runs(trace, err);
    return code ? code : WGCQ_DONE;
}

static int choose_unfinished(wgcq_unfinished *u, wgcq_trace *trace, wgcq_error *err)
{
    bool bounded = false;
    int code = u->run ? 0 : newest_unfinished(trace, &u->run, err);
    if (!code && !u->run)
        return end_unless_damaged(trace, err);
    code = code ? code : wgcq_trace_select_run(trace, u->run, err);
    code = code ? code : read_stored_end(u, trace, &bounded, err);
    if (!code && (bounded || !strcmp(trace_about_run(trace)->status, "complete")))
        return end_unless_damaged(trace, err);
    if (!code && trace_about_run(trace)->keep <= WGCQ_TRACE_STATES)
        u->states = trace_about_run(trace)->states;
    return code;
}

/* ---- options ------------------------------------------------------------------------------ */

/* And the puzzle; a limit that ended the run does not hold again. */
static int read_stored_run(wgcq_unfinished *u, wgcq_trace *trace, bool at_limit, wgcq_error *err)
{
    wgcq_options *o = &u->defaults;
    int code = reference_model_open(&u->reference, trace, err);
    code = code ? code : stored_options_read(&u->stored, trace_about_run(trace), err);
    *o = u->stored.options;
    o->spill = u->stored.spill;
    if (at_limit) {
        o->max_states = o->max_depth = o->max_memory = 0;
        o->max_time = 0;
    }
    return code;
}

/* ---- opening ------------------------------------------------------------------------------ */

static int read_unfinished(wgcq_unfinished *u, wgcq_error *err)
{
    wgcq_trace *trace = NULL;
    int code = wgcq_trace_open(&trace, u->path, err);
    code = code ? code : choose_unfinished(u, trace, err);
    if (!code)
        code = read_stored_run(u, trace, !strcmp(trace_about_run(trace)->status, "limit"), err);
    wgcq_trace_free(trace);
    return code;
}

/* ---- a folder ------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat found;
    return !stat(path, &found) && S_ISDIR(found.st_mode);
}

static int read_spilled(wgcq_unfinished *u, wgcq_error *err)
{
    spilled_run *of = &u->spilled;
    int code = spilled_run_read(of, u->path, err);
    if (code == WGCQ_DONE)
        return error_set(err, WGCQ_ESTORE, "%s is a folder, without a run of --spill", u->path);
    if (!code && !of->source[0])
        code = error_set(err, WGCQ_EREQUEST,
                         "%s has the run of a model in C: only its program can resume it", u->path);
    const stored_params params = {of->names, of->values, of->param_count, false};
    if (!code)
        code = puzzle_read_stored(&u->reference.puzzle, of->source, of->file, &params, NULL, err);
    if (code)
        return code;
    u->reference.model = wgcq_puzzle_model(u->reference.puzzle);
    u->defaults = (wgcq_options){
        .trace_level = WGCQ_TRACE_NONE, .no_solutions = of->no_solutions, .spill = u->path};
    return 0;
}

/* Reads the list of what the ranks have written, as they find it. */
static int read_parts(wgcq_unfinished *u, wgcq_error *err)
{
    shard_list list;
    wgcq_trace *trace = NULL;
    int code = shard_list_read(&list, u->path, err);
    char *path = code ? NULL : shard_path(u->path, list.first);
    if (!code && list.end == SHARDS_COMPLETE)
        code = WGCQ_DONE;
    if (!code && list.end == SHARDS_STOPPED)
        code = error_set(err, WGCQ_EREQUEST, "the run in %s ended as requested, at %s", u->path,
                         list.limit[0] ? list.limit : "--stop shortest");
    if (!code)
        code = path ? wgcq_trace_open(&trace, path, err) : error_set_memory(err);
    code = code ? code : read_stored_run(u, trace, list.end == SHARDS_LIMIT, err);
    u->defaults.trace_level = list.keep;
    wgcq_trace_free(trace);
    free(path);
    return code;
}

typedef int unfinished_reader(wgcq_unfinished *u, wgcq_error *err);

/* The path becomes the unfinished run's own; NULL: no memory. */
static int new_unfinished(wgcq_unfinished **out, char *path, int64_t run, unfinished_reader *read,
                          wgcq_error *err)
{
    wgcq_unfinished *u = calloc(1, sizeof *u);
    if (!u) {
        free(path);
        return error_set_memory(err);
    }
    u->path = path;
    u->run = run;
    u->parts = read == read_parts;
    int code = path ? read(u, err) : error_set_memory(err);
    if (code)
        wgcq_unfinished_free(u);
    else
        *out = u;
    return code;
}

int wgcq_unfinished_open_parts(wgcq_unfinished **out, const char *folder, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"folder", folder})))
        return WGCQ_EREQUEST;
    return new_unfinished(out, strdup(folder), 0, read_parts, err);
}

int wgcq_unfinished_open(wgcq_unfinished **out, const char *db, int64_t run, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"db", db})))
        return WGCQ_EREQUEST;
    if (!shard_list_exists(db))
        return new_unfinished(out, strdup(db), run, is_folder(db) ? read_spilled : read_unfinished,
                              err);
    int code = wgcq_merge(NULL, db, NULL, NULL, NULL, NULL, err);
    return code ? code
                : new_unfinished(out, own_file_path(db, SHARDS_MERGED), run, read_unfinished, err);
}

void wgcq_unfinished_free(wgcq_unfinished *u)
{
    if (!u)
        return;
    reference_model_close(&u->reference);
    stored_options_free(&u->stored);
    spilled_run_free(&u->spilled);
    free(u->path);
    free(u);
}

int64_t wgcq_unfinished_run(const wgcq_unfinished *u)
{
    assert(u);
    return u->run;
}

wgcq_puzzle *wgcq_unfinished_puzzle(const wgcq_unfinished *u)
{
    assert(u);
    return u->reference.puzzle;
}

const wgcq_options *wgcq_unfinished_options(const wgcq_unfinished *u)
{
    assert(u);
    return &u->defaults;
}

/* ---- resuming ----------------------------------------------------------------------------- */

static int check_resume_options(const wgcq_unfinished *u, const wgcq_options *o, wgcq_error *err)
{
    const wgcq_options *a = &u->stored.options;
    if (o->order != a->order || o->trace_level != a->trace_level || o->solutions != a->solutions ||
        o->no_solutions != a->no_solutions || o->minimize != a->minimize)
        return error_set(err, WGCQ_EREQUEST,
                         "a run is resumed with the order, costs and trace that it began with");
    if (u->stopped && o->stop == a->stop)
        return error_set(err, WGCQ_EREQUEST,
                         "run %" PRId64 " of %s ended as requested, at --stop %s; "
                         "next: --stop exhausted",
                         u->run, u->path, wgcq_stop_name(a->stop));
    if (!u->stopped && o->stop != a->stop)
        return error_set(err, WGCQ_EREQUEST,
                         "run %" PRId64 " of %s has not reached its --stop %s yet", u->run, u->path,
                         wgcq_stop_name(a->stop));
    if (o->max_states && o->max_states < (uint64_t)u->states)
        return error_set(err, WGCQ_EREQUEST, "%s holds %" PRId64 " states already", u->path,
                         u->states);
    if (o->max_depth && o->max_depth < (uint64_t)u->depth && o->max_depth != a->max_depth)
        return error_set(err, WGCQ_EREQUEST, "%s is %" PRId64 " moves deep already", u->path,
                         u->depth);
    return 0;
}

/* Options are refused by what the file says: where that is damaged, it is to blame.  The row of a
   run that was killed has no seal, and is checked against the run's rows. */
static int accept_resume_options(const wgcq_unfinished *u, const wgcq_options *o, wgcq_error *err)
{
    wgcq_error refused = {0}, damaged = {0};
    wgcq_trace *trace = NULL;
    if (!check_resume_options(u, o, &refused))
        return 0;
    int code = wgcq_trace_open(&trace, u->path, &damaged);
    code = code ? code : trace_check_file(trace, u->reference.model, u->run, &damaged);
    wgcq_trace_free(trace);
    const wgcq_error *why = code == WGCQ_ESTORE ? &damaged : &refused;
    return error_set(err, why->code, "%s", why->text);
}

static trace_mode resume_mode(const wgcq_unfinished *u, const wgcq_options *o)
{
    bool levels = o->order == WGCQ_BREADTH_FIRST;
    /* where nothing was expanded, even starts may be missing */
    if (levels && o->trace_level <= WGCQ_TRACE_EDGES && o->stop != WGCQ_STOP_FIRST && u->expanded)
        return TRACE_CONTINUE;
    return !levels && o->max_depth != u->stored.options.max_depth ? TRACE_NEW : TRACE_RERUN;
}

int wgcq_resume(wgcq_result **out, const wgcq_unfinished *u, const wgcq_options *options,
                const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"unfinished", u})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    if (!options)
        options = &u->defaults;
    if (u->parts)
        return merged_run(
            out,
            &(merge_request){
                .folder = u->path, .model = u->reference.model, .how = options, .monitor = monitor},
            err);
    if (u->spilled.text) {
        solver s = {.model = u->reference.model, .options = options, .err = err};
        solver_set_monitor(&s, monitor);
        return solver_run(out, &s);
    }
    int code = accept_resume_options(u, options, err);
    if (code)
        return code;
    trace_resume_point resume_from = {.run = u->run, .mode = resume_mode(u, options)};
    solver s = {.model = u->reference.model,
                .options = options,
                .db = u->path,
                .err = err,
                .resume_from = &resume_from};
    solver_set_monitor(&s, monitor);
    return solver_run(out, &s);
}
