/*
 * puzzle_coverage.h - what a puzzle says that never comes about in the states of a run.
 *
 * Moves, guards, constraints and conditions are counted by the reference interpreter
 * (interp/cover.h), and here the values that variables take.
 */
#ifndef PUZZLE_PUZZLE_COVERAGE_H
#define PUZZLE_PUZZLE_COVERAGE_H

#include "base/budget.h"
#include "wgcq_base.h"

typedef struct puzzle_coverage puzzle_coverage;

/* Borrows the puzzle and the budget, which may be NULL; for one thread. */
int puzzle_coverage_new(puzzle_coverage **out, const wgcq_puzzle *puzzle, budget *limit,
                        wgcq_error *err);
void puzzle_coverage_free(puzzle_coverage *c); /* NULL is fine */
/* Looks at a reachable state, to be called once for each.  WGCQ_EMEMORY also where the budget ends;
   WGCQ_ESTORE: it is none of the puzzle. */
int puzzle_coverage_look(puzzle_coverage *c, const uint64_t *state, wgcq_error *err);
/* Looks at the starts that constraints reject; once. */
int puzzle_coverage_look_at_starts(puzzle_coverage *c, wgcq_error *err);

/* A finding; all texts are borrowed for the call, `place` NULL: it is not in the puzzle's text.
   `count`: how often it was looked at in vain. */
typedef int (*coverage_finding)(void *self, const char *kind, const char *name, const char *place,
                                uint64_t count);
/* All findings, in the order of the puzzle's sections; what is not 0 ends the list and is returned.
 */
int puzzle_coverage_list(const puzzle_coverage *c, coverage_finding each, void *self,
                         wgcq_error *err);

#endif
