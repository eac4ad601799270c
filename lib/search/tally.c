/* tally.c - exact counts over GMP's lowest layer, which allocates nothing. */
#include "search/tally.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static mp_limb_t *at(const tally *t, size_t i)
{
    return t->limb + i * t->limbs;
}

static bool reserve(tally *t, size_t count)
{
    if (!t->limbs)
        t->limbs = 1;
    if (count <= t->room)
        return true;
    size_t room = count + t->room / 2 + 64;
    if (room > SIZE_MAX / sizeof *t->limb / t->limbs)
        return false;
    mp_limb_t *grown = realloc(t->limb, room * t->limbs * sizeof *grown);
    if (!grown)
        return false;
    t->limb = grown;
    t->room = room;
    return true;
}

/* Every count gets wider, up to `limbs`. */
static bool widen(tally *t, size_t limbs)
{
    if (limbs <= t->limbs)
        return true;
    size_t room = t->room ? t->room : 1;
    mp_limb_t *wide = calloc(room, limbs * sizeof *wide);
    if (!wide)
        return false;
    for (size_t i = 0; i < t->count; i++)
        memcpy(wide + i * limbs, at(t, i), t->limbs * sizeof *wide);
    free(t->limb);
    *t = (tally){.limbs = limbs, .count = t->count, .room = room, .limb = wide};
    return true;
}

bool tally_resize(tally *t, size_t count)
{
    if (!reserve(t, count))
        return false;
    memset(t->limb, 0, count * t->limbs * sizeof *t->limb);
    t->count = count;
    return true;
}

bool tally_extend(tally *t, size_t count)
{
    if (!reserve(t, count))
        return false;
    memset(at(t, t->count), 0, (count - t->count) * t->limbs * sizeof *t->limb);
    t->count = count;
    return true;
}

bool tally_push(tally *t, const tally *from, size_t i)
{
    if (!reserve(t, t->count + 1) || !widen(t, from->limbs))
        return false;
    mp_limb_t *into = at(t, t->count++);
    memset(into, 0, t->limbs * sizeof *into);
    memcpy(into, at(from, i), from->limbs * sizeof *into);
    return true;
}

bool tally_push_one(tally *t)
{
    if (!reserve(t, t->count + 1))
        return false;
    mp_limb_t *into = at(t, t->count++);
    memset(into, 0, t->limbs * sizeof *into);
    *into = 1;
    return true;
}

bool tally_add(tally *t, size_t i, const tally *from, size_t j)
{
    if (!widen(t, from->limbs))
        return false;
    mp_limb_t carry =
        mpn_add(at(t, i), at(t, i), (mp_size_t)t->limbs, at(from, j), (mp_size_t)from->limbs);
    if (!carry)
        return true;
    size_t top = t->limbs;
    if (!widen(t, top + 1))
        return false;
    at(t, i)[top] = carry;
    return true;
}

bool tally_is_zero(const tally *t, size_t i)
{
    return mpn_zero_p(at(t, i), (mp_size_t)t->limbs);
}

char *tally_text(const tally *t, size_t i)
{
    size_t limbs = t->limbs, room = limbs * GMP_NUMB_BITS / 3 + 3;
    while (limbs > 1 && !at(t, i)[limbs - 1])
        limbs--;
    mp_limb_t *spent = malloc(limbs * sizeof *spent); /* converting uses its number up */
    unsigned char *digits = malloc(room);
    if (!spent || !digits) {
        free(spent);
        free(digits);
        return NULL;
    }
    memcpy(spent, at(t, i), limbs * sizeof *spent);
    size_t length = 1, skip = 0;
    if (limbs == 1 && !*spent)
        *digits = 0;
    else
        length = mpn_get_str(digits, 10, spent, (mp_size_t)limbs);
    while (skip + 1 < length && !digits[skip])
        skip++;
    for (size_t d = skip; d < length; d++)
        digits[d - skip] = (unsigned char)(digits[d] + '0');
    digits[length - skip] = 0;
    free(spent);
    return (char *)digits;
}

void tally_free(tally *t)
{
    free(t->limb);
    *t = (tally){0};
}
