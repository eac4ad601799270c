/* symbols.c - names: global, local, values of enumerations; and what was meant. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/suggest.h"
#include "puzzle/check/checker.h"

/* ---- complaints, unless only trying out ----------------------------------- */

bool checker_error(checker *c, wgcq_diagnostic_kind what, source_span at, const char *format, ...)
{
    bool of_kinds = what == WGCQ_DIAGNOSTIC_TYPE || what == WGCQ_DIAGNOSTIC_RANGE;
    c->error_count++;
    c->suppressed = c->quiet || (c->lenient && what != WGCQ_DIAGNOSTIC_NAME) ||
                    (c->values_poisoned && of_kinds);
    if (c->suppressed)
        return false;
    c->last_reported = what;
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return diagnostic_add(c->to, what, at, "%s", line);
}

void checker_hint(checker *c, const char *format, ...)
{
    if (c->suppressed)
        return;
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    diagnostic_hint(c->to, "%s", line);
}

void checker_note(checker *c, source_span at, const char *format, ...)
{
    if (c->suppressed)
        return;
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    diagnostic_note(c->to, at, "%s", line);
}

/* ---- kinds ------------------------------------------------------------------ */

kind kind_plain(kind_form form)
{
    return (kind){.form = form};
}

kind kind_enum(const enumeration *of)
{
    return (kind){.form = KIND_ENUM, .enumeration = of};
}

bool kind_same(kind a, kind b)
{
    return a.form == b.form && (a.form != KIND_ENUM || a.enumeration == b.enumeration) &&
           (a.form != KIND_SUBSET || a.members == b.members);
}

/* "[west, east]", shortened where it is long */
static const char *values_text(checker *c, const enumeration *e)
{
    strbuf line = {0};
    strbuf_char(&line, '[');
    for (size_t i = 0; i < e->count && i < 4; i++)
        strbuf_printf(&line, "%s%s", i ? ", " : "", e->values[i]);
    strbuf_put(&line, e->count > 4 ? ", ...]" : "]");
    char *copy = arena_text(c->memory, strbuf_string(&line), line.length);
    strbuf_free(&line);
    return copy;
}

const char *kind_text(checker *c, kind of)
{
    switch (of.form) {
    case KIND_INTEGER: return "an integer";
    case KIND_TRUTH: return "a truth value";
    case KIND_CHARACTER: return "a character";
    case KIND_SUBSET:
        return of.members->name ? arena_printf(c->memory, "a set of %s", of.members->name)
                                : "a set of values";
    case KIND_ENUM: break;
    }
    return of.enumeration->name
               ? arena_printf(c->memory, "a value of %s", of.enumeration->name)
               : arena_printf(c->memory, "one of %s", values_text(c, of.enumeration));
}

/* ---- globals ---------------------------------------------------------------- */

global *symbols_find_global(checker *c, const char *name)
{
    const name_entry *found = name_index_first(&c->global_names, name);
    return found ? &c->globals[found->number] : NULL;
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

static const char *form_text(const global *g)
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
    if (other) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "'%s' is bound already", name);
        checker_note(c, other->at, "'%s' is bound here", name);
    } else if (g && (journey || g->form == GLOBAL_DEFINE)) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "'%s' would hide %s of that name", name,
                      form_text(g));
        checker_note(c, g->key->at, "'%s' is declared here", name);
    }
    local *l = arena_take(c->memory, sizeof *l);
    *l = (local){.name = name,
                 .slot = c->tree->slots++,
                 .kind = of,
                 .at = at,
                 .bound_by_step = journey,
                 .outer = c->locals};
    c->locals = l;
    return l;
}

/* ---- what was meant -------------------------------------------------------------- */

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

void symbols_suggest(checker *c, const char *name, unsigned which, const enumeration *of)
{
    if (c->suppressed || !diagnostics_last_stored(c->to))
        return;
    wordlist list = {0};
    for (size_t i = 0; of && i < of->count; i++)
        add_word(c, &list, of->values[i]);
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
        best = suggest_nearest(name, list.words, list.count);
    }
    if (best)
        checker_hint(c, "did you mean '%s'?", best);
}
