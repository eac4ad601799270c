/*
 * state_label.h - a state in a few short lines, for pictures.
 *
 * Who is where, where many variables share a few values; arrays in rows; the rest as name=value.
 */
#ifndef ANSWERS_DRAW_STATE_LABEL_H
#define ANSWERS_DRAW_STATE_LABEL_H

#include "answers/replay/variables.h"

/* Appends the lines; values[i] is that of v->all[i].  WGCQ_EMEMORY. */
int state_label_lines(strbuf *out, const variables *v, const char *const *values, wgcq_error *err);
/* Whether `shown` is only the list of all variables, as it is where a puzzle does not say. */
bool state_label_is_list(const variables *v, const char *shown);

#endif
