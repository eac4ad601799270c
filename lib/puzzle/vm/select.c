/*
 * select.c - selection vectors: which lanes pass a test.
 *
 * Few lanes pass most tests, so speed is how fast the others are skipped: with AVX2 four lanes are
 * compared at once, and a table maps the four result bits to lanes.  Other machines have the plain
 * loop.
 */
#include "puzzle/vm/kernels.h"

#if defined(__GNUC__) && defined(__x86_64__)
#define WITH_AVX2 1
#include <immintrin.h>
#endif

/* Passed by lanes with (a & mask) == value, or by the others where not `wanted`. */
typedef struct lane_test {
    uint64_t mask, value;
    bool wanted;
} lane_test;

static size_t pick_plain(uint32_t *restrict picked, size_t k, column a, const lane_test *s,
                         size_t from, size_t n)
{
    for (size_t i = from; i < n; i++) {
        picked[k] = (uint32_t)i;
        k += (((uint64_t)a[i] & s->mask) == s->value) == s->wanted;
    }
    return k;
}

#ifdef WITH_AVX2

/* The places of the bits set in 0..15. */
static const uint32_t bit_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
};

__attribute__((target("avx2"))) static unsigned four_pass(column a, __m256i mask, __m256i value)
{
    __m256i cut = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(const void *)a), mask);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(cut, value)));
}

/* Always writes four lanes and counts those in `bits`; k <= i, so there is room for them. */
__attribute__((target("avx2,popcnt"))) static size_t put_four(uint32_t *restrict picked, size_t k,
                                                              unsigned bits, size_t i)
{
    __m128i of_bits = _mm_loadu_si128((const __m128i *)(const void *)bit_places[bits]);
    _mm_storeu_si128((__m128i *)(void *)(picked + k),
                     _mm_add_epi32(of_bits, _mm_set1_epi32((int)i)));
    return k + (size_t)__builtin_popcount(bits);
}

__attribute__((target("avx2,popcnt"))) static size_t pick_avx2(uint32_t *restrict picked, column a,
                                                               const lane_test *s, size_t n)
{
    const __m256i mask = _mm256_set1_epi64x((long long)s->mask);
    const __m256i value = _mm256_set1_epi64x((long long)s->value);
    const unsigned flip = s->wanted ? 0 : 15;
    size_t k = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        unsigned low = four_pass(a + i, mask, value) ^ flip;
        unsigned high = four_pass(a + i + 4, mask, value) ^ flip;
        if (!(low | high))
            continue;
        k = put_four(picked, k, low, i);
        k = put_four(picked, k, high, i + 4);
    }
    return pick_plain(picked, k, a, s, i, n);
}

#endif

static size_t pick_lanes(uint32_t *restrict picked, column a, const lane_test *s, size_t n)
{
#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        return pick_avx2(picked, a, s, n);
#endif
    return pick_plain(picked, 0, a, s, 0, n);
}

size_t kernel_test(uint32_t *restrict picked, column a, const instruction *test, size_t n)
{
    const lane_test s = {(uint64_t)test->imm, (uint64_t)test->imm2, !test->negated};
    return pick_lanes(picked, a, &s, n);
}

size_t kernel_filter(uint32_t *restrict picked, column a, bool wanted, size_t n)
{
    const lane_test s = {UINT64_MAX, 0, !wanted};
    return pick_lanes(picked, a, &s, n);
}
