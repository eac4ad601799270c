/*
 * late_remark.h - a thread that says what takes long where the library, at work, does not: SQLite
 * calls no progress handler while it sorts, or while one of its functions works on a long text.
 */
#ifndef CLI_ROWS_LATE_REMARK_H
#define CLI_ROWS_LATE_REMARK_H

#include "output/progress_line.h"

/* In two seconds from the beginning of *of, if the library works then, or as soon as it does. */
void late_remark_begin(progress_line *of);
/* Between these two a call of the library is active. */
void late_remark_enter(void);
void late_remark_leave(void);
/* No remark from here on. */
void late_remark_end(void);

#endif
