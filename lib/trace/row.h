/* row.h - numbers in one stored row, changed along with a commit of pages. */
#ifndef TRACE_ROW_H
#define TRACE_ROW_H

#include "trace/paging.h"

typedef struct row_change {
    unsigned column;
    bool real;
    int64_t integer;
    double number;
} row_change;

/* In the row of the table with that root.  Columns are in ascending order.  SQLITE_TOOBIG: the page
   has no room for it, or the row does not stand on one page. */
int row_change_all(paging *p, uint32_t root, int64_t rowid, const row_change *changes,
                   size_t count);

#endif
