/*
 * pddl_bounds.c - the values that a function may have in all that can be reached.
 *
 * A function's values lie between those of init and those that actions give it.  What an action
 * gives is a linear sum E over the state before.  The action's comparisons say of other sums that
 * they are at least 0; E - D - D' is at least its own least value, so E is, too.  (of fuel >= 3 and
 * E = fuel - 3 there remains E - D = 0.)  Intervals are computed upwards from init, end by end
 * given up where they go on, and then downwards; each step is sound.  So is a cap, `load(t) <=
 * room(t)`: a guess that init and all actions keep.
 */
#include "imports/pddl/pddl.h"

#include <string.h>

enum {
    GUARDS_MOST = 24,
    CAPS_MOST = 64,
    CAPPED_MOST = 500, /* rows of a function */
    ROUNDS_UP = 8,
    ROUNDS_DOWN = 8,
    HELPERS_MOST = 3,    /* comparisons that are used together */
    STEPS_MOST = 1 << 20 /* of all proofs; then ends are given up */
};

/* For each choice of arguments the number is at most the other function's. */
typedef struct number_cap {
    pddl_symbol *number, *most;
    bool broken;
} number_cap;

typedef struct bounds_search {
    pddl *p;
    number_cap caps[CAPS_MOST];
    size_t cap_count, steps;
    pddl_span *next; /* by symbol */
} bounds_search;

/* Sums that are at least 0 whenever the action is taken. */
typedef struct guard_sums {
    pddl_linear known[GUARDS_MOST];
    size_t count;
} guard_sums;

/* ---- what the action's conditions say ------------------------------------------------------- */

static void add_guard(guard_sums *g, const pddl_amount *more, const pddl_amount *less, int64_t by)
{
    if (g->count == GUARDS_MOST)
        return;
    pddl_linear *l = &g->known[g->count];
    *l = (pddl_linear){.constant = -by};
    pddl_linear_add(l, more, 1);
    pddl_linear_add(l, less, -1);
    g->count += !l->unknown;
}

/* A function that may have no value makes a comparison false, and its opposite true. */
static bool is_total(const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM)
        return is_total(a->left) && is_total(a->right);
    return a->kind != AMOUNT_FUNCTION || !a->atom.symbol->partial;
}

static void add_comparison(guard_sums *g, const pddl_formula *f, bool holds)
{
    const pddl_amount *left = f->left, *right = f->right;
    if (!holds && !(is_total(left) && is_total(right)))
        return;
    if (!strcmp(f->order, "==")) {
        if (holds) {
            add_guard(g, left, right, 0);
            add_guard(g, right, left, 0);
        }
        return;
    }
    bool more = f->order[0] == '>', strict = !f->order[1];
    if (more == holds)
        add_guard(g, left, right, strict == holds);
    else
        add_guard(g, right, left, strict == holds);
}

static void guard_by_condition(guard_sums *g, const pddl_formula *f, bool holds)
{
    if (f->kind == SAYS_NOT)
        guard_by_condition(g, f->parts[0], !holds);
    else if (f->kind == SAYS_COMPARE)
        add_comparison(g, f, holds);
    else if (f->kind == (holds ? SAYS_AND : SAYS_OR))
        for (size_t i = 0; i < f->count; i++)
            guard_by_condition(g, f->parts[i], holds);
}

static void add_caps_of(bounds_search *b, guard_sums *g, const pddl_amount *a)
{
    for (size_t i = 0; i < b->cap_count && a->kind == AMOUNT_FUNCTION; i++) {
        if (b->caps[i].broken || b->caps[i].number != a->atom.symbol)
            continue;
        pddl_amount *most = arena_take(b->p->memory, sizeof *most);
        *most = *a;
        most->atom.symbol = b->caps[i].most;
        add_guard(g, most, a, 0);
    }
}

/* The caps of all functions in a sum and in the guards. */
static void add_caps(bounds_search *b, guard_sums *g, const pddl_linear *l)
{
    size_t count = g->count;
    for (size_t i = 0; i < l->count; i++)
        add_caps_of(b, g, l->of[i]);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < g->known[k].count; i++)
            add_caps_of(b, g, g->known[k].of[i]);
}

/* The least that a sum can be, with the help of guards. */
static int64_t prove_least(bounds_search *b, const pddl_linear *l, const guard_sums *g, size_t from,
                           int helpers)
{
    int64_t best = pddl_linear_least(l);
    for (size_t i = from; helpers && i < g->count && b->steps < STEPS_MOST; i++) {
        if (!pddl_linear_helps(l, &g->known[i]))
            continue;
        b->steps++;
        pddl_linear rest = *l;
        pddl_linear_add_all(&rest, &g->known[i], -1);
        int64_t least = prove_least(b, &rest, g, i, helpers - 1);
        best = least > best ? least : best;
    }
    return best;
}

static pddl_span prove_span(bounds_search *b, const pddl_linear *l, const guard_sums *g)
{
    pddl_linear opposite = {0};
    pddl_linear_add_all(&opposite, l, -1);
    int64_t least = prove_least(b, &opposite, g, 0, HELPERS_MOST);
    return (pddl_span){prove_least(b, l, g, 0, HELPERS_MOST),
                       least == PDDL_NO_LOW ? PDDL_NO_HIGH : -least};
}

/* ---- what an action gives ------------------------------------------------------------------- */

static bool is_number_effect(const pddl_effect *e)
{
    return e->amount && e->atom.symbol->form == FORM_NUMBER;
}

pddl_amount *pddl_effect_amount(pddl *p, const pddl_effect *e)
{
    size_t times = 1, apart = 0;
    for (size_t i = 0; i < e->var_count; i++) {
        bool index = false;
        for (size_t k = 0; k < e->atom.symbol->count; k++)
            index = index || e->atom.terms[k].var == e->vars[i];
        if (index)
            continue;
        apart++;
        times *= e->vars[i]->over->size;
    }
    if (!apart)
        return e->amount;
    pddl_amount *each = arena_take(p->memory, sizeof *each);
    *each = (pddl_amount){.kind = AMOUNT_EACH, .number = (int64_t)times, .left = e->amount};
    return each;
}

/* One change, and those after it that may be of the same element. */
typedef struct number_change {
    const pddl_action *action;
    const pddl_effect *first;
    const pddl_effect *others[PDDL_MEETING_MOST];
    size_t other_count;
} number_change;

/* The change that begins with that effect; false: it changes no number. */
static bool find_change(number_change *c, const bounds_search *b, const pddl_action *a,
                        const pddl_effect *first)
{
    *c = (number_change){.action = a, .first = first};
    if (!is_number_effect(first))
        return false;
    for (size_t i = 0; i < c->action->effect_count; i++) {
        const pddl_effect *e = &c->action->effects[i];
        if (e != c->first && c->other_count < PDDL_MEETING_MOST &&
            pddl_may_be_one_number(b->p, c->action->needs, c->first, e))
            c->others[c->other_count++] = e;
    }
    return true;
}

static void add_effect_sum(bounds_search *b, pddl_linear *sum, guard_sums *g, const pddl_effect *e)
{
    pddl_linear_add(sum, pddl_effect_amount(b->p, e), e->verb == '-' ? -1 : 1);
    if (e->when)
        guard_by_condition(g, e->when, true);
}

/* The new value where those of `which` come about, too. */
static void sum_change(bounds_search *b, const number_change *c, unsigned which, pddl_linear *sum,
                       guard_sums *g)
{
    *sum = (pddl_linear){0};
    g->count = 0;
    pddl_amount *before = arena_take(b->p->memory, sizeof *before);
    *before = (pddl_amount){.kind = AMOUNT_FUNCTION, .atom = c->first->atom};
    guard_by_condition(g, c->action->needs, true);
    if (c->first->verb != '=')
        pddl_linear_add(sum, before, 1);
    add_effect_sum(b, sum, g, c->first);
    for (size_t i = 0; i < c->other_count; i++)
        if (which >> i & 1)
            add_effect_sum(b, sum, g, c->others[i]);
    add_caps(b, g, sum);
    if (c->first->verb == '=' && !pddl_amount_changes(c->first->amount))
        g->count = 0; /* the language wants constants to fit wherever they stand */
}

static pddl_span span_of_change(bounds_search *b, const number_change *c)
{
    pddl_span all = {PDDL_NO_HIGH, PDDL_NO_LOW};
    guard_sums g;
    for (unsigned which = 0; which < 1u << c->other_count; which++) {
        pddl_linear sum;
        sum_change(b, c, which, &sum, &g);
        all = pddl_span_around(all, prove_span(b, &sum, &g));
    }
    return all;
}

/* ---- intervals ------------------------------------------------------------------------------ */

static pddl_span first_span(const pddl_symbol *s)
{
    pddl_span all = {0, 0};
    for (size_t i = 0; s->function && i < s->row_count; i++)
        all = i ? pddl_span_around(all, (pddl_span){s->amounts[i], s->amounts[i]})
                : (pddl_span){s->amounts[i], s->amounts[i]};
    return all;
}

static pddl_symbol *number_symbol(const bounds_search *b, size_t i)
{
    return b->p->symbols[i].form == FORM_NUMBER ? &b->p->symbols[i] : NULL;
}

/* The values of init, and all that actions give from the values that are known now. */
static void compute_next(bounds_search *b)
{
    for (size_t i = 0; i < b->p->symbol_count; i++)
        b->next[i] = first_span(&b->p->symbols[i]);
    for (size_t i = 0; i < b->p->action_count; i++)
        for (size_t k = 0; k < b->p->actions[i].effect_count; k++) {
            number_change c;
            if (!find_change(&c, b, &b->p->actions[i], &b->p->actions[i].effects[k]))
                continue;
            pddl_span *next = &b->next[c.first->atom.symbol - b->p->symbols];
            *next = pddl_span_around(*next, span_of_change(b, &c));
        }
}

/* Whether an end went on; *give_up: it goes to infinity. */
static bool take_upwards(bounds_search *b, bool give_up)
{
    bool more = false;
    for (size_t i = 0; i < b->p->symbol_count; i++) {
        pddl_symbol *s = number_symbol(b, i);
        if (!s)
            continue;
        if (b->next[i].low < s->low) {
            s->low = give_up ? PDDL_NO_LOW : b->next[i].low;
            more = true;
        }
        if (b->next[i].high > s->high) {
            s->high = give_up ? PDDL_NO_HIGH : b->next[i].high;
            more = true;
        }
    }
    return more;
}

static void take_downwards(bounds_search *b)
{
    for (size_t i = 0; i < b->p->symbol_count; i++) {
        pddl_symbol *s = number_symbol(b, i);
        if (s && b->next[i].low > s->low)
            s->low = b->next[i].low;
        if (s && b->next[i].high < s->high)
            s->high = b->next[i].high;
    }
}

static void find_spans(bounds_search *b)
{
    for (size_t i = 0; i < b->p->symbol_count; i++) {
        pddl_span first = first_span(&b->p->symbols[i]);
        b->p->symbols[i].low = first.low;
        b->p->symbols[i].high = first.high;
    }
    compute_next(b);
    for (size_t round = 0; take_upwards(b, round >= ROUNDS_UP); round++)
        compute_next(b);
    for (size_t round = 0; round < ROUNDS_DOWN; round++) {
        take_downwards(b);
        compute_next(b);
    }
    take_downwards(b);
}

/* ---- caps ----------------------------------------------------------------------------------- */

static bool find_amount(const pddl_symbol *s, const uint32_t *row, int64_t *out)
{
    bool found = false; /* the last one counts */
    for (size_t i = 0; i < s->row_count; i++)
        if (!pddl_compare_rows(s->rows[i], row, s->count)) {
            *out = s->amounts[i];
            found = true;
        }
    return found;
}

static bool is_capped_at_first(const pddl_symbol *s, const pddl_symbol *most)
{
    for (size_t i = 0; i < s->row_count; i++) {
        int64_t cap;
        if (!find_amount(most, s->rows[i], &cap) || cap < s->amounts[i])
            return false;
    }
    return true;
}

static void find_caps(bounds_search *b)
{
    for (size_t i = 0; i < b->p->symbol_count; i++)
        for (size_t k = 0; k < b->p->symbol_count; k++) {
            pddl_symbol *s = number_symbol(b, i), *most = &b->p->symbols[k];
            bool fits = s && most->function && most->form == FORM_STATIC &&
                        most->count == s->count && s->row_count < CAPPED_MOST;
            if (fits && b->cap_count < CAPS_MOST && is_capped_at_first(s, most))
                b->caps[b->cap_count++] = (number_cap){s, most, false};
        }
}

static bool keeps_cap(bounds_search *b, const number_change *c, const number_cap *cap)
{
    guard_sums g;
    pddl_amount most = {.kind = AMOUNT_FUNCTION, .atom = c->first->atom};
    most.atom.symbol = cap->most;
    for (unsigned which = 0; which < 1u << c->other_count; which++) {
        pddl_linear sum, left = {0};
        sum_change(b, c, which, &sum, &g);
        pddl_linear_add(&left, &most, 1);
        pddl_linear_add_all(&left, &sum, -1);
        if (prove_least(b, &left, &g, 0, HELPERS_MOST) < 0)
            return false;
    }
    return true;
}

static bool breaks_some_cap(bounds_search *b, const number_change *c)
{
    bool broke = false;
    for (size_t i = 0; i < b->cap_count; i++)
        if (!b->caps[i].broken && b->caps[i].number == c->first->atom.symbol &&
            !keeps_cap(b, c, &b->caps[i]))
            broke = b->caps[i].broken = true;
    return broke;
}

/* All guesses are made together; each that an action breaks is taken back. */
static void keep_caps(bounds_search *b)
{
    for (bool broke = true; broke;) {
        broke = false;
        for (size_t i = 0; i < b->p->action_count; i++)
            for (size_t k = 0; k < b->p->actions[i].effect_count; k++) {
                number_change c;
                if (find_change(&c, b, &b->p->actions[i], &b->p->actions[i].effects[k]))
                    broke = breaks_some_cap(b, &c) || broke;
            }
    }
}

/* ---- what has no bounds --------------------------------------------------------------------- */

static void refuse_change(bounds_search *b, const pddl_action *a, const pddl_effect *e)
{
    number_change c;
    if (!find_change(&c, b, a, e))
        return;
    pddl_span span = span_of_change(b, &c);
    if (span.low != PDDL_NO_LOW && span.high != PDDL_NO_HIGH)
        return;
    bool low = span.low == PDDL_NO_LOW;
    pddl_refuse(b->p, e->atom.at,
                low ? "a number without a least value" : "a number without a greatest value",
                "no precondition bounds what this makes of it");
    diagnostic_hint(b->p->to, "such as (%s (%s%s) %s)", low ? ">=" : "<=", e->atom.symbol->written,
                    e->atom.symbol->count ? " ..." : "", low ? "AMOUNT" : "MOST");
}

void pddl_find_bounds(pddl *p)
{
    bounds_search b = {.p = p,
                       .next = arena_array(p->memory, p->symbol_count + 1, sizeof(pddl_span))};
    find_spans(&b);
    find_caps(&b);
    keep_caps(&b);
    if (b.cap_count)
        find_spans(&b);
    for (size_t i = 0; i < p->action_count; i++)
        for (size_t k = 0; k < p->actions[i].effect_count; k++)
            refuse_change(&b, &p->actions[i], &p->actions[i].effects[k]);
    for (size_t i = 0; i < p->symbol_count && !diagnostics_error_count(p->to); i++)
        if (number_symbol(&b, i) &&
            (p->symbols[i].low == PDDL_NO_LOW || p->symbols[i].high == PDDL_NO_HIGH))
            pddl_refuse(p, p->symbols[i].at, "a number without bounds", "none were found");
}
