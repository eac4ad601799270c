/* climb.c - random candidates, and hill climbing from them, by a seed. */
#include "design/climb.h"

#include "output/messages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE = 3000,         /* a climb's: a candidate that is no better takes 1 of it, */
    PATIENCE_PLAYED = 10,    /* and one that has a plan so much                            */
    REPEATS_MOST = 100000,   /* candidates in a row that were drawn before end a search */
    FALLBACK_DRAWS_MOST = 8, /* changes of one cell, before the climb begins at the puzzle itself */
};

typedef struct climb_state {
    const climber *of;
    uint64_t random, climb;
    size_t repeats;
    bool ended;
    size_t *given, *here, *next; /* candidates */
    candidate_score given_score, here_score;
} climb_state;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw_bits(climb_state *s)
{
    uint64_t z = s->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static size_t random_below(climb_state *s, size_t bound)
{
    assert(bound > 0);
    return (size_t)(draw_bits(s) % bound);
}

/* True: it is new, and *score is its. */
static bool score_candidate(climb_state *s, const size_t *candidate, candidate_score *score)
{
    const tried how = s->of->score(s->of->self, s->climb, candidate, score);
    s->repeats = how == TRIED_BEFORE ? s->repeats + 1 : 0;
    s->ended = how == TRIED_NO_MORE || s->repeats > REPEATS_MOST;
    return how == TRIED_NEW;
}

/* ---- where a climb begins ----------------------------------------------------------------- */

static void copy_candidate(climb_state *s, size_t *to, const size_t *from)
{
    memcpy(to, from, s->of->space->cells * sizeof *to);
}

static void set_at_random(climb_state *s, size_t cell)
{
    s->here[cell] = random_below(s, design_space_param(s->of->space, cell)->choice_count);
}

static void draw_candidate(climb_state *s, size_t changes)
{
    const size_t cells = s->of->space->cells;
    copy_candidate(s, s->here, s->given);
    for (size_t i = 0; i < changes; i++)
        set_at_random(s, changes == cells ? i : random_below(s, cells));
}

/* True: s->here is playable, or wanted. */
static bool draw_start(climb_state *s)
{
    size_t changes = s->of->space->cells;
    for (size_t single = 0; !s->ended && single < FALLBACK_DRAWS_MOST; single += changes == 1) {
        draw_candidate(s, changes);
        if (score_candidate(s, s->here, &s->here_score) && s->here_score.playable)
            return true;
        changes = changes > 1 ? changes / 2 : 1;
    }
    copy_candidate(s, s->here, s->given);
    s->here_score = s->given_score;
    s->here_score.wanted = false; /* it was reported before */
    return !s->ended && s->here_score.playable;
}

/* ---- one step ----------------------------------------------------------------------------- */

/* The next choice up or down, or any. */
static void change_cell(climb_state *s, size_t cell)
{
    const size_t count = design_space_param(s->of->space, cell)->choice_count;
    if (count < 2)
        return;
    const size_t by =
        random_below(s, 2) ? (random_below(s, 2) ? 1 : count - 1) : 1 + random_below(s, count - 1);
    s->next[cell] = (s->next[cell] + by) % count;
}

static void swap_cell(climb_state *s, size_t cell)
{
    const varied_param *p = design_space_param(s->of->space, cell);
    const size_t other = p->first + random_below(s, p->cells), held = s->next[cell];
    s->next[cell] = s->next[other];
    s->next[other] = held;
}

/* One change, or with half the chance each two, three, ... */
static void change_few(climb_state *s)
{
    copy_candidate(s, s->next, s->here);
    do {
        const size_t cell = random_below(s, s->of->space->cells);
        if (random_below(s, 2))
            swap_cell(s, cell);
        else
            change_cell(s, cell);
    } while (random_below(s, 2));
}

static void climb_up(climb_state *s)
{
    for (size_t stale = 0; stale < PATIENCE && !s->here_score.wanted && !s->ended; stale++) {
        candidate_score score;
        change_few(s);
        if (!score_candidate(s, s->next, &score) || !score.playable)
            continue;
        stale += PATIENCE_PLAYED - 1;
        if (score.value > s->here_score.value)
            stale = 0;
        if (score.wanted || score.value >= s->here_score.value) {
            copy_candidate(s, s->here, s->next);
            s->here_score = score;
        }
    }
}

/* ---- all of them -------------------------------------------------------------------------- */

/* A value that is none of the choices stands for the first. */
static void take_given(climb_state *s)
{
    const design_space *space = s->of->space;
    for (size_t i = 0; i < space->count; i++)
        for (size_t k = 0; k < space->params[i].cells; k++) {
            const size_t given = space->params[i].given[k];
            s->given[space->params[i].first + k] = given == SIZE_MAX ? 0 : given;
        }
    score_candidate(s, s->given, &s->given_score);
}

bool climber_run(const climber *c)
{
    const size_t bytes = c->space->cells * sizeof(size_t);
    climb_state s = {.of = c,
                     .random = c->seed,
                     .given = memory_alloc(bytes),
                     .here = memory_alloc(bytes),
                     .next = memory_alloc(bytes)};
    take_given(&s);
    while (!s.ended) {
        s.climb++;
        if (draw_start(&s))
            climb_up(&s);
    }
    free(s.given);
    free(s.here);
    free(s.next);
    return s.repeats <= REPEATS_MOST;
}
