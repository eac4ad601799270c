/* wording.h - move texts by their words: members of a set change places when they are exchanged. */
#ifndef ANSWERS_WORDING_H
#define ANSWERS_WORDING_H

#include "base/text.h"

/* The words of a text in alphabetical order, a blank behind each, into out; false: no memory. */
bool wording_sort(const char *line, text *out);
/* Whether two texts have the same words; false: no memory. */
bool wording_same(bool *same, const char *one, const char *other);

#endif
