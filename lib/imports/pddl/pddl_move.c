/* pddl_move.c - an action as a move: choices, values that are read, guards. */
#include "imports/pddl/pddl.h"

/* The conjuncts of a condition, of which some become domains of choices, and some values that
   parameters are read from. */
typedef struct move_writing {
    pddl *p;
    pddl_action *action;
    pddl_formula *needs; /* SAYS_AND of conjuncts */
    bool *done;
    const pddl_formula *read[PDDL_PARAMS_MOST]; /* `at[x] == to` gives the parameter `to` */
    size_t order[PDDL_PARAMS_MOST], read_count; /* of those that are read, as they depend */
} move_writing;

static size_t param_number(const move_writing *w, const pddl_var *v)
{
    size_t i = 0;
    while (i < w->action->param_count && w->action->params[i] != v)
        i++;
    return i;
}

/* Whether a parameter's value is read by way of that of another one. */
static bool depends_on(const move_writing *w, size_t param, size_t other)
{
    if (param == other)
        return true;
    const pddl_formula *f = param < w->action->param_count ? w->read[param] : NULL;
    for (size_t i = 0; f && i < f->atom.symbol->count; i++)
        if (i != f->atom.symbol->value && f->atom.terms[i].var &&
            depends_on(w, param_number(w, f->atom.terms[i].var), other))
            return true;
    return false;
}

/* A value that is the parameter's wherever the action can be taken; one that is always there is
   better. */
static void find_read(move_writing *w, size_t param)
{
    for (size_t i = 0; i < w->needs->count; i++) {
        const pddl_formula *f = w->needs->parts[i];
        if (f->kind != SAYS_ATOM || f->atom.symbol->form != FORM_VALUE ||
            f->atom.terms[f->atom.symbol->value].var != w->action->params[param] ||
            (w->read[param] &&
             (f->atom.symbol->optional || !w->read[param]->atom.symbol->optional)))
            continue;
        bool fits = true;
        for (size_t k = 0; k < f->atom.symbol->count; k++)
            if (k != f->atom.symbol->value && f->atom.terms[k].var)
                fits = fits && !depends_on(w, param_number(w, f->atom.terms[k].var), param);
        if (fits)
            w->read[param] = f;
    }
}

static bool is_ordered(const move_writing *w, size_t param)
{
    for (size_t i = 0; i < w->read_count; i++)
        if (w->order[i] == param)
            return true;
    return false;
}

static void order_read(move_writing *w, size_t param)
{
    const pddl_formula *f = param < w->action->param_count ? w->read[param] : NULL;
    if (!f || is_ordered(w, param))
        return;
    for (size_t i = 0; i < f->atom.symbol->count; i++)
        if (i != f->atom.symbol->value && f->atom.terms[i].var)
            order_read(w, param_number(w, f->atom.terms[i].var));
    w->order[w->read_count++] = param;
}

static void find_all_read(move_writing *w)
{
    for (size_t i = 0; i < w->action->param_count; i++)
        find_read(w, i);
    for (size_t i = 0; i < w->action->param_count; i++)
        order_read(w, i);
    for (size_t i = 0; i < w->needs->count; i++)
        for (size_t k = 0; k < w->action->param_count; k++)
            w->done[i] = w->done[i] || w->needs->parts[i] == w->read[k];
}

/* Whether a parameter that is read occurs in it. */
static bool needs_read(const move_writing *w, const pddl_formula *f);

static bool atom_needs_read(const move_writing *w, const pddl_atom *atom, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t param = atom->terms[i].var ? param_number(w, atom->terms[i].var) : SIZE_MAX;
        if (param < w->action->param_count && w->read[param])
            return true;
    }
    return false;
}

static bool amount_needs_read(const move_writing *w, const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM)
        return amount_needs_read(w, a->left) || amount_needs_read(w, a->right);
    return a->kind == AMOUNT_FUNCTION && atom_needs_read(w, &a->atom, a->atom.symbol->count);
}

static bool needs_read(const move_writing *w, const pddl_formula *f)
{
    bool needs = false;
    if (f->kind == SAYS_ATOM)
        needs = atom_needs_read(w, &f->atom, f->atom.symbol->count);
    else if (f->kind == SAYS_EQUAL)
        needs = atom_needs_read(w, &f->atom, 2);
    else if (f->kind == SAYS_COMPARE)
        needs = amount_needs_read(w, f->left) || amount_needs_read(w, f->right);
    for (size_t i = 0; i < f->count; i++)
        needs = needs || needs_read(w, f->parts[i]);
    return needs;
}

static bool is_chosen(const move_writing *w, const pddl_term *t, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (w->action->params[i] == t->var)
            return !w->read[i];
    return !t->var;
}

/* Whether all last arguments of a predicate's rows are among the variable's objects. */
static bool rows_are_within(const pddl_symbol *s, const pddl_domain *over)
{
    for (size_t i = 0; i < s->row_count; i++)
        if (!pddl_has(over->bits, s->rows[i][s->count - 1]))
            return false;
    return true;
}

/* A static predicate whose last argument is the variable, and whose first one is known: its rows
   are the domain. */
static const pddl_formula *pddl_find_rows(move_writing *w, size_t param)
{
    const pddl_formula *found = NULL;
    size_t at = 0;
    for (size_t i = 0; i < w->needs->count; i++) {
        const pddl_formula *f = w->needs->parts[i];
        if (w->done[i] || f->kind != SAYS_ATOM || f->atom.symbol->form != FORM_STATIC ||
            f->atom.symbol->count > 2 || !f->atom.symbol->count ||
            f->atom.terms[f->atom.symbol->count - 1].var != w->action->params[param])
            continue;
        bool fits = rows_are_within(f->atom.symbol, w->action->params[param]->over);
        fits = fits && (f->atom.symbol->count == 1 || is_chosen(w, &f->atom.terms[0], param));
        if (fits && (!found || f->atom.symbol->count > found->atom.symbol->count)) {
            found = f;
            at = i;
        }
    }
    if (found)
        w->done[at] = true;
    return found;
}

static void put_domain(move_writing *w, size_t param)
{
    const pddl_formula *rows = pddl_find_rows(w, param);
    strbuf_printf(w->p->out, "%s in ", w->action->params[param]->name);
    if (!rows) {
        strbuf_put(w->p->out, w->action->params[param]->over->name);
        return;
    }
    strbuf_put(w->p->out, rows->atom.symbol->name);
    if (rows->atom.symbol->count == 2) {
        strbuf_char(w->p->out, '[');
        pddl_put_term(w->p, w->p->out, &rows->atom.terms[0]);
        strbuf_char(w->p->out, ']');
    }
}

static void put_filter(move_writing *w)
{
    const char *before = " if ";
    for (size_t i = 0; i < w->needs->count; i++) {
        if (w->done[i] || pddl_formula_changes(w->needs->parts[i]) ||
            needs_read(w, w->needs->parts[i]))
            continue;
        strbuf_put(w->p->out, before);
        pddl_put_formula(w->p, w->p->out, w->needs->parts[i]);
        w->done[i] = true;
        before = " and ";
    }
}

/* The condition as it is written, on one line. */
static void put_written(pddl *p, const sexp *s)
{
    const char *text = s->file->text->text;
    bool blank = false;
    size_t room = 100;
    for (size_t i = s->from; i < s->to; i++) {
        char c = text[i];
        if (c == ';')
            while (i < s->to && text[i] != '\n')
                i++;
        if (c == ';' || c == ' ' || (c >= '\t' && c <= '\r')) {
            blank = true;
            continue;
        }
        if (!room--) {
            strbuf_put(p->out, " ...");
            return;
        }
        if (blank && c != ')')
            strbuf_char(p->out, ' ');
        blank = false;
        strbuf_char(p->out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
}

static void put_else(move_writing *w, const pddl_formula *f)
{
    strbuf_put(w->p->out, "\n      else: \"needs ");
    put_written(w->p, f->at);
    strbuf_put(w->p->out, "\"\n");
}

/* `let: to = at[x]`, where at[x] is something that the parameter may be. */
static void put_read(move_writing *w, size_t param)
{
    const pddl_formula *f = w->read[param];
    const pddl_symbol *s = f->atom.symbol;
    const pddl_var *v = w->action->params[param];
    if (s->optional) {
        strbuf_put(w->p->out, "    - guard: ");
        pddl_put_place(w->p, w->p->out, &f->atom);
        strbuf_put(w->p->out, " != none");
        put_else(w, f);
    }
    strbuf_printf(w->p->out, "    - let: %s = ", v->name);
    pddl_put_place(w->p, w->p->out, &f->atom);
    strbuf_char(w->p->out, '\n');
    if (pddl_range_of(s) == v->over)
        return;
    strbuf_printf(w->p->out, "    - guard: %s in %s", v->name, v->over->name);
    put_else(w, f);
}

static void put_guards(move_writing *w)
{
    for (size_t i = 0; i < w->read_count; i++)
        put_read(w, w->order[i]);
    for (int changing = 0; changing < 2; changing++)
        for (size_t i = 0; i < w->needs->count; i++) {
            const pddl_formula *f = w->needs->parts[i];
            if (w->done[i] || pddl_formula_changes(f) != (bool)changing)
                continue;
            strbuf_put(w->p->out, "    - guard: ");
            pddl_put_formula(w->p, w->p->out, f);
            if (changing)
                put_else(w, f);
            else
                strbuf_char(w->p->out, '\n');
        }
}

static void put_choices(move_writing *w)
{
    const char *before = "    - choose: ";
    for (size_t i = 0; i < w->action->param_count; i++) {
        if (w->read[i])
            continue;
        strbuf_put(w->p->out, before);
        put_domain(w, i);
        before = ", ";
    }
    if (*before != ',')
        return;
    put_filter(w);
    strbuf_char(w->p->out, '\n');
}

static void put_label(pddl *p, const pddl_action *a)
{
    strbuf_printf(p->out, "  \"%s", a->written);
    for (size_t i = 0; i < a->param_count; i++)
        strbuf_printf(p->out, " {%s}", a->params[i]->name);
    strbuf_put(p->out, "\":\n");
}

/* The needs with the checks of partial functions in amounts, as one conjunction; NULL: never. */
static pddl_formula *whole_needs(pddl *p, const pddl_action *a)
{
    pddl_formula *all = pddl_formula_new(p, SAYS_AND, a->at),
                 *out = pddl_formula_new(p, SAYS_AND, a->at);
    pddl_formula_add(p, all, a->needs);
    for (size_t i = 0; i < a->effect_count; i++)
        if (a->effects[i].amount && !a->effects[i].when && !a->effects[i].var_count)
            pddl_add_known(p, all, a->effects[i].amount);
    for (size_t i = 0; i < a->param_count; i++)
        if (!a->params[i]->over->size)
            return NULL;
    pddl_formula *simple = pddl_simplify(p, all);
    if (simple->kind == SAYS_FALSE)
        return NULL;
    if (simple->kind == SAYS_AND)
        return simple;
    if (simple->kind != SAYS_TRUE)
        pddl_formula_add(p, out, simple);
    return out;
}

void pddl_put_move(pddl *p, pddl_action *a)
{
    move_writing w = {.p = p, .action = a, .needs = whole_needs(p, a)};
    if (!w.needs) {
        strbuf_printf(p->out, "  \"%s\":\n    - guard: false\n      else: no objects fit\n",
                      a->written);
        return;
    }
    w.done = arena_array(p->memory, w.needs->count + 1, sizeof *w.done);
    put_label(p, a);
    size_t before = p->out->length;
    find_all_read(&w);
    put_choices(&w);
    put_guards(&w);
    pddl_put_effects(p, a, w.needs);
    if (p->out->length == before)
        strbuf_put(p->out, "    - guard: true\n");
}
