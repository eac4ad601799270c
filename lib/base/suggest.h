/* suggest.h - "did you mean ...?": the word nearest to a misspelled one. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include "wgcq_base.h"

/* The nearest of `count` words by edit distance (insertions, deletions, changes, swapped
   neighbours), if it is near enough to be a misspelling (at most 1 for short words, 2, then 3 for
   long ones); NULL where none is.  Case differences count for little. */
const char *suggest_nearest(const char *word, const char *const *words, size_t count);
/* WGCQ_EREQUEST: "unknown WHAT 'WORD'; did you mean ...?", or else the text `otherwise` (NULL:
   none) and, where that ends in a blank, all the words. */
int suggest_unknown(wgcq_error *err, const char *what, const char *word, const char *const *words,
                    size_t count, const char *otherwise);

#endif
