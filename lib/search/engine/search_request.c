/* search_request.c - what a search came to, freed. */
#include "search/engine/search_request.h"

#include <stdlib.h>
#include <string.h>

void search_result_free(search_result *result)
{
    free(result->shortest_count);
    free(result->plan_states);
    free(result->plan_moves);
    free(result->checked);
    free(result->counterexample.states);
    free(result->counterexample.moves);
    memset(result, 0, sizeof *result);
}
