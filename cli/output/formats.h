/* formats.h - what each format does with a row; for sheet.c alone. */
#ifndef CLI_OUTPUT_FORMATS_H
#define CLI_OUTPUT_FORMATS_H

#include "output/table.h"

void table_open(sheet *s);
void table_row(sheet *s, const cell *cells);
void table_flush(sheet *s);
void table_free(sheet *s);

void json_row(sheet *s, const cell *cells); /* one object, without a line's end */

void csv_names(sheet *s);
void csv_row(sheet *s, const cell *cells);
void tsv_names(sheet *s);
void tsv_row(sheet *s, const cell *cells);
void markdown_names(sheet *s);
void markdown_row(sheet *s, const cell *cells);

#endif
