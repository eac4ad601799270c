/*
 * journey.h - the inside of a journey: an odometer of choices, and the points it goes on from.
 *
 *   choices   which was taken at each, of how many; `cursor` is how far this telling has come.
 *             Where the telling ends, the last choice that has another is turned and the rest are
 *             dropped; the next telling takes the same ones up to there.
 *   frames    one before each step of wgcq_repeat, and one behind its last, with the state's bytes
 *             as they were; `frame_cursor` is the first that this telling has not passed.  A frame
 *             lasts until a choice before it is turned.
 *
 * Nobody's stack is copied and nothing jumps: wgcq_repeat itself turns the choices made in its
 * steps, and where it is called again because the story is, it goes on from its last frame.
 */
#ifndef JOURNEY_JOURNEY_H
#define JOURNEY_JOURNEY_H

#include "base/array.h"
#include "wgcq.h"

typedef struct choice {
    uint64_t index;
    uint64_t bound; /* which < bound; what is left of `count` after a cut */
    uint64_t count;
} choice;

typedef struct checkpoint {
    size_t choices;  /* choices made before it                               */
    size_t step;     /* its number in its wgcq_repeat                        */
    size_t first;    /* the first frame of its wgcq_repeat                   */
    size_t latest;   /* of a home: the latest frame of it                    */
    size_t previous; /* of another: the one before it of the same home       */
    size_t moves;
    int64_t cost;
    bool end; /* behind the last step */
} checkpoint;

struct wgcq_journey {
    wgcq_journey_fn *fn;
    const void *self; /* of the model whose moves are told, or NULL */
    void *state;
    size_t size;
    unsigned char *initial; /* the state's bytes before the first telling */

    choice *choices;
    size_t choice_count, choice_room, choice_cursor;
    size_t cut_floor; /* choices made before the innermost story began */

    checkpoint *checkpoints;
    unsigned char *checkpoint_states; /* size bytes a frame */
    size_t checkpoint_count, checkpoint_room, checkpoint_cursor;

    const char **moves;
    size_t move_count, move_room;
    int64_t cost;
    const char *rejection; /* the name of the guard that ended the telling, or NULL */

    bool failed;            /* this telling has ended                         */
    bool started;           /* told at least once                             */
    bool no_checkpoints;    /* told from the beginning every time             */
    bool checking;          /* a verb called after the end is a mistake       */
    int code;               /* 0, or what trouble ended it all; told in *err  */
    wgcq_error *err;        /* lent; may be NULL                              */
    wgcq_journey *subquery; /* tells stories inside of this one, or NULL      */
};

/* What one telling came to. */
typedef enum journey_end {
    JOURNEY_ARRIVED,
    JOURNEY_FAILED,   /* on its way */
    JOURNEY_EXHAUSTED /* every telling has been told, or there is trouble: see code */
} journey_end;

/* Sets up an all-zero journey, and saves the state's bytes; false: no memory, which is told.  Can
   be called again for another story, and takes the memory over. */
bool journey_open(wgcq_journey *j, wgcq_journey_fn *fn, void *state, size_t size);
/* The next telling, whether it arrives or not (one that ends inside of wgcq_repeat is not seen). */
journey_end journey_run(wgcq_journey *j);
/* The next that arrives; false: none, or trouble. */
bool journey_next_result(wgcq_journey *j);
/* The state's bytes as they were at first. */
void journey_restore(wgcq_journey *j);
void journey_close(wgcq_journey *j);

/* Trouble: ends it all; always false. */
bool journey_error(wgcq_journey *j, wgcq_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What every choice and every step asks is answered in place; the rest is in journey.c. */

bool journey_backtrack_slow(wgcq_journey *j, size_t floor);
bool journey_replay_error(wgcq_journey *j);
bool journey_after_failure(wgcq_journey *j);

/* Turns the last choice behind the first `floor` that has another; false: there is none. */
static inline bool journey_backtrack(wgcq_journey *j, size_t floor)
{
    if (j->choice_count > floor) {
        choice *top = &j->choices[j->choice_count - 1];
        bool framed = j->checkpoint_count &&
                      j->checkpoints[j->checkpoint_count - 1].choices >= j->choice_count;
        if (!framed && top->index + 1 < top->bound) {
            top->index++;
            return true;
        }
    }
    return journey_backtrack_slow(j, floor);
}

/* Whether every choice that was taken before has been met again; a mistake where not. */
static inline bool journey_replayed(wgcq_journey *j)
{
    return (j->choice_cursor == j->choice_count && j->checkpoint_cursor == j->checkpoint_count) ||
           journey_replay_error(j);
}

/* Whether the telling goes on; a mistake where it does not and `strict` is set. */
static inline bool journey_running(wgcq_journey *j)
{
    return !j->failed || journey_after_failure(j);
}

/* Room for `wanted` elements of `size` bytes in *list, the address of a pointer; false: no memory,
   which is an error of the journey. */
static inline bool journey_reserve(wgcq_journey *j, void *list, size_t *room, size_t wanted,
                                   size_t size)
{
    return wanted <= *room || array_reserve(list, room, wanted, size) ||
           journey_error(j, WGCQ_EMEMORY, "out of memory");
}

#endif
