/* packing.c - where the cells are in a packed state: made, and states taken from one to another. */
#include "puzzle/compile/packing.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

/* ---- made ----------------------------------------------------------------------------- */

static uint64_t span_of(const state_cell *c)
{
    return (uint64_t)c->type->high - (uint64_t)c->low;
}

/* Fields follow one another and none straddles a word. */
static packed_field place_field(uint64_t high, unsigned *used)
{
    packed_field f = {.width = bits_for(high), .high = high};
    if (!f.width)
        return f;
    if (*used % 64 + f.width > 64)
        *used += 64 - *used % 64;
    f.word = *used / 64;
    f.shift = *used % 64;
    *used += f.width;
    return f;
}

static void copy_plain_fields(packing *out)
{
    const ast *t = out->tree;
    out->words = t->words;
    out->bits = t->bits;
    for (size_t i = 0; i < t->cell_count; i++) {
        const state_cell *c = &t->cells[i];
        out->cells[i] = (packed_field){c->word, c->shift, c->width, span_of(c)};
    }
}

/* The places come first, so that most often one word has them all. */
static void place_fields(packing *out)
{
    const ast *t = out->tree;
    unsigned used = 0;
    for (size_t i = 0; i < out->single_count; i++) {
        single *s = &out->singles[i];
        s->place = place_field(s->variable->cells - 1, &used);
        out->bits += s->place.width;
        for (size_t k = 0; k < s->variable->cells; k++)
            out->single_of[s->variable->first + k] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < t->cell_count; i++) {
        out->cells[i] = place_field(span_of(&t->cells[i]) - (out->single_of[i] != 0), &used);
        out->bits += out->cells[i].width;
    }
    out->words = used ? (used + 63) / 64 : 1;
}

static void note_field(packing *out, const packed_field *f, size_t of)
{
    for (unsigned i = 0; i < f->width; i++)
        out->of_bit[f->word * 64 + f->shift + i] = (uint32_t)of;
}

static void note_bits(packing *out, arena *memory)
{
    const size_t cells = out->tree->cell_count;
    out->of_bit = arena_array(memory, out->words * (size_t)64, sizeof *out->of_bit);
    for (size_t c = 0; c < cells; c++)
        note_field(out, &out->cells[c], c);
    for (size_t i = 0; i < out->single_count; i++)
        note_field(out, &out->singles[i].place, cells + i);
}

void packing_make(packing *out, const ast *t, const single *singles, size_t count, arena *memory)
{
    *out = (packing){.tree = t, .single_count = count};
    out->cells = arena_array(memory, t->cell_count + 1, sizeof *out->cells);
    out->single_of = arena_array(memory, t->cell_count + 1, sizeof *out->single_of);
    out->singles = arena_array(memory, count + 1, sizeof *out->singles);
    if (count)
        memcpy(out->singles, singles, count * sizeof *singles);
    if (count)
        place_fields(out);
    else
        copy_plain_fields(out);
    note_bits(out, memory);
}

int64_t packing_saving(const single *s)
{
    uint64_t span = (uint64_t)s->variable->type->high - (uint64_t)s->variable->type->low;
    if (!span || s->variable->cells < 2)
        return -1;
    int64_t each = (int64_t)bits_for(span) - (int64_t)bits_for(span - 1);
    return each * (int64_t)s->variable->cells - (int64_t)bits_for(s->variable->cells - 1);
}

/* ---- values and bits ---------------------------------------------------------------------- */

/* Without the single value there is one value less: the greatest takes its bits, or where it is the
   least, all move down. */
int64_t packing_value(const packing *p, size_t cell, uint64_t bits)
{
    const state_cell *c = &p->tree->cells[cell];
    const single *one = packing_single(p, cell);
    int64_t value = (int64_t)((uint64_t)c->low + bits);
    if (!one)
        return value;
    if (one->value == c->low)
        return value + 1;
    return value == one->value ? c->type->high : value;
}

bool packing_has_value(const packing *p, size_t cell, uint64_t bits)
{
    const type *of = p->tree->cells[cell].type;
    return !of->values || type_position(of, packing_value(p, cell, bits)) >= 0;
}

uint64_t packing_bits(const packing *p, size_t cell, int64_t value)
{
    const state_cell *c = &p->tree->cells[cell];
    const single *one = packing_single(p, cell);
    uint64_t bits = (uint64_t)value - (uint64_t)c->low;
    if (!one)
        return bits;
    if (value == one->value)
        return 0;
    if (one->value == c->low)
        return bits - 1;
    return value == c->type->high ? (uint64_t)one->value - (uint64_t)c->low : bits;
}

/* ---- states ------------------------------------------------------------------------------- */

static uint64_t get_packed(const packed_field *f, const uint64_t *state)
{
    return f->width ? state[f->word] >> f->shift & low_bits(f->width) : 0;
}

/* Into a field that is 0. */
static void put_packed(const packed_field *f, uint64_t *state, uint64_t bits)
{
    assert(bits <= f->high);
    if (f->width)
        state[f->word] |= bits << f->shift;
}

static packed_field plain_field(const state_cell *c)
{
    return (packed_field){c->word, c->shift, c->width, span_of(c)};
}

static int64_t plain_value(const packing *p, size_t cell, const uint64_t *plain)
{
    const state_cell *c = &p->tree->cells[cell];
    packed_field f = plain_field(c);
    return (int64_t)((uint64_t)c->low + get_packed(&f, plain));
}

static bool put_place(const packing *p, const single *s, const uint64_t *plain, uint64_t *narrow)
{
    size_t found = 0, place = 0;
    for (size_t i = 0; i < s->variable->cells; i++)
        if (plain_value(p, s->variable->first + i, plain) == s->value) {
            place = i;
            found++;
        }
    if (found != 1)
        return false;
    put_packed(&s->place, narrow, place);
    return true;
}

bool packing_narrow(const packing *p, const uint64_t *plain, uint64_t *narrow)
{
    memset(narrow, 0, p->words * sizeof *narrow);
    for (size_t i = 0; i < p->single_count; i++)
        if (!put_place(p, &p->singles[i], plain, narrow))
            return false;
    for (size_t c = 0; c < p->tree->cell_count; c++)
        put_packed(&p->cells[c], narrow, packing_bits(p, c, plain_value(p, c, plain)));
    return true;
}

/* The bits that a cell has in the plain state. */
static uint64_t widened_bits(const packing *p, size_t cell, const uint64_t *narrow)
{
    const single *one = packing_single(p, cell);
    bool here = one && get_packed(&one->place, narrow) == cell - one->variable->first;
    int64_t value = here ? one->value : packing_value(p, cell, get_packed(&p->cells[cell], narrow));
    return (uint64_t)value - (uint64_t)p->tree->cells[cell].low;
}

void packing_widen(const packing *p, const uint64_t *narrow, uint64_t *plain)
{
    const ast *t = p->tree;
    memset(plain, 0, t->words * sizeof *plain);
    for (size_t c = 0; c < t->cell_count; c++) {
        packed_field f = plain_field(&t->cells[c]);
        put_packed(&f, plain, widened_bits(p, c, narrow));
    }
}

/* *first becomes the cell, where that counts more in plain states: it is in an earlier word, or
   further up in the same. */
static void prefer_cell(const packing *p, size_t cell, size_t *first)
{
    const state_cell *cells = p->tree->cells;
    if (*first == SIZE_MAX || cells[cell].word < cells[*first].word ||
        (cells[cell].word == cells[*first].word && cell > *first))
        *first = cell;
}

/* The field at that bit differs; returns the bits that it has. */
static uint64_t note_difference(const packing *p, unsigned bit, const uint64_t *a,
                                const uint64_t *b, size_t *first)
{
    const size_t cells = p->tree->cell_count, of = p->of_bit[bit];
    if (of < cells) {
        prefer_cell(p, of, first);
        return low_bits(p->cells[of].width) << p->cells[of].shift;
    }
    const single *one = &p->singles[of - cells];
    prefer_cell(p, one->variable->first + get_packed(&one->place, a), first);
    prefer_cell(p, one->variable->first + get_packed(&one->place, b), first);
    return low_bits(one->place.width) << one->place.shift;
}

/* Cells differ where their fields do, or where one state has the single. */
bool packing_before(const packing *p, const uint64_t *a, const uint64_t *b)
{
    size_t first = SIZE_MAX;
    for (unsigned w = 0; w < p->words; w++)
        for (uint64_t differs = a[w] ^ b[w]; differs;)
            differs &=
                ~note_difference(p, w * 64 + (unsigned)__builtin_ctzll(differs), a, b, &first);
    return first != SIZE_MAX && widened_bits(p, first, a) < widened_bits(p, first, b);
}
