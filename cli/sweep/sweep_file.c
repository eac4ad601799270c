/* sweep_file.c - the file of a combination: DIR/frogs-n=4,m=2.db, and its folder in --spill. */
#include "sweep/sweep_file.h"

#include "output/messages.h"
#include "output/program_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters that separate folders, or the parts of the name, are written as %2F. */
static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (strchr("/%,=", *text) || (unsigned char)*text < ' ')
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
}

static void put_stem(FILE *out, const wgcq_puzzle *puzzle)
{
    const char *file = wgcq_puzzle_file(puzzle);
    char *stem = *file == '<' ? memory_strdup("puzzle") /* standard input */
                              : program_name_after(file, "");
    fputs(stem, out);
    free(stem);
}

char *sweep_file_path(const sweep_plan *plan, const char *folder, size_t number, const char *ending)
{
    memory_stream s;
    const combinations *of = plan->settings;
    FILE *out = memory_stream_begin(&s);
    size_t length_before = strlen(folder);
    fprintf(out, "%s%s", folder, length_before && folder[length_before - 1] == '/' ? "" : "/");
    put_stem(out, plan->puzzle);
    for (size_t i = 0; i < of->count; i++) {
        const setting_values *values = &of->swept[i];
        fprintf(out, "%s%s=", i ? "," : "-", values->name);
        put_escaped(out, setting_value(values, combinations_digit(of, number, i)));
    }
    fputs(ending, out);
    return memory_stream_end(&s);
}
