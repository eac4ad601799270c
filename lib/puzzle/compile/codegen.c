/* codegen.c - stages into tests, filters and arrivals. */
#include "puzzle/compile/emitter.h"

#include <string.h>

enum {
    TABLE_OF_TEXTS = 1 << 16
}; /* a text with no more runs of values has its numbers in a table */

/* ---- texts ------------------------------------------------------------------ */

/* How many different runs of values a text's parts can have; 0: too many. */
static size_t span(const emitter *e, const label *s)
{
    size_t all = 1;
    for (size_t i = 0; i < s->count; i++) {
        if (s->parts[i].text)
            continue;
        const dag_node *n = dag_at(e->dag, s->parts[i].value);
        uint64_t one = (uint64_t)n->high - (uint64_t)n->low;
        if (one >= TABLE_OF_TEXTS || all * (one + 1) > TABLE_OF_TEXTS)
            return 0;
        all *= (size_t)one + 1;
    }
    return all;
}

static size_t text_number(emitter *e, const label *s)
{
    for (size_t i = e->text_count; i-- > 0 && i + 64 > e->text_count;)
        if (e->texts[i].said == s)
            return i;
    bytecode_text made = {s, span(e, s)};
    ARENA_PUSH(e->memory, e->texts, e->text_count, e->text_room, made);
    return e->text_count - 1;
}

/* The register with a text's numbers; of a fixed text the number itself. */
static uint32_t emit_text(emitter *e, const label *s)
{
    if (s->fixed)
        return s->number;
    uint32_t *value = arena_array(e->memory, s->value_count, sizeof *value), count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (!s->parts[i].text)
            value[count++] = emit_node(e, s->parts[i].value);
    uint32_t first = (uint32_t)e->operand_count;
    for (uint32_t i = 0; i < count; i++)
        emit_operand(e, value[i]);
    size_t number = text_number(e, s);
    instruction *i = emit(e, OP_TEXT);
    i->imm = (int64_t)number;
    i->b = first;
    return i->d = e->registers++;
}

/* ---- stages ----------------------------------------------------------------- */

static void fail_where(emitter *e, ref truth)
{
    if (truth == REF_FALSE)
        return;
    uint32_t reg = emit_node(e, truth);
    emit(e, OP_FAIL)->a = reg;
}

static void reject(emitter *e, uint8_t op, uint32_t reg, const label *s, int rule_, uint32_t rank)
{
    uint32_t called = emit_text(e, s);
    instruction *i = emit(e, op);
    i->a = reg;
    i->c = called;
    i->text_fixed = s->fixed;
    i->imm = rule_;
    i->rank = rank;
}

static void named_guard(emitter *e, const decision *s)
{
    fail_where(e, dag_and(e->dag, dag_not(e->dag, s->truth), s->text->fails));
    reject(e, OP_REJECT, emit_node(e, s->truth), s->text, s->rule, s->rank);
    emit_filter(e, &s->truth, 1);
}

/* ---- arrivals --------------------------------------------------------------- */

static void reject_broken(emitter *e, const ground_action *a)
{
    ref which = REF_FALSE;
    for (size_t i = a->broken_count; i-- > 0;)
        which = dag_if(e->dag, a->violation[i].when, dag_constant(e->dag, a->violation[i].rule + 1),
                       which);
    if (a->broken_count)
        reject(e, OP_REJECT_RULES, emit_node(e, which), a->text, 0, a->rank);
}

static void keep_intact(emitter *e, const ground_action *a)
{
    ref *intact = arena_array(e->memory, a->broken_count, sizeof *intact);
    bool never = false;
    for (size_t i = 0; i < a->broken_count; i++) {
        intact[i] = dag_not(e->dag, a->violation[i].when);
        never = never || intact[i] == REF_FALSE;
    }
    const ref none = REF_FALSE;
    if (never)
        emit_filter(e, &none, 1);
    else
        emit_filter(e, intact, a->broken_count);
}

/* Costs that no one asked for are jumped over, but for twins: those must not differ. */
static void emit_costs(emitter *e, const ground_action *a, uint32_t *reg, bool twin)
{
    if (!e->costs)
        return;
    if (!twin) {
        emit(e, OP_UNLESS_COSTS);
        emit_open(e, false);
    }
    for (unsigned i = 0; i < e->costs; i++)
        reg[i] = emit_node(e, a->costs[i]);
    if (!twin)
        emit_close(e);
}

static void compile_arrival(emitter *e, const ground_action *a)
{
    bool twin = e->twin[a->rank];
    uint32_t *reg = arena_array(e->memory, (size_t)e->words + e->costs, sizeof *reg);
    fail_where(e, a->rules_fail);
    if (e->rejections) {
        fail_where(e, a->text->fails); /* refusals have a text too */
        reject_broken(e, a);
    }
    keep_intact(e, a);
    fail_where(e, a->text->fails);
    fail_where(e, a->costs_fail);
    for (unsigned w = 0; w < e->words; w++)
        reg[w] = emit_node(e, a->words[w]);
    uint32_t called = emit_text(e, a->text);
    emit_costs(e, a, reg + e->words, twin);
    uint32_t first = (uint32_t)e->operand_count;
    for (unsigned i = 0; i < e->words + e->costs; i++)
        emit_operand(e, reg[i]);
    instruction *i = emit(e, OP_EMIT);
    i->b = first;
    i->c = called;
    i->text_fixed = a->text->fixed;
    i->twin = twin;
    i->rank = a->rank;
}

static void compile_told(emitter *e, const decision *s)
{
    instruction *i = emit(e, OP_INTERPRET);
    i->imm = s->told - e->grounded->moves;
    i->rank = s->rank;
}

/* A stage and all behind it; scopes that are opened stay open. */
void codegen_decision(emitter *e, const decision *s)
{
    while (s) {
        conditions tests = {0};
        switch (s->form) {
        case NODE_UNDEFINED:
            fail_where(e, s->truth);
            s = s->next;
            break;
        case NODE_GUARD:
            if (s->rule >= 0 && e->rejections) {
                named_guard(e, s);
                s = s->next;
            } else {
                s = decision_tests(e, s, &tests);
                emit_filter(e, tests.items, tests.count);
            }
            break;
        case NODE_BRANCH: decision_branches(e, s); return;
        case NODE_EMIT: compile_arrival(e, s->ground_action); return;
        case NODE_INTERPRET: compile_told(e, s); return;
        }
    }
}

void codegen_moves(bytecode *out, dag *d, const grounded *g, unsigned words, unsigned costs,
                   const bool *twin, bool rejections, arena *memory)
{
    emitter e;
    emit_start(&e, d, words, costs, memory);
    e.grounded = g;
    e.twin = twin;
    e.rejections = rejections;
    codegen_decision(&e, g->root);
    emit_finish(&e, out);
    regalloc(out, words, costs, memory);
}

void codegen_condition(bytecode *out, dag *d, lowered m, unsigned words, arena *memory)
{
    const decision whole = {.form = NODE_GUARD, .truth = m.value, .rule = -1};
    conditions tests = {0};
    emitter e;
    emit_start(&e, d, words, 0, memory);
    fail_where(&e, m.fails);
    decision_tests(&e, &whole, &tests);
    emit_filter(&e, tests.items, tests.count);
    emit(&e, OP_HOLDS);
    while (e.scope_count)
        emit_close(&e);
    emit_finish(&e, out);
    regalloc(out, words, 0, memory);
}

void codegen_value(bytecode *out, dag *d, lowered m, unsigned words, arena *memory)
{
    emitter e;
    emit_start(&e, d, words, 0, memory);
    fail_where(&e, m.fails);
    uint32_t reg = emit_node(&e, m.value);
    emit_finish(&e, out);
    out->result = reg;
    regalloc(out, words, 0, memory);
}
