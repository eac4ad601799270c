/*
 * domain_iter.c - iterates the domains of quantifiers and choices.
 *
 * Each binding of a loop is a level: its names take one value after the other, and each value that
 * passes the filter enters the next level; the last level calls the body.
 */
#include <assert.h>

#include "puzzle/interp/cover.h"
#include "puzzle/interp/eval_expr.h"

enum { LEVEL_UNITS = 2, LOOP_UNITS = 1, MEMBERS_MOST = 64 };

typedef struct domain_iter {
    evaluator *v;
    const loop *loop;
    eval_body body;
    eval_filtered on_filtered; /* NULL: none */
    void *self;
} domain_iter;

static int iterate_binding(domain_iter *l, size_t level);

/* The names of this level are bound: its filter, then the next level or the body. */
static int filter_and_descend(domain_iter *l, size_t level)
{
    const binding *b = &l->loop->bindings[level];
    int64_t holds = 1;
    int code = eval_step(l->v, b->at);
    if (!code && b->filter)
        code = eval_expr(l->v, b->filter, &holds);
    if (!code && b->filter && l->v->cover)
        cover_note(l->v->cover, b, holds != 0);
    if (!code && !holds && l->on_filtered)
        code = l->on_filtered(l->self, level);
    if (code || !holds)
        return code;
    if (level + 1 < l->loop->count)
        return iterate_binding(l, level + 1);
    code = l->body(l->self);
    return !code && l->loop->first ? EVAL_STOP : code;
}

static int bind_value(domain_iter *l, size_t level, int64_t value)
{
    l->v->slots[l->loop->bindings[level].slot[0]] = value;
    return filter_and_descend(l, level);
}

static int eval_ends(domain_iter *l, const binding *b, int64_t *low, int64_t *high)
{
    int code = eval_expr(l->v, b->args[0], low);
    return code ? code : eval_expr(l->v, b->args[1], high);
}

static int iterate_type(domain_iter *l, size_t level, const binding *b)
{
    int code = 0;
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        code = bind_value(l, level, type_value(b->type, i));
    return code;
}

static int iterate_range(domain_iter *l, size_t level, const binding *b)
{
    int64_t low, high;
    int code = eval_ends(l, b, &low, &high);
    if (code || low > high)
        return code;
    for (int64_t i = low;; i++) {
        code = bind_value(l, level, i);
        if (code || i == high)
            return code;
    }
}

static int iterate_values(domain_iter *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t i = 0; i < b->count && !code;) {
        /* a row's values do not read the names that it binds */
        for (size_t k = 0; k < b->slots && !code; k++)
            code = eval_expr(l->v, b->args[i++], &l->v->slots[b->slot[k]]);
        code = code ? code : filter_and_descend(l, level);
    }
    return code;
}

static int iterate_rows(domain_iter *l, size_t level, const binding *b)
{
    int code = 0;
    for (size_t r = 0; r < b->count && !code; r++) {
        for (size_t i = 0; i < b->slots; i++)
            l->v->slots[b->slot[i]] = b->rows[r * b->slots + i];
        code = filter_and_descend(l, level);
    }
    return code;
}

static int iterate_members(domain_iter *l, size_t level, const binding *b)
{
    int64_t mask;
    int code = eval_expr(l->v, b->args[0], &mask);
    for (uint64_t i = 0; i < b->type->count && !code; i++)
        if ((uint64_t)mask >> i & 1)
            code = bind_value(l, level, type_value(b->type, i));
    return code;
}

static int64_t mask_of_members(const uint8_t *member, unsigned size)
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

static int iterate_subsets_of_size(domain_iter *l, size_t level, unsigned size, unsigned count)
{
    uint8_t member[MEMBERS_MOST];
    int code;
    assert(size <= count && count <= MEMBERS_MOST);
    for (unsigned i = 0; i < size; i++)
        member[i] = (uint8_t)i;
    do
        code = bind_value(l, level, mask_of_members(member, size));
    while (!code && next_subset(member, size, count));
    return code;
}

static int iterate_subsets(domain_iter *l, size_t level, const binding *b)
{
    int64_t low, high, count = (int64_t)b->type->count;
    int code = eval_ends(l, b, &low, &high);
    low = low < 0 ? 0 : low;
    high = high > count ? count : high;
    for (int64_t size = low; !code && size <= high; size++)
        code = iterate_subsets_of_size(l, level, (unsigned)size, (unsigned)count);
    return code;
}

static int iterate_domain(domain_iter *l, size_t level)
{
    const binding *b = &l->loop->bindings[level];
    switch (b->form) {
    case DOMAIN_TYPE: return iterate_type(l, level, b);
    case DOMAIN_RANGE: return iterate_range(l, level, b);
    case DOMAIN_VALUES: return iterate_values(l, level, b);
    case DOMAIN_ROWS: return iterate_rows(l, level, b);
    case DOMAIN_MEMBERS: return iterate_members(l, level, b);
    case DOMAIN_SUBSETS: return iterate_subsets(l, level, b);
    }
    return 0;
}

static int iterate_binding(domain_iter *l, size_t level)
{
    int code = eval_enter(l->v, l->loop->bindings[level].at, LEVEL_UNITS);
    if (code)
        return code;
    code = iterate_domain(l, level);
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
    domain_iter l = {v, over, body, filtered, self};
    int code = eval_enter(v, over->bindings[0].at, LOOP_UNITS);
    if (code)
        return code;
    code = iterate_binding(&l, 0);
    eval_leave(v, LOOP_UNITS);
    return code == EVAL_STOP && over->first ? 0 : code;
}
