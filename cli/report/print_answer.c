/* print_answer.c - prints the rows of an answer and their remark; the exit status. */
#include "report/print_answer.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/terminal_text.h"
#include "rows/row_writer.h"

#include <inttypes.h>
#include <string.h>

int answer_rows(answer *a, const request *r, wgcq_rows *rows, wgcq_error *err)
{
    return row_writer_write_all(stdout, request_format(r), rows, r->limit, &a->printed, &a->cut,
                                err);
}

static void print_answer_remark(const answer *a, const request *r, const char *text)
{
    if (!request_format(r)->allows_prose) {
        if (!r->quiet)
            message_note("%s", text);
        return;
    }
    if (a->printed)
        putchar('\n');
    size_t length = strlen(text); /* may end with a board */
    if (a->style != STYLE_PLAIN)
        style_set(stdout, a->style);
    terminal_print_each_line(stdout, text,
                             length && text[length - 1] == '\n' ? length - 1 : length);
    if (a->style != STYLE_PLAIN)
        style_set(stdout, STYLE_PLAIN);
    putchar('\n');
}

int answer_end(const answer *a, const request *r, const wgcq_rows *rows)
{
    char cut[100];
    const char *text = a->remark ? a->remark : wgcq_rows_remark(rows);
    if (a->cut) {
        snprintf(cut, sizeof cut, "stopped at --limit %" PRIu64 ": there are more", r->limit);
        text = cut;
    }
    if (text)
        print_answer_remark(a, r, text);
    else if (!a->printed && request_format(r)->allows_prose)
        puts("no rows");
    if (wgcq_rows_unknown(rows))
        return STATUS_UNKNOWN;
    if (a->printed)
        return STATUS_FOUND;
    return wgcq_rows_complete(rows) ? STATUS_NONE : STATUS_UNKNOWN;
}

int answer_count(const request *r, const char *count)
{
    static const char *const names[] = {"count"};
    table_cell c = cell_text(count);
    if (request_format(r)->allows_prose)
        puts(count ? count : "not known");
    else
        row_writer_write_single(stdout, request_format(r), 1, names, &c);
    if (!count)
        return STATUS_UNKNOWN;
    return strcmp(count, "0") == 0 ? STATUS_NONE : STATUS_FOUND;
}
