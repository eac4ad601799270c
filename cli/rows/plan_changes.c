/* plan_changes.c - what a step of a plan has changed, in the text of the state behind it. */
#include "rows/plan_changes.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- words -------------------------------------------------------------------------------- */

typedef struct state_word {
    const char *at;
    size_t length;
    size_t place; /* the index of the last word with a colon behind, from 1; 0: none */
} state_word;

typedef struct state_words {
    state_word *all;
    size_t count;
    bool is_by_place; /* begins with "west:"; has " | " */
} state_words;

static bool is_place(const state_word *w)
{
    return w->length > 1 && w->at[w->length - 1] == ':';
}

static bool is_bar(const state_word *w)
{
    return w->length == 1 && *w->at == '|';
}

/* Blanks and line ends part words, but not within brackets: "queue=[a, b]" is one. */
static size_t state_word_length(const char *text)
{
    size_t length = 0;
    for (int depth = 0;
         text[length] && (depth > 0 || (text[length] != ' ' && text[length] != '\n')); length++)
        depth += text[length] == '[' ? 1 : text[length] == ']' ? -1 : 0;
    return length;
}

static state_words parse_state_words(const char *text)
{
    state_words w = {.all = memory_alloc((strlen(text) / 2 + 1) * sizeof *w.all)};
    size_t place = 0;
    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        state_word *one = &w.all[w.count++];
        *one = (state_word){.at = text, .length = state_word_length(text)};
        place = is_place(one) ? w.count : place;
        one->place = place;
        text += one->length;
        w.is_by_place |= is_bar(one) && is_place(&w.all[0]);
    }
    return w;
}

static bool same_word(const state_word *a, const state_word *b)
{
    return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

static void mark_word(unsigned char *marks, const char *now, const state_word *w)
{
    memset(marks + (w->at - now), 1, w->length);
}

/* ---- by place ----------------------------------------------------------------------------- */

static bool stands_in(const state_words *words, const state_word *place, const state_word *w)
{
    for (size_t i = 0; i < words->count; i++)
        if (words->all[i].place && same_word(&words->all[i], w) &&
            same_word(&words->all[words->all[i].place - 1], place))
            return true;
    return false;
}

static void mark_moved(unsigned char *marks, const char *text, const state_words *before,
                       const state_words *now)
{
    for (size_t i = 0; i < now->count; i++) {
        const state_word *w = &now->all[i];
        if (!is_place(w) && !is_bar(w) && w->place &&
            !stands_in(before, &now->all[w->place - 1], w))
            mark_word(marks, text, w);
    }
}

/* ---- boards ------------------------------------------------------------------------------- */

/* Whether both have the same columns of characters in the same lines. */
static bool are_of_one_shape(const char *a, const char *b)
{
    int32_t x, y;
    while (*a && *b) {
        a += terminal_decode(&x, a, strlen(a));
        b += terminal_decode(&y, b, strlen(b));
        if ((x == '\n') != (y == '\n') || terminal_point_width(x) != terminal_point_width(y))
            return false;
    }
    return !*a && !*b;
}

static void mark_cells(unsigned char *marks, const char *before, const char *now)
{
    const char *at = now;
    while (*at) {
        int32_t x, y;
        size_t taken = terminal_decode(&x, at, strlen(at));
        before += terminal_decode(&y, before, strlen(before));
        memset(marks + (at - now), x != y, taken);
        at += taken;
    }
}

/* ---- other texts -------------------------------------------------------------------------- */

/* Up to the value: "queue=" of "queue=[a, b]"; all of another word. */
static size_t assigned_length(const state_word *w)
{
    const char *equals = memchr(w->at, '=', w->length);
    return equals ? (size_t)(equals - w->at) + 1 : 0;
}

static size_t comma_length(const state_word *w)
{
    return w->length > 1 && strchr(",;.", w->at[w->length - 1]) ? 1 : 0;
}

/* Word by word behind those that are equal at the beginning, up to those that are at the end; of
   one name=value only the value. */
static void mark_words(unsigned char *marks, const char *text, const state_words *before,
                       const state_words *now)
{
    size_t first = 0, behind = 0;
    size_t least = before->count < now->count ? before->count : now->count;
    while (first < least && same_word(&before->all[first], &now->all[first]))
        first++;
    while (behind < least - first &&
           same_word(&before->all[before->count - 1 - behind], &now->all[now->count - 1 - behind]))
        behind++;
    for (size_t i = first; i < now->count - behind; i++) {
        const state_word *w = &now->all[i];
        size_t name = assigned_length(w);
        if (before->count != now->count || !same_word(&before->all[i], w))
            memset(marks + (w->at - text) + name, 1, w->length - name - comma_length(w));
    }
}

void plan_changes_mark(unsigned char *marks, const char *before, const char *now)
{
    state_words old = parse_state_words(before), new = parse_state_words(now);
    memset(marks, 0, strlen(now));
    if (old.is_by_place && new.is_by_place)
        mark_moved(marks, now, &old, &new);
    else if (!strchr(now, '=') && are_of_one_shape(before, now))
        mark_cells(marks, before, now);
    else
        mark_words(marks, now, &old, &new);
    free(old.all);
    free(new.all);
}
