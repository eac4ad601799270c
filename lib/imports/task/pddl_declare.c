/* pddl_declare.c - types, objects, predicates and functions of both files. */
#include "base/containers/name_index.h"
#include "base/suggest.h"
#include "imports/task/task.h"

#include <string.h>

struct pddl_names {
    name_index of;
};

/* The holder of a name says of which kind it is. */
static const char type_kind, object_kind, predicate_kind, function_kind;

static int64_t pddl_find_name(pddl *p, const char *name, const void *kind)
{
    const name_entry *e = name_index_of(&p->names->of, name, kind);
    return e ? e->number : -1;
}

static void pddl_add_name(pddl *p, const char *name, const void *kind, size_t number)
{
    name_index_add(p->memory, &p->names->of, name, kind, (int64_t)number);
}

size_t pddl_bit_words(const pddl *p)
{
    return p->object_count / 64 + 1;
}

bool pddl_has(const uint64_t *bits, size_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

/* ---- typed lists ---------------------------------------------------------------------------- */

size_t pddl_typed_words(pddl *p, const sexp *list, size_t first, typed_word **out)
{
    typed_word *words = arena_array(p->memory, list->count + 1, sizeof *words);
    size_t count = 0, open = 0;
    for (size_t i = first; i < list->count; i++) {
        const sexp *kid = list->kids[i];
        if (sexp_is(kid, "-") && i + 1 < list->count) {
            for (i++; open < count; open++)
                words[open].type = list->kids[i];
        } else if (!kid->word || sexp_is(kid, "-")) {
            pddl_error(p, kid, "a name is expected here, or a type behind -");
        } else {
            words[count++].word = kid;
        }
    }
    *out = words;
    return count;
}

/* ---- types ---------------------------------------------------------------------------------- */

static size_t pddl_type_number(pddl *p, const sexp *at)
{
    int64_t known = at->word ? pddl_find_name(p, at->word, &type_kind) : -1;
    if (known >= 0)
        return (size_t)known;
    if (!at->word) {
        pddl_error(p, at, "a type is expected here");
        return 0;
    }
    pddl_error(p, at, "unknown type '%s'", at->word);
    const char **words = arena_array(p->memory, p->type_count, sizeof *words);
    for (size_t i = 0; i < p->type_count; i++)
        words[i] = p->types[i].name;
    const char *near = suggest_nearest(at->word, words, p->type_count);
    if (near)
        diagnostic_hint(p->to, "did you mean '%s'?", near);
    return 0;
}

static void add_type(pddl *p, const char *name, const sexp *at)
{
    if (pddl_find_name(p, name, &type_kind) >= 0)
        return;
    pddl_add_name(p, name, &type_kind, p->type_count);
    ARENA_PUSH(p->memory, p->types, p->type_count, p->type_room,
               ((pddl_type){.name = name, .at = at}));
}

/* A parent that has no line of its own is a type, too. */
static void read_types(pddl *p, const sexp *list)
{
    typed_word *words;
    size_t count = pddl_typed_words(p, list, 1, &words);
    for (size_t i = 0; i < count; i++)
        add_type(p, words[i].word->word, words[i].word);
    for (size_t i = 0; i < count; i++)
        if (words[i].type && words[i].type->word)
            add_type(p, words[i].type->word, words[i].type);
    for (size_t i = 0; i < count; i++) {
        size_t type = (size_t)pddl_find_name(p, words[i].word->word, &type_kind);
        if (words[i].type && !words[i].type->word)
            pddl_refuse(p, words[i].type, "a type of several parents", "a type has one");
        else if (words[i].type && type)
            p->types[type].parent = pddl_type_number(p, words[i].type);
    }
}

static void check_type_circles(pddl *p)
{
    for (size_t i = 1; i < p->type_count; i++) {
        size_t at = i, steps = 0;
        while (at && steps++ <= p->type_count)
            at = p->types[at].parent;
        if (at) {
            pddl_error(p, p->types[i].at, "the type '%s' is its own parent", p->types[i].name);
            p->types[i].parent = 0;
        }
    }
}

/* ---- objects -------------------------------------------------------------------------------- */

static void read_objects(pddl *p, const sexp *list)
{
    typed_word *words;
    size_t count = pddl_typed_words(p, list, 1, &words);
    for (size_t i = 0; i < count; i++) {
        const char *name = words[i].word->word;
        int64_t known = pddl_find_name(p, name, &object_kind);
        if (known >= 0) {
            if (words[i].word->file == p->objects[known].at->file)
                pddl_error(p, words[i].word, "the object '%s' is declared twice", name);
            continue;
        }
        pddl_add_name(p, name, &object_kind, p->object_count);
        ARENA_PUSH(p->memory, p->objects, p->object_count, p->object_room,
                   ((pddl_object){.written = name, .at = words[i].word, .type = words[i].type}));
    }
}

static void put_into_type(pddl *p, size_t object, const sexp *type)
{
    if (type && sexp_begins(type, "either")) {
        pddl_refuse(p, type, "an object of several types", "it has one");
        return;
    }
    for (size_t t = type ? pddl_type_number(p, type) : 0;; t = p->types[t].parent) {
        p->types[t].bits[object / 64] |= UINT64_C(1) << object % 64;
        if (!t)
            return;
    }
}

static void fill_types(pddl *p)
{
    for (size_t t = 0; t < p->type_count; t++)
        p->types[t].bits = arena_array(p->memory, pddl_bit_words(p), sizeof(uint64_t));
    for (size_t i = 0; i < p->object_count; i++)
        put_into_type(p, i, p->objects[i].type);
}

/* ---- domains: sets of objects, each once ---------------------------------------------------- */

pddl_domain *pddl_domain_with(pddl *p, uint64_t *bits, const char *base)
{
    size_t bytes = pddl_bit_words(p) * sizeof *bits;
    for (size_t i = 0; i < p->domain_count; i++)
        if (!memcmp(p->domains[i]->bits, bits, bytes))
            return p->domains[i];
    pddl_domain *d = arena_take(p->memory, sizeof *d);
    *d = (pddl_domain){.bits = bits, .base = base, .first = p->object_count};
    for (size_t i = 0; i < p->object_count; i++)
        if (pddl_has(bits, i)) {
            d->first = d->size ? d->first : i;
            d->size++;
        }
    ARENA_PUSH(p->memory, p->domains, p->domain_count, p->domain_room, d);
    return d;
}

static pddl_domain *domain_of_either(pddl *p, const sexp *type)
{
    uint64_t *bits = arena_array(p->memory, pddl_bit_words(p), sizeof *bits);
    char *base = NULL;
    for (size_t i = 1; i < type->count; i++) {
        const pddl_type *t = &p->types[pddl_type_number(p, type->kids[i])];
        base = base ? arena_printf(p->memory, "%s_or_%s", base, t->name)
                    : arena_printf(p->memory, "%s", t->name);
        for (size_t w = 0; w < pddl_bit_words(p); w++)
            bits[w] |= t->bits[w];
    }
    return pddl_domain_with(p, bits, base ? base : "nothing");
}

static pddl_domain *pddl_domain_of(pddl *p, const sexp *type)
{
    if (type && sexp_begins(type, "either"))
        return domain_of_either(p, type);
    const pddl_type *t = &p->types[type ? pddl_type_number(p, type) : 0];
    return pddl_domain_with(p, t->bits, t->name);
}

pddl_var *pddl_var_new(pddl *p, const typed_word *from)
{
    pddl_var *v = arena_take(p->memory, sizeof *v);
    *v = (pddl_var){
        .written = from->word->word, .at = from->word, .over = pddl_domain_of(p, from->type)};
    if (v->written[0] != '?' || !v->written[1])
        pddl_error(p, from->word, "a variable begins with ?");
    return v;
}

/* ---- predicates and functions --------------------------------------------------------------- */

pddl_symbol *pddl_symbol_find(pddl *p, const char *name, bool function)
{
    int64_t i = pddl_find_name(p, name, function ? &function_kind : &predicate_kind);
    return i < 0 ? NULL : &p->symbols[i];
}

pddl_object *pddl_object_find(pddl *p, const char *name)
{
    int64_t i = pddl_find_name(p, name, &object_kind);
    return i < 0 ? NULL : &p->objects[i];
}

static void add_symbol(pddl *p, const sexp *list, bool function)
{
    if (list->word || !list->count || !list->kids[0]->word) {
        pddl_error(p, list, "a list with a name and its parameters is expected here");
        return;
    }
    typed_word *words;
    size_t count = pddl_typed_words(p, list, 1, &words);
    if (count > PDDL_ARITY_MOST) {
        pddl_refuse(p, list, "more than 8 arguments", "this predicate has more");
        count = PDDL_ARITY_MOST;
    }
    pddl_symbol s = {
        .written = list->kids[0]->word, .at = list, .count = count, .function = function};
    s.args = arena_array(p->memory, count + 1, sizeof *s.args);
    for (size_t i = 0; i < count; i++)
        s.args[i] = pddl_domain_of(p, words[i].type);
    if (pddl_symbol_find(p, s.written, function))
        pddl_error(p, list, "'%s' is declared twice", s.written);
    pddl_add_name(p, s.written, function ? &function_kind : &predicate_kind, p->symbol_count);
    ARENA_PUSH(p->memory, p->symbols, p->symbol_count, p->symbol_room, s);
}

/* `(f ?x) - number`: the type may be left out. */
static void read_functions(pddl *p, const sexp *list)
{
    for (size_t i = 1; i < list->count; i++) {
        if (sexp_is(list->kids[i], "-") && i + 1 < list->count) {
            i++;
            if (!sexp_is(list->kids[i], "number"))
                pddl_refuse(p, list->kids[i], "functions to objects", "declare a predicate");
        } else {
            add_symbol(p, list->kids[i], true);
        }
    }
}

/* ---- sections ------------------------------------------------------------------------------- */

static void check_requirements(pddl *p, const sexp *list)
{
    static const char *const known[] = {":strips",
                                        ":typing",
                                        ":equality",
                                        ":negative-preconditions",
                                        ":disjunctive-preconditions",
                                        ":existential-preconditions",
                                        ":universal-preconditions",
                                        ":quantified-preconditions",
                                        ":conditional-effects",
                                        ":action-costs",
                                        ":constants",
                                        ":adl",
                                        ":fluents",
                                        ":numeric-fluents"};
    for (size_t i = 1; i < list->count; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found = found || sexp_is(list->kids[i], known[k]);
        if (!found)
            pddl_refuse(p, list->kids[i], list->kids[i]->word ? list->kids[i]->word : "this",
                        "the requirement has no counterpart");
    }
}

static void declare_domain(pddl *p, const char *section)
{
    for (size_t i = 2; i < p->domain->count; i++) {
        const sexp *s = p->domain->kids[i];
        if (!sexp_begins(s, section))
            continue;
        if (sexp_is(s->kids[0], ":requirements"))
            check_requirements(p, s);
        else if (sexp_is(s->kids[0], ":types"))
            read_types(p, s);
        else if (sexp_is(s->kids[0], ":constants"))
            read_objects(p, s);
        else if (sexp_is(s->kids[0], ":functions"))
            read_functions(p, s);
        else
            for (size_t k = 1; k < s->count; k++)
                add_symbol(p, s->kids[k], false);
    }
}

static void pddl_check_sections(pddl *p, const sexp *file, const char *const *known)
{
    for (size_t i = 1; i < file->count; i++) {
        const sexp *s = file->kids[i];
        bool found = false;
        for (const char *const *k = known; *k; k++)
            found = found || sexp_begins(s, *k);
        if (found)
            continue;
        if (sexp_begins(s, ":durative-action"))
            pddl_refuse(p, s, "durative actions", "a move takes no time");
        else if (sexp_begins(s, ":derived"))
            pddl_refuse(p, s, "derived predicates", "a predicate changes by actions alone");
        else if (sexp_begins(s, ":constraints"))
            pddl_refuse(p, s, "constraints on plans", "a goal is of its last state");
        else
            pddl_error(p, s, "a section that is not known here");
    }
}

bool pddl_declare(pddl *p)
{
    static const char *const of_domain[] = {"domain",      ":requirements", ":types",  ":constants",
                                            ":predicates", ":functions",    ":action", NULL};
    static const char *const of_problem[] = {"problem", ":domain", ":requirements", ":objects",
                                             ":init",   ":goal",   ":metric",       NULL};
    p->names = arena_take(p->memory, sizeof *p->names);
    pddl_check_sections(p, p->domain, of_domain);
    pddl_check_sections(p, p->problem, of_problem);
    add_type(p, "object", p->domain);
    declare_domain(p, ":requirements");
    declare_domain(p, ":types");
    check_type_circles(p);
    declare_domain(p, ":constants");
    for (size_t i = 2; i < p->problem->count; i++)
        if (sexp_begins(p->problem->kids[i], ":objects"))
            read_objects(p, p->problem->kids[i]);
        else if (sexp_begins(p->problem->kids[i], ":requirements"))
            check_requirements(p, p->problem->kids[i]);
    if (p->object_count > PDDL_OBJECTS_MOST)
        return pddl_error(p, p->problem, "%zu objects; %d are the most", p->object_count,
                          PDDL_OBJECTS_MOST);
    fill_types(p);
    declare_domain(p, ":predicates");
    declare_domain(p, ":functions");
    return !diagnostics_error_count(p->to);
}
