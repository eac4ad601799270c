/* list_texts.c - a list or set as text: what stands between its brackets. */
#include "puzzle/scope/checker.h"

enum { NAMES_MOST = 4096 };

/* An enumeration whose values are texts: of each value of T behind `before`, and of the end. */
static const enumeration *texts_of(checker *c, const type *of, const char *before)
{
    enumeration *e = arena_take(c->memory, sizeof *e);
    const kind k = of->kind;
    const size_t count = (size_t)((uint64_t)of->high - (uint64_t)of->low) + 1;
    e->values = arena_array(c->memory, count + 2, sizeof *e->values);
    e->glyphs = arena_array(c->memory, count + 2, sizeof *e->glyphs);
    e->count = count + 1;
    for (size_t i = 0; i < count; i++) {
        const int64_t value = of->low + (int64_t)i;
        const char *name = value_text(c, k, value);
        const bool named = k.form == KIND_ENUM && (uint64_t)value < k.enumeration->count;
        e->values[i] = arena_printf(c->memory, "%s%s", before, name);
        e->glyphs[i] =
            arena_printf(c->memory, "%s%s", before, named ? k.enumeration->glyphs[value] : name);
    }
    e->values[count] = e->glyphs[count] = "";
    return e;
}

/* The place as one of these texts. */
static expr *place_as_text(checker *c, const expr *list, size_t i)
{
    const type *of = list->kind.members->present;
    const enumeration *texts = texts_of(c, of, i ? ", " : "");
    const kind k = kind_enum(texts);
    const expr *place = list->args[i];
    const kind plain = kind_plain(KIND_INTEGER);
    expr *ordinal = expr_binary(c, EXPR_SUBTRACT, plain, list->at, expr_as(c, place, plain),
                                expr_number(c, list->at, of->low));
    return expr_if_else(c, list_is_there(c, list, i), expr_as(c, ordinal, k),
                        expr_value(c, k, list->at, (int64_t)texts->count - 1));
}

/* A member, where it is in the set: behind a comma where another is before it. */
static expr *member_as_text(checker *c, const expr *set, size_t i, expr *before)
{
    const type *of = set->kind.members;
    enumeration *e = arena_take(c->memory, sizeof *e);
    const int64_t value = type_value(of, i);
    const char *name = value_text(c, of->kind, value);
    const char *glyph = of->kind.form == KIND_ENUM ? of->kind.enumeration->glyphs[value] : name;
    e->count = 3;
    e->values = arena_array(c->memory, 4, sizeof *e->values);
    e->glyphs = arena_array(c->memory, 4, sizeof *e->glyphs);
    e->values[0] = e->glyphs[0] = "";
    e->values[1] = name;
    e->glyphs[1] = glyph;
    e->values[2] = arena_printf(c->memory, ", %s", name);
    e->glyphs[2] = arena_printf(c->memory, ", %s", glyph);
    const kind k = kind_enum(e);
    return expr_if_else(
        c, set->args[i],
        expr_if_else(c, before, expr_value(c, k, set->at, 2), expr_value(c, k, set->at, 1)),
        expr_value(c, k, set->at, 0));
}

expr **list_texts(checker *c, expr *e, size_t *count)
{
    expr *all = list_as_set(c, e), *before = expr_truth(c, e->at, false);
    expr **texts = arena_array(c->memory, all->count + 1, sizeof *texts);
    *count = all->count;
    if (all->kind.form == KIND_LIST && all->count &&
        (uint64_t)all->kind.members->present->high - (uint64_t)all->kind.members->present->low >=
            NAMES_MOST)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at,
                             "a list of more than %d different numbers has no text", NAMES_MOST),
               NULL;
    for (size_t i = 0; i < all->count; i++) {
        texts[i] = all->kind.form == KIND_LIST ? place_as_text(c, all, i)
                                               : member_as_text(c, all, i, before);
        if (all->kind.form == KIND_SET)
            before = expr_binary(c, EXPR_OR, before->kind, all->at, before, all->args[i]);
    }
    return texts;
}
