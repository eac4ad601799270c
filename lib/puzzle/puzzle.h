/* puzzle.h - the inside of wgcq_puzzle. */
#ifndef PUZZLE_PUZZLE_H
#define PUZZLE_PUZZLE_H

#include "puzzle/interp/interp.h"
#include "puzzle/vm/program.h"

struct wgcq_puzzle {
    char *own_name, *own_text;
    source_text text;
    arena memory; /* of the AST */
    const ast *tree;
    interner *moves;
    program *program;
    wgcq_model model;
    char *shown_sql; /* the model's */
    strbuf line;     /* wgcq_puzzle_line */
};

#endif
