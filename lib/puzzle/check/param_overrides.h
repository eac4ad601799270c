/* param_overrides.h - new values for parameters: --set NAME=VALUE and NAME=@FILE, or as a file
 * stores them. */
#ifndef PUZZLE_CHECK_PARAM_OVERRIDES_H
#define PUZZLE_CHECK_PARAM_OVERRIDES_H

#include "puzzle/check/check_puzzle.h"

/* A file that is being read: its bytes are malloc'd, since what reads them on may jump. */
typedef struct file_text {
    char *bytes; /* with a NUL behind; NULL: none */
    size_t length;
} file_text;

/* All of the file ("-": standard input) up to a byte more than a puzzle may be long, which its
   reader then complains of.  0, WGCQ_EFILE or WGCQ_EMEMORY. */
int file_text_read(file_text *out, const char *path, wgcq_error *err);
void file_text_free(file_text *of);

typedef struct param_overrides {
    arena *memory;
    diagnostics *to;
    const node *root; /* of the puzzle; NULL where it could not be read */
    file_text file;   /* for the owner to free, also after a jump */
    override *all;
    size_t count;
    int code; /* trouble with a file */
    wgcq_error *err;
} param_overrides;

/* Reads them all into `all`; false: some are wrong, which is in `to`, or *err says why. */
bool param_overrides_read(param_overrides *s, const wgcq_setting *given, size_t count);

/* Values in force as wgcq_puzzle_param_value spells them, and a trace stores them. */
typedef struct stored_params {
    const char *const *names, *const *values;
    size_t count;
} stored_params;

/* The same of stored values. */
bool param_overrides_read_stored(param_overrides *s, const stored_params *stored);

#endif
