/*
 * intern.h - a string interner: texts with numbers from 0, for any number of threads.
 *
 * Used for the labels of moves.  Labels that depend on choices alone are interned while the puzzle
 * is grounded, in the order of the moves; others when they are first produced.
 */
#ifndef BASE_CONTAINERS_INTERN_H
#define BASE_CONTAINERS_INTERN_H

#include <stddef.h>
#include <stdint.h>

typedef struct interner interner;

interner *interner_new(void); /* NULL: no memory */
void interner_free(interner *all);
/* The number of a text, which is added if it is new.  0 or WGCQ_EMEMORY.  `all` is an interner. */
int interner_id(void *all, const char *text, size_t length, uint32_t *number);
/* The number of a text that is there.  0, or WGCQ_EREQUEST: it is not. */
int interner_known(void *all, const char *text, size_t length, uint32_t *number);
/* NUL-terminated, valid as long as `all`. */
const char *interner_at(const interner *all, uint32_t number);
uint32_t interner_count(const interner *all);
size_t interner_memory(const interner *all); /* bytes; any thread */

#endif
