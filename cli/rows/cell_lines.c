/*
 * cell_lines.c - the text of a cell in lines that fit a column.
 *
 * A list is broken between its items, a state by place between places, where that is not in the
 * first half of the line; other texts between words.
 */
#include "rows/cell_lines.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <stdlib.h>
#include <string.h>

void cell_words_free(cell_words *words)
{
    free(words->copy);
    free(words->marks);
    *words = (cell_words){0};
}

size_t cell_line_length(const char *text)
{
    return strcspn(text, "\n");
}

cell_rest cell_rest_of(const cell_words *words, int most_lines)
{
    return (cell_rest){.words = words,
                       .at = words->text,
                       .most = most_lines,
                       .is_board = strchr(words->text, '\n') != NULL};
}

/* Up to the last blank that fits, of those before or behind which the character `beside` is; '\0':
   any.  0: none. */
static size_t wrap_length(const char *text, size_t fits, char beside)
{
    size_t end = fits;
    for (; end; end--)
        if (text[end] == ' ' &&
            (!beside || text[end - 1] == beside || (beside == '|' && text[end + 1] == beside)))
            break;
    return end;
}

static size_t words_length(const cell_words *words, const char *text, size_t fits)
{
    size_t joint = wrap_length(text, fits, words->is_list ? ';' : '|');
    if (joint && (words->is_list || 2 * joint >= fits))
        return joint;
    size_t end = wrap_length(text, fits, '\0');
    return end ? end : fits;
}

static void skip_blanks(cell_rest *c)
{
    while (c->at && *c->at == ' ')
        c->at++;
    if (c->at && !*c->at)
        c->at = NULL;
}

cell_line cell_rest_take(cell_rest *c, int width)
{
    const unsigned char *marks = c->words->marks;
    size_t length = cell_line_length(c->at);
    size_t fits = width ? terminal_text_fit(c->at, length, width) : length;
    cell_line line = {c->at, length, marks ? marks + (c->at - c->words->text) : NULL, false};
    c->lines++;
    if (fits == length) {
        c->at = c->at[length] ? c->at + length + 1 : NULL;
    } else if (c->is_board || c->lines == c->most) {
        line.length = terminal_text_fit(c->at, length, width - 1);
        if (c->words->is_list)
            line.length = words_length(c->words, c->at, line.length);
        line.cut = true;
        c->at = c->is_board && c->at[length] ? c->at + length + 1 : NULL;
    } else {
        line.length = words_length(c->words, c->at, fits);
        if (!line.length) /* a character that is wider than the column */
            line.length = length;
        c->at += line.length;
        skip_blanks(c);
    }
    return line;
}

void cell_line_print(FILE *out, cell_line line)
{
    if (!line.marks) {
        terminal_print(out, line.text, line.length);
        return;
    }
    for (size_t at = 0, end; at < line.length; at = end) {
        for (end = at + 1; end < line.length && !line.marks[end] == !line.marks[at]; end++)
            ;
        if (line.marks[at])
            style_set(out, STYLE_CHANGED);
        terminal_print(out, line.text + at, end - at);
        if (line.marks[at])
            style_set(out, STYLE_PLAIN);
    }
}
