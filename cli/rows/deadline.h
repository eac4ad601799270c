/*
 * deadline.h - ends the program where the library does not come back in time.
 *
 * SQLite asks nobody while it sorts, or while one of its functions works on a long text.  A command
 * that only reads, and so has nothing to save, is ended then by a thread that waits for the time to
 * pass: rows that were found are printed, and the exit status is that of a limit.
 */
#ifndef CLI_ROWS_DEADLINE_H
#define CLI_ROWS_DEADLINE_H

#include "rows/row_writer.h"

/* `seconds` from now; 0: never.  The library's own monitor has half a second more to stop by
 * itself.
 */
void deadline_begin(double seconds);
/* Between the two a call of the library is under way, and the rows before it are in the sheet. */
void deadline_enter(row_writer *s);
void deadline_leave(void);
/* There is time from here on. */
void deadline_end(void);

#endif
