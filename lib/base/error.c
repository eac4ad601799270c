/* error.c - filling in a wgcq_error. */
#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

int error_set(wgcq_error *err, wgcq_code code, const char *format, ...)
{
    assert(code != WGCQ_OK);
    if (err && err->code == WGCQ_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(err->text, sizeof err->text, format, arguments);
        va_end(arguments);
        err->code = code;
    }
    return code;
}

int error_set_memory(wgcq_error *err)
{
    return error_set(err, WGCQ_EMEMORY, "out of memory");
}
