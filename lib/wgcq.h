/*
 * wgcq.h - the public header of wgcq, an explicit-state explorer and backtracking library.  Its
 * parts, in the order data flows:
 *
 *   wgcq_base.h     errors, progress, handles, the words of options
 *   wgcq_rows.h     the cursor that all answers come as
 *   wgcq_journey.h  backtracking over C functions
 *   wgcq_model.h    models given by C functions
 *   wgcq_puzzle.h   puzzles, which are models, and formulas
 *   wgcq_run.h      solving, its options and results; searches; plans
 *   wgcq_trace.h    traces and the questions they answer
 *   wgcq_game.h     playing
 *
 * A puzzle is a state-transition system: variables with finite domains, initial states, guarded
 * moves, constraints, a goal, and costs.  It is read from YAML or written in C.  Solving explores
 * it and stores its states, transitions, rejections and plans in one SQLite file, a trace; every
 * later question is answered from the file.
 *
 * Conventions of all functions:
 *
 *   results    0 is success, a negative value is a wgcq_code; WGCQ_DONE (or WGCQ_LIMIT), positive,
 *              ends a loop.
 *   outs       come first and are written only on success (but for diagnostics).
 *   errors     come last; `err` may be NULL.  It holds the first error; all zero before the first
 *              call.
 *   ownership  the caller owns what comes out through `T **out` and frees it by wgcq_<t>_free. What
 *              is returned `const` is owned by its parent and lives as long.
 *   borrowing  arguments are borrowed for the call, unless stated otherwise.  Rows are freed before
 *              the handle that returned them; everything made of a model or puzzle before that.
 *   freeing    free(NULL) does nothing.  No free can fail.
 *   zero       an all-zero struct holds the defaults, and NULL stands for it.
 *   misuse     A function with `err` answers WGCQ_EREQUEST to a pointer that is NULL, an index or
 *              an enumeration out of range, and names the function and the parameter.  A call of
 *              a journey ends the journey with WGCQ_EREQUEST, one of wgcq_moves the run with
 *              WGCQ_ERUN.  A function that can tell nobody asserts: the handle is not NULL, outs
 *              are not, and an index is below its count.  NULL is allowed where the comment says
 *              what it stands for, as the struct of options, a monitor (none), a path of nothing
 *              to be written; names of enumerations and questions past the last are NULL.
 *   callbacks  return.  An exception of C++ ends in the callback, which then returns false, or
 *              nonzero from a monitor.  Only what wgcq_iterator_next runs - the journey function,
 *              its steps and nested functions, `done`, `collect` - may be left by longjmp or an
 *              exception: nothing leaks, wgcq_iterator_next answers WGCQ_EREQUEST from then on, the
 *              state is what was left there, and wgcq_iterator_free frees all.  Out of any other
 *              (functions of a model, journeys of its moves, `key`, `order_by`, monitors,
 *              exchanges) that is undefined: the library holds memory, locks and threads there.
 *   threads    no globals; a handle is used by one thread at a time, different handles by any.  A
 *              model or a puzzle is constant once made: several threads may solve it at once.
 *   effects    nothing prints, exits, or catches signals.
 *   text       is UTF-8, NUL-terminated.
 *   counts     that may exceed 64 bits are decimal text.
 */
#ifndef WGCQ_H
#define WGCQ_H

#include "wgcq_base.h"
#include "wgcq_game.h"
#include "wgcq_journey.h"
#include "wgcq_model.h"
#include "wgcq_puzzle.h"
#include "wgcq_rows.h"
#include "wgcq_run.h"
#include "wgcq_trace.h"

#endif
