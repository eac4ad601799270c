/* kept_result.h - a result that outlives the run that found it: state, moves, cost. */
#ifndef JOURNEY_KEPT_RESULT_H
#define JOURNEY_KEPT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_journey.h"

typedef struct kept_result {
    unsigned char *state; /* as many bytes as the journey's */
    size_t state_room;
    const char **moves;
    size_t move_count, move_room;
    int64_t cost;
} kept_result;

/* Keeps what the journey `from` has just come to; false: no memory, which is an error of it. */
bool kept_result_store(kept_result *kept, wgcq_journey *from);
/* Puts the state, of a journey nested in `j`, into that of j, and adds the moves and the cost. */
bool kept_result_adopt(const kept_result *kept, wgcq_journey *j);
void kept_result_free(kept_result *kept);

#endif
