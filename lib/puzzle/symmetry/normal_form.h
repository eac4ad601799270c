/*
 * normal_form.h - functions of a state in a form that most ways of writing one have in common.
 *
 * A function that depends on few cells with few values is the table of its values.  Of others,
 * sums, conjunctions and the like are sorted lists of operands, so that the order in which a puzzle
 * names its cells does not matter.  Two functions with the same form are equal; those with
 * different forms may be, too.
 */
#ifndef PUZZLE_SYMMETRY_NORMAL_FORM_H
#define PUZZLE_SYMMETRY_NORMAL_FORM_H

#include "puzzle/compile/lower_expr.h"
#include "puzzle/symmetry/cell_map.h"

typedef uint32_t form; /* a number; equal for equal forms */

enum { FORM_NOTHING, FORM_FALSE, FORM_TRUE }; /* FORM_NOTHING: it failed */

/* Positions that are none. */
enum { POSITION_OUT = -1, POSITION_ANY = -2 };

typedef struct form_node form_node;

typedef struct normal_forms {
    arena *memory;
    const lowering *lowering;
    size_t count, room, slots;
    form_node *nodes;
    form *slot;     /* hash table, a power of two */
    form *of;       /* [dag nodes] known ones      */
    size_t of_room; /* of `of`                     */
    size_t work;    /* so far                      */
    unsigned depth;
    bool failed; /* a limit, or something without a form: results mean nothing */
} normal_forms;

void normal_forms_start(normal_forms *n, const lowering *l, arena *memory);
form normal_form(normal_forms *n, ref r);
/* The conjunction. */
form normal_form_and(normal_forms *n, const form *all, size_t count);
form normal_form_not(normal_forms *n, form f);

/* The position in a cell's type of the value that `f` is; POSITION_OUT where it has none. */
form normal_form_position(normal_forms *n, form f, size_t cell);
/* The position of the cell's own value. */
form normal_form_own_position(normal_forms *n, size_t cell);
/* `f` where `when` can hold, seen from the cells that `f` reads; POSITION_ANY elsewhere. */
form normal_form_where(normal_forms *n, form f, form when);
/* Positions that become others; those that are none stay. */
form normal_form_become(normal_forms *n, form f, const uint32_t *becomes, uint64_t count);
/* Whether it depends on one cell alone, by a table [values of the cell]. */
bool normal_form_of_one_cell(const normal_forms *n, form f, size_t *cell, const int64_t **values);

#endif
