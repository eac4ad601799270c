/* subprocess.h - another program, run to its end with something to read. */
#ifndef CLI_OUTPUT_SUBPROCESS_H
#define CLI_OUTPUT_SUBPROCESS_H

#include <stddef.h>

typedef struct subprocess_result {
    char *output; /* its standard output, `length` bytes and a NUL          */
    char *errors; /* its standard error, the first kilobytes, a text        */
    size_t length;
    int status; /* as waitpid has it */
} subprocess_result;

/* Runs words[0], found on PATH and without a shell, gives it `input` and takes what it says.  0 or
   an errno: it could not be started (ENOENT: is not there) or spoken to.  A program that does not
   read all of its input is none of our trouble.  To be freed whatever the answer. */
int subprocess_run(subprocess_result *out, char *const *words, const char *input, size_t length);
void subprocess_free(subprocess_result *told);

#endif
