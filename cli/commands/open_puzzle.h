/* open_puzzle.h - a puzzle read for a command, and its mistakes told. */
#ifndef CLI_COMMANDS_OPEN_PUZZLE_H
#define CLI_COMMANDS_OPEN_PUZZLE_H

#include "args/request.h"

/* Reads the puzzle at `path` with the request's settings.  Trouble is said, with places; the answer
   is the exit status, STATUS_FOUND where *out is a puzzle. */
int open_puzzle(wgcq_puzzle **out, const request *r, const char *path);
/* The complaints as people read them, and how many there are. */
void open_puzzle_print_complaints(const wgcq_diagnostics *complaints);
/* A failure while the puzzle was run: with the place in the puzzle, where there is one. */
int open_puzzle_print_failure(wgcq_puzzle *puzzle, const wgcq_error *err);

#endif
