/* puzzle.h - the inside of wgcq_puzzle. */
#ifndef PUZZLE_PUZZLE_H
#define PUZZLE_PUZZLE_H

#include "puzzle/program.h"
#include "puzzle/teller.h"

struct wgcq_puzzle {
    char *own_name, *own_text;
    source text;
    arena memory; /* of the tree and all that hangs on it */
    const tree *tree;
    texts *moves;
    program *program;
    wgcq_model model;
    text line; /* wgcq_puzzle_line */
};

#endif
