/*
 * state_label.h - a state in a few short lines, for pictures.
 *
 * Variables that share a few values grouped by value; arrays in rows; the rest as name=value.
 */
#ifndef ANSWERS_DRAW_STATE_LABEL_H
#define ANSWERS_DRAW_STATE_LABEL_H

#include "answers/replay/variables.h"

/* Appends the lines; values[i] is the value of v->all[i].  0, or WGCQ_EMEMORY. */
int state_label_lines(strbuf *out, const variables *v, const char *const *values, wgcq_error *err);
/* Whether `shown` is what a puzzle without `show` has for these values: the list of all variables,
   or these lines joined.  0, or WGCQ_EMEMORY. */
int state_label_is_default(bool *out, const variables *v, const char *const *values,
                           const char *shown, wgcq_error *err);

#endif
