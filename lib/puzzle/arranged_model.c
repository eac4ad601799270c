/*
 * arranged_model.c - a puzzle as a model of which it is known what arrays are permutations.
 *
 * The compiler proves which arrays no move changes but for the order of their values
 * (compile/rearranging.c).  One that has each value of its type once in every start has it so
 * always.  States are what they are in the puzzle's own model; but a search may address them by an
 * index.
 */
#include "puzzle/arranged_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/interp/eval_expr.h"

enum { STATES_MOST = 1 << 29 }; /* of which some may never be reached */

typedef struct arranged_puzzle {
    wgcq_model model;
    model_field *fields;
} arranged_puzzle;

/* Whether each element has another value of 0..cells-1, counted from the least. */
static bool is_permutation(const ast *t, const state_variable *v, const uint64_t *state)
{
    uint64_t met = 0;
    for (size_t c = v->first; c < v->first + v->cells; c++)
        met |= UINT64_C(1) << (eval_read(t, state, c) - v->type->low);
    return met == (UINT64_C(1) << v->cells) - 1;
}

static bool is_arranged(const wgcq_puzzle *puzzle, size_t variable, const batch *starts)
{
    const ast *t = puzzle->tree;
    const state_variable *v = t->variables[variable];
    const uint64_t span = (uint64_t)v->type->high - (uint64_t)v->type->low;
    if (v->cells < 2 || v->cells > MODEL_ARRANGED_MOST || span != v->cells - 1 ||
        !program_rearranges(puzzle->program, variable))
        return false;
    bool all = true;
    for (size_t i = 0; all && i < starts->count; i++)
        all = is_permutation(t, v, starts->state + i * starts->words);
    return all;
}

/* False: that are too many. */
static bool multiply_states(uint64_t *states, uint64_t by)
{
    if (!by || by > STATES_MOST / *states)
        return false;
    *states *= by;
    return true;
}

/* The values that the variable can have, into *states. */
static bool count_values(uint64_t *states, const wgcq_puzzle *puzzle, const state_variable *v,
                         bool arranged)
{
    bool few = true;
    for (size_t i = 0; few && i < v->cells; i++)
        few = multiply_states(states, arranged ? i + 1 : puzzle->model.fields[v->first + i].domain);
    return few;
}

/* Numbers the arrangements among the fields; false: there are none, or too many states. */
static bool number_arrangements(const wgcq_puzzle *puzzle, const batch *starts, model_field *fields)
{
    unsigned number = 0;
    uint64_t states = 1;
    bool few = true;
    for (size_t i = 0; few && i < puzzle->tree->variable_count; i++) {
        const state_variable *v = puzzle->tree->variables[i];
        const bool arranged = is_arranged(puzzle, i, starts);
        number += arranged;
        few = count_values(&states, puzzle, v, arranged);
        for (size_t c = v->first; arranged && c < v->first + v->cells; c++)
            fields[c].arrangement = number;
    }
    return few && number;
}

int arranged_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, const batch *starts,
                       wgcq_error *err)
{
    const wgcq_model *plain = &puzzle->model;
    *out = NULL;
    if (plain->words > 1)
        return 0;
    arranged_puzzle *a = calloc(1, sizeof *a);
    if (a)
        a->fields = calloc(plain->field_count + 1, sizeof *a->fields);
    if (!a || !a->fields) {
        free(a);
        return error_set_memory(err);
    }
    memcpy(a->fields, plain->fields, plain->field_count * sizeof *a->fields);
    a->model = *plain;
    a->model.made.guide = NULL;
    a->model.fields = a->fields;
    if (number_arrangements(puzzle, starts, a->fields))
        *out = &a->model;
    else
        arranged_model_free(&a->model);
    return 0;
}

void arranged_model_free(wgcq_model *arranged)
{
    arranged_puzzle *a = (arranged_puzzle *)arranged;
    free(a->fields);
    free(a);
}
