/*
 * never_fails.c - expressions and sets that fail in no state, as far as their form says.
 *
 * What may come first can then be left out where a later condition does not hold.
 */
#include "puzzle/compile/ground.h"

bool expressions_never_fail(size_t *looked, expr *const *all, size_t count)
{
    size_t i = 0;
    while (i < count && never_fails(looked, all[i]))
        i++;
    return i == count;
}

bool never_fails(size_t *looked, const expr *e)
{
    if ((*looked)++ >= LOOKED_MOST)
        return false;
    switch (e->form) {
    case EXPR_VALUE:
    case EXPR_LOCAL: return true;
    case EXPR_CELL: return !e->variable->indices;
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_IN_TYPE:
    case EXPR_IN_RANGE:
    case EXPR_IN_LIST:
    case EXPR_IN_SUBSET:
    case EXPR_SIZE: return expressions_never_fail(looked, e->args, e->count);
    case EXPR_CALL:
        return expressions_never_fail(looked, e->args, e->count) && never_fails(looked, e->body);
    default: return false;
    }
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* The type whose values the binding's one name has; NULL: it is not known. */
static const type *type_of_binding(const binding *b, int slot)
{
    const bool by_type = b->form == DOMAIN_TYPE || b->form == DOMAIN_MEMBERS;
    return by_type && b->slots == 1 && b->slot[0] == slot ? b->type : NULL;
}

static const type *type_of_bound_name(const loop *over, int slot)
{
    const type *found = NULL;
    for (size_t i = 0; over && i < over->count && !found; i++)
        found = type_of_binding(&over->bindings[i], slot);
    return found;
}

/* Whether the name of a choice before step number `at`, or of the assignment, is a value of it. */
static bool is_name_of_type(const move *m, size_t at, const assignment *a, int slot, const type *t)
{
    const type *found = type_of_bound_name(a->loop, slot);
    for (size_t i = 0; i < at && !found; i++)
        if (m->steps[i].form == STEP_CHOOSE)
            found = type_of_bound_name(m->steps[i].loop, slot);
    return found == t;
}

static bool has_all_values(const type *t, kind k)
{
    return (t->form == TYPE_BOOL || t->form == TYPE_ENUM) && !k.optional && kind_same(t->kind, k);
}

static bool is_value_of(const move *m, size_t at, const assignment *a, const expr *e, const type *t)
{
    size_t looked = 0;
    if (e->form == EXPR_VALUE)
        return type_position(t, e->value) >= 0;
    if (e->form == EXPR_LOCAL && is_name_of_type(m, at, a, e->slot, t))
        return true;
    return has_all_values(t, e->kind) && never_fails(&looked, e);
}

/* No two values of the loop's one name write one element. */
static bool writes_once(const assignment *a)
{
    bool once = !a->loop;
    for (size_t i = 0; a->loop && i < a->variable->indices && a->loop->count == 1; i++)
        once = once || (a->index[i]->form == EXPR_LOCAL &&
                        type_of_binding(a->loop->bindings, a->index[i]->slot));
    return once;
}

static bool binding_never_fails(size_t *looked, const binding *b)
{
    return expressions_never_fail(looked, b->args, binding_expressions(b)) &&
           (!b->filter || never_fails(looked, b->filter));
}

bool loop_never_fails(size_t *looked, const loop *over)
{
    size_t i = 0;
    while (i < over->count && binding_never_fails(looked, &over->bindings[i]))
        i++;
    return i == over->count;
}

static bool never_fails_to_assign(const move *m, size_t at, const assignment *a)
{
    size_t looked = 0;
    if (a->variable->collection || !writes_once(a) ||
        (a->condition && !never_fails(&looked, a->condition)) ||
        (a->loop && !loop_never_fails(&looked, a->loop)))
        return false;
    for (size_t i = 0; i < a->variable->indices; i++)
        if (!is_value_of(m, at, a, a->index[i], a->variable->index[i]))
            return false;
    return is_value_of(m, at, a, a->value, a->variable->type);
}

bool set_never_fails(const move *m, size_t at)
{
    const step *s = &m->steps[at];
    bool never = true;
    for (size_t i = 0; i < s->count && never; i++) {
        never = never_fails_to_assign(m, at, &s->assignments[i]);
        for (size_t k = 0; k < i; k++)
            never = never && s->assignments[k].variable != s->assignments[i].variable;
    }
    return never;
}
