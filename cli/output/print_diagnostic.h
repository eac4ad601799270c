/*
 * print_diagnostic.h - an error in a puzzle, with its source line:
 *
 *   family.yaml:12:7: error: unknown value 'goatt'
 *     at: goatt
 *         ^~~~~
 *   hint: did you mean 'goat'?
 */
#ifndef CLI_OUTPUT_PRINT_DIAGNOSTIC_H
#define CLI_OUTPUT_PRINT_DIAGNOSTIC_H

#include <stdbool.h>
#include <stdio.h>

typedef struct located_diagnostic {
    const char *file;
    int line, column, end_column; /* in code points, from 1; line 0: no place */
    bool note;                    /* on the error before it                   */
    const char *text, *hint;      /* hint may be NULL                                  */
    const char *source;           /* the line                                          */
} located_diagnostic;

void print_diagnostic(FILE *out, const located_diagnostic *d);

#endif
