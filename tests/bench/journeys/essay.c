/*
 * essay.c - the essay's makeMove and findSolutions: plans of N moves of the farmer, the wolf, the
 * goat and the cabbage, by plain backtracking.  The answer is their number.
 */
#include "race.h"

enum { FARMER, WOLF, GOAT, CABBAGE };

typedef struct {
    uint32_t across; /* a bit each */
} river;

static bool is_with_farmer(const river *r, size_t who)
{
    return ((r->across >> who ^ r->across >> FARMER) & 1) == 0;
}

static bool cross(river *r, size_t who)
{
    if (!is_with_farmer(r, who))
        return false;
    r->across ^= 1u << FARMER | 1u << who;
    return true;
}

static bool is_safe(const river *r)
{
    return is_with_farmer(r, GOAT) || (is_with_farmer(r, WOLF) && is_with_farmer(r, CABBAGE));
}

static bool all_across(const river *r)
{
    return r->across == 15;
}

static bool make_move(wgcq_journey *j, void *state)
{
    static const char *const name[] = {"farmer", "wolf", "goat", "cabbage"};
    river *r = state;
    size_t who;
    return wgcq_choose(j, 4, &who) && wgcq_guard(j, cross(r, who), "left behind") &&
           wgcq_guard(j, is_safe(r), "something is eaten") && wgcq_move(j, name[who], 1);
}

static bool find_solutions(wgcq_journey *j, void *state)
{
    const size_t *moves = wgcq_self(j);
    return wgcq_repeat(j, *moves, make_move) && wgcq_guard(j, all_across(state), NULL);
}

static long long journey(const char *input)
{
    river r = {0};
    size_t moves = (size_t)strtoul(input, NULL, 10);
    return sum_of_results(find_solutions, &r, sizeof r, &moves, NULL);
}

/* The plan is written down move by move, as the others do. */
static long long by_hand(const river *r, size_t left, unsigned char *plan)
{
    long long found = 0;
    if (left == 0)
        return all_across(r);
    for (size_t who = 0; who < 4; who++) {
        river next = *r;
        if (cross(&next, who) && is_safe(&next)) {
            *plan = (unsigned char)who;
            found += by_hand(&next, left - 1, plan + 1);
        }
    }
    return found;
}

static long long hand(const char *input)
{
    unsigned char plan[64];
    river r = {0};
    size_t moves = (size_t)strtoul(input, NULL, 10);
    return by_hand(&r, moves < sizeof plan ? moves : sizeof plan, plan);
}

int main(int count, char **words)
{
    static const problem problems[] = {{"essay", journey, hand}};
    return race(problems, 1, count, words);
}
