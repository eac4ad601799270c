/* formats.h - what each format does with a row; for sheet.c alone. */
#ifndef CLI_OUTPUT_FORMATS_H
#define CLI_OUTPUT_FORMATS_H

#include "output/table.h"

void open_table(row_writer *s);
void write_table_row(row_writer *s, const table_cell *cells);
void flush_table(row_writer *s);
void free_table(row_writer *s);

void write_json_row(row_writer *s, const table_cell *cells); /* one object, without a line's end */

void write_csv_names(row_writer *s);
void write_csv_row(row_writer *s, const table_cell *cells);
void write_tsv_names(row_writer *s);
void write_tsv_row(row_writer *s, const table_cell *cells);
void write_markdown_names(row_writer *s);
void write_markdown_row(row_writer *s, const table_cell *cells);

#endif
