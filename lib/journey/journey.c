/* journey.c - the odometer: one telling after another, for every run of choices. */
#include "journey/journey.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool journey_error(wgcq_journey *j, wgcq_code code, const char *format, ...)
{
    if (j->code == 0 && j->err && j->err->code == WGCQ_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(j->err->text, sizeof j->err->text, format, arguments);
        va_end(arguments);
        j->err->code = code;
    }
    if (j->code == 0)
        j->code = code;
    j->dead = true;
    return false;
}

void *journey_grow_now(wgcq_journey *j, void *list, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room < 16 ? 16 : *room * 2;
    if (more < wanted)
        more = wanted;
    void *grown = more <= SIZE_MAX / 2 / size ? realloc(list, more * size) : NULL;
    if (grown)
        *room = more;
    else
        journey_error(j, WGCQ_EMEMORY, "out of memory");
    return grown;
}

bool journey_open(wgcq_journey *j, wgcq_journey_fn *story, void *state, size_t size)
{
    j->story = story;
    j->state = state;
    if (size != j->size || !j->start) {
        unsigned char *start = malloc(size ? size : 1);
        if (!start)
            return journey_error(j, WGCQ_EMEMORY, "out of memory");
        free(j->start);
        free(j->saved);
        j->start = start;
        j->saved = NULL;
        j->frame_room = 0;
        j->size = size;
    }
    if (size)
        memcpy(j->start, state, size);
    j->choice_count = j->frame_count = 0;
    j->begun = false;
    return true;
}

void journey_restore(wgcq_journey *j)
{
    if (j->size)
        memcpy(j->state, j->start, j->size);
}

/* Those behind the last choice that is left. */
static void drop_frames(wgcq_journey *j)
{
    while (j->frame_count > 0 && j->frames[j->frame_count - 1].base >= j->choice_count) {
        size_t top = --j->frame_count;
        const frame *dropped = &j->frames[top];
        if (dropped->home != top)
            j->frames[dropped->home].last = dropped->before;
    }
}

bool journey_turn_far(wgcq_journey *j, size_t floor)
{
    while (j->choice_count > floor) {
        choice *top = &j->choices[j->choice_count - 1];
        if (top->which + 1 < top->bound) {
            top->which++;
            drop_frames(j);
            return true;
        }
        j->choice_count--;
    }
    return false;
}

bool journey_changed(wgcq_journey *j)
{
    return journey_error(j, WGCQ_ERUN,
                         "the story changes its mind: told again, it makes %zu choices where "
                         "there had been %zu",
                         j->cursor, j->choice_count);
}

journey_end journey_run(wgcq_journey *j)
{
    if (j->code || (j->begun && !journey_turn(j, 0)))
        return JOURNEY_OVER;
    j->begun = true;
    journey_restore(j);
    j->cursor = j->frame_cursor = j->story_base = j->move_count = 0;
    j->cost = 0;
    j->rejection = NULL;
    j->dead = false;
    bool arrived = j->story(j, j->state);
    if (arrived && j->dead)
        journey_alive(j);
    if (j->code || !journey_met(j))
        return JOURNEY_OVER;
    return arrived && !j->dead ? JOURNEY_ARRIVED : JOURNEY_ENDED;
}

bool journey_next(wgcq_journey *j)
{
    journey_end end;
    do
        end = journey_run(j);
    while (end == JOURNEY_ENDED);
    return end == JOURNEY_ARRIVED;
}

static void let_go(wgcq_journey *j)
{
    free(j->start);
    free(j->choices);
    free(j->frames);
    free(j->saved);
    free(j->moves);
}

void journey_close(wgcq_journey *j)
{
    let_go(j);
    for (wgcq_journey *inner = j->inner; inner;) {
        wgcq_journey *next = inner->inner;
        let_go(inner);
        free(inner);
        inner = next;
    }
    *j = (wgcq_journey){0};
}
