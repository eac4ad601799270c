/* state_counts.c - an exact count for each of some states. */
#include "base/containers/state_counts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"

bool state_counts_open(state_counts *out, size_t states)
{
    *out = (state_counts){.blocks = states / 64 + 1};
    out->has = calloc(out->blocks, sizeof *out->has);
    out->before = calloc(out->blocks, sizeof *out->before);
    return out->has && out->before;
}

void state_counts_close(state_counts *c)
{
    free(c->has);
    free(c->before);
    free(c->word);
    *c = (state_counts){0};
}

void state_counts_unmark(state_counts *c)
{
    memset(c->has, 0, c->blocks * sizeof *c->has);
}

/* Makes room; the former contents need not stay. */
static bool reserve_words(state_counts *c, size_t words)
{
    if (words <= c->room)
        return true;
    free(c->word);
    c->room = 0;
    c->word = malloc(words * sizeof *c->word);
    c->room = c->word ? words : 0;
    return c->word;
}

bool state_counts_clear(state_counts *c, unsigned width)
{
    assert(width && c->has);
    c->count = 0;
    for (size_t i = 0; i < c->blocks; i++) {
        c->before[i] = c->count;
        c->count += (size_t)__builtin_popcountll(c->has[i]);
    }
    c->width = width;
    if (!reserve_words(c, c->count * width + 1))
        return false;
    memset(c->word, 0, c->count * width * sizeof *c->word);
    return true;
}

bool state_counts_widen(state_counts *c)
{
    unsigned width = c->width, wider = width + 1;
    size_t words = c->count * wider + 1;
    uint32_t *word = words > c->room ? realloc(c->word, words * sizeof *word) : c->word;
    if (!word)
        return false;
    c->room = words > c->room ? words : c->room;
    for (size_t i = c->count; i-- > 0;) { /* the last one first: each moves up */
        memmove(word + i * wider, word + i * width, width * sizeof *word);
        word[i * wider + width] = 0;
    }
    c->word = word;
    c->width = wider;
    return true;
}

/* ---- the sum of products --------------------------------------------------------------------- */

enum { AT_ONCE = 1024 };

static size_t limbs_of(unsigned width)
{
    return ((size_t)width * 32 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
}

static void put_limbs(bigcount *to, size_t i, const uint32_t *word, unsigned width)
{
    mp_limb_t *limb = to->limb + i * to->limbs;
    for (unsigned k = 0; k < width; k++) {
        size_t bit = (size_t)k * 32;
        limb[bit / GMP_NUMB_BITS] |= (mp_limb_t)word[k] << bit % GMP_NUMB_BITS;
    }
}

/* The products of as many states from *s on as are multiplied at once, added to *sum. */
static bool add_products(bigcount *sum, size_t *s, const state_counts *a, const state_counts *b)
{
    bigcount left = {.limbs = limbs_of(a->width)}, right = {.limbs = limbs_of(b->width)},
             some = {0};
    bool fine = bigcount_resize(&left, AT_ONCE) && bigcount_resize(&right, AT_ONCE);
    for (size_t i = 0; fine && i < AT_ONCE && *s < a->blocks * 64; ++*s)
        if (state_counts_has(a, *s) && state_counts_has(b, *s)) {
            put_limbs(&left, i, state_counts_at(a, *s, a->width), a->width);
            put_limbs(&right, i++, state_counts_at(b, *s, b->width), b->width);
        }
    fine = fine && bigcount_sum_products(&some, &left, &right) && bigcount_add(sum, 0, &some, 0);
    bigcount_free(&left);
    bigcount_free(&right);
    bigcount_free(&some);
    return fine;
}

char *state_counts_sum_products(const state_counts *a, const state_counts *b)
{
    bigcount sum = {0};
    assert(a->blocks == b->blocks && a->width && b->width);
    bool fine = bigcount_resize(&sum, 1);
    for (size_t s = 0; fine && s < a->blocks * 64;)
        fine = add_products(&sum, &s, a, b);
    char *text = fine ? bigcount_text(&sum, 0) : NULL;
    bigcount_free(&sum);
    return text;
}
