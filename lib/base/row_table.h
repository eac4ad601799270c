/*
 * row_table.h - a result whose rows are all computed before the first is read.
 *
 * Cells are appended from left to right, row after row.  A failed allocation is remembered, and
 * returned by row_table_finish.
 */
#ifndef BASE_ROW_TABLE_H
#define BASE_ROW_TABLE_H

#include "base/cursor.h"

typedef struct row_table row_table;

row_table *row_table_new(size_t columns, const char *const *names); /* NULL: no memory */
row_table *row_table_new_named(const cursor_names *names);          /* with some that are given */
/* With names that are given NUL-terminated, one behind the other, in a text that it frees. */
row_table *row_table_new_given(const cursor_names *ours, strbuf *given);
void row_table_free(row_table *l);
void row_table_null(row_table *l);
void row_table_integer(row_table *l, int64_t value);
void row_table_integer_or_null(row_table *l, int64_t value, bool is_known);
void row_table_real(row_table *l, double value); /* no number: null */
void row_table_bool(row_table *l, bool value);
void row_table_text(row_table *l, const char *copied); /* NULL: null */
/* As row_table_text; a text that has failed makes the table fail. */
void row_table_strbuf(row_table *l, const strbuf *copied);
void row_table_strbuf_or_null(row_table *l, const strbuf *copied); /* empty: null */
void row_table_list(row_table *l, const cursor_texts *copied);
uint64_t row_table_count(const row_table *l); /* of whole rows */
/* Moves the last row before all others; there is one, unless memory ran out. */
void row_table_put_first(row_table *l);
/* The remark on the whole result, to be appended to. */
strbuf *row_table_remark(row_table *l);
struct wgcq_question;
/* Turns the table into *out; it must not be used afterwards, also on failure.  `question` may be
   NULL; its limit and offset select rows, and with its `count` the result is one row, `count`.
   Not `complete`: the run was cut short, so rows may be missing.  0 or WGCQ_EMEMORY. */
int row_table_finish(wgcq_rows **out, row_table *l, const struct wgcq_question *question,
                     bool complete, wgcq_error *err);
/* As above where `code` is 0; else frees the table, which may be NULL, and returns the code. */
int row_table_finish_or_free(int code, wgcq_rows **out, row_table *l,
                             const struct wgcq_question *question, bool complete, wgcq_error *err);

/* The remark on every result that --limit cut short. */
void row_table_note_limit(strbuf *out, uint64_t limit);

#endif
