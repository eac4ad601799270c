/*
 * pddl_narrow.c - the objects that parameters and arguments really take.
 *
 * Old domains have no types, and say `(room ?r)` as a precondition.  A parameter that must be in a
 * unary predicate that never changes runs over that predicate's objects, and an argument takes what
 * init, actions and goal have in its place.  So predicates become types.
 */
#include "imports/pddl/pddl.h"

#include <string.h>

static uint64_t *empty_bits(pddl *p)
{
    return arena_array(p->memory, pddl_bit_words(p), sizeof(uint64_t));
}

/* ---- parameters ----------------------------------------------------------------------------- */

static void restrict_var(pddl *p, pddl_var *v, const pddl_symbol *s)
{
    uint64_t *rows = empty_bits(p), *both = empty_bits(p);
    for (size_t i = 0; i < s->row_count; i++)
        rows[s->rows[i][0] / 64] |= UINT64_C(1) << s->rows[i][0] % 64;
    bool smaller = false;
    for (size_t w = 0; w < pddl_bit_words(p); w++) {
        both[w] = v->over->bits[w] & rows[w];
        smaller = smaller || both[w] != v->over->bits[w];
    }
    if (smaller)
        v->over = pddl_domain_with(p, both, s->written);
}

static void narrow_params(pddl *p, pddl_action *a)
{
    for (size_t k = 0; k < a->param_count; k++)
        for (size_t i = 0; i < (a->needs->kind == SAYS_AND ? a->needs->count : 1); i++) {
            const pddl_formula *f = a->needs->kind == SAYS_AND ? a->needs->parts[i] : a->needs;
            if (f->kind == SAYS_ATOM && f->atom.symbol->form == FORM_STATIC &&
                f->atom.symbol->count == 1 && f->atom.terms[0].var == a->params[k])
                restrict_var(p, a->params[k], f->atom.symbol);
        }
}

/* ---- arguments ------------------------------------------------------------------------------ */

static void use_atom(pddl *p, const pddl_atom *atom)
{
    pddl_symbol *s = atom->symbol;
    s->used = true;
    for (size_t i = 0; i < s->count; i++) {
        const pddl_term *t = &atom->terms[i];
        if (!t->var)
            s->taken[i][t->object / 64] |= UINT64_C(1) << t->object % 64;
        for (size_t w = 0; t->var && w < pddl_bit_words(p); w++)
            s->taken[i][w] |= t->var->over->bits[w];
    }
}

static void use_amount(pddl *p, const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM) {
        use_amount(p, a->left);
        use_amount(p, a->right);
    } else if (a->kind == AMOUNT_FUNCTION) {
        use_atom(p, &a->atom);
    }
}

static void use_vars(pddl_var *const *vars, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vars[i]->over->used = true;
}

static void use_formula(pddl *p, const pddl_formula *f)
{
    if (f->kind == SAYS_ATOM)
        use_atom(p, &f->atom);
    if (f->kind == SAYS_COMPARE) {
        use_amount(p, f->left);
        use_amount(p, f->right);
    }
    use_vars(f->vars, f->var_count);
    for (size_t i = 0; i < f->count; i++)
        use_formula(p, f->parts[i]);
}

static void use_action(pddl *p, const pddl_action *a)
{
    use_formula(p, a->needs);
    use_vars(a->params, a->param_count);
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *e = &a->effects[i];
        if (e->amount)
            use_amount(p, e->amount);
        use_atom(p, &e->atom);
        use_vars(e->vars, e->var_count);
        if (e->when)
            use_formula(p, e->when);
    }
}

static void use_rows(pddl_symbol *s)
{
    for (size_t r = 0; r < s->row_count; r++)
        for (size_t i = 0; i < s->count; i++)
            s->taken[i][s->rows[r][i] / 64] |= UINT64_C(1) << s->rows[r][i] % 64;
}

static void take_arguments(pddl *p, pddl_symbol *s)
{
    if (!s->used && s->form == FORM_STATIC)
        return;
    use_rows(s);
    for (size_t i = 0; i < s->count; i++) {
        if (memcmp(s->taken[i], s->args[i]->bits, pddl_bit_words(p) * sizeof(uint64_t)) != 0)
            s->args[i] = pddl_domain_with(p, s->taken[i], s->args[i]->base);
        s->args[i]->used = true;
    }
}

void pddl_narrow(pddl *p)
{
    for (size_t i = 0; i < p->action_count; i++)
        narrow_params(p, &p->actions[i]);
    for (size_t i = 0; i < p->action_count; i++) {
        pddl_action *a = &p->actions[i];
        a->needs = pddl_simplify(p, a->needs);
        for (size_t k = 0; k < a->effect_count; k++)
            if (a->effects[k].when)
                a->effects[k].when = pddl_simplify(p, a->effects[k].when);
    }
    p->goal = pddl_simplify(p, p->goal);
    for (size_t i = 0; i < p->symbol_count; i++)
        for (size_t k = 0; k < p->symbols[i].count; k++)
            p->symbols[i].taken[k] = empty_bits(p);
    for (size_t i = 0; i < p->action_count; i++)
        use_action(p, &p->actions[i]);
    use_formula(p, p->goal);
    for (size_t i = 0; i < p->symbol_count; i++)
        take_arguments(p, &p->symbols[i]);
}
