/*
 * complaint.h - what is wrong with a puzzle's text, where, and what was meant.
 *
 * Complaints are collected, not thrown: a stage says all it finds and goes on as well as it can.
 * After COMPLAINTS_MOST errors further ones are only counted.
 */
#ifndef PUZZLE_COMPLAINT_H
#define PUZZLE_COMPLAINT_H

#include "base/arena.h"
#include "wgcq.h"

enum { COMPLAINTS_MOST = 20 };

/* A text that is read, with the name it goes by. */
typedef struct source {
    const char *name; /* "family.yaml", "--set n" */
    const char *text;
    size_t length;
} source;

/* A stretch of a source.  Columns count code points from 1; end_column is one past the last. */
typedef struct place {
    const source *from;
    int line, column, end_line, end_column;
} place;

typedef struct wgcq_complaints complaints;

complaints *complaints_new(void); /* NULL: no memory */

/* An error; nowhere to go (`to` NULL, for trying out) it is forgotten.  The message is one line;
   control characters in it are escaped when it is kept, bytes that are not UTF-8 too.  A second
   error at the very same place and of the same text is dropped. Answers false, so that a checker
   can say `return complain(...)`. */
bool complain(complaints *to, wgcq_complaint_kind kind, place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What was meant, for the error last made by complain: "did you mean 'goat'?". */
void complain_hint(complaints *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A second place that belongs to it: "'goat' is declared here". */
void complain_note(complaints *to, place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What is being read now, for a complaint about what it would take; and that complaint, about the
   place named last (nothing was: the beginning of `from`). */
void complaints_reading(complaints *to, place at);
void complain_of_size(complaints *to, const source *from, size_t most);

bool complaints_kept(const complaints *of); /* is the last one, so that a hint is worth finding? */
size_t complaints_errors(const complaints *of); /* made so far, those not kept counted in */
bool complaints_failed(const complaints *of);   /* memory ran out while complaining */

/* The nearest of `count` words by edit distance (insertions, deletions, changes, swapped
   neighbours), if it is near enough to be a slip of the pen (at most 1 for short words, 2, then 3
   for long ones); NULL where none is.  Case differences count for little. */
const char *complaint_nearest(const char *word, const char *const *words, size_t count);

#endif
