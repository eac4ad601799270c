/*
 * c_layout.c - the fields of a C state: checked, named, packed.
 *
 * Values follow one another in the words as the fields do in the description, and none straddles
 * two words; a YAML puzzle with the same variables is packed alike.
 */
#include "c_model/c_layout.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "model/list_values.h"

enum { CELLS_MOST = 65536, BITS_MOST = 4096 };

/* ---- checking fields -------------------------------------------------------------- */

static size_t field_bytes(const wgcq_field *f)
{
    return f->size ? f->size : 1;
}

static int64_t least_value(size_t size)
{
    return size == 8 ? INT64_MIN : -((int64_t)1 << (8 * size - 1));
}

static int64_t greatest_value(size_t size, bool is_signed)
{
    if (is_signed || size == 8)
        return size == 8 ? INT64_MAX : ((int64_t)1 << (8 * size - 1)) - 1;
    return ((int64_t)1 << 8 * size) - 1;
}

/* Without a range it is all that the bytes hold; for 8 unsigned bytes, what an int64 holds. */
static void range_of(const wgcq_field *f, int64_t *low, int64_t *high)
{
    bool given = f->low || f->high || f->values;
    *low = given ? f->low : f->is_signed ? least_value(field_bytes(f)) : 0;
    *high = f->values ? (int64_t)((uint64_t)f->low + f->value_count - 1)
            : given   ? f->high
                      : greatest_value(field_bytes(f), f->is_signed);
}

static bool is_list_or_set(const wgcq_field *f)
{
    return f->form == WGCQ_FIELD_LIST || f->form == WGCQ_FIELD_SET;
}

/* The one number that an optional or a list has beside its values, in words; NULL: no such. */
static const char *other_value(const wgcq_field *f)
{
    return f->form == WGCQ_FIELD_LIST ? "its end" : f->form == WGCQ_FIELD_OPTIONAL ? "none" : NULL;
}

static size_t element_count(const wgcq_field *f)
{
    int64_t low, high;
    if (f->form != WGCQ_FIELD_SET)
        return f->count ? f->count : 1;
    range_of(f, &low, &high);
    return (uint64_t)high - (uint64_t)low + 1;
}

/* The values of a cell: with none, or the end, one more; in a set false and true. */
static void cell_range(const wgcq_field *f, int64_t *low, int64_t *high)
{
    range_of(f, low, high);
    if (f->form == WGCQ_FIELD_SET)
        *low = 0;
    if (f->form == WGCQ_FIELD_SET)
        *high = 1;
    else if (other_value(f))
        ++*high;
}

static int check_form(const wgcq_field *f, wgcq_error *err)
{
    const char *is = f->form == WGCQ_FIELD_SET ? "set" : "list";
    if ((unsigned)f->form > WGCQ_FIELD_SET)
        return error_set(err, WGCQ_EREQUEST, "field '%s' has no such form", f->name);
    if (is_list_or_set(f) && f->elements)
        return error_set(err, WGCQ_EREQUEST, "field '%s' is a %s, whose elements have no names",
                         f->name, is);
    if (f->form == WGCQ_FIELD_SET && f->count)
        return error_set(err, WGCQ_EREQUEST, "field '%s' is a set, which has no count", f->name);
    if (f->form == WGCQ_FIELD_LIST && !f->count)
        return error_set(err, WGCQ_EREQUEST, "field '%s' is a list of no places", f->name);
    return 0;
}

/* The members of a set need not fit its bytes, but in number the state. */
static int check_range(const wgcq_field *f, wgcq_error *err)
{
    const size_t bytes = field_bytes(f);
    int64_t low, high;
    if (f->values && (!f->value_count || f->value_count > CELLS_MOST))
        return error_set(err, WGCQ_EREQUEST, "field '%s' has no values, or too many", f->name);
    range_of(f, &low, &high);
    if (low > high)
        return error_set(err, WGCQ_EREQUEST, "field '%s' has an empty range", f->name);
    if (f->form == WGCQ_FIELD_SET && (uint64_t)high - (uint64_t)low >= CELLS_MOST)
        return error_set(err, WGCQ_EREQUEST, "field '%s' is a set of too many values", f->name);
    if (f->form != WGCQ_FIELD_SET && (low < (f->is_signed ? least_value(bytes) : 0) ||
                                      high > greatest_value(bytes, f->is_signed)))
        return error_set(err, WGCQ_EREQUEST, "the range of field '%s' does not fit its %zu byte%s",
                         f->name, bytes, bytes == 1 ? "" : "s");
    if (other_value(f) && high == greatest_value(bytes, f->is_signed))
        return error_set(err, WGCQ_EREQUEST,
                         "field '%s' has no value left for %s: its range is all that its %zu "
                         "byte%s hold",
                         f->name, other_value(f), bytes, bytes == 1 ? "" : "s");
    return 0;
}

static int check_field(const wgcq_field *f, size_t size, wgcq_error *err)
{
    size_t bytes = field_bytes(f);
    if (!f->name || !*f->name)
        return error_set(err, WGCQ_EREQUEST, "a field at offset %zu has no name", f->offset);
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
        return error_set(err, WGCQ_EREQUEST, "field '%s' has %zu bytes; 1, 2, 4 or 8 can be read",
                         f->name, bytes);
    int code = check_form(f, err);
    code = code ? code : check_range(f, err);
    if (code)
        return code;
    if (f->offset > size || element_count(f) > (size - f->offset) / bytes)
        return error_set(err, WGCQ_EREQUEST, "field '%s' ends behind the state's %zu bytes",
                         f->name, size);
    for (size_t i = 0; f->elements && i < element_count(f); i++)
        if (!f->elements[i])
            return error_set(err, WGCQ_EREQUEST, "element %zu of field '%s' has no name", i,
                             f->name);
    return 0;
}

/* Marks the bytes of a field; no other may have them. */
static int mark_bytes(const wgcq_field *all, size_t number, uint32_t *owner, wgcq_error *err)
{
    const wgcq_field *f = &all[number];
    size_t end = f->offset + element_count(f) * field_bytes(f);
    for (size_t i = f->offset; i < end; i++) {
        if (owner[i])
            return error_set(err, WGCQ_EREQUEST, "fields '%s' and '%s' overlap at byte %zu",
                             all[owner[i] - 1].name, f->name, i);
        owner[i] = (uint32_t)number + 1;
    }
    return 0;
}

/* ---- cells ---------------------------------------------------------------------------------- */

static void name_member_cell(arena *a, const wgcq_field *f, size_t i, model_field *to)
{
    char number[24];
    int64_t low, high;
    range_of(f, &low, &high);
    snprintf(number, sizeof number, "%" PRId64, (int64_t)((uint64_t)low + i));
    const char *member = f->values ? f->values[i] : number;
    to->name = arena_printf(a, "%s_%s", f->name, member);
    to->label = arena_printf(a, "%s in %s", member, f->name);
}

static void name_layout_cell(arena *a, const wgcq_field *f, size_t i, model_field *to)
{
    to->name = to->label = f->name;
    if (f->form == WGCQ_FIELD_SET)
        name_member_cell(a, f, i, to);
    else if (!f->count)
        return;
    else if (f->elements) {
        to->name = arena_printf(a, "%s_%s", f->name, f->elements[i]);
        to->label = arena_printf(a, "%s[%s]", f->name, f->elements[i]);
    } else {
        to->name = arena_printf(a, "%s_%zu", f->name, i);
        to->label = arena_printf(a, "%s[%zu]", f->name, i);
    }
}

/* The next free bits of the words. */
static void place_cell(c_layout_cell *c, model_field *field, unsigned *used)
{
    unsigned width = bits_for(c->span), in_word = *used % 64;
    if (width && in_word + width > 64)
        *used += 64 - in_word;
    c->word = *used / 64;
    c->shift = (uint8_t)(*used % 64);
    if (!width && c->word && !c->shift)
        c->word--;
    c->mask = low_bits(width);
    field->word = c->word;
    field->shift = c->shift;
    field->width = width;
    field->low = c->low;
    *used += width;
}

/* Its names of values, and what stands for none and for the end. */
static void fill_cell_values(const wgcq_field *f, const c_layout_cell *c, model_field *to)
{
    static const char *const truth[] = {"false", "true"};
    const bool is_set = f->form == WGCQ_FIELD_SET;
    to->domain = c->span + 1;
    to->values = is_set ? truth : f->values;
    to->value_count = is_set ? 2 : f->values ? f->value_count : 0;
    to->optional = other_value(f) != NULL;
    to->ends = f->form == WGCQ_FIELD_LIST;
    to->none = to->optional ? (int64_t)((uint64_t)c->low + c->span) : 0;
    to->end = to->ends ? to->none : 0;
}

static void fill_cell(arena *a, const wgcq_field *f, size_t i, c_layout_cell *c, model_field *to)
{
    int64_t high;
    cell_range(f, &c->low, &high);
    c->offset = (uint32_t)(f->offset + i * field_bytes(f));
    c->size = (uint8_t)field_bytes(f);
    c->is_signed = f->is_signed;
    c->span = (uint64_t)high - (uint64_t)c->low;
    name_layout_cell(a, f, i, to);
    fill_cell_values(f, c, to);
}

static void fill_list(const wgcq_field *f, size_t first, model_list *to)
{
    int64_t high;
    *to = (model_list){.name = f->name,
                       .label = f->name,
                       .first = first,
                       .count = element_count(f),
                       .is_set = f->form == WGCQ_FIELD_SET};
    if (to->is_set)
        to->members = f->values;
    if (to->is_set && !f->values)
        range_of(f, &to->low, &high);
}

static int place_cells(c_layout *out, arena *a, const wgcq_field *fields, size_t count,
                       wgcq_error *err)
{
    c_layout_cell *cells = arena_array(a, out->count + 1, sizeof *cells);
    model_field *named = arena_array(a, out->count + 1, sizeof *named);
    model_list *lists = arena_array(a, count + 1, sizeof *lists);
    unsigned used = 0;
    size_t at = 0;
    for (size_t k = 0; k < count; k++) {
        if (is_list_or_set(&fields[k]))
            fill_list(&fields[k], at, &lists[out->list_count++]);
        for (size_t i = 0; i < element_count(&fields[k]); i++, at++) {
            fill_cell(a, &fields[k], i, &cells[at], &named[at]);
            place_cell(&cells[at], &named[at], &used);
            out->bits += bits_for(cells[at].span);
            if (used > BITS_MOST)
                return error_set(err, WGCQ_EREQUEST, "the state needs more than %d bits",
                                 BITS_MOST);
        }
    }
    out->cells = cells;
    out->fields = named;
    out->lists = lists;
    out->words = used ? (used + 63) / 64 : 1;
    out->plain = out->words == 1;
    for (size_t i = 0; i < out->count; i++)
        out->plain = out->plain && cells[i].size == 1 && !cells[i].is_signed && !cells[i].low;
    return 0;
}

/* ---- the layout ------------------------------------------------------------------------------ */

static int check_coverage(c_layout *out, arena *a, const wgcq_field *fields, size_t count,
                          wgcq_error *err)
{
    uint32_t *owner = arena_array(a, out->size, sizeof *owner);
    uint32_t *bare = arena_array(a, out->size, sizeof *bare);
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = check_field(&fields[i], out->size, err);
    for (size_t i = 0; i < count && !code; i++) {
        code = mark_bytes(fields, i, owner, err);
        out->count += element_count(&fields[i]);
    }
    for (size_t i = 0; i < out->size; i++)
        if (!owner[i])
            bare[out->padding_count++] = (uint32_t)i;
    out->padding = bare;
    return code;
}

int c_layout_open(c_layout *out, arena *memory, const wgcq_description *of, wgcq_error *err)
{
    const wgcq_field bytes = {.name = "byte", .count = of->size};
    const wgcq_field *fields = of->field_count ? of->fields : &bytes;
    size_t count = of->field_count ? of->field_count : 1;
    *out = (c_layout){.size = of->size};
    if (!of->size || of->size > CELLS_MOST || count > CELLS_MOST)
        return error_set(err, WGCQ_EREQUEST,
                         "a state has 1 to %d bytes, and no more fields than that", CELLS_MOST);
    int code = check_coverage(out, memory, fields, count, err);
    return code ? code : place_cells(out, memory, fields, count, err);
}

/* ---- packing and unpacking ------------------------------------------------------------------- */

int64_t c_layout_read(const c_layout_cell *c, const void *state)
{
    const unsigned char *at = (const unsigned char *)state + c->offset;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (c->size) {
    case 1: return c->is_signed ? (int64_t)(signed char)*at : (int64_t)*at;
    case 2: memcpy(&two, at, 2); return c->is_signed ? (int64_t)(int16_t)two : (int64_t)two;
    case 4: memcpy(&four, at, 4); return c->is_signed ? (int64_t)(int32_t)four : (int64_t)four;
    default: memcpy(&eight, at, 8); return (int64_t)eight;
    }
}

static void store_cell(const c_layout_cell *c, int64_t value, void *state)
{
    unsigned char *at = (unsigned char *)state + c->offset;
    uint16_t two = (uint16_t)value;
    uint32_t four = (uint32_t)value;
    switch (c->size) {
    case 1: *at = (unsigned char)value; break;
    case 2: memcpy(at, &two, 2); break;
    case 4: memcpy(at, &four, 4); break;
    default: memcpy(at, &value, 8); break;
    }
}

static bool pack_plain(const c_layout *l, const unsigned char *state, uint64_t *words)
{
    uint64_t all = 0;
    unsigned beyond = 0;
    for (size_t i = 0; i < l->count; i++) {
        const c_layout_cell *c = &l->cells[i];
        uint64_t value = state[c->offset];
        beyond |= value > c->span;
        all |= value << c->shift;
    }
    *words = all;
    return !beyond;
}

static bool pack_all(const c_layout *l, const void *state, uint64_t *words, size_t *wrong)
{
    if (l->plain && pack_plain(l, state, words))
        return true;
    memset(words, 0, l->words * sizeof *words);
    for (size_t i = 0; i < l->count; i++) {
        const c_layout_cell *c = &l->cells[i];
        int64_t value = c_layout_read(c, state);
        uint64_t bits = (uint64_t)value - (uint64_t)c->low;
        if (value < c->low || bits > c->span) {
            *wrong = i;
            return false;
        }
        words[c->word] |= bits << c->shift;
    }
    return true;
}

/* Whether no list has a value behind its end; else *wrong is the first. */
static bool lists_end(const c_layout *l, const uint64_t *words, size_t *wrong)
{
    const wgcq_model as = {.fields = l->fields, .lists = l->lists, .list_count = l->list_count};
    const model_list *odd = l->list_count ? model_list_without_end(&as, words) : NULL;
    if (!odd)
        return true;
    *wrong = odd->first;
    while (!model_field_is_end(&l->fields[*wrong], model_field_bits(&l->fields[*wrong], words)))
        ++*wrong;
    while (model_field_is_end(&l->fields[*wrong], model_field_bits(&l->fields[*wrong], words)))
        ++*wrong;
    return false;
}

bool c_layout_pack(const c_layout *l, const void *state, uint64_t *words, size_t *wrong)
{
    return pack_all(l, state, words, wrong) && lists_end(l, words, wrong);
}

/* Its value in a packed state. */
static int64_t c_layout_value(const c_layout *l, size_t cell, const uint64_t *words)
{
    assert(cell < l->count);
    const c_layout_cell *c = &l->cells[cell];
    return (int64_t)((uint64_t)c->low + (words[c->word] >> c->shift & c->mask));
}

void c_layout_unpack(const c_layout *l, const uint64_t *words, void *state)
{
    unsigned char *bytes = state;
    if (l->plain) {
        for (size_t i = 0; i < l->count; i++)
            bytes[l->cells[i].offset] =
                (unsigned char)(*words >> l->cells[i].shift & l->cells[i].mask);
        return;
    }
    for (size_t i = 0; i < l->count; i++)
        store_cell(&l->cells[i], c_layout_value(l, i, words), state);
}
