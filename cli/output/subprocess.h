/* subprocess.h - runs another program with input, and collects its output. */
#ifndef CLI_OUTPUT_SUBPROCESS_H
#define CLI_OUTPUT_SUBPROCESS_H

#include <stddef.h>

typedef struct subprocess_result {
    char *output; /* its standard output, `length` bytes and a NUL          */
    char *errors; /* its standard error, the first kilobytes, a text        */
    size_t length;
    int status; /* as waitpid has it */
} subprocess_result;

/* Runs words[0], found on PATH, without a shell, with `input` on its standard input.  0 or an
   errno: it could not be started (ENOENT: not found), written to or read from.  That it does not
   read all of its input is no error.  To be freed in every case. */
int subprocess_run(subprocess_result *out, char *const *words, const char *input, size_t length);
void subprocess_free(subprocess_result *result);

#endif
