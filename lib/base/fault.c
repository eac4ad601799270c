/* fault.c - filling in a wgcq_error. */
#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

int fault(wgcq_error *err, wgcq_code code, const char *format, ...)
{
    if (err && err->code == WGCQ_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(err->text, sizeof err->text, format, arguments);
        va_end(arguments);
        err->code = code;
    }
    return code;
}

int fault_memory(wgcq_error *err)
{
    return fault(err, WGCQ_EMEMORY, "out of memory");
}
