/* patch_row.h - numbers in one stored row, changed along with a commit of pages. */
#ifndef TRACE_SQLITEFILE_PATCH_ROW_H
#define TRACE_SQLITEFILE_PATCH_ROW_H

#include "trace/sqlitefile/pager.h"

typedef struct row_patch {
    unsigned column;
    bool real;
    int64_t integer;
    double number;
} row_patch;

/* In the row of the table with that root.  Columns are in ascending order.  SQLITE_TOOBIG: the page
   has no room for it, or the row does not stand on one page. */
int patch_row_columns(pager *p, uint32_t root, int64_t rowid, const row_patch *changes,
                      size_t count);

#endif
