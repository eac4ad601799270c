/* pddl_action.c - actions with their effects one by one; what holds at first, goal and metric. */
#include "imports/task/task.h"

#include <string.h>

/* Where an effect stands: within which foralls, under which condition. */
typedef struct effect_place {
    const pddl_scope *scope;
    pddl_formula *when;
    pddl_var **vars;
    size_t var_count;
} effect_place;

static bool read_effect(pddl *p, pddl_action *a, const sexp *s, const effect_place *at);

static void add_effect(pddl *p, pddl_action *a, const effect_place *at, pddl_effect e)
{
    e.said = e.when = at->when;
    e.vars = at->vars;
    e.var_count = at->var_count;
    ARENA_PUSH(p->memory, a->effects, a->effect_count, a->effect_room, e);
}

static bool read_number_change(pddl *p, pddl_action *a, const sexp *s, const effect_place *at,
                               char verb)
{
    if (s->count != 3)
        return pddl_error(p, s, "%s takes a function and an amount", s->kids[0]->word);
    pddl_effect e = {.verb = verb};
    if (!pddl_atom_read(p, &e.atom, s->kids[1], true, at->scope))
        return false;
    e.atom.at = s;
    e.atom.symbol->form = FORM_NUMBER;
    e.atom.symbol->read = e.atom.symbol->read || verb != '+';
    e.amount = pddl_amount_read(p, s->kids[2], at->scope);
    add_effect(p, a, at, e);
    return e.amount != NULL;
}

static bool read_when(pddl *p, pddl_action *a, const sexp *s, const effect_place *at)
{
    if (s->count != 3)
        return pddl_error(p, s, "when takes a condition and an effect");
    effect_place inner = *at;
    pddl_formula *when = pddl_formula_read(p, s->kids[1], at->scope);
    inner.when = when;
    if (when && at->when) {
        inner.when = pddl_formula_new(p, SAYS_AND, s);
        pddl_formula_add(p, inner.when, at->when);
        pddl_formula_add(p, inner.when, when);
    }
    return read_effect(p, a, s->kids[2], &inner) && when;
}

static bool read_forall(pddl *p, pddl_action *a, const sexp *s, const effect_place *at)
{
    if (s->count != 3)
        return pddl_error(p, s, "forall takes variables and an effect");
    effect_place inner = *at;
    pddl_var **vars;
    size_t count;
    if (!pddl_vars_read(p, s->kids[1], &vars, &count, &inner.scope))
        return false;
    inner.var_count = at->var_count + count;
    inner.vars = arena_array(p->memory, inner.var_count + 1, sizeof *inner.vars);
    for (size_t i = 0; i < inner.var_count; i++)
        inner.vars[i] = i < at->var_count ? at->vars[i] : vars[i - at->var_count];
    return read_effect(p, a, s->kids[2], &inner);
}

static bool read_change(pddl *p, pddl_action *a, const sexp *s, const effect_place *at, bool adds)
{
    pddl_effect e = {.adds = adds};
    if (!pddl_atom_read(p, &e.atom, s, false, at->scope))
        return false;
    e.atom.symbol->form = FORM_BOOL;
    add_effect(p, a, at, e);
    return true;
}

static bool read_effect(pddl *p, pddl_action *a, const sexp *s, const effect_place *at)
{
    bool fine = true;
    if (!s->word && !s->count)
        return true;
    if (sexp_begins(s, "and")) {
        for (size_t i = 1; i < s->count; i++)
            fine = read_effect(p, a, s->kids[i], at) && fine;
        return fine;
    }
    if (sexp_begins(s, "when"))
        return read_when(p, a, s, at);
    if (sexp_begins(s, "forall"))
        return read_forall(p, a, s, at);
    if (sexp_begins(s, "increase") || sexp_begins(s, "decrease") || sexp_begins(s, "assign"))
        return read_number_change(p, a, s, at,
                                  sexp_begins(s, "increase")   ? '+'
                                  : sexp_begins(s, "decrease") ? '-'
                                                               : '=');
    if (sexp_begins(s, "scale-up") || sexp_begins(s, "scale-down"))
        return pddl_refuse(p, s, s->kids[0]->word, "increase, decrease and assign are read");
    if (sexp_begins(s, "not") && s->count == 2)
        return read_change(p, a, s->kids[1], at, false);
    return read_change(p, a, s, at, true);
}

/* ---- actions -------------------------------------------------------------------------------- */

/* The value behind a key of an action; NULL: it has none. */
static const sexp *value_of(const sexp *s, const char *key)
{
    for (size_t i = 2; i + 1 < s->count; i += 2)
        if (sexp_is(s->kids[i], key))
            return s->kids[i + 1];
    return NULL;
}

static bool check_action_keys(pddl *p, const sexp *s)
{
    bool fine = true;
    for (size_t i = 2; i < s->count; i += 2)
        if (!sexp_is(s->kids[i], ":parameters") && !sexp_is(s->kids[i], ":precondition") &&
            !sexp_is(s->kids[i], ":effect"))
            fine =
                pddl_error(p, s->kids[i], ":parameters, :precondition or :effect is expected here");
        else if (i + 1 == s->count)
            fine = pddl_error(p, s->kids[i], "nothing stands behind %s", s->kids[i]->word);
    return fine;
}

static void read_action(pddl *p, const sexp *s)
{
    if (s->count < 2 || !s->kids[1]->word) {
        pddl_error(p, s, "an action has a name");
        return;
    }
    pddl_action a = {.written = s->kids[1]->word, .at = s->kids[1]};
    for (size_t i = 0; i < p->action_count; i++)
        if (!strcmp(p->actions[i].written, a.written))
            pddl_error(p, a.at, "the action '%s' is declared twice", a.written);
    const pddl_scope *scope = NULL;
    const sexp *params = value_of(s, ":parameters"), *needs = value_of(s, ":precondition"),
               *effect = value_of(s, ":effect");
    if (!check_action_keys(p, s) ||
        (params && !pddl_vars_read(p, params, &a.params, &a.param_count, &scope)))
        return;
    if (a.param_count > PDDL_PARAMS_MOST)
        pddl_error(p, a.at, "%zu parameters; %d are the most", a.param_count, PDDL_PARAMS_MOST);
    a.needs = needs ? pddl_formula_read(p, needs, scope) : pddl_formula_new(p, SAYS_TRUE, s);
    if (effect)
        read_effect(p, &a, effect, &(effect_place){.scope = scope});
    ARENA_PUSH(p->memory, p->actions, p->action_count, p->action_room, a);
}

bool pddl_actions_read(pddl *p)
{
    for (size_t i = 1; i < p->domain->count; i++)
        if (sexp_begins(p->domain->kids[i], ":action"))
            read_action(p, p->domain->kids[i]);
    return !diagnostics_error_count(p->to);
}

/* ---- the problem ---------------------------------------------------------------------------- */

static void add_row(pddl *p, const pddl_atom *atom)
{
    pddl_symbol *s = atom->symbol;
    if (s->row_count == s->row_room)
        s->rows = arena_grow(p->memory, s->rows, s->row_count, &s->row_room, sizeof *s->rows);
    for (size_t i = 0; i < s->count; i++)
        s->rows[s->row_count][i] = (uint32_t)atom->terms[i].object;
    s->row_count++;
}

static void read_init_number(pddl *p, const sexp *s)
{
    pddl_atom atom;
    int64_t value;
    if (s->count != 3 || s->kids[1]->word) {
        pddl_error(p, s, "= takes a function and a number");
        return;
    }
    if (!pddl_number(s->kids[2], &value)) {
        pddl_refuse(p, s->kids[2], "this number", "numbers are integers");
        return;
    }
    if (!pddl_atom_read(p, &atom, s->kids[1], true, NULL))
        return;
    ARENA_PUSH(p->memory, atom.symbol->amounts, atom.symbol->row_count, atom.symbol->amount_room,
               value);
    atom.symbol->row_count--;
    add_row(p, &atom);
}

static void read_init(pddl *p, const sexp *list)
{
    for (size_t i = 1; i < list->count; i++) {
        const sexp *s = list->kids[i];
        pddl_atom atom;
        int64_t time;
        if (sexp_begins(s, "="))
            read_init_number(p, s);
        else if (sexp_begins(s, "at") && s->count == 3 && pddl_number(s->kids[1], &time))
            pddl_refuse(p, s, "what holds from some time on", "a puzzle has no clock");
        else if (sexp_begins(s, "not"))
            continue;
        else if (pddl_atom_read(p, &atom, s, false, NULL))
            add_row(p, &atom);
    }
}

/* `minimize (f)`; total-time is the number of moves. */
static void read_metric(pddl *p, const sexp *s)
{
    bool least = s->count == 3 && sexp_is(s->kids[1], "minimize");
    if (least && (sexp_begins(s->kids[2], "total-time") || sexp_is(s->kids[2], "total-time")))
        return;
    const sexp *what = least ? s->kids[2] : NULL;
    if (!what || !(what->word || (what->count == 1 && what->kids[0]->word))) {
        pddl_refuse(p, s, "this metric", "it is (:metric minimize (total-cost)), or another cost");
        return;
    }
    pddl_atom atom;
    if (pddl_atom_read(p, &atom, what, true, NULL))
        p->minimized = atom.symbol;
    p->metric = s;
}

bool pddl_problem_read(pddl *p)
{
    for (size_t i = 1; i < p->problem->count; i++) {
        const sexp *s = p->problem->kids[i];
        if (sexp_begins(s, ":init")) {
            read_init(p, s);
            p->init = s;
        } else if (sexp_begins(s, ":metric"))
            read_metric(p, s);
        else if (sexp_begins(s, ":goal") && s->count == 2)
            p->goal = pddl_formula_read(p, s->kids[1], NULL);
        else if (sexp_begins(s, ":goal"))
            pddl_error(p, s, "a goal is one condition");
    }
    if (!p->goal && !diagnostics_error_count(p->to))
        pddl_error(p, p->problem, "the problem has no goal");
    return !diagnostics_error_count(p->to);
}
