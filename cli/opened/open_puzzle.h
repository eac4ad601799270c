/* open_puzzle.h - the puzzle of a command, with its errors reported. */
#ifndef CLI_OPENED_OPEN_PUZZLE_H
#define CLI_OPENED_OPEN_PUZZLE_H

#include "args/request.h"

/* Reads the puzzle at `path`, or the one that was imported, with the request's settings.  Errors
   are reported with their places.  Returns the exit status, STATUS_FOUND if *out is a puzzle. */
int open_puzzle(wgcq_puzzle **out, const request *r, const char *path);
/* Reads the text of a puzzle that its errors call `file`. */
int open_puzzle_text(wgcq_puzzle **out, const char *text, const char *file,
                     const wgcq_setting *settings, size_t setting_count);
/* Reads the text of an open puzzle again, with other settings. */
int open_puzzle_again(wgcq_puzzle **out, const wgcq_puzzle *from, const wgcq_setting *settings,
                      size_t setting_count);
/* Reports the errors of a call that returned `code`, as people read them and how many there are,
   and frees them; the exit status. */
int open_puzzle_report(int code, wgcq_diagnostics *diagnostics, const wgcq_error *err);
/* Reports an error at run time, with the place in the puzzle if it has one; the exit status. */
int open_puzzle_print_failure(wgcq_puzzle *puzzle, const wgcq_error *err);

#endif
