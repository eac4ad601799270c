/*
 * pddl_effect.c - the effects of an action as steps of a move.
 *
 * PDDL deletes first and adds then, all by conditions of the state before; changes of one number
 * add up.  Two effects that may be
 * of one element stand in different steps; a condition of a later step is computed before the
 * first. Where that cannot be done - a forall with a condition - each element of the predicate is
 * computed from all effects at once.
 */
#include "imports/pddl/pddl.h"

#include <string.h>

enum { KEY_MOST = 600 }; /* characters of a condition in a key */

typedef struct effect_writing {
    pddl *p;
    pddl_action *action;
    const pddl_formula *needs;
    pddl_effect **order; /* deletes, then adds, then numbers */
    size_t count, *step; /* the step of each   */
    size_t steps, lets;
    bool *whole;            /* its predicate is computed as a whole */
    const char **let, **by; /* names of a condition, of an amount, that are computed before */
} effect_writing;

bool pddl_same_term(const pddl_term *a, const pddl_term *b)
{
    return a->var == b->var && (a->var || a->object == b->object);
}

/* Whether a conjunct of the condition says that they differ. */
static bool needs_differing(const pddl_formula *f, const pddl_term *a, const pddl_term *b)
{
    if (f->kind == SAYS_AND)
        for (size_t i = 0; i < f->count; i++)
            if (needs_differing(f->parts[i], a, b))
                return true;
    if (f->kind != SAYS_NOT || f->parts[0]->kind != SAYS_EQUAL)
        return false;
    const pddl_term *of = f->parts[0]->atom.terms;
    return (pddl_same_term(&of[0], a) && pddl_same_term(&of[1], b)) ||
           (pddl_same_term(&of[0], b) && pddl_same_term(&of[1], a));
}

bool pddl_terms_may_meet(const pddl *p, const pddl_formula *needs, const pddl_term *a,
                         const pddl_term *b)
{
    if (needs_differing(needs, a, b))
        return false;
    if (!a->var && !b->var)
        return a->object == b->object;
    for (size_t i = 0; i < pddl_bit_words(p); i++) {
        uint64_t of_a = a->var                ? a->var->over->bits[i]
                        : a->object / 64 == i ? UINT64_C(1) << a->object % 64
                                              : 0;
        uint64_t of_b = b->var                ? b->var->over->bits[i]
                        : b->object / 64 == i ? UINT64_C(1) << b->object % 64
                                              : 0;
        if (of_a & of_b)
            return true;
    }
    return false;
}

static bool is_index(const pddl_symbol *s, size_t i)
{
    return s->form != FORM_VALUE || i != s->value;
}

static bool same_place(const pddl_atom *a, const pddl_atom *b)
{
    const pddl_symbol *s = pddl_variable_of(a->symbol);
    bool same = s == pddl_variable_of(b->symbol);
    for (size_t i = 0; same && i < s->count; i++)
        same = !is_index(s, i) || pddl_same_term(pddl_index_term(a, i), pddl_index_term(b, i));
    return same;
}

static bool may_be_one_place(const effect_writing *w, const pddl_effect *a, const pddl_effect *b)
{
    const pddl_symbol *s = pddl_variable_of(a->atom.symbol);
    bool may = s == pddl_variable_of(b->atom.symbol);
    for (size_t i = 0; may && i < s->count; i++)
        may = !is_index(s, i) || pddl_terms_may_meet(w->p, w->needs, pddl_index_term(&a->atom, i),
                                                     pddl_index_term(&b->atom, i));
    return may;
}

/* ---- order ---------------------------------------------------------------------------------- */

bool pddl_same_vars(const pddl_effect *a, const pddl_effect *b)
{
    bool same = a->var_count == b->var_count;
    for (size_t i = 0; same && i < a->var_count; i++)
        same = a->vars[i] == b->vars[i];
    return same;
}

/* A delete of what is added whenever the delete comes about. */
static bool is_overruled(const effect_writing *w, const pddl_effect *e)
{
    for (size_t i = 0; i < w->action->effect_count; i++) {
        const pddl_effect *other = &w->action->effects[i];
        if (!other->amount && other->adds && (!other->when || other->said == e->said) &&
            pddl_same_vars(other, e) && same_place(&other->atom, &e->atom))
            return true;
    }
    return false;
}

/* Whether it never comes about; conditions are simplified. */
static bool never_happens(effect_writing *w, pddl_effect *e)
{
    bool empty = false;
    for (size_t k = 0; k < e->var_count; k++)
        empty = empty || !e->vars[k]->over->size;
    if (e->when)
        e->when = pddl_simplify(w->p, e->when);
    if (e->when && e->when->kind == SAYS_TRUE)
        e->when = NULL;
    return empty || (e->when && e->when->kind == SAYS_FALSE);
}

static void take_effects(effect_writing *w, bool adds)
{
    for (size_t i = 0; i < w->action->effect_count; i++) {
        pddl_effect *e = &w->action->effects[i];
        if (e->amount || e->adds != adds || e->atom.symbol->form == FORM_DEFINED ||
            never_happens(w, e) || (!adds && is_overruled(w, e)))
            continue;
        w->order[w->count++] = e;
    }
}

static void take_numbers(effect_writing *w)
{
    for (size_t i = 0; i < w->action->effect_count; i++) {
        pddl_effect *e = &w->action->effects[i];
        if (e->amount && e->atom.symbol->form == FORM_NUMBER && !never_happens(w, e))
            w->order[w->count++] = e;
    }
}

static bool meets_in_step(const effect_writing *w, size_t i, size_t step)
{
    for (size_t k = 0; k < i; k++)
        if (w->step[k] == step && may_be_one_place(w, w->order[k], w->order[i]))
            return true;
    return false;
}

static bool has_hard_condition(const pddl_effect *e)
{
    return e->var_count && e->when && pddl_formula_changes(e->when);
}

/* Predicates of which some forall would be behind the first step, and so be too late. */
static void choose_whole(effect_writing *w)
{
    for (size_t i = 0; i < w->count; i++) {
        bool hard = false, meets = false;
        for (size_t k = 0; k < w->count; k++)
            if (w->order[k]->atom.symbol == w->order[i]->atom.symbol) {
                hard = hard || has_hard_condition(w->order[k]);
                for (size_t m = 0; m < k; m++)
                    meets = meets || may_be_one_place(w, w->order[k], w->order[m]);
            }
        w->whole[i] = hard && meets && w->order[i]->atom.symbol->form == FORM_BOOL;
    }
}

/* Chooses effects for the first step: whole predicates and foralls with conditions.  A
   number goes there, too, unless another change of it may be there. */
static void choose_steps(effect_writing *w)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->order[i]->amount) {
            while (meets_in_step(w, i, w->step[i]))
                w->step[i]++;
            w->steps = w->step[i] > w->steps ? w->step[i] : w->steps;
            continue;
        }
        if (w->whole[i] || has_hard_condition(w->order[i])) {
            w->step[i] = 0;
            continue;
        }
        if (meets_in_step(w, i, w->steps))
            w->steps++;
        w->step[i] = w->steps;
    }
}

/* ---- text ----------------------------------------------------------------------------------- */

static bool atom_has(const pddl_atom *a, const pddl_var *v)
{
    for (size_t i = 0; i < a->symbol->count; i++)
        if (is_index(a->symbol, i) && a->terms[i].var == v)
            return true;
    return false;
}

/* The amount of a cost or a number: `sum(far[x] for x in place if CONDITION)` over the variables of
   forall that are no index. */
static void pddl_put_added(effect_writing *w, size_t i, const pddl_effect *e)
{
    strbuf *out = w->p->out;
    bool each = pddl_effect_amount(w->p, e) != e->amount, cost = e->atom.symbol->form == FORM_COST;
    strbuf_put(out, each ? "sum(" : "");
    if (!cost && w->by[i])
        strbuf_put(out, w->by[i]);
    else if (each || cost || e->verb == '=')
        pddl_put_amount(w->p, out, e->amount);
    else
        pddl_put_summand(w->p, out, e->amount);
    for (size_t k = 0; each && k < e->var_count; k++)
        if (!atom_has(&e->atom, e->vars[k]))
            pddl_put_vars(out, &e->vars[k], 1);
    if (e->when && (each || cost)) {
        strbuf_put(out, " if ");
        pddl_put_formula(w->p, out, e->when);
    }
    strbuf_put(out, each ? ")" : e->when && cost ? " else 0" : "");
}

/* `fuel[t] - 3` */
static void put_new_number(effect_writing *w, size_t i)
{
    const pddl_effect *e = w->order[i];
    if (e->verb != '=') {
        pddl_put_place(w->p, w->p->out, &e->atom);
        strbuf_printf(w->p->out, " %c ", e->verb);
    }
    pddl_put_added(w, i, e);
}

/* The condition, with `any` over the variables of forall that are no index. */
static void put_condition(effect_writing *w, strbuf *out, const pddl_effect *e)
{
    pddl_formula *any = pddl_formula_new(w->p, SAYS_ANY, e->atom.at);
    any->vars = arena_array(w->p->memory, e->var_count + 1, sizeof *any->vars);
    for (size_t i = 0; i < e->var_count; i++)
        if (!atom_has(&e->atom, e->vars[i]))
            any->vars[any->var_count++] = e->vars[i];
    if (!any->var_count) {
        pddl_put_formula(w->p, out, e->when);
        return;
    }
    pddl_formula_add(w->p, any, e->when);
    pddl_put_formula(w->p, out, any);
}

/* The value that a forall takes: at most one of them is there. */
static void put_value_taken(effect_writing *w, strbuf *out, const pddl_effect *e)
{
    const pddl_term *value = &e->atom.terms[e->atom.symbol->value];
    if (e->adds) {
        pddl_put_term(w->p, out, value);
        return;
    }
    strbuf_put(out, "none if ");
    bool over = value->var && !atom_has(&e->atom, value->var);
    for (size_t i = 0; over && i < e->var_count; i++)
        if (e->vars[i] == value->var) {
            strbuf_put(out, "any(");
            pddl_put_place(w->p, out, &e->atom);
            strbuf_put(out, " == ");
            pddl_put_term(w->p, out, value);
            pddl_put_vars(out, &e->vars[i], 1);
            strbuf_put(out, ") else ");
            pddl_put_place(w->p, out, &e->atom);
            return;
        }
    pddl_put_place(w->p, out, &e->atom);
    strbuf_put(out, " == ");
    pddl_put_term(w->p, out, value);
    strbuf_put(out, " else ");
    pddl_put_place(w->p, out, &e->atom);
}

bool pddl_needs_atom(const pddl_formula *f, const pddl_atom *atom)
{
    if (f->kind == SAYS_AND)
        for (size_t i = 0; i < f->count; i++)
            if (pddl_needs_atom(f->parts[i], atom))
                return true;
    bool same = f->kind == SAYS_ATOM && f->atom.symbol == atom->symbol;
    for (size_t i = 0; same && i < atom->symbol->count; i++)
        same = pddl_same_term(&f->atom.terms[i], &atom->terms[i]);
    return same;
}

static void put_new_value(effect_writing *w, size_t i)
{
    strbuf *out = w->p->out;
    const pddl_effect *e = w->order[i];
    if (e->amount)
        put_new_number(w, i);
    else if (e->atom.symbol->form == FORM_BOOL)
        strbuf_put(out, e->adds ? "true" : "false");
    else if (!e->adds && (pddl_needs_atom(w->needs, &e->atom) ||
                          (e->when && pddl_needs_atom(e->when, &e->atom))))
        strbuf_put(out, "none");
    else
        put_value_taken(w, out, e);
}

/* NULL: it comes about always, or its amount has the condition. */
static const char *condition_text(effect_writing *w, size_t i)
{
    const pddl_effect *e = w->order[i];
    if (!e->when || (e->amount && pddl_effect_amount(w->p, e) != e->amount))
        return NULL;
    if (w->let[i])
        return w->let[i];
    strbuf *out = w->p->out;
    size_t from = out->length;
    put_condition(w, out, e);
    const char *text =
        out->failed ? "" : arena_text(w->p->memory, out->bytes + from, out->length - from);
    strbuf_cut(out, from);
    return text;
}

/* `on[x, y] for x in block if CONDITION: false` */
static void pddl_put_assignment(effect_writing *w, size_t i)
{
    strbuf *out = w->p->out;
    const pddl_effect *e = w->order[i];
    strbuf_put(out, "        ");
    pddl_put_place(w->p, out, &e->atom);
    for (size_t k = 0; k < e->var_count; k++)
        if (atom_has(&e->atom, e->vars[k]))
            pddl_put_vars(out, &e->vars[k], 1);
    const char *key = condition_text(w, i);
    bool shorter = key && strlen(key) < KEY_MOST;
    if (shorter)
        strbuf_printf(out, " if %s", key);
    strbuf_put(out, key && !shorter ? ": (" : ": ");
    put_new_value(w, i);
    if (key && !shorter) {
        strbuf_printf(out, ") if %s else ", key);
        pddl_put_place(w->p, out, &e->atom);
    }
    strbuf_char(out, '\n');
}

/* One of the effects: `any(i_1 == x and i_2 == y and CONDITION for x in block)`. */
static void put_match(effect_writing *w, const pddl_effect *e)
{
    strbuf *out = w->p->out;
    strbuf_put(out, e->var_count ? "any(" : "(");
    for (size_t i = 0; i < e->atom.symbol->count; i++) {
        strbuf_printf(out, "%sat_%zu == ", i ? " and " : "", i + 1);
        pddl_put_term(w->p, out, &e->atom.terms[i]);
    }
    if (!e->atom.symbol->count)
        strbuf_put(out, "true");
    if (e->when) {
        strbuf_put(out, " and ");
        pddl_put_formula(w->p, out, e->when);
    }
    pddl_put_vars(out, e->vars, e->var_count);
    strbuf_char(out, ')');
}

static bool put_matches(effect_writing *w, const pddl_symbol *s, bool adds)
{
    const char *before = "";
    for (size_t i = 0; i < w->count; i++)
        if (w->order[i]->atom.symbol == s && w->order[i]->adds == adds) {
            strbuf_put(w->p->out, before);
            put_match(w, w->order[i]);
            before = " or ";
        }
    return *before;
}

/* `on[at_1, at_2] for ...: ADDED or on[at_1, at_2] and not (DELETED)` */
static void pddl_put_whole(effect_writing *w, const pddl_symbol *s)
{
    strbuf *out = w->p->out, place = {0};
    strbuf_put(&place, s->name);
    for (size_t i = 0; i < s->count; i++)
        strbuf_printf(&place, "%sat_%zu%s", i ? ", " : "[", i + 1, i + 1 == s->count ? "]" : "");
    strbuf_printf(out, "        %s", strbuf_string(&place));
    for (size_t i = 0; i < s->count; i++)
        strbuf_printf(out, " for at_%zu in %s", i + 1, s->args[i]->name);
    strbuf_put(out, ": ");
    bool added = put_matches(w, s, true);
    strbuf_printf(out, "%s%s and not (", added ? " or " : "", strbuf_string(&place));
    if (!put_matches(w, s, false))
        strbuf_put(out, "false");
    strbuf_put(out, ")\n");
    out->failed = out->failed || place.failed;
    strbuf_free(&place);
}

static bool is_first_of_symbol(const effect_writing *w, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (w->order[k]->atom.symbol == w->order[i]->atom.symbol)
            return false;
    return true;
}

static void put_lets(effect_writing *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const pddl_effect *e = w->order[i];
        if (w->whole[i] || !w->step[i])
            continue;
        if (e->when && pddl_formula_changes(e->when)) {
            w->let[i] = arena_printf(w->p->memory, "when_%zu", ++w->lets);
            strbuf_printf(w->p->out, "    - let: %s = ", w->let[i]);
            pddl_put_formula(w->p, w->p->out, e->when);
            strbuf_char(w->p->out, '\n');
        }
        if (e->amount && pddl_amount_changes(e->amount)) {
            w->by[i] = arena_printf(w->p->memory, "by_%zu", ++w->lets);
            strbuf_printf(w->p->out, "    - let: %s = ", w->by[i]);
            pddl_put_amount(w->p, w->p->out, e->amount);
            strbuf_char(w->p->out, '\n');
        }
    }
}

static void pddl_put_steps(effect_writing *w)
{
    for (size_t step = 0; step <= w->steps && w->count; step++) {
        bool begun = false;
        for (size_t i = 0; i < w->count; i++) {
            if (w->step[i] != step || (w->whole[i] && !is_first_of_symbol(w, i)))
                continue;
            if (!begun)
                strbuf_put(w->p->out, "    - set:\n");
            begun = true;
            if (w->whole[i])
                pddl_put_whole(w, w->order[i]->atom.symbol);
            else
                pddl_put_assignment(w, i);
        }
    }
}

static void pddl_put_costs(effect_writing *w)
{
    for (size_t i = 0; i < w->action->effect_count; i++) {
        pddl_effect *e = &w->action->effects[i];
        if (!e->amount || e->atom.symbol->form != FORM_COST || never_happens(w, e))
            continue;
        strbuf_printf(w->p->out, "    - cost: %s = ", e->atom.symbol->name);
        pddl_put_added(w, i, e);
        strbuf_char(w->p->out, '\n');
    }
}

void pddl_put_effects(pddl *p, pddl_action *a, const pddl_formula *needs)
{
    effect_writing w = {.p = p, .action = a, .needs = needs};
    w.order = arena_array(p->memory, a->effect_count + 1, sizeof(pddl_effect *));
    w.step = arena_array(p->memory, a->effect_count + 1, sizeof *w.step);
    w.whole = arena_array(p->memory, a->effect_count + 1, sizeof *w.whole);
    w.let = arena_array(p->memory, a->effect_count + 1, sizeof *w.let);
    w.by = arena_array(p->memory, a->effect_count + 1, sizeof *w.by);
    take_effects(&w, false);
    take_effects(&w, true);
    take_numbers(&w);
    choose_whole(&w);
    choose_steps(&w);
    pddl_put_costs(&w);
    put_lets(&w);
    pddl_put_steps(&w);
}
