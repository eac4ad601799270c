/*
 * gmp.h - GMP for the program as WebAssembly: its own mini-gmp, with limbs of 64 bits.
 *
 * What the library uses and mini-gmp lacks is here.  Every object must see these limbs: mixed with
 * limbs of 32 bits, counts are wrong, and nothing says so.
 */
#ifndef CLI_PAGE_ENGINE_GMP_H
#define CLI_PAGE_ENGINE_GMP_H

#define MINI_GMP_LIMB_TYPE long long
#include "mini-gmp.h"
#define GMP_NUMB_BITS 64
_Static_assert(sizeof(mp_limb_t) == 8, "limbs of 64 bits");

/* The quotient of n limbs by one, from the highest down; without fraction limbs. */
static inline mp_limb_t mpn_divrem_1(mp_limb_t *quotient, mp_size_t fraction, const mp_limb_t *of,
                                     mp_size_t n, mp_limb_t by)
{
    unsigned __int128 rest = 0;
    (void)fraction;
    for (mp_size_t i = n - 1; i >= 0; i--) {
        rest = rest << 64 | of[i];
        quotient[i] = (mp_limb_t)(rest / by);
        rest %= by;
    }
    return (mp_limb_t)rest;
}

#endif
