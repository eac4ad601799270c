/* param_overrides.h - values of parameters: --set NAME=VALUE and NAME=@FILE, or as a trace stores
 * them. */
#ifndef PUZZLE_SECTIONS_PARAM_OVERRIDES_H
#define PUZZLE_SECTIONS_PARAM_OVERRIDES_H

#include "puzzle/sections/check_puzzle.h"
#include "wgcq_puzzle.h"

/* A file's bytes, malloc'd: reading them may jump out of the arena, and the owner frees them. */
typedef struct file_text {
    char *bytes; /* with a NUL behind; NULL: none */
    size_t length;
} file_text;

/* All of the file ("-": standard input), cut one byte past a puzzle's limit, which its reader
   reports. 0, WGCQ_EFILE or WGCQ_EMEMORY. */
int file_text_read(file_text *out, const char *path, wgcq_error *err);
void file_text_free(file_text *of);

typedef struct param_overrides {
    arena *memory;
    diagnostics *to;
    const node *root; /* of the puzzle; NULL where it could not be read */
    file_text file;   /* the owner frees it, also after a jump */
    override *all;
    size_t count;
    int code; /* not 0: a file could not be read */
    wgcq_error *err;
} param_overrides;

/* Reads all of them into `all`; false: errors are in `to`, or *err has the reason. */
bool param_overrides_read(param_overrides *s, const wgcq_setting *given, size_t count);

/* Effective values as wgcq_puzzle_param_value formats them and a trace stores them. */
typedef struct stored_params {
    const char *const *names, *const *values;
    size_t count;
    bool shown_before; /* states are shown as in files of older formats: never by place, and with
                          the line end that ends `show` */
} stored_params;

/* As param_overrides_read, for stored values. */
bool param_overrides_read_stored(param_overrides *s, const stored_params *stored);

#endif
