/* open_puzzle.c - the puzzle of a command, with its errors reported. */
#include "opened/open_puzzle.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/print_diagnostic.h"

#include <stdio.h>
#include <string.h>

enum { ERRORS_MOST = 20 }; /* the library stores no more */

static void print_diagnostics(const wgcq_diagnostics *diagnostics)
{
    size_t errors = 0;
    for (size_t i = 0; i < wgcq_diagnostics_count(diagnostics); i++) {
        const wgcq_diagnostic *c = wgcq_diagnostics_at(diagnostics, i);
        print_diagnostic(stderr, c);
        errors += !c->note;
    }
    fprintf(stderr, "%zu error%s%s\n", errors, errors == 1 ? "" : "s",
            errors == ERRORS_MOST ? " or more" : "");
}

int open_puzzle_report(int code, wgcq_diagnostics *diagnostics, const wgcq_error *err)
{
    int status = STATUS_FOUND;
    if (code < 0 && wgcq_diagnostics_count(diagnostics) > 0) {
        print_diagnostics(diagnostics);
        status = STATUS_USAGE;
    } else if (code < 0) {
        status = message_failure(err);
    }
    wgcq_diagnostics_free(diagnostics);
    return status;
}

int open_puzzle(wgcq_puzzle **out, const request *r, const char *path)
{
    if (r->imported)
        return open_puzzle_text(out, r->imported, "<import>", r->settings, r->setting_count);
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_load(out, path, r->settings, r->setting_count, &diagnostics, &err);
    return open_puzzle_report(code, diagnostics, &err);
}

int open_puzzle_text(wgcq_puzzle **out, const char *text, const char *file,
                     const wgcq_setting *settings, size_t setting_count)
{
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_read(out, text, strlen(text), file, settings, setting_count,
                                &diagnostics, &err);
    return open_puzzle_report(code, diagnostics, &err);
}

int open_puzzle_again(wgcq_puzzle **out, const wgcq_puzzle *from, const wgcq_setting *settings,
                      size_t setting_count)
{
    return open_puzzle_text(out, wgcq_puzzle_source(from), wgcq_puzzle_file(from), settings,
                            setting_count);
}

int open_puzzle_print_failure(wgcq_puzzle *puzzle, const wgcq_error *err)
{
    if (err->code != WGCQ_ERUN || err->line <= 0)
        return message_failure(err);
    wgcq_diagnostic d = {.file = wgcq_puzzle_file(puzzle),
                         .line = err->line,
                         .column = err->column,
                         .end_column = err->end_column,
                         .text = err->text,
                         .source = wgcq_puzzle_line(puzzle, err->line)};
    print_diagnostic(stderr, &d);
    return STATUS_USAGE;
}
