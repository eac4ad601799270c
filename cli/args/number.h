/*
 * number.h - numbers as people type them, read strictly.
 *
 * false: it is none, and `why` says in words what was expected and, where that can be guessed,
 * what was meant.
 */
#ifndef CLI_ARGS_NUMBER_H
#define CLI_ARGS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { WHY_ROOM = 160 };

bool number_read(uint64_t *out, const char *text, char why[WHY_ROOM]);
bool size_read(uint64_t *out, const char *text, char why[WHY_ROOM]); /* bytes: 500M, 2G, 64KiB */
bool seconds_read(double *out, const char *text, char why[WHY_ROOM]);

/* A number of bytes in few digits: "1.2 GB" (of powers of 1024). */
enum { SIZE_ROOM = 16 };
const char *size_spell(char room[SIZE_ROOM], double bytes);

#endif
