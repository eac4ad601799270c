/* types.c - kinds; values of a type and their positions. */
#include "puzzle/ast/ast.h"

#include <assert.h>

kind kind_plain(kind_form form)
{
    return (kind){.form = form};
}

kind kind_bare_none(void)
{
    return (kind){.form = KIND_INTEGER, .optional = true, .none = INT64_MIN};
}

bool kind_is_bare_none(kind of)
{
    return of.optional && of.none == INT64_MIN;
}

kind kind_enum(const enumeration *of)
{
    return (kind){.form = KIND_ENUM, .enumeration = of};
}

bool kind_same(kind a, kind b)
{
    return kind_same_values(a, b) && a.optional == b.optional && (!a.optional || a.none == b.none);
}

/* Lists of the same values, or of none. */
static bool same_lists(const type *a, const type *b)
{
    return a == b || (a && b && kind_same(a->present->kind, b->present->kind));
}

bool kind_same_values(kind a, kind b)
{
    return a.form == b.form && (a.form != KIND_ENUM || a.enumeration == b.enumeration) &&
           ((a.form != KIND_SUBSET && a.form != KIND_SET) || a.members == b.members) &&
           (a.form != KIND_LIST || same_lists(a.members, b.members));
}

kind kind_present(kind of)
{
    of.optional = false;
    of.none = 0;
    return of;
}

kind kind_or_none(kind of)
{
    if (of.optional || (of.form != KIND_ENUM && of.form != KIND_TRUTH))
        return of;
    of.optional = true;
    of.none = of.form == KIND_ENUM ? (int64_t)of.enumeration->count : 2;
    return of;
}

/* A range can have more than INT64_MAX positions; the last ones share that. */
static int64_t position_in_range(const type *t, int64_t value)
{
    uint64_t position = (uint64_t)value - (uint64_t)t->low;
    return position > INT64_MAX ? INT64_MAX : (int64_t)position;
}

int64_t type_position(const type *t, int64_t value)
{
    if (!t->values)
        return t->count && value >= t->low && value <= t->high ? position_in_range(t, value) : -1;
    for (uint64_t i = 0; i < t->count; i++)
        if (t->values[i] == value)
            return (int64_t)i;
    return -1;
}

int64_t type_value(const type *t, uint64_t position)
{
    assert(!t->values || position < t->count);
    return t->values ? t->values[position] : (int64_t)((uint64_t)t->low + position);
}

bool text_is_one_character(const char *text)
{
    size_t characters = 0;
    for (; *text; text++)
        characters += ((unsigned char)*text & 0xC0) != 0x80;
    return characters == 1;
}

bool enumeration_is_narrow(const enumeration *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (!text_is_one_character(of->glyphs[i]))
            return false;
    return true;
}

bool type_is_narrow(const type *t)
{
    if (t->present) /* none has four */
        return false;
    if (t->kind.form == KIND_INTEGER)
        return t->low >= 0 && t->high <= 9;
    if (t->kind.form != KIND_ENUM)
        return false;
    for (uint64_t i = 0; i < t->count; i++)
        if (!text_is_one_character(t->kind.enumeration->glyphs[type_value(t, i)]))
            return false;
    return true;
}
