/* patch_row.h - numeric columns of one stored row, changed with the pager's next commit. */
#ifndef TRACE_SQLITEFILE_PATCH_ROW_H
#define TRACE_SQLITEFILE_PATCH_ROW_H

#include "trace/sqlitefile/pager.h"

typedef struct row_patch {
    unsigned column;
    bool real;
    int64_t integer;
    double number;
} row_patch;

/* Changes columns of the row `rowid` in the table with that root; changes[count] are in ascending
   order of columns. SQLITE_TOOBIG: the page has no room for it, or the row has overflow pages. */
int patch_row_columns(pager *p, uint32_t root, int64_t rowid, const row_patch *changes,
                      size_t count);

#endif
