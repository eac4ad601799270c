/* levels.c - what readers of boards share: lines, levels, the one that is asked for. */
#include "imports/levels.h"

#include "base/suggest.h"
#include "base/utf8.h"

#include <string.h>
#include <strings.h>

static bool is_blank_byte(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

text_part board_line(const board_file *f, size_t line)
{
    size_t from = line_index_line_begin(f->lines, line), to = line_index_line_end(f->lines, line);
    while (to > from && is_blank_byte(f->text->text[to - 1]))
        to--;
    return (text_part){f->text->text + from, to - from, from};
}

text_part text_part_trim(text_part p)
{
    while (p.length && is_blank_byte(p.bytes[p.length - 1]))
        p.length--;
    for (; p.length && is_blank_byte(*p.bytes); p.length--, p.bytes++, p.offset++)
        ;
    return p;
}

source_span text_part_span(const board_file *f, text_part p)
{
    return line_index_span(f->lines, p.offset, p.offset + (p.length ? p.length : 1));
}

/* ---- the level that is asked for ------------------------------------------------------------ */

/* 0: it is no number. */
static size_t level_number(const char *level)
{
    size_t number = 0;
    for (const char *at = level; *at; at++) {
        if (*at < '0' || *at > '9' || number > 100000000)
            return 0;
        number = number * 10 + (size_t)(*at - '0');
    }
    return number;
}

static bool has_title(const board_level *l, const char *title)
{
    return l->title.length == strlen(title) &&
           strncasecmp(l->title.bytes, title, l->title.length) == 0;
}

/* The title that was probably meant, or NULL. */
static const char *nearest_title(const board_file *f)
{
    const char **titles = arena_array(f->memory, f->count + 1, sizeof *titles);
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->levels[i].title.length)
            titles[count++] =
                arena_text(f->memory, f->levels[i].title.bytes, f->levels[i].title.length);
    return suggest_nearest(f->level, titles, count);
}

size_t board_level_find(const board_file *f)
{
    size_t number = level_number(f->level);
    if (number && number <= f->count)
        return number - 1;
    for (size_t i = 0; i < f->count; i++)
        if (has_title(&f->levels[i], f->level))
            return i;
    diagnostic_add(f->to, WGCQ_DIAGNOSTIC_NAME, line_index_span(f->lines, 0, 1),
                   "no level '%s': the file has %zu", f->level, f->count);
    const char *near = number ? NULL : nearest_title(f);
    if (near)
        diagnostic_hint(f->to, "did you mean '%s'?", near);
    return f->count;
}

/* ---- texts of others in YAML ---------------------------------------------------------------- */

void strbuf_put_quoted(strbuf *out, text_part p)
{
    strbuf_char(out, '"');
    for (size_t at = 0; at < p.length;) {
        uint32_t c;
        size_t bytes = utf8_decode(p.bytes + at, p.length - at, &c);
        if (!bytes) {
            c = (unsigned char)p.bytes[at];
            bytes = 1;
        }
        if (c == '"' || c == '\\')
            strbuf_char(out, '\\');
        if (utf8_is_control(c) || utf8_is_deceptive(c))
            strbuf_char(out, ' ');
        else
            strbuf_codepoint(out, c);
        at += bytes;
    }
    strbuf_char(out, '"');
}
