/*
 * row_format.h - the formats of --format.
 *
 * A format is a file format_*.c with its functions, a declaration here, and its place in the list
 * in row_format.c; options, help and completions follow.
 */
#ifndef CLI_ROWS_ROW_FORMAT_H
#define CLI_ROWS_ROW_FORMAT_H

#include "rows/cell.h"

#include <stdbool.h>

struct row_writer;

typedef struct row_format {
    const char *name;
    /* Only `row` is required. */
    void (*begin)(struct row_writer *w);
    void (*row)(struct row_writer *w, const table_cell *cells);
    void (*end)(struct row_writer *w);   /* after the last row, if none is missing     */
    void (*close)(struct row_writer *w); /* prints rows that are held back, frees them */
    bool holds_one_list;                 /* all rows have the same columns             */
    bool for_people;                     /* several lists may follow one another       */
    bool allows_prose;                   /* reports and remarks are plain text         */
    bool is_json;                        /* reports are an object, not a row           */
} row_format;

extern const row_format format_table, format_box, format_line, format_json, format_jsonl,
    format_csv, format_tsv, format_markdown;

enum { ROW_FORMATS = 8 };
extern const row_format *const row_formats[]; /* NULL after the last; the first is the default */
const char *row_format_name(int i);           /* NULL past the last */

#endif
