/* messages.c - messages on standard error, text styles, memory. */
#include "output/messages.h"
#include "output/exit_status.h"
#include "output/memory_limit.h"
#include "output/terminal_text.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set once, before anything is printed. */
static bool output_styled, error_styled;

static bool is_styled(color c, int stream)
{
    if (c != COLOR_AUTO)
        return c == COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(stream) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

void style_enable(color c)
{
    output_styled = is_styled(c, STDOUT_FILENO);
    error_styled = is_styled(c, STDERR_FILENO);
}

bool style_is_enabled(const FILE *out)
{
    return out == stdout ? output_styled : out == stderr ? error_styled : false;
}

void style_set(FILE *out, text_style i)
{
    static const char *const codes[] = {"0", "1", "1;31", "1;36", "1;32", "2", "1;36"};
    assert(i >= STYLE_PLAIN && i <= STYLE_CHANGED);
    if (style_is_enabled(out))
        fprintf(out, "\033[%sm", codes[i]);
}

static void begin_error(void)
{
    fputs("wgcq: ", stderr);
    style_set(stderr, STYLE_ERROR);
    fputs("error: ", stderr);
    style_set(stderr, STYLE_PLAIN);
}

static __attribute__((format(printf, 1, 0))) void print_message_line(const char *format,
                                                                     va_list arguments)
{
    memory_stream s;
    vfprintf(memory_stream_begin(&s), format, arguments);
    char *text = memory_stream_end(&s);
    terminal_print(stderr, text, s.length);
    fputc('\n', stderr);
    free(text);
}

void message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    begin_error();
    print_message_line(format, arguments);
    va_end(arguments);
}

void message_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("wgcq: ", stderr);
    print_message_line(format, arguments);
    va_end(arguments);
}

/* An error of a run may end with the state as a board. */
static void print_run_error(const char *text)
{
    size_t length = strlen(text);
    begin_error();
    terminal_print_each_line(stderr, text,
                             length && text[length - 1] == '\n' ? length - 1 : length);
    fputc('\n', stderr);
}

int message_file_error(const char *path)
{
    message_error("%s: %s", path, strerror(errno));
    return STATUS_FILE;
}

int message_failure(const wgcq_error *err)
{
    assert(err->code < 0);
    if (err->code == WGCQ_EINTERRUPT) {
        message_note("interrupted");
        return STATUS_INTERRUPTED;
    }
    if (err->code == WGCQ_ERUN)
        print_run_error(err->text);
    else
        message_error("%s", *err->text ? err->text : "no memory");
    if (err->code == WGCQ_EUNKNOWN)
        return STATUS_UNKNOWN;
    bool is_usage =
        err->code == WGCQ_EPUZZLE || err->code == WGCQ_ERUN || err->code == WGCQ_EREQUEST;
    return is_usage ? STATUS_USAGE : STATUS_FILE;
}

char *message_first_mistake(const wgcq_diagnostics *all, const wgcq_error *err)
{
    if (!wgcq_diagnostics_count(all))
        return memory_strdup(err->text);
    const wgcq_diagnostic *d = wgcq_diagnostics_at(all, 0);
    return memory_format("%s:%d:%d: %s", d->file, d->line, d->column, d->text);
}

void message_no_memory(void)
{
    static const char words[] = "wgcq: error: no memory\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written; /* there is nowhere else to report it */
    _exit(STATUS_FILE);
}

/* Beyond the limit of a question, too: it holds what is asked for, not the printing of the answer.
 */
static void *allocate(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory && memory_limit_holds()) {
        memory_limit_suspend();
        memory = realloc(old, size ? size : 1);
        memory_limit_apply();
    }
    if (!memory)
        message_no_memory();
    return memory;
}

void *memory_alloc(size_t size)
{
    return memset(allocate(NULL, size), 0, size);
}

void *memory_realloc(void *old, size_t size)
{
    return allocate(old, size);
}

char *memory_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_alloc(size), text, size);
}

char *memory_format(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *text = memory_alloc(length < 0 ? 1 : (size_t)length + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

FILE *memory_stream_begin(memory_stream *s)
{
    s->text = NULL;
    s->out = open_memstream(&s->text, &s->length);
    if (!s->out)
        message_no_memory();
    return s->out;
}

char *memory_stream_end(memory_stream *s)
{
    if (ferror(s->out) || fclose(s->out) != 0 || !s->text)
        message_no_memory();
    return s->text;
}
