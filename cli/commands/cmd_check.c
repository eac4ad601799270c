/* cmd_check.c - wgcq check PUZZLE.yaml: what is wrong with a puzzle, or what it comes to. */
#include "commands/commands.h"

#include "commands/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/table.h"
#include "output/terminal_text.h"

#include <inttypes.h>
#include <string.h>

static void term(const char *name)
{
    int width = display_width(name, strlen(name));
    display_print(stdout, name, strlen(name));
    display_spaces(stdout, width < 12 ? 12 - width : 1);
}

static void number(const char *name, size_t value)
{
    term(name);
    printf("%zu\n", value);
}

static void text(const char *name, const char *value)
{
    term(name);
    display_print(stdout, value, strlen(value));
    putchar('\n');
}

static void describe(const wgcq_puzzle *puzzle)
{
    wgcq_puzzle_size size = wgcq_puzzle_measure(puzzle);
    text("puzzle", wgcq_puzzle_title(puzzle));
    number("variables", size.variables);
    number("cells", size.cells);
    number("bits", size.bits);
    number("moves", size.moves);
    number("grounded", size.grounded);
    number("rules", size.rules);
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        term(i ? "" : "params");
        const char *name = wgcq_puzzle_param_name(puzzle, i);
        display_print(stdout, name, strlen(name));
        fputs(" = ", stdout);
        const char *value = wgcq_puzzle_param_value(puzzle, i);
        display_print(stdout, value, strlen(value));
        putchar('\n');
    }
    for (size_t i = 0; i < wgcq_puzzle_cost_count(puzzle); i++)
        text(i ? "" : "costs", wgcq_puzzle_cost_name(puzzle, i));
}

/* The mistakes as rows, for programs. */
static void list(format f, const wgcq_complaints *complaints)
{
    static const char *const names[] = {"file", "line",     "column",  "end_column",
                                        "kind", "severity", "message", "hint"};
    enum { COLUMNS = sizeof names / sizeof *names };
    sheet s;
    sheet_open(&s, stdout, f, COLUMNS, names);
    for (size_t i = 0; i < wgcq_complaints_count(complaints); i++) {
        const wgcq_diagnostic *c = wgcq_complaints_at(complaints, i);
        cell cells[COLUMNS] = {cell_text(c->file),
                               cell_integer(c->line),
                               cell_integer(c->column),
                               cell_integer(c->end_column),
                               cell_text(wgcq_diagnostic_kind_name(c->kind)),
                               cell_text(c->note ? "note" : "error"),
                               cell_text(c->text),
                               cell_text(c->hint)};
        sheet_row(&s, cells);
    }
    sheet_end(&s);
    sheet_free(&s);
}

static int list_mistakes(const request *r)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_complaints *complaints = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_puzzle_load(&puzzle, r->operands[0], r->settings, r->setting_count, &complaints, &err);
    bool mistakes = wgcq_complaints_count(complaints) > 0;
    int status = STATUS_FOUND;
    if (code < 0 && !mistakes) {
        status = say_failure(&err);
    } else {
        list((format)r->format, complaints);
        status = mistakes ? STATUS_USAGE : STATUS_FOUND;
    }
    wgcq_complaints_free(complaints);
    wgcq_puzzle_free(puzzle);
    return status;
}

int command_check(request *r)
{
    if (r->format != FORMAT_TABLE)
        return list_mistakes(r);
    wgcq_puzzle *puzzle = NULL;
    int status = puzzle_open(&puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND)
        describe(puzzle);
    wgcq_puzzle_free(puzzle);
    return status;
}
