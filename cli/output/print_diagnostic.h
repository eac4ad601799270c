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

#include "wgcq_base.h"

#include <stdio.h>

void print_diagnostic(FILE *out, const wgcq_diagnostic *d);

#endif
