/*
 * messages.h - what the program says on standard error, and in which ink.
 *
 * Texts come from files and command lines, so control characters in them are shown escaped.
 */
#ifndef CLI_OUTPUT_MESSAGES_H
#define CLI_OUTPUT_MESSAGES_H

#include "wgcq.h"

#include <stdio.h>

typedef enum text_style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_ERROR,
    STYLE_NOTE,
    STYLE_GOOD,
    STYLE_DIM
} text_style;
typedef enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;

/* Decides for standard output and standard error, each by itself. */
void style_enable(color c);
/* Switches to that ink on `out`, if it is coloured at all. */
void style_set(FILE *out, text_style i);

/* "wgcq: error: ...", one line. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "wgcq: ...", one line. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what the library could not do; answers the exit status that belongs to it. */
int message_failure(const wgcq_error *err);
/* No memory for the program's own needs: says so and ends it. */
void message_no_memory(void) __attribute__((noreturn));
/* Memory or the end of the program. */
void *memory_alloc(size_t size);
void *memory_realloc(void *old, size_t size);
char *memory_strdup(const char *text);

#endif
