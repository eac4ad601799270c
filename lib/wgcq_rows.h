/* wgcq_rows.h - rows: the cursor that all answers come as. */
#ifndef WGCQ_ROWS_H
#define WGCQ_ROWS_H

#include "wgcq_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wgcq_type {
    WGCQ_NULL,
    WGCQ_INTEGER, /* fits an int64                      */
    WGCQ_REAL,
    WGCQ_TEXT, /* also counts beyond 64 bits        */
    WGCQ_BOOL,
    WGCQ_LIST /* of texts: the moves of a plan     */
} wgcq_type;

/* Pulled one at a time, computed on demand where possible.  Owned by the caller, and freed before
   the handle that returned them; a monitor that was passed is borrowed until then. */
typedef struct wgcq_rows wgcq_rows;

/* 0: at a row; WGCQ_DONE: no more; negative: an error (WGCQ_EINTERRUPT: the monitor asked to stop).
 */
WGCQ_API int wgcq_rows_next(wgcq_rows *rows, wgcq_error *err);
WGCQ_API size_t wgcq_rows_columns(const wgcq_rows *rows);
/* No two columns have one name, in whatever case: a cost's gets "_" appended until it is unique. */
WGCQ_API const char *wgcq_rows_name(const wgcq_rows *rows, size_t column);
/* Values of the present row; strings are valid until the next wgcq_rows_next.  A value of another
   type is 0, but every type converts to text (null: ""). */
WGCQ_API wgcq_type wgcq_rows_type(const wgcq_rows *rows, size_t column);
WGCQ_API int64_t wgcq_rows_integer(const wgcq_rows *rows, size_t column);
WGCQ_API double wgcq_rows_real(const wgcq_rows *rows, size_t column);
WGCQ_API const char *wgcq_rows_text(const wgcq_rows *rows, size_t column); /* any type, as text */
/* The `*count` texts of a list, one behind the other, each with its NUL; as text they are separated
   by
   "; ".  A value of another type is an empty list. */
WGCQ_API const char *wgcq_rows_list(const wgcq_rows *rows, size_t column, size_t *count);
/* After WGCQ_DONE: a one-line remark on the whole result ("complete: 2 plans"), or NULL. */
WGCQ_API const char *wgcq_rows_remark(const wgcq_rows *rows);
/* After WGCQ_DONE: whether these are all rows there are. */
WGCQ_API bool wgcq_rows_complete(const wgcq_rows *rows);
/* After WGCQ_DONE: whether the run was cut short before the answer was determined: rows may be
   missing, or figures null, beyond what a limit or an offset leaves out. */
WGCQ_API bool wgcq_rows_unknown(const wgcq_rows *rows);
WGCQ_API void wgcq_rows_free(wgcq_rows *rows);

/* The verdict of a check; worse is greater. */
typedef enum wgcq_verdict {
    WGCQ_HOLDS,
    WGCQ_INCONCLUSIVE, /* the run was cut short, or does not store what the check needs */
    WGCQ_FAILS
} wgcq_verdict;

#ifdef __cplusplus
}
#endif
#endif
