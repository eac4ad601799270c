/* open_puzzle.c - a puzzle read for a command, and its mistakes told. */
#include "commands/open_puzzle.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/print_diagnostic.h"

#include <stdio.h>

enum { ERRORS_MOST = 20 }; /* the library keeps no more */

void open_puzzle_print_complaints(const wgcq_diagnostics *complaints)
{
    size_t errors = 0;
    for (size_t i = 0; i < wgcq_diagnostics_count(complaints); i++) {
        const wgcq_diagnostic *c = wgcq_diagnostics_at(complaints, i);
        located_diagnostic d = {.file = c->file,
                                .line = c->line,
                                .column = c->column,
                                .end_column = c->end_column,
                                .note = c->note,
                                .text = c->text,
                                .hint = c->hint,
                                .source = c->source};
        print_diagnostic(stderr, &d);
        errors += !c->note;
    }
    fprintf(stderr, "%zu error%s%s\n", errors, errors == 1 ? "" : "s",
            errors == ERRORS_MOST ? ", and perhaps more" : "");
}

int open_puzzle(wgcq_puzzle **out, const request *r, const char *path)
{
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_load(out, path, r->settings, r->setting_count, &complaints, &err);
    int status = STATUS_FOUND;
    if (code < 0 && wgcq_diagnostics_count(complaints) > 0) {
        open_puzzle_print_complaints(complaints);
        status = STATUS_USAGE;
    } else if (code < 0) {
        status = message_failure(&err);
    }
    wgcq_diagnostics_free(complaints);
    return status;
}

int open_puzzle_print_failure(wgcq_puzzle *puzzle, const wgcq_error *err)
{
    if (err->code != WGCQ_ERUN || err->line <= 0)
        return message_failure(err);
    located_diagnostic d = {.file = wgcq_puzzle_file(puzzle),
                            .line = err->line,
                            .column = err->column,
                            .end_column = err->end_column,
                            .text = err->text,
                            .source = wgcq_puzzle_line(puzzle, err->line)};
    print_diagnostic(stderr, &d);
    return STATUS_USAGE;
}
