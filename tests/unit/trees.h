/*
 * trees.h - checked puzzles made by hand, for tests of what reads them.
 *
 * All of it lives in one arena that the test owns; there is no YAML in sight.
 */
#ifndef TESTS_TREES_H
#define TESTS_TREES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/ast/ast.h"

static arena grove;
static jmp_buf grove_full;

static inline int grove_new(void **state)
{
    (void)state;
    grove = (arena){.out = &grove_full};
    return 0;
}

static inline int grove_free(void **state)
{
    (void)state;
    arena_free(&grove);
    return 0;
}

/* A place that nothing else has, so that a mistake's place identifies the expression. */
static inline source_span spot(int line)
{
    return (source_span){
        .line = line, .column = 10 * line, .end_line = line, .end_column = 10 * line + 5};
}

/* ---- kinds and types ---------------------------------------------------------------- */

static const kind INTEGER = {.form = KIND_INTEGER}, TRUTH = {.form = KIND_TRUTH};

static inline const type *range(const char *name, int64_t low, int64_t high)
{
    type *t = arena_take(&grove, sizeof *t);
    *t = (type){.form = TYPE_RANGE, .name = name, .kind = INTEGER, .low = low, .high = high};
    t->count = high < low ? 0 : (uint64_t)high - (uint64_t)low + 1;
    return t;
}

static inline const type *truths(void)
{
    type *t = arena_take(&grove, sizeof *t);
    *t = (type){.form = TYPE_BOOL, .name = "bool", .kind = TRUTH, .high = 1, .count = 2};
    return t;
}

static inline const type *enumerated(const char *name, size_t count, const char **values,
                                     const char **glyphs)
{
    enumeration *e = arena_take(&grove, sizeof *e);
    *e = (enumeration){name, count, values, glyphs ? glyphs : values, glyphs != NULL};
    type *t = arena_take(&grove, sizeof *t);
    *t = (type){.form = TYPE_ENUM,
                .name = name,
                .kind = {.form = KIND_ENUM, .enumeration = e},
                .high = (int64_t)count - 1,
                .count = count};
    return t;
}

/* Some values of a type, in this order. */
static inline const type *part_of(const type *whole, const char *name, size_t count, ...)
{
    int64_t *values = arena_array(&grove, count + 1, sizeof *values);
    va_list all;
    va_start(all, count);
    for (size_t i = 0; i < count; i++)
        values[i] = va_arg(all, int);
    va_end(all);
    type *t = arena_take(&grove, sizeof *t);
    *t = (type){
        .form = TYPE_LIST, .name = name, .kind = whole->kind, .count = count, .values = values};
    t->low = t->high = count ? values[0] : 0;
    for (size_t i = 0; i < count; i++) {
        t->low = values[i] < t->low ? values[i] : t->low;
        t->high = values[i] > t->high ? values[i] : t->high;
    }
    return t;
}

static inline kind subset_of(const type *members)
{
    return (kind){.form = KIND_SUBSET, .members = members};
}

/* ---- expressions ---------------------------------------------------------------------- */

static inline expr *made(expr_form form, kind of, size_t count, ...)
{
    expr *e = arena_take(&grove, sizeof *e);
    e->form = form;
    e->kind = of;
    e->at = e->mark = spot(1);
    e->count = count;
    e->args = arena_array(&grove, count + 1, sizeof *e->args);
    va_list all;
    va_start(all, count);
    for (size_t i = 0; i < count; i++)
        e->args[i] = va_arg(all, expr *);
    va_end(all);
    return e;
}

static inline expr *value_of(kind of, int64_t value)
{
    expr *e = made(EXPR_VALUE, of, 0);
    e->value = value;
    return e;
}

static inline expr *number(int64_t value)
{
    return value_of(INTEGER, value);
}

static inline expr *truth(bool value)
{
    return value_of(TRUTH, value);
}

static inline expr *local(kind of, int slot)
{
    expr *e = made(EXPR_LOCAL, of, 0);
    e->slot = slot;
    return e;
}

static inline expr *element(const state_variable *of, ...)
{
    expr *e = made(EXPR_CELL, of->type->kind, 0);
    e->variable = of;
    e->count = of->indices;
    e->args = arena_array(&grove, e->count + 1, sizeof *e->args);
    va_list all;
    va_start(all, of);
    for (size_t i = 0; i < e->count; i++)
        e->args[i] = va_arg(all, expr *);
    va_end(all);
    return e;
}

static inline expr *pair(expr_form form, expr *a, expr *b)
{
    bool calculates = form >= EXPR_ADD && form <= EXPR_MODULO;
    return made(form, calculates ? INTEGER : TRUTH, 2, a, b);
}

/* The expression at a place of its own. */
static inline expr *put(expr *e, int line)
{
    e->at = e->mark = spot(line);
    return e;
}

/* ---- loops -------------------------------------------------------------------------------- */

static inline binding one_name(int slot, domain_form form)
{
    static const char *const names[] = {"n"};
    int *slots = arena_array(&grove, 1, sizeof *slots);
    *slots = slot;
    return (binding){.at = spot(2), .slots = 1, .slot = slots, .names = names, .form = form};
}

static inline binding over_type(int slot, const type *t)
{
    binding b = one_name(slot, DOMAIN_TYPE);
    b.type = t;
    return b;
}

static inline binding over_range(int slot, expr *low, expr *high)
{
    binding b = one_name(slot, DOMAIN_RANGE);
    b.count = 2;
    b.args = made(EXPR_VALUE, INTEGER, 2, low, high)->args;
    return b;
}

static inline const loop *looped(bool first, size_t count, ...)
{
    binding *all = arena_array(&grove, count, sizeof *all);
    va_list given;
    va_start(given, count);
    for (size_t i = 0; i < count; i++)
        all[i] = va_arg(given, binding);
    va_end(given);
    loop *l = arena_take(&grove, sizeof *l);
    *l = (loop){count, all, first};
    return l;
}

static inline expr *over(expr_form form, kind of, const loop *l, expr *body)
{
    expr *e = made(form, of, 1, body);
    e->loop = l;
    return e;
}

/* ---- state ----------------------------------------------------------------------------------- */

static inline unsigned width_of(const type *t)
{
    uint64_t most = (uint64_t)t->high - (uint64_t)t->low;
    unsigned width = 0;
    for (; most; most >>= 1)
        width++;
    return width;
}

static inline const char *cell_name(const state_variable *v, size_t number, const char *format)
{
    if (!v->indices)
        return v->name;
    const type *t = v->index[0];
    int64_t value = type_value(t, number);
    if (t->kind.form == KIND_ENUM)
        return arena_printf(&grove, format, v->name, t->kind.enumeration->values[value]);
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    return arena_printf(&grove, format, v->name, digits);
}

/* Adds a variable and packs its cells behind the others. */
static inline const state_variable *declare(ast *t, const char *name, const type *of,
                                            size_t indices, ...)
{
    state_variable *v = arena_take(&grove, sizeof *v);
    const type **index = arena_array(&grove, indices + 1, sizeof *index);
    *v = (state_variable){.name = name, .indices = indices, .index = index, .type = of};
    v->first = t->cell_count;
    v->cells = 1;
    va_list all;
    va_start(all, indices);
    for (size_t i = 0; i < indices; i++) {
        index[i] = va_arg(all, const type *);
        v->cells *= (size_t)index[i]->count;
    }
    va_end(all);
    state_cell *cells = arena_array(&grove, t->cell_count + v->cells + 1, sizeof *cells);
    if (t->cell_count)
        memcpy(cells, t->cells, t->cell_count * sizeof *cells);
    for (size_t i = 0; i < v->cells; i++) {
        state_cell c = {.variable = v, .type = of, .width = width_of(of), .low = of->low};
        if (t->bits % 64 + c.width > 64)
            t->bits += 64 - t->bits % 64;
        c.word = c.width ? t->bits / 64 : 0;
        c.shift = c.width ? t->bits % 64 : 0;
        c.name = cell_name(v, i, "%s_%s");
        c.label = cell_name(v, i, "%s[%s]");
        t->bits += c.width;
        cells[t->cell_count++] = c;
    }
    t->cells = cells;
    t->words = t->bits > 64 ? (t->bits + 63) / 64 : 1;
    return v;
}

static inline assignment assign(const state_variable *to, expr *index, expr *value)
{
    expr **all = arena_array(&grove, 2, sizeof *all);
    all[0] = index;
    return (assignment){.at = spot(3), .variable = to, .index = all, .value = value};
}

/* ---- steps and moves ------------------------------------------------------------------------- */

static inline step choose(const loop *l)
{
    return (step){.form = STEP_CHOOSE, .at = spot(4), .loop = l, .rule = -1};
}

static inline step guard(expr *value, int rule_number)
{
    return (step){.form = STEP_GUARD, .at = spot(5), .value = value, .rule = rule_number};
}

static inline step let(int slot, expr *value)
{
    return (step){.form = STEP_LET, .at = spot(6), .value = value, .slot = slot, .rule = -1};
}

static inline step spend(int cost_number, expr *value)
{
    return (step){
        .form = STEP_COST, .at = spot(7), .value = value, .cost = cost_number, .rule = -1};
}

static inline step set(size_t count, ...)
{
    assignment *items = arena_array(&grove, count + 1, sizeof *items);
    va_list all;
    va_start(all, count);
    for (size_t i = 0; i < count; i++)
        items[i] = va_arg(all, assignment);
    va_end(all);
    return (step){
        .form = STEP_SET, .at = spot(8), .count = count, .assignments = items, .rule = -1};
}

static inline const step *steps(size_t count, ...)
{
    step *items = arena_array(&grove, count + 1, sizeof *items);
    va_list all;
    va_start(all, count);
    for (size_t i = 0; i < count; i++)
        items[i] = va_arg(all, step);
    va_end(all);
    return items;
}

static inline piece words(const char *plain)
{
    return (piece){.text = plain};
}

/* A value in braces; `slot`: the one name it needs, -1: none. */
static inline piece braces(const expr *value, int slot)
{
    int *need = arena_array(&grove, 1, sizeof *need);
    *need = slot;
    return (piece){.value = value, .needs = slot >= 0, .need = need};
}

static inline template pieces(size_t count, ...)
{
    piece *items = arena_array(&grove, count + 1, sizeof *items);
    va_list all;
    va_start(all, count);
    for (size_t i = 0; i < count; i++)
        items[i] = va_arg(all, piece);
    va_end(all);
    return (template){count, items};
}

#endif
