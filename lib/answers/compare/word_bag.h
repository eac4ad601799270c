/* word_bag.h - move texts by their words: members of a set change places when they are exchanged.
 */
#ifndef ANSWERS_COMPARE_WORD_BAG_H
#define ANSWERS_COMPARE_WORD_BAG_H

#include "base/strbuf.h"

/* The words of a text in alphabetical order, a blank behind each, into out; false: no memory. */
bool word_bag_sort(const char *line, strbuf *out);
/* Whether two texts have the same words; false: no memory. */
bool word_bag_same(bool *same, const char *one, const char *other);

#endif
