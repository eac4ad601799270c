/* pddl_numbers.c - functions that change: costs, and variables with a range. */
#include "imports/pddl/pddl.h"

#include <string.h>

/* ---- costs ---------------------------------------------------------------------------------- */

/* A number that only grows from 0 and is never looked at is a cost. */
static bool is_cost(const pddl_symbol *s)
{
    return s->function && !s->count && !s->read &&
           (!s->row_count || !s->amounts[s->row_count - 1] || !strcmp(s->written, "total-cost"));
}

static void find_costs(pddl *p)
{
    for (size_t i = 0; i < p->symbol_count; i++) {
        pddl_symbol *s = &p->symbols[i];
        if ((s->form != FORM_NUMBER && s != p->minimized) || !is_cost(s))
            continue;
        s->form = FORM_COST;
        if (s->row_count && s->amounts[s->row_count - 1])
            pddl_refuse(p, p->init, "a cost before the first move", "total-cost begins with 0");
    }
    if (p->minimized && p->minimized->form != FORM_COST)
        pddl_refuse(p, p->metric, "this metric",
                    "a cost begins with 0, increases, and no condition reads it");
}

/* ---- values of init ------------------------------------------------------------------------- */

static size_t count_choices(const pddl_symbol *s)
{
    size_t cells = 1;
    for (size_t i = 0; i < s->count && cells <= PDDL_CELLS_MOST; i++)
        cells *= s->args[i]->size;
    return cells;
}

static size_t count_init_rows(pddl *p, const pddl_symbol *s)
{
    uint32_t(*rows)[PDDL_ARITY_MOST] = arena_array(p->memory, s->row_count + 1, sizeof *rows);
    if (s->row_count)
        memcpy(rows, s->rows, s->row_count * sizeof *rows);
    return pddl_sort_distinct(rows, s->row_count, s->count);
}

static void check_first_values(pddl *p)
{
    for (size_t i = 0; i < p->symbol_count; i++) {
        pddl_symbol *s = &p->symbols[i];
        if (!s->function || s->form == FORM_COST || !s->used)
            continue;
        s->partial = count_init_rows(p, s) != count_choices(s);
        if (s->form == FORM_NUMBER && s->partial)
            pddl_refuse(p, s->at, "a number that changes and has no first value somewhere",
                        "init gives one to each choice of its arguments");
    }
}

/* ---- changes -------------------------------------------------------------------------------- */

bool pddl_may_be_one_number(const pddl *p, const pddl_formula *needs, const pddl_effect *a,
                            const pddl_effect *b)
{
    bool may = a->amount && b->amount && a->atom.symbol == b->atom.symbol;
    for (size_t i = 0; may && i < a->atom.symbol->count; i++)
        may = pddl_terms_may_meet(p, needs, &a->atom.terms[i], &b->atom.terms[i]);
    return may;
}

static void check_meeting(pddl *p, const pddl_action *a, const pddl_effect *e)
{
    size_t meeting = 0;
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *other = &a->effects[i];
        if (other == e || !pddl_may_be_one_number(p, a->needs, other, e))
            continue;
        meeting++;
        if (other > e)
            continue;
        if (other->verb == '=' || e->verb == '=')
            pddl_refuse(p, e->atom.at, "two changes of one number, of which one assigns it",
                        "a precondition such as (not (= ?x ?y)) parts them");
        else if (other->var_count || e->var_count)
            pddl_refuse(p, e->atom.at, "forall beside another change of the same number",
                        "their order would count");
    }
    if (meeting > PDDL_MEETING_MOST)
        pddl_refuse(p, e->atom.at, "so many changes of one number", "five are the most");
}

static bool is_partial(const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM)
        return is_partial(a->left) || is_partial(a->right);
    return a->kind == AMOUNT_FUNCTION && a->atom.symbol->partial;
}

static void check_change(pddl *p, const pddl_action *a, const pddl_effect *e)
{
    if ((e->when || e->var_count) && is_partial(e->amount))
        pddl_refuse(p, e->atom.at, "an amount without a value somewhere, under a condition",
                    "init gives one to each choice of its arguments");
    if (e->atom.symbol->form == FORM_COST)
        return;
    if (e->verb == '=' && pddl_effect_amount(p, e) != e->amount)
        pddl_refuse(p, e->atom.at, "many values for one number",
                    "each variable of forall is an argument of it");
    check_meeting(p, a, e);
}

bool pddl_find_numbers(pddl *p)
{
    find_costs(p);
    check_first_values(p);
    for (size_t i = 0; i < p->action_count; i++)
        for (size_t k = 0; k < p->actions[i].effect_count; k++)
            if (p->actions[i].effects[k].amount)
                check_change(p, &p->actions[i], &p->actions[i].effects[k]);
    if (diagnostics_error_count(p->to))
        return false;
    pddl_find_bounds(p);
    return !diagnostics_error_count(p->to);
}
