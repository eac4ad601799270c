/* check_puzzle.h - a tree of YAML nodes into a checked puzzle. */
#ifndef PUZZLE_SECTIONS_CHECK_PUZZLE_H
#define PUZZLE_SECTIONS_CHECK_PUZZLE_H

#include "puzzle/ast/ast.h"
#include "puzzle/scope/override.h"

/* All of it lives in `memory`.  NULL: there were errors, which are in `to`. */
ast *check_puzzle(arena *memory, const node *root, const source_text *from,
                  const override *overrides, size_t override_count, diagnostics *to);

#endif
