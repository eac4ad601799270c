/* check_puzzle.h - a tree of YAML nodes into a checked puzzle. */
#ifndef PUZZLE_CHECK_CHECK_PUZZLE_H
#define PUZZLE_CHECK_CHECK_PUZZLE_H

#include "puzzle/ast/ast.h"
#include "puzzle/source/yaml.h"

/* A --set: the param's name and its new value, already read. */
typedef struct override {
    const char *name;
    const node *value;       /* read as YAML                                          */
    const node *text;        /* NAME=@FILE: the file's text as one literal scalar, for a param whose
                                default is a text; else NULL                          */
    const source_text *from; /* the value's text; where "no such param" is reported */
} override;

/* All of it lives in `memory`.  NULL: there were errors, which are in `to`. */
ast *check_puzzle(arena *memory, const node *root, const source_text *from,
                  const override *overrides, size_t override_count, diagnostics *to);

#endif
