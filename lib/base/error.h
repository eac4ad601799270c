/* error.h - filling in a wgcq_error; the first error is the one that is kept. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "wgcq.h"

/* Writes *err (may be NULL) unless it holds an error already; returns `code`. */
int error_set(wgcq_error *err, wgcq_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int error_set_memory(wgcq_error *err);

#endif
