/*
 * yaml_errors.c - libyaml's errors, explained.
 *
 * libyaml reports what it expected, which seldom shows the slip.  Each rule at the end matches one
 * of libyaml's messages and inspects the text around the error for its likely cause.
 */
#include "puzzle/source/yaml_internal.h"

#include <assert.h>
#include <string.h>

enum { KEY_MOST = 1024 }; /* libyaml's own limit, in characters */

static char byte_of(const yaml_error *f, size_t offset)
{
    return line_index_byte(f->in, offset);
}

static bool ends_word(char c)
{
    return c == '\0' || yaml_is_space(c);
}

static size_t begin_of_line(const yaml_error *f, size_t at)
{
    return line_index_line_begin(f->in, line_index_line(f->in, at));
}

static size_t end_of_line(const yaml_error *f, size_t at)
{
    return line_index_line_end(f->in, line_index_line(f->in, at));
}

static int line_number(const yaml_error *f, size_t at)
{
    return (int)line_index_line(f->in, at) + 1;
}

static bool same_line(const yaml_error *f, size_t a, size_t b)
{
    return line_index_line(f->in, a) == line_index_line(f->in, b);
}

static size_t first_on_line(const yaml_error *f, size_t at)
{
    size_t first = begin_of_line(f, at), end = end_of_line(f, at);
    while (first < end && yaml_is_blank(f->in->text[first]))
        first++;
    return first;
}

static bool is_first_on_line(const yaml_error *f, size_t at)
{
    return first_on_line(f, at) >= at;
}

/* The offset of the last byte before `at` that is no blank or line end; `at` if there is none. */
static size_t previous_text(const yaml_error *f, size_t at)
{
    size_t i = at;
    while (i > f->in->begin && ends_word(f->in->text[i - 1]))
        i--;
    return i > f->in->begin ? i - 1 : at;
}

static bool report_error(const yaml_error *f, diagnostics *to, size_t from, size_t end,
                         const char *message)
{
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, from, end), "%s", message);
    return true;
}

/* ---- a character that has a meaning in YAML ---- */

static bool explain_letter(const yaml_error *f, diagnostics *to, size_t at)
{
    char c = byte_of(f, at);
    if (c == '\t')
        return report_error(f, to, at, at + 1, "a tab cannot indent a line: use blanks");
    if (c == '\0')
        return report_error(f, to, at, at, "the text ends here unexpectedly");
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, at, at + 1),
                   "a text cannot begin with '%c' unless it is quoted", c);
    char next = byte_of(f, at + 1);
    size_t before = at;
    while (before > f->in->begin && byte_of(f, before - 1) == ' ')
        before--;
    bool keyless = c == ':' && before > f->in->begin && strchr("{,", byte_of(f, before - 1));
    bool alone = ends_word(next) || next == ',' || next == ']' || next == '}';
    if (keyless)
        diagnostic_hint(to, "a key is missing in front of it, as in {x: 0}");
    else if (alone && c == '"')
        diagnostic_hint(to, "write '\"'");
    else if (alone)
        diagnostic_hint(to, "write \"%c\"", c);
    else
        diagnostic_hint(to, "put the whole text in quotes");
    return true;
}

static bool letter_here(const yaml_error *f, diagnostics *to)
{
    return explain_letter(f, to, f->at);
}

static bool letter_before(const yaml_error *f, diagnostics *to)
{
    return explain_letter(f, to, f->since);
}

/* ---- something is missing or too much inside of [ ] or { } ---- */

/* The next byte of a flow collection that is not inside of quotes; a comment is its # alone. */
typedef struct flow_scan {
    size_t at, end;
    char quote;
    bool in_comment;
} flow_scan;

static char next_byte(const yaml_error *f, flow_scan *s)
{
    while (s->at < s->end) {
        size_t i = s->at++;
        char c = f->in->text[i];
        if (c == '\n') {
            s->in_comment = false;
        } else if (s->quote) {
            if (c == '\\' && s->quote == '"')
                s->at++;
            else if (c == s->quote)
                s->quote = '\0';
        } else if (!s->in_comment) {
            char earlier = i ? f->in->text[i - 1] : ' ';
            bool starts = ends_word(earlier) || strchr("[{,:", earlier);
            if ((c == '"' || c == '\'') && starts)
                s->quote = c;
            s->in_comment = c == '#' && starts;
            return c;
        }
    }
    return '\0';
}

static char closing(char opening)
{
    return opening == '[' ? ']' : '}';
}

/* A # was meant as text if the collection's end follows in its first line, or where a comment is
   unlikely. */
static bool hash_is_meant(const yaml_error *f, size_t hash)
{
    size_t end = end_of_line(f, hash);
    char next = hash + 1 < end ? byte_of(f, hash + 1) : ',';
    if (next == ',' || next == ']' || next == '}')
        return true;
    char close = closing(byte_of(f, f->since));
    return same_line(f, f->since, hash) && memchr(f->in->text + hash, close, end - hash);
}

static bool explain_hash(const yaml_error *f, diagnostics *to)
{
    size_t first_end = end_of_line(f, f->since);
    flow_scan s = {f->since, f->at > first_end ? f->at : first_end, '\0', false};
    char c;
    while ((c = next_byte(f, &s)) != '\0') {
        size_t hash = s.at - 1;
        if (c != '#' || !hash_is_meant(f, hash))
            continue;
        report_error(f, to, hash, end_of_line(f, hash),
                     "'#' begins a comment here, and the rest of the line is lost");
        diagnostic_hint(to, "quote a literal '#': \"#\"");
        return true;
    }
    return false;
}

/* `{grid[r, c]} falls: ...` */
static bool explain_braced_key(const yaml_error *f, diagnostics *to)
{
    size_t end = end_of_line(f, f->since);
    const char *brace = memchr(f->in->text + f->since, '}', end - f->since);
    if (byte_of(f, f->since) != '{' || !brace || !is_first_on_line(f, f->since))
        return false;
    for (size_t i = (size_t)(brace - f->in->text); i < end; i++)
        if (f->in->text[i] == ':' && ends_word(byte_of(f, i + 1)))
            return !yaml_lint_key(f->in, to, f->since);
    return false;
}

/* The first ':' in from..end-1 outside of quotes, with a blank behind it or, where `glued`,
   without; `end` if there is none. */
static size_t find_colon(const yaml_error *f, size_t from, size_t end, bool glued)
{
    char quote = '\0';
    for (size_t i = from; i < end; i++) {
        char c = f->in->text[i];
        if (quote && c == quote)
            quote = '\0';
        else if (!quote && (c == '"' || c == '\'') &&
                 (i == from || yaml_is_blank(byte_of(f, i - 1))))
            quote = c;
        else if (!quote && c == ':' && ends_word(byte_of(f, i + 1)) != glued)
            return i;
    }
    return end;
}

static bool explain_bracket(const yaml_error *f, diagnostics *to)
{
    char c = byte_of(f, f->at), open = byte_of(f, f->since);
    size_t here = first_on_line(f, f->at), there = first_on_line(f, f->since);
    bool outside = !same_line(f, f->at, f->since) &&
                   line_index_column(f->in, here) <= line_index_column(f->in, there) + 2 &&
                   find_colon(f, here, end_of_line(f, here), false) != end_of_line(f, here);
    if ((c != '[' && c != '{') || outside)
        return false;
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, f->at + 1),
                   "inside of %c %c a text cannot hold '%c'", open, closing(open), c);
    diagnostic_hint(to, "write it over several lines, or in quotes");
    return true;
}

static bool is_closed(const yaml_error *f)
{
    flow_scan s = {f->since, f->in->length, '\0', false};
    size_t depth = 0;
    char c;
    while ((c = next_byte(f, &s)) != '\0') {
        if (c == '[' || c == '{')
            depth++;
        else if ((c == ']' || c == '}') && depth && --depth == 0)
            return true;
    }
    return false;
}

static bool explain_unclosed(const yaml_error *f, diagnostics *to)
{
    char open = byte_of(f, f->since), c = byte_of(f, f->at);
    if (c != '[' && c != '{' && f->at < f->in->length && is_closed(f))
        return false;
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->since, f->since + 1),
                   "this '%c' is never closed", open);
    diagnostic_hint(to, "quote a literal '%c': \"%c\"", open, open);
    return true;
}

static bool explain_missing_comma(const yaml_error *f, diagnostics *to)
{
    size_t earlier = previous_text(f, f->at);
    char open = byte_of(f, f->since), last = byte_of(f, earlier);
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, f->at + 1),
                   "',' or '%c' is missing before this", closing(open));
    if (last == '"' || last == '\'')
        diagnostic_hint(to, "a text that begins with a quote must be quoted as a whole");
    else if (byte_of(f, f->at) == ':')
        diagnostic_hint(to, "is there a ',' missing at the end of the line above?");
    else
        diagnostic_hint(to, "write it over several lines, or in quotes");
    return true;
}

/* A quote that was meant to end in its own line and reaches to the next quote. */
static bool explain_long_quote(const yaml_error *f, diagnostics *to)
{
    char quote = byte_of(f, f->last_from);
    if ((quote != '"' && quote != '\'') || same_line(f, f->last_from, f->at) ||
        f->last_to != previous_text(f, f->at) + 1)
        return false;
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->last_from, f->last_from + 1),
                   "this quote is closed in line %d only", line_number(f, f->at));
    diagnostic_hint(to, "is the closing quote missing?");
    return true;
}

static bool flow_breaks(const yaml_error *f, diagnostics *to)
{
    return explain_long_quote(f, to) || explain_hash(f, to) || explain_braced_key(f, to) ||
           explain_bracket(f, to) || explain_unclosed(f, to) || explain_missing_comma(f, to);
}

/* A bracket or a comma in place of a text. */
static bool content_missing(const yaml_error *f, diagnostics *to)
{
    char c = byte_of(f, f->at), last = byte_of(f, previous_text(f, f->at));
    bool closes = c == ']' || c == '}';
    if (closes && (last == '[' || last == '{'))
        return explain_letter(f, to, previous_text(f, f->at));
    if (c == ',' && (last == ',' || last == '[' || last == '{')) {
        report_error(f, to, f->at, f->at + 1, "there is nothing before this comma");
        diagnostic_hint(to, "quote a literal ',': \",\"");
        return true;
    }
    return explain_letter(f, to, f->at);
}

static bool colon_glued(const yaml_error *f, diagnostics *to)
{
    report_error(f, to, f->at, f->at + 1, "this ':' has no value behind it");
    diagnostic_hint(to, "quote a literal ':': \":\"");
    return true;
}

/* ---- keys, colons and indentation ---- */

static bool explain_glued_colon(const yaml_error *f, diagnostics *to, size_t line)
{
    size_t end = end_of_line(f, line), colon = find_colon(f, first_on_line(f, line), end, true);
    if (colon == end || find_colon(f, first_on_line(f, line), end, false) != end)
        return false;
    report_error(f, to, colon, colon + 1, "a ':' needs a blank behind it to end a key");
    return true;
}

/* The offset of the first text of the last line above that is neither blank nor a comment. */
static bool line_above(const yaml_error *f, size_t at, size_t *above)
{
    for (size_t line = line_index_line(f->in, at); line-- > 0;) {
        size_t first = first_on_line(f, line_index_line_begin(f->in, line));
        if (first < line_index_line_end(f->in, line) && f->in->text[first] != '#') {
            *above = first;
            return true;
        }
    }
    return false;
}

/* A second ': ' in one line. */
static bool explain_second_colon(const yaml_error *f, diagnostics *to)
{
    size_t first = find_colon(f, first_on_line(f, f->at), f->at, false);
    if (first == f->at)
        return false;
    if (previous_text(f, f->at) == first)
        return explain_letter(f, to, f->at);
    report_error(f, to, f->at, f->at + 1, "a text cannot hold ': ' unless it is quoted");
    diagnostic_hint(to, "quote the text, or begin a line of its own for each key");
    return true;
}

/* The line was read as a continuation of the text above it. */
static bool explain_continued(const yaml_error *f, diagnostics *to)
{
    size_t above, first = first_on_line(f, f->at);
    if (!line_above(f, f->at, &above))
        return false;
    if (explain_glued_colon(f, to, above))
        return true;
    if (find_colon(f, above, end_of_line(f, above), false) == end_of_line(f, above)) {
        report_error(f, to, above, end_of_line(f, above), "this line has no ':' behind a key");
        return true;
    }
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, first, f->at),
                   "this key is indented deeper than the line above, which has a value already");
    diagnostic_hint(to, "indent it as line %d", line_number(f, above));
    return true;
}

static bool explain_long_key(const yaml_error *f, diagnostics *to, size_t from, size_t end)
{
    size_t colon = find_colon(f, from, end, false);
    return report_error(f, to, from, colon < end ? colon : end,
                        "a key is longer than 1,024 characters, which is the limit");
}

static bool colon_not_allowed(const yaml_error *f, diagnostics *to)
{
    size_t first = first_on_line(f, f->at);
    if (f->at > first + KEY_MOST)
        return explain_long_key(f, to, first, f->at);
    if (explain_second_colon(f, to) || explain_continued(f, to))
        return true;
    return report_error(f, to, f->at, f->at + 1, "a ':' is not allowed here unless it is quoted");
}

static bool dash_not_allowed(const yaml_error *f, diagnostics *to)
{
    size_t after = f->at + 1, end = end_of_line(f, f->at);
    while (after < end && yaml_is_blank(byte_of(f, after)))
        after++;
    if (after == end || byte_of(f, after) == '#')
        return explain_letter(f, to, f->at);
    report_error(f, to, f->at, f->at + 1, "a list of lines cannot begin in the line of its key");
    diagnostic_hint(to, "begin it in the next line, or write [...]");
    return true;
}

static bool key_without_colon(const yaml_error *f, diagnostics *to)
{
    if (end_of_line(f, f->since) > f->since + KEY_MOST)
        return explain_long_key(f, to, f->since, end_of_line(f, f->since));
    if (explain_glued_colon(f, to, f->since))
        return true;
    return report_error(f, to, f->since, end_of_line(f, f->since),
                        "this line has no ':' behind a key");
}

/* ---- text behind a value ---- */

/* More text behind a value that has ended: 'it's', "#" == c, {a} b, *x + 1. */
static bool explain_rest(const yaml_error *f, diagnostics *to)
{
    size_t earlier = previous_text(f, f->at);
    char last = byte_of(f, earlier), c = byte_of(f, f->at);
    if (is_first_on_line(f, f->at))
        return false;
    if ((last == '"' || last == '\'') && explain_long_quote(f, to))
        return true;
    if (c == ']' || c == '}') {
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, f->at + 1),
                       "unmatched '%c'", c);
        return true;
    }
    report_error(f, to, f->at, end_of_line(f, f->at), "YAML has ended the value before this");
    if (last == '\'' && earlier + 1 == f->at)
        diagnostic_hint(to, "inside of '...' a ' is written ''");
    else if (last == '"' || last == '\'')
        diagnostic_hint(to, "a text that begins with a quote must be quoted as a whole");
    else if (last == ']' || last == '}')
        diagnostic_hint(to, "a text that begins with '%c' must be quoted", last == ']' ? '[' : '{');
    else
        diagnostic_hint(to, "put the whole text in quotes");
    return true;
}

/* A comment ends the plain text before it, which was meant to continue in the next line. */
static bool explain_comment(const yaml_error *f, diagnostics *to)
{
    if (f->last_to >= f->at ||
        line_index_column(f->in, f->at) <= line_index_column(f->in, f->since))
        return false;
    const char *from = f->in->text + f->last_to;
    const char *hash = memchr(from, '#', f->at - f->last_to);
    if (!hash)
        return false;
    size_t at = (size_t)(hash - f->in->text);
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, at, end_of_line(f, at)),
                   "this comment ends the text before it, and line %d cannot continue it",
                   line_number(f, f->at));
    diagnostic_hint(to, "put the comment elsewhere, or the whole text in quotes");
    return true;
}

static bool explain_indentation(const yaml_error *f, diagnostics *to, const char *what)
{
    size_t above, column = line_index_column(f->in, f->at);
    if (line_above(f, f->at, &above) && line_index_column(f->in, above) > column) {
        diagnostic_add(
            to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, end_of_line(f, f->at)),
            "this line begins in column %zu, neither with the line above in column %zu nor "
            "with the %s around it in column %zu",
            column + 1, line_index_column(f->in, above) + 1, what,
            line_index_column(f->in, f->since) + 1);
        diagnostic_note(to, line_index_span(f->in, f->since, f->since + 1), "these begin here");
        return true;
    }
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, end_of_line(f, f->at)),
                   "this line begins in column %zu; the %s it could be one of begin in column %zu",
                   line_index_column(f->in, f->at) + 1, what,
                   line_index_column(f->in, f->since) + 1);
    diagnostic_note(to, line_index_span(f->in, f->since, f->since + 1), "they begin here");
    return true;
}

static bool key_expected(const yaml_error *f, diagnostics *to)
{
    char c = byte_of(f, f->at);
    if (explain_rest(f, to) || explain_comment(f, to))
        return true;
    if (line_index_column(f->in, f->at) != line_index_column(f->in, f->since))
        return explain_indentation(f, to, "keys");
    if (c == '-') {
        report_error(f, to, f->at, end_of_line(f, f->at), "an entry of a list among keys");
        diagnostic_hint(to, "indent the list deeper than the key that it belongs to");
        return true;
    }
    if (c == ':')
        return report_error(f, to, f->at, f->at + 1, "there is no key before this ':'");
    return explain_letter(f, to, f->at);
}

static bool dash_expected(const yaml_error *f, diagnostics *to)
{
    if (explain_rest(f, to) || explain_comment(f, to))
        return true;
    if (line_index_column(f->in, f->at) != line_index_column(f->in, f->since))
        return explain_indentation(f, to, "entries");
    report_error(f, to, f->at, end_of_line(f, f->at), "a key among the entries of a list");
    diagnostic_hint(to, "begin it with '- ' if it is one of them");
    return true;
}

/* ---- quotes ---- */

static bool quote_unclosed(const yaml_error *f, diagnostics *to)
{
    char quote = byte_of(f, f->since);
    report_error(f, to, f->since, f->since + 1, "this quote is never closed");
    if (quote == '"')
        diagnostic_hint(to, "a literal \" is written '\"'");
    else
        diagnostic_hint(to, "a literal ' is written \"'\"");
    return true;
}

static bool escape_unknown(const yaml_error *f, diagnostics *to)
{
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, f->at + 2),
                   "this backslash begins no escape that YAML knows");
    diagnostic_hint(to,
                    "inside of \"...\" a backslash is written \\\\; in '...' it stands for itself");
    return true;
}

static bool escape_digits(const yaml_error *f, diagnostics *to)
{
    return report_error(f, to, f->at, f->at + 1,
                        "\\x, \\u and \\U need 2, 4 and 8 hexadecimal digits behind them");
}

static bool escape_character(const yaml_error *f, diagnostics *to)
{
    return report_error(f, to, f->at, f->at + 1, "this escape is not a Unicode character");
}

/* ---- | and > ---- */

static bool header_continued(const yaml_error *f, diagnostics *to)
{
    char sign = byte_of(f, f->since);
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML,
                   line_index_span(f->in, f->since, end_of_line(f, f->at)),
                   "a text that begins with '%c' has its rows in the lines below", sign);
    diagnostic_hint(to, "a text in one line that begins with '%c' must be quoted", sign);
    return true;
}

static bool header_zero(const yaml_error *f, diagnostics *to)
{
    return report_error(f, to, f->since, end_of_line(f, f->at),
                        "the number behind '|' or '>' says how much deeper than its key a text is "
                        "indented: 1 to 9");
}

static bool tab_found(const yaml_error *f, diagnostics *to)
{
    return report_error(f, to, f->at, f->at + 1, "a tab cannot indent a line: use blanks");
}

/* ---- the document ---- */

static bool document_expected(const yaml_error *f, diagnostics *to)
{
    size_t above, first = f->in->begin;
    while (first < f->in->length && ends_word(f->in->text[first]))
        first++;
    if (byte_of(f, first) == '%')
        return report_error(f, to, first, end_of_line(f, first),
                            "a line with '%' needs a line '---' below it");
    if (explain_rest(f, to))
        return true;
    size_t end = end_of_line(f, f->at);
    if (line_above(f, f->at, &above) && !strncmp(f->in->text + above, "...", 3))
        return report_error(f, to, f->at, end,
                            "there is text behind the end of the document ('...')");
    return report_error(
        f, to, f->at, end,
        "this line belongs to nothing above it: is it indented less than the first?");
}

static bool directive_wrong(const yaml_error *f, diagnostics *to)
{
    report_error(f, to, f->since, end_of_line(f, f->since),
                 "a line that begins with '%' is an instruction to YAML, and not one it knows");
    diagnostic_hint(to, "a text that begins with '%%' must be quoted");
    return true;
}

static bool version_wrong(const yaml_error *f, diagnostics *to)
{
    return report_error(f, to, f->at, end_of_line(f, f->at), "only YAML 1.1 and 1.2 are supported");
}

static bool tag_wrong(const yaml_error *f, diagnostics *to)
{
    size_t end = f->since;
    while (!ends_word(byte_of(f, end)))
        end++;
    return !yaml_lint_tag(f->in, to, f->since, end, false);
}

/* ---- libyaml's messages ---- */

/* The first rule applies whose words are in the context and in the problem and that returns true.
 */
static const struct rule {
    const char *context, *problem;
    bool (*explain)(const yaml_error *f, diagnostics *to);
} rules[] = {
    {"directive", "", directive_wrong},
    {"scanning a tag", "", letter_before},
    {"parsing a tag", "", letter_before},
    {"scanning an alias", "", letter_before},
    {"scanning an anchor", "", letter_before},
    {"", "undefined tag handle", tag_wrong},
    {"", "tab character", tab_found},
    {"block scalar", "expected comment or line break", header_continued},
    {"block scalar", "indentation indicator", header_zero},
    {"quoted scalar", "unexpected end of stream", quote_unclosed},
    {"quoted scalar", "unexpected document indicator", quote_unclosed},
    {"quoted scalar", "unknown escape", escape_unknown},
    {"quoted scalar", "expected hex", escape_digits},
    {"quoted scalar", "invalid Unicode", escape_character},
    {"plain scalar", "unexpected ':'", colon_glued},
    {"", "cannot start any token", letter_here},
    {"", "mapping keys are not allowed", letter_here},
    {"", "mapping values are not allowed", colon_not_allowed},
    {"", "block sequence entries are not allowed", dash_not_allowed},
    {"", "expected ':'", key_without_colon},
    {"", "expected ',' or", flow_breaks},
    {"", "expected node content", content_missing},
    {"", "expected key", key_expected},
    {"", "expected '-' indicator", dash_expected},
    {"", "expected <document start>", document_expected},
    {"", "incompatible YAML document", version_wrong},
};

void yaml_error_explain(const yaml_error *f, diagnostics *to)
{
    assert(f->at <= f->in->length && f->since <= f->in->length && f->last_from <= f->last_to);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strstr(f->context, rules[i].context) && strstr(f->problem, rules[i].problem) &&
            rules[i].explain(f, to))
            return;
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(f->in, f->at, f->at),
                   "this is not YAML: %s", f->problem);
}
