/* program.c - compiles a puzzle: grounding, which actions may collide, code generation. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

/* ---- actions that may make the same edge ------------------------------------ */

enum { PAIRS_MOST = 20000000 };

static int compare_label_numbers(const void *a, const void *b)
{
    const ground_action *x = *(const ground_action *const *)a,
                        *y = *(const ground_action *const *)b;
    if (x->label->number != y->label->number)
        return x->label->number < y->label->number ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

/* Actions with fixed labels may collide where the labels are equal. */
static void mark_fixed_labels(bool *may_collide, const ground_action **all, size_t count)
{
    qsort(all, count, sizeof *all, compare_label_numbers);
    for (size_t i = 1; i < count; i++)
        if (all[i]->label->number == all[i - 1]->label->number)
            may_collide[all[i]->position] = may_collide[all[i - 1]->position] = true;
}

/* An action whose label depends on the state may collide where the labels can be equal. */
static void mark_varying_labels(bool *may_collide, const ground_action *const *all, size_t fixed,
                                size_t count)
{
    for (size_t i = fixed; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!(may_collide[all[i]->position] && may_collide[all[k]->position]) &&
                label_may_equal(all[i]->label, all[k]->label))
                may_collide[all[i]->position] = may_collide[all[k]->position] = true;
}

/* Copies the actions, those with fixed labels first; returns how many these are. */
static size_t fixed_labels_first(const ground_action **to, const grounded *g)
{
    size_t fixed = 0, at;
    for (size_t i = 0; i < g->action_count; i++)
        if (g->actions[i]->label->fixed)
            to[fixed++] = g->actions[i];
    at = fixed;
    for (size_t i = 0; i < g->action_count; i++)
        if (!g->actions[i]->label->fixed)
            to[at++] = g->actions[i];
    assert(at == g->action_count);
    return fixed;
}

static bool any_interpreted(const grounded *g)
{
    for (size_t i = 0; i < g->root->count; i++)
        if (g->root->branches[i]->form == NODE_INTERPRET)
            return true;
    return false;
}

static void mark_may_collide(program *p, arena *memory)
{
    const grounded *g = &p->grounded;
    p->may_collide = arena_array(&p->memory, (size_t)g->positions + 1, sizeof *p->may_collide);
    const ground_action **all = arena_array(memory, g->action_count, sizeof *all);
    size_t fixed = fixed_labels_first(all, g), varying = g->action_count - fixed;
    if (any_interpreted(g) || (varying && g->action_count > PAIRS_MOST / varying)) {
        memset(p->may_collide, 1, ((size_t)g->positions + 1) * sizeof *p->may_collide);
        return;
    }
    mark_fixed_labels(p->may_collide, all, fixed);
    mark_varying_labels(p->may_collide, all, fixed, g->action_count);
}

/* ---- new and free --------------------------------------------------------- */

static bool code_may_collide(const bytecode *c)
{
    for (size_t i = 0; i < c->count; i++)
        if ((c->at[i].op == OP_EMIT && c->at[i].may_collide) || c->at[i].op == OP_INTERPRET)
            return true;
    return false;
}

static void generate_code(program *p)
{
    const ast *t = p->tree;
    const grounded *g = &p->grounded;
    code_memory *memory = &p->code;
    const unsigned words = p->packing.words;
    for (int rejections = 0; rejections < 2; rejections++) {
        if (rejections && !g->may_reject) {
            p->moves[1] = p->moves[0];
            break;
        }
        codegen_moves(&p->moves[rejections], &p->dag, g, words, (unsigned)t->cost_count,
                      p->may_collide, rejections, memory);
        p->moves[rejections].may_collide = code_may_collide(&p->moves[rejections]);
    }
    codegen_condition(&p->goal, &p->dag, g->goal, words, memory);
    codegen_condition(&p->end, &p->dag, g->end, words, memory);
    codegen_condition(&p->violated, &p->dag, g->violated, words, memory);
    codegen_condition(&p->bounded, &p->dag, g->bounded, words, memory);
    codegen_value(&p->estimate, &p->dag, g->estimate, words, memory);
}

static int ground_and_compile(program *p)
{
    int code = ground(&p->grounded, &p->dag, &p->packing, p->labels, &p->scratch, &p->memory);
    if (code)
        return code;
    mark_may_collide(p, &p->memory);
    p->interprets_moves = any_interpreted(&p->grounded);
    generate_code(p);
    return 0;
}

static int compile_properties(program *p)
{
    const unsigned words = p->packing.words;
    int code = ground_properties(&p->properties, &p->property_count, &p->dag, &p->packing,
                                 &p->scratch, &p->memory);
    if (code)
        return code;
    p->values = arena_array(&p->memory, p->property_count + 1, sizeof *p->values);
    p->reached = arena_array(&p->memory, p->property_count + 1, sizeof *p->reached);
    for (size_t i = 0; i < p->property_count; i++) {
        const ground_property *of = &p->properties[i];
        const unsigned states = of->of->form == MODEL_STEP ? 2 : 1;
        codegen_value(&p->values[i], &p->dag, of->value, states * words, &p->code);
        codegen_value(&p->reached[i], &p->dag, of->reached, states * words, &p->code);
    }
    return 0;
}

/* A failed allocation of an arena jumps back here. */
static int compile(program *p, const single *singles, size_t count, int (*work)(program *p))
{
    jmp_buf out;
    p->code.kept = &p->memory;
    p->memory.out = p->code.growing.out = p->code.scratch.out = &out;
    if (setjmp(out))
        return WGCQ_EMEMORY;
    packing_make(&p->packing, p->tree, singles, count, &p->memory);
    int code = work(p);
    p->memory.out = NULL;
    return code;
}

static int make_program(program **out, const ast *t, const single *singles, size_t count,
                        interner *labels, int (*work)(program *p), wgcq_error *err)
{
    program *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->tree = t;
    p->labels = labels;
    if (compile(p, singles, count, work)) {
        program_free(p);
        return error_set_memory(err);
    }
    *out = p;
    return 0;
}

int program_new_narrow(program **out, const ast *t, const single *singles, size_t count,
                       interner *labels, wgcq_error *err)
{
    return make_program(out, t, singles, count, labels, ground_and_compile, err);
}

int program_new_properties(program **out, const ast *t, wgcq_error *err)
{
    return make_program(out, t, NULL, 0, NULL, compile_properties, err);
}

int program_new(program **out, const ast *t, interner *labels, wgcq_error *err)
{
    return program_new_narrow(out, t, NULL, 0, labels, err);
}

void program_free(program *p)
{
    if (!p)
        return;
    arena_free(&p->code.growing);
    arena_free(&p->code.scratch);
    arena_free(&p->memory);
    strbuf_free(&p->scratch);
    free(p);
}

size_t program_action_count(const program *p)
{
    return p->grounded.action_count;
}

size_t program_memory(const program *p)
{
    return p->memory.total;
}

const packing *program_packing(const program *p)
{
    return &p->packing;
}

const dag *program_dag(const program *p)
{
    return &p->dag;
}

const grounded *program_grounded(const program *p)
{
    return &p->grounded;
}

bool program_keeps(const program *p, size_t number)
{
    assert(number < p->packing.single_count);
    return !p->grounded.lost[number];
}

bool program_rearranges(const program *p, size_t variable)
{
    assert(variable < p->tree->variable_count);
    return !p->interprets_moves && !p->grounded.disarranged[variable];
}

size_t program_property_count(const program *p)
{
    return p->property_count;
}

bool program_interprets(const program *p)
{
    const grounded *g = &p->grounded;
    return p->interprets_moves || g->goal_interpreted || g->end_interpreted ||
           g->estimate_interpreted || g->violated_interpreted || g->bounded_interpreted;
}
