/* abstraction.c - units to classes, operators to what they do with classes. */
#include "puzzle/patterns/abstraction.h"

#include <assert.h>
#include <stdlib.h>

#include "base/checked.h"

enum { KEY_BITS_MOST = 63, CLASSES_MOST = 1024, LIMITED_CLASSES_MOST = 64 };

/* ---- fields ---------------------------------------------------------------------------------- */

static bool is_of_unit(const pattern_unit *u, size_t cell)
{
    if (u->whole)
        return u->cell == cell;
    return cell >= u->variable->first && cell < u->variable->first + u->variable->cells;
}

/* Classes of the cell's values into class_of; returns how many. */
static unsigned classify_values(uint16_t *class_of, uint64_t high, const pattern_unit *units,
                                size_t count, size_t cell)
{
    unsigned classes = 1;
    for (size_t i = 0; i < count; i++) {
        if (!is_of_unit(&units[i], cell))
            continue;
        for (uint64_t bits = 0; units[i].whole && bits <= high; bits++)
            class_of[bits] = (uint16_t)bits;
        if (units[i].whole)
            return (unsigned)high + 1;
        class_of[units[i].bits] = (uint16_t)classes++;
    }
    return classes; /* the first may be empty */
}

static void note_only_values(abstract_field *f, uint64_t high, arena *memory)
{
    int64_t *only = arena_array(memory, f->classes, sizeof *only);
    bool *met = arena_array(memory, f->classes, sizeof *met);
    for (unsigned c = 0; c < f->classes; c++)
        only[c] = -1;
    for (uint64_t bits = 0; bits <= high; bits++) {
        const unsigned c = f->class_of[bits];
        only[c] = met[c] ? -1 : (int64_t)bits;
        met[c] = true;
    }
    f->only = only;
}

static bool is_any_unit(const pattern_unit *units, size_t count, size_t cell)
{
    for (size_t i = 0; i < count; i++)
        if (is_of_unit(&units[i], cell))
            return true;
    return false;
}

/* False: abstract states need too many bits. */
static bool make_fields(abstraction *a, const operators *o, const pattern_unit *units, size_t count)
{
    const size_t cells = a->packing->tree->cell_count;
    a->fields = arena_array(&a->memory, cells + 1, sizeof *a->fields);
    for (size_t c = 0; c < cells; c++) {
        const packed_field *from = &a->packing->cells[c];
        const uint64_t high = from->high;
        if (!high || o->vague[c] || !o->changed[c] || !is_any_unit(units, count, c))
            continue;
        if (high >= CLASSES_MOST)
            return false;
        abstract_field f = {.cell = (uint32_t)c,
                            .shift = a->bits,
                            .word = from->word,
                            .from = from->shift,
                            .from_ones = low_bits(from->width)};
        uint16_t *class_of = arena_array(&a->memory, (size_t)high + 1, sizeof *class_of);
        f.classes = classify_values(class_of, high, units, count, c);
        f.class_of = class_of;
        f.width = bits_for(f.classes - 1);
        f.ones = low_bits(f.width);
        note_only_values(&f, high, &a->memory);
        a->bits += f.width;
        if (a->bits > KEY_BITS_MOST)
            return false;
        a->fields[a->count++] = f;
    }
    return a->count > 0;
}

uint64_t abstraction_key(const abstraction *a, const uint64_t *state)
{
    uint64_t key = 0;
    for (size_t i = 0; i < a->count; i++) {
        const abstract_field *f = &a->fields[i];
        key |= (uint64_t)f->class_of[state[f->word] >> f->from & f->from_ones] << f->shift;
    }
    return key;
}

/* ---- operators ------------------------------------------------------------------------------- */

static const abstract_field *field_of_cell(const abstraction *a, uint32_t cell)
{
    size_t low = 0, high = a->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (a->fields[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->count && a->fields[low].cell == cell ? &a->fields[low] : NULL;
}

bool abstraction_is_changed(const abstraction *a, const operators *o, const puzzle_operator *by)
{
    for (size_t i = 0; i < by->changes; i++) {
        const cell_change *c = &o->changes[by->first_change + i];
        const abstract_field *f = c->before == c->after ? NULL : field_of_cell(a, c->cell);
        if (f && f->class_of[c->before] != f->class_of[c->after])
            return true;
    }
    return false;
}

bool abstraction_limit(const abstraction *a, uint32_t cell, uint64_t allowed, class_limit *out)
{
    const abstract_field *f = field_of_cell(a, cell);
    if (!f || f->classes > LIMITED_CLASSES_MOST)
        return false;
    *out = (class_limit){.shift = f->shift, .field = low_bits(f->width)};
    for (uint64_t bits = 0; bits <= a->packing->cells[cell].high; bits++)
        if (allowed >> bits & 1)
            out->allowed |= UINT64_C(1) << f->class_of[bits];
    return out->allowed != low_bits(f->classes);
}

static void add_limit(abstraction *a, abstract_operator *to, const cell_condition *c)
{
    class_limit limit;
    if (!abstraction_limit(a, c->cell, c->allowed, &limit))
        return;
    ARENA_PUSH(&a->memory, a->limits, a->limit_count, a->limit_room, limit);
    to->limits++;
}

static void add_abstract_operator(abstraction *a, const operators *o, const puzzle_operator *from,
                                  bool free)
{
    abstract_operator to = {.first_limit = (uint32_t)a->limit_count};
    to.cost = free ? 0 : from->cost > INT32_MAX ? INT32_MAX : (uint32_t)from->cost;
    for (size_t i = 0; i < from->changes; i++) {
        const cell_change *c = &o->changes[from->first_change + i];
        const abstract_field *f = field_of_cell(a, c->cell);
        if (!f)
            continue;
        to.mask |= low_bits(f->width) << f->shift;
        to.before |= (uint64_t)f->class_of[c->before] << f->shift;
        to.after |= (uint64_t)f->class_of[c->after] << f->shift;
    }
    for (size_t i = 0; i < from->conditions; i++)
        add_limit(a, &to, &o->conditions[from->first_condition + i]);
    ARENA_PUSH(&a->memory, a->operators, a->operator_count, a->operator_room, to);
}

static int compare_numbers(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

/* The cheapest of equal ones first. */
static int compare_operators(const void *x, const void *y)
{
    const abstract_operator *a = x, *b = y;
    int order = compare_numbers(a->mask, b->mask);
    order = order ? order : compare_numbers(a->before, b->before);
    order = order ? order : compare_numbers(a->after, b->after);
    order = order ? order : compare_numbers(a->limits, b->limits);
    order = order ? order : compare_numbers(a->cost, b->cost);
    return order ? order : compare_numbers(a->first_limit, b->first_limit);
}

/* Drops classes that an equal one without limits makes needless. */
static void drop_repeated(abstraction *a)
{
    size_t kept = 0;
    if (a->operator_count)
        qsort(a->operators, a->operator_count, sizeof *a->operators, compare_operators);
    for (size_t i = 0; i < a->operator_count; i++) {
        const abstract_operator *x = &a->operators[i], *y = kept ? &a->operators[kept - 1] : NULL;
        bool same = y && x->mask == y->mask && x->before == y->before && x->after == y->after;
        if (same && !y->limits && y->cost <= x->cost)
            continue;
        a->operators[kept++] = *x;
    }
    a->operator_count = kept;
}

/* Equal limits of two operators, in the same order. */
static bool has_same_limits(const abstraction *a, const abstract_operator *x,
                            const abstract_operator *y)
{
    bool same = x->limits == y->limits;
    for (size_t i = 0; same && i < x->limits; i++) {
        const class_limit *l = &a->limits[x->first_limit + i], *m = &a->limits[y->first_limit + i];
        same = l->shift == m->shift && l->allowed == m->allowed;
    }
    return same;
}

/* The first operator that comes after all lesser ones. */
static size_t first_not_less(const abstraction *a, const abstract_operator *o)
{
    size_t low = 0, high = a->operator_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (compare_operators(&a->operators[middle], o) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool abstraction_is_undirected(const abstraction *a)
{
    for (size_t i = 0; i < a->operator_count; i++) {
        const abstract_operator *o = &a->operators[i];
        const abstract_operator back = {
            .mask = o->mask, .before = o->after, .after = o->before, .limits = o->limits};
        bool found = false;
        for (size_t k = first_not_less(a, &back); k < a->operator_count && !found; k++) {
            const abstract_operator *x = &a->operators[k];
            if (x->mask != back.mask || x->before != back.before || x->after != back.after ||
                x->limits != back.limits)
                break;
            found = has_same_limits(a, o, x);
        }
        if (!found)
            return false;
    }
    return true;
}

/* ---- the index ------------------------------------------------------------------------------- */

/* A field and class that the operator needs, a rare one: not the class of all other values. */
static size_t place_in_index(const abstraction *a, uint64_t mask, uint64_t needs)
{
    size_t place = SIZE_MAX;
    for (size_t i = 0; i < a->count; i++) {
        const abstract_field *f = &a->fields[i];
        const unsigned class = abstraction_class(f, needs);
        if (!(mask >> f->shift & 1) || (place != SIZE_MAX && !class))
            continue;
        place = f->first_place + class;
        if (class)
            break;
    }
    assert(place != SIZE_MAX);
    return place;
}

static abstract_operator turned(abstract_operator o)
{
    const uint64_t before = o.before;
    o.before = o.after;
    o.after = before;
    o.step = -o.step;
    return o;
}

static void make_index(abstraction *a, operator_index *out, size_t places, bool back)
{
    out->starts = arena_array(&a->memory, places + 2, sizeof *out->starts);
    out->operators = arena_array(&a->memory, a->operator_count + 1, sizeof *out->operators);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < a->operator_count; i++) {
            const abstract_operator o = back ? turned(a->operators[i]) : a->operators[i];
            size_t at = place_in_index(a, o.mask, o.before);
            if (pass)
                out->operators[out->starts[at + 1]++] = o;
            else
                out->starts[at + 2]++;
        }
        for (size_t i = 2; !pass && i < places + 2; i++)
            out->starts[i] += out->starts[i - 1];
    }
}

static void make_indices(abstraction *a)
{
    size_t places = 0;
    for (size_t i = 0; i < a->count; i++) {
        a->fields[i].first_place = places;
        places += a->fields[i].classes;
    }
    make_index(a, &a->forth, places, false);
    make_index(a, &a->back, places, true);
}

/* ---- made ------------------------------------------------------------------------------------ */

int abstraction_make(abstraction *out, bool *fits, const abstraction_wish *wish)
{
    jmp_buf no_memory;
    const operators *o = wish->operators;
    *out = (abstraction){.packing = wish->packing};
    *fits = false;
    out->memory.out = &no_memory;
    if (setjmp(no_memory))
        return WGCQ_EMEMORY;
    if (make_fields(out, o, wish->units, wish->count)) {
        for (size_t i = 0; i < o->count; i++)
            if (abstraction_is_changed(out, o, &o->all[i]))
                add_abstract_operator(out, o, &o->all[i], wish->owned && wish->owned[i]);
        drop_repeated(out);
        abstraction_add_indices(out, wish);
        make_indices(out);
        *fits = true;
    }
    out->memory.out = NULL;
    return 0;
}

void abstraction_free(abstraction *a)
{
    arena_free(&a->memory);
    *a = (abstraction){0};
}
