/*
 * hash.h - hashes of 64 bits, of words and of bytes.
 *
 * Files have them as checksums, so their values never change.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_FIRST UINT64_C(0xcbf29ce484222325)

/* A word into a hash; all bits of it reach the low half. */
static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

/* FNV-1a (Fowler, Noll, Vo): bytes into a hash, which begins with HASH_FIRST. */
static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        h = (h ^ at[i]) * UINT64_C(0x100000001b3);
    return h;
}

#endif
