/* types.c - values of a type and their positions. */
#include "puzzle/ast/ast.h"

#include <assert.h>

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
    if (t->kind.form == KIND_INTEGER)
        return t->low >= 0 && t->high <= 9;
    if (t->kind.form != KIND_ENUM)
        return false;
    for (uint64_t i = 0; i < t->count; i++)
        if (!text_is_one_character(t->kind.enumeration->glyphs[type_value(t, i)]))
            return false;
    return true;
}
