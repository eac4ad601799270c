/*
 * number.h - numbers on the command line, parsed strictly.
 *
 * False: `text` is none, and `why` describes what was expected and, where that can be guessed,
 * what was meant.
 */
#ifndef CLI_ARGS_NUMBER_H
#define CLI_ARGS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMBER_ERROR_MAX = 160 };

bool number_parse(uint64_t *out, const char *text, char why[NUMBER_ERROR_MAX]);
bool number_parse_size(uint64_t *out, const char *text,
                       char why[NUMBER_ERROR_MAX]); /* bytes: 500M, 2G, 64KiB */
bool number_parse_seconds(double *out, const char *text, char why[NUMBER_ERROR_MAX]);

/* A number of bytes in few digits, in powers of 1024: "1.2 GB". */
enum { SIZE_TEXT_MAX = 16 };
const char *number_format_size(char size[SIZE_TEXT_MAX], double bytes);

#endif
