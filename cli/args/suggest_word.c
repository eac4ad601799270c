/* suggest_word.c - "did you mean ...?" for words of the command line. */
#include "args/suggest_word.h"

#include "wgcq_base.h"

#include <string.h>

static const char *only_completion(const char *prefix, const char *const *words, size_t count)
{
    const char *found = NULL;
    size_t length = strlen(prefix);
    for (size_t i = 0; i < count && length >= 2; i++)
        if (strncmp(words[i], prefix, length) == 0) {
            if (found)
                return NULL;
            found = words[i];
        }
    return found;
}

const char *suggest_word(const char *word, const char *const *words, size_t count)
{
    const char *found = only_completion(word, words, count);
    return found ? found : wgcq_suggest(word, words, count);
}
