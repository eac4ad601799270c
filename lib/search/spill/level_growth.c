/*
 * level_growth.c - how many states a search by levels may come to.
 *
 * Levels of most puzzles grow less and less, and then shrink: the logarithms of their sizes lie
 * near a parabola.  Its slope and bend are taken from the means of three stretches of levels.
 */
#include "search/spill/level_growth.h"

#include <math.h>

enum {
    STRETCH_MOST = 85,     /* levels of a stretch */
    LEVELS_AHEAD = 1 << 14 /* farther nothing is predicted */
};

/* The sum of size * growth^i * bend^(i*i/2); 0: it does not come to an end. */
static uint64_t sum_ahead(double size, double growth, double bend)
{
    double sum = size;
    for (int i = 0; i < LEVELS_AHEAD; i++) {
        size *= growth;
        growth *= bend;
        sum += size;
        if (growth < 1 && size < 1)
            return sum < 1e18 ? (uint64_t)sum : 0;
    }
    return 0;
}

static double mean_size(const uint64_t *sizes, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)sizes[i];
    return sum / (double)count;
}

uint64_t level_growth_left(const uint64_t *sizes, size_t count)
{
    const size_t sixth = count / 6, levels = sixth < STRETCH_MOST ? sixth : STRETCH_MOST;
    if (!levels)
        return 0;
    const double last = mean_size(sizes + count - levels, levels),
                 middle = mean_size(sizes + count - 2 * levels, levels),
                 first = mean_size(sizes + count - 3 * levels, levels), steps = (double)levels;
    if (last <= 0 || middle <= 0 || first <= 0)
        return 0;
    double slope = log(last / middle) / steps, bend = (slope - log(middle / first) / steps) / steps;
    double at_last = slope + bend * steps / 2; /* amid the last levels */
    double now = last * exp(at_last * steps / 2 + bend * steps * steps / 8);
    return bend < 0 ? sum_ahead(now, exp(at_last + bend * (steps + 1) / 2), exp(bend)) : 0;
}
