/* checkpoint.c - deep journeys: steps that are gone on from, not told again from the beginning. */
#include "journey/journey.h"

#include <string.h>

typedef struct steps {
    size_t count;                    /* or, where it is set: */
    bool (*done)(const void *state); /* asked before each    */
    wgcq_journey_fn *step;
} steps;

static bool over(const wgcq_journey *j, const steps *s, size_t number)
{
    return s->done ? s->done(j->state) : number == s->count;
}

static bool make_room(wgcq_journey *j)
{
    size_t frame_room = j->frame_room, saved_room = j->frame_room;
    if (j->frame_count < j->frame_room)
        return true;
    frame *frames = journey_grow(j, j->frames, &frame_room, j->frame_count + 1, sizeof *j->frames);
    if (!frames)
        return false;
    j->frames = frames;
    unsigned char *saved = journey_grow(j, j->saved, &saved_room, frame_room, j->size);
    if (!saved)
        return false;
    j->saved = saved;
    j->frame_room = frame_room;
    return true;
}

/* Most states are a few words, for which a call costs more than the copying; what is no multiple of
   a word ends with one that overlaps the one before. */
static inline void copy(void *to, const void *from, size_t size)
{
    unsigned char *into = to;
    const unsigned char *out = from;
    if (size < 4 || size > 64) {
        memcpy(to, from, size);
    } else if (size < 8) {
        uint32_t first, last;
        memcpy(&first, out, 4);
        memcpy(&last, out + size - 4, 4);
        memcpy(into, &first, 4);
        memcpy(into + size - 4, &last, 4);
    } else {
        for (size_t i = 0; i + 8 < size; i += 8)
            memcpy(into + i, out + i, 8);
        memcpy(into + size - 8, out + size - 8, 8);
    }
}

/* Saves the state before step `number`; its home is `home`, or itself where that is new. */
static bool save(wgcq_journey *j, size_t home, size_t number, bool end)
{
    size_t at = j->frame_count;
    if (!make_room(j))
        return false;
    j->frames[at] = (frame){.base = j->cursor,
                            .step = number,
                            .home = home,
                            .before = home < at ? j->frames[home].last : at,
                            .moves = j->move_count,
                            .cost = j->cost,
                            .end = end};
    j->frames[home].last = at;
    copy(j->saved + at * j->size, j->state, j->size);
    j->frame_count = j->frame_cursor = at + 1;
    return true;
}

static void go_back(wgcq_journey *j, size_t at)
{
    const frame *f = &j->frames[at];
    copy(j->state, j->saved + at * j->size, j->size);
    j->cursor = f->base;
    j->frame_cursor = at + 1;
    j->move_count = f->moves;
    j->cost = f->cost;
    j->dead = false;
}

/* One step, a story of its own. */
static bool tell_step(wgcq_journey *j, const steps *s)
{
    size_t outer = j->story_base;
    j->story_base = j->cursor;
    bool arrived = s->step(j, j->state);
    j->story_base = outer;
    if (arrived && j->dead)
        return journey_alive(j);
    j->dead = !arrived;
    return arrived;
}

/* Told from the beginning: nothing is saved, and where a step ends, so does the story. */
static bool plainly(wgcq_journey *j, const steps *s)
{
    for (size_t number = 0; !over(j, s, number); number++)
        if (!tell_step(j, s))
            return false;
    return true;
}

/* The step has ended: back to the last one that has a choice left.  False: there is none. */
static bool turn_back(wgcq_journey *j, size_t home)
{
    if (j->code || !journey_met(j))
        return false;
    if (journey_turn(j, j->frames[home].base)) {
        go_back(j, j->frames[home].last);
        return true;
    }
    j->cursor = j->choice_count;
    j->frame_count = j->frame_cursor = home;
    j->dead = true;
    return false;
}

static bool go_on(wgcq_journey *j, const steps *s)
{
    size_t home = j->frame_cursor;
    if (home < j->frame_count)
        go_back(j, j->frames[home].last);
    else if (!save(j, home, 0, over(j, s, 0)))
        return false;
    for (;;) {
        const frame *at = &j->frames[j->frames[home].last];
        size_t next = at->step + 1;
        if (at->end)
            return true;
        if (tell_step(j, s)) {
            if (!journey_met(j) || !save(j, home, next, over(j, s, next)))
                return false;
        } else if (!turn_back(j, home)) {
            return false;
        }
    }
}

static bool take_steps(wgcq_journey *j, const steps *s)
{
    if (!journey_alive(j))
        return false;
    if (j->plain)
        return plainly(j, s);
    if (j->size == 0)
        return journey_error(j, WGCQ_EREQUEST,
                             "steps can be gone on from only where the state's size is known");
    return go_on(j, s);
}

bool wgcq_repeat(wgcq_journey *j, size_t count, wgcq_journey_fn *step)
{
    return take_steps(j, &(steps){.count = count, .step = step});
}

bool wgcq_until(wgcq_journey *j, bool (*done)(const void *state), wgcq_journey_fn *step)
{
    return take_steps(j, &(steps){.done = done, .step = step});
}
