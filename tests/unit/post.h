/*
 * post.h - a small model in C whose fields are lists, sets and an optional.
 *
 * Letters come into a queue and leave it; what came last, which ever left, the places of the newest
 * two that left, and which left an odd number of times.
 */
#ifndef TESTS_POST_H
#define TESTS_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "wgcq.h"

enum { LETTERS = 3, PLACES = 3, END = LETTERS, NONE = LETTERS, NO_NUMBER = 6 };

struct post {
    unsigned char queue[PLACES], last, left[LETTERS];
    int16_t newest[2];
    unsigned char gone[LETTERS];
};

static const char *const post_letters[] = {"a", "b\"c", "it's"};
static const wgcq_field post_fields[] = {{.name = "queue",
                                          .offset = offsetof(struct post, queue),
                                          .count = PLACES,
                                          .values = post_letters,
                                          .value_count = LETTERS,
                                          .form = WGCQ_FIELD_LIST},
                                         {.name = "last",
                                          .offset = offsetof(struct post, last),
                                          .values = post_letters,
                                          .value_count = LETTERS,
                                          .form = WGCQ_FIELD_OPTIONAL},
                                         {.name = "left",
                                          .offset = offsetof(struct post, left),
                                          .values = post_letters,
                                          .value_count = LETTERS,
                                          .form = WGCQ_FIELD_SET},
                                         {.name = "newest",
                                          .offset = offsetof(struct post, newest),
                                          .size = 2,
                                          .is_signed = true,
                                          .count = 2,
                                          .low = -1,
                                          .high = 5,
                                          .form = WGCQ_FIELD_LIST},
                                         {.name = "gone",
                                          .offset = offsetof(struct post, gone),
                                          .low = -1,
                                          .high = 1,
                                          .form = WGCQ_FIELD_SET}};

static void post_start(const void *self, wgcq_moves *to)
{
    struct post s = {.queue = {END, END, END}, .last = NONE, .newest = {NO_NUMBER, NO_NUMBER}};
    (void)self;
    wgcq_moves_add(to, "", &s, NULL);
}

static size_t post_length(const unsigned char *queue)
{
    size_t length = 0;
    while (length < PLACES && queue[length] != END)
        length++;
    return length;
}

static void post_take(struct post *s)
{
    const unsigned char letter = s->queue[0];
    s->queue[0] = s->queue[1];
    s->queue[1] = s->queue[2];
    s->queue[2] = END;
    s->left[letter] = 1;
    s->gone[letter] = !s->gone[letter];
    if (s->newest[0] == NO_NUMBER) {
        s->newest[0] = (int16_t)(letter - 1);
        return;
    }
    if (s->newest[1] != NO_NUMBER)
        s->newest[0] = s->newest[1];
    s->newest[1] = (int16_t)(letter - 1);
}

static void post_moves(const void *self, const void *state, wgcq_moves *to)
{
    const struct post *now = state;
    const size_t length = post_length(now->queue);
    char text[20];
    (void)self;
    for (unsigned char i = 0; i < LETTERS && length < PLACES; i++) {
        struct post s = *now;
        s.queue[length] = s.last = i;
        snprintf(text, sizeof text, "send %d", i);
        wgcq_moves_add(to, text, &s, NULL);
    }
    if (length) {
        struct post s = *now;
        post_take(&s);
        wgcq_moves_add(to, "take", &s, NULL);
    }
}

static bool post_goal(const void *self, const void *state)
{
    const struct post *s = state;
    (void)self;
    return !post_length(s->queue) && s->left[0] && s->left[1] && s->left[2];
}

static wgcq_description post_description(void)
{
    return (wgcq_description){.title = "Post",
                              .size = sizeof(struct post),
                              .fields = post_fields,
                              .field_count = sizeof post_fields / sizeof *post_fields,
                              .start = post_start,
                              .moves = post_moves,
                              .goal = post_goal,
                              .checked = true};
}

#endif
