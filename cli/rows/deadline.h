/*
 * deadline.h - a thread that speaks if the library works for long, and ends `wgcq sql` if SQLite
 * does not return in time.
 *
 * SQLite calls no progress handler while it sorts, or while one of its functions works on a long
 * text.  A thread then ends the command, which only reads, and so has nothing to save: rows found
 * so far are printed, and the exit status is that of a limit.  All other questions look at the
 * clock themselves.
 */
#ifndef CLI_ROWS_DEADLINE_H
#define CLI_ROWS_DEADLINE_H

#include "rows/row_writer.h"

/* A remark to be made where the library still works after so many seconds. */
typedef struct deadline_remark {
    double after;
    void (*say)(void *self); /* by the thread */
    void *self;
} deadline_remark;

/* `seconds` from now; 0: never.  The library's own monitor has `grace` seconds more to stop by
   itself. */
void deadline_begin(double seconds, double grace, const deadline_remark *remark);
/* Between these two a call of the library is active; *w, if there is one, has the rows before it.
 */
void deadline_enter(row_writer *w);
void deadline_leave(void);
/* No deadline from here on. */
void deadline_end(void);

#endif
