/*
 * input_line.h - lines that a person or a script enters.
 *
 * On a terminal they are edited, remembered and completed (libedit); otherwise they are read as
 * they are.
 */
#ifndef CLI_PLAY_INPUT_LINE_H
#define CLI_PLAY_INPUT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The words that Tab completes: the i-th, NULL past the last. */
typedef const char *(*input_word_fn)(const void *self, size_t i);

/* The next line without its newline and the blanks around it, malloc'd; NULL: no more.  Output is
   flushed first. */
char *input_line(const char *prompt, input_word_fn words, const void *self);
/* Whether lines come from a terminal. */
bool input_is_terminal(void);

#endif
