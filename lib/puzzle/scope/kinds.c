/* kinds.c - kinds, types and values in words. */
#include "base/strbuf.h"
#include "puzzle/scope/checker.h"

#include <assert.h>

const char *kind_values_text(checker *c, const enumeration *e, size_t most)
{
    strbuf line = {0};
    strbuf_char(&line, '[');
    for (size_t i = 0; i < e->count && i < most; i++)
        strbuf_printf(&line, "%s%s", i ? ", " : "", e->values[i]);
    strbuf_put(&line, e->count > most ? ", ...]" : "]");
    char *copy = arena_text(c->memory, strbuf_string(&line), line.length);
    strbuf_free(&line);
    return copy;
}

/* The values of a list or set: a type's name, or an enumeration's of all its values. */
static const char *members_text(checker *c, const type *of)
{
    const char *all = of->kind.form == KIND_ENUM ? of->kind.enumeration->name : NULL;
    return of->name || !all || of->present || of->count < of->kind.enumeration->count
               ? type_text(c, of)
               : all;
}

static const char *present_text(checker *c, kind of)
{
    switch (of.form) {
    case KIND_INTEGER: return "an integer";
    case KIND_TRUTH: return "a boolean";
    case KIND_CHARACTER: return "a character";
    case KIND_SUBSET:
        return of.members->name ? arena_printf(c->memory, "a set of %s", of.members->name)
                                : "a set of values";
    case KIND_LIST:
        return of.members
                   ? arena_printf(c->memory, "a list of %s", members_text(c, of.members->present))
                   : "a list";
    case KIND_SET: return arena_printf(c->memory, "a set of %s", members_text(c, of.members));
    case KIND_ENUM: break;
    }
    return of.enumeration->name
               ? arena_printf(c->memory, "a value of %s", of.enumeration->name)
               : arena_printf(c->memory, "one of %s", kind_values_text(c, of.enumeration, 4));
}

const char *kind_text(checker *c, kind of)
{
    if (kind_is_bare_none(of))
        return "none";
    const char *present = present_text(c, of);
    return of.optional ? arena_printf(c->memory, "%s or none", present) : present;
}

const char *value_text(checker *c, kind of, int64_t value)
{
    if (of.optional && value == of.none)
        return "none";
    /* a place's `none` is behind its list's optional */
    assert(of.form != KIND_ENUM || (value >= 0 && (uint64_t)value <= of.enumeration->count));
    if (of.form == KIND_ENUM)
        return of.enumeration->values[value];
    if (of.form == KIND_TRUTH)
        return value ? "true" : "false";
    if (of.form == KIND_CHARACTER)
        return arena_printf(c->memory, "%c", value > 32 && value < 127 ? (char)value : '?');
    return arena_printf(c->memory, "%lld", (long long)value);
}

const char *type_text(checker *c, const type *t)
{
    if (t->name)
        return t->name;
    if (t->present)
        return arena_printf(c->memory, "%s or none", type_text(c, t->present));
    if (t->form == TYPE_RANGE && t->kind.form == KIND_INTEGER)
        return arena_printf(c->memory, "%lld..%lld", (long long)t->low, (long long)t->high);
    return kind_text(c, t->kind);
}
