/* json.h - values as JSON.  Invalid UTF-8 becomes U+FFFD; nothing else is changed. */
#ifndef CLI_ROWS_JSON_H
#define CLI_ROWS_JSON_H

#include "rows/cell.h"

#include <stdio.h>

void json_text(FILE *out, const char *text);
void json_cell(FILE *out, const table_cell *c);

#endif
