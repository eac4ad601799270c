/*
 * messages.h - messages on standard error, text styles, and memory that ends the program if there
 * is none.
 *
 * Texts come from files and command lines, so control characters in them are printed escaped.
 */
#ifndef CLI_OUTPUT_MESSAGES_H
#define CLI_OUTPUT_MESSAGES_H

#include "wgcq_base.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum text_style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_ERROR,
    STYLE_NOTE,
    STYLE_GOOD,
    STYLE_DIM,
    STYLE_CHANGED
} text_style;
typedef enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;

/* Decides for standard output and standard error separately. */
void style_enable(color c);
/* Switches `out` to that style, if styles are enabled for it. */
void style_set(FILE *out, text_style i);
bool style_is_enabled(const FILE *out);

/* "wgcq: error: ...", one line. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "wgcq: ...", one line. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what errno says of the file; returns STATUS_FILE. */
int message_file_error(const char *path);
/* Prints an error of the library; returns its exit status. */
int message_failure(const wgcq_error *err);
/* The first of the diagnostics, or the error, as one line; the caller frees it. */
char *message_first_mistake(const wgcq_diagnostics *all, const wgcq_error *err);
/* Prints "no memory" and ends the program. */
void message_no_memory(void) __attribute__((noreturn));
/* These end the program if there is no memory.  memory_alloc clears it. */
void *memory_alloc(size_t size);
void *memory_realloc(void *old, size_t size);
char *memory_strdup(const char *text);
/* As sprintf; malloc'd. */
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A stream into memory; its end returns the text, malloc'd, of `length` bytes and a NUL. */
typedef struct memory_stream {
    FILE *out;
    char *text;
    size_t length;
} memory_stream;
FILE *memory_stream_begin(memory_stream *s);
char *memory_stream_end(memory_stream *s);

#endif
