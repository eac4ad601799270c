/* row_format.c - the list of formats. */
#include "rows/row_format.h"

#include <assert.h>
#include <stddef.h>

const row_format *const row_formats[ROW_FORMATS + 1] = {
    &format_table, &format_box, &format_line,     &format_json, &format_jsonl,
    &format_csv,   &format_tsv, &format_markdown, NULL,
};

const char *row_format_name(int i)
{
    assert(i >= 0 && i < (int)(sizeof row_formats / sizeof *row_formats));
    return row_formats[i] ? row_formats[i]->name : NULL;
}
