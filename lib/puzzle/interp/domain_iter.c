/*
 * domain_iter.c - what names run over, value by value.
 *
 * Each binding of a loop is a level: its names get one value after the other, and for each that
 * passes the filter the next level runs, the body behind the last.
 */
#include "puzzle/interp/eval_expr.h"

enum { LEVEL_UNITS = 2, LOOP_UNITS = 1, MEMBERS_MOST = 64 };

typedef struct looping {
    evaluator *v;
    const loop *over;
    eval_body body;
    eval_filtered filtered; /* NULL: not asked for */
    void *self;
} looping;

static int run_level(looping *l, size_t level);

/* The names of this level have values: the filter, then what is inside. */
static int inside(looping *l, size_t level)
{
    const binding *b = &l->over->bindings[level];
    int64_t holds = 1;
    int code = eval_step(l->v, b->at);
    if (!code && b->filter)
        code = eval_expr(l->v, b->filter, &holds);
    if (!code && !holds && l->filtered)
        code = l->filtered(l->self, level);
    if (code || !holds)
        return code;
    if (level + 1 < l->over->count)
        return run_level(l, level + 1);
    code = l->body(l->self);
    return !code && l->over->first ? EVAL_ENOUGH : code;
}

static int with(looping *l, size_t level, int64_t value)
{
    l->v->slots[l->over->bindings[level].slot[0]] = value;
    return inside(l, level);
}

static int both_ends(looping *l, const binding *b, int64_t *low, int64_t *high)
{
    int code = eval_expr(l->v, b->args[0], low);
    return code ? code : eval_expr(l->v, b->args[1], high);
}

static int over_type(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        code = with(l, level, type_value(b->type, i));
    return code;
}

static int over_range(looping *l, size_t level, const binding *b)
{
    int64_t low, high;
    int code = both_ends(l, b, &low, &high);
    if (code || low > high)
        return code;
    for (int64_t i = low;; i++) {
        code = with(l, level, i);
        if (code || i == high)
            return code;
    }
}

static int over_values(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t i = 0; i < b->count && !code;) {
        /* none of a row's values sees the names it is for */
        for (size_t k = 0; k < b->slots && !code; k++)
            code = eval_expr(l->v, b->args[i++], &l->v->slots[b->slot[k]]);
        if (!code)
            code = inside(l, level);
    }
    return code;
}

static int over_rows(looping *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t r = 0; r < b->count && !code; r++) {
        for (size_t i = 0; i < b->slots; i++)
            l->v->slots[b->slot[i]] = b->rows[r * b->slots + i];
        code = inside(l, level);
    }
    return code;
}

static int over_members(looping *l, size_t level, const binding *b)
{
    int64_t mask;
    int code = eval_expr(l->v, b->args[0], &mask);
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        if ((uint64_t)mask >> i & 1)
            code = with(l, level, type_value(b->type, i));
    return code;
}

static int64_t mask_of(const uint8_t *member, unsigned size)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < size; i++)
        mask |= (uint64_t)1 << member[i];
    return (int64_t)mask;
}

/* The next subset of that size of `count` positions: ab ac ad bc bd cd. */
static bool next_subset(uint8_t *member, unsigned size, unsigned count)
{
    unsigned at = size;
    while (at && member[at - 1] == count - size + at - 1)
        at--;
    if (!at)
        return false;
    member[at - 1]++;
    for (; at < size; at++)
        member[at] = (uint8_t)(member[at - 1] + 1);
    return true;
}

static int of_size(looping *l, size_t level, unsigned size, unsigned count)
{
    uint8_t member[MEMBERS_MOST];
    int code;
    for (unsigned i = 0; i < size; i++)
        member[i] = (uint8_t)i;
    do
        code = with(l, level, mask_of(member, size));
    while (!code && next_subset(member, size, count));
    return code;
}

static int over_subsets(looping *l, size_t level, const binding *b)
{
    int64_t low, high, count = (int64_t)b->type->count;
    int code = both_ends(l, b, &low, &high);
    low = low < 0 ? 0 : low;
    high = high > count ? count : high;
    for (int64_t size = low; !code && size <= high; size++)
        code = of_size(l, level, (unsigned)size, (unsigned)count);
    return code;
}

static int run_domain(looping *l, size_t level)
{
    const binding *b = &l->over->bindings[level];
    switch (b->form) {
    case DOMAIN_TYPE: return over_type(l, level, b);
    case DOMAIN_RANGE: return over_range(l, level, b);
    case DOMAIN_VALUES: return over_values(l, level, b);
    case DOMAIN_ROWS: return over_rows(l, level, b);
    case DOMAIN_MEMBERS: return over_members(l, level, b);
    case DOMAIN_SUBSETS: return over_subsets(l, level, b);
    }
    return 0;
}

static int run_level(looping *l, size_t level)
{
    int code = eval_enter(l->v, l->over->bindings[level].at, LEVEL_UNITS);
    if (code)
        return code;
    code = run_domain(l, level);
    eval_leave(l->v, LEVEL_UNITS);
    return code;
}

int eval_loop(evaluator *v, const loop *over, eval_body body, void *self)
{
    return eval_loop_filtered(v, over, body, NULL, self);
}

int eval_loop_filtered(evaluator *v, const loop *over, eval_body body, eval_filtered filtered,
                       void *self)
{
    looping l = {v, over, body, filtered, self};
    int code = eval_enter(v, over->bindings[0].at, LOOP_UNITS);
    if (code)
        return code;
    code = run_level(&l, 0);
    eval_leave(v, LOOP_UNITS);
    return code == EVAL_ENOUGH && over->first ? 0 : code;
}
