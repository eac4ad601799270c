/* suggest_word.h - "did you mean ...?" for words of the command line. */
#ifndef CLI_ARGS_SUGGEST_WORD_H
#define CLI_ARGS_SUGGEST_WORD_H

#include <stddef.h>

/* The only one of `count` words that `word` is a prefix of (of two characters at least), else the
   nearest by wgcq_suggest; NULL if there is none. */
const char *suggest_word(const char *word, const char *const *words, size_t count);

#endif
