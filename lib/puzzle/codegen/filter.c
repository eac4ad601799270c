/* filter.c - tests of words and filters: the code behind runs in the lanes that pass. */
#include "puzzle/codegen/emitter.h"

#include "base/checked.h"

/* ---- filters -------------------------------------------------------------- */

static uint64_t field_mask(int64_t imm)
{
    unsigned width = (unsigned)(imm / 64);
    return low_bits(width) << (imm & 63);
}

bool filter_field_test(const emitter *e, ref condition, unsigned *word, field_test *out)
{
    const dag_node n = *dag_at(e->dag, condition);
    ref field = n.op == DAG_BITS ? condition : n.a;
    uint64_t value = n.op == DAG_BITS;
    if (n.op == DAG_EQUAL && dag_is_constant(e->dag, n.b))
        value = (uint64_t)dag_at(e->dag, n.b)->imm;
    else if (n.op != DAG_NOT && n.op != DAG_BITS)
        return false;
    const dag_node *f = dag_at(e->dag, field);
    if (f->op != DAG_BITS)
        return false;
    *word = (unsigned)dag_at(e->dag, f->a)->imm;
    *out = (field_test){true, field_mask(f->imm), value << (f->imm & 63)};
    return true;
}

/* Opens the scope of a test, which leaves the word of the lanes that pass in its register d. */
static void open_tested_scope(emitter *e, ref word)
{
    uint32_t reg = emitter_new_register(e);
    e->code[e->count - 1].d = reg;
    emit_open_scope(e, true);
    emitter_set_home(e, word, reg);
}

static instruction *begin_word_test(emitter *e, uint8_t op, unsigned word, const field_test *t)
{
    uint32_t reg = emit_node(e, dag_word(e->dag, word));
    instruction *i = emit(e, op);
    i->a = reg;
    i->imm = (int64_t)t->mask;
    i->imm2 = (int64_t)t->value;
    return i;
}

static void emit_word_test(emitter *e, unsigned word, const field_test *t, bool negated)
{
    begin_word_test(e, OP_TEST, word, t)->negated = negated;
    open_tested_scope(e, dag_word(e->dag, word));
}

void emit_take(emitter *e, const dealt_test *t)
{
    begin_word_test(e, OP_TAKE, t->word, &t->test)->c = t->number;
    open_tested_scope(e, dag_word(e->dag, t->word));
}

static void emit_truth_filter(emitter *e, ref truth, bool negated)
{
    uint32_t reg = emit_node(e, truth);
    instruction *i = emit(e, OP_FILTER);
    i->a = reg;
    i->negated = negated;
    emit_open_scope(e, true);
}

/* ---- any of several fields ----------------------------------------------------- */

enum {
    LEAVES_MOST = 128, /* of a disjunction that is searched for fields */
    FIELD_MOST = 32
};

/* Whether the leaf says that a field of t->word is equal to t->value; then adds the field. */
static bool add_field(const emitter *e, ref leaf, any_test *t)
{
    const dag_node *n = dag_at(e->dag, leaf), *value = dag_at(e->dag, t->value);
    if (n->op != DAG_EQUAL || (n->a != t->value && n->b != t->value))
        return false;
    const dag_node *field = dag_at(e->dag, n->a == t->value ? n->b : n->a);
    if (field->op != DAG_BITS)
        return false;
    unsigned width = (unsigned)(field->imm / 64);
    uint64_t mask = field_mask(field->imm);
    if (t->count == 0) {
        t->word = field->a;
        t->width = width;
    }
    if (field->a != t->word || width != t->width || width > FIELD_MOST || t->all & mask ||
        value->low < 0 || (uint64_t)value->high > low_bits(width))
        return false;
    t->low |= UINT64_C(1) << (field->imm & 63);
    t->all |= mask;
    t->count++;
    return true;
}

static any_test fields_equal_to(const emitter *e, const conditions *leaves, ref value)
{
    any_test t = {.value = value};
    for (size_t i = 0; i < leaves->count; i++)
        add_field(e, leaves->items[i], &t);
    return t;
}

/* The fields that are compared with what the first leaf compares, two at least where that is a
   constant; takes their leaves out.  False: there are none. */
static bool take_any_test(const emitter *e, conditions *leaves, any_test *out)
{
    const dag_node *n = dag_at(e->dag, leaves->items[0]);
    if (n->op != DAG_EQUAL)
        return false;
    any_test a = fields_equal_to(e, leaves, n->a), b = fields_equal_to(e, leaves, n->b);
    *out = a.count > b.count ? a : b;
    if (out->count < (dag_is_constant(e->dag, out->value) ? 2u : 1u))
        return false;
    any_test again = {.value = out->value};
    size_t kept = 0;
    for (size_t i = 0; i < leaves->count; i++)
        if (!add_field(e, leaves->items[i], &again))
            leaves->items[kept++] = leaves->items[i];
    leaves->count = kept;
    return true;
}

static void emit_any_test(emitter *e, const any_test *t, bool negated)
{
    uint32_t value = emit_node(e, t->value), word = emit_node(e, t->word);
    instruction *i = emit(e, OP_TEST_ANY);
    i->a = word;
    i->b = value;
    i->imm = (int64_t)t->low;
    i->imm2 = (int64_t)any_test_high(t);
    i->negated = negated;
    open_tested_scope(e, t->word);
}

static ref drop_first(conditions *leaves)
{
    ref first = leaves->items[0];
    leaves->items[0] = leaves->items[--leaves->count];
    return first;
}

/* Tests what can be tested of words out of `fails`; returns the rest. */
static ref emit_any_fails(emitter *e, ref fails)
{
    conditions leaves = {0};
    ref rest = REF_FALSE;
    any_test t;
    condition_leaves(e, fails, DAG_OR, &leaves);
    if (leaves.count > LEAVES_MOST)
        return fails;
    while (leaves.count) {
        if (take_any_test(e, &leaves, &t))
            emit_any_test(e, &t, true);
        else
            rest = dag_or(e->dag, rest, drop_first(&leaves));
    }
    return rest;
}

bool filter_any_test(emitter *e, ref condition, any_test *out)
{
    conditions leaves = {0};
    if (dag_at(e->dag, condition)->op != DAG_OR)
        return false;
    condition_leaves(e, condition, DAG_OR, &leaves);
    return leaves.count <= LEAVES_MOST && take_any_test(e, &leaves, out) && !leaves.count;
}

/* Whether the condition is that any of several fields has some value; then tests it. */
static bool emit_any_holds(emitter *e, ref condition)
{
    any_test t;
    const bool is = filter_any_test(e, condition, &t);
    if (is)
        emit_any_test(e, &t, false);
    return is;
}

/* ---- filters ------------------------------------------------------------------- */

/* The conditions that are no tests of words: `holds` and not `fails`. */
static void emit_remaining_filter(emitter *e, ref holds, ref fails)
{
    unsigned word;
    field_test t;
    if (fails != REF_FALSE)
        fails = emit_any_fails(e, fails);
    if (holds != REF_TRUE)
        emit_truth_filter(e, dag_and(e->dag, holds, dag_not(e->dag, fails)), false);
    else if (fails != REF_FALSE && filter_field_test(e, fails, &word, &t))
        emit_word_test(e, word, &t, true);
    else if (fails != REF_FALSE)
        emit_truth_filter(e, fails, true);
}

void emit_filter(emitter *e, const ref *conditions_, size_t count)
{
    field_test *tests = e->word_tests;
    ref holds = REF_TRUE, fails = REF_FALSE;
    conditions choices = {0};
    for (size_t i = 0; i < count; i++) {
        unsigned word;
        field_test t;
        const dag_node n = *dag_at(e->dag, conditions_[i]);
        bool field = filter_field_test(e, conditions_[i], &word, &t);
        if (field && (tests[word].mask & t.mask) == 0) {
            tests[word].any = true;
            tests[word].mask |= t.mask;
            tests[word].value |= t.value;
        } else if (n.op == DAG_NOT) {
            fails = dag_or(e->dag, fails, n.a);
        } else if (n.op == DAG_OR) {
            ARENA_PUSH(e->memory, choices.items, choices.count, choices.room, conditions_[i]);
        } else {
            holds = dag_and(e->dag, holds, conditions_[i]);
        }
    }
    for (unsigned w = 0; w < e->words; w++)
        if (tests[w].any) {
            emit_word_test(e, w, &tests[w], false);
            tests[w] = (field_test){0};
        }
    for (size_t i = 0; i < choices.count; i++)
        if (!emit_any_holds(e, choices.items[i]))
            holds = dag_and(e->dag, holds, choices.items[i]);
    emit_remaining_filter(e, holds, fails);
}
