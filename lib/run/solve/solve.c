/* solve.c - a run, from the call to its result: of a model, of a puzzle, of its orbits; into a file
 * that may take the place of an older one.
 */
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "run/solve/reduced_run.h"
#include "run/solver.h"
#include "trace/write/replacement.h"
#include "wgcq_puzzle.h"

/* ---- a file that takes the place of an older one --------------------------------------------- */

/* A limit of the machine, unlike one of the options or of the puzzle, is an accident. */
static bool has_ended(const wgcq_summary *s)
{
    return strcmp(s->status, "complete") == 0 ||
           (s->limit &&
            (strncmp(s->limit, "--", 2) == 0 || strncmp(s->limit, "the bound", 9) == 0));
}

static int leave_beside(wgcq_result *result, const char *path, wgcq_error *err)
{
    result->summary.beside = result->beside = strdup(path);
    return result->beside ? 0 : error_set_memory(err);
}

static int replace_by_run(wgcq_result **out, solver *s)
{
    replacement *r = NULL;
    wgcq_result *result = NULL;
    wgcq_error *err = s->err;
    int code = replacement_begin(&r, s->db, err);
    s->file_mode = code ? 0 : replacement_mode(r);
    if (!code && s->options->replaces) /* it is locked: no writer can change it after this check */
        code = trace_check_unchanged(s->options->replaces, err);
    if (!code) {
        s->db = replacement_path(r);
        code = solver_run(&result, s);
    } else { /* the other ranks begin */
        code = solver_meet(s, code);
    }
    if (!code && has_ended(wgcq_result_summary(result)))
        code = replacement_commit(r, err);
    else if (!code)
        code = leave_beside(result, replacement_path(r), err);
    replacement_free(r);
    if (code)
        wgcq_result_free(result);
    else
        *out = result;
    return code;
}

/* As solver_run.  Where the options say so, the new file takes the place of the one at s->db when
   the run has ended: it is complete, or at a limit of its options.  Where it was interrupted, or
   the machine was too small, both files stay, and the summary's `beside` is the new one. */
static int run_into_file(wgcq_result **out, solver *s)
{
    const wgcq_options *o = s->options;
    /* if it cannot be created, creating it reports why */
    const bool alone = !o->exchange || s->orbits; /* the file is rank 0's */
    const bool replaces = s->db && o->replace && alone && !access(s->db, F_OK);
    return replaces ? replace_by_run(out, s) : solver_run(out, s);
}

/* ---- of orbits ------------------------------------------------------------------------------- */

/* Rank 0 has the graph, and the file. */
static int run_orbits(wgcq_result **out, solver *s)
{
    const wgcq_exchange *with = s->options->exchange;
    const bool stores = s->db;
    wgcq_result *result = NULL;
    s->db = with && with->rank ? NULL : s->db;
    int code = run_into_file(&result, s);
    if (stores) /* the file has taken its place */
        code = solver_meet(s, code);
    if (code)
        wgcq_result_free(result);
    else
        *out = result;
    return code;
}

static int run_reduced(wgcq_result **out, const wgcq_puzzle *puzzle, solver *s)
{
    reduced_run *r = NULL;
    int code = reduced_run_open(&r, puzzle, s);
    if (code)
        return code;
    code = run_orbits(out, s);
    if (!code)
        (*out)->model = wgcq_puzzle_model(puzzle);
    reduced_run_close(r);
    return code;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static void solver_set_up(solver *s, const wgcq_model *model, const char *db,
                          const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    static const wgcq_options none;
    *s = (solver){.model = model, .options = options ? options : &none, .db = db, .err = err};
    solver_set_monitor(s, monitor);
}

int wgcq_solve_model(wgcq_result **out, const wgcq_model *model, const char *db,
                     const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    if (options && options->reduce)
        return error_set(err, WGCQ_EREQUEST, "only a puzzle can be reduced by its symmetry");
    solver s;
    solver_set_up(&s, model, db, options, monitor, err);
    return run_into_file(out, &s);
}

int wgcq_solve(wgcq_result **out, const wgcq_puzzle *puzzle, const char *db,
               const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"puzzle", puzzle})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    solver s;
    solver_set_up(&s, wgcq_puzzle_model(puzzle), db, options, monitor, err);
    return s.options->reduce ? run_reduced(out, puzzle, &s) : run_into_file(out, &s);
}
