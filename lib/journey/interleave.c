/*
 * interleave.c - alternatives that take turns: fair disjunction.
 *
 * The interleaving is a choice point whose number of alternatives is open: index k is the k-th
 * result that the turns come to.  The journeys of the alternatives are kept, beside the latest
 * result, as long as the choice is; a run that comes by again takes that result.
 *
 * After LogicT's interleave (Kiselyov, Shan, Friedman, Sabry, ICFP 2005), by counted runs.
 */
#include "journey/interleave.h"

#include <stdlib.h>

#include "journey/journey_turn.h"
#include "journey/kept_result.h"

typedef struct interleaving {
    size_t choice;  /* its number among the journey's choices */
    uint64_t given; /* results so far; the latest one is kept */
    journey_turn **turns;
    size_t count, made, room; /* alternatives; allocated turns    */
    size_t next;              /* whose turn it is                 */
    kept_result latest;
} interleaving;

struct interleavings {
    interleaving **list; /* by their choices; those behind `count` are used again */
    size_t count, made, room;
};

static const uint64_t OPEN = UINT64_MAX;

static void free_interleaving(interleaving *g)
{
    for (size_t i = 0; i < g->made; i++)
        journey_turn_free(g->turns[i]);
    free(g->turns);
    kept_result_free(&g->latest);
    free(g);
}

void interleavings_free(interleavings *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->made; i++)
        free_interleaving(all->list[i]);
    free(all->list);
    free(all);
}

/* The one that is no longer in use, or a new one; NULL: no memory. */
static interleaving *spare_interleaving(wgcq_journey *j)
{
    if (!j->interleavings && !(j->interleavings = calloc(1, sizeof *j->interleavings))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    interleavings *all = j->interleavings;
    while (all->count > 0 && all->list[all->count - 1]->choice >= j->choice_count)
        all->count--;
    if (all->count < all->made)
        return all->list[all->count];
    if (!journey_reserve(j, &all->list, &all->room, all->made + 1, sizeof *all->list))
        return NULL;
    if (!(all->list[all->made] = calloc(1, sizeof **all->list))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    return all->list[all->made++];
}

static bool open_turns(wgcq_journey *j, interleaving *g, size_t count, wgcq_journey_fn *const *fns)
{
    if (!journey_reserve(j, &g->turns, &g->room, count, sizeof(journey_turn *)))
        return false;
    for (g->count = 0; g->count < count; g->count++) {
        if (g->count == g->made)
            g->turns[g->made++] = NULL;
        if (!journey_turn_open(&g->turns[g->count], j, fns[g->count]))
            return false;
    }
    return true;
}

/* At a choice that no run has come to. */
static interleaving *push_interleaving(wgcq_journey *j, size_t count, wgcq_journey_fn *const *fns)
{
    uint64_t index;
    if (!journey_choose(j, count ? OPEN : 0, &index))
        return NULL;
    j->choice_count--;
    interleaving *g = spare_interleaving(j);
    j->choice_count++;
    if (!g || !open_turns(j, g, count, fns))
        return NULL;
    g->choice = j->choice_count - 1;
    g->given = 0;
    g->next = 0;
    j->interleavings->count++;
    return g;
}

/* The one of the choice that the run comes to again. */
static interleaving *find_interleaving(wgcq_journey *j)
{
    uint64_t index;
    size_t at = j->choice_cursor;
    if (!journey_choose(j, OPEN, &index))
        return NULL;
    size_t low = 0, high = j->interleavings ? j->interleavings->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (j->interleavings->list[middle]->choice < at)
            low = middle + 1;
        else
            high = middle;
    }
    if (j->interleavings && low < j->interleavings->count &&
        j->interleavings->list[low]->choice == at)
        return j->interleavings->list[low];
    journey_replay_error(j);
    return NULL;
}

/* How the alternative whose turn it is ends that; the turn passes on. */
static journey_end run_next_turn(wgcq_journey *j, interleaving *g)
{
    journey_turn *turn = g->turns[g->next];
    journey_end end = turn->ended ? JOURNEY_EXHAUSTED : journey_turn_run(turn);
    if (end == JOURNEY_ARRIVED && !kept_result_store(&g->latest, &turn->journey))
        end = JOURNEY_EXHAUSTED;
    j->code = turn->journey.code;
    j->cut_short = j->cut_short || turn->journey.cut_short;
    if (end != JOURNEY_SUSPENDED || turn->over)
        g->next = (g->next + 1) % g->count;
    else
        j->suspended = true;
    return end;
}

static bool all_ended(const interleaving *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (!g->turns[i]->ended)
            return false;
    return true;
}

/* The next result; false: there is none, an error, or suspended. */
static bool advance_interleaving(wgcq_journey *j, interleaving *g)
{
    while (!all_ended(g)) {
        journey_end end = run_next_turn(j, g);
        if (j->code || j->suspended)
            return false;
        if (end == JOURNEY_ARRIVED) {
            g->given++;
            return true;
        }
    }
    return false;
}

bool wgcq_interleave(wgcq_journey *j, size_t count, wgcq_journey_fn *const *fns)
{
    if (!journey_given(j, fns || !count, __func__, "fns"))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!journey_given(j, fns[i] != NULL, __func__, "a function of fns"))
            return false;
    if (!journey_running(j))
        return false;
    interleaving *g = j->choice_cursor == j->choice_count ? push_interleaving(j, count, fns)
                                                          : find_interleaving(j);
    if (!g) {
        j->failed = true;
        return false;
    }
    choice *taken = &j->choices[g->choice];
    while (g->given <= taken->index)
        if (!advance_interleaving(j, g)) {
            if (!j->code && !j->suspended) {
                taken->bound = taken->index + 1;
                if (journey_is_traced(j))
                    tracing_failure(j, TREE_NO_CHOICE);
            }
            j->failed = true;
            return false;
        }
    journey_turn_interleaves(j, g->choice);
    return (!journey_is_traced(j) || tracing_choice(j, TREE_INTERLEAVE, (int64_t)taken->index)) &&
           kept_result_adopt(&g->latest, j);
}
