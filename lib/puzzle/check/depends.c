/*
 * depends.c - whether an expression depends on the state or on names bound around it; constant
 * folding.
 *
 * An expression that depends on neither is evaluated now: a constant condition decides which branch
 * can be reached, and keys and rows of constants become values.
 */
#include "puzzle/interp/interp.h"
#include "puzzle/scope/checker.h"

#include <assert.h>

/* Defines that call each other make expressions far larger than their text, and nested conditions
   are visited repeatedly; past these limits an expression counts as dependent. */
enum { NODES_MOST = 20000, CONDITION_MOST = 200, STEPS_MOST = 2000 };

/* Names that are bound inside of the expression that is visited. */
typedef struct binder {
    const loop *loop; /* by a loop, or ... */
    const expr *call; /* ... as parameters */
    const struct binder *outer;
} binder;

typedef struct dependence_scan {
    size_t nodes, most;
    dependence found;
} dependence_scan;

static bool binds(const binder *b, int slot)
{
    if (b->call)
        return slot >= b->call->slot && slot - b->call->slot < (int)b->call->count;
    for (size_t i = 0; i < b->loop->count; i++)
        for (size_t k = 0; k < b->loop->bindings[i].slots; k++)
            if (b->loop->bindings[i].slot[k] == slot)
                return true;
    return false;
}

static bool is_bound(const binder *inner, int slot)
{
    while (inner && !binds(inner, slot))
        inner = inner->outer;
    return inner != NULL;
}

static void scan_expr(dependence_scan *l, const expr *e, const binder *inner);

static void scan_all(dependence_scan *l, expr *const *all, size_t count, const binder *inner)
{
    for (size_t i = 0; i < count; i++)
        scan_expr(l, all[i], inner);
}

static void scan_loop(dependence_scan *l, const expr *e, const binder *outer)
{
    binder own = {.loop = e->loop, .outer = outer};
    for (size_t i = 0; i < e->loop->count; i++) {
        const binding *b = &e->loop->bindings[i];
        scan_all(l, b->args, b->args ? b->count : 0, &own);
        if (b->filter)
            scan_expr(l, b->filter, &own);
    }
    scan_all(l, e->args, e->count, &own);
}

static void scan_expr(dependence_scan *l, const expr *e, const binder *inner)
{
    binder call = {.call = e, .outer = inner};
    if (++l->nodes > l->most)
        l->found = (dependence){true, true};
    if (l->found.state && l->found.names)
        return;
    l->found.state |= e->form == EXPR_CELL;
    l->found.names |= e->form == EXPR_LOCAL && !is_bound(inner, e->slot);
    if (e->loop)
        scan_loop(l, e, inner);
    else
        scan_all(l, e->args, e->count, inner);
    if (e->form == EXPR_CALL)
        scan_expr(l, e->body, &call);
}

static dependence scan_dependence(const expr *e, size_t most)
{
    dependence_scan l = {.most = most};
    scan_expr(&l, e, NULL);
    return l.found;
}

dependence expr_depends(const expr *e)
{
    return scan_dependence(e, NODES_MOST);
}

/* The value of a constant expression; false: its evaluation fails. */
static bool evaluate_constant(checker *c, const expr *e, int64_t *out)
{
    assert(e->form != EXPR_VALUE);
    wgcq_error ignored = {0};
    interp *evaluator = interp_new(c->tree);
    int code = evaluator ? interp_constant(out, evaluator, e, STEPS_MOST, &ignored) : WGCQ_EMEMORY;
    interp_free(evaluator);
    if (code == WGCQ_EMEMORY)
        longjmp(*c->memory->out, 1);
    return !code;
}

expr *expr_fold(checker *c, expr *e)
{
    dependence d = {0};
    int64_t value;
    if (e->form != EXPR_VALUE)
        d = expr_depends(e);
    if (e->form == EXPR_VALUE || d.state || d.names || !evaluate_constant(c, e, &value))
        return e;
    return expr_value(c, e->kind, e->at, value);
}

int expr_known_truth(checker *c, const expr *e)
{
    dependence d = scan_dependence(e, CONDITION_MOST);
    int64_t value;
    if (e->form == EXPR_VALUE)
        return e->value != 0;
    return d.state || d.names || !evaluate_constant(c, e, &value) ? -1 : value != 0;
}
