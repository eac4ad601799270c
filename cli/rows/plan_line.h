/*
 * plan_line.h - a move as a line of a plan's file, which `s` of play writes and verify --plan
 * reads.
 *
 * A line is the label as it is.  A label that a line cannot hold (it is empty, has a line end, or
 * blanks at its ends) stands in double quotes, with \n, \r, \t, \" and \\; so does one that would
 * be read as such a line.
 */
#ifndef CLI_ROWS_PLAN_LINE_H
#define CLI_ROWS_PLAN_LINE_H

#include <stddef.h>
#include <stdio.h>

/* The line of a label, with its end. */
void plan_line_put(FILE *out, const char *label);
/* The label of a line without its end and the blanks around it, decoded in place; NUL-terminated at
   line[length] or before. */
const char *plan_line_label(char *line, size_t length);

#endif
