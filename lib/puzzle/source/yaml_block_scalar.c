/*
 * yaml_block_scalar.c - block scalars (`|`) that YAML ends earlier than was meant.
 *
 *     level: |
 *          ###        the first row begins with blanks of its own
 *       ####.##       YAML takes the indentation from it and ends the scalar here;
 *       #.....#       and what begins with # are comments
 *
 * Lines behind the scalar that are indented deeper than its key can only be comments in YAML, so
 * they are taken for rows that it dropped.
 */
#include "puzzle/source/yaml_internal.h"

typedef struct dropped_rows {
    size_t line, column; /* of the first, from 0                       */
    size_t least;        /* the least indentation of the dropped rows */
    size_t comment;      /* line (from 1) of a comment before the first, indented less; 0: none */
    bool any;
    bool hashes; /* all begin with #             */
    bool remark; /* the first has the form of a comment  */
} dropped_rows;

static size_t line_indentation(const line_index *in, size_t line)
{
    size_t begin = line_index_line_begin(in, line), at = begin;
    while (at < in->length && in->text[at] == ' ')
        at++;
    return at - begin;
}

static bool is_empty(const line_index *in, size_t line)
{
    for (size_t i = line_index_line_begin(in, line); i < line_index_line_end(in, line); i++)
        if (in->text[i] != ' ' && in->text[i] != '\t')
            return false;
    return true;
}

static char first_letter(const line_index *in, size_t line)
{
    return in->text[line_index_line_begin(in, line) + line_indentation(in, line)];
}

static bool is_marker(const line_index *in, size_t line)
{
    size_t begin = line_index_line_begin(in, line), end = line_index_line_end(in, line);
    const char *t = in->text + begin;
    return end - begin >= 3 && ((t[0] == '-' && t[1] == '-' && t[2] == '-') ||
                                (t[0] == '.' && t[1] == '.' && t[2] == '.'));
}

static void add_dropped_row(dropped_rows *l, const line_index *in, size_t line, size_t column)
{
    size_t first = line_index_line_begin(in, line) + column;
    bool hash = in->text[first] == '#';
    if (!l->any) {
        *l = (dropped_rows){line, column, column, l->comment, true, true, false};
        l->remark = hash && first + 1 < in->length && in->text[first + 1] == ' ';
    }
    if (column < l->least)
        l->least = column;
    l->hashes = l->hashes && hash;
}

/* The lines behind the scalar, up to the next key. */
static dropped_rows find_dropped_rows(const written_scalar *w)
{
    const line_index *in = w->in;
    dropped_rows found = {0};
    size_t line = line_index_line(in, w->to);
    if (line_index_column(in, w->to)) /* the scalar's last row has no line end */
        line++;
    for (; line < in->line_count; line++) {
        if (is_empty(in, line))
            continue;
        size_t column = line_indentation(in, line);
        bool hash = first_letter(in, line) == '#';
        bool deeper = (int)column > w->parent;
        if (is_marker(in, line) || (!deeper && !hash))
            break;
        if (deeper)
            add_dropped_row(&found, in, line, column);
        else if (!found.comment && !found.any)
            found.comment = line + 1;
    }
    return found;
}

static source_span row_span(const line_index *in, size_t line)
{
    size_t begin = line_index_line_begin(in, line) + line_indentation(in, line);
    return line_index_span(in, begin, line_index_line_end(in, line));
}

static source_span header_span(const written_scalar *w)
{
    size_t end = w->from;
    while (end < w->to && w->in->text[end] != ' ' && w->in->text[end] != '\n' &&
           w->in->text[end] != '\r')
        end++;
    return line_index_span(w->in, w->from, end);
}

static size_t outer_column(const written_scalar *w)
{
    return w->parent > 0 ? (size_t)w->parent : 0;
}

/* Hints at the number behind | that makes the leftmost row fit. */
static void hint_indentation(const written_scalar *w, diagnostics *to, const dropped_rows *l)
{
    char sign = w->in->text[w->from];
    size_t outer = outer_column(w), deeper = l->least - outer;
    if (deeper < 1 || deeper > 9)
        diagnostic_hint(to, "write '%c2' for '%c', and begin its rows in column %zu", sign, sign,
                        outer + 3);
    else if (l->remark && l->hashes && w->parent >= 0)
        diagnostic_hint(to,
                        "a row: write '%c%zu' for '%c', and rows begin in column %zu; a comment: "
                        "begin it in column %zu",
                        sign, deeper, sign, l->least + 1, outer + 1);
    else
        diagnostic_hint(to, "write '%c%zu' for '%c': its rows then begin in column %zu", sign,
                        deeper, sign, l->least + 1);
}

static void report_dropped_row(const written_scalar *w, diagnostics *to, const dropped_rows *l,
                               block_layout layout)
{
    source_span at = row_span(w->in, l->line);
    const char *taken = l->hashes ? ", and takes it for a comment" : "";
    if (layout.given)
        diagnostic_add(
            to, WGCQ_DIAGNOSTIC_YAML, at,
            "YAML ends the text above before this row, which is indented less than '%c%zu' "
            "says%s",
            w->in->text[w->from], layout.indent - outer_column(w), taken);
    else
        diagnostic_add(
            to, WGCQ_DIAGNOSTIC_YAML, at,
            "YAML ends the text above before this row, as the text's first row begins with "
            "more blanks%s",
            taken);
    hint_indentation(w, to, l);
}

static bool report_dropped(const written_scalar *w, diagnostics *to, const dropped_rows *l,
                           block_layout layout)
{
    if (l->column < layout.indent || !l->comment) {
        report_dropped_row(w, to, l, layout);
    } else {
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, row_span(w->in, l->line),
                       "YAML ends the text above at the comment in line %zu, before this row%s",
                       l->comment, l->hashes ? ", and takes it for a comment, too" : "");
        diagnostic_hint(to, "a text of rows cannot hold comments");
    }
    diagnostic_note(to, header_span(w), "the text begins here");
    return false;
}

static bool has_rows(const written_scalar *w, block_layout layout)
{
    for (size_t i = layout.rows; i < w->to; i++)
        if (w->in->text[i] != ' ' && w->in->text[i] != '\n' && w->in->text[i] != '\r')
            return true;
    return false;
}

static bool report_no_rows(const written_scalar *w, diagnostics *to, const dropped_rows *l)
{
    char sign = w->in->text[w->from];
    diagnostic_add(
        to, WGCQ_DIAGNOSTIC_YAML, header_span(w),
        "'%c' begins a text of rows, and no row follows that is indented deeper than its key",
        sign);
    if (l->comment)
        diagnostic_hint(to, "line %zu begins with '#' and is a comment: indent the rows",
                        l->comment);
    else
        diagnostic_hint(to, "quote a literal '%c': \"%c\"", sign, sign);
    return false;
}

bool yaml_lint_block_scalar(const written_scalar *w, diagnostics *to)
{
    block_layout layout = source_map_layout(w);
    dropped_rows l = find_dropped_rows(w);
    if (l.any)
        return report_dropped(w, to, &l, layout);
    return has_rows(w, layout) || report_no_rows(w, to, &l);
}
