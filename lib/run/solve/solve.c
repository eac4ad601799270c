/* solve.c - a run, from the call to its result: of a model, of a puzzle, of its orbits. */
#include "base/error.h"
#include "run/replacing_run.h"
#include "run/solve/reduced_run.h"
#include "run/solver.h"
#include "wgcq_puzzle.h"

static int solve_checked(wgcq_result **out, const wgcq_model *model, const char *db,
                         const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    static const wgcq_options none;
    solver s = {.model = model, .options = options ? options : &none, .db = db, .err = err};
    solver_set_monitor(&s, monitor);
    return replacing_run(out, &s);
}

int wgcq_solve_model(wgcq_result **out, const wgcq_model *model, const char *db,
                     const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    return options && options->reduce
               ? error_set(err, WGCQ_EREQUEST, "only a puzzle can be reduced by its symmetry")
               : solve_checked(out, model, db, options, monitor, err);
}

int wgcq_solve(wgcq_result **out, const wgcq_puzzle *puzzle, const char *db,
               const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"puzzle", puzzle})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    return options && options->reduce
               ? reduced_run(out, puzzle, db, options, monitor, err)
               : solve_checked(out, wgcq_puzzle_model(puzzle), db, options, monitor, err);
}
