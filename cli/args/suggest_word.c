/* suggest_word.c - which word was meant by one that is not there. */
#include "args/suggest_word.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 40 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, changes and swaps of neighbours; both are at most LONGEST long. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (unsigned)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            unsigned change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = least(change, least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

static const char *only_completion(const char *word, const char *const *words, size_t count)
{
    const char *found = NULL;
    size_t length = strlen(word);
    for (size_t i = 0; i < count && length >= 2; i++)
        if (strncmp(words[i], word, length) == 0) {
            if (found)
                return NULL;
            found = words[i];
        }
    return found;
}

const char *suggest_word(const char *word, const char *const *words, size_t count)
{
    size_t length = strlen(word);
    const char *best = only_completion(word, words, count);
    if (best || length > LONGEST)
        return best;
    unsigned allowed = length < 4 ? 1 : length < 8 ? 2 : 3;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(words[i]);
        if (other > LONGEST)
            continue;
        unsigned d = distance(word, length, words[i], other);
        if (d <= allowed && d < other) {
            best = words[i];
            allowed = d - (d > 0); /* the first of equally near ones stays */
        }
    }
    return best;
}
