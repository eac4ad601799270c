/*
 * formula.h - an expression over named numbers, outside of any puzzle.
 *
 * The parser is the language's.  Checking resolves the names and refuses what needs a puzzle;
 * evaluating is in double precision, with NAN for what is not known.
 */
#ifndef PUZZLE_FORMULA_FORMULA_H
#define PUZZLE_FORMULA_FORMULA_H

#include "puzzle/parse/parser.h"

/* The names that an expression may have, each the value of its index. */
typedef struct formula_names {
    const char *const *names;
    size_t count;
    arena *memory;
    diagnostics *to;
} formula_names;

/* Resolves the tree in place: .value of a PARSE_NAME is its index.  False: errors were reported. */
bool formula_check(const formula_names *n, parse_node *t);
double formula_evaluate(const parse_node *t, const double *values);

#endif
