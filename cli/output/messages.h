/*
 * messages.h - what the program says on standard error, and in which ink.
 *
 * Texts come from files and command lines, so control characters in them are shown escaped.
 */
#ifndef CLI_OUTPUT_MESSAGES_H
#define CLI_OUTPUT_MESSAGES_H

#include "wgcq.h"

#include <stdio.h>

typedef enum ink { INK_PLAIN, INK_BOLD, INK_ERROR, INK_NOTE, INK_GOOD, INK_DIM } ink;
typedef enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;

/* Decides for standard output and standard error, each by itself. */
void ink_choose(color c);
/* Switches to that ink on `out`, if it is coloured at all. */
void ink_set(FILE *out, ink i);

/* "wgcq: error: ...", one line. */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "wgcq: ...", one line. */
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what the library could not do; answers the exit status that belongs to it. */
int say_failure(const wgcq_error *err);
/* No memory for the program's own needs: says so and ends it. */
void say_no_memory(void) __attribute__((noreturn));
/* Memory or the end of the program. */
void *memory_get(size_t size);
void *memory_more(void *old, size_t size);
char *memory_text(const char *text);

#endif
