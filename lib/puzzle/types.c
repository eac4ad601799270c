/* types.c - the values of a type and their positions. */
#include "puzzle/tree.h"

int64_t type_position(const type *t, int64_t value)
{
    if (!t->values)
        return t->count && value >= t->low && value <= t->high ? value - t->low : -1;
    for (uint64_t i = 0; i < t->count; i++)
        if (t->values[i] == value)
            return (int64_t)i;
    return -1;
}

int64_t type_value(const type *t, uint64_t position)
{
    return t->values ? t->values[position] : t->low + (int64_t)position;
}

bool type_is_narrow(const type *of)
{
    if (of->of.form != KIND_ENUM)
        return of->of.form == KIND_INTEGER && of->low >= 0 && of->high <= 9;
    for (size_t i = 0; i < of->of.of->count; i++) {
        const char *glyph = of->of.of->glyphs[i];
        size_t characters = 0;
        for (; *glyph; glyph++)
            characters += ((unsigned char)*glyph & 0xC0) != 0x80;
        if (characters != 1)
            return false;
    }
    return true;
}
