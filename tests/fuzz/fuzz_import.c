/*
 * fuzz_import.c - any bytes for files to import: it ends, in a puzzle that is read or in
 * complaints.
 *
 * A byte 0 divides two files.  make fuzz; FUZZ_SECONDS says for how long.  What is written must be
 * a puzzle without mistakes, unless one of its limits is named.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wgcq.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_shown(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; at && *at; at++)
        if (*at < 0x20 || *at == 0x7F)
            abort();
}

static void check_written(const char *yaml)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_puzzle_read(&puzzle, yaml, strlen(yaml), "fuzz.yaml", NULL, 0, &complaints, &err);
    for (size_t i = 0; code == WGCQ_EPUZZLE && i < wgcq_diagnostics_count(complaints); i++)
        if (wgcq_diagnostics_at(complaints, i)->kind != WGCQ_DIAGNOSTIC_RANGE)
            abort();
    wgcq_diagnostics_free(complaints);
    wgcq_puzzle_free(puzzle);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *divide = size ? memchr(text, 0, size) : NULL;
    size_t first = divide ? (size_t)(divide - text) : size;
    const wgcq_import_file files[] = {
        {"one", text, first}, {"two", divide ? divide + 1 : NULL, divide ? size - first - 1 : 0}};
    char *yaml = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code = wgcq_import(&yaml, files, divide ? 2 : 1, NULL, &complaints, &err);
    if ((code == 0) != (yaml != NULL) ||
        (code == WGCQ_EPUZZLE && !wgcq_diagnostics_count(complaints)))
        abort();
    for (size_t i = 0; i < wgcq_diagnostics_count(complaints); i++) {
        const wgcq_diagnostic *c = wgcq_diagnostics_at(complaints, i);
        check_shown(c->text);
        check_shown(c->source);
        if (!*c->text || c->line < 1 || c->column < 1 || c->end_column <= c->column)
            abort();
    }
    if (yaml)
        check_written(yaml);
    wgcq_diagnostics_free(complaints);
    free(yaml);
    return 0;
}
