/* narrow_array.h - numbers in the fewest bytes that hold the greatest of them: 1, 2 or 4. */
#ifndef BASE_CONTAINERS_NARROW_ARRAY_H
#define BASE_CONTAINERS_NARROW_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/containers/prefetch.h"

typedef struct narrow_array {
    void *at; /* NULL: there is none */
    unsigned width;
} narrow_array;

/* Bytes of a number. */
static inline unsigned narrow_width(uint32_t greatest)
{
    return greatest <= UINT8_MAX ? 1 : greatest <= UINT16_MAX ? 2 : 4;
}

static inline uint32_t narrow_get(narrow_array a, uint64_t i)
{
    switch (a.width) {
    case 1: return ((const uint8_t *)a.at)[i];
    case 2: return ((const uint16_t *)a.at)[i];
    default: return ((const uint32_t *)a.at)[i];
    }
}

static inline void narrow_put(narrow_array a, uint64_t i, uint32_t value)
{
    switch (a.width) {
    case 1: ((uint8_t *)a.at)[i] = (uint8_t)value; break;
    case 2: ((uint16_t *)a.at)[i] = (uint16_t)value; break;
    default: ((uint32_t *)a.at)[i] = value;
    }
}

/* Where number i is. */
static inline void *narrow_place(narrow_array a, uint64_t i)
{
    return (char *)a.at + i * a.width;
}

ALWAYS_INLINE void narrow_prefetch(narrow_array a, uint64_t i)
{
    prefetch_far(narrow_place(a, i));
}

/* Numbers from, from + 1, ... */
static inline void narrow_read(narrow_array a, uint64_t from, size_t count, uint32_t *out)
{
    const void *at = narrow_place(a, from);
    switch (a.width) {
    case 1:
        for (size_t i = 0; i < count; i++)
            out[i] = ((const uint8_t *)at)[i];
        break;
    case 2:
        for (size_t i = 0; i < count; i++)
            out[i] = ((const uint16_t *)at)[i];
        break;
    default: memcpy(out, at, count * sizeof *out);
    }
}
static inline void narrow_write(narrow_array a, uint64_t from, size_t count, const uint32_t *values)
{
    for (size_t i = 0; i < count; i++)
        narrow_put(a, from + i, values[i]);
}

#endif
