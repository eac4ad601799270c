/*
 * diagnostics.h - what is wrong with a puzzle's text, where, and what was meant.
 *
 * Complaints are collected, not thrown: a stage says all it finds and goes on as well as it can.
 * After DIAGNOSTICS_MOST errors further ones are only counted.
 */
#ifndef PUZZLE_SOURCE_DIAGNOSTICS_H
#define PUZZLE_SOURCE_DIAGNOSTICS_H

#include "base/arena.h"
#include "wgcq.h"

enum { DIAGNOSTICS_MOST = 20 };

/* A text that is read, with the name it goes by. */
typedef struct source_text {
    const char *name; /* "family.yaml", "--set n" */
    const char *text;
    size_t length;
} source_text;

/* A stretch of a source.  Columns count code points from 1; end_column is one past the last. */
typedef struct source_span {
    const source_text *from;
    int line, column, end_line, end_column;
} source_span;

typedef struct wgcq_diagnostics diagnostics;

diagnostics *diagnostics_new(void); /* NULL: no memory */

/* An error; nowhere to go (`to` NULL, for trying out) it is forgotten.  The message is one line;
   control characters in it are escaped when it is kept, bytes that are not UTF-8 too.  A second
   error at the very same place and of the same text is dropped. Answers false, so that a checker
   can say `return complain(...)`. */
bool diagnostic_add(diagnostics *to, wgcq_diagnostic_kind kind, source_span at, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
/* What was meant, for the error last made by complain: "did you mean 'goat'?". */
void diagnostic_hint(diagnostics *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A second place that belongs to it: "'goat' is declared here". */
void diagnostic_note(diagnostics *to, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What is being read now, for a complaint about what it would take; and that complaint, about the
   place named last (nothing was: the beginning of `from`). */
void diagnostics_set_reading(diagnostics *to, source_span at);
void diagnostic_add_too_large(diagnostics *to, const source_text *from, size_t most);

bool diagnostics_last_stored(
    const diagnostics *of); /* is the last one, so that a hint is worth finding? */
size_t diagnostics_error_count(const diagnostics *of); /* made so far, those not kept counted in */
bool diagnostics_failed(const diagnostics *of);        /* memory ran out while complaining */

#endif
