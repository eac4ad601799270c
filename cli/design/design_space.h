/*
 * design_space.h - the parameters that a search varies, as cells with choices.
 *
 * A parameter of one value is one cell; a list, a mapping or a text map has a cell for each of its
 * values or characters that is one of the choices, and what is not stays as it is.  A candidate is
 * a choice for every cell, those of the first parameter first.
 */
#ifndef CLI_DESIGN_DESIGN_SPACE_H
#define CLI_DESIGN_DESIGN_SPACE_H

#include "wgcq_base.h"

enum { DESIGN_CHOICES_MOST = 1000, DESIGN_ERROR_MAX = 300 };

typedef struct varied_param {
    char *name;
    bool is_text; /* a text map: its characters are the cells */
    size_t cells, choice_count;
    char **choices; /* values that a cell may hold                    */
    char **pieces;  /* [cells + 1] the value around the cells         */
    size_t *given;  /* [cells] what the puzzle has; SIZE_MAX: another */
    size_t first;   /* its first cell among those of all parameters   */
} varied_param;

typedef struct design_space {
    size_t count, cells;
    varied_param *params;
} design_space;

/* Adds what one --vary says: NAME,NAME,... or NAME=VALUES.  False: *why has the reason. */
bool design_space_add(design_space *to, const wgcq_puzzle *puzzle, const char *vary,
                      char why[DESIGN_ERROR_MAX]);
void design_space_free(design_space *of);

/* The parameter that a cell belongs to. */
const varied_param *design_space_param(const design_space *of, size_t cell);
/* The value of a parameter in a candidate: a text map's is its text, else YAML in one line.  The
   caller frees it. */
char *design_space_value(const varied_param *of, const size_t *candidate);
/* NAME=VALUE as wgcq_puzzle_read and --set take it.  The caller frees it. */
char *design_space_setting(const varied_param *of, const size_t *candidate);
/* How many candidates there are; 0: more than 2^63. */
uint64_t design_space_size(const design_space *of);

#endif
