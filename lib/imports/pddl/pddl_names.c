/* pddl_names.c - names for the puzzle: of letters, digits and _, each for one thing. */
#include "imports/pddl/pddl.h"

#include "base/containers/name_index.h"

#include <ctype.h>
#include <string.h>

static const char *const reserved[] = {
    "and",  "or",         "not",    "in",         "for",    "if",          "else",    "all",
    "any",  "count",      "sum",    "min",        "max",    "abs",         "len",     "rows",
    "cols", "int",        "true",   "false",      "none",   "first",       "subsets", "let",
    "bool", "set",        "list",   "of",         "sorted", "moves",       "old",     "leads",
    "step", "eventually", "always", "infinitely", "often",  "recoverable", "null",    "yes",
    "no",   "on",         "off"};

typedef struct name_making {
    pddl *p;
    name_index taken;
} name_making;

static bool is_reserved(const char *name)
{
    if ((!strncmp(name, "at_", 3) || !strncmp(name, "by_", 3)) &&
        strspn(name + 3, "0123456789") == strlen(name + 3))
        return true;
    if (!strncmp(name, "when_", 5))
        return true;
    for (size_t i = 0; i + 3 < sizeof reserved / sizeof *reserved; i++) /* on, off are names */
        if (!strcmp(name, reserved[i]))
            return true;
    return false;
}

static char *plain_name(name_making *m, const char *written)
{
    bool letter = isalpha((unsigned char)written[0]);
    char *name = arena_printf(m->p->memory, "%s%s", letter ? "" : "n_", written);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return name;
}

static bool pddl_is_taken(const name_making *m, const char *name)
{
    return is_reserved(name) || name_index_first(&m->taken, name);
}

/* Only names of global things count as taken, and those of `scope`. */
static const char *free_name(name_making *m, const char *written)
{
    char *base = plain_name(m, written);
    const char *name = base;
    for (size_t i = 2; pddl_is_taken(m, name); i++)
        name = arena_printf(m->p->memory, "%s_%zu", base, i);
    return name;
}

static const char *take_name(name_making *m, const char *written, const void *holder)
{
    const char *name = free_name(m, written);
    name_index_add(m->p->memory, &m->taken, name, holder, 0);
    return name;
}

/* ---- variables of one action, or of the goal ------------------------------------------------ */

typedef struct local_names {
    pddl_var **vars;
    size_t count, room;
} local_names;

static bool is_local(const local_names *l, const char *name)
{
    for (size_t i = 0; i < l->count; i++)
        if (!strcmp(l->vars[i]->name, name))
            return true;
    return false;
}

static void name_var(name_making *m, local_names *l, pddl_var *v)
{
    if (v->name)
        return;
    const char *base = free_name(m, v->written + 1), *name = base;
    for (size_t i = 2; is_local(l, name) || pddl_is_taken(m, name); i++)
        name = arena_printf(m->p->memory, "%s_%zu", base, i);
    v->name = name;
    ARENA_PUSH(m->p->memory, l->vars, l->count, l->room, v);
}

static void name_vars_of(name_making *m, local_names *l, const pddl_formula *f)
{
    for (size_t i = 0; i < f->var_count; i++)
        name_var(m, l, f->vars[i]);
    for (size_t i = 0; i < f->count; i++)
        name_vars_of(m, l, f->parts[i]);
}

static void name_vars_of_action(name_making *m, const pddl_action *a)
{
    local_names l = {0};
    for (size_t i = 0; i < a->param_count; i++)
        name_var(m, &l, a->params[i]);
    name_vars_of(m, &l, a->needs);
    for (size_t i = 0; i < a->effect_count; i++) {
        for (size_t k = 0; k < a->effects[i].var_count; k++)
            name_var(m, &l, a->effects[i].vars[k]);
        if (a->effects[i].when)
            name_vars_of(m, &l, a->effects[i].when);
    }
}

static void name_vars_of_definition(name_making *m, const pddl_symbol *s)
{
    local_names l = {0};
    for (size_t i = 0; i < s->count; i++)
        name_var(m, &l, s->definition->params[i]);
    for (size_t i = 0; i < s->definition->count; i++)
        if (s->definition->over[i])
            name_var(m, &l, s->definition->over[i]);
}

void pddl_name_all(pddl *p)
{
    name_making m = {.p = p};
    for (size_t i = 0; i < p->domain_count; i++)
        if (p->domains[i]->size && (p->domains[i]->used || p->domains[i]->group))
            p->domains[i]->name = take_name(&m, p->domains[i]->base, p->domains[i]);
    for (size_t i = 0; i < p->symbol_count; i++)
        if (!p->symbols[i].host && (p->symbols[i].used || p->symbols[i].form != FORM_STATIC))
            p->symbols[i].name = take_name(&m, p->symbols[i].written, &p->symbols[i]);
    for (size_t i = 0; i < p->object_count; i++)
        p->objects[i].name = take_name(&m, p->objects[i].written, &p->objects[i]);
    for (size_t i = 0; i < p->action_count; i++)
        name_vars_of_action(&m, &p->actions[i]);
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].form == FORM_DEFINED)
            name_vars_of_definition(&m, &p->symbols[i]);
    name_vars_of(&m, &(local_names){0}, p->goal);
}
