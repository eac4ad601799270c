/* checker.c - errors, hints and notes of the checker. */
#include <stdarg.h>
#include <stdio.h>

#include "puzzle/scope/checker.h"

bool checker_error(checker *c, wgcq_diagnostic_kind what, source_span at, const char *format, ...)
{
    bool of_kinds = what == WGCQ_DIAGNOSTIC_TYPE || what == WGCQ_DIAGNOSTIC_RANGE;
    c->error_count++;
    c->suppressed = c->quiet || (c->lenient && what != WGCQ_DIAGNOSTIC_NAME) ||
                    (c->values_poisoned && of_kinds);
    if (c->suppressed)
        return false;
    c->last_reported = what;
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return diagnostic_add(c->to, what, at, "%s", line);
}

void checker_hint(checker *c, const char *format, ...)
{
    if (c->suppressed)
        return;
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    diagnostic_hint(c->to, "%s", line);
}

void checker_note(checker *c, source_span at, const char *format, ...)
{
    if (c->suppressed)
        return;
    char line[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    diagnostic_note(c->to, at, "%s", line);
}
