/* always_inline.h - for short functions of inner loops. */
#ifndef BASE_CONTAINERS_ALWAYS_INLINE_H
#define BASE_CONTAINERS_ALWAYS_INLINE_H

/* Also for those that do nothing but prefetch: where gcc 12 does not inline such a function, it
   finds no effect in it, and drops the call. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
