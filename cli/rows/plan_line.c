/* plan_line.c - a move as a line of a plan's file. */
#include "rows/plan_line.h"

#include "output/messages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char escaped[] = "\n\r\t\"\\", letters[] = "nrt\"\\";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The text between the quotes into `out`; false: the line is not a quoted text. */
static bool unquote(char *out, const char *line, size_t length)
{
    if (length < 2 || line[0] != '"' || line[length - 1] != '"')
        return false;
    for (size_t i = 1; i + 1 < length; i++) {
        const char *letter = NULL;
        if (line[i] == '"')
            return false;
        if (line[i] == '\\' && (i + 2 == length || !(letter = strchr(letters, line[++i]))))
            return false;
        *out++ = letter ? escaped[letter - letters] : line[i];
    }
    *out = '\0';
    return true;
}

/* Whether the line means another text than itself, which is then in `out`, as long as the line. */
static bool is_quoted(char *out, const char *line, size_t length);

static bool needs_quotes(const char *label)
{
    size_t length = strlen(label);
    if (!length || strpbrk(label, "\n\r") || is_blank(label[0]) || is_blank(label[length - 1]) ||
        !strncmp(label, "\xEF\xBB\xBF", 3))
        return true;
    char *inner = memory_alloc(length + 1);
    bool quoted = is_quoted(inner, label, length);
    free(inner);
    return quoted;
}

static bool is_quoted(char *out, const char *line, size_t length)
{
    return unquote(out, line, length) && needs_quotes(out);
}

void plan_line_put(FILE *out, const char *label)
{
    if (!needs_quotes(label)) {
        fprintf(out, "%s\n", label);
        return;
    }
    fputc('"', out);
    for (const char *at = label; *at; at++) {
        const char *special = strchr(escaped, *at);
        if (special)
            fprintf(out, "\\%c", letters[special - escaped]);
        else
            fputc(*at, out);
    }
    fputs("\"\n", out);
}

const char *plan_line_label(char *line, size_t length)
{
    char *inner = memory_alloc(length + 1);
    line[length] = '\0';
    if (is_quoted(inner, line, length))
        strcpy(line, inner);
    free(inner);
    return line;
}
