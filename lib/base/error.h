/*
 * error.h - filling in a wgcq_error; the first error is the one that is kept.
 *
 * What callers may not pass is an error, too: a public function that can report names the function
 * and the parameter; one that cannot asserts.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "wgcq_base.h"

/* Writes *err (may be NULL) unless it holds an error already; returns `code`. */
int error_set(wgcq_error *err, wgcq_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int error_set_memory(wgcq_error *err);

typedef struct given_argument {
    const char *name;
    const void *value;
} given_argument;

/* The calling function and its pointers, {"name", name} each; that of a function is a CALLBACK. */
#define GIVEN(...)                                                                                 \
    __func__, (const given_argument[])                                                             \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            NULL, NULL                                                                             \
        }                                                                                          \
    }
#define CALLBACK(function) ((function) ? "" : NULL)

/* WGCQ_EREQUEST: one of the pointers is NULL. */
bool error_if_null(wgcq_error *err, const char *function, const given_argument *all);
/* WGCQ_EREQUEST: one of `count` texts is NULL, or all are. */
bool error_if_null_text(wgcq_error *err, const char *function, const char *name,
                        const char *const *texts, size_t count);
/* WGCQ_EREQUEST: an index or an enumeration is not below `bound`. */
bool error_if_beyond(wgcq_error *err, const char *function, const char *name, uint64_t value,
                     uint64_t bound);
struct wgcq_options;
/* WGCQ_EREQUEST: what no option can be; NULL has the defaults. */
bool error_if_options_wrong(wgcq_error *err, const char *function,
                            const struct wgcq_options *options);

#endif
