/*
 * pddl_narrow.c - the objects that parameters and arguments really take.
 *
 * Old domains have no types, and say `(room ?r)` as a precondition.  A parameter runs over the
 * objects that can ever stand at its places in the atoms that the action needs: those of init, and
 * those that actions put there.  An argument takes what init, actions and goal have in its place.
 * So predicates become types.
 */
#include "imports/pddl/pddl.h"

#include <string.h>

static uint64_t *empty_bits(pddl *p)
{
    return arena_array(p->memory, pddl_bit_words(p), sizeof(uint64_t));
}

static void use_rows(pddl_symbol *s)
{
    for (size_t r = 0; r < s->row_count; r++)
        for (size_t i = 0; i < s->count; i++)
            s->taken[i][s->rows[r][i] / 64] |= UINT64_C(1) << s->rows[r][i] % 64;
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* The objects that may ever stand at each argument of what holds: those of init, and those that
   actions add. */
static void begin_reach(pddl *p)
{
    for (size_t i = 0; i < p->symbol_count; i++) {
        pddl_symbol *s = &p->symbols[i];
        for (size_t k = 0; k < s->count; k++)
            s->taken[k] = empty_bits(p);
        use_rows(s);
    }
}

/* The objects of a parameter, by the atoms that the action needs. */
static const uint64_t *narrow_param(pddl *p, const pddl_action *a, const pddl_var *v)
{
    uint64_t *bits = empty_bits(p);
    memcpy(bits, v->over->bits, pddl_bit_words(p) * sizeof *bits);
    for (size_t i = 0; i < (a->needs->kind == SAYS_AND ? a->needs->count : 1); i++) {
        const pddl_formula *f = a->needs->kind == SAYS_AND ? a->needs->parts[i] : a->needs;
        for (size_t k = 0; f->kind == SAYS_ATOM && k < f->atom.symbol->count; k++)
            for (size_t w = 0; f->atom.terms[k].var == v && w < pddl_bit_words(p); w++)
                bits[w] &= f->atom.symbol->taken[k][w];
    }
    return bits;
}

static bool has_no_bits(const pddl *p, const uint64_t *bits)
{
    bool some = false;
    for (size_t w = 0; w < pddl_bit_words(p); w++)
        some = some || bits[w];
    return !some;
}

/* The objects that a term of an effect may be: `of` are those of the parameters. */
static bool reach_term(const pddl *p, const pddl_action *a, const uint64_t *const *of,
                       const pddl_term *t, uint64_t *taken)
{
    bool more = false;
    const uint64_t *bits = t->var ? t->var->over->bits : NULL;
    for (size_t i = 0; i < a->param_count; i++)
        bits = t->var == a->params[i] ? of[i] : bits;
    for (size_t w = 0; w < pddl_bit_words(p); w++) {
        uint64_t add = bits ? bits[w] : w == t->object / 64 ? UINT64_C(1) << t->object % 64 : 0;
        more = more || (add & ~taken[w]);
        taken[w] |= add;
    }
    return more;
}

static bool reach_by(pddl *p, const pddl_action *a)
{
    bool more = false;
    const uint64_t **of = arena_array(p->memory, a->param_count + 1, sizeof *of);
    for (size_t i = 0; i < a->param_count; i++) {
        of[i] = narrow_param(p, a, a->params[i]);
        if (has_no_bits(p, of[i]))
            return false;
    }
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *e = &a->effects[i];
        for (size_t k = 0; !e->amount && e->adds && k < e->atom.symbol->count; k++)
            more = reach_term(p, a, of, &e->atom.terms[k], e->atom.symbol->taken[k]) || more;
    }
    return more;
}

/* The name of a predicate that holds for these objects alone, `to_place`, or NULL. */
static const char *name_of_bits(pddl *p, const pddl_var *v, const uint64_t *bits)
{
    for (size_t i = 0; i < p->symbol_count; i++) {
        const pddl_symbol *s = &p->symbols[i];
        if (!s->function && s->form == FORM_STATIC && s->count == 1 &&
            !memcmp(s->taken[0], bits, pddl_bit_words(p) * sizeof *bits))
            return s->written;
    }
    return arena_printf(p->memory, "%s_%s", v->written + 1, v->over->base);
}

static void narrow_params(pddl *p, pddl_action *a)
{
    for (size_t i = 0; i < a->param_count; i++) {
        pddl_var *v = a->params[i];
        uint64_t *bits = empty_bits(p);
        memcpy(bits, narrow_param(p, a, v), pddl_bit_words(p) * sizeof *bits);
        if (memcmp(bits, v->over->bits, pddl_bit_words(p) * sizeof *bits) != 0)
            v->over = pddl_domain_with(p, bits, name_of_bits(p, v, bits));
    }
}

static void narrow_all_params(pddl *p)
{
    begin_reach(p);
    for (bool more = true; more;) {
        more = false;
        arena_mark before = arena_here(p->memory);
        for (size_t i = 0; i < p->action_count; i++)
            more = reach_by(p, &p->actions[i]) || more;
        arena_rewind(p->memory, before);
    }
    for (size_t i = 0; i < p->action_count; i++)
        narrow_params(p, &p->actions[i]);
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
    narrow_all_params(p);
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
