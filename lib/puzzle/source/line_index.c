/*
 * line_index.c - bytes of a source to lines and columns.
 *
 * Stores the offset of every line, and the number of code points before every PACE-th byte.  Both
 * are found by binary search, and at most PACE bytes are counted for a column.
 */
#include "puzzle/source/line_index.h"

#include <assert.h>
#include <string.h>

enum { PACE = 16 };

static bool starts_codepoint(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

static void index_lines(arena *a, line_index *p)
{
    size_t count = 1;
    for (size_t i = p->begin; i < p->length; i++)
        if (p->text[i] == '\n')
            count++;
    p->lines = arena_array(a, count, sizeof *p->lines);
    p->lines[p->line_count++] = (uint32_t)p->begin;
    for (size_t i = p->begin; i < p->length; i++)
        if (p->text[i] == '\n')
            p->lines[p->line_count++] = (uint32_t)(i + 1);
}

static void index_codepoints(arena *a, line_index *p)
{
    uint32_t count = 0;
    p->count_count = (p->length - p->begin) / PACE + 1;
    p->counted = arena_array(a, p->count_count, sizeof *p->counted);
    for (size_t i = p->begin; i < p->length; i++) {
        if ((i - p->begin) % PACE == 0)
            p->counted[(i - p->begin) / PACE] = count;
        if (starts_codepoint(p->text[i]))
            count++;
    }
    if ((p->length - p->begin) % PACE == 0)
        p->counted[p->count_count - 1] = count;
    p->of_bytes = count == p->length - p->begin;
}

const line_index *line_index_new(arena *a, const source_text *from)
{
    assert(from->length < UINT32_MAX);
    line_index *p = arena_take(a, sizeof *p);
    p->from = from;
    p->text = from->text;
    p->length = from->length;
    if (p->length >= 3 && !memcmp(p->text, "\xEF\xBB\xBF", 3))
        p->begin = 3;
    index_lines(a, p);
    index_codepoints(a, p);
    return p;
}

/* The index of the last of the ascending values that is not above `wanted`; the first never is. */
static size_t last_up_to(const uint32_t *values, size_t count, size_t wanted)
{
    assert(count);
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (values[middle] <= wanted)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static size_t codepoints_before(const line_index *p, size_t offset)
{
    assert(offset >= p->begin && offset <= p->length);
    if (p->of_bytes)
        return offset - p->begin;
    size_t mark = (offset - p->begin) / PACE;
    size_t count = p->counted[mark];
    for (size_t i = p->begin + mark * PACE; i < offset; i++)
        if (starts_codepoint(p->text[i]))
            count++;
    return count;
}

size_t line_index_offset(const line_index *p, size_t codepoints)
{
    if (p->of_bytes)
        return codepoints < p->length - p->begin ? p->begin + codepoints : p->length;
    size_t mark = last_up_to(p->counted, p->count_count, codepoints);
    size_t count = p->counted[mark];
    size_t at = p->begin + mark * PACE;
    while (at < p->length && (count < codepoints || !starts_codepoint(p->text[at]))) {
        if (starts_codepoint(p->text[at]))
            count++;
        at++;
    }
    return at;
}

size_t line_index_line(const line_index *p, size_t offset)
{
    return last_up_to(p->lines, p->line_count, offset);
}

size_t line_index_line_begin(const line_index *p, size_t line)
{
    assert(line < p->line_count);
    return p->lines[line];
}

size_t line_index_line_end(const line_index *p, size_t line)
{
    assert(line < p->line_count);
    size_t begin = p->lines[line];
    size_t end = line + 1 < p->line_count ? p->lines[line + 1] - 1 : p->length;
    return end > begin && p->text[end - 1] == '\r' ? end - 1 : end;
}

char line_index_byte(const line_index *p, size_t offset)
{
    return offset < p->length ? p->text[offset] : '\0';
}

static size_t column_in_line(const line_index *p, size_t line, size_t offset)
{
    return codepoints_before(p, offset) - codepoints_before(p, p->lines[line]);
}

size_t line_index_column(const line_index *p, size_t offset)
{
    return column_in_line(p, line_index_line(p, offset), offset);
}

source_span line_index_span(const line_index *p, size_t from, size_t to)
{
    if (from < p->begin)
        from = p->begin;
    if (from > p->length)
        from = p->length;
    if (to < from)
        to = from;
    if (to > p->length)
        to = p->length;
    const size_t line = line_index_line(p, from), end = line_index_line(p, to);
    return (source_span){.from = p->from,
                         .line = (int)line + 1,
                         .column = (int)column_in_line(p, line, from) + 1,
                         .end_line = (int)end + 1,
                         .end_column = (int)column_in_line(p, end, to) + 1};
}
