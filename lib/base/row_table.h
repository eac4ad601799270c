/*
 * row_table.h - rows that are all made before the first is given.
 *
 * Cells are appended from left to right, row after row.  A failed allocation sticks and shows when
 * the listing is given.
 */
#ifndef BASE_ROW_TABLE_H
#define BASE_ROW_TABLE_H

#include "base/cursor.h"

typedef struct row_table row_table;

row_table *row_table_new(size_t columns, const char *const *names); /* NULL: no memory */
void row_table_free(row_table *l);
void row_table_null(row_table *l);
void row_table_integer(row_table *l, int64_t value);
void row_table_bool(row_table *l, bool value);
void row_table_text(row_table *l, const char *copied); /* NULL: null */
uint64_t row_table_count(const row_table *l);          /* of whole rows */
/* What is to be said of the whole, to be appended to. */
strbuf *row_table_remark(row_table *l);
/* Gives it as rows (never the listing itself after that, also when it fails).  question may be
   NULL; its limit and offset choose a part, and with `count` there is one row, `count`.  Not
   complete: the run was cut short before it could be. */
int row_table_finish(wgcq_rows **out, row_table *l, const wgcq_question *question, bool complete,
                     wgcq_error *err);

/* The remark of every answer that a limit ended. */
void row_table_note_limit(strbuf *out, uint64_t limit);

#endif
