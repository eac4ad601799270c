/* cmd_check.c - wgcq check PUZZLE.yaml: the errors in a puzzle, or its size. */
#include "commands/commands.h"

#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/terminal_text.h"
#include "rows/row_writer.h"

static void print_label(const char *name)
{
    int width = terminal_width(name);
    terminal_print_text(stdout, name);
    terminal_spaces(stdout, width < 12 ? 12 - width : 1);
}

static void print_text_line(const char *name, const char *value)
{
    print_label(name);
    terminal_print_text(stdout, value);
    putchar('\n');
}

static void print_puzzle_size(const wgcq_puzzle *puzzle)
{
    wgcq_puzzle_size size = wgcq_puzzle_measure(puzzle);
    print_text_line("puzzle", wgcq_puzzle_title(puzzle));
    print_text_line("variables", WGCQ_GROUPED(size.variables));
    print_text_line("cells", WGCQ_GROUPED(size.cells));
    print_text_line("bits", WGCQ_GROUPED(size.bits));
    print_text_line("moves", WGCQ_GROUPED(size.moves));
    print_text_line("grounded", WGCQ_GROUPED(size.grounded));
    print_text_line("rules", WGCQ_GROUPED(size.rules));
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        print_label(i ? "" : "params");
        terminal_print_text(stdout, wgcq_puzzle_param_name(puzzle, i));
        fputs(" = ", stdout);
        terminal_print_text(stdout, wgcq_puzzle_param_value(puzzle, i));
        putchar('\n');
    }
    for (size_t i = 0; i < wgcq_puzzle_cost_count(puzzle); i++)
        print_text_line(i ? "" : "costs", wgcq_puzzle_cost_name(puzzle, i));
}

static const char *const diagnostic_columns[] = {"file", "line",     "column",  "end_column",
                                                 "kind", "severity", "message", "hint"};
enum { DIAGNOSTIC_COLUMNS = sizeof diagnostic_columns / sizeof *diagnostic_columns };

static void write_mistake(row_writer *w, const wgcq_diagnostic *d)
{
    table_cell cells[DIAGNOSTIC_COLUMNS] = {cell_text(d->file),
                                            cell_integer(d->line),
                                            cell_integer(d->column),
                                            cell_integer(d->end_column),
                                            cell_text(wgcq_diagnostic_kind_name(d->kind)),
                                            cell_text(d->note ? "note" : "error"),
                                            cell_text(d->text),
                                            cell_text(d->hint)};
    row_writer_write(w, cells);
}

/* The errors as rows, for programs.  failure: one that has no diagnostic, or NULL. */
static void write_mistakes(const row_format *format, const wgcq_diagnostics *diagnostics,
                           const wgcq_diagnostic *failure)
{
    row_writer w;
    row_writer_open(&w, stdout, format, DIAGNOSTIC_COLUMNS, diagnostic_columns);
    for (size_t i = 0; !failure && i < wgcq_diagnostics_count(diagnostics); i++)
        write_mistake(&w, wgcq_diagnostics_at(diagnostics, i));
    if (failure)
        write_mistake(&w, failure);
    row_writer_end(&w);
    row_writer_free(&w);
}

static int check_as_rows(const request *r)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_load(&puzzle, r->operands[0], r->settings, r->setting_count,
                                &diagnostics, &err);
    bool has_errors = wgcq_diagnostics_count(diagnostics) > 0;
    int status = STATUS_FOUND;
    if (code == 0)
        code = wgcq_puzzle_try(puzzle, &err);
    if (code == WGCQ_ERUN && puzzle) {
        const wgcq_diagnostic failure = {.kind = WGCQ_DIAGNOSTIC_RUN,
                                         .file = wgcq_puzzle_file(puzzle),
                                         .line = err.line,
                                         .column = err.column,
                                         .end_column = err.end_column,
                                         .text = err.text};
        write_mistakes(request_format(r), NULL, &failure);
        status = STATUS_USAGE;
    } else if (code < 0 && !has_errors) {
        status = message_failure(&err);
    } else {
        write_mistakes(request_format(r), diagnostics, NULL);
        status = has_errors ? STATUS_USAGE : STATUS_FOUND;
    }
    wgcq_diagnostics_free(diagnostics);
    wgcq_puzzle_free(puzzle);
    return status;
}

int command_check(request *r)
{
    if (!request_format(r)->allows_prose)
        return check_as_rows(r);
    wgcq_puzzle *puzzle = NULL;
    int status = open_puzzle(&puzzle, r, r->operands[0]);
    wgcq_error err = {0};
    if (status == STATUS_FOUND && wgcq_puzzle_try(puzzle, &err) < 0)
        status = open_puzzle_print_failure(puzzle, &err);
    if (status == STATUS_FOUND)
        print_puzzle_size(puzzle);
    wgcq_puzzle_free(puzzle);
    return status;
}
