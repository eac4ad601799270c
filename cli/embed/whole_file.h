/* whole_file.h - a file's bytes, all of them. */
#ifndef CLI_EMBED_WHOLE_FILE_H
#define CLI_EMBED_WHOLE_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct whole_file {
    uint8_t *bytes; /* with a 0 behind them */
    size_t length;
} whole_file;

/* Reports what fails and returns the exit status; free with whole_file_free in any case. */
int whole_file_read(whole_file *file, const char *path);
void whole_file_free(whole_file *file);

#endif
