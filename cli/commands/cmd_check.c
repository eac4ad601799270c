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

static void print_number_line(const char *name, size_t value)
{
    print_label(name);
    puts(WGCQ_GROUPED(value));
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
    print_number_line("variables", size.variables);
    print_number_line("cells", size.cells);
    print_number_line("bits", size.bits);
    print_number_line("moves", size.moves);
    print_number_line("grounded", size.grounded);
    print_number_line("rules", size.rules);
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        print_label(i ? "" : "params");
        const char *name = wgcq_puzzle_param_name(puzzle, i);
        terminal_print_text(stdout, name);
        fputs(" = ", stdout);
        const char *value = wgcq_puzzle_param_value(puzzle, i);
        terminal_print_text(stdout, value);
        putchar('\n');
    }
    for (size_t i = 0; i < wgcq_puzzle_cost_count(puzzle); i++)
        print_text_line(i ? "" : "costs", wgcq_puzzle_cost_name(puzzle, i));
}

static const char *const diagnostic_columns[] = {"file", "line",     "column",  "end_column",
                                                 "kind", "severity", "message", "hint"};
enum { DIAGNOSTIC_COLUMNS = sizeof diagnostic_columns / sizeof *diagnostic_columns };

/* The errors as rows, for programs. */
static void write_diagnostic_rows(const row_format *format, const wgcq_diagnostics *diagnostics)
{
    row_writer w;
    row_writer_open(&w, stdout, format, DIAGNOSTIC_COLUMNS, diagnostic_columns);
    for (size_t i = 0; i < wgcq_diagnostics_count(diagnostics); i++) {
        const wgcq_diagnostic *c = wgcq_diagnostics_at(diagnostics, i);
        table_cell cells[DIAGNOSTIC_COLUMNS] = {cell_text(c->file),
                                                cell_integer(c->line),
                                                cell_integer(c->column),
                                                cell_integer(c->end_column),
                                                cell_text(wgcq_diagnostic_kind_name(c->kind)),
                                                cell_text(c->note ? "note" : "error"),
                                                cell_text(c->text),
                                                cell_text(c->hint)};
        row_writer_write(&w, cells);
    }
    row_writer_end(&w);
    row_writer_free(&w);
}

/* An error of the puzzle that has no diagnostic, as one row. */
static void write_failure_row(const row_format *format, const wgcq_puzzle *puzzle,
                              const wgcq_error *err)
{
    row_writer w;
    row_writer_open(&w, stdout, format, DIAGNOSTIC_COLUMNS, diagnostic_columns);
    table_cell cells[DIAGNOSTIC_COLUMNS] = {
        cell_text(wgcq_puzzle_file(puzzle)),
        cell_integer(err->line),
        cell_integer(err->column),
        cell_integer(err->end_column),
        cell_text(wgcq_diagnostic_kind_name(WGCQ_DIAGNOSTIC_RUN)),
        cell_text("error"),
        cell_text(err->text),
        cell_text(NULL)};
    row_writer_write(&w, cells);
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
        write_failure_row(request_format(r), puzzle, &err);
        status = STATUS_USAGE;
    } else if (code < 0 && !has_errors) {
        status = message_failure(&err);
    } else {
        write_diagnostic_rows(request_format(r), diagnostics);
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
