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
/* Whether `shown` is the list of all variables, the default of a puzzle without `show`. */
bool state_label_is_list(const variables *v, const char *shown);

#endif
