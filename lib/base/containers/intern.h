/*
 * intern.h - the texts of moves, each with a number.
 *
 * Texts that depend on choices alone are numbered while the puzzle is grounded, in the order of the
 * moves; those that depend on the state when they are first met.  Any thread may ask and add.
 */
#ifndef BASE_CONTAINERS_INTERN_H
#define BASE_CONTAINERS_INTERN_H

#include <stddef.h>
#include <stdint.h>

typedef struct interner interner;

interner *interner_new(void); /* NULL: no memory */
void interner_free(interner *all);
/* The number of a text, a new one if need be.  0 or WGCQ_EMEMORY.  `all` is a texts. */
int interner_id(void *all, const char *text, size_t length, uint32_t *number);
/* NUL-terminated, good as long as `all`. */
const char *interner_at(const interner *all, uint32_t number);
uint32_t interner_count(const interner *all);
size_t interner_memory(const interner *all); /* bytes; any thread */

#endif
