/* subprocess.h - runs another program with input, and collects its output. */
#ifndef CLI_OUTPUT_SUBPROCESS_H
#define CLI_OUTPUT_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct subprocess_result {
    char *output; /* its standard output, `length` bytes and a NUL          */
    char *errors; /* its standard error, the first kilobytes, a text        */
    size_t length;
    int status;   /* as waitpid has it */
    bool stopped; /* killed, because `stop` was due */
} subprocess_result;

/* When to end it; asked many times a second. */
typedef struct subprocess_stop {
    bool (*due)(void *self);
    void *self;
} subprocess_stop;

/* Runs words[0], found on PATH, without a shell, with `input` on its standard input.  0 or an
   errno: it could not be started (ENOENT: not found), written to or read from.  That it does not
   read all of its input is no error.  When `stop` is due the program is killed.  To be freed in
   every case. */
int subprocess_run(subprocess_result *out, char *const *words, const char *input, size_t length,
                   const subprocess_stop *stop);
void subprocess_free(subprocess_result *result);

#endif
