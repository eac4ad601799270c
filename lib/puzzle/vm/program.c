/* program.c - from a tree to code: grounding, finding twins, compiling. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

/* ---- twins: arrivals that may make the same edge ---------------------------- */

enum { PAIRS_MOST = 20000000 };

static int by_number(const void *a, const void *b)
{
    const ground_action *x = *(const ground_action *const *)a,
                        *y = *(const ground_action *const *)b;
    if (x->text->number != y->text->number)
        return x->text->number < y->text->number ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Fixed texts: twins are those with the same number. */
static void fixed_twins(bool *twin, const ground_action **all, size_t count)
{
    qsort(all, count, sizeof *all, by_number);
    for (size_t i = 1; i < count; i++)
        if (all[i]->text->number == all[i - 1]->text->number)
            twin[all[i]->rank] = twin[all[i - 1]->rank] = true;
}

/* Texts that depend on the state: twins of all that they could be equal to. */
static void changing_twins(bool *twin, const ground_action *const *all, size_t fixed, size_t count)
{
    for (size_t i = fixed; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!(twin[all[i]->rank] && twin[all[k]->rank]) &&
                label_may_equal(all[i]->text, all[k]->text))
                twin[all[i]->rank] = twin[all[k]->rank] = true;
}

/* Fixed texts first; answers how many. */
static size_t part_fixed(const ground_action **to, const grounded *g)
{
    size_t fixed = 0, at;
    for (size_t i = 0; i < g->arrivals; i++)
        if (g->ground_action[i]->text->fixed)
            to[fixed++] = g->ground_action[i];
    at = fixed;
    for (size_t i = 0; i < g->arrivals; i++)
        if (!g->ground_action[i]->text->fixed)
            to[at++] = g->ground_action[i];
    return fixed;
}

static bool any_told(const grounded *g)
{
    for (size_t i = 0; i < g->root->count; i++)
        if (g->root->branches[i]->form == NODE_INTERPRET)
            return true;
    return false;
}

static void find_twins(program *p, arena *memory)
{
    const grounded *g = &p->grounded;
    p->twin = arena_array(&p->memory, (size_t)g->ranks + 1, sizeof *p->twin);
    const ground_action **all = arena_array(memory, g->arrivals, sizeof *all);
    size_t fixed = part_fixed(all, g), changing = g->arrivals - fixed;
    if (any_told(g) || (changing && g->arrivals > PAIRS_MOST / changing)) {
        memset(p->twin, 1, ((size_t)g->ranks + 1) * sizeof *p->twin);
        return;
    }
    fixed_twins(p->twin, all, fixed);
    changing_twins(p->twin, all, fixed, g->arrivals);
}

/* ---- made and freed --------------------------------------------------------- */

/* For each move a tree that has no other, for the teller to tell. */
static void set_told(program *p)
{
    if (!any_told(&p->grounded))
        return;
    p->told = arena_array(&p->memory, p->tree->move_count, sizeof *p->told);
    for (size_t i = 0; i < p->tree->move_count; i++) {
        memcpy(&p->told[i], p->tree, sizeof *p->told);
        p->told[i].moves = &p->tree->moves[i];
        p->told[i].move_count = 1;
    }
}

static bool has_twins(const bytecode *c)
{
    for (size_t i = 0; i < c->count; i++)
        if ((c->at[i].op == OP_EMIT && c->at[i].twin) || c->at[i].op == OP_INTERPRET)
            return true;
    return false;
}

static void compile_all(program *p)
{
    const ast *t = p->tree;
    const grounded *g = &p->grounded;
    arena *memory = &p->memory;
    for (int rejections = 0; rejections < 2; rejections++) {
        if (rejections && !g->rejects) {
            p->moves[1] = p->moves[0];
            break;
        }
        codegen_moves(&p->moves[rejections], &p->dag, g, t->words, (unsigned)t->cost_count, p->twin,
                      rejections, memory);
        p->moves[rejections].twins = has_twins(&p->moves[rejections]);
    }
    codegen_condition(&p->goal, &p->dag, g->goal, t->words, memory);
    codegen_condition(&p->end, &p->dag, g->end, t->words, memory);
    codegen_value(&p->estimate, &p->dag, g->estimate, t->words, memory);
}

static int build(program *p)
{
    jmp_buf out;
    p->memory.out = &out;
    if (setjmp(out))
        return WGCQ_EMEMORY;
    int rc = ground(&p->grounded, &p->dag, p->tree, p->names, &p->spelled, &p->memory);
    if (rc)
        return rc;
    find_twins(p, &p->memory);
    set_told(p);
    compile_all(p);
    p->memory.out = NULL;
    return 0;
}

int program_new(program **out, const ast *t, interner *names, wgcq_error *err)
{
    program *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->tree = t;
    p->names = names;
    if (build(p)) {
        program_free(p);
        return error_set_memory(err);
    }
    *out = p;
    return 0;
}

void program_free(program *p)
{
    if (!p)
        return;
    arena_free(&p->memory);
    strbuf_free(&p->spelled);
    free(p);
}

size_t program_grounded(const program *p)
{
    return p->grounded.arrivals;
}
