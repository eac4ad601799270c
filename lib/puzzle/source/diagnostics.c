/*
 * diagnostics.c - stores the errors, hints and notes of a puzzle's text, ready to be shown.
 *
 * Diagnostics outlive the puzzle and its arena, so each owns copies of what it shows.  They are
 * ordered by source, line and column; notes follow their error.
 */
#include "puzzle/source/diagnostics.h"

#include "base/array.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer message, in bytes, is cut and ends in "...". */
enum { MESSAGE_MOST = 800 };

typedef struct stored_diagnostic {
    wgcq_diagnostic shown; /* its strings are the ones below */
    char *file, *text, *hint;
    char *source;   /* NULL: it shares that of an earlier one of its line */
    source_span at; /* its source may be freed               */
    size_t ordinal; /* of its source, in order of first use     */
} stored_diagnostic;

struct wgcq_diagnostics {
    stored_diagnostic *items;
    size_t count, room;
    size_t errors;  /* reported, stored or not                                 */
    size_t stored;  /* errors among the items                            */
    size_t sources; /* sources so far                                 */
    size_t last;    /* index of the error that hints and notes belong to, or NONE */
    bool failed;
    source_span reading; /* from NULL: none set */
};

static const size_t NONE = SIZE_MAX;

diagnostics *diagnostics_new(void)
{
    diagnostics *made = calloc(1, sizeof *made);
    if (made)
        made->last = NONE;
    return made;
}

static void free_stored(stored_diagnostic *k)
{
    free(k->file);
    free(k->text);
    free(k->hint);
    free(k->source);
}

void wgcq_diagnostics_free(wgcq_diagnostics *of)
{
    if (!of)
        return;
    for (size_t i = 0; i < of->count; i++)
        free_stored(&of->items[i]);
    free(of->items);
    free(of);
}

/* ---- what is shown ---- */

static void escape_codepoint(strbuf *to, uint32_t c)
{
    if (c == '\n')
        strbuf_put(to, "\\n");
    else if (c == '\t')
        strbuf_put(to, "\\t");
    else if (c == '\r')
        strbuf_put(to, "\\r");
    else if (c < 0x80)
        strbuf_printf(to, "\\x%02X", (unsigned)c);
    else
        strbuf_printf(to, "\\u{%X}", (unsigned)c);
}

/* The message on one line; control characters, deceptive ones and bad bytes are escaped. */
static void escape_message(strbuf *to, const char *from, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t bytes = utf8_decode(from + at, length - at, &c);
        if (to->length > MESSAGE_MOST) {
            strbuf_put(to, "...");
            return;
        }
        if (!bytes)
            strbuf_printf(to, "\\x%02X", (unsigned)(unsigned char)from[at]);
        else if (utf8_is_control(c) || utf8_is_deceptive(c))
            escape_codepoint(to, c);
        else
            strbuf_add(to, from + at, bytes);
        at += bytes ? bytes : 1;
    }
}

static char *format_message(const char *format, va_list arguments)
{
    strbuf shown = {0};
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
    if (bytes) {
        vsnprintf(bytes, (size_t)length + 1, format, arguments);
        escape_message(&shown, bytes, (size_t)length);
        strbuf_put(&shown, "");
    }
    free(bytes);
    if (!bytes || shown.failed) {
        strbuf_free(&shown);
        return NULL;
    }
    return shown.bytes;
}

/* The line's bytes in the source, without its end and without a byte order mark. */
static const char *find_line(const source_text *from, int line, size_t *length)
{
    const char *at = from->text, *end = from->text + from->length;
    for (int i = 1; i < line && at; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : NULL;
    }
    *length = 0;
    if (!at || line < 1)
        return "";
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    if (stop > at && stop[-1] == '\r')
        stop--;
    if (line == 1 && stop - at >= 3 && !memcmp(at, "\xEF\xBB\xBF", 3))
        at += 3;
    *length = (size_t)(stop - at);
    return at;
}

/* The line for display.  Every code point stays one, so that carets find their columns: tabs become
   blanks, and what cannot be shown becomes U+FFFD. */
static char *display_line(const char *line, size_t length)
{
    strbuf shown = {0};
    for (size_t at = 0; at < length;) {
        uint32_t c = 0;
        size_t bytes = utf8_decode(line + at, length - at, &c);
        if (c == '\t')
            strbuf_char(&shown, ' ');
        else if (!bytes || utf8_is_control(c) || utf8_is_deceptive(c))
            strbuf_codepoint(&shown, 0xFFFD);
        else
            strbuf_add(&shown, line + at, bytes);
        at += bytes ? bytes : 1;
    }
    strbuf_put(&shown, "");
    if (shown.failed)
        strbuf_free(&shown);
    return shown.bytes;
}

/* The column after the last one that is underlined; of several lines only the first is. */
static int underline_end(source_span at, const char *line, size_t length)
{
    int end = at.end_line > at.line ? (int)utf8_count(line, length) + 1 : at.end_column;
    return end > at.column ? end : at.column + 1;
}

static char *duplicate_string(const char *string)
{
    return strdup(string ? string : "");
}

/* A line that several errors are in is stored once. */
static const char *find_shown_line(const diagnostics *in, const stored_diagnostic *k)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->items[i].at.from == k->at.from && in->items[i].at.line == k->at.line &&
            in->items[i].ordinal == k->ordinal)
            return in->items[i].shown.source;
    return NULL;
}

/* Everything but the message and the ordinal.  False: out of memory. */
static bool fill_location(const diagnostics *in, stored_diagnostic *k)
{
    const source_text *from = k->at.from;
    size_t length = 0;
    const char *line = from ? find_line(from, k->at.line, &length) : "";
    k->file = duplicate_string(from ? from->name : NULL);
    k->shown.source = find_shown_line(in, k);
    if (!k->shown.source)
        k->shown.source = k->source = display_line(line, length);
    k->shown.line = k->at.line;
    k->shown.column = k->at.column;
    k->shown.end_column = underline_end(k->at, line, length);
    k->shown.file = k->file;
    k->shown.text = k->text;
    return k->text && k->file && k->shown.source;
}

/* ---- storing in order ---- */

static size_t index_of_source(diagnostics *in, const source_text *of)
{
    const char *file = of && of->name ? of->name : "";
    for (size_t i = 0; i < in->count; i++)
        if (!strcmp(in->items[i].file, file))
            return in->items[i].ordinal;
    return in->sources++;
}

static bool precedes(const stored_diagnostic *a, const stored_diagnostic *b)
{
    if (a->ordinal != b->ordinal)
        return a->ordinal < b->ordinal;
    if (a->shown.line != b->shown.line)
        return a->shown.line < b->shown.line;
    return a->shown.column < b->shown.column;
}

static size_t after_notes(const diagnostics *in, size_t error)
{
    assert(error < in->count && !in->items[error].shown.note);
    size_t at = error + 1;
    while (at < in->count && in->items[at].shown.note)
        at++;
    return at;
}

/* After every error that is not later in the text. */
static size_t insert_position(const diagnostics *in, const stored_diagnostic *k)
{
    size_t at = 0;
    while (at < in->count && !precedes(k, &in->items[at]))
        at = after_notes(in, at);
    return at;
}

static bool is_same_error(const stored_diagnostic *a, const stored_diagnostic *b)
{
    return a->ordinal == b->ordinal && a->at.line == b->at.line && a->at.column == b->at.column &&
           a->at.end_line == b->at.end_line && a->at.end_column == b->at.end_column &&
           !strcmp(a->text, b->text);
}

static bool is_duplicate(const diagnostics *in, const stored_diagnostic *k)
{
    for (size_t i = 0; i < in->count; i++)
        if (!in->items[i].shown.note && is_same_error(&in->items[i], k))
            return true;
    return false;
}

static bool insert_stored(diagnostics *in, size_t at, const stored_diagnostic *k)
{
    assert(at <= in->count);
    if (!array_reserve(&in->items, &in->room, in->count + 1, sizeof *in->items))
        return false;
    memmove(in->items + at + 1, in->items + at, (in->count - at) * sizeof *in->items);
    in->items[at] = *k;
    in->count++;
    return true;
}

/* ---- reporting ---- */

static void drop_for_memory(diagnostics *in, stored_diagnostic *k)
{
    free_stored(k);
    in->failed = true;
}

/* Finding a line takes time linear in the text, and a text can have any number of errors:
   duplicates, and errors that are only counted, are not formatted. */
static void store_error(diagnostics *to, stored_diagnostic *k)
{
    assert(to->stored < DIAGNOSTICS_MOST);
    to->errors++;
    if (!k->text) {
        drop_for_memory(to, k);
        return;
    }
    k->ordinal = index_of_source(to, k->at.from);
    if (is_duplicate(to, k)) {
        to->errors--;
        free_stored(k);
        return;
    }
    size_t at = fill_location(to, k) ? insert_position(to, k) : NONE;
    if (at == NONE || !insert_stored(to, at, k)) {
        drop_for_memory(to, k);
        return;
    }
    to->stored++;
    to->last = at;
}

bool diagnostic_add(diagnostics *to, wgcq_diagnostic_kind kind, source_span at, const char *format,
                    ...)
{
    if (!to)
        return false;
    to->last = NONE;
    if (to->stored == DIAGNOSTICS_MOST) {
        to->errors++;
        return false;
    }
    stored_diagnostic k = {.shown = {.kind = kind}, .at = at};
    va_list arguments;
    va_start(arguments, format);
    k.text = format_message(format, arguments);
    va_end(arguments);
    store_error(to, &k);
    return false;
}

void diagnostic_hint(diagnostics *to, const char *format, ...)
{
    if (!to || to->last == NONE)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *hint = format_message(format, arguments);
    va_end(arguments);
    if (!hint)
        to->failed = true;
    stored_diagnostic *k = &to->items[to->last];
    free(k->hint);
    k->hint = hint;
    k->shown.hint = hint;
}

void diagnostic_note(diagnostics *to, source_span at, const char *format, ...)
{
    if (!to || to->last == NONE)
        return;
    const stored_diagnostic *error = &to->items[to->last];
    stored_diagnostic k = {
        .shown = {.kind = error->shown.kind, .note = true}, .at = at, .ordinal = error->ordinal};
    va_list arguments;
    va_start(arguments, format);
    k.text = format_message(format, arguments);
    va_end(arguments);
    if (!fill_location(to, &k) || !insert_stored(to, after_notes(to, to->last), &k))
        drop_for_memory(to, &k);
}

void diagnostics_set_reading(diagnostics *to, source_span at)
{
    if (to)
        to->reading = at;
}

void diagnostic_add_too_large(diagnostics *to, const source_text *from, size_t most)
{
    assert(to && from);
    const source_span beginning = {from, 1, 1, 1, 2};
    diagnostic_add(to, WGCQ_DIAGNOSTIC_RANGE, to->reading.from ? to->reading : beginning,
                   "with this the puzzle takes more than %zu MiB of memory to read", most >> 20);
}

bool diagnostics_last_stored(const diagnostics *of)
{
    return of && of->last != NONE;
}

size_t diagnostics_error_count(const diagnostics *of)
{
    return of->errors;
}

bool diagnostics_failed(const diagnostics *of)
{
    return of->failed;
}

/* ---- reading them ---- */

size_t wgcq_diagnostics_count(const wgcq_diagnostics *of)
{
    return of ? of->count : 0;
}

const wgcq_diagnostic *wgcq_diagnostics_at(const wgcq_diagnostics *of, size_t i)
{
    assert(of && i < of->count);
    return &of->items[i].shown;
}

const char *wgcq_diagnostic_kind_name(wgcq_diagnostic_kind kind)
{
    switch (kind) {
    case WGCQ_DIAGNOSTIC_YAML: return "YAML";
    case WGCQ_DIAGNOSTIC_SHAPE: return "shape";
    case WGCQ_DIAGNOSTIC_NAME: return "name";
    case WGCQ_DIAGNOSTIC_TYPE: return "type";
    case WGCQ_DIAGNOSTIC_RANGE: return "range";
    case WGCQ_DIAGNOSTIC_RUN: return "run";
    }
    return "";
}
