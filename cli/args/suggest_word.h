/* suggest_word.h - which word was meant by one that is not there. */
#ifndef CLI_ARGS_SUGGEST_WORD_H
#define CLI_ARGS_SUGGEST_WORD_H

#include <stddef.h>

/* The nearest of `count` words by edit distance (swapped neighbours are one edit), where it is near
   enough to be a slip, or the only one that `word` begins; NULL where there is none. */
const char *suggest_word(const char *word, const char *const *words, size_t count);

#endif
