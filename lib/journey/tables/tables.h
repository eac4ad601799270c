/*
 * tables.h - what tabled journeys have given, by function and state.
 *
 * A tabled call is a function and the bytes of a state; its answers are the final states.  The
 * outermost journey owns the tables, and journeys nested in it share them.
 *
 * Calls that meet themselves are evaluated as in SLG resolution (Chen and Warren 1996, Journal of
 * the ACM 43), with repeated runs in place of suspended ones: a call that is not complete is read
 * as it is, and calls that have read one are run again until no answer is added.  The components of
 * calls that read each other are found as in Tarjan 1972 (SIAM Journal on Computing 1): each is
 * complete when its first call is.
 */
#ifndef JOURNEY_TABLES_TABLES_H
#define JOURNEY_TABLES_TABLES_H

#include "wgcq_journey.h"

typedef struct tabled_answer {
    int64_t cost;
    const char **moves;
    size_t move_count, move_room;
    size_t number; /* in order of discovery */
    unsigned char state[];
} tabled_answer;

typedef struct tabled_call tabled_call;

/* A call that another read before it was complete. */
typedef struct tabled_input {
    tabled_call *call;
    uint64_t seen; /* its changes that were read for sure; UINT64_MAX: all that matter */
} tabled_input;

typedef enum tabled_status { TABLED_NEW, TABLED_OPEN, TABLED_COMPLETE } tabled_status;

struct tabled_call {
    wgcq_journey_fn *fn;
    bool best;      /* answers have costs and moves */
    bool cut_short; /* max_depth cut a run, so answers may be missing */
    tabled_status status;
    uint64_t hash;
    tabled_answer **answers;
    size_t count, made, room; /* answers; those with memory; places */
    uint64_t changes;         /* answers added, and costs that fell */

    /* While open: its place on the stack of open calls, the lowest place that it reaches. */
    size_t place, low;
    tabled_input *inputs; /* in its latest pass */
    size_t input_count, input_room;
    uint64_t pass;
    /* Where it is among the inputs of the call that read it last. */
    const tabled_call *reader;
    uint64_t reader_pass;
    size_t reader_input;

    unsigned char state[];
};

typedef struct journey_tables {
    size_t size; /* of a state */
    struct tables_block *blocks;
    size_t used, block_room; /* of the newest block */
    size_t bytes, max_bytes; /* of all memory; the limit, 0: none */
    bool exceeded;           /* the limit was the reason for no memory */

    tabled_call **calls; /* hashed, open addressing */
    size_t call_count, call_slots;
    struct answer_slot *found; /* answers of calls that have many, hashed */
    size_t found_count, found_slots;

    tabled_call **open; /* the stack of open calls */
    size_t open_count, open_room;
    tabled_call *current; /* which is being run, or NULL */
    uint64_t passes;
} journey_tables;

/* The call, made where it is not there; NULL: no memory. */
tabled_call *tables_call(journey_tables *t, wgcq_journey_fn *fn, bool best, const void *state);
/* Adds an answer, or lowers the cost of one; false: no memory. */
bool tables_answer(journey_tables *t, tabled_call *call, const void *state, int64_t cost,
                   const char *const *moves, size_t move_count);
bool tables_push_open(journey_tables *t, tabled_call *call);
/* `reader` reads `call`, and sees all of its changes so far; false: no memory. */
bool tables_read(journey_tables *t, tabled_call *reader, tabled_call *call, bool to_its_end);
/* The calls from that place of the stack on are complete. */
void tables_complete(journey_tables *t, size_t place);
/* They are to begin anew. */
void tables_abandon(journey_tables *t, size_t place);
void tables_free(journey_tables *t);

#endif
