/* word_bag.c - move texts by their words. */
#include "answers/compare/word_bag.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int alphabetical(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool separates(char byte)
{
    return !isalnum((unsigned char)byte) && byte != '_' && (unsigned char)byte < 0x80;
}

bool word_bag_sort(const char *line, strbuf *out)
{
    size_t count = 0;
    char *copy = strdup(line), **words = malloc((strlen(line) + 1) * sizeof *words);
    for (char *at = copy; words && at && *at; at++) {
        if (separates(*at))
            *at = '\0';
        else if (at == copy || !at[-1])
            words[count++] = at;
    }
    if (words)
        qsort(words, count, sizeof *words, alphabetical);
    strbuf_clear(out);
    for (size_t i = 0; words && copy && i < count; i++) {
        strbuf_put(out, words[i]);
        strbuf_char(out, ' ');
    }
    bool fine = copy && words && !out->failed;
    free(copy);
    free(words);
    return fine;
}

bool word_bag_same(bool *same, const char *one, const char *other)
{
    strbuf a = {0}, b = {0};
    *same = !strcmp(one, other);
    bool fine = *same || (word_bag_sort(one, &a) && word_bag_sort(other, &b));
    if (fine && !*same)
        *same = !strcmp(strbuf_string(&a), strbuf_string(&b));
    strbuf_free(&a);
    strbuf_free(&b);
    return fine;
}
