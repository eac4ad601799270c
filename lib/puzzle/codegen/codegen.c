/* codegen.c - bytecode from decision trees, conditions and expressions. */
#include "puzzle/codegen/emitter.h"

#include <assert.h>

enum { LABEL_TABLE_MOST = 1 << 16 }; /* rows of a table of one label's numbers */

/* ---- labels ----------------------------------------------------------------- */

/* The number of combinations of values that a label's parts can have; 0: too many. */
static size_t label_span(const emitter *e, const label *s)
{
    size_t all = 1;
    for (size_t i = 0; i < s->count; i++) {
        if (s->parts[i].text)
            continue;
        const dag_node *n = dag_at(e->dag, s->parts[i].value);
        uint64_t values = (uint64_t)n->high - (uint64_t)n->low;
        if (values >= LABEL_TABLE_MOST || all * (values + 1) > LABEL_TABLE_MOST)
            return 0;
        all *= (size_t)values + 1;
    }
    return all;
}

static size_t label_index(emitter *e, const label *s)
{
    for (size_t i = e->label_count; i-- > 0 && i + 64 > e->label_count;)
        if (e->labels[i].label == s)
            return i;
    bytecode_label entry = {s, label_span(e, s)};
    ARENA_PUSH(e->growing, e->labels, e->label_count, e->label_room, entry);
    return e->label_count - 1;
}

/* The register with a label's numbers; the number itself where the label is fixed. */
static uint32_t emit_label(emitter *e, const label *s)
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
    size_t number = label_index(e, s);
    instruction *i = emit(e, OP_LABEL);
    i->imm = (int64_t)number;
    i->b = first;
    return i->d = e->registers++;
}

/* ---- guards ----------------------------------------------------------------- */

static void emit_undefined(emitter *e, ref truth)
{
    if (truth == REF_FALSE)
        return;
    uint32_t reg = emit_node(e, truth);
    emit(e, OP_FAIL)->a = reg;
}

static void emit_reject(emitter *e, uint8_t op, uint32_t reg, const label *s, int broken,
                        uint32_t position)
{
    uint32_t label_at = emit_label(e, s);
    instruction *i = emit(e, op);
    i->a = reg;
    i->c = label_at;
    i->label_fixed = s->fixed;
    i->imm = broken;
    i->position = position;
}

static void emit_named_guard(emitter *e, const decision *s)
{
    emit_undefined(e, dag_and(e->dag, dag_not(e->dag, s->truth), s->label->undefined));
    emit_reject(e, OP_REJECT, emit_node(e, s->truth), s->label, s->rule, s->position);
    emit_filter(e, &s->truth, 1);
}

/* ---- effects ---------------------------------------------------------------- */

static void emit_violations(emitter *e, const ground_action *a)
{
    ref which = REF_FALSE;
    for (size_t i = a->violation_count; i-- > 0;)
        which = dag_if(e->dag, a->violations[i].when,
                       dag_constant(e->dag, a->violations[i].rule + 1), which);
    if (a->violation_count)
        emit_reject(e, OP_REJECT_RULES, emit_node(e, which), a->label, 0, a->position);
}

static void emit_intact_filter(emitter *e, const ground_action *a)
{
    ref *intact = arena_array(e->memory, a->violation_count, sizeof *intact);
    bool never = false;
    for (size_t i = 0; i < a->violation_count; i++) {
        intact[i] = dag_not(e->dag, a->violations[i].when);
        never = never || intact[i] == REF_FALSE;
    }
    const ref none = REF_FALSE;
    if (never)
        emit_filter(e, &none, 1);
    else
        emit_filter(e, intact, a->violation_count);
}

/* Costs that are not wanted are skipped, unless they must be compared with those of an equal edge.
 */
static void emit_costs(emitter *e, const ground_action *a, uint32_t *reg, bool may_collide)
{
    if (!e->costs)
        return;
    if (!may_collide) {
        emit(e, OP_SKIP_COSTS);
        emit_open_scope(e, false);
    }
    for (unsigned i = 0; i < e->costs; i++)
        reg[i] = emit_node(e, a->costs[i]);
    if (!may_collide)
        emit_close_scope(e);
}

static void emit_action(emitter *e, const ground_action *a)
{
    assert(a->position < e->grounded->positions);
    bool may_collide = e->may_collide[a->position];
    uint32_t *spent = arena_array(e->memory, e->costs, sizeof *spent);
    emit_undefined(e, a->rules_undefined);
    if (e->rejections) {
        emit_undefined(e, a->label->undefined); /* rejections have a label too */
        emit_violations(e, a);
    }
    emit_intact_filter(e, a);
    emit_undefined(e, a->label->undefined);
    emit_undefined(e, a->costs_undefined);
    size_t first_edit = e->edit_count, emission = emit_successor(e, a);
    uint32_t label_at = emit_label(e, a->label);
    if (!a->label->fixed)
        e->code[e->count - 1].may_collide = may_collide;
    emit_costs(e, a, spent, may_collide);
    uint32_t first = (uint32_t)e->operand_count;
    for (unsigned i = 0; i < e->costs; i++)
        emit_operand(e, spent[i]);
    instruction *i = emit(e, OP_EMIT);
    i->imm = (int64_t)first_edit;
    i->imm2 = (int64_t)emission;
    i->b = first;
    i->c = label_at;
    i->label_fixed = a->label->fixed;
    i->may_collide = may_collide;
    i->rules_wait = a->rules_wait;
    i->position = a->position;
}

static void emit_interpret(emitter *e, const decision *s)
{
    instruction *i = emit(e, OP_INTERPRET);
    i->imm = s->move - e->grounded->moves;
    i->position = s->position;
}

/* A decision and all behind it; scopes that it opens stay open. */
void codegen_decision(emitter *e, const decision *s)
{
    while (s) {
        conditions tests = {0};
        switch (s->form) {
        case NODE_UNDEFINED:
            emit_undefined(e, s->truth);
            s = s->next;
            break;
        case NODE_GUARD:
            if (s->rule >= 0 && e->rejections) {
                emit_named_guard(e, s);
                s = s->next;
            } else {
                s = decision_tests(e, s, &tests);
                emit_filter(e, tests.items, tests.count);
            }
            break;
        case NODE_BRANCH: decision_branches(e, s); return;
        case NODE_EMIT: emit_action(e, s->action); return;
        case NODE_INTERPRET: emit_interpret(e, s); return;
        }
    }
}

void codegen_moves(bytecode *out, dag *d, const grounded *g, unsigned words, unsigned costs,
                   const bool *may_collide, bool rejections, code_memory *memory)
{
    emitter e;
    emitter_start(&e, d, words, costs, memory);
    e.grounded = g;
    e.may_collide = may_collide;
    e.rejections = rejections;
    codegen_decision(&e, g->root);
    emitter_finish(&e, out, NO_REGISTER);
}

void codegen_condition(bytecode *out, dag *d, lowered m, unsigned words, code_memory *memory)
{
    const decision guard = {.form = NODE_GUARD, .truth = m.value, .rule = -1};
    conditions tests = {0};
    emitter e;
    emitter_start(&e, d, words, 0, memory);
    emit_undefined(&e, m.undefined);
    decision_tests(&e, &guard, &tests);
    emit_filter(&e, tests.items, tests.count);
    emit(&e, OP_MARK);
    while (e.scope_count)
        emit_close_scope(&e);
    emitter_finish(&e, out, NO_REGISTER);
}

void codegen_value(bytecode *out, dag *d, lowered m, unsigned words, bool fields,
                   code_memory *memory)
{
    emitter e;
    emitter_start(&e, d, words, 0, memory);
    e.compares_fields = fields && !e.by_rows;
    emit_undefined(&e, m.undefined);
    emitter_finish(&e, out, emit_node(&e, m.value));
}
