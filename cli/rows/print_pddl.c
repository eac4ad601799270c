/* print_pddl.c - a solution as planners and validators of PDDL have it. */
#include "rows/print_pddl.h"

#include "output/terminal_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* The word behind `# in PDDL: NAME is `, or the name itself. */
static void print_pddl_name(FILE *out, const char *source, const char *name, size_t length)
{
    static const char mark[] = "# in PDDL: ", is[] = " is ";
    const size_t before = sizeof mark - 1, between = sizeof is - 1;
    for (const char *at = source; at && (at = strstr(at, mark)); at += before) {
        const char *known = at + before;
        if (strncmp(known, name, length) != 0 || strncmp(known + length, is, between) != 0)
            continue;
        known += length + between;
        terminal_print(out, known, strcspn(known, "\r\n"));
        return;
    }
    terminal_print(out, name, length);
}

static void print_pddl_step(FILE *out, const char *source, const char *move)
{
    size_t length = strcspn(move, " ");
    fputc('(', out);
    terminal_print(out, move, length);
    for (move += length; *move; move += length) {
        move++;
        length = strcspn(move, " ");
        fputc(' ', out);
        print_pddl_name(out, source, move, length);
    }
    fputs(")\n", out);
}

static size_t pddl_column(const wgcq_rows *rows, const char *name)
{
    size_t i = 0;
    while (i < wgcq_rows_columns(rows) && strcmp(wgcq_rows_name(rows, i), name) != 0)
        i++;
    return i;
}

int print_pddl(FILE *out, wgcq_rows *rows, const char *source, wgcq_error *err)
{
    int code;
    size_t move = pddl_column(rows, "move"), cost = pddl_column(rows, "total_cost");
    int64_t total = 0, steps = 0;
    bool has_cost = cost < wgcq_rows_columns(rows);
    while ((code = wgcq_rows_next(rows, err)) == 0) {
        total = has_cost ? wgcq_rows_integer(rows, cost) : 0;
        if (wgcq_rows_type(rows, move) == WGCQ_NULL)
            continue;
        steps++;
        print_pddl_step(out, source, wgcq_rows_text(rows, move));
    }
    if (code == WGCQ_DONE)
        fprintf(out, "; cost = %" PRId64 " (%s cost)\n", has_cost ? total : steps,
                has_cost ? "general" : "unit");
    return code == WGCQ_DONE ? 0 : code;
}
