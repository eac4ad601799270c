/* search_request.c - what a search came to, freed. */
#include "search/engine/search_request.h"

#include <stdlib.h>
#include <string.h>

void search_path_free(search_path *path)
{
    free(path->states);
    free(path->moves);
    *path = (search_path){0};
}

void search_result_free(search_result *result)
{
    free(result->shortest_count);
    free(result->checked);
    search_path_free(&result->plan);
    search_path_free(&result->counterexample);
    memset(result, 0, sizeof *result);
}
