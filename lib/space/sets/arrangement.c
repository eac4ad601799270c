/* arrangement.c - the index of a permutation among all of its fields. */
#include "space/sets/arrangement.h"

#include <assert.h>
#include <stdlib.h>

#include "base/containers/always_inline.h"

enum {
    HEAD_FIELDS = 4,
    MIDDLE_FIELDS = 4,
    TAIL_FIELDS = 3
}; /* at most; the tail has what is over */

/* ---- which fields ------------------------------------------------------------------------- */

static bool is_next_field(const model_field *a, const model_field *b)
{
    return b->arrangement == a->arrangement && b->word == a->word && b->width == a->width &&
           b->domain == a->domain && b->shift == a->shift + a->width;
}

/* Whether the fields from this one on are a whole arrangement. */
static bool is_whole(const model_field *first, size_t left)
{
    const uint64_t fields = first->domain;
    bool whole = fields > 1 && fields <= MODEL_ARRANGED_MOST && fields <= left && !first->word &&
                 first->width <= HEAD_FIELDS && fields <= UINT64_C(1) << first->width;
    for (size_t i = 1; whole && i < fields; i++)
        whole = is_next_field(&first[i - 1], &first[i]);
    return whole;
}

size_t arrangement_first(const model_field *fields, size_t count, size_t i)
{
    const unsigned number = fields[i].arrangement;
    size_t first = i;
    while (first > 0 && fields[first - 1].arrangement == number)
        first--;
    return number && is_whole(&fields[first], count - first) && i - first < fields[first].domain
               ? first
               : SIZE_MAX;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* The entries of a part for all ways to put values into its fields. */
typedef struct part_filling {
    const arrangement *a;
    arrangement_part *part;
    bool is_head, is_tail;
    unsigned values;     /* below which all are */
    uint32_t multiplier; /* of numbers */
} part_filling;

static unsigned count_bits(uint32_t set)
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* Fields from `at` on, where those before have these bits, values and number.  A field counts by
   where its value is among those that are left, or in the tail among those before it. */
static void fill_entries(const part_filling *f, unsigned at, uint64_t bits, uint32_t used,
                         uint32_t number)
{
    if (at == f->part->fields) {
        f->part->of[bits] = f->is_head ? number << 16 | used : number * f->multiplier;
        return;
    }
    for (uint32_t v = 0; v < f->values; v++) {
        const uint32_t bit = UINT32_C(1) << v, less = count_bits(used & (bit - 1));
        if (used & bit)
            continue;
        fill_entries(f, at + 1, bits | (uint64_t)v << at * f->a->width, used | bit,
                     f->is_tail ? number * (at + 1) + less : number * (f->values - at) + v - less);
    }
}

static bool make_part(part_filling *f, unsigned fields, unsigned shift)
{
    arrangement_part *p = f->part;
    const unsigned bits = fields * f->a->width;
    *p = (arrangement_part){.fields = fields, .mask = (UINT64_C(1) << bits) - 1};
    if (fields) /* else there is no such bit, perhaps */
        p->shift = shift;
    p->of = calloc((size_t)1 << bits, sizeof *p->of);
    if (!p->of)
        return false;
    fill_entries(f, 0, 0, 0, 0);
    return true;
}

static bool make_less(arrangement *a)
{
    a->less = calloc((size_t)1 << a->count, sizeof *a->less);
    for (uint32_t set = 0; a->less && set < UINT32_C(1) << a->count; set++)
        for (unsigned v = 0; v < a->count; v++)
            a->less[set] |= (uint64_t)count_bits(set & ((UINT32_C(1) << v) - 1)) << v * a->width;
    return a->less;
}

static uint32_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

bool arrangement_make(arrangement *out, const model_field *first, uint32_t weight)
{
    arrangement *a = out;
    const unsigned count = (unsigned)first->domain,
                   head = count < HEAD_FIELDS ? count : HEAD_FIELDS, rest = count - head,
                   least = rest < TAIL_FIELDS ? rest : TAIL_FIELDS,
                   middle = rest - least < MIDDLE_FIELDS ? rest - least : MIDDLE_FIELDS,
                   tail = rest - middle, shift = first->shift, width = first->width;
    assert(tail <= HEAD_FIELDS && count <= MODEL_ARRANGED_MOST);
    *a = (arrangement){.count = count, .width = width, .weight = weight};
    a->head_weight = factorial(rest);
    return make_part(&(part_filling){a, &a->head, true, false, count, 1}, head, shift) &&
           make_part(&(part_filling){a, &a->middle, false, false, rest, factorial(tail)}, middle,
                     shift + head * width) &&
           make_part(&(part_filling){a, &a->tail, false, true, count, 1}, tail,
                     shift + (head + middle) * width) &&
           make_less(a);
}

void arrangement_free(arrangement *a)
{
    free(a->head.of);
    free(a->middle.of);
    free(a->tail.of);
    free(a->less);
}

uint32_t arrangement_permutations(const arrangement *a)
{
    return factorial(a->count);
}

/* ---- indices ------------------------------------------------------------------------------ */

/* Each value of the middle less those of the head that are less. */
ALWAYS_INLINE uint64_t middle_among_left(uint64_t bits, uint64_t less, unsigned fields,
                                         unsigned width)
{
    const uint64_t mask = (UINT64_C(1) << width) - 1;
    uint64_t left = bits;
    for (unsigned i = 0; i < fields; i++) {
        const unsigned value = (unsigned)(bits >> i * width & mask);
        left -= (less >> value * width & mask) << i * width;
    }
    return left;
}

ALWAYS_INLINE void add_permutation_indices(const arrangement *from, const uint64_t *states,
                                           size_t count, uint64_t *numbers, unsigned middle,
                                           unsigned width)
{
    const arrangement a = *from; /* which no store changes */
    for (size_t i = 0; i < count; i++) {
        const uint64_t state = states[i];
        const uint32_t head = a.head.of[state >> a.head.shift & a.head.mask];
        uint32_t index = (head >> 16) * a.head_weight;
        if (middle)
            index += a.middle.of[middle_among_left(state >> a.middle.shift & a.middle.mask,
                                                   a.less[head & 0xffff], middle, width) &
                                 a.middle.mask];
        index += a.tail.of[state >> a.tail.shift & a.tail.mask];
        numbers[i] += (uint64_t)index * a.weight;
    }
}

void arrangement_add_indices(const arrangement *a, const uint64_t *states, size_t count,
                             uint64_t *numbers)
{
    switch (a->middle.fields << 4 | a->width) {
    case 4 << 4 | 4: add_permutation_indices(a, states, count, numbers, 4, 4); break;
    case 3 << 4 | 4: add_permutation_indices(a, states, count, numbers, 3, 4); break;
    case 2 << 4 | 4: add_permutation_indices(a, states, count, numbers, 2, 4); break;
    case 1 << 4 | 3: add_permutation_indices(a, states, count, numbers, 1, 3); break;
    default: add_permutation_indices(a, states, count, numbers, a->middle.fields, a->width); break;
    }
}
