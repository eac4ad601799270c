/*
 * turns.h - the part of a sweep that one run of a test tries: one in PARTS (three), and FIRST_SEED
 * chooses which; WHOLE in the environment asks for all.
 *
 * Of points of failure the first ten and the last are always tried.
 */
#ifndef TESTS_TURNS_H
#define TESTS_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { POINTS_FIRST = 10, USUAL_PARTS = 3 };

static inline bool turns_whole(void)
{
    return getenv("WHOLE");
}

static inline size_t turns_seed(void)
{
    const char *seed = getenv("FIRST_SEED");
    return seed ? (size_t)strtoul(seed, NULL, 10) : 0;
}

static inline size_t turns_parts(void)
{
    const char *parts = getenv("PARTS");
    size_t count = parts ? (size_t)strtoul(parts, NULL, 10) : 0;
    return turns_whole() ? 1 : count ? count : USUAL_PARTS;
}

/* Whether the case of that number is tried. */
static inline bool in_turn(size_t number)
{
    return number % turns_parts() == turns_seed() % turns_parts();
}

/* Whether case `number` of `count` is: one at least. */
static inline bool in_turn_of(size_t number, size_t count)
{
    const size_t parts = turns_parts() < count ? turns_parts() : count;
    return number % parts == turns_seed() % parts;
}

/* The least that a sweep comes to: all of it, a third; of fewer cases any may come to none. */
static inline int turns_least(int all, int third)
{
    return turns_whole() ? all : turns_parts() == USUAL_PARTS ? third : 0;
}

/* The next point of those up to `last`, of which every `apart`-th is tried if there are three
 * parts. */
static inline long point_after(long point, long last, long apart)
{
    apart = (apart * (long)turns_parts() + USUAL_PARTS - 1) / USUAL_PARTS;
    long next = point + 1;
    if (!turns_whole() && apart > 1 && point == POINTS_FIRST)
        next += (long)(turns_seed() % (size_t)apart);
    else if (!turns_whole() && apart > 1 && point > POINTS_FIRST)
        next = point + apart;
    return point < last && next > last ? last : next;
}

/* How far apart `share` points of those up to `last` lie. */
static inline long points_apart(long last, long share)
{
    return (last + share - 1) / share;
}

#endif
