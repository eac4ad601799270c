/*
 * test_families.c - many tests of one word at once.
 *
 * Where many branches each test the same field for a value of their own, or a field of their own
 * for the same value, few of the tests pass: one instruction deals each lane to the tests that it
 * passes, and every branch takes its lanes.  A sliding puzzle does so by the place of the gap.
 */
#include "puzzle/codegen/emitter.h"

#include "base/checked.h"

enum {
    TESTS_LEAST = 6,     /* of a deal: fewer are as fast one by one        */
    SEEDS_MOST = 4,      /* branches whose tests are tried as the first    */
    CONDITIONS_MOST = 8, /* of a branch that are looked at                 */
    DEALS_MOST = 4       /* whose lanes are kept at a time                 */
};

/* Tests of a word that go with the first of them. */
typedef struct test_family {
    bool by_value; /* one field, several values; else several fields of one width, one value */
    unsigned word;
    field_test first;
    uint64_t low, all; /* of the fields so far: their lowest bits, all their bits */
    size_t count;
} test_family;

static unsigned low_place(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static unsigned high_place(uint64_t mask)
{
    return 63 - (unsigned)__builtin_clzll(mask);
}

static bool is_in_family(const test_family *f, unsigned word, const field_test *t)
{
    if (word != f->word)
        return false;
    if (f->by_value)
        return t->mask == f->first.mask;
    if (t->mask & f->all && !(f->low >> low_place(t->mask) & 1))
        return false; /* fields overlap */
    return t->mask >> low_place(t->mask) == f->first.mask >> low_place(f->first.mask) &&
           t->value >> low_place(t->mask) == f->first.value >> low_place(f->first.mask);
}

/* The first of the conditions that is in the family; false: none is. */
static bool find_member(const emitter *e, const conditions *c, test_family *f, size_t *at,
                        field_test *out)
{
    for (size_t i = 0; i < c->count && i < CONDITIONS_MOST; i++) {
        unsigned word;
        if (!filter_field_test(e, c->items[i], &word, out) || !is_in_family(f, word, out))
            continue;
        f->low |= UINT64_C(1) << low_place(out->mask);
        f->all |= out->mask;
        f->count++;
        *at = i;
        return true;
    }
    return false;
}

static test_family grow_family(const emitter *e, const conditions *tests, size_t count,
                               const dealt_test *dealt, test_family f)
{
    size_t at;
    field_test t;
    f.low = f.all = f.count = 0;
    for (size_t i = 0; i < count; i++)
        if (!dealt[i].lists)
            find_member(e, &tests[i], &f, &at, &t);
    return f;
}

/* One field of few bits, or fields of two bits and more: of single bits many can be set. */
static bool may_be_family(const test_family *f)
{
    const unsigned width = high_place(f->first.mask) - low_place(f->first.mask) + 1;
    return f->by_value ? width <= 6 : width >= 2;
}

/* The largest family that one of the first branches not dealt yet begins. */
static test_family find_family(const emitter *e, const conditions *tests, size_t count,
                               const dealt_test *dealt)
{
    test_family best = {0};
    for (size_t i = 0, seeds = 0; i < count && seeds < SEEDS_MOST; i++) {
        seeds += !dealt[i].lists;
        for (size_t k = 0; !dealt[i].lists && k < 2 * tests[i].count && k < CONDITIONS_MOST; k++) {
            test_family f = {.by_value = k % 2};
            if (!filter_field_test(e, tests[i].items[k / 2], &f.word, &f.first) ||
                !may_be_family(&f))
                continue;
            f = grow_family(e, tests, count, dealt, f);
            best = f.count > best.count ? f : best;
        }
    }
    return best;
}

static uint32_t emit_deal(emitter *e, const test_family *f)
{
    bytecode_deal deal = {.by_value = f->by_value, .list = e->deals_open++};
    const uint64_t unit = f->first.mask >> low_place(f->first.mask);
    uint32_t reg = emit_node(e, dag_word(e->dag, f->word));
    deal.shift = low_place(f->first.mask);
    deal.all = f->by_value ? unit : f->all;
    deal.high = f->low << high_place(unit);
    deal.values = f->low * (f->first.value >> deal.shift);
    ARENA_PUSH(e->growing, e->deals, e->deal_count, e->deal_room, deal);
    instruction *i = emit(e, OP_DEAL);
    i->a = reg;
    i->imm = (int64_t)e->deal_count - 1;
    if (e->deals_open > e->deal_lists)
        e->deal_lists = e->deals_open;
    return deal.list;
}

static void drop_condition(conditions *c, size_t at)
{
    for (c->count--; at < c->count; at++)
        c->items[at] = c->items[at + 1];
}

static void take_members(emitter *e, conditions *tests, size_t count, test_family f, uint32_t list,
                         dealt_test *out)
{
    for (size_t i = 0; i < count; i++) {
        size_t at;
        field_test t;
        if (out[i].lists || !find_member(e, &tests[i], &f, &at, &t))
            continue;
        drop_condition(&tests[i], at);
        out[i].lists = true;
        out[i].word = f.word;
        out[i].test = t;
        out[i].number = list * 64 + (f.by_value ? (uint32_t)(t.value >> low_place(t.mask))
                                                : high_place(t.mask));
    }
}

void emit_deals(emitter *e, conditions *tests, size_t count, dealt_test *out)
{
    while (e->deals_open < DEALS_MOST) {
        test_family f = find_family(e, tests, count, out);
        if (f.count < TESTS_LEAST)
            break;
        take_members(e, tests, count, f, emit_deal(e, &f), out);
    }
}
