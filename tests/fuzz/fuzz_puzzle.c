/*
 * fuzz_puzzle.c - any bytes for a puzzle: reading them ends, in a puzzle or in complaints.
 *
 * make fuzz; FUZZ_SECONDS says for how long.  What is looked at beyond crashes: that a puzzle that
 * is rejected says why, that every diagnostic stands somewhere in the text, and that nothing an
 * editor or a terminal would act on comes out again.
 */
#include <stdint.h>
#include <stdlib.h>

#include "wgcq.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; at && *at; at++)
        if (*at < 0x20 || *at == 0x7F || (at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0))
            abort();
}

static void check_complaint(const wgcq_diagnostic *c)
{
    check_text(c->file);
    check_text(c->text);
    check_text(c->hint);
    check_text(c->source);
    if (!*c->text || c->line < 1 || c->column < 1 || c->end_column <= c->column)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_read(&puzzle, (const char *)data, size, "fuzz.yaml", NULL, 0,
                                &complaints, &err);
    size_t count = wgcq_diagnostics_count(complaints);
    for (size_t i = 0; i < count; i++)
        check_complaint(wgcq_diagnostics_at(complaints, i));
    check_text(err.text);
    if (code == WGCQ_EPUZZLE && !count)
        abort();
    if ((code < 0) == (puzzle != NULL))
        abort();
    wgcq_diagnostics_free(complaints);
    wgcq_puzzle_free(puzzle);
    return 0;
}
