/* bigcount.c - an array of exact counts over GMP's mpn functions. */
#include "base/containers/bigcount.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mp_limb_t *limbs_at(const bigcount *t, size_t i)
{
    assert(i <= t->room); /* an empty one has no limbs and reads as 0 */
    return t->limb + i * t->limbs;
}

bool bigcount_reserve(bigcount *t, size_t count)
{
    if (!t->limbs)
        t->limbs = 1;
    if (count <= t->room)
        return true;
    size_t room = t->room ? count + t->room / 2 + 64 : count; /* many hold one count only */
    if (room > SIZE_MAX / sizeof *t->limb / t->limbs)
        return false;
    mp_limb_t *grown = home_realloc(t->home, t->limb, room * t->limbs * sizeof *grown);
    if (!grown)
        return false;
    t->limb = grown;
    t->room = room;
    return true;
}

/* Widens every count to `limbs`. */
static bool widen_counts(bigcount *t, size_t limbs)
{
    if (limbs <= t->limbs)
        return true;
    size_t room = t->room ? t->room : 1;
    mp_limb_t *wide = home_realloc(t->home, NULL, room * limbs * sizeof *wide);
    if (!wide)
        return false;
    memset(wide, 0, room * limbs * sizeof *wide);
    for (size_t i = 0; i < t->count; i++)
        memcpy(wide + i * limbs, limbs_at(t, i), t->limbs * sizeof *wide);
    home_free(t->home, t->limb);
    *t = (bigcount){.home = t->home, .limbs = limbs, .count = t->count, .room = room, .limb = wide};
    return true;
}

bool bigcount_resize(bigcount *t, size_t count)
{
    if (!bigcount_reserve(t, count))
        return false;
    memset(t->limb, 0, count * t->limbs * sizeof *t->limb);
    t->count = count;
    return true;
}

bool bigcount_extend(bigcount *t, size_t count)
{
    if (!bigcount_reserve(t, count))
        return false;
    assert(count >= t->count);
    if (count > t->count)
        memset(limbs_at(t, t->count), 0, (count - t->count) * t->limbs * sizeof *t->limb);
    t->count = count;
    return true;
}

bool bigcount_push(bigcount *t, const bigcount *from, size_t i)
{
    if (!bigcount_reserve(t, t->count + 1) || !widen_counts(t, from->limbs))
        return false;
    mp_limb_t *into = limbs_at(t, t->count++);
    memset(into, 0, t->limbs * sizeof *into);
    memcpy(into, limbs_at(from, i), from->limbs * sizeof *into);
    return true;
}

bool bigcount_push_chosen(bigcount *t, const bigcount *from, const uint32_t *which, size_t count)
{
    bool ok = bigcount_reserve(t, t->count + count);
    if (ok && t->limbs == 1 && from->limbs == 1) {
        mp_limb_t *restrict into = t->limb + t->count;
        for (size_t i = 0; i < count; i++)
            into[i] = from->limb[which[i]];
        t->count += count;
        return true;
    }
    for (size_t i = 0; ok && i < count; i++)
        ok = bigcount_push(t, from, which[i]);
    return ok;
}

bool bigcount_push_one(bigcount *t)
{
    if (!bigcount_reserve(t, t->count + 1))
        return false;
    mp_limb_t *into = limbs_at(t, t->count++);
    memset(into, 0, t->limbs * sizeof *into);
    *into = 1;
    return true;
}

bool bigcount_add_wide(bigcount *t, size_t i, const bigcount *from, size_t j)
{
    if (!widen_counts(t, from->limbs))
        return false;
    mp_limb_t carry = mpn_add(limbs_at(t, i), limbs_at(t, i), (mp_size_t)t->limbs,
                              limbs_at(from, j), (mp_size_t)from->limbs);
    if (!carry)
        return true;
    size_t top = t->limbs;
    if (!widen_counts(t, top + 1))
        return false;
    limbs_at(t, i)[top] = carry;
    return true;
}

/* [a_limbs + b_limbs] = a * b, row by row: mpn_mul takes memory, and ends the process without. */
static void multiply_limbs(mp_limb_t *product, const mp_limb_t *a, size_t a_limbs,
                           const mp_limb_t *b, size_t b_limbs)
{
    memset(product, 0, (a_limbs + b_limbs) * sizeof *product);
    for (size_t k = 0; k < b_limbs; k++)
        product[k + a_limbs] = mpn_addmul_1(product + k, a, (mp_size_t)a_limbs, b[k]);
}

bool bigcount_sum_products(bigcount *t, const bigcount *a, const bigcount *b)
{
    assert(!t->count && a->count == b->count && a->limbs && b->limbs);
    size_t limbs = a->limbs + b->limbs;
    bigcount product = {0};
    bool fine =
        bigcount_resize(t, 1) && bigcount_resize(&product, 1) && widen_counts(&product, limbs);
    for (size_t i = 0; i < a->count && fine; i++) {
        if (bigcount_is_zero(a, i) || bigcount_is_zero(b, i))
            continue;
        multiply_limbs(product.limb, limbs_at(a, i), a->limbs, limbs_at(b, i), b->limbs);
        fine = bigcount_add(t, 0, &product, 0);
    }
    bigcount_free(&product);
    return fine;
}

bool bigcount_add_product(bigcount *t, size_t i, const bigcount *a, size_t j, const bigcount *b,
                          size_t k)
{
    bigcount product = {0};
    if (b->limbs == 1 && *limbs_at(b, k) == 1)
        return bigcount_add(t, i, a, j);
    bool fine = bigcount_resize(&product, 1) && widen_counts(&product, a->limbs + b->limbs);
    if (fine) {
        multiply_limbs(product.limb, limbs_at(a, j), a->limbs, limbs_at(b, k), b->limbs);
        size_t used = product.limbs; /* t is not made wider than need be */
        while (used > 1 && !product.limb[used - 1])
            used--;
        product.limbs = used;
        fine = bigcount_add(t, i, &product, 0);
    }
    bigcount_free(&product);
    return fine;
}

void bigcount_divide(bigcount *t, size_t i, uint32_t by)
{
    assert(by && t->limbs);
    mpn_divrem_1(limbs_at(t, i), 0, limbs_at(t, i), (mp_size_t)t->limbs, by);
}

void bigcount_set_small(bigcount *t, size_t i, unsigned value)
{
    mp_limb_t *into = limbs_at(t, i);
    memset(into, 0, t->limbs * sizeof *into);
    *into = value;
}

/* ---- as decimal digits --------------------------------------------------- */

/* As many digits as a limb holds of any value. */
enum { CHUNK = GMP_NUMB_BITS >= 64 ? 19 : 9 };

static mp_limb_t power_of_ten(int exponent)
{
    mp_limb_t power = 1;
    while (exponent--)
        power *= 10;
    return power;
}

/* Writes the digits of `number`, which is destroyed, so that they end before `end`; returns their
   start. */
static char *write_digits(char *end, mp_limb_t *number, size_t limbs)
{
    const mp_limb_t chunk = power_of_ten(CHUNK);
    while (limbs) {
        mp_limb_t rest = mpn_divrem_1(number, 0, number, (mp_size_t)limbs, chunk);
        while (limbs && !number[limbs - 1])
            limbs--;
        for (int k = 0; limbs ? k < CHUNK : rest != 0; k++, rest /= 10)
            *--end = (char)('0' + rest % 10);
    }
    return end;
}

char *bigcount_text(const bigcount *t, size_t i)
{
    size_t limbs = t->limbs, room = limbs * GMP_NUMB_BITS / 3 + 3;
    mp_limb_t *spent = malloc(limbs * sizeof *spent); /* a copy, for dividing destroys it */
    char *digits = malloc(room);
    if (!spent || !digits) {
        free(spent);
        free(digits);
        return NULL;
    }
    memcpy(spent, limbs_at(t, i), limbs * sizeof *spent);
    while (limbs && !spent[limbs - 1])
        limbs--;
    char *end = digits + room - 1, *begin = limbs ? write_digits(end, spent, limbs) : end;
    if (begin == end)
        *--begin = '0';
    memmove(digits, begin, (size_t)(end - begin));
    digits[end - begin] = 0;
    free(spent);
    return digits;
}

char *small_count_text(uint64_t count)
{
    enum { ROOM = 24 };
    char *text = malloc(ROOM);
    if (text)
        snprintf(text, ROOM, "%" PRIu64, count);
    return text;
}

void bigcount_free(bigcount *t)
{
    home_free(t->home, t->limb);
    *t = (bigcount){0};
}
