/*
 * source_map.c - maps the bytes of a scalar's text to the file.
 *
 * YAML folds lines, removes indentation and replaces escapes.  The scalar is scanned a second time
 * here, in step with the text that libyaml made of it, and cut into segments: within a segment
 * either byte i of the text is byte i of the file, or the segment is one unit (an escape, a line
 * end).  Offsets are then found by binary search.
 */
#include "puzzle/source/source_map.h"
#include "puzzle/source/yaml_internal.h"

#include <assert.h>
#include <string.h>

typedef struct map_segment {
    uint32_t text, file, file_length; /* its text ends where the next segment's begins */
} map_segment;

struct source_map {
    const line_index *in;
    size_t from, to; /* the whole scalar, where count is 0: it could not be mapped */
    size_t length;   /* of the text */
    size_t count;
    const map_segment *segments;
};

typedef struct mapper {
    arena *a;
    const char *file;
    size_t at, end; /* in the file */
    const char *text;
    size_t length, done; /* bytes of it, and those mapped so far      */
    bool diverged;       /* the text is not what the file's bytes come to */
    map_segment *segments;
    size_t count, room;
} mapper;

/* ---- making segments ---- */

static bool is_text_covered(const mapper *t)
{
    return t->done >= t->length;
}

static map_segment *last_segment(const mapper *t)
{
    return t->count ? &t->segments[t->count - 1] : NULL;
}

static bool continues_run(const mapper *t, size_t file)
{
    const map_segment *s = last_segment(t);
    return s && t->done - s->text == s->file_length && s->file + s->file_length == file;
}

/* Maps the next `bytes` of the text to `length` bytes of the file: extends the last segment where
   both continue byte by byte, else adds one. */
static void add_segment(mapper *t, size_t file, size_t length, size_t bytes)
{
    assert(bytes <= t->length - t->done);
    if (bytes == length && continues_run(t, file)) {
        last_segment(t)->file_length += (uint32_t)length;
    } else {
        map_segment s = {(uint32_t)t->done, (uint32_t)file, (uint32_t)length};
        ARENA_PUSH(t->a, t->segments, t->count, t->room, s);
    }
    t->done += bytes;
}

/* Bytes that are the same in text and file.  Where they differ, the scalar was misread. */
static void map_verbatim(mapper *t, size_t file, size_t bytes)
{
    if (bytes > t->length - t->done)
        bytes = t->length - t->done;
    if (!bytes)
        return;
    if (memcmp(t->text + t->done, t->file + file, bytes) != 0)
        t->diverged = true;
    add_segment(t, file, bytes, bytes);
}

/* `bytes` of text for `length` other ones in the file. */
static void map_replaced(mapper *t, size_t file, size_t length, size_t bytes)
{
    if (bytes && bytes <= t->length - t->done)
        add_segment(t, file, length, bytes);
}

/* ---- the file's bytes ---- */

static char mapper_byte(const mapper *t, size_t at)
{
    return at < t->end ? t->file[at] : '\0';
}

/* Lines end in LF or CR LF; validate_utf8 rejects other breaks. */
static size_t break_length(const mapper *t, size_t at)
{
    if (mapper_byte(t, at) == '\n')
        return 1;
    return mapper_byte(t, at) == '\r' && mapper_byte(t, at + 1) == '\n' ? 2 : 0;
}

static size_t find_line_end(const mapper *t, size_t at)
{
    while (at < t->end && !break_length(t, at))
        at++;
    return at;
}

/* ---- scalars whose lines are folded: plain and quoted ---- */

/* A run of blanks and line ends.  Without a line end it is text; one line end is a blank; of
   several all but the first are line ends.  After an escaped line end (`joined`) the first counts,
   too. */
static void map_line_breaks(mapper *t, bool joined)
{
    size_t begin = t->at, breaks = joined ? 1 : 0, first = 0, first_length = 0;
    for (;;) {
        size_t length = break_length(t, t->at);
        if (length && ++breaks == 1) {
            first = t->at;
            first_length = length;
        } else if (length) {
            map_replaced(t, t->at, length, 1);
        } else if (!yaml_is_blank(mapper_byte(t, t->at))) {
            break;
        }
        t->at += length ? length : 1;
    }
    if (!breaks)
        map_verbatim(t, begin, t->at - begin);
    else if (breaks == 1 && !joined)
        map_replaced(t, first, first_length, 1);
}

static size_t hex_length(char letter)
{
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

static uint32_t hex(const mapper *t, size_t at, size_t digits)
{
    uint32_t value = 0;
    for (size_t i = 0; i < digits; i++) {
        char c = mapper_byte(t, at + i);
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        value = value << 4 | (digit & 0xF);
    }
    return value;
}

/* How many bytes of UTF-8 an escape stands for. */
static size_t escape_bytes(const mapper *t, size_t at)
{
    char letter = mapper_byte(t, at + 1);
    size_t digits = hex_length(letter);
    if (digits) {
        uint32_t c = hex(t, at + 2, digits);
        return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return letter == 'N' || letter == '_' ? 2 : letter == 'L' || letter == 'P' ? 3 : 1;
}

static void map_escape(mapper *t)
{
    size_t ends_line = break_length(t, t->at + 1);
    if (ends_line) {
        t->at += 1 + ends_line;
        map_line_breaks(t, true);
        return;
    }
    size_t length = 2 + hex_length(mapper_byte(t, t->at + 1));
    map_replaced(t, t->at, length, escape_bytes(t, t->at));
    t->at += length;
}

static void map_flow_lines(mapper *t, char quote)
{
    while (t->at < t->end && !is_text_covered(t)) {
        if (yaml_is_blank(mapper_byte(t, t->at)) || break_length(t, t->at)) {
            map_line_breaks(t, false);
        } else if (quote == '\'' && mapper_byte(t, t->at) == '\'') {
            map_replaced(t, t->at, 2, 1);
            t->at += 2;
        } else if (quote == '"' && mapper_byte(t, t->at) == '\\') {
            map_escape(t);
        } else {
            map_verbatim(t, t->at, 1);
            t->at++;
        }
    }
}

static void map_quoted(mapper *t)
{
    char quote = mapper_byte(t, t->at);
    t->at++;
    if (t->end > t->at)
        t->end--;
    map_flow_lines(t, quote);
}

/* ---- scalars with rows: literal and folded ---- */

static size_t count_indent(const mapper *t, size_t at)
{
    size_t blanks = 0;
    while (mapper_byte(t, at + blanks) == ' ')
        blanks++;
    return blanks;
}

/* As libyaml does it: the widest indentation up to and including the first row with text. */
static size_t find_indent(const mapper *t, size_t least)
{
    size_t widest = least;
    for (size_t at = t->at; at < t->end;) {
        size_t blanks = count_indent(t, at);
        size_t ends_line = break_length(t, at + blanks);
        if (blanks > widest)
            widest = blanks;
        if (!ends_line)
            break;
        at += blanks + ends_line;
    }
    return widest;
}

static block_layout read_block_header(mapper *t, int parent)
{
    block_layout found = {0};
    size_t header_end = find_line_end(t, t->at), digit = 0;
    for (size_t i = t->at + 1; i <= t->at + 2 && i < header_end; i++)
        if (t->file[i] >= '1' && t->file[i] <= '9' && !digit)
            digit = (size_t)(t->file[i] - '0');
    t->at = header_end + break_length(t, header_end);
    found.rows = t->at;
    found.given = digit > 0;
    if (found.given)
        found.indent = digit + (parent > 0 ? (size_t)parent : 0);
    else
        found.indent = find_indent(t, parent >= 0 ? (size_t)parent + 1 : 1);
    return found;
}

/* The offset behind a row without text, whose line end is at *break_at; `at` where there is no such
   row. */
static size_t skip_empty_row(const mapper *t, size_t indent, size_t at, size_t *break_at)
{
    size_t blanks = count_indent(t, at);
    *break_at = at + (blanks < indent ? blanks : indent);
    size_t length = break_length(t, *break_at);
    return length ? *break_at + length : at;
}

static size_t skip_empty_rows(const mapper *t, size_t indent)
{
    size_t at = t->at, next, ignored;
    while ((next = skip_empty_row(t, indent, at, &ignored)) != at)
        at = next;
    return at;
}

static void map_empty_rows(mapper *t, size_t indent)
{
    size_t next, end;
    while ((next = skip_empty_row(t, indent, t->at, &end)) != t->at) {
        map_replaced(t, end, break_length(t, end), 1);
        t->at = next;
    }
}

/* The meaning of a row's end depends on the next row: between two rows that begin with text a
   folded scalar has a blank for it, or nothing where rows without text follow. */
static void map_block_rows(mapper *t, int parent, bool folded)
{
    size_t indent = read_block_header(t, parent).indent;
    size_t held = 0, held_length = 0;
    bool held_deeper = false;
    for (;;) {
        size_t row = skip_empty_rows(t, indent);
        bool more = row < t->end && count_indent(t, row) >= indent;
        bool deeper = more && yaml_is_blank(mapper_byte(t, row + indent));
        bool folds = folded && more && !deeper && !held_deeper;
        if (held_length && (!folds || row == t->at))
            map_replaced(t, held, held_length, 1);
        map_empty_rows(t, indent);
        if (!more || is_text_covered(t))
            return;
        held = find_line_end(t, row);
        held_length = break_length(t, held);
        held_deeper = deeper;
        map_verbatim(t, row + indent, held - row - indent);
        t->at = held + held_length;
    }
}

/* ---- the map of a scalar ---- */

static mapper start_mapper(const written_scalar *w)
{
    return (mapper){.file = w->in->text, .at = w->from, .end = w->to};
}

block_layout source_map_layout(const written_scalar *scalar)
{
    assert(scalar->style == STYLE_LITERAL || scalar->style == STYLE_FOLDED);
    mapper t = start_mapper(scalar);
    return read_block_header(&t, scalar->parent);
}

static void map_scalar(mapper *t, const written_scalar *scalar)
{
    switch (scalar->style) {
    case STYLE_QUOTED: map_quoted(t); break;
    case STYLE_LITERAL: map_block_rows(t, scalar->parent, false); break;
    case STYLE_FOLDED: map_block_rows(t, scalar->parent, true); break;
    default: map_flow_lines(t, '\0'); break;
    }
}

const source_map *source_map_new(arena *a, const written_scalar *scalar, const char *text,
                                 size_t length)
{
    assert(scalar->from <= scalar->to && scalar->to <= scalar->in->length);
    map_segment few[4]; /* most scalars are one segment */
    mapper t = start_mapper(scalar);
    t.a = a;
    t.text = text;
    t.length = length;
    t.segments = few;
    t.room = sizeof few / sizeof *few;
    map_scalar(&t, scalar);
    source_map *made = arena_take(a, sizeof *made);
    *made = (source_map){scalar->in, scalar->from, scalar->to, length, 0, NULL};
    if (t.diverged || t.done != length)
        return made;
    made->count = t.count;
    made->segments = t.segments;
    if (t.segments == few) { /* which is on the stack */
        map_segment *kept = arena_array(a, t.count, sizeof *kept);
        memcpy(kept, few, t.count * sizeof *kept);
        made->segments = kept;
    }
    return made;
}

/* ---- lookup ---- */

static size_t find_segment(const source_map *o, size_t text)
{
    assert(o->count);
    size_t low = 0, high = o->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (o->segments[middle].text <= text)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool is_verbatim(const source_map *o, size_t i)
{
    size_t end = i + 1 < o->count ? o->segments[i + 1].text : o->length;
    return end - o->segments[i].text == o->segments[i].file_length;
}

static size_t file_begin(const source_map *o, size_t text)
{
    assert(text < o->length);
    size_t i = find_segment(o, text);
    return o->segments[i].file + (is_verbatim(o, i) ? text - o->segments[i].text : 0);
}

/* Behind the byte before `text`. */
static size_t file_end(const source_map *o, size_t text)
{
    assert(text && text <= o->length);
    size_t i = find_segment(o, text - 1);
    const map_segment *s = &o->segments[i];
    return s->file + (is_verbatim(o, i) ? text - s->text : s->file_length);
}

source_span source_map_span(const source_map *o, size_t from, size_t to)
{
    if (!o->count)
        return line_index_span(o->in, o->from, o->to);
    if (to > o->length)
        to = o->length;
    if (from > to)
        from = to;
    if (from < to)
        return line_index_span(o->in, file_begin(o, from), file_end(o, to));
    size_t at = from < o->length ? file_begin(o, from) : file_end(o, from);
    return line_index_span(o->in, at, at);
}

size_t source_map_end(const source_map *o, const line_index **in)
{
    *in = o->in;
    return o->to;
}
