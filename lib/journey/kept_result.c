/* kept_result.c - a result that outlives the run that found it. */
#include "journey/kept_result.h"

#include <stdlib.h>
#include <string.h>

#include "journey/subquery.h"

bool kept_result_store(kept_result *kept, wgcq_journey *from)
{
    if (!journey_reserve(from, &kept->state, &kept->state_room, from->size, 1) ||
        !journey_reserve(from, &kept->moves, &kept->move_room, from->move_count,
                         sizeof *kept->moves))
        return false;
    if (from->size)
        memcpy(kept->state, from->state, from->size);
    if (from->move_count)
        memcpy(kept->moves, from->moves, from->move_count * sizeof *kept->moves);
    kept->move_count = from->move_count;
    kept->cost = from->cost;
    return true;
}

bool kept_result_adopt(const kept_result *kept, wgcq_journey *j)
{
    if (j->size)
        memcpy(j->state, kept->state, j->size);
    return journey_adopt(j, kept->moves, kept->move_count, kept->cost);
}

void kept_result_free(kept_result *kept)
{
    free(kept->state);
    free(kept->moves);
    *kept = (kept_result){0};
}
