/* symbols.c - names: global, local, values of enumerations; and "did you mean". */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/scope/checker.h"

/* ---- globals ---------------------------------------------------------------- */

/* The one that has the name first, even where another has it, too. */
static global *symbols_first_global(checker *c, const char *name)
{
    const name_entry *found = name_index_first(&c->global_names, name);
    return found ? &c->globals[found->number] : NULL;
}

static bool are_type_and_variable(global_form a, global_form b)
{
    return (a == GLOBAL_TYPE && b == GLOBAL_VARIABLE) || (a == GLOBAL_VARIABLE && b == GLOBAL_TYPE);
}

global *symbols_clashing_global(checker *c, const char *name, global_form form)
{
    for (const name_entry *n = name_index_first(&c->global_names, name); n; n = name_index_next(n))
        if (!are_type_and_variable(c->globals[n->number].form, form))
            return &c->globals[n->number];
    return NULL;
}

/* The type or the variable, where both have the name. */
static global *find_meant(checker *c, const char *name, bool means_type)
{
    global *g = symbols_first_global(c, name);
    for (const name_entry *n = name_index_first(&c->global_names, name); n; n = name_index_next(n))
        if ((c->globals[n->number].form == GLOBAL_TYPE) == means_type)
            g = &c->globals[n->number];
    return g && !g->clashes ? g : NULL;
}

global *symbols_find_global(checker *c, const char *name)
{
    return find_meant(c, name, false);
}

global *symbols_find_type(checker *c, const char *name)
{
    return find_meant(c, name, true);
}

/* ---- values of enumerations --------------------------------------------------- */

int64_t symbols_value_ordinal(const checker *c, const enumeration *e, const char *name)
{
    const name_entry *found = name_index_of(&c->value_names, name, e);
    return found ? found->number : -1;
}

size_t symbols_value_owners(const checker *c, const char *name, const enumeration **out)
{
    size_t owners = 0;
    for (const name_entry *n = name_index_first(&c->value_names, name); n; n = name_index_next(n)) {
        *out = n->holder;
        owners++;
    }
    return owners;
}

/* ---- locals ------------------------------------------------------------------- */

local *symbols_find_local(const checker *c, const char *name)
{
    for (local *l = c->locals; l; l = l->outer)
        if (!strcmp(l->name, name))
            return l;
    return NULL;
}

const char *symbols_form_text(const global *g)
{
    switch (g->form) {
    case GLOBAL_VARIABLE: return "a variable";
    case GLOBAL_TYPE: return "a type";
    case GLOBAL_CONSTANT: return g->param ? "a param" : "a constant";
    case GLOBAL_DEFINE: return "a define";
    }
    return "a name";
}

void symbols_bind_poisoned(checker *c, const char *name, source_span at)
{
    symbols_bind(c, name, at, kind_plain(KIND_INTEGER), true)->poisoned = true;
}

local *symbols_bind(checker *c, const char *name, source_span at, kind of, bool journey)
{
    const local *other = symbols_find_local(c, name);
    const global *g = symbols_find_global(c, name);
    bool hides = !other && g && (journey || g->form == GLOBAL_DEFINE);
    if (other) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "'%s' is bound already", name);
        checker_note(c, other->at, "'%s' is bound here", name);
    } else if (hides && !poison_has(c, name)) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "'%s' would hide %s of that name", name,
                      symbols_form_text(g));
        checker_note(c, g->key->at, "'%s' is declared here", name);
        if (!c->suppressed)
            poison_name(c, name);
    }
    local *l = arena_take(c->memory, sizeof *l);
    *l = (local){.name = name,
                 .slot = c->tree->slots++,
                 .kind = of,
                 .at = at,
                 .bound_by_step = journey,
                 .poisoned = other || hides,
                 .outer = c->locals};
    c->locals = l;
    return l;
}

local *symbols_bind_places(checker *c, const char *name, source_span at, kind of, size_t places,
                           bool journey)
{
    local *l = symbols_bind(c, name, at, of, journey);
    l->places = places;
    c->tree->slots += (int)places - 1; /* of an empty list none */
    return l;
}

/* Functions of the language, for i from 0; NULL: there are no more. */
static const char *function_name(size_t i)
{
    static const char *const names[] = {
#define AGGREGATE(name, form, body, result)         #name,
#define FUNCTION(name, form, arguments, of, result) #name,
#define CONSTRUCT(name)                             #name,
#define DOMAIN(name)                                #name,
#include "puzzle/ast/functions.def"
    };
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

const char *symbols_unused_name(checker *c, const char *like)
{
    const enumeration *owner;
    while (symbols_first_global(c, like) || symbols_find_local(c, like) ||
           symbols_value_owners(c, like, &owner))
        like = arena_printf(c->memory, "%s_", like);
    return like;
}

/* ---- did you mean -------------------------------------------------------------- */

typedef struct wordlist {
    size_t count, room;
    const char **words;
} wordlist;

static void add_word(checker *c, wordlist *list, const char *one)
{
    ARENA_PUSH(c->memory, list->words, list->count, list->room, one);
}

static bool hint_includes(const global *g, unsigned which)
{
    switch (g->form) {
    case GLOBAL_TYPE: return which & HINT_TYPES;
    case GLOBAL_DEFINE: return which & (HINT_CALLS | HINT_VALUES);
    case GLOBAL_VARIABLE: return which & (HINT_VALUES | HINT_VARIABLES);
    case GLOBAL_CONSTANT: return which & (HINT_VALUES | HINT_TYPES);
    }
    return false;
}

void symbols_suggest(checker *c, const char *name, unsigned which, const enumeration *preferred)
{
    if (c->suppressed)
        return;
    if (which) /* an unknown name is reported once */
        poison_name(c, name);
    if (!diagnostics_last_stored(c->to))
        return;
    wordlist list = {0};
    for (size_t i = 0; preferred && i < preferred->count; i++)
        add_word(c, &list, preferred->values[i]);
    const char *best = suggest_nearest(name, list.words, list.count);
    if (!best) {
        for (const local *l = c->locals; l && which & HINT_VALUES; l = l->outer)
            add_word(c, &list, l->name);
        for (size_t i = 0; i < c->global_count; i++)
            if (hint_includes(&c->globals[i], which))
                add_word(c, &list, c->globals[i].name);
        for (size_t i = 0; i < c->enumeration_count && which & HINT_VALUES; i++)
            for (size_t v = 0; v < c->enumerations[i]->count; v++)
                add_word(c, &list, c->enumerations[i]->values[v]);
        for (size_t i = 0; function_name(i) && which & HINT_CALLS; i++)
            add_word(c, &list, function_name(i));
        for (int i = 0; i < 2 && which & HINT_VALUES && !preferred; i++)
            add_word(c, &list, i ? "true" : "false"); /* True, FALSE, in other languages */
        best = suggest_nearest(name, list.words, list.count);
    }
    if (best)
        checker_hint(c, "did you mean '%s'?", best);
}
