/*
 * abstract_index.c - indices of abstract states: numbers in a product of digits.
 *
 * A cell whose values are all distinguished is a digit.  So is a value that one element of its
 * array has: which one that is.  The sum of what each field adds is the index, so that an operator
 * changes it by the same number wherever it applies.
 */
#include "base/checked.h"
#include "puzzle/patterns/abstraction.h"

static void add_share(abstract_field *f, unsigned class, uint64_t share)
{
    f->share[class] += (uint32_t)share;
}

static bool add_digit_of_cell(abstraction *a, uint64_t most, const pattern_unit *u)
{
    const uint64_t below = a->indices;
    for (size_t i = 0; i < a->count; i++) {
        abstract_field *f = &a->fields[i];
        if (f->cell != u->cell)
            continue;
        for (unsigned c = 0; c < f->classes; c++)
            add_share(f, c, c * below);
        return checked_multiply(&a->indices, f->classes, most);
    }
    return true; /* a cell that does not change */
}

static bool add_digit_of_value(abstraction *a, uint64_t most, const pattern_unit *u)
{
    const uint64_t below = a->indices;
    const size_t begin = u->variable->first, end = begin + u->variable->cells;
    single_value v = {0};
    for (size_t i = 0; i < a->count; i++) {
        abstract_field *f = &a->fields[i];
        if (f->cell < begin || f->cell >= end)
            continue;
        if (!v.fields)
            v.first = i;
        v.class = f->class_of[u->bits];
        add_share(f, v.class, v.fields++ * below);
    }
    a->singles[a->single_count++] = v;
    return checked_multiply(&a->indices, v.fields, most);
}

bool abstraction_has_index(const abstraction *a, uint64_t key)
{
    bool all = a->indices;
    for (size_t i = 0; i < a->single_count && all; i++) {
        const single_value *v = &a->singles[i];
        size_t found = 0;
        for (size_t k = 0; k < v->fields; k++)
            found += abstraction_class(&a->fields[v->first + k], key) == v->class;
        all = found == 1;
    }
    return all;
}

uint32_t abstraction_index_of_key(const abstraction *a, uint64_t key)
{
    uint32_t index = 0;
    for (size_t i = 0; i < a->count; i++)
        index += a->fields[i].share[abstraction_class(&a->fields[i], key)];
    return index;
}

uint32_t abstraction_index(const abstraction *a, const uint64_t *state)
{
    uint32_t index = 0;
    for (size_t i = 0; i < a->count; i++) {
        const abstract_field *f = &a->fields[i];
        index += f->share_of[state[f->word] >> f->from & f->from_ones];
    }
    return index;
}

static void allocate_shares(abstraction *a, size_t units)
{
    a->singles = arena_array(&a->memory, units + 1, sizeof *a->singles);
    for (size_t i = 0; i < a->count; i++) {
        abstract_field *f = &a->fields[i];
        const size_t values = (size_t)a->packing->cells[f->cell].high + 1;
        f->share = arena_array(&a->memory, f->classes, sizeof *f->share);
        f->share_of = arena_array(&a->memory, values, sizeof *f->share_of);
    }
}

static void spread_shares(abstraction *a)
{
    for (size_t i = 0; i < a->count; i++) {
        abstract_field *f = &a->fields[i];
        for (uint64_t bits = 0; bits <= a->packing->cells[f->cell].high; bits++)
            f->share_of[bits] = f->share[f->class_of[bits]];
    }
    for (size_t i = 0; i < a->operator_count; i++) {
        abstract_operator *o = &a->operators[i];
        o->step = abstraction_index_of_key(a, o->after) - abstraction_index_of_key(a, o->before);
    }
}

void abstraction_add_indices(abstraction *a, const abstraction_wish *wish)
{
    const uint64_t most = wish->indices < UINT32_MAX ? wish->indices : UINT32_MAX;
    bool fits = true;
    allocate_shares(a, wish->count);
    a->indices = 1;
    for (size_t i = 0; i < wish->count && fits; i++) {
        const pattern_unit *u = &wish->units[i];
        fits = u->whole ? add_digit_of_cell(a, most, u) : add_digit_of_value(a, most, u);
    }
    for (size_t i = 0; i < wish->starts->count && fits; i++)
        fits = abstraction_has_index(
            a, abstraction_key(a, wish->starts->state + i * wish->starts->words));
    if (fits)
        spread_shares(a);
    else
        a->indices = 0;
}
