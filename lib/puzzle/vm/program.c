/* program.c - compiles a puzzle: grounding, and the code of its conditions. */
#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

static bool any_interpreted(const grounded *g)
{
    for (size_t i = 0; i < g->root->count; i++)
        if (g->root->branches[i]->form == NODE_INTERPRET)
            return true;
    return false;
}

/* ---- new and free --------------------------------------------------------- */

/* A condition that the puzzle does not have gets no code. */
static void generate_code(program *p)
{
    const grounded *g = &p->grounded;
    const ast *t = p->tree;
    code_memory *memory = &p->code;
    const unsigned words = p->packing.words;
    if (t->goal)
        codegen_condition(&p->goal, &p->dag, g->goal, words, memory);
    if (t->end)
        codegen_condition(&p->end, &p->dag, g->end, words, memory);
    if (t->invariant_count)
        codegen_condition(&p->violated, &p->dag, g->violated, words, memory);
    if (t->bound_count)
        codegen_condition(&p->bounded, &p->dag, g->bounded, words, memory);
    if (g->rules_wait)
        codegen_value(&p->broken, &p->dag, g->broken, words, true, memory);
    codegen_value(&p->estimate, &p->dag, g->estimate, words, false, memory);
}

static int ground_as_wished(program *p, bool all_rules)
{
    int code =
        ground(&p->grounded, &p->dag, &p->packing, p->labels, &p->scratch, &p->memory, all_rules);
    if (code)
        return code;
    p->interprets_moves = any_interpreted(&p->grounded);
    generate_code(p);
    return 0;
}

static int ground_and_compile(program *p)
{
    return ground_as_wished(p, false);
}

static int ground_with_rules(program *p)
{
    return ground_as_wished(p, true);
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
        codegen_value(&p->values[i], &p->dag, of->value, states * words, false, &p->code);
        codegen_value(&p->reached[i], &p->dag, of->reached, states * words, false, &p->code);
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
    p->moves = move_code_new(p);
    if (!p->moves || compile(p, singles, count, work)) {
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

int program_with_rules(const program **out, program **made, const program *p, wgcq_error *err)
{
    *out = p;
    *made = NULL;
    if (!p->grounded.rules_wait)
        return 0;
    assert(!p->packing.single_count);
    int code = make_program(made, p->tree, NULL, 0, p->labels, ground_with_rules, err);
    if (!code)
        *out = *made;
    return code;
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
    move_code_free(p->moves);
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
