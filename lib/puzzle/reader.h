/*
 * reader.h - what the files that read YAML share.
 *
 *   yaml.c      libyaml's events into nodes, within limits
 *   wording.c   what libyaml complains of, in words for people who write puzzles
 *   traps.c     what is good YAML, and yet not what was meant
 *   origin.c    where a scalar's bytes stand in the file
 *   places.c    bytes to lines and columns
 */
#ifndef PUZZLE_READER_H
#define PUZZLE_READER_H

#include "puzzle/origin.h"
#include "puzzle/places.h"
#include "puzzle/yaml.h"

/* ---- wording.c ---- */

/* The bytes themselves: UTF-8, no control characters, no tabs for indentation.  False: complained.
 */
bool wording_check_bytes(const places *in, complaints *to);
/* libyaml gave up at byte `at`, while it read what began at byte `since` (or at `at`). */
void wording_complain(const places *in, complaints *to, const char *context, const char *problem,
                      size_t since, size_t at);

/* ---- traps.c: each complains, and answers false if it did ---- */

bool trap_tag(const places *in, complaints *to, size_t from, size_t to_byte, bool empty);
bool trap_scalar(const written *w, complaints *to, const char *text, size_t length);
bool trap_rows(const written *w, complaints *to);
bool trap_flow(const node *collection, complaints *to);

#endif
