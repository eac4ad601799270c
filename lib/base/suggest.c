/*
 * suggest.c - "did you mean ...?": the nearest word by edit distance.
 *
 * The distance is optimal string alignment over code points: insertions, deletions, substitutions
 * and transpositions of neighbours cost a step each.  A change of case costs a small fraction of
 * one, so that it only decides between words that are equally near.
 */
#include "base/suggest.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <assert.h>
#include <string.h>
#include <utf8proc.h>

enum { LONGEST = 64, STEP = 1000 };

typedef struct code_points {
    size_t length;
    uint32_t letters[LONGEST];
} code_points;

/* False: not UTF-8, or longer than LONGEST. */
static bool decode_word(code_points *w, const char *from)
{
    size_t length = strlen(from);
    w->length = 0;
    for (size_t at = 0; at < length;) {
        uint32_t c = 0;
        size_t bytes = utf8_decode(from + at, length - at, &c);
        if (!bytes || w->length == LONGEST)
            return false;
        w->letters[w->length++] = c;
        at += bytes;
    }
    return true;
}

static unsigned substitution_cost(uint32_t a, uint32_t b)
{
    if (a == b)
        return 0;
    utf8proc_int32_t low = utf8proc_tolower((utf8proc_int32_t)a);
    return low == utf8proc_tolower((utf8proc_int32_t)b) ? 1 : STEP;
}

static unsigned fewer_steps(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool transposed(const code_points *a, size_t i, const code_points *b, size_t j)
{
    return i > 1 && j > 1 && a->letters[i - 1] == b->letters[j - 2] &&
           a->letters[i - 2] == b->letters[j - 1];
}

static unsigned edit_distance(const code_points *a, const code_points *b)
{
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b->length; j++)
        rows[0][j] = (unsigned)j * STEP;
    for (size_t i = 1; i <= a->length; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = (unsigned)i * STEP;
        for (size_t j = 1; j <= b->length; j++) {
            unsigned best = before[j - 1] + substitution_cost(a->letters[i - 1], b->letters[j - 1]);
            best = fewer_steps(best, fewer_steps(before[j], now[j - 1]) + STEP);
            if (transposed(a, i, b, j))
                best = fewer_steps(best, earlier[j - 2] + STEP);
            now[j] = best;
        }
    }
    return rows[a->length % 3][b->length];
}

/* The greatest distance at which a word of that length is taken for a misspelling. */
static unsigned tolerance(size_t length)
{
    unsigned steps = length < 2 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3;
    return steps * STEP + STEP - 1;
}

const char *suggest_nearest(const char *of, const char *const *words, size_t count)
{
    code_points meant, candidate;
    const char *nearest = NULL;
    if (!decode_word(&meant, of) || !meant.length)
        return NULL;
    unsigned best = tolerance(meant.length) + 1;
    for (size_t i = 0; i < count; i++) {
        if (!decode_word(&candidate, words[i]) || !candidate.length)
            continue;
        unsigned far = edit_distance(&meant, &candidate);
        if (far && far < best && far <= tolerance(candidate.length)) {
            best = far;
            nearest = words[i];
        }
    }
    return nearest;
}

int suggest_unknown(wgcq_error *err, const char *what, const char *word, const char *const *words,
                    size_t count, const char *otherwise)
{
    strbuf more = {0};
    const char *meant = suggest_nearest(word, words, count);
    if (meant)
        strbuf_printf(&more, "; did you mean '%s'?", meant);
    else
        strbuf_put(&more, otherwise ? otherwise : "");
    const bool listed = more.length && more.bytes[more.length - 1] == ' ';
    for (size_t i = 0; i < count && listed; i++)
        strbuf_printf(&more, "%s%s", i ? ", " : "", words[i]);
    int code = error_set(err, WGCQ_EREQUEST, "unknown %s '%s'%s", what, word, strbuf_string(&more));
    strbuf_free(&more);
    return code;
}

const char *wgcq_suggest(const char *misspelled, const char *const *words, size_t count)
{
    assert(misspelled && (words || !count));
    return suggest_nearest(misspelled, words, count);
}
