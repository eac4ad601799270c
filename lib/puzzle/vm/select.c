/*
 * select.c - selection: which lanes pass a test, and their values packed.
 *
 * With AVX-512 eight lanes are tested at once, and those that pass are compressed.  With AVX2 four
 * are, and tables map the four result bits to the lanes that pass.  There is no branch, since which
 * lanes pass is hard to predict, unless few are expected to.  Other machines have the plain loop.
 *
 * Without AVX-512 dining philosophers 16, 17 frogs and Hanoi 13 take 1.04 to 1.05 times as long,
 * German's cache 1.015, sliding tiles 2x5 and lights out 4x5 as long as with it (--trace none
 * --threads 1).
 */
#include "puzzle/vm/kernels.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define WITH_VECTORS 1
#include <immintrin.h>
#endif

typedef enum test_form { EQUAL_BITS, ANY_FIELD } test_form;

/* Passed by lanes that the form holds in, or by the others where not `wanted`. */
typedef struct lane_test {
    test_form form;
    bool wanted;
    column a, b;
    uint64_t mask, value;    /* EQUAL_BITS: (a & mask) == value                                  */
    uint64_t low, high, all; /* ANY_FIELD: the bits of a's fields, one of which is equal to b    */
} lane_test;

/* The fields of x that are not 0 borrow nothing below the first that is. */
static bool has_zero_field(const lane_test *t, uint64_t x)
{
    return ((x - t->low) & ~x & t->high) != 0;
}

static bool passes(const lane_test *t, size_t lane)
{
    uint64_t x = (uint64_t)t->a[lane];
    bool holds = t->form == EQUAL_BITS
                     ? (x & t->mask) == t->value
                     : has_zero_field(t, (x ^ (uint64_t)t->b[lane] * t->low) & t->all);
    return holds == t->wanted;
}

static size_t pick_plain(const picked_lanes *out, const lane_test *t, const uint32_t *lanes,
                         size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        out->places[k] = (uint32_t)i;
        out->lanes[k] = lanes[i];
        out->values[k] = t->a[i];
        k += passes(t, i);
    }
    return k;
}

#ifdef WITH_VECTORS

/* ---- four lanes at once ---------------------------------------------------------------------- */

#define AVX2 __attribute__((target("avx2,popcnt")))

/* The places of the bits set in 0..15. */
static const uint32_t bit_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};
/* As above for the halves of 64-bit values. */
#define HALVES(a, b, c, d)                                                                         \
    {                                                                                              \
        2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1                     \
    }
static const uint32_t bit_halves[16][8] = {
    HALVES(0, 0, 0, 0), HALVES(0, 0, 0, 0), HALVES(1, 0, 0, 0), HALVES(0, 1, 0, 0),
    HALVES(2, 0, 0, 0), HALVES(0, 2, 0, 0), HALVES(1, 2, 0, 0), HALVES(0, 1, 2, 0),
    HALVES(3, 0, 0, 0), HALVES(0, 3, 0, 0), HALVES(1, 3, 0, 0), HALVES(0, 1, 3, 0),
    HALVES(2, 3, 0, 0), HALVES(0, 2, 3, 0), HALVES(1, 2, 3, 0), HALVES(0, 1, 2, 3),
};

typedef struct wide_test {
    __m256i mask, value, low, low_above, high, all;
} wide_test;

AVX2 static __m256i load_four(column a)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)a);
}

/* All bits of a lane are set where it passes, or the sign bit alone. */
AVX2 static inline __m256i equal_bits(const wide_test *w, __m256i x)
{
    return _mm256_cmpeq_epi64(_mm256_and_si256(x, w->mask), w->value);
}

AVX2 static inline __m256i no_field(const wide_test *w, __m256i x, __m256i b)
{
    __m256i above = _mm256_slli_epi64(_mm256_mul_epu32(b, w->low_above), 32);
    __m256i every = _mm256_add_epi64(_mm256_mul_epu32(b, w->low), above);
    __m256i other = _mm256_and_si256(_mm256_xor_si256(x, every), w->all);
    __m256i zero = _mm256_andnot_si256(other, _mm256_sub_epi64(other, w->low));
    return _mm256_cmpeq_epi64(_mm256_and_si256(zero, w->high), _mm256_setzero_si256());
}

/* Always writes four lanes and counts those in `bits`; k <= i, so there is room for them. */
AVX2 static inline size_t put_four(const picked_lanes *out, size_t k, unsigned bits, size_t i,
                                   const uint32_t *lanes, __m256i x)
{
    __m128i places = _mm_loadu_si128((const __m128i *)(const void *)bit_places[bits]);
    __m256i halves = _mm256_loadu_si256((const __m256i *)(const void *)bit_halves[bits]);
    __m128 four = _mm_loadu_ps((const float *)(const void *)(lanes + i));
    _mm_storeu_si128((__m128i *)(void *)(out->places + k),
                     _mm_add_epi32(places, _mm_set1_epi32((int)i)));
    _mm_storeu_ps((float *)(void *)(out->lanes + k), _mm_permutevar_ps(four, places));
    _mm256_storeu_si256((__m256i *)(void *)(out->values + k),
                        _mm256_permutevar8x32_epi32(x, halves));
    return k + (size_t)__builtin_popcount(bits);
}

AVX2 static inline __attribute__((always_inline)) size_t
pick_four_each(const picked_lanes *out, const lane_test *t, test_form form, bool rare,
               const uint32_t *lanes, size_t n)
{
    const wide_test w = {
        _mm256_set1_epi64x((long long)t->mask), _mm256_set1_epi64x((long long)t->value),
        _mm256_set1_epi64x((long long)t->low),  _mm256_set1_epi64x((long long)(t->low >> 32)),
        _mm256_set1_epi64x((long long)t->high), _mm256_set1_epi64x((long long)t->all)};
    const unsigned flip = t->wanted == (form == EQUAL_BITS) ? 0 : 15;
    size_t k = 0;
    for (size_t i = 0; i < n; i += 4) {
        __m256i x = load_four(t->a + i);
        __m256i pass =
            form == EQUAL_BITS ? equal_bits(&w, x) : no_field(&w, x, load_four(t->b + i));
        unsigned bits = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(pass)) ^ flip;
        if (n - i < 4)
            bits &= (1u << (n - i)) - 1;
        if (rare && !bits)
            continue;
        k = put_four(out, k, bits, i, lanes, x);
    }
    return k;
}

AVX2 static size_t pick_avx2(const picked_lanes *out, const lane_test *t, const uint32_t *lanes,
                             size_t n)
{
    if (t->form == ANY_FIELD)
        return pick_four_each(out, t, ANY_FIELD, false, lanes, n);
    return out->rare ? pick_four_each(out, t, EQUAL_BITS, true, lanes, n)
                     : pick_four_each(out, t, EQUAL_BITS, false, lanes, n);
}

/* ---- eight lanes at once --------------------------------------------------------------------- */

#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,popcnt")))

typedef struct widest_test {
    __m512i mask, value, low, high, all;
} widest_test;

AVX512 static __m512i load_eight(column a)
{
    return _mm512_loadu_si512(a);
}

AVX512 static inline __mmask8 have_equal_bits(const widest_test *w, __m512i x)
{
    return _mm512_cmpeq_epi64_mask(_mm512_and_si512(x, w->mask), w->value);
}

AVX512 static inline __mmask8 have_field(const widest_test *w, __m512i x, __m512i b)
{
    __m512i every = _mm512_mullo_epi64(b, w->low);
    __m512i other = _mm512_and_si512(_mm512_xor_si512(x, every), w->all);
    __m512i zero = _mm512_andnot_si512(other, _mm512_sub_epi64(other, w->low));
    return _mm512_test_epi64_mask(zero, w->high);
}

/* Always writes eight lanes and counts those in `bits`; k <= i, so there is room for them. */
AVX512 static inline size_t put_eight(const picked_lanes *out, size_t k, __mmask8 bits, size_t i,
                                      const uint32_t *lanes, __m512i x)
{
    const __m256i each = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i places = _mm256_add_epi32(each, _mm256_set1_epi32((int)i));
    __m256i eight = _mm256_loadu_si256((const __m256i *)(const void *)(lanes + i));
    _mm256_storeu_si256((__m256i *)(void *)(out->places + k),
                        _mm256_maskz_compress_epi32(bits, places));
    _mm256_storeu_si256((__m256i *)(void *)(out->lanes + k),
                        _mm256_maskz_compress_epi32(bits, eight));
    _mm512_storeu_si512(out->values + k, _mm512_maskz_compress_epi64(bits, x));
    return k + (size_t)__builtin_popcount(bits);
}

AVX512 static inline __attribute__((always_inline)) size_t
pick_eight_each(const picked_lanes *out, const lane_test *t, test_form form, bool rare,
                const uint32_t *lanes, size_t n)
{
    const widest_test w = {
        _mm512_set1_epi64((long long)t->mask), _mm512_set1_epi64((long long)t->value),
        _mm512_set1_epi64((long long)t->low), _mm512_set1_epi64((long long)t->high),
        _mm512_set1_epi64((long long)t->all)};
    const unsigned flip = t->wanted ? 0 : 255;
    size_t k = 0;
    for (size_t i = 0; i < n; i += 8) {
        __m512i x = load_eight(t->a + i);
        __mmask8 holds =
            form == EQUAL_BITS ? have_equal_bits(&w, x) : have_field(&w, x, load_eight(t->b + i));
        unsigned bits = holds ^ flip;
        if (n - i < 8)
            bits &= (1u << (n - i)) - 1;
        if (rare && !bits)
            continue;
        k = put_eight(out, k, (__mmask8)bits, i, lanes, x);
    }
    return k;
}

AVX512 static size_t pick_avx512(const picked_lanes *out, const lane_test *t, const uint32_t *lanes,
                                 size_t n)
{
    if (t->form == ANY_FIELD)
        return pick_eight_each(out, t, ANY_FIELD, false, lanes, n);
    return out->rare ? pick_eight_each(out, t, EQUAL_BITS, true, lanes, n)
                     : pick_eight_each(out, t, EQUAL_BITS, false, lanes, n);
}

static bool takes_at_once(const picked_lanes *out, unsigned lanes)
{
    return !out->at_once || out->at_once >= lanes;
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

#endif

/* ---- as the machine can ---------------------------------------------------------------------- */

static size_t pick_lanes(const picked_lanes *out, const lane_test *t, const uint32_t *lanes,
                         size_t n)
{
#ifdef WITH_VECTORS
    if (takes_at_once(out, 8) && has_avx512())
        return pick_avx512(out, t, lanes, n);
    if (takes_at_once(out, 4) && __builtin_cpu_supports("avx2"))
        return pick_avx2(out, t, lanes, n);
#endif
    return pick_plain(out, t, lanes, n);
}

size_t kernel_test(const picked_lanes *out, column a, const instruction *test,
                   const uint32_t *lanes, size_t n)
{
    const lane_test t = {.form = EQUAL_BITS,
                         .wanted = !test->negated,
                         .a = a,
                         .mask = (uint64_t)test->imm,
                         .value = (uint64_t)test->imm2};
    return pick_lanes(out, &t, lanes, n);
}

size_t kernel_test_any(const picked_lanes *out, column a, column b, const instruction *test,
                       const uint32_t *lanes, size_t n)
{
    const uint64_t low = (uint64_t)test->imm, high = (uint64_t)test->imm2;
    const lane_test t = {.form = ANY_FIELD,
                         .wanted = !test->negated,
                         .a = a,
                         .b = b,
                         .low = low,
                         .high = high,
                         .all = (high - low) | high};
    return pick_lanes(out, &t, lanes, n);
}

size_t kernel_filter(const picked_lanes *out, column a, bool wanted, const uint32_t *lanes,
                     size_t n)
{
    const lane_test t = {
        .form = EQUAL_BITS, .wanted = !wanted, .a = a, .mask = UINT64_MAX, .value = 0};
    return pick_lanes(out, &t, lanes, n);
}
