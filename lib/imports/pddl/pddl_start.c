/* pddl_start.c - what changes: the variables, what is defined by them, their first values. */
#include "imports/pddl/pddl.h"

static bool is_variable(const pddl_symbol *s)
{
    return !s->host && (s->form == FORM_BOOL || s->form == FORM_VALUE || s->form == FORM_NUMBER) &&
           !pddl_has_empty_argument(s);
}

/* `place or none`, `0..5`, `bool` */
static void put_range(pddl *p, const pddl_symbol *s)
{
    if (s->form == FORM_NUMBER)
        strbuf_printf(p->out, "%lld..%lld\n", (long long)s->low, (long long)s->high);
    else if (s->form == FORM_VALUE)
        strbuf_printf(p->out, "%s%s\n", pddl_range_of(s)->name, s->optional ? " or none" : "");
    else
        strbuf_put(p->out, "bool\n");
}

void pddl_put_state(pddl *p)
{
    strbuf_put(p->out, "state:\n");
    size_t variables = 0;
    for (size_t i = 0; i < p->symbol_count; i++) {
        const pddl_symbol *s = &p->symbols[i];
        if (!is_variable(s))
            continue;
        const char *before = "[";
        strbuf_printf(p->out, "  %s", s->name);
        variables++;
        for (size_t k = 0; k < s->count; k++) {
            if (s->form == FORM_VALUE && k == s->value)
                continue;
            strbuf_printf(p->out, "%s%s", before, s->args[k]->name);
            before = ", ";
        }
        strbuf_put(p->out, *before == ',' ? "]: " : ": ");
        put_range(p, s);
    }
    if (!variables)
        strbuf_put(p->out, "  nothing_changes: bool\n");
}

/* ---- definitions ---------------------------------------------------------------------------- */

/* That an atom does not hold, for any value of its variable. */
static void put_absence(pddl *p, const pddl_atom *atom, pddl_var *over)
{
    const pddl_symbol *s = atom->symbol;
    if (over && s->form == FORM_VALUE && atom->terms[s->value].var == over) {
        pddl_put_place(p, p->out, atom);
        strbuf_put(p->out, " == none");
        return;
    }
    pddl_formula *is = pddl_formula_new(p, SAYS_ATOM, atom->at),
                 *none = pddl_formula_new(p, SAYS_NOT, atom->at);
    is->atom = *atom;
    pddl_formula_add(p, none, is);
    strbuf_put(p->out, over ? "all(" : "");
    pddl_put_formula(p, p->out, none);
    pddl_put_vars(p->out, &over, over != NULL);
    strbuf_put(p->out, over ? ")" : "");
}

static void put_definition(pddl *p, const pddl_symbol *s)
{
    strbuf_printf(p->out, "  %s", s->name);
    for (size_t i = 0; i < s->count; i++)
        strbuf_printf(p->out, "%s%s", i ? ", " : "(", s->definition->params[i]->name);
    strbuf_put(p->out, s->count ? "): " : ": ");
    const char *before = "";
    for (int all = 0; all < 2; all++)
        for (size_t i = 0; i < s->definition->count; i++) {
            if ((s->definition->over[i] != NULL) != (bool)all)
                continue;
            strbuf_put(p->out, before);
            put_absence(p, &s->definition->atoms[i], s->definition->over[i]);
            before = " and ";
        }
    strbuf_char(p->out, '\n');
}

void pddl_put_definitions(pddl *p)
{
    bool begun = false;
    for (size_t i = 0; i < p->symbol_count; i++) {
        if (p->symbols[i].form != FORM_DEFINED || pddl_has_empty_argument(&p->symbols[i]))
            continue;
        strbuf_put(p->out, begun ? "" : "define:\n");
        begun = true;
        put_definition(p, &p->symbols[i]);
    }
}

/* ---- start ---------------------------------------------------------------------------------- */

static const char *default_value(const pddl *p, const pddl_symbol *s)
{
    return s->form == FORM_BOOL ? "false"
           : s->optional        ? "none"
                                : p->objects[pddl_range_of(s)->first].name;
}

static void put_first_rows(pddl *p, pddl_symbol *s)
{
    for (size_t i = 0; i < s->row_count; i++) {
        pddl_atom atom = {.symbol = s};
        for (size_t k = 0; k < s->count; k++)
            atom.terms[k].object = s->rows[i][k];
        strbuf_put(p->out, "  ");
        pddl_put_place(p, p->out, &atom);
        strbuf_printf(p->out, ": %s\n",
                      s->form == FORM_BOOL ? "true" : p->objects[s->rows[i][s->value]].name);
    }
}

static void put_start_of(pddl *p, pddl_symbol *s)
{
    if (s->form == FORM_NUMBER) {
        strbuf_printf(p->out, "  %s: ", s->name);
        pddl_put_table(p, s);
        return;
    }
    size_t rows = 0;
    for (size_t i = 0; i < p->symbol_count; i++)
        if (pddl_variable_of(&p->symbols[i]) == s)
            rows += p->symbols[i].row_count;
    if (s->count > (s->form == FORM_VALUE) || !rows)
        strbuf_printf(p->out, "  %s: %s\n", s->name, default_value(p, s));
    for (size_t i = 0; i < p->symbol_count; i++)
        if (pddl_variable_of(&p->symbols[i]) == s)
            put_first_rows(p, &p->symbols[i]);
}

void pddl_put_start(pddl *p)
{
    size_t variables = 0;
    strbuf_put(p->out, "start:\n");
    for (size_t i = 0; i < p->symbol_count; i++)
        if (is_variable(&p->symbols[i])) {
            put_start_of(p, &p->symbols[i]);
            variables++;
        }
    if (!variables)
        strbuf_put(p->out, "  nothing_changes: false\n");
}
