/* pddl_write.c - the puzzle: head, types, constants, state, start, moves, goal. */
#include "imports/pddl/pddl.h"

#include <string.h>

static void put_names_of_pddl(pddl *p)
{
    for (size_t i = 0; i < p->object_count; i++)
        if (strcmp(p->objects[i].name, p->objects[i].written) != 0)
            strbuf_printf(p->out, "# in PDDL: %s is %s\n", p->objects[i].name,
                          p->objects[i].written);
}

static const char *title_word(const sexp *file, const char *key)
{
    for (size_t i = 1; i < file->count; i++)
        if (sexp_begins(file->kids[i], key) && file->kids[i]->count == 2 &&
            file->kids[i]->kids[1]->word)
            return file->kids[i]->kids[1]->word;
    return "unnamed";
}

static void put_pddl_head(pddl *p)
{
    strbuf_printf(p->out, "puzzle: \"%s, %s\"\n", title_word(p->domain, "domain"),
                  title_word(p->problem, "problem"));
    strbuf_printf(p->out, "about: \"The problem %s of the PDDL domain %s.\"\n",
                  title_word(p->problem, "problem"), title_word(p->domain, "domain"));
    put_names_of_pddl(p);
}

static void pddl_put_cost_names(pddl *p)
{
    const char *before = "costs: {";
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].form == FORM_COST) {
            strbuf_printf(p->out, "%s%s: 0", before, p->symbols[i].name);
            before = ", ";
        }
    strbuf_put(p->out, *before == ',' ? "}\n" : "");
    if (p->minimized)
        strbuf_printf(p->out, "minimize: %s\n", p->minimized->name);
}

static void put_goal(pddl *p)
{
    strbuf_put(p->out, "goal: ");
    pddl_put_formula(p, p->out, pddl_simplify(p, p->goal));
    strbuf_char(p->out, '\n');
    pddl_put_cost_names(p);
}

bool pddl_write(pddl *p)
{
    for (size_t i = 0; i < p->symbol_count; i++)
        pddl_sort_rows(&p->symbols[i]);
    pddl_narrow(p);
    if (!pddl_find_numbers(p))
        return false;
    pddl_find_values(p);
    pddl_make_groups(p);
    pddl_name_all(p);
    put_pddl_head(p);
    pddl_put_types(p);
    pddl_put_constants(p);
    pddl_put_state(p);
    pddl_put_start(p);
    strbuf_put(p->out, "moves:\n");
    for (size_t i = 0; i < p->action_count; i++)
        pddl_put_move(p, &p->actions[i]);
    pddl_put_definitions(p);
    put_goal(p);
    if (p->out->length > PDDL_TEXT_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_RANGE, sexp_span(p->problem->kids[0]),
                              "the puzzle would have %zu bytes; %d are the most", p->out->length,
                              PDDL_TEXT_MOST);
    return !diagnostics_error_count(p->to);
}
