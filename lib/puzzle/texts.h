/*
 * texts.h - the texts of moves, each with a number.
 *
 * Texts that depend on choices alone are numbered while the puzzle is grounded, in the order of the
 * moves; those that depend on the state when they are first met.  Any thread may ask and add.
 */
#ifndef PUZZLE_TEXTS_H
#define PUZZLE_TEXTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct texts texts;

texts *texts_new(void); /* NULL: no memory */
void texts_free(texts *all);
/* The number of a text, a new one if need be.  0 or WGCQ_EMEMORY.  `all` is a texts. */
int texts_number(void *all, const char *text, size_t length, uint32_t *number);
/* NUL-terminated, good as long as `all`. */
const char *texts_at(const texts *all, uint32_t number);
uint32_t texts_count(const texts *all);
size_t texts_memory(const texts *all); /* bytes; any thread */

#endif
