/*
 * diagnostics.h - errors in a puzzle's text: where they are, with hints and notes.
 *
 * Errors are collected, not thrown: a stage reports all that it finds and continues.  After
 * DIAGNOSTICS_MOST errors further ones are only counted.
 */
#ifndef PUZZLE_SOURCE_DIAGNOSTICS_H
#define PUZZLE_SOURCE_DIAGNOSTICS_H

#include "base/arena.h"
#include "wgcq_base.h"

enum { DIAGNOSTICS_MOST = 20 };

/* A text and the name it is shown by. */
typedef struct source_text {
    const char *name; /* "family.yaml", "--set n" */
    const char *text;
    size_t length;
} source_text;

/* A range of a source.  Lines and columns count from 1, columns in code points; end_column is one
   past the last. */
typedef struct source_span {
    const source_text *from;
    int line, column, end_line, end_column;
} source_span;

typedef struct wgcq_diagnostics diagnostics;

diagnostics *diagnostics_new(void); /* NULL: out of memory */

/* Reports an error; with `to` NULL (speculative checking) it is dropped.  Control characters and
   bytes that are not UTF-8 are escaped.  A second error of the same span and text is dropped.
   Returns false, for `return diagnostic_add(...)`. */
bool diagnostic_add(diagnostics *to, wgcq_diagnostic_kind kind, source_span at, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
/* A hint for the last error: "did you mean 'goat'?". */
void diagnostic_hint(diagnostics *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A second span that belongs to the last error: "'goat' is declared here". */
void diagnostic_note(diagnostics *to, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the span that diagnostic_add_too_large reports, which is called when the arena reaches its
   limit of `most` bytes (no span set: the beginning of `from`). */
void diagnostics_set_reading(diagnostics *to, source_span at);
void diagnostic_add_too_large(diagnostics *to, const source_text *from, size_t most);

bool diagnostics_last_stored(
    const diagnostics *of); /* was the last error stored, so that a hint is worth computing? */
size_t diagnostics_error_count(const diagnostics *of); /* so far, with those not stored */
bool diagnostics_failed(const diagnostics *of);        /* out of memory while storing */

#endif
