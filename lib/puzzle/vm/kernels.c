/*
 * kernels.c - the vectorized operators: one loop for each operation.
 *
 * All arithmetic is on 64 bits and wraps; nothing here can fail.  On x86-64 with gcc each loop is
 * compiled twice, for AVX2 and for any machine; the loader picks one.
 */
#include "puzzle/vm/kernels.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) &&       \
    !defined(SANITIZED)
/* For static functions only: the resolver of another would be exported by the shared library. */
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif

static size_t whole_groups(size_t n)
{
    return (n + LANE_GROUP - 1) / LANE_GROUP * LANE_GROUP;
}

/* An operation over two columns, and over a column and a constant. */
#define PAIR(name, expression)                                                                     \
    FAST static void name##_columns(int64_t *restrict d, column a, column b, size_t n)             \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const uint64_t x = (uint64_t)a[i], y = (uint64_t)b[i];                                 \
            d[i] = (int64_t)(expression);                                                          \
        }                                                                                          \
    }                                                                                              \
    FAST static void name##_constant(int64_t *restrict d, column a, int64_t b, size_t n)           \
    {                                                                                              \
        const uint64_t y = (uint64_t)b;                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            const uint64_t x = (uint64_t)a[i];                                                     \
            d[i] = (int64_t)(expression);                                                          \
        }                                                                                          \
    }

PAIR(add, x + y)
PAIR(subtract, x - y)
PAIR(multiply, x *y)
PAIR(least, (int64_t)x < (int64_t)y ? x : y)
PAIR(most, (int64_t)x > (int64_t)y ? x : y)
PAIR(equal, x == y)
PAIR(less, (int64_t)x < (int64_t)y)
PAIR(bit_and, x &y)
PAIR(bit_or, x | y)
PAIR(bit_xor, x ^ y)
PAIR(shift_left, x << (y & 63))
PAIR(shift_right, x >> (y & 63))

/* Rare and slow operations. */
static void apply_rows(dag_op op, int64_t *restrict d, column a, column b, int64_t constant,
                       size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = dag_apply(op, a[i], b ? b[i] : constant);
}

FAST static void negate_truths(int64_t *restrict d, column a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = a[i] ^ 1;
}

FAST static void choose_rows(int64_t *restrict d, column c, column a, column b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = b[i] ^ ((a[i] ^ b[i]) & (int64_t)(0 - (uint64_t)c[i]));
}

/* The fields of x that are not 0 borrow nothing below the first that is. */
FAST static void find_any_field(int64_t *restrict d, column a, column b, uint64_t low,
                                uint64_t high, size_t n)
{
    const uint64_t all = (high - low) | high;
    for (size_t i = 0; i < n; i++) {
        const uint64_t x = ((uint64_t)a[i] ^ (uint64_t)b[i] * low) & all;
        d[i] = ((x - low) & ~x & high) != 0;
    }
}

FAST static void extract_field(int64_t *restrict d, column a, unsigned shift, uint64_t mask,
                               size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = (int64_t)((uint64_t)a[i] >> shift & mask);
}

FAST static void move_left(int64_t *restrict d, column a, unsigned bits, uint64_t mask, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = (int64_t)(((uint64_t)a[i] & mask) << bits);
}

FAST static void move_right(int64_t *restrict d, column a, unsigned bits, uint64_t mask, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = (int64_t)(((uint64_t)a[i] & mask) >> bits);
}

/* The field that imm describes (shift + 64 * width), at shift `to`. */
static void move_field(int64_t *restrict d, column a, int64_t imm, unsigned to, size_t n)
{
    unsigned from = (unsigned)(imm & 63);
    uint64_t mask = low_bits((unsigned)(imm / 64)) << from;
    if (to >= from)
        move_left(d, a, to - from, mask, n);
    else
        move_right(d, a, from - to, mask, n);
}

static void look_up_rows(int64_t *restrict d, column a, const dag_table *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t row = (uint64_t)a[i];
        d[i] = row < t->count ? t->values[row] : 0;
    }
}

FAST static void cell_even(int64_t *restrict d, column a, column word, const dag_array *array,
                           size_t n)
{
    const uint64_t count = array->count, mask = low_bits(array->width);
    const uint64_t first = array->shift[0];
    const uint64_t spacing = count > 1 ? (uint64_t)array->shift[1] - first : 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t row = (uint64_t)a[i];
        const uint64_t valid = row < count ? mask : 0;
        d[i] = (int64_t)((uint64_t)word[i] >> ((first + row * spacing) & 63) & valid);
    }
}

static void cell_any(int64_t *restrict d, column a, const column *columns, const uint32_t *operands,
                     const dag_array *array, size_t n)
{
    const uint64_t mask = low_bits(array->width);
    for (size_t i = 0; i < n; i++) {
        const uint64_t row = (uint64_t)a[i];
        d[i] = 0;
        if (row < array->count)
            d[i] = (int64_t)((uint64_t)columns[operands[array->word[row]]][i] >> array->shift[row] &
                             mask);
    }
}

static void cell_at(const instruction *i, const dag *g, const uint32_t *operands,
                    const column *columns, int64_t *restrict d, size_t n)
{
    const dag_array *array = &g->arrays[i->imm];
    if (array->even)
        cell_even(d, columns[i->a], columns[operands[i->b + array->word[0]]], array, n);
    else
        cell_any(d, columns[i->a], columns, operands + i->b, array, n);
}

static void splat(int64_t *restrict d, int64_t value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = value;
}

#define CASE_PAIR(op, name)                                                                        \
    case op:                                                                                       \
        if (i->immediate)                                                                          \
            name##_constant(d, a, i->imm, n);                                                      \
        else                                                                                       \
            name##_columns(d, a, b, n);                                                            \
        return

void kernel_compute(const instruction *i, const dag *g, const uint32_t *operands,
                    const column *columns, int64_t *restrict d, size_t lanes)
{
    const size_t n = whole_groups(lanes);
    column a = i->a == UINT32_MAX ? NULL : columns[i->a];
    column b = i->b == UINT32_MAX || i->op == DAG_CELL_AT ? NULL : columns[i->b];
    assert(d != a && d != b);
    switch (i->op) {
    case DAG_CONSTANT: splat(d, i->imm, n); return;
    case DAG_BITS:
        extract_field(d, a, (unsigned)(i->imm & 63), low_bits((unsigned)(i->imm / 64)), n);
        return;
    case OP_ANY: find_any_field(d, a, b, (uint64_t)i->imm, (uint64_t)i->imm2, n); return;
    case OP_MOVE: move_field(d, a, i->imm, (unsigned)i->imm2, n); return;
    case DAG_CELL_AT: cell_at(i, g, operands, columns, d, n); return;
    case DAG_LOOKUP: look_up_rows(d, a, &g->tables[i->imm], n); return;
    case DAG_NOT: negate_truths(d, a, n); return;
    case DAG_IF:
        choose_rows(d, a, b, columns[i->c], n);
        return;
        CASE_PAIR(DAG_ADD, add);
        CASE_PAIR(DAG_SUBTRACT, subtract);
        CASE_PAIR(DAG_MULTIPLY, multiply);
        CASE_PAIR(DAG_MIN, least);
        CASE_PAIR(DAG_MAX, most);
        CASE_PAIR(DAG_EQUAL, equal);
        CASE_PAIR(DAG_LESS, less);
        CASE_PAIR(DAG_AND, bit_and);
        CASE_PAIR(DAG_OR, bit_or);
        CASE_PAIR(DAG_BIT_AND, bit_and);
        CASE_PAIR(DAG_BIT_OR, bit_or);
        CASE_PAIR(DAG_BIT_XOR, bit_xor);
        CASE_PAIR(DAG_SHIFT_LEFT, shift_left);
        CASE_PAIR(DAG_SHIFT_RIGHT, shift_right);
    default: apply_rows((dag_op)i->op, d, a, b, i->imm, n); return;
    }
}

/* ---- gathering ------------------------------------------------------------- */

void kernel_gather(int64_t *restrict d, column a, const uint32_t *restrict picked, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = a[picked[i]];
}

/* No carry leaves a field. */
FAST static void find_fields(int64_t *restrict d, column a, const bytecode_deal *deal, size_t n)
{
    const uint64_t high = deal->high, rest = deal->all & ~high, values = deal->values;
    for (size_t i = 0; i < whole_groups(n); i++) {
        const uint64_t x = (uint64_t)a[i] ^ values;
        d[i] = (int64_t)(~(((x & rest) + rest) | x) & high);
    }
}

void kernel_find_fields(int64_t *restrict d, column a, const bytecode_deal *deal, size_t n)
{
    find_fields(d, a, deal, n);
}

bool kernel_any(column a, size_t n)
{
    int64_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= a[i];
    return any != 0;
}

void kernel_split(int64_t *restrict d, const uint64_t *restrict rows, unsigned word, unsigned words,
                  size_t n)
{
    if (words == 1) {
        memcpy(d, rows, n * sizeof *d);
        return;
    }
    for (size_t i = 0; i < n; i++)
        d[i] = (int64_t)rows[i * words + word];
}

/* ---- rows ------------------------------------------------------------------ */

static inline uint64_t edited(const word_edit *e, uint64_t x)
{
    return ((x & e->keep) ^ e->flip) | ((x & e->field) << e->left >> e->right);
}

FAST static void edit_column(uint64_t *restrict rows, column x, const word_edit *edit, size_t n)
{
    const word_edit e = *edit;
    for (size_t i = 0; i < whole_groups(n); i++)
        rows[i] = edited(&e, (uint64_t)x[i]);
}

/* Without a field: three operations fewer. */
FAST static void mask_column(uint64_t *restrict rows, column x, uint64_t keep, uint64_t flip,
                             size_t n)
{
    for (size_t i = 0; i < whole_groups(n); i++)
        rows[i] = ((uint64_t)x[i] & keep) ^ flip;
}

void kernel_edit(uint64_t *restrict rows, unsigned words, column x, const uint32_t *restrict lanes,
                 const word_edit *edit, size_t n)
{
    const word_edit e = *edit;
    if (lanes)
        for (size_t i = 0; i < n; i++)
            rows[i * words] = edited(&e, (uint64_t)x[lanes[i]]);
    else if (words > 1)
        for (size_t i = 0; i < n; i++)
            rows[i * words] = edited(&e, (uint64_t)x[i]);
    else if (e.field)
        edit_column(rows, x, edit, n);
    else
        mask_column(rows, x, e.keep, e.flip, n);
}

/* ---- wide rows ------------------------------------------------------------- */

void kernel_load(int64_t *restrict d, const uint64_t *restrict rows, unsigned words,
                 const uint32_t *restrict lanes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        d[i] = (int64_t)rows[lanes[i] * (size_t)words];
}

void kernel_fetch(int64_t *restrict d, column index, const dag_array *array,
                  const uint64_t *restrict rows, unsigned words, const uint32_t *restrict lanes,
                  size_t n)
{
    const uint64_t mask = low_bits(array->width);
    for (size_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        d[i] = 0;
        if (at < array->count)
            d[i] = (int64_t)(rows[lanes[i] * (size_t)words + array->word[at]] >> array->shift[at] &
                             mask);
    }
}

void kernel_copy_rows(uint64_t *restrict to, const uint64_t *restrict from,
                      const uint32_t *restrict lanes, unsigned words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * words, from + lanes[i] * (size_t)words, words * sizeof *to);
}

void kernel_edit_row(uint64_t *restrict rows, const uint64_t *restrict from,
                     const uint32_t *restrict lanes, unsigned words, const word_edit *edit,
                     size_t n)
{
    const word_edit e = *edit;
    for (size_t i = 0; i < n; i++)
        rows[i * words + e.word] = edited(&e, from[lanes[i] * (size_t)words + e.x]);
}

void kernel_scatter(uint64_t *restrict rows, unsigned words, const dag_array *array, column index,
                    column when, column bits, size_t n)
{
    const uint64_t mask = low_bits(array->width);
    for (size_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        if (at >= array->count || (when && !when[i]))
            continue;
        uint64_t *word = rows + i * words + array->word[at];
        *word = (*word & ~(mask << array->shift[at])) | ((uint64_t)bits[i] & mask)
                                                            << array->shift[at];
    }
}

FAST static void add_to_lanes(uint32_t *restrict d, const uint32_t *restrict lanes, uint32_t first,
                              size_t n)
{
    for (size_t i = 0; i < whole_groups(n); i++)
        d[i] = lanes[i] + first;
}

FAST static void fill_lanes(uint32_t *restrict d, uint32_t value, size_t n)
{
    for (size_t i = 0; i < whole_groups(n); i++)
        d[i] = value;
}

void kernel_number_lanes(uint32_t *restrict d, const uint32_t *restrict lanes, uint32_t first,
                         size_t n)
{
    add_to_lanes(d, lanes, first, n);
}

void kernel_fill(uint32_t *restrict d, uint32_t value, size_t n)
{
    fill_lanes(d, value, n);
}
